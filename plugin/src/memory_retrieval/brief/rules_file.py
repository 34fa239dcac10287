"""The active rules as a block of Markdown in a file that other agents read, such as AGENTS.md."""

from __future__ import annotations

import os
import re
import time

from ..core import guards, holds
from ..core.categories import binds
from ..core.environment import now
from ..core.errors import StoreError
from ..core.reading import read_regular
from ..core.sanitize import escape
from ..hosts import find, names
from ..store.reader import record_of
from ..store.trust import inside
from .collect import PATIENCE
from .guarding import in_short
from .indexed import memories_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import Store

BEGIN, END = "<!-- memories: begin", "<!-- memories: end -->"
HEAD = BEGIN + "; `memories export --to %s` rewrites this block -->"
FRONT = {
    ".mdc": "---\nalwaysApply: true\n---\n"
}  # of a file that is new, by its ending
IMPORT = re.compile(
    r"(?<![A-Za-z0-9])@`*[^`\s]|#\[\[|#file:"
)  # `@PATH`, and what Kiro and Copilot write for it
LIMIT = 4_194_304  # bytes of a file


def files() -> dict[str, str]:
    """{name for `memories export --to`: path below the project} of the files that hosts take rules from."""
    return dict(
        sorted(pair for host in names() for pair in find(host).rules_files.items())
    )


def rules(store: Store) -> list[str]:
    """What the rules of a project's store say that hold, in the order of their paths, each on one line and escaped.

    A rule with text that speaks to the agent is left out, as in the brief: in such a file it would be an instruction.
    """
    said = []
    memories = memories_of(store, time.monotonic() + PATIENCE)[0]
    for memory in sorted(memories, key=lambda memory: memory.path):
        counts = binds(memory.kind, memory.severity) and holds.holds(memory, now())
        record = record_of(store.root, memory.path) if counts else None
        if record is not None:
            said.append(in_short(guards.sentence(record, memory.title)))
    return [_without_imports(escape(text)) for text in said if text]


def _without_imports(text: str) -> str:
    """`text` with each word that a host would take for a file to include as code; no other code, which could end it."""
    if not IMPORT.search(text):
        return text
    words = text.replace("`", "").split()
    return " ".join([f"`{word}`" if IMPORT.search(word) else word for word in words])


def current(store: Store, name: str) -> tuple[str, str]:
    """(real path, text) of the file with a name of `files`; "" for the text of a missing one.

    StoreError when it cannot be read or is not in the project.
    """
    path = _place(store, name)
    if not inside(path, os.path.realpath(store.home)):
        raise StoreError.at(
            path, "leads out of the project; replace the link with a file"
        )
    return os.path.realpath(path), _read(path)


def planned(path: str, text: str, name: str, said: list[str]) -> str:
    """The text that the file is to have, for `said` from `rules`; without the block for []. StoreError for half one."""
    start, end = _block(text)
    if start == end != text.find(BEGIN):
        raise StoreError.at(
            path,
            f"has half a block of rules, or two; remove the lines from `{BEGIN}` to `{END}`",
        )
    eol = "\r\n" if "\r\n" in text else "\n"
    rows = ["- " + rule for rule in said]
    lines = (
        [HEAD % name, "Rules of this project:", "", *rows, "", END, ""] if said else []
    )
    block, front = eol.join(lines), FRONT.get(os.path.splitext(path)[1], "")
    if BEGIN in text:
        text = text[:start] + block + text[end:]
    elif block:
        text = (text.rstrip("\r\n") + eol * 2 if text else front) + block
    return "" if text == front else text


def _place(store: Store, name: str) -> str:
    return os.path.join(store.home, *files()[name].split("/"))


def _block(text: str) -> tuple[int, int]:
    """Where the one whole block of a file begins and ends; twice the same place where there is none, or one more."""
    start = text.find(BEGIN)
    end = text.find(END, start) if start >= 0 else -1
    if (
        end < 0
        or text.find(BEGIN, start + 1) >= 0
        or text[start - 1 : start] not in ("", "\n")
    ):
        return -1, -1
    return start, text.find("\n", end) + 1 or len(text)


def drifted(store: Store) -> list[str]:
    """The names of the files whose block no longer says what the active rules say."""
    found: list[str] = []
    said: list[str] | None = None
    for name in files():
        if not inside(_place(store, name), os.path.realpath(store.home)):
            continue  # not ours to write, so there is no block of ours in it
        path, text = current(store, name)
        if BEGIN in text:
            said = rules(store) if said is None else said
            found += [name] if planned(path, text, name, said) != text else []
    return found


def _read(path: str) -> str:
    """The text of a file, with its line ends; "" where there is none."""
    try:
        return read_regular(path, LIMIT).decode("utf-8")
    except FileNotFoundError:
        return ""
    except UnicodeDecodeError:
        raise StoreError.at(path, "is not UTF-8; save it as UTF-8") from None
    except OSError as error:
        raise StoreError.at(path, error.strerror or str(error)) from None
