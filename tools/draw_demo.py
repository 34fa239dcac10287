"""Draws docs/images/demo.svg: one prompt in an agent's terminal, without and with the project's memory.

`python tools/draw_demo.py` asks the real hook on the example project, and prints the memory as the agent reads it.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import textwrap
from xml.sax.saxutils import escape

from generate import ROOT

EXAMPLE = ROOT / "examples" / "trailhead"
NOW = "2026-11-15T09:00:00Z"  # the example project's today
OUTPUT = ROOT / "docs" / "images" / "demo.svg"
PROMPT = "add a retry to the weather client so a failed forecast is fetched again"
ERRAND = "run the tests again"
MEMORY = ".claude/memory/constraints/weather-provider-quota.json"
COLUMNS = 98
CHAR, LINE, PAD, BAR = (
    8.0,
    20,
    22,
    38,
)  # pixels: width of a character, line height, margin, title bar
FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
STYLE = """
    .card { fill: #f6f8fa; stroke: #d0d7de } .dot { fill: #afb8c1 } \
text { font-family: FONT; font-size: 13px; white-space: pre }
    .prompt { fill: #1f2328; font-weight: 600 } .block { fill: #0550ae } \
.title { fill: #1a7f37; font-weight: 600 } \
.note { fill: #656d76 } .label { fill: #656d76 }
    @media (prefers-color-scheme: dark) {
      .card { fill: #161b22; stroke: #30363d } .dot { fill: #484f58 } .prompt { fill: #e6edf3 }
      .block { fill: #79c0ff } .title { fill: #56d364 }
      .note { fill: #8d96a0 } .label { fill: #8d96a0 }
    }"""


def main() -> int:
    with tempfile.TemporaryDirectory() as home:
        project = pathlib.Path(home) / "trailhead"
        shutil.copytree(EXAMPLE, project)
        env = environment(home)
        hook(project, "build the index", env)
        added = context(hook(project, PROMPT, env))
        if MEMORY not in added or context(hook(project, ERRAND, env)):
            print(
                "draw_demo: the hook no longer answers as the picture says; choose another prompt",
                file=sys.stderr,
            )
            return 1
        rule = json.loads((project / MEMORY).read_text(encoding="utf-8"))["content"][
            "rule"
        ]
    lines = [
        ("note", "Without memory-retrieval"),
        *wrapped("prompt", "> " + PROMPT, "  "),
        ("note", "  The agent gets this prompt and nothing else."),
        ("", ""),
        ("title", "With memory-retrieval"),
        *wrapped("prompt", "> " + PROMPT, "  "),
        ("note", "  The hook adds to the prompt:"),
        *[
            row
            for line in added.splitlines()
            for row in wrapped("block", "  " + line, "    ")
        ],
        ("note", "  The file says:"),
        *wrapped("block", "  " + rule, "  "),
        ("", ""),
        *wrapped("prompt", "> " + ERRAND, "  "),
        ("note", "  The hook adds nothing. No memory helps here."),
    ]
    OUTPUT.write_text(draw(lines), encoding="utf-8", newline="\n")
    print(f"{OUTPUT.relative_to(ROOT)}: {len(lines)} lines")
    return 0


def environment(home: str) -> "dict[str, str]":
    keep = {
        k: v
        for k, v in os.environ.items()
        if k in ("PATH", "LANG", "LC_ALL", "SYSTEMROOT", "PYENV_VERSION", "PYENV_ROOT")
    }
    folders = {
        "XDG_%s_HOME" % name: str(pathlib.Path(home) / name.lower())
        for name in ("CACHE", "STATE", "DATA", "CONFIG")
    }
    return {**keep, **folders, "HOME": home, "MEMORIES_NOW": NOW, "PYTHONUTF8": "1"}


def hook(project: pathlib.Path, prompt: str, env: "dict[str, str]") -> str:
    """What the hook prints for a prompt; a hook that fails would be seen by its exit code."""
    payload = {
        "session_id": "",
        "transcript_path": "",
        "cwd": str(project),
        "prompt": prompt,
    }
    payload["hook_event_name"] = "UserPromptSubmit"
    command = [
        sys.executable,
        "-I",
        "-S",
        str(ROOT / "plugin" / "hooks" / "memory_hook.py"),
        "prompt",
    ]
    done = subprocess.run(
        command,
        input=json.dumps(payload),
        capture_output=True,
        text=True,
        env=env,
        cwd=project,
        check=True,
    )
    return done.stdout


def context(answer: str) -> str:
    """What a hook's answer adds to the prompt; "" for silence."""
    return (
        str(json.loads(answer)["hookSpecificOutput"]["additionalContext"])
        if answer
        else ""
    )


def wrapped(kind: str, text: str, indent: str) -> "list[tuple[str, str]]":
    first = " " * (len(text) - len(text.lstrip()))
    cut = textwrap.wrap(
        text.strip(),
        COLUMNS,
        initial_indent=first,
        subsequent_indent=indent,
        break_on_hyphens=False,
    )
    return [(kind, line) for line in cut]


def draw(lines: "list[tuple[str, str]]") -> str:
    """The picture of a terminal; `textLength` keeps the lines apart from the border in whatever font there is."""
    width, height = round(COLUMNS * CHAR + 2 * PAD), BAR + PAD + len(lines) * LINE + 6
    desc = escape(" ".join(text.strip() for _, text in lines))
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-labelledby="t d">',
        '  <title id="t">One prompt, without and with memory</title>',
        f'  <desc id="d">{desc}</desc>',
        f"  <style>{STYLE.replace('FONT', FONT)}\n  </style>",
        f'  <rect class="card" x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="10"/>',
        *[f'  <circle class="dot" cx="{x}" cy="20" r="6"/>' for x in (22, 42, 62)],
        f'  <text class="label" x="{width // 2}" y="25" text-anchor="middle">one prompt</text>',
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
