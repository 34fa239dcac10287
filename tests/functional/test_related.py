"""Which existing records a save names: none for news, the right one for what contradicts, repeats or settles."""

import json
import shutil

import pytest

from conftest import REPOSITORY
from memory_retrieval.save.related import CERTAIN
from memory_retrieval.save.request import SaveRequest
from memory_retrieval.save.service import save
from memory_retrieval.store.place import Place
from memory_retrieval.upkeep.conflicts import find_conflicts

COLLECTIONS = REPOSITORY / "lab" / "eval" / "collections"
QUEUES = {
    "category": "decision",
    "title": "Background jobs run on Redis streams",
    "tags": ["queue", "jobs"],
    "content": {
        "status": "accepted",
        "context": "RabbitMQ lost jobs when its node was restarted at night.",
        "decision": "Background jobs go into Redis streams with one consumer group for each worker pool.",
        "rationale": ["Streams keep what was not acknowledged"],
    },
}
BACK_TO_RABBIT = {
    "category": "decision",
    "title": "Jobs move to RabbitMQ quorum queues",
    "tags": ["queue", "broker"],
    "content": {
        "status": "accepted",
        "context": "Redis streams filled the memory of the cache twice.",
        "decision": "Background jobs leave the Redis streams; each worker pool reads a RabbitMQ quorum queue.",
        "rationale": ["A queue on disk does not evict the cache"],
    },
}
NEWS = {
    "category": "preference",
    "title": "Screenshots in the handbook are taken in light mode",
    "tags": ["handbook"],
    "content": {
        "topic": "screenshots",
        "value": "light mode, 1440 wide",
        "reason": "prints well",
        "strength": "soft",
    },
}


@pytest.fixture
def ask(project, run_main):
    """The answer of `memories save` to a record."""

    def run(record, *args, env=None):
        return run_main("save", *args, input=json.dumps(record), env=env).json

    return run


def named(answer):
    return [item["id"] for item in answer.get("related", [])]


def test_the_first_record_of_a_store_is_related_to_none(ask):
    answer = ask(QUEUES)
    assert (answer["status"], named(answer)) == ("created", [])


def test_news_names_none(ask, project):
    project.fill(12)
    ask(QUEUES)
    answer = ask(NEWS)
    assert "related" not in answer


@pytest.mark.parametrize(
    "change", [{"record_status": "retired"}, {"superseded_by": "later"}]
)
def test_a_record_that_is_out_of_use_is_not_named(ask, project, change):
    project.write(
        "decision", "queues", QUEUES["title"], content=QUEUES["content"], **change
    )
    assert named(ask(BACK_TO_RABBIT)) == []


def test_a_record_that_the_new_one_replaces_already_is_not_named(ask):
    old = ask(QUEUES)["id"]
    assert named(ask({**BACK_TO_RABBIT, "supersedes": [old]})) == []


def test_the_place_where_an_import_found_a_rule_is_nothing_that_two_have_in_common(ask):
    def rule(title, reason):
        return {
            "category": "preference",
            "title": title,
            "topic": title,
            "value": title,
            "reason": reason,
            "strength": "soft",
        }

    for title in (
        "HTTP calls use httpx",
        "Charts have a dark mode",
        "Migrations are reversible",
    ):
        ask(rule(title, "Stated in CLAUDE.md."))
    assert (
        named(ask(rule("Branches begin with the ticket", "Stated in CLAUDE.md."))) == []
    )


def test_the_opposite_of_the_record_saved_just_before_names_it(ask):
    old = ask(QUEUES)
    answer = ask(BACK_TO_RABBIT)
    assert named(answer) == [old["id"]]
    item = answer["related"][0]
    assert set(item) == {"id", "path", "title", "updated", "excerpt", "why", "chance"}
    assert (item["path"], item["title"]) == (old["path"], QUEUES["title"])
    assert item["excerpt"] == QUEUES["content"]["decision"]
    assert "jobs" in item["why"] and 0 < item["chance"] <= 1
    assert any("memories replace OTHER --by ID" in note for note in answer["notes"])
    assert answer["id"] not in "".join(answer["notes"])


