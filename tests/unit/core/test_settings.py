"""Settings from files that people write by hand: whatever stands there, a checked value comes out."""

import json
import os
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_retrieval.core import clock, environment, settings
from memory_retrieval.core.settings import SETTINGS, load

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=6,
)


def _tree(key, value):
    for part in reversed(key.split(".")):
        value = {part: value}
    return value


@pytest.fixture
def loaded(tmp_path):
    """loaded(value): the configuration of a file with that JSON value, or text."""

    def read(value, *more):
        paths = []
        for number, item in enumerate((value, *more)):
            path = tmp_path / (f"config-{number}.json")
            path.write_text(
                item if isinstance(item, str) else json.dumps(item), encoding="utf-8"
            )
            paths.append(str(path))
        return load(*paths)

    return read


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "5",
        "null",
        '"text"',
        "NaN",
        '{"retrieval": {"max_inject": NaN}}',
        "\x00",
        "<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> x",
        '{"retrieval":' * 3000,
        '{"a":' * 700 + "1" + "}" * 700,
        '{"retrieval": {"max_inject": 5}}' + " " * 300_000,
    ],
    ids=lambda text: repr(text[:20]),
)
def test_a_file_that_cannot_be_used_leaves_the_defaults_and_says_so(loaded, text):
    found = loaded(text)
    assert (found.get("retrieval.max_inject"), found.get("retrieval.enabled")) == (
        3,
        True,
    )
    assert found.warnings or found.unknown


@pytest.mark.parametrize(
    "kind",
    ["missing", "folder", "fifo", "latin-1", "below a file", "link to /dev/zero"],
)
def test_what_is_no_readable_file_leaves_the_defaults(tmp_path, kind):
    path = tmp_path / "config.json"
    if kind == "folder":
        path.mkdir()
    elif kind == "fifo":
        os.mkfifo(path)
    elif kind == "latin-1":
        path.write_bytes(b'{"retrieval": {"max_inject": 5}, "x": "\xe9"}')
    elif kind == "below a file":
        path.write_text("{}")
        path = path / "config.json"
    elif kind == "link to /dev/zero":
        path.symlink_to("/dev/zero")
    assert load(str(path)).get("retrieval.max_inject") == 3


CLAMPED = [
    (5, 5),
    (0, 0),
    (20, 20),
    ("7", 7),
    (2.9, 2),
    (-1, 0),
    (21, 20),
    (10**30, 20),
    (-(10**400), 3),
]
CLAMPED += [
    (value, 3) for value in ("many", "nan", "inf", "", None, True, False, [], {"a": 1})
]


@pytest.mark.parametrize(("value", "used"), CLAMPED)
def test_max_inject_is_clamped_to_0_and_20_and_else_3(loaded, value, used):
    found = loaded({"retrieval": {"max_inject": value}})
    assert found.get("retrieval.max_inject") == used
    assert bool(found.warnings) == ((value, used) not in CLAMPED[:5])


@pytest.mark.parametrize("text", ["NaN", "Infinity", "-Infinity", "1e999", "-1e999"])
def test_numbers_that_are_none_leave_the_default(loaded, text):
    found = loaded(f'{{"session": {{"brief_chars": {text}}}}}')
    assert found.get("session.brief_chars") == settings.Config().get(
        "session.brief_chars"
    )
    assert found.warnings


@pytest.mark.parametrize(
    ("retrieval", "used"),
    [
        ({"auto_inject": {"max_results": 7}}, 7),
        ({"max_inject": 2, "auto_inject": {"max_results": 7}}, 2),
        ({"max_inject": 0, "auto_inject": {"max_results": 7}}, 0),
        ({"max_inject": "x", "auto_inject": {"max_results": 7}}, 7),
    ],
)
def test_max_inject_wins_over_auto_inject_max_results(loaded, retrieval, used):
    assert loaded({"retrieval": retrieval}).get("retrieval.max_inject") == used


@pytest.mark.parametrize(
    ("triage", "mode"),
    [
        ({"enabled": False}, "off"),
        ({"enabled": True}, "ask"),
        ({"enabled": False, "mode": "inbox"}, "inbox"),
    ],
)
def test_the_older_switch_of_triage_is_its_mode(loaded, triage, mode):
    assert loaded({"triage": triage}).get("triage.mode") == mode


def test_the_first_file_wins_key_by_key(loaded):
    found = loaded(
        {"retrieval": {"max_inject": 1}},
        {"retrieval": {"max_inject": 9, "enabled": False}},
    )
    assert (found.get("retrieval.max_inject"), found.get("retrieval.enabled")) == (
        1,
        False,
    )


