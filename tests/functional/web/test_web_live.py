"""The live stream of the ledger: it shows a prompt as it happens, to those who are let in, and never for ever."""

import http.client
import signal

import pytest

EVIL = "<script>window.pwned=1</script>"


def stream(viewer, cookie=None):
    connection = http.client.HTTPConnection(viewer.host, viewer.port, timeout=20)
    connection.request("GET", "/ledger/live", headers={"Cookie": viewer.cookie if cookie is None else cookie})
    return connection, connection.getresponse()


@pytest.mark.parametrize("cookie", ["", "memories-1=x"])
def test_nobody_watches_without_the_token(standing, cookie):
    connection, answer = stream(standing, cookie)
    assert answer.status == 403 and b"shop" not in answer.read()
    connection.close()


def test_only_a_few_pages_watch_at_a_time(serve, project):
    from memory_retrieval_viewer.live import STREAMS

    viewer = serve(project.root)
    open_streams = []
    for _ in range(STREAMS):
        connection, answer = stream(viewer)
        assert answer.status == 200 and answer.getheader("content-type").startswith("text/event-stream")
        assert answer.readline().startswith(b":")
        open_streams.append(connection)
    connection, answer = stream(viewer)
    assert answer.status == 429
    for one in [*open_streams, connection]:
        one.close()


def test_a_prompt_appears_as_it_happens_with_the_titles_it_was_given(serve, project, open_page, run_hook, violations):
    project.with_an_answer()
    viewer = serve(project.root)
    page = open_page(viewer)
    page.goto(viewer.base + "/ledger")
    page.wait_for_selector("#live-state.live")
    payload = {"hook_event_name": "UserPromptSubmit", "cwd": str(project.root), "session_id": "s"}
    run_hook({**payload, "prompt": "how do we rotate the jwt signing keys?"})
    page.wait_for_selector("#live li.fresh")
    assert "Rotate the JWT signing keys" in page.inner_text("#live li.fresh") and violations(page) == []


def test_what_comes_in_is_text(serve, project, open_page, ledger):
    project.write("decision", "evil", EVIL)
    viewer = serve(project.root)
    page = open_page(viewer)
    page.goto(viewer.base + "/ledger")
    page.wait_for_selector("#live-state.live")
    path = ".claude/memory/decisions/evil.json"
    ledger(project.root, [{"prompt": EVIL + "\n\nevent: end", "injected": [[path, 0.5], [EVIL, 0.4]]}])
    page.wait_for_selector("#live li.fresh")
    assert page.locator("#live script").count() == 0 and page.inner_text("#live li.fresh").count(EVIL) == 3
    assert page.evaluate("window.pwned") is None


def test_a_page_that_watches_keeps_the_viewer_neither_awake_nor_alive(serve, project):
    viewer = serve(project.root, "--idle", "0.05")
    connection, answer = stream(viewer)
    assert answer.readline().startswith(b":")
    _, err = viewer.process.communicate(timeout=20)
    assert viewer.process.returncode == 0 and "without a request" in err and "Traceback" not in err
    connection.close()
    viewer = serve(project.root)
    connection, answer = stream(viewer)
    viewer.process.send_signal(signal.SIGINT)
    _, err = viewer.process.communicate(timeout=20)
    assert (viewer.process.returncode, err) == (0, "")
    connection.close()
