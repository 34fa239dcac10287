"""`memories review`: listed for an agent, asked about on a terminal."""

import pytest

import terminals
from memory_retrieval.upkeep.inbox import add_candidate


@pytest.fixture
def stale(project):
    project.write(
        "decision",
        "carts-in-cookies",
        "Carts live in cookies",
        related_files=["src/cart.py"],
    )
    project.write(
        "constraint",
        "code-freeze",
        "No releases in December",
        content={"expires": "2025-12-31"},
    )
    project.write("runbook", "holds", "The API is slow at night")
    return project


def on_terminal(project, answers, *args):
    """What the terminal shows of a review with these lines typed in."""
    return terminals.on_terminal(
        project.root, "review", *args, answers=answers, env={"NO_COLOR": "1"}
    )


@pytest.mark.parametrize(
    "args",
    [
        ("holds",),
        ("--keep",),
        ("--retire",),
        ("holds", "--keep", "--retire"),
        ("holds", "--keep", "--reason=x"),
    ],
)
def test_an_incomplete_order_changes_nothing(stale, run_main, args):
    before = stale.snapshot()
    assert run_main("review", *args, cwd=stale.root).code == 2
    assert stale.snapshot() == before


def test_an_unknown_id_is_an_error(stale, run_main):
    ran = run_main("review", "nothing-here", "--keep", cwd=stale.root)
    assert (ran.code, "no memory 'nothing-here'" in ran.err) == (1, True)


def test_listing_changes_nothing_and_gives_the_command_of_each_answer(stale, run_main):
    before = {path: path.read_bytes() for path in stale.store.rglob("*.json")}
    ran = run_main("review", "--format", "json", cwd=stale.root)
    assert [review["id"] for review in ran.json["reviews"]] == [
        "code-freeze",
        "carts-in-cookies",
    ]
    assert ran.json["reviews"][1]["reasons"] == [
        {"kind": "gone", "text": "It names src/cart.py, which does not exist."}
    ]
    assert ran.json["reviews"][0]["retire"] == "memories review code-freeze --retire"
    assert "2 memories to review" in run_main("review", cwd=stale.root).out
    assert {path: path.read_bytes() for path in stale.store.rglob("*.json")} == before


def test_a_limit_says_how_many_more_there_are(stale, run_main):
    ran = run_main("review", "--format", "json", "--limit", "1", cwd=stale.root)
    assert (ran.json["total"], ran.json["returned"]) == (2, 1)
    assert "and 1 more" in run_main("review", "--limit", "1", cwd=stale.root).out


def test_the_answers_work_without_a_terminal_and_by_the_beginning_of_an_id(
    stale, run_main
):
    assert (
        run_main("review", "carts", "--keep", "--format", "json", cwd=stale.root).json[
            "status"
        ]
        == "kept"
    )
    ran = run_main(
        "review",
        "code",
        "--retire",
        "--reason",
        "over",
        "--format",
        "json",
        cwd=stale.root,
    )
    assert (
        ran.json["status"],
        stale.stored("constraint", "code-freeze")["retired_reason"],
    ) == ("retired", "over")
    assert run_main("review", cwd=stale.root).out == "nothing to review\n"
    assert run_main("undo", cwd=stale.root).code == 0
    assert [
        r["id"]
        for r in run_main("review", "--format", "json", cwd=stale.root).json["reviews"]
    ] == ["code-freeze"]


def test_on_a_terminal_each_is_asked_about_with_its_place(stale, run_main):
    shown = on_terminal(stale, "x\nr\nk\n")
    assert (
        "1 of 2  [CONSTRAINT] No releases in December" in shown
        and "2 of 2  [DECISION] Carts live" in shown
    )
    assert "1 kept, 0 updated, 1 retired; 0 left" in shown
    assert stale.stored("constraint", "code-freeze")["record_status"] == "retired"
    assert run_main("review", cwd=stale.root).out == "nothing to review\n"


def test_skipping_and_quitting_leave_everything_as_it_is(stale):
    before = {path: path.read_bytes() for path in stale.store.rglob("*.json")}
    assert "0 kept, 0 updated, 0 retired; 2 left" in on_terminal(stale, "s\nq\n")
    assert {path: path.read_bytes() for path in stale.store.rglob("*.json")} == before


def test_the_inbox_comes_first_and_quitting_ends_the_review(stale, run_main):
    for sentence in ("prefer tabs over spaces", "deploys on Fridays are forbidden"):
        add_candidate(
            str(stale.root), "preference", [{"text": sentence, "pattern": "prefer"}]
        )
    assert (
        len(run_main("review", "--format", "json", cwd=stale.root).json["inbox"]) == 2
    )
    out = run_main("review", cwd=stale.root).out
    assert "2 waiting for you" in out and out.index("review accept") < out.index(
        "No releases in December"
    )
    shown = on_terminal(stale, "r\ns\nq\n")
    assert "1 of 2 waiting for you" in shown and "1 of 2  [CONSTRAINT]" in shown
    assert "2 of 2  [DECISION]" not in shown
    assert (
        len(run_main("inbox", "--format", "json", cwd=stale.root).json["candidates"])
        == 1
    )
    assert "[CONSTRAINT]" not in on_terminal(stale, "q\n")


def test_the_actions_of_the_inbox_answer_under_review_too(stale, run_main):
    ids = [
        add_candidate(
            str(stale.root),
            "preference",
            [{"text": text, "pattern": "prefer"}],
            {"title": text},
        )
        for text in ("prefer tabs over spaces", "prefer small pull requests")
    ]
    listed = [
        run_main(word, "list", "--format", "json", cwd=stale.root)
        for word in ("inbox", "review")
    ]
    assert listed[0].json == listed[1].json
    assert (
        run_main("review", "drop", ids[0], "--format", "json", cwd=stale.root).json[
            "status"
        ]
        == "removed"
    )
    assert (
        run_main("review", "accept", ids[1], "--incomplete", cwd=stale.root).code == 0
    )
    assert (
        "no memory 'accept'"
        in run_main("review", "accept", "--keep", cwd=stale.root).err
    )
