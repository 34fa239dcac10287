"""Draws docs/images/viewer*.png: pages of the real viewer over a copy of the example project, in a real Chromium.

`python tools/draw_viewer.py` needs the extra `web`, playwright and Chromium; the font Inter, if it is installed, is
used. A picture has at most 256 colours, which keeps all of them together under 1 MB.
"""

import json
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import zlib
from collections import Counter

ROOT = pathlib.Path(__file__).resolve().parents[1]
IMAGES = ROOT / "docs" / "images"
NOW = "2026-11-15T12:00:00Z"
SECONDS = 1_794_744_000  # the same
PROMPT = "two guides edited the same route without network, how do we merge that and who wins"
MEMORY = "/memories/project/.claude/memory/decisions/celery-queues-import-profile-mail"
PICTURES = (  # name, address, scheme, width, height
    ("viewer", "/try?prompt=" + PROMPT.replace(" ", "+"), "light", 1200, 860),
    ("viewer-overview", "/", "light", 1280, 900),
    ("viewer-memories", "/memories?q=offline+conflicts", "light", 1280, 900),
    ("viewer-memory", MEMORY, "dark", 1280, 900),
    ("viewer-review", "/review#h-now", "light", 1280, 900),
    ("viewer-overview-phone", "/", "dark", 390, 780),
    ("viewer-review-phone", "/review", "light", 390, 780),
)
DOCUMENTS = {
    "0001-offline-edits.md": """# 1. Offline edits are merged waypoint by waypoint

Date: 2026-02-03

Status: accepted

## Decision

The server merges three ways by waypoint id, in `backend/sync/merge.py`; the leader's phone wins a conflict.
""",
    "0002-release-command.md": """# 2. Migrations run in the release command

Date: 2026-03-01

Status: accepted

## Decision

The release command on Fly has `release_command_timeout = "10m"`, in `fly.toml`, and no migration may take longer.
""",
    "0003-sign-in.md": """# 3. Sign-in by magic link

Date: 2026-04-01

Status: superseded by [9](0009-passkeys.md)

## Decision

Guides sign in by a link in a mail.
""",
}
MOVED_ON = {  # file of the code: (what memories say that it says, what it says)
    "backend/routes/tasks.py": ("time_limit=300", "time_limit=900"),
    "fly.toml": ('"10m"', '"25m"'),
}
WHO = ("AUTHOR", "COMMITTER")
WAITING = (  # category, what was said, what is known of the memory
    ("decision", "we stay with PMTiles for the regions and drop the tile server", None),
    (
        "runbook",
        "the import stopped again, restarting the worker helped",
        {"title": "Import stops after a Redis restart"},
    ),
    (
        "preference",
        "never use `any` in TypeScript, not even in tests",
        {"title": "No `any` in TypeScript"},
    ),
)
PROMPTS = (
    "who wins when two guides edit offline",
    "make it blue",
    "the gpx import fails with ParseError",
    "speed up sync",
)


