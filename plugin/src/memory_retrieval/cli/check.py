"""`memories check`: a change that is staged or was committed against the guards of rules, and the files with rules."""

from __future__ import annotations

import argparse
import codecs
import os
from collections.abc import Iterator

from ..brief.guarding import broken_by, rules_among
from ..brief.rules_file import drifted, files
from ..core import environment, git
from ..core.errors import StoreError
from ..core.guards import Write
from ..core.model import JsonObject, Store
from ..core.reading import text_of
from ..core.sanitize import one_line
from ..state import accepted
from ..store.layouts import PATTERN_STORE, PROJECT_STORE
from ..store.reader import read_store
from ..store.settings import load_config
from ..store.witnesses import text_at
from ..upkeep import contradictions
from . import options
from .options import project_store
from .output import answer

HELP = (
    "Check a change against the guards of rules, accepted or not, and what `memories export --to` wrote against the "
    "active rules; memories that become untrue are named. Exits with 1 when a guard is broken or such a file is out of "
    "date; for memories see check.witnesses."
)
EXAMPLES = ("memories check --staged", "memories check --diff origin/main --github")
SECONDS = 30.0
LIMIT = 67_108_864  # bytes of a change
STORES = (
    f"{PROJECT_STORE}/",
    f"{PATTERN_STORE}/",
)  # whose records quote what they forbid
EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
FORM = (
    "-p -U0 --text --relative --no-renames --no-color --ignore-submodules=none --submodule=short "
    "--src-prefix=a/ --dst-prefix=b/"
).split()
NOTE = "note"
LEVELS = {"deny": "error", "fail": "error", NOTE: "notice"}
CHANGES = {"new": "create", "deleted": "delete"}  # the first words of a file's head
ESCAPES = str.maketrans({"%": "%25", ":": "%3A", ",": "%2C"})
FINDING = ("rule", "path", "effect", "message")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    what = parser.add_mutually_exclusive_group()
    options.flag(what, "--staged", "what is staged (default)")
    options.value(what, "--diff BASE", "what was committed since BASE")
    options.flag(parser, "--github", "print GitHub annotations")


def run(args: argparse.Namespace) -> int:
    store = project_store(args.root)
    read = list(
        read_store(store)
    )  # not from the index, which may lack what has just come
    rules = rules_among(store, [memory for _, memory, _ in read if memory is not None])
    rows: list[tuple[str, str, str, str]] = []
    in_agent, changed = environment.in_agents_shell(), []
    for _, memory, problems in read:
        for problem in problems if memory is None else ():
            message = "cannot be read, so its guard holds nothing: " + str(
                problem.replace(path="")
            )
            rows.append(("", store.shown(problem.path), "remind", message))
    for path, added, change in _changes(store.root, args.diff):
        changed.append(path)
        if path.startswith(STORES):
            continue
        place = os.path.join(store.root, path)
        after = None if change == "delete" else text_of(place, LIMIT)
        written = Write(place, "\n".join(map(_decoded, added)), after, change)
        for rule in broken_by(rules, [], [written]):
            message = rule.said(
                not in_agent or rule.mark() in accepted.read(store.home)
            )
            rows.append((rule.memory.id, path, rule.guard.effect, message))
    for name in drifted(store):
        said = f"The active rules have changed. Instead: memories export --to {name}"
        rows.append(("", files()[name], "remind", said))
    findings: list[JsonObject] = [dict(zip(FINDING, row)) for row in rows]
    findings += _untrue(store, changed, args.diff)
    line = _annotation if args.github else _line
    answer(args.format, {"findings": findings}, lambda _: "".join(map(line, findings)))
    return int(findings != [one for one in findings if one["effect"] == NOTE])


def _untrue(store: Store, changed: list[str], base: str) -> Iterator[JsonObject]:
    """A finding for each memory and document that a change of files makes untrue, at the line."""
    effect = load_config(store).get("check.witnesses")
    for one in contradictions.brought_by(store, changed, base):
        path = one.witness.path
        text = text_at(store.root, path) or ""
        lines = [line.strip() for line in text.split("\n")]
        found = {"rule": one.memory.id, "path": path, "effect": effect}
        at = [*lines, one.line].index(one.line) if one.line else 0
        yield {**found, "message": one.text, "line": at % len(lines) + 1}


def _changes(root: str, base: str) -> Iterator[tuple[str, list[str], str]]:
    """(path relative to `root`, added lines, what happened) of each file that was changed; StoreError when git cannot tell.

    A file that was moved is one that is gone and one that is new.
    """
    if base.startswith("-"):
        raise StoreError(one_line(base, 80) + " is neither a branch nor a commit")
    index = os.path.abspath(
        environment.get("GIT_INDEX_FILE") or "."
    )  # `git commit -a` stages into a file of its own
    word, tries = "diff-index", [["HEAD"], [EMPTY_TREE]]
    if base:
        word, tries = "diff-tree", [["--merge-base", base, "HEAD"], [base, "HEAD"]]
    index = index if os.path.isfile(index) else ""
    for commits in tries:
        words = [word, *FORM, *commits]
        out = git.run_all(root, [words], SECONDS, LIMIT, index)[0]
        if out is not None:
            return _parsed(out.decode("utf-8", "surrogateescape"))
    within = f" in {SECONDS:.0f} s and {LIMIT >> 20} MB; is git there, and that a commit of this repository?"
    raise StoreError(
        "git could not compare with " + one_line(base or "HEAD", 80) + within
    )


def _parsed(text: str) -> Iterator[tuple[str, list[str], str]]:
    for section in f"\n{text}".split("\ndiff --git ")[1:]:
        head, _, hunks = section.partition("\n@@ ")
        names, *more = head.split("\n")
        change = CHANGES.get(more[0].partition(" ")[0] if more else "", "edit")
        added = [line[1:] for line in hunks.split("\n") if line[:1] == "+"]
        yield _name(names), added, change


def _decoded(line: str) -> str:
    """A line as it is; one with NULs without them, and as UTF-16 in either order of bytes, cut within a character."""
    if "\0" not in line:
        return line
    raw = line.encode("utf-8", "surrogateescape")
    texts = [
        part.decode(code, "replace")
        for part in (raw, raw[1:])
        for code in ("utf-16-le", "utf-16-be")
    ]
    return "\n".join([line.replace("\0", ""), *texts])


def _name(pair: str) -> str:
    """The path of `a/PATH b/PATH`, which are the same since renames are not looked for; each may be quoted."""
    half = pair[: len(pair) // 2]
    if half.startswith('"'):
        raw = half[1:-1].encode("utf-8", "surrogateescape")
        half = codecs.escape_decode(raw)[0].decode("utf-8", "surrogateescape")
    return half[2:]


def _line(found: JsonObject) -> str:
    path, effect, message, rule = [
        one_line(found[key], 500) for key in ("path", "effect", "message", "rule")
    ]
    return f"{path}: {effect}: {message} ({rule})\n"


def _annotation(found: JsonObject) -> str:
    """What GitHub shows at the file; its characters of control are escaped, so that a rule can say no other command."""
    level = LEVELS.get(found["effect"], "warning")
    message = one_line(f"{found['message']} ({found['rule']})", 500).replace("%", "%25")
    path = one_line(found["path"], 500).translate(ESCAPES)
    line = f",line={found['line']}" if "line" in found else ""
    return f"::{level} file={path}{line}::{message}\n"
