"""What several commands begin with."""

from __future__ import annotations

import os

from ..core.errors import StoreError
from ..store.scope import find_project

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import Store


def project_store(root: str) -> Store:
    """The store at `root`, else the one around the working folder; StoreError with the next step when there is none."""
    store = find_project(os.getcwd(), root)
    if store is None:
        raise StoreError("no memory store at or above this folder; run `memories init`, or give --root")
    return store
