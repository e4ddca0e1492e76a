#!/usr/bin/env python3
"""Writes ragged.json and prefix.json beside batches.json: token ids and labels for bench/shapes.sh.

    python bench/make_batches.py DIR      # DIR as bench/make_model.py left it; needs nothing but Python 3.9

ragged.json: 8 rows a batch whose lengths are spread as those of instructions and answers are (log-normal, median 134,
between 32 and 512 tokens), the last 16 tokens of each are labels. prefix.json: 16 rows of 256 tokens a batch, the first
179 (70 %) the same in all of them, the last 16 labels.
"""

import json
import math
import random
import sys
from pathlib import Path

VOCABULARY, LABELS, BATCHES = 49152, 16, 10


def row(ids):
    return ids, [-100] * (len(ids) - LABELS) + ids[-LABELS:]


def tokens(source, count):
    return [source.randrange(3, VOCABULARY) for _ in range(count)]


def ragged(source):
    lengths = [min(512, max(32, int(math.exp(source.gauss(4.9, 0.8))))) for _ in range(8)]
    return [row(tokens(source, length)) for length in lengths]


def prefix(source):
    shared = tokens(source, 179)
    return [row(shared + tokens(source, 77)) for _ in range(16)]


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: make_batches.py DIR")
    folder = Path(sys.argv[1])
    document = json.loads((folder / "batches.json").read_text(encoding="utf-8"))
    for name, make in (("ragged", ragged), ("prefix", prefix)):
        source = random.Random(7)
        batches = []
        for _ in range(BATCHES):
            rows = make(source)
            batches.append({"input_ids": [ids for ids, _ in rows], "labels": [labels for _, labels in rows]})
        document["batches"] = batches
        (folder / f"{name}.json").write_text(json.dumps(document) + "\n", encoding="utf-8")
        used = sum(len(ids) for batch in batches for ids in batch["input_ids"])
        padded = sum(
            len(batch["input_ids"]) * max(len(ids) for ids in batch["input_ids"]) for batch in batches
        )
        print(f"{folder / name}.json: {used:,} tokens, {padded:,} when padded")


main()
