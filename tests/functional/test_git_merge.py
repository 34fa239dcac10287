"""Two branches that both write memories, merged by the real git."""

import json
from functools import partial

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import repositories

PREFERENCE = {
    "category": "preference",
    "topic": "t",
    "value": "v",
    "reason": "r",
    "strength": "soft",
}


@pytest.fixture
def repo(tmp_path, run_main):
    root = tmp_path / "repo"
    root.mkdir()

    git = partial(repositories.git, root)

    def memories(*args, input=None):
        return run_main(
            *args,
            "--format",
            "json",
            input=json.dumps(input) if input is not None else None,
            cwd=root,
        )

    git("init", "-q")
    memories("init")
    for title in ("Tabs in makefiles", "Dates are ISO"):
        memories("save", input={**PREFERENCE, "title": title})
    git("add", "-A")
    git("commit", "-qm", "memories")
    return root, git, memories


def commit_on(git, branch, act):
    git("checkout", "-q", "-B", branch, "main")
    act()
    git("add", "-A")
    git("commit", "-qm", branch)


def test_branches_that_add_and_update_merge_without_conflict_and_index_md_is_whole(
    repo,
):
    root, git, memories = repo

    def one():
        memories("save", input={**PREFERENCE, "title": "Names in English"})
        memories(
            "save",
            input={**PREFERENCE, "title": "Tabs in makefiles", "value": "always"},
        )

    def other():
        memories("save", input={**PREFERENCE, "title": "Commas stay"})
        memories("retire", "dates-are-iso")

    commit_on(git, "one", one)
    commit_on(git, "other", other)
    git("merge", "-q", "one")
    assert git("status", "--porcelain").stdout == ""
    assert {
        r["id"] for r in memories("list", "--status", "active").json["results"]
    } == {"tabs-in-makefiles", "names-in-english", "commas-stay"}
    memories("index", "rebuild")
    findings = memories("doctor", "--store").json[
        "findings"
    ]  # the three preferences have one topic and two values: a pair to judge
    assert [
        f
        for f in findings
        if not f["what"].startswith("two different statements on one topic")
    ] == []
    assert "Dates" not in (root / ".claude/memory/index.md").read_text()


def test_the_lock_is_never_committed(repo):
    _, git, _ = repo
    assert ".lock" not in git("ls-files").stdout


def test_a_conflict_in_a_record_is_found_and_never_returned(repo):
    root, git, memories = repo
    commit_on(
        git,
        "one",
        lambda: memories(
            "save",
            input={**PREFERENCE, "title": "Tabs in makefiles", "value": "always"},
        ),
    )
    commit_on(
        git,
        "other",
        lambda: memories(
            "save", input={**PREFERENCE, "title": "Tabs in makefiles", "value": "never"}
        ),
    )
    assert git("merge", "-q", "one", check=False).returncode != 0
    assert (
        "UU .claude/memory/preferences/tabs-in-makefiles.json"
        in git("status", "--porcelain").stdout
    )
    ran = memories("doctor", "--store")
    found = [f for f in ran.json["findings"] if f["severity"] == "error"]
    assert ran.code == 1
    assert [(f["what"], f["where"]) for f in found] == [
        ("merge conflict markers", ".claude/memory/preferences/tabs-in-makefiles.json")
    ]
    assert "tabs-in-makefiles" not in [
        r["id"] for r in memories("search", "tabs in makefiles").json["results"]
    ]
    before = (root / ".claude/memory/preferences/tabs-in-makefiles.json").read_bytes()
    assert (
        memories("save", input={**PREFERENCE, "title": "Something else"}).json["status"]
        == "created"
    )
    assert memories("doctor", "--store", "--fix").code == 1
    assert (
        root / ".claude/memory/preferences/tabs-in-makefiles.json"
    ).read_bytes() == before


