#!/usr/bin/env python3
"""Writes what transformers makes of conversations with every chat template in some folders.

    python bench/templates_reference.py OUT.json FOLDER...

Every *.jinja below a folder renders the conversations of data/src/test/fixtures/chats, with a generation prompt, at
2026-12-01 09:05:03, with <s> and </s> as begin and end token.
"""

import datetime
import json
import sys
from pathlib import Path

try:
    import transformers
    import transformers.utils.chat_template_utils as chat_template_utils
except ImportError as missing:
    sys.exit(f"{missing.name} is missing for {sys.executable}. Needed: transformers 5.18 and jinja2; or set PYTHON.")

CONVERSATIONS = Path(__file__).parents[1] / "data/src/test/fixtures/chats/conversations.json"


class StandingClock(datetime.datetime):
    @classmethod
    def now(cls, tz=None):
        return cls(2026, 12, 1, 9, 5, 3)


def rendered(source, messages):
    try:
        template = chat_template_utils._compile_jinja_template(source)
        return template.render(
            messages=messages, tools=None, documents=None, add_generation_prompt=True, bos_token="<s>", eos_token="</s>"
        )
    except Exception:  # whatever fails there must fail here
        return None


def main():
    out, *folders = sys.argv[1:]
    chat_template_utils.datetime = StandingClock
    conversations = json.loads(CONVERSATIONS.read_text())
    templates = []
    for path in sorted(path for folder in folders for path in Path(folder).rglob("*.jinja")):
        source = path.read_bytes().decode()
        texts = [rendered(source, messages) for messages in conversations]
        templates.append({"name": str(path), "source": source, "texts": texts})
    made = {"made_with": f"transformers {transformers.__version__}", "conversations": conversations, "templates": templates}
    Path(out).write_text(json.dumps(made))


main()
