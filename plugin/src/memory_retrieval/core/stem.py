"""The Porter stemmer (M. F. Porter, "An algorithm for suffix stripping", 1980), as SQLite's FTS5 applies it.

FTS5 stems inside the index; this one tells how a word of a query is spelled there, and stems titles and tags. A test
compares the two on generated words.
"""

from __future__ import annotations

from .tokens import STOP_WORDS, tokenize

_cache: "dict[str, str]" = {}


def stems(text: str) -> set[str]:
    """The distinct stems of a text without stop words."""
    return {stem(token) for token in tokenize(text) if token not in STOP_WORDS}


def stem(word: str) -> str:
    """The stem of a lower-case token. A token of under 3 or over 64 bytes stays as it is."""
    known = _cache.get(word)
    if known is None:
        if len(_cache) > 50_000:
            _cache.clear()
        known = _cache[word] = _stem(word)
    return known


def _rules(text: str) -> list[list[str]]:
    return [rule.split(":") for rule in text.split()]


# suffix:replacement in the order of trial. The first suffix of the word decides, even if its condition then fails.
_STEP2 = _rules(
    "ational:ate tional:tion enci:ence anci:ance izer:ize logi:log bli:ble alli:al entli:ent eli:e ousli:ous "
    "ization:ize ation:ate ator:ate alism:al iveness:ive fulness:ful ousness:ous aliti:al iviti:ive biliti:ble"
)
_STEP3 = _rules("ical:ic ness: icate:ic iciti:ic ful: ative: alize:al")
_STEP4 = "al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize".split()


def _stem(word: str) -> str:
    # FTS5 works on bytes. Latin-1 turns each byte of UTF-8 into one character, a consonant unless it is an ASCII vowel.
    w = word if word.isascii() else word.encode("utf-8").decode("latin-1")
    if len(w) < 3 or len(w) > 64:
        return word
    w = _step5(_step4(_replace(_replace(_step1(w), _STEP2), _STEP3)))
    return w if w.isascii() else w.encode("latin-1").decode("utf-8", "replace")


def _step1(w: str) -> str:
    w = _without_plural(w)
    cut = 0
    if len(w) > 3 and w.endswith("eed"):
        if _measure(w[:-3]) > 0:
            w = w[:-1]
    elif len(w) > 2 and w.endswith("ed"):
        cut = 2
    elif len(w) > 3 and w.endswith("ing"):
        cut = 3
    if cut and _has_vowel(w[:-cut]):
        w = _complete(w[:-cut])
    if w[-1] == "y" and _has_vowel(w[:-1]):
        w = w[:-1] + "i"
    return w


def _without_plural(w: str) -> str:
    if w[-1] != "s" or w[-2] == "s":
        return w
    if w[-2] == "e" and (
        (w[-4:-2] == "ss" and len(w) > 4) or (w[-3] == "i" and len(w) > 3)
    ):
        return w[:-2]
    return w[:-1]


def _complete(w: str) -> str:
    """What is left after -ed or -ing: conflat -> conflate, hopp -> hop, fil -> file."""
    if len(w) > 1 and w[-2:] in ("at", "bl", "iz"):
        return f"{w}e"
    if len(w) > 1 and w[-1] == w[-2] and w[-1] not in "aeioulsz":
        return w[:-1]
    return f"{w}e" if _measure(w) == 1 and _short_end(w) else w


def _replace(w: str, rules: list[list[str]]) -> str:
    for suffix, new in rules:
        if len(w) > len(suffix) and w.endswith(suffix):
            left = w[: -len(suffix)]
            return left + new if _measure(left) > 0 else w
    return w


def _step4(w: str) -> str:
    for suffix in _STEP4:
        if len(w) > len(suffix) and w.endswith(suffix):
            left = w[: -len(suffix)]
            return (
                left
                if _measure(left) > 1 and (suffix != "ion" or left[-1] in "st")
                else w
            )
    return w


def _step5(w: str) -> str:
    if w[-1] == "e":
        m = _measure(w[:-1])
        if m > 1 or (m == 1 and not _short_end(w[:-1])):
            w = w[:-1]
    if w.endswith("ll") and _measure(w[:-1]) > 1:
        w = w[:-1]
    return w


def _shape(w: str) -> list[bool]:
    """The word as booleans, True for a consonant; y is a vowel after a consonant."""
    shape, consonant = [], False
    for c in w:
        consonant = not (c in "aeiou" or (c == "y" and consonant))
        shape.append(consonant)
    return shape


def _measure(w: str) -> int:
    """Porter's m: how often a vowel is followed by a consonant (counted up to 2)."""
    m, previous = 0, True
    for consonant in _shape(w):
        if consonant and not previous:
            m += 1
            if m == 2:
                break
        previous = consonant
    return m


def _has_vowel(w: str) -> bool:
    return any(c in "aeiou" or (c == "y" and i > 0) for i, c in enumerate(w))


def _short_end(w: str) -> bool:
    """Porter's *o: ends consonant, vowel, consonant, the last not w, x or y."""
    return not w.endswith(("w", "x", "y")) and _shape(w)[-3:] == [True, False, True]
