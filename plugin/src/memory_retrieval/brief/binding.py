"""Which sentences of a rule bind: those with the words of an order, a ban or a limit, in the languages of a store."""

from __future__ import annotations

import re

from ..core.sanitize import one_line

LEAST = (
    12  # characters of a sentence: a full stop before that belongs to an abbreviation
)
_END = re.compile(
    "[。！？]|(?<! St| Dr| Nr| No| Mr| vs)[.!?](?= [A-Z\"'(`\u0080-\uffff])|(?:(?<=\\w{5})|(?<=\\)))\\.(?= [a-z])"
)
WORDS = {
    4: """^no | ^not | never | must | mustn't | may not | may only | shall not | forbidden | prohibited | banned
    | not allowed | not permitted | mandatory | do not | don't | at most | at least | no more than | no longer than
    | no later than | nothing | nobody | no one | allowed only | only allowed | has to | have to
    | is rejected | are rejected | is refused | are refused | under no circumstances | no exceptions? | may be \\w+ only
    | nie | niemals | darf | dürfen | muss | müssen | verboten | untersagt | niemand | nichts | höchstens
    | ausschließlich | mindestens | spätestens | zwingend | keinesfalls | jamais | doit | doivent | interdite?s?
    | obligatoire | au plus | au maximum | au moins | personne | aucune? | il faut | ne pas | nunca | jamás | debe
    | deben | prohibid[oa]s? | obligatori[oa]s? | nadie | como máximo | como mínimo | hay que | no se puede
    | deve | devem | proibid[oa]s? | obrigatóri[oa]s? | ninguém | no máximo | no mínimo | mai | devono | vietat[oaie]
    | obbligatori[oa] | nessuno | al massimo | nooit | moet | moeten | mag | mogen | verplicht | hoogstens | maximaal
    | nigdy | musi | muszą | nie wolno | zabronion\\w+ | wyłącznie | najwyżej | никогда | нельзя | долж\\w+ | запрещ\\w+
    | не более | обязательно | никто | ніколи | повин\\w+ | заборонен\\w+ | aldrig | aldri | måste | må ikke | får inte
    | förbjud\\w+ | forbudt | högst | højst | asla | zorunlu\\w* | yasak\\w* | en fazla""",
    2: """no | only | cannot | can't | neither | always | exactly | is needed | are needed | required? | requires
    | stays? | without exception | nur | keine?[nmrs]? | immer | stets | weder | seulement | uniquement | toujours
    | s[oó]lo | solamente | únicamente | siempre | ning[uú]n[ao]? | só | somente | apenas | sempre | nenhuma? | soltanto
    | alleen | geen | altijd | uitsluitend | tylko | zawsze | только | всегда | тільки | лише | endast | bara | kun
    | ingen | alltid | altid | sadece | yalnızca""",
    1: """not | nor | each | every | all | limit | limited | below | under | above | within | needs? | use | avoid
    | approved? | nicht | noch | jede[rsn]? | soll | sollen | ne | pas | não | non | niet | не | inte | ikke""",
}
WIDE = {
    4: """禁止 | てはならない | てはいけない | てはなりません | 必須 | 必ず | 決して | 絶対 | 以内
    | 严禁 | 嚴禁 | 不得 | 必须 | 务必 | 只能 | 最多 | 至多 | 不可 | 不要 | 不能
    | 금지 | 절대 | 반드시 | 해야 | 하지 마 | 안 된다 | 안 됩니다 | 최대 | 이내 | 할 수 없""",
    2: "だけ | のみ | 以下 | ない | 只 | 仅 | 僅 | 不 | 만 | 않",
}
"""{what it counts: words}; the second, of scripts without spaces, may stand inside a run of characters."""
_compiled: list[tuple[int, re.Pattern[str]]] = []


def sentences(text: str) -> list[str]:
    """The sentences of a text, each on one line."""
    text, start, found = one_line(text, len(text)), 0, []
    for end in _END.finditer(text):
        if end.end() - start >= LEAST or end.group() in tuple("。！？"):
            found.append(text[start : end.end()].strip())
            start = end.end()
    return list(filter(None, [*found, text[start:].strip()]))


def strength(sentence: str) -> int:
    """How much a sentence binds: 0 for background."""
    if not _compiled:
        _compiled.extend(
            [
                (worth, re.compile(rf"\b(?:{_any_of(words)})\b"))
                for worth, words in WORDS.items()
            ]
        )
        _compiled.extend(
            [(worth, re.compile(_any_of(words))) for worth, words in WIDE.items()]
        )
    lower = sentence.lower()
    return sum(
        [worth * min(3, len(found.findall(lower))) for worth, found in _compiled]
    )


def _any_of(words: str) -> str:
    return "|".join([" ".join(word.split()) for word in words.split("|")])
