"""Memories whose witness in the code says something else now: for a review, and for a change that brings it about."""

from __future__ import annotations

import time

from ..core import git
from ..core.model import Value
from ..core.witness import (
    GONE,
    STANDS,
    Witness,
    candidates,
    judge,
    lex,
    sentences,
    take,
)
from ..store import kinds, witnesses
from ..store.reader import record_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterator

    from ..core.model import Memory, Store

SECONDS = (
    5.0  # for looking through all files for what is gone, and for a command of git
)


class Contradiction(Value):
    """A memory and a line of code that no longer say the same; `line` is the line that is there now, "" for none."""

    line: str
    memory: Memory
    text: str
    witness: Witness


def find(store: Store) -> Iterator[Contradiction]:
    """Those of a store as its files are now."""
    witnesses.refresh([store], time.monotonic() + SECONDS)
    for memory in witnesses.holding(store):
        _, line, one = witnesses.state(store, memory)
        if one:
            yield _said(store, memory, one, line)


def brought_by(store: Store, paths: list[str], base: str) -> Iterator[Contradiction]:
    """Those that a change of files brings about, in a store and in the documents beside it.

    base  the commit that the change began from; "" for what is staged
    """
    start = git.run(store.home, ["merge-base", base, "HEAD"], SECONDS) if base else ""
    start = start.strip() or base or "HEAD"
    changed = {path: witnesses.text_at(store.home, path, start) for path in paths}
    end = "HEAD" if base else ""
    disk = witnesses.Files(store.home)
    for each in [store, *kinds.DOCUMENTS.stores([store.root])]:
        for memory in witnesses.holding(each):
            for one in _at_base(each, memory, changed):
                state, line = judge(one, witnesses.text_at(store.home, one.path, end))
                if state == GONE and witnesses.elsewhere(one, disk):
                    continue
                if state != STANDS:
                    yield _said(each, memory, one, line)
                    break


def _at_base(
    store: Store, memory: Memory, changed: dict[str, str | None]
) -> list[Witness]:
    """The witnesses of a memory that stood in files, {path: text}, before they were changed."""
    record = record_of(store.root, memory.path)
    given = witnesses.given(record)
    found = witnesses.of(given)
    if not found and given != []:
        named = memory.related_files
        text = witnesses.text_of(store, memory.path, record)
        near = {*candidates(text, named, [*changed], changed.get)} - {memory.path}
        files = {path: changed[path] or "" for path in near.intersection(changed)}
        found = take(text, files, named)
    there = [one for one in found if one.path in changed]
    return [one for one in there if judge(one, changed[one.path])[0] == STANDS]


def _said(store: Store, memory: Memory, one: Witness, line: str) -> Contradiction:
    """With a sentence that shows memory and code side by side."""
    text = witnesses.text_of(store, memory.path, record_of(store.root, memory.path))
    says = [said for said in sentences(text) if {*one.says} <= {*lex(said)}]
    was = witnesses.shown(one.line or one.path)
    code = f'says "{witnesses.shown(line)}" now' if line else "says it no more"
    quoted = witnesses.shown([*says, memory.title][0])
    said = f'It says "{quoted}"; {one.path} {code}, where it said "{was}".'
    return Contradiction(line, memory, said, one)
