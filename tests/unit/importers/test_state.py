"""What a document says of its state reaches the fields that the schema has for it, and no state is guessed."""

import json

import pytest

from memory_retrieval.importers import adr, documents, records
from memory_retrieval.importers.run import bring_in

DECISION = "# %s\n\n## Status\n\n%s\n\n## Context\n\nA.\n\n## Decision\n\nB.\n"


@pytest.fixture
def bring(project):
    def run(path):
        given = [("adr", item) for item in adr.read_adr(str(path))]
        return bring_in(project.place, given, dry_run=False, progress=lambda origin: None)

    return run


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ("Accepted", "accepted"),
        ("", "accepted"),
        ("In force since May", "accepted"),
        ("Approved on 2024-01-02", "accepted"),
        ("Accepted, supersedes the deprecated ADR 1", "accepted"),
        ("Partially superseded by 9", "accepted"),
        ("{proposed | rejected | accepted | deprecated | superseded by ADR-0123}", "accepted"),
        ("2023-01-01: proposed\n2023-02-01: accepted", "accepted"),
        ("~~Proposed~~ Accepted", "accepted"),
        ("Proposed", "proposed"),
        ("Draft", "proposed"),
        ("Rejected", "deprecated"),
        ("Deprecated (was accepted)", "deprecated"),
        ("Accepted, later deprecated", "deprecated"),
        ("Obsolete", "deprecated"),
        ("Superseded by 9", "superseded"),
        ("Accepted\n\nSuperceded by [9. Later](0009-later.md)", "superseded"),
        ("~~Accepted~~\nReplaced by ADR-0009", "superseded"),
    ],
)
def test_the_status_of_a_decision_is_what_its_document_says(write, said, status):
    [item] = adr.read_adr(write("0007-a.md", DECISION % ("7. Queues", said)))
    assert item.record["content"]["status"] == status


@pytest.mark.parametrize(
    "said",
    [
        "Superseded by 5",
        "superseded by ADR 5",
        "Superseded by ADR-0005 on 2024-01-02",
        "Superseded by [ADR-0005](./0005-use-rest.md)",
        "Accepted\n\nSuperceded by [5. Use REST](0005-use-rest.md)",
        "Replaced by #5.",
        'Superseded by "Use REST"',
    ],
)
@pytest.mark.parametrize("where", ["before", "with", "after"])
def test_a_replaced_decision_names_the_record_of_its_successor_whenever_that_comes(project, write, bring, said, where):
    old = ("docs/0002-use-sftp.md", DECISION % ("2. Use SFTP", said))
    new = ("docs/0005-use-rest.md", DECISION % ("5. Use REST", "Accepted"))
    one = ("docs/0001-other.md", DECISION % ("1. Other", "Accepted"))
    for name, text in {"with": [new, old, one], "after": [old, one]}.get(where, [new, one]):
        path = write(name, text)
    bring(path.rsplit("/", 1)[0])
    for name, text in (new, old):
        path = write(name, text)
    bring(path.rsplit("/", 1)[0])
    kept = json.loads(project.path("decision", "use-sftp").read_text())
    assert kept["content"]["status"] == "superseded"
    assert kept.get("superseded_by") == "use-rest"
    assert json.loads(project.path("decision", "other").read_text()).get("superseded_by") is None


def test_a_row_of_decisions_that_replace_each_other_is_linked_at_both_ends(project, write, bring):
    for number in (1, 2, 3, 4):
        said = "Superseded by %d" % (number + 1) if number % 2 else "Accepted\n\nSuperseded by %d" % (number + 1)
        path = write("docs/%04d.md" % number, DECISION % ("%d. Way %d" % (number, number), said))
    bring(path.rsplit("/", 1)[0])
    links = [json.loads(project.path("decision", f"way-{n}").read_text()) for n in (1, 2, 3, 4)]
    assert [r.get("superseded_by") for r in links] == ["way-2", "way-3", "way-4", None]
    assert [r.get("supersedes") for r in links] == [None, ["way-1"], ["way-2"], ["way-3"]]


def test_decisions_that_name_each_other_make_no_circle(write, tmp_path):
    (
        write("docs/1.md", DECISION % ("1. A", "Superseded by 2")),
        write("docs/2.md", DECISION % ("2. B", "Superseded by 1")),
    )
    items = list(adr.read_adr(str(tmp_path / "docs")))
    assert sorted(str(item.record.get("superseded_by")) for item in items) == ["None", "b"]


@pytest.mark.parametrize(
    ("category", "fields", "expected"),
    [
        ("tech_debt", {"done": True}, {"status": "resolved"}),
        ("tech_debt", {"status": "Closed"}, {"status": "resolved"}),
        ("tech_debt", {"status": "won't fix"}, {"status": "wont_fix"}),
        ("tech_debt", {"content": {"status": "todo", "priority": "low"}}, {"status": "open", "priority": "low"}),
        ("constraint", {"obsolete": True}, {"active": False}),
        ("constraint", {"state": "inactive"}, {"active": False}),
        ("decision", {"deprecated": True}, {"status": "deprecated"}),
        ("decision", {"status": "rejected"}, {"status": "deprecated"}),
        ("decision", {"status": "proposed"}, {"status": "proposed"}),
        ("preference", {"obsolete": True}, "archived"),
        ("runbook", {"status": "retired"}, "archived"),
        ("tech_debt", {"done": False}, None),
        ("constraint", {"status": "implemented"}, None),
        ("runbook", {"status": "done"}, None),
    ],
)
def test_the_state_of_a_line_of_another_program_is_kept(write, category, fields, expected):
    line = {"category": category, "title": "T", **fields}
    [item] = records.read_jsonl(write("a.jsonl", json.dumps(line) + "\n"))
    got = item.record.get("record_status") if isinstance(expected, str) else item.record.get("content")
    assert got == expected
    assert not {"done", "obsolete", "deprecated", "state"} & set(item.record)


def test_what_an_export_wrote_is_left_as_it_is(write):
    record = {
        "schema_version": "1.1",
        "category": "decision",
        "record_status": "retired",
        "content": {"status": "accepted"},
    }
    [item] = records.read_jsonl(write("a.jsonl", json.dumps(record) + "\n"))
    assert item.record == record


@pytest.mark.parametrize(
    ("rule", "content"),
    [
        ("- [x] Pollen import is a workaround for now", {"status": "resolved"}),
        ("- [ ] Pollen import is a workaround for now", None),
    ],
)
def test_a_ticked_debt_is_paid(write, rule, content):
    [item] = documents.read_rules(write("CLAUDE.md", "# Rules\n\n" + rule + "\n"))
    assert (item.record.get("content"), item.texts) == (content, ("Pollen import is a workaround for now",))


def test_what_is_struck_out_is_no_rule(write):
    text = "# Rules\n\n- ~~Use jQuery for all pages~~\n- Indent with ~~tabs~~ four spaces\n"
    items = documents.read_rules(write("CLAUDE.md", text))
    assert [item.texts for item in items] == [("Indent with four spaces",)]


@pytest.mark.parametrize(
    ("field", "status"), [("status: obsolete", "archived"), ("archived: true", "archived"), ("a: b", None)]
)
def test_the_state_of_a_note_is_in_its_front_matter(write, field, status):
    [item] = documents.read_notes(write("a.md", "---\ntype: preference\n%s\n---\nTabs, never spaces.\n" % field))
    assert item.record.get("record_status") == status
