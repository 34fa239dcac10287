"""The aliases of one record as a list: tidy, without repeats, at most eight. Values only; knows no store."""

from __future__ import annotations

from ..core.model import Problem
from ..core.sanitize import one_line
from ..core.tokens import is_common
from ..store import schema

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence

_SPEC: Any = schema.SPECS["aliases"][0]
MAX_ALIAS = _SPEC[1][1]  # characters of one alias
MAX_ALIASES = _SPEC[3]  # of one record
_LONG = (
    1_000_000  # characters; `problems` reports what is too long, nothing cuts it unseen
)


def tidy(phrases: Sequence[str]) -> list[str]:
    """The phrases on one line each, without empty ones and repeats."""
    return union([], [one_line(phrase, _LONG) for phrase in phrases])


def union(old: Sequence[str], new: Sequence[str]) -> list[str]:
    """`old`, then what is new in `new`. Case and white space make no difference; the first spelling stays."""
    out, keys = list(old), {_key(alias) for alias in old}
    for phrase in new:
        key = _key(phrase)
        if key and key not in keys:
            keys.add(key)
            out.append(phrase)
    return out


def without(
    aliases: Sequence[str], phrases: Sequence[str]
) -> tuple[list[str], list[str]]:
    """(the aliases that are left, the phrases that were none of them)."""
    keys = [_key(alias) for alias in aliases]
    gone = [_key(phrase) for phrase in phrases]
    left = [alias for alias in aliases if _key(alias) not in gone]
    return left, [phrase for phrase in phrases if _key(phrase) not in keys]


def problems(phrases: Sequence[str]) -> list[Problem]:
    """A problem for each phrase that is longer than an alias may be, or that says nothing by itself."""
    found = []
    for phrase in phrases:
        number = len(phrase)
        if number > MAX_ALIAS:
            long = f"at most {MAX_ALIAS} characters, got {number} in '{phrase[:40]}...'; shorten it"
            found.append(Problem.at("aliases", long, "size"))
        elif is_common(phrase):
            common = f"'{phrase}' could stand in any prompt; add a word that names the subject"
            found.append(Problem.at("aliases", common, "common"))
    return found


def number_problem(id: str, old: Sequence[str], new: Sequence[str]) -> Problem | None:
    """The problem of a record that would have too many aliases: which ones it has, and how some are taken out."""
    excess = len(new) - MAX_ALIASES
    if excess <= 0:
        return None
    step = f"leave out {excess}"
    if old:
        number = min(excess, len(old))
        step = (
            f"remove {number} of the existing ones with `memories alias {id} --remove PHRASE`: "
            + quoted(old)
        )
    number = len(new)
    return Problem.at(
        "aliases",
        f"at most {MAX_ALIASES}, but these would make {number}; {step}",
        "size",
    )


def quoted(phrases: Sequence[str]) -> str:
    """The phrases as messages list them."""
    return ", ".join([f'"{phrase}"' for phrase in phrases])


def _key(phrase: str) -> str:
    return one_line(phrase, _LONG).casefold()
