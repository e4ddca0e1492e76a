#!/usr/bin/env python3
"""Writes the model, the adapter and the batches of the speed comparison.

    python bench/make_model.py DIR [--dtype fp32|bf16] [--layers 12]

DIR becomes a model folder (config.json, model.safetensors; SmolLM-135M's shape with 12 layers, random
weights, no tokenizer) with two additions: adapter/ (PEFT layout, the state both sides start from) and
batches.json (token ids and labels, so that neither side tokenises anything).
"""

import argparse
import json
import math
import os
import sys
from pathlib import Path

os.environ.setdefault("HF_HUB_OFFLINE", "1")

try:
    import torch
    from peft import LoraConfig, get_peft_model
    from transformers import AutoModelForCausalLM, LlamaConfig
except ImportError as missing:
    sys.exit(
        f"{missing.name} is missing for {sys.executable}. Needed: torch 2.13 (CPU), transformers 5.18,"
        " peft 0.21. Install them, or set PYTHON to a Python that has them."
    )

BATCHES, ROWS, LENGTH, LABELS = 10, 4, 256, 16
RANK, ALPHA = 16, 32


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--dtype", choices=("fp32", "bf16"), default="fp32")
    parser.add_argument("--layers", type=int, default=12)
    options = parser.parse_args()
    torch.manual_seed(1)
    config = LlamaConfig(
        vocab_size=49152, hidden_size=576, intermediate_size=1536,
        num_hidden_layers=options.layers, num_attention_heads=9, num_key_value_heads=3,
        head_dim=64, max_position_embeddings=2048, rms_norm_eps=1e-5,
        rope_parameters={"rope_type": "default", "rope_theta": 10_000.0},
        tie_word_embeddings=True, initializer_range=0.041666666666666664,
        bos_token_id=1, eos_token_id=2,
    )
    dtype = {"fp32": torch.float32, "bf16": torch.bfloat16}[options.dtype]
    model = AutoModelForCausalLM.from_config(config, dtype=torch.float32).to(dtype)
    model.save_pretrained(str(options.folder))

    peft_model = get_peft_model(
        model, LoraConfig(
            task_type="CAUSAL_LM", r=RANK, lora_alpha=ALPHA, lora_dropout=0.0,
            target_modules="all-linear",
        )
    )
    generator = torch.Generator().manual_seed(2)
    with torch.no_grad():
        for name, parameter in peft_model.named_parameters():
            # B is not zero, so that a wrong scale would show in the losses.
            deviation = {"A": 1.0 / math.sqrt(parameter.shape[-1]), "B": 0.02}
            if "lora_" in name:
                which = "A" if "lora_A" in name else "B"
                noise = torch.randn(parameter.shape, generator=generator) * deviation[which]
                parameter.data = noise.float()
    peft_model.save_pretrained(str(options.folder / "adapter"))
    (options.folder / "adapter" / "README.md").unlink(missing_ok=True)
    adapter_config = options.folder / "adapter" / "adapter_config.json"
    settings = json.loads(adapter_config.read_text(encoding="utf-8"))
    settings["base_model_name_or_path"] = ".."
    adapter_config.write_text(json.dumps(settings, indent=2) + "\n", encoding="utf-8")

    batches = []
    for _ in range(BATCHES):
        ids = torch.randint(3, config.vocab_size, (ROWS, LENGTH), generator=generator)
        labels = torch.full_like(ids, -100)
        labels[:, -LABELS:] = ids[:, -LABELS:]
        batches.append({"input_ids": ids.tolist(), "labels": labels.tolist()})
    document = {
        "adapter": "adapter",
        "optimizer": {
            "learning_rate": 2e-4, "adam_beta1": 0.9, "adam_beta2": 0.999, "adam_epsilon": 1e-8,
            "weight_decay": 0.0, "max_grad_norm": 1.0, "schedule": "constant",
        },
        "batches": batches,
    }
    target = options.folder / "batches.json"
    target.write_text(json.dumps(document) + "\n", encoding="utf-8")
    print(f"{options.folder}: {options.layers} layers, {options.dtype}, {BATCHES} batches")


if __name__ == "__main__":
    main()
