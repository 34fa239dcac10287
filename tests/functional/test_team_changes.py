"""Records changed in a team database: what the next ingest makes of them, who may, and that it is the write path of files."""

import json
import os
import shutil
import tempfile
from pathlib import Path

import pytest

from memory_retrieval.core.errors import DatabaseError, RecordError, StoreError

psycopg = pytest.importorskip("psycopg", reason="pip install 'memory-retrieval[postgres]'")

from psycopg import errors, sql  # noqa: E402

from conftest import Project  # noqa: E402
from memory_retrieval.postgres.db import access, admin, connection, migrate, upkeep  # noqa: E402
from memory_retrieval.postgres.embedders.base import open_embedder  # noqa: E402
from memory_retrieval.postgres.ingest import change, ingest, write  # noqa: E402
from memory_retrieval.postgres.ingest.compare import Target  # noqa: E402
from memory_retrieval.postgres.ingest.rows import content_hash  # noqa: E402
from memory_retrieval.postgres.search import browse  # noqa: E402
from memory_retrieval.postgres.sync import mirror  # noqa: E402
from memory_retrieval.store.scope import find_project  # noqa: E402
from memory_retrieval.web.source import Change, ReadOnly  # noqa: E402
from memory_retrieval.web.team_keys import key_of  # noqa: E402
from postgres_server import new_database  # noqa: E402

QUEUES = ".claude/memory/decisions/queues.json"
BROKER = ".claude/memory/decisions/broker.json"
PATTERN = ".memories/memories/mem_p1.json"
SECRET = "AKIAIOSFODNN7EXAMPLE"
TABLES = ("memories", "patterns", "terms", "edits")


@pytest.fixture(scope="module")
def static():
    return open_embedder("static")


@pytest.fixture(scope="module")
def filled(pg_server, pg_template, tmp_path_factory, static):
    """A database that the tests' own are copies of, and the project it was made from."""
    made = Project(tmp_path_factory.mktemp("changes") / "shop")
    made.write("decision", "queues", "Queues run on RabbitMQ", ["queues"], {"decision": "RabbitMQ."})
    made.write("decision", "broker", "The broker is shared", ["broker"])
    made.write_pattern("p1", "Retry jobs", "wait longer each time", category="queues")
    made.fill(3)
    with new_database(pg_server, pg_template) as url:
        ingest.ingest(url, find_project("", str(made.root)), Target("shop", "shop"), static)
        yield url, made.root


@pytest.fixture
def db_url(pg_server, filled):
    with new_database(pg_server, filled[0].partition("?")[0].rsplit("/", 1)[1]) as url:
        yield url


@pytest.fixture
def take_in(db_url, static):
    """take_in(project): its records are in workspace shop, project shop."""

    def run(project, url=None, **options):
        return ingest.ingest(
            url or db_url, find_project("", str(project.root)), Target("shop", "shop"), static, **options
        )

    return run


@pytest.fixture
def shop(project, filled):
    shutil.copytree(filled[1], project.root, dirs_exist_ok=True)
    return project


@pytest.fixture
def source(db_url):
    """A viewer's source over the database, as its owner; `source(url)` opens another."""
    from memory_retrieval.web.team_source import TeamSource

    opened = []

    def start(url=db_url, workspace=""):
        opened.append(TeamSource(url, workspace))
        opened[-1].look()
        return opened[-1]

    yield start
    for one in opened:
        one.close()


def key(path):
    return key_of(("shop", "shop", path))


def edit(source, path, content=None, digest=None, **fields):
    """An edit as the form sends it: the record in full."""
    document = source.document(key(path))
    data = {
        name: value
        for name, value in document.raw.items()
        if name not in ("changes", "times_updated", "updated_at", "superseded_by")
    }
    if content:
        data["content"] = {**data["content"], **content}
    return source.save(
        Change(document.row.key, document.row.memory.kind, {**data, **fields}, digest or document.digest)
    )


def run(url, query, *parameters):
    with psycopg.connect(url, autocommit=True) as link:
        cursor = link.execute(query, parameters)
        return cursor.fetchall() if cursor.description else []


