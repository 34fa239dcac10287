"""Messages that change a stored record in passing, on real stores; those of lab/eval/changes.jsonl first."""

import json
from pathlib import Path

import pytest

from conftest import CONTENT
from memory_retrieval.core.categories import BY_KEY
from memory_retrieval.save.writable import existing_store
from memory_retrieval.transcript.values import Event
from memory_retrieval.triage.changed import find_changes
from memory_retrieval.triage.numerals import numbers

from .conversation import agent, edit, joined, user

CASES = Path(__file__).resolve().parents[3] / "lab" / "eval" / "changes.jsonl"
LINES = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]
LABELLED = [line for line in LINES if "said" in line]
TITLE = "Sessions are kept for 30 days"
SAID = "thirty days is too short, the auditors want a quarter. make it ninety"
PATH = ".claude/memory/decisions/keep.json"


def fill(project, name):
    """Writes the records of a store of the file; returns the store."""
    for line in LINES:
        if line.get("store") == name and "records" in line:
            for record in line["records"]:
                main = BY_KEY[record["category"]].says[0]
                content = {**CONTENT[record["category"]], main: record["text"]}
                project.write(record["category"], record["id"], record["title"], content=content)
    return existing_store(root=str(project.root))


def events_of(said):
    """The events of a case: [role, text], or ["edit", file, old, new]."""
    for kind, *texts in said:
        if kind == "edit":
            yield from [Event("use", " ".join(texts), "Edit", texts[0]), Event("result", "updated")]
        else:
            yield from user(texts[0]) if kind == "user" else agent(texts[0])


def ids(events, store, shown=(), seen=()):
    given = [path for path in (entry.path for entry in store.entries()) if Path(path).stem in shown]
    return [change.concerns[0] for change in find_changes(events, seen, given, store, 5.0)]


@pytest.mark.parametrize("name", sorted({case["store"] for case in LABELLED}))
def test_what_changes_nothing_is_no_finding_and_no_finding_names_another_record(project, name):
    store = fill(project, name)
    for case in LABELLED:
        if case["store"] == name:
            assert set(ids(list(events_of(case["said"])), store, case["shown"])) <= {case["changes"]}, case


def test_most_labelled_changes_are_found(make_project):
    stores = {name: fill(make_project(name), name) for name in {case["store"] for case in LABELLED}}
    changes = [case for case in LABELLED if case["changes"]]
    found = [case for case in changes if ids(list(events_of(case["said"])), stores[case["store"]], case["shown"])]
    assert len(found) >= 0.6 * len(changes)


@pytest.fixture
def store(project):
    project.write("decision", "keep", TITLE, content={"decision": "Older rows are deleted after 30 days."})
    project.write("decision", "queue", "Mails are sent by a queue in Redis")
    return existing_store(root=str(project.root))


@pytest.mark.parametrize(
    "said",
    [
        user("are ninety days allowed for sessions, instead of thirty days?"),
        user("just this once keep the sessions for ninety days instead of thirty days"),
        user('the old wiki says "sessions are kept for 90 days, no longer for 30 days", ignore it'),
        joined(user(SAID), agent("Done."), user("no wait, put that back, 30 was right")),
        user("sessions are kept for thirty days"),
        agent(SAID),
        [],
    ],
    ids="question, once only, quotation, taken back, the value that it has, of the agent, nothing".split(", "),
)
def test_nothing_is_found_in(store, said):
    assert ids(said, store, ["keep"]) == []


def test_a_change_names_its_record_and_quotes_the_sentence_without_secrets(store):
    said = joined(user(SAID + " (hunter2)"), edit(), agent("Now they are kept for 90 days."))
    (change,) = find_changes(said, (), [PATH], store, 5.0, lambda text: text.replace("hunter2", "[REDACTED]"))
    assert (change.category, change.concerns) == ("decision", ("keep", TITLE))
    assert change.quote == "make it ninety ([REDACTED])" and 0.5 < change.score < 1


def test_a_message_seen_before_is_not_judged_again(store):
    said = user(SAID)
    assert ids(said, store, ["keep"]) == ["keep"] and ids(said, store, ["keep"], [said[0].digest]) == []


@pytest.mark.parametrize("state", [{"record_status": "retired"}, {"content": {"status": "superseded"}}], ids=str)
def test_what_holds_no_more_cannot_change(project, store, state):
    project.write("decision", "keep", TITLE, **state)
    assert ids(user(SAID), store, ["keep"]) == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("30 days", 30),
        ("thirty days", 30),
        ("fünfundzwanzig Stück", 25),
        ("vingt minutes", 20),
        ("30日", 30),
        ("7일은", 7),
        ("３０分", 30),
        ("on Thursdays", -4),
        ("am Donnerstag", -4),
        ("목요일에", -4),
        ("um vier Uhr", 4),
    ],
)
def test_a_number_is_read_in_digits_and_in_words(text, value):
    assert [number for number, _ in numbers(text)] == [value]


@pytest.mark.parametrize("text", ["", "no number", "many"])
def test_other_text_has_no_number(text):
    assert numbers(text) == []
