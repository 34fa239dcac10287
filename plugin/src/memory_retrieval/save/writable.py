"""A store of files that can be written: finding it, creating it, reading it, committing a batch to it.

Every file is replaced atomically. After a crash each file of a batch is either old or new. Their order ensures that no
record is ever missing; `memories doctor --store` reports and repairs links that a crash left one-sided.
"""

from __future__ import annotations

import os

from ..core import clock, environment
from ..core.errors import IndexUnavailable, StoreError
from ..core.files import remove_quietly, remove_unfinished
from ..core.model import Store
from ..core.reading import read_regular
from ..core.repository import repository_root
from ..state import journal
from ..store import catalog, kinds, layouts, lock, scope, settings, trust, worktrees, writer
from ..store.reader import read_record
from . import bound
from .batch import in_part, read_bytes, serialize, take, take_back

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Iterator

    from ..core.model import Kind, Problem
    from ..core.settings import Config
    from ..index.similar import Similar
    from .batch import Batch

ATTRIBUTES = b"index.md merge=union\n"
IGNORE = b".lock\n"
MAX_RULES = 1_048_576  # bytes of .gitignore and .gitattributes
INDEXING = 5.0  # seconds that a save may wait for the index; then it asks what is indexed


class WritableStore:
    """A store that can be read and changed. Paths of records use slashes.

    kind     a value of store/kinds.py; a copy is only read
    root     the folder that paths are relative to
    prefix   the store's folder below root: ".claude/memory/", ".memories/" or ""
    place    root as seen from the outermost project around it, which displayed paths are relative to; "" for itself
    given    the user named it, so that symbolic links are trusted
    created  the paths that `create` made, relative to root
    graph    the links of all records, as `links.graph_of` has them, where they are known; else None
    """

    __slots__ = ("_config", "created", "given", "graph", "kind", "place", "prefix", "root")

    def __init__(self, kind: Kind, root: str, prefix: str, given: bool = False, place: str = "") -> None:
        self.kind, self.root, self.prefix, self.given, self.place = kind, root, prefix, given, place
        self.created: list[str] = []
        self.graph: dict[str, set[str]] | None = None
        self._config: Config | None = None

    @property
    def base(self) -> str:
        """The store's own folder, absolute."""
        return os.path.join(self.root, self.prefix.rstrip("/")) if self.prefix else self.root

    @property
    def config(self) -> Config:
        if self._config is None:
            folder = self.base if self.kind.curated else os.path.join(self.root, kinds.PROJECT.base)
            self._config = settings.load_folder(folder)
        return self._config

    def exists(self) -> bool:
        return os.path.isdir(self.base)

    def create(self) -> None:
        self.created = make_store(self)

    def store(self) -> Store:
        """The store as readers see it, but without the project's other stores."""
        if self.kind.curated:
            listed = layouts.project_folders(self.prefix)
        else:
            listed = layouts.pattern_folders(self.root, self.prefix)
        return Store(kind=self.kind, root=self.root, folders=tuple(listed), reason="to be written")

    def locked(self) -> lock.StoreLock:
        """The store's lock, a context manager; the folder must exist."""
        return lock.StoreLock(self.base)

    # --- reading ---

    def entries(self) -> list[catalog.Entry]:
        """Every valid record, by path."""
        return catalog.entries(self.store())

    def read(self, entry: catalog.Entry) -> tuple[dict[str, Any] | None, list[Problem]]:
        """The record behind an entry; None and the problems when it is no longer valid."""
        memory, raw, problems = read_record(self.root, entry.path, entry.kind)
        return (None if memory is None else raw), problems

    def content(self, path: str) -> bytes | None:
        """The file of a record; None when there is none."""
        return read_bytes(self.absolute(path))

    def holds(self, path: str) -> bool:
        """Whether a file lies at the path of a record, valid or not."""
        return os.path.lexists(self.absolute(path))

    def ids(self, folders: Iterable[str] = ()) -> set[str]:
        """The names of all files in the store's folders (or only these), valid or not, without `.json`."""
        names: set[str] = set()
        for folder in folders or self.folders():
            try:
                names.update(n[:-5] for n in os.listdir(os.path.join(self.base, folder)) if n.endswith(".json"))
            except OSError:
                continue
        return names

    def has_related(self, path: str) -> bool:
        """Whether a file of the project, as named in `related_files`, exists."""
        return os.path.lexists(os.path.join(self.root, path))

    def owner_of_copy(self, id: str) -> str:
        """What to tell about a read-only copy that an id or path names: whose it is, and what to do; else ""."""
        copies = copies_of(self.root, id)
        if not copies:
            return ""
        copy, entry = copies[0]
        return copy.kind.refused % (copy.origin or kinds.project_of(copy, entry.path))

    def similar(self, text: str, gist: str, own: str) -> list[Similar]:
        """Records like the text of the record at the path `own`, in no order; [] where the store has no index."""
        return next(self.similar_to_each([(text, gist, own)]), [])

    def similar_to_each(self, asked: Iterable[tuple[str, str, str]], wait: float = INDEXING) -> Iterator[list[Similar]]:
        """`similar` of each (text, gist, own), with the index opened once; nothing where there is no index."""
        from time import monotonic

        from ..index.fts5 import Fts5Index

        store = kinds.users_store() if self.kind.personal else scope.find_project("", self.root)
        if store is None or not self.kind.curated:
            return
        try:
            with Fts5Index(store) as index:
                index.refresh(monotonic() + wait, quick=True)
                for text, gist, own in asked:
                    yield index.similar(text, gist, own)
        except IndexUnavailable:
            return

    # --- names ---

    def folders(self) -> list[str]:
        """The folders of the store, relative to it."""
        return [folder for folder, _ in self.kind.folders]

    def path(self, folder: str, id: str) -> str:
        """The path of a record relative to root, with slashes."""
        return self.prefix + folder + "/" + id + ".json"

    def absolute(self, path: str) -> str:
        return os.path.join(self.root, *path.split("/"))

    def shown(self, path: str) -> str:
        """The path as displayed: below the outermost project; absolute for the user store and copies."""
        if not self.kind.own:
            return self.absolute(path)
        return self.place + "/" + path if self.place else path

    @property
    def journal_root(self) -> str:
        """The folder that identifies the undo journal and the inbox, which all stores of a project share."""
        return os.path.realpath(self.root)

    # --- writing; the caller holds the lock ---

    def commit(self, batch: Batch, entries: list[catalog.Entry] | None = None) -> None:
        """Writes a batch; with `entries`, those before the batch, it updates index.md too. RecordError: see `bound`."""
        for folder in ("", *self.folders()):
            remove_unfinished(os.path.join(self.base, folder))
        if not batch.steps and not batch.filed:
            return
        for verb, path, _ in batch.steps:
            if verb != "remove":
                check_inside(self, path)
        files = self._files(batch)
        bound.take(self.journal_root, files)
        undoable = self._journal(batch, files)
        for number, step in enumerate(batch.steps):
            try:
                take(self.absolute, step, files)
            except StoreError as error:
                if not take_back(self.absolute, batch.steps[: number + 1], files):
                    way = "`memories undo` reverts it" if undoable else "`memories doctor --store` names it"
                    raise in_part(error, way + "; then try again") from error
                if undoable:
                    remove_quietly(undoable)  # nothing was written, so nothing can be taken back
                raise
        if entries is not None and self.kind.curated:
            batch.notes += self.refresh_index(batch.entries_after(entries))
        if not self.kind.personal:
            worktrees.copy_uncommitted(self.journal_root)

    def refresh_index(self, entries: list[catalog.Entry]) -> list[str]:
        """`write_index` after a write of records, which it cannot make undone: a note when it fails."""
        try:
            self.write_index(entries)
        except StoreError:
            return [
                "the record was written, but index.md could not be updated; run `memories index rebuild` "
                "when it can be written"
            ]
        return []

    def write_index(self, entries: list[catalog.Entry]) -> bool:
        """Writes index.md when it differs from the entries; True when it was written."""
        if not self.kind.curated:
            return False
        text = catalog.render(entries)
        if catalog.read(self.base) == text:
            return False
        writer.write_file(os.path.join(self.base, catalog.NAME), text.encode("utf-8"), durable=False)
        return True

    def _files(self, batch: Batch) -> dict[str, list[bytes | None]]:
        """{path: [content before, content after]}, None where there is no file."""
        files: dict[str, list[bytes | None]] = {}
        for verb, path, value in batch.steps:
            files.setdefault(path, [self.content(path), None])
            files[path][1] = serialize(value) if verb == "put" else None
        return files

    def _journal(self, batch: Batch, files: dict[str, list[bytes | None]]) -> str:
        """Notes the write for `memories undo`; returns the entry's file, "" and a note in the batch when it cannot."""
        entry: dict[str, Any] = {
            "when": clock.format_time(environment.now()),
            "action": batch.action,
            "id": batch.id,
            "kind": self.kind.name,
            "files": [
                {
                    "path": path,
                    "before": before.decode("utf-8", "surrogateescape") if before is not None else None,
                    "old": journal.digest(before) if before is not None else None,
                    "new": journal.digest(after) if after is not None else None,
                }
                for path, (before, after) in files.items()
            ],
        }
        if batch.candidate is not None:
            entry["candidate"] = batch.candidate
        if batch.filed:
            entry["filed"] = batch.filed
        try:
            return journal.append_entry(self.journal_root, entry)
        except StoreError as error:
            batch.notes.append(f"`memories undo` cannot undo this write: {error}")
            return ""


