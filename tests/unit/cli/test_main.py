"""The table of command words: what each word promises, and that it costs no more than its own module."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import REPOSITORY
from memory_retrieval.cli import main as cli
from memory_retrieval.core.errors import RecordError, StoreError
from memory_retrieval.core.model import Problem


def test_every_module_with_a_help_text_is_reached_by_a_word():
    files = [
        *Path(cli.__file__).parent.glob("*.py"),
        *REPOSITORY.glob("src/memory_retrieval_*/commands/*.py"),
    ]
    modules = {
        path.stem
        for path in files
        if re.search("(?m)^(HELP|WORDS) = ", path.read_text("utf-8"))
    }
    assert modules == {
        cli.MODULES.get(word, word.replace("-", "_")) for word in cli.COMMANDS
    }


@pytest.mark.parametrize("word", ["restore", "mute", "on", "import"])
def test_only_the_module_of_the_word_is_imported(word):
    script = (
        "import sys; from memory_retrieval.cli import main\n"
        "try: main.main([sys.argv[1], '--help'])\n"
        "except SystemExit: pass\n"
        "print([m.rsplit('.', 1)[1] for m in sys.modules if m.startswith('memory_retrieval.cli.')], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, word],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    imported = set(done.stderr.strip("[]\n").replace("'", "").split(", "))
    commands = {
        cli.MODULES.get(other, other.replace("-", "_")) for other in cli.COMMANDS
    }
    assert imported & commands == {cli.MODULES.get(word, word)}


def test_a_bug_is_logged_privately_and_named_in_one_line(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert cli.guarded(lambda: 1 // 0, ["search", "hidden-" + "prompt"]) == cli.BUG
    log = tmp_path / "memory-retrieval" / "errors.log"
    assert (
        "ZeroDivisionError" in log.read_text()
        and "hidden-prompt" not in log.read_text()
    )
    assert log.stat().st_mode & 0o077 == 0 and str(log) in capsys.readouterr().err


def test_a_bug_that_cannot_be_logged_is_shown_whole(tmp_path, monkeypatch, capsys):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    assert cli.guarded(lambda: 1 // 0, ["search"]) == cli.BUG
    assert "ZeroDivisionError" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("error", "code", "line"),
    [
        (
            RecordError("refused", [Problem(location="title", message="missing")]),
            cli.PROBLEM,
            "memories: title: missing\n",
        ),
        (StoreError("two\nlines"), cli.PROBLEM, "memories: two lines\n"),
        (
            PermissionError(13, "Permission denied", "/x"),
            cli.PROBLEM,
            "memories: /x: Permission denied; check the path",
        ),
        (KeyboardInterrupt(), cli.INTERRUPTED, "memories: interrupted\n"),
    ],
)
def test_an_error_is_one_line_and_an_exit_code(capsys, error, code, line):
    def failing():
        raise error

    assert cli.guarded(failing, []) == code
    assert capsys.readouterr().err.startswith(line)
