"""Writes tables from core/config.py: SETTINGS into docs/reference/configuration.md, IGNORED into a maintainers' page.

`python tools/write_config_docs.py` writes them; with `--check` it only says whether they are current, and ends with 1
if not.
"""

import json
import sys

from generated import DOCS, ROOT, cell, write

sys.path.insert(0, str(ROOT / "src"))

from memory_retrieval.core.config import IGNORED, SETTINGS, Setting
from memory_retrieval.core.model import CATEGORIES
from memory_retrieval.store.settings import HIGHER, LOWER, UNSET, YOURS, rule

PAGE = DOCS / "reference" / "configuration.md"
IGNORED_PAGE = DOCS / "maintainers" / "ignored-settings.md"
MAY = {YOURS: "nothing", LOWER: "lower it", HIGHER: "raise it", UNSET: "set it if you have not"}


def general_key(key: str) -> str:
    """`categories.decision.enabled` -> `categories.*.enabled`; other keys as they are."""
    return ".".join("*" if part in CATEGORIES else part for part in key.split("."))


def settings_table() -> str:
    """One row a setting; those that every category has share a row."""
    groups: dict[str, list[Setting]] = {}
    for setting in SETTINGS:
        groups.setdefault(general_key(setting.key), []).append(setting)
    rows = ["| key | default | allowed | effect | a repository may |", "|---|---|---|---|---|"]
    for general, group in groups.items():
        key = general if len(group) > 1 else group[0].key
        allowed = ", ".join(f"`{c}`" for c in group[0].choices) if group[0].choices else group[0].range()
        rows.append(
            f"| `{key}` | {cell(_default(group))} | {cell(allowed)} | {cell(group[0].effect)} | {_may(group[0])} |"
        )
    return "\n".join(rows)


def ignored_table() -> str:
    """One row a reason, with the keys of older versions and plugins that nothing here reads because of it."""
    keys: dict[str, list[str]] = {}
    for key, reason in IGNORED.items():
        keys.setdefault(reason, []).append(f"`{key}`")
    rows = ["| key | instead |", "|---|---|"]
    return "\n".join(rows + [f"| {', '.join(names)} | {cell(reason)} |" for reason, names in keys.items()])


def current(check: bool) -> bool:
    """Writes the tables, or only compares; whether the page was current."""
    settings = write(PAGE, {"settings": settings_table()}, check)
    return write(IGNORED_PAGE, {"ignored keys": ignored_table()}, check) and settings


def main() -> int:
    check = "--check" in sys.argv[1:]
    same = current(check)
    print(
        "docs/reference/configuration.md: %s"
        % ("current" if same else "out of date; run tools/write_config_docs.py" if check else "written")
    )
    return 0 if same or not check else 1


def _may(setting: Setting) -> str:
    """What a repository may do to a setting, in words for its kind."""
    what = rule(setting.key)
    if what == LOWER and setting.kind == "bool":
        return "switch it off"
    if what == HIGHER and setting.kind == "choice":
        return "choose one further right"
    if what == LOWER and setting.kind == "choice":
        return "choose one further left"
    return MAY[what]


def _default(group: "list[Setting]") -> str:
    """The default; where categories differ, the commonest and then the others by name."""
    values = [json.dumps(setting.default) for setting in group]
    common = max(values, key=values.count)
    others: dict[str, list[str]] = {}
    for setting, value in zip(group, values, strict=True):
        if value != common:
            others.setdefault(value, []).append(next(part for part in setting.key.split(".") if part in CATEGORIES))
    return "; ".join([f"`{common}`"] + ["{}: `{}`".format(", ".join(names), value) for value, names in others.items()])


if __name__ == "__main__":
    sys.exit(main())
