"""What huggingface_hub makes of our cache, and we of its; see hub.sh."""

import hashlib
import json
import os
import subprocess
import sys

import huggingface_hub
from huggingface_hub import (
    _CACHED_NO_EXIST,
    hf_hub_download,
    scan_cache_dir,
    snapshot_download,
    try_to_load_from_cache,
)
from huggingface_hub.errors import EntryNotFoundError, LocalEntryNotFoundError

WORK, TAGWERK, FIXTURE = sys.argv[1:]
MODEL = "org/tiny"
COMMIT = "0123456789abcdef0123456789abcdef01234567"
TAKEN = ["*.json", "README.md", "LICENSE", "*.jinja", "*.safetensors"]
failures = []


def check(what, holds):
    print(("found    " if holds else "MISSED   ") + what)
    if not holds:
        failures.append(what)


def pull(home, *more, **environment):
    return subprocess.run(
        [TAGWERK, "models", "pull", MODEL, *more],
        env={**os.environ, "HF_HOME": home, **environment},
        capture_output=True,
        text=True,
    )


def layout(cache):
    """Every path of the cache with what it is."""
    entries = {}
    for folder, folders, files in os.walk(cache):
        for name in sorted(folders + files):
            path = os.path.join(folder, name)
            shown = os.path.relpath(path, cache)
            if os.path.islink(path):
                entries[shown] = "link to " + os.readlink(path)
            elif os.path.isfile(path):
                with open(path, "rb") as file:
                    entries[shown] = "sha256 " + hashlib.sha256(file.read()).hexdigest()
    return dict(sorted(entries.items()))


def raises(error, function):
    try:
        function()
    except error:
        return True
    return False


# theirs
theirs = os.path.join(WORK, "theirs")
cache = os.path.join(theirs, "hub")
folder = snapshot_download(MODEL, cache_dir=cache, allow_patterns=TAKEN)
for name in ("generation_config.json", "chat_template.jinja"):
    assert raises(EntryNotFoundError, lambda: hf_hub_download(MODEL, name, cache_dir=cache))
with open(FIXTURE, "w") as file:
    json.dump({"huggingface_hub": huggingface_hub.__version__, "cache": layout(cache)}, file, indent=1)
    file.write("\n")
offline = pull(theirs, HF_HUB_OFFLINE="1")
check("by us offline: what they pulled", offline.returncode == 0 and offline.stdout.strip() == folder)
online = pull(theirs, "--json")
check("by us online: nothing left to fetch", json.loads(online.stdout)["fetched_bytes"] == 0)

# ours
for kind, environment in (("links", {}), ("copies", {"HF_HUB_DISABLE_SYMLINKS": "1"})):
    home = os.path.join(WORK, kind)
    cache = os.path.join(home, "hub")
    done = pull(home, **environment)
    check(f"{kind}: pulled", done.returncode == 0)
    snapshot = os.path.join(cache, "models--org--tiny", "snapshots", COMMIT)
    for name in ("config.json", "additional_chat_templates/tool use.jinja", "model-00002-of-00002.safetensors"):
        found = try_to_load_from_cache(MODEL, name, cache_dir=cache)
        check(f"{kind}: try_to_load_from_cache {name}", found == os.path.join(snapshot, name))
    absent = try_to_load_from_cache(MODEL, "generation_config.json", cache_dir=cache)
    check(f"{kind}: a file that the model does not have", absent is _CACHED_NO_EXIST)
    local = snapshot_download(MODEL, cache_dir=cache, local_files_only=True)
    check(f"{kind}: snapshot_download(local_files_only)", local == snapshot)
    local = hf_hub_download(MODEL, "config.json", cache_dir=cache, local_files_only=True)
    check(f"{kind}: hf_hub_download(local_files_only)", local == os.path.join(snapshot, "config.json"))
    scan = scan_cache_dir(cache)
    check(f"{kind}: scan_cache_dir without warnings", not scan.warnings and not scan.incomplete_files)
    revision = next(iter(next(iter(scan.repos)).revisions))
    check(f"{kind}: scanned size and names", revision.size_on_disk == 470128 and revision.refs == {"main"})
    before = layout(cache)
    again = snapshot_download(MODEL, cache_dir=cache, allow_patterns=TAKEN)
    after = layout(cache)
    fetched = [path for path in after if path not in before and "/trees/" not in path]
    check(f"{kind}: their own pull fetches nothing", again == snapshot and not fetched)
    strategy = scan.delete_revisions(COMMIT)
    strategy.execute()
    check(f"{kind}: delete_revisions", not os.path.exists(os.path.join(cache, "models--org--tiny")))

# all of a repository: then the list of its files may stand there
home = os.path.join(WORK, "half")
cache = os.path.join(home, "hub")
pull(home, "--include", "*.json")
blobs = os.path.join(cache, "models--org--tiny", "blobs")
open(os.path.join(blobs, "0" * 64 + ".tagwerk.incomplete"), "w").close()
check("a half-fetched file of ours is one to them", len(scan_cache_dir(cache).incomplete_files) == 1)
check(
    "what was not pulled is not found",
    raises(
        LocalEntryNotFoundError,
        lambda: hf_hub_download(MODEL, "LICENSE", cache_dir=cache, local_files_only=True),
    ),
)
sys.exit(1 if failures else 0)
