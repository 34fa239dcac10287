"""Makes untrusted text safe to show: on one line, visible, and unable to close the block that encloses it."""

from __future__ import annotations

from .normal import category, normalize

MAX_TITLE = 120  # characters, counted before escaping
JOINERS = "\u200c\u200d"  # zero width non-joiner and joiner, needed by emoji sequences, Persian and Indic scripts
SELECTORS = "\ufe00\ufe01\ufe02\ufe0f" + "".join(map(chr, range(0xE0100, 0xE0120)))
"""Variation selectors that writing needs: U+FE0F colours an emoji, the others choose the form of an ideograph."""
CLAUSES = (
    *". |; |: |, |! |? | (| - | \u2013 | \u2014 | because | since | so that | which | but | unless | weil ".split(
        "|"
    ),
    *" parce que | porque |\u3002|\u3001|\uff0c".split("|"),
)
"""Where a sentence may end without losing its sense."""
_BREAKS = "\t\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"


def _ranges(text: str) -> list[tuple[int, int]]:
    """Code points from `first-last`, in hexadecimal digits."""
    pairs = [part.split("-") for part in text.split()]
    return [(int(first, 16), int(last, 16)) for first, last in pairs]


_EMOJI = _ranges(
    "2190-21FF 2600-27BF 2B00-2BFF 1F300-1FAFF"
)  # skin tones are among them
# Symbols that are emoji only with U+FE0F behind them.
_SYMBOLS = _ranges(
    "A9-A9 AE-AE 203C-203C 2049-2049 2122-2139 2300-23FF 24C2-24C2 25A0-25FF 2900-297F 3030-303D 3297-3299 1F000-1F2FF"
)
_KEYS = "0123456789#*"  # of a keycap emoji: the key, U+FE0F, U+20E3
_IDEOGRAPHS = _ranges("3400-4DBF 4E00-9FFF F900-FAFF 20000-3FFFF")
# Scripts whose letters join or stack: Arabic to Sinhala, Tibetan and Myanmar, Khmer, Mongolian, and their later blocks.
_SCRIPTS = _ranges(
    "0600-0DFF 0F00-109F 1700-18AF 1900-1CFF A800-A95F A980-AB2F ABC0-ABFF FB50-FDFF FE70-FEFC 10A00-11FFF 1E900-1E95F"
)
_FORMATS = ("Cc", "Cf", "Cs", "Co", "Cn")
# Code points of Default_Ignorable_Code_Point (Unicode 16) that count as letters or marks, then blank ones.
_UNSEEN = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0"
    + "".join(map(chr, [*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]))
    + "\u2800\U00013441\U00013442\U00016fe4\U0001d159"
)


def one_line(text: str, limit: int = MAX_TITLE) -> str:
    """`text` in NFC on one line of at most `limit` characters, without controls, BiDi and other format characters.

    White space is collapsed. Joiners and selectors stay where they do something (see `_joins`, `_selects`). The
    function is idempotent.
    """
    if not text.isascii():
        text = normalize("NFC", text)
    if not _is_plain(text):
        text = normalize(
            "NFC", "".join([" " if c in _BREAKS else c for c in _shown(text)])
        )
    text = " ".join(text.split())
    if len(text) <= limit:
        return text
    return normalize("NFC", text[:limit]).strip().rstrip(JOINERS + SELECTORS)


def plain_title(title: str) -> str:
    """A title that cannot be mistaken for the rest of its line `- [CATEGORY] title -> path #tags:a,b`.

    A title of more than MAX_TITLE characters ends with "…", after a whole word where it has several.
    """
    text = one_line(title, 400).replace("#tags:", "tags:") + " "
    while " -> " in text:
        text = text.replace(" -> ", " - ")
    text = one_line(text, 400)
    if len(text) > MAX_TITLE:
        text = one_line(text, MAX_TITLE - 1)
        text = (text.rpartition(" ")[0] or text).rstrip(" ,;:") + "…"
    return text or "untitled"


