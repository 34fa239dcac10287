"""What commands read from a file or from standard input."""

from __future__ import annotations

import sys

from ..core.errors import RecordError


def read_input(path: str, limit: int) -> str:
    """The text of a file, or of standard input for "" and "-"; of what is longer, the first `limit` bytes."""
    if path and path != "-":
        with open(path, "rb") as file:
            data = file.read(limit)
    else:
        data = sys.stdin.buffer.read(limit)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        if len(data) >= limit:  # cut in the middle of a character
            return "x" * limit
        raise RecordError.at("input", "is not UTF-8 (byte %d); save it as UTF-8" % error.start) from None
