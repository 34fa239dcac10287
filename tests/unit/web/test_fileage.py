"""What became of the files that memories are about."""

from memory_retrieval.core.model import Memory, Store
from memory_retrieval.store import kinds
from memory_retrieval_viewer import fileage


def test_files_are_there_or_gone_or_say_otherwise(project):
    (project.root / "there.py").write_text("x")
    (project.root / "limit.py").write_text("LIMIT = 9\n")
    witness = {"path": "limit.py", "says": ["5"], "line": "LIMIT = 5"}
    raw = {
        "related_files": ["there.py", "gone.py", "../out", "/etc/passwd"],
        "anchors": [witness],
    }
    path = project.write("decision", "d", "The limit is 5", schema_version="1.1", **raw)
    memory = Memory(
        path=str(path.relative_to(project.root)),
        kind="decision",
        id="d",
        title="",
        category="",
        related_files=tuple(raw["related_files"]),
    )
    store = Store(kind=kinds.PROJECT, root=str(project.root), folders=())
    found = fileage.states(store, memory, raw)
    out = "leads out of the project, so it is not looked at"
    assert [(f.path, f.exists, f.note) for f in found] == [
        ("there.py", True, ""),
        ("gone.py", False, ""),
        ("../out", False, out),
        ("/etc/passwd", False, out),
        ("limit.py", True, ""),
    ]
    against = fileage.against(store, memory)
    assert (against.path, against.then, against.now) == (
        "limit.py",
        "LIMIT = 5",
        "LIMIT = 9",
    )
