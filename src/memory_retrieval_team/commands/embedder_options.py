"""Options that commands with a team database share, and the values behind them."""

from __future__ import annotations

from memory_retrieval.cli import options
from memory_retrieval.cli.output import note
from memory_retrieval.extras import Packages

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ..embedders.base import Embedder

VISIBLE = (
    "other users can read the password in --db-url in the process list; use PGPASSWORD, ~/.pgpass or a "
    "service file instead"
)


def db_url(args: argparse.Namespace) -> str:
    """The database's address; says when other users can read its password in the list of processes."""
    url = options.db_url(args)
    with Packages("team"):
        from ..db.connection import shown
    if args.db_url and shown(url) != " ".join(url.split())[:200]:
        note(VISIBLE)
    return url


def add_embedder(parser: argparse.ArgumentParser) -> None:
    """The options that say what makes the vectors."""
    parser.add_argument(
        "--embedder",
        choices=("static", "onnx", "http"),
        default="",
        help="what computes the vectors (default: what the database uses, else static, which needs no model)",
    )
    options.value(
        parser,
        "--model M",
        "onnx: the model's folder, without one all-MiniLM-L6-v2 from the hub's cache; http: its name "
        "(default: MEMORIES_EMBED_MODEL)",
    )
    options.value(
        parser,
        "--embed-url URL",
        "http: the address without /embeddings (default: MEMORIES_EMBED_URL)",
    )


def embedder(args: argparse.Namespace, url: str) -> Embedder:
    """The embedder that was asked for, else the one the database's vectors were made with, else the static table."""
    with Packages("team"):
        from ..db import embedding_model
        from ..embedders.choose import open_configured
    stored = None if args.embedder else embedding_model.stored(url)
    if stored is None:
        return open_configured(args.embedder or "static", args.model, args.embed_url)
    return open_configured(
        stored.embedder, args.model, args.embed_url, stored_model=stored.model
    )
