"""Failures in the log: an error's text may quote what a host, a prompt or a file said, and so a secret."""

from __future__ import annotations

from ..state.log import log_line

MAX_TEXT = 4_096  # characters of an error that are searched for secrets, more than the log keeps


def log_failure(event: str, error: object) -> None:
    """`log_line` without the secrets in the error's text; without the text where they cannot be looked for."""
    try:
        from .redact import redact

        text = redact(str(error)[:MAX_TEXT])[0]
    except Exception:  # out of memory, or an error that cannot be printed
        text = "(its text is left out)"
    log_line(event, error, text)
