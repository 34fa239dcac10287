"""Every setting that the package knows, and the files that give it a value; nothing else reads them.

`SETTINGS` is the one table: the docs print it, `doctor` checks files against it. Values out of range are clamped with a
warning and never fatal; an unknown key is kept and reported.
"""

from __future__ import annotations

import os

from . import jsontext
from .categories import BY_KEY
from .model import CATEGORIES, JsonObject
from .reading import UnfitFile, read_regular
from .repository import address, called

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Iterator

MAX_CONFIG = 262_144  # bytes; a configuration is a page of text
DOCUMENTS = "documents"  # the setting of what is read in place
ALIASES_OF_DOCUMENTS = "document_aliases"
SHARES = "shares"
REPOSITORIES = "repositories"  # the user's settings for one repository each
PROJECT_FILE, USER_FILE = "memory-config.json", "config.json"


class Setting:
    """One key: default, type (`kind`: bool, int, choice, text, list, object), limits, effect, "" for none in the docs."""

    __slots__ = ("choices", "default", "effect", "high", "key", "kind", "low")

    def __init__(
        self,
        key: str,
        default: Any,
        kind: str,
        effect: str = "",
        low: int = 0,
        high: int = 0,
        choices: tuple[str, ...] = (),
    ) -> None:
        self.key, self.default, self.kind, self.effect = key, default, kind, effect
        self.low, self.high, self.choices = low, high, choices

    def range(self) -> str:
        """The allowed values as text, for the docs."""
        if self.kind == "int":
            return f"{self.low} to {self.high}"
        return {"bool": "true | false"}.get(
            self.kind, " | ".join(self.choices) or self.kind
        )


def _switch(key: str, effect: str, default: bool = True) -> Setting:
    return Setting(key, default, "bool", effect)


def _number(key: str, default: int, low: int, high: int, effect: str) -> Setting:
    return Setting(key, default, "int", effect, low, high)


def _choice(key: str, choices: str, default: str, effect: str) -> Setting:
    return Setting(key, default, "choice", effect, choices=tuple(choices.split()))


def _of_category(name: str) -> tuple[Setting, ...]:
    key = f"categories.{name}"
    return (
        _switch(
            f"{key}.enabled", "false: never inject this category, never ask to save it"
        ),
        Setting(
            f"{key}.description", "", "text"
        ),  # words that title_tags scores, as an earlier memory plugin has it
        _number(
            f"{key}.retention_days",
            BY_KEY[name].retention_days,
            0,
            36_500,
            "days after the last update until it is no longer injected; 0: no limit",
        ),
    )


SETTINGS = (
    _switch("retrieval.enabled", "false: the prompt hook stays silent"),
    _choice(
        "retrieval.strictness",
        "quiet normal eager",
        "normal",
        "how sure the hook has to be",
    ),
    _choice(
        "retrieval.shortlist",
        "off auto on",
        "auto",
        "titles for the agent to judge; auto: only if the brief cannot show every memory",
    ),
    _number("retrieval.max_inject", 3, 0, 20, "most memories per prompt; 0: never any"),
    _choice(
        "retrieval.match_strategy",
        "fts5_bm25 title_tags",
        "fts5_bm25",
        "the search engine; title_tags scores plain keywords",
    ),
    _switch(
        "retrieval.transcript_context.enabled",
        "false: do not use earlier turns to understand short prompts",
    ),
    _choice(
        "triage.mode",
        "ask inbox off",
        "ask",
        "what was not saved: `ask` the agent, let it wait for you (`inbox`), or nothing",
    ),
    _number(
        "delete.grace_period_days",
        30,
        0,
        36_500,
        "days before `index gc` deletes a memory that is off",
    ),
    _choice(
        "check.witnesses",
        "note fail",
        "note",
        "fail: `memories check` fails where a memory becomes untrue",
    ),
    _switch("save.guard_writes", "false: agents may write files in the store directly"),
    _switch("save.allow_without_prompt", "false: the host asks before the agent saves"),
    _choice(
        "session.brief",
        "full rules off",
        "full",
        "what a session starts with; rules: only the last session and the active rules",
    ),
    _switch("session.notices", "false: no line at a turn's end for you"),
    _switch(
        "session.standing_order",
        "false: sessions start without the order to save at once",
    ),
    Setting(
        DOCUMENTS,
        [],
        "list",
        "globs of Markdown documents to read in place, as `memories init` proposes them",
    ),
    Setting(
        ALIASES_OF_DOCUMENTS,
        {},
        "object",
        "{path: aliases} of documents, as `memories alias` writes it",
    ),
    Setting(
        REPOSITORIES,
        {},
        "object",
        "in your own configuration: settings for one repository, by the address of its origin or its folder",
    ),
    Setting(
        SHARES,
        {},
        "object",
        "in your own configuration: the shared stores, as `memories share add` writes them",
    ),
    _switch("share.refresh", "false: sessions fetch no shared store; the command does"),
    _switch("files.enabled", "false: no memories about a file that the agent reads"),
    _number("session.brief_chars", 6000, 1000, 8000, "maximum characters in the brief"),
    _switch(
        "logging.enabled", "true: keep the text of prompts in the log", default=False
    ),
    _number(
        "categories.session_summary.max_retained",
        5,
        0,
        100_000,
        "most active session summaries; saving retires the oldest; 0: no limit",
    ),
    *[setting for name in CATEGORIES for setting in _of_category(name)],
)

