"""A summary as one HTML file: the figures and the prompts that went wrong, without scripts, fonts and network."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from .measures import QueryOutcome
from .summary import Summary
from .table import as_text
from .values import BEIR

STYLE = """
:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;max-width:80rem;margin:2rem auto;padding:0 1rem}
pre,.wide{overflow-x:auto}table{border-collapse:collapse}th,td{text-align:left;padding:.2rem .7rem .2rem 0}
td{border-top:1px solid #8884;vertical-align:top}small{display:block}summary{cursor:pointer}
"""
SHOWN = 40  # prompts under "what went wrong"
NOTES = (
    "<h2>How to read this</h2><p>Small figures are 95 % bootstrap intervals over prompts. These "
    "collections were written by the people who wrote the ranking, so the figures guard against "
    "regressions and are no evidence of quality elsewhere.</p>"
)


def page(summary: Summary) -> str:
    """The whole document."""
    names = ", ".join(run.collection.name for run in summary.runs if run.engine == summary.engines[0])
    head = f"<h1>Retrieval evaluation</h1><p>{escape(names)}</p>"
    figures = f'<pre tabindex="0">{escape(as_text(summary))}</pre>'
    body = [head, figures, *_failures(summary), NOTES]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>Retrieval evaluation</title><style>{STYLE}</style></head>"
        f"<body><main>{''.join(body)}</main></body></html>\n"
    )


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
