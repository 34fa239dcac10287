"""Candidates that wait for review: one private file each, outside the repository. Only `accept` makes them records."""

from __future__ import annotations

import os

from ..core import clock, environment, jsontext
from ..core.errors import RecordError
from ..core.instructions import scan_tree
from ..core.model import CATEGORIES, Problem, Record, valid_id
from ..redact.redact import Secret, redact_and_cut, redact_tree, shortened
from ..save import draft, names
from ..save.refile import mapped
from ..save.request import SaveOutcome, SaveRequest
from ..save.service import save
from ..state import inbox_files
from ..state.folders import read_private
from ..state.journal import digest
from ..store import kinds, schema
from ..store.place import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAX_CANDIDATES = 500  # per store; a full inbox accepts no more, so that it never fills the disk unnoticed
MAX_EVIDENCE = 20  # passages kept of one candidate
NAMED = 5  # candidates that an error names
MAX_PASSAGE = 2000  # characters
BLANK: tuple[object, ...] = (None, "", [], {})


def add_candidate(
    store_root: str,
    category: str,
    evidence: list[dict[str, str]],
    record: Record | None = None,
    session: str = "",
    place: int = 0,
) -> str | None:
    """Files a candidate and returns its id; an equal one that is filed already is kept. None when the inbox is full.

    store_root  the project folder
    evidence    [{"text", "pattern"}]: a passage of the conversation, and the pattern that matched it
    record      a partial record, as for `memories save`
    place       among those that are filed in the same second
    """
    if category not in CATEGORIES:
        raise RecordError.at(
            "category",
            "expected one of %s, got %.40r" % (", ".join(CATEGORIES), category),
        )
    found: list[Secret] = []
    kept: list[dict[str, str]] = []
    for piece in evidence[:MAX_EVIDENCE]:
        text, secrets = redact_and_cut(str(piece.get("text", "")), MAX_PASSAGE)
        pattern = shortened(str(piece.get("pattern", "")), 200)
        kept.append({"text": text, "pattern": pattern})
        found += secrets
    record, more = redact_tree({**(record or {}), "category": category})
    title = str(record.get("title") or "")
    content = jsontext.dumps(
        [category, [piece["text"] for piece in kept], sorted(record), title]
    )
    id = "{}-{}".format(
        category.replace("_", "-"), digest(content.encode("ascii"))[:16]
    )
    if os.path.exists(inbox_files.candidate_path(store_root, id)):
        return id
    if inbox_files.count_candidates(store_root) >= MAX_CANDIDATES:
        return None
    value = {
        "id": id,
        "category": category,
        "created_at": clock.format_time(environment.now()),
        "place": place,
        "session": str(session)[:200],
        "evidence": kept,
        "record": record,
        "gaps": gaps(record, category),
        "removed": sorted({f.kind for f in found + more}),
    }
    _write(store_root, value)
    return id


def list_candidates(store_root: str) -> list[Record]:
    """Every candidate of a store, oldest first; `speaks` has the places of text that speaks to the agent."""
    found = [c for c in inbox_files.read_candidates(store_root) if _is_candidate(c)]
    return sorted(found, key=_oldest_first)


def _oldest_first(candidate: Record) -> tuple[str, int, str]:
    place = candidate.get("place")
    return (
        candidate["created_at"],
        place if isinstance(place, int) else 0,
        candidate["id"],
    )


def get_candidate(store_root: str, id: str) -> Record:
    """One candidate, by its id or the start of it. RecordError when there is none, or several."""
    begun = [c for c in list_candidates(store_root) if id and c["id"].startswith(id)]
    found = [c for c in begun if c["id"] == id] or begun
    if len(found) != 1:
        if not found:
            raise RecordError.at(
                "id",
                f"nothing that waits is called {id!r:.80}; `memories review list` shows them",
                "not-found",
            )
        listed = names.listed([c["id"] for c in found], NAMED)
        raise RecordError.at(
            "id",
            f"several IDs start with {id!r:.80}: {listed}; type more of the ID",
            "ambiguous",
        )
    return found[0]


def fill(store_root: str, id: str, fields: Record) -> Record:
    """Merges fields of a partial record into a candidate; returns it with the remaining gaps.

    Another category moves what it says to the fields of that one. RecordError, and the candidate stays as it was, for
    unknown fields and wrong values.
    """
    candidate = filled(get_candidate(store_root, id), fields)
    _write(store_root, candidate)
    return candidate


def filled(candidate: Record, fields: Record) -> Record:
    """A candidate with other fields, not written; RecordError for those that its category does not take."""
    if not fields:
        return candidate
    was = candidate["category"]
    category = draft.category_of(fields.get("category") or was)
    if category != was:
        given = {*_content(fields, was), *_content(fields, category)}
        if given <= {*schema.CONTENT[was]}:  # as an editor showed them
            candidate, fields = (
                filled(candidate, {**fields, "category": was}),
                {"category": category},
            )
        candidate = _refiled(candidate, category)
    fields, _ = redact_tree({**fields, "category": category})
    old, beside, inside = (
        candidate["record"],
        _beside(fields, category),
        _content(fields, category),
    )
    _check({**beside, "content": inside})
    record = {
        **_beside(old, category),
        **beside,
        "content": {**_content(old, category), **inside},
    }
    return {
        **candidate,
        "record": record,
        "gaps": gaps(record, category),
        "edited": True,
    }


