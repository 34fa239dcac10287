"""Takes the text of a section apart into rules that can stand alone: list items with what belongs to them, rows of
tables, paragraphs. Knows no file and no record.
"""

from __future__ import annotations

import re
from itertools import chain, islice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ITEM = re.compile(r"(\s*)([-*+]|\d{1,3}[.)])\s+(\S.*)$")
BOX = re.compile(r"\[ \]\s+")
DONE = re.compile(r"\[[xX]\]\s+")  # before an item that is done
STRUCK = re.compile(r"~~[^~\n]{1,2000}~~")
COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.S)
ROW, LEADING = -1, -2  # depth of a row of a table, and of a paragraph with a list below it
QUOTED = re.compile(r"^[ ]{0,3}>[ ]?", re.M)
SPAN = r"`[^`\n]{1,200}`"
NAMED = re.compile(
    rf"(?:(?:\*\*[^*\n]{{1,100}}\*\*|{SPAN})[ +,/&]{{0,3}}){{1,4}}(?:\([^)\n]{{0,200}}\))?"
    r"\s{0,3}(?:\u2014|\u2013|--?|->|\u2192)\s|"
    rf"(?:{SPAN}|[\w.@*~-]{{0,80}}/[\w./@*-]{{0,200}})\s{{0,3}}(?:\([^)\n]{{0,200}}\))?\s{{0,3}}(?::|=)\s"
)
"""How an entry of a glossary or of a listing of files begins: the name, and a dash or colon before what it is."""
LABEL = re.compile(r"(?:\*\*)?[^`:\n]{1,200}:(?:\*\*)?\s")
LISTS = re.compile(
    r"(?:(?:tech(?:nology|nical)?|our|the|key|main|useful|common|development|dev|build|essential|quick|available|"
    r"project|code ?base|repo(?:sitory)?|director(?:y|ies)|folders?|files?|source|code|npm)\W{1,3}(?:and\W)?){0,3}"
    r"(?:stack|dependencies|libraries|structure|layout|tree|organi[sz]ation|files|directories|folders|paths|commands|"
    r"scripts|links|references|befehle|struktur|verzeichnisse|commandes|comandos|estructura)\b(?: reference)?",
    re.I,
)
"""Headings below which names are explained."""
BINDS = re.compile(
    r"\b(?:must|shall|should|never|always|don'?t|do not|not|no|only|required?|requires|avoid|prefer|instead|"
    r"at (?:most|least)|max(?:imum)?|min(?:imum)?|limit\w*|thresholds?|constraints?|forbidden|if|when|before|after|"
    r"unless|use|ensure|make sure|keep|follow|muss|müssen|nie|niemals|immer|nicht|kein\w*|nur|wenn|toujours|jamais|"
    r"pas|seulement|siempre|nunca|solo|si)\b|[<>]=|\d ?%",
    re.I,
)
"""Words of a rule, which a mere description lacks."""
LEAD = re.compile(r"(?:do not|don'?t|do|never|always|avoid|prefer|must|must not)[:.]?$", re.I)
FENCES = ("```", "~~~")
MAX_CODE = 400  # characters of a code block that stay with the sentence before it
MAX_LEAD = 400  # characters that are repeated before each item below them
MAX_JOINED = 4000  # characters after which no more items are joined to a rule
MAX_DEPTH = 12  # levels of a list; what is nested deeper counts as being at the last one
MAX_RULES = 2000  # of a section


class _Node:
    """A line of a list, a row of a table, or a paragraph, with what is nested below it."""

    __slots__ = ("below", "depth", "lines", "listed", "number", "ordered")

    def __init__(self, text: str, depth: int = 0, listed: bool = True) -> None:
        self.lines, self.depth, self.listed = [text.strip()], depth, listed
        self.ordered, self.number = False, ""
        self.below: list[_Node] = []

    def text(self) -> str:
        return " ".join(self.lines)

    def is_name(self) -> bool:
        """Whether it begins as an entry of a glossary or of a listing of files does."""
        return bool(NAMED.match(self.lines[0]))

    def leads(self) -> bool:
        """Whether it announces what is below it."""
        return self.lines[-1].rstrip("*_ ").endswith(":")


