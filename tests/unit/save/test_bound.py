"""How many documents an agent's saves may take out of use in a session."""

import json

import pytest

from memory_retrieval.core.errors import RecordError
from memory_retrieval.save import bound


def test_the_documents_that_saves_of_a_session_supersede_are_counted_together(
    project, monkeypatch
):
    def take(*numbers):
        named = [f"docs/{number}.md" for number in numbers]
        after = json.dumps({"id": "new", "supersedes_documents": named}).encode()
        bound.take(str(project.root), {"new.json": (None, after)})

    monkeypatch.setenv("CLAUDECODE", "1")
    take(1, 2, 3)
    take(2, 3, 4, 5)
    with pytest.raises(
        RecordError, match=r"memories save --update new --supersedes docs/6\.md"
    ):
        take(5, 6)
    monkeypatch.delenv("CLAUDECODE")
    take(6, 7, 8)
