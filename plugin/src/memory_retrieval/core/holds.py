"""Whether a record holds now and, if not, why. Everything that injects, lists or counts records asks here.

What a record says of itself is read once and kept beside it (`stated`, `end_of`); whether it has expired is decided
again each time, because that depends on the clock.
"""

from __future__ import annotations

from . import clock
from .categories import BY_KEY, TABLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Protocol

    class Record(Protocol):
        """What is asked of a memory, or of an entry of the catalogue."""

        @property
        def status(self) -> str: ...
        @property
        def superseded_by(self) -> str | None: ...
        @property
        def state(self) -> str: ...
        @property
        def expires(self) -> int | None: ...


PROPOSED = "proposed"
STATES = (
    "active",
    *dict.fromkeys(
        [state for category in TABLE for state in category.states.values() if state]
    ),
    "rejected",
    "expired",
    "retired",
    "archived",
)
"""What `status` can return."""
GROUPS = ("active", "superseded", "closed", "retired", "archived")
"""What counts and lists of a whole store tell apart: what holds, then what does not, by the reason."""
WORDS = {
    **{state: f"off: {state}" for state in STATES if state not in ("active", PROPOSED)},
    "superseded": "replaced",
    "wont_fix": "off: won't fix",
}
"""What people read for a state: they tell apart what is active, replaced and off."""


def stated(category: str, content: Any) -> str:
    """The state that a record's content states; "" for none. `content` may be anything."""
    known = BY_KEY.get(category)
    if known is None or not isinstance(content, dict):
        return ""
    value = content.get(known.state)
    return known.states.get(value, "") if isinstance(value, (str, bool)) else ""


def end_of(category: str, content: Any) -> int | None:
    """The time from which a record has expired: the end of the day it names. None without a date."""
    known = BY_KEY.get(category)
    if known is None or not known.expires or not isinstance(content, dict):
        return None
    text = content.get("expires")
    if not isinstance(text, str):
        return None
    if text[10:11] == " ":
        text = text[:10] + "T" + text[11:]  # a date and a time as people write them
    at, day = clock.parse_time(text), clock.parse_time(text[:10])
    return None if at is None or day is None else max(at, day + clock.DAY)


def state(record: Record, now: float) -> str:
    """The state that counts now: "" where the record simply holds, else one word such as "expired"."""
    if record.status != "active":
        return record.status
    if record.superseded_by:
        return "superseded"
    if record.state and record.state != PROPOSED:
        return record.state
    return (
        "expired"
        if record.expires is not None and record.expires <= now
        else record.state
    )


def holds(record: Record, now: float) -> bool:
    """Whether the record may be injected and counts as a rule. A proposal holds, and is marked."""
    return state(record, now) in ("", PROPOSED)


def status(record: Record, now: float) -> str:
    """The state as programs read it: "active" where the record simply holds."""
    return state(record, now) or "active"


def mark(record: Record, now: float) -> str:
    """The state as people read it; "" where the record simply holds."""
    found = state(record, now)
    return WORDS.get(found, found)


def group_of(name: str) -> str:
    """The one of GROUPS that takes in a state of STATES."""
    if name == PROPOSED:
        return "active"
    return name if name in GROUPS else "closed"


def in_state(record: Record, name: str, now: float) -> bool:
    """Whether a record is in a state of STATES; "active" takes in proposals, "" everything."""
    found = status(record, now)
    return name in ("", found) or (name == "active" and found == PROPOSED)


def why_not(record: Record, now: float) -> str:
    """Why a record does not hold; "" when it does."""
    found = state(record, now)
    if found in ("", PROPOSED):
        return ""
    if found == "superseded" and record.superseded_by:
        return f"replaced by {record.superseded_by}"
    if found == "expired":
        return "off: expired on " + clock.format_time((record.expires or 0) - 1)[:10]
    return WORDS[found]
