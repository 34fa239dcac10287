"""Writing records by hand: a commented template in the user's editor, saved like any other input.

Lines that begin with # are comments; the rest is JSON. When it is refused, the file is kept and the error names it.
"""

from __future__ import annotations

import os
import sys

from ..core import environment, programs
from ..core.errors import RecordError, StoreError
from ..core.files import remove_quietly
from ..core.model import Problem
from ..redact.redact import redact, redact_tree
from ..state.folders import private_folder
from ..store import schema, writer
from . import draft, find, merge
from .batch import read_bytes
from .edit import read
from .request import SaveOutcome, SaveRequest
from .service import save
from .writable import existing_store, find_writable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

SAVE = "memories save --file %s"
EDITABLE = ("title", "tags", "related_files", "confidence", "aliases", "supersedes", "anchors", "guard", "content")
FROM_OLD = ("schema_version", "category", "id", "created_at")
REMARKS = (
    "# Tags can be added; old ones are dropped only to make room. The title is one line of at most 120 "
    "characters.\n"
    "# Aliases: 4 to 8 phrases that somebody else would search for, in other words than the title's.\n"
)
FREE = (
    "# Lines that start with # are ignored. Save the file and close the editor to store the record; empty "
    "the file to cancel.\n"
)


def save_edited(request: SaveRequest) -> SaveOutcome:
    """Opens a template for a new record, or the record that `request.update_id` names, and saves the result.

    `request.data` prefills the template.
    """
    if request.update_id:
        return edit(request.update_id, request)
    category = draft.category_of(request.category or request.data.get("category"))
    fields = {
        "category": category,
        "title": request.title or request.data.get("title") or "",
        "tags": request.data.get("tags") or [],
        "aliases": request.data.get("aliases") or [],
    }
    fields["content"] = {**_empty(category), **(request.data.get("content") or {})}
    return _through_editor(request.replace(category=category, title=""), fields, {}, _root(request))


def edit(id: str, request: SaveRequest) -> SaveOutcome:
    """Opens an existing record in the editor. RecordError when somebody else has changed it in the meantime."""
    store = existing_store(request.store, request.cwd, request.root)
    entry = find.find_in(store, store.entries(), id)
    old = read(store, entry)
    from ..core.files import content_digest

    digest = content_digest(store.content(entry.path) or b"")
    content = {**dict.fromkeys(schema.lacking(entry.kind, old["content"]), ""), **old["content"]}
    known = {**old, "aliases": old.get("aliases") or [], "content": content}
    fields = {key: known[key] for key in EDITABLE if known.get(key) is not None}
    base = {key: old[key] for key in FROM_OLD}
    lists = ("tags", "related_files", *merge.LIST_FIELDS)
    base.update({key: [] for key in lists if old.get(key)})  # a list emptied in the editor is emptied
    base.update({key: None for key in draft.REMOVABLE if old.get(key) is not None})  # and what is taken out is gone
    request = request.replace(update_id=entry.path, digest=digest, category=entry.kind, title="", drops=True)
    return _through_editor(request, fields, base, os.path.realpath(store.root))


def fill(fields: dict[str, Any], category: str, root: str) -> tuple[dict[str, Any] | None, str]:
    """(the edited fields, the file); None for the fields when nothing changed. RecordError names the file."""
    file = os.path.join(private_folder("edit", root), "%s-%d.json" % (category.replace("_", "-"), os.getpid()))
    editor = _editor()
    text = _help(category) + _json(fields)
    writer.write_file(file, text.encode("utf-8"), 0o600, durable=False)
    edited = text
    try:
        _open_editor(editor, file)
    finally:
        edited = (read_bytes(file) or b"").decode("utf-8", "replace")
        if edited != text:
            _keep(file, edited)
    if edited == text or not draft.uncommented(edited).strip():
        return None, file
    try:
        return draft.parse(draft.uncommented(edited)), file
    except RecordError as error:
        problems = (*error.problems, _kept(file, SAVE % file))
        raise RecordError(f"{error}; your text is kept in {file}", problems) from None


