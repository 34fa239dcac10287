"""Whatever is missing or broken, a hook ends with 0 and says nothing, or nothing but its answer; then it recovers."""

import json
import os
import resource
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from conftest import HOOK, REPOSITORY
from installs import copy_of
from memory_retrieval import hosts

LAUNCHER = REPOSITORY / "plugin" / "hooks" / "launch.sh"
NOBODY = 65534
PYTHON = (
    "/usr/bin/python3" if os.geteuid() == 0 else sys.executable
)  # root's own may lie where nobody else may look
PROMPT = "how do we rotate the jwt signing keys?"
EVENTS = [*hosts.EVENTS, "?"]


@pytest.fixture
def payload(project):
    project.with_an_answer()
    return json.dumps(
        {
            "cwd": str(project.root),
            "prompt": PROMPT,
            "session_id": "",
            "tool_name": "Edit",
        }
    ).encode()


def limited(*limits, ordinary=False):
    """Sets limits of resources in the process to be; `ordinary` gives up root, whom some of them do not bind."""

    def before():
        if ordinary and os.geteuid() == 0:
            os.setgid(NOBODY)
            os.setuid(NOBODY)
        for kind, most in limits:
            resource.setrlimit(kind, (most, most))

    return before


def run(command, payload, before=None, **env):
    return subprocess.run(
        command,
        input=payload,
        env={**os.environ, **env},
        preexec_fn=before,
        capture_output=True,
        timeout=200,  # ten seconds of work may take minutes beside others
    )


def hook(event):
    return [sys.executable, "-I", "-S", str(HOOK), event, "--host", "claude"]


def ends_well(done):
    assert done.returncode == 0, done
    assert not done.stdout or json.loads(done.stdout)
    return done


def _bounded():
    """Why a process of an ordinary user cannot be kept from starting others here; "" when it can."""
    if not all(
        folder.stat().st_mode & 0o005 == 0o005
        for folder in [REPOSITORY, *REPOSITORY.parents]
    ):
        return "an ordinary user cannot read the checkout"
    before = limited((resource.RLIMIT_NPROC, 1), ordinary=True)
    code = "import os\ntry:\n    os.fork()\nexcept OSError:\n    print('no')"
    try:
        done = subprocess.run(
            [PYTHON, "-I", "-c", code], preexec_fn=before, capture_output=True
        )
    except PermissionError:
        return "an ordinary user cannot run " + PYTHON
    return "" if b"no" in done.stdout else "nothing here bounds a user's processes"


needs_a_limit = pytest.mark.skipif(bool(_bounded()), reason=_bounded())


@needs_a_limit
@pytest.mark.parametrize("event", EVENTS)
def test_without_a_further_thread_a_hook_works_on(event, payload):
    command = [PYTHON, *hook(event)[1:]]
    done = ends_well(
        run(command, payload, limited((resource.RLIMIT_NPROC, 1), ordinary=True))
    )
    assert done.stderr == b""


@needs_a_limit
@pytest.mark.slow
def test_a_shell_that_cannot_fork_ends_with_0(tmp_path, payload):
    """All at once: bash tries again for 15 seconds."""
    before = limited((resource.RLIMIT_NPROC, 1), ordinary=True)

    def launch(shell, cache):
        command = [*shell.split(), str(LAUNCHER), "prompt", "--host", "claude"]
        return run(command, payload, before, XDG_CACHE_HOME=str(cache))

    kept = tmp_path / "kept" / "memory-retrieval" / "python"
    kept.parent.mkdir(parents=True)
    kept.write_text(PYTHON + "\n")
    for path in (tmp_path, *tmp_path.parents):
        if str(path).startswith("/tmp/"):
            path.chmod(path.stat().st_mode | 0o055)
    if os.geteuid() == 0:
        os.chown(kept, NOBODY, NOBODY)
    shells = [
        name
        for name in ("sh", "dash", "bash", "busybox sh")
        if shutil.which(name.split()[0])
    ]
    cases = [
        (shell, tmp_path / cache) for shell in shells for cache in ("kept", "none")
    ]
    with ThreadPoolExecutor(len(cases)) as pool:
        for case, done in zip(
            cases, pool.map(lambda case: launch(*case), cases), strict=True
        ):
            assert (done.returncode, done.stdout) == (0, b""), case


