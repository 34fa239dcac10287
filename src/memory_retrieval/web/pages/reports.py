"""Kept runs of `memories eval`: a table of figures, and the page of each."""

from __future__ import annotations

import base64
import hashlib
import re
from typing import Any

from starlette.responses import HTMLResponse, Response

from ...evaluate.measures import METRICS
from ..values import Report
from ..view import NotFound, View

FIGURES = ("inject_hit", "inject_precision", "false_inject", "negative_quiet", "recall10", "mrr")
STYLE = re.compile(r"<style>(.*?)</style>", re.S)


def show(view: View) -> Response:
    return view.page(
        "reports.html", here="reports", reports=[lines(report) for report in view.source.reports()], metrics=heads()
    )


def heads() -> list[tuple[str, str]]:
    return [(name, METRICS[name].label) for name in FIGURES]


def lines(report: Report) -> dict[str, Any]:
    """A report as a table with a line for each engine."""
    engines = report.figures.get("engines")
    rows = []
    for name, value in (engines if isinstance(engines, dict) else {}).items():
        figures = value.get("all") if isinstance(value, dict) else None
        if isinstance(figures, dict):
            rows.append(
                (
                    str(name),
                    [
                        figures.get(metric) if isinstance(figures.get(metric), (int, float)) else None
                        for metric in FIGURES
                    ],
                )
            )
    names = [str(c.get("name")) for c in report.figures.get("collections") or [] if isinstance(c, dict)]
    return {"report": report, "rows": rows, "collections": names}


def page(view: View) -> Response:
    """The report's own page. Its policy allows no script, and no style but its own."""
    report = next((r for r in view.source.reports() if r.name == view.path["name"]), None)
    if report is None:
        raise NotFound("There is no report %s; the last 20 are kept" % view.path["name"][:60])
    digests = [
        base64.b64encode(hashlib.sha256(style.encode("utf-8")).digest()).decode("ascii")
        for style in STYLE.findall(report.html)
    ]
    styles = " ".join("'sha256-%s'" % digest for digest in digests) or "'none'"
    policy = (
        "default-src 'none'; style-src %s; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"
        % styles
    )
    return HTMLResponse(report.html, headers={"content-security-policy": policy})
