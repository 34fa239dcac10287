"""A real `memories serve`, a real Chromium, and axe-core. What is not installed skips a test with the reason.

All tests of a process have one home folder and one project after each other, emptied before each, and one viewer that
follows what happens there.
"""

import html
import http.client
import json
import os
import re
import shutil
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

from viewer_pages import PATIENCE

REPOSITORY = Path(__file__).resolve().parents[3]
NOW = "2026-11-15T12:00:00Z"
CHROMIUM = (
    shutil.which("chromium")
    or shutil.which("chromium-browser")
    or shutil.which("google-chrome")
)
FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
AXE = (
    REPOSITORY / ".venv" / "axe-core" / "axe.min.js"
)  # tools/make_venv.sh puts it there
PICTURES = REPOSITORY / "artifacts" / "viewer"
PROGRAM = """
import sys
sys.path[:0] = [%r, %r]
from memory_retrieval.cli.main import main
from memory_retrieval_viewer.source import checkup
checkup.QUICK = 600.0  # on a busy machine too, what is found is never that of the test before
sys.exit(main())
""" % (str(REPOSITORY / "plugin" / "src"), str(REPOSITORY / "src"))


class Viewer:
    """A running `memories serve` with plain HTTP access; `signed` sends the cookie, as a signed-in browser does."""

    def __init__(self, process, url):
        self.process, self.url = process, url
        parts = urlsplit(url)
        self.host, self.port = parts.hostname, parts.port
        self.base = f"http://{parts.hostname}:{parts.port}"
        self.token = parse_qs(parts.query)["token"][0]
        self.cookie = f"memories-{self.port}={self.token}"

    def ask(self, method, path, headers=None, body=None, signed=True):
        """(status, headers, text) of one request, sent as it is."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=30)
        try:
            given = {**({"Cookie": self.cookie} if signed else {}), **(headers or {})}
            host = given.pop("Host", f"{self.host}:{self.port}")
            connection.putrequest(method, path, skip_host=True)
            connection.putheader("Host", host)
            for name, value in given.items():
                connection.putheader(name, value)
            data = body.encode() if isinstance(body, str) else body
            if data is not None:
                connection.putheader("Content-Length", str(len(data)))
            connection.endheaders(data)
            answer = connection.getresponse()
            return (
                answer.status,
                {name.lower(): value for name, value in answer.getheaders()},
                answer.read().decode("utf-8", "replace"),
            )
        finally:
            connection.close()

    def get(self, path, **more):
        return self.ask("GET", path, **more)

    def words(self, path):
        """The text of a page on one line."""
        text = re.sub("<[^>]*>", " ", self.get(path)[2])
        return " ".join(html.unescape(text).split())

    def until_gone(self, path, words):
        """The text of a page once it does not say so any more."""
        give_up = time.monotonic() + PATIENCE / 1000
        while words in (text := self.get(path)[2]):
            assert time.monotonic() < give_up, f"{path} still says: {words}"
            time.sleep(0.1)
        return text

    def csrf(self):
        text = self.get("/try")[2]
        return text.split('name="csrf" value="')[1].split('"')[0]

    def post(self, path, fields, headers=None, csrf=None, **more):
        """A form, sent as our own pages send it unless told otherwise."""
        values = {"csrf": self.csrf() if csrf is None else csrf, **fields}
        sent = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Origin": self.base,
            **(headers or {}),
        }
        return self.ask(
            "POST",
            path,
            {k: v for k, v in sent.items() if v is not None},
            urlencode(values, doseq=True),
            **more,
        )


def launch(root, args, env):
    """A started viewer, as soon as it has printed its address."""
    words = ["serve", "--no-browser", "--root", str(root), *map(str, args)]
    command = [sys.executable, "-c", PROGRAM, *words]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        env=env,
        text=True,
    )
    line = process.stdout.readline()
    assert line.startswith("http://"), (line, process.communicate())
    return Viewer(process, line.strip())


def end(viewer):
    viewer.process.kill()
    viewer.process.communicate()


def _plain_environment():
    return {
        k: v
        for k, v in os.environ.items()
        if not k.startswith(("MEMORIES_", "XDG_", "CLAUDE", "PLUGIN_"))
    }


@contextmanager
def viewers(bytecode):
    """A function that starts viewers: start(folder, arguments, environment). All of them end with the block."""
    started = []

    def start(root, args, env):
        env = {"MEMORIES_NOW": NOW, "PYTHONPYCACHEPREFIX": str(bytecode), **env}
        started.append(launch(root, args, env))
        return started[-1]

    try:
        yield start
    finally:
        for viewer in started:
            end(viewer)


@pytest.fixture(scope="session")
def place(tmp_path_factory):
    return Path(os.path.realpath(tmp_path_factory.mktemp("place")))


@pytest.fixture
def tmp_path(place, tmp_path_factory):
    """The folder that all tests of a process have after each other, emptied, for `home` and `project`."""
    trash = tmp_path_factory.mktemp("trash")
    for entry in (
        place.iterdir()
    ):  # moved away at once, since the viewer may be writing below it
        shutil.rmtree(entry.rename(trash / entry.name), ignore_errors=True)
    return place


@pytest.fixture(scope="session")
def standing_viewers(bytecode):
    with viewers(bytecode) as start:
        yield {"start": start}


@pytest.fixture
def serve(bytecode, tmp_path, standing_viewers):
    """serve(root): the viewer over the project. With arguments, or for another folder, one that ends with the test."""
    pytest.importorskip("uvicorn", reason="the extra `web` is not installed")

    def run(root, *args, env=None):
        if args or env or root != tmp_path / "shop":
            return start(root, args, {**os.environ, **(env or {})})
        known = standing_viewers.get("viewer")
        if known is None or known.process.poll() is not None:
            known = standing_viewers["viewer"] = standing_viewers["start"](
                root, (), dict(os.environ)
            )
        known.until_gone(
            "/health", "The page updates automatically"
        )  # so that nothing of the test before is left
        return known

    with viewers(bytecode) as start:
        yield run


@pytest.fixture(scope="session")
def standing(bytecode, tmp_path_factory):
    """A viewer over one decision, for tests that only ask; `viewer.root` is its project, which nothing may change."""
    pytest.importorskip("uvicorn", reason="the extra `web` is not installed")
    folder = tmp_path_factory.mktemp("standing")
    store = folder / "shop" / ".claude" / "memory" / "decisions"
    store.mkdir(parents=True)
    (folder / "shop" / ".git").mkdir()
    (store.parent / "memory-config.json").write_text('{"retrieval": {"max_inject": 2}}')
    (store / "throttling-at-the-edge.json").write_text(
        json.dumps(
            {
                "schema_version": "1.0",
                "category": "decision",
                "id": "throttling-at-the-edge",
                "title": "Throttling happens at the edge",
                "created_at": "2026-05-01T08:00:00Z",
                "updated_at": "2026-05-01T08:00:00Z",
                "tags": ["throttling"],
                "content": {
                    "status": "accepted",
                    "context": "Load.",
                    "decision": "Throttling happens at the edge.",
                    "rationale": ["cheap"],
                },
            }
        )
    )
    env = _plain_environment()
    env |= {
        "HOME": str(folder / "home"),
        "MEMORIES_NOW": NOW,
        "PYTHONPYCACHEPREFIX": str(bytecode),
    }
    viewer = launch(folder / "shop", (), env)
    viewer.root = folder / "shop"
    yield viewer
    end(viewer)


@pytest.fixture(scope="session")
def chromium():
    """The browser, one for all tests of a process."""
    if CHROMIUM is None:
        pytest.skip("no Chromium here; `make test` installs it as root on Debian")
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="playwright is not installed"
    )
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium):
    """open_page(viewer, scheme="dark", width=390): a page that has been let in.

    At the end no request may have gone anywhere but to the viewer, nothing may have been refused by the policy, no
    script failed.
    """
    opened, requests, complaints = [], [], []

    def start(viewer, scheme="light", width=1200, **more):
        context = chromium.new_context(
            viewport={"width": width, "height": 850}, color_scheme=scheme, **more
        )
        opened.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("request", lambda request: requests.append((viewer.base, request.url)))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console",
            lambda message: (
                complaints.append(message.text) if "Policy" in message.text else None
            ),
        )
        page.goto(viewer.url)
        return page

    yield start
    for context in opened:
        context.close()
    assert [url for base, url in requests if not url.startswith(base + "/")] == [], (
        "a page asked somebody else"
    )
    assert complaints == []


@pytest.fixture
def page(serve, project, open_page):
    """A page of the project's viewer, started when it is first asked for; `page.at(address)` goes somewhere."""
    page = open_page(serve(project.root))
    base = page.url.rstrip("/")
    page.at = lambda address: page.goto(base + address)
    return page


