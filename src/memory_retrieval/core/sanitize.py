"""Text of others made fit to be shown: one line, nothing invisible, nothing that could close the frame it stands in."""

from unicodedata import category, normalize

MAX_TITLE = 120  # characters, counted before escaping


def one_line(text, limit=MAX_TITLE):
    # type: (str, int) -> str
    """NFC, white space collapsed, controls, BiDi and other format characters removed, cut to `limit` characters.

    Doing it twice changes nothing.
    """
    if not text.isascii():
        text = normalize("NFC", text)
    if not text.isprintable():
        text = "".join([" " if c in "\t\n\r\v\f\u2028\u2029\x85" else c for c in text if not _is_hidden(c)])
    text = " ".join(text.split())
    return normalize("NFC", text[:limit]).strip() if len(text) > limit else text


def escape(text):
    # type: (str) -> str
    """XML escaping of & < > and double quotes."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def visible(text):
    # type: (str) -> str
    """`text` without controls (but new lines and tabs) and without BiDi or other invisible format characters."""
    if text.isprintable():
        return text
    return "".join([c for c in text if c in "\n\t" or not _is_hidden(c)])


def hidden_characters(text):
    # type: (str) -> list[str]
    """The characters that `visible` removes, as U+XXXX, in order of appearance."""
    return [] if text.isprintable() else ["U+%04X" % ord(c) for c in text if c not in "\n\t" and _is_hidden(c)]


def _is_hidden(char):
    if char in "\t\n\r\v\f\x85\u2028\u2029":
        return False
    return category(char) in ("Cc", "Cf", "Cs", "Co", "Cn")
