"""`memories doctor` as a process: sound installations have no findings, each fault has one, with its remedy."""

import json
import os
import subprocess
import sys

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
RECORD = {
    "schema_version": "1.0", "category": "decision", "id": "one", "title": "One thing was decided", "created_at": "2026-10-01T00:00:00Z",
    "updated_at": "2026-10-01T00:00:00Z", "tags": ["one"],
    "content": {"status": "accepted", "context": "c", "decision": "d", "rationale": ["r"]},
}  # fmt: skip


@pytest.fixture
def project(tmp_path):
    folder = tmp_path / "project" / ".claude" / "memory" / "decisions"
    folder.mkdir(parents=True)
    (tmp_path / "project" / ".git").mkdir()
    (folder / "one.json").write_text(json.dumps(RECORD), encoding="utf-8")
    return tmp_path / "project"


def doctor(project, *words, code=0, **env):
    environment = {
        "HOME": str(project.parent / "home"),
        "PATH": os.pathsep.join([os.path.dirname(sys.executable), "/usr/bin", "/bin"]),
        **env,
    }
    command = [sys.executable, os.path.join(ROOT, "bin", "memories"), "doctor", "--json", *words]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, cwd=str(project), timeout=120, check=False)
    assert done.returncode == code, done.stdout + done.stderr
    value = json.loads(done.stdout)
    assert all(set(f) == {"severity", "what", "where", "remedy"} and f["remedy"] for f in value["findings"])
    return value


def whats(value):
    return " | ".join(finding["what"] for finding in value["findings"])


def test_every_hook_is_fired_and_a_sound_installation_has_no_errors(project):
    value = doctor(project)
    assert not [f for f in value["findings"] if f["severity"] == "error"]
    checks = " | ".join(check["what"] for check in value["checks"])
    for words in ("field prompt) answers", "field user_prompt) answers", "stop is silent", "pre-tool answers", "FTS5", "a prompt costs"):
        assert words in checks
    assert sorted(p.name for p in (project / ".claude" / "memory").iterdir()) == ["decisions"]  # doctor without --fix writes nothing


def test_faults_are_found_and_named(project):
    memory = project / ".claude" / "memory"
    (memory / "decisions" / "broken.json").write_text("{", encoding="utf-8")
    (memory / "memory-config.json").write_text(
        json.dumps({"retrieval": {"max_inject": 99, "nonsense": 1, "judge": {}, "output_mode": "x"}}), encoding="utf-8"
    )
    value = doctor(project, "--no-hooks", MEMORIES_OFF="1")
    for words in ("never injected", "out of range", "unknown setting retrieval.nonsense", "has no effect", "MEMORIES_OFF", "index.md"):
        assert words in whats(value)


def test_fix_writes_the_catalogue(project):
    assert "index.md" in whats(doctor(project, "--no-hooks"))
    assert "index.md" not in whats(doctor(project, "--no-hooks", "--fix"))
    assert "One thing was decided" in (project / ".claude" / "memory" / "index.md").read_text(encoding="utf-8")


def test_no_store_is_said_with_what_to_do(tmp_path):
    (tmp_path / "empty").mkdir()
    assert "no memory store" in whats(doctor(tmp_path / "empty", "--no-hooks"))


def test_the_kind_of_file_system_is_read_from_the_table(tmp_path):
    sys.path.insert(0, os.path.join(ROOT, "src"))
    from memory_retrieval.hosts.doctor.checks import mount_type

    table = tmp_path / "mounts"
    table.write_text("none / overlay rw 0 0\nC:\\\\134 /mnt/c 9p rw 0 0\nserver:/x /home/me/a\\040b nfs4 rw 0 0\n", encoding="utf-8")
    assert mount_type("/mnt/c/work", str(table)) == "9p"
    assert mount_type("/home/me/a b/p", str(table)) == "nfs4"
    assert mount_type("/home/me/other", str(table)) == "overlay"
