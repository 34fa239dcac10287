"""Secrets are removed before text is cut: what a cut leaves of a secret has no form any more."""

import pytest

from memory_retrieval.redact.redact import REACH, redact_and_cut, shortened
from memory_retrieval.save.failures import keep_traceback
from memory_retrieval.triage.left_off import MAX_TEXT, left_off

SECRET = "gh" + "p_aB3dE5fG7hJ9kL2mN4pQ6rS8tU1vW3xY5zA7"


def leaks(text):
    """Whether eight characters of the secret in a row are left."""
    return any(SECRET[at : at + 8] in text for at in range(4, len(SECRET) - 8))


def before(limit, kept=36):
    """Text with the secret so that a cut at `limit` leaves `kept` characters of it."""
    words = "rotate it for us " * (limit // 17 + 1)
    return words[: limit - kept - 1] + " " + SECRET + " and then some more words"


@pytest.mark.parametrize("kept", [5, 20, 36, 39])
@pytest.mark.parametrize("limit", [80, 300, 2000, REACH])
def test_a_secret_at_the_border_leaves_nothing(limit, kept):
    assert leaks(before(limit, kept)[:limit]) == (kept > 12)
    assert not leaks(shortened(before(limit, kept), limit))


@pytest.mark.parametrize("kept", [20, 36])
def test_a_text_that_was_cut_before_leaves_nothing(kept):
    text = (("key " + SECRET + " ") * 1000)[
        : 300 + REACH
    ]  # removal makes it shorter than the limit
    clean, secrets = redact_and_cut(text, 300)
    assert not leaks(clean) and secrets
    assert not leaks(shortened(before(300 + REACH, kept)[: 300 + REACH], 300))


def test_the_draft_of_where_a_session_stopped_leaves_nothing(tmp_path):
    from memory_retrieval.transcript.values import ASSISTANT, USE, USER, Event

    events = [
        Event(USER, before(MAX_TEXT)),
        Event(USE, "edit", "Edit", str(tmp_path / "a.py")),
        Event(USE, before(80).replace("rotate it", "pytest -q"), "Bash"),
        Event(ASSISTANT, before(MAX_TEXT)),
    ]
    draft = left_off(events, str(tmp_path), {}, lambda text: shortened(text, REACH))
    assert draft["goal"] and not leaks(str(draft))


def test_a_traceback_is_kept_without_secrets(home):
    try:
        raise ValueError("cannot read " + SECRET)
    except ValueError:
        text, path = keep_traceback("now", "save")
    with open(path) as file:
        assert not leaks(text) and not leaks(file.read())
