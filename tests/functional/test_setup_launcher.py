"""The launcher of the hooks: finds an interpreter once, in any folder, and is silent where there is none."""

import json
import os
import shutil
import subprocess
import sys

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BASE = os.path.realpath(getattr(sys, "_base_executable", "") or sys.executable)
pytestmark = pytest.mark.skipif(os.name == "nt", reason="a POSIX shell is needed")


@pytest.fixture
def place(tmp_path):
    """A plugin folder with the launcher and a stand-in hook that prints its arguments, and a PATH with tools but no
    Python.
    """
    plugin = tmp_path / "plug in ü $x" / "hooks"
    plugin.mkdir(parents=True)
    shutil.copy(os.path.join(ROOT, "plugin", "hooks", "launch.sh"), plugin)
    (plugin / "memory_hook.py").write_text(
        "import sys; print(sys.argv[1:], sys.stdin.read())", encoding="utf-8"
    )
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("sh", "mkdir", "mv", "date", "cat"):
        (tools / name).symlink_to(shutil.which(name))
    return tmp_path


def python(place, name, text):
    folder = place / name
    folder.mkdir(exist_ok=True)
    (folder / "python3").write_text("#!/bin/sh\n" + text, encoding="utf-8")
    (folder / "python3").chmod(0o755)
    return str(folder)


def launch(place, *words, path=(), stdin="{}", **env):
    launcher = place / "plug in ü $x" / "hooks" / "launch.sh"
    # the fixed places the launcher looks in at last are hidden by a copy without them
    launcher.write_text(
        launcher.read_text(encoding="utf-8").replace(
            "/usr/bin/python3 /usr/local/bin/python3 /opt/homebrew/bin/python3 ", ""
        ),
        encoding="utf-8",
    )
    environment = {
        "HOME": str(place / "home"),
        "PATH": os.pathsep.join([*path, str(place / "tools")]),
        **env,
    }
    done = subprocess.run(
        ["sh", str(launcher), *words],
        input=stdin.encode(),
        env=environment,
        capture_output=True,
        timeout=20,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.decode()


def counting(place):
    """A version manager's shim: notes each call, then starts the real interpreter."""
    return python(
        place, "shims", 'echo called >>"%s/calls"\nexec "%s" "$@"\n' % (place, BASE)
    )


def calls(place):
    return (
        len((place / "calls").read_text().splitlines())
        if (place / "calls").exists()
        else 0
    )


def test_the_shim_is_asked_once_and_never_again(place):
    path = [counting(place)]
    assert "['prompt', '--host', 'codex'] payload" in launch(
        place, "prompt", "--host", "codex", path=path, stdin="payload"
    )
    first = calls(place)
    for _ in range(3):
        launch(place, "prompt", path=path)
    assert first >= 1 and calls(place) == first


def test_an_interpreter_that_has_gone_is_looked_for_anew(place):
    kept = place / "home" / ".cache" / "memory-retrieval" / "python"
    kept.parent.mkdir(parents=True)
    for stale in (
        str(place / "gone"),
        "",
        "relative/python3",
        str(place),
        "/bin/false",
    ):
        kept.write_text(stale + "\n", encoding="utf-8")
        event = (
            "session-start" if stale == "/bin/false" else "prompt"
        )  # one that no longer works is noticed at a session's start
        assert event in launch(place, event, path=[counting(place)]), stale
        assert (
            os.path.isabs(kept.read_text().strip())
            and kept.read_text().strip() != stale
        )


@pytest.mark.parametrize("event", ["prompt", "stop", "session-start"])
def test_an_interpreter_that_no_longer_runs_is_replaced_at_once_and_the_payload_is_not_lost(
    place, event
):
    kept = place / "home" / ".cache" / "memory-retrieval" / "python"
    kept.parent.mkdir(parents=True)
    broken = place / "broken"
    broken.write_text("#!/bin/sh\necho no libpython >&2\nexit 127\n", encoding="utf-8")
    broken.chmod(0o755)
    kept.write_text("%s\n" % broken, encoding="utf-8")
    path = [counting(place)]
    assert "['%s'] payload" % event in launch(place, event, path=path, stdin="payload")
    assert os.path.isabs(kept.read_text().strip()) and kept.read_text().strip() != str(
        broken
    )
    before = calls(place)
    launch(place, event, path=path)
    assert calls(place) == before


def test_a_program_that_only_looks_like_python_is_known_by_its_answer(place):
    """As the Store's `python3`: it ends with 49 and says nothing. It is asked once."""
    stub = python(place, "store", 'echo called >>"%s/stub"\nexit 49\n' % place)
    (place / "shims").mkdir()
    (place / "shims" / "python").symlink_to(
        BASE
    )  # what python.org installs on Windows has this name alone
    for _ in range(2):
        assert "['prompt']" in launch(
            place, "prompt", path=[stub, str(place / "shims")]
        )
    assert (place / "stub").read_text() == "called\n"


def test_the_stand_in_of_macos_is_not_started_without_the_developer_tools(place):
    shims = counting(place)
    (place / "xcode-select").touch()
    launcher = place / "plug in ü $x" / "hooks" / "launch.sh"
    text = launcher.read_text(encoding="utf-8").replace(
        "/usr/bin/xcode-select", str(place / "xcode-select")
    )
    text = text.replace("!= /usr/bin/python3", '!= "%s/python3"' % shims)
    text = text.replace(
        "/Library/Developer/CommandLineTools", str(place / "developer-tools")
    )
    launcher.write_text(text, encoding="utf-8")
    assert launch(place, "prompt", path=[shims]) == "" and calls(place) == 0
    (place / "developer-tools").mkdir()
    assert (
        "Python" not in launch(place, "session-start", path=[shims])
        and calls(place) > 0
    )


def test_a_hook_that_fails_by_itself_is_not_run_twice(place):
    hook = place / "plug in ü $x" / "hooks" / "memory_hook.py"
    hook.write_text("print('once'); raise SystemExit(3)", encoding="utf-8")
    assert launch(place, "prompt", path=[counting(place)]) == "once\n"


def test_a_python_that_is_too_old_gives_one_log_line_and_silence(place):
    path = [python(place, "old", "exit 1\n")]
    assert launch(place, "prompt", path=path) == ""
    for _ in range(3):
        assert launch(place, "prompt", path=path) == ""
    log = (
        place / "home" / ".local" / "state" / "memory-retrieval" / "hook.log"
    ).read_text()
    assert log.count("\n") == 1 and "Python 3.9" in log
    value = json.loads(launch(place, "session-start", path=path))
    assert "Python 3.9" in value["hookSpecificOutput"]["additionalContext"]
    assert "['session-start']" in launch(place, "session-start", path=[counting(place)])
    assert "['prompt']" in launch(
        place, "prompt", path=[counting(place)]
    )  # found by the session's start


def test_it_works_without_a_home_and_where_nothing_can_be_written(place):
    path = [counting(place)]
    assert "['prompt']" in launch(place, "prompt", path=path, HOME="")
    assert "['prompt']" in launch(
        place,
        "prompt",
        path=path,
        XDG_CACHE_HOME="/proc/nowhere",
        XDG_STATE_HOME="/proc/nowhere",
    )


def test_without_an_event_it_does_not_even_read_its_input(place):
    assert launch(place, path=[counting(place)], stdin="$(touch pwned)") == ""
    assert calls(place) == 0
