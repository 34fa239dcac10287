"""Failures in the log: an error's text may quote what a host, a prompt or a file said, and so a secret."""

from __future__ import annotations

import os

from ..state.log import log_line

MAX_TEXT = 4_096  # characters of an error, more than the log keeps


def log_failure(event: str, error: object) -> None:
    """`log_line` without the secrets in the error's text; without the text where they cannot be looked for."""
    try:
        from ..redact.redact import shortened

        text = shortened(str(error), MAX_TEXT)
    except Exception:  # out of memory, or an error that cannot be printed
        text = "(its text is left out)"
    log_line(event, error, text)


def keep_traceback(when: str, what: str) -> tuple[str, str]:
    """(the traceback of the exception being handled, without secrets; the path of errors.log, "" if not written)."""
    import traceback  # 6 ms that only a bug needs

    from ..core import environment
    from ..core.files import append_private
    from ..redact.redact import redact

    text = redact(f"{when} memories {what}\n{traceback.format_exc()}\n")[0]
    path = (
        os.path.join(environment.state_dir(), "errors.log")
        if environment.state_dir()
        else ""
    )
    try:
        if path:
            append_private(path, text.encode("utf-8", "replace"))
    except OSError:
        path = ""
    return text, path
