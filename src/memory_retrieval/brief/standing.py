"""The standing order to the agent: what to save at once, what not to save, and how. Each brief ends with it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.config import Config

SETTING = "session.standing_order"
STANDING = (
    "When the user states a rule, a lasting wish, a limit, or a decision with its reason, when a failure is understood "
    "and fixed, or when work is left unfinished, save it at once without asking, one fact at a time: %s. Do not save "
    "dropped ideas, jokes, guesses, one-time exceptions, or what the code says."
)
BEGIN = (
    "This project has no memory yet. When the user states a rule, a limit, or a decision with its reason, and later "
    "sessions need it, %s. The first save asks the user."
)


def standing(config: Config, how: str, begun: bool = True) -> str:
    """The order, at most 450 characters unless the command's path is long; "" where the user switched it off.

    how    the way to save, as `Host.how_to_save` says it
    begun  whether the project has a store
    """
    return (STANDING if begun else BEGIN) % how if config.get(SETTING) else ""
