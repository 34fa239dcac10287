"""What colleagues' agents propose by a team's server, as candidates in a project's inbox; and the tokens of servers.

A token comes from a file of the user's that nobody else may read, never from a repository.
"""

from __future__ import annotations

import os

from ..core import environment, jsontext
from ..core.errors import StoreError
from ..core.model import CATEGORIES
from ..core.reading import read_regular
from ..state import inbox_files
from ..state.folders import read_private
from ..store import mirrors
from . import inbox, mirror_files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ..core.model import JsonObject


def bring_proposals(address: str, proposals: Sequence[Any], home: str) -> int:
    """Puts into the project's inbox what is proposed for it and was not there before; returns how many those are.

    What has become a record meanwhile leaves the inbox again, unless somebody has edited it there.
    """
    link = mirrors.read_link(home) or {}
    known = link.get("proposed") or {}
    ours, brought = f"{address} ", 0
    proposed = {ours + id: rest for id, *rest in proposals}
    for key in [key for key in known if key.startswith(ours) and key not in proposed]:
        id = known.pop(key)
        waiting = read_private(inbox_files.candidate_path(home, id))
        if isinstance(waiting, dict) and not waiting.get("edited"):
            inbox_files.remove_candidate(home, id)
    for key, (author, record) in proposed.items():
        category = record.get("category")
        if key in known or category not in CATEGORIES:
            continue
        said = {"text": f"{author} proposed it on {address}", "pattern": "team"}
        id = inbox.add_candidate(home, category, [said], record)
        if id is None:
            break  # the inbox is full
        known[key] = id
        brought += 1
    text = jsontext.dumps({**link, "proposed": known})
    mirror_files.write(mirrors.link_path(home), text.encode("ascii"))
    return brought


def token_file() -> str:
    return os.path.join(environment.config_dir(), "team-tokens.json")


def kept_tokens() -> JsonObject:
    """{address: token} of the user's file. StoreError if others may read it."""
    path = token_file()
    try:
        if os.lstat(path).st_mode & 0o077 and not environment.WINDOWS:
            raise StoreError(
                f"{path}: others can read your tokens; run chmod 600 {path}"
            )
        value = jsontext.loads(read_regular(path, 65_536).decode("utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise StoreError(f"{path}: {error}; correct or remove it") from None
    return value if isinstance(value, dict) else {}
