"""The examples of docs/reference/library.md do what they show, on the example project."""

import doctest
import pathlib
import re
import shutil

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "reference" / "library.md"
NOW = "2026-11-15T09:00:00Z"  # the example project's today


def test_the_examples_of_the_library_page_do_what_they_show(tmp_path, monkeypatch):
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MEMORIES_NOW", NOW)
    for name in ("CACHE", "STATE", "DATA", "CONFIG"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    text = PAGE.read_text(encoding="utf-8")
    examples = re.sub(
        r"^```.*$", "", text, flags=re.MULTILINE
    )  # a fence would read as output
    page = doctest.DocTestParser().get_doctest(examples, {}, "library.md", str(PAGE), 0)
    said = []
    results = doctest.DocTestRunner(
        optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    ).run(page, out=said.append)
    assert results.attempted > 5
    assert not results.failed, "".join(said)


def test_every_python_block_of_the_library_page_is_run():
    text = PAGE.read_text(encoding="utf-8")
    blocks = re.findall(
        r"^```(?:python|pycon)\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL
    )
    assert blocks
    assert [block for block in blocks if not block.startswith(">>> ")] == []


def test_each_promise_of_the_security_page_names_tests_that_exist():
    sources = "".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py")
    )
    known = set(re.findall(r"^def (test_\w+)", sources, flags=re.MULTILINE))
    text = (ROOT / "docs" / "maintainers" / "security.md").read_text(encoding="utf-8")
    tables = re.findall(
        r"^\| promise \| tests? \|\n\|---\|---\|\n((?:\|.*\n)+)",
        text,
        flags=re.MULTILINE,
    )
    rows = "".join(tables).splitlines()
    assert len(rows) > 30
    for row in rows:
        named = re.findall(r"`((?:tests/[\w/]+\.py|test_\w+))`", row)
        assert named, f"a promise without a test: {row}"
        assert [
            n
            for n in named
            if n not in known and not (n.startswith("tests/") and (ROOT / n).exists())
        ] == [], row
