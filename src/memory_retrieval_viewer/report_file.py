"""The viewer's pages as one self-contained file, to attach to a pull request: no script, no request, no server.

It shows the project's records. What belongs to the user alone stays out: user store, sessions, prompts, paths of the
machine, inbox.
"""

from __future__ import annotations

import base64
import hashlib
import os
from dataclasses import replace

from memory_retrieval.core import config

from . import present
from .pages import health, ledger, memory, overview
from .source.protocol import Source

SHOWN = 1000  # memories in full, the newest


def make(source: Source) -> str:
    """The HTML document."""
    source.refresh()
    style = _style()
    digest = base64.b64encode(hashlib.sha256(style.encode("utf-8")).digest()).decode("ascii")
    rows = [row for row in source.rows() if row.scope != "user"]
    documents = source.documents(rows[:SHOWN])
    checkup = source.public_checkup()
    return (
        present.environment()
        .get_template("report.html")
        .render(
            project=source.name,
            team=source.team,
            remarks=source.remarks(),
            style=style,
            policy="default-src 'none'; style-src 'sha256-%s'; base-uri 'none'; form-action 'none'" % digest,
            links=False,
            made=config.now(),
            **overview.figures(source, private=False),
            documents=[memory.facts(document) for document in documents],
            anchors={document.row.key: "m-%d" % number for number, document in enumerate(documents)},
            left_out=len(rows) - len(documents),
            checkup=replace(checkup, right=()),  # the server, the role and the tables are nobody else's business
            groups=health.grouped(source, checkup, every=True),
            ledger=ledger.figures(source.ledger(ledger.DAYS)),
        )
    )


def _style() -> str:
    """The viewer's style sheets, in which nothing can close the `style` element."""
    texts = []
    for name in present.STYLES:
        with open(os.path.join(present.STATIC, name), encoding="utf-8") as file:
            texts.append(file.read())
    return "".join(texts).replace("</", "<\\/")
