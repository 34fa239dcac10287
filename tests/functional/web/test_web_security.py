"""Who is let in, what a form needs, and that nothing of a memory ever runs."""

import json
import re
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import quote

import pytest

from memory_retrieval_viewer.app import ASKING, READING, WRITING
from viewer_pages import DONE

MEMORIES = Path(__file__).resolve().parents[3] / "bin" / "memories"
KEY = "project/.claude/memory/decisions/throttling-at-the-edge"
SECRETS = ("throttling", "shop")  # words that a refusal may not let out


@pytest.fixture
def viewer(standing):
    return standing


def refused(answer, status=403):
    assert answer[0] == status
    assert not any(word in answer[2] for word in SECRETS), (
        "a refusal says something of the project"
    )
    return answer


# --- not let in -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", ["/", "/memories", "/static/shell.css", "/nowhere", "/open/", "/open/x"]
)
@pytest.mark.parametrize(
    "cookie",
    [
        "",
        "memories-1=x",
        "memories-{port}=",
        "memories-{port}=wrong",
        "memories-{port}=ä",
    ],
)
def test_without_the_token_nobody_is_let_in(viewer, path, cookie):
    headers = {"Cookie": cookie.format(port=viewer.port).encode("latin-1")}
    answer = refused(viewer.get(path, headers=headers, signed=False))
    assert "memories serve" in answer[2] and "content-security-policy" in answer[1]


@pytest.mark.parametrize("token", ["", "wrong", "x" * 500, "%00", "%C3%A4"])
def test_a_wrong_token_is_refused_and_sets_no_cookie(viewer, token):
    answer = refused(viewer.get("/?token=" + token, signed=False))
    assert "set-cookie" not in answer[1]


HOSTS = [
    "evil.example",
    "evil.example:{port}",
    "127.0.0.1",
    "127.0.0.1:1",
    "localhost.evil.example:{port}",
    "[::2]:{port}",
    "",
    "127.0.0.1:{port}@evil.example",
]


@pytest.mark.parametrize("host", HOSTS)
def test_a_foreign_host_is_refused_even_with_the_cookie(viewer, host):
    refused(viewer.get("/", headers={"Host": host.format(port=viewer.port)}))
    refused(
        viewer.get(
            "/?token=" + viewer.token,
            headers={"Host": host.format(port=viewer.port)},
            signed=False,
        )
    )


ORIGINS = [
    "http://evil.example",
    "null",
    "http://127.0.0.1:1",
    "https://127.0.0.1:{port}",
    "http://localhost:{port}",
    "",
    "file://",
]


@pytest.mark.parametrize("origin", ORIGINS)
def test_a_foreign_origin_is_refused_even_with_cookie_and_form_secret(viewer, origin):
    headers = {"Origin": origin.format(port=viewer.port)}
    refused(viewer.get("/memories", headers=headers))
    refused(viewer.post("/health/check", {}, headers=headers))


def test_a_form_without_an_origin_is_refused(viewer):
    refused(viewer.post("/health/check", {}, headers={"Origin": None}))


@pytest.mark.parametrize(
    "path", [re.sub(r"\{.*?\}", "x", path) for path, _ in [*ASKING, *WRITING]]
)
@pytest.mark.parametrize("csrf", ["", "wrong", "ä"])
def test_every_write_needs_the_secret_of_our_own_forms(viewer, path, csrf):
    assert (
        viewer.post(
            path, {"verb": "retire", "do": "reject", "store": "project"}, csrf=csrf
        )[0]
        == 403
    )


@pytest.mark.parametrize(
    "path",
    [
        re.sub(r"\{.*?\}", "x", path)
        for path, _ in [*ASKING, *WRITING]
        if path != "/try"
    ],
)
def test_nothing_is_written_by_reading(viewer, path):
    def files():
        return {str(path): path.stat().st_ctime_ns for path in viewer.root.rglob("*")}

    before = files()
    viewer.get(
        path.replace("/x", "/" + KEY) + "?verb=retire&do=accept&store=project&muted=1"
    )
    assert files() == before


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
def test_other_methods_are_not_known(viewer, method):
    assert viewer.ask(method, "/memories", headers={"Origin": viewer.base})[0] == 405


def test_what_is_no_form_or_too_large_is_refused(viewer):
    csrf = viewer.csrf()
    assert (
        viewer.post(
            "/health/check", {}, csrf=csrf, headers={"Content-Type": "application/json"}
        )[0]
        == 415
    )
    assert viewer.post("/try", {"prompt": "x" * 4_300_000}, csrf=csrf)[0] == 413
    assert (
        viewer.post("/try", {"x%d" % i: "1" for i in range(3000)}, csrf=csrf)[0] == 400
    )


