"""The fields of a record beside its content: the one table from which every other place derives what it does with them.

A field that is only carried is a line here, and its text in docs/reference/formats.md. What a form decides needs no
column: lists are united when git merges, texts given in place of a list of texts become one, and paths follow a rename.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SET, ADD = "set", "add"


class Field:
    """One field.

    form      as core/categories.py writes content, `?` where it may be null or missing
    since     the schema version from which on a record may have it; earlier readers ignore it
    of        the categories and kinds of the pattern store that may have it; () for all categories and no kind
    update    what a save does to the value that is there: SET replaces it, ADD adds what a list lacks; "" nothing
    command   what sets it in place of a save
    removable whether a save takes it out by null
    edited    whether an editor shows it, and a change of it is an entry of the history
    sides     which of two values git's merge keeps, if both sides changed it: "newest", "sum"; "" for neither
    shown     whether it is printed with the content
    indexed   whether the index keeps it with the memory, and
    answered  whether the results of a search have it too
    asked     what agents are told of it as an argument of `save`; None for no argument
    """

    since = "1.0"
    of: tuple[str, ...] = ()
    update = ""
    command = ""
    removable = False
    edited = False
    sides = ""
    shown = False
    indexed = False
    answered = False
    asked: str | None = None

    def __init__(self, name: str, form: str = "", **more: Any) -> None:
        self.name, self.form = name, form
        self.__dict__.update(more)

    def fits(self, kind: str) -> bool:
        """Whether a record of a category may have it."""
        return not self.of or kind in self.of


def _given(name: str, form: str, update: str, **more: Any) -> Field:
    """A field that whoever saves gives."""
    return Field(name, form, update=update, edited=True, **more)


TABLE = (
    Field("category"),
    Field("id", "(id)"),
    _given("title", "(line)", SET),
    Field("record_status", "(status)?", command="memories retire or restore ID"),
    Field("created_at"),
    Field("updated_at", sides="newest"),
    _given("tags", "[+]", ADD, asked=""),
    _given(
        "related_files",
        "(paths)?",
        ADD,
        shown=True,
        asked="Paths relative to the project.",
    ),
    _given("confidence", "(0..1)?", SET, asked=""),
    Field("changes", "(changes)?"),
    Field("times_updated", "(count)?", sides="sum"),
    Field("retired_at", "?", command="memories retire ID"),
    Field("retired_reason", "?", command="memories retire ID --reason"),
    Field("archived_at", "?", command="memories retire ID --archive"),
    Field("archived_reason", "?", command="memories retire ID --archive --reason"),
    _given(
        "aliases",
        "(lines)?",
        ADD,
        since="1.1",
        shown=True,
        asked="With `update` and nothing else, they are added to the existing ones, up to 8 in total.",
    ),
    _given(
        "supersedes",
        "(ids)?",
        ADD,
        since="1.1",
        shown=True,
        asked="IDs of the memories, or paths of the documents, that this one replaces.",
    ),
    _given("supersedes_documents", "(paths)?", ADD, since="1.1", shown=True),
    Field(
        "superseded_by",
        "(id)?",
        since="1.1",
        command="save the newer memory with supersedes: [ID]",
    ),
    _given("holds_with", "(ids)?", ADD, since="1.1"),
    Field("anchors", "(anchors)?", update=SET, since="1.1", sides="newest"),
    Field(
        "source",
        "{session?,agent?,author?,commit?}?",
        since="1.1",
        update=SET,
        shown=True,
        asked="As the request to save gives it.",
    ),
    Field("incomplete", "(true|false)?", since="1.1"),
    _given(
        "guard",
        "{paths(paths)?,command?,text?,except(paths)?,absent?,change[(create|edit|delete)]?,"
        "ignore[(case|comments)]?,effect(remind|ask|deny)?,breaks(calls)?,passes(calls)?}?",
        SET,
        since="1.1",
        of=("constraint", "decision", "preference", "pattern"),
        removable=True,
        shown=True,
        indexed=True,
        asked="What a rule forbids: paths[] (globs), command (words), text (of added lines), ` OR ` for either, `*` "
        "for anything, ` BUT ` for what is let be; except[] (globs); absent; change[]; ignore[]; effect: remind, ask, deny; "
        'breaks[] and passes[], 2 to 5 calls each, {"shell"} or {"file", "text"}.',
    ),
    _given(
        "dead_end",
        "{because,until?}?",
        SET,
        since="1.1",
        of=("decision",),
        removable=True,
        shown=True,
        indexed=True,
        answered=True,
        asked="Of what was tried and given up: because of what, and until when.",
    ),
)
"""In the order in which a record has them."""
BY_NAME = {field.name: field for field in TABLE}
VERSIONS = ("1.0", "1.1")


def names(which: str) -> tuple[str, ...]:
    """The names of the fields for which a column of the table is true."""
    return tuple([field.name for field in TABLE if getattr(field, which)])