def escape(text: str) -> str:
    """`text` with nothing that opens or closes a tag, for the space between tags; the rest is left as it is."""
    return text.replace("<", "&lt;").replace(">", "&gt;")


def visible(text: str) -> str:
    """`text` without BiDi and other invisible characters. Newlines, tabs, joiners and selectors in their place stay."""
    if _is_plain(text):
        return text
    text = text.replace("\r\n", "\n")
    return "".join(["\n" if c in _BREAKS and c != "\t" else c for c in _shown(text)])


def hidden_characters(text: str) -> list[str]:
    """The characters that `visible` removes, as U+XXXX, in order of appearance."""
    if _is_plain(text):
        return []
    shown = set(_positions(text))
    return [f"U+{ord(c):04X}" for at, c in enumerate(text) if at not in shown]


def _shown(text: str) -> list[str]:
    return [text[at] for at in _positions(text)]


def _positions(text: str) -> list[int]:
    """The positions of the visible characters."""
    positions = [
        at
        for at, c in enumerate(text)
        if c in JOINERS or c in SELECTORS or not _is_hidden(c)
    ]
    for group, stays in ((JOINERS, _joins), (SELECTORS, _selects)):
        if any(
            c in text for c in group
        ):  # the neighbours are known only once hidden characters are gone
            kept = [text[at] for at in positions]
            positions = [
                at
                for i, at in enumerate(positions)
                if kept[i] not in group or stays(kept, i)
            ]
    return positions


def _selects(chars: list[str], i: int) -> bool:
    """Whether the selector at `i` has a visible effect: U+FE0F behind an emoji, any other behind an ideograph."""
    before, after = chars[i - 1 : i], chars[i + 1 : i + 2]
    if not before:
        return False
    if chars[i] != "\ufe0f":
        return _is_among(before[0], _IDEOGRAPHS)
    return _is_among(before[0], _EMOJI + _SYMBOLS) or (
        before[0] in _KEYS and after == ["\u20e3"]
    )


def _joins(chars: list[str], i: int) -> bool:
    """Whether the joiner at `i` has a visible effect: between two emoji, or between two letters of a joining script.

    Next to ASCII or another joiner it could only hide something in a text that looks plain.
    """
    if not 0 < i < len(chars) - 1:
        return False
    before, after = chars[i - 1], chars[i + 1]
    if before == "\ufe0f" and i > 1 and _is_among(chars[i - 2], _EMOJI):
        before = chars[
            i - 2
        ]  # U+FE0F selects the coloured form of an emoji and is invisible itself
    if _is_among(before, _EMOJI):
        return chars[i] == "\u200d" and _is_among(after, _EMOJI)
    return _is_joining(before) and _is_joining(after)


def _is_joining(char: str) -> bool:
    return _is_among(char, _SCRIPTS) and category(char)[0] in "LM"


def _is_among(char: str, ranges: list[tuple[int, int]]) -> bool:
    return any(first <= ord(char) <= last for first, last in ranges)


def _is_plain(text: str) -> bool:
    """Whether a text has nothing to take out: no break, and no character that is not seen."""
    return text.isprintable() and (text.isascii() or _UNSEEN.isdisjoint(text))


def _is_hidden(char: str) -> bool:
    if char in _BREAKS:
        return False
    return category(char) in _FORMATS or char in _UNSEEN


def headline(text: str, limit: int) -> str:
    """A text as a title: the whole of a short one, else its clauses that fit, or its words where that is too little."""
    if len(text) <= limit:
        return text
    ends = [text.rfind(end, 0, limit + len(end)) for end in CLAUSES]
    clauses = text[: max(0, *ends)].rstrip(" .,;:(-")
    return clauses if len(clauses) * 4 >= limit else cut(text, limit)


def cut(text: str, limit: int) -> str:
    """The beginning of a text, cut at a word."""
    if len(text) <= limit:
        return text
    head = text[: limit + 1].rsplit(" ", 1)[0]
    return head if len(head) <= limit else text[:limit]
