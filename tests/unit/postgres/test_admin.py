"""Looking after the team database: who sees what, migrations, retention, and what `status` says."""

import itertools
import json
import os
import shutil
import threading

import pytest

from memory_retrieval.core.errors import DatabaseError
from memory_retrieval.store.scope import find_project

psycopg = pytest.importorskip("psycopg", reason="pip install 'memory-retrieval[postgres]'")

from psycopg import errors, sql  # noqa: E402

from memory_retrieval.postgres.db import access, admin, connection, embedding_model, migrate, upkeep  # noqa: E402
from memory_retrieval.postgres.ingest.rows import NAMES  # noqa: E402
from postgres_server import address, new_database  # noqa: E402

ROWS = (*NAMES, "edits", "terms", "workspaces", "projects")
"""Tables whose rows belong to a workspace."""
NOW = "2026-11-15T12:00:00Z"
STAMP = "2026-05-01T08:00:00Z"
_numbers = itertools.count()
_filled = {}  # the name of the database that others are copies of


def run(url, query, *parameters):
    with psycopg.connect(url, autocommit=True) as link:
        cursor = link.execute(query, parameters)
        return cursor.fetchall() if cursor.description else []


def as_role(url, role):
    """The same database for another role; the test server lets everybody in."""
    return psycopg.conninfo.make_conninfo(url, user=role)


def ingest(url, project, workspace="A", name="shop", **options):
    from memory_retrieval.postgres.embedders.base import open_embedder
    from memory_retrieval.postgres.ingest.compare import Target
    from memory_retrieval.postgres.ingest.ingest import ingest

    return ingest(url, find_project("", str(project.root)), Target(workspace, name), open_embedder("static"), **options)


def state(url, *, vectors=True):
    """What two databases with the same records have in common."""
    found = {}
    for table in NAMES:
        vector = ("question_embedding" if table == "llm_cache" else "embedding") + "::text" if vectors else "''"
        columns = f"workspace, project, path, kind, status, content_hash, text_hash, record::text, terms::text, lexical::text, {vector}"
        found[table] = run(url, f"SELECT {columns} FROM {table} ORDER BY 1, 2, 3")
    found["terms"] = run(url, "SELECT workspace, term, records FROM terms ORDER BY 1, 2")
    found["workspaces"] = run(url, "SELECT workspace, records FROM workspaces ORDER BY 1")
    found["projects"] = run(
        url, "SELECT workspace, project, date_trunc('second', ingested_at) FROM projects ORDER BY 1, 2"
    )
    return found


@pytest.fixture
def role(two):
    """role("name", "LOGIN"): a new role of the server that is gone after the test; returns its name."""
    made = []

    def make(name="role", options="LOGIN"):
        name = f"{name}_{os.getpid()}_{next(_numbers)}"
        run(two, sql.SQL("CREATE ROLE {} " + options).format(sql.Identifier(name)))
        made.append(name)
        return name

    yield make
    for name in made:
        run(two, sql.SQL("DROP OWNED BY {0}; DROP ROLE {0}").format(sql.Identifier(name)))


@pytest.fixture
def shop(project):
    """A project with a record of every kind, one of them retired, one with a byte order mark."""
    for category in ("decision", "runbook", "constraint", "tech_debt", "preference", "session_summary"):
        project.write(category, "a-" + category.replace("_", "-"), "Cache headers of the catalogue " + category)
    project.write(
        "decision",
        "old-proxy",
        "Send everything through the old proxy",
        record_status="retired",
        retired_at=STAMP,
        retired_reason="gone",
    )
    record = json.dumps(project.record("runbook", "marked", "Windows wrote this one")).encode()
    project.write_text("runbook", "marked", b"\xef\xbb\xbf" + record)
    project.write_pattern("p1", "Close the pool", "close it last", dont_text="close it first", confidence=0.5)
    for name, fields in {
        "sources/s": {"id": "s1", "title": "a source", "summary": "said so"},
        "backlog/b": {"id": "b1", "title": "later", "description": "do it", "created_at": STAMP},
        "events/e": {"id": "e1", "timestamp": STAMP, "kind": "deploy", "summary": "went out"},
        "reviews/r": {"id": "r1", "timestamp": STAMP, "reviewer": "ann", "subject": "api", "summary": "fine"},
        "external-llm-cache/gemini/q": {
            "timestamp": STAMP,
            "question": "how large may it be",
            "response_summary": "16 kB",
        },
    }.items():
        path = project.root / ".memories" / (name + ".json")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(fields))
    return project


