"""What tests of the commands share."""

import json

import pytest


@pytest.fixture
def save(project, run_main):
    """save({...}, "--update", "x"): the outcome of the command in the project."""

    def run(record, *args, env=None, cwd=None):
        text = record if isinstance(record, (str, bytes)) else json.dumps(record)
        return run_main("save", *args, input=text, cwd=cwd or project.root, env=env)

    return run
