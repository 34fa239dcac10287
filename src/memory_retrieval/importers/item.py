"""The value that every importer yields: a record or a draft, with where it is from. Knows no format."""

from __future__ import annotations

from ..core.model import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAX_TITLE = 120  # characters


class Item(Value):
    """Something found elsewhere, still to be brought in.

    origin    where it is from, for the person
    category  the category it has or most likely has
    record    whole, to be saved, or partial where there are `texts`
    texts     what it was found in, as evidence for the person who reviews it in the inbox; () for a whole record
    problem   why it cannot be read; "" when it was
    store     whose it is: "project", or "user" for what is about the user
    replaced_by  the keys, as `adr.keys_of` gives them, of a document that replaced it and was not read; () for none
    """

    origin: str
    category: str = ""
    problem: str = ""
    store: str = "project"
    record: dict[str, Any] = {}
    replaced_by: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
