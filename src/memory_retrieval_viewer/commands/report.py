"""`memories export --html FILE`: the viewer's pages as one self-contained file, to attach to a pull request.

It has no script, asks nobody and needs no server. It shows the project's memories. What belongs to the user alone stays
out: user store, sessions, prompts, paths of the machine, what waits.
"""

from __future__ import annotations

import base64
import hashlib
import os
from pathlib import Path

from memory_retrieval.cli.output import answer
from memory_retrieval.core import environment
from memory_retrieval.core.errors import ConfigError
from memory_retrieval.extras import require

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ..source.files import FilesSource

SHOWN = 1000  # memories in full, the newest
PUBLIC = (
    "expired",
    "conflict",
    "gone",
)  # reasons for a review that rest on the records alone


def run(args: argparse.Namespace) -> int:
    path = Path(args.html)
    if path.is_dir() or not path.resolve().parent.is_dir():
        raise ConfigError(
            f"{path}: cannot write there; use a path in an existing folder"
        )
    require("web", ("starlette", "jinja2"))
    from ..source.files import FilesSource

    source = FilesSource(args.root, os.getcwd())
    text = make(source)
    shown = sum(row.own for row in source.rows())
    path.write_text(text, encoding="utf-8", errors="replace")
    size = path.stat().st_size
    kilobytes = -(-size // 1024)
    value = {"file": str(path), "bytes": size, "memories": shown}
    return answer(args.format, value, lambda _: f"wrote {path} ({kilobytes} kB)\n")


def make(source: FilesSource) -> str:
    """The HTML document."""
    from .. import present
    from ..pages import health, ledger, memory, overview, review

    source.refresh()
    style = _style()
    hashed = hashlib.sha256(style.encode("utf-8")).digest()
    digest = base64.b64encode(hashed).decode("ascii")
    rows = [row for row in source.rows() if row.own]
    documents = source.documents(rows[:SHOWN])
    checkup = source.public_checkup()
    return (
        present.templates()
        .get_template("report.html")
        .render(
            project=source.name,
            style=style,
            policy=f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'",
            links=False,
            made=environment.now(),
            **overview.figures(source, private=False),
            documents=[memory.facts(document) for document in documents],
            anchors={
                document.row.key: f"m-{number}"
                for number, document in enumerate(documents)
            },
            left_out=len(rows) - len(documents),
            checkup=checkup,
            problems=health.problems(source, checkup, shown=len(checkup.findings)),
            reviews=[
                group
                for group in review.grouped(source, checkup)
                if group["name"] in PUBLIC
            ],
            ledger=ledger.figures(source.ledger(ledger.DAYS)),
        )
    )


def _style() -> str:
    """The viewer's style sheets, in which nothing can close the `style` element."""
    from .. import present

    folder = Path(present.STATIC)
    texts = [(folder / name).read_text(encoding="utf-8") for name in present.STYLES]
    return "".join(texts).replace("</", "<\\/")
