"""What the hook's process loads, opens, writes and starts.

Seen by the interpreter's own audit events in a real process.
"""

import glob
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HOOK = Path(__file__).resolve().parents[2] / "plugin" / "hooks" / "memory_hook.py"
PROMPT = "how do we rotate the jwt signing keys?"
REAL_HOME = os.path.expanduser("~")  # while modules are collected
# Runs the hook as a file is run and, at its end, writes the names of all modules and every audit event of interest.
WATCHER = """
import os, sys
hook, report = sys.argv[1:3]
sys.argv = [hook] + sys.argv[3:]
events, leave, started, busy = [], os._exit, os.getpid(), []
WATCHED = ("socket", "subprocess", "os.exec", "os.fork", "os.posix_spawn", "os.system", "os.spawn", "open", "os.mkdir",
           "os.rename", "os.remove", "os.rmdir", "os.truncate", "os.link", "os.symlink", "os.chmod", "os.utime",
           "sqlite3.connect", "ctypes", "urllib", "http", "pty", "os.kill")
def note(event, args):
    if event.startswith(WATCHED) and not busy:
        if event == "open":
            path, mode, flags = args
            if isinstance(path, int):  # a file that was opened by its name before, as modules' bytecode is
                return
            writing = flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND)
            if not writing and not set(mode or "") & set("wax+") and "WATCH_READING" not in os.environ:
                return
        events.append((event, [os.fsdecode(a) if isinstance(a, (str, bytes, os.PathLike)) else repr(a) for a in args]))
def end(code):
    if os.getpid() != started:  # work in the background
        leave(code)
    busy.append(1)
    out = os.open(report, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    ran = [name for name, module in sys.modules.items() if type(module).__name__ != "_Late"]
    os.write(out, repr({"modules": sorted(ran), "events": events, "code": code}).encode())
    os.close(out)
    leave(code)
os._exit = end
sys.addaudithook(note)
exec(compile(open(hook).read(), hook, "exec"), {"__name__": "__main__", "__file__": hook})
"""


@pytest.fixture
def project(project):
    return project.with_an_answer()


@pytest.fixture
def watched(project, tmp_path):
    """watched(prompt): what one hook process did, with its answer under "out"."""

    def run(prompt=PROMPT, event="prompt", **fields):
        report = tmp_path / "report"
        payload = {
            "hook_event_name": "UserPromptSubmit",
            "cwd": str(project.root),
            "session_id": "s1",
            "prompt": prompt,
            **fields,
        }
        command = [
            sys.executable,
            "-I",
            "-S",
            "-c",
            WATCHER,
            str(HOOK),
            str(report),
            event,
        ]
        done = subprocess.run(
            command,
            input=json.dumps(payload).encode(),
            capture_output=True,
            cwd=project.root,
            timeout=60,
        )
        assert (done.returncode, done.stderr) == (0, b"")
        return {**eval(report.read_text()), "out": done.stdout.decode()}

    return run


def _foreign(modules):
    return (
        {name.split(".")[0] for name in modules}
        - set(sys.stdlib_module_names)
        - {"memory_retrieval", "__main__", "sitecustomize"}
    )


@pytest.mark.parametrize("when", ["cold", "warm"])
def test_the_hook_loads_the_listed_modules_of_the_standard_library_only(
    watched, when, log, bytecode
):
    # A bundle that other tests left holds what other hosts need at a prompt, such as the brief.
    cache = Path(os.environ["XDG_CACHE_HOME"], "memory-retrieval", "bytecode")
    cache.unlink()
    shutil.copytree(bytecode, cache, ignore=shutil.ignore_patterns("*.bundle"))
    seen = watched()
    if when == "warm":
        seen = watched(
            "and how do we rotate the jwt signing keys of the issuer?", session_id="s2"
        )
    assert "rotate-jwt-keys.json" in seen["out"]
    assert _foreign(seen["modules"]) == set()
    loaded = {
        name for name in seen["modules"] if not name.startswith("memory_retrieval")
    }
    listed = (
        Path(__file__).parents[1] / "gold" / "hook-modules.txt"
    ).read_text()  # of all Pythons from 3.9 on
    assert (loaded - set(listed.split()), log()) == (set(), [])


@pytest.mark.parametrize("prompt", ["", "/memory:search jwt"])
def test_a_prompt_that_asks_nothing_does_not_even_open_the_index(watched, prompt):
    watched(prompt)  # the first process after a change of the source keeps its bytecode
    seen = watched(prompt)
    assert seen["events"] == [] and seen["out"] == ""


