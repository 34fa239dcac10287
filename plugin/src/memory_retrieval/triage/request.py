"""The request to the agent: what was noticed, how to save it, and that doing nothing is fine."""

from __future__ import annotations

from ..core.instructions import spoken_title
from ..core.sanitize import one_line
from ..hosts import UNKNOWN
from ..transcript.values import REQUEST_HEAD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..hosts import Host
    from .progress import Found

MAX_ASK = 3000  # characters: a second request interrupts more than a longer one
MAX_QUOTE = 320  # characters
UPDATE = " Do not save what a stored memory already says; if something changes a stored memory, replace it."
EARLIER = " (said in an earlier session)"
CAUSE = (
    " If one command or edit caused the failure, save a constraint against that as well, and propose a `guard` of it to "
    "the user."
)
NOTHING: Mapping[str, tuple[str, str]] = {}


def render(
    found: list[Found],
    command: str,
    host: Host = UNKNOWN,
    stored: Mapping[str, tuple[str, str]] = NOTHING,
    note: str = "",
) -> tuple[str, list[Found]]:
    """(the request, at most MAX_ASK characters, what of `found` it names, the likeliest first); "" where nothing fits.

    command  starts `memories` in a shell; not used for a host with a tool that saves
    stored   {quote: (id, title)} of records that it may concern
    note     what else there is to say, one line
    """
    known = any(one.quote in stored for one in found)
    fixed = any(one.category == "runbook" for one in found)
    end = [_order(host, command, known, fixed)]
    if note:
        end.append(note)
    room = MAX_ASK - len(REQUEST_HEAD) - sum([len(line) + 1 for line in end])
    lines: list[str] = []
    named: list[Found] = []
    for one in sorted(found, key=lambda one: -one.score):
        more = _named(one, stored.get(one.quote))
        if sum([len(line) + 1 for line in lines + more]) > room:
            break
        lines += more
        named.append(one)
    return ("\n".join([REQUEST_HEAD, *lines, *end]) if named else ""), named


def _plain(text: str, limit: int) -> str:
    """Foreign text in quotation marks, as plain text: on one line, and nothing in it opens or closes a tag."""
    return one_line(text, limit).replace('"', "'").replace("<", "‹")


def _named(one: Found, record: tuple[str, str] | None) -> list[str]:
    quote, place = _plain(one.quote, MAX_QUOTE), EARLIER * bool(one.session)
    lines = [f'- {one.category}{place}: "{quote}"']
    if record is not None:
        id, title = _plain(record[0], 60), _plain(spoken_title(record[1]), 80)
        lines.append(f'  may concern {id} ("{title}")')
    return lines


def _order(host: Host, command: str, stored: bool, fixed: bool) -> str:
    """How to save, in the words that the host's permission hook allows."""
    save, update = host.how_to_save(command), UPDATE if stored else ""
    update += CAUSE if fixed else ""
    return (
        "For each of these, and for anything similar that is not saved yet: if later sessions need it and the code "
        f"does not say it, {save}. State the fact and its reason, "
        f"in the language of the stored memories.{update} Then tell the user in one line what you saved, "
        "and end your turn. If nothing is worth keeping, do nothing: that is fine."
    )