def record(url, path, table="memories"):
    return json.loads(run(url, f"SELECT record::text FROM {table} WHERE path = %s", path)[0][0])


def decision(url, path=QUEUES):
    return record(url, path)["content"]["decision"]


def edits(url):
    return [path for (path,) in run(url, "SELECT path FROM edits ORDER BY path")]


def contents(url):
    """Everything of the tables but when it was written."""
    found = {}
    for table in TABLES:
        names = [
            n
            for (n,) in run(
                url, "SELECT column_name FROM information_schema.columns WHERE table_name = %s ORDER BY 1", table
            )
        ]
        columns = ", ".join(f"{name}::text" for name in names if name != "ingested_at")
        found[table] = sorted(
            run(url, f"SELECT {columns} FROM {table}" + (" WHERE records > 0" if table == "terms" else "")), key=repr
        )
    return found


def counts(outcome):
    return outcome.created, outcome.updated, outcome.unchanged, outcome.deleted


@pytest.fixture
def role(db_url):
    """role("writer", "shop", write=True): a role of the server that is gone after the test; the database's address for it."""
    made = []

    def make(name, workspace, *, write):
        name = f"{name}_{os.getpid()}"
        run(db_url, sql.SQL("CREATE ROLE {} LOGIN").format(sql.Identifier(name)))
        made.append(name)
        access.grant(db_url, name, workspace, write=write)
        return psycopg.conninfo.make_conninfo(db_url, user=name)

    yield make
    for name in made:
        run(db_url, sql.SQL("DROP OWNED BY {0}; DROP ROLE {0}").format(sql.Identifier(name)))


# --- what is refused, or changes nothing ----------------------------------------------------------------------------------------------


def test_a_role_that_may_not_write_the_workspace_changes_nothing(source, role, db_url):
    run(db_url, "INSERT INTO workspaces (workspace) VALUES ('other')")
    before = contents(db_url)
    reader, elsewhere = role("reads", "shop", write=False), role("writes_other", "shop", write=False)
    access.grant(db_url, psycopg.conninfo.conninfo_to_dict(elsewhere)["user"], "other", write=True)
    for url, writable in ((reader, False), (elsewhere, True)):
        seen = source(url)
        assert (
            seen.writable == writable
            and not seen.document(key(QUEUES)).editable
            and seen.document(key(QUEUES)).read_only
        )
        for attempt in (
            lambda seen=seen: edit(seen, QUEUES, {"decision": "Redis."}),
            lambda seen=seen: seen.change_status("retire", key(QUEUES), "old"),
            lambda seen=seen: seen.take_back(key(QUEUES), "0" * 64),
        ):
            with pytest.raises(ReadOnly):
                attempt()
    assert contents(db_url) == before


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE memories SET title = 'x' WHERE workspace = 'shop'",
        "DELETE FROM edits WHERE workspace = 'shop'",
        "UPDATE edits SET changed_by = 'x' WHERE workspace = 'shop'",
    ],
)
def test_the_database_itself_keeps_a_writer_to_its_workspaces(source, role, db_url, statement):
    edit(source(), QUEUES, {"decision": "Redis."})
    url = role("writes_other", "other", write=True)
    before = contents(db_url)
    run(url, statement)
    assert contents(db_url) == before and run(url, "SELECT * FROM edits") == []
    with pytest.raises(errors.InsufficientPrivilege):
        run(
            url,
            "INSERT INTO edits (workspace, project, path, source_hash, source) VALUES ('shop', 'shop', 'x', 'x', '{}')",
        )


def test_writing_that_was_revoked_meanwhile_is_refused(source, role, db_url):
    url = role("writes", "shop", write=True)
    seen = source(url)
    assert seen.document(key(QUEUES)).editable
    access.revoke(db_url, psycopg.conninfo.conninfo_to_dict(url)["user"], "shop", write=True)
    with pytest.raises(ReadOnly):
        edit(seen, QUEUES, {"decision": "Redis."})
    assert decision(db_url) == "RabbitMQ." and edits(db_url) == []


