"""A folder of a repository may have a store of its own: with work inside it, the stores around it count as well."""

import pytest

import terminals
from conftest import Project
from memory_retrieval.state.session import Session
from memory_retrieval.store.place import Place

PROMPT = "rotate the JWT signing keys"
TITLE = "Rotate the JWT signing keys"
OUTER, INNER = ".claude/memory/", "services/pay/.claude/memory/"


class Folder(Project):
    """A folder with a store inside a project's repository, which has no repository of its own."""

    def __init__(self, root):
        super().__init__(root)
        (self.root / ".git" / "HEAD").unlink()
        (self.root / ".git").rmdir()


@pytest.fixture
def pay(project):
    """The store of services/pay, in a project that has one too."""
    store = Folder(project.root / "services" / "pay")
    (store.root / "src").mkdir()
    for one in (project, store):
        one.fill(6)
    return store


@pytest.fixture
def work(pay):
    return pay.root / "src"


def paths(run_main, cwd, *words):
    return [
        hit["path"]
        for hit in run_main("search", *words, "--format", "json", cwd=cwd).json[
            "results"
        ]
    ]


@pytest.fixture
def brief(run_main):
    return lambda cwd: run_main("brief", cwd=cwd).out


def test_of_other_folders_nothing_is_heard(project, pay, work, run_main, brief):
    mail = Folder(project.root / "services" / "mail")
    mail.write("runbook", "of-mail", TITLE)
    pay.write("runbook", "of-pay", TITLE)
    assert paths(run_main, work, PROMPT) == [INNER + "runbooks/of-pay.json"]
    assert paths(run_main, project.root, PROMPT) == [] and "of-" not in brief(
        project.root
    )


@pytest.mark.parametrize("kind", ["repository", "submodule"])
def test_a_repository_inside_hears_nothing_of_the_one_around_it(
    project, run_main, kind
):
    project.write("runbook", "outside", TITLE)
    inside = Folder(project.root / "vendor" / "lib")
    git = inside.root / ".git"
    git.mkdir() if kind == "repository" else git.write_text(
        "gitdir: ../../.git/modules/lib\n"
    )
    inside.write("runbook", "inside", TITLE)
    assert paths(run_main, inside.root, PROMPT) == [
        ".claude/memory/runbooks/inside.json"
    ]
    assert paths(run_main, project.root, PROMPT) == [OUTER + "runbooks/outside.json"]


def test_without_a_repository_the_nearest_store_is_alone(tmp_path):
    outer = Folder(tmp_path / "work")
    inner = Folder(outer.root / "below")
    assert [store.home for store in Place(inner.root).projects] == [str(inner.root)]


def test_a_prompt_gets_memories_of_all_stores_within_one_limit_by_paths_from_the_outermost(
    project, pay, work, ask
):
    for number in range(2):
        project.write("runbook", "outer-%d" % number, TITLE)
        pay.write("runbook", "inner-%d" % number, TITLE)
    text = ask(PROMPT, cwd=str(work), session_id="s")
    assert text.count("[RUNBOOK]") == 3
    assert text.index(INNER + "runbooks/inner-0.json") < text.index(
        " " + OUTER + "runbooks/outer-0.json"
    )
    assert ask(PROMPT, cwd=str(project.root), session_id="s").count("outer-0") == 0, (
        "the session was given it"
    )


def test_a_brief_has_all_stores_in_one_budget_and_names_the_folder(
    project, pay, work, brief
):
    project.write(
        "constraint",
        "no-fridays",
        content={"rule": "No deploys on Fridays.", "severity": "high"},
    )
    pay.write(
        "constraint", "two-keys", content={"rule": "Two keys sign.", "severity": "high"}
    )
    pay.write("runbook", "rotate", TITLE, related_files=["src/keys.py"])
    text = brief(work)
    assert (
        text.startswith('<memory-brief source=".claude/memory/" by="')
        and text.count("<memory-brief") == 1
    )
    assert text.index(INNER + "constraints/\n") < text.index("\nconstraints/\n")
    assert "\n" + INNER + "runbooks/\n" in text
    pay.config({"session": {"brief_chars": 1500}})
    for number in range(40):
        pay.write("runbook", "more-%d" % number)
    assert (
        len(brief(work)) <= 1501
        and "two-keys" in brief(work)
        and "no-fridays" in brief(work)
    )


def test_an_id_in_two_stores_is_two_records_and_the_path_tells_them_apart(
    project, pay, work, run_main
):
    project.write("runbook", "rotate", "Rotate the keys of the shop")
    pay.write("runbook", "rotate", "Rotate the keys of payments")
    assert len(paths(run_main, work, "rotate keys")) == 2
    ran = run_main("show", "rotate", cwd=work)
    assert (
        ran.code == 1
        and INNER
        + "runbooks/rotate.json, "
        + OUTER
        + "runbooks/rotate.json; use the path"
        in ran.err
    )
    for path, title in ((INNER, "payments"), (OUTER, "the shop")):
        shown = run_main(
            "show", path + "runbooks/rotate.json", "--format", "json", cwd=work
        ).json
        assert shown["path"] == path + "runbooks/rotate.json" and shown["record"][
            "title"
        ].endswith(title)


