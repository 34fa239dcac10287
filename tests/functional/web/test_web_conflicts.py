"""Conflicts side by side, in a real browser: a pair is settled with one click, and undone with another."""

import json

import pytest

from viewer_pages import load, note

NEWER, OLDER = "project/.claude/memory/preferences/spaces", "project/.claude/memory/preferences/tabs"


@pytest.fixture
def pair(project):
    """Two preferences on one topic with two values; the paths of the newer and the older one."""
    tabs = project.write("preference", "tabs", "Indent with tabs", content={"topic": "indentation", "value": "tabs"})
    spaces = project.write(
        "preference",
        "spaces",
        "Indent with spaces",
        content={"topic": "Indentation", "value": "spaces"},
        updated_at="2026-06-01T08:00:00Z",
    )
    return spaces, tabs


def look(page):
    page.at("/conflicts")
    page.wait_for_selector("#findings .pair-card, #findings .empty:not(:has-text('Comparing'))")


@pytest.mark.parametrize(
    "fields", [{"do": "retire"}, {"do": ""}, {"do": "hold", "newer": "x", "older": NEWER}, {"do": "replace"}]
)
def test_a_pair_that_is_none_is_refused(serve, pair, fields):
    before = [path.read_bytes() for path in pair]
    status, _, text = serve(pair[0].parents[3]).post("/conflicts", fields)
    assert status in (404, 409) and "bug" not in text and [path.read_bytes() for path in pair] == before


def test_a_store_without_conflicts_says_so(page, project):
    project.write("decision", "queues")
    look(page)
    assert "No conflicts found" in page.inner_text("main")


def test_two_values_of_one_topic_stand_side_by_side_and_the_newer_takes_the_place(page, pair, violations, picture):
    look(page)
    sides = page.locator(".pair-card .side").all_inner_texts()
    assert "Indent with spaces" in sides[0] and "Newer" in sides[0] and "Indent with tabs" in sides[1]
    assert violations(page) == []
    picture(page, "conflicts")
    page.get_by_role("button", name="The newer supersedes the older").click()
    assert load(pair[1])["superseded_by"] == "spaces" and load(pair[0])["supersedes"] == ["tabs"]
    page.wait_for_selector("text=No conflicts found")
    page.get_by_role("button", name="Undo").click()
    assert "superseded_by" not in load(pair[1])


def test_a_pair_of_which_both_hold_is_not_shown_again(page, pair):
    look(page)
    page.get_by_role("button", name="Both hold").click()
    assert "both hold" in note(page) and load(pair[0])["holds_with"] == ["tabs"]
    assert page.locator(".pair-card").count() == 0, "at once, without another check"
    page.get_by_role("button", name="Re-check").click()
    page.wait_for_selector("text=No conflicts found")


def test_no_page_runs_a_hook_or_a_program_of_the_repository(serve, project, home):
    """Neither of the repository, which names a plugin of its own, nor of the user, whose plugin works."""
    sprung = project.root.parent / "sprung"
    trap = {"type": "command", "command": "touch %s" % sprung}
    events = {name: [{"matcher": "Write", "hooks": [trap]}] for name in ("SessionStart", "UserPromptSubmit", "Stop")}
    for place in (project.root, home / "plugin"):
        for name in ("hooks/launch.sh", "hooks/memory_hook.py", "bin/memories", "src/memory_retrieval/hooks/runner.py"):
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            (place / name).write_text("touch %s\n" % sprung)
        (place / "hooks" / "hooks.json").write_text(json.dumps({"hooks": events}))
    (home / ".claude" / "plugins").mkdir(parents=True)
    installed = {"plugins": {"memory@memory-retrieval": [{"installPath": str(home / "plugin")}]}}
    (home / ".claude" / "plugins" / "installed_plugins.json").write_text(json.dumps(installed))
    enabled = {"evil@/proc/self/cwd": True, "memory@memory-retrieval": True}
    (project.root / ".claude" / "settings.json").write_text(json.dumps({"enabledPlugins": enabled}))
    viewer = serve(project.root)
    for path in ("/", "/conflicts", "/health", "/"):
        assert viewer.get(path)[0] == 200
        viewer.until_gone(path, "The page updates automatically")
    assert not sprung.exists()
