#!/usr/bin/env python3
"""Reads bench/speed.sh's results (one JSON object a line) and prints the comparison.

    python bench/speed_table.py results.jsonl      # exit 0 when every requirement holds, else 1

Needs nothing but Python 3.9.
"""

import json
import sys
from statistics import median

# (rival's mode, precision, smallest ratio asked for; None: only printed)
SPEED = (
    ("default", "fp32", 3.5), ("tuned", "fp32", 1.5), ("default", "bf16", 4.0), ("tuned", "bf16", None)
)
MEMORY_SHARE = 0.65  # of the default loop's peak


def read(path):
    runs = {}
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            run = json.loads(line)
            mode = "ours" if run.get("who") == "tagwerk" else run["mode"]
            runs.setdefault((mode, run["precision"]), []).append(run)
    return runs


def verdict(ratio_is_fine):
    return "holds" if ratio_is_fine else "MISSED"


def speed_rows(runs):
    seconds = {key: median(run["seconds_per_step"] for run in group) for key, group in runs.items()}
    for mode, precision, wanted in SPEED:
        if (mode, precision) not in seconds or ("ours", precision) not in seconds:
            continue
        rival, ours = seconds[mode, precision], seconds["ours", precision]
        fine = wanted is None or rival / ours >= wanted
        yield (
            f"PEFT {mode}, {precision}", f"{rival:.2f} s", f"{ours:.2f} s", f"{rival / ours:.2f}x",
            "printed only" if wanted is None else f">= {wanted}x", fine,
        )


def memory_rows(runs):
    for precision in ("fp32", "bf16"):
        rival, ours = runs.get(("default", precision)), runs.get(("ours", precision))
        if not rival or not ours:
            continue
        # The kindest reading for the rival: its smallest peak against our largest.
        theirs = min(run["peak_resident_bytes"] for run in rival)
        mine = max(run["peak_resident_bytes"] for run in ours)
        yield (
            f"peak memory, {precision}", f"{theirs / 2**20:,.0f} MiB", f"{mine / 2**20:,.0f} MiB",
            f"{100 * mine / theirs:.0f} %", f"<= {100 * MEMORY_SHARE:.0f} %",
            mine <= MEMORY_SHARE * theirs,
        )


def loss_lines(runs):
    for precision in ("fp32", "bf16"):
        rival, ours = runs.get(("default", precision)), runs.get(("ours", precision))
        if rival and ours:
            pairs = list(zip(rival[0]["losses"], ours[0]["losses"]))
            largest = max(abs(left - right) for left, right in pairs)
            yield f"Losses, {precision}: largest difference over {len(pairs)} steps {largest:.1e}"


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: speed_table.py results.jsonl")
    runs = read(sys.argv[1])
    rows = [*speed_rows(runs), *memory_rows(runs)]
    if not rows:
        print("Nothing to compare: results of both sides are needed for one precision.")
        sys.exit(1)
    form = "{:<22}{:>12}{:>12}{:>9}  {:<13} {}"
    print(form.format("median", "rival", "Tagwerk", "ratio", "asked for", ""))
    for *cells, fine in rows:
        print(form.format(*cells, verdict(fine) if cells[-1] != "printed only" else ""))
    for line in loss_lines(runs):
        print(line)
    spread = ", ".join(
        f"{mode} {precision} {min(r['seconds_per_step'] for r in group):.2f}"
        f" to {max(r['seconds_per_step'] for r in group):.2f} s"
        for (mode, precision), group in runs.items()
    )
    print(f"Range over the rounds: {spread}")
    sys.exit(0 if all(row[-1] for row in rows) else 1)


if __name__ == "__main__":
    main()
