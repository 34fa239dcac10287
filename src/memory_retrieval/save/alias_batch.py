"""Aliases for many records as text: an object {id: [phrases]}, or one object {"id", "aliases"} a line."""

from __future__ import annotations

from ..core import jsontext
from ..core.errors import RecordError
from ..core.model import Problem
from .aliases import AliasChange

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAX_BATCH = 16_777_216  # bytes: 16,000 records with eight long aliases each
LISTED = ("category", "title", "path")  # keys of a listed record that may stay in its line
SHAPE = 'expected {"id": "...", "aliases": ["...", ...]}'


def parse(text: str) -> list[AliasChange]:
    """The changes of a batch, in its order. RecordError with every line or id that is wrong."""
    if len(text.encode("utf-8", "surrogatepass")) > MAX_BATCH:
        raise RecordError.at("input", "a batch has at most %d bytes; split it" % MAX_BATCH, "size")
    if not text.strip():
        raise RecordError.at("input", "is empty; expected an object {id: [phrases]}, or JSON lines", "missing")
    problems: list[Problem] = []
    whole = _whole(text)
    changes = _of_lines(text, problems) if whole is None else _of_object(whole, problems)
    if problems:
        raise RecordError("the batch was refused", problems)
    return changes


def _whole(text: str) -> dict[str, Any] | None:
    """The object that the text is, unless that is the only line of JSON lines."""
    try:
        value = jsontext.loads(text)
    except ValueError:
        return None
    return value if isinstance(value, dict) and not isinstance(value.get("id"), str) else None


def _of_object(value: dict[str, Any], problems: list[Problem]) -> list[AliasChange]:
    changes = []
    for id, phrases in value.items():
        if _are_phrases(phrases):
            changes.append(AliasChange(id=id, add=phrases))
        else:
            problems.append(Problem.at(id[:80], "expected a list of phrases"))
    return changes


def _of_lines(text: str, problems: list[Problem]) -> list[AliasChange]:
    changes = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            changes.append(_of_line(jsontext.loads(line)))
        except ValueError as error:
            problems.append(Problem.at("line %d" % number, str(error)))
    return changes


def _of_line(value: Any) -> AliasChange:
    """ValueError says what is wrong with a line."""
    if not isinstance(value, dict) or not isinstance(value.get("id"), str) or not _are_phrases(value.get("aliases")):
        raise ValueError(SHAPE)
    unknown = [key for key in value if key not in ("id", "aliases", *LISTED)]
    if unknown:
        raise ValueError("unknown key %.40r; %s" % (unknown[0], SHAPE))
    return AliasChange(id=value["id"], add=value["aliases"])


def _are_phrases(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(phrase, str) for phrase in value)
