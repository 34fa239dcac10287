"""Phrases that rules look for in case-folded text besides the word families of wordlists/.

They are English where no other languages are mentioned.
"""

from __future__ import annotations

import re

# A clause that says how things are, so that it answers no choice.
STATEMENT = re.compile(
    r"(?:(?:ok|so|and|but|yes|yeah|no|well|hm|oh|ah|right|thats?)\b,? ?)*(?:the (?!first|second|third|last|former|"
    r"latter|plain|simple|small|\w+(?: \w+){0,3} (?:then|please))\w+ (?:\w+ ){0,4}(?:is|are|was|has|have|only|takes?|"
    r"does|can|will|sits?|says?|wants?|goes)\b|their|they|he|she|it(?! is\b|'s \w+ then)|that (?:is|was)|this (?:is|"
    r"was)|there|nobody|who|what|thanks?|thx|wow|nice|\d+ (?:can|is|are)|i (?:see|know|thought|asked|have|had|tried|"
    r"guess|think|was|am)|im\b|we (?:may|might|had|are|were|merge))"
)
# What an answer comes down to at its end: `..., so sqlite`; several languages.
CONCLUSION = re.compile(r"(?:^|[,.;] )(?:so|then|hence|also|donc|así que|então) ([\w .+-]{2,40})$")
# An option named by its letter or number.
LETTER = re.compile(r"(?:(?:option|variant|number|plan|nr|no) )?(?:[a-d]|[1-4])(?: then| please| it is)?$")
# A question that is a request.
COULD_YOU = re.compile(
    r"\b(?:can we (?:please |just )?(?:agree|always|stop|never)|(?:could|can|would|will) you|would be (?:nice|good|"
    r"great))\b"
)
# Words of limits that may mean anything.
WEAK = re.compile(
    r"(?:clips?|cuts?|drops?|dropped|kills?|blocks?|closes?|resets?|expires?|strips?|los[et]s?|ignor\w*|silently|"
    r"per \w+|one \w+ per|won'?t|wont|whatever.*|can'?t|cannot|(?:only|just) (?:the|in|on|one|two|three|with|from|once|"
    r"every|\d+)|ha(?:s|ve) no .*|do(?:es)?n'?t .*|no longer|must not|lets? .*|above .*|over .*)$"
)
# A request to look at something, which sets no rule.
SHOW_ME = re.compile(
    r"\b(?:could|can|would|will) you (?:please |also |just |always )*(?:see|show|explain|tell|look|check|find|run|"
    r"give)\b"
)
# A request for work, in which a limit is a wish.
ASKED_FOR = re.compile(
    r"\b(?:we need|i need|i want|i'd like|please|pls|can you|could you|would you|let's|lets|look at|split|give me|"
    r"show me|list|run|make|build|write|add)\b"
)
# An instruction is accepted; several languages.
ACKNOWLEDGED = re.compile(
    r"(?:(?:ok|okay|oh|ah|right|sorry|yes|sure|fine|good|noted|thanks|my mistake|you'?re right)[ ,.:!-]*)*(?:noted|"
    r"understood|will do|of course|sure|got it|agreed|ok|okay|all right|alright|right|sorry|apologies|i'll|i won't|"
    r"will keep|from now|done|moved|changed|renamed|fine|good|yes)\b|네|알겠|はい|承知|了解|わかりました|verstanden|"
    r"alles klar|ok|"
    r"in ordnung|entendu|compris|d'accord|noté|bien s[uû]r|entendido|de acuerdo|anotado|claro|vale|combinado|entendi|"
    r"certo|beleza|anotei"
)
# What rules of working are about, in the beginnings of words.
CRAFT = (
    "commit|test|name|messag|branch|migra|comment|doc|pull|pr |function|class|method|module|file|column|key|type|"
    "endpoint|quer|variable|log|error|summar|answer|code|ci |import|mock|string|timestamp|release|schema|script|"
    "kommentar|nachricht|funktion|datei|fichier|archivo|arquivo|nombre|nome|mensaje|rama"
).split("|")

# Words of failure that requests use too; one of them alone reports no failure.
AMBIGUOUS = (
    "instead of|again|sometimes|missing|empty|wrong|slow|slower|blank|error|errors|red|busy|expired|too late|"
    "too early|too high|too low|fehler|falsch|leer|doppelt|bleibt|steht|weg|nicht mehr|langsam|manchmal|erreur|"
    "erreurs|lent|vide|sort|parfois|errores|falta|mal|a veces|erro|erros|vazio"
).split("|")
AMBIGUOUS_START = tuple("can't|cant|won't|wont|drop|los|duplic|double|stop|reject|every ".split("|"))

# Errors that show a slip of whoever wrote the code a moment ago.
SLIPS = (
    "SyntaxError|IndentationError|NameError|ReferenceError|is not defined|Unexpected token|Cannot find name"
).split("|")