def test_a_file_is_written_without_the_index_and_the_guards_where_no_rule_has_one(
    watched,
):
    watched()
    call = {"tool_name": "Write", "tool_input": {"file_path": "a.py", "content": "x"}}
    watched(
        event="pre-tool", hook_event_name="PreToolUse", **call
    )  # the first process keeps its bytecode
    seen = watched(event="pre-tool", hook_event_name="PreToolUse", **call)
    loaded = (
        "memory_retrieval.core.guards",
        "memory_retrieval.brief",
        "memory_retrieval.index",
        "_sqlite3",
    )
    assert (
        not [name for name in seen["modules"] if name.startswith(loaded)]
        and seen["events"] == []
    )


@pytest.mark.parametrize("name", ["UserPromptSubmit", "BeforeAgent"])
def test_each_file_of_the_state_and_of_the_settings_is_read_once_at_a_prompt(
    watched, project, home, monkeypatch, name
):
    project.config({"retrieval": {"strictness": "normal"}})
    project.user_config({"logging": {"enabled": False}})
    watched(session_id="s2")
    watched(
        event="pre-compact", session_id="s1", hook_event_name="PreCompress"
    )  # with Gemini a prompt has the brief
    monkeypatch.setenv("WATCH_READING", "1")
    seen = watched(hook_event_name=name)
    assert (
        "rotate-jwt-keys.json" if name == "UserPromptSubmit" else "memory-brief"
    ) in seen["out"]
    opened = [
        args[0]
        for event, args in seen["events"]
        if event == "open" and not args[0].endswith(".tmp")
    ]
    ours = (
        str(home / "xdg-state"),
        str(home / "xdg-config"),
        str(project.store / "memory-config.json"),
    )
    read = sorted(
        path for path in opened if path.startswith(ours) and path.endswith(".json")
    )
    assert len(read) == len(set(read)) >= 3, read


def test_no_network_no_child_process_and_writes_below_cache_and_state_only(
    watched, home
):
    allowed = (str(home / "xdg-cache"), str(home / "xdg-state"))
    for prompt in (PROMPT, PROMPT, "something else entirely", "{", "x" * 100_000):
        for event, args in watched(prompt)["events"]:
            assert (
                event
                in "open os.mkdir os.rename os.remove sqlite3.connect sqlite3.connect/handle".split()
            ), (event, args)
            if event != "sqlite3.connect/handle":
                assert str(args[0]).startswith(allowed) or args[0] == "/dev/null", (
                    event,
                    args,
                )


@pytest.mark.parametrize("event", ["session-start", "session-end"])
def test_the_other_reading_events_keep_to_the_same_rules(watched, home, event):
    watched()
    for _ in range(100):  # the first process has its bytecode kept, beside us
        seen = watched(event=event, source="compact")
        if [name for name, _ in seen["events"]].count("os.fork") < 2:
            break
    allowed = (str(home / "xdg-cache"), str(home / "xdg-state"))
    events = [one for one in seen["events"] if one[0] != "os.fork"]
    assert len(seen["events"]) - len(events) <= (event == "session-start")
    assert all(
        name in ("open", "os.mkdir", "os.rename", "os.remove", "sqlite3.connect")
        and str(args[0]).startswith(allowed)
        for name, args in events
        if name != "sqlite3.connect/handle"
    )
    assert _foreign(seen["modules"]) == set()


def test_each_module_of_the_package_imports_in_any_order_without_site(tmp_path):
    source = HOOK.parents[1] / "src"
    layers = ("core", "store", "index", "retrieve")
    names = [
        ".".join(path.relative_to(source).with_suffix("").parts)
        for layer in layers
        for path in sorted((source / "memory_retrieval" / layer).glob("*.py"))
    ]
    code = """
import sys
sys.path.insert(0, sys.argv[1])
for name in sys.argv[2:]:
    for loaded in [module for module in sys.modules if module.startswith("memory_retrieval")]:
        del sys.modules[loaded]
    __import__(name)
"""
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code, str(source), *names],
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")


def _pythons():
    found = []
    for version in ("3.9", "3.10", "3.11", "3.12", "3.13", "3.14", "3.15"):
        paths = [
            shutil.which("python" + version),
            *glob.glob(
                os.path.expanduser(f"~/.pyenv/versions/{version}.*/bin/python{version}")
            ),
        ]
        for path in filter(None, paths):
            probe = [
                path,
                "-I",
                "-S",
                "-c",
                "import sys, _sqlite3; sys.stdout.write('%d.%d' % sys.version_info[:2])",
            ]
            if subprocess.run(probe, capture_output=True, text=True).stdout == version:
                found.append(pytest.param(path, id=version))
                break
    return found or [pytest.param(sys.executable, id="this")]