ALIASES = {
    "retrieval.auto_inject.max_results": "retrieval.max_inject",
    "triage.enabled": "triage.mode",
}
"""Keys of an earlier memory plugin that count where the file has not the setting itself."""

IGNORED = tuple(
    """
    memory_root categories.*.folder categories.*.auto_capture categories.*.auto_commit
    categories.*.max_memories_per_category categories.*.max_retained max_memories_per_category auto_commit
    retrieval.judge retrieval.confidence_abs_floor retrieval.cluster_detection_enabled retrieval.output_mode
    retrieval.auto_inject.min_score_abs retrieval.auto_inject.relative_cutoff retrieval.search.min_score_abs
    retrieval.search.max_results retrieval.engine.column_weights retrieval.engine.body_max_chars
    retrieval.engine.query_max_tokens retrieval.transcript_context.max_turns retrieval.transcript_context.tail_bytes
    retrieval.deadline_ms session_start session.brief_days delete.archive_retired triage.max_messages
    triage.parallel triage.thresholds save.lock_timeout_seconds logging.level logging.retention_days
    architecture.simplified_flow
    """.split()
)
"""Keys of an earlier memory plugin or version that have no effect here, with all that is below them."""

_BY_KEY = {setting.key: setting for setting in SETTINGS}


_known: "dict[str, tuple[tuple[int, int, int], Any]]" = {}  # {path: (state of the file, what it holds)}


class Config:
    """Settings in force. `warnings` names what was clamped or unusable, `unknown` the keys not in the table."""

    def __init__(
        self,
        values: JsonObject | None = None,
        warnings: Iterable[str] = (),
        unknown: Iterable[str] = (),
        ignored: Iterable[str] = (),
    ) -> None:
        self._values = values or {}
        self.warnings, self.unknown, self.ignored = (
            list(warnings),
            list(unknown),
            list(ignored),
        )

    def get(self, key: str) -> Any:
        return self._values[key] if key in self._values else _BY_KEY[key].default

    def is_set(self, key: str) -> bool:
        """Whether a file gives the setting a usable value."""
        return key in self._values


def load(*paths: str, at: str = "") -> Config:
    """The settings of the files that exist; the first path wins. A file that cannot be used becomes a warning.

    at  a folder, for which a file may have settings that go before its others
    """
    config = Config()
    for path in paths:
        before = len(config.warnings)
        tree = _read_once(path, config.warnings)
        if tree is None and (len(config.warnings) > before or not os.path.exists(path)):
            continue
        if not isinstance(tree, dict):
            config.warnings.append(
                f"{path}: expected an object, got {type(tree).__name__}; the file is ignored"
            )
            continue
        for part in [*sections(tree, at), tree]:
            _merge(part, path, config)
    return config


