"""Starts the product as its users do: hooks and commands as processes, or a command in this process."""

import gc
import io
import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
HOOK = REPOSITORY / "plugin" / "hooks" / "memory_hook.py"
MEMORIES = REPOSITORY / "plugin" / "bin" / "memories"
NOW = "2026-11-15T12:00:00Z"


class Ran:
    """What a process left: `code`, `out`, `err`; `json` parses the output; `context` is what an agent would get."""

    def __init__(self, done):
        self.code = done.returncode
        self.out, self.err = (
            done.stdout.decode("utf-8"),
            done.stderr.decode("utf-8", "replace"),
        )

    @property
    def json(self):
        return json.loads(self.out)

    @property
    def context(self):
        return self.json["hookSpecificOutput"]["additionalContext"] if self.out else ""

    def __repr__(self):
        return f"Ran(code={self.code}, out={self.out!r}, err={self.err!r})"


def start_hook(payload, event="prompt", env=None, args=(), cwd=None):
    text = payload if isinstance(payload, (str, bytes)) else json.dumps(payload)
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    merged = {
        name: value
        for name, value in {**os.environ, **(env or {})}.items()
        if value is not None
    }
    command = [sys.executable, "-I", "-S", str(HOOK), event, *args]
    return Ran(
        subprocess.run(
            command, input=data, env=merged, cwd=cwd, capture_output=True, timeout=60
        )
    )


def in_this_process(monkeypatch, module, project):
    def run(*args, input=None, cwd=None, env=None):
        main = import_module("memory_retrieval.cli." + module).main
        data = input.encode("utf-8") if isinstance(input, str) else input or b""
        streams = [
            io.TextIOWrapper(io.BytesIO(text), encoding="utf-8")
            for text in (data, b"", b"")
        ]
        with monkeypatch.context() as here:
            for name, value in {"MEMORIES_NOW": NOW, **(env or {})}.items():
                here.setenv(name, value)
            if cwd or project.is_dir():
                here.chdir(cwd or project)
            for name, stream in zip(
                ("stdin", "stdout", "stderr"), streams, strict=True
            ):
                here.setattr(sys, name, stream)
            try:
                code = main([str(arg) for arg in args])
            except SystemExit as end:
                code = end.code or 0
        for stream in streams[1:]:
            stream.flush()
        gc.enable()  # `memories save` switches it off, as its process ends soon
        out, err = (stream.buffer.getvalue() for stream in streams[1:])
        return Ran(subprocess.CompletedProcess(args, code, out, err))

    return run


def runner(script, bytecode, project):
    def run(*args, input=None, cwd=None, env=None):
        merged = {
            **os.environ,
            "MEMORIES_NOW": NOW,
            "PYTHONPYCACHEPREFIX": str(bytecode),
            **(env or {}),
        }
        cwd = cwd or (project if project.is_dir() else None)
        data = input.encode("utf-8") if isinstance(input, str) else input
        command = [sys.executable, str(script), *[str(arg) for arg in args]]
        return Ran(
            subprocess.run(
                command,
                input=data,
                env=merged,
                cwd=cwd,
                capture_output=True,
                timeout=60,
            )
        )

    return run
