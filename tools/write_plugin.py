"""Writes `plugin/`: what Claude Code takes into its cache when this repository is added as a marketplace.

It links to what runs. What Claude Code's validator reads is copied, and what has to start where git makes no links
(Windows): that finds the code in the marketplace's clone.
`python tools/write_plugin.py` writes it; with `--check` it only says what differs, and ends with 1.
"""

import os
import pathlib
import shutil
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

from memory_retrieval.setup.plugin import PARTS  # noqa: E402  (the checkout, not an installed copy)

FOLDER = ROOT / "plugin"
READ = (".claude-plugin/plugin.json", ".mcp.json", "hooks", "bin", "agents", "skills")


def main(check: bool) -> int:
    with tempfile.TemporaryDirectory(dir=ROOT) as scratch:
        fresh = pathlib.Path(scratch) / "plugin"
        write(fresh)
        differs = listing(fresh) != listing(FOLDER)
        if differs and not check:
            shutil.rmtree(FOLDER, ignore_errors=True)
            os.rename(fresh, FOLDER)
    print(f"plugin: {'current' if not differs else 'differs; run tools/write_plugin.py' if check else 'written'}")
    return 1 if check and differs else 0


def write(folder: pathlib.Path) -> None:
    for part in (*PARTS, "src/memory_retrieval"):
        for name in expand(part):
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if is_read(name):
                shutil.copy(ROOT / name, path)
            else:
                path.symlink_to(os.path.relpath(ROOT / name, ROOT / "plugin" / pathlib.Path(name).parent))


def expand(part: str) -> "list[str]":
    """The part itself, or the files in it where some of them are copied."""
    if (ROOT / part).is_file() or not any(name == part or name.startswith(part + "/") for name in READ):
        return [part]
    files = (path for path in (ROOT / part).rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return sorted(path.relative_to(ROOT).as_posix() for path in files)


def is_read(name: str) -> bool:
    return any(name == read or name.startswith(read + "/") for read in READ)


def listing(folder: pathlib.Path) -> "dict[str, str | bytes]":
    """What each file is: where a link leads, or the bytes."""
    return {
        path.relative_to(folder).as_posix(): os.readlink(path) if path.is_symlink() else path.read_bytes()
        for path in folder.rglob("*")
        if path.is_symlink() or path.is_file()
    }


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
