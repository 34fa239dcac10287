"""Who sees and writes what in a team database: memberships, row-level security, grants."""

import pytest

psycopg = pytest.importorskip("psycopg", reason="the extra postgres is not installed")

from psycopg import errors, sql  # noqa: E402

from memory_retrieval.core.errors import DatabaseError  # noqa: E402
from memory_retrieval_team.db import access  # noqa: E402
from memory_retrieval_team.db.status import read_status  # noqa: E402
from team_database import ROWS, as_role, ingest, run, state  # noqa: E402


def test_a_reader_of_one_workspace_sees_nothing_of_another_in_any_table(two, member):
    name = member("A")
    for table in ROWS:
        seen = run(as_role(two, name), f"SELECT DISTINCT workspace FROM {table}")
        assert seen == [("A",)], table
        assert run(
            as_role(two, name), f"SELECT count(*) FROM {table} WHERE workspace = 'B'"
        ) == [(0,)]
    assert run(as_role(two, name), "SELECT workspace, role FROM members") == [
        ("A", name)
    ]


def test_a_role_without_a_membership_sees_no_row(two, member):
    name = member("A")
    run(two, "DELETE FROM members")
    assert all(
        run(as_role(two, name), f"SELECT count(*) FROM {table}") == [(0,)]
        for table in ROWS
    )


def test_a_role_without_any_grant_is_told_what_to_do(two, role):
    with pytest.raises(
        DatabaseError,
        match=r"permission denied .*ask the owner of the tables to run `memories team grant ROLE",
    ):
        read_status(as_role(two, role()))


def test_a_reader_writes_nothing(two, member):
    name = member("A")
    for table in (*ROWS, "members", "embedding_model", "schema_version"):
        with pytest.raises(errors.InsufficientPrivilege):
            run(as_role(two, name), f"DELETE FROM {table}")
        with pytest.raises(errors.InsufficientPrivilege):
            run(as_role(two, name), f"INSERT INTO {table} SELECT * FROM {table}")


def test_a_temporary_table_named_members_opens_nothing(two, member):
    name = member("A")
    with psycopg.connect(as_role(two, name), autocommit=True) as link:
        link.execute(
            "CREATE TEMPORARY TABLE members (workspace text, role text, may_write boolean)"
        )
        link.execute("INSERT INTO pg_temp.members VALUES ('*', 'public', true)")
        assert link.execute("SELECT DISTINCT workspace FROM memories").fetchall() == [
            ("A",)
        ]


def test_a_writer_runs_a_whole_ingest_without_owning_a_table(two, member, shop):
    name = member("A", write=True)
    shop.write("decision", "new-one", "Written by the writer")
    shop.path("decision", "a-decision").unlink()
    outcome = ingest(as_role(two, name), shop)
    assert (outcome.created, outcome.deleted, outcome.problems) == (1, 1, [])
    assert ingest(as_role(two, name), shop).unchanged == outcome.scanned


def test_a_writer_of_one_workspace_cannot_write_another(two, member, shop):
    name = member("A", write=True)
    before = state(two)["memories"]
    with pytest.raises(DatabaseError, match="row-level security"):
        ingest(as_role(two, name), shop, "B", "shop")
    with psycopg.connect(as_role(two, name), autocommit=True) as link:
        with pytest.raises(
            (errors.InsufficientPrivilege, errors.FeatureNotSupported)
        ):  # a cluster lets nobody do that
            link.execute("UPDATE memories SET workspace = 'B'")
        assert link.execute("DELETE FROM memories WHERE workspace = 'B'").rowcount == 0
        assert (
            link.execute("UPDATE terms SET records = 0 WHERE workspace = 'B'").rowcount
            == 0
        )
        with pytest.raises(errors.InsufficientPrivilege):
            link.execute("INSERT INTO members VALUES ('B', current_user, true)")
    assert state(two)["memories"] == before


def test_the_owner_and_a_member_of_all_workspaces_see_all(two, member):
    name = member("*")
    for url in (two, as_role(two, name)):
        assert run(url, "SELECT DISTINCT workspace FROM memories ORDER BY 1") == [
            ("A",),
            ("B",),
        ]


def test_what_public_is_a_member_of_everybody_sees(two, role):
    name = role()
    access.grant(two, "public", "B")
    assert run(as_role(two, name), "SELECT DISTINCT workspace FROM memories") == [
        ("B",)
    ]
    access.revoke(two, "public", "B")
    with pytest.raises(errors.InsufficientPrivilege):
        run(as_role(two, name), "SELECT count(*) FROM memories")


