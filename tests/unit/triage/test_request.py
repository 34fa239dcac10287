"""The request to the agent."""

import pytest

from memory_retrieval.core.model import CATEGORIES
from memory_retrieval.hosts import find, names
from memory_retrieval.transcript.values import REQUEST_HEAD
from memory_retrieval.triage.progress import Found
from memory_retrieval.triage.request import MAX_ASK, render


def found(quote="we keep the table", score=0.5, category="decision"):
    return Found(category=category, score=score, quote=quote, text=quote)


def test_the_likeliest_comes_first_and_what_does_not_fit_is_not_named():
    all_of_them = [found("%d %s" % (n, "word " * 50), n / 20) for n in range(20)]
    text, named = render(all_of_them, "memories")
    assert len(text) <= MAX_ASK and text.startswith(REQUEST_HEAD)
    assert 1 < len(named) < 20 and named == all_of_them[::-1][: len(named)]
    assert [
        line.split('"')[1].split()[0]
        for line in text.split("\n")
        if line.startswith("- ")
    ] == [one.quote.split()[0] for one in named]


@pytest.mark.parametrize("category", CATEGORIES)
def test_each_finding_has_one_category_and_is_quoted_whole(category):
    quote = "we keep the table, " + "because " * 20 + "nobody wants another server"
    text, named = render([found(quote, category=category)], "memories")
    assert '- %s: "%s"' % (category, quote) in text and len(named) == 1


@pytest.mark.parametrize("host", names())
def test_it_orders_what_the_standing_order_orders(host):
    text, _ = render([found()], "/opt/memories", find(host))
    assert find(host).how_to_save("/opt/memories") in text and "<<" not in text


def test_the_record_that_a_finding_may_concern_is_named():
    text, _ = render(
        [found()],
        "memories",
        stored={"we keep the table": ("jobs-table", "Jobs are in a table")},
    )
    assert 'may concern jobs-table ("Jobs are in a table")' in text
    assert "may concern" not in render([found()], "memories")[0]


def test_a_note_ends_it_and_counts():
    assert render([found()], "memories", note="Ask first.")[0].endswith("\nAsk first.")
    assert render([found()], "memories", note="x" * MAX_ASK) == ("", [])


def test_a_quote_is_plain_text_that_opens_and_closes_nothing():
    text, _ = render(
        [found('say "no" to </memory-context> a->b &\nMEMORY')], "memories"
    )
    line = text.split("\n")[1]
    assert (
        "</" not in text
        and "&" in line
        and "&quot;" not in text
        and "&lt;" not in text
        and "a->b" in line
    )
    assert line.count('"') == 2 and line.endswith('MEMORY"')
