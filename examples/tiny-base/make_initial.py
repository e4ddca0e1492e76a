#!/usr/bin/env python3
"""Writes the untrained model that pretraining starts from: a folder with seeded random weights.

    python3 make_initial.py --out FOLDER [--seed S]

Reads config.json, tokenizer.json and tokenizer_config.json beside this script. Matrices are drawn
from a normal distribution of deviation initializer_range, norms are one. Float32, because a step
changes a weight by less than bfloat16 can show. Needs numpy and safetensors.
"""

import argparse
import json
import shutil
from pathlib import Path

import numpy as np
from safetensors.numpy import save_file

HERE = Path(__file__).parent


def shapes(config):
    """Every tensor's name and shape in a fixed order: the draws depend on it."""
    hidden, inner, head = (config[k] for k in ("hidden_size", "intermediate_size", "head_dim"))
    queries = config["num_attention_heads"] * head
    keys = config["num_key_value_heads"] * head
    yield "model.embed_tokens.weight", (config["vocab_size"], hidden)
    for layer in range(config["num_hidden_layers"]):
        at = f"model.layers.{layer}."
        yield at + "input_layernorm.weight", (hidden,)
        yield at + "self_attn.q_proj.weight", (queries, hidden)
        yield at + "self_attn.k_proj.weight", (keys, hidden)
        yield at + "self_attn.v_proj.weight", (keys, hidden)
        yield at + "self_attn.o_proj.weight", (hidden, queries)
        yield at + "self_attn.q_norm.weight", (head,)
        yield at + "self_attn.k_norm.weight", (head,)
        yield at + "post_attention_layernorm.weight", (hidden,)
        yield at + "mlp.gate_proj.weight", (inner, hidden)
        yield at + "mlp.up_proj.weight", (inner, hidden)
        yield at + "mlp.down_proj.weight", (hidden, inner)
    yield "model.norm.weight", (hidden,)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=42)
    args = parser.parse_args()
    config = json.loads((HERE / "config.json").read_text("utf-8"))
    random = np.random.default_rng(args.seed)
    tensors = {
        name: (random.standard_normal(shape, dtype=np.float32) * config["initializer_range"]
               if len(shape) == 2 else np.ones(shape, np.float32))
        for name, shape in shapes(config)
    }
    args.out.mkdir(parents=True, exist_ok=True)
    save_file(tensors, args.out / "model.safetensors", metadata={"format": "pt"})
    for name in ("tokenizer.json", "tokenizer_config.json"):
        shutil.copyfile(HERE / name, args.out / name)
    config["dtype"] = "float32"
    (args.out / "config.json").write_text(json.dumps(config, indent=2) + "\n", "utf-8")
    print(f"{sum(t.size for t in tensors.values()):,} parameters in {args.out}")


if __name__ == "__main__":
    main()
