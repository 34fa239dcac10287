"""Text of others made fit to be shown: one line, nothing invisible, nothing that could close the frame it stands in."""

from unicodedata import category, normalize

MAX_TITLE = 120  # characters, counted before escaping
_BREAKS = "\t\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"


def one_line(text, limit=MAX_TITLE):
    # type: (str, int) -> str
    """NFC, white space collapsed, controls, BiDi and other format characters removed, cut to `limit` characters.

    Doing it twice changes nothing.
    """
    if not text.isascii():
        text = normalize("NFC", text)
    if not text.isprintable():
        text = normalize("NFC", "".join([" " if c in _BREAKS else c for c in text if not _is_hidden(c)]))
    text = " ".join(text.split())
    return normalize("NFC", text[:limit]).strip() if len(text) > limit else text


def plain_title(title):
    # type: (str) -> str
    """A title as one line that cannot be taken for the rest of a line `- [CATEGORY] title -> path #tags:a,b`."""
    text = one_line(title, 400).replace("#tags:", "tags:") + " "
    while " -> " in text:
        text = text.replace(" -> ", " - ")
    return one_line(text) or "untitled"


def escape(text):
    # type: (str) -> str
    """XML escaping of & < > and double quotes."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def visible(text):
    # type: (str) -> str
    """`text` without BiDi and other invisible characters; of the controls only new lines and tabs stay."""
    if text.isprintable():
        return text
    text = text.replace("\r\n", "\n")
    return "".join(["\n" if c in _BREAKS and c != "\t" else c for c in text if not _is_hidden(c)])


def hidden_characters(text):
    # type: (str) -> list[str]
    """The characters that `visible` removes, as U+XXXX, in order of appearance."""
    return [] if text.isprintable() else ["U+%04X" % ord(c) for c in text if _is_hidden(c)]


def _is_hidden(char):
    # type: (str) -> bool
    if char in _BREAKS:
        return False
    return category(char) in ("Cc", "Cf", "Cs", "Co", "Cn")
