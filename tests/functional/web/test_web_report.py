"""The report: one file that needs nothing else, and holds nothing that is only its maker's."""

import json
import os
import re

import pytest


@pytest.fixture
def report(project, run_memories, tmp_path):
    def make(**more):
        ran = run_memories(
            "export", "--html", tmp_path / "report.html", "--format", "json", **more
        )
        assert (ran.code, ran.err) == (0, "")
        return tmp_path / "report.html", ran.json

    return make


def test_the_report_needs_no_script_no_server_and_no_network(
    project, report, chromium, violations
):
    project.fill(3)
    evil = "<script>window.pwned=1</script>"
    project.write(
        "decision",
        "evil",
        evil,
        content={"context": "</style>" + evil},
        related_files=["gone.py"],
    )
    project.write_text("runbook", "torn", "{")
    path, value = report()
    text = path.read_text(encoding="utf-8")
    assert value["memories"] == 4 and value["bytes"] == path.stat().st_size
    assert (
        "<script" not in text
        and not re.search(r"""(src|href|action)=["'](?!#)""", text)
        and "url(" not in text
    )
    context = chromium.new_context()
    page = context.new_page()
    asked, complaints = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: complaints.append(message.text))
    page.goto(path.as_uri())
    assert (
        asked == [path.as_uri()]
        and complaints == []
        and page.evaluate("window.pwned") is None
    )
    assert page.evaluate("getComputedStyle(document.body).margin") == "0px", (
        "its own style applies"
    )
    page.get_by_text("Paint the invoice number 0 yellow").last.click()
    assert "it is so" in page.locator("details.whole[open]").inner_text()
    to_memory = (
        page.locator("#health")
        .get_by_role("link", name="<script>window.pwned=1</script>")
        .first
    )
    to_memory.click()
    page.locator("details.whole[open]").nth(
        1
    ).wait_for()  # what a link leads into opens
    assert "torn.json" in page.inner_text("#health") and violations(page) == []
    context.close()


def test_the_report_holds_nothing_that_is_only_its_makers(
    project, report, ledger, candidate, home
):
    project.write("decision", "queues", "Queues run on Redis")
    user = home / "xdg-data" / "memory-retrieval" / "preferences"
    user.mkdir(parents=True)
    mine = project.record("preference", "mine-alone", "Mine alone")
    (user / "mine-alone.json").write_text(json.dumps(mine))
    candidate(text="a sentence of a session")
    path = ".claude/memory/decisions/queues.json"
    ledger(
        project.root,
        [
            {
                "session": "secret-session",
                "prompt": "a private prompt",
                "injected": [[path, 0.5]],
            }
        ],
    )
    text = report()[0].read_text(encoding="utf-8")
    assert "Queues run on Redis" in text and "1 prompt" in text
    for private in (
        "Mine alone",
        "mine-alone",
        "a sentence of a session",
        "secret-session",
        "a private prompt",
        str(project.root),
        str(home),
    ):
        assert private not in text, private


def test_the_report_of_an_empty_store_says_so(report):
    assert "No memories yet" in report()[0].read_text(encoding="utf-8")


@pytest.mark.parametrize("target", [".", "no/such/folder/report.html"])
def test_a_report_that_cannot_be_written_is_one_line(project, run_memories, target):
    ran = run_memories("export", "--html", target)
    assert (ran.code, ran.out) == (1, "") and ran.err.count("\n") == 1


@pytest.mark.parametrize("how", ["option", "variable"])
def test_a_folder_given_relative_to_the_working_folder_is_looked_at(
    project, run_memories, serve, how
):
    project.write_text("runbook", "torn", "{")
    name, folder = project.root.name, project.root.parent
    given, env = (
        (["--root", name], {}) if how == "option" else ([], {"MEMORIES_ROOT": name})
    )
    ran = run_memories("export", "--html", "report.html", *given, cwd=folder, env=env)
    assert (
        ran.code == 0
        and "torn.json"
        in (folder / "report.html").read_text(encoding="utf-8").split('id="health"')[1]
    )
    viewer = serve(os.path.relpath(project.root)) if how == "option" else None
    if viewer is not None:
        viewer.get("/health")
        text = viewer.until_gone("/health", "The page updates automatically")
        assert "torn.json" in text and "failed" not in text
