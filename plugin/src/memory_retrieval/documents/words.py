"""What documents call their parts and their states, language by language, and how a heading is looked up."""

from __future__ import annotations

import functools
import re


def _set(text: str) -> frozenset[str]:
    return frozenset([" ".join(phrase.split()) for phrase in text.split("|")])


DECISION = _set(
    """decision | decisions | decision making | decision outcome | decisions outcome | decision outcomes
    | decision result | decision taken | decision made | decisions made | decision statement | decision details
    | decision summary | resolution | chosen option | chosen solution | chosen approach | selected option
    | selected solution | outcome | what we decided | verdict | entscheidung | entscheidungen
    | entscheidungsergebnis | beschluss | beschlüsse | gewählte lösung | gewählte option
    | ergebnis der entscheidung | getroffene entscheidung | décision | décisions | décision prise
    | décisions prises | résultat de la décision | solution retenue | option retenue | option choisie
    | solution choisie | choix retenu | decisión | decisiones | decisión tomada | decisiones tomadas
    | resultado de la decisión | opción elegida | solución elegida | solución adoptada | resolución | decisão
    | decisões | decisão tomada | decisões tomadas | resultado da decisão | opção escolhida | solução escolhida
    | solução adotada | decisione | decisioni | decisione presa | esito della decisione | opzione scelta
    | soluzione scelta | 決定 | 決定事項 | 決定内容 | 決定の結果 | 決断 | 採用案 | 採用方針 | 結論 | 意思決定
    | 决定 | 决策 | 决策结果 | 决议 | 结论 | 決策 | 決議 | 選定方案 | 选定方案 | 결정 | 결정 사항 | 결정사항
    | 결정 내용 | 의사결정 | 채택안 | решение | решения | принятое решение | принятые решения | итоговое решение
    | выбранное решение | рішення | прийняте рішення | прийняті рішення | ухвалене рішення | обране рішення
    | decyzja | decyzje | podjęta decyzja | podjęte decyzje | wynik decyzji | wybrana opcja | rozwiązanie wybrane
    | besluit | besluiten | beslissing | beslissingen | genomen besluit | gekozen optie | gekozen oplossing
    | beslut | beslutet | beslutning | beslutninger | vedtak | avgjørelse | afgørelse | päätös"""
)
PROPOSAL = _set(
    """proposal | proposed solution | proposed decision | proposed change | proposed changes | proposed approach
    | proposed design | solution | solutions | approach | recommendation | recommendations | conclusion
    | conclusions | what | how | detailed design | design | implementation | strategy | way forward | agreement
    | policy | rule | rules | vorschlag | lösung | lösungsvorschlag | empfehlung | fazit | umsetzung | proposition
    | solution proposée | recommandation | propuesta | solución | recomendación | conclusión | proposta | solução
    | recomendação | conclusão | soluzione | raccomandazione | conclusione | 提案 | 解決策 | 対応方針 | 方針 | 設計
    | 推奨 | 提议 | 方案 | 解决方案 | 建议 | 제안 | 해결 방안 | 해결책 | 결론 | предложение | вывод | выводы
    | рекомендация | пропозиція | висновок | висновки | рекомендація | propozycja | rozwiązanie | wniosek | wnioski
    | rekomendacja | voorstel | oplossing | conclusie | aanbeveling | förslag | lösning | slutsats | forslag
    | løsning | konklusjon | konklusion | anbefaling"""
)
SUMMARY = _set(
    """summary | executive summary | abstract | tldr | tl dr | overview | purpose | introduction | description
    | goal | goals | what happened | when to use | when to use this | trigger | triggers | symptoms | objective
    | objectives | about | zusammenfassung | überblick | zweck | ziel | résumé | objectif | objet | resumen
    | objetivo | resumo | visão geral | riassunto | obiettivo | 概要 | 要約 | 目的 | サマリー | 摘要 | 概述 | 总结
    | 요약 | 개요 | 목적 | резюме | кратко | обзор | цель | підсумок | огляд | мета | podsumowanie | streszczenie
    | cel | samenvatting | doel | overzicht | sammanfattning | syfte | sammendrag | formål | resumé"""
)
STATUS = _set(
    """status | state | stage | decision status | adr status | current status | status quo | stand | statut | état
    | estado | estatus | situação | stato | ステータス | 状態 | 状态 | 狀態 | 상태 | статус | стан | stan
    | status adr"""
)
DATE = _set(
    """date | dates | decision date | date decided | decided | decided on | date of decision | introduced | created
    | datum | beschlossen am | date de décision | fecha | data | data decisione | 日付 | 決定日 | 作成日 | 日期
    | 날짜 | 일자 | 작성일 | дата | dato | dagtekening | accepted on | created at | start date | changelog
    | change log | history | revision history | version history"""
)
SUCCESSOR = _set(
    """superseded by | superceded by | superseded | replaced by | obsoleted by | successor | ersetzt durch
    | abgelöst durch | remplacé par | remplacée par | reemplazado por | reemplazada por | sustituido por
    | substituído por | substituída por | sostituito da | sostituita da | 後継 | 取代者 | 被取代 | заменено на
    | заменён на | замінено на | zastąpiony przez | zastąpiona przez | vervangen door | ersatt av | erstattet av
    | erstattet af"""
)
META = _set(
    """metadata | table of contents | contents | toc | deciders | decision makers | decision drivers | authors
    | author | owner | owners | reviewers | participants | related | related decisions | references | links
    | links and references | see also | changelog | history | revision history | tags | context | background
    | problem | problem statement | motivation | rationale | consequences | alternatives | alternatives considered
    | considered options | considered alternatives | rejected alternatives | rejected options | options considered
    | pros and cons | positive consequences | negative consequences | risks | notes | more information | kontext
    | konsequenzen | alternativen | contexte | conséquences | contexto | consecuencias | consequências
    | alternativas | contesto | conseguenze | コンテキスト | 背景 | 影響 | 結果 | 代替案 | 代替案と却下理由
    | 検討した代替案 | 却下した代替案 | 検討した選択肢 | 参考 | 目次 | 后果 | 影响 | 맥락 | 결과 | 대안 | контекст
    | последствия | наслідки | альтернативы | альтернативи | kontekst | konsekwencje | alternatywy | gevolgen
    | alternatieven | sammanhang | konsekvenser"""
)
_LEADING = _set(
    "the | our | final | architectural | architecture | technical | agreed | key | main | this | design | adr | adr's"
    "| i | ii | iii | iv | v | vi | vii | viii | ix | x"
)
_WORD = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)*")
_PARTS = re.compile(r"[:\uff1a(\uff08\uff09)/|\u2014\u2013\u00b7\u30fb\u2192]| - ")
_JOINED = re.compile(r"\s(?:and|und|et|y|e|i|en|och|og|&|\+)\s")
MAX_NAME = 80  # characters of a heading that are looked at


