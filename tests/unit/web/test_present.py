"""Ages, and what templates show."""

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from memory_retrieval.web import present

NOW = 1_800_000_000


@pytest.mark.parametrize(
    ("past", "shown"),
    [
        (0, "just now"),
        (59, "just now"),
        (60, "1 minute ago"),
        (7200, "2 hours ago"),
        (86_400, "1 day ago"),
        (8 * 86_400, "1 week ago"),
        (45 * 86_400, "1 month ago"),
        (800 * 86_400, "2 years ago"),
        (-7200, "in 2 hours"),
        (None, ""),
    ],
)
def test_ages_are_said_in_one_unit(past, shown):
    assert present.ago(None if past is None else NOW - past, NOW) == shown


def test_what_a_template_shows_is_escaped_and_visible():
    template = present.environment().from_string("{{ a }}|{{ b }}|{{ c }}")
    assert template.render(a="<b>\u202e\u200bx", b=None, c=3) == "&lt;b&gt;x||3"
