"""The settings files of hosts, as text."""

from __future__ import annotations

from ..core.errors import ConfigError
from ..core.reading import read_regular

MAX_SETTINGS = 16_777_216  # bytes


def read_text(path: str) -> str | None:
    """The text of a settings file, line ends as they are; None without a file. ConfigError when it cannot be read."""
    try:
        return read_regular(path, MAX_SETTINGS, links=True).decode("utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except UnicodeDecodeError as error:
        raise ConfigError(
            "%s: is not UTF-8 (byte %d); nothing was changed, save it as UTF-8" % (path, error.start)
        ) from None
    except OSError as error:
        raise ConfigError("%s: cannot be read: %s; nothing was changed" % (path, error.strerror)) from None
