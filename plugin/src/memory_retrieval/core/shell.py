"""Commands as text that a person, or an agent, can paste into a POSIX shell."""

from __future__ import annotations

PLAIN = frozenset(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-"
)
"""Characters that a shell takes as they are."""


def quote(word: str) -> str:
    """One word of a command line; whatever it holds, a shell takes it as this one word and runs nothing in it."""
    return (
        word
        if word and PLAIN.issuperset(word)
        else "'{}'".format(word.replace("'", "'\\''"))
    )


def command_line(*words: str) -> str:
    """The command line of these words. Text that comes from a file is a word here, never a part of a template."""
    return " ".join(map(quote, words))


def program(word: str) -> str:
    """The name of a program without its folder and version."""
    name = word.rpartition("/")[2]
    return name.rstrip("0123456789.") or name