def test_the_same_title_saved_on_two_branches_is_one_file_or_a_named_duplicate(repo):
    _, git, memories = repo
    commit_on(
        git,
        "one",
        lambda: memories("save", input={**PREFERENCE, "title": "A new rule"}),
    )
    commit_on(
        git,
        "other",
        lambda: memories(
            "save",
            input={**PREFERENCE, "title": "A new rule!", "id": "a-rule-that-is-new"},
        ),
    )
    git("merge", "-q", "one")
    assert [
        f["what"]
        for f in memories("doctor", "--store").json["findings"]
        if f["severity"] == "warning" and "title" in f["what"]
    ] == ["2 memories have the same title"]


def test_two_branches_that_change_different_fields_of_a_record_are_merged_by_one_command(
    repo,
):
    root, git, memories = repo
    path = ".claude/memory/preferences/tabs-in-makefiles.json"
    tabs = {**PREFERENCE, "title": "Tabs in makefiles"}
    commit_on(
        git,
        "one",
        lambda: memories(
            "save", input={**tabs, "value": "always", "tags": ["make", "style"]}
        ),
    )
    commit_on(
        git,
        "other",
        lambda: memories(
            "save", input={**tabs, "reason": "make wants it", "tags": ["build"]}
        ),
    )
    assert git("merge", "-q", "one", check=False).returncode != 0
    [found] = [
        f
        for f in memories("doctor", "--store").json["findings"]
        if f["severity"] == "error"
    ]
    assert (
        found["remedy"]
        == "`memories doctor --fix` merges it: the sides changed different fields"
    )
    memories("doctor", "--store", "--fix")
    record = json.loads((root / path).read_text())
    assert (record["content"]["value"], record["content"]["reason"]) == (
        "always",
        "make wants it",
    )
    assert {"make", "style", "build"} <= set(record["tags"]) and record[
        "times_updated"
    ] == 2
    assert [change["field"] for change in record["changes"]].count("content.value") == 1
    assert [change["date"] for change in record["changes"]] == sorted(
        change["date"] for change in record["changes"]
    )
    git("add", "-A")
    git("commit", "-qm", "merged")
    assert memories("doctor", "--store").code == 0


BASE = {
    "schema_version": "1.0",
    "category": "preference",
    "id": "odd",
    "title": "Odd",
    "tags": ["a"],
    "times_updated": 1,
}
BASE.update(created_at="2026-11-01T00:00:00Z", updated_at="2026-11-01T00:00:00Z")
BASE["content"] = {"topic": "t", "value": "v", "reason": "r", "strength": "soft"}
DEEP, NESTED = (
    "DEEP",
    '[{"a": ' * 400 + "1" + "}]" * 400,
)  # written instead of it: its name can be printed
KEYS = [
    "tags",
    "times_updated",
    "updated_at",
    "changes",
    "content",
    "supersedes",
    "title",
    "odd",
]
ODD = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(-2, 2), st.text(max_size=2), st.just(DEEP)
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=2),
        st.dictionaries(st.sampled_from([*KEYS, "date"]), inner, max_size=2),
    ),
    max_leaves=4,
)
SIDE = st.dictionaries(st.sampled_from(KEYS), ODD, max_size=3).map(
    lambda odd: {**BASE, **odd}
)


def conflict(git, path, sides):
    """Leaves a file in a conflict of these versions."""
    lines = "0 %s\t%s\n" % ("0" * 40, path)
    for stage, side in enumerate(sides, 1):
        text = json.dumps(side).replace('"%s"' % DEEP, NESTED)
        blob = git("hash-object", "-w", "--stdin", input=text).stdout.strip()
        lines += "100644 %s %d\t%s\n" % (blob, stage, path)
    git("update-index", "--index-info", input=lines)


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example([{**BASE, "tags": 5}, {**BASE, "tags": ["b"]}, {**BASE, "tags": ["c"]}])
@example([BASE, BASE, {**BASE, "supersedes": 1}])
@example(
    [
        {**BASE, "times_updated": "x"},
        {**BASE, "times_updated": 2},
        {**BASE, "times_updated": 3},
    ]
)
@example(
    [
        {**BASE, "content": {"tags": 5}},
        {**BASE, "content": {"tags": [1]}},
        {**BASE, "content": {"tags": [2]}},
    ]
)
@example(
    [{**BASE, "odd": DEEP}, {**BASE, "odd": [DEEP, 1]}, {**BASE, "odd": [DEEP, 2]}]
)
@given(st.lists(SIDE, min_size=3, max_size=3))
def test_a_record_whose_sides_are_odd_is_named_and_the_other_repairs_are_made(
    repo, sides
):
    root, git, memories = repo
    odd, index = (
        root / ".claude/memory/preferences/odd.json",
        root / ".claude/memory/index.md",
    )
    conflict(git, str(odd.relative_to(root)), sides)
    odd.write_text("<<<<<<< ours\n{}\n=======\n>>>>>>> theirs\n")
    index.write_text("")
    ran = memories("doctor", "--store", "--fix")
    assert ran.code in (0, 1) and index.read_text()
    assert "<<<<<<<" not in odd.read_text() or "odd.json" in ran.out


