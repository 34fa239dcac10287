"""`memories ingest`: the database has what the files have."""

import os
import subprocess
from pathlib import Path

import pytest

from memory_retrieval.core.errors import DatabaseError, MemoryRetrievalError

psycopg = pytest.importorskip("psycopg", reason="the extra postgres is not installed")

import citus_cluster  # noqa: E402
from memory_retrieval_team.db.tables import NAMES as TABLES  # noqa: E402
from team_database import Letters, counts, ingest, ingested_state, run  # noqa: E402


def test_every_kind_goes_into_its_table(shop, db_url):
    outcome = ingest(db_url, shop, "shop")
    assert (outcome.problems, counts(outcome)) == ([], (14, 0, 0, 0))
    assert [run(db_url, f"SELECT count(*) FROM {table}")[0][0] for table in TABLES] == [
        8,
        1,
        1,
        1,
        1,
        1,
        1,
    ]
    columns = "do_text, dont_text, confidence::text, learned_at::text, category"
    kept = (
        "close it last",
        "close it first",
        "0.5",
        "2026-05-01 08:00:00+00",
        "general",
    )
    assert run(db_url, f"SELECT {columns} FROM patterns") == [kept]
    columns = "llm_name, question, asked_at IS NOT NULL, question_embedding IS NOT NULL"
    assert run(db_url, f"SELECT {columns} FROM llm_cache") == [
        ("gemini", "how large may it be", True, True)
    ]


def test_the_seed_document_s_own_query_runs(project, db_url):
    project.write_pattern(
        "p1",
        "Assign through loc",
        "df.loc[mask, 'a'] = 1",
        category="data-processing",
        confidence=0.9,
    )
    ingest(db_url, project, "shop")
    found = run(
        db_url,
        """SELECT id, title, do_text, dont_text, confidence, learned_at,
                  1 - (embedding <=> (SELECT embedding FROM patterns LIMIT 1)) AS similarity
           FROM patterns WHERE category = 'data-processing'
           ORDER BY (1 - (embedding <=> (SELECT embedding FROM patterns LIMIT 1))) * 0.5 + confidence * 0.3
                  + CASE WHEN learned_at > now() - INTERVAL '30 days' THEN 0.2 ELSE 0.1 END DESC LIMIT 5""",
    )
    assert found[0][1] == "Assign through loc"


def test_a_second_run_changes_nothing(project, db_url):
    project.fill(40)
    ingest(db_url, project, "shop")
    before = (
        ingested_state(db_url),
        run(db_url, "SELECT xmin::text, path FROM memories ORDER BY path"),
    )
    assert counts(ingest(db_url, project, "shop")) == (0, 0, 40, 0)
    assert (
        ingested_state(db_url),
        run(db_url, "SELECT xmin::text, path FROM memories ORDER BY path"),
    ) == before


def test_a_changed_store_gives_what_a_fresh_database_has(
    project, db_url, pg_server, pg_template
):
    from postgres_server import new_database

    project.fill(30)
    ingest(db_url, project, "shop")
    project.write("decision", "invoice-0", "Invoices are printed in green", ["invoice"])
    project.write(
        "decision",
        "garden-2",
        "The garden is closed",
        ["garden"],
        record_status="retired",
    )
    project.path("decision", "kitchen-1").unlink()
    project.path("decision", "coffee-7").rename(project.path("decision", "coffee-77"))
    project.write("runbook", "new-one")
    outcome = ingest(db_url, project, "shop")
    assert counts(outcome) == (2, 2, 26, 2)
    with new_database(pg_server, pg_template) as fresh:
        ingest(fresh, project, "shop")
        assert ingested_state(db_url) == ingested_state(fresh)


def test_text_that_did_not_change_is_not_embedded_again(project, db_url):
    project.write("decision", "a")
    assert ingest(db_url, project, "shop").embedded == 1
    project.write("decision", "a", updated_at="2026-10-01T00:00:00Z")
    outcome = ingest(db_url, project, "shop")
    assert (outcome.updated, outcome.embedded) == (1, 0)
    assert run(db_url, "SELECT count(embedding) FROM memories") == [(1,)]


def test_two_projects_share_a_workspace_and_leave_each_other_alone(
    make_project, db_url
):
    one, two = make_project("one").fill(3), make_project("two").fill(5)
    ingest(db_url, one, "team", "one")
    ingest(db_url, two, "team", "two")
    one.path("decision", "kitchen-1").unlink()
    assert counts(ingest(db_url, one, "team", "one")) == (0, 0, 2, 1)
    assert run(
        db_url, "SELECT project, count(*) FROM memories GROUP BY 1 ORDER BY 1"
    ) == [("one", 2), ("two", 5)]
    assert run(db_url, "SELECT records FROM workspaces") == [(7,)]