@pytest.fixture
def violations():
    """violations(page), violations(page, "color-contrast").

    The serious and critical ones that axe-core finds, in a line each.
    """
    if not AXE.exists():
        pytest.skip(
            "axe-core is not here; `make test` takes it from npm where there is one"
        )
    source = AXE.read_text(encoding="utf-8")

    def find(page, only=None):
        """`only` names one rule, where the others have been looked at already."""
        page.evaluate(source)
        how = {"resultTypes": ["violations"], **({"runOnly": [only]} if only else {})}
        found = page.evaluate("how => axe.run(document, how)", how)["violations"]
        return [
            f"{v['id']}: {node['html'][:160]}"
            for v in found
            if v["impact"] in ("serious", "critical")
            for node in v["nodes"]
        ]

    return find


@pytest.fixture
def picture():
    """picture(page, "overview-dark"): keeps a screenshot under artifacts/viewer, for people to look at."""

    def take(page, name, *, whole=True):
        PICTURES.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=str(PICTURES / f"{name}.png"), full_page=whole)

    return take


@pytest.fixture
def trailhead(tmp_path):
    """The example, a git repository of which most memories are younger than its commit.

    It lies in a folder of its own, so that no viewer of another test works on its index.
    """
    root = tmp_path / "trailhead"
    shutil.copytree(REPOSITORY / "examples" / "trailhead", root)
    git = [
        "git",
        "-C",
        str(root),
        "-c",
        "user.name=a",
        "-c",
        "user.email=a@example.com",
    ]
    env = {
        **os.environ,
        "GIT_COMMITTER_DATE": "2026-01-01T00:00:00Z",
        "GIT_AUTHOR_DATE": "2026-01-01T00:00:00Z",
    }
    for words in (
        ["init", "-q", "-b", "main"],
        ["add", "-A"],
        ["commit", "-q", "-m", "Import"],
    ):
        subprocess.run([*git, *words], check=True, env=env, capture_output=True)
    return root