@pytest.fixture
def two(pg_server, pg_template, shop, make_project):
    """A database with the workspaces A and B; filled once, then copied."""
    if "two" not in _filled:
        other, name = make_project("other"), f"filled_{os.getpid()}"
        shutil.copytree(shop.root / ".claude", other.root / ".claude", dirs_exist_ok=True)
        shutil.copytree(shop.root / ".memories", other.root / ".memories")
        run(
            pg_server,
            sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(name), sql.Identifier(pg_template)),
        )
        assert not ingest(address(pg_server, name), shop).problems
        assert not ingest(address(pg_server, name), other, "B", "other").problems
        run(
            address(pg_server, name),
            "INSERT INTO edits (workspace, project, path, source_hash, source)"
            " SELECT workspace, project, path, content_hash, record FROM memories WHERE id = 'a-decision'",
        )
        _filled["two"] = name
    with new_database(pg_server, _filled["two"]) as url:
        yield url


# Who sees what


def test_a_reader_of_one_workspace_sees_nothing_of_another_in_any_table(two, role):
    name = role()
    access.grant(two, name, "A")
    for table in ROWS:
        seen = run(as_role(two, name), f"SELECT DISTINCT workspace FROM {table}")
        assert seen == [("A",)], table
        assert run(as_role(two, name), f"SELECT count(*) FROM {table} WHERE workspace = 'B'") == [(0,)]
    assert run(as_role(two, name), "SELECT workspace, role FROM members") == [("A", name)]


def test_a_role_without_a_membership_sees_no_row(two, role):
    name = role()
    access.grant(two, name, "A")
    run(two, "DELETE FROM members")
    assert all(run(as_role(two, name), f"SELECT count(*) FROM {table}") == [(0,)] for table in ROWS)


def test_a_role_without_any_grant_is_told_what_to_do(two, role):
    with pytest.raises(DatabaseError, match=r"permission denied .*have the tables' owner run `memories db grant ROLE"):
        admin.status(as_role(two, role()))


def test_a_reader_writes_nothing(two, role):
    name = role()
    access.grant(two, name, "A")
    for table in (*ROWS, "members", "embedding_model", "schema_version"):
        with pytest.raises(errors.InsufficientPrivilege):
            run(as_role(two, name), f"DELETE FROM {table}")
        with pytest.raises(errors.InsufficientPrivilege):
            run(as_role(two, name), f"INSERT INTO {table} SELECT * FROM {table}")


def test_a_temporary_table_named_members_opens_nothing(two, role):
    name = role()
    access.grant(two, name, "A")
    with psycopg.connect(as_role(two, name), autocommit=True) as link:
        link.execute("CREATE TEMPORARY TABLE members (workspace text, role text, may_write boolean)")
        link.execute("INSERT INTO pg_temp.members VALUES ('*', 'public', true)")
        assert link.execute("SELECT DISTINCT workspace FROM memories").fetchall() == [("A",)]


def test_a_reader_searches_its_workspace_only(two, role):
    from memory_retrieval.library.retriever import MemoryRetriever

    name = role()
    access.grant(two, name, "A")
    with MemoryRetriever(db_url=as_role(two, name)) as retriever:
        found = retriever.query(query="cache headers of the catalogue", top_k=20)
    assert found and len({result.id for result in found}) == len(found)


def test_a_writer_runs_a_whole_ingest_without_owning_a_table(two, role, shop):
    name = role()
    access.grant(two, name, "A", write=True)
    shop.write("decision", "new-one", "Written by the writer")
    shop.path("decision", "a-decision").unlink()
    outcome = ingest(as_role(two, name), shop)
    assert (outcome.created, outcome.deleted, outcome.problems) == (1, 1, [])
    assert ingest(as_role(two, name), shop).unchanged == outcome.scanned


