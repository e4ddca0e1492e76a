"""Reads golden.tfevents with TensorBoard itself: python check_golden.py (tensorboard 2.21.0)."""
import pathlib, shutil, tempfile
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
from tensorboard.backend.event_processing import event_file_loader

golden = pathlib.Path(__file__).with_name("golden.tfevents")
# The raw loader checks both masked checksums of every record.
events = list(event_file_loader.EventFileLoader(str(golden)).Load())
assert events[0].file_version == "brain.Event:2", events[0]
with tempfile.TemporaryDirectory() as folder:
    shutil.copy(golden, pathlib.Path(folder) / "events.out.tfevents.1.tagwerk")
    accumulator = EventAccumulator(folder).Reload()
    read = {
        tag: [(e.step, round(e.value, 6)) for e in accumulator.Scalars(tag)]
        for tag in sorted(accumulator.Tags()["scalars"])
    }
assert read == {
    "eval/accuracy": [(300, 0.625)],
    "eval/loss": [(300, 1.75)],
    "train/grad_norm": [(1, 1.25), (300, 1.25)],
    "train/learning_rate": [(1, 0.0001), (300, 0.0001)],
    "train/loss": [(1, 2.5), (300, 1.5)],
    "train/tokens_per_second": [(1, 1024.0), (300, 1024.0)],
}, read
print("TensorBoard reads", len(events) - 1, "scalars as written")
