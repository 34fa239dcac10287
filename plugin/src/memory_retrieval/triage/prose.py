"""A speaker's own words: text without code blocks, quotations, pasted logs, tables and documents; and its sentences.

Knows text only, neither transcripts nor categories. Each character is looked at a fixed number of times, so that the
cost grows with the length alone.
"""

from __future__ import annotations

FENCES = ("```", "~~~")
QUOTES = {'"': '"', "“": "”", "„": "“”", "«": "»", "「": "」", "『": "』"}
MIN_QUOTED = 3  # words of a quotation that is left out; a shorter one is a term under discussion
MAX_QUOTED = 4000  # characters
ENDS = ".!?…"
WIDE_ENDS = "。！？"
LEVELS = ("ERROR", "WARN", "WARNING", "INFO", "DEBUG", "FATAL", "Traceback", "npm ERR", 'File "', "+++ ", "--- ", "@@ ")


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
            name = bare[1:].split(">", 1)[0].split(None, 1)[0]
            until = "" if "</" + name in bare or bare.endswith("/>") else "</" + name
        elif typed and kept and (_is_heading(line) or kept[-1].rstrip().endswith((":", "："))):
            break
        elif not _is_log(line):
            kept.append(line)
    return "\n".join(kept).strip()


def sentences(text: str) -> list[str]:
    """The sentences in order; a line break ends one too."""
    parts: list[str] = []
    for line in text.split("\n"):
        start = 0
        for at, char in enumerate(line):
            ends = (char in ENDS or char == ";") and line[at + 1 : at + 2].isspace()
            if ends or char in WIDE_ENDS:
                parts.append(line[start : at + 1].strip())
                start = at + 1
        parts.append(line[start:].strip())
    return [part for part in parts if len(part) > 1]


def words(text: str) -> int:
    """The number of words; two characters of a script without spaces count as one more."""
    return len(text.split()) + (0 if text.isascii() else sum(["\u3040" <= c <= "\ud7a3" for c in text]) // 2)


def _is_heading(line: str) -> bool:
    text = line.strip()
    return text.startswith("#") and text.lstrip("#")[:1] == " "


def _is_log(line: str) -> bool:
    """Whether a line is a log's, a diff's, a table's, a quotation's or a shell's."""
    text = line.strip()
    if not text:
        return False
    if text[0] in "|>$#" and (len(text) == 1 or text[1] in " |>" or text[0] == "|"):
        return not _is_heading(line)
    stamp = text.lstrip("[")[:10]
    if len(stamp) == 10 and stamp[4] == stamp[7] == "-" and stamp[:4].isdigit():
        return True
    first = text.split(None, 1)[0]
    return (
        text.startswith(LEVELS)
        or (first.endswith((":", "]")) and first.strip(":[]").upper() in LEVELS)
        or (len(first) > 6 and first.endswith(("Error:", "Exception:")))
        or (len(text) > 8 and text[:8].replace(":", "").isdigit() and text[2] == text[5] == ":")
        or (first == "at" and "(" in text)
    )


def _unquoted(text: str) -> str:
    """`text` without quotations of MIN_QUOTED words and more."""
    if not any(quote in text for quote in QUOTES):
        return text
    kept: list[str] = []
    at = start = 0
    while at < len(text):
        close = QUOTES.get(text[at])
        end = -1
        if close is not None and not (text[at] == '"' and at and text[at - 1].isalnum()):
            end = min([i for i in [text.find(c, at + 1, at + MAX_QUOTED) for c in close] if i >= 0], default=-1)
        if end >= 0 and words(text[at + 1 : end]) >= MIN_QUOTED:
            kept.append(text[start:at])
            at = start = end + 1
        else:
            at += 1
    return "".join([*kept, text[start:]])
