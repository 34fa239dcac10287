"""Records in the user's editor, as plain JSON. A text that is refused is kept in its file, which the error names."""

from __future__ import annotations

import os
import sys

from ..core import environment, jsontext, programs
from ..core.errors import RecordError, StoreError
from ..core.files import content_digest, remove_quietly
from ..core.model import Problem, Record
from ..redact.redact import redact, redact_tree
from ..state.folders import private_folder
from ..store import catalog, schema, writer
from ..store.fields import names
from . import draft, find
from .batch import read_bytes
from .edit import read
from .request import SaveOutcome, SaveRequest
from .service import save

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

BLANK: Record = {"list": [], "object": {}, "boolean": True}


def save_edited(request: SaveRequest) -> SaveOutcome:
    """Opens a new record of the request's category, or the record that it updates, and saves the result."""
    if request.update_id:
        return edit(request.update_id, request)
    category = draft.category_of(request.category)
    content = {
        key: BLANK.get(spec[0], "")
        for key, (spec, _) in schema.CONTENT[category].items()
    }
    fields = {
        "category": category,
        "title": request.title,
        "tags": [],
        "aliases": [],
        "content": content,
    }
    root = request.place.target.root
    return _through_editor(
        request.replace(category=category, title="", exact=True), fields, root
    )


def edit(id: str, request: SaveRequest) -> SaveOutcome:
    """Sets a record to what the user makes of it in the editor, or to the request's data if it has any.

    RecordError when somebody else has changed it in the meantime.
    """
    store = request.place.existing()
    entry = find.find_in(request.place, store, catalog.entries(store), id)
    old = read(store, entry)
    digest = content_digest(read_bytes(store.absolute(entry.path)) or b"")
    request = request.replace(
        update_id=entry.path, digest=digest, category=entry.kind, title="", exact=True
    )
    if request.data:
        return save(request)
    content = {
        **dict.fromkeys(schema.lacking(entry.kind, old["content"]), ""),
        **old["content"],
    }
    known = {"aliases": [], **old, "content": content}
    fields = {
        key: known[key]
        for key in (*names("edited"), "content")
        if known.get(key) is not None
    }
    return _through_editor(request, fields, store.root, entry.id)


def fill(fields: Record, category: str, root: str) -> tuple[Record | None, str]:
    """(the edited fields, the file); None for the fields when nothing changed. RecordError names the file."""
    name = category.replace("_", "-")
    file = os.path.join(private_folder("edit", root), f"{name}-{os.getpid()}.json")
    editor = _editor()
    text = edited = jsontext.pretty(fields) + "\n"
    writer.write_file(file, text.encode("utf-8"), 0o600, durable=False)
    try:
        _open_editor(editor, file)
    finally:
        edited = (read_bytes(file) or b"").decode("utf-8", "replace")
        if edited != text:
            _redact(file, edited)
    if edited == text or not edited.strip():
        return None, file
    return keeping(
        file, f"memories save --file {file}", lambda: draft.parse(edited), remove=False
    ), file


def keeping(
    file: str, command: str, act: Callable[[], Any], *, remove: bool = True
) -> Any:
    """What `act` returns, and the file that was edited is removed; a RecordError of it names the file instead."""
    try:
        out = act()
    except RecordError as error:
        kept = Problem(
            path=file, message=f"your text is kept here; correct it and run `{command}`"
        )
        raise RecordError(str(error), (*error.problems, kept)) from None
    if remove:
        remove_quietly(file)
    return out


def _through_editor(
    request: SaveRequest, fields: Record, root: str, id: str = ""
) -> SaveOutcome:
    data, file = fill(fields, request.category, root)
    if data is None:
        remove_quietly(file)
        return SaveOutcome(
            status="unchanged",
            id=id,
            notes=["nothing was changed in the editor"],
            changed=False,
        )
    request = request.replace(
        data={**dict.fromkeys(fields), **data}
    )  # what was shown and is gone is taken out
    command = (
        f"memories edit {id} --file {file}" if id else f"memories save --file {file}"
    )
    outcome: SaveOutcome = keeping(file, command, lambda: save(request))
    return outcome


def _redact(file: str, edited: str) -> None:
    """Rewrites the user's file without secrets, if it has any: the file may be kept for long."""
    try:
        value, found = redact_tree(draft.parse(edited))
        kept = jsontext.pretty(value) + "\n"
    except RecordError:
        kept, found = redact(edited)
    if found:
        writer.write_file(file, kept.encode("utf-8"), 0o600, durable=False)


def _editor() -> str:
    """The command that opens the user's editor. StoreError when only vi is left and there is no terminal for it."""
    command = environment.get("VISUAL") or environment.get("EDITOR")
    if not command and environment.WINDOWS:
        command = "notepad"
    if not command and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise StoreError(
            "no editor can be opened: this is not a terminal, and neither VISUAL nor EDITOR is set; "
            "set EDITOR, or give the memory as JSON to `memories save` or `memories edit ID --file F`"
        )
    return command or programs.find("vi") or "vi"


def _open_editor(command: str, file: str) -> None:
    import shlex
    import subprocess

    try:
        code = subprocess.call([*shlex.split(command), file])
    except OSError as error:
        raise StoreError(
            f"{command}: cannot be started ({error.strerror}); set VISUAL or EDITOR"
        ) from error
    if code:
        raise StoreError(
            f"{command} exited with code {code}; nothing was saved, and your text is kept in {file}"
        )
