"""What the history of git says of files: how much of one was replaced since a time, and who brought in a change.

The record itself names nobody.
"""

from __future__ import annotations

import os

from ..core import clock, git
from ..core.reading import read_below

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable

PATIENCE = 2.0  # seconds for each command
COMMITS = 50_000  # of the main line that are looked through
TOGETHER = 8  # commands that run side by side
MAX_BYTES = 4_194_304  # of a file whose lines are counted
LOG = ["log", "--follow", "--format=%ct%x09%an"]
NOBODY_YET = "not committed"
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


def committed(root: str, path: str) -> list[tuple[int, str]] | None:
    """(seconds since 1970, author) of the commits that changed a file, oldest first; None where git has no commits."""
    out = git.run_all(root, [[*LOG, "--", path]], PATIENCE)[0]
    if out is None:
        return None
    lines = [line.split("\t", 1) for line in out.decode("utf-8", "replace").splitlines()]
    return sorted((int(parts[0]), parts[1]) for parts in lines if len(parts) == 2 and parts[0].isdigit())


def author_of(change: dict[str, Any], commits: list[tuple[int, str]] | None) -> str:
    """The author of the first commit after a change; NOBODY_YET where there is none, "" without git."""
    when = clock.parse_time(change.get("date"))
    if commits is None or when is None:
        return ""
    return next((author for at, author in commits if at >= when), NOBODY_YET)


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