def test_the_second_of_two_people_is_told(source, db_url):
    one, two = source(), source()
    digest = two.document(key(QUEUES)).digest
    assert edit(one, QUEUES, {"decision": "Redis."}).status == "updated"
    outcome = edit(two, QUEUES, {"decision": "SQS."}, digest=digest)
    assert (
        outcome.status == "rejected"
        and [p.location for p in outcome.problems] == ["hash"]
        and decision(db_url) == "Redis."
    )
    with change.session(db_url, "shop") as link:
        was = change.read(link, "shop", "shop", QUEUES)
        edit(one, QUEUES, {"decision": "Kafka."})
        with pytest.raises(change.Overtaken, match="has changed meanwhile"):
            change.replace(link, db_url, "shop", "shop", {QUEUES: was}, {QUEUES: was.text}, change.Vectors(None, None))
    assert decision(db_url) == "Kafka."
    one.change_status("retire", key(BROKER), "")
    with pytest.raises(StoreError, match="another change"):
        one.undo("", "of an earlier change")


@pytest.mark.parametrize(
    ("fields", "place", "words"),
    [
        ({"title": ""}, "title", ""),
        ({"title": "x" * 130}, "title", "at most 120"),
        ({"tags": ["other"]}, "tags", "grow-only"),
        ({"id": "another"}, "id", "immutable"),
        ({"supersedes": ["queues"]}, "supersedes", "itself"),
    ],
)
def test_the_rules_are_those_of_files(source, db_url, fields, place, words):
    before = contents(db_url)
    outcome = edit(source(), QUEUES, **fields)
    assert (
        outcome.status == "rejected" and outcome.problems[0].location == place and words in outcome.problems[0].message
    )
    assert contents(db_url) == before


def test_a_ring_of_links_is_refused_also_through_records_that_were_linked_before(source, db_url):
    seen = source()
    assert edit(seen, QUEUES, supersedes=["broker"]).status == "updated"
    assert edit(seen, BROKER, supersedes=["invoice-0"]).status == "updated"
    outcome = edit(seen, ".claude/memory/decisions/invoice-0.json", supersedes=["queues"])
    assert outcome.status == "rejected" and "no ring" in outcome.problems[0].message


def test_nothing_stays_of_the_write_but_the_row(source, db_url, home, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "elsewhere"))
    seen = source()
    before = sorted(Path(home).rglob("*"))
    edit(seen, QUEUES, {"decision": "Redis."})
    seen.change_status("archive", key(BROKER), "old")
    assert [path for path in sorted(Path(home).rglob("*")) if path not in before and path.is_file()] == []
    assert list((tmp_path / "elsewhere").iterdir()) == []


# --- what is written -------------------------------------------------------------------------------------------------------------------


def test_an_edit_is_what_an_ingest_of_the_same_text_would_be(source, shop, db_url, take_in, pg_server, pg_template):
    seen = source()
    outcome = edit(
        seen, QUEUES, {"decision": "Redis streams, key " + SECRET}, title="Jobs wait in Redis", change_summary="Simpler"
    )
    assert outcome.status == "updated" and SECRET not in str(record(db_url, QUEUES))
    now = record(db_url, QUEUES)
    assert now["id"] == "queues" and now["changes"][-1]["summary"] == "Simpler" and now["times_updated"] == 1
    edit(seen, PATTERN, do_text="wait twice as long each time")
    assert edits(db_url) == [QUEUES, PATTERN]
    assert run(db_url, "SELECT changed_by, source_hash FROM edits WHERE path = %s", QUEUES) == [
        (psycopg.conninfo.conninfo_to_dict(db_url)["user"], content_hash((shop.root / QUEUES).read_text()))
    ]
    found = [hit.memory.id for hit in seen.retrieve("redis streams", "search").chosen]
    assert found[0] == "queues" and seen.retrieve("rabbitmq", "search").chosen == []
    for path, table in ((QUEUES, "memories"), (PATTERN, "patterns")):
        (shop.root / path).write_text(run(db_url, f"SELECT record::text FROM {table} WHERE path = %s", path)[0][0])
    with new_database(pg_server, pg_template) as other:
        take_in(shop, other)
        fresh, here = contents(other), contents(db_url)
    assert {table: fresh[table] for table in TABLES[:-1]} == {table: here[table] for table in TABLES[:-1]}