def find_writable(kind: str = "project", cwd: str = "", root: str = "") -> WritableStore:
    """The store to write to, seen from `cwd`; it need not exist. StoreError when it would lie in a home folder.

    root  a project or store folder given by the user (else MEMORIES_ROOT)
    """
    of = kinds.BY_NAME[kind]
    if of.personal:
        base = environment.data_dir()
        if not base:
            raise StoreError("no home folder; set XDG_DATA_HOME to keep a user store")
        return WritableStore(of, os.path.realpath(base), "", given=True)
    given = root or environment.get("MEMORIES_ROOT")
    if given:
        folder = os.path.realpath(os.path.expanduser(given))
        if not os.path.isdir(folder):
            raise StoreError.at(given, "no such folder; set --root to a project or store folder", "not-found")
        store = _given(of, folder)
    else:
        folder = os.path.realpath(cwd or os.curdir)
        found = scope.find_stores(folder)
        root = found[0].home if found else repository_root(folder) or folder
        store = WritableStore(of, root, of.base + "/", place=found[0].place if found else "")
    if store.root in ("/", os.path.realpath(environment.home() or "/")) and not store.exists():
        raise StoreError.at(
            store.root, "a home folder is not a project; change to a project folder or pass --root", "home-folder"
        )
    if not store.given and os.path.lexists(store.base) and not trust.inside(store.base, store.root):
        raise StoreError.at(
            store.base, "points outside the project and is not followed; replace it with a folder", "unsafe-link"
        )
    return store


