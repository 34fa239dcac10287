"""What several commands begin with."""

from __future__ import annotations

import os

from ..store.scope import require_project

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import Store


def project_store(root: str) -> Store:
    """The store at `root`, else the one around the working folder; StoreError with the next step when there is none."""
    return require_project(os.getcwd(), root)
