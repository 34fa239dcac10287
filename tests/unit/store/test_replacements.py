"""Which documents the records of a project replace."""

import json

import pytest

from memory_retrieval.store import replacements

PATH = "docs/adr/0001.md"
CHANGED = {"schema_version": "1.1", replacements.KEY: [PATH]}


@pytest.mark.parametrize(
    "fields", [{}, {"superseded_by": "newer"}, {"status": "proposed"}]
)
def test_a_record_in_use_replaces_the_documents_it_names(project, fields):
    assert replaced(project, fields) == {PATH: "new"}


REPLACE_NOTHING = """
{"record_status": "retired"}
{"status": "deprecated"}
{"schema_version": "1.0"}
{"id": 3}
{"category": ["decision"]}
{"supersedes_documents": "docs/adr/0001.md"}
{"supersedes_documents": [3, null]}
"""


@pytest.mark.parametrize("fields", REPLACE_NOTHING.split("\n")[1:-1])
def test_any_other_record_replaces_nothing(project, fields):
    assert replaced(project, json.loads(fields)) == {}


def replaced(project, fields):
    """What a record replaces: read, then kept."""
    path = project.write("decision", "new", "Something new", ["new"])
    record = {**json.loads(path.read_text()), **CHANGED, **fields}
    record["content"]["status"] = fields.get("status", "accepted")
    path.write_text(json.dumps(record))
    root = str(project.root)
    found = replacements.said(root)
    assert found == replacements.said(root)
    path.unlink()
    assert replacements.said(root) == {}
    return {path: by for path, (by,) in found.items()}
