"""Plots as SVG text."""

import re

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from memory_retrieval_viewer import charts


def test_charts_escape_their_labels_and_describe_themselves():
    svg = str(charts.columns([("<a>", (1, 2)), ("b", (0, 0))], 'x"y', ("new", "old")))
    assert (
        "<a>" not in svg and "&lt;a&gt;" in svg and 'role="img"' in svg and "aria-label" in svg and "style=" not in svg
    )


def test_no_bars_are_still_a_plot_that_says_so():
    assert "nothing" in str(charts.columns([], "Growth", ("new",)))


def widths(svg):
    return [float(text) for text in re.findall(r'class="c\d" x="[\d.]+" y="0" width="([\d.]+)"', str(svg))]


def test_a_bar_is_as_long_as_its_share_and_a_small_one_is_still_seen():
    assert widths(charts.share([1, 1], 4, ["a", "b"])) == [charts.METER / 4] * 2
    assert widths(charts.share([1], 100_000, ["a"])) == [1.0]
    assert widths(charts.share([0], 4, ["a"])) == [] and "none" in str(charts.share([0], 4, ["a"]))


@pytest.mark.parametrize(("value", "wide"), [(-0.5, 0.0), (0.0, 0.0), (0.5, 0.5), (1.0, 1.0), (7.0, 1.0)])
def test_a_meter_stays_within_its_track(value, wide):
    assert widths(charts.meter(value))[0] == wide * charts.METER


def test_a_meter_below_its_mark_has_another_colour():
    assert 'class="c3"' in str(charts.meter(0.4, 0.5)) and 'class="c0"' in str(charts.meter(0.5, 0.5))


@pytest.mark.parametrize(("value", "colour", "x"), [(1.0, "c0", 60.0), (-1.0, "c2", 0.0), (-0.5, "c2", 30.0)])
def test_a_signed_value_leans_to_its_side(value, colour, x):
    assert f'class="{colour}" x="{x:.1f}"' in str(charts.leaning(value, 1.0))


def test_a_bar_of_nothing_but_zeros_has_no_length():
    assert 'width="0.0"' in str(charts.leaning(0.0, 0.0))
