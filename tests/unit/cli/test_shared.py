"""What commands share: options, progress, and how the result of a write is printed."""

import argparse
import contextlib
import io

import pytest

from memory_retrieval.cli import options, output
from memory_retrieval.core.errors import MemoryRetrievalError


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_without_a_terminal_nothing_is_shown_of_progress(capsys):
    with output.Counter() as count:
        count("b", 1, 2)
    assert capsys.readouterr() == ("", "")


def test_a_count_overwrites_its_line_and_leaves_none():
    terminal = Terminal()
    with contextlib.redirect_stderr(terminal):
        with output.Counter() as count:
            count("written", 5, 0)
        with output.Counter() as count:
            output.steps(count, 2)("read")
    assert (
        terminal.getvalue() == "\r\033[Kwritten ...\r\033[K\r\033[Kread 1 of 2\r\033[K"
    )


def test_the_database_may_come_from_the_environment(monkeypatch):
    monkeypatch.delenv("MEMORIES_DB_URL", raising=False)
    with pytest.raises(MemoryRetrievalError, match="MEMORIES_DB_URL"):
        options.db_url(argparse.Namespace(db_url=""))
    monkeypatch.setenv("MEMORIES_DB_URL", "postgresql://e")
    assert options.db_url(argparse.Namespace(db_url="")) == "postgresql://e"
    assert (
        options.db_url(argparse.Namespace(db_url="postgresql://g")) == "postgresql://g"
    )
