"""Code and private data in the user's folders: nobody else may enter them; what others could put there is not run."""

import json
import marshal
import os
import shlex
import stat
import subprocess
import sys

import pytest

from conftest import HOOK, MEMORIES, REPOSITORY
from memory_retrieval.core.bytecode import sealed, unsealed
from saves import PREFERENCE

LAUNCHER = REPOSITORY / "plugin" / "hooks" / "launch.sh"
PROMPT = "how do we rotate the jwt signing keys?"
root_only = pytest.mark.skipif(os.geteuid() != 0, reason="gives a file to another user")


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


@pytest.fixture
def start(tmp_path):
    """Runs a command with a home folder of its own and nothing in it."""
    (tmp_path / "new").mkdir()
    env = {k: v for k, v in os.environ.items() if not k.startswith("XDG_")} | {
        "HOME": str(tmp_path / "new")
    }

    def run(*command, input=b"", umask=-1, cwd=None, **more):
        done = subprocess.run(
            command,
            input=input,
            env={**env, **more},
            umask=umask,
            cwd=cwd,
            capture_output=True,
            timeout=60,
        )
        assert done.returncode == 0, done
        return done

    return run


def test_all_folders_are_the_users_alone_whatever_the_umask(
    start, tmp_path, project, payload, umask=0
):
    for event in ("prompt", "prompt", "session-start", "stop", "session-end"):
        start(sys.executable, "-I", "-S", str(HOOK), event, input=payload, umask=umask)
        start("sh", str(LAUNCHER), event, input=payload, umask=umask)
    for store in ("user", "project"):
        words = [sys.executable, str(MEMORIES), "save", "--store", store]
        start(
            *words, input=json.dumps(PREFERENCE).encode(), umask=umask, cwd=project.root
        )
    start(
        sys.executable,
        str(MEMORIES),
        "mute",
        "rotate-jwt-keys",
        umask=umask,
        cwd=project.root,
    )
    ours = list((tmp_path / "new").rglob("memory-retrieval"))
    assert len(ours) == 4, "cache, state, data and configuration"
    assert {stat.S_IMODE(folder.stat().st_mode) for folder in ours} == {0o700}


@pytest.mark.parametrize("mode", [0o777, 0o775, 0o755])
def test_code_in_a_folder_that_others_could_enter_is_not_run_and_the_folder_is_closed(
    hook, tmp_path, mode
):
    hook("prompt")
    cache = tmp_path / "new" / ".cache" / "memory-retrieval"
    sprung = _plant(cache, tmp_path)
    cache.chmod(mode)
    for _ in range(2):
        done = hook("prompt")
        assert b"rotate-jwt-keys.json" in done.stdout and not sprung.exists()
    assert stat.S_IMODE(cache.stat().st_mode) == 0o700


@root_only
@pytest.mark.parametrize("kind", ["folder", "link"])
def test_a_folder_of_another_user_is_not_used_at_all(hook, tmp_path, kind):
    hook("prompt")
    cache = tmp_path / "new" / ".cache" / "memory-retrieval"
    sprung = _plant(cache, tmp_path)
    if kind == "folder":
        os.chown(cache, 12345, 12345)
    else:
        cache.rename(tmp_path / "planted")
        cache.symlink_to(tmp_path / "planted")
        os.chown(cache, 12345, 12345, follow_symlinks=False)
    before = sorted((cache / "bytecode").rglob("*"))
    done = hook("prompt")
    assert b"rotate-jwt-keys.json" in done.stdout and not sprung.exists()
    assert sorted((cache / "bytecode").rglob("*")) == before


@pytest.fixture
def hook(start, payload):
    """hook("prompt"): what the process of a hook left."""
    return lambda event: start(
        sys.executable, "-I", "-S", str(HOOK), event, input=payload
    )


def _plant(cache, tmp_path):
    """Puts a bundle in place that runs a program; returns the file that shows it."""
    sprung = tmp_path / "sprung"
    (bundle,) = (cache / "bytecode").glob("*.bundle")
    made = marshal.loads(unsealed(bundle.read_bytes()))
    made["loader"] = compile(
        f"open({str(sprung)!r}, 'w')\nstart = print", "evil", "exec"
    )
    bundle.write_bytes(sealed(marshal.dumps(made)))
    return sprung


def test_the_planted_bundle_of_these_tests_would_run(hook, tmp_path):
    hook("prompt")
    sprung = _plant(tmp_path / "new" / ".cache" / "memory-retrieval", tmp_path)
    hook("prompt")
    assert sprung.exists()


STARTS = [
    *(["sh", str(LAUNCHER), event] for event in ("prompt", "mcp")),
    ["sh", str(MEMORIES), "--version"],
]


