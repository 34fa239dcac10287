"""Addresses of databases as they are shown, and what errors of the driver become."""

import pytest

psycopg = pytest.importorskip("psycopg", reason="the extra postgres is not installed")

from psycopg import errors  # noqa: E402

from memory_retrieval.core.errors import DatabaseError  # noqa: E402
from memory_retrieval_team.db import connection  # noqa: E402

ADDRESSES = (
    "postgresql://u:hunter2%40x@127.0.0.1:1/db",
    "postgresql://u:hunter2@nowhere.invalid/db",
    "host=127.0.0.1 port=1 password=hunter2",
    "host=127.0.0.1 port=1 password='hunter2 \\' x'",
    "postgresql://127.0.0.1:1/db?password=hunter2&sslmode=require",
    "postgres:/u:hunter2@h/db",
    "u:hunter2@host",
    "host=x password=hunter2 nonsense",
    "postgresql://u:hunter2/with?odd@x:y@h:1/db",
    "postgresql://u:hunter2@h:port/db",
    "PASSWORD=hunter2 host=127.0.0.1 port=1",
)


@pytest.mark.parametrize("url", ADDRESSES)
def test_a_password_is_never_shown(url):
    assert "hunter2" not in connection.shown(url)
    with pytest.raises(DatabaseError) as caught:
        connection.connect(url)
    assert "hunter2" not in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://u@h/db",
        "postgresql://h:5432/db?user=x",
        "embedded:/tmp/a b",
        "host=/tmp/x dbname=y",
        "postgresql://[::1]:5432/x",
    ],
)
def test_an_address_without_a_password_is_shown_as_it_is(url):
    assert connection.shown(url) == url


def test_advice_about_pgvector_is_given_where_pgvector_is_missing():
    def said(text):
        with (
            pytest.raises(DatabaseError) as caught,
            connection.translated("postgresql://db/memories"),
        ):
            raise errors.FeatureNotSupported(text)
        return str(caught.value)

    assert "install pgvector" in said('extension "vector" is not available')
    assert "pgvector" not in said(
        "cannot convert infinity to bigint"
    ) and "SQLSTATE" in said("cannot convert infinity to bigint")


def test_a_refused_row_of_a_cluster_names_its_table_rather_than_a_shard():
    with (
        pytest.raises(DatabaseError, match='for table "memories"'),
        connection.translated("postgresql://db/memories"),
    ):
        raise errors.RaiseException(
            'new row violates row-level security policy for table "memories_102025"'
        )


def test_the_node_that_a_cluster_has_lost_is_named_and_the_work_is_tried_again():
    cut_off = errors.InternalError_(
        "SSL SYSCALL error: EOF detected\nCONTEXT:  while executing command on one.example:5433"
    )
    with (
        pytest.raises(
            DatabaseError, match=r"node one\.example:5433: SSL SYSCALL"
        ) as caught,
        connection.translated("x"),
    ):
        raise cut_off
    assert connection.is_broken(caught.value)
    assert not connection.is_broken(
        errors.InternalError_("corrupt\nCONTEXT:  while executing command on one:5433")
    )