def _keep(file: str, edited: str) -> None:
    """Rewrites the user's file without secrets, if it has any: the file may be kept for long."""
    try:
        value = draft.parse(draft.uncommented(edited))
    except RecordError:
        kept, found = redact(edited)
    else:
        value, found = redact_tree(value)
        comments, more = redact("".join(line for line in edited.splitlines(True) if line.startswith("#")))
        kept, found = comments + _json(value), found + more
    if found:
        writer.write_file(file, kept.encode("utf-8"), 0o600, durable=False)


def _through_editor(request: SaveRequest, fields: dict[str, Any], base: dict[str, Any], root: str) -> SaveOutcome:
    data, file = fill(fields, request.category, root)
    if data is None:
        remove_quietly(file)
        return SaveOutcome(
            status="unchanged", id=base.get("id") or "", notes=["nothing was changed in the editor"], changed=False
        )
    id = base.get("id")
    command = f"memories save --update {id} --file {file}" if id else SAVE % file
    request = request.replace(data={**base, **_without_blanks(data)})
    outcome: SaveOutcome = keeping(file, command, lambda: save(request))
    return outcome


def keeping(file: str, command: str, write: Callable[[], Any]) -> Any:
    """What `write` returns, and the file that was edited is removed; a RecordError of it names the file instead."""
    try:
        out = write()
    except RecordError as error:
        raise RecordError(str(error), (*error.problems, _kept(file, command))) from None
    remove_quietly(file)
    return out


def _kept(file: str, command: str) -> Problem:
    return Problem(path=file, message=f"your text is kept here; correct it and run `{command}`")


def _editor() -> str:
    """The command that opens the user's editor. StoreError when only vi is left and there is no terminal for it."""
    command = environment.get("VISUAL") or environment.get("EDITOR") or ("notepad" if environment.WINDOWS else "")
    if not command and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise StoreError(
            "no editor can be opened: this is not a terminal, and neither VISUAL nor EDITOR is set; "
            "set EDITOR, or give the record as JSON to `memories save` (with --update ID to change one)"
        )
    return command or programs.find("vi") or "vi"


def _open_editor(command: str, file: str) -> None:
    import shlex
    import subprocess

    try:
        code = subprocess.call([*shlex.split(command), file])
    except OSError as error:
        raise StoreError(f"{command}: cannot be started ({error.strerror}); set VISUAL or EDITOR") from error
    if code:
        raise StoreError(
            "%s exited with code %d; nothing was saved, and your text is kept in %s" % (command, code, file)
        )


def _without_blanks(data: dict[str, Any]) -> dict[str, Any]:
    """The record without blank fields: they count as not given."""
    out = {key: value for key, value in data.items() if value not in ("", [], None)}
    if isinstance(out.get("content"), dict):
        out["content"] = {key: value for key, value in out["content"].items() if value not in ("", [], {}, None)}
    return out


def _empty(category: str) -> dict[str, Any]:
    """Every content key of a category, with an empty value."""
    blank = {"list": [], "object": {}, "boolean": True}
    return {key: blank.get(spec[0], "") for key, (spec, _) in schema.CONTENT[category].items()}


def _help(category: str) -> str:
    lines = [FREE, f"# A {category}. Content keys (* = required):\n"]
    for key, (spec, needed) in schema.CONTENT[category].items():
        kind = {"list": "list of strings", "boolean": "true or false", "object": "object"}.get(spec[0], "text")
        if spec[0] == "enum":
            kind = " | ".join(spec[1])
        if spec[0] == "list" and spec[1][0] == "object":
            kind = "list of {{{}}}".format(", ".join(spec[1][1]))
        lines.append("#   {}{}: {}\n".format(key, "*" if needed else "", kind))
    return "".join(lines) + REMARKS


def _json(fields: dict[str, Any]) -> str:
    import json

    return json.dumps(fields, ensure_ascii=False, indent=2) + "\n"


def _root(request: SaveRequest) -> str:
    return os.path.realpath(find_writable(request.store, request.cwd, request.root).root)
