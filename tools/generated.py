"""Parts of pages that a program writes: they stand between `<!-- name -->` and `<!-- end of name -->`."""

import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"


def fill(page: str, name: str, body: str) -> str:
    """`page` with `body` as its part `name`. ValueError when the page has no such part."""
    start, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
    head, opened, rest = page.partition(start)
    _, closed, tail = rest.partition(end)
    if not opened or not closed:
        raise ValueError(f"no part {name!r}; put {start.strip()} and {end} where it belongs")
    return head + start + body.strip("\n") + "\n" + end + tail


def write(path: pathlib.Path, parts: "dict[str, str]", check: bool) -> bool:
    """Fills the parts of a page; with `check` writes nothing. Whether the page was current."""
    before = after = path.read_text(encoding="utf-8")
    for name, body in parts.items():
        after = fill(after, name, body)
    if after != before and not check:
        path.write_text(after, encoding="utf-8", newline="\n")
    return after == before


def cell(text: object) -> str:
    """Text fit for a cell of a table."""
    return str(text).replace("|", "\\|").replace("\n", " ")
