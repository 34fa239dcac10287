"""`memories brief`: what a session starts with."""

from __future__ import annotations

import argparse
import os

from ..brief.collect import open_brief
from ..brief.values import SECTIONS, Brief, Entry
from ..core.model import JsonObject
from ..core.sanitize import one_line
from ..store.place import no_store
from . import options
from .options import EMPTY
from .output import answer, colour, lined, note

HELP = "Print the brief that a session starts with: where work stopped, the active rules, and one line per memory."
EXAMPLES = ("memories brief", "memories brief --why", "memories brief --format json")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.flag(parser, "--why", "explain why each memory is where it is")


def run(args: argparse.Namespace) -> int:
    opened = open_brief(os.getcwd(), args.root)
    if opened is None:
        raise no_store()
    for warning in opened.config.warnings:
        note(warning)
    if opened.config.get("session.brief") == "off":
        note("session.brief is off, so sessions start without this brief")
    brief = opened.brief
    if args.why:
        text = as_text(brief)
    else:
        text = f"{brief.text}\n" if brief.text else EMPTY
    return answer(args.format, as_json(brief), lambda _: text)


def as_json(brief: Brief) -> JsonObject:
    """The contract of `memories brief --format json`; `left_out` counts what did not fit or is not shown."""
    sections = []
    for name in SECTIONS:
        memories = [_entry(entry) for entry in brief.entries if entry.section == name]
        if memories:
            sections.append({"name": name, "memories": memories})
    return {
        "text": brief.text,
        "characters": len(brief.text),
        "sections": sections,
        "left_out": len(brief.left_out),
        "not_shown": [_entry(entry) for entry in brief.left_out],
    }


def as_text(brief: Brief) -> str:
    """A line for each memory with the reason, section by section."""
    groups = {}
    for name, (title, _) in SECTIONS.items():
        groups[title] = [entry for entry in brief.entries if entry.section == name]
    groups["Not shown"] = list(brief.left_out)
    lines = [f"{len(brief.text)} characters, {len(brief.entries)} memories"]
    for title, entries in groups.items():
        if entries:
            lines += ["", colour(f"{title} ({len(entries)})", "bold")]
        for entry in entries:
            lines.append(
                "  "
                + one_line(entry.memory.path, 200)
                + ": "
                + one_line(entry.reason, 200)
            )
    return lined(lines)


def _entry(entry: Entry) -> JsonObject:
    return {
        "id": entry.memory.id,
        "path": entry.memory.path,
        "title": entry.memory.title,
        "scope": entry.store.kind.name,
        "reason": entry.reason,
    }