def test_status_changes_and_comes_back(source, db_url):
    seen = source()
    for verb, status in (
        ("retire", "retired"),
        ("restore", "active"),
        ("archive", "archived"),
        ("unarchive", "active"),
    ):
        assert seen.change_status(verb, key(QUEUES), "because").path == key(QUEUES)
        assert run(db_url, "SELECT status FROM memories WHERE path = %s", QUEUES) == [(status,)]
    assert seen.change_status("restore", key(QUEUES), "").status == "already_active"
    with pytest.raises(StoreError, match="have no status"):
        seen.change_status("retire", key(PATTERN), "")


def test_a_link_made_here_is_written_at_both_ends_and_undone_at_both(source, db_url):
    seen, before = source(), contents(db_url)
    edit(seen, QUEUES, supersedes=["broker"])
    assert record(db_url, BROKER)["superseded_by"] == "queues" and edits(db_url) == [BROKER, QUEUES]
    assert seen.row(key(BROKER)).state == "superseded"
    seen.undo("project", seen.undo_ticket("project"))
    assert contents(db_url) == before


def test_undo_takes_back_the_last_change_and_only_while_it_is_the_last(source, db_url):
    seen, other = source(), source()
    edit(seen, QUEUES, {"decision": "Redis."})
    once = contents(db_url)
    edit(seen, QUEUES, {"decision": "SQS."})
    ticket = seen.undo_ticket("project")
    seen.undo("project", ticket)
    assert contents(db_url) == once, "also by whom and when the change before it was made"
    with pytest.raises(StoreError, match="another change"):
        seen.undo("project", ticket)
    edit(seen, QUEUES, {"decision": "SQS."})
    edit(other, QUEUES, {"decision": "Kafka."})
    with pytest.raises(StoreError, match="changed meanwhile"):
        seen.undo("project", seen.undo_ticket("project"))
    assert decision(db_url) == "Kafka."


def test_what_was_changed_is_taken_back_to_the_file(source, db_url):
    seen, before = source(), contents(db_url)
    edit(seen, QUEUES, {"decision": "Redis."})
    edit(seen, QUEUES, {"decision": "SQS."}, supersedes=["broker"])
    with pytest.raises(StoreError, match="has changed since"):
        seen.take_back(key(QUEUES), "0" * 64)
    with pytest.raises(RecordError, match="superseded here by queues"):
        seen.take_back(key(BROKER), seen.document(key(BROKER)).digest)
    changed = contents(db_url)
    seen.take_back(key(QUEUES), seen.document(key(QUEUES)).digest)
    assert contents(db_url) == before, "with the record that the link had drawn along"
    seen.undo("project", seen.undo_ticket("project"))
    assert contents(db_url) == changed
    with pytest.raises(StoreError, match="nothing to take back"):
        seen.take_back(key(PATTERN), seen.document(key(PATTERN)).digest)


def test_a_file_with_a_mark_at_its_head_comes_back_to_the_byte(source, shop, db_url, take_in):
    (shop.root / QUEUES).write_bytes(b"\xef\xbb\xbf" + (shop.root / QUEUES).read_bytes())
    take_in(shop)
    seen, before = source(), contents(db_url)
    assert edit(seen, QUEUES, {"decision": "Redis."}).status == "updated" and counts(take_in(shop)) == (0, 0, 6, 0)
    assert seen.document(key(QUEUES)).changed.source.startswith("\ufeff")
    seen.take_back(key(QUEUES), seen.document(key(QUEUES)).digest)
    assert contents(db_url) == before


def test_a_paths_name_may_be_anything(source, shop, db_url):
    run(db_url, "UPDATE memories SET path = %s WHERE path = %s", "../../etc/\u202ecron d.json", QUEUES)
    seen = source()
    assert edit(seen, "../../etc/\u202ecron d.json", {"decision": "Redis."}).status == "updated"
    assert decision(db_url, "../../etc/\u202ecron d.json") == "Redis."


# --- what an ingest makes of it -----------------------------------------------------------------------------------------------------------


