"""The log of failures."""

import pytest

from memory_retrieval.state.log import MAX_LOG, log_line


@pytest.mark.parametrize(
    "error",
    [
        ValueError("a\nb\x1b[31m"),
        "text",
        KeyError("x" * 5000),
        UnicodeError("\ud800"),
        RuntimeError(""),
    ],
)
def test_a_failure_is_one_short_line(log, error):
    log_line("prompt", error)
    (line,) = log()
    assert " prompt" in line and len(line) < 600 and line.isprintable()


def test_a_log_that_has_grown_large_starts_anew(log, home):
    path = home / "xdg-state" / "memory-retrieval" / "hook.log"
    path.parent.mkdir(parents=True)
    path.write_text("x" * (MAX_LOG + 1))
    log_line("prompt", "after")
    assert len(log()) == 1 and path.with_name("hook.log.1").exists()


def test_an_error_that_was_raised_names_its_file_and_line(log):
    try:
        raise ValueError("what was wrong")
    except ValueError as error:
        log_line("prompt", error)
    (line,) = log()
    assert "ValueError: what was wrong (test_log.py:" in line
