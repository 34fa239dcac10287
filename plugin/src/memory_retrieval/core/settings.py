"""Every setting that the package knows, and the files that give it a value; nothing else reads them.

`SETTINGS` is the one table: the docs print it, `doctor` checks files against it. Values out of range are clamped with a
warning and never fatal; an unknown key is kept and reported.
"""

from __future__ import annotations

import os

from . import jsontext
from .categories import BY_KEY
from .model import CATEGORIES
from .reading import UnfitFile, read_regular

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Iterator

MAX_CONFIG = 262_144  # bytes; a configuration is a page of text
PROJECT_FILE, USER_FILE = "memory-config.json", "config.json"


class Setting:
    """One key: default, type (`kind`: bool, int, float, choice, text, list, dict), limits and effect."""

    __slots__ = ("choices", "default", "effect", "high", "key", "kind", "low")

    def __init__(
        self,
        key: str,
        default: Any,
        kind: str,
        effect: str,
        low: Any = None,
        high: Any = None,
        choices: tuple[str, ...] = (),
    ) -> None:
        self.key, self.default, self.kind, self.effect = key, default, kind, effect
        self.low, self.high, self.choices = low, high, choices

    def range(self) -> str:
        """The allowed values as text, for the docs."""
        if self.choices:
            return " | ".join(str(c) for c in self.choices)
        if self.low is not None:
            return "{} to {}".format(self.low, self.high if self.high is not None else "any")
        return {"bool": "true | false"}.get(self.kind, self.kind)


def _category_settings() -> Iterator[Setting]:
    for name in CATEGORIES:
        category = BY_KEY[name]
        yield Setting(
            f"categories.{name}.enabled", True, "bool", "false: never inject this category, never ask to save it"
        )
        yield Setting(
            f"categories.{name}.description", "", "text", "words that title_tags also scores (first 500 characters)"
        )
        yield Setting(
            f"categories.{name}.retention_days",
            category.retention_days,
            "int",
            "days after the last update until it is no longer injected; 0: no limit",
            0,
            36_500,
        )
        yield Setting(
            f"triage.thresholds.{name}", category.threshold, "float", "score from which triage asks to save", 0.0, 1.0
        )


SETTINGS = (
    Setting("retrieval.enabled", True, "bool", "false: the prompt hook stays silent"),
    Setting(
        "retrieval.strictness", "normal", "choice", "how sure the hook has to be", choices=("quiet", "normal", "eager")
    ),
    Setting(
        "retrieval.shortlist",
        "auto",
        "choice",
        "titles for the agent to judge; auto: only if the brief cannot show every memory",
        choices=("off", "auto", "on"),
    ),
    Setting("retrieval.max_inject", 3, "int", "most memories per prompt; 0: never any", 0, 20),
    Setting("retrieval.auto_inject.max_results", 3, "int", "old name of max_inject, used if that is not set", 0, 20),
    Setting(
        "retrieval.match_strategy",
        "fts5_bm25",
        "choice",
        "the search engine; title_tags scores plain keywords",
        choices=("fts5_bm25", "title_tags"),
    ),
    Setting(
        "retrieval.transcript_context.enabled",
        True,
        "bool",
        "false: do not use earlier turns to understand short prompts",
    ),
    Setting("retrieval.deadline_ms", 1000, "int", "time limit of the prompt hook, which then stays silent", 50, 30_000),
    Setting("triage.enabled", True, "bool", "false: do not look for things to save"),
    Setting(
        "triage.mode",
        "ask",
        "choice",
        "what to do with what triage finds: ask the agent, collect in the inbox, or nothing",
        choices=("ask", "inbox", "off"),
    ),
    Setting("triage.max_messages", 50, "int", "most new messages that the Stop hook reads", 10, 200),
    Setting("delete.grace_period_days", 30, "int", "days before `index gc` deletes a retired record", 0, 36_500),
    Setting("save.lock_timeout_seconds", 15, "int", "longest wait for another writer", 1, 600),
    Setting("save.guard_writes", True, "bool", "false: agents may write files in the store directly"),
    Setting("save.allow_without_prompt", True, "bool", "false: the host asks before the agent saves"),
    Setting(
        "session.brief",
        "full",
        "choice",
        "what a session starts with; rules: only the last session and the active rules",
        choices=("full", "rules", "off"),
    ),
    Setting("session.standing_order", True, "bool", "false: sessions start without the order to save at once"),
    Setting("files.enabled", True, "bool", "false: no memories about a file that the agent reads"),
    Setting("session.brief_days", 14, "int", "days for which the brief shows where work stopped", 1, 365),
    Setting("session.brief_chars", 6000, "int", "maximum characters in the brief", 1000, 8000),
    Setting("logging.enabled", False, "bool", "true: keep the text of prompts in the ledger"),
    Setting("logging.retention_days", 14, "int", "days to keep logs and the ledger; 0: forever", 0, 36_500),
    Setting(
        "categories.session_summary.max_retained",
        5,
        "int",
        "most active session summaries; saving retires the oldest; 0: no limit",
        0,
        100_000,
    ),
    *_category_settings(),
)

