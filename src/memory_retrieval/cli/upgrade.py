"""`memories upgrade`: the versions in use, and the exact commands that update them. Runs and changes nothing."""

from __future__ import annotations

import json
import os
import shlex
import sys
from urllib.parse import unquote, urlsplit

from ..core.environments import NAME
from ..core.paths import REPOSITORY
from ..doctor.copies import CACHE, Copy, version_of
from ..doctor.hosts import LOOKS
from ..hosts import find
from ..setup import apply, plugin
from .main import version
from .output import colour, print_json, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

HELP = (
    "Show which version this command and each agent's host run, and print the commands that update them. It runs "
    "none of them and asks nobody for a newer version: `git pull` in the clone, or your package manager, does."
)
EXAMPLES = ("memories upgrade", "memories upgrade --format json")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    pass


def run(args: argparse.Namespace) -> int:
    kind, place, command = _this()
    found = _hosts(command)
    answer = {"version": version(), "kind": kind, "path": place, "command": command, "hosts": found}
    if args.format == "json":
        print_json(answer)
        return 0
    write("%s %s, %s %s\n" % (colour("memories", "bold"), answer["version"], kind, place))
    write("    %s\n" % command)
    for host in found:
        write("%s %s, %s\n" % (colour(host["host"], "bold"), host["version"], host["path"]))
        write("    %s\n" % host["command"])
    if not found:
        write("no agent's host is set up; `memories setup claude`, `codex` or `gemini` does it\n")
    return 0


def _hosts(own: str) -> list[dict[str, str]]:
    """What each host that is set up starts, and what updates it."""
    found = []
    for host in apply.installed():
        for copy in LOOKS[host](os.getcwd()).copies if host in LOOKS else ():
            entry = {"host": host, "version": version_of(copy.root), "path": copy.root}
            found.append({**entry, "command": _update(host, copy, own)})
    return found


def _update(host: str, copy: Copy, own: str) -> str:
    root = os.path.realpath(copy.root)
    clone = _clone(root) or _clone(os.path.dirname(root))
    if copy.origin == CACHE and find(host).update and not _from_here(host):
        return find(host).update.format(market=copy.name.partition("@")[2], name=copy.name)
    if clone:
        return _pull(clone)
    return "%s && memories setup %s" % (own, host) if own else "memories setup %s" % host


def _from_here(host: str) -> bool:
    """Whether the host's own copy was made from the copy that `memories setup` makes."""
    return apply.plan(host).copied


def _this() -> tuple[str, str, str]:
    """(what this command is, where, what updates it)."""
    if _clone(REPOSITORY):
        return "the clone", REPOSITORY, _pull(REPOSITORY)
    if plugin.source() == plugin.INSTALLED:
        return "the package in", sys.prefix, _reinstall()
    return "a copy in", REPOSITORY, ""


def _clone(folder: str) -> str:
    return folder if os.path.exists(os.path.join(folder, ".git")) else ""


def _pull(folder: str) -> str:
    return shlex.join(["git", "-C", folder, "pull", "--ff-only"])


def _reinstall() -> str:
    """What installs the package anew from where it came from, by the tool that installed it."""
    origin = _origin()
    pull = _pull(origin) + " && " if _clone(origin) else ""
    parts = os.path.normpath(sys.prefix).split(os.sep)
    if os.path.exists(os.path.join(sys.prefix, "uv-receipt.toml")):
        return pull + "uv tool upgrade --reinstall " + NAME
    if parts[-2:] == ["venvs", NAME]:
        return pull + "pipx reinstall " + NAME
    words = [sys.executable, "-m", "pip", "install", "--force-reinstall", "--no-deps", origin or "PATH-OF-THE-CLONE"]
    return pull + shlex.join(words)


def _origin() -> str:
    """Where the installed package came from, as its installer noted: a folder, a file, or a git address; "" unknown."""
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        noted = json.loads(distribution(NAME).read_text("direct_url.json") or "{}")
    except (PackageNotFoundError, ValueError):
        return ""
    url = str(noted.get("url") or "")
    if url.startswith("file:"):
        return unquote(urlsplit(url).path)
    return "git+" + url if "vcs_info" in noted else url
