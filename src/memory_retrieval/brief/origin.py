"""Whose words a record holds, as far as git or the record itself says. Both can be forged, so they are only named."""

from __future__ import annotations

import os

from ..core import git
from ..core.sanitize import one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SECONDS = 0.5
LAST_CHANGE = "rev-list --max-count=1 --abbrev-commit --pretty=format:%an HEAD --".split()
MAX_NAME = 40  # characters


def origin(root: str, path: str, record: dict[str, Any]) -> str:
    """`commit 1a2b3c4 by Ana`, `not committed`, or whom the record names; "" when nothing is known."""
    answer = git.run_all(root, [[*LAST_CHANGE, path]], SECONDS)[0] if os.path.isabs(root) else None
    if answer is None:  # no repository, or one without commits
        source = record.get("source")
        author = source.get("author") or source.get("agent") if isinstance(source, dict) else None
        return "by " + name(author) if isinstance(author, str) and name(author) else ""
    commit, _, author = answer.decode("utf-8", "replace").partition("\n")
    return "%s by %s" % (name(commit), name(author) or "nobody") if commit else "not committed"


def name(text: str) -> str:
    """A name that cannot be mistaken for anything around it."""
    plain = "".join([c if c.isalnum() or c in " .'-_@" else " " for c in one_line(text, 400)])
    return one_line(plain, MAX_NAME)
