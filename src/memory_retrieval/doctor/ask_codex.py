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

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO, Any

PATIENCE = 15  # seconds; 0.3 were measured
MAX_SETTINGS = 16_777_216  # bytes
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
            settings = read_regular(os.path.join(folder, "config.toml"), MAX_SETTINGS, links=True)
            write_private(os.path.join(scratch, "config.toml"), settings)
            os.symlink(os.path.join(os.path.realpath(folder), "plugins"), os.path.join(scratch, "plugins"))
            answer = _ask(program, scratch)
        except (OSError, ValueError):
            return None
    return _states(answer, plugin)


def _ask(program: str, scratch: str) -> Any:
    environment = {"HOME": scratch, "CODEX_HOME": scratch, "PATH": config.environ("PATH"), "TERM": "dumb"}
    environment.update(dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), NOWHERE))
    child = subprocess.Popen(
        [program, "app-server"],
        env=environment,
        cwd=scratch,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    timer = threading.Timer(PATIENCE, child.kill)
    timer.start()
    try:
        assert child.stdin is not None and child.stdout is not None
        _send(child.stdin, {"id": 0, "method": "initialize", "params": CLIENT})
        _receive(child.stdout, 0)
        _send(child.stdin, {"method": "initialized"})
        _send(child.stdin, {"id": 1, "method": "hooks/list", "params": {"cwds": [scratch]}})
        return _receive(child.stdout, 1)
    finally:
        timer.cancel()
        child.kill()
        child.communicate()


def _send(stream: IO[bytes], message: dict[str, Any]) -> None:
    stream.write(json.dumps(message).encode("utf-8") + b"\n")
    stream.flush()


def _receive(stream: IO[bytes], number: int) -> Any:
    for line in stream:
        message = json.loads(line)
        if message.get("id") == number:
            return message.get("result")
    raise ValueError("no answer")


def _states(answer: Any, plugin: str) -> dict[str, str] | None:
    states: dict[str, str] = {}
    try:
        for place in answer["data"]:
            for hook in place["hooks"]:
                if hook["pluginId"] == plugin:
                    event = re.sub("([A-Z])", lambda found: "_" + found.group().lower(), hook["eventName"])
                    states[event] = hook["trustStatus"] if hook["enabled"] else "disabled"
    except (KeyError, TypeError, AttributeError):
        return None
    return states or None
