"""A transcript on disk."""

import json

import pytest


@pytest.fixture
def written(tmp_path):
    def write(*lines, tail=b"\n"):
        path = tmp_path / "session.jsonl"
        data = [
            line if isinstance(line, bytes) else json.dumps(line).encode()
            for line in lines
        ]
        path.write_bytes(b"\n".join(data) + (tail if data else b""))
        return str(path)

    return write
