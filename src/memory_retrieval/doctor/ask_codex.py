"""Asks Codex itself which of a plugin's hooks it would run: `hooks/list` of its app server, in a folder of its own.

The settings are copied and the plugins linked, so that Codex writes its databases and logs into a temporary folder.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import tempfile
import threading

from ..core import config, programs
from ..core.files import write_private
from ..core.reading import read_regular
from .copies import MAX_FILE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PATIENCE = 15  # seconds; 0.3 were measured
NOWHERE = "http://127.0.0.1:9"  # a port where nothing answers: asking about hooks needs no network
CLIENT = {"clientInfo": {"name": "memories-doctor", "title": "memories doctor", "version": "1"}}


def trust_of_hooks(folder: str, plugin: str) -> dict[str, str] | None:
    """{event: "trusted", "untrusted", "modified", "managed" or "disabled"} of a plugin's hooks.

    None when Codex cannot be asked, or knows no hook of that plugin.

    folder  CODEX_HOME. Codex is started in an empty folder: a project's own settings could name programs
    """
    program = programs.find("codex")
    if not program or os.name == "nt":
        return None
    with tempfile.TemporaryDirectory(prefix="memories-doctor-") as scratch:
        try:
            settings = read_regular(os.path.join(folder, "config.toml"), MAX_FILE, links=True)
            write_private(os.path.join(scratch, "config.toml"), settings)
            os.symlink(os.path.join(os.path.realpath(folder), "plugins"), os.path.join(scratch, "plugins"))
            hooks = [hook for place in _ask(program, scratch)["data"] for hook in place["hooks"]]
            own = [hook for hook in hooks if hook["pluginId"] == plugin]
            return {_event(hook): hook["trustStatus"] if hook["enabled"] else "disabled" for hook in own} or None
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None


def _ask(program: str, scratch: str) -> Any:
    environment = {"HOME": scratch, "CODEX_HOME": scratch, "PATH": config.environ("PATH"), "TERM": "dumb"}
    environment.update(dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), NOWHERE))
    pipe, null = subprocess.PIPE, subprocess.DEVNULL
    command = [program, "app-server"]
    child = subprocess.Popen(command, env=environment, cwd=scratch, stdin=pipe, stdout=pipe, stderr=null)
    timer = threading.Timer(PATIENCE, child.kill)
    timer.start()
    try:
        _send(child, {"id": 0, "method": "initialize", "params": CLIENT})
        _receive(child, 0)
        _send(child, {"method": "initialized"})
        _send(child, {"id": 1, "method": "hooks/list", "params": {"cwds": [scratch]}})
        return _receive(child, 1)
    finally:
        timer.cancel()
        child.kill()
        child.communicate()


def _send(child: subprocess.Popen[bytes], message: dict[str, Any]) -> None:
    assert child.stdin is not None
    child.stdin.write(json.dumps(message).encode("utf-8") + b"\n")
    child.stdin.flush()


def _receive(child: subprocess.Popen[bytes], number: int) -> Any:
    for line in child.stdout or ():
        message = json.loads(line)
        if message.get("id") == number:
            return message.get("result")
    raise ValueError("no answer")


def _event(hook: dict[str, Any]) -> str:
    return re.sub("([A-Z])", lambda found: "_" + found.group().lower(), hook["eventName"])
