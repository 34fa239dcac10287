"""What a saved record looks like: its keys, its id, its history, and what an update changes."""

import json
import pathlib
import sys

import pytest

from saves import CONTENT, PREFERENCE


def test_flat_and_nested_content_are_the_same(project, save):
    save(PREFERENCE)
    nested = {
        "category": "preference",
        "title": "dates are iso 8601!",
        "content": CONTENT,
    }
    assert [save(nested).json["status"] for _ in range(2)] == ["updated", "unchanged"]


def test_a_new_record_is_complete_ordered_and_ends_with_a_new_line(project, save):
    ran = save({**PREFERENCE, "tags": "Format, dates,format"})
    data = (project.root / ran.json["path"]).read_bytes()
    record = json.loads(data)
    assert list(record) == [
        "schema_version",
        "category",
        "id",
        "title",
        "record_status",
        "created_at",
        "updated_at",
        "tags",
        "times_updated",
        "content",
    ]
    assert (record["schema_version"], record["tags"], record["created_at"]) == (
        "1.0",
        ["format", "dates"],
        "2026-11-15T12:00:00Z",
    )
    assert data.startswith(b'{\n  "schema_version"') and data.endswith(b"}\n")


def test_keys_of_schema_1_1_raise_the_version_and_it_never_falls(project, save):
    ran = save({**PREFERENCE, "aliases": ["time format"]})
    path = project.root / ran.json["path"]
    assert json.loads(path.read_bytes())["schema_version"] == "1.1"
    save({**PREFERENCE, "value": "x", "schema_version": "1.0"})
    assert json.loads(path.read_bytes())["schema_version"] == "1.1"


def test_controls_in_a_title_are_stripped_and_said(project, save):
    ran = save({**PREFERENCE, "title": "Dates\u202e are\x07 ISO"})
    assert ran.json["status"] == "created"
    assert "U+0007" in ran.json["notes"][0]
    assert (
        json.loads((project.root / ran.json["path"]).read_bytes())["title"]
        == "Dates are ISO"
    )


def test_an_emoji_of_several_people_and_a_persian_word_stay_whole(
    project, save, run_main
):
    title = "\U0001f468\u200d\U0001f469\u200d\U0001f467 \u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"
    ran = save({**PREFERENCE, "title": title})
    assert json.loads((project.root / ran.json["path"]).read_bytes())["title"] == title
    assert title in run_main("list").out and title in (
        project.store / "index.md"
    ).read_text("utf-8")
    plain = title.replace("\u200d", "").replace(
        "\u200c", ""
    )  # as records were saved that are older than this rule
    assert (
        save({**PREFERENCE, "title": plain, "value": "x"}).json["id"] == ran.json["id"]
    )


def test_a_clock_that_runs_backwards_never_lowers_a_time(project, save):
    save(PREFERENCE)
    ran = save(
        {**PREFERENCE, "value": "x"}, env={"MEMORIES_NOW": "2020-01-01T00:00:00Z"}
    )
    record = json.loads((project.root / ran.json["path"]).read_bytes())
    assert (
        record["created_at"]
        == record["updated_at"]
        == record["changes"][-1]["date"]
        == "2026-11-15T12:00:00Z"
    )


def test_one_id_is_never_given_twice_across_categories(project, save):
    save(PREFERENCE)
    ran = save(
        {
            "category": "runbook",
            "title": PREFERENCE["title"],
            "trigger": "t",
            "steps": "look",
            "verification": "v",
        }
    )
    assert ran.json["id"] == "dates-are-iso-8601-2"
    assert "steps: a single string was taken as a list of one" in ran.json["notes"]


def test_a_new_title_leaves_the_id_the_file_and_what_refers_to_them(project, save):
    save(PREFERENCE)
    save(
        {
            **PREFERENCE,
            "title": "Dates follow a norm",
            "supersedes": ["dates-are-iso-8601"],
        }
    )
    before = sorted(path.name for path in (project.store / "preferences").iterdir())
    ran = save(
        {"title": "Timestamps everywhere in UTC"}, "--update", "dates-follow-a-norm"
    )
    assert (ran.json["status"], ran.json["id"]) == ("updated", "dates-follow-a-norm")
    assert (
        sorted(path.name for path in (project.store / "preferences").iterdir())
        == before
    )
    old = json.loads(
        (project.store / "preferences" / "dates-are-iso-8601.json").read_bytes()
    )
    assert old["superseded_by"] == "dates-follow-a-norm"
    assert (
        save({**PREFERENCE, "title": "Dates follow a norm"}).json["id"]
        == "dates-follow-a-norm-2"
    )


