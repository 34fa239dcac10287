"""The best of past sessions: once each, the newest wording, nothing that was changed later."""

import pytest

from memory_retrieval.importers.best import FEWEST, MOST, Statement, best

FILL = [
    "the %s is %s%s" % (part, state, n)
    for part in ("roof", "door")
    for state in ("old", "wet")
    for n in range(8)
]


def say(text, at, score=0.9, **more):
    given = {
        "by_user": True,
        "asks": False,
        "withdraws": False,
        "category": "preference",
        **more,
    }
    return Statement(
        text=text, whole=text, when=at, at=0, score=score, threshold=0.4, **given
    )


def chosen(*said):
    chatter = [say(text, 1000 + n, score=0.01) for n, text in enumerate(FILL)]
    return [statement.text for statement in best([*said, *chatter])]


@pytest.mark.parametrize("score", [0.0, 0.1])
def test_sessions_with_nothing_to_keep_have_no_candidates(score):
    assert (
        chosen(*[say("colour %d of the list" % n, n, score) for n in range(30)]) == []
    )


SQUASH = "push pull requests as one squashed commit"


def test_what_is_said_twice_is_one_candidate_in_the_newest_wording():
    again = "one squashed commit for pull requests, as always"
    assert chosen(say(SQUASH, 1), say(again, 2)) == [again]


def test_the_agent_repeating_a_rule_does_not_replace_it():
    assert chosen(
        say(SQUASH, 1),
        say("I push pull requests as one squashed commit", 2, 0.95, by_user=False),
    ) == [SQUASH]


@pytest.mark.parametrize("score", [0.05, 0.95])
def test_a_later_change_takes_the_place_of_what_it_changes(score):
    change = "no more squashed pull requests, keep the tidy ones"
    assert chosen(say(SQUASH, 1), say(change, 2, score)) == [change]


@pytest.mark.parametrize(
    "later",
    [
        say("no squashed commit for pull requests please", 2, 0.05, withdraws=True),
        say("forget the squashed commit for pull requests", 2, 0.05),
    ],
)
def test_what_is_taken_back_in_a_later_session_is_left_out_and_so_is_taking_it_back(
    later,
):
    assert chosen(say(SQUASH, 1), later) == []


@pytest.mark.parametrize(
    "later",
    [
        say(
            "do we still push pull requests as one squashed commit now?",
            2,
            0.01,
            asks=True,
        ),
        say("commit the roof plans now", 2, 0.01),
        say("squashed pull requests, no more of them", 0, 0.01),
    ],
    ids=["a question", "another matter", "said before"],
)
def test_only_a_later_statement_on_the_same_matter_changes_something(later):
    assert SQUASH in chosen(say(SQUASH, 1), later)


def test_there_are_at_most_twenty_and_what_hardly_reaches_a_threshold_fills_up_to_ten():
    nouns = [a + b for a in "abcdef" for b in "ghijkl"]
    sure = [say("keep %s1 above %s2" % (n, n), 1) for n in nouns]
    unsure = [say("keep %s1 above %s2" % (n, n), 1, 0.3) for n in nouns]
    assert len(chosen(*sure)) == MOST
    assert len(chosen(*sure[:3], *unsure[3:])) == FEWEST
