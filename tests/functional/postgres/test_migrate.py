"""Tables of this, an older and a newer version; who may create them, and in what databases."""

import os
import threading
from pathlib import Path

import pytest

psycopg = pytest.importorskip("psycopg", reason="the extra postgres is not installed")

from psycopg import sql  # noqa: E402

import citus_cluster  # noqa: E402
from memory_retrieval.core.errors import DatabaseError  # noqa: E402
from memory_retrieval.retrieve.query import build_query  # noqa: E402
from memory_retrieval_team.db import access, connection, migrate  # noqa: E402
from memory_retrieval_team.db.reindex import reindex  # noqa: E402
from memory_retrieval_team.db.status import read_status  # noqa: E402
from memory_retrieval_team.db.tables import NAMES  # noqa: E402
from memory_retrieval_team.ingest import retention  # noqa: E402
from memory_retrieval_team.search.team import Team  # noqa: E402
from postgres_server import address  # noqa: E402
from team_database import as_role, ingest, run  # noqa: E402

GOLD = Path(__file__).parents[2] / "gold"
SHIPPED = migrate.shipped()
LATER = (
    *SHIPPED,
    migrate.Step(SHIPPED[-1].version + 1, "later", "CREATE TABLE later (a int)"),
)
"""What a later version may ship."""


def test_a_database_of_an_older_version_is_brought_forward_with_its_data(db_url):
    run(db_url, "INSERT INTO workspaces (workspace, records) VALUES ('A', 1)")
    run(
        db_url,
        "INSERT INTO memories (workspace, project, path, kind, id, title, category, record, content_hash, "
        "text_hash, terms, lexical)"
        " VALUES ('A', 'p', 'f', 'decision', 'i', 't', 'decision', '{}', 'c', 't', '', '{}')",
    )
    hints = read_status(db_url, steps=LATER)["hints"]
    assert hints[0] == "the tables are of an older version: run `memories team migrate`"
    with connection.connect(db_url) as link:
        refused = r"its tables have version \d+, but this program needs \d+; run `memories team migrate"
        with pytest.raises(DatabaseError, match=refused):
            migrate.check(link, db_url, steps=LATER)
        assert migrate.migrate(link, db_url, dry_run=True, steps=LATER) == [
            str(LATER[-1])
        ]
        assert migrate.version(link) == SHIPPED[-1].version
        assert migrate.migrate(link, db_url, steps=LATER) == [str(LATER[-1])]
        migrate.check(link, db_url, steps=LATER)
    assert run(db_url, "SELECT workspace, path FROM memories") == [("A", "f")]


def back_to_two(url):
    """The tables as version 2 had them."""
    for table in NAMES:
        run(url, f"ALTER TABLE {table} DROP COLUMN weighed")
    run(url, "ALTER TABLE projects DROP COLUMN origin, DROP COLUMN head")
    run(url, "ALTER TABLE schema_version DROP COLUMN reads")
    run(url, "DROP TABLE tokens, proposals")
    run(url, "ALTER TABLE members DROP COLUMN may_propose")
    run(url, "DELETE FROM schema_version WHERE version IN (3, 4)")


def test_a_search_reads_the_tables_of_another_version_and_an_ingest_does_not(
    db_url, shop
):
    def found():
        with Team(db_url) as team:
            return {
                c.memory.id for c in team.find(build_query("redis queue"), 9).candidates
            }

    ingest(db_url, shop)
    everything = found()
    assert everything
    run(
        db_url,
        "INSERT INTO schema_version (version, name, checksum) VALUES (99, 'next', 'x')",
    )
    assert found() == everything
    run(db_url, "UPDATE schema_version SET reads = 98 WHERE version = 99")
    with pytest.raises(DatabaseError, match="install a newer memory-retrieval"):
        found()
    run(db_url, "DELETE FROM schema_version WHERE version = 99")
    back_to_two(db_url)
    assert found() == everything
    with pytest.raises(DatabaseError, match=r"needs \d; run `memories team migrate"):
        ingest(db_url, shop)
    with connection.connect(db_url) as link:
        migrate.migrate(link, db_url)
    report = ingest(db_url, shop)
    assert (report.updated, report.unchanged) == (14, 0)  # sent again: weights are new