TRAVERSALS = (
    "/static/../security.py /static/%2e%2e/security.py /static/..%2fsecurity.py /static//etc/passwd "
    "/static/ /static/%00 /memories/../../../../etc/passwd /memories/project/../../../etc/passwd "
    "/memories/project/%2e%2e/%2e%2e/etc/passwd /memories/project//etc/passwd "
    "/memories/user/%2fetc%2fpasswd /memories/project/.claude/memory/memory-config "
    "/memories/nowhere/.claude/memory/decisions/throttling-at-the-edge "
    "/inbox/..%2f..%2fledger "
    "/memories/project/.claude/memory/decisions/throttling-at-the-edge.json"
).split()


@pytest.mark.parametrize("path", TRAVERSALS)
def test_no_path_leads_out_of_the_store(viewer, path):
    status, _, text = viewer.get(path)
    assert status == 404 and "root:" not in text and "max_inject" not in text


# --- let in -----------------------------------------------------------------------------------------------------------


def test_the_token_is_exchanged_for_a_cookie_that_scripts_and_other_sites_cannot_use(
    viewer,
):
    status, headers, _ = viewer.get(
        "/memories?q=a+b&token=" + viewer.token, signed=False
    )
    assert (status, headers["location"]) == (303, "/memories?q=a+b")
    assert all(
        word in headers["set-cookie"].lower()
        for word in ("httponly", "samesite=strict", f"memories-{viewer.port}=")
    )


@pytest.mark.parametrize(
    "path",
    ["//evil.example/?token=", "/\\evil.example/?token=", "/%5cevil.example?token="],
)
def test_the_exchange_leads_nowhere_else(viewer, path):
    status, headers, _ = viewer.get(path + viewer.token, signed=False)
    assert status == 303 and re.match(r"/[^/\\]", headers["location"])


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"])
def test_every_name_of_the_loopback_is_the_viewers(viewer, name):
    assert viewer.get("/", headers={"Host": f"{name}:{viewer.port}"})[0] == 200


@pytest.mark.parametrize(
    "path",
    [re.sub(r"\{.*?\}", "x", path) for path, _ in READING]
    + ["/static/shell.css", "/nowhere"],
)
def test_every_answer_has_the_headers_and_no_page_has_the_token(viewer, path):
    _, headers, text = viewer.get(path)
    policy = headers["content-security-policy"]
    assert (
        "default-src 'none'" in policy
        and "unsafe" not in policy
        and "frame-ancestors 'none'" in policy
    )
    assert (headers["x-content-type-options"], headers["x-frame-options"]) == (
        "nosniff",
        "DENY",
    )
    assert "server" not in headers and viewer.token not in text
    assert "<script>" not in text and not re.search(r"<[^>]+ (style|on\w+)=", text)


# --- text stays text --------------------------------------------------------------------------------------------------

EVIL = "<script>window.pwned=1</script><img src=x onerror='window.pwned=1'>\"'}}{{7*7}}<svg onload=window.pwned=1>"


