"""Shows what a plan changes, makes the changes, and takes them back.

A set-up is remembered in the state folder. Undoing it restores each file byte for byte if the file is unchanged since;
otherwise only what is ours is removed.
"""

from __future__ import annotations

import difflib
import json
import os

from ..core import environment, programs
from ..core.errors import ConfigError
from ..core.files import remove_quietly, remove_unfinished, write_private
from ..core.model import JsonObject, Value
from ..core.repository import upwards
from ..core.shell import command_line
from ..hosts import Host, find, names
from ..hosts.plan import KEEP, Choice, Command, File, Plan, Setting
from ..state.folders import read_object
from ..store.writer import make_folder, write_file
from . import plugin, settings
from .settings import read_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    Edit = tuple[
        str, "str | None", "str | None"
    ]  # path, text before, text after; None for no file


class Changes(Value):
    """Commands as text, `files` as [{path, diff}], `snippets` as [{path, snippet}] to add or remove by hand.

    `folders` are copied whole, or removed.
    """

    commands: list[str]
    files: list[dict[str, str]]
    snippets: list[dict[str, str]]
    folders: tuple[str, ...] = ()


def plan(host: str, own_memory: str = KEEP, project: str = "") -> Plan:
    """The plan of a host. ConfigError when something it needs is missing.

    own_memory  what to do with the memory that the host has itself, one of the plan's choices
    project     a folder, for a choice that changes a project's settings
    """
    made = find(host).plan(plugin.folder())
    there = _there(made.commands[0]) if made.commands else ""
    copied = made.copied and (not there or plugin.folder() in there)
    files = tuple(map(_with_text, made.files))
    made = made.replace(host=host, copied=copied, files=files)
    choice = _chosen(made, own_memory)
    asked: tuple[Setting, ...] = (
        (_located(choice.setting, project),) if choice.setting else ()
    )
    return made.replace(settings=made.settings + asked, notes=made.notes + choice.notes)


def _chosen(plan: Plan, own_memory: str) -> Choice:
    """Without a word on a memory that the user's own settings have switched off already."""
    choice = plan.own_memory.get(own_memory)
    if choice is None and own_memory != KEEP:
        raise ConfigError(f"{plan.host}: setup cannot change this host's own memory")
    possible = [other.setting for other in plan.own_memory.values() if other.setting]
    is_off = any(
        os.path.isabs(setting.path) and _holds(setting) for setting in possible
    )
    return Choice() if choice is None or (own_memory == KEEP and is_off) else choice


def _located(setting: Setting, project: str) -> Setting:
    """With its absolute path. ConfigError where a link of the project could lead to any other file."""
    if os.path.isabs(setting.path):
        return setting
    if not project:
        raise ConfigError(f"{setting.path}: there is no project here; run this in one")
    path = os.path.join(os.path.realpath(project), setting.path)
    if os.path.realpath(path) != path:
        raise ConfigError(f"{path}: leads through a link; edit the file by hand")
    return setting.replace(path=path)


def installed() -> list[str]:
    """The hosts that this machine seems to have, by their command or their folder."""
    return [name for name in names() if _is_here(find(name))]


def _is_here(host: Host) -> bool:
    folder = os.path.join(environment.home() or os.sep, host.folder())
    return bool(programs.find(host.command or host.name) or os.path.isdir(folder))


def _with_text(file: File) -> File:
    path = os.path.join(plugin.source(), *file.part.split("/"))
    return file.replace(text=read_text(path)) if file.part else file


def _there(command: Command) -> str:
    """What tells that a command has run, as text; "" when it has not."""
    text = read_text(command.path) or ""
    if isinstance(command.sign, str):
        return text if command.sign in text else ""
    value = _value(text)
    for key in command.sign:
        value = value.get(key) if isinstance(value, dict) else None
    return "" if value in (None, False) else json.dumps(value, ensure_ascii=False)


def _value(text: str) -> Any:
    try:
        return settings.loads(text)
    except ConfigError:
        return None


def is_begun(plan: Plan) -> bool:
    """Whether the host's own files name us, though a part may be missing, or be switched off."""
    if plan.commands:
        return all(_is_named(command) for command in plan.commands)
    return any(os.path.exists(file.path) for file in plan.files) or is_set_up(plan)