def test_a_writer_of_one_workspace_cannot_write_another(two, role, shop):
    name = role()
    access.grant(two, name, "A", write=True)
    before = state(two)["memories"]
    with pytest.raises(DatabaseError, match="row-level security"):
        ingest(as_role(two, name), shop, "B", "shop")
    with psycopg.connect(as_role(two, name), autocommit=True) as link:
        with pytest.raises(errors.InsufficientPrivilege):
            link.execute("UPDATE memories SET workspace = 'B'")
        assert link.execute("DELETE FROM memories WHERE workspace = 'B'").rowcount == 0
        assert link.execute("UPDATE terms SET records = 0 WHERE workspace = 'B'").rowcount == 0
        with pytest.raises(errors.InsufficientPrivilege):
            link.execute("INSERT INTO members VALUES ('B', current_user, true)")
    assert state(two)["memories"] == before


def test_the_owner_and_a_member_of_all_workspaces_see_all(two, role):
    name = role()
    access.grant(two, name, "*")
    for url in (two, as_role(two, name)):
        assert run(url, "SELECT DISTINCT workspace FROM memories ORDER BY 1") == [("A",), ("B",)]


def test_what_public_is_a_member_of_everybody_sees(two, role):
    name = role()
    access.grant(two, "public", "B")
    assert run(as_role(two, name), "SELECT DISTINCT workspace FROM memories") == [("B",)]
    access.revoke(two, "public", "B")
    with pytest.raises(errors.InsufficientPrivilege):
        run(as_role(two, name), "SELECT count(*) FROM memories")


def test_membership_comes_with_a_group_and_goes_with_it(two, role):
    group, name = role("group", "NOLOGIN"), role()
    access.grant(two, group, "A")
    run(two, sql.SQL("GRANT {} TO {}").format(sql.Identifier(group), sql.Identifier(name)))
    assert run(as_role(two, name), "SELECT DISTINCT workspace FROM memories") == [("A",)]
    run(two, sql.SQL("REVOKE {} FROM {}").format(sql.Identifier(group), sql.Identifier(name)))
    with pytest.raises(errors.InsufficientPrivilege):
        run(as_role(two, name), "SELECT count(*) FROM memories")


def test_taking_on_a_role_restricts_its_taker(two, role):
    name = role()
    access.grant(two, name, "A")
    with psycopg.connect(two, autocommit=True) as link:
        assert link.execute("SELECT DISTINCT workspace FROM memories ORDER BY 1").fetchall() == [("A",), ("B",)]
        link.execute(sql.SQL("SET ROLE {}").format(sql.Identifier(name)))
        assert link.execute("SELECT DISTINCT workspace FROM memories").fetchall() == [("A",)]


def test_granting_to_a_role_that_is_not_there_says_how_to_create_it(two):
    with pytest.raises(DatabaseError, match=r'there is no role .no"body. .*CREATE ROLE "no""body" LOGIN;'):
        access.grant(two, 'no"body', "A")
    assert run(two, "SELECT count(*) FROM members") == [(0,)]


def test_only_the_owner_grants(two, role):
    name = role()
    access.grant(two, name, "A", write=True)
    with pytest.raises(DatabaseError, match=r"only the tables' owner may do this, and that is postgres, not " + name):
        access.grant(as_role(two, name), name, "B")
    with pytest.raises(DatabaseError, match="only the tables' owner"):
        access.revoke(as_role(two, name), name, "A")


def test_a_name_with_any_character_stays_a_name(two, role):
    name = role('we"ird; DROP TABLE members; --')
    done = access.grant(two, name, "A'; DROP TABLE members; --", write=True)
    assert run(two, "SELECT workspace, role FROM members") == [(done["workspace"], name)]
    assert access.revoke(two, name, done["workspace"])["sql"]


