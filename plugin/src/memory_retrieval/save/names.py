"""Ids from titles, when two titles are the same, and names in messages."""

from __future__ import annotations

import zlib

from ..core.normal import normalize
from ..core.sanitize import JOINERS, SELECTORS
from ..core.tokens import fold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

MAX_SLUG = 60  # characters, cut at a word
RESERVED = {
    "con",
    "prn",
    "aux",
    "nul",
    *(name + digit for name in ("com", "lpt") for digit in "123456789"),
}
"""Names that Windows opens as devices, whatever their ending: no repository with such a file can be cloned there."""
_UNSEEN = {
    ord(c): None for c in JOINERS + SELECTORS
}  # titles that differ in these alone look the same


def slug(title: str) -> str:
    """A title as an id; "" when nothing of it can be written in ASCII."""
    text = normalize("NFKD", title).encode("ascii", "ignore").decode("ascii").lower()
    text = "".join([c if c.isalnum() else " " for c in text])
    whole = "-".join(text.split())
    head = whole[: MAX_SLUG + 1].rsplit("-", 1)[0] if len(whole) > MAX_SLUG else whole
    return head if len(head) <= MAX_SLUG else whole[:MAX_SLUG].strip("-")


def new_id(title: str, category: str, taken: set[str]) -> str:
    """An unused id: the slug, or a checksum of the title, with a number appended when that is in use."""
    base, dashed = slug(title), category.replace("_", "-")
    if base in RESERVED:
        base += f"-{dashed}"
    if not base:
        checksum = zlib.crc32(title_key(title).encode("utf-8", "replace"))
        base = f"{dashed}-{checksum:08x}"
    name, number = base, 2
    while name in taken:
        tail = f"-{number}"
        name = base[: MAX_SLUG - len(tail)].rstrip("-") + tail
        number += 1
    return name


def listed(names: Sequence[str], most: int) -> str:
    """The first names as a message has them, and how many more there are."""
    beyond = len(names) - most
    return ", ".join(names[:most]) + (f" and {beyond} more" if beyond > 0 else "")


def title_key(title: str) -> str:
    """A key that equal titles share, whatever their case, accents, spacing, joiners, selectors and punctuation."""
    text = fold(title.translate(_UNSEEN))
    kept = [c if c.isalnum() or c in "+#" or ord(c) > 0x2FF else " " for c in text]
    return " ".join("".join(kept).split())


def may_be(title: str, key: str) -> bool:
    """False when a title cannot have a key, without working out the title's own: a save compares with hundreds."""
    return not (title.isascii() and title[:1].isalnum()) or title[0].lower() == key[0]
