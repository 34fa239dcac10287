"""Small parts of the frame around every hook: arguments, commands, the log."""

import pytest

from memory_retrieval.hooks import runner


@pytest.mark.parametrize(
    ("argv", "event", "host"),
    [
        ([], "", ""),
        (["prompt"], "prompt", ""),
        (["prompt", "--host", "codex"], "prompt", "codex"),
        (["--host", "codex", "prompt"], "prompt", "codex"),
        (["--host=gemini", "prompt"], "prompt", "gemini"),
        (["prompt", "--host"], "prompt", ""),
        (["prompt", "--host", "other"], "prompt", ""),
        (["--x", "stop"], "stop", ""),
    ],
)
def test_the_event_and_the_host_are_found_among_the_arguments(argv, event, host):
    assert runner._arguments(argv) == (event, host)


@pytest.mark.parametrize(
    "error", [ValueError("a\nb\x1b[31m"), "text", KeyError("x" * 5000), UnicodeError("\ud800"), RuntimeError("")]
)
def test_a_failure_is_one_short_line(log, error):
    runner.log_line("prompt", error)
    (line,) = log()
    assert " prompt" in line and len(line) < 600 and line.isprintable()


def test_a_log_that_has_grown_large_starts_anew(log, home):
    path = home / "xdg-state" / "memory-retrieval" / "hook.log"
    path.parent.mkdir(parents=True)
    path.write_text("x" * (runner.MAX_LOG + 1))
    runner.log_line("prompt", "after")
    assert len(log()) == 1 and path.with_name("hook.log.1").exists()


def test_a_log_that_is_a_link_is_not_written_through(home, tmp_path):
    path = home / "xdg-state" / "memory-retrieval" / "hook.log"
    path.parent.mkdir(parents=True)
    (tmp_path / "target").write_text("")
    path.symlink_to(tmp_path / "target")
    runner.log_line("prompt", "x")
    assert (tmp_path / "target").read_text() == ""


def test_every_event_of_the_contract_is_known():
    assert runner.EVENTS == ("prompt", "session-start", "stop", "pre-compact", "pre-tool", "allow-save", "session-end")