def test_granting_for_practice_grants_nothing(two, role):
    name = role()
    assert any("INSERT INTO members" in line for line in access.grant(two, name, "A", dry_run=True)["sql"])
    assert run(two, "SELECT count(*) FROM members") == [(0,)]
    with pytest.raises(errors.InsufficientPrivilege):
        run(as_role(two, name), "SELECT count(*) FROM memories")


def test_reading_after_writing_was_granted_does_not_take_writing_away(two, role):
    name = role()
    access.grant(two, name, "A", write=True)
    access.grant(two, name, "A")
    assert run(two, "SELECT may_write FROM members") == [(True,)]


def test_revoking_takes_away_what_was_granted_and_no_more(two, role):
    name = role()
    access.grant(two, name, "A", write=True)
    access.grant(two, name, "B")
    access.revoke(two, name, "A", write=True)
    with pytest.raises(errors.InsufficientPrivilege):
        run(as_role(two, name), "DELETE FROM memories")
    assert run(as_role(two, name), "SELECT DISTINCT workspace FROM memories ORDER BY 1") == [("A",), ("B",)]
    access.revoke(two, name, "A")
    assert run(as_role(two, name), "SELECT DISTINCT workspace FROM memories") == [("B",)]
    access.revoke(two, name, "B")
    with pytest.raises(errors.InsufficientPrivilege):
        run(as_role(two, name), "SELECT count(*) FROM memories")


def test_revoking_says_through_what_a_role_still_sees_the_workspace(two, role):
    name = role()
    access.grant(two, name, "A")
    access.grant(two, "public", "*")
    assert access.revoke(two, name, "A")["notes"] == [f"{name} still sees A: public is a member of *"]
    with pytest.raises(DatabaseError, match=f"role '{name}' is no member of workspace 'A'; it is one of: no workspace"):
        access.revoke(two, name, "A")


def test_a_role_that_is_gone_can_be_taken_out_of_the_members(two):
    run(two, "INSERT INTO members VALUES ('A', 'gone', true)")
    assert any(
        "gone is a member of workspace A, but no role of this server" in hint for hint in admin.status(two)["hints"]
    )
    assert len(access.revoke(two, "gone", "A")["sql"]) == 1
    assert run(two, "SELECT count(*) FROM members") == [(0,)]


# Migrations


def at_version_1(url):
    with connection.connect(url) as link, link.transaction():
        migrate._apply(link, migrate.steps()[0])


def test_a_database_of_the_first_version_is_brought_forward_with_its_data(empty_db_url):
    at_version_1(empty_db_url)
    run(empty_db_url, "INSERT INTO workspaces (workspace, records) VALUES ('A', 1)")
    run(
        empty_db_url,
        "INSERT INTO memories (workspace, project, path, kind, id, title, category, record, content_hash, text_hash, terms, lexical)"
        " VALUES ('A', 'p', 'f', 'decision', 'i', 't', 'decision', '{}', 'c', 't', '', '{}')",
    )
    assert admin.status(empty_db_url)["hints"][0] == "the tables are of an older version: run `memories db migrate`"
    with connection.connect(empty_db_url) as link:
        with pytest.raises(
            DatabaseError, match=r"its tables are of version 1, this program needs \d+; run `memories db migrate"
        ):
            migrate.check(link, empty_db_url)
        assert migrate.migrate(link, empty_db_url, dry_run=True) == [
            f"{s.version:04d}_{s.name}" for s in migrate.steps()[1:]
        ]
        assert migrate.version(link) == 1
        migrate.migrate(link, empty_db_url)
        migrate.check(link, empty_db_url)
    assert run(empty_db_url, "SELECT workspace, path FROM memories") == [("A", "f")]


def test_two_that_migrate_at_once_apply_each_step_once(empty_db_url):
    done, barrier = [], threading.Barrier(2)

    def work():
        with connection.connect(empty_db_url) as link:
            barrier.wait()
            done.append(migrate.migrate(link, empty_db_url))

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(name for names in done for name in names) == [
        f"{step.version:04d}_{step.name}" for step in migrate.steps()
    ]
    assert admin.status(empty_db_url)["schema"] == {
        "version": len(migrate.steps()),
        "newest": len(migrate.steps()),
        "changed": [],
    }


