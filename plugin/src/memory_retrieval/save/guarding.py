"""The guard of a record that is saved: accepted when a person gave it, and offered where a rule's words name one.

An offer repeats what the rule forbids in so many words: the user or the agent judges it, and none is made in doubt.
"""

from __future__ import annotations

import re

from ..core import guards, jsontext
from ..state import accepted
from ..store import kinds, schema

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..core.model import Store
    from .request import SaveRequest

ACCEPT = "guard: it only reminds until the user accepts it, in their own terminal, with: memories review %s --keep%s"
OFFER = 'guard: the rule can remind by itself; if the user wants it to, update %s with "guard": %s'
PROGRAM = (
    r"(?:alembic|apt|apt-get|aws|brew|bun|bundle|cargo|chmod|composer|curl|docker|flyway|gcloud|gh|git|go|gradle|helm|"
    r"kubectl|make|mvn|npm|npx|pip|pip3|pnpm|poetry|psql|rails|rake|rm|sudo|systemctl|terraform|uv|yarn)\b"
)
TOKEN = rf"(?P<token>`[^`]+`|{PROGRAM}(?: [\w./:-]+)*(?: --?[\w-]+)+|[^\s`]*[^\s`.,;:])"
FORBIDS = r"(?i)\b(?:never|must not|mustn't|do not|don't|may not|cannot|can't)\s+(?:ever\s+)?"
CLAUSE = (
    rf"(?i)(?:(?!{PROGRAM})(?P<verb>[a-z-]+)\s+(?:(?:to|on|upon)\s+)?)?"
    + rf"(?:(?:the|a|an|any|our|generated|files?|anything|code|in|under|below)\s+)*{TOKEN}"
    + r"(?:\s+(?:by hand|directly|manually|any ?more|anywhere|at all|again))?(?P<rest>(?:[,;:]?\s.*|[;:–—-].*)?)$"
)
BANNED = rf"(?P<verb>){TOKEN} (?:is|are) (?:forbidden|banned|prohibited|not allowed)\b(?P<rest>.*)$"
DOUBT = (  # a list, a place or a condition, which no guard would know
    r"^,? ?(?:or|and|nor|\S+$|(?:\S+ ){0,2}\S+,|\S+ (?:or|and|nor)\b)|^ \w"
    r"|\b(?:unless|except|without|only|if|when|while|until|before|after|outside)\b"
)
CHANGE = frozenset("edit hand-edit change modify touch alter write".split())
RUN = frozenset(["", *"run execute invoke use call type".split()])
WRITE = frozenset("use call write add introduce reintroduce rely depend".split())


def notes(store: Store, request: SaveRequest, path: str, record: dict[str, Any] | None, status: str) -> list[str]:
    """Accepts the guard that a person gave; says what holds of the guard of the saved record, or offers one."""
    if record is None or not store.kind.guarded:
        return []
    _, mark = marked(path, record)
    if mark and request.by_user and request.data.get("guard") and accepted.accept(store.root, [mark]):
        return []
    if mark:
        return [] if mark in accepted.read(store.root) else [ACCEPT % (record["id"], kinds.option(store.kind))]
    found = offer(record) if status == "created" and not request.as_it_is else None
    return [OFFER % (record["id"], jsontext.dumps(found))] if found else []


def marked(path: str, record: dict[str, Any]) -> tuple[str, str]:
    """(the guard of a valid record as text, what stands for it where it is accepted); ("", "") without one."""
    guard = guards.parse(record.get("guard")) if schema.can_guard(record) else None
    if guard is None:
        return "", ""
    said = " ".join(guards.sentence(record, record.get("title") or ""))
    return guard.dump(), accepted.mark(path, guard.dump(), said)


def offer(record: dict[str, Any]) -> dict[str, Any] | None:
    """A guard for what a rule forbids by its name: a command, a path or a piece of code; None where it names none.

    record  valid, of any category or kind
    """
    if not schema.can_guard(record):
        return None
    said, _ = guards.sentence(record, "")
    said = said if len(said) < guards.MAX_PATTERN - 9 else said[: said.rfind(". ") + 1]  # a cut one may go on
    texts = ["Never " + said] if record.get("dont_text") else [record["title"], said]
    for sentence in [part.rstrip(".!") for text in texts for part in re.split(r"(?<=[.!?])\s+", text)]:
        forbidden = [re.match(CLAUSE, sentence[no.end() :]) for no in re.finditer(FORBIDS, sentence)]
        for found in [re.match(BANNED, sentence), *forbidden]:
            if found and not re.search(DOUBT, found["rest"]):
                guard = _guard((found["verb"] or "").lower(), found["token"], record.get("related_files") or [])
                if guard and not guards.problems(guard):
                    return guard
    return None


def _guard(verb: str, token: str, files: list[str]) -> dict[str, Any] | None:
    """The guard against doing what a verb says with a token, which stands between backticks or is plain."""
    ticked, token = token[0] == "`", token.strip("`").rstrip(",;:")
    kinds = sorted({"**/*." + name.rpartition(".")[2] for name in files if re.fullmatch(r".*\.\w{1,5}", name)})
    if verb in RUN and re.match(PROGRAM + " ", token):
        return {"command": token}
    if verb in CHANGE and re.fullmatch(r"[\w.*@-]*[/*.][\w.*/@-]*" if ticked else r"[\w.@-]+/[\w.*/@-]*", token):
        return {"paths": [token.rstrip("/")]}
    if verb == "import" and re.fullmatch(r"[\w.@/-]+", token):
        return {**({"paths": kinds} if kinds else {}), "text": f"import {token} OR from {token}"}
    if verb in WRITE and re.search(r"\w\(\)$|::|\w[._]\w|[a-z][A-Z]" if ticked else r"\w\(\)$|::|[A-Z]_[A-Z]", token):
        return {**({"paths": kinds} if kinds else {}), "text": token[:-1] if token.endswith("()") else token}
    return None
