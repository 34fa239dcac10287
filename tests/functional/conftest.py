"""What tests of the commands share."""

import json
import subprocess
import sys

import pytest

from conftest import REPOSITORY


@pytest.fixture
def save(project, run_main):
    """save({...}, "--update", "x"): the outcome of the command in the project."""

    def run(record, *args, env=None, cwd=None):
        text = record if isinstance(record, (str, bytes)) else json.dumps(record)
        return run_main("save", *args, input=text, cwd=cwd, env=env)

    return run


@pytest.fixture
def run(project, run_main):
    """run("show", "x", input={...}): the outcome of a command in the project, with JSON for an answer."""

    def command(*args, input=None, env=None):
        text = (
            input
            if input is None or isinstance(input, (str, bytes))
            else json.dumps(input)
        )
        return run_main(*args, "--format", "json", input=text, env=env)

    return command


@pytest.fixture(scope="session")
def wheel(tmp_path_factory):
    """The wheel of the repository as it is."""
    out = tmp_path_factory.mktemp("dist")
    words = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(out)]
    subprocess.run(words, cwd=REPOSITORY, check=True, capture_output=True)
    (path,) = out.glob("*.whl")
    return path
