"""`memories why`: the pipeline's own trace for a prompt, and what the last prompt got."""

from __future__ import annotations

import os

from ..brief.collect import given_by, open_brief
from ..core import config
from ..core.clock import format_time, in_words
from ..core.counted import counted
from ..core.sanitize import one_line
from ..library.records import explained
from ..retrieve import explain_text
from ..retrieve.trace import Request
from ..save import find as find_record
from ..state import ledger
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
    "score, the reason, and what to do about it. --last shows what the last prompt got."
)
EXAMPLES = (
    "memories why 'the upload hangs again'",
    "memories why 'rotate the signing keys' --memory rotate-signing-keys",
    "memories why --last",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("prompt", nargs="*", metavar="PROMPT", help="the prompt as you would type it")
    parser.add_argument(
        "--memory", metavar="ID", help="explain only this memory (its ID, the start of its ID, or its path)"
    )
    parser.add_argument("--transcript", default="", metavar="FILE", help="the conversation before the prompt")
    options.add_db_url(parser)
    options.add_workspace(parser)
    parser.add_argument("--last", action="store_true", help="what the last prompt in this project got, from the ledger")


def run(args: argparse.Namespace) -> int:
    if args.last:
        return _last(args)
    if not args.prompt:
        args.parser.error("pass a prompt, or --last")
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
    nothing = "the ledger has no prompt from %s yet\n" % store.root
    return answer(args.format, last, lambda last: "".join(line + "\n" for line in _told(last)) if last else nothing)


def _told(entry: dict[str, Any]) -> list[str]:
    """A line of the ledger in sentences: the prompt, when it was, and what it got."""
    at, prompt, ms = entry.get("at"), entry.get("prompt"), entry.get("ms")
    lines = []
    if isinstance(prompt, str):
        lines.append("prompt: " + one_line(prompt, 200))
    else:
        lines.append("prompt: not kept (set logging.enabled in your own configuration to keep prompts)")
    if isinstance(at, int):
        ago = in_words(config.now() - at) if config.now() > at else ""
        lines.append("time: %s%s" % (format_time(at), ", %s ago" % ago if ago else ""))
    injected = [pair for pair in entry.get("injected") or [] if isinstance(pair, list) and len(pair) == 2]
    titles = [path for path in entry.get("shortlist") or [] if isinstance(path, str)]
    got = ["%d injected" % len(injected)] if injected else []
    got += ["shortlist of %s" % counted(len(titles), "title")] if titles else []
    lines.append("decision: %s (%s ms)" % (", ".join(got) or "silent", ms))
    lines += ["  %.2f  %s" % (score, one_line(path, 300)) for path, score in injected]
    lines += ["  title  %s" % one_line(path, 300) for path in titles]
    if entry.get("complete") is False:
        lines.append("the search index was still being built")
    return [*lines, "why: memories why 'the prompt'"]
