"""The word families of triage in Portuguese: the same names as in english.py, shorter lists."""

# fmt: off
NAMES = (
    "o os as e é não uma do da para com que por em se na no mas mais está são já quando pra isso foi ao sempre nunca todo todos "
    "todas aqui agora assim tem porque favor gente"
)
"""Words by which the language is told from others."""

WORDS = {
    "kind": (
        r"(?:nomes|commits|mensagens|comentários|testes|respostas|textos|branches|datas)(?: d\w+ \w+)? (?:sempre|em|com|sem|curt\w+)",
        r"(?:sem|nada de) (?:abreviações|emojis|comentários)",
    ),
    "past": (
        r"estava\w*|ficava\w*|tinha\w*|não (?:encontrava|tinha)|então",
    ),
    "habit": (
        r"quando (?:você|vc|for|fizer|criar|mudar|terminar|abrir|escrever)|antes de|para mim|pra mim|prefiro|não quero",
        r"sem (?:perguntar|avisar)|a gente (?:usa|coloca|escreve|faz|não)|todos os|todas as|para de|sempre que",
    ),
    "manners": (
        r"commits?|mensagens|mensagem|comentários?|nomes?|variáveis|testes?|português|inglês|idioma|resumos?|respostas?|curt\w+",
        r"branches?|unidades|datas?|textos?|arquivos?|endpoints?",
    ),
    "product": (
        r"(?:^|[.,;:!] ?)(?:o|a|os|as|cada|este|esta)(?: [\w-]+){1,5} (?:deve\w*|tem que|têm que|precisa\w*) (?:\w+ )?(?:sempre|nunca)",
    ),
    "told": (
        r"(?:é|está|foi|são|era|tem|eu) (?:sempre|nunca)|como sempre|quase sempre|sempre (?:é|está|foi|o mesmo)",
        r"nunca (?:vi|foi|tinha|fiz)",
    ),
    "choose": (
        r"fechou|(?:vamos|vou|bora) (?:pel[ao]|no|na|nessa)|ficou decidido|então (?:é|será|fica)|seguimos com|optemos|"
        r"opta\w+ por|fica sendo",
        r"(?:vamos|vou) (?:de|com|usar|ficar|manter|trocar|fazer|por)|fechado|fechamos|decid\w+|escolh\w+|optamos|opto",
        r"fica(?:mos)? (?:com|o|a|em)|usamos|prefiro|então (?:usa|vamos|fica|faz)|mantemos|mantém|trocamos|bora (?:de|com)|vai ser",
    ),
    "order": (
        r"(?:^|[.;,!] ?|ok |tá |sim |então |beleza )(?:usa|use|faz|faça|põe|deixa|mantém|troca|escreve)",
    ),
    "reason": (
        r"porque|pois|já que|como (?:o|a|só|não)|para (?:que|não|evitar)|senão|basta|suficiente|chega",
        r"mais (?:simples|barato|rápido|fácil|seguro|leve)|menos|demais|muito (?:caro|lento|pesado)|ninguém|já (?:temos|está|tem)",
        r"não (?:precisa\w*|vale|quero|compensa)|um (?:serviço|servidor) a menos|toda hora|sem (?:ninguém|precisar|que)",
    ),
    "options": (
        r"\bou (?:usar|um|uma|com|o|a|então|largar|manter|fazer)|d(?:ois|uas) (?:jeitos|opções|formas|maneiras|caminhos)|opç\w+",
        r"alternativa\w*|dá para|podemos|poderíamos|por um lado|em troca|a outra|o outro|tanto faz",
    ),
    "recommend": (
        r"eu (?:usaria|deixaria|faria|iria|manteria)|recomendo|proponho|sugiro|o melhor",
    ),
    "accept": (
        r"^(?:(?:ok|sim|tá|beleza|boa|isso|perfeito|ótimo|claro)[ ,.!]*)*(?:concordo|pode (?:ser|fazer)|faz isso|sim|ok|combinado|"
        r"fechado|isso|vai|beleza|tá bom|de acordo)",
    ),
    "lasting": (
        r"(?:lembr[ae](?:-se)?|tenha em mente|não (?:se )?esque[çc]\w+|anot[ae]|guarde)(?: de| bem)?(?: que|:|,)",
        r"a partir de agora|de agora em diante|daqui (?:pra|para) frente|no futuro|sempre|nunca|jamais|toda vez|cada vez|sempre que",
        r"por padrão|sem exceção|neste (?:projeto|repo\w*)|aqui (?:a gente|não|sempre|nunca)|nossa (?:regra|convenção)",
        r"da próxima vez|quando (?:você|vc|abrir|fizer|terminar|escrever|mudar|criar|for)|antes de|em geral|todos? (?:os|as|nossos)",
        r"todas as|a gente (?:sempre|nunca|usa|não)",
    ),
    "directive": (
        r"por favor|pfv|deve|tem que|precisa|quero|prefiro|gosto",
        r"não (?:use|usa|ponha|coloque|coloca|faça|faz|mexa|mexe|escreva|misture|mistura|abra)|para de|pare de|poderia|você|usamos",
        r"colocamos|escrevemos|a gente",
        r"(?:use|usa|ponha|põe|coloca|coloque|faça|faz|escreva|escreve|deixe|deixa|pergunte|pergunta|avise|avisa|responda|chame|evite|"
        r"mantenha)",
    ),
    "correct": (
        r"^(?:(?:ué|mas|e|ei),? )*(?:por que|como assim|quem mandou) (?:você|vc|tu)?[^?]*\?",
        r"^(?:é|ah|hm+|opa|espera|mas|ei)?[ ,.]*(?:não|assim não|para|errado|chega)\b",
    ),
    "once": (
        r"desta vez|dessa vez|só (?:hoje|aqui|desta|dessa|nesse|neste|na|no)|por (?:enquanto|hoje|agora|ora)|ainda não|neste arquivo",
        r"nesse arquivo|excepcionalmente",
    ),
    "keep": (
        r"(?:deix\w+|fica\w*) (?:\w+ ){0,3}(?:assim|como|desse jeito|para|até|do jeito)|deixa\b|por (?:enquanto|ora)|provisóri\w+",
        r"gambiarra|remendo|adi\w+|não (?:vamos )?(?:mexer|mexe|mexemos|tocar)|serve (?:para|por|até)|dá (?:para|pro gasto|conta)",
        r"temporári\w+|na mão|quebra-galho",
    ),
    "later": (
        r"até (?:o|a|que|sair|chegar|lá)|mais (?:tarde|para frente|pra frente)|depois (?:d[aoe]s?|que|a gente|eu)?|antes d[aoe]",
        r"quando (?:o|a|os|as|sair|chegar|tiver|for|entrar|acabar)|(?:semana|mês|ano|sprint|versão) que vem|próxim\w+",
        r"em (?:janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro)",
        r"no (?:verão|outono|inverno)|na primavera|segunda|terça|quarta|quinta|sexta|um dia|aí (?:a gente|eu|sim|refaz)",
        r"a gente (?:refaz|arruma|troca|volta)",
    ),
    "debt": (
        r"todo\b|fixme|dívida|gambiarra|remendo|direito|decente|refaz\w*|refazer|reescrev\w+|limp\w+|duplicad\w+|feio",
    ),
    "deadline": (
        r"demo|entrega|lançamento|feira|prazo|migração|arriscado|em cima|sem tempo|não dá tempo|piloto|campanha|auditoria|temporada",
        r"eleição",
    ),
    "limit": (
        r"proíb\w+|não autoriz\w+|imped\w+",
        r"limit\w+|máxim\w+|no máximo|não mais (?:de|que)",
        r"só (?:aceita|permite|deixa|tem|funciona|lê|entende|suporta|um|uma|dois|duas|\d+|vai|dá)|apenas|somente",
        r"não (?:\w+ ){0,2}(?:aceita|permite|deixa|suporta|pode\w*|cabe\w*|tem|dá|existe|há|passa)|não (?:permitido|suportado)",
        r"proibid\w+|cota|acima de|tudo (?:que|o que|acima)|corta\w*|trunc\w+|ignor\w+|rejeit\w+|recus\w+|descart\w+|some\b",
        r"por (?:segundo|minuto|hora|dia|mês)|por lei|obriga\w*|exige\w*",
    ),
    "legal": (
        r"(?:contrato|licença|lei|lgpd|termos|condições|regulamento|norma|receita|fornecedor)\b[^.;]{0,40}(?:proí?[bí]\w+|"
        r"não (?:permit\w+|deix\w+|autoriz\w+|pode\w*)|exig\w+|obrig\w+|imped\w+)",
        r"(?:proibido|exigido) (?:por|pel[ao]) |legalmente|por contrato",
    ),
    "slip": (
        r"erro de digitação|meu (?:erro|descuido)|eu (?:tinha|havia) (?:esquecido|trocado|confundido|digitado errado)|"
        r"(?:me )?esqueci|digitei errado",
    ),
    "must": (
        r"(?:fica|ficam|está|estão) (?:descartad\w+|fora|excluíd\w+)",
        r"tem que|têm que|precisa\w*|deve\w*|não tem (?:jeito|como|o que)|então (?:só|tem)|obriga\w*|exige\w*|o jeito é",
    ),
    "external": (
        r"fornecedor\w*|fabricante|impressora|dispositivo|aparelho|firmware|tablet\w*|celular\w*|sensor\w*|api|servidor|serviço",
        r"navegador|banco|receita|governo|prefeitura|lei|lgpd|contrato|licença|cliente\w*|parceiro|leitor|terminal|maquininha",
        r"gateway|plano|eles|deles|tv|operadora|secretaria|sefaz",
    ),
    "cause": (
        r"porque|causa\w*|culpa|por causa|por isso|vinha de|veio de|era (?:que|o|a|por)|o (?:problema|erro) (?:era|é|estava)",
        r"acontece que|daí|devido|provoca\w*|já que|estava\w*|ficava\w*|então",
    ),
    "fixed": (
        r"corrig\w+|consert\w+|arrum\w+|resolv\w+|funciona\w*|volt\w+ a|(?:agora|já) (?:não|passa|carrega|roda|sobe|imprime)",
        r"passa\w*|passou|verde|sem (?:erro\w*|falha\w*)|com (?:o|a|isso) .{1,40}(?:funciona|passa|roda)",
        r"ao (?:tirar|colocar|trocar|subir|baixar|fixar|renovar|limpar|reiniciar|ativar|desativar)|depois d[aeo]|desde então|sumi\w+",
        r"parou de|pararam",
    ),
    "failure": (
        r"às vezes|desde (?:ontem|hoje|segunda|a \w+)|não (?:aparece|abre|salva|termina|imprime|conecta)\w*",
        r"erro\w*|falh\w+|quebr\w+|trav\w+|não (?:funciona|sobe|carrega|responde|chega|sai|vai|imprime|conecta|abre|roda)\w*|cai\b",
        r"caiu|caem|para\b|parad[oa]s?|parou|some\w*|sumiu|lent[oa]\w*|vazi\w+|duplicad\w+|perdid\w+|rejeit\w+|negad\w+|timeout",
        r"em branco|falta\w*|dobrad\w+|congel\w+",
    ),
    "tentative": (
        r"talvez|quem sabe|pode ser|acho|suponho|suspeit\w+|provavelmente|parece\w*|poderia\w*|seria|vamos ver|sei lá|não sei|se\b",
    ),
    "withdraw": (
        r"esquece|deixa (?:pra lá|quieto)|melhor não|no fim não|não[, ]+espera|cancela\w*|volta\w* (?:para|pro|ao|atrás)|desfaz",
        r"retiro|pensando bem|na verdade não|desisto",
    ),
    "forget": (
        r"não (?:guarde|guarda|lembre|lembra|anote|anota|memorize|salve|salva|registre|registra|grave|grava) (?:isso|nada|essa|esta|"
        r"o que|em lugar)",
        r"não precisa (?:guardar|lembrar|anotar|salvar)|esquece (?:tudo|essa conversa|o que)",
        r"nada disso .{0,20}(?:guard|salv|anot)\w+",
    ),
    "made_up": (
        r"inventa\w*|fictíci\w+|traduz\w*|tradução|folheto|redija|suponha\w*|mais (?:educado|formal)",
    ),
    "asks": (
        r"^(?:(?:e|mas|bom|ok|tá|então|ah),? )*(?:o que|que|por que|porque|como|quando|onde|quem|qual|quais|quant\w+|dá (?:para|pra)|"
        r"pode|tem como|é|está|existe|será)\b",
        r"e se\b",
    ),
    "outcome": (
        r"termin\w+|pront[oa]s?|feit[oa]s?|publicad\w+|subi\w*|tests?|testes?|passam|passaram|verde|falta\w*|resta\w*|próximo|resumo",
        r"no total|funciona\w*|deploy",
    ),
}
