"""`memories why`: the pipeline's own trace for a prompt, and what the last prompt got."""

from __future__ import annotations

import os
import time

from ..brief.by_file import memories_for
from ..brief.collect import given_by, open_brief
from ..brief.guarding import broken_by, rules_of
from ..core import environment
from ..core.clock import format_time, in_words
from ..core.commands import judged
from ..core.counted import counted
from ..core.errors import StoreError
from ..core.reading import read_regular
from ..core.sanitize import one_line
from ..library.records import explained
from ..retrieve import explain_text
from ..retrieve.trace import Request
from ..save import find as find_record
from ..state import accepted, ledger
from . import options
from .options import project_store
from .output import answer
from .search import find

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

HELP = (
    "Explain why a memory was or was not injected with a prompt: the words in common, the parts of its "
    "score, the reason, and what to do about it. --last shows what the last prompt got; --shell and --file, which "
    "guards of rules a command or a change of a file breaks, and which memories reading the file brings."
)
EXAMPLES = (
    "memories why 'the upload hangs again'",
    "memories why 'rotate the signing keys' --memory rotate-signing-keys",
    "memories why --last",
    "memories why --shell 'git push --force'",
)
SECONDS = 30.0
LIMIT = 4_194_304  # bytes of a file
DOES = {"remind": "reminds once a session", "ask": "has you asked", "deny": "refuses the call"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("prompt", nargs="*", metavar="PROMPT", help="the prompt as you would type it")
    parser.add_argument(
        "--memory", metavar="ID", help="explain only this memory (its ID, the start of its ID, or its path)"
    )
    parser.add_argument("--transcript", default="", metavar="FILE", help="the conversation before the prompt")
    options.add_db_url(parser)
    options.add_workspace(parser)
    parser.add_argument("--last", action="store_true", help="what the last prompt in this project got, from the ledger")
    parser.add_argument("--shell", default="", metavar="CMD", help="explain the guards against this command")
    parser.add_argument(
        "--file", default="", metavar="PATH", help="explain the guards against writing this file, and its memories"
    )


def run(args: argparse.Namespace) -> int:
    if args.last:
        return _last(args)
    if args.shell or args.file:
        return _guards(args)
    if not args.prompt:
        args.parser.error("pass a prompt, --last, --shell or --file")
    only = _whole(args.memory, args.root) if args.memory and not args.db_url else args.memory
    request = Request(
        " ".join(args.prompt),
        cwd=os.getcwd(),
        root=args.root,
        mode="auto",
        transcript=args.transcript,
        despite_off=True,
        brief=None if args.db_url else given_by(open_brief(os.getcwd(), args.root)),
    )
    trace = find(args, request)
    return answer(args.format, explained(trace, only or ""), lambda _: explain_text.as_text(trace, only))


def _whole(id: str, root: str) -> str:
    """The id that begins so; any other name stays as it is, since a memory that is no candidate is an answer too."""
    begun = find_record.beginnings(id, root)
    if any(entry.id == id for _, entry in begun):
        return id
    entry = find_record.single_beginning([entry for _, entry in begun], id)
    return entry.id if entry is not None else id


def _last(args: argparse.Namespace) -> int:
    store = project_store(args.root)
    last: dict[str, Any] = {}
    for entry in ledger.entries():
        if entry.get("root") == store.root:
            last = entry
    nothing = f"the ledger has no prompt from {store.root} yet\n"
    return answer(args.format, last, lambda last: "".join(line + "\n" for line in _told(last)) if last else nothing)


def _guards(args: argparse.Namespace) -> int:
    """The guards that a command or a file breaks; what the file holds counts as written."""
    store = project_store(args.root)
    rules = rules_of(store, time.monotonic() + SECONDS)
    if args.shell:
        commands, whole = judged(args.shell)
        if not whole:
            raise StoreError("this command is too long to be judged; the user is asked where they accepted a guard")
        files = [(os.path.abspath(path) + "/" * path.endswith("/"), text) for c in commands for path, text in c.writes]
        broken = broken_by(rules, [one.words for one in commands], files)
    else:
        held = read_regular(args.file, LIMIT) if os.path.isfile(args.file) else b""
        broken = broken_by(rules, [], [(os.path.abspath(args.file), held.decode("utf-8", "replace"))])
    known, last = accepted.read(store.root), {}
    for line in ledger.entries(event="guard"):
        last.update(dict.fromkeys(line.get("paths") or (), line) if line.get("root") == store.root else {})
    found = []
    for rule in broken:
        said = {"rule": rule.memory.id, "effect": rule.guard.effect, "accepted": rule.mark() in known}
        seen = {key: value for key, value in last.get(rule.memory.path, {}).items() if key in ("at", "outcome")}
        found.append({**said, "message": " Instead: ".join(filter(None, rule.sentence())), "last": seen or None})
    value: dict[str, Any] = {"guards": found}
    if args.file:
        hits = memories_for([store], [os.path.abspath(args.file)], (), time.monotonic() + SECONDS)
        value["memories"] = [{"id": hit.memory.id, "path": hit.memory.path} for hit in hits]
    return answer(args.format, value, _said)


def _said(value: dict[str, Any]) -> str:
    pointers = [
        "pointed to once a session when the file is read: {}\n".format(one["path"]) for one in value.get("memories", ())
    ]
    if not pointers and "memories" in value:
        pointers = ["no memory names the file in its `related_files`, so reading it brings none\n"]
    return "".join([*map(_verdict, value["guards"])] or ["no guard matches\n"]) + "".join(pointers)


def _verdict(found: dict[str, Any]) -> str:
    kept = (
        "accepted" if found["accepted"] else "until `memories review {} --keep` accepts its guard".format(found["rule"])
    )
    at, outcome = (found["last"] or {}).get("at"), (found["last"] or {}).get("outcome")
    last = f"; last: {outcome}, {format_time(at)}" if isinstance(at, int) else ""
    does = DOES[found["effect"] if found["accepted"] else "remind"]
    head = "{} ({})  {}, {}{}".format(found["rule"], found["effect"], does, kept, last)
    return "{}\n    {}\n".format(one_line(head, 400), one_line(found["message"], 500))


def _told(entry: dict[str, Any]) -> list[str]:
    """A line of the ledger in sentences: the prompt, when it was, and what it got."""
    at, prompt, ms = entry.get("at"), entry.get("prompt"), entry.get("ms")
    lines = []
    if isinstance(prompt, str):
        lines.append("prompt: " + one_line(prompt, 200))
    else:
        lines.append("prompt: not kept (set logging.enabled in your own configuration to keep prompts)")
    if isinstance(at, int):
        ago = in_words(environment.now() - at) if environment.now() > at else ""
        lines.append("time: {}{}".format(format_time(at), f", {ago} ago" if ago else ""))
    injected = [pair for pair in entry.get("injected") or [] if isinstance(pair, list) and len(pair) == 2]
    titles = [path for path in entry.get("shortlist") or [] if isinstance(path, str)]
    got = ["%d injected" % len(injected)] if injected else []
    got += ["shortlist of {}".format(counted(len(titles), "title"))] if titles else []
    lines.append("decision: {} ({} ms)".format(", ".join(got) or "silent", ms))
    lines += [f"  {score:.2f}  {one_line(path, 300)}" for path, score in injected]
    lines += [f"  title  {one_line(path, 300)}" for path in titles]
    if entry.get("complete") is False:
        lines.append("the search index was still being built")
    return [*lines, "why: memories why 'the prompt'"]
