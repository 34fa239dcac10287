"""Which category a single sentence most likely belongs to, by the words that people use for each.

Cues have names; what each says for a category is a table, computed by lab/training/fit_notes.py.
"""

from __future__ import annotations

import re

READ = 600  # characters of a text that are looked at: what it is about stands first
USUAL = "decision"  # where there is no cue
CUES = {
    "begins_with_an_order": r"^(?:please |bitte )?(?:use|prefer|always|never|avoid|do not|don'?t|name|write|keep|put|"
    r"format|ask|show|explain|answer|group|add|immer|nie|niemals|lieber|toujours|jamais|ne|utilise|préfère|siempre|"
    r"nunca|usa)\b",
    "wish": r"\b(?:i (?:like|prefer|want|hate)|please|bitte|lieber|prefiero|je préfère|naming|style|convention)\b",
    "chosen": r"\b(?:decided|decision|chose|chosen|choose|picked|settled|agreed|went with|going with|go with|adopt\w*|"
    r"opted|reject\w*|entschieden|beschlossen|nehmen|choisi|décidé|adopté|elegimos|decidi\w*)\b",
    "instead": r"\b(?:instead of|rather than|in favou?r of|over|not in the|replaces|statt|anstelle|plutôt que|au lieu|"
    r"en lugar de|en vez de|non plus)\b",
    "from_now": r"\b(?:from now on|ab jetzt|künftig|désormais|moves? (?:to|from)|dropped|retired|for this year)\b",
    "reason": r"\b(?:because|since|weil|wegen|parce que|car|porque)\b",
    "broken": r"\b(?:error|fail(?:s|ed|ing)?|hangs?|stuck|crash\w*|timeout|denied|refused|blank|deadlock\w*|"
    r"broken|"
    r"breaks|out of memory|disk full|expired|e[a-z]{4,}reset|[45]\d\d|abbricht|hängt|nicht (?:antwortet|startet)|"
    r"échoue|expiré|bloquea|verweigert)\b",
    "repair": r"\b(?:restart|rerun|re-run|retry|reconnect|redeploy|roll back|clear|delete|kill|pause|run|reload|"
    r"relancer|recharger|reiniciar|vider|neu (?:starten|aufbauen)|leeren|is fixed by|se arregla|prune|restore)\b",
    "condition": r"^(?:if|when|whenever|to|how to|before|after|wenn|bei|so|si|quand|pour|para|cuando)\b",
    "steps": r":[^:;]{3,80}(?:,|;)[^,;]{3,80}(?:,|;| and | then | puis | y )",
    "limit": r"\b(?:at most|no more than|at least|maximum|limit\w*|no longer than|below|up to|"
    r"per (?:second|minute|day)|höchstens|mindestens|maximal|pas plus de|au plus|no m[áa]s de|no debe superar|"
    r"\d+ ?(?:mb|gb|ms|seconds|minutes|days|requests))\b",
    "must": r"\b(?:must|may not|mustn'?t|cannot|can'?t|has to|have to|required|requires?|supports?|allow(?:s|ed)|"
    r"only|dürfen|darf|müssen|muss|doit|ne supporte|interdit|no se puede|no acepta|debe)\b",
    "law": r"\b(?:forbid\w*|forbidden|prohibited|law|legal|gdpr|dsgvo|contract|policy|freeze|customer data|verboten|"
    r"encrypted|in the eu|personal data)\b",
    "nobody": r"\b(?:we never|nobody|no one|no (?:deploys?|releases?)|niemand|personne|nadie|(?:fri|satur|sun)days?|"
    r"freitags?|vendredi|viernes)\b",
    "later": r"\b(?:todo|fixme|later|some ?day|for now|when there is time|postponed|until (?:we|the|there)|good enough|"
    r"needs? (?:to|a)|should|irgendwann|später|müsste|sollte|plus tard|à (?:corriger|nettoyer)|hay que)\b",
    "untidy": r"\b(?:hack|workaround|legacy|duplicat\w*|copied|deprecated|unused|dead code|mess|clean(?:ed|ing)? ?up|"
    r"refactor|hard-?coded|temporary|quick fix|out of date|outdated|no tests|n\+1|by hand|doppelt|aufräumen|"
    r"übergangslösung|dupliqu\w*|code mort|duplicado|falta cubrir|old|alten?|missing|slow|langsam)\b",
    "still": r"\b(?:still|noch|encore|todavía)\b",
    "day": r"\b(?:today|yesterday|tomorrow|this (?:morning|session)|last session|heute|gestern|morgen|"
    r"aujourd'?hui|hier|demain|hoy|ayer|mañana)\b",
    "finished": r"\b(?:finished|done|completed?|implemented|merged|ported|works now|working|green|got (?:the|as far)|"
    r"started on|moved|stopped|paused|blocked|waiting for|reproduced|fertig\w*|umgestellt|terminé|terminamos|listo|"
    r"half|bis zur hälfte)\b",
    "next": r"\b(?:next|left|remaining|remains|to go|continue|follow up|still open|only .{3,40} (?:missing|open)|"
    r"als nächstes|il reste|suite|pendiente|weiter)\b",
}
COLUMNS = ("decision", "constraint", "preference", "runbook", "tech_debt", "session_summary")
# Natural logarithms of how much more often a cue occurs in the sentences of each category of COLUMNS than in all;
# computed, like COLUMNS, from the categories that have labelled sentences.
WEIGHTS: dict[str, tuple[float, ...]] = {
    "begins_with_an_order": (-2.14, -2.17, 1.69, -2.14, -2.17, -2.14),
    "wish": (-1.33, -1.36, 1.55, -1.33, -1.36, -1.33),
    "chosen": (1.64, -1.76, -1.80, -1.73, -1.76, -1.73),
    "instead": (1.46, -1.87, -0.29, -1.83, -0.77, -1.83),
    "from_now": (1.36, -0.87, -0.90, -0.84, -0.87, -0.84),
    "reason": (1.27, -1.32, -1.36, -0.19, -0.23, -1.29),
    "broken": (-2.11, -2.15, -2.18, 1.50, -0.54, -0.51),
    "repair": (-2.07, -0.50, -2.14, 1.59, -2.11, -2.07),
    "condition": (-1.84, -1.88, -1.91, 1.65, -1.88, -1.84),
    "steps": (-0.97, -1.01, -1.04, 1.43, -1.01, -0.97),
    "limit": (-1.51, 1.50, -1.58, -1.51, -0.44, -1.51),
    "must": (-0.82, 1.55, -1.98, -1.92, -1.95, -0.82),
    "law": (-0.08, 1.35, -1.24, -1.18, -1.21, -1.18),
    "nobody": (-1.07, 1.30, -1.14, -1.07, -0.00, -1.07),
    "later": (-0.36, -0.90, -2.03, -1.97, 1.37, -0.36),
    "untidy": (-2.17, -2.20, -2.23, -2.17, 1.61, -0.56),
    "still": (-1.18, -1.22, -1.25, -1.18, 0.98, 0.76),
    "day": (-1.46, -1.50, -1.53, -1.46, -1.50, 1.58),
    "finished": (-2.08, -2.11, -2.14, -2.08, -1.01, 1.64),
    "next": (-1.79, -1.82, -1.85, -1.79, -0.72, 1.58),
}
_COMPILED: dict[str, re.Pattern[str]] = {}


def guess(text: str) -> str:
    """The category that a sentence most likely belongs to."""
    found = cues(text)
    if not found:
        return USUAL
    totals = [sum([WEIGHTS[name][at] for name in found if name in WEIGHTS]) for at in range(len(COLUMNS))]
    return COLUMNS[totals.index(max(totals))]


def cues(text: str) -> list[str]:
    """The names of the cues in a text."""
    if not _COMPILED:
        _COMPILED.update({name: re.compile(pattern) for name, pattern in CUES.items()})
    head = text[:READ].lower().strip()
    return [name for name, pattern in _COMPILED.items() if pattern.search(head)]
