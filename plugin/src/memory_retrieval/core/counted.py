"""Numbers with their nouns, for people."""

from __future__ import annotations


def counted(number: int, word: str, words: str = "") -> str:
    """`1 memory`, `1,200 memories`; `words` where the plural is not `word` with an s."""
    return "{:,} {}".format(number, word if number == 1 else words or f"{word}s")
