"""Review in a real browser: what waits, and what each decision writes."""

import json
import re

import pytest

from viewer_pages import DONE, load, note

TABS = "project/.claude/memory/preferences/tabs"
GUARD = {
    "schema_version": "1.1",
    "guard": {"command": "git push --force", "effect": "deny"},
}
SHOWN = re.compile(r'name="seen" value="(\w+)"')


@pytest.fixture
def pair(project):
    """Two preferences on one topic with two values; the paths of the newer and the older one."""
    tabs = project.write(
        "preference",
        "tabs",
        "Indent with tabs",
        content={"topic": "indentation", "value": "tabs"},
    )
    spaces = project.write(
        "preference",
        "spaces",
        "Indent with spaces",
        content={"topic": "Indentation", "value": "spaces"},
        updated_at="2026-06-01T08:00:00Z",
    )
    return spaces, tabs


def look(page):
    page.at("/review")
    page.wait_for_selector(DONE, state="attached")


def decide(page, name):
    page.get_by_role("button", name=name).click()
    page.wait_for_selector(DONE, state="attached")


def seen(viewer):
    """What a page says that it showed of the one record to review."""
    return SHOWN.search(viewer.until_gone("/review", "The page updates automatically"))[
        1
    ]


# --- what changes nothing ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "fields", [{"do": "accept"}, {"do": ""}, {"key": "x"}, {"seen": "x"}]
)
def test_a_decision_about_what_no_page_shows_changes_nothing(serve, pair, fields):
    before = [path.read_bytes() for path in pair]
    viewer = serve(pair[0].parents[3])
    status, headers, text = viewer.post(
        "/review", {"key": TABS, "do": "retire", "seen": seen(viewer), **fields}
    )
    assert (
        status == 404 or "has changed meanwhile" in viewer.get(headers["location"])[2]
    ), text
    assert [path.read_bytes() for path in pair] == before


def test_a_guard_that_was_changed_after_it_was_shown_is_not_accepted(serve, project):
    from memory_retrieval.state import accepted

    project.write("constraint", "push", "Never force a push", **GUARD)
    viewer = serve(project.root)
    form = {
        "key": "project/.claude/memory/constraints/push",
        "do": "keep",
        "seen": seen(viewer),
    }
    project.write(
        "constraint",
        "push",
        "Never force a push",
        **{**GUARD, "guard": {"command": "git push"}},
    )
    seen(viewer)
    assert viewer.post("/review", form)[0] == 303 and not accepted.read(
        str(project.root)
    )
    assert viewer.post("/review", {**form, "seen": seen(viewer)})[
        0
    ] == 303 and accepted.read(str(project.root))


def test_an_agent_accepts_no_guard_through_a_viewer_that_it_started(serve, project):
    from memory_retrieval.state import accepted

    project.write("constraint", "push", "Never force a push", **GUARD)
    viewer = serve(project.root, env={"CLAUDECODE": "1"})
    form = {
        "key": "project/.claude/memory/constraints/push",
        "do": "keep",
        "seen": seen(viewer),
    }
    status, headers, _ = viewer.post("/review", form)
    assert (
        status == 303
        and "in their own terminal, with: memories review push"
        in viewer.get(headers["location"])[2]
    )
    assert not accepted.read(str(project.root))


def test_a_store_in_which_nothing_waits_says_so(page, project):
    project.write("decision", "queues")
    look(page)
    assert "Nothing needs a decision" in page.inner_text("main")
    page.at("/health")
    page.get_by_role("button", name="Fix what is safe to fix").click()
    assert "Fixed" in note(page)
    page.at("/")
    page.wait_for_selector(DONE, state="attached")
    assert "Nothing needs you" in page.inner_text("main")
    assert page.locator(".needs").count() == 0


# --- what is decided --------------------------------------------------------------------------------------------------


def test_two_values_of_one_topic_stand_side_by_side_and_the_newer_takes_the_place(
    page, pair, violations, picture
):
    look(page)
    sides = page.locator(".pair-card .side").all_inner_texts()
    assert (
        "Indent with spaces" in sides[0]
        and "Newer" in sides[0]
        and "Indent with tabs" in sides[1]
    )
    assert violations(page) == []
    picture(page, "review-conflict")
    decide(page, "The newer replaces the older")
    assert load(pair[1])["superseded_by"] == "spaces" and load(pair[0])[
        "supersedes"
    ] == ["tabs"]
    assert page.locator(".pair-card").count() == 0
    page.get_by_role("button", name="Undo").click()
    assert "superseded_by" not in load(pair[1])