def test_a_step_that_fails_leaves_the_version_before_it(empty_db_url, monkeypatch):
    good = migrate.steps()
    bad = migrate.Step(99, "bad", "CREATE TABLE half (a int); SELECT 1 / 0;")
    monkeypatch.setattr(migrate, "steps", lambda: [*good, bad])
    with connection.connect(empty_db_url) as link:
        with pytest.raises(DatabaseError, match="division by zero"):
            migrate.migrate(link, empty_db_url)
        assert migrate.version(link) == 0, "others must not find half of the tables of a new database"
        monkeypatch.setattr(migrate, "steps", lambda: good[:2])
        migrate.migrate(link, empty_db_url)
        monkeypatch.setattr(migrate, "steps", lambda: [*good, bad])
        with pytest.raises(DatabaseError, match="division by zero"):
            migrate.migrate(link, empty_db_url)
        assert migrate.version(link) == good[-1].version
    assert run(empty_db_url, "SELECT to_regclass('half')") == [(None,)]


def test_first_ingests_may_begin_together(empty_db_url, make_project):
    projects, barrier, failed = (
        [make_project(name) for name in ("one", "two", "three", "four")],
        threading.Barrier(4),
        [],
    )

    def work(project):
        barrier.wait()
        try:
            ingest(empty_db_url, project, name=project.root.name)
        except DatabaseError as error:
            failed.append(error)

    for project in projects:
        project.fill(2)
    threads = [threading.Thread(target=work, args=[project]) for project in projects]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (failed, run(empty_db_url, "SELECT count(*) FROM memories")) == ([], [(8,)])


def test_what_a_superuser_migrates_stays_its_owner_s(two, role, empty_db_url, shop, monkeypatch):
    owner, other = role("owner"), role("other")
    run(
        empty_db_url,
        sql.SQL("CREATE EXTENSION vector; GRANT USAGE, CREATE ON SCHEMA public TO {}").format(sql.Identifier(owner)),
    )
    steps = migrate.steps()
    monkeypatch.setattr(migrate, "steps", lambda: steps[:3])
    with connection.connect(as_role(empty_db_url, owner)) as link:
        migrate.migrate(link, empty_db_url)
    monkeypatch.setattr(migrate, "steps", lambda: steps)
    run(empty_db_url, sql.SQL("GRANT SELECT ON ALL TABLES IN SCHEMA public TO {}").format(sql.Identifier(other)))
    refused = f"only the tables' owner may migrate them, and that is {owner}, not {other}"
    with connection.connect(as_role(empty_db_url, other)) as link, pytest.raises(DatabaseError, match=refused):
        migrate.migrate(link, empty_db_url)
    with connection.connect(empty_db_url) as link:
        migrate.migrate(link, empty_db_url)
        assert run(empty_db_url, "SELECT current_user") == link.execute("SELECT current_user").fetchall()
    owners = "SELECT DISTINCT pg_get_userbyid(relowner) FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i')"
    assert run(empty_db_url, owners) == [(owner,)]
    assert ingest(as_role(empty_db_url, owner), shop).created == 14
    for name in (owner, other):
        run(empty_db_url, sql.SQL("DROP OWNED BY {} CASCADE").format(sql.Identifier(name)))


def test_an_encoding_that_cannot_hold_every_text_is_refused(pg_server, shop):
    name = f"latin_{os.getpid()}"
    run(pg_server, f"CREATE DATABASE {name} ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0")
    try:
        with pytest.raises(DatabaseError, match=r"encoding is LATIN1, .* have one made with UTF8"):
            ingest(address(pg_server, name), shop)
        assert run(address(pg_server, name), "SELECT to_regclass('memories')") == [(None,)]
    finally:
        run(pg_server, f"DROP DATABASE {name}")


def test_the_client_s_encoding_is_the_text_s_own(two, shop, monkeypatch):
    shop.write("decision", "kagi", "署名鍵を回す")
    for encoding in ("LATIN1", "SQL_ASCII"):
        monkeypatch.setenv("PGCLIENTENCODING", encoding)
        assert ingest(two, shop).problems == []
        with connection.connect(two) as link:
            assert link.execute("SELECT title FROM memories WHERE id = 'kagi'").fetchone() == ("署名鍵を回す",)


