"""The request to the agent: what triage noticed, the one command that saves it, and that doing nothing is fine."""

from __future__ import annotations

from ..core.sanitize import escape, one_line
from ..transcript.values import REQUEST_HEAD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .values import TriageFinding

MAX_ASK = 1150  # characters; hosts and people skim anything longer
MAX_CATEGORIES = 3  # in one request

PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")  # of a session's id
ALIASES = '"4-8 wordings somebody else would ask with"'
KEYS = {
    "decision": '"status": "accepted", "context": "...", "decision": "...", "rationale": ["..."]',
    "runbook": '"trigger": "...", "root_cause": "...", "steps": ["..."], "verification": "..."',
    "constraint": '"kind": "limitation|gap|policy|technical", "rule": "...", "impact": ["..."], '
    '"severity": "high|medium|low", "active": true',
    "tech_debt": '"status": "open", "priority": "high|medium|low", "description": "...", "reason_deferred": "..."',
    "preference": '"topic": "...", "value": "...", "reason": "...", "strength": "strong|default|soft"',
    "session_summary": '"goal": "...", "outcome": "success|partial|blocked", "completed": ["..."], '
    '"next_actions": ["..."]',
}


def choose(findings: list[TriageFinding]) -> list[TriageFinding]:
    """The findings that one request names, the highest score first."""
    return sorted(findings, key=lambda finding: -finding.score)[:MAX_CATEGORIES]


def render(findings: list[TriageFinding], command: str, host: str = "", session: str = "") -> str:
    """The request's text, at most MAX_ASK characters.

    command        starts `memories` in a shell
    host, session  where the records will come from
    """
    source = '"source": {"session": "%s", "agent": "%s"}, ' % (session, host) if set(session) <= PLAIN else ""
    for max_text in (150, 110, 70, 40):
        text = _text(findings, command, max_text, source if session else "")
        if len(text) <= MAX_ASK:
            return text
    return render(findings[:-1], command, host, session) if len(findings) > 1 else ""


def _text(findings: list[TriageFinding], command: str, max_text: int, source: str) -> str:
    noticed = ['- %s: "%s"' % (f.category, escape(one_line(f.evidence[0].text, max_text))) for f in findings]
    first = findings[0].category
    lines = [REQUEST_HEAD, *noticed]
    lines.append(
        "For each that is not plain from the code, run exactly this one command (nothing else in the call), "
        "then end your turn:"
    )
    lines.append("%s save --format json <<'MEMORY'" % command)
    lines.append(
        '{"category": "%s", "title": "...", "tags": ["..."], "aliases": [%s], %s"content": {%s}}'
        % (first, ALIASES, source, KEYS[first])
    )
    lines.append("MEMORY")
    lines += ["content for %s: {%s}" % (f.category, KEYS[f.category]) for f in findings[1:]]
    lines.append(
        "If nothing is worth keeping, or it is stored already, do nothing: that is fine. "
        "If you save, tell the user so in one line."
    )
    return "\n".join(lines)
