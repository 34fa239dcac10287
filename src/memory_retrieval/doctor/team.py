"""The check of a project's mirrors of a team database: which workspaces, how many records, how old."""

from __future__ import annotations

import os

from ..core import clock, config
from ..store import mirrors
from .report import INFO, WARNING, Report

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import Store

OLD = 14  # days after which a mirror that is still searched is worth a word


def check_mirrors(report: Report, store: Store) -> None:
    """Mirrors that are missing or old. A project without mirrors is not mentioned."""
    link = mirrors.read_link(store.root)
    for mirror in link["mirrors"] if link else ():
        path, workspace = mirrors.mirror_path(mirror["name"]), mirror.get("workspace")
        about = mirrors.about(path)
        when = clock.parse_time(about.get("synced_at"))
        if not os.path.isdir(path) or when is None:
            what = "the team's workspace %s is not mirrored here any more" % workspace
            report.add(WARNING, "mirror-missing", what, path, "run `memories sync`")
            continue
        days = max(0, (config.now() - when) // clock.DAY)
        what = "%s records of the team's workspace %s, %s" % (
            about.get("records"),
            workspace,
            _age(config.now() - when),
        )
        if days >= OLD:
            report.add(
                INFO, "mirror-old", what, path, "run `memories sync`, best from a timer, or `memories sync --remove`"
            )
        else:
            report.ok("mirror", what, path)


def _age(seconds: int) -> str:
    text = clock.in_words(seconds, clock.UP_TO_DAYS) if seconds > 0 else ""
    return text + " old" if text else "just synced"