@pytest.mark.parametrize("code", [1, 2, 127, -11])
def test_the_launcher_does_not_pass_on_how_its_interpreter_ended(
    tmp_path, payload, code
):
    """2 means to a host: erase the prompt, refuse the tool. Python ends with it when it cannot open its script."""
    python = tmp_path / "python"
    python.write_text(
        "#!/bin/sh\n" + ("kill -SEGV $$\n" if code < 0 else f"exit {code}\n")
    )
    python.chmod(0o755)
    kept = tmp_path / "cache" / "memory-retrieval" / "python"
    kept.parent.mkdir(parents=True)
    kept.write_text(f"{python}\n")
    done = run(
        ["sh", str(LAUNCHER), "prompt", "--host", "claude"],
        payload,
        XDG_CACHE_HOME=str(tmp_path / "cache"),
    )
    assert done.returncode == 0 and (
        not done.stdout or json.loads(done.stdout)
    )  # or another interpreter answered


def test_the_launcher_of_a_plugin_that_is_half_removed_ends_with_0(tmp_path, payload):
    shutil.copy(LAUNCHER, tmp_path / "launch.sh")
    assert run(["sh", str(tmp_path / "launch.sh"), "prompt"], payload).returncode == 0


@pytest.mark.parametrize("megabytes", [16, 22, 24, 28, 40])
def test_with_little_memory_the_launcher_ends_with_0(payload, megabytes, home):
    before = limited((resource.RLIMIT_AS, megabytes << 20))
    ends_well(run(["sh", str(LAUNCHER), "prompt", "--host", "claude"], payload, before))


def test_a_hook_that_never_ends_is_ended(tmp_path):
    """Without memory not even its own deadline can act, so the system has to end it."""
    bundle = tmp_path / "src/memory_retrieval/hooks/bundle.py"
    bundle.parent.mkdir(parents=True)
    bundle.write_text("while True: pass")
    shutil.copytree(LAUNCHER.parent, tmp_path / "hooks")
    ends_well(run(["sh", str(tmp_path / "hooks/launch.sh"), "prompt"], b"{}"))


@pytest.mark.parametrize("event", ["prompt", "stop"])
@pytest.mark.parametrize("kilobytes", [1, 4, 40, 300])
def test_a_disk_that_was_full_once_harms_no_later_hook(
    tmp_path, payload, event, kilobytes, run_memories, project
):
    """Python writes a part of a compiled module without an error, and fails at it ever after."""
    cache = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    ends_well(
        run(
            hook(event),
            payload,
            limited((resource.RLIMIT_FSIZE, kilobytes << 10)),
            **cache,
        )
    )
    done = ends_well(run(hook("prompt"), payload, **cache))
    assert b"rotate-jwt-keys.json" in done.stdout and done.stderr == b""


def test_damaged_compiled_modules_are_made_again(tmp_path, payload):
    cache = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    for event in ("prompt", "stop"):
        ends_well(run(hook(event), payload, **cache))
    compiled = [
        *(tmp_path / "cache").rglob("*.pyc"),
        *(tmp_path / "cache").rglob("*.bundle"),
    ]
    whole = {path: path.read_bytes() for path in compiled}
    for path, data in whole.items():
        at = len(data) // 2
        path.write_bytes(data[:at] + bytes([data[at] ^ 8]) + data[at + 1 :])
    for event in ("prompt", "stop", "prompt"):
        done = ends_well(run(hook(event), payload, **cache))
        assert done.stderr == b"" and (
            event == "stop" or b"rotate-jwt-keys.json" in done.stdout
        )
    healed = [path for path in compiled if path.read_bytes() == whole[path]]
    assert len(healed) > len(compiled) / 2 > 15, "what was needed was made again"


def test_an_ordinary_error_at_every_layer_ends_with_0(tmp_path, payload):
    """A checkout whose sources are broken: nothing can be imported."""
    for broken in [
        "core/bytecode.py",
        "hooks/runner.py",
        "state/log.py",
        "hooks/payload.py",
        "hooks/prompt.py",
    ]:
        plugin = (
            copy_of(
                tmp_path / broken.replace("/", "-"),
                "plugin/src",
                "plugin/hooks/memory_hook.py",
            )
            / "plugin"
        )
        (plugin / "src" / "memory_retrieval" / Path(broken)).write_text(
            "raise SystemExit(2)\n"
        )
        done = run(
            [sys.executable, "-I", "-S", str(plugin / "hooks" / HOOK.name), "prompt"],
            payload,
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b""), broken