def make_store(store: WritableStore) -> list[str]:
    """Creates missing folders and git rules; returns the paths created, relative to root. Idempotent."""
    created = []
    for folder in store.folders():
        path = os.path.join(store.base, folder)
        if not os.path.isdir(path):
            writer.make_folder(path, 0o700 if store.kind.personal else 0o755)
            created.append(store.prefix + folder + "/")
    if store.kind.curated:  # the user's may become a repository as well
        created += _ensure_line(store, ".gitattributes", ATTRIBUTES)
    return created + _ensure_line(store, ".gitignore", IGNORE)


def existing_store(kind: str = "project", cwd: str = "", root: str = "") -> WritableStore:
    """`find_writable` for commands that need an existing store; StoreError when there is none."""
    store = find_writable(kind, cwd, root)
    if not store.exists():
        raise StoreError.at(store.base, "no memory store; run `memories init`, or pass --root", "no-store")
    return store


def existing_stores(kind: str = "project", cwd: str = "", root: str = "") -> list[WritableStore]:
    """`existing_store`, with those of the projects around it; the nearest first."""
    nearest = find_writable(kind, cwd, root)
    stores = [nearest, *stores_above(nearest)] if not nearest.given else [nearest]
    return [store for store in stores if store.exists()] or [existing_store(kind, cwd, root)]