def test_a_database_that_version_2_filled_is_carried_over(empty_db_url, run_main):
    """The rows are a dump of what commit d8fd101f ingested and granted; its migrations are the first two of today."""
    with connection.connect(empty_db_url) as link:
        migrate.migrate(link, empty_db_url, steps=SHIPPED[:2])
        link.execute("DELETE FROM schema_version")
        link.execute((GOLD / "database-of-version-2.sql").read_bytes())
        assert migrate.changed(link) == []

    def rows():
        columns = "workspace, project, path, content_hash, record::text, lexical::text, embedding::text"
        for table in ("memories", "patterns"):
            yield run(empty_db_url, f"SELECT {columns} FROM {table} ORDER BY 1, 2, 3")
        for table in ("workspaces", "terms"):
            yield run(empty_db_url, f"SELECT * FROM {table} ORDER BY 1, 2")
        columns = "workspace, role, may_write"
        yield run(empty_db_url, f"SELECT {columns} FROM members ORDER BY 1, 2")

    before, kept = list(rows()), ["keeps workspace alpha, 2 memories"]
    kept.append("keeps workspace beta, 2 memories")
    kept.append("keeps reader as a member of alpha")
    kept.append("keeps writer as a member of beta")
    for words, done in ((["--dry-run"], "would apply"), ([], "applied")):
        ran = run_main("team", "migrate", *words, "--db-url", empty_db_url)
        steps = [f"{done} {step}" for step in SHIPPED[2:]]
        assert ran.out.splitlines() == [*steps, *kept], ran
        assert list(rows()) == before
    shown = run_main("show", "queues-run-on-redis", "--db-url", empty_db_url)
    assert shown.out.splitlines()[1].startswith("team alpha/alpha | ")
    assert " | replaced | " in shown.out
    with Team(empty_db_url) as team:
        found = team.find(build_query("a pool that is closed"), 9).candidates
    assert "mem_1" in {candidate.memory.id for candidate in found}


def test_records_of_an_older_version_get_their_state_from_what_is_stored(
    project, db_url
):
    contents = [
        ("decision", {"status": status})
        for status in ("proposed", "accepted", "deprecated", "superseded")
    ]
    contents += [
        ("tech_debt", {"status": status}) for status in ("open", "resolved", "wont_fix")
    ]
    expires = (
        "2026-11-15",
        "2026-11-15T12:00:00Z",
        "9999-12-31",
        "2026-11-15 at noon",
        "0001-01-01",
        "soon",
        None,
    )
    contents += [
        ("constraint", {"active": False}),
        *(("constraint", {"expires": text}) for text in expires),
    ]
    for number, (category, content) in enumerate(contents):
        project.write(category, f"r{number}", content=content)
    ingest(db_url, project)
    ask = "SELECT id, state, expires FROM memories ORDER BY id"
    told = run(db_url, ask)
    assert (
        len({state for _, state, _ in told}) == 7
        and sum(end is not None for *_, end in told) == 4
    )
    back_to_two(db_url)
    for table in NAMES:
        run(db_url, f"ALTER TABLE {table} DROP COLUMN state, DROP COLUMN expires")
    run(db_url, "DELETE FROM schema_version WHERE version = 2")
    with connection.connect(db_url) as link:
        migrate.migrate(link, db_url)
    assert run(db_url, ask) == told


def test_two_that_migrate_at_once_apply_each_step_once(empty_db_url):
    done, barrier = [], threading.Barrier(2)

    def work():
        with connection.connect(empty_db_url) as link:
            barrier.wait()
            done.append(migrate.migrate(link, empty_db_url, steps=LATER))

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(name for names in done for name in names) == [
        str(step) for step in LATER
    ]
    assert read_status(empty_db_url, steps=LATER)["schema"] == {
        "version": len(LATER),
        "newest": len(LATER),
        "changed": [],
    }