def test_membership_comes_with_a_group_and_goes_with_it(two, role):
    group, name = role("group", "NOLOGIN"), role()
    access.grant(two, group, "A")
    run(
        two,
        sql.SQL("GRANT {} TO {}").format(sql.Identifier(group), sql.Identifier(name)),
    )
    assert run(as_role(two, name), "SELECT DISTINCT workspace FROM memories") == [
        ("A",)
    ]
    run(
        two,
        sql.SQL("REVOKE {} FROM {}").format(
            sql.Identifier(group), sql.Identifier(name)
        ),
    )
    with pytest.raises(errors.InsufficientPrivilege):
        run(as_role(two, name), "SELECT count(*) FROM memories")


def test_taking_on_a_role_restricts_its_taker(two, member):
    name = member("A")
    with psycopg.connect(two, autocommit=True) as link:
        assert link.execute(
            "SELECT DISTINCT workspace FROM memories ORDER BY 1"
        ).fetchall() == [("A",), ("B",)]
        link.execute(sql.SQL("SET ROLE {}").format(sql.Identifier(name)))
        assert link.execute("SELECT DISTINCT workspace FROM memories").fetchall() == [
            ("A",)
        ]


def test_granting_to_a_role_that_is_not_there_says_how_to_create_it(two):
    with pytest.raises(
        DatabaseError,
        match=r'there is no role .no"body. .*CREATE ROLE "no""body" LOGIN;',
    ):
        access.grant(two, 'no"body', "A")
    assert run(two, "SELECT count(*) FROM members") == [(0,)]


def test_only_the_owner_grants(two, member):
    name = member("A", write=True)
    with pytest.raises(
        DatabaseError,
        match=r"only the owner of the tables \(postgres\) can do this, not " + name,
    ):
        access.grant(as_role(two, name), name, "B")
    with pytest.raises(DatabaseError, match="only the owner of the tables"):
        access.revoke(as_role(two, name), name, "A")


def test_a_name_with_any_character_stays_a_name(two, role):
    name = role('we"ird; DROP TABLE members; --')
    done = access.grant(two, name, "A'; DROP TABLE members; --", write=True)
    assert run(two, "SELECT workspace, role FROM members") == [
        (done["workspaces"][0], name)
    ]
    assert access.revoke(two, name, done["workspaces"][0])["sql"]


def test_granting_for_practice_grants_nothing(two, role):
    name = role()
    assert any(
        "INSERT INTO members" in line
        for line in access.grant(two, name, "A", dry_run=True)["sql"]
    )
    assert run(two, "SELECT count(*) FROM members") == [(0,)]
    with pytest.raises(errors.InsufficientPrivilege):
        run(as_role(two, name), "SELECT count(*) FROM memories")


def test_reading_after_writing_was_granted_does_not_take_writing_away(two, member):
    name = member("A", write=True)
    access.grant(two, name, "A")
    assert run(two, "SELECT may_write FROM members") == [(True,)]


def test_revoking_takes_away_what_was_granted_and_no_more(two, member):
    name = member("A", write=True)
    access.grant(two, name, "B")
    access.revoke(two, name, "A", write=True)
    with pytest.raises(errors.InsufficientPrivilege):
        run(as_role(two, name), "DELETE FROM memories")
    assert run(
        as_role(two, name), "SELECT DISTINCT workspace FROM memories ORDER BY 1"
    ) == [("A",), ("B",)]
    access.revoke(two, name, "A")
    assert run(as_role(two, name), "SELECT DISTINCT workspace FROM memories") == [
        ("B",)
    ]
    access.revoke(two, name, "B")
    with pytest.raises(errors.InsufficientPrivilege):
        run(as_role(two, name), "SELECT count(*) FROM memories")


def test_revoking_says_through_what_a_role_still_sees_the_workspace(two, member):
    name = member("A")
    access.grant(two, "public", "*")
    assert access.revoke(two, name, "A")["notes"] == [
        f"{name} still sees A: public is a member of *"
    ]
    with pytest.raises(
        DatabaseError,
        match=f"role '{name}' is not a member of workspace 'A'; it is one of: no workspace",
    ):
        access.revoke(two, name, "A")


def test_a_role_that_is_gone_can_be_taken_out_of_the_members(two):
    run(two, "INSERT INTO members VALUES ('A', 'gone', true)")
    assert any(
        "gone is a member of workspace A, but no role of this server" in hint
        for hint in read_status(two)["hints"]
    )
    assert len(access.revoke(two, "gone", "A")["sql"]) == 1
    assert run(two, "SELECT count(*) FROM members") == [(0,)]
