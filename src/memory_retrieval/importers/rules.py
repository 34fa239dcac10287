"""Takes the text of a section apart into rules that can stand alone: list items with what belongs to them, rows of
tables, paragraphs. Knows no file and no record.
"""

from __future__ import annotations

import re

from ..core.model import Value

TYPE_CHECKING = False

ITEM = re.compile(r"(\s*)([-*+]|\d{1,3}[.)])\s+(\S.*)$")
BOX = re.compile(r"\[[ xX]\]\s+")
COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.S)
ROW, LEADING = -1, -2  # depth of a row of a table, and of a paragraph with a list below it
LEAD = re.compile(r"(?:do not|don'?t|do|never|always|avoid|prefer|must|must not)[:.]?$", re.I)
FENCES = ("```", "~~~")
MAX_CODE = 400  # characters of a code block that stay with the sentence before it


class _Node(Value):
    """A line of a list, a row of a table, or a paragraph, with what is nested below it."""

    __slots__ = ("depth", "ordered", "text", "listed", "below", "number")
    if TYPE_CHECKING:
        depth: int
        ordered: bool
        text: str
        listed: bool
        below: list[_Node]
        number: str


def rules(text: str, heading: str = "", *, prose: bool = True) -> list[str]:
    """The rules of a section, in order, each on one line.

    heading  of the section; one such as "Never" is put before the items that it begins
    prose    whether paragraphs count too
    """
    out: list[str] = []
    for node in _nodes(COMMENT.sub("", text)):
        if node.listed or prose:
            out += _spoken(node)
    if LEAD.match(heading.strip()):
        lead = heading.strip().rstrip(":.").capitalize()
        out = [lead + " " + rule if not rule.lower().startswith(lead.lower()) else rule for rule in out]
    return out


def _spoken(node: _Node) -> list[str]:
    """A node and what is below it, as sentences that need nothing around them."""
    if not node.below:
        return [node.text]
    if node.depth >= 0 and all(child.ordered for child in node.below):
        steps = ["%s. %s" % (child.number, " ".join(_spoken(child))) for child in node.below]
        return [" ".join([node.text, *steps])]
    below = [text for child in node.below for text in _spoken(child)]
    if node.text.endswith(":"):
        return [node.text + " " + text for text in below]
    return [" ".join([node.text, *below])]


def _nodes(text: str) -> list[_Node]:
    """The outermost nodes of a text, with the others below them."""
    top: list[_Node] = []
    path: list[_Node] = []  # the list items that are open, the innermost last
    paragraph: _Node | None = None
    fence, code = "", [""]
    for line in text.expandtabs(4).split("\n"):
        plain = line.strip()
        if fence or plain.startswith(FENCES):
            if fence and plain.startswith(fence) and not plain.strip(fence[0]):
                _add_code(path[-1] if path else paragraph or (top[-1] if top else None), "\n".join(code))
                fence = ""
            elif fence:
                code.append(plain)
            else:
                fence, code = plain[:3], []
            continue
        found = ITEM.match(line)
        if found:
            paragraph = None
            _add_item(top, path, found)
        elif not plain:
            paragraph = None
        elif plain.startswith("|"):
            path.clear()
            _add_row(top, plain)
        elif path and (line[:1] == " " or paragraph is path[-1]):
            path[-1].text += " " + plain
        elif paragraph is not None:
            paragraph.text += " " + plain
        elif not plain.startswith("@"):  # Claude Code's word for "read that file too"
            path.clear()
            paragraph = _node(plain, listed=False)
            top.append(paragraph)
            continue
        if found:
            paragraph = path[-1]  # lines that follow at once belong to the item, indented or not
    return [node for node in top if node.text]


def _add_item(top: list[_Node], path: list[_Node], found: re.Match[str]) -> None:
    indent, mark, text = found.groups()
    while path and path[-1].depth >= len(indent):
        path.pop()
    node = _node(BOX.sub("", text, count=1) if BOX.match(text) else text, depth=len(indent))
    if mark[0].isdigit():
        node.ordered, node.number = True, mark[:-1]
    if path:
        path[-1].below.append(node)
    elif top and not top[-1].listed and top[-1].text.endswith(":") and not indent:
        top[-1].below.append(node)  # the paragraph that leads into the list
        top[-1].listed, top[-1].depth = True, LEADING
        path.append(top[-1])
    else:
        top.append(node)
    path.append(node)


def _add_row(top: list[_Node], line: str) -> None:
    """A row of a table; the first one, and the line below it, are its head."""
    cells = [cell.strip() for cell in line.strip("|").split("|")]
    if all(cell and not cell.strip("-: ") for cell in cells):
        if top and top[-1].depth == ROW:
            top.pop()
        return
    text = ": ".join([cell for cell in (cells[0], ", ".join(cell for cell in cells[1:] if cell)) if cell])
    top.append(_node(text, depth=ROW))


def _add_code(node: _Node | None, code: str) -> None:
    """A short block of code stays with the text that announces it; any other says nothing by itself."""
    if node is not None and node.text.endswith(":") and 0 < len(code) <= MAX_CODE:
        lines = [line for line in code.split("\n") if line and not line.startswith("#")]
        node.text += " " + "; ".join("`%s`" % line for line in lines)


def _node(text: str, *, depth: int = 0, listed: bool = True) -> _Node:
    return _Node(depth=depth, ordered=False, text=text.strip(), listed=listed, below=[], number="")