def test_a_file_that_did_not_change_leaves_the_change_alone(source, shop, db_url, take_in):
    edit(source(), QUEUES, {"decision": "Redis."})
    before = contents(db_url)
    outcome = take_in(shop)
    assert counts(outcome) == (0, 0, 6, 0) and outcome.gave_way == [] and contents(db_url) == before
    (shop.root / BROKER).write_text((shop.root / BROKER).read_text().replace("shared", "one for all"))
    assert counts(take_in(shop)) == (0, 1, 5, 0) and decision(db_url) == "Redis." and edits(db_url) == [QUEUES]


def test_a_file_that_changed_wins_and_the_run_says_so(source, shop, db_url, take_in, run_memories):
    edit(source(), QUEUES, {"decision": "Redis."})
    (shop.root / QUEUES).write_text((shop.root / QUEUES).read_text().replace("RabbitMQ.", "SQS."))
    dry = take_in(shop, dry_run=True)
    assert (
        dry.notes == [f"1 change made in the database would give way to its file: {QUEUES}"]
        and decision(db_url) == "Redis."
    )
    ran = run_memories("ingest", "--root", shop.root, "--workspace", "shop", "--db-url", db_url)
    assert ran.code == 0 and f"1 change made in the database gave way to its file: {QUEUES}" in ran.err
    assert decision(db_url) == "SQS." and edits(db_url) == []
    again = run_memories("ingest", "--root", shop.root, "--workspace", "shop", "--db-url", db_url, "--format", "json")
    assert again.json["gave_way"] == [] and again.json["unchanged"] == 6 and "gave way" not in again.err


def test_a_file_that_says_the_same_by_now_settles_it_silently(source, shop, db_url, take_in):
    edit(source(), QUEUES, {"decision": "Redis."})
    (shop.root / QUEUES).write_text(run(db_url, "SELECT record::text FROM memories WHERE path = %s", QUEUES)[0][0])
    assert counts(take_in(shop, dry_run=True)) == (0, 0, 6, 0) and edits(db_url) == [QUEUES]
    outcome = take_in(shop)
    assert (
        counts(outcome) == (0, 0, 6, 0) and outcome.notes == [] and edits(db_url) == [] and decision(db_url) == "Redis."
    )


def test_a_record_whose_file_is_gone_goes_with_its_change(source, shop, db_url, take_in):
    edit(source(), QUEUES, {"decision": "Redis."})
    (shop.root / QUEUES).unlink()
    dry, outcome = take_in(shop, dry_run=True), take_in(shop)
    assert dry.gave_way == outcome.gave_way == [QUEUES] and "which is gone" in outcome.notes[0] and outcome.deleted == 1
    assert edits(db_url) == [] and run(db_url, "SELECT FROM memories WHERE path = %s", QUEUES) == []


def test_a_file_that_went_bad_replaces_nothing(source, shop, db_url, take_in):
    edit(source(), QUEUES, {"decision": "Redis."})
    (shop.root / QUEUES).write_text("{")
    assert take_in(shop, dry_run=True).gave_way == []
    outcome = take_in(shop)
    assert (
        outcome.gave_way == []
        and len(outcome.problems) == 1
        and decision(db_url) == "Redis."
        and edits(db_url) == [QUEUES]
    )


def test_a_change_that_came_between_comparing_and_sending_stands_when_the_file_is_the_one_it_began_from(
    source, shop, db_url, take_in
):
    text = (shop.root / QUEUES).read_text()
    edit(source(), QUEUES, {"decision": "Redis."})
    with connection.connect(db_url) as link:
        counted = write.put(link, "shop", "shop", [change._row(QUEUES, "decision", text)], {})
    assert (counted.updated, counted.gave_way) == (0, []) and decision(db_url) == "Redis." and edits(db_url) == [QUEUES]


def test_a_record_does_not_stay_superseded_by_one_whose_change_gave_way(source, shop, db_url, take_in):
    edit(source(), QUEUES, supersedes=["broker"])
    take_in(shop)
    assert record(db_url, BROKER)["superseded_by"] == "queues", "unchanged files leave both ends alone"
    (shop.root / QUEUES).write_text((shop.root / QUEUES).read_text().replace("RabbitMQ.", "SQS."))
    outcome = take_in(shop)
    assert sorted(outcome.gave_way) == [BROKER, QUEUES] and edits(db_url) == []
    assert "superseded_by" not in record(db_url, BROKER) and counts(take_in(shop)) == (0, 0, 6, 0)


