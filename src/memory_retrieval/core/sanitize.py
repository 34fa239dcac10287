"""Text of others made fit to be shown: one line, nothing invisible, nothing that could close the frame it stands in."""

from __future__ import annotations

from unicodedata import category, normalize

MAX_TITLE = 120  # characters, counted before escaping
JOINERS = "\u200c\u200d"  # zero width non-joiner and joiner: emoji of several people, words of Persian and of Indic scripts need them
_BREAKS = "\t\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"
_EMOJI = (
    (0x2190, 0x21FF),
    (0x2600, 0x27BF),
    (0x2B00, 0x2BFF),
    (0x1F300, 0x1FAFF),
)  # code points; skin tones are among them
_SCRIPTS = (  # whose letters join or stack: Arabic to Sinhala, Tibetan and Myanmar, Khmer, Mongolian, and the later blocks of the same
    (0x0600, 0x0DFF),
    (0x0F00, 0x109F),
    (0x1700, 0x18AF),
    (0x1900, 0x1CFF),
    (0xA800, 0xA95F),
    (0xA980, 0xAB2F),
    (0xABC0, 0xABFF),
    (0xFB50, 0xFDFF),
    (0xFE70, 0xFEFC),
    (0x10A00, 0x11FFF),
    (0x1E900, 0x1E95F),
)


def one_line(text: str, limit: int = MAX_TITLE) -> str:
    """NFC, white space collapsed, controls, BiDi and other format characters removed, cut to `limit` characters. Joiners stay where
    they join something (see `_joins`).

    Doing it twice changes nothing.
    """
    if not text.isascii():
        text = normalize("NFC", text)
    if not text.isprintable():
        text = normalize("NFC", "".join([" " if c in _BREAKS else c for c in _shown(text)]))
    text = " ".join(text.split())
    return normalize("NFC", text[:limit]).strip().rstrip(JOINERS) if len(text) > limit else text


def plain_title(title: str) -> str:
    """A title as one line that cannot be taken for the rest of a line `- [CATEGORY] title -> path #tags:a,b`."""
    text = one_line(title, 400).replace("#tags:", "tags:") + " "
    while " -> " in text:
        text = text.replace(" -> ", " - ")
    return one_line(text) or "untitled"


def escape(text: str) -> str:
    """XML escaping of & < > and double quotes."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def visible(text: str) -> str:
    """`text` without BiDi and other invisible characters; of the controls only new lines and tabs stay, of the joiners those that join."""
    if text.isprintable():
        return text
    text = text.replace("\r\n", "\n")
    return "".join(["\n" if c in _BREAKS and c != "\t" else c for c in _shown(text)])


def hidden_characters(text: str) -> list[str]:
    """The characters that `visible` removes, as U+XXXX, in order of appearance."""
    if text.isprintable():
        return []
    shown = set(_places(text))
    return ["U+%04X" % ord(c) for place, c in enumerate(text) if place not in shown]


def _shown(text: str) -> list[str]:
    return [text[place] for place in _places(text)]


def _places(text: str) -> list[int]:
    """Where the characters stand that are shown."""
    places = [place for place, c in enumerate(text) if c in JOINERS or not _is_hidden(c)]
    if not any(joiner in text for joiner in JOINERS):
        return places
    kept = [text[place] for place in places]  # what a joiner stands between is seen only when the hidden ones have gone
    return [place for i, place in enumerate(places) if kept[i] not in JOINERS or _joins(kept, i)]


def _joins(chars: list[str], i: int) -> bool:
    """Whether the joiner at `i` does something one sees: it stands between two emoji, or between two letters of one of the scripts that
    join theirs. Beside ASCII, or another joiner, it could only hide something in a text that looks plain."""
    if not 0 < i < len(chars) - 1:
        return False
    before, after = chars[i - 1], chars[i + 1]
    if before == "\ufe0f" and i > 1 and _is_among(chars[i - 2], _EMOJI):
        before = chars[i - 2]  # U+FE0F asks for the coloured form of an emoji and is itself not seen
    if _is_among(before, _EMOJI):
        return chars[i] == "\u200d" and _is_among(after, _EMOJI)
    return all(_is_among(c, _SCRIPTS) and category(c)[0] in "LM" for c in (before, after))


def _is_among(char: str, ranges: tuple[tuple[int, int], ...]) -> bool:
    return any(first <= ord(char) <= last for first, last in ranges)


def _is_hidden(char: str) -> bool:
    if char in _BREAKS:
        return False
    return category(char) in ("Cc", "Cf", "Cs", "Co", "Cn")
