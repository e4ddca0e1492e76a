#!/usr/bin/env python3
"""The rival of the speed comparison: LoRA training with PEFT, transformers and torch.

    python bench/peft_reference.py --model DIR [--batches DIR/batches.json] [--steps 12]
        [--mode default|tuned] [--precision fp32|bf16]

Without --mode or --precision all of them run, each in a process of its own (so that peak memory is
its own). Prints one line of JSON per run. `default` is PEFT's plain loop: the model computes all
logits and its own loss. `tuned` is what a careful person would write: hidden states from the base
model, the head only where a label stands. bf16 is torch.autocast over fp32 weights.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

# The rival gets torch's own choice of kernels and pools, whatever this machine or shell presets.
PRESET = (
    "OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE", "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS",
    "OMP_WAIT_POLICY", "MKL_NUM_THREADS", "ATEN_CPU_CAPABILITY", "ONEDNN_MAX_CPU_ISA",
)
MODES, PRECISIONS = ("default", "tuned"), ("fp32", "bf16")
IGNORED = -100


def libraries():
    try:
        import peft
        import torch
        import transformers
    except ImportError as missing:
        sys.exit(
            f"{missing.name} is missing for {sys.executable}. Needed: torch 2.13 (CPU), transformers"
            " 5.18, peft 0.21. Install them, or set PYTHON to a Python that has them."
        )
    return torch, transformers, peft


def peak_resident_bytes():
    # VmHWM starts anew with the program; ru_maxrss may carry over the parent's peak across exec.
    status = Path("/proc/self/status")
    if status.exists():
        for line in status.read_text(encoding="utf-8").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def labelled_loss(torch, model, batch):
    """The loss from the labelled positions only: the same number, without the other logits."""
    causal = model.base_model.model
    hidden = causal.model(
        input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]
    ).last_hidden_state  # [rows, length, hidden]
    wanted = batch["labels"][:, 1:]
    labelled = wanted.ne(IGNORED)
    logits = causal.lm_head(hidden[:, :-1][labelled])  # [labels, vocabulary]
    return torch.nn.functional.cross_entropy(logits.float(), wanted[labelled])


def padded(torch, batch):
    """Rows to the longest of the batch, on the right, as the usual collators do."""
    longest = max(len(row) for row in batch["input_ids"])
    fill = {"input_ids": 0, "labels": IGNORED}
    tensors = {
        key: torch.tensor([row + [fill[key]] * (longest - len(row)) for row in rows])
        for key, rows in batch.items()
    }
    tensors["attention_mask"] = torch.tensor(
        [[1] * len(row) + [0] * (longest - len(row)) for row in batch["input_ids"]]
    )
    return tensors


def run(options):
    torch, transformers, peft = libraries()
    torch.set_num_threads(options.threads)
    torch.manual_seed(1)
    transformers.utils.logging.set_verbosity_error()
    transformers.utils.logging.disable_progress_bar()
    document = json.loads(options.batches.read_text(encoding="utf-8"))
    began = time.perf_counter()
    base = transformers.AutoModelForCausalLM.from_pretrained(
        str(options.model), dtype={"fp32": torch.float32, "bf16": torch.bfloat16}[options.weights]
    )
    base.config.use_cache = False
    model = peft.PeftModel.from_pretrained(
        base, str(options.batches.parent / document["adapter"]), is_trainable=True
    )
    model.train()
    loaded = time.perf_counter() - began
    batches = []
    for batch in document["batches"]:
        batches.append(padded(torch, batch))
    settings = document["optimizer"]
    parameters = [parameter for parameter in model.parameters() if parameter.requires_grad]
    optimizer = torch.optim.AdamW(
        parameters, lr=settings["learning_rate"], eps=settings["adam_epsilon"],
        betas=(settings["adam_beta1"], settings["adam_beta2"]),
        weight_decay=settings["weight_decay"],
    )
    losses, seconds = [], []
    for step in range(options.steps):
        batch = batches[step % len(batches)]
        began = time.perf_counter()
        autocast = torch.autocast("cpu", torch.bfloat16, enabled=options.precision == "bf16")
        with autocast:
            if options.mode == "default":
                loss = model(**batch).loss
            else:
                loss = labelled_loss(torch, model, batch)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, settings["max_grad_norm"])
        optimizer.step()
        optimizer.zero_grad()
        losses.append(loss.item())
        seconds.append(time.perf_counter() - began)
    warm = seconds[options.warmup :] or seconds
    print(
        json.dumps(
            {
                "who": "peft", "mode": options.mode, "precision": options.precision,
                "steps": options.steps, "threads": options.threads, "load_seconds": loaded,
                "seconds_per_step": median(warm), "fastest": min(warm), "slowest": max(warm),
                "losses": losses[:10], "peak_resident_bytes": peak_resident_bytes(),
                "versions": {
                    "torch": torch.__version__, "transformers": transformers.__version__,
                    "peft": peft.__version__, "cpu": torch.backends.cpu.get_cpu_capability(),
                },
            }
        ),
        flush=True,
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--batches", type=Path)
    parser.add_argument("--mode", choices=MODES)
    parser.add_argument("--precision", choices=PRECISIONS)
    parser.add_argument("--steps", type=int, default=12)
    parser.add_argument("--warmup", type=int, default=2, help="steps left out of the median")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--weights", choices=PRECISIONS, default="fp32", help="the frozen weights are kept in")
    options = parser.parse_args()
    options.batches = options.batches or options.model / "batches.json"
    if options.mode and options.precision and not any(name in os.environ for name in PRESET):
        run(options)
        return
    environment = {name: value for name, value in os.environ.items() if name not in PRESET}
    for precision in [options.precision] if options.precision else PRECISIONS:
        for mode in [options.mode] if options.mode else MODES:
            subprocess.run(
                [
                    sys.executable, __file__, "--model", str(options.model),
                    "--batches", str(options.batches), "--mode", mode, "--precision", precision,
                    "--steps", str(options.steps), "--warmup", str(options.warmup),
                    "--threads", str(options.threads), "--weights", options.weights,
                ],
                env=environment, check=True,
            )


if __name__ == "__main__":
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    main()
