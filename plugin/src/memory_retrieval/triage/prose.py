"""A speaker's own words: text without code blocks, quotations, pasted logs, tables and documents; and its sentences.

Knows text only, neither transcripts nor categories. Each character is looked at a fixed number of times, so that the
cost grows with the length alone.
"""

from __future__ import annotations

FENCES = ("```", "~~~")
QUOTES = {'"': '"', "“": "”", "„": "“”", "«": "»", "「": "」", "『": "』"}
MIN_QUOTED = (
    3  # words of a quotation that is left out; a shorter one is a term under discussion
)
MAX_QUOTED = 4000  # characters
ENDS = ".!?…"
WIDE_ENDS = "。！？"
ASKING = ("?", "？")
LEVELS = tuple("ERROR WARN WARNING INFO DEBUG FATAL Traceback".split())
LOG_STARTS = (*LEVELS, "npm ERR", 'File "', "+++ ", "--- ", "@@ ")


def own_words(text: str, *, typed: bool = True) -> str:
    """`text` without blocks and quotations, which is what the model judges. `typed`: a person typed it."""
    return _unquoted(without_blocks(text, typed=typed)).strip()


def without_blocks(text: str, *, typed: bool = True) -> str:
    """`text` without blocks of code, log lines, tables and pasted documents; the rest is verbatim, with its code spans.

    typed  a person typed it: what follows a heading, or a line that ends with a colon, is a document that they pasted
    """
    kept: list[str] = []
    until = ""
    for line in text.split("\n"):
        bare = line.strip()
        if until:
            until = "" if until in bare else until
        elif bare[:3] in FENCES:
            until = bare[:3]
        elif bare[:1] == "<" and bare[1:2].isalpha():
            tag = bare[1:].partition(">")[0]
            until = "</" + tag.split(None, 1)[0]
            if until in bare or bare.endswith("/>"):
                until = ""
        elif typed and kept and _is_document(line, kept[-1]):
            break
        elif not _is_log(line):
            kept.append(line)
    return "\n".join(kept).strip()


def sentences(text: str, stops: str = ENDS + ";") -> list[str]:
    """The sentences in order, each up to a stop or the end of a line."""
    parts: list[str] = []
    for line in text.split("\n"):
        start = 0
        for at, char in enumerate(line):
            ends = char in stops and line[at + 1 : at + 2].isspace()
            if ends or char in WIDE_ENDS:
                parts.append(line[start : at + 1].strip())
                start = at + 1
        parts.append(line[start:].strip())
    return [part for part in parts if len(part) > 1]


def words(text: str) -> int:
    """The number of words; two characters of a script without spaces count as one more."""
    count = len(text.split())
    if text.isascii():
        return count
    return count + sum(["\u3040" <= c <= "\ud7a3" for c in text]) // 2


def ends_of(text: str, length: int) -> str:
    """A text that is longer than twice `length` as its start and its end, each so long."""
    return text if len(text) <= 2 * length else text[:length] + "\n" + text[-length:]


def _is_heading(line: str) -> bool:
    text = line.strip()
    return text.startswith("#") and text.lstrip("#")[:1] == " "


def _is_document(line: str, before: str) -> bool:
    """Whether what follows was pasted: a heading, or what the line before announces with a colon."""
    return _is_heading(line) or before.rstrip().endswith((":", "："))


def _is_log(line: str) -> bool:
    """Whether a line is a log's, a diff's, a table's, a quotation's or a shell's."""
    text = line.strip()
    if not text:
        return False
    mark, following = text[0], text[1:2]
    if mark == "|" or (mark in ">$#" and following in ("", " ", "|", ">")):
        return not _is_heading(line)
    return (
        text.startswith(LOG_STARTS)
        or _is_stamped(text)
        or _is_of_log(text.split(None, 1)[0], text)
    )


def _is_stamped(text: str) -> bool:
    """Whether a line begins with a date or a time, as `2026-11-05` and `08:15:00` do."""
    date = text.lstrip("[")[:10]
    if len(date) == 10 and date[4] == date[7] == "-" and date[:4].isdigit():
        return True
    time = text[:8]
    return (
        len(text) > 8 and time[2] == time[5] == ":" and time.replace(":", "").isdigit()
    )


def _is_of_log(first: str, text: str) -> bool:
    """Whether the first word of a line is a level, an exception or a frame's."""
    if first.endswith((":", "]")) and first.strip(":[]").upper() in LEVELS:
        return True
    return (len(first) > 6 and first.endswith(("Error:", "Exception:"))) or (
        first == "at" and "(" in text
    )


def _unquoted(text: str) -> str:
    """`text` without quotations of MIN_QUOTED words and more."""
    if not any(quote in text for quote in QUOTES):
        return text
    kept: list[str] = []
    at = start = 0
    while at < len(text):
        end = _end_of_quotation(text, at)
        if end >= 0 and words(text[at + 1 : end]) >= MIN_QUOTED:
            kept.append(text[start:at])
            at = start = end + 1
        else:
            at += 1
    return "".join([*kept, text[start:]])


def _end_of_quotation(text: str, at: int) -> int:
    """Where a quotation that begins at a character is closed; -1 where none begins. A foot or an inch begins none."""
    if text[at] == '"' and at and text[at - 1].isalnum():
        return -1
    ends = [
        text.find(close, at + 1, at + MAX_QUOTED) for close in QUOTES.get(text[at], "")
    ]
    return min([end for end in ends if end >= 0], default=-1)
