"""The values that stages exchange. Immutable by convention; they know nothing of files or hosts.

Plain classes with `__slots__`: `collections.namedtuple` would cost a hook 3 ms and `dataclasses` 20 ms at every prompt.
"""

from __future__ import annotations

import os

from .categories import TABLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, ClassVar, TypeVar

    from typing_extensions import dataclass_transform

    V = TypeVar("V", bound="Value")
else:

    def dataclass_transform(**_):
        return lambda made: made


CATEGORIES = tuple(
    [category.key for category in sorted(TABLE, key=lambda category: category.priority)]
)
FOLDERS = {category.key: category.folder for category in TABLE}
MAX_ID = 80  # characters
STATUSES = ("active", "retired", "archived")
JsonObject = dict[str, "Any"]
Record = JsonObject  # one of a store, or a part of one


def valid_id(text: Any) -> bool:
    """1 to MAX_ID of a-z, 0-9 and inner hyphens."""
    return (
        isinstance(text, str)
        and 0 < len(text) <= MAX_ID
        and text[0] != "-" != text[-1]
        and text.isascii()
        and text.replace("-", "").isalnum()
        and text == text.lower()
    )


class _Fields(type):
    """Makes the annotations of a class body its `__slots__`, and the values given there its `_defaults`."""

    def __new__(cls, name: str, bases: tuple[type, ...], body: JsonObject) -> _Fields:
        fields = tuple(body.get("__annotations__", ()))
        body.update(
            _defaults={field: body.pop(field) for field in fields if field in body},
            __slots__=fields,
        )
        return super().__new__(cls, name, bases, body)


@dataclass_transform(eq_default=False)
class Value(metaclass=_Fields):
    """A class whose annotated names are its fields, given to it by position or by name.

    Shared defaults: a list or dict that is a default is never changed. Equality, repr and `replace` go by the fields.
    """

    if TYPE_CHECKING:
        __slots__: tuple[str, ...]
        _defaults: ClassVar[JsonObject]

    def __init__(self, *values: Any, **fields: Any) -> None:
        names = self.__slots__
        for name, value in zip(names, values):
            setattr(self, name, value)
        if fields or len(values) != len(names):
            self._fill(names[len(values) :], fields)

    def _fill(self, names: tuple[str, ...], fields: JsonObject) -> None:
        """Sets the fields that were not given by position. KeyError for a missing one, AttributeError for an unknown one."""
        left = {name: self._defaults[name] for name in names if name not in fields}
        for name, value in {**left, **fields}.items():
            setattr(self, name, value)

    def replace(self: V, **fields: Any) -> V:
        """A copy with some fields changed."""
        made = type(self).__new__(type(self))
        made._fill((), {**self.as_dict(), **fields})
        return made

    def as_dict(self) -> JsonObject:
        return {name: getattr(self, name) for name in self.__slots__}

    def __eq__(self, other: Any) -> bool:
        return type(self) is type(other) and self.as_dict() == other.as_dict()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        fields = [f"{name}={value!r}" for name, value in self.as_dict().items()]
        return type(self).__name__ + "(" + ", ".join(fields) + ")"


class Problem(Value):
    """Something wrong with a record or a file.

    path      relative to its store, or absolute
    location  where in the record: a field such as `content.steps[2]`; "store" for the store as a whole
    message   what is wrong and what to do
    code      the kind of problem in kebab case, for programs ("missing", "exists", "stale", ...); "" for none
    """

    message: str
    path: str = ""
    location: str = ""
    code: str = ""

    @staticmethod
    def at(location: str, message: str, code: str = "invalid") -> Problem:
        """The problem of one part of a record or of a request."""
        return Problem(location=location, message=message, code=code)

    def __str__(self) -> str:
        where = " of ".join(filter(None, [self.location, self.path]))
        return f"{where}: {self.message}" if where else self.message

    def as_json(self) -> dict[str, str]:
        return {"path": self.path, "place": self.location, "message": self.message}


FINDING = (
    "severity",
    "code",
    "what",
    "where",
    "remedy",
    "why",
)  # the fields of a finding in JSON


