"""The guard of a record that is saved: accepted when a person gave it, and offered where a rule's words name one.

An offer repeats what the rule forbids in so many words: the user or the agent judges it, and none is made in doubt.
"""

from __future__ import annotations

import re

from ..core import guards, jsontext
from ..core.model import Record, Store
from ..state import accepted
from ..store import kinds, schema
from .request import SaveRequest

ACCEPT = "guard: it only reminds until the user accepts it, in their own terminal, with: memories review %s --keep%s"
OFFER = 'guard: the rule can remind by itself; if the user wants it to, update %s with "guard": %s'
PROGRAM = (
    r"(?:alembic|apt|apt-get|aws|brew|bun|bundle|cargo|chmod|composer|curl|docker|flyway|gcloud|gh|git|go|gradle|helm|"
    r"kubectl|make|mvn|npm|npx|pip|pip3|pnpm|poetry|psql|rails|rake|rm|sudo|systemctl|terraform|uv|yarn)\b"
)
TOKEN = rf"(?P<token>`[^`]+`|{PROGRAM}(?: [\w./:-]+)*(?: --?[\w-]+)+|[^\s`]*[^\s`.,;:])"
FORBIDS = (
    r"(?i)\b(?:never|must not|mustn't|do not|don't|may not|cannot|can't)\s+(?:ever\s+)?"
)
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
TICKED_PATH, PLAIN_PATH = r"[\w.*@-]*[/*.][\w.*/@-]*", r"[\w.@-]+/[\w.*/@-]*"
TICKED_NAME, PLAIN_NAME = r"\w\(\)$|::|\w[._]\w|[a-z][A-Z]", r"\w\(\)$|::|[A-Z]_[A-Z]"
CHANGE = frozenset("edit hand-edit change modify touch alter write".split())
RUN = frozenset(["", *"run execute invoke use call type".split()])
WRITE = frozenset("use call write add introduce reintroduce rely depend".split())


def notes(
    store: Store, request: SaveRequest, path: str, record: Record | None, status: str
) -> list[str]:
    """Accepts the guard that a person gave; says what holds of the guard of the saved record, or offers one."""
    if record is None or not store.kind.guarded:
        return []
    _, mark = marked(path, record)
    if mark:
        is_given = request.by_user and request.data.get("guard")
        if (is_given and accepted.accept(store.root, [mark])) or mark in accepted.read(
            store.root
        ):
            return []
        return [ACCEPT % (record["id"], kinds.option(store.kind))]
    found = offer(record) if status == "created" and not request.as_it_is else None
    return [OFFER % (record["id"], jsontext.dumps(found))] if found else []


def marked(path: str, record: Record) -> tuple[str, str]:
    """(the guard of a valid record as text, what stands for it where it is accepted); ("", "") without one."""
    guard = guards.parse(record.get("guard")) if schema.can_guard(record) else None
    if guard is None:
        return "", ""
    said = " ".join(guards.sentence(record, record.get("title") or ""))
    return guard.dump(), accepted.mark(path, guard.dump(), said)


def offer(record: Record) -> Record | None:
    """A guard for what a rule forbids by its name: a command, a path or a piece of code; None where it names none.

    record  valid, of any category or kind
    """
    if not schema.can_guard(record):
        return None
    said, _ = guards.sentence(record, "")
    if len(said) >= guards.MAX_PATTERN - 9:
        said = said[: said.rfind(". ") + 1]  # a cut one may go on
    texts = [f"Never {said}"] if record.get("dont_text") else [record["title"], said]
    for text in texts:
        for sentence in re.split(r"(?<=[.!?])\s+", text):
            guard = _of_sentence(
                sentence.rstrip(".!"), record.get("related_files") or []
            )
            if guard:
                return guard
    return None


def _of_sentence(sentence: str, files: list[str]) -> Record | None:
    clauses = [
        re.match(CLAUSE, sentence[no.end() :]) for no in re.finditer(FORBIDS, sentence)
    ]
    for found in [re.match(BANNED, sentence), *clauses]:
        if not found or re.search(DOUBT, found["rest"]):
            continue
        guard = _guard((found["verb"] or "").lower(), found["token"], files)
        if guard and not guards.problems(guard):
            return guard
    return None


def _guard(verb: str, token: str, files: list[str]) -> Record | None:
    """The guard against doing what a verb says with a token, which stands between backticks or is plain."""
    ticked, name = token[0] == "`", token.strip("`").rstrip(",;:")
    a_path, a_name = (TICKED_PATH, TICKED_NAME) if ticked else (PLAIN_PATH, PLAIN_NAME)
    endings = {
        file.rpartition(".")[2] for file in files if re.fullmatch(r".*\.\w{1,5}", file)
    }
    where = (
        {"paths": sorted([f"**/*.{ending}" for ending in endings])} if endings else {}
    )
    if verb in RUN and re.match(f"{PROGRAM} ", name):
        return {"command": name}
    if verb in CHANGE and re.fullmatch(a_path, name):
        return {"paths": [name.rstrip("/")]}
    if verb == "import" and re.fullmatch(r"[\w.@/-]+", name):
        return {**where, "text": f"import {name} OR from {name}"}
    if verb in WRITE and re.search(a_name, name):
        return {**where, "text": name[:-1] if name.endswith("()") else name}
    return None
