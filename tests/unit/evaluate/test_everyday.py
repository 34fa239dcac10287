"""Silence at everyday prompts: what is asked of which store, and what is counted."""

import json
import shutil
from collections import Counter

import pytest

from memory_retrieval.core.errors import RecordError
from memory_retrieval_eval.everyday import (
    BY_NAME,
    SHIPPED,
    Everyday,
    EverydayPrompt,
    everyday_stores,
    fitting,
    named,
    quiet,
    read_everyday,
)
from memory_retrieval_eval.measures import QueryOutcome
from memory_retrieval_eval.sizes import run_sizes
from memory_retrieval_eval.stores import MERGED, merge
from memory_retrieval_eval.values import Collection, LabelledQuery


def prompt(text, topics=(), id="e1"):
    return EverydayPrompt(LabelledQuery(id, "edit", text), tuple(topics))


def answer(part, *injected, store="shop", group="edit"):
    query = LabelledQuery("e1", group, "x")
    return Everyday(
        "new", store, part, tuple(QueryOutcome(query, keys, ()) for keys in injected)
    )


@pytest.fixture
def collection(project, tmp_path):
    """collection(name, count): a project of so many memories, with one prompt that a runbook answers."""

    def collection(name="shop", count=12):
        project.fill(count - 1)
        project.write(
            "runbook",
            "rotate-keys",
            "Rotate the signing keys",
            tags=["jwt"],
            aliases=["Renew certificates"],
        )
        shutil.copytree(project.store, tmp_path / name / "memory")
        shutil.rmtree(project.store / "decisions")
        query = LabelledQuery(
            "q1",
            "direct",
            "rotate the jwt signing keys",
            relevant={"runbooks/rotate-keys.json": 2},
        )
        return Collection(name, tmp_path / name, (query,))

    return collection


@pytest.mark.parametrize(
    "topic, asked",
    [("jwt", False), ("sign", False), ("certif", False), ("igning", True)],
)
def test_a_store_that_speaks_of_a_topic_by_title_tag_or_alias_is_not_asked(
    collection, topic, asked
):
    assert bool(fitting([prompt("sort the imports", [topic])], collection())) is asked


def test_a_store_is_asked_whole_in_the_parts_that_are_smaller_and_by_name(
    collection, tmp_path
):
    stores = list(
        everyday_stores([collection()], [prompt("hello")], tmp_path / "parts")
    )
    assert [(part, len(store.queries)) for part, store in stores] == [
        (10, 1),
        (0, 1),
        (BY_NAME, 14),
    ]


def test_a_memory_is_named_by_titles_and_aliases_that_it_alone_has_and_that_are_not_common(
    collection, project
):
    store = collection()
    folder = store.folder / "memory"
    for name, aliases in {
        "one": ["moss", "run it"],
        "two": ["rotate the KEYS", "moss"],
        "old": ["fern"],
    }.items():
        project.write(
            "decision",
            name,
            "About " + name,
            aliases=aliases,
            record_status="active" if name != "old" else "retired",
        )
    shutil.copytree(project.store, folder, dirs_exist_ok=True)
    prompts = [query.prompt for query in named(store)]
    assert {"About one", "rotate the KEYS", "and what about rotate the KEYS then"} <= {
        *prompts
    }
    assert not {"moss", "run it", "fern", "About old"} & {*prompts}


def test_the_merged_store_is_asked_only_whole(collection, tmp_path):
    shop, bank = collection("shop"), collection("bank")
    merged = merge([shop, bank], tmp_path / "merged")
    stores = list(everyday_stores([merged], [prompt("hello")], tmp_path / "parts"))
    assert [(part, store.name) for part, store in stores] == [(0, MERGED)]


def test_the_share_of_silence_is_counted_for_each_size_over_all_stores():
    answers = [
        answer(10, (), ("a",)),
        answer(10, (), (), store="bank"),
        answer(0, ("a",)),
    ]
    assert quiet(answers) == {
        "everyday_quiet@10": 0.75,
        "everyday_quiet": 0.0,
        "everyday_silent": 0.0,
    }
    assert quiet([]) == {}


def test_engines_are_asked_over_each_store_and_over_all_in_one(collection):
    projects = [collection("shop"), collection("bank")]
    prompts = [prompt("good morning"), prompt("rotate the jwt signing keys", id="e2")]
    (merged,), everyday = run_sizes(projects, ["fts5_bm25"], prompts)
    assert [(e.store, e.part) for e in everyday] == [
        *[(name, part) for name in ("shop", "bank") for part in (10, 0, BY_NAME)],
        (MERGED, 0),
    ]
    assert quiet(everyday)["named_hit"] == 1.0
    whole = next(e for e in everyday if (e.store, e.part) == ("shop", 0))
    assert [bool(outcome.injected) for outcome in whole.outcomes] == [False, True]
    assert [outcome.query.id for outcome in merged.outcomes] == ["c1-q1", "c2-q1"]


def test_one_project_is_not_merged(collection):
    assert run_sizes([collection()], ["fts5_bm25"], [])[0] == []


def test_a_file_without_prompts_is_an_error(tmp_path):
    (tmp_path / "e.jsonl").write_text("\n")
    with pytest.raises(RecordError, match="has no prompts"):
        read_everyday(tmp_path / "e.jsonl")


def test_the_shipped_prompts_are_of_many_groups_and_none_was_trained_on():
    prompts = read_everyday(SHIPPED)
    groups = Counter(prompt.query.kind for prompt in prompts)
    assert len(prompts) == 150 and len(groups) == 10 and min(groups.values()) >= 12
    trained = {
        json.loads(line)["prompt"].strip().lower()
        for path in (SHIPPED.parents[1] / "training/prompts").glob("*.jsonl")
        for line in path.read_text(encoding="utf-8").splitlines()
    }
    assert (
        len(trained) > 1000
        and not {prompt.query.prompt.strip().lower() for prompt in prompts} & trained
    )
