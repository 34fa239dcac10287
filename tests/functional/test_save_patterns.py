"""The pattern store and the cache of external models' answers."""

import json
import uuid

import pytest

RECORDS = {
    "pattern": (
        {"title": "Clear nodes", "category": "performance", "do_text": "node.clear()"},
        "memories",
    ),
    "source": ({"title": "DIN 33466", "summary": "walking times"}, "sources"),
    "backlog": ({"title": "Avalanche overlay", "description": "show it"}, "backlog"),
    "event": ({"kind": "incident", "summary": "Volume full"}, "events"),
    "review": ({"reviewer": "ada", "subject": "Sync", "summary": "fine"}, "reviews"),
}


@pytest.fixture
def save(project, run_main):
    def run(record, *args):
        return run_main("save", "--store", "patterns", *args, input=json.dumps(record))

    return run


@pytest.mark.parametrize("kind", RECORDS)
def test_a_record_that_lacks_a_field_is_refused(project, save, kind):
    record, _ = RECORDS[kind]
    for key in record:
        ran = save({k: v for k, v in record.items() if k != key}, "--kind", kind)
        assert (ran.code, ran.json["problems"][0]["place"]) == (1, key)
    assert not (project.root / ".memories").exists()


@pytest.mark.parametrize("kind", RECORDS)
def test_each_kind_is_stored_updated_and_found(project, save, run_main, kind):
    record, folder = RECORDS[kind]
    first = save({**record, "tags": ["Alps"]}, "--kind", kind).json
    path = project.root / first["path"]
    assert (first["status"], path.parent.name) == ("created", folder)
    assert json.loads(path.read_bytes())["tags"] == ["alps"]
    assert (
        save({**record, "id": first["id"], "tags": ["peaks"]}, "--kind", kind).json[
            "status"
        ]
        == "updated"
    )
    assert run_main("doctor", "--store").code == 0
    assert run_main("search", "peaks", "--format", "json").json["returned"] == 1


def test_a_pattern_is_named_by_a_random_uuid(save):
    ran = save(RECORDS["pattern"][0])
    assert uuid.UUID(ran.json["id"]).version == 4
    assert ran.json["path"] == ".memories/memories/mem_{}.json".format(ran.json["id"])


def test_a_pattern_of_the_same_title_is_not_stored_twice(save):
    first = save(RECORDS["pattern"][0]).json
    assert save(RECORDS["pattern"][0]).json == {**first, "status": "unchanged"}


def test_an_id_that_climbs_out_is_refused(save):
    assert save({**RECORDS["source"][0], "id": "../x"}, "--kind", "source").code == 1


class TestCache:
    @pytest.fixture
    def cache(self, project, run_main):
        def run(*args, input=None, now="2026-11-15T12:00:00Z"):
            return run_main(
                "cache",
                *args,
                "--format",
                "json",
                input=input,
                env={"MEMORIES_NOW": now},
            )

        return run

    def test_a_model_name_that_climbs_out_is_refused(self, cache):
        assert cache("put", "--llm", "../../x", "--question", "q", input="a").code == 1

    def test_get_is_exact_and_valid_for_a_day(self, cache):
        cache(
            "put",
            "--llm",
            "gemini",
            "--question",
            "How large is a header?",
            input="512 bytes",
        )
        assert (
            cache("get", "--question", "how large is a  header?").json["result"][
                "response_text"
            ]
            == "512 bytes"
        )
        assert not cache("get", "--question", "How large is the header?").json["found"]
        assert cache(
            "get", "--question", "How large is a header?", now="2026-11-16T11:59:59Z"
        ).json["found"]
        assert not cache(
            "get", "--question", "How large is a header?", now="2026-11-16T12:00:00Z"
        ).json["found"]

    def test_search_ranks_by_relevance_and_shows_the_age(self, cache):
        cache(
            "put",
            "--llm",
            "gemini",
            "--question",
            "How large is a PMTiles header?",
            input="512 bytes",
            now="2026-10-01T12:00:00Z",
        )
        cache(
            "put",
            "--llm",
            "gpt5",
            "--question",
            "How do queues retry?",
            input="with a back-off; the header says when",
        )
        results = cache("search", "pmtiles", "header").json["results"]
        assert [r["llm_name"] for r in results] == ["gemini", "gpt5"]
        assert results[0]["age"] == "45 days old"

    def test_the_same_question_is_kept_once(self, cache):
        assert (
            cache("put", "--llm", "codex", "--question", "q?", input="a").json["status"]
            == "created"
        )
        assert (
            cache("put", "--llm", "codex", "--question", "Q?", input="b").json["status"]
            == "updated"
        )
        assert (
            cache("get", "--llm", "codex", "--question", "q?").json["result"][
                "response_text"
            ]
            == "b"
        )
