"""The baselines: what the fixed rule reads, what it cuts, and when it keeps silent."""

import pytest

from memory_retrieval_eval.baselines import open_baseline
from memory_retrieval_eval.values import Collection, Document, LabelledQuery

SUBJECTS = [
    "garden",
    "kitchen",
    "parking",
    "elevator",
    "holiday",
    "printer",
    "badge",
    "window",
    "coffee",
    "banner",
]


def texts(*documents):
    """A text set of the documents and of others that share no word with them."""
    others = [
        Document(word, f"The {word} report", f"all about one {word}")
        for word in SUBJECTS
    ]
    return Collection("texts", None, (), (*documents, *others))


def ask(collection, prompt, *transcript, name="seed_fts5"):
    """(keys injected, keys listed)."""
    query = LabelledQuery("q", "direct", prompt, transcript)
    with open_baseline(collection, name) as engine:
        return engine.inject(query).keys, tuple(key for key, _ in engine.search(query))


@pytest.mark.parametrize("name", ["seed_fts5", "fts5_plain"])
@pytest.mark.parametrize("prompt", ["", "   ", "the of and", "zebra", "?!", "a b c"])
def test_a_prompt_that_matches_nothing_gets_nothing(name, prompt):
    assert ask(texts(), prompt, name=name) == ((), ())


def test_words_are_stemmed_and_a_title_weighs_more_than_a_body():
    two = texts(
        Document("body", "Notes", "the kettles boiled"),
        Document("title", "A kettle", "boiled notes"),
    )
    assert ask(two, "kettles")[1] == ("title", "body")
    assert set(ask(two, "boiling")[1]) == {"title", "body"}


def test_a_hit_below_the_floor_is_listed_and_not_injected():
    everywhere = texts(*[Document(f"d{i}", "", f"kettle word{i}") for i in range(40)])
    injected, listed = ask(everywhere, "kettle")
    assert injected == ()
    assert len(listed) == 40


def test_a_hit_far_below_the_best_is_listed_and_not_injected():
    both = texts(
        Document("best", "kettle", "ladder"), Document("weak", "Notes", "one ladder")
    )
    assert ask(both, "kettle ladder") == (("best",), ("best", "weak"))


def test_at_most_three_are_injected():
    injected, listed = ask(
        texts(*[Document(f"d{i}", "kettle", "") for i in range(5)]), "kettle"
    )
    assert (len(injected), len(listed)) == (3, 5)


def test_text_beyond_the_cap_is_found_by_the_plain_baseline_alone():
    long = texts(Document("long", "Notes", "word " * 500 + "kettle"))
    assert ask(long, "kettle")[1] == ()
    assert ask(long, "kettle", name="fts5_plain")[1] == ("long",)


def test_words_beyond_the_cap_are_searched_by_the_plain_baseline_alone():
    prompt = " ".join(f"word{i}" for i in range(15)) + " kettle"
    one = texts(Document("one", "kettle", ""))
    assert ask(one, prompt)[1] == ()
    assert ask(one, prompt, name="fts5_plain")[1] == ("one",)


def test_only_a_short_prompt_is_read_with_the_turns_before_it():
    one = texts(Document("one", "kettle", ""))
    assert ask(one, "check it again", "what about the kettle?")[1] == ("one",)
    assert (
        "one"
        not in ask(one, "garden kitchen parking elevator", "what about the kettle?")[1]
    )


def test_a_record_that_is_not_active_or_cannot_be_read_is_left_out(project, tmp_path):
    project.write("decision", "active", "The kettle", tags=["steam"])
    project.write("decision", "retired", "The old kettle", record_status="retired")
    project.write_text("decision", "broken", "{kettle")
    project.fill(8)
    (tmp_path / "memory").symlink_to(project.store)
    collection = Collection("shop", tmp_path, ())
    assert (
        ask(collection, "kettle")[1]
        == ask(collection, "steam")[1]
        == ("decisions/active.json",)
    )
