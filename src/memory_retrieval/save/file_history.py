"""How much of a file was replaced since a time, by the history of git. Only plumbing that compares trees runs."""

from __future__ import annotations

import os

from ..core import clock, git
from ..core.reading import read_below

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterable

PATIENCE = 2.0  # seconds for each command
COMMITS = 50_000  # of the main line that are looked through
TOGETHER = 8  # commands that run side by side
MAX_BYTES = 4_194_304  # of a file whose lines are counted
NUMSTAT = ["diff-tree", "-z", "--numstat", "--no-renames", "--relative"]


def replaced(root: str, wanted: Iterable[tuple[int, str]]) -> dict[tuple[int, str], tuple[int, int]]:
    """{(since, file): (lines taken out since then, lines before)} of committed text files; {} without git.

    wanted  (seconds since 1970, path relative to `root`); what was committed within a day after that time does not
            count, because it belongs to the work during which the time was noted
    """
    history = _history(root)
    by_commit: dict[str, list[tuple[int, str]]] = {}
    for since, file in wanted:
        commit = next((name for when, name in history if when <= since + clock.DAY), "")
        if commit and commit != history[0][1]:
            by_commit.setdefault(commit, []).append((since, file))
    out: dict[tuple[int, str], tuple[int, int]] = {}
    commits = sorted(by_commit)
    for start in range(0, len(commits), TOGETHER):
        some = commits[start : start + TOGETHER]
        files = [sorted({file for _, file in by_commit[commit]}) for commit in some]
        commands = [[*NUMSTAT, commit, "HEAD", "--", *names] for commit, names in zip(some, files)]
        for commit, answer in zip(some, git.run_all(root, commands, PATIENCE)):
            changes = _numstat(answer or b"")
            for since, file in by_commit[commit]:
                if file in changes:
                    added, taken = changes[file]
                    out[since, file] = taken, max(taken, _lines(root, file) - added + taken)
    return out


def _history(root: str) -> list[tuple[int, str]]:
    """(time, commit) of the main line, the newest first."""
    words = ["rev-list", "--first-parent", "--timestamp", "--max-count=%d" % COMMITS, "HEAD"]
    lines = [line.split() for line in git.run(root, words, PATIENCE).splitlines()]
    return [(int(words[0]), words[1]) for words in lines if len(words) == 2 and words[0].isdigit()]


def _numstat(answer: bytes) -> dict[str, tuple[int, int]]:
    """{file: (lines added, lines taken out)}; binary files have no counts."""
    out = {}
    for line in answer.decode("utf-8", "surrogateescape").split("\0"):
        added, _, rest = line.partition("\t")
        taken, _, name = rest.partition("\t")
        if added.isdigit() and taken.isdigit():
            out[name] = int(added), int(taken)
    return out


def _lines(root: str, name: str) -> int:
    """The lines of a regular file below `root`; 0 for anything else."""
    try:
        return len(read_below(root, os.path.normpath(name), MAX_BYTES).splitlines())
    except (OSError, ValueError):
        return 0
