"""The word families of triage in Spanish: the same names as in english.py, shorter lists."""

# fmt: off
NAMES = (
    "el los las y es no una del para con que por en se lo está pero como más al son hay ya cuando siempre nunca favor todo todos "
    "todas así ahora me mi del tiene porque usa"
)
"""Words by which the language is told from others."""

WORDS = {
    "kind": (
        r"(?:nombres|commits|mensajes|comentarios|tests|respuestas|textos|ramas|fechas)(?: de \w+| de las \w+)? (?:siempre|en|con|sin|"
        r"cort\w+)",
        r"(?:sin|nada de) (?:abreviaturas|emojis|comentarios)",
    ),
    "past": (
        r"estaba\w*|quedaba\w*|tenía\w*|no (?:encontraba|tenía)|así que",
    ),
    "habit": (
        r"cuando (?:me|hagas|escribas|cambies|termines|abras|crees|toques)|antes de|para mí|prefiero|no quiero",
        r"sin (?:preguntar|avisar)|usamos|ponemos|todos los|todas las|deja de|siempre que",
    ),
    "manners": (
        r"commits?|mensajes?|comentarios?|nombres?|variables?|tests?|español|inglés|idioma|resúmenes|resumen|respuestas?|corto\w*",
        r"ramas?|unidades|fechas?|textos?|migraci\w+|archivos?",
    ),
    "product": (
        r"(?:^|[.,;:!] ?)(?:el|la|los|las|cada|este|esta)(?: [\w-]+){1,5} (?:debe\w*|tienen? que|ha de) (?:\w+ )?(?:siempre|nunca)",
    ),
    "told": (
        r"(?:es|está|ha|han|son|era|he|había) (?:siempre|nunca)|como siempre|casi siempre|siempre (?:es|está|ha|fue|lo mismo)",
        r"nunca (?:ha|he|fue|había)",
    ),
    "choose": (
        r"nos (?:vamos|decantamos|decidimos|conformamos) (?:con|por|a)|vamos por|apostamos por|me (?:decanto|decido|"
        r"voy) (?:por|con|a)|queda (?:decidido|claro)|será|pues (?:con |a )?\w+ entonces|adelante con",
        r"(?:vamos|vayamos) (?:con|a)|usamos|usemos|quedamos|nos quedamos|me quedo|decid\w+|eleg\w+|elij\w+|opt\w+ por",
        r"cambi(?:amos|emos)|prefiero|tiramos (?:de|con)|entonces (?:usa|hacemos|vamos)|cerrado|hecho:|dejamos|pasamos a",
    ),
    "order": (
        r"(?:^|[.;,!] ?|ok |vale |sí |entonces |pues )(?:usa|haz|pon|deja|toma|cambia|quédate|monta|escribe)",
    ),
    "reason": (
        r"porque|ya que|pues|dado que|como (?:el|la|los|no|solo)|así (?:que|no)|para (?:que|no|evitar)|si no\b|basta|suficiente",
        r"más (?:simple|sencillo|barato|rápido|fácil|seguro|ligero)|menos|demasiado|nadie|ya (?:tenemos|está|lo)",
        r"no (?:hace falta|necesit\w+|vale la pena|quiero|compensa)|sobra",
    ),
    "options": (
        r"\bo (?:bien|usar|un|una|con|el|la|hacer)|dos (?:opciones|formas|maneras|caminos|posibilidades)|opci\w+|alternativa\w*",
        r"se puede|podemos|podríamos|por un lado|en cambio|a cambio|la otra|o si no|cualquiera",
    ),
    "recommend": (
        r"yo (?:usaría|dejaría|haría|pondría|iría)|recomiendo|propongo|sugiero|lo mejor",
    ),
    "accept": (
        r"^(?:(?:ok|sí|vale|bien|perfecto|genial|claro)[ ,.!]*)*(?:de acuerdo|hazlo|sí|vale|ok|adelante|perfecto|me parece bien|dale|"
        r"así|venga)",
    ),
    "lasting": (
        r"(?:recuerda|acuérdate|ten en cuenta|ten presente|no (?:te )?olvides|apunta|anota|toma nota)(?: de)?(?: que|:|,)",
        r"en tod[oa]s? (?:el|la|los|las)|(?:los|las) próxim[oa]s|tenlo en cuenta|así lo (?:hacemos|escribimos|ponemos)",
        r"a partir de ahora|de ahora en adelante|en adelante|en el futuro|siempre|nunca|jamás|cada vez|siempre que|por defecto",
        r"por norma|como norma|sin excepci\w+|en este (?:proyecto|repo\w*)|aquí (?:no|siempre|nunca)",
        r"nuestra (?:norma|regla|convenci\w+)|la próxima vez|cuando (?:me|hagas|abras|escribas|termines|cambies|crees)|antes de",
        r"en general|todos? (?:los|las|nuestros)|todas las",
    ),
    "directive": (
        r"por favor|porfa|debes|tienes que|hay que|quiero|prefiero|me gusta\w*",
        r"no (?:uses|pongas|hagas|toques|escribas|metas|mezcles|vuelvas|abras|cambies)|deja de|podrías|puedes|usamos|ponemos",
        r"escribimos|hacemos", r"(?:usa|pon|haz|escribe|deja|dame|pregunta|responde|llama|evita|avisa|avísame|mantén)",
    ),
    "correct": (
        r"^(?:(?:eh|pero|y|oye),? )*¿?(?:por qué|cómo es que|quién te) (?:has|hiciste|usas|usaste|pones|pusiste|metes|"
        r"metiste|\w+ste|\w+s)\b[^?]*\?",
        r"^(?:eh|ah|hm+|oye|espera|pero)?[ ,.]*(?:no|así no|para|mal|basta)\b",
    ),
    "once": (
        r"esta vez|por (?:esta vez|ahora|hoy|el momento)|solo (?:aquí|hoy|esta|por)|de momento|todavía no",
        r"en este (?:archivo|fichero)|excepcionalmente|aún no",
    ),
    "keep": (
        r"(?:dej\w+|qued\w+) (?:\w+ ){0,3}(?:así|como|tal|para|hasta)|déjalo|lo dejamos|dejémoslo|por (?:ahora|el momento)",
        r"de momento|provisional\w*|parche|chapuza|apaño|aplaz\w+|pospon\w+|posponemos|no (?:lo )?(?:tocamos|toques|tocar)|aguanta",
        r"sirve (?:para|por|hasta)|vale para|temporal\w*|a mano",
    ),
    "later": (
        r"hasta (?:que|el|la|los)|más adelante|luego|después (?:de|del)|antes de[l]?",
        r"cuando (?:el|la|los|las|se|llegue|tengamos|esté|haya|salga|termine|pase)|la (?:semana|próxima)",
        r"el (?:mes|próximo|año|lunes|martes|miércoles|jueves|viernes)",
        r"en (?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|otoño|primavera|verano|"
        r"invierno)",
        r"pr[oó]xim\w+|algún día|entonces (?:lo|ya)|ya lo (?:haremos|hacemos|arreglamos)|se (?:hará|rehace|cambia)",
    ),
    "debt": (
        r"todo\b|fixme|deuda|parche|chapuza|apaño|bien hecho|en condiciones|como (?:dios|toca)|rehacer|reescrib\w+|limpi\w+",
        r"duplicad\w+|feo",
    ),
    "deadline": (
        r"demo|entrega|lanzamiento|feria|cierre|plazo|migraci\w+|demasiado (?:riesgo|tarde|justo)|no (?:hay|tengo|da) tiempo|piloto",
        r"campaña|auditor\w+|temporada",
    ),
    "limit": (
        r"prohíb\w+|no autoriz\w+|impid\w+",
        r"l[ií]mit\w+|m[aá]xim\w+|como mucho|no más de|a lo sumo|cuando se llena",
        r"solo (?:guarda|exporta|lee|acepta|admite|permite|deja|tiene|funciona|lee|hay|se|un|una|dos|\d+)|sólo|únicamente",
        r"no (?:\w+ ){0,2}(?:admite|acepta|permite|deja|soporta|puede\w*|cabe\w*|hay|se puede|tiene|llega|pasa)",
        r"no (?:permitido|soportado)|prohib\w+|cuota|a partir de[l]? (?:\d+|la|segundo)|todo lo (?:que|demás)|recort\w+|trunc\w+",
        r"corta\w*|ignor\w+|rechaz\w+|descart\w+|se pierde\w*|por (?:segundo|minuto|hora|día|mes)|por ley|obliga\w*",
    ),
    "legal": (
        r"(?:contrato|licencia|ley|rgpd|términos|condiciones|reglamento|normativa|ministerio|"
        r"proveedor)\b[^.;]{0,40}(?:proh[ií]b\w+|no (?:permit\w+|dej\w+|autoriz\w+|se puede)|exig\w+|oblig\w+|impid\w+)",
        r"(?:prohibido|exigido) por |legalmente|por contrato",
    ),
    "slip": (
        r"errata|error de tecleo|mi (?:error|despiste)|(?:me )?(?:había|he) (?:olvidado|confundido|equivocado|"
        r"escrito mal)|se me (?:había )?(?:olvid\w+|pas\w+)",
    ),
    "must": (
        r"(?:queda|quedan|está|están) (?:descartad\w+|fuera|excluid\w+)",
        r"hay que|tien\w+ que|debe\w*|no hay (?:manera|forma|más remedio|nada)|así que|obliga\w*|no nos queda|exige\w*",
    ),
    "external": (
        r"proveedor\w*|fabricante|impresora|dispositivo|aparato|firmware|tableta\w*|m[oó]vil\w*|sensor\w*|api|servidor|servicio",
        r"navegador|banco|hacienda|ministerio|ley|contrato|licencia|cliente\w*|socio|lector|terminal|datáfono|pasarela|plan|ellos",
        r"su (?:api|servidor|sistema)|ayuntamiento|tarifa|operador\w*",
    ),
    "cause": (
        r"porque|causa\w*|culpa|debido|por eso|venía de|viene de|era (?:que|el|la|por)|el (?:problema|fallo) (?:era|es|estaba)",
        r"resulta que|de ahí|se debía|provoca\w*|ya que|estaba\w*|así que|quedaba\w*",
    ),
    "fixed": (
        r"arregl\w+|solucion\w+|resuelt\w+|corregid\w+|funciona\w*|ya (?:no|va|pasa|sale|funciona|arranca|imprime)|pasa\w*|verde",
        r"sin (?:errores|fallos)|con (?:el|la|eso) .{1,40}(?:funciona|pasa|va)",
        r"al (?:quitar|poner|cambiar|subir|bajar|fijar|renovar|limpiar|reiniciar|activar|desactivar)|desde entonces|vuelve\w* a",
    ),
    "failure": (
        r"a veces|desde (?:ayer|hoy|el lunes|la \w+)|no (?:aparece|abre|guarda|termina|imprime|conecta)\w*",
        r"error\w*|fall\w+|romp\w+|rot[oa]s?|cuelg\w+|colgad\w+",
        r"no (?:funciona|arranca|carga|responde|llega|sale|va|imprime|conecta|encuentra|se)\w*|se (?:cae|para|queda|corta|pierde)\w*",
        r"lent[oa]\w*|vac[ií]\w+|duplicad\w+|perdid\w+|rechaz\w+|deneg\w+|timeout|mal\b|en blanco|falta\w*|doble\w*",
    ),
    "tentative": (
        r"quiz[aá]s?|tal vez|a lo mejor|puede (?:que|ser)|creo|supongo|sospech\w+|probablemente|parece\w*|podría\w*|sería|probemos",
        r"voy a|ni idea|no (?:sé|estoy)|si\b",
    ),
    "withdraw": (
        r"olvíd\w+|olvida (?:eso|lo)|déjalo estar|mejor no|al final no|no espera|cancela\w*|volvemos|volvamos|vuelve a|deshaz|retiro",
        r"nada nada|quita eso|en realidad no|pensándolo",
    ),
    "forget": (
        r"no (?:lo |la |los )?(?:guardes|recuerdes|anotes|apuntes|memorices|registres|grabes)",
        r"no hace falta (?:guardar|recordar|anotar|apuntar)|que no (?:quede|se guarde|se quede)",
        r"olvida (?:todo|esta conversaci\w+|lo que)|nada de esto .{0,20}(?:guard|record|anot)\w+",
    ),
    "made_up": (
        r"inventa\w*|ficticio\w*|traduc\w+|tradúce\w*|folleto|redacta\w*|supongamos|más (?:amable|formal)",
    ),
    "asks": (
        r"^(?:(?:y|pero|bueno|ok|vale|entonces|ah),? )*[¿]?(?:qué|por qué|cómo|cuándo|dónde|quién|cuál\w*|cuánt\w+|puedes (?:mirar|ver|"
        r"decir)|se puede|hay|es|está|tiene|tenemos|habría|deberíamos)\b",
        r"¿|y si\b",
    ),
    "outcome": (
        r"termin\w+|list[oa]s?|hech[oa]s?|desplegad\w+|subid\w+|tests?|pruebas?|pasan|verde|queda\w* (?:por|pendiente|solo|la|el)",
        r"falta\w*|siguiente paso|resumen|en total|funciona\w*|ya est\w+|próximo",
    ),
}
