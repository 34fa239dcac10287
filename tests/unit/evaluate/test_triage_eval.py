"""How findings are counted against labels."""

import json

import pytest
from triage_eval import Count, evaluate, heard, main, report

from memory_retrieval.core.model import CATEGORIES


def line(kind, content):
    return {"type": kind, "message": {"role": kind, "content": content}}


DECIDED = [
    line("user", "where do the jobs go"),
    line(
        "assistant", [{"type": "tool_use", "name": "Bash", "input": {"command": "ls"}}]
    ),
    line(
        "assistant",
        "Either a table in Postgres or a queue in Redis. Redis is another server to run.",
    ),
    line(
        "user",
        "let's take the table in postgres, because nobody here wants to look after another server",
    ),
]
IDLE = [line("user", "hello"), line("assistant", "Hello.")]


@pytest.fixture
def labelled(tmp_path):
    """labelled((lines, expected, acceptable), ...) -> the folder of those sessions."""

    def write(*sessions):
        labels = []
        for number, (lines, expected, acceptable) in enumerate(sessions):
            (tmp_path / f"{number}.jsonl").write_text(
                "\n".join(json.dumps(entry) for entry in lines)
            )
            labels.append(
                {
                    "file": f"{number}.jsonl",
                    "expected": expected,
                    "acceptable": acceptable,
                }
            )
        (tmp_path / "labels.jsonl").write_text(
            "\n".join(json.dumps(label) for label in labels)
        )
        return tmp_path

    return write


def test_a_finding_is_right_wrong_or_missed_by_its_label(labelled):
    folder = labelled(
        (DECIDED, ["decision"], []), (DECIDED, [], []), (IDLE, ["decision"], [])
    )
    scores = evaluate([folder])
    assert scores.counts["decision"] == Count(right=1, wrong=1, missed=1)
    assert scores.errors == [
        f"{folder.name}/1.jsonl: wrong decision",
        f"{folder.name}/2.jsonl: missed decision",
    ]


def test_an_acceptable_category_counts_neither_way(labelled):
    scores = evaluate([labelled((DECIDED, [], ["decision"]), (IDLE, [], ["decision"]))])
    assert scores.total == Count() and scores.quiet_rate == 1.0


def test_a_session_with_nothing_expected_is_quiet_when_nothing_wrong_is_found(labelled):
    scores = evaluate([labelled((DECIDED, [], []), (IDLE, [], []))])
    assert (scores.empty, scores.quiet, scores.quiet_rate) == (2, 1, 0.5)


def test_without_findings_or_expectations_nothing_is_wrong():
    assert Count().precision == Count().recall == 1.0


def test_the_table_has_a_row_for_each_category_and_all_together(labelled):
    lines = report(evaluate([labelled((DECIDED, ["decision"], []))])).split("\n")
    assert [line.split()[0] for line in lines[1:-2]] == [*CATEGORIES]
    assert lines[-2].startswith("all (micro)") and "quiet on 0 of 0" in lines[-1]


def test_a_folder_without_labels_is_a_usage_error(tmp_path, capsys):
    assert main([str(tmp_path)]) == 2 and main([]) == 2
    assert "labels.jsonl" in capsys.readouterr().err


def test_what_is_heard_of_a_file_of_messages_is_counted_by_writer_and_label(tmp_path):
    choice = "We decided to keep the jobs in Postgres because Redis is another server."
    order = "run the tests again please"
    said = [("x", "states", choice), ("x", "other", order), ("y", "states", order)]
    rows = [dict(zip(("writer", "label", "text"), row, strict=True)) for row in said]
    path = tmp_path / "messages.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)))
    assert heard(path) == {
        ("x", "other"): (0, 1),
        ("x", "states"): (1, 1),
        ("y", "states"): (0, 1),
    }