@pytest.mark.parametrize("python", _pythons())
def test_every_python_from_3_9_that_is_here_gives_the_same_answer(
    project, gold, python
):
    payload = {
        "hook_event_name": "UserPromptSubmit",
        "cwd": str(project.root),
        "prompt": PROMPT,
    }
    for text in (
        payload,
        {**payload, "prompt": "¿cómo rotamos 키? rotate jwt signing keys"},
    ):
        done = subprocess.run(
            [python, "-I", "-S", "-W", "error", str(HOOK), "prompt"],
            input=json.dumps(text).encode(),
            capture_output=True,
            timeout=60,
        )
        assert (done.returncode, done.stderr) == (0, b"")
        assert b"rotate-jwt-keys.json" in done.stdout


def test_the_hook_runs_through_a_link_and_from_any_folder(
    project, tmp_path, monkeypatch
):
    (tmp_path / "linked hook.py").symlink_to(HOOK)
    payload = {
        "hook_event_name": "UserPromptSubmit",
        "cwd": str(project.root),
        "prompt": PROMPT,
    }
    command = [sys.executable, "-I", "-S", str(tmp_path / "linked hook.py"), "prompt"]
    done = subprocess.run(
        command,
        input=json.dumps(payload).encode(),
        capture_output=True,
        cwd="/",
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (
        0,
        b"",
    ) and b"rotate-jwt-keys.json" in done.stdout


def test_a_folder_with_modules_of_the_same_names_does_not_disturb_the_hook(
    project, run_hook
):
    for name in ("os", "json", "time", "sqlite3", "memory_retrieval", "unicodedata"):
        (project.root / (name + ".py")).write_text(
            "raise SystemExit('taken from the working folder')\n"
        )
    payload = {
        "hook_event_name": "UserPromptSubmit",
        "cwd": str(project.root),
        "prompt": PROMPT,
    }
    ran = run_hook(payload, env={"PYTHONPATH": str(project.root)}, cwd=project.root)
    assert (ran.code, ran.err) == (0, "") and "rotate-jwt-keys.json" in ran.out


@pytest.mark.parametrize("version", ["3.6", "3.7", "3.8"])
def test_an_older_python_is_silence_and_exit_code_0(project, version):
    found = glob.glob(
        os.path.join(REAL_HOME, f".pyenv/versions/{version}.*/bin/python3")
    )
    if not found:
        pytest.skip(f"no Python {version} here")
    payload = json.dumps(
        {
            "hook_event_name": "UserPromptSubmit",
            "cwd": str(project.root),
            "prompt": PROMPT,
        }
    ).encode()
    done = subprocess.run(
        [found[0], "-I", "-S", str(HOOK), "prompt"],
        input=payload,
        capture_output=True,
        timeout=60,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_a_prompt_loads_its_own_host_and_no_other(watched):
    def loaded(**fields):
        return [
            name
            for name in watched(**fields)["modules"]
            if name.startswith("memory_retrieval.hosts.")
        ]

    assert loaded() == ["memory_retrieval.hosts.claude"]
    assert loaded(turn_id="1") == [
        "memory_retrieval.hosts.codex"
    ]  # from the bundle that the first one made


@pytest.mark.skipif(shutil.which("strace") is None, reason="needs strace")
@pytest.mark.parametrize("event", ["prompt", "stop", "search"])
def test_no_launcher_asks_a_name_service(event, project, tmp_path):
    """`ls -l` looks up the owner of a folder, which a directory service may be asked for over the network."""
    folder, report = HOOK.parent, tmp_path / "calls"
    hook = ["sh", str(folder / "launch.sh")]
    payload = json.dumps({"prompt": PROMPT, "cwd": str(project.root)}).encode()
    subprocess.run(
        [*hook, "session-start"], input=payload, check=True, capture_output=True
    )  # keeps an interpreter
    words = (
        [str(folder.parent / "bin" / "memories"), "search", "keys"]
        if event == "search"
        else [*hook, event]
    )
    traced = ["strace", "-f", "-e", "trace=connect,execve", "-o", str(report), *words]
    subprocess.run(
        traced, input=payload, cwd=project.root, check=True, capture_output=True
    )
    assert "execve" in report.read_text() and "connect(" not in report.read_text()
