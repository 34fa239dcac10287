"""A pipeline raises its first error, and nothing else is said of it."""

import select

import pytest

psycopg = pytest.importorskip("psycopg", reason="the extra postgres is not installed")

from memory_retrieval_team.db import connection  # noqa: E402
from memory_retrieval_team.search import team  # noqa: E402, F401  quiets the driver

AFTERWARDS = ("SELECT 2", "SELECT 3", "COMMIT")  # sent when the error is there already


def answered(link):
    assert select.select([link.fileno()], [], [], 30)[0], "the server has answered"


def test_the_first_error_is_raised_and_what_follows_from_it_is_not_logged(
    db_url, caplog
):
    with connection.connect(db_url) as link:
        with pytest.raises(psycopg.errors.DivisionByZero), link.pipeline():
            link.execute("BEGIN")
            link.execute("SELECT 1 / 0")
            answered(link)
            for statement in AFTERWARDS:
                link.execute(statement)
        assert caplog.messages == []
        link.rollback()
        with link.pipeline():
            cursor = link.execute("SELECT 3")
        assert cursor.fetchall() == [(3,)]


def test_an_error_of_the_programs_own_leaves_as_it_is(db_url):
    with connection.connect(db_url) as link, pytest.raises(KeyError), link.pipeline():
        raise KeyError("mine")