def test_names_and_times_that_are_no_names_and_times_are_refused(
    project, db_url, run_memories
):
    project.fill(1)
    (project.store / "preferences").mkdir(exist_ok=True)
    (project.store / "preferences" / "new\nline.json").write_text("{}")
    ran = run_memories("ingest", "--db-url", db_url, "--root", project.root)
    assert (
        ran.code == 1
        and ran.err.count("\n") == 1
        and "left out: " in ran.err
        and "rename it" in ran.err
    )
    ran = run_memories(
        "ingest", "--db-url", db_url, "--root", project.root, "--workspace", ""
    )
    assert (
        ran.code == 1
        and "--workspace '': expected 1 to 200 displayable characters" in ran.err
    )
    for seconds in ("0", "-1", "1e9", "nan"):
        assert (
            run_memories(
                "ingest", "--db-url", db_url, "--root", project.root, "--watch", seconds
            ).code
            == 2
        )


def test_a_dry_run_says_what_would_be_and_does_nothing(
    project, empty_db_url, run_memories
):
    project.fill(3)
    ran = run_memories(
        "ingest",
        "--db-url",
        empty_db_url,
        "--root",
        project.root,
        "--dry-run",
        "--format",
        "json",
    )
    assert ran.code == 0, ran.err
    assert (ran.json["created"], ran.json["dry_run"]) == (3, True)
    assert run(empty_db_url, "SELECT to_regclass('memories')") == [(None,)]


def test_the_command_makes_the_tables_and_names_workspace_and_project(
    project, empty_db_url, run_memories
):
    project.fill(3)
    subprocess.run(["git", "init", "-q", str(project.root)], check=True)
    subprocess.run(
        [
            "git",
            "-C",
            str(project.root),
            "remote",
            "add",
            "origin",
            "git@example.org:acme/web-shop.git",
        ],
        check=True,
    )
    ran = run_memories(
        "ingest", "--db-url", empty_db_url, "--root", project.root, "--format", "json"
    )
    assert ran.code == 0, ran.err
    assert {
        k: ran.json[k] for k in ("workspace", "project", "created", "embedded")
    } == {
        "workspace": "example.org/acme/web-shop",
        "project": "example.org/acme/web-shop",
        "created": 3,
        "embedded": 3,
    }


def test_bad_records_are_reported_and_left_out_and_the_rest_goes_in(
    project, db_url, run_memories
):
    bad = {
        "no-json": "{",
        "binary": b"\xff\xfe\x00",
        "digits": '{"id": %s}' % ("9" * 6000),
    }
    for name, text in bad.items():
        project.fill(5).write_text("decision", name, text)
    project.write("decision", "nul-inside", content={"context": "a \x00 b"})
    project.write("decision", "too-large", content={"context": "x" * 10_000_000})
    os.mkfifo(project.path("decision", "pipe"))
    for more in (["--dry-run"], []):
        ran = run_memories(
            "ingest",
            "--db-url",
            db_url,
            "--root",
            project.root,
            "--format",
            "json",
            *more,
        )
        assert (ran.code, ran.json["created"]) == (1, 5)
        assert {Path(p["path"]).stem for p in ran.json["problems"]} == {
            *bad,
            "nul-inside",
            "too-large",
            "pipe",
        }
        assert len(ran.err.splitlines()) >= 6 and "sys." not in ran.err
    assert run(db_url, "SELECT count(*) FROM memories") == [(5,)]


def test_a_record_that_the_database_alone_refuses_is_left_out_and_the_rest_goes_in(
    project, db_url
):
    project.fill(9)
    with psycopg.connect(db_url, autocommit=True) as link:
        link.execute("ALTER TABLE memories ADD CHECK (title NOT LIKE '%garden%')")
    outcome = ingest(db_url, project, "shop")
    assert [Path(p.path).stem for p in outcome.problems] == [
        "garden-2"
    ] and "refuses it" in outcome.problems[0].message
    assert run(db_url, "SELECT count(*) FROM memories") == [(8,)] and run(
        db_url, "SELECT records FROM workspaces"
    ) == [(8,)]


