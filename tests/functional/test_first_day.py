"""The first day: the best of a project's past sessions waits for one review, and nothing is saved without it."""

import json
import os

import pytest

SECRET = "gh" + "p_aB3dE5fG7hJ9kL2mN4pQ6rS8tU1vW3xY5zA7"
RULE = "From now on, name every branch after its ticket, always."
OLD = "For releases: always squash pull requests into one commit, from now on, no exceptions."
NEW = "Pull requests from now on: no more squashing for releases, keep the commits."
LEAK = "From now on always deploy with the token %s, never by hand." % SECRET
KEY = (
    "From now on always sign releases with this key, never by hand.\n-----BEGIN RSA PRIVATE KEY-----\n%s\n%s"
    % ("MIIEpAIBAAKCAQEAx5Zt1", "-----END RSA PRIVATE KEY-----")
)
DROPPED = "Let us always write the changelog in German from now on."
COPY = "From now on, keep a copy of the nightly export on the archive disk, always."
FORGET = "Forget the copy of the nightly export on the archive disk."
HIDDEN = "From now on, always call me captain."


@pytest.fixture
def project(project, home):
    """A project with four sessions of Claude Code, and one of another project."""
    shutdown = ("Understood.", "Actually no, scrap that, forget it.", "Dropped.")
    for number, (root, said) in enumerate(
        [
            (
                project.root,
                [OLD, "I do that from now on.", RULE, "Noted.", COPY, "Yes."],
            ),
            (project.root, [NEW, "Fine, commits stay.", DROPPED, *shutdown]),
            (project.root, [LEAK, "Done.", KEY, "Done.", FORGET, "Fine."]),
            (
                project.root,
                [HIDDEN, "Yes.", "don't remember any of this", "I keep nothing."],
            ),
            ("/elsewhere", ["From now on, always answer in verse.", "I will."]),
        ]
    ):
        path = (
            home
            / ".claude"
            / "projects"
            / f"p{number // 4}"
            / f"4f1c2b3a-0000-4000-8000-00000000000{number}.jsonl"
        )
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(path, "w") as lines:
            for at, text in enumerate(said):
                role = ("user", "assistant")[at % 2]
                when = "2026-06-%02dT08:%02d:00.000Z" % (number + 1, at)
                message = {"role": role, "content": text}
                lines.write(
                    json.dumps(
                        {
                            "type": role,
                            "message": message,
                            "cwd": str(root),
                            "timestamp": when,
                        }
                    )
                    + "\n"
                )
        os.utime(path, (1_780_000_000 + number,) * 2)
    return project


@pytest.fixture
def memories(project, run_main):
    return lambda *words: run_main(*words).out


@pytest.fixture
def waiting(memories):
    return lambda: json.loads(memories("inbox", "list", "--format", "json"))[
        "candidates"
    ]


def titles(candidates):
    return " ".join(candidate["record"]["title"] for candidate in candidates)


def kept_on_disk(home, project):
    folders = (home / "xdg-state", home / "xdg-data", project.root)
    return b"".join(
        path.read_bytes()
        for folder in folders
        for path in folder.rglob("*")
        if path.is_file()
    )


@pytest.mark.parametrize("words", [("init",), ("import", "transcripts")])
def test_what_past_sessions_hold_waits_for_review_with_its_day_and_host(
    project, memories, waiting, words
):
    before = set(project.store.rglob("*.json"))
    memories(*words)
    found = waiting()
    assert "name every branch after its ticket" in titles(found)
    assert set(project.store.rglob("*.json")) == before
    [rule] = [c for c in found if "ticket" in c["record"]["title"]]
    assert rule["record"]["source"]["author"] == "Claude Code, 2026-06-01"
    assert rule["record"]["created_at"].startswith("2026-06-01")
    assert "Claude Code, 2026-06-01" in memories(
        "inbox"
    ) and "Claude Code, 2026-06-01" in memories("review")


def test_what_was_changed_or_taken_back_or_not_to_be_kept_is_no_candidate(
    memories, waiting
):
    memories("init")
    said = titles(waiting())
    assert "no more squashing" in said and "always squash" not in said
    assert (
        "changelog" not in said
        and "archive" not in said
        and "captain" not in said
        and "verse" not in said
    )


def test_no_secret_of_a_past_session_reaches_the_disk(home, project, memories, waiting):
    memories("init")
    assert "deploy with the token [redacted:github_token]" in titles(waiting())
    assert SECRET.encode() not in kept_on_disk(
        home, project
    ) and b"MIIEpAIB" not in kept_on_disk(home, project)


def test_init_names_the_review_and_does_not_read_twice(memories, waiting):
    first, found = memories("init"), waiting()
    assert (
        "memories review" in first
        and "%d memories from past sessions" % len(found) in first
    )
    for candidate in found:
        memories("inbox", "reject", candidate["id"])
    assert "past sessions" not in memories("init") and waiting() == []


def test_a_project_without_past_sessions_hears_nothing_of_them(tmp_path, run_main):
    (tmp_path / "new" / ".git").mkdir(parents=True)
    assert "past session" not in run_main("init", cwd=tmp_path / "new").out


def test_one_undo_takes_back_all_that_an_import_filed(project, memories, waiting):
    memories("init")
    memories(
        "import", "transcripts"
    )  # brings nothing new, so there is nothing of it to undo
    count = len(waiting())
    assert (
        "removed %d memories that waited" % count in memories("undo")
        and waiting() == []
    )
