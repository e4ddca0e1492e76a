#!/usr/bin/env python3
"""Writes a model of Qwen3-1.7B's shape with random bf16 weights, a zero-free LoRA adapter and one-label batches.

    python bench/make_large.py DIR [--layers 28]     # 3.4 GB with all 28 layers

Shape: hidden 2048, intermediate 6144, 16 heads, 8 key/value heads, head size 128, vocabulary 151,936, tied. DIR gets
config.json, model.safetensors, adapter/ (rank 16 on all linears) and batches.json: two rows of 700 tokens a batch, the
last token the label (a decision's worth of labels). Needs torch, transformers, peft and safetensors.
"""

import argparse
import json
import math
import os
from pathlib import Path

os.environ.setdefault("HF_HUB_OFFLINE", "1")

import torch
from safetensors.torch import save_file
from transformers import Qwen3Config

HIDDEN, INNER, HEADS, KV, DIM, VOCABULARY, RANK, LENGTH, ROWS = 2048, 6144, 16, 8, 128, 151936, 16, 700, 2


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--layers", type=int, default=28)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    config = Qwen3Config(
        vocab_size=VOCABULARY, hidden_size=HIDDEN, intermediate_size=INNER, num_hidden_layers=options.layers,
        num_attention_heads=HEADS, num_key_value_heads=KV, head_dim=DIM, max_position_embeddings=4096,
        rope_parameters={"rope_type": "default", "rope_theta": 1_000_000.0}, tie_word_embeddings=True,
        rms_norm_eps=1e-6, bos_token_id=1, eos_token_id=2,
    )
    config.architectures = ["Qwen3ForCausalLM"]
    config.dtype = "bfloat16"
    config.save_pretrained(str(options.folder))
    torch.manual_seed(1)

    def matrix(outputs, inputs):
        return torch.empty(outputs, inputs, dtype=torch.bfloat16).normal_(0, 1 / math.sqrt(inputs))

    linears = {
        "self_attn.q_proj": (HEADS * DIM, HIDDEN), "self_attn.k_proj": (KV * DIM, HIDDEN),
        "self_attn.v_proj": (KV * DIM, HIDDEN), "self_attn.o_proj": (HIDDEN, HEADS * DIM),
        "mlp.gate_proj": (INNER, HIDDEN), "mlp.up_proj": (INNER, HIDDEN), "mlp.down_proj": (HIDDEN, INNER),
    }
    weights = {"model.embed_tokens.weight": matrix(VOCABULARY, HIDDEN), "model.norm.weight": ones(HIDDEN)}
    adapter = {}
    for layer in range(options.layers):
        path = f"model.layers.{layer}."
        for name, (outputs, inputs) in linears.items():
            weights[f"{path}{name}.weight"] = matrix(outputs, inputs)
            lora = f"base_model.model.{path}{name}"
            adapter[f"{lora}.lora_A.weight"] = torch.randn(RANK, inputs) / math.sqrt(inputs)
            adapter[f"{lora}.lora_B.weight"] = torch.randn(outputs, RANK) * 0.01
        for norm in ("input_layernorm", "post_attention_layernorm"):
            weights[f"{path}{norm}.weight"] = ones(HIDDEN)
        for norm in ("q_norm", "k_norm"):
            weights[f"{path}self_attn.{norm}.weight"] = ones(DIM)
    save_file(weights, str(options.folder / "model.safetensors"), metadata={"format": "pt"})
    (options.folder / "adapter").mkdir(exist_ok=True)
    save_file(adapter, str(options.folder / "adapter" / "adapter_model.safetensors"), metadata={"format": "pt"})
    (options.folder / "adapter" / "adapter_config.json").write_text(
        json.dumps(
            {
                "peft_type": "LORA", "task_type": "CAUSAL_LM", "r": RANK, "lora_alpha": 32, "lora_dropout": 0.0,
                "target_modules": [name.split(".")[1] for name in linears], "bias": "none", "inference_mode": False,
                "base_model_name_or_path": "..",
            },
            indent=2,
        )
        + "\n",
        encoding="utf-8",
    )
    batches = []
    for _ in range(4):
        ids = torch.randint(3, VOCABULARY, (ROWS, LENGTH)).tolist()
        batches.append({"input_ids": ids, "labels": [[-100] * (LENGTH - 1) + row[-1:] for row in ids]})
    document = {
        "adapter": "adapter",
        "optimizer": {
            "learning_rate": 1e-4, "adam_beta1": 0.9, "adam_beta2": 0.999, "adam_epsilon": 1e-8,
            "weight_decay": 0.0, "max_grad_norm": 1.0, "schedule": "constant",
        },
        "batches": batches,
    }
    (options.folder / "batches.json").write_text(json.dumps(document) + "\n", encoding="utf-8")
    print(f"{options.folder}: {options.layers} layers, bf16")


def ones(size):
    return torch.ones(size, dtype=torch.bfloat16)


main()