@pytest.mark.slow
def test_script_in_a_memory_is_shown_and_never_runs(
    serve, project, open_page, candidate, ledger
):
    names = {
        "title": ("<b>T</b>" + EVIL)[:118],
        "tags": [EVIL[:70], "javascript:alert(1)"],
        "aliases": [EVIL[:100]],
    }
    content = {
        "context": EVIL,
        "decision": EVIL,
        "rationale": [EVIL],
        "alternatives": [{"option": EVIL, "rejected_reason": EVIL}],
    }
    changes = [
        {
            "date": EVIL,
            "summary": EVIL,
            "field": EVIL,
            "old_value": {EVIL: [EVIL]},
            "new_value": EVIL,
        }
    ]
    project.write(
        "decision",
        "evil",
        content=content,
        related_files=[EVIL, "javascript:alert(1)"],
        changes=changes,
        superseded_by="gone",
        source={"author": EVIL},
        **names,
    )
    hostile = "x<img src=x onerror=window.pwned=1>\"'&#x3c;"
    project.write_text(
        "decision",
        hostile,
        json.dumps(project.record("decision", "named-strangely", EVIL[:118])),
    )
    project.write_text("runbook", "<script>alert(1)<", EVIL)
    waiting = candidate(
        text=EVIL, record={"title": EVIL[:100], "context": EVIL, "rationale": [EVIL]}
    )
    path = ".claude/memory/decisions/evil.json"
    ledger(
        project.root,
        [
            {
                "session": EVIL,
                "prompt": EVIL,
                "injected": [[path, 0.5], [EVIL, 0.4]],
                "used": [path],
            }
        ],
    )
    viewer = serve(project.root)
    page = open_page(viewer)
    page.on("dialog", lambda dialog: pytest.fail("a dialog was opened"))
    keys = [
        quote("project/.claude/memory/" + name)
        for name in (
            "decisions/evil",
            "decisions/" + hostile,
            "runbooks/<script>alert(1)<",
        )
    ]
    asked = (
        "/?x= /memories?q= /memories?state=all&tag= /memories?category= "
        "/try?prompt= /ledger?session= /nowhere? /memories/"
    ).split()
    addresses = [
        "/memories?state=all",
        "/memories?show=broken",
        *["/memories/" + key for key in keys],
        "/ledger",
        "/health",
        "/review",
        "/inbox/" + waiting,
        *[address + quote(EVIL) for address in asked],
    ]
    for address in addresses:
        page.goto(viewer.base + address)
        if address in ("/health", "/review"):
            page.wait_for_selector(DONE, state="attached")
        assert page.evaluate("window.pwned") is None, address
        assert (
            page.locator("main script, main img, main b, main svg[onload]").count() == 0
        ), address
        links = page.locator("a[href]").evaluate_all(
            "links => links.map(link => link.getAttribute('href'))"
        )
        assert all(
            link.startswith(("/", "#")) and not link.startswith("//") for link in links
        ), address
        assert page.locator("h1").count() == 1, address
    assert page.goto(
        viewer.base + "/memories/" + keys[0]
    ).status == 200 and "onerror" in page.inner_text("h1")
    assert page.goto(viewer.base + "/memories/" + keys[1]).status == 200
    assert page.goto(viewer.base + "/ledger?session=" + quote(EVIL)).status == 200
    page.goto(viewer.base + "/try")
    page.fill("#prompt", EVIL)
    page.get_by_role("button", name="Ask", exact=True).click()
    page.wait_for_selector("#h-words")
    assert page.evaluate("window.pwned") is None


# --- the process ------------------------------------------------------------------------------------------------------


def test_it_listens_on_this_machine_only(viewer):
    with open("/proc/net/tcp") as table:
        bound = [
            line.split()[1]
            for line in table
            if line.split()[3] == "0A"
            and line.split()[1].endswith(":%04X" % viewer.port)
        ]
    assert [address.split(":")[0] for address in bound] == ["0100007F"]


def test_it_ends_by_itself_when_nobody_asks(serve, project):
    viewer = serve(project.root, "--idle", "0.02")
    started = time.monotonic()
    viewer.get(
        "/static/shell.css", signed=False
    )  # who is not let in does not keep it awake
    _, err = viewer.process.communicate(timeout=20)
    assert (
        viewer.process.returncode == 0
        and "viewer stopped" in err
        and time.monotonic() - started < 15
    )


def test_ctrl_c_is_the_usual_end(serve, project):
    import signal

    viewer = serve(project.root)
    viewer.get("/")
    viewer.process.send_signal(signal.SIGINT)
    _, err = viewer.process.communicate(timeout=20)
    assert (viewer.process.returncode, err) == (0, "")


def test_the_address_comes_first_and_as_json_when_asked_for(serve, project):
    process = subprocess.Popen(
        [
            sys.executable,
            str(MEMORIES),
            "serve",
            "--no-browser",
            "--format",
            "json",
            "--root",
            str(project.root),
        ],
        stdout=subprocess.PIPE,
    )
    try:
        value = json.loads(process.stdout.readline())
    finally:
        process.kill()
        process.communicate()
    assert (
        value["url"].startswith(f"http://127.0.0.1:{value['port']}/?token=")
        and value["pid"] == process.pid
    )


def test_what_cannot_be_served_is_one_line_with_the_next_step(
    run_memories, project, tmp_path, viewer
):
    taken = run_memories("serve", "--no-browser", "--port", viewer.port)
    assert taken.code == 1 and taken.err.count("\n") == 1 and "--port" in taken.err
    none = run_memories("serve", "--no-browser", cwd=tmp_path / "elsewhere")
    assert none.code == 1 and "memories init" in none.err
    assert run_memories("serve", "--port", "70000").code == 2
