"""The viewer says of each memory what counts now: in the list, in its tabs, and on the memory's page."""

import json
import re
from pathlib import Path

import pytest

QUEUES = "project/.claude/memory/decisions/queues"
STATES = {
    "accepted": ("decision", {}, "", "active"),
    "proposed": ("decision", {"content": {"status": "proposed"}}, "Proposed", "active"),
    "deprecated": (
        "decision",
        {"content": {"status": "deprecated"}},
        "Off: deprecated",
        "closed",
    ),
    "superseded": ("decision", {"superseded_by": "accepted"}, "Replaced", "superseded"),
    "inactive": (
        "constraint",
        {"content": {"active": False}},
        "Off: inactive",
        "closed",
    ),
    "expired": (
        "constraint",
        {"content": {"expires": "2026-11-14"}},
        "Off: expired",
        "closed",
    ),
    "last-day": ("constraint", {"content": {"expires": "2026-11-15"}}, "", "active"),
    "resolved": (
        "tech_debt",
        {"content": {"status": "resolved"}},
        "Off: resolved",
        "closed",
    ),
    "wont-fix": (
        "tech_debt",
        {"content": {"status": "wont_fix"}},
        "Off: won&#39;t fix",
        "closed",
    ),
    "retired": ("decision", {"record_status": "retired"}, "Off: retired", "retired"),
    "archived": (
        "decision",
        {"record_status": "archived"},
        "Off: archived",
        "archived",
    ),
}


@pytest.fixture
def shop(project):
    for id, (category, fields, *_) in STATES.items():
        project.write(category, id, "Title of " + id, ["flamingo"], **fields)
    return project


@pytest.fixture
def viewer(serve, shop):
    return serve(shop.root)


def listed(text):
    """{id: the mark in its line}."""
    lines = re.findall(r'<div class="line">.*?</div>', text, re.DOTALL)
    marks = {
        re.search("Title of ([a-z-]+)", line)[1]: re.search(
            r'class="state s-\w+">([^<]+)', line
        )
        for line in lines
    }
    return {id: mark[1] if mark else "" for id, mark in marks.items()}


def test_the_list_marks_every_state_and_tells_what_holds_from_the_rest(viewer):
    assert listed(viewer.get("/memories?state=all")[2]) == {
        id: mark for id, (_, _, mark, _) in STATES.items()
    }
    active = {id for id, (*_, group) in STATES.items() if group == "active"}
    assert set(listed(viewer.get("/memories")[2])) == active
    assert set(listed(viewer.get("/memories?state=out")[2])) == {*STATES} - active
    found = listed(viewer.get("/memories?state=all&q=flamingo")[2])
    assert found == {id: mark for id, (_, _, mark, _) in STATES.items()}


def test_the_page_of_a_memory_says_that_it_is_never_injected(viewer):
    for id, (category, _, mark, group) in STATES.items():
        text = viewer.get(
            "/memories/project/.claude/memory/%s/%s"
            % (category.replace("_", "-") + "s" * (category != "tech_debt"), id)
        )[2]
        assert (f'">{mark}</span>' in text) == bool(mark), id
        assert ("so it is never injected" in text) == (
            group in ("superseded", "closed")
        ), id


def test_the_overview_counts_what_holds_as_active(viewer):
    assert "3 memories active, 8 off or replaced" in viewer.words("/")


def test_no_text_of_a_record_reaches_a_page_with_characters_that_nobody_sees(
    serve, project
):
    hidden = "\u202e\u200b\U000e0041"
    for id, fields in (
        ("old", {"superseded_by": "new"}),
        ("new", {"supersedes": ["old"]}),
    ):
        project.write(
            "decision",
            id,
            "Seen%s %s" % (hidden, id),
            ["t" + hidden],
            {"context": hidden},
            **fields,
        )
    viewer = serve(project.root)
    key = "project/.claude/memory/decisions/"
    for path in (
        "/",
        "/memories?state=all",
        "/memories/" + key + "old",
        "/memories/" + key + "new",
        "/try?prompt=seen",
    ):
        text = viewer.get(path)[2]
        assert "Seen" in text and not set(hidden) & set(text), path


def test_records_and_candidates_that_lack_what_others_have_are_shown(
    page, project, candidate
):
    from memory_retrieval.state.folders import private_folder
    from memory_retrieval.upkeep import inbox

    full, bare = (
        candidate("runbook", "restarting helped", {"title": "Import stops"}),
        candidate("decision", "kept on Redis"),
    )
    folder = private_folder("inbox", str(project.root.resolve()))
    odd = {
        "id": "odd",
        "category": "decision",
        "created_at": "2026-05-01T08:00:00Z",
        "record": {},
    }
    for name, more in (
        ("odd", {}),
        ("odd-2", {"evidence": [{}, 5], "removed": [3], "gaps": 7}),
    ):
        Path(folder, name + ".json").write_text(json.dumps({**odd, "id": name, **more}))
    assert len(inbox.list_candidates(str(project.root))) == 4
    page.at("/review")
    text = page.inner_text("main")
    assert "Import stops" in text and "kept on Redis" in text
    assert page.locator(".list h3", has_text="Without a title").count() == 2
    for id in (full, bare, "odd", "odd-2"):
        assert page.at("/inbox/" + id).status == 200, id
    loose = {
        "changes": [{}, {"summary": "s"}, 5],
        "source": {},
        "anchors": 5,
        "related_files": 7,
        "aliases": {},
        "supersedes": 3,
    }
    project.write_pattern("p1", "Close files", **loose)
    project.write_pattern("p2", "Open files", **{**loose, "changes": 5, "source": "x"})
    project.write(
        "decision",
        "old",
        "Of the first version",
        schema_version="1.0",
        **{k: v for k, v in loose.items() if k in ("source", "anchors", "supersedes")},
    )
    for path in (
        ".memories/memories/mem_p1",
        ".memories/memories/mem_p2",
        ".claude/memory/decisions/old",
    ):
        assert page.at(f"/memories/project/{path}").status == 200, path


def test_a_store_that_is_taken_away_is_said_and_shown_again_when_it_is_back(
    serve, project
):
    project.write("decision", "queues", "Queues run on RabbitMQ")
    for given in (project.root, project.store):
        viewer = serve(given)
        csrf = viewer.csrf()
        moved = given.rename(given.with_name("moved-away"))
        for path in (
            "/",
            "/memories",
            "/memories/" + QUEUES,
            "/health",
            "/try?prompt=queues",
        ):
            status, _, text = viewer.get(path)
            assert (
                status == 503
                and "The store is gone" in text
                and "Put its folder back" in text
                and "Go back" not in text
            ), path
        status, _, text = viewer.post(
            "/status/" + QUEUES, {"verb": "retire", "reason": "Typed here"}, csrf=csrf
        )
        assert (
            status == 503
            and "The store is gone" in text
            and "Typed here" in text
            and not given.exists()
        )
        moved.rename(given)
        assert viewer.get("/memories/" + QUEUES)[0] == 200