def test_a_schema_of_any_name_can_be_granted(two, role, empty_db_url, shop):
    reader, database = role("reader"), psycopg.conninfo.conninfo_to_dict(empty_db_url)["dbname"]
    run(empty_db_url, 'CREATE EXTENSION vector; CREATE SCHEMA "team-mem"')
    run(
        empty_db_url, sql.SQL('ALTER DATABASE {} SET search_path = "team-mem", public').format(sql.Identifier(database))
    )
    ingest(empty_db_url, shop)
    access.grant(empty_db_url, reader, "A")
    assert run(as_role(empty_db_url, reader), "SELECT count(*) FROM memories") == [(8,)]
    run(empty_db_url, sql.SQL("DROP OWNED BY {} CASCADE").format(sql.Identifier(reader)))


def test_tables_of_a_newer_program_are_left_alone(db_url, project):
    run(db_url, "INSERT INTO schema_version (version, name, checksum) VALUES (99, 'future', 'x')")
    for work in (lambda: ingest(db_url, project), lambda: access.grant(db_url, "public", "A")):
        with pytest.raises(
            DatabaseError, match=r"its tables are of version 99, this program knows .*install a newer memory-retrieval"
        ):
            work()
    assert (
        "the tables are of a newer version than this program: install a newer memory-retrieval"
        in admin.status(db_url)["hints"]
    )


def test_who_may_not_make_the_tables_is_told_whom_to_ask(two, role, empty_db_url):
    name = role()
    with connection.connect(as_role(empty_db_url, name)) as link:
        with pytest.raises(
            DatabaseError, match=r"permission denied for schema public; have the database's owner GRANT USAGE, CREATE"
        ):
            migrate.migrate(link, empty_db_url)
        run(empty_db_url, sql.SQL("GRANT USAGE, CREATE ON SCHEMA public TO {}").format(sql.Identifier(name)))
        with pytest.raises(
            DatabaseError,
            match=r"permission denied to create extension .* an administrator run CREATE EXTENSION vector",
        ):
            migrate.migrate(link, empty_db_url)
        assert migrate.version(link) == 0
    run(empty_db_url, sql.SQL("DROP OWNED BY {}").format(sql.Identifier(name)))


def test_an_owner_without_other_privileges_makes_the_tables_ingests_and_grants(two, role, empty_db_url, shop):
    owner, reader, writer = role("owner"), role("reader"), role("writer")
    run(
        empty_db_url,
        sql.SQL("CREATE EXTENSION vector; GRANT USAGE, CREATE ON SCHEMA public TO {}").format(sql.Identifier(owner)),
    )
    url = as_role(empty_db_url, owner)
    with connection.connect(url) as link:
        migrate.migrate(link, url)
    notes = access.grant(url, writer, "A", write=True)["notes"]
    assert len(notes) == 1 and "no model is chosen yet" in notes[0]
    with pytest.raises(DatabaseError, match="only the tables' owner may choose the model of a database"):
        ingest(as_role(empty_db_url, writer), shop)
    assert ingest(url, shop).created == 14
    access.grant(url, reader, "A")
    assert run(as_role(empty_db_url, reader), "SELECT count(*) FROM memories") == [(8,)]
    assert ingest(as_role(empty_db_url, writer), shop).unchanged == 14
    assert upkeep.reindex(url) and "memories" in upkeep.vacuum_old(url, older_than_days=9999)["vacuumed"]
    for name in (owner, reader, writer):
        run(empty_db_url, sql.SQL("DROP OWNED BY {} CASCADE").format(sql.Identifier(name)))


# Retention and indexes


@pytest.fixture
def left(two, monkeypatch):
    """Project `other` of workspace B was last ingested two years ago."""
    monkeypatch.setenv("MEMORIES_NOW", NOW)
    run(two, "UPDATE projects SET ingested_at = '2024-11-01' WHERE workspace = 'B'")
    return two