def test_a_record_does_not_go_on_superseding_one_whose_change_gave_way(source, shop, db_url, take_in):
    invoice = ".claude/memory/decisions/invoice-0.json"
    seen = source()
    edit(seen, invoice, {"decision": "Another."})
    edit(seen, QUEUES, {"decision": "Redis."}, supersedes=["broker", "kitchen-1"])
    before = record(db_url, QUEUES)
    (shop.root / BROKER).write_text((shop.root / BROKER).read_text().replace("shared", "one for all"))
    outcome = take_in(shop)
    drawn = ".claude/memory/decisions/kitchen-1.json"
    assert sorted(outcome.gave_way) == sorted([BROKER, QUEUES, drawn]), "also what the link's other end had drawn along"
    assert QUEUES in outcome.notes[0] and edits(db_url) == [invoice]
    assert before["supersedes"] == ["broker", "kitchen-1"] and "supersedes" not in record(db_url, QUEUES)
    assert "superseded_by" not in record(db_url, drawn) and counts(take_in(shop)) == (0, 0, 6, 0)
    assert (
        edit(source(), QUEUES, supersedes=["broker"]).status == "updated"
        and record(db_url, BROKER)["superseded_by"] == "queues"
    )


def test_a_link_that_was_taken_away_comes_back_at_both_ends(source, shop, db_url, take_in):
    edit(source(), QUEUES, supersedes=["broker"])
    for path in (QUEUES, BROKER):
        (shop.root / path).write_text(json.dumps(record(db_url, path)))
    take_in(shop)
    edit(source(), QUEUES, supersedes=[])
    assert edits(db_url) == [BROKER, QUEUES] and not record(db_url, BROKER).get("superseded_by")
    (shop.root / BROKER).write_text(json.dumps(json.loads((shop.root / BROKER).read_text()), indent=1))
    assert sorted(take_in(shop).gave_way) == [BROKER, QUEUES] and record(db_url, QUEUES)["supersedes"] == ["broker"]


def test_a_link_stands_while_its_other_end_is_gone_or_superseded_by_a_third(source, shop, db_url, take_in):
    edit(source(), QUEUES, supersedes=["broker", "kitchen-1"])
    edit(source(), ".claude/memory/decisions/invoice-0.json", supersedes=["kitchen-1"])
    (shop.root / BROKER).unlink()
    outcome = take_in(shop)
    assert record(db_url, ".claude/memory/decisions/kitchen-1.json")["superseded_by"] == "invoice-0"
    assert outcome.gave_way == [BROKER] and record(db_url, QUEUES)["supersedes"] == ["broker", "kitchen-1"]


def test_what_somebody_wrote_past_this_program_keeps_no_ingest_from_its_end(source, shop, db_url, take_in):
    edit(source(), QUEUES, supersedes=["broker"])
    run(db_url, "UPDATE edits SET source = '[]' WHERE path = %s", BROKER)
    run(db_url, "UPDATE memories SET record = '{\"supersedes\": 7}' WHERE path = %s", QUEUES)
    assert take_in(shop).problems == [] and edits(db_url) == [BROKER, QUEUES]


def test_a_mirror_carries_what_was_changed(source, db_url, tmp_path):
    seen = source()
    assert mirror.mirror(db_url, "shop", "billing").mirrored == 6
    edit(seen, QUEUES, {"decision": "Redis streams."})
    outcome = mirror.mirror(db_url, "shop", "billing")
    assert (outcome.updated, outcome.unchanged, outcome.problems) == (1, 5, [])
    assert any("Redis streams." in path.read_text() for path in Path(outcome.path).rglob("*.json"))


def test_a_change_without_its_record_keeps_no_file_out(source, shop, db_url, take_in):
    edit(source(), QUEUES, {"decision": "Redis."})
    run(db_url, "DELETE FROM memories WHERE path = %s", QUEUES)
    assert take_in(shop).created == 1 and decision(db_url) == "RabbitMQ." and edits(db_url) == []


