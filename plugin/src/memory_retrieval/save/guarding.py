"""The guard of a record that is saved: accepted when a person gave it, and asked for where a rule names what it forbids."""

from __future__ import annotations

import os
import re

from ..core import guards
from ..core.model import Record, Store
from ..core.paths import INSTALLED, PLUGIN_FOLDER
from ..state import accepted
from ..store import kinds, schema
from .request import SaveRequest

ACCEPT = "guard: it only reminds until the user accepts it, in their own terminal, with: memories review %s --keep%s"
OFFER = (
    "guard: the rule names `%s`, so a guard could hold it before a call breaks it; propose one to the user, and update "
    'it with "guard", as %s says'
)
REFILE = ", after `memories edit ID --category constraint`"
PLUGIN = INSTALLED if os.path.isdir(INSTALLED) else PLUGIN_FOLDER
PAGE = os.path.join(PLUGIN, "skills", "save", "guards.md")
NAMED = re.compile(
    r"`([^`]+)`|(?<![\w/])((?:[\w.*-]*/)[\w.*/-]+|\.?[\w*-]*\.[a-z]\w{0,4}\b(?!\.\s)|--?[a-z][\w-]+|\w+\(\)"
    r"|[a-z]+[A-Z]\w*|[A-Za-z]+_\w+|\w+::\w+|[A-Z][A-Z_]{3,}"
    r"|(?i:alembic|ansible|apt(?:-get)?|aws|brew|bun|bundle|cargo|celery|chmod|composer|conda|curl|datetime|django|docker"
    r"|dockerfile|eslint|flyway|gcloud|git|gh|go|gradle|helm|import|java|jest|kafka|kubectl|kubernetes|lodash|make|maven"
    r"|mvn|npm|npx|pip3?|pipenv|pnpm|poetry|postgres|prisma|psql|pytest|python|rails|rake|react|redis|rm|ruff|sql|sudo"
    r"|systemctl|terraform|tsc|typescript|uv|vite|webpack|yarn|force[- ]push(?:es)?|commit|push|migrations?)\b)"
)
"""A path, a command, a word of code or a tool in a sentence."""
BINDS = re.compile(
    r"(?i)\b(?:never|not|no|\w+n't|cannot|must|except|only|always|every|without|instead|forbidden|avoid|stop|nobody)\b"
)


def notes(
    store: Store, request: SaveRequest, path: str, record: Record | None, status: str
) -> list[str]:
    """Accepts the guard that a person gave; says what holds of the guard of the saved record, or offers one."""
    if record is None or not store.kind.guarded:
        return []
    _, mark = marked(path, record)
    given = request.by_user and request.data.get("guard")
    if given and mark and accepted.accept(store.root, [mark]):
        return []
    if mark:
        told = ACCEPT % (record["id"], kinds.option(store.kind))
        return [] if mark in accepted.read(store.root) else [told]
    found = offer(record) if status == "created" and not request.as_it_is else ""
    moved = "" if schema.can_guard(record) else REFILE
    return [OFFER % (found, PAGE) + moved] if found else []


def marked(path: str, record: Record) -> tuple[str, str]:
    """(the guard of a valid record as text, what stands for it where it is accepted); ("", "") without one."""
    guard = guards.parse(record.get("guard")) if schema.can_guard(record) else None
    if guard is None:
        return "", ""
    said = " ".join(guards.sentence(record, record.get("title") or ""))
    return guard.dump(), accepted.mark(path, guard.dump(), said)


def offer(record: Record) -> str:
    """What a rule names that a guard could watch for, whatever it was filed as; "" for nothing.

    record  valid, of any category or kind
    """
    said, _ = guards.sentence(record, record.get("title") or "")
    found = NAMED.search(said)
    rule = schema.can_guard(record) and record.get("category") != "decision"
    return (found[1] or found[2]) if found and (rule or BINDS.search(said)) else ""
