"""Name and revision of a model in a folder."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence

REVISION = 12  # hexadecimal digits of a SHA-256: no two of a billion models share them by chance
_CHUNK = 1 << 20


def model_name(folder: str) -> str:
    """The folder's name; in the hub's cache (`models--org--NAME/snapshots/COMMIT`) the repository's."""
    head, name = os.path.split(os.path.abspath(folder))
    head, snapshots = os.path.split(head)
    repository = os.path.basename(head)
    if snapshots == "snapshots" and repository.startswith("models--"):
        return repository.split("--", 2)[-1]
    return name


def revision(paths: Sequence[str]) -> str:
    """The first digits of the SHA-256 of the files' content. May raise OSError."""
    digest = hashlib.sha256()
    for path in paths:
        with open(path, "rb") as file:
            while chunk := file.read(_CHUNK):
                digest.update(chunk)
    return digest.hexdigest()[:REVISION]
