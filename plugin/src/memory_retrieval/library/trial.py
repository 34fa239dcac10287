"""A trial: what a memory does, in an example project made for it, and in the repository where somebody stands.

Everything is kept in a temporary folder, the index and the settings included; nothing is written to the repository.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile

from ..core.files import write_private
from ..core.model import JsonObject
from ..core.reading import read_regular
from ..core.repository import repository_root
from ..hosts import find
from ..save.request import SaveRequest
from ..save.service import save
from ..store import catalog
from ..store.place import Place
from ..store.settings import users_file
from . import documents

MAX = 65_536  # bytes of the example
HOOK = """\
import sys
sys.path.insert(0, sys.argv[1])
from memory_retrieval.hooks.runner import main
main(sys.argv[2:])
"""
"""The program of a hook, in whatever way the package was installed."""
HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGES = os.path.dirname(os.path.dirname(HERE))


def try_out(cwd: str) -> JsonObject:
    """What happened: {"repository", "example"}. Points this process at folders of its own, so it is to end after that.

    repository  {"root", "records", "documents", "example"} of the repository around `cwd`; {} outside one
    example     [(what was done, what the agent was told; "" for nothing)]
    """
    root = repository_root(os.path.realpath(cwd))
    with tempfile.TemporaryDirectory(prefix="memories-try-") as folder:
        for name in ("CACHE", "STATE", "DATA", "CONFIG"):
            os.environ[f"XDG_{name}_HOME"] = os.path.join(folder, name.lower())
        return {
            "repository": _look(root) if root else {},
            "example": _play(os.path.join(folder, "example")),
        }


def _look(root: str) -> JsonObject:
    """What a repository has, and what one of its commits would have brought."""
    documents.adopt(Place(root, root).target, users_file(), alone=True)
    records = [len(catalog.entries(store)) for store in Place(root).projects]
    there = documents.survey(root, lambda *_: None)["documents"]
    example = documents.example(root)
    return {
        "root": root,
        "records": sum(records),
        "documents": there,
        "example": example,
    }


def _play(root: str) -> list[tuple[str, str]]:
    path = os.path.join(HERE, "trial.json")
    script = json.loads(read_regular(path, MAX))
    _write(root, {".git/HEAD": "ref: refs/heads/main\n", **script["files"]})
    for record in script["records"]:
        save(SaveRequest(Place(root, root), record, by_user=True))

    def told(event: str, **payload: object) -> str:
        sent = {"hook_event_name": find("claude").events[event], "cwd": root, **payload}
        command = [sys.executable, "-I", "-S", "-c", HOOK, PACKAGES, event]
        done = subprocess.run(
            command, input=json.dumps(sent).encode(), capture_output=True, check=True
        )
        answer = json.loads(done.stdout or b"{}").get("hookSpecificOutput", {})
        texts = [
            answer.get("additionalContext"),
            answer.get("permissionDecisionReason"),
        ]
        return "\n".join(filter(None, texts))

    steps = []
    for name in ("prompt", "errand"):
        steps.append((script[name], told("prompt", prompt=script[name])))
    call = {"tool_name": "Bash", "tool_input": {"command": script["command"]}}
    steps.append((script["command"], told("pre-tool", **call)))
    _write(root, script["changed"])
    done = f"{script['prompt']} [{', '.join(script['changed'].values()).strip()}]"
    steps.append((done, told("prompt", prompt=script["prompt"])))
    return steps


def _write(root: str, files: dict[str, str]) -> None:
    for name, text in files.items():
        write_private(os.path.join(root, name), text.encode())
