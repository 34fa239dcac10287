"""The word families of triage in French: the same names as in english.py, shorter lists."""

# fmt: off
NAMES = (
    "le la les et est pas une des du on pour dans que qui avec sur je tu c'est ça il au ne plus mais sont toujours jamais en moi me "
    "ce cette nous vous avec tout tous toutes bien alors donc fait"
)
"""Words by which the language is told from others."""

WORDS = {
    "kind": (
        r"(?:commits|commentaires|noms|messages|tests|réponses|variables|branches|textes) (?:courts|petits|en|toujours|avec|sans)",
        r"pas de (?:commits|commentaires|abréviations|emojis)|des (?:commits|réponses|messages|noms) \w+",
    ),
    "past": (
        r"avait|étai(?:t|ent)|ne trouvait|n'avait|du coup",
    ),
    "habit": (
        r"quand tu|avant de|pour moi|je (?:veux|préfère|n'aime)|sans (?:demander|me demander)|on (?:écrit|met|utilise|fait|garde)",
        r"tous les|toutes les|arrête de|plus de",
    ),
    "manners": (
        r"commits?|messages?|commentaires?|noms?|variables?|tests?|français|anglais|langue|résumés?|réponses?|court\w*|branches?",
        r"unités|dates?|montants?|textes?|fichiers?",
    ),
    "product": (
        r"(?:^|[.,;:!] ?)(?:le|la|les|l'|cette?|ces|chaque) ?(?:[\w'-]+ ){1,5}(?:doi(?:t|vent)|devrai\w+) (?:toujours|jamais)",
    ),
    "told": (
        r"(?:il|elle|ça|c'est|ce|ils|on|j'ai|je) (?:\w+ )?(?:est|a|était|sont|ont|ai) (?:toujours|jamais)|comme toujours",
        r"presque toujours|toujours (?:pas|aussi|le même|en)",
    ),
    "choose": (
        r"adjugé|vendu|c'est (?:parti|réglé|entendu|vu|acté|bon) (?:pour|avec)|on (?:tranche|opte|retient|s'en tient|"
        r"se contente|mise|bascule|dit)|(?:je|nous) (?:pars|opte|retiens|retenons|optons|restons|tranche)|restons|optons|"
        r"ça sera",
        r"on (?:part|va|prend|garde|passe|reste|fait|utilise|choisit|met|laisse tomber|abandonne)",
        r"nous (?:prenons|gardons|allons|choisissons)|je (?:prends|choisis|préfère|garde)|c'est (?:décidé|tranché)|décid\w+|tranché",
        r"choisi\w*|retenu|partons|prenons|gardons|va pour|tant pis pour|dans ce cas|ce sera",
    ),
    "order": (
        r"(?:^|[.;,!] ?|ok |bon |oui |alors |donc )(?:prends|garde|fais|mets|utilise|passe|laisse|reste|écris)",
    ),
    "reason": (
        r"parce qu\w*|car\b|puisqu\w*|vu qu|comme (?:on|ça|il|c'est)|sinon|pour (?:que|éviter|ne pas)|ça suffit|suffit|suffisant",
        r"plus (?:simple|léger|rapide|sûr|facile)|moins (?:cher|lourd|de)|trop (?:\w+)|personne|déjà|de toute façon|pas besoin",
        r"un (?:serveur|service|truc) de (?:moins|plus)|à cause|afin",
    ),
    "options": (
        r"soit|ou (?:bien|alors|de|un|une|on)|deux (?:solutions|options|façons|possibilités|manières|voies)|option\w*|sinon",
        r"alternative\w*|on (?:peut|pourrait)|d'un côté|en revanche|par contre|l'autre|au choix|plutôt que|solution\w*",
    ),
    "recommend": (
        r"je (?:propose|recommande|conseille|garderais|laisserais|prendrais|ferais|partirais)|mieux vaut|le mieux",
    ),
    "accept": (
        r"^(?:(?:ok|oui|bon|super|parfait|bien|ah|très bien)[ ,.!]*)*(?:d'accord|vas-y|oui|ok|ça marche|ça me va|parfait|fais(?:-le|"
        r" comme ça)|on fait (?:ça|comme ça)|entendu|c'est bon)",
    ),
    "lasting": (
        r"retiens(?: bien)?|souviens-toi|rappelle-toi|garde (?:bien )?(?:en tête|à l'esprit)|n'oublie (?:pas|jamais)|"
        r"note (?:bien|que)\b|à retenir",
        r"désormais|dorénavant|à partir de maintenant|à l'avenir|toujours|jamais|chaque fois|à chaque|systématiquement|par défaut",
        r"sans exception|en général|chez nous|ici on|dans ce (?:projet|dépôt)|notre (?:convention|règle|habitude)|la prochaine fois",
        r"quand tu|avant de|une fois pour toutes|tous (?:les|nos)|toutes (?:les|nos)|on ne \w+ jamais|comme d'habitude",
    ),
    "directive": (
        r"s'il te pla[iî]t|stp|svp|merci de|tu (?:dois|peux|devrais|pourrais|ne)|il faut|je (?:veux|préfère|voudrais|souhaite)",
        r"on (?:écrit|met|utilise|nomme|fait|garde|préfère|ne)|arrête|évite|ne \w+ (?:pas|plus|jamais)",
        r"(?:écris|mets|utilise|garde|fais|donne|demande|réponds|nomme|laisse|parle|commence|pense)",
    ),
    "correct": (
        r"^(?:(?:euh|mais|et|ah),? )*(?:pourquoi|comment ça se fait que|qui t'a dit) (?:est-ce que )?(?:tu|as-tu|"
        r"t')?[^?]*\?",
        r"^(?:euh|ah|hm+|attends|mais)?[ ,.]*(?:non|pas comme ça|stop|arrête|faux)\b",
    ),
    "once": (
        r"cette fois|pour (?:une fois|cette fois|le moment|l'instant|aujourd'hui|celui-ci)|juste (?:ici|là|cette)|exceptionnellement",
        r"pas encore|dans ce fichier|seulement ici",
    ),
    "keep": (
        r"tant pis|laiss\w+ (?:comme|ça|tel|pour|tomber|le|la|les)|on (?:laisse|garde|touche pas|ne touche pas|verra)",
        r"garde\w* (?:comme|tel|le|la|les|ça)|pour (?:l'instant|le moment|la démo|aujourd'hui)|provisoire\w*|en attendant|bricolage",
        r"rustine|repouss\w+|report\w+|remis\w* à|ça ira|suffira|pas (?:maintenant|aujourd'hui|cette semaine|avant)|temporaire\w*",
        r"en dur",
    ),
    "later": (
        r"quand l'\w+",
        r"une fois l'\w+",
        r"jusqu'\w+|plus tard|après (?:la|le|les|l')|avant (?:la|le|les|l')|quand (?:on|le|la|les|il)|dès (?:que|qu)",
        r"une fois (?:que|qu|la|le)|au (?:prochain|sprint|printemps)|la semaine prochaine|le mois prochain|l'an prochain",
        r"en (?:janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre|automne|été|hiver)|à la rentrée",
        r"sprint d'après|prochain\w*|on (?:fera|verra|refera|reprendra|nettoiera|remplacera)|lundi|mardi|mercredi|jeudi|vendredi",
        r"ensuite",
    ),
    "debt": (
        r"todo|fixme|dette|bricolage|rustine|proprement|propre|réécri\w+|refaire|refera|nettoy\w+|en dur|pas (?:beau|joli|propre)",
        r"doublon\w*",
    ),
    "deadline": (
        r"démo|livraison|mise en prod\w*|salon|gel|échéance|trop (?:risqué|tard|juste|cher|long)|pas le temps|pilote|réunion|audit",
        r"préfet",
    ),
    "limit": (
        r"interdi\w+|n'autoris\w+|proscri\w+",
        r"limit\w+|maxim\w+|au (?:plus|maximum)|pas plus de|ne (?:\w+ ){0,2}(?:que|qu'|pas|plus|jamais|aucun)",
        r"n'(?:\w+ ){1,2}(?:que|qu'|pas|plus|jamais|aucun)|seulement|uniquement|interdit\w*|impossible|quota|plafon\w+",
        r"pas (?:de|possible|supporté|prévu|autorisé)|au-delà|au-dessus|tout ce qui|coup\w+|tronqu\w+|ignor\w+|rejet\w+|refus\w+",
        r"perdu\w*|par (?:seconde|minute|heure|jour|mois)|colonnes|n'y (?:a|est) pas",
    ),
    "legal": (
        r"(?:contrat|licence|loi|rgpd|conditions|cgu|règlement|préfecture|cnil|fournisseur|"
        r"éditeur)\b[^.;]{0,40}(?:interdi\w+|interdisent|n'autoris\w+|pas|exig\w+|impos\w+|oblig\w+)",
        r"(?:interdit|imposé|exigé) (?:par|selon) |(?:légalement|contractuellement)",
    ),
    "slip": (
        r"faute de frappe|coquille|mon (?:erreur|oubli)|j'(?:avais|ai) (?:oubli\w+|confondu|inversé|mal (?:tapé|écrit))",
    ),
    "must": (
        r"(?:est|sont) (?:donc )?(?:exclu\w*|impossible\w*|hors de question)",
        r"il faut|doit|doivent|faut donc|on n'y peut rien|rien (?:à|y) faire|donc (?:on|il)|oblig\w+|impos\w+",
    ),
    "external": (
        r"fournisseur|fabricant|éditeur|imprimante|appareil|firmware|tablette\w*|téléphone\w*|capteur\w*|api|serveur|service",
        r"navigateur|banque|préfecture|administration|loi|rgpd|contrat|licence|client\w*|partenaire|carte|lecteur|terminal|boîtier",
        r"leur\w*|hébergeur|mairie|caisse|forfait",
    ),
    "cause": (
        r"parce qu\w*|car\b|à cause|cause|vient (?:de|du)|venait (?:de|du)|provenait|provient|c'était|c'est (?:le|la|que)|dû|due|d'où",
        r"donc|voilà pourquoi|responsable|coupable|en fait|puisqu\w*|avait|étaient?",
    ),
    "fixed": (
        r"corrig\w+|répar\w+|résolu\w*|réglé\w*|(?:marche|fonctionne|passe|tourne|repart|part|imprime|démarre|redémarre)\w*|vert\w*",
        r"plus (?:aucun\w*|d'erreur|de)|depuis",
        r"en (?:passant|mettant|remettant|forçant|désactivant|activant|ajoutant|enlevant|fixant|relançant)|une fois",
        r"avec .{1,40}(?:marche|passe|fonctionne)|tout est",
    ),
    "failure": (
        r"parfois|depuis (?:hier|ce matin|lundi|la mise à jour|la migration)|n'(?:arrive|affiche|ouvre|envoie)\w* (?:pas|plus|rien)",
        r"erreur\w*|plant\w+|échou\w+|échec\w*|cass\w+|bloqu\w+",
        r"ne (?:\w+ )?(?:marche|fonctionne|trouvait|trouve|démarre|répond|part|passe|s'ouvre|s'affiche)\w*|marche (?:pas|plus)",
        r"fonctionne (?:pas|plus)|fige\w*|lent\w*|vide\w*|perdu\w*|perd\w*|refus\w+|rejet\w+|manqu\w+|double\w*|faux|fausse\w*",
        r"timeout|tombe|coupe\w*|sort|disparai\w+|plus rien",
    ),
    "tentative": (
        r"peut-être|sans doute|probablement|je (?:pense|crois|soupçonne|suppose)|pourrait|on dirait|semble\w*|il se peut|hypothèse",
        r"essay\w+|serait|sais pas|si (?:on|tu|je)",
    ),
    "withdraw": (
        r"laisse tomber|oublie|finalement (?:non|on|je)|en fait non|annule\w*|reviens|revenons|on revient|non attends|abandonne\w*",
        r"retire|on reste (?:sur|avec|comme)|tout compte fait|je retire|pas la peine",
    ),
    "forget": (
        r"(?:ne |n')?(?:retiens|garde|note|enregistre|mémorise|sauvegarde|conserve)\w* (?:pas|rien)",
        r"(?:à |faut )(?:ne )?(?:rien|pas) (?:retenir|garder|noter|enregistrer)|oublie (?:tout|cette conversation|ce qu)",
        r"pas (?:en|dans (?:ta|la)) mémoire",
    ),
    "made_up": (
        r"invente\w*|fictif\w*|fictive\w*|tradui\w+ (?:ce|le|la|moi|ça|cette)|reformul\w+|corrige (?:le|ce|mon) texte",
        r"raccourci\w* (?:le|ce)|dépliant|brochure|article de blog",
    ),
    "asks": (
        r"^(?:(?:et|mais|bon|ok|alors|donc|ah),? )*(?:qu|quoi|pourquoi|comment|quand|où|qui|quel\w*|est-ce|combien|on peut|tu peux|"
        r"peut-on|peux-tu|faut-il)\b",
        r"et si|est-ce qu",
    ),
    "outcome": (
        r"termin\w+|fini\w*|en place|livr\w+|déploy\w+|pouss\w+|tests?|passent|vert\w*|reste (?:à|le|la|encore)|restent",
        r"prochaine étape|ensuite|résumé|bilan|au total|fonctionne\w*|marche\w*|est (?:prêt|fait|migré|porté)\w*",
        r"sont (?:prêt|fait|migré|porté)\w*",
    ),
}