def test_a_step_that_fails_leaves_the_version_before_it(empty_db_url):
    bad = (*LATER, migrate.Step(99, "bad", "CREATE TABLE half (a int); SELECT 1 / 0;"))
    with connection.connect(empty_db_url) as link:
        with pytest.raises(DatabaseError, match="division by zero"):
            migrate.migrate(link, empty_db_url, steps=bad)
        assert migrate.version(link) == 0, (
            "others must not find half of the tables of a new database"
        )
        migrate.migrate(link, empty_db_url)
        with pytest.raises(DatabaseError, match="division by zero"):
            migrate.migrate(link, empty_db_url, steps=bad)
        assert migrate.version(link) == LATER[-1].version
    assert run(empty_db_url, "SELECT to_regclass('half'), to_regclass('later')") == [
        (None, "later")
    ]


def test_a_step_that_was_applied_in_another_wording_is_named(db_url):
    run(db_url, "UPDATE schema_version SET checksum = 'other' WHERE version = 1")
    value = read_status(db_url)
    assert value["schema"]["changed"] == [str(SHIPPED[0])]
    assert [
        hint
        for hint in value["hints"]
        if f"migration {SHIPPED[0]} is not the one that ships" in hint
    ]


def test_what_a_superuser_migrates_stays_its_owner_s(role, empty_db_url, shop):
    owner, other = role("owner"), role("other")
    run(
        empty_db_url,
        sql.SQL(
            "CREATE EXTENSION IF NOT EXISTS vector; GRANT USAGE, CREATE ON SCHEMA public TO {}"
        ).format(sql.Identifier(owner)),
    )
    with connection.connect(as_role(empty_db_url, owner)) as link:
        migrate.migrate(link, empty_db_url)
    run(
        empty_db_url,
        sql.SQL("GRANT SELECT ON ALL TABLES IN SCHEMA public TO {}").format(
            sql.Identifier(other)
        ),
    )
    refused = (
        f"only the owner of the tables \\({owner}\\) can migrate them, not {other}"
    )
    with (
        connection.connect(as_role(empty_db_url, other)) as link,
        pytest.raises(DatabaseError, match=refused),
    ):
        migrate.migrate(link, empty_db_url, steps=LATER)
    with connection.connect(empty_db_url) as link:
        migrate.migrate(link, empty_db_url, steps=LATER)
        assert (
            run(empty_db_url, "SELECT current_user")
            == link.execute("SELECT current_user").fetchall()
        )
    owners = (
        "SELECT DISTINCT pg_get_userbyid(relowner) FROM pg_class"
        " WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i')"
    )
    assert run(empty_db_url, owners) == [(owner,)]
    run(
        empty_db_url,
        "DELETE FROM schema_version WHERE version > %s",
        SHIPPED[-1].version,
    )
    assert ingest(as_role(empty_db_url, owner), shop).created == 14
    for name in (owner, other):
        run(
            empty_db_url,
            sql.SQL("DROP OWNED BY {} CASCADE").format(sql.Identifier(name)),
        )


def test_an_encoding_that_cannot_hold_every_text_is_refused(pg_server, shop):
    name = f"latin_{os.getpid()}"
    run(
        pg_server,
        f"CREATE DATABASE {name} ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0",
    )
    try:
        with pytest.raises(
            DatabaseError, match=r"encoding is LATIN1, .* create one with UTF8"
        ):
            ingest(address(pg_server, name), shop)
        assert run(address(pg_server, name), "SELECT to_regclass('memories')") == [
            (None,)
        ]
    finally:
        run(pg_server, f"DROP DATABASE {name}")


def test_the_client_s_encoding_is_the_text_s_own(two, shop, monkeypatch):
    shop.write("decision", "kagi", "署名鍵を回す")
    for encoding in ("LATIN1", "SQL_ASCII"):
        monkeypatch.setenv("PGCLIENTENCODING", encoding)
        assert ingest(two, shop).problems == []
        with connection.connect(two) as link:
            assert link.execute(
                "SELECT title FROM memories WHERE id = 'kagi'"
            ).fetchone() == ("署名鍵を回す",)