def test_an_ingest_forgets_changes_of_records_that_are_not_there(source, role, shop, db_url, take_in):
    edit(source(), QUEUES, {"decision": "Redis."})
    edit(source(), PATTERN, do_text="wait twice as long each time")
    stray = "INSERT INTO edits (workspace, project, path, source_hash, source) VALUES (%s, %s, 'gone.json', 'x', '{}')"
    writer = role("writes", "shop", write=True)
    run(writer, stray, "shop", "shop")
    run(writer, stray, "shop", "billing")
    assert counts(take_in(shop, writer)) == (0, 0, 6, 0) and edits(db_url) == [QUEUES, PATTERN, "gone.json"]
    assert run(db_url, "SELECT project FROM edits WHERE path = 'gone.json'") == [("billing",)], (
        "another project's are its own ingest's"
    )


def test_a_report_names_no_role(source, db_url):
    from memory_retrieval.web import report_file

    seen = source()
    edit(seen, QUEUES, {"decision": "Redis."})
    run(db_url, "UPDATE edits SET changed_by = 'mallory'")
    text = report_file.make(seen)
    assert "Changed here" in text and "Redis." in text and "mallory" not in text


def test_retention_takes_a_change_out_with_its_record(source, db_url):
    source().change_status("retire", key(QUEUES), "old")
    run(db_url, "UPDATE memories SET updated_at = '2020-01-01'")
    upkeep.vacuum_old(db_url, older_than_days=30, all_projects=True)
    assert edits(db_url) == [] and run(db_url, "SELECT FROM memories WHERE path = %s", QUEUES) == []


def test_status_says_how_many_records_differ_from_their_files(source, role, db_url):
    reader = role("reads", "other", write=False)
    edit(source(), QUEUES, {"decision": "Redis."})
    value = admin.status(db_url)
    assert value["edits"]["records"] == 1 and value["edits"]["newest"][0]["place"] == ["shop", "shop", QUEUES]
    assert "1 record here and not in its file" in admin.text(value) and admin.status(reader)["edits"]["records"] == 0


TIMES = (
    ("memories", "updated_at"),
    ("memories", "created_at"),
    ("memories", "ingested_at"),
    ("patterns", "learned_at"),
    ("llm_cache", "asked_at"),
    ("edits", "changed_at"),
    ("projects", "ingested_at"),
    ("workspaces", "ingested_at"),
)


def test_a_writer_can_write_nothing_that_readers_cannot_take(source, role, db_url):
    edit(source(), QUEUES, {"decision": "Redis."})
    columns = "workspace, project, path, kind, id, title, category, record, content_hash, text_hash, terms, lexical"
    run(
        db_url,
        f"INSERT INTO llm_cache ({columns}) VALUES ('shop', 'shop', 'x', 'llm_cache', 'x', 'x', 'x', '{{}}', 'x', 'x', '', '{{}}')",
    )
    url = role("writes", "shop", write=True)
    for statement in (
        *(f"UPDATE {table} SET {column} = 'infinity'" for table, column in TIMES),
        "UPDATE memories SET updated_at = '-infinity'",
        "UPDATE memories SET confidence = 'NaN'",
        "UPDATE patterns SET confidence = 1.01",
        "UPDATE memories SET tags = '{{a},{b}}'",
        "UPDATE patterns SET aliases = '{NULL}'",
        "UPDATE memories SET lexical = '{\"{1:1}/5\"}'",
    ):
        with pytest.raises((errors.CheckViolation, errors.DataException)):
            run(url, statement)


