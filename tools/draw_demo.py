"""Draws docs/images/demo.svg from docs/images/demo.json: prompts in a real client, without and with the memory.

`lab/clients/record_demo.py` makes the recording, from what the client sends to its model and shows its user. `--check`
says whether the committed picture is drawn from the committed recording.
"""

import json
import pathlib
import sys
import textwrap
from xml.sax.saxutils import escape

ROOT = pathlib.Path(__file__).resolve().parent.parent
RECORDING = ROOT / "docs" / "images" / "demo.json"
OUTPUT = RECORDING.with_suffix(".svg")
COLUMNS = 88
CHAR, LINE, PAD, GAP = 8.8, 24, 26, 18  # pixels: a character, a line, margins of a card
FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
LIGHT = {
    "card": "#f6f8fa",
    "edge": "#d0d7de",
    "head": "#59636e",
    "prompt": "#1f2328",
    "note": "#59636e",
    "added": "#0550ae",
    "shown": "#116329",
}
DARK = {
    "card": "#161b22",
    "edge": "#3d444d",
    "head": "#9198a1",
    "prompt": "#f0f6fc",
    "note": "#9198a1",
    "added": "#79c0ff",
    "shown": "#56d364",
}
BOLD = ("head", "prompt")


def main(words: "list[str]") -> int:
    picture = draw(json.loads(RECORDING.read_text(encoding="utf-8")))
    if words != ["--check"]:
        OUTPUT.write_text(picture, encoding="utf-8", newline="\n")
    elif OUTPUT.read_text(encoding="utf-8") != picture:
        print("docs/images/demo.svg: out of date; run tools/draw_demo.py")
        return 1
    return 0


def draw(recording: dict) -> str:
    """The picture: a card without and one with the memory, with every line at its place."""
    cards = [card(recording, side) for side in ("without", "with")]
    width, at, out = round(COLUMNS * CHAR + 2 * PAD), 1, []
    for lines in cards:
        height = len(lines) * LINE + 2 * PAD - 8
        box = f'x="1" y="{at}" width="{width - 2}" height="{height}" rx="10"'
        out.append(f'  <rect class="card" {box}/>')
        out += [
            text(kind, line, at + PAD + 8 + n * LINE)
            for n, (kind, line) in enumerate(lines)
            if line
        ]
        at += height + GAP
    told = " ".join(line.strip() for lines in cards for _, line in lines)
    size = f'viewBox="0 0 {width} {at - GAP + 1}" width="{width}"'
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-labelledby="t d">',
        '  <title id="t">The same prompt without and with memory-retrieval</title>',
        f'  <desc id="d">{escape(" ".join(told.split()))}</desc>',
        "  <style>",
        f"    text {{ font: 14.5px {FONT}; white-space: pre }}",
        *colours(LIGHT),
        "    @media (prefers-color-scheme: dark) {",
        *colours(DARK),
        "    }",
        "  </style>",
    ]
    return "\n".join([*head, *out, "</svg>", ""])


def card(recording: dict, side: str) -> "list[tuple[str, str]]":
    """(kind, line) of one side: each prompt, what the client sent with it, and what it showed.

    Without the memory, prompts at which it would be silent are left out: they look the same on both sides.
    """
    lines = [("head", f"{recording['client']}, {side} memory-retrieval")]
    brief = max(asked[side]["brief"] for asked in recording["asked"])
    if brief:
        start = f"at the session's start: titles and rules, about {round(brief, -2):,} characters"
        lines += [("", ""), ("note", start)]
    for asked in recording["asked"]:
        got = asked[side]
        if side == "without" and not asked["with"]["added"]:
            continue
        lines += [("", ""), *wrapped("prompt", "> " + asked["prompt"], "  ")]
        pointers = [
            line
            for block in got["added"]
            for line in block.splitlines()
            if line.startswith("- [")
        ]
        kinds = {
            "sent to the model with the prompt": ("added", pointers),
            "shown to you": ("shown", got["shown"]),
        }
        for label, (kind, found) in kinds.items():
            lines.append(("note", f"  {label}:{'' if found else ' nothing'}"))
            for line in found:
                broken = line.replace(" -> ", "\n-> ", 1)
                lines += wrapped(kind, "  " + broken, "    ")
    return lines


def wrapped(kind: str, line: str, indent: str) -> "list[tuple[str, str]]":
    """A text in lines of at most COLUMNS characters, those after the first indented."""
    first = line[: len(line) - len(line.lstrip())]
    cut = [
        piece
        for number, part in enumerate(line.strip().split("\n"))
        for piece in textwrap.wrap(
            part,
            COLUMNS,
            initial_indent=indent if number else first,
            subsequent_indent=indent,
            break_on_hyphens=False,
        )
    ]
    return [(kind, piece) for piece in cut]


def text(kind: str, line: str, y: int) -> str:
    """A line; `textLength` keeps it inside its card in whatever font there is."""
    shown = line.lstrip(" ")
    x = PAD + CHAR * (len(line) - len(shown))
    place = f'x="{x:.0f}" y="{y}" textLength="{len(shown) * CHAR:.0f}"'
    return f'  <text class="{kind}" {place}>{escape(shown)}</text>'


def colours(palette: "dict[str, str]") -> "list[str]":
    """The style rules of a palette."""
    first = f".card {{ fill: {palette['card']}; stroke: {palette['edge']} }}"
    kinds = [kind for kind in palette if kind not in ("card", "edge")]
    rules = [
        f".{kind} {{ fill: {palette[kind]}{'; font-weight: 600' * (kind in BOLD)} }}"
        for kind in kinds
    ]
    return ["    " + rule for rule in (first, *rules)]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
