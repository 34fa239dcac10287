"""Writers on a disk that is full: the record is written whole or not at all, and the answer says which."""

import json
import resource
import subprocess
import sys

import pytest

from conftest import MEMORIES
from memory_retrieval.state import journal


@pytest.fixture
def save(project):
    """Saves a preference; no file that is written may be larger than `most` bytes."""

    def run(title, most=resource.RLIM_INFINITY, *options, value="four"):
        content = {"topic": title, "value": value, "reason": "so", "strength": "soft"}
        data = json.dumps(
            {
                "category": "preference",
                "title": title,
                "tags": ["tabs"],
                "content": content,
            }
        )
        return subprocess.run(
            [sys.executable, "-I", str(MEMORIES), "save", "--format", "json", *options],
            input=data.encode(),
            cwd=project.root,
            capture_output=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)),
        )

    return run


def test_a_record_without_its_line_in_index_md_is_said_to_be_written(project, save):
    for number in range(12):
        project.write(
            "decision",
            f"d-{number}",
            f"Paint the wall of room {number} " + "in yellow " * 8,
        )
    save("Tabs are four wide")
    size = (project.store / "index.md").stat().st_size
    done = save("Spaces after commas", size - 100)
    answer = json.loads(done.stdout)
    assert (done.returncode, answer["status"]) == (0, "created"), done
    assert "index.md could not be" in " ".join(answer["notes"])
    assert project.path("preference", "spaces-after-commas").is_file()


def test_refused_writes_push_no_other_out_of_the_undo_journal(project, save, run_main):
    for number in range(journal.KEEP):
        assert run_main("note", f"Rule number {number} of the house").code == 0
    for number in range(5):
        done = save(f"Refused number {number} of the yard", 9000, value="long " * 3000)
        assert done.returncode != 0 and not list(project.store.rglob("refused*"))
    for number in reversed(range(journal.KEEP)):
        done = run_main("undo")
        assert done.code == 0 and f"rule-number-{number}-of-the-house" in done.out, done
