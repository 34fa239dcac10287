"""Which records may be out of date, and what is remembered of the answers."""

import json
import os
import time
from pathlib import Path

import pytest

from memory_retrieval.core import clock
from memory_retrieval.upkeep.review import find_reviews, keep, retire

NOW = clock.parse_time("2026-11-15T12:00:00Z")
LONG_AGO, YESTERDAY = "2026-01-01T08:00:00Z", "2026-11-14T08:00:00Z"


@pytest.fixture(autouse=True)
def fixed(monkeypatch):
    monkeypatch.setenv("MEMORIES_NOW", "2026-11-15T12:00:00Z")


def reviews(project, **options):
    found = find_reviews(project.place.target, **options)
    return {
        review.entry.id: [reason.kind for reason in review.reasons] for review in found
    }


def say(project, id):
    found = find_reviews(project.place.target)
    return [
        reason.text
        for review in found
        if review.entry.id == id
        for reason in review.reasons
    ]


def prompts(project, number, injected=()):
    """Writes the ledger of `number` prompts of today."""
    folder = Path(os.environ["XDG_STATE_HOME"]) / "memory-retrieval" / "ledger"
    folder.mkdir(parents=True, exist_ok=True)
    line = {
        "at": NOW,
        "root": str(project.root),
        "injected": [[path, 0.9] for path in injected],
    }
    name = time.strftime("%Y-%m-%d", time.gmtime(NOW)) + ".jsonl"
    (folder / name).write_text((json.dumps(line) + "\n") * number)


@pytest.mark.parametrize(
    ("category", "fields"),
    [
        ("decision", {}),
        ("constraint", {"content": {"expires": "2027-01-01"}}),
        ("constraint", {"content": {"expires": "2026-01-01", "active": False}}),
        ("constraint", {"content": {"expires": "when we move"}}),
        (
            "decision",
            {
                "related_files": [
                    "src/a.py",
                    "src/a.py:12",
                    "src/",
                    "src/*.go",
                    "../other/b.py",
                ]
            },
        ),
        ("session_summary", {"updated_at": YESTERDAY}),
        ("decision", {"related_files": ["src/gone.py"], "record_status": "retired"}),
        ("decision", {"related_files": ["src/gone.py"], "superseded_by": "other"}),
    ],
)
def test_what_holds_is_not_asked_about(project, category, fields):
    (project.root / "src").mkdir()
    (project.root / "src" / "a.py").write_text("a\n")
    project.write(category, "one", **fields)
    prompts(project, 199)
    assert reviews(project) == {}


def test_each_reason_is_one_sentence(project):
    project.write("constraint", "frozen", content={"expires": "2026-06-30"})
    project.write(
        "decision",
        "moved",
        "Carts live in cookies",
        related_files=["src/cart.py", "src/till.py"],
    )
    project.write("session_summary", "old-work", updated_at=LONG_AGO)
    assert say(project, "frozen") == ["It applied until 2026-06-30."]
    assert say(project, "moved") == [
        "It names src/cart.py, src/till.py, which do not exist."
    ]
    assert say(project, "old-work")[0].startswith(
        "It was last changed on 2026-01-01; it is not injected after 90 days"
    )


def test_a_memory_that_no_prompt_needed_is_asked_about_after_enough_of_them(project):
    project.write("decision", "unread")
    project.write("preference", "a-rule")
    prompts(project, 200)
    assert reviews(project) == {"unread": ["unused"]}


@pytest.mark.parametrize("count", ["shown", "used"])
def test_a_memory_that_was_ever_given_or_read_is_not(project, count):
    from memory_retrieval.state import usage

    path = str(project.write("decision", "read").relative_to(project.root))
    prompts(project, 200)
    usage.note(str(project.root), **{"shown": [], "used": [], count: [path]})
    assert reviews(project) == {}


@pytest.fixture
def conflict(project):
    project.write(
        "preference",
        "tabs",
        content={"topic": "indent", "value": "tabs"},
        updated_at=LONG_AGO,
    )
    project.write(
        "preference",
        "spaces",
        content={"topic": "indent", "value": "spaces"},
        updated_at=YESTERDAY,
    )
    return project


def test_of_a_conflict_the_older_record_is_asked_about(conflict):
    assert reviews(conflict) == {"tabs": ["conflict"]}
    assert say(conflict, "tabs") == [
        "The newer spaces (spaces) says something different on the same topic."
    ]


def test_keeping_both_of_a_conflict_is_remembered_in_the_newer_record(conflict):
    keep(conflict.place, "tabs")
    assert json.loads(conflict.path("preference", "spaces").read_text())[
        "holds_with"
    ] == ["tabs"]
    assert reviews(conflict) == {}


def test_retiring_in_a_conflict_supersedes_by_the_newer_record(conflict):
    assert retire(conflict.place, "tabs").status == "resolved"
    assert (
        json.loads(conflict.path("preference", "tabs").read_text())["superseded_by"]
        == "spaces"
    )


def test_retiring_keeps_the_file_and_says_why(project):
    path = project.write("decision", "moved", related_files=["src/cart.py"])
    retire(project.place, "mov")
    record = json.loads(path.read_text())
    assert (record["record_status"], record["retired_reason"]) == (
        "retired",
        "It names src/cart.py, which does not exist.",
    )


def test_what_was_kept_comes_up_again_when_another_file_goes(project):
    (project.root / "b.py").write_text("b\n")
    path = project.write("decision", "moved", related_files=["a.py", "b.py"])
    before = path.read_bytes()
    keep(project.place, "moved")
    assert (reviews(project), path.read_bytes()) == ({}, before)
    assert reviews(project, kept=True) == {"moved": ["gone"]}
    (project.root / "b.py").unlink()
    assert reviews(project) == {"moved": ["gone"]}


def test_damaged_state_asks_again(project):
    project.write("decision", "moved", related_files=["a.py"])
    keep(project.place, "moved")
    (file,) = (
        Path(os.environ["XDG_STATE_HOME"]) / "memory-retrieval" / "reviewed"
    ).iterdir()
    for text in (
        "{",
        "[]",
        '{"kept": [1]}',
        '{"kept": {".claude/memory/decisions/moved.json": {"at": "x"}}}',
    ):
        file.write_text(text)
        assert reviews(project) == {"moved": ["gone"]}
