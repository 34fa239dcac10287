"""The viewer's smaller parts: dates, charts, secrets, the snapshot, what happened to files, records that overlap."""

import subprocess
import time

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from memory_retrieval.save.writable import find_writable
from memory_retrieval.store.scope import find_project
from memory_retrieval.web import charts, fileage, overlaps, present
from memory_retrieval.web.notes import KEPT, Note, Notes
from memory_retrieval.web.security import Access, same
from memory_retrieval.web.server import is_loopback
from memory_retrieval.web.snapshot import Snapshot

NOW = 1_800_000_000


@pytest.mark.parametrize(
    ("past", "shown"),
    [
        (0, "just now"),
        (59, "just now"),
        (60, "1 minute ago"),
        (7200, "2 hours ago"),
        (86_400, "1 day ago"),
        (8 * 86_400, "1 week ago"),
        (45 * 86_400, "1 month ago"),
        (800 * 86_400, "2 years ago"),
        (-7200, "in 2 hours"),
        (None, ""),
    ],
)
def test_ages_are_said_in_one_unit(past, shown):
    assert present.ago(None if past is None else NOW - past, NOW) == shown


def test_what_a_template_shows_is_escaped_and_visible():
    template = present.environment().from_string("{{ a }}|{{ b }}|{{ c }}")
    assert template.render(a="<b>\u202e\u200bx", b=None, c=3) == "&lt;b&gt;x||3"


@pytest.mark.parametrize("host", ["127.0.0.1", "127.5.5.5", "localhost", "::1", "[::1]"])
def test_loopback_is_known(host):
    assert is_loopback(host)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.2", "example.org", "", "localhost.example"])
def test_everything_else_is_no_loopback(host):
    assert not is_loopback(host)


def test_a_link_for_the_browser_opens_once_and_not_for_ever(monkeypatch):
    access = Access(("127.0.0.1",), 1234)
    ticket = access.ticket()
    assert not access.redeem("other") and access.redeem(ticket) and not access.redeem(ticket)
    late = access.ticket()
    monkeypatch.setattr(time, "monotonic", lambda: 10**9)
    assert not access.redeem(late)


def test_secrets_of_two_runs_differ():
    first, second = Access(("127.0.0.1",), 1), Access(("127.0.0.1",), 1)
    assert len({first.token, first.csrf, second.token, second.csrf}) == 4 and same("ä", "ä") and not same("ä", "a")


def test_a_note_is_shown_once_and_old_ones_go():
    notes = Notes()
    names = [notes.keep(Note(str(i))) for i in range(KEPT + 1)]
    assert notes.take(names[0]) is None and notes.take(names[1]).text == "1" and notes.take(names[1]) is None


def test_charts_escape_their_labels_and_describe_themselves():
    svg = str(charts.columns([("<a>", (1, 2)), ("b", (0, 0))], 'x"y', ("new", "old")))
    assert (
        "<a>" not in svg and "&lt;a&gt;" in svg and 'role="img"' in svg and "aria-label" in svg and "style=" not in svg
    )


def test_the_snapshot_follows_every_change_of_the_files(project):
    snapshot = Snapshot(lambda: [find_project(str(project.root))])
    path = project.write("decision", "one", "First")
    snapshot.look()
    assert [row.memory.title for row in snapshot.rows.values()] == ["First"]
    project.write("decision", "one", "Secnd")  # the same size, within the same instant
    project.write_text("runbook", "torn", "{")
    snapshot.look()
    assert [row.memory.title for row in snapshot.rows.values()] == ["Secnd"] and list(snapshot.broken) == [
        "project/.claude/memory/runbooks/torn"
    ]
    path.unlink()
    project.path("runbook", "torn").unlink()
    snapshot.look()
    assert not snapshot.rows and not snapshot.broken


def test_without_git_files_are_there_or_gone(tmp_path):
    (tmp_path / "there.py").write_text("x")
    found = fileage.states(str(tmp_path), {"related_files": ["there.py", "gone.py", "../out", "/etc/passwd"]}, NOW)
    assert [(f.path, f.exists, f.changed, bool(f.note)) for f in found] == [
        ("there.py", True, False, False),
        ("gone.py", False, False, False),
        ("../out", False, False, True),
        ("/etc/passwd", False, False, True),
    ]


def test_an_anchor_with_another_content_differs(tmp_path):
    (tmp_path / "a.py").write_text("x\n")
    blob = subprocess.run(
        ["git", "hash-object", "a.py"], cwd=tmp_path, capture_output=True, text=True, check=True
    ).stdout.strip()
    same_one = fileage.states(str(tmp_path), {"anchors": [{"path": "a.py", "blob": blob}]}, None)
    other = fileage.states(str(tmp_path), {"anchors": [{"path": "a.py", "blob": "0" * 40}]}, None)
    assert not same_one[0].changed and other[0].changed and "differs" in other[0].note


def test_git_runs_nothing_of_the_repository(tmp_path):
    def git(*words):
        subprocess.run(
            ["git", "-c", "user.name=a", "-c", "user.email=a@example.com", *words],
            cwd=tmp_path,
            check=True,
            capture_output=True,
        )

    git("init", "-q")
    (tmp_path / "a.py").write_text("x")
    git("add", ".")
    git("commit", "-q", "-m", "one")
    mark = tmp_path / "ran"
    script = tmp_path / "evil.sh"
    script.write_text(f"#!/bin/sh\ntouch {mark}\n")
    script.chmod(0o755)
    for key in ("core.fsmonitor", "core.pager", "gpg.program", "diff.external", "core.sshCommand", "credential.helper"):
        git("config", key, str(script))
    git("config", "log.showSignature", "true")
    assert (
        fileage.last_changes(str(tmp_path)) and fileage.states(str(tmp_path), {"related_files": ["a.py"]}, 1)[0].changed
    )
    assert not mark.exists()


def test_only_records_that_say_the_same_or_the_contrary_are_named(project):
    project.write("preference", "tabs", "Indent with tabs", ["indent"], {"topic": "Indentation", "value": "tabs"})
    project.write("preference", "spaces", "Indent with spaces", ["indent"], {"topic": "indentation", "value": "spaces"})
    body = {"trigger": "the import stops at night", "steps": ["restart the importer"], "verification": "rows arrive"}
    project.write("runbook", "one", "Import stops at night", ["import"], body)
    project.write("runbook", "two", "The import stops at night", ["import"], body)
    project.write("runbook", "gone", "Import stops at night, really", ["import"], body, record_status="retired")
    found = overlaps.find(find_writable(root=str(project.root)))
    assert sorted((o.severity, [path.rsplit("/", 1)[1] for path in o.paths]) for o in found) == [
        ("info", ["one.json", "two.json"]),
        ("warning", ["spaces.json", "tabs.json"]),
    ]
