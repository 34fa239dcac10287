"""Draws docs/images/demo.svg from what `make demo` prints: a terminal with a few of its prompts.

`python tools/draw_demo.py [N ...]` picks entries by their number in the demo (default: 1 6 8). Times are left out, so
that the picture changes only when the answers do.
"""

import pathlib
import re
import subprocess
import sys
import textwrap
from xml.sax.saxutils import escape

ROOT = pathlib.Path(__file__).resolve().parents[1]
OUTPUT = ROOT / "docs" / "images" / "demo.svg"
CHOSEN = (1, 6, 8)
COLUMNS = 98
CHAR, LINE, PAD, BAR = 8.0, 20, 22, 38  # pixels: width of a character, line height, margin, title bar
FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
STYLE = """
    .card { fill: #f6f8fa; stroke: #d0d7de } .dot { fill: #afb8c1 } \
text { font-family: FONT; font-size: 13px; white-space: pre }
    .prompt { fill: #1f2328; font-weight: 600 } .block { fill: #0550ae } \
.note { fill: #656d76 } .label { fill: #656d76 }
    @media (prefers-color-scheme: dark) {
      .card { fill: #161b22; stroke: #30363d } .dot { fill: #484f58 } .prompt { fill: #e6edf3 } .block { fill: #79c0ff }
      .note { fill: #8d96a0 } .label { fill: #8d96a0 }
    }"""


def main() -> int:
    chosen = [int(word) for word in sys.argv[1:]] or CHOSEN
    printed = subprocess.run(
        [sys.executable, str(ROOT / "benchmarks" / "demo.py")], capture_output=True, text=True, check=True
    ).stdout
    lines = []
    for number, entry in enumerate(entries(printed), 1):
        if number in chosen:
            lines += [*rows(entry), ("", "")]
    OUTPUT.parent.mkdir(parents=True, exist_ok=True)
    OUTPUT.write_text(draw(lines[:-1]), encoding="utf-8", newline="\n")
    print(f"{OUTPUT.relative_to(ROOT)}: {len(lines) - 1} lines")
    return 0


def entries(printed: str) -> "list[list[str]]":
    """The demo's prompts, each with the lines that follow it."""
    found: list[list[str]] = []
    for line in printed.splitlines():
        if re.match(r"\d+\. > ", line):
            found.append([])
        if found and line.strip():
            found[-1].append(line)
    return found


def rows(entry: "list[str]") -> "list[tuple[str, str]]":
    """(class, text) of an entry's lines, wrapped; the last line's time goes, its reason stays."""
    prompt, *answer = [line for line in entry if not line.startswith("A bare ")]
    out = wrapped("prompt", "> " + prompt.split(" > ", 1)[1], "  ")
    for line in answer:
        text = line.strip()
        if " ms | " in text:
            out += wrapped("note", "  " + text.split(" ms | ", 1)[1], "  ")
        else:
            out += wrapped("note" if text == "(silence)" else "block", "  " + text, "    ")
    return out


def wrapped(kind: str, text: str, indent: str) -> "list[tuple[str, str]]":
    first = " " * (len(text) - len(text.lstrip()))
    cut = textwrap.wrap(text.strip(), COLUMNS, initial_indent=first, subsequent_indent=indent, break_on_hyphens=False)
    return [(kind, line) for line in cut]


def draw(lines: "list[tuple[str, str]]") -> str:
    """The picture of a terminal; `textLength` keeps the lines apart from the border in whatever font there is."""
    width, height = round(COLUMNS * CHAR + 2 * PAD), BAR + PAD + len(lines) * LINE + 6
    desc = escape(" ".join(text.strip() for _, text in lines))
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-labelledby="t d">',
        '  <title id="t">What make demo prints</title>',
        f'  <desc id="d">{desc}</desc>',
        f"  <style>{STYLE.replace('FONT', FONT)}\n  </style>",
        f'  <rect class="card" x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="10"/>',
        *[f'  <circle class="dot" cx="{x}" cy="20" r="6"/>' for x in (22, 42, 62)],
        f'  <text class="label" x="{width // 2}" y="25" text-anchor="middle">make demo</text>',
    ]
    for number, (kind, text) in enumerate(lines):
        if text:
            shown = text.lstrip(" ")
            x, y = PAD + CHAR * (len(text) - len(shown)), BAR + PAD + number * LINE
            place = f'x="{x:.0f}" y="{y}" textLength="{len(shown) * CHAR:.0f}"'
            out.append(f'  <text class="{kind}" {place}>{escape(shown)}</text>')
    return "\n".join([*out, "</svg>", ""])


if __name__ == "__main__":
    sys.exit(main())