@functools.lru_cache(4096)
def names_of(heading: str) -> frozenset[str]:
    """What a heading or label may be looked up by, plain words in lower case: its parts, and the first before "and"."""
    parts = _PARTS.split(heading[:MAX_NAME].lower())
    found = []
    for part in [*parts, _JOINED.split(parts[0])[0]]:
        words = _WORD.findall(part)
        while len(words) > 1 and words[0] in _LEADING:
            del words[0]
        found.append(" ".join(words))
    return frozenset(found)


def is_among(heading: str, names: frozenset[str]) -> bool:
    return not names.isdisjoint(names_of(heading))


ACCEPTED, PROPOSED, REJECTED = "accepted", "proposed", "rejected"
DEPRECATED, SUPERSEDED = "deprecated", "superseded"
# Stems of the words for each state, looked for at the beginning of words, in texts without spaces anywhere.
_STATES = {
    SUPERSEDED: "superseded|superceded|replaced|obsoleted by|deprecated by|ersetzt durch|ersetzt von|abgelöst"
    "|überholt|remplacé|reemplazad|sustituid|substituíd|substituid|superad|sostituit|zastąpion|vervangen|ersatt"
    "|erstattet|заменен|заменён|замещ|замінен|置き換えられ|置換済|に置き換え|後継|被取代|已取代|已被|대체",
    REJECTED: "decided (?:not|against)|reject|declin|denied|withdraw|abandon|cancel|dropped|not accepted|not adopted"
    "|not approved|won't|wont fix|discarded|nicht angenommen|nicht akzeptiert|non accepté|no aceptad|não aceit"
    "|не принят|не прийнят"
    "|nie przyjęt|abgelehnt|verworfen|zurückgezogen|rejeté|refusé|abandonné|retiré|rechazad|descartad|rejeitad"
    "|rifiutat|respint|却下|否認|不採用|撤回|取り下げ|拒绝|已拒绝|否决|거부|기각|반려|отклон|отвергнут|відхил"
    "|odrzucon|afgewezen|verworpen|avvis|avslått|förkast|forkastet|afvist",
    DEPRECATED: "deprecat|obsolet|outdated|retired|discontinued|no longer|reverted|expired|sunset|historical"
    "|veraltet|obsolèt|obsolète|déprécié|caduc|caduque|depreciad|廃止|非推奨|廃案|失効|废弃|已废弃|弃用|过时|已过时"
    "|폐기|더 이상|устар|застаріл|неактуальн|przestarzał|nieaktualn|zdezaktualizowan|verouderd|vervallen|föråldrad"
    "|utdatert|foreldet|forældet",
    PROPOSED: "incomplete|ready for review|final comment|未承認|未定|未決|not accepted yet|propos|draft|pending|review"
    "|discuss"
    "|rfc(?!.?\\d)|wip|work in progress|in progress|to be decided|tbd|open(?!ed)|exploring|exploration|not yet"
    "|request for|experiment|trial|vorgeschlagen|vorschlag|entwurf|offen|in bearbeitung|diskussion|en discussion"
    "|brouillon|en cours|propuest|borrador|pendiente|rascunho|pendente|bozza|in discussione|提案|検討中|ドラフト"
    "|草案|起案|レビュー|提议|提議|待定|讨论|评审|제안|초안|검토|논의|предлож|предлага|черновик|на рассмотр|обсужда"
    "|запропон|чернетк|пропон|на розгляд|zaproponow|proponow|projekt|szkic|voorgesteld|concept|förslag|föreslag"
    "|foreslå|utkast|udkast",
    ACCEPTED: "accept|approv|adopt|agreed|active|implement|done|decided|final|ratif|in.force|in effect|enacted|live"
    "|stable|complete|merged|released|recommended|ready|current|in use|confirmed|valid|resolved|résolu|shipped"
    "|angenommen"
    "|akzeptiert|beschlossen|entschieden|umgesetzt|gültig|aktiv|freigegeben|verabschiedet|accepté|adopté|approuvé"
    "|validé|acté|en vigueur|décidé|appliqué|aceptad|aprobad|adoptad|vigente|implementad|activ|aceit|aprovad|adotad"
    "|accettat|approvat|adottat|承認|採択|採用|受理|決定|確定|有効|実装|完了|承諾|已接受|接受|采纳|已采纳|採納|通过"
    "|批准|生效|已实施|승인|채택|수락|확정|결정|완료|принят|утвержд|одобр|действу|внедр|прийнят|затвердж|схвален"
    "|ухвален|чинн|впроваджен|zaakceptow|przyjęt|zatwierdz|akceptow|obowiązuj|geaccepteerd|aanvaard|goedgekeurd"
    "|aangenomen|accepterad|godkän|antage|beslutad|akseptert|godkjent|vedtatt|godkendt|accepteret",
}
STATE = re.compile(
    "|".join(["(?P<%s>(?<![^\\W_])(?:%s))" % item for item in _STATES.items()]), re.I
)
UNSPACED = re.compile(
    "[\u3040-\u9fff\uac00-\ud7af]"
)  # scripts in which a word may begin anywhere
STATE_ANYWHERE = re.compile(
    "|".join(["(?P<%s>%s)" % item for item in _STATES.items()]), re.I
)
PARTLY = re.compile(
    r"\u00a7|\b(?:part(?:ly|ially|ial)?|in part|some|sections?|decisions? \d|teilweise|partiel|parcial|parzial"
    r"|gedeeltelijk|częściow|delvis|delvist)|част|一部|部分|부분|일부",
    re.I,
)
FOLLOWS = re.compile(
    r"[:\uff1a]\W*$|\b(?:following|as follows|below|folgende|suivant|siguiente|seguinte|seguenti|volgende|följande"
    r"|følgende|następując)|следующ|наступн|以下|下記|次の|如下|다음",
    re.I,
)
"""A sentence that announces a list."""
DECIDES = re.compile(
    r"\b(?:we|i|team) (?:have |has |had |therefore |also |all )*(?:decided|chose|chosen|agreed|will|shall|are going to"
    r"|should|would like to|deprecate|introduce|recommend|propose|adopt|opted?|selected|picked|settled)\b|\bdecision is\b"
    r"|\b(?:decided|decision (?:is|was)|chosen (?:option|solution)|agreed) to\b"
    r"|\b(?:rfc|adr|proposal|document) (?:that )?(?:propos|introduc|explor|add|deprecat|remov|replac)(?:e?s|es)\b"
    r"|\b(?:wir sollten|sollten wir|schlägt vor|nous (?:proposons|devrions)|propon(?:emos|iamo|e)|propomos|propõe)\b"
    r"|предлага|пропону|proponuj|提案する|提议|제안한다"
    r"|\bwir (?:haben|werden|nutzen|verwenden|setzen|entscheiden)\b"
    r"|\bnous (?:avons|allons|utiliserons|choisissons|décidons)\b|\b(?:se decid|hemos decidido|vamos a|decidimos"
    r"|usaremos|utilizaremos|adotaremos|adoptaremos|usiamo|abbiamo deciso)|採用する|ことにした|ことにする|とする。"
    r"|решили|вирішили|обрано|выбран|zdecydowa|we kiezen|vi velger|vi väljer|결정했|사용한다|采用|选择",
    re.I,
)
"""A sentence that says that something was decided."""
ABOUT = re.compile(
    r"(?:this|the|diese[rs]?|ce|cet|cette|est[ea]|questo|questa|этот|это|ten|dit|denne|dette) "
    r"(?:rfc|adr|document|proposal|dokument\w*|documento|proposition|propuesta|proposta|документ|voorstel)\b"
    r"|(?:この|本)(?:文書|提案|ADR|RFC)|本文|이 문서",
    re.I,
)
"""A sentence about the document itself."""
ABBREVIATIONS = _set(
    "e.g | i.e | vs | etc | cf | incl | approx | no | z.b | d.h | bzw | usw | ca | p. ex | p.ex | ex | т.е | т.д | напр"
    "| np | m.m | bl.a | f.eks | jr | dr | st | resp"
)
OPTION = re.compile(
    r"\b(?:option|opción|opção|opzione|opcja|optie|alternative?|alternativa|variante?|variant|wariant|вариант|варіант"
    r"|approach)\s{0,2}#?([A-Z]|\d{1,2})\b|(?:案|方案|オプション|選択肢|옵션)\s?([A-Z]|\d{1,2})",
    re.I,
)
"""An option that is named by its letter or number alone."""


MONTHS = (
    "jan|ene feb|fév|fev mar|mär|mrz apr|avr|abr may|mai jun|juin jul|juil aug|aoû|aou|ago sep|set oct|okt|out nov"
    " dec|déc|dez|dic"
).split()
"""How the names of the months begin in English, German, French, Spanish and Portuguese."""


def month_of(name: str) -> int:
    """The number of a month by its name or the beginning of it; 0 for any other word."""
    numbers = [
        number
        for number, starts in enumerate(MONTHS, 1)
        if name.lower().startswith(tuple(starts.split("|")))
    ]
    return numbers[0] if numbers else 0


def state_of(name: str) -> str:
    """The state that a whole name stands for, such as that of a folder or a tag; "" for any other name."""
    found = STATE.match(name)
    is_whole = found is not None and len(name) - found.end() < 3 < len(name)
    return str(found.lastgroup) if found and is_whole else ""


def is_state(folder: str) -> bool:
    """Whether the name of a folder says of all documents in it that they do not hold: `superseded`, `drafts`."""
    return state_of(folder) not in ("", ACCEPTED)
