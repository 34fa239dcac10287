"""The request to the agent: what triage noticed, the one call that saves it, and that doing nothing is fine."""

from __future__ import annotations

from ..core.categories import BY_KEY
from ..core.jsontext import dumps
from ..core.sanitize import escape, one_line, plain_title
from ..hosts import UNKNOWN
from ..store.schema import CONTENT
from ..transcript.values import REQUEST_HEAD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from ..hosts import Host
    from .values import TriageFinding

MAX_ASK = 1150  # characters; hosts and people skim anything longer
MAX_CATEGORIES = 3  # in one request
NOTHING: Mapping[str, tuple[str, str]] = {}

PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")  # of a session's id
ALIASES = '"4-8 wordings somebody else would ask with"'


def choose(findings: list[TriageFinding]) -> list[TriageFinding]:
    """The findings that one request names, the highest score first."""
    return sorted(findings, key=lambda finding: -finding.score)[:MAX_CATEGORIES]


def render(
    findings: list[TriageFinding],
    command: str,
    host: Host = UNKNOWN,
    session: str = "",
    stored: Mapping[str, tuple[str, str]] = NOTHING,
    note: str = "",
) -> str:
    """The request's text, at most MAX_ASK characters; where there is no room, what is stored goes first.

    command        starts `memories` in a shell; not used for a host with a tool that saves
    host, session  where the records will come from
    stored         {evidence: (id, title)} of records that it may concern
    note           what else there is to say, one line
    """
    source = '"source": {"session": "%s", "agent": "%s"}, ' % (session, host.name) if set(session) <= PLAIN else ""
    for max_text, known in [(150, stored), (110, stored), (110, NOTHING), (70, NOTHING), (40, NOTHING)]:
        text = _text(findings, (host.save_tool, command), max_text, source if session else "", known)
        text += "\n" + note if note else ""
        if len(text) <= MAX_ASK:
            return text
    return render(findings[:-1], command, host, session, stored, note) if len(findings) > 1 else ""


def keys(category: str) -> str:
    """The content that the request asks for, as JSON without its braces: what is needed, and what a draft has."""
    known, asked = BY_KEY[category], []
    for key, (spec, needed) in CONTENT[category].items():
        if needed or key in known.draft:
            asked.append('"%s": %s' % (key, dumps(known.initial()) if key == known.state else _blank(spec)))
    return ", ".join(asked)


def _blank(spec: tuple[Any, ...]) -> str:
    if spec[0] == "list":
        return '["..."]'
    return '"%s"' % ("|".join(spec[1]) if spec[0] == "enum" else "...")


def _text(
    findings: list[TriageFinding],
    way: tuple[str, str],
    max_text: int,
    source: str,
    stored: Mapping[str, tuple[str, str]],
) -> str:
    tool, command = way
    noticed = []
    for finding in findings:
        evidence = finding.evidence[0].text
        noticed.append('- %s: "%s"' % (finding.category, escape(one_line(evidence, max_text))))
        if evidence in stored:
            id, title = stored[evidence]
            noticed.append(
                "  may concern %s (%s)" % (escape(one_line(id, 60)), escape(plain_title(one_line(title, 60))))
            )
    first = findings[0].category
    record = '{"category": "%s", "title": "...", "tags": ["..."], "aliases": [%s], %s"content": {%s}}' % (
        first,
        ALIASES,
        source,
        keys(first),
    )
    lines = [REQUEST_HEAD, *noticed]
    if tool:
        update = "To change a stored one, name it in `update` or `supersedes`. "
        lines.append(
            "For each that is not plain from the code, call the tool `%s` once (without it, use the skill `save`), "
            "then end your turn:" % tool
        )
        lines.append(record)
    else:
        update = "To change a stored one, use `save --update ID` or `save --supersedes ID`. "
        lines.append(
            "For each that is not plain from the code, run exactly this one command (nothing else in the call), "
            "then end your turn:"
        )
        lines += ["%s save --format json <<'MEMORY'" % command, record, "MEMORY"]
    lines += ["content for %s: {%s}" % (f.category, keys(f.category)) for f in findings[1:]]
    lines.append(
        (update if stored else "") + "If nothing is worth keeping, or it is stored already, do nothing: that is fine. "
        "If you save, tell the user so in one line."
    )
    return "\n".join(lines)
