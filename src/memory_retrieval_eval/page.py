"""A summary as one HTML file: tables and the prompts that went wrong, without scripts, fonts and network."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from .by_store import COLUMNS, TITLE, cell, store_figures
from .intervals import CLEAR
from .measures import METRICS, QueryOutcome, key_metrics
from .style import STYLE
from .summary import Group, Summary, label
from .values import BEIR, PROJECT

FORMS = {PROJECT: "projects", BEIR: "text sets"}
SHOWN = 40  # prompts under "what went wrong"
NOTES = (
    "<h2>How to read this</h2><p>Small figures are 95 % bootstrap intervals over prompts. These "
    "collections were written by the people who wrote the ranking, so the figures guard against "
    "regressions and are no evidence of quality elsewhere.</p>"
)


def page(summary: Summary) -> str:
    """The whole document."""
    parts = (_head, _tables, _differences, _stores, _briefs, _failures)
    body = [text for part in parts for text in part(summary)] + [NOTES]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>Retrieval evaluation</title><style>{STYLE}</style></head>"
        f"<body><main>{''.join(body)}</main></body></html>\n"
    )


def _head(summary: Summary) -> Iterator[str]:
    names = ", ".join(run.collection.name for run in summary.runs if run.engine == summary.engines[0])
    yield f"<h1>Retrieval evaluation</h1><p>{escape(names)}</p><ul class=legend>"
    for engine in summary.engines:
        yield f"<li>{escape(engine)}</li>"
    yield "</ul>"


def _tables(summary: Summary) -> Iterator[str]:
    yield "<h2>Figures</h2>"
    for form in (PROJECT, BEIR):
        groups = [group for group in summary.groups if group.form == form]
        if not groups:
            continue
        metrics = key_metrics(form)
        extra = ("leaks", "silent") if form == PROJECT else ()
        head = ["collection", "engine", "queries", *[m.label for m in metrics], *map(label, extra), "ms", "p95"]
        rows = []
        for name in dict.fromkeys(group.name for group in groups):
            for group in [summary.group(engine, name) for engine in summary.engines]:
                cells = [_interval(group, m.name) for m in metrics] + [_value(group, name) for name in extra]
                speed = [f"{group.milliseconds(0.5):.1f}", f"{group.milliseconds(0.95):.1f}"]
                rows.append([escape(group.name), escape(group.engine), str(len(group.outcomes)), *cells, *speed])
        yield _table(head, rows)


def _interval(group: Group, metric: str) -> str:
    interval = group.intervals[metric]
    range_ = f" <small>{interval.low:.3f}&#8211;{interval.high:.3f}</small>" if group.counts(metric) else ""
    return _value(group, metric) + range_


def _value(group: Group, metric: str) -> str:
    if not group.counts(metric):
        return "&#8211;"
    return f"{group.figures[metric]:.0f}" if METRICS[metric].count else f"{group.figures[metric]:.3f}"


def _differences(summary: Summary) -> Iterator[str]:
    if not summary.comparisons:
        return
    yield f"<h2>{escape(summary.engines[0])} against the others</h2>"
    yield f"<p>Paired over the same prompts; bold where p &lt; {CLEAR}.</p>"
    rows = []
    for name, c in summary.comparisons:
        value = f"<b>{c.difference:+.3f}</b>" if c.p < CLEAR else f"{c.difference:+.3f}"
        difference = f"{value} <small>{c.interval.low:+.3f} to {c.interval.high:+.3f}</small>"
        rows.append([escape(name), escape(c.b), escape(label(c.metric)), difference, f"{c.p:.3f}"])
    yield f"<details><summary>{len(rows)} differences</summary>"
    yield _table(["collection", "less", "metric", "difference", "p"], rows) + "</details>"


def _stores(summary: Summary) -> Iterator[str]:
    rows = [
        [escape(name), escape(engine), *[cell(metric, values.get(metric)) for metric in COLUMNS]]
        for engine in summary.engines
        for name, values in store_figures(summary, engine).items()
    ]
    if rows:
        yield f"<h2>{TITLE.capitalize()}</h2>"
        yield _table(["store", "engine", *COLUMNS.values()], rows)


def _briefs(summary: Summary) -> Iterator[str]:
    if not summary.briefs:
        return
    yield "<h2>Brief at the start of a session</h2>"
    rows = [[escape(b.label), str(b.titles), str(b.characters), str(b.left_out), str(b.tags)] for b in summary.briefs]
    yield _table(["store", "titles", "characters", "left out", "tags a title"], rows)


def _failures(summary: Summary) -> Iterator[str]:
    """Prompts that the first engine got wrong, by collection."""
    engine = summary.engines[0]
    for run in summary.runs:
        if run.engine != engine or run.collection.form == BEIR:
            continue
        wrong = [o for o in run.outcomes if o.leaked or o.wrong or (o.query.relevant and not o.hit)]
        if not wrong:
            continue
        yield f"<h2>What went wrong: {escape(run.collection.name)}, {escape(engine)}</h2>"
        yield f"<details><summary>{len(wrong)} of {len(run.outcomes)} prompts</summary>"
        yield _table(["prompt", "kind", "should come", "came"], [_failure(o) for o in wrong[:SHOWN]]) + "</details>"


def _failure(outcome: QueryOutcome) -> list[str]:
    query = outcome.query
    wanted = [f"{escape(key)} <small>grade {grade}</small>" for key, grade in query.relevant.items()]
    came = [f"<b>{escape(key)}</b>" if key in outcome.wrong else escape(key) for key in outcome.injected]
    prompt = f"{escape(query.prompt[:200])} <small>{escape(query.id)}</small>"
    return [prompt, escape(query.kind), "<br>".join(wanted) or "nothing", "<br>".join(came) or "nothing"]


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    top = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    table = f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"
    return f'<div class="wide" tabindex="0" role="region" aria-label="{escape(", ".join(head))}">{table}</div>'
