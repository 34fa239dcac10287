"""Where a write goes: the project's store, the user's, or the pattern store; made when it is not there yet."""

from __future__ import annotations

import os

from ..core import config
from ..core.errors import StoreError
from ..core.model import FOLDERS, Store
from ..store import layouts, lock, scope, settings, writer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.config import Config

KINDS = ("project", "user", "patterns")
ATTRIBUTES = b"index.md merge=union\n"
IGNORE = b".lock\n"


class WritableStore:
    """A store to write to.

    kind     "project", "user" or "patterns"; "team" for a mirror of the team's, which is only read
    root     what shown paths are relative to
    prefix   of the store's folders below root: ".claude/memory/", ".memories/" or ""
    given    the user named it, so links are trusted
    """

    __slots__ = ("_config", "created", "given", "kind", "prefix", "root")

    def __init__(self, kind: str, root: str, prefix: str, given: bool = False) -> None:
        self.kind, self.root, self.prefix, self.given = kind, root, prefix, given
        self.created: list[str] = []
        self._config: Config | None = None

    @property
    def base(self) -> str:
        """The store's own folder, absolute."""
        return os.path.join(self.root, self.prefix.rstrip("/")) if self.prefix else self.root

    @property
    def config(self) -> Config:
        if self._config is None:
            patterns = self.kind == "patterns"  # configured by the project that they belong to
            folder = os.path.join(self.root, layouts.PROJECT_STORE) if patterns else self.base
            self._config = settings.load_folder(folder)
        return self._config

    def exists(self) -> bool:
        return os.path.isdir(self.base)

    def store(self) -> Store:
        """The same as readers see it; a project's pattern store is a store of its own here."""
        if self.kind == "patterns":
            listed = layouts.pattern_folders(self.root, self.prefix)
        else:
            listed = layouts.project_folders(self.prefix)
        return Store(
            scope="user" if self.kind == "user" else "project",
            root=self.root,
            folders=tuple(listed),
            reason="to be written",
        )

    def path(self, folder: str, id: str) -> str:
        """The path of a record relative to root, with slashes."""
        return self.prefix + folder + "/" + id + ".json"

    def absolute(self, path: str) -> str:
        return os.path.join(self.root, *path.split("/"))

    def shown(self, path: str) -> str:
        """As commands print it: relative to the project, absolute for the user store and a team's copies."""
        return self.absolute(path) if self.kind in ("user", "team") else path

    def locked(self) -> lock.StoreLock:
        """The store's lock, to be entered; the folder must be there."""
        return lock.StoreLock(self.base, self.config.get("save.lock_timeout_seconds"))


def find_writable(kind: str = "project", cwd: str = "", root: str = "") -> WritableStore:
    """Where to write as seen from `cwd`, existing or not; StoreError when it could only be a home folder.

    root  a project or store folder given by the user (else MEMORIES_ROOT)
    """
    if kind == "user":
        base = config.data_dir()
        if not base:
            raise StoreError("no home folder: set XDG_DATA_HOME to keep a user store")
        return WritableStore("user", os.path.realpath(base), "", given=True)
    given = root or config.environ("MEMORIES_ROOT")
    folder = os.path.realpath(os.path.expanduser(given)) if given else _project(os.path.realpath(cwd or os.curdir))
    if given and not os.path.isdir(folder):
        raise StoreError("%s: no such folder; give --root a project or store folder" % given)
    place = _given(kind, folder) if given else WritableStore(kind, folder, _prefix(kind))
    if place.root in ("/", os.path.realpath(config.home() or "/")) and not place.exists():
        raise StoreError("%s: a home folder is no project; change to a project folder or give --root" % place.root)
    if not place.given and os.path.lexists(place.base) and not scope.inside(place.base, place.root):
        raise StoreError("%s: leads out of the project and is not followed; make it a folder" % place.base)
    return place


def make_store(place: WritableStore) -> list[str]:
    """Makes folders and git rules that are missing; the paths created, relative to root. Doing it twice changes nothing."""
    created = []
    for folder in folders(place):
        path = os.path.join(place.base, folder)
        if not os.path.isdir(path):
            writer.make_folder(path, 0o700 if place.kind == "user" else 0o755)
            created.append(place.prefix + folder + "/")
    if place.kind == "project":
        for name, content in ((".gitattributes", ATTRIBUTES), (".gitignore", IGNORE)):
            created += _ensure_line(place, name, content)
    elif place.kind == "patterns":
        created += _ensure_line(place, ".gitignore", IGNORE)
    return created


def folders(place: WritableStore) -> list[str]:
    """The folders of a store, relative to it."""
    if place.kind == "patterns":
        return [folder for folder, _ in layouts.PATTERN_FOLDERS]
    return list(FOLDERS.values())


def open_writable(place: WritableStore) -> WritableStore:
    """The place, made when it is not there; `place.created` says what was made."""
    if not place.exists():
        place.created = make_store(place)
    return place


def check_inside(place: WritableStore, path: str) -> None:
    """StoreError when the folder of a record is a link out of the store."""
    folder = os.path.dirname(place.absolute(path))
    if os.path.islink(folder) and not scope.inside(folder, os.path.realpath(place.base)):
        raise StoreError("%s: a link out of the store is not followed; make it a folder" % folder)


def _ensure_line(place: WritableStore, name: str, content: bytes) -> list[str]:
    """Adds our line to a file of git's, keeping what others wrote."""
    path = os.path.join(place.base, name)
    try:
        with open(path, "rb") as file:
            old = file.read()
    except FileNotFoundError:
        old = b""
    except OSError as error:
        raise writer.storage_error(path, error) from error
    if content.strip() in [line.strip() for line in old.splitlines()]:
        return []
    writer.write_file(path, old + (b"" if not old or old.endswith(b"\n") else b"\n") + content, durable=False)
    return [place.prefix + name] if not old else []


def _prefix(kind: str) -> str:
    return (layouts.PATTERN_STORE if kind == "patterns" else layouts.PROJECT_STORE) + "/"


def _given(kind: str, folder: str) -> WritableStore:
    """A project folder, or a folder that is itself a store (as store/scope reads it)."""
    layout = _prefix(kind).rstrip("/")
    plain = folder.replace(os.sep, "/")
    if os.path.isdir(os.path.join(folder, layout)):
        return WritableStore(kind, folder, layout + "/", given=True)
    if plain.endswith("/" + layouts.PROJECT_STORE):
        return WritableStore(kind, os.path.dirname(os.path.dirname(folder)), layout + "/", given=True)
    if plain.endswith("/" + layouts.PATTERN_STORE):
        return WritableStore(kind, os.path.dirname(folder), layout + "/", given=True)
    bare = kind == "project" and any(os.path.isdir(os.path.join(folder, name)) for name in FOLDERS.values())
    bare = bare or (kind == "patterns" and scope.repository_root(folder) != folder and layouts.is_pattern_store(folder))
    if bare and not os.path.isdir(os.path.join(folder, layouts.PROJECT_STORE)):
        return WritableStore(kind, folder, "", given=True)
    return WritableStore(kind, folder, layout + "/", given=True)


def _project(cwd: str) -> str:
    """The project folder of a working folder: where its store is, else its repository, else the folder itself."""
    store = scope.find_project(cwd)
    if store is not None:
        return store.root
    return scope.repository_root(cwd) or cwd
