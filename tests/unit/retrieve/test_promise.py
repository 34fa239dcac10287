"""An alias that a prompt holds in whole brings its memory, whatever the score says."""

import json

import pytest

from memory_retrieval.retrieve.pipeline import retrieve
from memory_retrieval.retrieve.trace import Request
from memory_retrieval.state.session import Session

NAMED = "night lamp order"
ALIASES = [
    NAMED,
    "E1234",
    "run it",
    "fix",
    "jest",
    "GlowPanel",
    "phase 7",
    "typescript",
]


@pytest.fixture
def store(project):
    project.fill(12)
    project.write("decision", "lamps", "Lights go off at nine", aliases=ALIASES)
    return project


def ask(store, prompt, **options):
    trace = retrieve(Session(store.root), Request(prompt, mode="auto", **options))
    return {hit.memory.id: (hit.decision, hit.reason) for hit in trace.hits}


@pytest.mark.parametrize(
    "prompt",
    [
        "rename night lamp order in src/lamp.py",
        "add night lamp order to README.md",
        "run it",
        "fix",
        "fix it now please",
        "night order of the lamp",
        "does the tool work in jest.config.js",
        "jesting about the sky",
        "what of phase 8",
    ],
)
def test_a_prompt_that_names_a_file_or_no_whole_alias_with_a_subject_brings_nothing_by_it(
    store, prompt
):
    assert "names it" not in ask(store, prompt).get("lamps", ("", ""))[1]


@pytest.mark.parametrize(
    "prompt",
    [
        NAMED,
        "Night lamp order?",
        "so the night lamp orders again",
        "E1234",
        "E1234 now",
        "jest",
        "should I configure Jest for this project?",
        "GLOWPANEL component patterns",
        "typsecript compilation config",
        "what are the rules of phase 7",
        "Lights go off at nine",
    ],
)
def test_a_whole_alias_brings_its_memory_and_why_says_so(store, prompt):
    decision, reason = ask(store, prompt)["lamps"]
    assert decision == "injected" and reason.startswith("the prompt names it: `")


def test_an_alias_brings_its_memory_in_the_middle_of_a_conversation(store, tmp_path):
    turn = {
        "type": "user",
        "message": {"role": "user", "content": "write the sky report for monday"},
    }
    (tmp_path / "t.jsonl").write_text(json.dumps(turn) + "\n")
    assert (
        "names it"
        in ask(store, "jest?", transcript=str(tmp_path / "t.jsonl"))["lamps"][1]
    )


def test_a_prompt_that_is_an_alias_with_the_name_of_a_file_brings_its_memory(store):
    store.write(
        "decision", "lamps", "Lights go off at nine", aliases=["move lamp.toml to etc/"]
    )
    assert "names it" in ask(store, "move lamp.toml to etc/")["lamps"][1]


COMMON = [
    "value",
    "ci",
    "continue",
    "run the tests",
    "Commit and push",
    "fix the bug",
    "mach weiter",
    "продолжай",
    "継続",
    "merci",
]


@pytest.mark.parametrize("alias", COMMON)
def test_an_alias_of_a_cloned_store_that_any_prompt_could_hold_forces_nothing(
    store, alias
):
    store.write("decision", "lamps", "Lights go off at nine", aliases=[alias])
    for prompt in (alias, "please %s, thanks" % alias):
        assert "names it" not in ask(store, prompt).get("lamps", ("", ""))[1]


def test_an_alias_of_two_memories_promises_neither(store):
    store.write("runbook", "other", "Lamp duty", aliases=[NAMED])
    assert not [
        name for name, (_, reason) in ask(store, NAMED).items() if "names it" in reason
    ]


def test_what_no_longer_holds_is_not_brought_by_its_alias(store):
    store.write(
        "decision",
        "lamps",
        "Lights go off at nine",
        aliases=[NAMED],
        record_status="retired",
    )
    assert ask(store, NAMED)["lamps"][0] == "cut"
