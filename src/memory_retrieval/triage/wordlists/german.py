"""The word families of triage in German: the same names as in english.py, shorter lists."""

# fmt: off
NAMES = (
    "der die das und ist nicht ich wir ein eine auf mit für den dem zu auch noch es sich wenn aber nur bei nach wird kann mal bitte "
    "alle jetzt immer kein keine schon dann dass mich dir mir wie hier vom zum zur im am ab nie haben sind hat"
)
"""Words by which the language is told from others."""

WORDS = {
    "kind": (
        r"(?:kommentare|namen|commits|tests|texte|antworten|variablen\w*|nachrichten|commit-?nachrichten|branches|zusammenfassungen|"
        r"dateinamen|einheiten) (?:bitte|immer|nie|nur|auf|in|mit|ohne|kurz)",
        r"keine (?:englischen|deutschen|abkürzungen|emojis|direkten|langen)",
    ),
    "past": (
        r"hatte\w*|war(?:en)? (?:nicht|noch|falsch|voll|leer|abgelaufen|schon)|kennt|kannte|dadurch|sodass",
    ),
    "habit": (
        r"wenn du|bevor du|sobald du|für mich|ich (?:mag|will|möchte|brauche)|frag (?:mich )?(?:vorher|erst)",
        r"ohne (?:zu fragen|rückfrage)|wir (?:schreiben|nehmen|nutzen|benutzen|machen|haben)|alle\w* \w+|immer wenn|nicht mehr",
    ),
    "manners": (
        r"commits?|commit-?\w*|nachricht\w*|kommentare?|namen?|variablen\w*|tests?|deutsch|englisch|sprache|zusammenfassung\w*",
        r"antwort\w*|kurz|branch\w*|pull requests?|einheiten|datum|texte?|dateinamen?",
    ),
    "product": (
        r"(?:^|[.,;:!] ?)(?:der|die|das|diese\w*|jede\w*)(?: [\w-]+){1,5} (?:soll\w*|muss|müssen|darf|dürfen) (?:immer|nie\w*|stets)",
    ),
    "told": (
        r"(?:es|er|sie|das|die|der|ich) (?:\w+ )?(?:war|ist|hat|habe|hatte|sind|waren) (?:immer|nie)|noch nie|wie immer|schon immer",
        r"immer (?:noch|mehr|wieder|gleich|nur)|fast immer",
    ),
    "choose": (
        r"dann (?:wird(?:'?s| es)|ist es|bleibt(?:'?s| es))|es wird|(?:wird|werden) es|(?:gekauft|abgemacht|ausgemacht|"
        r"beschlossene sache)|damit (?:steht|ist) (?:es|das) fest|steht fest|läuft auf \w+ hinaus",
        r"(?:wir|ich) (?:nehmen|nehme|machen|mache|bleiben|bleibe|gehen|setzen|entscheiden|entscheide|wechseln|verwenden|benutzen|"
        r"behalten)",
        r"nehmen wir|machen wir|bleiben wir|lass uns|lasst uns", r"entschieden|entscheidung|beschlossen|festgelegt|einigen uns|geeinigt",
        r"dann (?:nehmen|machen|lieber|eben|halt|also)", r"(?:das|die|der) (?:erste|zweite|dritte|letzte)\w*",
    ),
    "order": (
        r"(?:^|[.;,!] ?|ok |gut |ja |dann |also )(?:nimm|mach|bleib|behalte?|lass|verwende|benutze|bau|setz|schreib)\w*",
    ),
    "reason": (
        r"weil|denn|da (?:wir|es|die|der|das|ich)|wegen|damit|sonst|deshalb|darum|daher|der grund",
        r"reicht|genügt|einfacher|billiger|schneller|sicherer|kleiner|zu (?:teuer|langsam|viel|groß|aufwendig|riskant|kompliziert)",
        r"niemand|keiner|ohnehin|sowieso|schon|brauch\w*|lohnt",
    ),
    "options": (
        r"entweder|oder|alternativ\w*|zwei (?:wege|möglichkeiten|varianten)|variante\w*|möglichkeit\w*|dafür|könnte\w*|man kann",
        r"zum einen|statt",
    ),
    "recommend": (
        r"ich würde|ich schlage|mein vorschlag|empfehle\w*|am besten",
    ),
    "accept": (
        r"^(?:(?:ok|gut|ja|super|passt|prima|klar|gern|genau)[ ,.!]*)*(?:einverstanden|mach das|so machen|ja|gerne?|passt|klingt gut|"
        r"genau|ok|in ordnung|stimmt)\b",
    ),
    "lasting": (
        r"(?:merk|notier)\w* dir|denk\w* (?:bitte )?(?:dar|immer )?an|behalt\w* (?:bitte )?im kopf|vergiss nicht|"
        r"beachte(?: bitte)?[,:]|nicht vergessen",
        r"ab (?:jetzt|sofort|heute)|von nun an|in zukunft|künftig|zukünftig",
        r"immer|nie(?:mals)?|jedes ?mal|jeweils|grundsätzlich|generell|standardmäßig|ausnahmslos|ohne ausnahme",
        r"bei uns|in (?:diesem|unserem|dem) (?:projekt|repo|team|haus)|unsere? (?:konvention|regel|stil)",
        r"nächstes mal|wenn du|bevor du|sobald du|gewöhn", r"so machen wir|machen wir (?:hier|immer|nie)",
    ),
    "directive": (
        r"bitte|nicht mehr|du sollst|du musst|kannst du|könntest du|ich (?:will|möchte|mag|hätte gern)",
        r"wir (?:schreiben|machen|nehmen|benutzen|nennen|verwenden|lassen)",
        r"(?:schreib|nimm|mach|lass|benutz|verwend|nenn|frag|gib|antworte?|sprich|hör)\w*",
    ),
    "correct": (
        r"^(?:(?:hm+|oh|ach|aber|und),? )*(?:warum|wieso|weshalb|wer hat dir gesagt) (?:hast|machst|nimmst|bist|benutzt|"
        r"verwendest)?[^?]*\?",
        r"^(?:oh|äh|hm+|ach|moment)?[ ,.]*(?:nein|nee|nö|nicht so|falsch|stopp?|halt|hör auf)\b",
    ),
    "once": (
        r"diesmal|dieses mal|nur (?:heute|hier|jetzt|diesmal|kurz|einmal)|ausnahmsweise|für (?:heute|jetzt|diese[nrs]?)|noch nicht",
        r"in dieser (?:datei|funktion)",
    ),
    "keep": (
        r"(?:lass|lassen|bleibt|bleiben|behalten)\b.{0,40}(?:so|erst ?mal|vorerst|drin|stehen|wie (?:es|sie|er))",
        r"vorerst|erst ?mal|vorläufig|heb\w* (?:wir )?(?:uns )?.{0,20}auf|erst (?:muss|kommt|mal)|muss warten|wartet|provisor\w+",
        r"notlösung|behelf\w*|verschoben|verschieben|aufgeschoben|zurückgestellt|fürs erste|reicht (?:für|bis)|jetzt nicht",
        r"heute nicht|fass\w* .{0,20}nicht an|hartkodiert|fest verdrahtet",
    ),
    "later": (
        r"ab (?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|\w+tag|sommer|herbst)",
        r"bis (?:zum|zur|die|der|das|wir|\w+)|später|sobald|wenn (?:die|der|das|wir)|nach (?:dem|der|den)",
        r"nächste\w* (?:woche|monat|sprint|release|jahr|version)",
        r"im (?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|frühjahr|sommer|herbst|winter|"
        r"nächsten)",
        r"irgendwann|für (?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)|danach",
        r"dann (?:richtig|ordentlich|neu|bauen|machen)|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch",
    ),
    "debt": (
        r"todo|fixme|technische schuld\w*|schulden|unschön|hässlich|sauber|richtig|ordentlich|umbauen|aufräumen|neu schreiben",
        r"doppelt|notlösung|provisor\w+",
    ),
    "deadline": (
        r"messe|demo|abgabe|release|termin|freigabe|zu (?:riskant|knapp|spät|aufwendig)|keine zeit|lohnt|pilot|umzug|saison",
    ),
    "limit": (
        r"verbiet\w+|untersag\w+|nicht (?:gestattet|zugelassen|länger als)|(?:darf|dürfen) (?:wir |man |"
        r"ich )?(?:\w+ ){0,5}?(?:nicht|nur|kein\w*)",
        r"höchstens|maximal\w*|grenze|limit\w*|begrenzt|beschränk\w*|kontingent|gesperrt",
        r"nur (?:noch )?(?:nachts|tagsüber|nachmittags|\w+tags|\d+|ein|eine|einen|zwei|drei|vier|fünf|sechs|acht|zehn|mit|über|die|den|"
        r"das|per|auf)",
        r"nicht (?:mehr )?(?:unterstützt|möglich|erlaubt|zulässig|vorgesehen)",
        r"(?:kann|können|darf|dürfen|lässt|kennt|kennen|nimmt|erlaubt|unterstützt) (?:\w+ ){0,4}?(?:nur|kein\w*|nicht|höchstens)",
        r"mehr als|alles (?:über|darüber|was)|gibt es (?:kein\w*|nicht)|verboten|vorgeschrieben|gesetz\w*|vorschrift|verwirft",
        r"verworfen|abgeschnitten|schneidet|ignoriert|lehnt\b.{0,40} ab|weist\b.{0,40} ab|pro (?:sekunde|minute|stunde|tag|monat)",
        r"ab (?:der|dem) \w+",
    ),
    "legal": (
        r"(?:vertrag|lizenz|gesetz|dsgvo|nutzungsbeding\w*|agb|bedingungen|vorschrift|behörde|"
        r"datenschutz)\w*\b[^.;]{0,40}(?:verbiet\w+|untersag\w+|nicht|kein\w*|nur|schreib\w* .{0,20}vor)",
        r"(?:laut|nach|gemäß) (?:\w+ )?(?:vertrag|lizenz|gesetz|dsgvo|bedingungen)\b[^.;]{0,40}(?:nicht|kein\w*|nur|muss|"
        r"müssen)|gesetzlich|vertraglich",
    ),
    "slip": (
        r"tippfehler|vertippt|verschrieben|mein (?:fehler|versehen)|ich (?:hatte|habe) [^.;]{0,30}(?:vergessen|"
        r"verwechselt|vertauscht)",
    ),
    "must": (
        r"(?:fällt|fallen|scheidet|scheiden) (?:also |damit |somit )?(?:weg|aus|flach)",
        r"muss|müssen|darf nicht|dürfen nicht|bleibt uns|nichts (?:zu )?machen|lässt sich nicht|also (?:nur|höchstens|bleibt)",
    ),
    "external": (
        r"\w*system|hersteller|anbieter|lieferant|gerät\w*|firmware|drucker|tablet\w*|telefon\w*|steuerung|sensor\w*",
        r"schnittstelle\w*|api|server|dienst|behörde|amt|gesetz|vertrag|kunde\w*|partner|bank|browser|karte|leser|scanner|waage",
        r"kasse|bus|tarif|lizenz|deren|die (?:lassen|nehmen|liefern|wollen|erlauben)",
    ),
    "cause": (
        r"weil|deshalb|daher|darum|ursache|grund|schuld|lag (?:an|daran|am)|liegt (?:an|daran|am)|kam (?:von|vom|daher)",
        r"kommt (?:von|vom|daher)|wegen|verursacht|hatte|hat (?:sich|den|die|das)",
        r"war(?:en)? (?:nicht|noch|falsch|voll|leer|abgelaufen|schon)|das war(?:'s| es)|dadurch",
    ),
    "fixed": (
        r"vollständig|stimmt|durchgelaufen|mit (?:der|dem|den) .{3,40}(?:sind|ist|läuft|stimmt|kommt|geht)|behoben|gelöst|repariert",
        r"läuft (?:\w+ ){0,3}(?:wieder|durch|jetzt)|läuft|geht (?:\w+ ){0,2}wieder|funktioniert|klappt|wieder|grün",
        r"nach (?:dem|der) \w+|seit(?:dem| der| dem)|hilft|half|geholfen|keine? (?:\w+ )?(?:fehler|abbr\w+|aussetzer|doppelten) mehr",
        r"umgestellt|gesetzt|entfernt|eingeschaltet|ausgeschaltet|erneuert|mit \w+ (?:läuft|geht|klappt)",
    ),
    "failure": (
        r"fehl(?:t|en)\b|manchmal|ab und zu|klemmt|stimmt nicht|seit (?:gestern|heute|montag|dem \w+)|wirft|"
        r"(?:antwortet|findet|lädt|speichert|zeigt|öffnet|reagiert)\b.{0,30}nicht",
        r"fehler\w*|fehlgeschlagen|schlägt|kaputt|hängt|abst\w+|abgest\w+|abbr\w+|bricht|geht nicht|gehen nicht|funktioniert nicht",
        r"klappt nicht|läuft nicht|nicht mehr|bleibt|steht|tot|leer|falsch\w*|doppelt|langsam|verloren|verschwind\w*|weg\b|timeout",
        r"abgelehnt|kommt (?:nicht|nichts)|druckt nicht|startet nicht|plötzlich",
    ),
    "tentative": (
        r"vielleicht|vermutlich|wahrscheinlich|verdacht|könnte\w*|würde\w*|möglicherweise|ich glaube|ich denke|wohl|mal sehen",
        r"probeweise|keine ahnung|scheint|weiß nicht",
    ),
    "withdraw": (
        r"vergiss (?:es|das)|doch nicht|lieber doch|zurück zu|bleiben (?:wir )?(?:doch )?bei|verwerfen|blas\w* .{0,20}ab",
        r"lass (?:es|das) (?:sein|gut)|lass gut sein|doch lieber|nein doch|zurücknehmen|nehm\w* .{0,20}zurück|quatsch|alles zurück",
    ),
    "forget": (
        r"merk\w* dir (?:das|nichts|davon|hiervon)[^.]{0,20}nicht|nicht (?:merken|speichern|aufschreiben|festhalten|notieren)",
        r"nichts (?:davon|hiervon)? ?(?:merken|speichern|aufschreiben|festhalten|notieren)",
        r"speicher\w* (?:das|davon|nichts)\b.{0,20}(?:nicht|nichts)?|vergiss (?:alles|das gespräch)",
        r"soll\w* (?:nicht|nichts|nirgends)\b.{0,30}(?:gespeichert|gemerkt|festgehalten|notiert)",
    ),
    "made_up": (
        r"erfunden\w*|ausgedacht|denk dir|fiktiv\w*|übersetz\w* (?:das|den|die|diesen|mir)|formulier\w* (?:das|den|die|um|mir)",
        r"kürz\w* (?:den|das|die)|nehmen wir mal an|beispiel(?:text|dialog)\w*|mail (?:freundlicher|umschreiben)",
    ),
    "asks": (
        r"^(?:(?:und|aber|so|ok|hm|also|ach),? )*(?:was|warum|wieso|wie|wann|wo|wer|welche\w*|ist|sind|kann|können|hat|haben|geht|gibt|"
        r"soll\w*|muss|müssen|darf|wird|würde\w*)\b",
        r"was wäre|sollen wir|was wenn",
    ),
    "outcome": (
        r"fertig|erledigt|umgestellt|eingebaut|läuft|laufen|grün|bestanden|tests?|ausgerollt|veröffentlicht|gepusht",
        r"offen (?:ist|sind|bleibt)|fehlt noch|nächste\w*|als nächstes|ergebnis|stand|übrig|bleibt|zusammengefasst",
    ),
}
