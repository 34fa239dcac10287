"""What a session has been given: small private files that may be lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_retrieval.state.session import Session, Shown

DAY = 86_400


def keep(name="s", root="/p", **given):
    """Gives a session something in one process."""
    shown = Shown(name, root)
    for key, value in given.items():
        setattr(shown, key, value)
    shown.store()
    return shown


def test_sessions_and_projects_are_kept_apart():
    keep(injected={"a.json": "d"})
    assert Shown("s", "/p").injected == {"a.json": "d"}
    for other in (("t", "/p"), ("s", "/q"), ("", "/p"), ("s/p", "")):
        assert Shown(*other).injected == {}


@given(st.text(min_size=1, max_size=30), st.text(max_size=30))
def test_no_name_of_a_session_leaves_the_state_folder(name, root):
    shown = keep(name, root, injected={"a": "b"})
    assert Shown(name, root).injected == {"a": "b"}
    shown.forget()
    shown.store()
    assert Shown(name, root).injected == {}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "5",
        '{"injected": []}',
        '{"injected": {"a": 1}}',
        "\x00" * 50,
        "x" * 300_000,
    ],
)
def test_a_damaged_file_is_as_none(home, text):
    keep(injected={"a": "b"})
    (path,) = (home / "xdg-state" / "memory-retrieval" / "sessions").iterdir()
    path.write_text(text)
    assert Shown("s", "/p").injected == {}


def test_nothing_is_written_of_a_session_that_was_given_nothing(home):
    keep()
    assert not (home / "xdg-state" / "memory-retrieval" / "sessions").exists()


def test_a_reading_counts_once_in_a_session_and_outlasts_a_compaction():
    shown = Shown("s", "/p")
    assert shown.note_read(["a", "b"]) == ["a", "b"]
    shown.forget()
    shown.store()
    shown = Shown("s", "/p")
    assert shown.note_read(["a", "c"]) == ["c"]
    assert Shown("t", "/p").note_read(["a"]) == ["a"]


@pytest.mark.parametrize(
    ("key", "value", "nothing"),
    [
        ("injected", {"a": "d"}, {}),
        ("brief", {"a": "line"}, {}),
        ("brief_whole", True, None),
        ("brief_whole", False, None),
        ("brief_due", True, False),
        ("listed", ["a"], []),
    ],
)
def test_what_a_session_was_given_is_known_until_its_context_is_lost(
    key, value, nothing
):
    keep(**{key: value, "read": ["r"]})
    shown = Shown("s", "/p")
    assert (getattr(shown, key), shown.read) == (value, ["r"])
    shown.forget()
    shown.store()
    shown = Shown("s", "/p")
    assert (getattr(shown, key), shown.read) == (nothing, ["r"])


def test_a_part_of_a_session_is_read_once(project, home):
    project.fill(2)
    opened = Session(str(project.root), "s")
    assert opened.config is opened.config and opened.base == str(project.root)
    keep(root=opened.base, injected={"a": "b"})
    assert opened.shown.injected == {"a": "b"}
    keep(root=opened.base, injected={})
    assert opened.shown.injected == {"a": "b"}
    with pytest.raises(AttributeError):
        _ = opened.other
