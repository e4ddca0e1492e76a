#!/usr/bin/env python3
"""Learns the tokenizer of the demo's base model from the corpus and writes its files.

    python3 make_tokenizer.py --corpus FOLDER/train.jsonl --out FOLDER

Made with tokenizers 0.22; any version from 0.20 writes an equivalent file.

Byte-level BPE, no normaliser, every digit a token of its own. On top of it stand whole tokens for
what every prompt of the demo repeats: the frame of the decision format, option numbers at the
start of a line, and the names of the boxes. They make a prompt a third as long. They are ordinary
text to the model (not special): decoding gives the characters back.
"""

import argparse
import json
from pathlib import Path

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, pre_tokenizers, trainers

END = "<|endoftext|>"
FRAME = (
    ["<state>\n", "\n</state>\n", "\n<options>", "\n</options>\n</question>\n<answer>"]
    + [f'<question type="{kind}">\n' for kind in ("noul", "choice", "score")]
    + ["Decide whether the statement is true of the state.\n",
       "Select exactly one option.\n",
       "Rate the state against the ordered levels below (lowest first).\n",
       " — the statement does not hold for this state",
       " — the statement holds for this state"]
    + ["\nrolls left", "\nopen", "\nupper", " of 63 pace", "\npoints"]
    + [f"\n{n}." for n in range(1, 14)]
)
BOXES = ["full house", "small straight", "large straight"]
PIECES = r""" ?\p{L}+| ?\p{N}| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"""


def texts(corpus):
    with open(corpus, encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)["text"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=Path(__file__).parent)
    parser.add_argument("--vocabulary", type=int, default=1536)
    args = parser.parse_args()
    whole = [AddedToken(t, special=False, normalized=False)
             for t in FRAME + BOXES + [" " + b for b in BOXES]]

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([
        pre_tokenizers.Split(Regex(PIECES), behavior="isolated"),
        pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
    ])
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.train_from_iterator(texts(args.corpus), trainers.BpeTrainer(
        vocab_size=args.vocabulary - len(whole), min_frequency=2, show_progress=False,
        special_tokens=[END], initial_alphabet=pre_tokenizers.ByteLevel.alphabet()))
    tokenizer.add_tokens(whole)
    args.out.mkdir(parents=True, exist_ok=True)
    tokenizer.save(str(args.out / "tokenizer.json"))
    (args.out / "tokenizer_config.json").write_text(json.dumps({
        "tokenizer_class": "PreTrainedTokenizerFast",
        "eos_token": END,
        "pad_token": END,
        "clean_up_tokenization_spaces": False,
        "model_max_length": 1024,
    }, indent=2) + "\n", encoding="utf-8")
    print(f"{tokenizer.get_vocab_size()} tokens")


if __name__ == "__main__":
    main()
