"""Which category a sentence most likely belongs to: the one place that guesses.

Two things count: the cues below, each with its points for a category, and how much the sentence sounds like those that
people say of each, by the table with which triage notices them (transcript/words.py). No sentence is taken for the
summary of a session.
"""

from __future__ import annotations

import re

from ..transcript import words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from re import Pattern

    from ..transcript.words import WordTable

READ = 600  # characters of a text that are looked at: what it is about stands first
NAMES = ("decision", "constraint", "preference", "runbook", "tech_debt")  # the first where nothing tells
SOUND = 1.5  # points of a score of the table, -3 to 3
CUES = (
    (
        "decision",
        4,
        r"\b(?:decided|decision|chose|chosen|choose|picked|settled|agreed|went with|go(?:ing)? with|opted|"
        r"standardi[sz]ed|entschieden|beschlossen|choisi|décidé|retenu|elegimos|decidi\w*|acordamos)\b",
    ),
    (
        "decision",
        3,
        r"\b(?:instead of|rather than|in favou?r of|adopt\w*|replace[sd]|moved? (?:to|from|off|away)|switch\w*|"
        r"migrat\w*|statt|anstelle|plutôt que|au lieu|en lugar de|en vez de)\b",
    ),
    (
        "decision",
        2,
        r"\b(?:because|since|over|so that|from now on|let'?s|we (?:use|keep|run|store|ship|build|stay|do|drop)|"
        r"not in the|dropped|retired|reject\w*|weil|wegen|ab jetzt|künftig|nehmen|parce que|car|désormais|"
        r"non plus|porque)\b",
    ),
    (
        "decision",
        1,
        r"\b(?:architecture|design|data model|stack|uses|written in|runs on|lives? in|(?:stored|kept) in)\b",
    ),
    (
        "constraint",
        4,
        r"\d[\d.,]*\s?(?:\w+ ){0,2}(?:a|an|per|every|pro|par|por)\s(?:second|minute|hour|day|week|month|year|user|"
        r"key|call|request|sekunde|minute|stunde|tag|jour|seconde|segundo|minuto|día)",
    ),
    (
        "constraint",
        3,
        r"\b(?:at (?:most|least)|no (?:more|longer) than|max(?:imum)?|minimum|limit\w*|quota|cap(?:ped)?|up to|"
        r"below|must|mustn'?t|may (?:not|only)|not (?:allowed|permitted)|forbid\w*|prohibited|never|nobody|no one|"
        r"freeze|frozen|höchstens|mindestens|maximal|verboten|darf|dürfen|niemand|niemals|nie|pas plus de|au plus|"
        r"interdit\w*|jamais|personne|no m[áa]s de|no debe superar|prohibido|nunca|nadie|no se puede)\b",
    ),
    (
        "constraint",
        2,
        r"\b(?:cannot|can'?t|can only|only|has to|have to|required?|requires|mandatory|supports?|supported|"
        r"allow(?:s|ed)?|accepts?|ha(?:s|ve) no|there is no|no (?:deploys?|releases?)|law|legal\w*|gdpr|dsgvo|"
        r"contract\w*|licen[cs]e\w*|complian\w*|regulat\w*|policy|encrypted|in the eu|personal data|customer data|"
        r"constraints?|gotchas?|caveats?|boundar(?:y|ies)|thresholds?|(?:fri|satur|sun)days?|muss|müssen|"
        r"freitags?|doit|doivent|ne supporte|vendredi|no acepta|debe\w*|viernes)\b",
    ),
    (
        "constraint",
        2,
        r"\d\s?(?:%|percent|[kmg]i?b\b|bytes?|characters?|ms\b|seconds?|minutes?|hours?|days?|weeks?|months?|"
        r"years?|nights?|requests?|calls?|rows?|users?|tage|stunden|jours|heures|días|horas|january|february|"
        r"march|april|june|july|august|september|october|november|december)",
    ),
    (
        "preference",
        4,
        r"\b(?:i(?:'d)? (?:like|prefer|want|hate|love|rather)|prefer\w*|please|conventions?|naming|style|"
        r"don'?t like|bitte|lieber|prefiero|préfère)\b",
    ),
    (
        "preference",
        3,
        r"^(?:use|prefer|always|avoid|write|name|keep|put|format|ask|show|explain|answer|group|add|stop|immer|"
        r"schreib\w*|toujours|utilise|siempre|usa)\b",
    ),
    ("preference", 2, r"^(?:do not|don'?t|never|nie|ne|jamais|nunca)\b"),
    (
        "preference",
        1,
        r"\b(?:always|formatting|imports?|commits?|tests?|comments?|english|tabs?|spaces?|quotes|indent\w*|"
        r"guidelines|practices|standards?|immer|toujours|siempre)\b",
    ),
    ("runbook", 4, r"^(?:how to|to [a-z]+ )|\b(?:the fix|fix(?:ed)? (?:is|by)|solved by|troubleshooting|se arregla)\b"),
    (
        "runbook",
        3,
        r"\b(?:restart\w*|re-?run|retry|reconnect|redeploy|roll(?:ing)? back|reload|reboot|clear the|prune|"
        r"neu (?:starten|aufbauen)|leeren|relancer|recharger|vider|reiniciar)\b|[:;,] (?:then )?(?:run|add|enable|"
        r"set|wait|delete|remove|check|kill|increase|raise|rebuild|reinstall|open|log in)\b",
    ),
    (
        "runbook",
        2,
        r"\b(?:errors?|fail(?:s|ed|ing|ure)?|hangs?|stuck|crash\w*|time[sd]? ?out|denied|blank|deadlock\w*|broken|"
        r"breaks|out of memory|disk full|expired|e[a-z]{4,}reset|says|complains|steps|recovery|abbricht|hängt|"
        r"nicht (?:antwortet|startet)|échoue|expiré|bloquea)\b|^(?:if|when|whenever|before|after|wenn|bei|so|si|"
        r"quand|pour|para|cuando)\b",
    ),
    ("runbook", 1, r"\b(?:delete|kill|pause|run|restore|then|first|dann|puis|ensuite|luego)\b|`[^`]+ [^`]+`"),
    (
        "tech_debt",
        4,
        r"\b(?:todo|fixme|hack\w*|workaround|stopgap|tech(?:nical)? debt|dead code|refactor\w*|re-?writ(?:e|ten|"
        r"ing)|clean(?:ed|ing)?[ -]?up|duplicat\w*|cop(?:ied|ies)|quick fix|temporar\w*|out of date|outdated|"
        r"legacy|hard-?coded|no tests|untested|flaky|n\+1|mess\w*|unused|nobody (?:uses|dares)|doppelt|aufräumen|"
        r"übergangslösung|dupliqu\w*|code mort|duplicado|falta cubrir)\b",
    ),
    (
        "tech_debt",
        3,
        r"\b(?:for now|some ?day|eventually|when there is time|postponed|until (?:we|the|there)|good enough|"
        r"needs? (?:to be|a|an|some)|should (?:be (?:moved|replaced|split|removed|cleaned|extracted|fixed)|move)|"
        r"\d[\d,.]* lines|behind|irgendwann|müsste|vorerst|plus tard|pour l'instant|à (?:corriger|nettoyer)|"
        r"hay que|por ahora)\b",
    ),
    (
        "tech_debt",
        2,
        r"\b(?:still|later|should|deprecated|by hand|manually|slow|old|missing|known (?:problems|bugs)|deferred|"
        r"noch|später|sollte|alten?|langsam|encore|todavía)\b",
    ),
)
_LOADED: list[tuple[WordTable, list[tuple[str, int, Pattern[str]]]]] = []


def guess(text: str, heading: str = "", otherwise: str = "") -> str:
    """The category that a sentence most likely belongs to.

    heading    above it: what counts where the sentence has no cue
    otherwise  where neither has one; "" for what the sentence sounds like
    """
    table, cues = _loaded()
    points = _points(text, cues) or _points(heading, cues)
    if otherwise and not points:
        return otherwise
    rows = words.rows(text[:READ])
    totals = {name: points.get(name, 0) + SOUND * table.score(name, rows) for name in NAMES}
    return max(totals, key=lambda name: totals[name])


def _points(text: str, cues: list[tuple[str, int, Pattern[str]]]) -> dict[str, int]:
    head = text[:READ].lower().strip()
    points: dict[str, int] = {}
    for name, worth, cue in cues:
        if cue.search(head):
            points[name] = points.get(name, 0) + worth
    return points


def _loaded() -> tuple[WordTable, list[tuple[str, int, Pattern[str]]]]:
    if not _LOADED:
        cues = [(name, worth, re.compile(pattern)) for name, worth, pattern in CUES]
        _LOADED.append((words.load(), cues))
    return _LOADED[0]
