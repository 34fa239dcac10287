"""A document of a repository as a memory: what it is called, what it says in one line, whether it still counts.

A document is a stranger's text: what is read here is neither trusted nor made safe to show.
"""

from __future__ import annotations

import itertools
import posixpath
import re

from ..core.model import Value
from ..core.sanitize import headline
from . import words
from .inventory import CATEGORIES, DECIDED, kind_of
from .outline import LABEL, Section, front_matter, plain, sections, without_comments
from .statement import MAX_LINE, TOP, statement
from .status import Status, date_of, status_of, told

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .tree import Tree

MAX_FILES = 50  # related files of a document
MAX_NAMES = 2000  # words with a slash in them
MAX_TAGS = 12
_NUMBER = re.compile(
    r"^\W{0,3}(?:(?:\[?(?:ADR|RFC|RFD|MADR|PEP|KEP|DR|AD|D|(?:architecture )?decision(?: record)?|record|proposal)\b"
    r"[\s#_-]{0,3})?(?:\d[\d.]{0,12}|[NX]{3,4})\]?|ADR|RFC|RFD|(?:architect\w{2,5} )?decision record)"
    r"\s{0,3}(?:[.:)\u2014\u2013\uff1a|-]+\s*|\s+|$)",
    re.I,
)
_DAY = re.compile(r"^\d{4}-\d\d-\d\d\s{0,3}[-_ :\u2013\u2014]\s{0,3}")
_OF_PROJECT = re.compile(
    r"^(?:[^:]{1,30} [-\u2013\u2014] )?(?:(?:[A-Z]{2,8}-)?ADR-[\w-]{0,20}\d|Architecture Decision Record)"
    r"\s{0,3}[-:\u2013\u2014]\s{1,3}",
    re.I,
)
_PARTS = words.DECISION | words.PROPOSAL | words.SUMMARY | words.STATUS | words.META
_GENERIC = re.compile(
    r"(?:^|- |: )(?:architectur\w{0,3} decision(?: record)?s?|adr|rfc)(?: template)?$",
    re.I,
)
_ANNOUNCED = re.compile(r"(?:,[^,:\uff1a]{0,16})?\s*[:\uff1a]$")
_PATH = re.compile(r"(?<![\w.@+~/-])[\w.@+~-]*/[\w.@+~/\[\]-]*")
_NO_TAGS = frozenset(
    "docs doc documentation documents src adr adrs architecture internal decisions main content text".split()
)


class Document(Value):
    """What is known of a document without its text.

    line           what it says: the first statement of its decision or summary; "" for an empty document
    understood     whether `line` was found by a heading or label, instead of being the first sentence
    related_files  files of the repository that its text names
    """

    path: str
    title: str
    category: str
    line: str
    understood: bool
    status: Status
    date: str
    tags: tuple[str, ...]
    related_files: tuple[str, ...]


def read_document(path: str, text: str, tree: Tree) -> Document:
    """A document by its path in the repository, and its text."""
    fields, body = front_matter(text.lstrip("\ufeff").replace("\r\n", "\n"))
    body = without_comments(body)
    found = sections(body)
    kind = kind_of(path)
    line, decided = statement(body, found, kind)
    said = told(path, fields, body, found)
    status = status_of(path, said, tree)
    if kind not in DECIDED and status.word not in (words.SUPERSEDED, words.DEPRECATED):
        status = (
            Status()
        )  # `resolved`, `open` and the like say nothing about the document
    return Document(
        path=path,
        title=_title(path, fields, found),
        category=_category(kind, decided == words.DECISION, status),
        line=headline(_ANNOUNCED.sub("", line), MAX_LINE),
        understood=decided is not None or (bool(line) and kind not in DECIDED),
        status=status,
        date=date_of(path, said),
        tags=tuple(_tags(path, fields, status.word)),
        related_files=tuple(
            dict.fromkeys(itertools.islice(_files(path, body, tree), MAX_FILES))
        ),
    )


def _category(kind: str, decided: bool, status: Status) -> str:
    """The category of a document: a proposal is a decision once it was accepted, or says what was decided."""
    accepted = kind == "proposal" and status.word == words.ACCEPTED
    return "decision" if accepted or (decided and kind in DECIDED) else CATEGORIES[kind]


def _title(path: str, fields: dict[str, list[str]], found: list[Section]) -> str:
    """The first heading of the highest level, without a number; else what the front matter or the file's name says."""
    headings = [section for section in found if section.level < LABEL]
    top = min(headings[:3], key=lambda section: section.level, default=TOP)
    name = _DAY.sub("", posixpath.basename(path).rpartition(".")[0])
    if name.lower() in ("readme", "index"):
        name = posixpath.basename(posixpath.dirname(path))
    given = fields.get("title", [])[:1]
    for text in [top.title, *given] if top.level == 1 else [*given, top.title]:
        title = _unnumbered(plain(text))
        if title and not _GENERIC.search(title) and title.lower() not in _PARTS:
            return title
    return _unnumbered(re.sub(r"[-_\s]+", " ", name)) or name


def _unnumbered(title: str) -> str:
    """A title without what numbers it: `ADR-012:`, `12.`, `[RFC 3]`."""
    for pattern in (_OF_PROJECT, *(_DAY, _NUMBER) * 3):
        title = pattern.sub("", title, count=1).strip() or title
    return title if not _NUMBER.fullmatch(title) else ""


def _tags(path: str, fields: dict[str, list[str]], status: str) -> list[str]:
    """What the front matter says, and the folders that are not those of all documents; none that repeats the status."""
    said = [
        tag
        for key in ("tags", "categories", "labels", "keywords")
        for tag in fields.get(key, ())
    ]
    folders = [
        folder
        for folder in path.split("/")[:-1]
        if folder.lower() not in _NO_TAGS and not folder[:1].isdigit()
    ]
    tags = [tag.strip("#").lower().replace(" ", "-") for tag in [*said, *folders]]
    left = [tag for tag in tags if tag and words.state_of(tag) != (status or tag)]
    return list(dict.fromkeys(left))[:MAX_TAGS]


def _files(path: str, body: str, tree: Tree) -> Iterator[str]:
    """The files that the text names, but for other documents, in order."""
    folder = posixpath.dirname(path)
    lines = [line for line in body.split("\n") if "/" in line]
    named = dict.fromkeys(_PATH.findall("\n".join(lines)))
    for name in itertools.islice(named, MAX_NAMES):
        name = name.strip(".").rstrip("/") if name[:2] not in ("./", "..") else name
        below = (
            posixpath.normpath(posixpath.join(folder, name))
            if name[:1] == "."
            else name.strip("/")
        )
        if not below.endswith(".md") and tree.has(below):
            yield below