def test_a_save_goes_to_the_nearest_store_unless_told(project, pay, work, run_main):
    note = ("note", "Payments are booked in euros alone")
    assert run_main(*note, cwd=work).json["path"].startswith(INNER)
    outer = run_main(*note, "--root", project.root, cwd=work).json["path"]
    assert (project.root / outer).is_file() and outer.startswith(OUTER)


@pytest.mark.parametrize(
    "words",
    [
        ("retire", "rotate"),
        ("note", "Keys are never rotated", "--supersedes", "rotate"),
        ("alias", "rot", "x9"),
    ],
)
def test_a_command_that_writes_names_the_project_around_that_has_the_record(
    project, work, run_main, words
):
    project.write("runbook", "rotate-keys")
    ran = run_main(*words, cwd=work)
    assert ran.code == 1 and "add `--root %s`" % project.root in ran.out + ran.err
    assert run_main(*words, "--root", project.root, cwd=work).code == 0


def test_a_mute_holds_wherever_the_memory_is_seen(project, pay, work, ask, run_main):
    project.write("runbook", "outer", TITLE)
    pay.write("runbook", "inner", TITLE)
    run_main("mute", "outer", cwd=work)
    run_main("mute", "inner", "--root", pay.root)
    assert ask(PROMPT, cwd=str(work)) == ask(PROMPT, cwd=str(project.root)) == ""


def test_switched_off_around_a_folder_it_is_off_inside_it(
    project, pay, work, ask, run_main
):
    project.write("runbook", "outer", TITLE)
    run_main("off", cwd=work)
    assert ask(PROMPT, cwd=str(work)) == "" != ask(PROMPT, cwd=str(project.root))
    run_main("on", cwd=work)
    run_main("off")
    assert ask(PROMPT, cwd=str(work)) == ""
    assert "--root %s" % project.root in run_main("on", cwd=work).err


@pytest.mark.parametrize("name", ["src/keys.py", "services/pay/src/keys.py"])
def test_a_record_names_a_file_as_seen_from_its_store_or_from_the_repository(
    project, pay, work, reading, name
):
    pay.write("constraint", "inner", related_files=[name])
    project.write("constraint", "outer", related_files=["services/pay/src/keys.py"])
    text = reading("services/pay/src/keys.py", cwd=work)
    assert (
        INNER + "constraints/inner.json" in text
        and " " + OUTER + "constraints/outer.json" in text
    )


def test_guards_of_all_these_stores_hold_each_with_paths_as_seen_from_its_own(
    project, pay, work
):
    for store, path in ((project, "services/pay/src/a.py"), (pay, "src/b.py")):
        rule = {"rule": "Ask " + path}
        store.write(
            "constraint",
            "rule",
            "Ask " + path,
            content=rule,
            guard={"paths": [path]},
            schema_version="1.1",
        )
    answers = []
    for name in ("a.py", "b.py", "c.py"):
        call = {
            "tool_name": "Write",
            "tool_input": {"file_path": str(work / name), "content": "x"},
        }
        answers.append(project.hook("pre-tool", cwd=str(work), **call).out)
    assert (
        "Ask services/pay/src/a.py" in answers[0]
        and "Ask src/b.py" in answers[1]
        and answers[2] == ""
    )


def test_the_nearest_configuration_counts_and_what_it_leaves_open_comes_from_around(
    project, pay, work
):
    project.config({"retrieval": {"max_inject": 1}, "session": {"brief_chars": 2000}})
    pay.config({"retrieval": {"max_inject": 2}})
    config = Session(work).config
    assert (config.get("retrieval.max_inject"), config.get("session.brief_chars")) == (
        2,
        2000,
    )


def test_the_status_names_the_projects_around(project, work, run_main):
    value = run_main("status", "--format", "json", cwd=work).json
    assert (value["store"], value["around"]) == (str(work.parent), [str(project.root)])
    assert run_main("status", "--format", "json").json["around"] == []
    assert "with the memories of %s" % project.root in run_main("status", cwd=work).out


@pytest.mark.parametrize(("typed", "made"), [("r", False), ("h", True)])
def test_on_a_terminal_init_asks_where(project, typed, made):
    folder = project.root / "services"
    folder.mkdir()
    shown = terminals.on_terminal(folder, "init", answers=typed + "\n")
    assert (
        "are kept in %s" % project.root in shown
        and (folder / ".claude" / "memory").is_dir() == made
    )


def test_init_below_a_store_makes_another_one_only_where_told(project, run_main):
    folder = project.root / "services"
    folder.mkdir()
    ran = run_main("init", cwd=folder)
    assert not (folder / ".claude").exists() and "`memories init --root .`" in ran.err
    run_main("init", "--root", ".", cwd=folder)
    assert (folder / ".claude" / "memory" / "decisions").is_dir()
