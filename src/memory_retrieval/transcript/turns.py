"""The last turns of a conversation, which give a short prompt its context.

Walks back from the end: hosts write snapshots of 100 KB and more after the last user line, so a tail of fixed size may
hold no turn. Only the lines needed are parsed. Tool outputs, hook feedback and other text that no person typed are left
out.
"""

from __future__ import annotations

from .lines import parse_line
from .tail import lines_backwards
from .values import ASSISTANT, NOT_TYPED, USER, ToolCall, Turns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .values import Line

BLOCK = 65_536  # bytes read at a time
BUDGET = 2_097_152  # bytes read back at most: a dozen turns with their snapshots
MAX_ANSWER = 2000  # characters kept of the last answer, from its end


def recent_turns(path: str, max_turns: int = 3, current: str = "", budget: int = BUDGET) -> Turns:
    """The last `max_turns` user turns of a transcript, without `current`; empty when the file is missing or foreign."""
    turns = Turns()
    for raw in lines_backwards(path, budget, BLOCK):
        if b'"user"' not in raw and b'"assistant"' not in raw:
            continue  # cheaper than parsing it
        line = parse_line(raw)
        if line is None or line.is_output:
            continue
        text = line.text.strip()
        if line.role == USER and text and not text.startswith(NOT_TYPED) and (text != current or turns.users):
            turns.users.append(text)
            if len(turns.users) >= max_turns:
                break
        elif line.role == ASSISTANT:
            if text and not turns.answer and not turns.users:
                turns.answer = text[-MAX_ANSWER:]
            turns.files += [path for path in _paths(line) if path not in turns.files]
    return turns


def _paths(line: Line) -> list[str]:
    return [path for step in line.steps if isinstance(step, ToolCall) for path in step.paths]