IGNORED = tuple(
    """
    memory_root categories.*.folder categories.*.auto_capture categories.*.auto_commit
    categories.*.max_memories_per_category categories.*.max_retained max_memories_per_category auto_commit
    retrieval.judge retrieval.confidence_abs_floor retrieval.cluster_detection_enabled retrieval.output_mode
    retrieval.auto_inject.min_score_abs retrieval.auto_inject.relative_cutoff retrieval.search.min_score_abs
    retrieval.search.max_results retrieval.engine.column_weights retrieval.engine.body_max_chars
    retrieval.engine.query_max_tokens retrieval.transcript_context.max_turns retrieval.transcript_context.tail_bytes
    session_start delete.archive_retired triage.parallel logging.level architecture.simplified_flow
    """.split()
)
"""Keys of an earlier memory plugin that have no effect here, with all that lies below them."""

_BY_KEY = {setting.key: setting for setting in SETTINGS}


class Config:
    """Settings in force. `warnings` names what was clamped or unusable, `unknown` the keys not in the table."""

    def __init__(
        self,
        values: dict[str, Any] | None = None,
        warnings: Iterable[str] = (),
        unknown: Iterable[str] = (),
        ignored: Iterable[str] = (),
    ) -> None:
        self._values = values or {}
        self.warnings, self.unknown, self.ignored = list(warnings), list(unknown), list(ignored)

    def get(self, key: str) -> Any:
        return self._values[key] if key in self._values else _BY_KEY[key].default

    def is_set(self, key: str) -> bool:
        """Whether a file gives the setting a usable value."""
        return key in self._values

    def max_inject(self) -> int:
        """`retrieval.max_inject`, else `retrieval.auto_inject.max_results`."""
        if "retrieval.max_inject" in self._values:
            limit: int = self._values["retrieval.max_inject"]
        else:
            limit = self.get("retrieval.auto_inject.max_results")
        return limit


def load(*paths: str) -> Config:
    """The settings of the files that exist; the first path wins. A file that cannot be used becomes a warning."""
    config = Config()
    for path in paths:
        before = len(config.warnings)
        tree = read_json(path, config.warnings, links=not path.endswith(PROJECT_FILE))
        if tree is None and (len(config.warnings) > before or not os.path.exists(path)):
            continue
        if not isinstance(tree, dict):
            config.warnings.append(f"{path}: expected an object, got {type(tree).__name__}; the file is ignored")
            continue
        _merge(tree, path, config)
    return config


def _merge(tree: dict[str, Any], path: str, config: Config) -> None:
    for key, value in _flatten(tree, ""):
        setting = _BY_KEY.get(key)
        if setting is None:
            bucket = config.ignored if is_ignored(key) else config.unknown
            if key not in bucket:
                bucket.append(key)
        elif key not in config._values:
            checked = _checked(setting, value, path, config.warnings)
            if checked is not None:
                config._values[key] = checked


def _flatten(tree: dict[str, Any], prefix: str) -> Iterator[tuple[str, Any]]:
    for key, value in tree.items():
        name = prefix + str(key)
        if isinstance(value, dict) and name not in _BY_KEY:
            for item in _flatten(value, name + "."):
                yield item
        else:
            yield name, value


def is_ignored(key: str) -> bool:
    """Whether a setting belongs to an earlier memory plugin and has no effect here."""
    parts = key.split(".")
    if parts[0] == "categories":
        parts[1:2] = ["*"]
    return ".".join([*parts, ""]).startswith(tuple([name + "." for name in IGNORED]))


def _checked(setting: Setting, value: Any, path: str, warnings: list[str]) -> Any:
    """The value in range; None and a warning when it cannot be understood, so that the default stays in force."""
    where = f"{path}: {setting.key}"
    if setting.kind == "bool":
        if isinstance(value, bool):
            return value
    elif setting.kind in ("int", "float"):
        number = _number(value)
        if number is not None:
            if setting.kind == "int":
                number = int(number)
            bounded = max(setting.low, min(number, setting.high))
            if bounded != number:
                warnings.append(f"{where}: {value} is out of range; using {bounded}")
            return bounded
    elif setting.kind == "choice":
        if value in setting.choices:
            return value
        warnings.append(f"{where}: {value!r} is not one of {setting.range()}; using {setting.default!r}")
        return None
    elif setting.kind == "text" and isinstance(value, str):
        return value
    warnings.append("%s: expected %s, got %.60r; using %r" % (where, setting.kind, value, setting.default))
    return None


def _number(value: Any) -> float | None:
    if isinstance(value, bool):
        return None
    try:
        number = float(value) if isinstance(value, (int, float, str)) else None
    except (ValueError, OverflowError):
        return None
    return number if number is not None and number - number == 0 else None  # no NaN, no infinity


def read_json(path: str, warnings: list[str], links: bool = True) -> Any:
    """The JSON value of a small regular file; None for a missing one. Faults are appended to `warnings`.

    links  whether the file may be a link: no file of a repository may
    """
    try:
        return jsontext.loads(read_regular(path, MAX_CONFIG, links).decode("utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except UnfitFile as error:
        warnings.append(f"{path}: {error.strerror}; using the defaults; correct or remove the file")
    except OSError as error:
        warnings.append(f"{path}: {error.strerror}; check its permissions")
    except ValueError as error:
        warnings.append(f"{path}: not usable ({error}); using the defaults; correct or remove the file")
    return None
