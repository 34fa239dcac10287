"""Plots as SVG text."""

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from memory_retrieval.web import charts


def test_charts_escape_their_labels_and_describe_themselves():
    svg = str(charts.columns([("<a>", (1, 2)), ("b", (0, 0))], 'x"y', ("new", "old")))
    assert (
        "<a>" not in svg and "&lt;a&gt;" in svg and 'role="img"' in svg and "aria-label" in svg and "style=" not in svg
    )