def sections(tree: JsonObject, at: str) -> list[JsonObject]:
    """What a file says about the repository around a folder alone."""
    given = tree.get(REPOSITORIES) if at else None
    if not isinstance(given, dict):
        return []
    names = called(at)
    return [
        part
        for name, part in given.items()
        if isinstance(part, dict) and address(name) in names
    ]


def _read_once(path: str, warnings: list[str]) -> Any:
    """`read_json` of a configuration; a process reads one again when it has changed."""
    try:
        info = os.stat(path)
    except OSError:
        return read_json(path, warnings)
    state = info.st_ino, info.st_mtime_ns, info.st_size
    known = _known.get(path)
    if known and known[0] == state:
        return known[1]
    before = len(warnings)
    tree = read_json(path, warnings, links=not path.endswith(PROJECT_FILE))
    if len(warnings) == before:
        _known[path] = state, tree
    return tree


def _merge(tree: JsonObject, path: str, config: Config) -> None:
    given = dict(_flatten(tree, ""))
    for key in sorted(
        given, key=ALIASES.__contains__
    ):  # a setting comes before its alias
        setting = _BY_KEY.get(ALIASES.get(key, key))
        if setting is None:
            bucket = config.ignored if is_ignored(key) else config.unknown
            if key not in bucket:
                bucket.append(key)
            continue
        if setting.key in config._values:
            continue
        try:
            value, fault = _checked(setting, given[key])
        except ValueError as error:
            fault = f"{error}; using {setting.default!r}"
        else:
            config._values[setting.key] = value
        if fault:
            config.warnings.append(f"{path}: {key}: {fault}")


def _flatten(tree: JsonObject, prefix: str) -> Iterator[tuple[str, Any]]:
    for key, value in tree.items():
        name = prefix + str(key)
        if isinstance(value, dict) and name not in _BY_KEY:
            yield from _flatten(value, f"{name}.")
        else:
            yield name, value


def is_ignored(key: str) -> bool:
    """Whether a setting belongs to an earlier memory plugin or version and has no effect here."""
    parts = key.split(".")
    if parts[0] == "categories":
        parts[1:2] = ["*"]
    return ".".join([*parts, ""]).startswith(tuple([f"{name}." for name in IGNORED]))


def _checked(setting: Setting, value: Any) -> tuple[Any, str]:
    """(the value in range, what was changed about it). ValueError when it cannot be understood."""
    if setting.kind == "choice":
        if isinstance(value, bool) and "off" in setting.choices:
            return setting.default if value else "off", ""
        if value not in setting.choices:
            raise ValueError(f"{value!r} is not one of {setting.range()}")
        return value, ""
    if setting.kind == "int":
        number = _whole(value)
        if number is not None:
            bounded = max(setting.low, min(number, setting.high))
            return (
                bounded,
                ""
                if bounded == number
                else f"{value} is out of range; using {bounded}",
            )
    elif setting.kind == "list":
        if isinstance(value, list) and all(isinstance(one, str) for one in value):
            return value, ""
    elif isinstance(value, {"bool": bool, "text": str, "object": dict}[setting.kind]):
        return value, ""
    shown = repr(value)[:60]
    raise ValueError(f"expected {setting.kind}, got {shown}")


def _whole(value: Any) -> int | None:
    """The whole number in a number or text; None where there is none."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    try:
        return int(float(value))
    except (ValueError, OverflowError):  # no number, NaN, infinity
        return None


def read_json(path: str, warnings: list[str], links: bool = True) -> Any:
    """The JSON value of a small regular file; None for a missing one. Faults are appended to `warnings`.

    links  whether the file may be a link: no file of a repository may
    """
    try:
        return jsontext.loads(read_regular(path, MAX_CONFIG, links).decode("utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except UnfitFile as error:
        warnings.append(
            f"{path}: {error.strerror}; using the defaults; correct or remove the file"
        )
    except OSError as error:
        warnings.append(f"{path}: {error.strerror}; check its permissions")
    except ValueError as error:
        warnings.append(
            f"{path}: not usable ({error}); using the defaults; correct or remove the file"
        )
    return None
