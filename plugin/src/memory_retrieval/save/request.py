"""The request for a save, and its outcome. Values only: they know neither files nor rules."""

from __future__ import annotations

from ..core.model import JsonObject, Problem, Record, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.errors import MemoryRetrievalError
    from ..store.place import Place


USUAL = "decision"  # the category of most sentences
GUESSED = "saved as %s by a guess; if that is wrong: `%s`"


class SaveRequest(Value):
    """A record, or part of one, to be stored.

    place      where the store is
    data       the parsed input; `category` and `title` override its own
    action     "" (create or update, as needed), "create" or "update"
    update_id  the record to update; `digest` is the sha256 or md5 (hex) that its file must still have
    kind       the pattern store's kind of record, where it goes to that store instead
    dry_run    validate and return a diff, write nothing
    as_it_is   a new record keeps the status and the link to its successor that the data has, as an import brings them
    exact      what the data gives is set as it is, and taken out where it is empty; a save only adds to lists
    candidate  the inbox candidate that the record comes from; undo restores it
    by_user    a person gives the record, no agent: a guard in it is accepted
    """

    place: Place
    data: Record
    category: str = ""
    title: str = ""
    action: str = ""
    update_id: str = ""
    digest: str = ""
    kind: str = ""
    dry_run: bool = False
    as_it_is: bool = False
    exact: bool = False
    candidate: Record | None = None
    by_user: bool = False


class SaveOutcome(Value):
    """The result of a write. The notes say `ID` for its id, which the answer gives once.

    status     created, updated or unchanged; retired, already_retired, undone, ... of other commands
    path       as displayed: relative to the project, absolute for the user store
    related    the existing records that it may concern, best first: {id, path, title, updated, excerpt, why, chance}
    diff       of a dry run
    changed    whether anything was written, or would be without the dry run
    aliases    those that the record has now, of a change of aliases
    category   of a sentence; `guessed` says that nobody gave it
    about      (category or kind, title) of what was saved, for people
    """

    status: str
    id: str = ""
    path: str = ""
    related: list[Record] = []
    notes: list[str] = []
    diff: str = ""
    changed: bool = True
    aliases: list[str] | None = None
    category: str = ""
    guessed: bool = False
    about: tuple[str, str] = ("", "")

    def as_json(self) -> JsonObject:
        value: JsonObject = {
            "status": self.status,
            "id": self.id or None,
            "path": self.path or None,
        }
        if self.category:
            value["category"] = self.category
        if self.aliases is not None:
            value["aliases"] = list(self.aliases)
        if self.related:
            value["related"] = list(self.related)
        said = [GUESSED % (self.category, self.refiling("ID"))] if self.guessed else []
        if said or self.notes:
            value["notes"] = [*said, *self.notes]
        if self.diff:
            value["diff"] = self.diff
        return value

    def refiling(self, id: str) -> str:
        """The command that files the record under another category, by the likeliest example."""
        return "memories edit {} --category {}".format(
            id, "constraint" if self.category == USUAL else USUAL
        )


def rejection(error: MemoryRetrievalError, id: str = "") -> JsonObject:
    """A refused request as JSON, in the keys of `SaveOutcome.as_json`; for the front doors, which render errors."""
    problems = [problem.as_json() for problem in problems_of(error)]
    return {"status": "rejected", "id": id or None, "path": None, "problems": problems}


def problems_of(error: MemoryRetrievalError) -> tuple[Problem, ...]:
    """The problems that an error carries; one about the store as a whole when it carries none."""
    return error.problems or (Problem.at("store", str(error), "unusable"),)
