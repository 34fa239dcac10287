"""Numbers and words that two pages show of one thing agree, and say no more than is known."""

import os
import re
import shutil
import subprocess

import pytest


@pytest.fixture
def look(page):
    """look(): {group: findings} as the page Health shows them after a look at everything."""

    def find():
        page.at("/health")
        page.wait_for_selector("#findings h2")
        counts = page.locator("#findings section h2").evaluate_all("heads => heads.map(head => [head.id, head.innerText])")
        return {id: int(re.search(r"(\d+)$", text)[1]) for id, text in counts}

    return find


def test_health_counts_each_thing_once_and_the_overview_and_the_mending_agree(page, project, look):
    (project.root / "here.py").write_text("")
    for id, more in (("a", {}), ("b", {}), ("old", {}), ("older", {}), ("new", {"supersedes": ["old", "older"]})):
        project.write("decision", id, "Same title" if id in "ab" else f"Title {id}", related_files=["gone.py", "here.py"], **more)
    project.write_text("runbook", "torn", "{")
    shutil.rmtree(project.root / ".git")
    dates = {"GIT_COMMITTER_DATE": "2026-11-01T00:00:00Z", "GIT_AUTHOR_DATE": "2026-11-01T00:00:00Z"}
    for words in (["init", "-q"], ["add", "here.py"], ["-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "-m", "x"]):
        subprocess.run(["git", "-C", str(project.root), *words], check=True, env={**os.environ, **dates}, capture_output=True)
    page.at("/")
    assert page.get_by_text("in the last look").count() == 0
    before = look()
    hrefs = "links => links.map(link => link.getAttribute('href'))"
    stale = page.locator("#findings section:has(#h-stale) li a").evaluate_all(hrefs)
    assert before["h-stale"] == len(stale) == len(set(stale)) > 1 and "The last look was just now" in page.inner_text("#findings")
    assert "gone: gone.py; 1 of the 2 files it is about has changed since it was written: here.py" in page.inner_text("#findings")
    pairs = page.locator("#findings section:has(#h-conflict) li").evaluate_all(
        "items => items.map(item => [...item.querySelectorAll('a')].map(a => a.getAttribute('href')).sort().join())"
    )
    assert len(pairs) == len(set(pairs)) == before["h-conflict"] > 0
    page.at("/")
    assert f"{sum(before.values())} findings in the last look" in page.inner_text(".look")
    page.at("/health")
    page.get_by_role("button", name="Mend what is safe").click()
    said = int(re.search(r"(\d+) finding", page.inner_text(".note"))[1])
    assert said == before["h-broken"] - look()["h-broken"] > 1


def test_a_search_that_stops_at_its_limit_claims_no_total(serve, project):
    for number in range(205):
        project.write("decision" if number % 2 else "runbook", f"r{number}", f"The lighthouse rule {number}", tags=["light"])
    viewer = serve(project.root)
    while "still being built" in (text := viewer.get("/memories?q=lighthouse")[2]):
        pass
    assert "200 memories or more: the first 200 are listed" in text
    assert not re.search(r"<li><a [^>]*>[^<]*<span>\d+</span>", text), "no chip has a number"
    text = viewer.get("/memories?q=lighthouse&category=runbook")[2]
    assert re.search(r"\d+ memories among the first 200 that were found", text)
    text = viewer.get("/memories?q=lighthouse+204")[2] + viewer.get("/memories")[2]
    assert "205 memories" in text and re.search(r"All <span>205</span>", text)
