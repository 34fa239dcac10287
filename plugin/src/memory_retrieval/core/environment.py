"""What the process is given: variables, the user's folders, the time and the switch; nothing else reads them."""

from __future__ import annotations

import os
import time

from . import clock

WINDOWS = os.name == "nt"
AGENTS = (  # variables that agents set for the commands that they run
    "AI_AGENT CLAUDECODE CODEX_CI CODEX_SANDBOX CODEX_SANDBOX_NETWORK_DISABLED CODEX_THREAD_ID CURSOR_AGENT GEMINI_CLI "
    "OPENCODE QWEN_CODE"
).split()


def now() -> int:
    """Seconds since 1970; MEMORIES_NOW fixes it for tests and evaluation."""
    fixed = clock.parse_time(os.environ.get("MEMORIES_NOW", ""))
    return int(time.time()) if fixed is None else fixed


def switched_off() -> bool:
    """Whether MEMORIES_OFF is set to anything but an empty text, 0, false or no."""
    return os.environ.get("MEMORIES_OFF", "").strip().lower() not in (
        "",
        "0",
        "false",
        "no",
    )


def in_agents_shell() -> bool:
    """Whether an agent runs this process; it tells the agents that say so, and is no barrier to one that hides it."""
    return any(os.environ.get(name) for name in AGENTS)


def get(name: str) -> str:
    """An environment variable, "" when unset: MEMORIES_ROOT, MEMORIES_DB_URL, CLAUDE_PROJECT_DIR, and the like."""
    return os.environ.get(name, "")


def number(name: str, default: float) -> float:
    """The number in an environment variable, else `default`; for tests, which have other patience than users."""
    try:
        return float(get(name))
    except ValueError:
        return default


def home() -> str:
    """The user's home folder, absolute; "" when the system has none."""
    path = os.path.expanduser("~")
    return path if os.path.isabs(path) else ""


def _xdg(variable: str, windows: str, *fallback: str) -> str:
    """Our folder below an XDG folder.

    The scripts in bin/ and hooks/ work out the cache folder again, in Python and in shell: they need it before the
    bytecode of this very module can be read. Each is a single file, since another would be compiled at every start.
    """
    path = os.environ.get(variable, "")
    if path and os.path.isabs(path):
        return os.path.join(path, "memory-retrieval")
    base = (get(windows) if WINDOWS else "") or home()
    return os.path.join(base, *fallback, "memory-retrieval") if base else ""


def cache_dir() -> str:
    """The folder of search indexes, which can be rebuilt from the records at any time; "" without a home folder."""
    return _xdg("XDG_CACHE_HOME", "LOCALAPPDATA", ".cache")


def state_dir() -> str:
    """The folder of private state: sessions, the ledger, the undo journal, the inbox, logs."""
    return _xdg("XDG_STATE_HOME", "LOCALAPPDATA", ".local", "state")


def data_dir() -> str:
    """The folder of the user store."""
    return _xdg("XDG_DATA_HOME", "LOCALAPPDATA", ".local", "share")


def config_dir() -> str:
    """The folder of the user's own configuration: `config.json`, muted memories, repositories switched off."""
    return _xdg("XDG_CONFIG_HOME", "APPDATA", ".config")


def muted_path() -> str:
    """The list of memories that the user muted."""
    return os.path.join(config_dir(), "muted.json")


def plugin_data_dir() -> str:
    """The folder that a host gives its plugin for data; used where the cache folder is not writable."""
    return os.environ.get("CLAUDE_PLUGIN_DATA") or os.environ.get("PLUGIN_DATA") or ""