WEIGHTS = {
    "category": "decision",
    "title": "Seed weights are integer milligrams",
    "tags": ["weights"],
    "content": {
        "status": "accepted",
        "context": "floats lost precision",
        "decision": "Every weight is an integer number of milligrams",
        "rationale": ["exact"],
    },
}
GRAMS = {
    **WEIGHTS,
    "title": "Weights are kept as decimal grams",
    "content": {
        **WEIGHTS["content"],
        "decision": "Weights are decimal grams with three digits",
    },
}
TABS = {
    "category": "preference",
    "title": "Indent with tabs",
    "tags": ["indent"],
    "content": {
        "topic": "Indentation",
        "value": "tabs",
        "reason": "wide screens",
        "strength": "strong",
    },
}
SPACES = {
    **TABS,
    "title": "Spaces, four of them",
    "content": {**TABS["content"], "value": "spaces"},
}
COMMITS = {
    **TABS,
    "title": "Commit messages follow Conventional Commits",
    "content": {
        **TABS["content"],
        "topic": "commits",
        "value": "a",
        "reason": "Stated in CLAUDE.md",
    },
}
REBASE = {
    **COMMITS,
    "title": "Rebase before merging; no merge commits",
    "content": {**COMMITS["content"], "topic": "rebase", "value": "b"},
}


@pytest.mark.parametrize(
    "first, second",
    [
        (WEIGHTS, GRAMS),
        (TABS, SPACES),
        (COMMITS, REBASE),
        (QUEUES, BACK_TO_RABBIT),
        (WEIGHTS, QUEUES),
    ],
)
def test_a_save_is_sure_of_exactly_the_pairs_that_a_review_names(
    ask, project, first, second
):
    project.fill(12)
    old, new = ask(first), ask(second)
    found = find_conflicts(project.place.target)
    listed = [
        c.chance for c in found if {c.newer.id, c.older.id} == {old["id"], new["id"]}
    ]
    sure = [
        item["chance"]
        for item in new.get("related", [])
        if item["chance"] >= CERTAIN and item["id"] == old["id"]
    ]
    assert len(sure) == len(listed) and all(
        abs(a - b) < 0.05 for a, b in zip(sure, listed, strict=True)
    )


def test_an_update_names_what_its_new_text_concerns(ask):
    ask(QUEUES)
    news = ask(NEWS)
    change = {
        "title": BACK_TO_RABBIT["title"],
        "content": {"value": BACK_TO_RABBIT["content"]["decision"]},
    }
    answer = ask({"category": "preference", **change}, "--update", news["id"])
    assert named(answer) == ["background-jobs-run-on-redis-streams"]


def test_a_dry_run_names_them_too(ask):
    ask(QUEUES)
    assert named(ask(BACK_TO_RABBIT, "--dry-run")) == [
        "background-jobs-run-on-redis-streams"
    ]


def test_a_debt_that_a_decision_settles_is_named_across_categories(ask, project):
    debt = {"status": "open", "priority": "high", "reason_deferred": "no time"}
    text = "Restarting the RabbitMQ node at night loses background jobs that no worker has acknowledged"
    project.write(
        "tech_debt",
        "jobs-get-lost",
        "Jobs get lost when RabbitMQ restarts",
        content={**debt, "description": text},
    )
    answer = ask(QUEUES)
    assert named(answer) == ["jobs-get-lost"]
    assert answer["related"][0]["why"].startswith(
        "same matter, which this may have settled"
    )


def test_without_a_folder_for_the_index_a_save_names_them_as_well(ask, tmp_path):
    (tmp_path / "file").write_text("")
    env = {"XDG_CACHE_HOME": str(tmp_path / "file")}
    ask(QUEUES, env=env)
    answer = ask(BACK_TO_RABBIT, env=env)
    assert (answer["status"], named(answer)) == (
        "created",
        ["background-jobs-run-on-redis-streams"],
    )


@pytest.mark.parametrize("name", ["grainline", "tidewatch"])
def test_labelled_saves_name_the_right_record(name, tmp_path):
    """A floor for regressions; docs/maintainers/evaluation.md has the figures on other projects."""
    shutil.copytree(COLLECTIONS / name / "memory", tmp_path / ".claude" / "memory")
    found = {"news": [], "about": []}
    for line in (
        (COLLECTIONS / name / "saves.jsonl").read_text(encoding="utf-8").splitlines()
    ):
        case = json.loads(line)
        outcome = save(SaveRequest(Place(root=tmp_path), case["record"], dry_run=True))
        ids = [item["id"] for item in outcome.related]
        wanted = {path.split("/")[1][: -len(".json")] for path in case["about"]}
        found["about" if wanted else "news"].append(
            bool(wanted & set(ids)) if wanted else not ids
        )
    assert sum(found["about"]) >= 18 and len(found["about"]) == 18
    assert sum(found["news"]) >= 4 and len(found["news"]) == 6