@pytest.fixture
def ledger(home):
    """ledger(root, [{...}, ...]): writes lines of the ledger; `ago` in seconds before now."""

    def write(root, lines):
        folder = home / "xdg-state" / "memory-retrieval" / "ledger"
        folder.mkdir(parents=True, exist_ok=True)
        now = time.mktime(time.strptime(NOW, "%Y-%m-%dT%H:%M:%SZ")) - time.timezone
        by_day = {}
        for line in lines:
            at = int(now - line.pop("ago", 60))
            entry = {
                "at": at,
                "session": "s1",
                "root": str(root),
                "ms": 25.0,
                "injected": [],
                "complete": True,
                **line,
            }
            by_day.setdefault(time.strftime("%Y-%m-%d", time.gmtime(at)), []).append(
                entry
            )
        for day, entries in by_day.items():
            entries.sort(key=lambda entry: entry["at"])
            (folder / f"{day}.jsonl").write_text(
                "".join(json.dumps(entry) + "\n" for entry in entries)
            )

    return write


@pytest.fixture
def candidate(project):
    """candidate(category, text, record): files something in the inbox, as triage does; its id."""
    from memory_retrieval.upkeep import inbox

    def add(
        category="decision",
        text="we decided to keep queues on Redis",
        record=None,
        root=None,
    ):
        return inbox.add_candidate(
            str(root or project.root),
            category,
            [{"text": text, "pattern": "decided"}],
            record,
        )

    return add