def stores_above(store: WritableStore) -> list[WritableStore]:
    """The stores of the same kind in the projects around that of a store, the nearest first; some may not exist."""
    around = scope.stores_around(store.root)
    return [WritableStore(store.kind, found.home, store.kind.base + "/", place=found.place) for found in around]


def copies_of(root: str, id: str) -> list[tuple[Store, catalog.Entry]]:
    """(store, entry) of each copy, of the team's or another worktree's records, that an id or path names."""
    return [
        (copies, entry)
        for copies in copies_for([root, *[around.home for around in scope.stores_around(root)]])
        for entry in catalog.entries(copies)
        if id.strip() in (entry.id, entry.path, copies.shown(entry.path))
    ]


def copies_for(homes: list[str]) -> list[Store]:
    """The stores of read-only copies that the projects at `homes` search."""
    worktrees.copy_others(homes)
    return [store for store in kinds.others(homes) if store.kind.copied]


def check_inside(store: WritableStore, path: str) -> None:
    """StoreError when the folder of a record is a symbolic link that leaves the store."""
    folder = os.path.dirname(store.absolute(path))
    if os.path.islink(folder) and not trust.inside(folder, os.path.realpath(store.base)):
        raise StoreError.at(
            folder, "a link to outside the store is not followed; replace it with a folder", "unsafe-link"
        )


def _ensure_line(store: WritableStore, name: str, content: bytes) -> list[str]:
    """Adds a line to one of git's files, unless it is there, and keeps the other lines."""
    path = os.path.join(store.base, name)
    try:
        old = read_regular(path, MAX_RULES)
    except FileNotFoundError:
        old = b""
    except OSError as error:
        raise StoreError.at(path, f"{error.strerror}; replace it with a file and try again", "unreadable") from error
    if content.strip() in [line.strip() for line in old.splitlines()]:
        return []
    writer.write_file(path, old + (b"" if not old or old.endswith(b"\n") else b"\n") + content, durable=False)
    return [store.prefix + name] if not old else []


def _given(kind: Kind, folder: str) -> WritableStore:
    """A project folder, or a folder that is itself a store (as store/scope reads it)."""
    inner = os.path.join(folder, kind.base)
    plain = folder.replace(os.sep, "/")
    if not os.path.isdir(inner):
        for base in (kinds.PROJECT.base, kinds.PATTERNS.base):
            if plain.endswith("/" + base):
                return WritableStore(kind, os.path.dirname(folder[: -len(base)]), kind.base + "/", given=True)
        if _is_bare(kind, folder):
            return WritableStore(kind, folder, "", given=True)
    return WritableStore(kind, folder, kind.base + "/", given=True)


def _is_bare(kind: Kind, folder: str) -> bool:
    """Whether a folder without a store below it is one itself, whatever its name."""
    if os.path.isdir(os.path.join(folder, kinds.PROJECT.base)):
        return False
    if kind.curated:
        return any(os.path.isdir(os.path.join(folder, name)) for name, _ in kind.folders)
    return repository_root(folder) != folder and layouts.is_pattern_store(folder)
