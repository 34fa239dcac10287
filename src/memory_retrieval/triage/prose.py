"""A speaker's own words: text without code, quotations, pasted logs, tables and documents; its sentences and terms.

Knows text only, neither transcripts nor categories.
"""

from __future__ import annotations

import re

FENCE = re.compile(r"(?:```|~~~).*?(?:```|~~~|\Z)", re.S)
INLINE = re.compile(r"`[^`\n]{1,300}`")
# A quotation of three words or more; a shorter one is a term under discussion and may stay.
QUOTED = re.compile(
    r'"(?=[^"]*\s[^"]*\s)[^"]{8,4000}"|“[^”]{8,4000}”|„[^“”]{8,4000}[“”]|«[^»]{16,4000}»|「[^」]{8,2000}」|『[^』]{8,2000}』'
)
LOG_LINE = re.compile(
    r"^\s*(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\d\d:\d\d:\d\d|at \S+\s?\(|File \"|Traceback|\S*(?:Error|Exception): |"
    r"npm ERR|(?:ERROR|WARN|WARNING|INFO|DEBUG|FATAL)\b|[+-]{3} |@@ |[$#>|] |\|)"
)
HEADING = re.compile(r"^\s{0,3}#{1,6} \S", re.M)
TAGGED = re.compile(r"<([a-z][\w-]{2,40})(?: [^<>]{0,300})?>.*?(?:</\1>|\Z)", re.S)
TAGGED_BLOCK = re.compile(r"(?m)^\s*" + TAGGED.pattern, re.S)
HANDED = re.compile(
    r"(?i)\b(translat|rewrit|rephras|reword|proof-?read|summari[sz]|shorten|tighten|polish|soften|correct|review|edit|"
    r"less \w+|more \w+|nicer|friendlier|crisper|übersetz|formulier|kürz|korrigier|tradui|reformul|corrige|traduc|"
    r"traduz|resum|번역|다듬|요약|訳し|翻訳|要約|添削|here'?s (?:their|the|his|her)|"
    r"the (?:mail|email|message|text|ticket|log|output)\b)[^\n]{0,160}[:：]\s*\n"
)
BREAK = re.compile(r"(?<=[.!?…])[\"')\]]*\s+|(?<=[。！？])|\n+|;\s+")
SMALL = {"’": "'", "‘": "'", "´": "'", "“": '"', "”": '"', "\u00a0": " ", "\u202f": " "}
# Words between options.
OR = re.compile(
    r"(?<!\w)(?:or|oder|ou|o|u|between|entre|zwischen|choix|choice|either|vs|versus|toss-?up|candidates?|"
    r"options?)(?!\w)|거나|또는|아니면|それとも|または|か、|もあり|二つ|2つ"
)
# The end of a clause, and words that begin a reason.
CLAUSE = re.compile(
    r"\s{0,4}(?:[.!:;,。、！]{1,8}\s{1,4}|[。、]|\s[-–—]+\s|\.$|\s(?=(?:because|since|cos|so that|weil|denn|parce que|"
    r"car|porque|ya que|pois|puisque)\b))\s*"
)
FILLERS = frozenset(
    "ok okay hm hmm yes yeah yep no nah right good great fine cool well oh ah then so alright bon oui ja "
    "gut vale sí si tá sim 네 음 はい".split()
)
# Words that no two messages have in common in a telling way: long ones, then short ones of several languages.
COMMON = frozenset(
    "this that then them they with from have would could should there where when what which will just like only also "
    "your their been were does dont don't want need make more some into each than very much about over after before "
    "still same other another because since here well okay yes good right thing things work works going please".split()
)
LINKS = frozenset(
    "a an the i it is to of in on at we so no or and be do as by if my me us you he she its that's it's let's ok was "
    "are has had not all can but for use uses get "
    "der die das und oder wir ich es ein eine le la les et ou un une on je il de du des "
    "el los las y o u en con por que lo os as e da do em um uma _".split()
)


def own_words(text: str, *, typed: bool = True) -> str:
    """`text` without code, quotations, logs, tables and pasted documents, which is what a rule judges.

    typed  a person typed it: what follows a heading or `translate this:` is a document that they pasted
    """
    text = INLINE.sub(" _ ", without_blocks(text, typed=typed))
    return QUOTED.sub(" _ ", TAGGED.sub(" ", text) if "<" in text else text).strip()


def without_blocks(text: str, *, typed: bool = True) -> str:
    """`text` without blocks of code, logs, tables and pasted documents; the rest is verbatim, with its code spans."""
    if "```" in text or "~~~" in text:
        text = FENCE.sub("\n", text)
    if "<" in text:
        text = TAGGED_BLOCK.sub(" ", text)
    if "\n" in text:
        for pasted in (HANDED.search(text), HEADING.search(text)) if typed else ():
            if pasted:
                text = text[: pasted.start()]
        text = "\n".join([line for line in text.split("\n") if not LOG_LINE.match(line)])
    return text.strip()


def folded(text: str) -> str:
    """Case-folded, with plain quotes and single spaces, as the patterns expect it."""
    for char, plain in SMALL.items():
        if char in text:
            text = text.replace(char, plain)
    return " ".join(text.casefold().split())


def sentences(text: str) -> list[str]:
    """The sentences in order, without those shorter than two characters."""
    return [part.strip() for part in BREAK.split(text) if part and len(part.strip()) > 1]


def words(text: str) -> int:
    """The number of words; two characters of a script without spaces count as one more."""
    wide = sum(1 for c in text if "\u3040" <= c <= "\u30ff" or "\u4e00" <= c <= "\u9fff" or "\uac00" <= c <= "\ud7a3")
    return len(text.split()) + wide // 2


def terms(text: str) -> set[str]:
    """The words of four letters and more or with a digit, cut to eight: what two messages may have in common."""
    kept = set()
    for word in re.split(r"[^\w+#.-]+", text):
        word = word.strip(".-_")
        if len(word) > 3 or any(c.isdigit() for c in word) or (word and word[0] > "\u3000"):
            kept.add(word[:8] if word[0] < "\u3000" else word[:2])
    return kept - COMMON


def tokens(text: str) -> set[str]:
    """All words but the commonest, short ones such as `sql`, `b`, `ssr` too: what an answer may name of a question."""
    kept = {word.strip(".-_'")[:8] for word in re.split(r"[^\w+#.'-]+", text)} | terms(text)
    return kept - LINKS - COMMON - {""}


def head_and_rest(text: str) -> tuple[str, str]:
    """The first clause of an answer and what follows: in `plain sql, nobody knows the orm` a choice and its reason."""
    parts = CLAUSE.split(text, 1)
    while len(parts) == 2 and parts[0].strip(" ,.!") in FILLERS:
        parts = CLAUSE.split(parts[1], 1)
    return parts[0].strip(), parts[1].strip() if len(parts) == 2 else ""
