"""A summary as one HTML file: the figures, without scripts, fonts and network."""

from __future__ import annotations

from html import escape

from .summary import Summary
from .table import as_text

STYLE = """
:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;max-width:80rem;margin:2rem auto;padding:0 1rem}
pre{overflow-x:auto}
"""
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
    body = [head, figures, NOTES]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>Retrieval evaluation</title><style>{STYLE}</style></head>"
        f"<body><main>{''.join(body)}</main></body></html>\n"
    )
