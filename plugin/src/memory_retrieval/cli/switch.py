"""`memories mute`, `off` and `on`: what this user does not want injected. Search still finds everything."""

from __future__ import annotations

import argparse
import os

from ..core import environment
from ..core.repository import repository_root
from ..save import find
from ..state import usage
from ..store.place import Place
from . import options
from .output import answer, note


def _add_mute(parser: argparse.ArgumentParser) -> None:
    options.add_id(parser)
    options.flag(parser, "--off", "unmute it: let it be injected again")
    options.add_dry_run(parser)


def _mute(args: argparse.Namespace) -> int:
    muted, word = not args.off, "unmuted" if args.off else "muted"
    project = options.project_store(args.root).root
    store, entry = find.locate(options.place(args), args.id)
    root = store.root if store.kind.own else project
    already = entry.path in usage.load(root).muted
    if not args.dry_run:
        usage.set_muted(root, entry.path, muted)
    path = entry.path if root == project else store.shown(entry.path)
    value = {
        "status": word if already != muted else f"already_{word}",
        "id": entry.id,
        "path": path,
    }
    start = "would be " if args.dry_run else ""
    return answer(args.format, value, lambda _: f"{start}{word}: {path}\n")


def _switch(args: argparse.Namespace) -> int:
    """Switches the project at --root, or the one around the working folder."""
    off = args.command == "off"
    store = options.place(args).nearest
    root = (
        store.root
        if store
        else os.path.realpath(args.root or repository_root(os.getcwd()) or os.getcwd())
    )
    changed = (usage.is_off(root) != off) if args.dry_run else usage.set_off(root, off)
    state = "would be switched" if args.dry_run and changed else "is"
    value = {"status": args.command, "changed": changed, "root": root}
    answer(
        args.format, value, lambda _: f"injection {state} {args.command} in {root}\n"
    )
    around = (
        []
        if off
        else [
            found.home for found in Place(root=root).around if usage.is_off(found.home)
        ]
    )
    if around:
        note(
            f"it stays off, since it is off in {around[0]}; `memories on --root {around[0]}`"
        )
    if environment.switched_off() and not off:
        note("MEMORIES_OFF is set in the environment, so nothing is injected; unset it")
    return 0


WORDS = {
    "mute": (
        "Stop injecting this memory, for you only and in this repository only. Search still finds it. --off lets it "
        "be injected again.",
        ("memories mute use-tabs", "memories mute use-tabs --off"),
        _add_mute,
        _mute,
    ),
    "off": (
        "Stop injecting memories in this repository, for you only. The commands keep working. `memories on` reverts "
        "it.",
        ("memories off", "memories off --root ~/code/shop"),
        options.add_dry_run,
        _switch,
    ),
    "on": (
        "Inject memories in this repository again after `memories off`.",
        ("memories on",),
        options.add_dry_run,
        _switch,
    ),
}