def test_a_record_that_went_bad_keeps_its_last_good_version(project, db_url):
    path = project.write("decision", "a", "The first title")
    ingest(db_url, project, "shop")
    path.write_text("{")
    outcome = ingest(db_url, project, "shop")
    assert len(outcome.problems) == 1
    assert run(db_url, "SELECT title FROM memories") == [("The first title",)]


def test_an_empty_store_does_not_empty_the_workspace(project, db_url):
    project.fill(4)
    ingest(db_url, project, "shop")
    for path in project.store.rglob("*.json"):
        path.unlink()
    with pytest.raises(MemoryRetrievalError, match="--force"):
        ingest(db_url, project, "shop")
    assert run(db_url, "SELECT count(*) FROM memories") == [(4,)]
    assert counts(ingest(db_url, project, "shop", force=True)) == (0, 0, 0, 4)
    assert run(db_url, "SELECT count(*) FROM terms") == [(0,)]


def test_a_folder_that_cannot_be_listed_counts_as_nothing_gone(project, db_url):
    project.fill(4)
    project.write("runbook", "elsewhere")
    ingest(db_url, project, "shop")
    folder = project.store / "decisions"
    folder.rename(project.store / "moved")
    folder.symlink_to("/")  # a link out of the store is reported, not followed
    outcome = ingest(db_url, project, "shop")
    assert [p.path for p in outcome.problems] == [".claude/memory/decisions"]
    assert (outcome.deleted, run(db_url, "SELECT count(*) FROM memories")) == (
        0,
        [(5,)],
    )


def test_vectors_of_another_model_are_refused_with_the_remedy(project, db_url):
    project.fill(3)
    ingest(db_url, project, "shop")
    with pytest.raises(DatabaseError, match="--re-embed"):
        ingest(db_url, project, "shop", embedder=Letters())
    assert run(db_url, "SELECT model, dims FROM embedding_model") == [
        ("memory-retrieval/terms", 256)
    ]


@pytest.mark.parametrize("embedder", ["sentence-transformers", "http", "onnx"])
def test_vectors_of_another_embedder_with_the_same_model_are_used_after_a_comparison(
    project, db_url, embedder
):
    project.fill(3)
    ingest(db_url, project, "shop", embedder=Letters())
    run(
        db_url,
        "UPDATE embedding_model SET embedder = %s, revision = 'of other files'",
        embedder,
    )
    project.write("decision", "later", "Another record")
    assert counts(ingest(db_url, project, "shop", embedder=Letters())) == (1, 0, 3, 0)
    assert run(db_url, "SELECT count(embedding) FROM memories") == [(4,)]


@pytest.mark.parametrize(
    "change", ["embedder = 'static'", "dims = 25", "revision = 'of other files'"]
)
def test_vectors_that_differ_are_not_used_for_their_models_name(
    project, db_url, change
):
    project.fill(3)
    ingest(db_url, project, "shop", embedder=Letters())
    run(db_url, f"UPDATE embedding_model SET {change}, model = 'renamed'")
    run(db_url, "UPDATE memories SET embedding = array_fill(1, ARRAY[26])::halfvec")
    with pytest.raises(DatabaseError, match="--re-embed"):
        ingest(db_url, project, "shop", embedder=Letters())


def test_re_embed_makes_all_vectors_anew(make_project, db_url):
    one, two = make_project("one").fill(3), make_project("two").fill(4)
    ingest(db_url, one, "a", "one")
    ingest(db_url, two, "b", "two")
    outcome = ingest(db_url, one, "a", "one", embedder=Letters(), re_embed=True)
    assert outcome.embedded == 7
    assert run(db_url, "SELECT model, dims FROM embedding_model") == [("letters", 26)]
    assert run(
        db_url,
        "SELECT count(*), count(embedding), min(vector_dims(embedding)) FROM memories",
    ) == [(7, 7, 26)]


def test_a_database_without_pgvector_is_named(empty_db_url, project, monkeypatch):
    """A server on which the extension's files are missing says so itself.

    Here the type is missing from the search path.
    """
    if citus_cluster.URL:
        pytest.skip("every node of a cluster has pgvector before tables are made")
    project.fill(1)
    with psycopg.connect(empty_db_url, autocommit=True) as link:
        link.execute("CREATE SCHEMA hidden; CREATE EXTENSION vector SCHEMA hidden")
    with pytest.raises(DatabaseError, match="pgvector"):
        ingest(empty_db_url, project, "shop")
    assert run(empty_db_url, "SELECT to_regclass('memories')") == [(None,)]
