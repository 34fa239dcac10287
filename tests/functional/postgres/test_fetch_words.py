"""The SQL function that finds lexical candidates for roles under row-level security."""

import pytest

psycopg = pytest.importorskip("psycopg", reason="the extra postgres is not installed")

from psycopg import sql  # noqa: E402

from team_database import as_role, run  # noqa: E402

FETCH = """SELECT workspace, path FROM fetch_words(
    %s, %s::tsquery, (SELECT lexical[1] FROM memories LIMIT 1), %s, false, NULL, NULL, NULL, NULL, NULL, 1000, 1000)"""


def fetched(link, *, table="memories", words="note | the | it | so", workspace=None):
    return {row[0] for row in link.execute(FETCH, (table, words, workspace))}


@pytest.fixture
def everywhere(two):
    """A tsquery of stems that records of both workspaces have."""
    return " | ".join(
        row[0]
        for row in run(
            two, "SELECT term FROM terms GROUP BY term HAVING count(*) = 2 LIMIT 20"
        )
    )


def test_the_function_for_words_keeps_to_the_workspaces_of_who_asks(
    two, member, everywhere
):
    name = member("A")
    with psycopg.connect(as_role(two, name), autocommit=True) as link:
        assert fetched(link, words=everywhere) == {"A"}
        assert fetched(link, words=everywhere, workspace="B") == set()
    with psycopg.connect(two, autocommit=True) as link:
        link.execute(sql.SQL("SET ROLE {}").format(sql.Identifier(name)))
        assert fetched(link, words=everywhere) == {"A"}


def test_no_table_of_a_role_s_own_changes_what_the_function_for_words_reads(
    two, member, everywhere
):
    name = member("A")
    with psycopg.connect(as_role(two, name), autocommit=True) as link:
        link.execute(
            "CREATE TEMP TABLE members (workspace text, role text, may_write boolean)"
        )
        link.execute("INSERT INTO members VALUES ('*', 'public', true)")
        link.execute("CREATE TEMP TABLE pg_roles (rolname name, oid oid)")
        assert fetched(link, words=everywhere) == {"A"}


@pytest.mark.parametrize(
    "table", ["members", "pg_authid", "memories; DROP TABLE memories", "Memories", ""]
)
def test_the_function_for_words_reads_tables_of_records_alone(two, table):
    with (
        psycopg.connect(two, autocommit=True) as link,
        pytest.raises(psycopg.errors.InvalidParameterValue),
    ):
        fetched(link, table=table)
