"""Makes a release ready, and publishes nothing: `make release VERSION=1.2.3`, `make address URL=...`, `make wheel`.

`address URL` writes the repository's address, which pyproject.toml holds, wherever else it is needed; `check` (part of
`make check`) says where it differs. `smoke [PYTHON ...]` builds the wheel, installs it as a user would, and uses it.
"""

import datetime
import glob
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
PROJECT, CHANGES, PACKAGE = (
    "pyproject.toml",
    "CHANGELOG.md",
    "plugin/src/memory_retrieval/__init__.py",
)
MANIFESTS = (
    "plugin/.claude-plugin/plugin.json",
    "plugin/.codex-plugin/plugin.json",
    "plugin/integrations/agent-plugin/plugin.json",
    "plugin/integrations/gemini/gemini-extension.json",
)
PAGES = ("README.md", "docs/quick-start.md")
PLACEHOLDER = "ADDRESS"  # what the pages say as long as there is no address
CLONED = """git clone ADDRESS memory-retrieval
uvx --from ./memory-retrieval memories try    # look first; or: pipx run --spec ./memory-retrieval memories try
uv tool install './memory-retrieval[web]'     # or: pipx install './memory-retrieval[web]'
"""
ONE_LINE = """uvx --from git+ADDRESS memories try    # look first; or: pipx run --spec git+ADDRESS memories try
uv tool install 'memory-retrieval[web] @ git+ADDRESS'     # or: pipx install, pip install
"""
EXPLAINED = re.compile(
    r" Replace `ADDRESS` by the git URL\s+or the path of this repository\."
)
ADDRESS = re.compile(r'(?m)^\[project\.urls\]\nRepository = "(.+)"\n')
VERSION = re.compile(r"\d+\.\d+\.\d+((a|b|rc)\d+)?")
PYTHONS = ("3.10", "3.11", "3.12", "3.13", "3.14", "3.15")
OLDEST = "3.9"  # hooks and the MCP server start on it, commands do not
NOTE, WORD = "Deposits are captured on a no-show, not at booking", "deposits"


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def write(name: str, text: str) -> None:
    (ROOT / name).write_text(text, encoding="utf-8", newline="\n")


def address() -> str:
    """The repository's address; "" as long as there is none."""
    found = ADDRESS.search(read(PROJECT))
    return found.group(1) if found else ""


def set_address(url: str) -> None:
    if not re.fullmatch(r"https://[^\s\"'`]+\.git", url):
        raise SystemExit(
            f"{url}: no address that git and every host take; give it as https://HOST/PATH.git"
        )
    old, section = address(), f'[project.urls]\nRepository = "{url}"\n'
    text = ADDRESS.sub("", read(PROJECT)) if old else read(PROJECT)
    text = text.replace(
        "[project.optional-dependencies]\n",
        section + "\n[project.optional-dependencies]\n",
        1,
    )
    write(PROJECT, re.sub(r"\n{3,}", "\n\n", text))
    for page in PAGES:
        text = EXPLAINED.sub("", read(page).replace(CLONED, ONE_LINE))
        write(
            page,
            re.sub(rf"\b{PLACEHOLDER}\b" if not old else re.escape(old), url, text),
        )
    for name in MANIFESTS[:3]:
        _put(name, "repository", url)


def check() -> "list[str]":
    """Where the address, or what stands for it, is missing or another one."""
    url, found = address(), []
    for page in PAGES:
        text = read(page)
        if url and (url not in text or PLACEHOLDER in text):
            found.append(
                f"{page}: does not name {url} everywhere; run `make address URL={url}`"
            )
        if not url and not (PLACEHOLDER in text and EXPLAINED.search(text)):
            found.append(
                f"{page}: {PROJECT} has no address, so {PLACEHOLDER} has to stand here, and what it means"
            )
    named = [
        name
        for name in MANIFESTS[:3]
        if json.loads(read(name)).get("repository", "") != url
    ]
    return found + [f"{name}: `repository` is not that of {PROJECT}" for name in named]


def release(version: str) -> None:
    _refuse(version)
    today = datetime.date.today().isoformat()
    write(
        CHANGES,
        read(CHANGES).replace(
            "## [Unreleased]\n", f"## [Unreleased]\n\n## [{version}] - {today}\n", 1
        ),
    )
    write(
        PACKAGE,
        re.sub(
            r'(?m)^__version__ = ".+"$', f'__version__ = "{version}"', read(PACKAGE)
        ),
    )
    for name in MANIFESTS:
        _put(name, "version", version)
    smoke(build(), [])
    _run("tools/generate.py", "--schemas", "build/schemas")
    url = (
        address()
        or "nowhere yet: run `make address URL=...` first, and make the release again"
    )
    print(f"\nready, nothing is published. To publish {version} ({url}):\n")
    print(
        f"  git commit -am 'Release {version}' && git tag -a v{version} -m {version} && git push --follow-tags"
    )
    print("  uv publish dist/*      # or: twine upload dist/*; needs the owner's token")
    print("  build/schemas has the JSON Schemas of all records, to be put beside it")
    print("\nTo take it back: git restore . && rm -r dist")


