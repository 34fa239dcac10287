"""Where the parts that need an extra are joined to the commands: the one module of `hosts` that imports them, and only when asked."""

from .core import config
from .core.errors import MemoryRetrievalError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any


VISIBLE = "the password in --db-url can be read in the list of processes; better PGPASSWORD, ~/.pgpass or a service file"


def site_packages():
    # type: () -> None
    """Lets extras be found: bin/memories starts Python without site-packages, since most commands need nothing of them."""
    import sys

    if sys.flags.no_site:
        import site

        site.main()


def postgres(name):
    # type: (str) -> Any
    """The module `memory_retrieval.postgres.<name>`; MemoryRetrievalError that names the extra when its packages are missing."""
    import importlib
    import sys

    if "psycopg" not in sys.modules:
        site_packages()
    try:
        return importlib.import_module(".postgres." + name, __package__)
    except ImportError as error:
        missing = (error.name or "").split(".")[0]
        if missing == "memory_retrieval":
            raise
        message = "--db-url: the package %s is missing; %s -m pip install 'memory-retrieval[postgres]'"
        raise MemoryRetrievalError(message % (missing or "psycopg", sys.executable or "python3")) from None


def add_db_url(parser, needed=False):
    # type: (argparse.ArgumentParser, bool) -> None
    """The option `--db-url`, everywhere with the same words."""
    text = "team database: postgresql://user@host/name, or embedded[:FOLDER]"
    parser.add_argument("--db-url", default="", metavar="U", help=text + (" (default: MEMORIES_DB_URL)" if needed else ""))


def db_url(args):
    # type: (argparse.Namespace) -> str
    """The address given, else that of MEMORIES_DB_URL; MemoryRetrievalError when there is neither."""
    url = args.db_url or config.environ("MEMORIES_DB_URL")
    if not url:
        raise MemoryRetrievalError("--db-url: say which database: postgresql://user@host/name, or embedded; or set MEMORIES_DB_URL")
    return str(url)


def shows_password(url):
    # type: (str) -> bool
    """Whether an address holds a password, which others can read while a command runs that was given it."""
    return bool(postgres("db.connection").shown(url) != " ".join(url.split())[:200])


def add_embedder(parser):
    # type: (argparse.ArgumentParser) -> None
    """The options that say what makes the vectors."""
    parser.add_argument(
        "--embedder", choices=("static", "onnx", "sentence-transformers", "http"), default="",
        help="what makes vectors of texts (default: what the database has, else static, which needs no model)",
    )  # fmt: skip
    parser.add_argument(
        "--model", default="", metavar="M",
        help="onnx: the model's folder; sentence-transformers: a folder or hub name; http: its name (default: MEMORIES_EMBED_MODEL)",
    )  # fmt: skip
    parser.add_argument("--embed-url", default="", metavar="URL", help="http: address before /embeddings (default: MEMORIES_EMBED_URL)")


def embedder(args, url):
    # type: (argparse.Namespace, str) -> Any
    """The embedder that was asked for, else the one the database's vectors were made with, else the static table."""
    name, model = args.embedder, args.model or config.environ("MEMORIES_EMBED_MODEL")
    stored = None if name else postgres("db.embedding_model").stored(url)
    if stored is not None:
        name = stored.embedder
        model = model or (stored.model if name in ("http", "sentence-transformers") else "")
    name = name or "static"
    return postgres("embedders.base").open_embedder(
        name, model="" if name == "static" else model,
        url=(args.embed_url or config.environ("MEMORIES_EMBED_URL")) if name == "http" else "", key=config.environ("MEMORIES_EMBED_KEY"),
    )  # fmt: skip