@pytest.mark.parametrize("command", STARTS, ids=lambda words: words[-1])
@pytest.mark.parametrize("variable", ["XDG_CACHE_HOME", "HOME", "both"])
def test_a_relative_folder_never_names_a_program_of_the_project(
    start, project, command, variable
):
    """The launcher and the command take the interpreter from a file in the cache."""
    evil = project.root / "evil"
    evil.write_text("#!/bin/sh\ntouch sprung\n")
    evil.chmod(0o755)
    for folder in (project.root / "rel", project.root / "rel" / ".cache"):
        (folder / "memory-retrieval").mkdir(parents=True)
        (folder / "memory-retrieval" / "python").write_text(f"{evil}\n")
    before = sorted(project.root.rglob("*"))
    relative = {
        name: "rel" for name in ("XDG_CACHE_HOME", "HOME") if variable in (name, "both")
    }
    start(*command, input=b"{}", cwd=project.root, **relative)
    assert sorted(project.root.rglob("*")) == before


@pytest.fixture
def evil(tmp_path):
    """A program that leaves `sprung` beside it."""
    path = tmp_path / "evil"
    path.write_text(f"#!/bin/sh\ntouch {tmp_path}/sprung\n")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize("command", STARTS, ids=lambda words: words[-1])
@pytest.mark.parametrize(
    "how",
    ["our own", 0o777, 0o1777, 0o750, "a link", "a linked folder", "of another user"],
)
def test_an_interpreter_that_others_could_name_is_not_started(
    start, tmp_path, project, evil, command, how
):
    kept = tmp_path / "new" / ".cache" / "memory-retrieval" / "python"
    named = tmp_path / "planted" / "python"
    for folder in (named.parent, kept.parent):
        folder.mkdir(0o700, parents=True)
    named.write_text(f"{evil}\n")
    if how == "a link":
        kept.symlink_to(named)
    elif how == "a linked folder":
        kept.parent.rmdir()
        kept.parent.symlink_to(named.parent)
    else:
        kept.write_text(f"{evil}\n")
    if how == "of another user":
        if os.geteuid():
            pytest.skip("only root gives a file to another user")
        os.chown(kept, 12345, 12345)
    kept.parent.chmod(how if isinstance(how, int) else 0o700)
    if isinstance(how, int) and command[-1] == "prompt":
        start("sh", str(LAUNCHER), "session-start", input=b"{}\n", cwd=project.root)
    start(*command, input=b"{}\n", cwd=project.root)
    assert (tmp_path / "sprung").exists() == (how == "our own")


@pytest.mark.parametrize("host", ["gemini", "claude"])
def test_nobody_else_may_write_to_any_folder_that_set_up_makes(
    start, tmp_path, project, host, umask=0
):
    (tmp_path / "bin").mkdir()
    for name in ("claude", "gemini"):
        (tmp_path / "bin" / name).symlink_to("/bin/true")
    path = str(tmp_path / "bin") + os.pathsep + os.environ["PATH"]
    home = tmp_path / "new"
    before = set(home.rglob("*"))
    start(
        sys.executable,
        str(MEMORIES),
        "setup",
        host,
        umask=umask,
        cwd=project.root,
        PATH=path,
    )
    made = [
        path
        for path in set(home.rglob("*")) - before
        if path.is_dir() and "bytecode" not in path.parts
    ]
    copy = home / ".local" / "share" / "memory-retrieval-plugin"
    assert copy in made and copy / "src" / "memory_retrieval" in made
    assert {stat.S_IMODE(folder.stat().st_mode) for folder in made} <= {0o755, 0o700}


def test_doctor_names_a_plugin_that_others_can_change_and_set_up_closes_it(
    start, tmp_path, project
):
    words = [sys.executable, str(MEMORIES)]
    start(*words, "setup", "gemini", cwd=project.root)
    copy = tmp_path / "new" / ".local" / "share" / "memory-retrieval-plugin"
    assert (
        b"can change the plugin"
        not in start(*words, "doctor", "--no-hooks", cwd=project.root).stdout
    )
    (copy / "hooks").chmod(0o777)
    failing = (
        shlex.join([*map(str, words), "doctor", "--no-hooks"]) + " || test $? -eq 1"
    )
    assert (
        b"can change the plugin" in start("sh", "-c", failing, cwd=project.root).stdout
    )
    start(*words, "setup", "gemini", cwd=project.root)
    assert stat.S_IMODE((copy / "hooks").stat().st_mode) == 0o755
    assert (
        b"can change the plugin"
        not in start(*words, "doctor", "--no-hooks", cwd=project.root).stdout
    )