@pytest.mark.parametrize("title", ["dates are iso 8601!", "Dates are ISO 8601"])
def test_an_update_to_a_title_that_another_record_has_names_that_one(
    project, save, title
):
    save(PREFERENCE)
    save({**PREFERENCE, "title": "Dates of old", "topic": "old"})
    for more in (["--dry-run"], []):
        ran = save({"title": title}, "--update", "dates-of-old", *more)
        same = [
            note
            for note in ran.json["notes"]
            if note.startswith("title: dates-are-iso-8601 has the same title (")
        ]
        assert (ran.json["status"], len(same)) == ("updated", 1)


def test_the_title_of_a_record_out_of_use_is_nobodys(project, save):
    project.write("preference", "a", "Dates are ISO 8601", record_status="archived")
    project.write("preference", "b", "Dates are ISO 8601", superseded_by="c")
    project.write("preference", "c", "Dates of old")
    ran = save({"title": "Dates are ISO 8601", "supersedes": ["b"]}, "--update", "c")
    assert ran.json["status"] == "updated" and not [
        note for note in ran.json.get("notes", []) if "the same" in note
    ]


def test_index_md_names_active_records_and_a_stale_one_is_repaired(project, save):
    project.write(
        "decision", "use-redis", "Queues run on Redis -> really", tags=["queues", "a,b"]
    )
    project.write("decision", "old", record_status="retired")
    (project.store / "index.md").write_text("nonsense")
    save(PREFERENCE)
    assert (project.store / "index.md").read_text() == (
        "# Memory Index\n\n<!-- auto-generated from the records; do not edit -->\n\n"
        "- [DECISION] Queues run on Redis - really -> .claude/memory/decisions/use-redis.json #tags:queues,a b\n"
        "- [PREFERENCE] Dates are ISO 8601 -> .claude/memory/preferences/dates-are-iso-8601.json\n"
    )


def test_the_user_store_holds_what_holds_everywhere(project, save, home):
    ran = save(PREFERENCE, "--store", "user")
    assert ran.json["path"] == str(
        home / "xdg-data/memory-retrieval/preferences/dates-are-iso-8601.json"
    )
    assert not (project.store / "preferences").exists()


def test_a_record_of_an_earlier_plugin_is_updated_in_place(project, save):
    path = project.write("decision", "use-redis", "Queues run on Redis")
    ran = save(
        {
            "category": "decision",
            "title": "queues run on redis",
            "rationale": ["fast", "it held"],
        }
    )
    record = json.loads(path.read_bytes())
    assert ran.json["status"] == "updated"
    assert record["created_at"] == "2026-05-01T08:00:00Z"
    assert "confidence" not in record


def editor(code):
    """The variables for an editor that runs code over `r`, the record, and `p`, its file."""
    program = (
        "import json, sys; p = sys.argv[1]; r = json.load(open(p)); "
        + code
        + "; json.dump(r, open(p, 'w'))"
    )
    return {"EDITOR": f'{sys.executable} -c "{program}"', "VISUAL": ""}


@pytest.mark.parametrize("by_file", [False, True])
def test_what_is_taken_out_in_the_editor_or_by_a_file_is_gone_and_the_history_says_so(
    project, run_main, by_file
):
    (project.root / "queue.py").write_text("")
    content = {"consequences": ["c"]}
    more = {
        "tags": ["queues", "broker"],
        "confidence": 0.5,
        "related_files": ["queue.py"],
        "content": content,
    }
    path = project.write("decision", "queues", **more)
    given = {"tags": ["queues"], "related_files": [], "confidence": None}
    given["content"] = json.loads(path.read_text())["content"]
    del given["content"]["consequences"]
    words, env = (
        (["--file", "-"], {}) if by_file else ([], editor(f"r.update({given})"))
    )
    words = ["edit", "queues", "--format", "json", *words]
    ran = run_main(*words, env=env, input=json.dumps(given))
    record = json.loads(path.read_text())
    assert ran.json["status"] == "updated"
    assert record["tags"] == ["queues"] and record["content"] == given["content"]
    assert not {"related_files", "confidence"} & {*record}
    assert "Removed tags: broker" in [change["summary"] for change in record["changes"]]


def test_the_editor_fills_a_record_and_a_refused_text_is_kept(project, run_main):
    content = {**CONTENT, "strength": "soft"}
    args = ("save", "--category", "preference", "--title", "By hand", "--edit")
    ran = run_main(*args, env=editor(f"r.update(content={content})"))
    assert ran.json["status"] == "created", ran
    assert "aliases" not in project.stored("preference", "by-hand")
    ran = run_main(
        "edit",
        "by-hand",
        "--format",
        "json",
        env=editor("r['content']['strength'] = 'iron'"),
    )
    kept = ran.json["problems"][-1]["path"]
    assert ran.code == 1
    assert "iron" in pathlib.Path(kept).read_text()