def _is_named(command: Command) -> bool:
    name = (
        command.sign if isinstance(command.sign, str) else json.dumps(command.sign[-1])
    )
    return name in (read_text(command.path) or "")


def is_set_up(plan: Plan) -> bool:
    """Whether nothing is left to do. ConfigError when settings cannot be read."""
    changes = preview(plan)
    return not (changes.commands or changes.files or changes.snippets)


def preview(plan: Plan, undo: bool = False) -> Changes:
    """What is left to be changed; nothing is written. ConfigError names a file that cannot be read or edited."""
    left = [command for command in plan.commands if bool(_there(command)) == undo]
    commands = [command.undo if undo else command.argv for command in left]
    edits = list(_edits(plan, undo))
    folders = _folders(plan, undo)
    if folders and not undo and not commands:
        commands = list(plan.renew)
    return Changes(
        folders=folders,
        commands=[command_line(*words) for words in commands],
        files=[
            {"path": path, "diff": diff(path, before, after)}
            for path, before, after in edits
        ],
        snippets=list(_snippets(plan, undo, {path for path, _, _ in edits})),
    )


def apply(plan: Plan, run: Callable[[list[str]], None]) -> Changes:
    """Sets up: the plugin's copy, the host's commands, the files. Gives what was done, and what is left by hand."""
    planned = preview(
        plan
    )  # raises for a file with a syntax error before anything happens
    if not planned.commands and not planned.files and not planned.folders:
        return planned
    commands = [command.argv for command in plan.commands if not _there(command)]
    remembered = _recall(plan.host)
    for path in _paths(plan, undo=False):
        remembered.setdefault(
            path, {"before": read_text(path), "folders": _missing_folders(path)}
        )
    _remember(plan.host, remembered)
    if planned.folders:
        plugin.write()
        commands = commands or list(plan.renew)
    for argv in commands:
        run(argv)
    done = preview(plan)
    _write(plan, remembered)
    return done.replace(commands=planned.commands, folders=planned.folders)


def _write(plan: Plan, remembered: JsonObject) -> None:
    """Writes the files of a plan; what they hold then, and which settings were asked for, is remembered."""
    asked = [
        setting for setting in plan.settings if setting.asked and not _holds(setting)
    ]
    edits = {edit[0]: edit for edit in _edits(plan, undo=False)}
    for edit in edits.values():
        put(*edit)
    for setting in asked:
        if setting.path in edits:
            remembered[setting.path].setdefault("asked", {}).update(setting.part)
    for path in remembered:
        remembered[path]["after"] = read_text(path)
    _remember(plan.host, remembered)


def take_back(plan: Plan, run: Callable[[list[str]], None]) -> Changes:
    """Takes a set-up back. Gives what was done, and the snippets left to remove by hand."""
    planned = preview(plan, undo=True)
    remembered = _recall(plan.host)
    untouched, folders = set(), set[str]()
    for path, entry in remembered.items():
        if "after" in entry and read_text(path) == entry["after"]:
            untouched.add(path)
    for command in reversed(plan.commands):
        if _there(command):
            run(command.undo)
    for edit in list(_edits(plan, undo=True)):
        put(*edit)
    for path, entry in remembered.items():
        now, before = read_text(path), entry.get("before")
        if path in untouched and now != before:
            put(path, now, before)
        folders.update(entry.get("folders") or ())
    _remove_folders(folders)
    remove_quietly(_memory_file(plan.host))
    if planned.folders:
        plugin.remove()
    return planned.replace(snippets=preview(plan, undo=True).snippets)


def _folders(plan: Plan, undo: bool) -> tuple[str, ...]:
    """The copy of the plugin, where it is to be made, or removed with the last host that starts it."""
    if not plan.copied:
        return ()
    if not undo:
        return () if plugin.is_current() else (plugin.folder(),)
    for name in names():
        other = name != plan.host and os.path.exists(_memory_file(name))
        if other and find(name).plan(plugin.folder()).copied:
            return ()
    return (plugin.folder(),) if os.path.isdir(plugin.folder()) else ()


