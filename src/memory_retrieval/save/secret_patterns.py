"""The patterns of words for secrets and of what may stand behind them, compiled when a text first needs them."""

from __future__ import annotations

from . import secret_words as words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from re import Pattern

HINTS = tuple(stem for stems in words.PASSWORD.values() for stem in stems.split("|"))
HINTS += (
    *words.ANYWHERE,
    "pass",
    "pin",
    "psk",
    "auth",
    "pw",
    "psw",
    "mdp",
    *words.NEAR_KEY.split(),
    *words.KEY["other"].split("|"),
)
HINTS += tuple("secret token credential bearer cookie webhook access connection log on sign in account creds".split())
HINTS += tuple("anmeld melde zugang identifiant conne acce inlog usu benutz utent gebr brug логин authe auth".split())
FAR_EAST = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3000-\u9fff\uac00-\ud7af\uff00-\uffef"
BARE = r"[^\s'\"`<>|\u201e\u201c\u201d\u00ab\u00bb%s]" % FAR_EAST
QUOTED = (
    r"\\?\"(?P<a>[^\"\s]{4,256}?)\\?\"|'(?P<b>[^'\s]{4,256})'|`(?P<c>[^`\s]{4,256})`|\u300c(?P<d>[^\u300d\s]{4,64})\u300d"
    r"|\u00ab\s?(?P<e>[^\u00bb\s]{4,64})\s?\u00bb|[\u201e\u201c](?P<f>[^\u201c\u201d\s]{4,64})[\u201c\u201d]"
)
AFTER = (
    r"(?P<suffix>(?:[_.-][A-Za-z0-9]{1,16}){0,3}[A-Za-z]{0,12})[*_`'\"\]]{0,4}"
    r"(?:[ \t]?\([^()\n]{1,40}\)|\[[^\[\]\n]{1,40}\])?[*_`'\"\])]{0,4}"
    r"(?:[ \t]?:[ \t]?&?(?:'static )?[A-Za-z]{2,12}\??(?=[ \t]{0,3}=))?"
    r"(?:[ \t]{0,12}(?::=|=>|->|\u2192|<-|[:=\uff1a\uff1d]=?|\|)[*_~]{0,3}[ \t]{0,12}(?:[*_~]{1,3}(?=[A-Za-z0-9`]))?"
    r"|['\"]? value=|</[a-z]{1,10}>\s{0,20}<[a-z]{1,10}(?: [^<>]{0,80})?>|><[A-Za-z]{1,12}>"
    r"|[^<>\n]{0,80}>(?=[^\s<>]{4,256}</))"
)
_compiled: "dict[str, Pattern[str]]" = {}


def lowered(text: str) -> str:
    lower = text.lower()
    if len(lower) != len(text):  # a capital of Turkish becomes two characters
        lower = "".join([c.lower() if len(c.lower()) == 1 else c for c in text])
    return lower


def compiled(name: str, pattern: object) -> Pattern[str]:
    if name not in _compiled:
        import re

        _compiled[name] = re.compile(pattern() if callable(pattern) else str(pattern))
    return _compiled[name]


def of_words() -> str:
    """The pattern of all words, for text in lower case: its groups say what kind of value may follow."""
    stems = [stem for stems in words.PASSWORD.values() for stem in stems.split("|")]
    west = sorted({s for s in stems if s[0] < "\u0530"}, key=len, reverse=True)
    rest = sorted({s for s in stems if s[0] >= "\u0530"}, key=len, reverse=True)
    keys = "|".join(words.KEY.values())
    return (
        r"(?P<password>%s|(?<![a-z])(?:pw|pwd|psw|passw|mdp)(?![a-z])|(?<!\w)(?:%s)\w{0,6}(?!\w)|(?:%s))|(?P<key>%s)"
        r"|(?P<login>(?<!\w)(?:%s)(?!\w)|basic_?auth(?!\w))|(?P<nearkey>(?<![a-z])(?:%s)(?![a-z]))"
        r"|(?P<near>(?<![a-z])(?:%s)(?![a-z])"
        r"|(?<![a-z])(?!(?:by|com|tres|sur|encom|under|over)pass)[a-z]{2,12}pass(?![a-z]))"
    ) % (
        "|".join(words.ANYWHERE),
        "|".join(west).replace(" ", "[ _]"),
        "|".join(rest),
        keys,
        words.LOGIN,
        words.NEAR_KEY.replace(" ", "|"),
        words.NEAR.replace(" ", "|"),
    )


def of_value() -> str:
    return "(?:%s)|(?P<bare>%s{4,256})" % (QUOTED, BARE)


def of_tokens() -> str:
    return "(?:%s)|(?P<bare>%s+)" % (QUOTED, BARE)
