"""What reaches the terminal: text of others without anything that a terminal acts on or hides."""

import json
import sys
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_retrieval.cli import output

HOSTILE = [
    "\x1b[2J",
    "\x1b]0;title\x07",
    "\x9b31m",
    "\r",
    "\x08",
    "\u202e",
    "\u2066",
    "\u200b",
    "\U000e0149",
    "\x00",
]
TEXT = st.text(
    st.one_of(st.characters(), st.sampled_from("".join(HOSTILE))), max_size=80
)


@pytest.mark.parametrize("bad", HOSTILE)
@pytest.mark.parametrize(
    "print_text", [output.write, output.write_error, output.note, output.print_json]
)
def test_nothing_that_a_terminal_acts_on_is_printed(capsys, print_text, bad):
    print_text(f"before {bad} after")
    out = "".join(capsys.readouterr())
    assert "before" in out and "after" in out
    assert not [c for c in out if not c.isprintable() and c != "\n"]


@given(TEXT)
def test_readable_text_is_printable_line_by_line(text):
    shown = output.readable(text)
    assert not [
        c
        for c in shown
        if category(c) in ("Cc", "Cf", "Cs") and c not in "\n\t\u200c\u200d"
    ]
    assert output.readable(shown) == shown


@given(TEXT)
def test_json_keeps_the_value_whatever_it_escapes(text):
    lines = []
    original, sys.stdout = (
        sys.stdout,
        type("Out", (), {"encoding": "utf-8", "write": staticmethod(lines.append)})(),
    )
    try:
        output.print_json({"text": text})
    finally:
        sys.stdout = original
    assert json.loads("".join(lines))["text"] == text.encode("utf-8", "replace").decode(
        "utf-8"
    )


def test_our_own_colours_are_kept_on_a_terminal(capsys, monkeypatch):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    output.write(output.colour("a\x1b[5mb", "red") + "\n")
    assert capsys.readouterr().out == "\x1b[31ma[5mb\x1b[0m\n"