def test_a_pair_of_which_both_hold_is_not_shown_again(page, pair):
    look(page)
    decide(page, "Both hold")
    assert "both hold" in note(page) and load(pair[0])["holds_with"] == ["tabs"]
    assert page.locator(".pair-card").count() == 0
    decide(page, "Re-check")
    assert page.locator(".pair-card").count() == 0


def test_the_start_page_says_what_waits_and_each_kind_is_decided_on_the_page(
    page, project, candidate, run_memories
):
    project.write(
        "constraint",
        "fair",
        "No deploys before the fair",
        content={"expires": "2026-10-01"},
    )
    project.write(
        "decision",
        "gone",
        "Deploys go through the gateway",
        related_files=["gateway.py"],
    )
    project.write("constraint", "push", "Never force a push", **GUARD)
    candidate()
    page.at("/")
    waits = page.locator(".needs")
    waits.get_by_text("Files are gone").wait_for()
    assert all(
        words in waits.inner_text()
        for words in ("Waiting memories", "Guards to accept", "Past their end date")
    )
    waits.get_by_text("Guards to accept").click()
    page.wait_for_selector("#findings h2")
    assert "git push --force" in page.inner_text("#findings")
    decide(page, "Accept the guard Never force")
    assert "it holds from now on" in note(page)
    assert page.get_by_role("button", name="Undo").count() == 0, "no record was written"
    decide(page, "Keep Deploys go through")
    decide(page, "Retire No deploys")
    assert load(project.path("constraint", "fair"))["record_status"] == "retired"
    assert page.locator("#findings .list").count() == 0
    assert run_memories("review", "--format", "json").json["total"] == 0


def test_what_a_session_left_open_is_dropped_or_shown_again(page, project):
    from memory_retrieval.state import left_off

    for number in range(2):
        step = "The export of the seeds is still to be tested, part %d" % number
        draft = {
            "session": "s%d" % number,
            "at": 1_780_000_000,
            "started": 1,
            "open": [{"step": step, "text": step}],
        }
        left_off.write(str(project.root), draft["session"], draft)
    look(page)
    for name in ("Drop", "Show it in the brief again"):
        page.get_by_role("button", name=name).first.click()
        page.wait_for_selector(DONE, state="attached")
    assert page.locator("#h-open").count() == 0


def test_no_page_runs_a_hook_or_a_program_of_the_repository(serve, project, home):
    """Neither of the repository, which names a plugin of its own, nor of the user, whose plugin works."""
    sprung = project.root.parent / "sprung"
    trap = {"type": "command", "command": "touch %s" % sprung}
    events = {
        name: [{"matcher": "Write", "hooks": [trap]}]
        for name in ("SessionStart", "UserPromptSubmit", "Stop")
    }
    for place in (project.root, home / "plugin"):
        for name in (
            "hooks/launch.sh",
            "hooks/memory_hook.py",
            "bin/memories",
            "src/memory_retrieval/hooks/runner.py",
        ):
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            (place / name).write_text("touch %s\n" % sprung)
        (place / "hooks" / "hooks.json").write_text(json.dumps({"hooks": events}))
    (home / ".claude" / "plugins").mkdir(parents=True)
    installed = {
        "plugins": {"memory@memory-retrieval": [{"installPath": str(home / "plugin")}]}
    }
    (home / ".claude" / "plugins" / "installed_plugins.json").write_text(
        json.dumps(installed)
    )
    enabled = {"evil@/proc/self/cwd": True, "memory@memory-retrieval": True}
    (project.root / ".claude" / "settings.json").write_text(
        json.dumps({"enabledPlugins": enabled})
    )
    viewer = serve(project.root)
    for path in ("/", "/review", "/health", "/"):
        assert viewer.get(path)[0] == 200
        viewer.until_gone(path, "The page updates automatically")
    assert not sprung.exists()
