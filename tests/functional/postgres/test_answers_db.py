"""`memories cache --db-url`: answers of external models, kept in a workspace and found by the meaning of their
question.
"""

import pytest

pytest.importorskip("psycopg")

from memory_retrieval.core.clock import format_time, parse_time
from memory_retrieval.save.llm_cache import VALID, make_record, newest
from memory_retrieval_team.db.connection import connect
from memory_retrieval_team.embedders.choose import open_embedder
from memory_retrieval_team.ingest.report import Target
from memory_retrieval_team.ingest.run import ingest
from memory_retrieval_team.search import answers

STAMP = "2026-11-15T11:00:00Z"
QUESTION = "How large may a PMTiles header be?"
OTHERS = {
    "Which port does the message broker use?": "AMQP listens on 5672.",
    "How do we make database queries faster?": "Add an index.",
    "What colour is the parking garage?": "Yellow.",
}


@pytest.fixture
def cache(run_memories, db_url, project, make_project):
    """cache("get", ...): the command against a database whose model is known, since another project was ingested."""
    filled = make_project("elsewhere/pay").fill(3)
    embedder = open_embedder("static")
    ingest(db_url, filled.found(), Target("crew", "pay"), embedder)

    def run(action, question, *args, answer=None, now=None, llm="gemini"):
        given = ("--llm", llm) if llm else ()
        words = [
            "cache",
            action,
            "--db-url",
            db_url,
            "--workspace",
            "crew",
            *given,
            "--question",
            question,
            *args,
        ]
        env = {"MEMORIES_NOW": now} if now else None
        return run_memories(*words, "--format", "json", input=answer, env=env)

    return run


@pytest.fixture
def keep(db_url, monkeypatch):
    """keep("question", "answer", "2026-11-15T12:00:00Z"): what `put` does, in this process."""

    def run(question, answer, now="2026-11-15T12:00:00Z", llm="gemini"):
        monkeypatch.setenv("MEMORIES_NOW", now)
        answers.put(db_url, "crew", make_record(llm, question, answer, "", []))

    return run


# --- refused, or not found --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "answer", "llm", "place"),
    [
        ("", "x", "gemini", "question"),
        (QUESTION, " ", "gemini", "answer"),
        (QUESTION, "x", "../up", "llm"),
        (QUESTION, "x", "", "llm"),
    ],
)
def test_what_is_no_answer_is_refused_before_the_database_is_asked(
    run_memories, question, answer, llm, place
):
    given = (
        "--db-url",
        "postgresql://127.0.0.1:9/x",
        "--workspace",
        "crew",
        "--llm",
        llm,
        "--question",
        question,
    )
    ran = run_memories("cache", "put", *given, input=answer)
    assert (ran.code, ran.out) == (1, "") and ran.err.startswith(f"memories: {place}: ")


def test_put_needs_a_workspace_and_a_database_with_tables(run_memories, empty_db_url):
    ran = run_memories(
        "cache",
        "put",
        "--db-url",
        empty_db_url,
        "--llm",
        "gemini",
        "--question",
        QUESTION,
        input="x",
    )
    assert (ran.code, ran.out) == (1, "") and "--workspace" in ran.err
    given = (
        "--db-url",
        empty_db_url,
        "--workspace",
        "crew",
        "--llm",
        "gemini",
        "--question",
        QUESTION,
    )
    for action in ("put", "search"):
        ran = run_memories("cache", action, *given, input="x")
        assert (ran.code, ran.out, ran.err.count("\n")) == (
            1,
            "",
            1,
        ) and "memories team ingest" in ran.err


@pytest.mark.parametrize(
    ("question", "llm", "age"),
    [
        (QUESTION + " And a tile?", "", 1),
        (QUESTION, "gpt5", 1),
        (QUESTION, "", VALID),
        (QUESTION, "", -1),
        ("\x00", "", 1),
    ],
)
def test_another_question_or_an_old_answer_is_not_got(
    keep, db_url, question, llm, age, monkeypatch
):
    keep(QUESTION, "16 kB.")

    def got(*asked):
        return newest(answers.to_question(db_url, "crew", *asked))

    asked = parse_time("2026-11-15T12:00:00Z")
    monkeypatch.setenv("MEMORIES_NOW", format_time(asked + 1))
    assert got("gemini", QUESTION) is not None
    monkeypatch.setenv("MEMORIES_NOW", format_time(asked + age))
    assert got(llm, question) is None


# --- kept and found ---------------------------------------------------------------------------------------------------