class Finding(Value):
    """Something wrong with a store or a machine.

    severity  "error" (does not work), "warning" (works worse) or "info" (may be intended)
    code      the kind of finding in kebab case, for programs; "" for none
    what      what is wrong, on one line
    where     the path or name it is about
    remedy    what to do
    why       what follows from it, or where it comes from; "" when `what` says enough
    fix       a function that fixes it without loss; None where only a person can
    paths     the files that it is about, relative to the project, where there may be several
    """

    severity: str
    what: str
    where: str
    remedy: str
    code: str = ""
    why: str = ""
    fix: Callable[..., None] | None = None
    paths: tuple[str, ...] = ()

    def as_json(self) -> dict[str, str]:
        return {name: getattr(self, name) for name in FINDING}


class Kind(Value):
    """What is particular to the stores of one kind; store/kinds.py has the table.

    name       as commands and JSON call it
    base       the store's folder below its project; "" where it has a folder of its own
    folders    ((folder below the store's own, kind of its records), ...)
    own        it is the project's: its paths are relative to that, and its records speak of its files
    written    records can be saved in it, and `--store` names it
    curated    status, links, duplicates and index.md are maintained, as for the six categories
    guarded    the guards of its records act
    personal   it is the user's, for all projects
    committed  its records come with the repository, which others write to as well
    files      it consists of files of this machine
    documents  these are Markdown that git tracks: read in place, never written
    weight     what the scores of its memories are multiplied by: on equal evidence the project's own come first
    source     where its memories are from, for people; "" for the project's own
    elsewhere  what whoever looks for a record (%r) of it in another store is told
    refused    whose its records are and where they are changed (%s), where it is a copy that is never written
    find       find(kind, homes of the projects around, the nearest first): its stores; None where it is found otherwise
    project    project(store)(path): `workspace/project` of a record, for kinds that hold several projects' records
    branch     branch(store): that of its records, where it is not the project's own
    """

    name: str
    base: str = ""
    folders: tuple[tuple[str, str], ...] = ()
    own: bool = False
    written: bool = False
    curated: bool = False
    guarded: bool = False
    personal: bool = False
    committed: bool = False
    files: bool = True
    documents: bool = False
    weight: float = 1.0
    source: str = ""
    elsewhere: str = ""
    refused: str = ""
    find: Callable[[Kind, list[str]], list[Store]] | None = None
    project: Callable[[Store], Callable[[str], str]] | None = None
    branch: Callable[[Store], str] | None = None

    def stores(self, homes: Iterable[str]) -> list[Store]:
        """The stores of this kind that belong to the projects at `homes`, the nearest first."""
        return self.find(self, list(homes)) if self.find else []

    @property
    def copied(self) -> bool:
        """Whether its records are copies, which other stores may hold as well."""
        return bool(self.refused)


class Store(Value):
    """A set of folders that hold records. Paths of records use slashes and are relative to root.

    kind     a value of store/kinds.py
    root     absolute, real path of the folder that paths are shown relative to (the project, or the store itself)
    folders  ((folder relative to root, kind), ...): kind is a category, "document", "pattern", "source" or the like
    reason   how it was found, for `doctor`
    only_replaced  whether files are always replaced by renaming, so that a folder's time changes with every file
    place    the folder of its own project below root, "" for root itself; not "" where stores are one in another
    origin   the project in the other worktree, "" for all other stores

    A store to be written has its own project's folder as root, and the folders of one kind:
    prefix   the store's folder below root: ".claude/memory/", ".memories/" or ""
    within   root as seen from the outermost project around it, with which displayed paths begin; "" for itself
    given    the user named it, so that symbolic links are trusted
    """

    kind: Kind
    root: str
    folders: tuple[tuple[str, str], ...] = ()
    reason: str = ""
    only_replaced: bool = False
    place: str = ""
    origin: str = ""
    prefix: str = ""
    within: str = ""
    given: bool = False

    def shown(self, path: str) -> str:
        """A path relative to root as people and agents are shown it: absolute outside of the project."""
        if self.kind.own or not self.kind.files:
            return f"{self.within}/{path}" if self.within else path
        return os.path.join(self.origin or self.root, path)

    def absolute(self, path: str) -> str:
        return os.path.join(self.root, *path.split("/"))

    @property
    def home(self) -> str:
        """The folder of its own project."""
        return f"{self.root}/{self.place}" if self.place else self.root

    @property
    def base(self) -> str:
        """The store's own folder, absolute."""
        return self.absolute(self.prefix.rstrip("/")) if self.prefix else self.root

    def exists(self) -> bool:
        return os.path.isdir(self.base)

    def path(self, folder: str, id: str) -> str:
        """The path of the record with an id in one of the folders of its kind."""
        return f"{self.prefix}{folder}/{id}.json"

    def placed(self, path: str) -> str:
        """A path relative to its own project, as one relative to root."""
        return (
            f"{self.place}/{path}"
            if self.place and not path.startswith(f"{self.place}/")
            else path
        )

    def own(self, path: str) -> str:
        """A path relative to root, as one relative to its own project where it is one."""
        return (
            path[len(self.place) + 1 :]
            if self.place and path.startswith(f"{self.place}/")
            else path
        )

    def has_file(self, path: str) -> bool:
        """Whether there is a file, valid or not, at the path of a record, or of one of the project's files."""
        return os.path.lexists(self.absolute(path))

    def written(self, path: str) -> int:
        """When the file at a path was last written, in nanoseconds; 0 when it is gone."""
        try:
            return os.stat(self.absolute(path)).st_mtime_ns
        except OSError:
            return 0

    def pending(self, path: str) -> Record | None:
        """The next state of a record that is to be written together with others; None for none."""
        return None

    def links(self) -> dict[str, set[str]] | None:
        """{id: ids that it supersedes} of all records, where that is known."""
        return None

    def ids(self, folders: Iterable[str] = ()) -> set[str]:
        """The names of all files in the folders of its kind, or in these, valid or not, without `.json`."""
        names: set[str] = set()
        for folder in folders or [folder for folder, _ in self.kind.folders]:
            try:
                files = os.listdir(os.path.join(self.base, folder))
            except OSError:
                continue
            names.update(name[:-5] for name in files if name.endswith(".json"))
        return names