def _paths(plan: Plan, undo: bool) -> Iterable[str]:
    """The files that a plan writes itself or through a command, each once."""
    paths = [command.path for command in plan.commands] + [
        file.path for file in plan.files
    ]
    return dict.fromkeys(paths + [setting.path for setting in _settings(plan, undo)])


def _settings(plan: Plan, undo: bool) -> tuple[Setting, ...]:
    """Those of the plan; to undo, also what earlier calls were asked for."""
    remembered = _recall(plan.host) if undo else {}
    asked = [
        Setting(path, entry["asked"])
        for path, entry in remembered.items()
        if entry.get("asked")
    ]
    return (*plan.settings, *asked)


def _edits(plan: Plan, undo: bool) -> Iterator[Edit]:
    """The changes to files that are left to make."""
    for file in plan.files:
        text = read_text(file.path)
        after: str | None = file.text
        if undo:
            after = None if text == file.text else text
        if after != text:
            yield file.path, text, after
    ours = _settings(plan, undo)
    for path in dict.fromkeys(setting.path for setting in ours):
        text = after = read_text(path)
        for setting in ours:
            edited = _edited(setting, after, undo) if setting.path == path else None
            after = after if edited is None else edited
        if after is not None and after != (text or ""):
            yield path, text, after


def _snippets(plan: Plan, undo: bool, edited: set[str]) -> Iterator[dict[str, str]]:
    """The settings that the person changes by hand: those marked so, and those that cannot be edited without loss."""
    for setting in (*_settings(plan, undo), *plan.by_hand):
        if setting.path not in edited and _holds(setting) == undo:
            yield {
                "path": setting.path,
                "snippet": json.dumps(setting.part, indent=2, ensure_ascii=False),
            }


def _edited(setting: Setting, text: str | None, undo: bool) -> str | None:
    try:
        return (
            settings.remove(text, setting.part)
            if undo
            else settings.add(text, setting.part)
        )
    except ConfigError as error:
        raise _unusable(setting.path, error) from None


def _holds(setting: Setting) -> bool:
    text = read_text(setting.path)
    try:
        return settings.holds(settings.loads(text), setting.part)
    except ConfigError as error:
        raise _unusable(setting.path, error) from None


def _unusable(path: str, error: ConfigError) -> ConfigError:
    return ConfigError(
        f"{path}: {error}; the file was not changed. Correct it and try again"
    )


def diff(path: str, before: str | None, after: str | None) -> str:
    """A unified diff; a missing file is /dev/null."""
    lines = difflib.unified_diff(
        (before or "").splitlines(True),
        (after or "").splitlines(True),
        "/dev/null" if before is None else path,
        "/dev/null" if after is None else path,
    )
    return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)


def put(path: str, before: str | None, after: str | None) -> None:
    """Through a link the file behind it is written; its permissions stay. What a killed writer left beside it goes."""
    target = os.path.realpath(path)
    remove_unfinished(*os.path.split(target))
    if after is None:
        os.unlink(path)
        return
    make_folder(os.path.dirname(target))
    mode = os.stat(target).st_mode & 0o777 if before is not None else 0o644
    write_file(target, after.encode("utf-8"), mode)
    os.chmod(target, mode)


def _missing_folders(path: str) -> list[str]:
    above = upwards(os.path.dirname(path))
    return [folder for folder in above if not os.path.isdir(folder)]


def _remove_folders(folders: set[str]) -> None:
    """Removes the folders that were made for the set-up and are empty now."""
    for folder in sorted(folders, key=len, reverse=True):
        try:
            os.rmdir(folder)
        except OSError:
            pass


def _memory_file(host: str) -> str:
    if not environment.state_dir():
        raise ConfigError(
            "no home folder; set XDG_STATE_HOME, where the setup is recorded so that it can be undone"
        )
    return os.path.join(environment.state_dir(), "setup", f"{host}.json")


def _recall(host: str) -> JsonObject:
    return read_object(_memory_file(host))


def _remember(host: str, value: JsonObject) -> None:
    write_private(_memory_file(host), json.dumps(value).encode("ascii"))