def test_an_exact_question_is_answered_for_a_day_whatever_its_case_and_spacing(cache):
    ran = cache("put", QUESTION, "--summary", "16 kB", answer="At most 16 kB.\n")
    path = ".memories/external-llm-cache/gemini/"
    assert (ran.code, ran.json["status"], ran.json["notes"]) == (
        0,
        "created",
        [],
    ) and ran.json["path"].startswith(path)
    for llm in ("gemini", ""):
        hit = cache(
            "get",
            "  how LARGE may a  pmtiles header be?",
            llm=llm,
            now="2026-11-16T11:59:59Z",
        ).json["result"]
        assert hit == {
            "llm_name": "gemini",
            "question": QUESTION,
            "response_summary": "16 kB",
            "response_text": "At most 16 kB.",
            "timestamp": "2026-11-15T12:00:00Z",
            "age_seconds": 86399,
            "path": ran.json["path"],
        }


def test_a_new_answer_to_the_same_question_replaces_the_old_one(cache, keep, db_url):
    keep(QUESTION, "8 kB.")
    assert (
        cache(
            "put", QUESTION.lower(), answer="16 kB.", now="2026-11-15T13:00:00Z"
        ).json["status"]
        == "updated"
    )
    assert (
        cache("get", QUESTION, now="2026-11-15T13:00:01Z").json["result"][
            "response_text"
        ]
        == "16 kB."
    )
    keep(QUESTION, "32 kB.", "2026-11-15T14:00:00Z", "gpt5")
    assert (
        cache("get", QUESTION, llm="", now="2026-11-15T14:00:01Z").json["result"][
            "llm_name"
        ]
        == "gpt5"
    )
    with connect(db_url) as connection:
        assert connection.execute(
            "SELECT count(*), count(question_embedding) FROM llm_cache"
        ).fetchone() == (2, 2)


def test_search_goes_by_relevance_and_shows_any_age(cache, keep):
    keep(
        "How do we speed up slow SQL statements?",
        "Look at the plan.",
        "2024-11-15T12:00:00Z",
    )
    for question, answer in OTHERS.items():
        keep(question, answer)
    results = cache("search", "speed up slow SQL", llm="").json["results"]
    first = results[0]
    assert (first["question"], first["age"]) == (
        "How do we speed up slow SQL statements?",
        "730 days old",
    )
    assert [r["score"] for r in results] == sorted(
        (r["score"] for r in results), reverse=True
    )


def test_search_finds_by_meaning_where_no_word_is_shared(cache, keep):
    for question, answer in OTHERS.items():
        keep(question, answer)
    first = cache("search", "optimize SQL performance").json["results"][0]
    assert (
        first["question"] == "How do we make database queries faster?"
        and first["similarity"] > 0.2
    )


def test_search_for_one_model_finds_it_among_many_others(cache, keep, db_url, project):
    keep("the pmtiles header of the one", "x", llm="codex")
    for number in range(60):
        record = {
            "question": f"pmtiles header {number}",
            "response_summary": "pmtiles header",
        }
        project.write_pattern(
            str(number), folder="external-llm-cache/gemini", timestamp=STAMP, **record
        )
    ingest(db_url, project.found(), Target("crew", "shop"), open_embedder("static"))
    results = cache("search", "pmtiles header", "--top", "5", llm="codex").json[
        "results"
    ]
    assert [r["llm_name"] for r in results] == ["codex"]
    assert cache("search", "pmtiles header", "--top", "5", llm="").json["returned"] == 5


def test_secrets_do_not_reach_the_database(cache, db_url):
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"[:36]
    ran = cache("put", QUESTION, answer=f"use the token {secret} for it")
    assert ran.code == 0 and "removed a secret" in ran.json["notes"][0]
    with connect(db_url) as connection:
        assert secret not in str(
            connection.execute("SELECT * FROM llm_cache").fetchall()
        )


def test_an_ingest_of_a_project_leaves_answers_alone_and_its_own_are_found(
    cache, keep, db_url, project
):
    keep(QUESTION, "16 kB.")
    record = {"question": "Which tile size is best?", "response_summary": "512"}
    project.write_pattern(
        "tiles", folder="external-llm-cache/codex", timestamp=STAMP, **record
    )
    ingest(db_url, project.found(), Target("crew", "shop"), open_embedder("static"))
    assert cache("get", QUESTION).json["found"] is True
    hit = cache("get", "which tile size is best?", llm="codex").json["result"]
    assert (hit["response_text"], hit["path"]) == (
        "",
        ".memories/external-llm-cache/codex/tiles.json",
    )
    assert {
        r["llm_name"]
        for r in cache("search", "tile size of a pmtiles header", llm="").json[
            "results"
        ]
    } == {"gemini", "codex"}