def rules(text: str, heading: str = "", *, prose: bool = True) -> list[str]:
    """The first MAX_RULES rules of a section, in order, each on one line; one that is done begins with `[x]`.

    heading  of the section; one such as "Never" is put before the items that it begins
    prose    whether paragraphs count too
    """
    nodes = [node for node in _nodes(QUOTED.sub("", COMMENT.sub("", text))) if node.listed or prose]
    nodes = _stating(nodes, heading)
    spoken = (" ".join(STRUCK.sub("", rule).split()) for rule in chain.from_iterable(map(_spoken, nodes)))
    out = list(islice((rule for rule in spoken if rule), MAX_RULES))
    if LEAD.match(heading.strip()):
        lead = heading.strip().rstrip(":.").capitalize()
        out = [lead + " " + rule if not rule.lower().startswith(lead.lower()) else rule for rule in out]
    return out


def _stating(nodes: list[_Node], lead: str, *, inside: bool = False) -> list[_Node]:
    """Those of a list that say more than what something is called, where it is or which command runs it.

    inside  it is below an entry of a list of names
    """
    names = sum([node.is_name() for node in nodes])
    every = bool(LISTS.fullmatch(lead.strip("*:_ ")))
    listing = inside or every or (len(nodes) > 1 and names * 3 >= len(nodes) * 2)
    kept = []
    for node in nodes:
        only_named = listing and (every or node.is_name())
        below = _stating(node.below, node.text() if node.leads() else lead, inside=only_named)
        bare = only_named or (not node.below and _is_bare(node.text()))
        gone = bool(node.below) and node.leads()
        if below or not (gone or (bare and not BINDS.search(lead + " " + node.text()))):
            node.below = below
            kept.append(node)
    return kept


def _is_bare(text: str) -> bool:
    """Whether a text is nothing but code, or a command with its name."""
    spans = re.findall(SPAN, text)
    label = LABEL.match(text)
    rest = re.sub(SPAN + r"|\([^)\n]{0,200}\)|[\W_]", "", text[label.end() :] if label else text)
    commands = [span for span in spans if " " in span]
    return bool(spans) and not rest and (not label or len(commands) == 1 or (len(spans) > 2 and not commands))


def _spoken(node: _Node) -> Iterator[str]:
    """A node and what is below it, as sentences that need nothing around them."""
    text, below = node.text(), chain.from_iterable(map(_spoken, node.below))
    if node.depth >= 0 and node.below and all(child.ordered for child in node.below):
        steps = (f"{child.number}. {_joined(_spoken(child))}" for child in node.below)
        yield _joined(chain([text], steps))
    elif node.below and node.leads() and len(text) <= MAX_LEAD:
        for rule in below:
            yield text + " " + rule
    else:
        yield _joined(chain([text], below))


def _joined(texts: Iterable[str]) -> str:
    out, size = [], 0
    for text in texts:
        out.append(text)
        size += len(text)
        if size > MAX_JOINED:
            break
    return " ".join(out)


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
            path[-1].lines.append(plain)
        elif paragraph is not None:
            paragraph.lines.append(plain)
        elif not plain.startswith("@"):  # Claude Code's word for "read that file too"
            path.clear()
            paragraph = _Node(plain, listed=False)
            top.append(paragraph)
            continue
        if found:
            paragraph = path[-1]  # lines that follow at once belong to the item, indented or not
    return [node for node in top if any(node.lines)]


def _add_item(top: list[_Node], path: list[_Node], found: re.Match[str]) -> None:
    indent, mark, text = found.groups()
    while path and (path[-1].depth >= len(indent) or len(path) >= MAX_DEPTH):
        path.pop()
    node = _Node(BOX.sub("", text, count=1) if BOX.match(text) else text, depth=len(indent))
    if mark[0].isdigit():
        node.ordered, node.number = True, mark[:-1]
    if path:
        path[-1].below.append(node)
    elif top and not top[-1].listed and top[-1].leads() and not indent:
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
    top.append(_Node(text, depth=ROW))


def _add_code(node: _Node | None, code: str) -> None:
    """A short block of code stays with the text that announces it; any other says nothing by itself."""
    if node is not None and node.leads() and 0 < len(code) <= MAX_CODE:
        lines = [line for line in code.split("\n") if line and not line.startswith("#")]
        node.lines.append("; ".join(f"`{line}`" for line in lines))