def accept(
    store_root: str, id: str, fields: Record | None = None, *, incomplete: bool = False
) -> SaveOutcome:
    """Saves a candidate's record and removes it from the inbox; after a RecordError, the candidate is as it was.

    fields      go into the record first, as `fill` takes them
    incomplete  a record that lacks required fields is saved and marked; else that is a RecordError
    """
    candidate = filled(get_candidate(store_root, id), fields or {})
    record, missing = (
        candidate["record"],
        gaps(candidate["record"], candidate["category"]),
    )
    incomplete = incomplete or bool(record.get(schema.INCOMPLETE))  # one sentence
    if missing and not (incomplete and "title" not in missing):
        step = f"missing; add it with `memories review edit {candidate['id']}`"
        step += "" if "title" in missing else ", or pass --incomplete"
        raise RecordError(
            "it is incomplete",
            [Problem.at(field, step, "missing") for field in missing],
        )
    if missing:
        record = {**record, schema.INCOMPLETE: True}
    kind = (
        kinds.USER
        if store_root == os.path.realpath(environment.data_dir())
        else kinds.PROJECT
    )
    outcome = save(
        SaveRequest(
            Place(root=store_root, kind=kind),
            record,
            candidate=candidate,
            as_it_is=True,
        )
    )
    inbox_files.remove_candidate(store_root, candidate["id"])
    return outcome


def put_back(store_root: str, candidate: Any) -> str:
    """Files a candidate from the journal again, after its acceptance was undone. Its id, or "" for an invalid one.

    A candidate of the same id that was filed meanwhile is kept when it lacks fewer fields.
    """
    if not _is_candidate(candidate):
        return ""
    there = read_private(inbox_files.candidate_path(store_root, candidate["id"]))
    if not _is_candidate(there) or _lacking(candidate) <= _lacking(there):
        _write(store_root, candidate)
    return str(candidate["id"])


def reject(store_root: str, id: str) -> SaveOutcome:
    """Removes a candidate from the inbox, without saving it."""
    id = get_candidate(store_root, id)["id"]
    inbox_files.remove_candidate(store_root, id)
    return SaveOutcome(
        status="removed", id=id, path=inbox_files.candidate_path(store_root, id)
    )


def gaps(record: Record, category: str) -> list[str]:
    """The required fields that a partial record lacks: `title`, `content.steps`, ..."""
    content = _content(record, category)
    missing = [] if str(record.get("title") or "").strip() else ["title"]
    return missing + [f"content.{key}" for key in schema.lacking(category, content)]


def _check(fields: Record) -> None:
    """RecordError for unknown keys and wrong values; what is blank is not given."""
    given = {
        key: value for key, value in fields["content"].items() if value not in BLANK
    }
    fields = {key: value for key, value in fields.items() if value not in BLANK}
    built = draft.build({**fields, "content": given})
    problems = schema.check_content(built.kind, built.content)
    if problems:
        raise RecordError("the fields were refused", problems)


def _refiled(candidate: Record, category: str) -> Record:
    """A candidate of another category, which says what it said as far as that one has fields for it."""
    old, was = candidate["record"], candidate["category"]
    content = mapped(_content(old, was), was, category)
    record = {**_beside(old, was), "category": category, "content": content}
    return {**candidate, "category": category, "record": record}


def _beside(record: Record, category: str) -> Record:
    """What a partial record has beside its content."""
    inside = {"content", *schema.CONTENT[category]}
    return {key: value for key, value in record.items() if key not in inside}


def _lacking(candidate: Record) -> int:
    return len(gaps(candidate["record"], candidate["category"]))


def _content(record: Record, category: str) -> Record:
    nested = record.get("content")
    flat = {key: record[key] for key in schema.CONTENT[category] if key in record}
    return {**flat, **(nested if isinstance(nested, dict) else {})}


def _is_candidate(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and value.get("category") in CATEGORIES
        and isinstance(value.get("record"), dict)
        and isinstance(value.get("id"), str)
        and valid_id(value["id"])
        and isinstance(value.get("created_at"), str)
    )


def _write(store_root: str, candidate: Record) -> None:
    told = {key: candidate[key] for key in ("record", "evidence")}
    candidate["speaks"] = list(dict.fromkeys(place for place, _, _ in scan_tree(told)))
    text = jsontext.dumps(candidate)
    if len(text) > 2 * draft.MAX_INPUT:
        raise RecordError.at(
            "record", "it is larger than a memory can be; shorten it", "size"
        )
    inbox_files.write_candidate(store_root, candidate["id"], text)
