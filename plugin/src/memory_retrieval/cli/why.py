"""`memories why`: the pipeline's own trace for a prompt, and what the last prompt got."""

from __future__ import annotations

import argparse
import os

from ..brief.collect import given_by, open_brief
from ..core import environment
from ..core.clock import format_time, in_words
from ..core.counted import counted
from ..core.model import JsonObject
from ..core.sanitize import one_line
from ..library.files import explain_command, explain_file
from ..library.records import explained
from ..retrieve import explain_text
from ..retrieve.trace import Request
from ..save import find as find_record
from ..state import ledger
from ..store.place import Place
from . import options
from .options import project_store
from .output import answer, lined
from .search import find

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
    "memories why --file src/upload.py",
)
DOES = {
    "remind": "reminds once a session",
    "ask": "has you asked",
    "deny": "refuses the call",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "prompt", nargs="*", metavar="PROMPT", help="the prompt as you would type it"
    )
    parser.add_argument(
        "--memory",
        metavar="ID",
        help="explain only this memory (its ID, the start of its ID, or its path)",
    )
    options.value(parser, "--transcript FILE", "the conversation before the prompt")
    options.add_db_url(parser)
    options.add_workspace(parser)
    options.flag(parser, "--last", "what the last prompt in this project got")
    options.value(parser, "--shell CMD", "explain the guards against this command")
    options.value(
        parser,
        "--file PATH",
        "explain the guards against writing this file, and its memories",
    )


def run(args: argparse.Namespace) -> int:
    if args.last:
        return _last(args)
    if args.shell or args.file:
        return _guards(args)
    if not args.prompt:
        args.parser.error("pass a prompt, --last, --shell or --file")
    only = (
        _whole(args.memory, options.place(args))
        if args.memory and not args.db_url
        else args.memory
    )
    request = Request(
        " ".join(args.prompt),
        mode="auto",
        transcript=args.transcript,
        despite_off=True,
        brief=None if args.db_url else given_by(open_brief(os.getcwd(), args.root)),
    )
    trace = find(args, request)
    return answer(
        args.format,
        explained(trace, only or ""),
        lambda _: explain_text.as_text(trace, only),
    )


def _whole(id: str, place: Place) -> str:
    """The one ID that starts with this text; any other text stays, since not being a candidate is an answer too."""
    begun = find_record.beginnings(place, id)
    if any(entry.id == id for _, entry in begun):
        return id
    entry = find_record.single_beginning([entry for _, entry in begun], id)
    return entry.id if entry is not None else id


def _last(args: argparse.Namespace) -> int:
    root = project_store(args.root).root
    last = ledger.newest("prompt", root) or {}
    text = lined(_told(last)) if last else f"no prompt has come from {root} yet\n"
    return answer(args.format, last, lambda _: text)


def _guards(args: argparse.Namespace) -> int:
    store = project_store(args.root)
    value = (
        explain_command(store, args.shell)
        if args.shell
        else explain_file(store, args.file)
    )
    return answer(args.format, value, _said)


def _said(value: JsonObject) -> str:
    lines = [*map(_verdict, value["guards"])] or ["no guard matches\n"]
    if "memories" not in value:
        return "".join(lines)
    for memory in value["memories"]:
        lines.append(
            f"pointed to once a session when the file is read: {memory['path']}\n"
        )
    if not value["memories"]:
        lines.append(
            "no memory names the file in its `related_files`, so reading it brings none\n"
        )
    return "".join(lines)


def _verdict(found: JsonObject) -> str:
    rule, effect, last = found["rule"], found["effect"], found["last"] or {}
    if found["accepted"]:
        head = f"{rule} ({effect})  {DOES[effect]}, accepted"
    else:
        head = f"{rule} ({effect})  {DOES['remind']}, until `memories review {rule} --keep` accepts its guard"
    if isinstance(last.get("at"), int):
        head += f"; last: {last.get('outcome')}, " + format_time(last["at"])
    return "\n    ".join([one_line(head, 400), one_line(found["message"], 500)]) + "\n"


def _told(entry: JsonObject) -> list[str]:
    """A line of the ledger in sentences: the prompt, when it was, and what it got."""
    at, prompt = entry.get("at"), entry.get("prompt")
    if isinstance(prompt, str):
        lines = ["prompt: " + one_line(prompt, 200)]
    else:
        lines = [
            "prompt: not kept (set logging.enabled in your own configuration to keep prompts)"
        ]
    if isinstance(at, int):
        ago = in_words(environment.now() - at) if environment.now() > at else ""
        when = format_time(at)
        lines.append(f"time: {when}, {ago} ago" if ago else f"time: {when}")
    lines += _given(entry)
    if entry.get("complete") is False:
        lines.append("the search index was still being built")
    return [*lines, "why: memories why 'the prompt'"]


def _given(entry: JsonObject) -> list[str]:
    injected = [
        pair
        for pair in entry.get("injected") or []
        if isinstance(pair, list) and len(pair) == 2
    ]
    titles = [path for path in entry.get("shortlist") or [] if isinstance(path, str)]
    got = []
    if injected:
        got.append(f"{len(injected)} injected")
    if titles:
        got.append("shortlist of " + counted(len(titles), "title"))
    decision = ", ".join(got) or "silent"
    lines = [f"decision: {decision} ({entry.get('ms')} ms)"]
    lines += [f"  {score:.2f}  " + one_line(path, 300) for path, score in injected]
    return lines + ["  title  " + one_line(path, 300) for path in titles]
