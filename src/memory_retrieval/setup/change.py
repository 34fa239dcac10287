"""What a set-up changes: files, with what they held before, and commands of the host itself. Shown, applied, taken back.

A set-up is remembered in the state folder, private, so that taking it back restores files byte for byte when nobody has
changed them since; else only what is ours is taken out.
"""

from __future__ import annotations

import difflib
import json
import os

from ..core import config
from ..core.errors import ConfigError
from ..state.folders import read_private
from ..store.writer import make_folder, write_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Edit = Callable[[str | None], str | None]

MAX_SETTINGS = 16_777_216  # bytes


class FileChange:
    """One file: `edit` gives its text with our part, `clean` without; None stands for no file."""

    __slots__ = ("clean", "edit", "path")

    def __init__(
        self, path: str, edit: Callable[[str | None], str | None], clean: Callable[[str | None], str | None]
    ) -> None:
        self.path, self.edit, self.clean = path, edit, clean


class Command:
    """A command of the host: `argv` sets up, `undo` takes back; `touches` names the file it edits; `done`: it is so already."""

    __slots__ = ("argv", "done", "touches", "undo")

    def __init__(self, argv: list[str], undo: list[str], touches: str, done: Callable[[str | None], bool]) -> None:
        self.argv, self.undo, self.touches, self.done = argv, undo, touches, done


class Plan:
    """Everything a host needs. `notes` are for the person."""

    __slots__ = ("commands", "files", "host", "notes")

    def __init__(
        self,
        host: str,
        files: list[FileChange] | tuple[()] = (),
        commands: list[Command] | tuple[()] = (),
        notes: list[str] | tuple[()] = (),
    ) -> None:
        self.host, self.files, self.commands, self.notes = host, list(files), list(commands), list(notes)


def preview(plan: Plan, undo: bool = False) -> tuple[list[str], list[dict[str, str]]]:
    """(commands as text, [{path, diff}]) of what would be changed; nothing is written."""
    commands = []
    for command in plan.commands:
        if command.done(read(command.touches)) == undo:
            commands.append(" ".join(_quoted(word) for word in (command.undo if undo else command.argv)))
    changes = []
    for change in plan.files:
        before = read(change.path)
        after = _named(change.path, change.clean if undo else change.edit, before)
        if after != before:
            changes.append({"path": change.path, "diff": diff(change.path, before, after)})
    return commands, changes


def apply(plan: Plan, run: Callable[[list[str]], None]) -> bool:
    """Sets up; True when anything was changed. Every file is read and edited in memory before the first is written."""
    commands, changes = preview(plan)  # raises for a file with a syntax error before anything happens
    if not commands and not changes:
        return False
    remembered = _recall(plan.host)
    paths = [command.touches for command in plan.commands] + [change.path for change in plan.files]
    for path in dict.fromkeys(paths):
        remembered.setdefault(path, {"before": read(path), "folders": _missing_folders(path)})
    _remember(plan.host, remembered)
    for command in plan.commands:
        if not command.done(read(command.touches)):
            run(command.argv)
    for change in plan.files:
        before = read(change.path)
        after = _named(change.path, change.edit, before)
        if after is not None and after != before:
            _write(change.path, after, before)
    for path in remembered:
        remembered[path]["after"] = read(path)
    _remember(plan.host, remembered)
    return True


def take_back(plan: Plan, run: Callable[[list[str]], None]) -> bool:
    """Takes a set-up back; True when anything was changed."""
    remembered = _recall(plan.host)
    commands, changes = preview(plan, undo=True)
    untouched = {path: read(path) == entry.get("after") for path, entry in remembered.items()}
    for command in reversed(plan.commands):
        if command.done(read(command.touches)):
            run(command.undo)
    for change in reversed(plan.files):
        before = read(change.path)
        _put(change.path, _named(change.path, change.clean, before), before)
    for path, entry in remembered.items():
        now, was = read(path), entry.get("before")
        if now != was and (untouched[path] or _same(now, was)):
            _put(path, was, now)
    for folder in sorted(
        {folder for entry in remembered.values() for folder in entry.get("folders") or ()}, key=len, reverse=True
    ):
        try:
            os.rmdir(folder)  # those that were made for it, when nothing else lies there now
        except OSError:
            pass
    try:
        os.unlink(_memory_file(plan.host))
    except OSError:
        pass
    return bool(commands or changes)


def read(path: str) -> str | None:
    """The text of a settings file, new lines as they are; None when there is none. ConfigError when it cannot be read."""
    try:
        with open(path, encoding="utf-8", newline="") as file:
            return file.read(MAX_SETTINGS)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except UnicodeDecodeError as error:
        raise ConfigError(
            "%s: is not UTF-8 (byte %d); nothing was changed, save it as UTF-8" % (path, error.start)
        ) from None
    except OSError as error:
        raise ConfigError("%s: cannot be read: %s; nothing was changed" % (path, error.strerror)) from None


def diff(path: str, before: str | None, after: str | None) -> str:
    """A unified diff; a missing file is /dev/null."""
    lines = difflib.unified_diff(
        (before or "").splitlines(True),
        (after or "").splitlines(True),
        "/dev/null" if before is None else path,
        "/dev/null" if after is None else path,
    )
    return "".join(line if line.endswith("\n") else line + "\n" for line in lines)


def _named(path: str, edit: Edit, before: str | None) -> str | None:
    try:
        return edit(before)
    except ConfigError as error:
        raise ConfigError("%s: %s; the file is untouched, correct it and try again" % (path, error)) from None


def _put(path: str, text: str | None, before: str | None) -> None:
    if text is None:
        if before is not None:
            os.unlink(path)
    elif text != before:
        _write(path, text, before)


def _write(path: str, text: str, before: str | None) -> None:
    """Through a link the file behind it is written; its permissions stay."""
    target = os.path.realpath(path)
    make_folder(os.path.dirname(target))
    mode = os.stat(target).st_mode & 0o777 if before is not None else 0o644
    write_file(target, text.encode("utf-8"), mode)
    os.chmod(target, mode)


def _same(now: str | None, was: str | None) -> bool:
    """Whether two texts differ in nothing but white space, or hold the same JSON."""
    if now is None or was is None:
        return was is None and (now or "").strip() in ("", "{}")
    try:
        return bool(json.loads(now) == json.loads(was))
    except ValueError:
        return now.split() == was.split()


def _missing_folders(path: str) -> list[str]:
    missing, folder = [], os.path.dirname(path)
    while folder and not os.path.isdir(folder) and folder != os.path.dirname(folder):
        missing.append(folder)
        folder = os.path.dirname(folder)
    return missing


def _memory_file(host: str) -> str:
    if not config.state_dir():
        raise ConfigError(
            "no home folder: set XDG_STATE_HOME, where a set-up is remembered so that it can be taken back"
        )
    return os.path.join(config.state_dir(), "setup", host + ".json")


def _recall(host: str) -> dict[str, Any]:
    value = read_private(_memory_file(host))
    return value if isinstance(value, dict) else {}


def _remember(host: str, value: dict[str, Any]) -> None:
    path = _memory_file(host)
    make_folder(os.path.dirname(path), 0o700)
    write_file(path, json.dumps(value).encode("ascii"), 0o600, durable=False)


def _quoted(word: str) -> str:
    return (
        word
        if word.replace("/", "").replace("-", "").replace("@", "").replace(".", "").replace("_", "").isalnum()
        else '"%s"' % word
    )
