"""The text of a batch of aliases: both forms, and every fault in it at once."""

import json

import pytest

from memory_retrieval.core.errors import RecordError
from memory_retrieval.save.aliases import MAX_BATCH, AliasChange, parse

QUEUES = AliasChange(id="queues", add=["background jobs"])
DATES = AliasChange(id="dates", add=["when", "what day"])


@pytest.mark.parametrize(
    ("text", "location"),
    [
        ("", "input"),
        (" \n", "input"),
        ("x" * (MAX_BATCH + 1), "input"),
        ('{"queues": "background jobs"}', "queues"),
        ('{"queues": [1]}', "queues"),
        ("[]", "line 1"),
        ("nonsense", "line 1"),
        ('{"id": "queues"}', "line 1"),
        ('{"id": "queues", "aliases": "x"}', "line 1"),
        ('{"id": "queues", "aliases": [], "colour": "red"}', "line 1"),
    ],
)
def test_what_is_no_batch_is_refused_where_it_is_wrong(text, location):
    with pytest.raises(RecordError) as raised:
        parse(text)
    assert [problem.location for problem in raised.value.problems] == [location]


def test_every_wrong_line_is_named():
    with pytest.raises(RecordError) as raised:
        parse('{"id": 1}\n\n{"id": "a", "aliases": ["b"]}\nnonsense\n{"id": "c"}')
    assert [problem.location for problem in raised.value.problems] == ["line 1", "line 4", "line 5"]


def test_an_object_of_ids_is_a_batch():
    assert parse('{"queues": ["background jobs"],\n "dates": ["when", "what day"]}') == [QUEUES, DATES]


def test_json_lines_are_a_batch():
    lines = [{"id": change.id, "aliases": list(change.add)} for change in (QUEUES, DATES)]
    assert parse("\n".join(map(json.dumps, lines)) + "\n") == [QUEUES, DATES]
    assert parse(json.dumps(lines[0])) == [QUEUES]


def test_a_listed_record_with_aliases_added_to_it_is_a_line():
    listed = {"id": "queues", "category": "decision", "title": "Q", "path": "q.json", "aliases": ["background jobs"]}
    assert parse(json.dumps(listed)) == [QUEUES]


def test_an_id_may_be_the_word_id():
    assert parse('{"id": ["x"]}') == [AliasChange(id="id", add=["x"])]
