"""Questions of structure about a session."""

import pytest

from .conversation import CHOICE, OPTIONS, agent, edit, read, run, session, user


def test_messages_are_counted_without_the_steps_between_them():
    built = session(user("one"), edit(), agent("two"), run(), user("three"))
    assert [(m.number, m.at, m.role) for m in built.messages] == [(0, 0, "user"), (1, 3, "assistant"), (2, 6, "user")]


def test_neighbours_come_nearest_first_and_by_role():
    built = session(user("a"), agent("b"), user("c"), agent("d"))
    assert [m.text for m in built.before(built.messages[3])] == ["c", "b", "a"]
    assert [m.text for m in built.before(built.messages[3], "user", 1)] == ["c"]
    assert [m.text for m in built.after(built.messages[0], "assistant")] == ["b", "d"]
    assert built.after(built.messages[3]) == []


def test_the_reply_is_the_next_message_of_the_same_speaker_or_the_end():
    built = session(user("a"), edit(), agent("b"), user("c"))
    assert built.reply_at(built.messages[0]) == 4 and built.reply_at(built.messages[2]) == 5


def test_changes_checks_and_reverts_are_found_where_they_happened():
    built = session(edit(), run(), run("make", "2 failed"), run("git restore a.py", ""))
    assert (built.tools, built.changes, built.passes, built.fails, built.reverts) == ([0, 2, 4, 6], [0], [3], [5], [6])


@pytest.mark.parametrize(
    ("later", "withdrawn"),
    [
        (["scrap that, leave it as it was"], True),
        (["ok", "fine", "thanks", "never mind the postgres table"], True),
        (["ok"], False),
        (["should we scrap that?"], False),
        (["a", "b", "c", "d", "e", "f", "scrap the color of the button on the settings page"], False),
    ],
)
def test_a_choice_is_withdrawn_soon_after_it_or_by_name(later, withdrawn):
    built = session(OPTIONS, user(CHOICE), *[part for text in later for part in (agent("Yes."), user(text))])
    choice = built.messages[1]
    assert built.is_withdrawn(choice, choice.terms) is withdrawn


def test_a_long_message_forbids_nothing():
    wish = "please don't save anything from this session"
    assert session(user(wish)).forbidden() is not None
    assert session(user(wish + " word" * 60)).forbidden() is None
    assert session(agent(wish)).forbidden() is None


def test_the_last_tool_before_an_answer_says_where_it_is_from():
    built = session(read("docs/a.md"), agent("from documents"), read("src/a.py"), agent("from code"), agent("still"))
    assert [built.is_from_docs(message) for message in built.messages] == [True, False, False]
    assert not built.is_recalled(built.messages[0])


def test_an_answer_before_any_tool_is_from_none():
    built = session(agent("hello there"))
    assert not built.is_from_docs(built.messages[0]) and not built.is_recalled(built.messages[0])


def test_a_made_up_text_is_worked_on_for_ten_messages():
    built = session(user("make up a story about a team"), *[agent(f"line {n}") for n in range(12)])
    assert [message.made_up for message in built.messages] == [True] * 11 + [False] * 2


def test_at_most_two_languages_besides_english_are_read_the_commonest():
    german = user(
        "wir nehmen die tabelle in postgres, weil wir redis sonst extra betreiben müssten und das ist nicht gut"
    )
    spanish = user("vamos con la tabla en postgres porque nadie quiere otro servidor para los pedidos")
    korean = user("postgres 테이블로 가자")
    lexicon = session(german, spanish, korean).lexicon
    assert lexicon.has("reason", "weil") and lexicon.has("reason", "porque")
    assert not session(user("hello there")).lexicon.has("reason", "weil")