def main() -> int:
    from playwright.sync_api import sync_playwright

    folder = pathlib.Path(tempfile.mkdtemp(prefix="draw-viewer-"))
    chromium = shutil.which("chromium") or shutil.which("google-chrome") or ""
    try:
        env = scene(folder)
        command = [
            sys.executable,
            str(ROOT / "bin" / "memories"),
            "serve",
            "--no-browser",
        ]
        server = subprocess.Popen(
            command,
            cwd=folder / "trailhead",
            env=env,
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            url = (server.stdout.readline() if server.stdout else "").strip()
            with sync_playwright() as driver:
                browser = driver.chromium.launch(
                    executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
                )
                sizes = [draw(browser, url, picture) for picture in PICTURES]
                browser.close()
        finally:
            server.kill()
            server.communicate()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print("docs/images: %d pictures, %d kB" % (len(sizes), sum(sizes) / 1024))
    return 0


def scene(folder: pathlib.Path) -> "dict[str, str]":
    """A copy of the example project with two weeks of prompts, and of each kind something that needs somebody.

    Returns the environment to use it.
    """
    root, home = folder / "trailhead", folder / "home"
    shutil.copytree(ROOT / "examples" / "trailhead", root)
    store = root / ".claude" / "memory"
    paths = sorted(str(path.relative_to(root)) for path in store.rglob("*.json"))
    for name in paths:
        for named in json.loads((root / name).read_text()).get("related_files", ()):
            if "*" not in named and not (root / named).exists():
                (root / named).parent.mkdir(parents=True, exist_ok=True)
                (root / named).touch()
    documents = root / "docs" / "adr"
    documents.mkdir(parents=True)
    for name, text in DOCUMENTS.items():
        (documents / name).write_text(text)
    (store / "memory-config.json").write_text('{"documents": ["docs/adr/*.md"]}\n')
    git(root, "init", "-q", "-b", "main")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Import")
    for name, (then, now) in MOVED_ON.items():
        text = (root / name).read_text()
        (root / name).write_text(text.replace(then, now))
    write_ledger(root, home, paths)
    env = {"PATH": os.environ["PATH"], "HOME": str(home), "MEMORIES_NOW": NOW}
    value = {
        "topic": "gpx test data",
        "value": "small hand-written files, one per defect",
        "reason": "real ones are large",
    }
    conflict = {
        "title": "Tests use hand-written GPX files",
        "category": "preference",
        "tags": ["gpx", "tests"],
        "content": {**value, "strength": "strong"},
    }
    memories(env, root, "save", text=json.dumps(conflict))
    memories(env, root, "index", "rebuild")
    for category, said, record in WAITING:
        code = "import sys, json; from memory_retrieval.upkeep import inbox; "
        code += "inbox.add_candidate(*json.load(sys.stdin))"
        given = [str(root), category, [{"text": said, "pattern": "decided"}], record]
        python(env, root, "-c", code, text=json.dumps(given))
    return env


def git(root: pathlib.Path, *words: str) -> None:
    by = {"NAME": "Ada", "EMAIL": "ada@example.com", "DATE": "2026-05-01T00:00:00Z"}
    env = {f"GIT_{who}_{name}": by[name] for who in WHO for name in by}
    command = ["git", *words]
    subprocess.run(command, cwd=root, env={**os.environ, **env}, check=True)


def write_ledger(root: pathlib.Path, home: pathlib.Path, paths: "list[str]") -> None:
    ledger = home / ".local" / "state" / "memory-retrieval" / "ledger"
    ledger.mkdir(parents=True)
    for day in range(14):
        at = SECONDS - 86_400 * day
        lines = [line(str(root), paths, at - 1800 * n, day, n) for n in range(9, 0, -1)]
        name = time.strftime("%Y-%m-%d", time.gmtime(at))
        (ledger / (name + ".jsonl")).write_text(
            "".join(json.dumps(entry) + "\n" for entry in lines)
        )


def line(
    root: str, paths: "list[str]", at: int, day: int, n: int
) -> "dict[str, object]":
    injected = (
        [[paths[(day * 7 + n * 5) % len(paths)], 0.6 + 0.04 * (n % 9)]] if n % 3 else []
    )
    session = "%08x" % (day * 4 + n // 3)
    entry = {
        "at": at,
        "session": session,
        "root": root,
        "ms": 18.0 + (n * 5 + day) % 30,
        "complete": True,
    }
    return {**entry, "injected": injected, "prompt": PROMPTS[(day + n) % len(PROMPTS)]}


def memories(
    env: "dict[str, str]", root: pathlib.Path, *words: str, text: str = ""
) -> None:
    python(env, root, str(ROOT / "bin" / "memories"), *words, text=text)


def python(
    env: "dict[str, str]", root: pathlib.Path, *words: str, text: str = ""
) -> None:
    subprocess.run(
        [sys.executable, *words],
        cwd=root,
        env={**env, "PYTHONPATH": str(ROOT / "plugin" / "src")},
        input=text,
        text=True,
        check=True,
        capture_output=True,
    )


def draw(browser: object, url: str, picture: "tuple[str, str, str, int, int]") -> int:
    """Takes one picture; its size in bytes."""
    name, address, scheme, width, height = picture
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=scheme
    )  # type: ignore[attr-defined]
    page = context.new_page()
    page.goto(url)
    page.goto(url.split("/?")[0] + address)
    page.wait_for_selector("body:not(:has(#findings [hx-get]))")
    page.evaluate(
        "document.querySelectorAll('footer .path, .menu .path').forEach(part => part.remove())"
    )  # a path of ours
    data = with_palette(page.screenshot())
    (IMAGES / (name + ".png")).write_bytes(data)
    context.close()
    return len(data)


def with_palette(png: bytes) -> bytes:
    """The picture with at most 256 colours, the most frequent of those alike; every other becomes the nearest."""
    width, height, rows = pixels(png)
    counts = Counter(pixel for row in rows for pixel in row)
    alike: dict[bytes, bytes] = {}
    for colour, _ in counts.most_common():
        alike.setdefault(bytes(part >> 3 for part in colour), colour)
    palette = list(alike.values())[:256]
    number = {
        colour: palette.index(min(palette, key=lambda other: _far(colour, other)))
        for colour in counts
    }
    body = b"".join(b"\0" + bytes(number[pixel] for pixel in row) for row in rows)
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = (
        (b"IHDR", header),
        (b"PLTE", b"".join(palette)),
        (b"IDAT", zlib.compress(body, 9)),
        (b"IEND", b""),
    )
    return png[:8] + b"".join(_chunk(kind, data) for kind, data in parts)


def pixels(png: bytes) -> "tuple[int, int, list[list[bytes]]]":
    """(width, height, rows of RGB pixels) of a PNG as Chromium writes it: 8 bits a channel, not interlaced."""
    at, data, width, height, channels = 8, b"", 0, 0, 3
    while at < len(png):
        size, kind = struct.unpack(">I4s", png[at : at + 8])
        chunk = png[at + 8 : at + 8 + size]
        if kind == b"IHDR":
            width, height, _, colour = struct.unpack(">IIBB", chunk[:10])
            channels = 4 if colour == 6 else 3
        data += chunk if kind == b"IDAT" else b""
        at += 12 + size
    raw, stride, before, rows = (
        zlib.decompress(data),
        width * channels,
        bytearray(width * channels),
        [],
    )
    for top in range(0, len(raw), stride + 1):
        before = _unfiltered(
            raw[top], bytearray(raw[top + 1 : top + 1 + stride]), before, channels
        )
        rows.append([bytes(before[i : i + 3]) for i in range(0, stride, channels)])
    return width, height, rows


def _unfiltered(how: int, row: bytearray, above: bytearray, step: int) -> bytearray:
    for i in range(len(row)):
        left, up = (row[i - step] if i >= step else 0), above[i]
        corner = above[i - step] if i >= step else 0
        row[i] = (
            row[i] + (0, left, up, (left + up) // 2, _paeth(left, up, corner))[how]
        ) & 255
    return row


def _paeth(left: int, up: int, corner: int) -> int:
    guess = left + up - corner
    return min((left, up, corner), key=lambda value: abs(guess - value))


def _far(one: bytes, other: bytes) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return (
        struct.pack(">I", len(data))
        + kind
        + data
        + struct.pack(">I", zlib.crc32(kind + data))
    )


if __name__ == "__main__":
    sys.exit(main())
