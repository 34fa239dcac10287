"""No secret reaches the disk or an answer, whichever door it comes in by."""

import json
import sys
from pathlib import Path

import pytest

from memory_retrieval.library.records import save_memory
from memory_retrieval.mcp import tools
from memory_retrieval.upkeep.inbox import add_candidate

SECRET = "gh" + "p_aB3dE5fG7hJ9kL2mN4pQ6rS8tU1vW3xY5zA7"
TEXT = "the deploy token of the staging cluster is " + SECRET


def long(limit):
    """A text with the secret where it is cut at so many characters."""
    return "x " * (limit // 2 - 4) + SECRET + " and more"


CONTENT = {"topic": "deploy", "value": TEXT, "reason": "so", "strength": "soft"}
RECORD = {
    "category": "preference",
    "title": TEXT,
    "tags": ["deploy"],
    "content": CONTENT,
}
SAID = (
    "removed a secret (github_token); it was not stored",
    "contains a secret (github_token), which was left out; revoke it",
    '"removed": ["github_token"]',
)


class Doors:
    """What can be given to be stored; each returns what is answered."""

    def __init__(self, project, run_main, folder):
        self.root, self.file, self._run_main = (
            project.root,
            folder / "given.md",
            run_main,
        )
        project.write("decision", "queues")

    def _run(self, *words, **options):
        ran = self._run_main(*words, "--format", "json", cwd=self.root, **options)
        return ran.out + ran.err

    def _import(self, kind, text):
        self.file.write_text(text)
        return self._run_main("import", kind, str(self.file), cwd=self.root).out

    def _edit(self, change):
        code = f"import sys; p = sys.argv[1]; t = open(p).read(); open(p, 'w').write({change})"
        return self._run(
            "edit", "queues", env={"VISUAL": f'{sys.executable} -c "{code}"'}
        )

    def save(self):
        return self._run("save", input=json.dumps(RECORD))

    def update(self):
        return self._run(
            "save", "--update", "queues", input=json.dumps({"context": TEXT})
        )

    def note(self):
        return self._run("note", TEXT)

    def long_note(self):
        return self._run("note", long(120))

    def alias(self):
        return self._run("alias", "queues", TEXT)

    def edited(self):
        return self._edit(f"t.replace('queues', '{SECRET}')")

    def refused(self):
        return self._edit(f"t.replace('}}', '{SECRET}')")

    def cache(self):
        return self._run(
            "cache", "put", "--llm", "codex", "--question", long(60), input=long(500)
        )

    def jsonl(self):
        return self._import("jsonl", json.dumps(RECORD))

    def candidate(self):
        evidence = [{"text": long(2000), "pattern": long(200)}]
        id = add_candidate(str(self.root), "preference", evidence)
        return self._run(
            "inbox", "edit", id, "--file", "-", input=json.dumps({"reason": TEXT})
        )

    def library(self):
        return repr(save_memory(RECORD, str(self.root)))

    def mcp_save(self):
        return tools.call("save", RECORD)[0]

    def mcp_note(self):
        return tools.call("note", {"text": TEXT})[0]


@pytest.mark.parametrize(
    "door", [name for name in vars(Doors) if not name.startswith("_")]
)
def test_a_secret_is_removed_at_every_door(
    door, project, home, run_main, tmp_path, monkeypatch
):
    monkeypatch.chdir(project.root)
    doors = Doors(project, run_main, tmp_path)
    answer = getattr(doors, door)()
    doors.file.unlink(missing_ok=True)
    assert any(words in answer for words in SAID) or door in ("edited", "refused")
    files = filter(Path.is_file, [*project.root.rglob("*"), *home.rglob("*")])
    kept = "".join([path.read_text(errors="replace") for path in files])
    assert "[redacted:github_token]" in kept
    seen = (answer + kept).lower()
    assert not any(
        SECRET[at : at + 8].lower() in seen for at in range(4, len(SECRET) - 8)
    )
