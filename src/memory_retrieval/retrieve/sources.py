"""What a retrieval searches and by which settings: the stores of a project and its configuration. Reads no record."""

from __future__ import annotations

from ..core.model import Value
from ..store.mirrors import find_team
from ..store.scope import find_project, find_user, no_store
from ..store.settings import load_config

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.config import Config
    from ..core.model import Store


class Sources(Value):
    """The stores to search, the project's own first, and the configuration in force."""

    config: Config
    stores: list[Store]


def open_sources(cwd: str, root: str = "") -> Sources:
    """The project's store as seen from `cwd` or given as `root`, the user's store, and copies of the team's records.

    StoreError when `root` holds no store.
    """
    project = find_project(cwd, root)
    stores = [store for store in (project, find_user()) if store is not None]
    return Sources(load_config(project), stores + find_team(project))


def settings_alone(cwd: str) -> Sources:
    """No store, but the settings of the project at `cwd`: for a search of a team database."""
    return Sources(load_config(find_project(cwd) if cwd else None), [])


def require_store(stores: list[Store]) -> None:
    """StoreError with the next step when there is no store. For commands; the hook stays silent instead."""
    if not stores:
        raise no_store()
