"""What a host sends to a hook, under whatever field names, and the shape in which it accepts an answer."""

from __future__ import annotations

import os

from ..core import environment, jsontext
from ..core.files import path_key
from ..hosts import FIELDS, find, guess

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ..hosts import Host

    Answer = tuple[str, Callable[[], None] | None]
    """What a hook writes to standard output, and what to do after it was written."""

MAX_INPUT = 33_554_432  # bytes; a prompt of several megabytes still passes
CHUNK = 65_536
DIGITS = frozenset("-0123456789abcdefABCDEF")  # of a UUID


class Payload:
    """A checked payload: every field is text ("" when missing or of a wrong type); `raw` is the whole object.

    host  the one that is named, else guessed, else hosts.UNKNOWN
    """

    def __init__(self, raw: dict[str, Any], host: str = "") -> None:
        self.raw = raw
        named = find(host)
        self.host = (
            named.sender(raw)
            if named.name
            else find(guess(raw, _text(raw, FIELDS["event"])))
        )
        fields = self.host.fields
        self.prompt = self.host.typed(_text(raw, fields["prompt"]))
        self.session = _id(_text(raw, fields["session"]))
        self.transcript = _text(raw, fields["transcript"])
        self.event = _text(raw, fields["event"])
        self.source = _text(raw, fields["source"])
        cwd = _text(raw, fields["cwd"]) or _first(raw, fields["folders"])
        self.cwd = cwd or environment.get("CLAUDE_PROJECT_DIR")

    def first(self, field: str) -> Any:
        """The value of a field of the host, whatever it is; None for none."""
        return next(
            (self.raw[key] for key in self.host.fields[field] if key in self.raw), None
        )


def read_payload(fd: int = 0) -> dict[str, Any]:
    """The JSON object on `fd`, read until complete, since some hosts never close the pipe. ValueError when invalid."""
    data = bytearray()
    while len(data) <= MAX_INPUT:
        chunk = os.read(fd, CHUNK)
        data += chunk
        if not chunk:
            break
        if data[-CHUNK:].rstrip()[-1:] == b"}":
            try:
                value = _parsed(data)
            except ValueError:
                continue  # a brace inside the value
            return _object(value)
    if len(data) > MAX_INPUT:
        raise ValueError(f"more than {MAX_INPUT} bytes on standard input")
    if not data.strip():
        raise ValueError("nothing on standard input; expected one JSON object")
    return _object(_parsed(data))


def answer(host: Host, event: str, text: str) -> str:
    """`text` as additional context in the host's own shape; "" for no text and where the host accepts none."""
    return printed(host.context(event, text)) if text else ""


def request(host: Host, text: str, news: str = "") -> str:
    """`text` as a request at the end of a turn, in the host's own shape; "" as above.

    news  a line that the user is shown and the agent is not
    """
    shown = {host.notices: news} if news else {}
    asked = host.request(text) if text else None
    return printed({**(asked or {}), **shown} or None)


def printed(value: dict[str, Any] | str | None) -> str:
    """An answer of a host as it stands on standard output."""
    if isinstance(value, str):
        return value + "\n"
    return jsontext.dumps(value) + "\n" if value is not None else ""


def _parsed(data: bytearray) -> Any:
    """The JSON value in bytes of whatever encoding, with or without a byte order mark. ValueError when incomplete."""
    return jsontext.scan(data.decode("utf-8", "replace").lstrip("\ufeff"))[0]


def _object(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        kind = type(value).__name__
        raise ValueError(f"expected a JSON object on standard input, got {kind}")
    return value


def _id(session: str) -> str:
    """A session's id as it is kept: short ones and UUIDs as they are, a checksum of others, which might be secrets."""
    is_uuid = len(session) <= 40 and DIGITS.issuperset(session)
    return (
        session if is_uuid or len(session) < 16 else path_key(session, errors="replace")
    )


def _text(raw: dict[str, Any], names: tuple[str, ...]) -> str:
    for name in names:
        value = raw.get(name)
        if isinstance(value, str) and value:
            return value
    return ""


def _first(raw: dict[str, Any], names: tuple[str, ...]) -> str:
    for name in names:
        values = raw.get(name)
        if isinstance(values, list) and values and isinstance(values[0], str):
            return values[0]
    return ""
