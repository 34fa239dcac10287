"""Which category a sentence most likely belongs to: the one place that guesses.

Two things count: the cues below, each with its points for a category, and how much the sentence sounds like those that
people say of each, by the table with which triage notices them (transcript/words.py). No sentence is taken for the
summary of a session.
"""

from __future__ import annotations

import re
from re import Pattern

from ..transcript import words
from ..transcript.words import WordTable

READ = 600  # characters of a text that are looked at: what it is about stands first
NAMES = (
    "decision",
    "constraint",
    "preference",
    "runbook",
    "tech_debt",
)  # the first where nothing tells
SOUND = 1.5  # points of a score of the table, -3 to 3
CUES = (
    (
        "decision",
        4,
        r"\b(?:decided|decision|chose|chosen|choose|picked|settled|agreed|went with|go(?:ing)? with|opted|"
        r"standardi[sz]ed|entschieden|beschlossen|choisi|décidé|retenu|elegimos|decidi\w*|acordamos|signed (?:\w+ "
        r")?off|ends? up (?:on|with)|ended up (?:on|with)|won(?: out)? over|wins|adrs?|landed on|outcome|verdict|"
        r"after all|geeinigt|festgelegt|verworfen|opté|tranché|abandonn\w*|optamos|nos quedamos|descartamos|dejamos "
        r"(?:atrás|de))\b",
    ),
    (
        "decision",
        3,
        r"\b(?:instead of|rather than|in favou?r of|adopt\w*|replace[sd]|moved? (?:to|from|off|away)|switch\w*|"
        r"migrat\w*|statt|anstelle|plutôt que|au lieu|en lugar de|en vez de|sticking with|(?:is|are) (?:gone|history)|"
        r"abgelöst|ersetzt durch|umgestellt|setzen auf|on (?:garde|passe à|reste)|remplacée? par|reemplaz\w*|"
        r"sustitu\w*|pasamos a|seguimos con)\b",
    ),
    (
        "decision",
        2,
        r"\b(?:because|since(?! \d)|over|stays|bleibt|reste(?:nt)?|we now|from (?:\S+ ){1,3}on|(?:is|are) now|as of|"
        r"(?:was|were) too|we(?: had|'d)? (?:looked at|considered|tried|compared)|not [\w-]+ but|so that|from now on|"
        r"let'?s|we (?:use|keep|run|store|ship|build|stay|do|drop)|not in the|dropped|retired|reject\w*|weil|wegen|ab "
        r"jetzt|künftig|nehmen|parce que|car|désormais|non plus|porque|deshalb|donc on|dorénavant|ya que|a partir de "
        r"ahora|al final)\b|, (?:and )?not [\w-]+(?:[.;,]|$)",
    ),
    (
        "decision",
        1,
        r"\b(?:architecture|design|data model|stack|uses|speaks?|talks?|goes over|go over|backed by|served by|handled "
        r"by|will be|wird|written in|runs on|lives? in|(?:stored|kept) in)\b",
    ),
    (
        "constraint",
        4,
        r"\d[\d.,]*\s?(?:\w+ ){0,2}(?:a|an|per|every|pro|par|por)\s(?:second|minute|hour|day|week|month|year|user|key|"
        r"call|request|sekunde|minute|stunde|tag|jour|seconde|segundo|minuto|día)",
    ),
    (
        "constraint",
        3,
        r"\b(?:at (?:most|least)|no (?:more|longer) than|max(?:imum)?|minimum|limit\w*|quota|cap(?:ped)?|up to|below|"
        r"must|mustn'?t|no exceptions|needs? (?:sign-off|approval)|ceiling|hands off|leave \w[\w -]* alone|finger weg|"
        r"throttl\w*|no later than|at the latest|not an? \w+ more|within \d+|under \d+|may (?:not|only)|not "
        r"(?:allowed|permitted)|forbid\w*|prohibited|never(?! (?:got|been|really|finished|happened))|(?:do not|"
        r"don'?t) (?:ever )?(?:change|touch|edit|modify|rename|delete|remove|upgrade|push|deploy)|nobody|no one|"
        r"freeze|frozen|höchstens|mindestens|maximal|verboten|darf|dürfen|niemand|niemals|nie|pas plus de|au plus|"
        r"interdit\w*|jamais|personne|no m[áa]s de|no debe superar|prohibido|nunca|nadie|spätestens|zwingend|"
        r"vorgeschrieben|gesetzlich|nicht (?:anfassen|ändern|löschen)|au (?:maximum|minimum|moins)|ne (?:pas "
        r")?(?:touche[rz]?|modifie[rz]?|change[rz]?)|como (?:máximo|mínimo)|obligatori\w*|no (?:se )?pued\w+|no "
        r"(?:toques|toquéis|tocar|cambies|modifiques))\b",
    ),
    (
        "constraint",
        2,
        r"\b(?:cannot|can'?t|can only|only|has to|have to|required?|requires|mandatory|supports?|supported|allow(?:s|"
        r"ed)?|accepts?|ha(?:s|ve) no|there is no|no (?:deploys?|releases?)|law|legal\w*|gdpr|dsgvo|contract\w*|"
        r"licen[cs]e\w*|complian\w*|regulat\w*|policy|encrypted|in the eu|personal data|customer data|constraints?|"
        r"gotchas?|caveats?|boundar(?:y|ies)|thresholds?|(?:fri|satur|sun)days?|muss|müssen|freitags?|doit|doivent|ne "
        r"supporte|vendredi|no acepta|debe\w*|viernes|hipaa|pci|audit\w*|certifi\w*|vendors?|isn'?t (?:getting|"
        r"available)|nur|verlangt|vorgabe|frist\w*|aufbewahr\w*|datenschutz\w*|seulement|uniquement|exig\w*|"
        r"autoris\w*|il faut|rgpd|s[óo]lo|tienen? que|permit\w*|ley)\b",
    ),
    (
        "constraint",
        2,
        r"\d\s?(?:%|percent|[kmg]i?b\b|bytes?|characters?|ms\b|seconds?|minutes?|hours?|days?|weeks?|months?|years?|"
        r"nights?|requests?|calls?|rows?|users?|tage|stunden|jours|heures|días|horas|january|february|march|april|"
        r"june|july|august|september|october|november|december)",
    ),
    (
        "preference",
        4,
        r"\b(?:(?:would|i'd) (?:much )?(?:rather|sooner)|big on|loves|likes|hates|can'?t stand|(?:we|they|folks|"
        r"people|team|everyone) (?:all )?(?:like|love|hate)|enjoy\w*|favou?rs?(?! of)|(?:fan|fond) of|leans? towards?|"
        r"leaning towards?|easier (?:on|to read)|(?:reads?|looks?) (?:\w+ )?(?:best|better|nicer|cleaner)|feel free|"
        r"imh?o|personally|we(?:'re| are) an? (?:\w+ )+(?:team|shop|house)|i(?:'d)? (?:like|prefer|want|hate|love|"
        r"rather)|prefer\w*|please|conventions?|naming|style|don'?t like|bitte|lieber|am liebsten|bevorzug\w*|gefällt|"
        r"mag ich|ich mag|gerne?|prefiero|gusta\w*|encanta\w*|por favor|préf[éè]r\w*|j'aime\w*|on aime|déteste\w*|"
        r"s'il te plaît|de préférence)\b",
    ),
    (
        "preference",
        3,
        r"^(?:use|prefer|always|avoid|write|name|keep|put|format|ask|show|explain|answer|group|add|stop|give|skip|"
        r"reply|respond|call|spell|wrap|no need|immer|schreib\w*|antworte\w*|verwende|nutze|zeig\w*|erklär\w*|"
        r"vermeide|évite[rz]?|écri\w+|répond\w*|explique\w*|evita\w*|escrib\w*|respond\w*|explica\w*|toujours|utilise|"
        r"siempre|usa)\b",
    ),
    ("preference", 2, r"^(?:do not|don'?t|never|nie|ne|jamais|nunca)\b"),
    (
        "preference",
        1,
        r"\b(?:always|formatting|imports?|commits?|tests?|comments?|english|tabs?|spaces?|quotes|indent\w*|guidelines|"
        r"practices|standards?|immer|toujours|siempre)\b",
    ),
    (
        "runbook",
        4,
        r"^(?:how to|to [a-z]+[ ,])|\b(?:the fix|(?:clears|fixes|solves|cures|unblocks|helps) (?:it|that|this|them)|"
        r"does the trick|(?:brings|gets) (?:it|them) back|hilft|behebt|ça (?:règle|débloque)|lo (?:arregla|soluciona)|"
        r"fix(?:ed)? (?:is|by)|solved by|troubleshooting|se arregla)\b",
    ),
    (
        "runbook",
        3,
        r"\b(?:restart\w*|resubmit|replug|unplug|power-?cycle|re-?run|retry|reconnect|redeploy|roll(?:ing)? back|"
        r"reload|reboot|clear the|prune|neu (?:starten|aufbauen)|neustarten|leeren|ausführen|einspielen|relanc\w+|"
        r"redémarr\w+|recharger|vide[rz]?|exécute[rz]?|reinici\w+|ejecut\w+|vaciar)\b|(?:[.:;,?>] |^you |^)(?:then |"
        r"first |just )?(?:run|trigger|scale|clear|drain|flush|purge|reset|regenerate|generate|revert|hold|press|try|"
        r"stop|start|copy|create|add|enable|set|wait|delete|remove|check|kill|increase|raise|rebuild|reinstall|open|"
        r"log in)\b",
    ),
    (
        "runbook",
        2,
        r"\b(?:errors?(?! (?:messages|texts|handling|codes))|fail(?:s|ed|ing|ure)?|hangs?|stuck|crash\w*|time[sd]? "
        r"?out|denied|blank|deadlock\w*|broken|breaks|means?|stale|already in use|dies|oom|refused|500s|50[234]s?|"
        r"40[134]s?|not (?:found|showing|working|responding|starting)|won'?t (?:start|boot|load|build|connect)|out of "
        r"memory|disk full|expired|e[a-z]{4,}reset|says|complains|steps|recovery|fehler|abbricht|abstürzt|hängt|"
        r"nichts mehr|nicht (?:antwortet|startet)|plante|erreur|échoue|expiré|falla|se cuelga|se cae|no (?:arranca|"
        r"responde|funciona)|bloquea)\b|\?\s+\S|^(?:for an?|(?:add|bring|creat|gett|roll|rotat|restor|sett|renew)ing "
        r"(?:an?|the|new|up|back)|if|when|whenever|before|after|wenn|bei|so|si|quand|pour|para|cuando)\b",
    ),
    (
        "runbook",
        2,
        r"(?:[:?,>]|\b(?:run|with|via|then|and|do|goes|is|try|call|check|mit|avec|con)) `[^`]+ [^`]+`|\s->\s",
    ),
    (
        "runbook",
        1,
        r"\b(?:delete|kill|pause|run|restore|then|first|dann|danach|zuerst|puis|ensuite|d'abord|luego|después|"
        r"primero)\b|`[^`]+ [^`]+`|(?:^|\s)(?:\./|--)\w",
    ),
    (
        "tech_debt",
        4,
        r"\b(?:todo|debt|get rid of|paper(?:s|ed)? over|nobody (?:uses|dares|knows|understands|remembers|touches)|all "
        r"over the place|won'?t scale|in (?:two|three|four|several|many) (?:places|versions|copies)|not pretty|copy[ "
        r"-](?:and[ -])?past\w*|ugly|horrible|untestable|unmaintain\w*|spaghetti|kludge|monkey-?patch\w*|band-?aid|"
        r"left ?overs?|brittle|fragile|special cases|drifted|half-(?:done|finished|migrated)|never (?:got|been) \w+|"
        r"(?:skipped|disabled|ignored|broken|red) (?:since|for)|désactivée?s? depuis|commented out|should(?:'ve| "
        r"have) been|ought to|(?:want|need|deserve)s? a proper|needs (?:splitt|replac|clean|port|rework|test|tidy)ing|"
        r"fixme|hack\w*|workaround|stopgap|dead code|refactor\w*|re-?writ(?:e|ten|ing)|clean(?:ed|ing)?[ -]?up|"
        r"duplicat\w*|cop(?:ied|ies)|quick fix|temporar\w*|out of date|outdated|legacy|hard-?coded|no tests|untested|"
        r"flaky|n\+1|mess(?:y|es)?|unused|doppelt|kopiert|neu (?:ge)?schr[ei]+ben|gehört (?:\w+ )?(?:\w*ge\w+|raus)|"
        r"veraltet\w*|provisor\w*|hässlich|aufräumen|übergangslösung|dupliqu\w*|code mort|bricol\w*|copié\w*|moche|"
        r"provisoire|obsol[eè]t\w*|en dur|à (?:corriger|nettoyer|refaire|réécrire|revoir|supprimer)|duplicad\w*|"
        r"copiad\w*|chapuza|parche|no tienen? tests|nadie (?:lo|la|se atreve)|provisional|pendiente|falta cubrir)\b",
    ),
    (
        "tech_debt",
        3,
        r"\b(?:for now|some ?day|eventually|when there is time|postponed|until (?:we|the|there)|good enough|needs? "
        r"(?:to be|a|an|some)|should (?:be (?:moved|replaced|split|removed|cleaned|extracted|fixed)|move)|\d[\d,.]*[ "
        r"-]lines?|behind|irgendwann|müsste|vorerst|plus tard|pour l'instant|un jour|hay que|habría que|algún día|por "
        r"ahora)\b",
    ),
    (
        "tech_debt",
        2,
        r"\b(?:still|magic|later|should|deprecated|by hand|manually|slow|old|missing|known (?:problems|bugs)|deferred|"
        r"noch|später|sollte|alten?|langsam|encore|todavía)\b",
    ),
)
Cues = list[tuple[str, int, Pattern[str]]]
_LOADED: list[tuple[WordTable, Cues]] = []


def guess(text: str) -> str:
    """The category that a sentence most likely belongs to."""
    table, cues = _loaded()
    points = _points(text, cues)
    rows = words.rows(text[:READ])
    totals = {
        name: points.get(name, 0) + SOUND * table.score(name, rows) for name in NAMES
    }
    return max(totals, key=lambda name: totals[name])


def _points(text: str, cues: Cues) -> dict[str, int]:
    head = text[:READ].lower().strip()
    points: dict[str, int] = {}
    for name, worth, cue in cues:
        if cue.search(head):
            points[name] = points.get(name, 0) + worth
    return points


def _loaded() -> tuple[WordTable, Cues]:
    if not _LOADED:
        cues = [(name, worth, re.compile(pattern)) for name, worth, pattern in CUES]
        _LOADED.append((words.load(), cues))
    return _LOADED[0]