def test_a_file_that_git_renamed_is_followed_by_one_command(repo):
    root, git, memories = repo
    for name in ("src/old name.py", "src/two.py", "src/kept.py"):
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(f"{name}\n" * 20)
    files = ["src/old name.py", "src/two.py", "src/kept.py", "src/*.py"]
    memories("save", input={**PREFERENCE, "title": "Files", "related_files": files})
    git("add", "-A")
    git("commit", "-qm", "files")
    git("mv", "src/old name.py", "src/new.py")
    git("commit", "-qm", "rename")
    git("mv", "src/new.py", "src/newer.py")
    git("commit", "-qm", "rename again")
    git("mv", "src/two.py", "src/three.py")
    memories("doctor", "--store", "--fix")
    record = json.loads((root / ".claude/memory/preferences/files.json").read_text())
    assert record["related_files"] == [
        "src/newer.py",
        "src/three.py",
        "src/kept.py",
        "src/*.py",
    ]
    assert record["changes"][-1]["field"] == "related_files"
    memories("undo")
    assert (
        "src/two.py"
        in json.loads((root / ".claude/memory/preferences/files.json").read_text())[
            "related_files"
        ]
    )


def test_the_users_store_is_pulled_and_merged_like_a_project(
    tmp_path, run_main, project
):
    """On two machines, which are two home folders here."""

    def at(name, *args, input=None):
        env = {
            "XDG_DATA_HOME": str(tmp_path / name),
            "XDG_STATE_HOME": str(tmp_path / name / "state"),
        }
        text = json.dumps(input) if input is not None else None
        return run_main(*args, "--format", "json", input=text, env=env).json

    def place(name):
        return tmp_path / name / "memory-retrieval"

    project.write("decision", "other")
    repositories.git(tmp_path, "init", "-q", "--bare", "remote")
    at(
        "here",
        "save",
        "--store",
        "user",
        input={**PREFERENCE, "title": "Tabs in makefiles"},
    )
    here, there = (partial(repositories.git, place(name)) for name in ("here", "there"))
    here("init", "-q")
    at("here", "save", "--store", "user", input={**PREFERENCE, "title": "Commas stay"})
    assert ".lock" not in here("status", "--porcelain", "-uall").stdout
    here("add", "-A")
    here("commit", "-qm", "mine")
    here("remote", "add", "origin", str(tmp_path / "remote"))
    here("push", "-q", "-u", "origin", "HEAD")
    repositories.git(
        tmp_path, "clone", "-q", str(tmp_path / "remote"), str(place("there"))
    )
    change = ("save", "--store", "user", "--update", "tabs-in")
    at("here", *change, input={"value": "always"})
    at("there", *change, input={"tags": ["make"]})
    for git in (here, there):
        git("commit", "-qam", "change")
    here("push", "-q")
    there("fetch", "-q")
    own = {"store": str(place("there")), "ahead": 1, "behind": 1}
    assert at("there", "status")["own"] == own
    there("merge", "-q", "@{upstream}", check=False)
    at("there", "doctor", "--fix", "--no-hooks")
    record = json.loads(
        (place("there") / "preferences" / "tabs-in-makefiles.json").read_text()
    )
    assert (record["content"]["value"], record["tags"]) == ("always", ["make"])