def test_what_was_written_before_it_was_refused_is_read_and_mended(source, db_url):
    edit(source(), QUEUES, {"decision": "Redis."})
    constraints = "SELECT conrelid::regclass::text, conname FROM pg_constraint WHERE conname ~ '_(finite|range|flat|dims)$' ORDER BY 2"
    names = run(db_url, constraints)
    for table, name in names:
        run(db_url, f"ALTER TABLE {table} DROP CONSTRAINT {name}")
    assert len(names) == 7 * 4 + 3
    for column, value in (("updated_at", "infinity"), ("created_at", "-infinity"), ("confidence", "NaN")):
        run(db_url, f"UPDATE memories SET {column} = %s", value)
        run(db_url, f"UPDATE patterns SET {column} = %s", value)
    run(db_url, "UPDATE terms SET records = -1")
    from memory_retrieval import MemoryRetriever

    with MemoryRetriever(db_url=db_url) as retriever:
        found = {result.id: result for result in retriever.query("queues rabbitmq broker retry jobs")}
    assert {"queues", "broker", "p1"} <= found.keys() and found["queues"].confidence is None
    browser = browse.Browser(db_url)
    assert {memory.updated for _, memory in browser.listing(9).records} == {None}
    browser.close()
    for table, column in (
        ("edits", "changed_at"),
        ("projects", "ingested_at"),
        ("workspaces", "created_at"),
        ("patterns", "learned_at"),
    ):
        run(db_url, f"UPDATE {table} SET {column} = 'infinity'")
    run(db_url, "UPDATE memories SET tags = '{{a},{b}}', aliases = '{NULL,c}', ingested_at = 'infinity'")
    kept = run(db_url, "SELECT lexical::text FROM memories WHERE path = %s", BROKER)
    run(db_url, "UPDATE memories SET lexical = lexical || '{1:1}/5'::sparsevec WHERE path = %s", QUEUES)
    with connection.connect(db_url) as link:
        link.execute("DELETE FROM schema_version WHERE version = 5")
        assert migrate.migrate(link, db_url) == ["0005_finite"]
    assert run(
        db_url, "SELECT DISTINCT updated_at, created_at, confidence, tags, aliases, isfinite(ingested_at) FROM memories"
    ) == [(None, None, None, [], ["c"], True)]
    assert run(db_url, constraints) == names
    assert run(db_url, "SELECT lexical::text FROM memories WHERE path IN (%s, %s) ORDER BY path", BROKER, QUEUES) == [
        *kept,
        ("{}",),
    ]


def test_advice_about_pgvector_is_given_where_pgvector_is_missing():
    def said(text):
        with pytest.raises(DatabaseError) as caught, connection.translated("postgresql://db/memories"):
            raise errors.FeatureNotSupported(text)
        return str(caught.value)

    assert "install pgvector" in said('extension "vector" is not available')
    assert "pgvector" not in said("cannot convert infinity to bigint") and "SQLSTATE" in said(
        "cannot convert infinity to bigint"
    )


def test_a_database_of_the_version_before_is_brought_forward_with_its_roles(empty_db_url, monkeypatch):
    all_steps = migrate.steps()
    with connection.connect(empty_db_url) as link:
        monkeypatch.setattr(migrate, "steps", lambda: all_steps[:3])
        migrate.migrate(link, empty_db_url)
        monkeypatch.setattr(access, "READ", tuple(name for name in access.READ if name != "edits"))
        monkeypatch.setattr(access, "WRITE", tuple(name for name in access.WRITE if name != "edits"))
        names = {f'{kind} "{os.getpid()}': kind == "writer" for kind in ("reader", "writer")}
        for name, writes in names.items():
            run(empty_db_url, sql.SQL("CREATE ROLE {}").format(sql.Identifier(name)))
            access.grant(empty_db_url, name, "shop", write=writes)
        run(
            empty_db_url, "INSERT INTO members VALUES ('shop', 'gone from the server', true), ('shop', 'public', false)"
        )
        monkeypatch.undo()
        with pytest.raises(DatabaseError, match="memories db migrate"):
            migrate.check(link, empty_db_url)
        assert migrate.migrate(link, empty_db_url) == [f"{step.version:04d}_{step.name}" for step in all_steps[3:]]
    for name, writes in names.items():
        assert run(
            empty_db_url,
            "SELECT has_table_privilege(%s, 'edits', 'select'), has_table_privilege(%s, 'edits', 'insert')",
            name,
            name,
        ) == [(True, writes)]
        run(empty_db_url, sql.SQL("DROP OWNED BY {0}; DROP ROLE {0}").format(sql.Identifier(name)))