@given(setting=st.sampled_from(SETTINGS), value=VALUES)
def test_any_value_of_any_setting_gives_one_in_its_range(
    tmp_path_factory, setting, value
):
    path = tmp_path_factory.getbasetemp() / "any.json"
    path.write_text(json.dumps(_tree(setting.key, value)))
    used = load(str(path)).get(setting.key)
    if setting.kind == "bool":
        assert isinstance(used, bool)
    elif setting.kind == "int":
        assert isinstance(used, int) and setting.low <= used <= setting.high
    elif setting.kind == "choice":
        assert used in setting.choices
    elif setting.kind == "list":
        assert all(isinstance(one, str) for one in used)
    else:
        assert isinstance(used, {"text": str, "object": dict}[setting.kind])


def test_unknown_keys_are_named_with_their_place(loaded):
    found = loaded(
        {"retrieval": {"max_injekt": 5, "judge": {"enabled": True}}, "colour": "red"}
    )
    assert found.unknown == ["retrieval.max_injekt", "colour"]


OLD = """
memory_root categories.decision.folder categories.runbook.auto_capture retrieval.judge.model retrieval.output_mode
retrieval.auto_inject.min_score_abs retrieval.engine.column_weights.title retrieval.transcript_context.max_turns
delete.archive_retired triage.parallel.category_models.decision architecture.simplified_flow
triage.max_messages triage.thresholds.decision save.lock_timeout_seconds retrieval.deadline_ms session.brief_days
logging.retention_days
""".split()


@pytest.mark.parametrize("key", OLD)
def test_old_keys_without_effect_are_reported_as_ignored(loaded, key):
    found = loaded(_tree(key, "x"))
    assert (found.ignored, found.unknown) == ([key], [])


EARLIER_PLUGIN = """
triage.enabled triage.max_messages triage.thresholds.decision retrieval.enabled retrieval.max_inject logging.level
retrieval.match_strategy categories.decision.description categories.session_summary.max_retained logging.enabled
delete.grace_period_days logging.retention_days categories.runbook.enabled max_memories_per_category
categories.session_summary.retention_days delete.archive_retired
""".split()


@pytest.mark.parametrize("key", EARLIER_PLUGIN)
def test_every_key_of_an_earlier_plugin_is_in_force_or_reported_as_ignored(key):
    assert key in {setting.key for setting in SETTINGS} | set(
        settings.ALIASES
    ) or settings.is_ignored(key)


@pytest.mark.parametrize(
    "setting",
    [s for s in SETTINGS if s.key.startswith(("retrieval.", "logging."))],
    ids=lambda setting: setting.key,
)
def test_a_setting_that_is_documented_as_in_force_is_read_somewhere(setting):
    source = Path(settings.__file__).resolve().parents[1]
    code = "\n".join(
        path.read_text(encoding="utf-8")
        for path in source.rglob("*.py")
        if path.name != "settings.py"
    )
    prefix = setting.key.rsplit(".", 1)[0] + '."'
    assert f'"{setting.key}"' in code or prefix in code


def test_each_setting_has_a_default_in_its_range_and_an_effect():
    for setting in SETTINGS:
        assert setting.range() and bool(setting.effect) != setting.key.endswith(
            ".description"
        )
        if setting.kind == "int":
            assert setting.low <= setting.default <= setting.high
        if setting.kind == "choice":
            assert setting.default in setting.choices
    assert len({setting.key for setting in SETTINGS}) == len(SETTINGS)


@pytest.mark.parametrize("text", [None, "", "0", "false", "No", " "])
def test_memories_off_is_off_for_anything_but_nothing_0_false_and_no(monkeypatch, text):
    if text is not None:
        monkeypatch.setenv("MEMORIES_OFF", text)
    assert not environment.switched_off()
    monkeypatch.setenv("MEMORIES_OFF", "x")
    assert environment.switched_off()


@pytest.mark.parametrize("text", ["", "tomorrow", "2026-99-99"])
def test_a_clock_that_cannot_be_read_is_the_real_one(monkeypatch, text):
    monkeypatch.setenv("MEMORIES_NOW", text)
    assert environment.now() > clock.parse_time("2026-01-01")


FOLDERS = {
    "XDG_CACHE_HOME": (environment.cache_dir, ".cache"),
    "XDG_STATE_HOME": (environment.state_dir, ".local/state"),
    "XDG_DATA_HOME": (environment.data_dir, ".local/share"),
    "XDG_CONFIG_HOME": (environment.config_dir, ".config"),
}


@pytest.mark.skipif(sys.platform == "win32", reason="XDG folders")
@pytest.mark.parametrize("variable", FOLDERS)
def test_folders_follow_xdg_and_a_relative_one_counts_as_unset(monkeypatch, variable):
    function, below_home = FOLDERS[variable]
    monkeypatch.setenv("HOME", "/home/ann")
    monkeypatch.setenv(variable, "/data/x")
    assert function() == "/data/x/memory-retrieval"
    for value in ("", "x", "./x", "../x"):
        monkeypatch.setenv(variable, value)
        assert function() == f"/home/ann/{below_home}/memory-retrieval"


def test_without_a_home_there_is_no_folder(monkeypatch):
    for variable, folder in FOLDERS.items():
        monkeypatch.delenv(variable)
        monkeypatch.setenv("HOME", "not/absolute")
        assert folder[0]() == ""
