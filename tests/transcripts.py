"""Transcripts of Claude Code, made of short steps."""

import itertools
import json
from pathlib import Path

_NUMBERS = itertools.count(1)


def lines_of(root, *steps):
    """Each step is `U text`, `A text`, `D file` (an edit), `X file` (one refused), `B command => output`, or a line."""
    for step in steps:
        if isinstance(step, dict):
            yield step
            continue
        kind, text = step[0], step[2:]
        if kind in "UA":
            role, content = (
                ("user", text)
                if kind == "U"
                else ("assistant", [{"type": "text", "text": text}])
            )
            yield {
                "type": role,
                "message": {"role": role, "content": content},
                "isSidechain": False,
            }
            continue
        command, _, output = text.partition(" => ")
        edit = {
            "file_path": str(Path(root) / text),
            "old_string": "a",
            "new_string": "b",
        }
        tool = (
            {"name": "Edit", "input": edit}
            if kind in "DX"
            else {"name": "Bash", "input": {"command": command}}
        )
        used = {"type": "tool_use", "id": str(next(_NUMBERS)), **tool}
        yield {"type": "assistant", "message": {"role": "assistant", "content": [used]}}
        result = {
            "type": "tool_result",
            "tool_use_id": used["id"],
            "content": output or "updated",
            "is_error": kind == "X",
        }
        yield {
            "type": "user",
            "message": {"role": "user", "content": [result]},
            "toolUseResult": {"stdout": output},
        }


def add_to(path, root, *steps):
    """Appends steps to a transcript."""
    with open(path, "a", encoding="utf-8") as out:
        out.write("".join(json.dumps(line) + "\n" for line in lines_of(root, *steps)))
