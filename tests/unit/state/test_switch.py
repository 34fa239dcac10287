"""`memories off` and `on`: a list of projects in the user's configuration."""

import json

from memory_retrieval.core import config
from memory_retrieval.state import switch


def path():
    return config.config_dir() + "/off.json"


def test_the_list_stays_readable_and_in_order(home):
    for root in ("/b", "/a", "/\u00fc"):
        switch.set_off(root, True)
    with open(path(), "rb") as file:
        assert json.loads(file.read().decode("ascii")) == {"off": ["/b", "/a", "/\u00fc"]}