def test_a_schema_of_any_name_can_be_granted(two, role, empty_db_url, shop):
    reader, database = (
        role("reader"),
        psycopg.conninfo.conninfo_to_dict(empty_db_url)["dbname"],
    )
    run(empty_db_url, 'CREATE EXTENSION IF NOT EXISTS vector; CREATE SCHEMA "team-mem"')
    run(
        empty_db_url,
        sql.SQL('ALTER DATABASE {} SET search_path = "team-mem", public').format(
            sql.Identifier(database)
        ),
    )
    ingest(empty_db_url, shop)
    access.grant(empty_db_url, reader, "A")
    assert run(as_role(empty_db_url, reader), "SELECT count(*) FROM memories") == [(8,)]
    run(
        empty_db_url, sql.SQL("DROP OWNED BY {} CASCADE").format(sql.Identifier(reader))
    )


def test_tables_of_a_newer_program_are_left_alone(db_url, project):
    run(
        db_url,
        "INSERT INTO schema_version (version, name, checksum) VALUES (99, 'future', 'x')",
    )
    for work in (
        lambda: ingest(db_url, project),
        lambda: access.grant(db_url, "public", "A"),
    ):
        with pytest.raises(
            DatabaseError,
            match=r"its tables have version 99, but this program knows only .*install a newer memory-retrieval",
        ):
            work()
    assert (
        "the tables are from a newer version than this program: install a newer memory-retrieval"
        in read_status(db_url)["hints"]
    )


@pytest.mark.skipif(
    bool(citus_cluster.URL), reason="a cluster's databases are made with the extension"
)
def test_who_may_not_make_the_tables_is_told_whom_to_ask(two, role, empty_db_url):
    name = role()
    with connection.connect(as_role(empty_db_url, name)) as link:
        with pytest.raises(
            DatabaseError,
            match=r"permission denied for schema public; ask the owner of the database to GRANT USAGE, CREATE",
        ):
            migrate.migrate(link, empty_db_url)
        run(
            empty_db_url,
            sql.SQL("GRANT USAGE, CREATE ON SCHEMA public TO {}").format(
                sql.Identifier(name)
            ),
        )
        with pytest.raises(
            DatabaseError,
            match=r"permission denied to create extension .* an administrator to run CREATE EXTENSION vector",
        ):
            migrate.migrate(link, empty_db_url)
        assert migrate.version(link) == 0
    run(empty_db_url, sql.SQL("DROP OWNED BY {}").format(sql.Identifier(name)))


def test_an_owner_without_other_privileges_makes_the_tables_ingests_and_grants(
    two, role, empty_db_url, shop
):
    owner, reader, writer = role("owner"), role("reader"), role("writer")
    run(
        empty_db_url,
        sql.SQL(
            "CREATE EXTENSION IF NOT EXISTS vector; GRANT USAGE, CREATE ON SCHEMA public TO {}"
        ).format(sql.Identifier(owner)),
    )
    url = as_role(empty_db_url, owner)
    with connection.connect(url) as link:
        migrate.migrate(link, url)
    notes = access.grant(url, writer, "A", write=True)["notes"]
    assert len(notes) == 1 and "no model has been chosen yet" in notes[0]
    with pytest.raises(
        DatabaseError,
        match="only the owner of the tables can choose the model of a database",
    ):
        ingest(as_role(empty_db_url, writer), shop)
    assert ingest(url, shop).created == 14
    access.grant(url, reader, "A")
    assert run(as_role(empty_db_url, reader), "SELECT count(*) FROM memories") == [(8,)]
    assert ingest(as_role(empty_db_url, writer), shop).unchanged == 14
    assert (
        reindex(url)
        and "memories" in retention.vacuum_old(url, older_than_days=9999)["vacuumed"]
    )
    for name in (owner, reader, writer):
        run(
            empty_db_url,
            sql.SQL("DROP OWNED BY {} CASCADE").format(sql.Identifier(name)),
        )