def _refuse(version: str) -> None:
    if not VERSION.fullmatch(version):
        raise SystemExit(
            f"{version or 'VERSION'}: not a version; give one such as VERSION=1.2.3 or 1.2.3rc1"
        )
    if _git("status", "--porcelain"):
        raise SystemExit("the working tree has changes; commit or stash them first")
    if f"## [{version}]" in read(CHANGES) or _git("tag", "--list", "v" + version):
        raise SystemExit(
            f"{version} exists already, in {CHANGES} or as a tag; choose the next one"
        )
    if not re.search(r"## \[Unreleased\]\s+(?!## )\S", read(CHANGES)):
        raise SystemExit(
            f"{CHANGES}: nothing stands under Unreleased; say what is new first"
        )


def build() -> pathlib.Path:
    """The wheel in dist/, beside the source archive."""
    shutil.rmtree(ROOT / "dist", ignore_errors=True)
    _run("-m", "hatchling", "build", "-t", "sdist", "-t", "wheel", "-d", "dist")
    [wheel] = (ROOT / "dist").glob("*.whl")
    return wheel


def smoke(wheel: pathlib.Path, pythons: "list[str]") -> None:
    """Uses the wheel from its first command to the hook on each Python, and the agent's part alone on the oldest."""
    chosen = {python: python for python in pythons} or {
        version: find(version) for version in PYTHONS
    }
    for version, python in chosen.items():
        if python:
            _use(wheel, python, find(OLDEST))
        print(
            f"ok    {wheel.name} on Python {version}"
            if python
            else f"SKIP  no Python {version} on this machine"
        )
    print(
        f"ok    its hooks on Python {OLDEST}"
        if find(OLDEST)
        else f"SKIP  no Python {OLDEST} on this machine"
    )


def find(version: str) -> str:
    """An interpreter on the PATH or of a version manager; "" for none that starts."""
    home = os.path.expanduser("~")
    places = [shutil.which("python" + version) or ""]
    places += sorted(glob.glob(f"{home}/.pyenv/versions/{version}.*/bin/python"))
    places += sorted(
        glob.glob(f"{home}/.local/share/uv/python/cpython-{version}*/bin/python3")
    )
    words = ["-c", "import venv, sqlite3"]
    return next(
        (
            p
            for p in places
            if p and not subprocess.run([p, *words], capture_output=True).returncode
        ),
        "",
    )


def _use(wheel: pathlib.Path, python: str, oldest: str) -> None:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        home, place = (
            pathlib.Path(folder, "home"),
            "Scripts" if os.name == "nt" else "bin",
        )
        (home / "project" / ".git").mkdir(parents=True)
        env = {
            name: text
            for name, text in os.environ.items()
            if not name.startswith(("XDG_", "PYTHON", "MEMORIES_"))
        }
        env.update(
            dict.fromkeys(("HOME", "USERPROFILE", "LOCALAPPDATA", "APPDATA"), str(home))
        )
        _call([python, "-m", "venv", "--without-pip", f"{folder}/venv"], env, home)
        own = f"{folder}/venv/{place}/"
        words = [
            "-m",
            "pip",
            "--python",
            own + "python",
            "install",
            "--quiet",
            "--no-deps",
            "--no-index",
            str(wheel),
        ]
        _call([sys.executable, *words], {**os.environ}, ROOT)

        def has(text: str, *words: str, stdin: str = "") -> None:
            if text not in _call(list(words), env, home / "project", stdin):
                raise SystemExit(
                    f"{wheel.name} on {python}: `{' '.join(words)}` does not say {text!r}"
                )

        has(wheel.name.split("-")[1], own + "memories", "--version")
        has("created", own + "memories", "init")
        has("created", own + "memories", "note", NOTE)
        has(NOTE, own + "memories", "search", WORD)
        has("memory-retrieval-plugin", own + "memories", "setup", "gemini")
        [hook] = home.glob("**/memory-retrieval-plugin/hooks/memory_hook.py")
        for each in filter(None, (own + "python", oldest)):
            payload = json.dumps({"session_id": each, "cwd": str(home / "project")})
            has(NOTE, each, "-I", "-S", str(hook), "session-start", stdin=payload)


def _call(
    words: "list[str]", env: "dict[str, str]", folder: pathlib.Path, stdin: str = ""
) -> str:
    done = subprocess.run(
        words, input=stdin, env=env, cwd=folder, capture_output=True, encoding="utf-8"
    )
    if done.returncode:
        raise SystemExit(
            f"`{' '.join(words)}` ended with {done.returncode}: {done.stderr.strip()}"
        )
    return done.stdout


def _run(*words: str) -> None:
    _call([sys.executable, *words], {**os.environ}, ROOT)


def _git(*words: str) -> str:
    return _call(["git", *words], {**os.environ}, ROOT)


def _put(name: str, key: str, value: str) -> None:
    """Sets a string in a manifest and leaves its layout: beside the version where it is new."""
    line, text = f'  "{key}": {json.dumps(value)},', read(name)
    known = re.compile(rf'(?m)^  "{key}": ".*",$')
    added = re.sub(r'(?m)^  "version".*$', rf"\g<0>\n{line}", text)
    write(name, known.sub(line, text) if known.search(text) else added)


def main(words: "list[str]") -> int:
    """Ends with a message and 1 where something is refused, or does not work."""
    found = check() if words == ["check"] else []
    if words == ["check"]:
        print(
            "\n".join(found)
            or "address: " + (address() or "none yet, and nothing names one")
        )
    elif words[:1] == ["smoke"]:
        smoke(build(), words[1:])
    elif len(words) == 2 and words[0] in ("address", "release"):
        (set_address if words[0] == "address" else release)(words[1])
    else:
        raise SystemExit(
            "usage: release.py check | address URL | release VERSION | smoke [PYTHON ...]"
        )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
