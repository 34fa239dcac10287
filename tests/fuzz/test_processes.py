"""Real hook processes over what an attacker controls, in environments that lack something.

`make fuzz` runs some thousands, the suite a few with a fixed seed.
"""

import json
import os
import resource
import subprocess
import sys

import pytest
from hypothesis import strategies as st

from conftest import HOOK, REPOSITORY
from fuzz import hostile
from fuzz.rules import check_answer, count, fifo, fill, fuzz, snapshot
from memory_retrieval.hosts import EVENTS

pytestmark = [
    pytest.mark.timeout(0),
    pytest.mark.skipif(os.name != "posix", reason="sets limits of resources"),
]

LAUNCHER = REPOSITORY / "plugin" / "hooks" / "launch.sh"
COMMANDS = {
    "hook": [sys.executable, "-I", "-S", str(HOOK)],
    "launcher": ["sh", str(LAUNCHER)],
}
PLACES = (
    "HOME",
    "XDG_CACHE_HOME",
    "XDG_STATE_HOME",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
)
ENVIRONMENTS = {
    "ordinary": {},
    "C": {"LC_ALL": "C"},
    "POSIX": {"LC_ALL": "POSIX", "PYTHONUTF8": "0"},
    "unknown locale": {"LC_ALL": "xx_XX.UTF-8"},
    "relative home": dict.fromkeys(PLACES, "rel"),
    "home that cannot be written": dict.fromkeys(PLACES, "/proc/self/nothing"),
    "home that is a file": dict.fromkeys(PLACES, str(HOOK)),
}
LIMITS = {
    "none": [],
    "full disk": [(resource.RLIMIT_FSIZE, 0)],
    "nearly full disk": [(resource.RLIMIT_FSIZE, 9_000)],
    "little memory": [(resource.RLIMIT_AS, 64 << 20)],
    "few files": [(resource.RLIMIT_NOFILE, 16)],  # dash needs eleven to read a script
}


def run(command, event, host, data, folder, env, limits):
    def before():
        for kind, most in limits:
            resource.setrlimit(kind, (most, most))

    merged = {
        key: value for key, value in {**os.environ, **env}.items() if value is not None
    }
    words = [*command, event, "--host", host]
    return subprocess.run(
        words,
        input=data,
        cwd=folder,
        env=merged,
        preexec_fn=before,
        capture_output=True,
        timeout=60,
    )


def test_no_input_and_no_want_breaks_a_real_hook(project, tmp_path):
    answered = []

    def rule(store, payload, transcript, event, host, command, env, limits):
        fill(project, store)
        path = tmp_path / "transcript.jsonl"
        path.write_bytes(transcript)
        if payload.get("transcript_path") in ("TRANSCRIPT", "FIFO"):
            there = path if payload["transcript_path"] != "FIFO" else fifo(tmp_path)
            payload = {**payload, "transcript_path": str(there)}
        data = json.dumps({"cwd": str(project.root), **payload}).encode(
            "utf-8", "surrogatepass"
        )
        before = snapshot(project.root)
        done = run(
            COMMANDS[command],
            event,
            host,
            data,
            project.root,
            ENVIRONMENTS[env],
            LIMITS[limits],
        )
        said = (done, event, host, command, env, limits)
        assert done.returncode == 0, said
        assert (
            done.stderr == b""
            or command == "launcher"
            or _is_the_interpreters(done.stderr)
        ), said
        assert snapshot(project.root) == before, "the hook wrote into the repository"
        if done.stdout:
            answered.append(event)
            check_answer(done.stdout.decode("utf-8"), event, host)

    events = st.sampled_from(["prompt"] * 5 + list(EVENTS) + ["unknown"])
    hosts = st.sampled_from(["claude", "claude", "codex", "gemini", "cursor", "other"])
    wants = (st.sampled_from(sorted(COMMANDS)), st.sampled_from(sorted(ENVIRONMENTS)))
    limits = st.sampled_from(["none"] * 4 + sorted(LIMITS))
    inputs = (
        hostile.STORES,
        hostile.PAYLOADS,
        hostile.LINES,
        events,
        hosts,
        *wants,
        limits,
    )
    fuzz(inputs, rule, count("PROCESSES"), short=12)
    assert answered, "nothing was ever answered, so the rules of answers were not tried"


def _is_the_interpreters(said):
    """Whether Python itself complained, before or outside our code."""
    return b"memory_hook" not in said and b"memory_retrieval" not in said
