"""The hooks of Claude Code's settings that our MCP server answers: made from the plugin's own list, and taken back."""

from __future__ import annotations

import os

from .. import __version__
from ..core import config
from ..core.files import remove_quietly
from ..core.paths import PLUGIN_FOLDER
from ..hosts.plan import PLUGIN, file_of
from ..store.writer import write_file
from . import settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SERVER = "plugin:%s:memories" % PLUGIN
FIELDS = (
    "hook_event_name session_id transcript_path cwd prompt agent_id agent_type permission_mode "
    "tool_name tool_input tool_use_id tool_response error is_interrupt"
).split()
PIPED = {"matcher": "Bash", "hooks": [{}]}  # a command that fails in a pipe: only a server looks at those
YIELDS = " $PPID ;"  # in a command hook that leaves its events to the server


def part() -> dict[str, Any]:
    """What setup adds: for each command hook that can leave its events to the server, a hook that asks the server."""
    fields = {"version": __version__, **{name: "${%s}" % name for name in FIELDS}}
    ours = {"type": "mcp_tool", "server": SERVER, "tool": "hook", "timeout": 5, "input": fields}
    own = settings.loads(settings.read_text(os.path.join(PLUGIN_FOLDER, "hooks", "hooks.json")))["hooks"]
    hooks: dict[str, Any] = {}
    for event, groups in {**own, "PostToolUse": [PIPED]}.items():
        for group in groups:
            asked = [
                {**ours, **({"if": hook["if"]} if "if" in hook else {})}
                for hook in group["hooks"]
                if group is PIPED or YIELDS in hook["command"]
            ]
            if asked:
                hooks.setdefault(event, []).append({**group, "hooks": asked})
    return {"hooks": hooks}


def registered() -> dict[str, Any]:
    """Those in the user's settings, of whatever version."""
    hooks = settings.loads(settings.read_text(_file())).get("hooks")
    found = {event: [group for group in groups if SERVER in str(group)] for event, groups in (hooks or {}).items()}
    return {"hooks": {event: groups for event, groups in found.items() if groups}}


def take_back() -> None:
    """Removes them, where the file can be edited without loss. ConfigError as `loads`."""
    text, mine = settings.read_text(_file()), registered()
    left = settings.remove(text, mine) if mine["hooks"] else None
    if left is not None:
        target = os.path.realpath(_file())
        write_file(target, left.encode("utf-8"), os.stat(target).st_mode & 0o777)
    remove_quietly(died())


def died() -> str:
    """The file that launch.sh leaves when it finds a server dead that had answered hooks."""
    return os.path.join(config.cache_dir(), "served", "died")


def _file() -> str:
    return file_of("CLAUDE_CONFIG_DIR", ".claude", "settings.json")
