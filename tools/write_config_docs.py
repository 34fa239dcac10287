"""Writes the table of SETTINGS in core/config.py into docs/reference/configuration.md.

`python tools/write_config_docs.py` writes it; with `--check` it only says whether it is current, and ends with 1
if not.
"""

import json
import sys

from generated import DOCS, ROOT, cell, write

sys.path.insert(0, str(ROOT / "src"))

from memory_retrieval.core.config import SETTINGS, Setting
from memory_retrieval.core.model import CATEGORIES
from memory_retrieval.store.settings import HIGHER, LOWER, UNSET, YOURS, rule

PAGE = DOCS / "reference" / "configuration.md"
MAY = {YOURS: "nothing", LOWER: "lower it", HIGHER: "raise it", UNSET: "set it"}


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


def current(check: bool) -> bool:
    """Writes the table, or only compares; whether the page was current."""
    return write(PAGE, {"settings": settings_table()}, check)


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
    return "reduce it" if setting.kind == "choice" and what in (LOWER, HIGHER) else MAY[what]


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
