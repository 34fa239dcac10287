"""Files to import."""

import pytest


@pytest.fixture
def write(tmp_path):
    """write("a/b.md", text): writes a file below the test's folder; its path."""

    def run(name, text):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return str(path)

    return run