def test_retention_takes_out_what_is_out_of_force_where_nobody_ingests_any_more(left, shop):
    practice = upkeep.vacuum_old(left, older_than_days=30, dry_run=True)
    assert practice["deleted"] == {"memories": 1} and practice["kept"] == 1 and practice["vacuumed"] == []
    assert [(r["workspace"], r["path"]) for r in practice["records"]] == [
        ("B", ".claude/memory/decisions/old-proxy.json")
    ]
    assert run(left, "SELECT count(*) FROM memories WHERE status = 'retired'") == [(2,)]
    done = upkeep.vacuum_old(left, older_than_days=30)
    assert done["deleted"] == {"memories": 1} and "memories" in done["vacuumed"]
    assert run(left, "SELECT workspace FROM memories WHERE status = 'retired'") == [("A",)]
    assert run(left, "SELECT records FROM workspaces ORDER BY workspace") == [(14,), (13,)]
    assert run(left, "SELECT count(*) FROM terms WHERE workspace = 'B' AND term = 'proxi'") == [(0,)]
    assert upkeep.vacuum_old(left, older_than_days=30)["deleted"] == {}


def test_retention_leaves_word_counts_as_if_the_record_had_never_been(left, shop):
    upkeep.vacuum_old(left, "A", older_than_days=30, all_projects=True)
    after = state(left)
    shop.path("decision", "old-proxy").unlink()
    ingest(left, shop, "C", "shop")
    counts = {w: {t: n for workspace, t, n in state(left)["terms"] if workspace == w} for w in "AC"}
    assert counts["A"] == counts["C"] and len(after["memories"]) == 15


def test_retention_never_takes_out_what_is_in_force_or_young(left):
    before = run(left, "SELECT count(*) FROM memories WHERE status = 'active' AND superseded_by IS NULL")
    assert upkeep.vacuum_old(left, older_than_days=3650, all_projects=True)["deleted"] == {}
    upkeep.vacuum_old(left, older_than_days=0, all_projects=True, events=True, answers=True)
    assert run(left, "SELECT count(*) FROM memories WHERE status = 'active' AND superseded_by IS NULL") == before
    assert run(left, "SELECT count(*) FROM patterns") == [(2,)]


def test_events_and_answers_go_only_when_asked_for(left):
    assert set(upkeep.vacuum_old(left, older_than_days=30, dry_run=True)["deleted"]) == {"memories"}
    assert upkeep.vacuum_old(left, older_than_days=30, events=True)["deleted"] == {"events": 1, "memories": 1}
    assert upkeep.vacuum_old(left, older_than_days=30, answers=True)["deleted"] == {"llm_cache": 1}


def test_what_came_back_into_force_meanwhile_stays(left, monkeypatch):
    real = upkeep._old

    def slow(link, *rest):
        found = real(link, *rest)
        run(left, "UPDATE memories SET status = 'active'")
        return found

    monkeypatch.setattr(upkeep, "_old", slow)
    assert upkeep.vacuum_old(left, older_than_days=30)["deleted"] == {"memories": 0}
    assert run(left, "SELECT count(*) FROM memories") == [(16,)]


def test_a_writer_takes_out_of_its_own_workspace_without_vacuuming(left, role):
    name = role()
    access.grant(left, name, "B", write=True)
    done = upkeep.vacuum_old(as_role(left, name), older_than_days=30)
    assert done["deleted"] == {"memories": 1} and done["vacuumed"] == []


@pytest.mark.parametrize("concurrently", [True, False])
def test_indexes_are_built_anew_and_those_that_are_broken_or_missing_mended(two, monkeypatch, concurrently):
    monkeypatch.setattr(embedding_model, "INDEXED_FROM", 1)
    run(two, "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'memories_category'::regclass")
    run(two, "CREATE INDEX memories_terms_ccnew ON memories USING gin (terms)")
    run(two, "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'memories_terms_ccnew'::regclass")
    hints = admin.status(two)["hints"]
    assert "index memories_category is not valid: run `memories db reindex`" in hints
    assert "table memories has no vector index: run `memories db reindex` as the tables' owner" in hints
    steps = []
    done = {
        i["index"] for i in upkeep.reindex(two, concurrently=concurrently, progress=lambda *step: steps.append(step))
    }
    assert {"memories_terms", "memories_category", "memories_embedding"} <= done and steps
    assert [hint for hint in admin.status(two)["hints"] if "reindex" in hint] == []
    assert run(two, "SELECT to_regclass('memories_terms_ccnew')") == [(None,)]


