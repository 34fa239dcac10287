"""Stores of other repositories, which this user named by the address of a git repository: clones in the user's cache.

    shares/<name>/   a clone that nothing of ours writes to but `memories share` and the start of a session

This is the reading side, part of every prompt. It knows no network.
"""

from __future__ import annotations

import os

from ..core import environment, settings
from ..core.jsontext import texts_of
from ..core.model import JsonObject, Kind, Store
from ..core.repository import address, called
from . import layouts, trust
from .settings import load_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

URL, FOLDER, ONLY = "url", "folder", "only"


def listed() -> dict[str, JsonObject]:
    """{name: {"url", "folder", "only": [address], "documents": [glob]}} of the user's own settings."""
    given = load_folder().get(settings.SHARES)
    return {
        name: share
        for name, share in given.items()
        if name.isidentifier() and isinstance(share, dict)
    }


def clone(name: str) -> str:
    """The folder of a share's clone; "" without a home folder."""
    base = environment.cache_dir()
    return os.path.realpath(os.path.join(base, "shares", name)) if base else ""


def find(kind: Kind, homes: list[str]) -> list[Store]:
    """The shared stores of the projects at `homes`: their records, or for a kind of documents those alone."""
    return [
        store
        for name, share in listed().items()
        if _applies(share, homes)
        for store in stores(kind, name, share)
    ]


def stores(kind: Kind, name: str, share: JsonObject) -> list[Store]:
    """What a share has for a kind of store: one store, or [] where its clone has none."""
    top = clone(name)
    root = os.path.realpath(os.path.join(top, str(share.get(FOLDER, ""))))
    if not top or not (root == top or trust.inside(root, top)):
        return []
    folders = _documents(share) if kind.documents else _records(root)
    reason = f"shared store {name}, which you added"
    replaced = not kind.documents  # git replaces a file that changes
    return [Store(kind, root, folders, reason, replaced)] if folders else []


def label(store: Store) -> Callable[[str], str]:
    """The function from the path of a memory of a shared store to what people call that store."""
    base = os.path.dirname(clone("x"))
    name = os.path.relpath(store.root, base).split(os.sep)[0]
    return lambda path: f"shared:{name}"


def _applies(share: JsonObject, homes: list[str]) -> bool:
    only = {address(text) for text in texts_of(share.get(ONLY))}
    return not only or any(only & {*called(home)} for home in homes)


def _records(root: str) -> tuple[tuple[str, str], ...]:
    found = trust.folders_inside(root) or layouts.project_folders("")
    return tuple(
        (folder, kind)
        for folder, kind in found
        if os.path.isdir(os.path.join(root, folder))
    )


def _documents(share: JsonObject) -> tuple[tuple[str, str], ...]:
    globs = texts_of(share.get(settings.DOCUMENTS))
    return (("\n".join(globs), layouts.DOCUMENT),) if globs else ()
