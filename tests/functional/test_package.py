"""The package as it is built: the same bytes each time, all that it needs inside, usable on every Python there is."""

import json
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile

import pytest
import release

from conftest import REPOSITORY
from host_files import Home
from installs import CHECKOUT, copy_of, install
from memory_retrieval import __version__
from memory_retrieval.setup.plugin import PACKAGE, PARTS

pytest.importorskip("hatchling", reason="the build tool hatchling is not installed")
SOURCES = (*CHECKOUT, "CHANGELOG.md", "LICENSE", "README.md")
MAX_BYTES = 10_000_000
NEEDED = (
    "core/data/stop_words.txt",
    "index/data/terms.bin",
    "retrieve/data/kind.bin",
    "transcript/signs.txt",
    "transcript/statements.bin",
    "transcript/words.bin",
)
NOT_SHIPPED = ("tests/", "lab/", "docs/", "examples/")
DECISION = {
    "category": "decision",
    "title": "Map tiles are one PMTiles archive behind the CDN",
    "tags": ["tiles", "pmtiles"],
    "content": {
        "status": "accepted",
        "context": "c",
        "decision": "One archive.",
        "rationale": ["cheap"],
    },
}
OLDEST = next(
    filter(None, map(release.find, release.PYTHONS)), sys.executable
)  # `make wheel` tries each


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The folders of two builds from two copies of the sources, one of them with other times and modes."""
    folders = []
    for number in (1, 2):
        tree, out = (
            copy_of(tmp_path_factory.mktemp("sources"), *SOURCES),
            tmp_path_factory.mktemp("dist"),
        )
        if number == 2:
            for path in tree.rglob("*"):
                os.utime(path, (1_000_000_000, 1_000_000_000))
        environment = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000"}
        words = [
            sys.executable,
            "-m",
            "hatchling",
            "build",
            "-t",
            "sdist",
            "-t",
            "wheel",
            "-d",
            str(out),
        ]
        done = subprocess.run(
            words,
            cwd=tree,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        folders.append(out)
    return folders


@pytest.fixture(scope="module")
def wheel(built):
    [path] = built[0].glob("*.whl")
    return path


def test_two_builds_have_the_same_bytes_and_are_small(built):
    one, two = (
        {path.name: path.read_bytes() for path in folder.iterdir()} for folder in built
    )
    assert sorted(one) == [
        "memory_retrieval-%s%s" % (__version__, end)
        for end in ("-py3-none-any.whl", ".tar.gz")
    ]
    assert one == two
    assert all(len(data) < MAX_BYTES for data in one.values())


def test_the_wheel_holds_all_that_the_package_and_a_set_up_need(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    tracked = subprocess.run(
        ["git", "ls-files", "src", "plugin/src"],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    ).stdout.split()
    assert {name.rpartition("src/")[2] for name in tracked} <= names
    assert {"memory_retrieval/" + name for name in NEEDED} <= names
    assert "memory_retrieval_viewer/templates/base.html" in names
    for part in PARTS:
        inside = "memory_retrieval/plugin/" + part
        assert inside in names or any(
            name.startswith(inside + "/") for name in names
        ), part
    assert not [name for name in names if name.startswith(NOT_SHIPPED)]


def test_the_wheel_is_the_same_when_it_is_built_from_the_source_archive(
    built, wheel, tmp_path
):
    [archive] = built[0].glob("*.tar.gz")
    with tarfile.open(archive) as file:
        assert not [
            name
            for name in file.getnames()
            if name.partition("/")[2].startswith(NOT_SHIPPED)
        ]
        file.extractall(tmp_path)
    words = [
        sys.executable,
        "-m",
        "hatchling",
        "build",
        "-t",
        "wheel",
        "-d",
        str(tmp_path / "out"),
    ]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000"}
    [tree] = tmp_path.glob("memory_retrieval-*")
    done = subprocess.run(
        words, cwd=tree, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    [again] = (tmp_path / "out").glob("*.whl")
    assert set(zipfile.ZipFile(again).namelist()) == set(
        zipfile.ZipFile(wheel).namelist()
    )


def test_an_installed_package_works_from_the_first_command_to_the_hook(wheel, tmp_path):
    install(wheel, tmp_path / "venv", OLDEST)
    home, project = tmp_path / "home", tmp_path / "home" / "project"
    (project / ".git").mkdir(parents=True)
    environment = {"HOME": str(home), "PATH": "/usr/bin:/bin"}

    def run(*words, stdin="", program=tmp_path / "venv" / "bin" / "memories"):
        done = subprocess.run(
            [program, *words],
            input=stdin,
            env=environment,
            cwd=project,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, (words, done.stderr)
        return done.stdout

    assert run("--version").strip() == "memories " + __version__
    run("init")
    assert (
        json.loads(run("save", "--format", "json", stdin=json.dumps(DECISION)))[
            "status"
        ]
        == "created"
    )
    assert DECISION["title"] in run("search", "map tiles")
    for host in ("claude", "codex", "gemini"):
        plan = json.loads(run("setup", host, "--dry-run", "--format", "json"))
        assert plan["changed"] and plan["folders"] == [
            str(home / ".local/share/memory-retrieval-plugin")
        ]
    run("setup", "gemini")
    launcher = home / ".gemini" / "extensions" / "memory" / "launch.sh"
    payload = json.dumps(
        {
            "prompt": "why is there one PMTiles archive for the map tiles?",
            "cwd": str(project),
        }
    )
    answer = run(
        launcher, "prompt", "--host", "gemini", stdin=payload, program="/bin/sh"
    )
    assert (
        DECISION["title"]
        in json.loads(answer)["hookSpecificOutput"]["additionalContext"]
    )


def test_doctor_of_an_installed_package_runs_the_hooks_that_a_set_up_host_starts(
    wheel, tmp_path
):
    """No checkout is near: the hooks are those of the copy that `memories setup` made."""
    install(wheel, tmp_path / "venv")
    (tmp_path / "user").mkdir()
    home = Home(tmp_path / "user")
    program(home.folder / "bin" / "claude")
    environment = home.environment(PATH="%s:/usr/bin:/bin" % (home.folder / "bin"))
    memories = tmp_path / "venv" / "bin" / "memories"
    (home.folder / ".claude").mkdir()
    subprocess.run(
        [memories, "setup", "claude"],
        env=environment,
        cwd=home.project,
        check=True,
        capture_output=True,
    )
    copied = home.folder / ".local" / "share" / "memory-retrieval-plugin"
    home.install_claude(copied)

    def doctor():
        words = [memories, "doctor", "--format", "json"]
        done = subprocess.run(
            words, env=environment, cwd=home.project, capture_output=True
        )
        value = json.loads(done.stdout)
        return {finding["code"]: finding for finding in value["findings"] + value["ok"]}

    found = doctor()
    assert found["hooks"]["severity"] == "ok" and found["hooks"]["where"] == str(
        copied
    ), found
    assert found["python"]["severity"] == "ok" and "hooks-not-fired" not in found
    hook = copied / "hooks" / "memory_hook.py"
    hook.write_text(
        "raise SystemExit(3)\n" + hook.read_text(encoding="utf-8"), encoding="utf-8"
    )
    assert doctor()["hook-silent"]["severity"] == "error"


def program(path):
    path.parent.mkdir(parents=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)


def test_the_copy_that_hosts_start_is_all_that_runs_and_is_replaced_when_the_product_changes(
    tmp_path,
):
    clone = copy_of(tmp_path / "clone", *SOURCES)
    home = tmp_path / "at home"
    home.mkdir()

    def setup(*words):
        command = [
            sys.executable,
            clone / "bin" / "memories",
            "setup",
            "gemini",
            "--format",
            "json",
            *words,
        ]
        environment = {"HOME": str(home), "PATH": os.environ["PATH"]}
        return json.loads(
            subprocess.run(
                command, env=environment, capture_output=True, check=True
            ).stdout
        )

    copy = home / ".local" / "share" / "memory-retrieval-plugin"
    assert setup()["folders"] == [str(copy)]
    tops = {
        path.relative_to(copy).parts[0] for path in copy.rglob("*") if path.is_file()
    }
    assert tops == {*PARTS, "src"}
    assert (
        sum(path.stat().st_size for path in copy.rglob("*") if path.is_file())
        < MAX_BYTES
    )
    assert not setup()["changed"]
    with open(
        clone / "plugin" / "src" / PACKAGE / "py.typed", "a", encoding="utf-8"
    ) as file:
        file.write("newer\n")
    (copy / "src" / PACKAGE / "stale.py").write_text("", encoding="utf-8")
    assert (
        setup()["folders"] == [str(copy)]
        and not (copy / "src" / PACKAGE / "stale.py").exists()
    )
    assert (copy / "src" / PACKAGE / "py.typed").read_text(
        encoding="utf-8"
    ) == "newer\n"
    shutil.rmtree(
        clone / "plugin" / "src" / PACKAGE / "importers"
    )  # nothing of the clone is needed any more
    assert setup("--undo")["folders"] == [str(copy)] and not copy.exists()
    assert not list(copy.parent.glob("memory-retrieval-plugin*"))