def test_only_the_owner_builds_indexes(two, role):
    name = role()
    access.grant(two, name, "A", write=True)
    with pytest.raises(DatabaseError, match="only the tables' owner may build indexes"):
        upkeep.reindex(as_role(two, name))


# What status says


def test_status_of_a_database_without_tables_says_what_to_run(empty_db_url):
    value = admin.status(empty_db_url)
    assert value["schema"]["version"] == 0 and value["hints"] == [
        "the tables are not there yet: run `memories db migrate`"
    ]
    assert "schema      version 0 of" in admin.text(value)


def test_status_counts_what_there_is(two, role):
    name = role()
    access.grant(two, name, "A")
    value = admin.status(two)
    assert {t["table"]: t["rows"] for t in value["tables"]}["memories"] == 16
    assert [(w["workspace"], w["records"], len(w["projects"])) for w in value["workspaces"]] == [
        ("A", 14, 1),
        ("B", 14, 1),
    ]
    assert value["members"] == [{"role": name, "workspace": "A", "may_write": False, "exists": True}]
    assert value["model"]["embedder"] == "static" and value["owner"]
    text = admin.text(value)
    assert "A  14 records  1 project, last ingest" in text
    json.dumps(value)


def test_a_reader_gets_the_status_of_what_it_sees(two, role):
    name = role()
    access.grant(two, name, "A")
    value = admin.status(as_role(two, name))
    assert [w["workspace"] for w in value["workspaces"]] == ["A"] and not value["owner"]
    assert {t["table"]: t["rows"] for t in value["tables"]}["memories"] == 8


FETCH = """SELECT workspace, path FROM fetch_words(%s, %s::tsquery, (SELECT lexical[1] FROM memories LIMIT 1), %s, false, NULL, NULL, NULL,
    NULL, NULL, 1000, 1000)"""


def fetched(link, *, table="memories", words="note | the | it | so", workspace=None):
    return {row[0] for row in link.execute(FETCH, (table, words, workspace))}


@pytest.fixture
def everywhere(two):
    """A tsquery of stems that records of both workspaces have."""
    return " | ".join(row[0] for row in run(two, "SELECT term FROM terms GROUP BY term HAVING count(*) = 2 LIMIT 20"))


def test_the_function_for_words_keeps_to_the_workspaces_of_who_asks(two, role, everywhere):
    name = role()
    access.grant(two, name, "A")
    with psycopg.connect(as_role(two, name), autocommit=True) as link:
        assert fetched(link, words=everywhere) == {"A"}
        assert fetched(link, words=everywhere, workspace="B") == set()
    with psycopg.connect(two, autocommit=True) as link:
        link.execute(sql.SQL("SET ROLE {}").format(sql.Identifier(name)))
        assert fetched(link, words=everywhere) == {"A"}


def test_no_table_of_a_role_s_own_changes_what_the_function_for_words_reads(two, role, everywhere):
    name = role()
    access.grant(two, name, "A")
    with psycopg.connect(as_role(two, name), autocommit=True) as link:
        link.execute("CREATE TEMP TABLE members (workspace text, role text, may_write boolean)")
        link.execute("INSERT INTO members VALUES ('*', 'public', true)")
        link.execute("CREATE TEMP TABLE pg_roles (rolname name, oid oid)")
        assert fetched(link, words=everywhere) == {"A"}


@pytest.mark.parametrize("table", ["members", "pg_authid", "memories; DROP TABLE memories", "Memories", ""])
def test_the_function_for_words_reads_tables_of_records_alone(two, table):
    with psycopg.connect(two, autocommit=True) as link, pytest.raises(psycopg.errors.InvalidParameterValue):
        fetched(link, table=table)


# Addresses


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
