"""The hash of a file's content, by which a caller says which version of it they have read.

A module of its own, since `hashlib` takes milliseconds to import: whoever needs it imports this where it is used.
"""

from __future__ import annotations

import hashlib


def content_digest(data: bytes, algorithm: str = "sha256") -> str:
    """The hash of a file's bytes in hexadecimal digits: "sha256", or "md5" where a caller gave that."""
    return hashlib.new(algorithm, data, usedforsecurity=False).hexdigest()