class Memory(Value):
    """A record as retrieval sees it; `path` is relative to its store's root, times are seconds since 1970 or None.

    status   its record status; core/holds.py says which state counts
    state    what its content says of that, "" for nothing
    expires  the time from which it does not hold any more; None for no end
    carried  {name: value} of its fields that store/fields.py has the index keep; none of them is null
    """

    path: str
    kind: str
    id: str
    title: str
    category: str
    tags: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    status: str = "active"
    created: int | None = None
    updated: int | None = None
    confidence: float | None = None
    severity: str | None = None
    related_files: tuple[str, ...] = ()
    superseded_by: str | None = None
    body: str = ""
    do_text: str = ""
    dont_text: str = ""
    digest: str = ""
    state: str = ""
    expires: int | None = None
    carried: Record = {}

    @property
    def guard(self) -> str:
        """As core/guards.py writes it; "" for none."""
        return str(self.carried.get("guard", ""))


class Query(Value):
    """A prompt as the engines search for it.

    text     the prompt as given
    terms    {token: weight}: distinct tokens in order, 1.0 for the prompt's own, less for those of earlier turns
    joined   tokens that are the joined form of an identifier; they add evidence, and their absence counts for nothing
    dropped  stop words and prompt verbs that were left out
    enriched whether earlier turns of the conversation were added
    context  the earlier turns' text, "" when not enriched
    said     what is compared by meaning: the text, without the stop words of a language other than English
    symbols  tokens that stand for a whole identifier, error code or version of the prompt
    """

    text: str
    terms: dict[str, float]
    joined: frozenset[str] = frozenset()
    dropped: tuple[str, ...] = ()
    enriched: bool = False
    context: str = ""
    said: str = ""
    symbols: frozenset[str] = frozenset()


class Evidence(Value):
    """The match of one query term in one memory.

    score    its share of the total
    fields   those that contain it
    matched  the stem that was searched in its place, where no memory of the store has the term; else ""
    """

    term: str
    score: float
    idf: float
    fields: tuple[str, ...] = ()
    matched: str = ""


class Hit(Value):
    """A memory with its score (positive, higher is better) and the reasons for it.

    prior     the composite score of a pattern in a team database; None for every other memory
    replaces  the id of the superseded record in whose place it is shown, and whose score it has; "" for none
    news      (where, word): a word of the prompt in it that the session's brief does not show; () for none
    """

    memory: Memory
    store: Store
    score: float
    evidence: tuple[Evidence, ...] = ()
    signals: dict[str, float] = {}
    decision: str = ""
    reason: str = ""
    prior: float | None = None
    replaces: str = ""
    news: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[str, str]:
        """(the folder of its project, its ID): what it is known by across stores."""
        return self.store.home, self.memory.id
