"""What somebody said themselves: code, quotations, pasted logs, tables and handed-over documents taken out, then cut into sentences.

Knows text only, neither transcripts nor categories.
"""

from __future__ import annotations

import re

FENCE = re.compile(r"(?:```|~~~).*?(?:```|~~~|\Z)", re.S)
INLINE = re.compile(r"`[^`\n]{1,300}`")
# A quotation of three words or more; a short one is a term under discussion and may stay without harm.
QUOTED = re.compile(
    r'"(?=[^"]*\s[^"]*\s)[^"]{8,4000}"|“[^”]{8,4000}”|„[^“”]{8,4000}[“”]|«[^»]{16,4000}»|「[^」]{8,2000}」|『[^』]{8,2000}』'
)
LOG_LINE = re.compile(
    r"^\s*(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\d\d:\d\d:\d\d|at \S+\s?\(|File \"|Traceback|\S*(?:Error|Exception): |"
    r"npm ERR|(?:ERROR|WARN|WARNING|INFO|DEBUG|FATAL)\b|[+-]{3} |@@ |[$#>|] |\|)"
)
HEADING = re.compile(r"^\s{0,3}#{1,6} \S", re.M)
TAGGED = re.compile(r"<([a-z][\w-]{2,40})(?: [^>]*)?>.*?(?:</\1>|\Z)", re.S)
HANDED = re.compile(
    r"(?i)\b(translat|rewrit|rephras|reword|proof-?read|summari[sz]|shorten|tighten|polish|soften|correct|review|edit|"
    r"less \w+|more \w+|nicer|friendlier|crisper|übersetz|formulier|kürz|korrigier|tradui|reformul|corrige|traduc|"
    r"traduz|resum|번역|다듬|요약|訳し|翻訳|要約|添削|here'?s (?:their|the|his|her)|the (?:mail|email|message|text|ticket|log|"
    r"output)\b)[^\n]{0,160}[:：]\s*\n"
)
BREAK = re.compile(r"(?<=[.!?…])[\"')\]]*\s+|(?<=[。！？])|\n+|;\s+")
SMALL = {"’": "'", "‘": "'", "´": "'", "“": '"', "”": '"', "\u00a0": " ", "\u202f": " "}
# Words that put one thing beside another to choose from.
OR = re.compile(
    r"(?<!\w)(?:or|oder|ou|o|u|between|entre|zwischen|choix|choice|either|vs|versus|toss-?up|candidates?|"
    r"options?)(?!\w)|거나|또는|아니면|それとも|または|か、|もあり|二つ|2つ"
)


def own_words(text: str, *, typed: bool = True) -> str:
    """`text` without what its speaker did not say: code, quotations, logs, tables, documents handed over.

    typed  a person typed it: what follows a heading or `translate this:` is a document they pasted.
    """
    if "```" in text or "~~~" in text:
        text = FENCE.sub("\n", text)
    text = INLINE.sub(" _ ", text)
    if "<" in text:
        text = TAGGED.sub(" ", text)
    if "\n" in text:
        for pasted in (HANDED.search(text), HEADING.search(text)) if typed else ():
            if pasted:
                text = text[: pasted.start()]
        text = "\n".join([line for line in text.split("\n") if not LOG_LINE.match(line)])
    return QUOTED.sub(" _ ", text).strip()


def folded(text: str) -> str:
    """Lower case with plain quotes, as the patterns expect it."""
    for char, plain in SMALL.items():
        if char in text:
            text = text.replace(char, plain)
    return " ".join(text.casefold().split())


def sentences(text: str) -> list[str]:
    """The sentences of own words, in order; nothing shorter than two characters."""
    return [part.strip() for part in BREAK.split(text) if part and len(part.strip()) > 1]


def words(text: str) -> int:
    """How many words a text has; two characters of a script without spaces count as one more."""
    wide = sum(1 for c in text if "\u3040" <= c <= "\u30ff" or "\u4e00" <= c <= "\u9fff" or "\uac00" <= c <= "\ud7a3")
    return len(text.split()) + wide // 2


def terms(text: str) -> set[str]:
    """The words of four letters and more (or with a digit), cut to eight: what two messages may have in common."""
    found = set()
    for word in re.split(r"[^\w+#.-]+", text):
        word = word.strip(".-_")
        if len(word) > 3 or any(c.isdigit() for c in word) or (word and word[0] > "\u3000"):
            found.add(word[:8] if word[0] < "\u3000" else word[:2])
    return found - COMMON


def tokens(text: str) -> set[str]:
    """All words but the commonest, short ones too: `sql`, `b`, `ssr`; what an answer takes up of a question."""
    found = {word.strip(".-_'")[:8] for word in re.split(r"[^\w+#.'-]+", text)} | terms(text)
    return {word for word in found if word and word not in LINKS and word not in COMMON}


_LINKS = (
    "a an the i it is to of in on at we so no or and be do as by if my me us you he she its that's it's let's ok was are has had not "
    "all can but for use uses get "
    "der die das und oder wir ich es ein eine le la les et ou un une on je il de du des el los las y o u en con por que lo os as e "
    "da do em um uma _"
)
LINKS = frozenset(_LINKS.split())


def head_and_rest(text: str) -> tuple[str, str]:
    """The first clause of an answer and what follows it: `plain sql, nobody here knows the orm` is a choice and its reason."""
    parts = CLAUSE.split(text, 1)
    while len(parts) == 2 and parts[0].strip(" ,.!") in FILLERS:
        parts = CLAUSE.split(parts[1], 1)
    return parts[0].strip(), parts[1].strip() if len(parts) == 2 else ""


CLAUSE = re.compile(
    r"\s*(?:[.!:;,。、！]+\s+|[。、]|\s[-–—]+\s|\.$|\s(?=(?:because|since|cos|so that|weil|denn|parce que|car|porque|ya que|"
    r"pois|puisque)\b))\s*"
)
_FILLERS = "ok okay hm hmm yes yeah yep no nah right good great fine cool well oh ah then so alright bon oui ja"
_FILLERS += " gut vale sí si tá sim 네 음 はい"
FILLERS = frozenset(_FILLERS.split())


_COMMON = (
    "this that then them they with from have would could should there where when what which will just like only also "
    "your their been were does dont don't want need make more some into each than very much about over after before "
    "still same other another because since here well okay yes good right thing things work works going please"
)
COMMON = frozenset(_COMMON.split())
