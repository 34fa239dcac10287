"""Ages, and what templates show."""

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from memory_retrieval_viewer import present

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
    template = present.templates().from_string("{{ a }}|{{ b }}|{{ c }}")
    assert template.render(a="<b>\u202e\u200bx", b=None, c=3) == "&lt;b&gt;x||3"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (1_800_000_000, "2027-01-15 08:00 UTC"),
        ("2026-11-21T14:05:00Z", "2026-11-21 14:05 UTC"),
        ("2026-11-21", "2026-11-21 00:00 UTC"),
        ("last spring", "last spring"),
        (None, ""),
        ({}, ""),
    ],
)
def test_a_moment_is_in_utc_and_other_text_is_left_alone(value, shown):
    assert present.moment(value) == shown


def test_text_between_backticks_is_code_and_everything_is_escaped():
    assert present.code("run `a <b>` & go") == "run <code>a &lt;b&gt;</code> &amp; go"
    assert present.code("an odd ` backtick <b>") == "an odd ` backtick &lt;b&gt;"
    assert present.code("`<script>`") == "<code>&lt;script&gt;</code>"


def test_words_that_were_found_are_marked_by_their_beginning_and_nothing_is_unescaped():
    marked = present.code("Conflicts <of> `conflict` and a reconflict", ["conflict"])
    assert marked == (
        "<mark>Conflicts</mark> &lt;of&gt; <code><mark>conflict</mark></code>"
        " and a reconflict"
    )
    assert present.code("a (b", ["(", "<"]) == "a (b"


def test_a_document_is_taken_apart_into_what_a_page_shows():
    text = (
        "# One\nSays so.\n\n- a\n- b\n\n### Deep\n\n```sh\n# no heading\n\nls\n```\nEnd"
    )
    assert present.blocks(text) == [
        ("h2", "One"),
        ("p", "Says so."),
        ("li", "a"),
        ("li", "b"),
        ("h3", "Deep"),
        ("pre", "# no heading\n\nls"),
        ("p", "End"),
    ]


def test_numbers_have_their_word():
    assert present.counted(1, "memory", "memories") == "1 memory"
    assert present.counted(1200, "memory", "memories") == "1,200 memories"
    assert present.counted(0, "row") == "0 rows"


def test_names_of_fields_and_categories_read_as_headings():
    assert present.label("content.root_cause") == "Root cause"
    assert (
        present.kind_name("tech_debt") == "Tech debt"
        and present.kind_name("own_kind") == "Own kind"
    )


@pytest.mark.parametrize("key", ["project/a b", "x/ä?#&", "a/..%2f"])
def test_a_key_in_an_address_is_one_path(key):
    quoted = present.address(key)
    assert not set(quoted) & set(" ?#&\"'<>") and quoted.count("/") == key.count("/")
