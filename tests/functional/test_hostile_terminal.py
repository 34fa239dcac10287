"""A repository that wants something of your terminal: no command prints what it could act on."""

import json

import pytest

ESCAPES = "\x1b[2J\x1b]0;pwned\x07\x9b31m\u202e"
COMMANDS = """
list|list --problems|doctor --store|doctor --no-hooks|index validate|search queue|show queue|brief|review
|why which queue do we use|show queue --history|status --stats|search queue --format json|list --format json
"""


@pytest.fixture
def hostile(project):
    files = ["gone.py", "gone\u202e.py"]
    record = project.record(
        "decision",
        "queue",
        f"Our queue {ESCAPES}",
        tags=[f"x{ESCAPES}"],
        related_files=files,
    )
    project.write_text("decision", "queue", json.dumps(record))
    (project.store / "decisions" / f"b{ESCAPES}.json").write_text("{}")
    project.write_text(
        "decision", "broken", '{"schema_version": "%s"}' % "1.9\\u001b[2J"
    )
    project.config(
        {f"colour{ESCAPES}": 1, "retrieval": {f"x{ESCAPES}": 2, "max_inject": ESCAPES}}
    )
    (project.store / "index.md").write_text(
        f"# Memory Index\n\n- [DECISION] {ESCAPES} -> x.json\n"
    )
    return project


@pytest.mark.parametrize("command", COMMANDS.replace("\n", "").split("|"))
def test_no_command_prints_an_escape_of_the_repositorys(hostile, run_main, command):
    ran = run_main(*command.split(), cwd=hostile.root)
    assert ran.out or ran.err
    assert not [c for c in ran.out + ran.err if not c.isprintable() and c not in "\n\t"]


def test_a_refused_and_a_tried_save_print_none_either(hostile, run_main):
    record = {
        **hostile.record("preference", "p", f"Tabs {ESCAPES}"),
        "content": {"topic": ESCAPES, "value": ESCAPES},
    }
    for command in (("save", "--dry-run"), ("save", "--dry-run", "--format", "json")):
        ran = run_main(*command, cwd=hostile.root, input=json.dumps(record))
        assert not [
            c for c in ran.out + ran.err if not c.isprintable() and c not in "\n\t"
        ]
