"""English word families of triage: alternatives of regular expressions over case-folded text; `_` stands for code or a quotation.

Here what people choose, wish and put off; what they find out is in english_facts.py.
"""

from .english_facts import FACTS

# fmt: off
WORDS = {
    # A choice is made.
    "choose": (
        r"(?:let'?s|lets|we'?ll|we will|i'?ll|we'?re going to|we are going to|i'?m going to|then we|so we|ok we|we) (?:just |simply |"
        r"rather |then )*(?:go (?:with|for)|use|take|do|pick|choose|keep(?: to)?|stay (?:with|on)|stick (?:with|to)|drop|move (?:to|"
        r"away)|switch|adopt|build|put|store|ship|run|make it|have|leave out)",
        r"(?:i|we)(?:'ve| have|'d)? (?:just |finally |already |now )*(?:decided|settled|chosen|chose|picked|opted|agreed) (?:on|for|to|"
        r"against|that|we)?",
        r"(?:decided|settled|agreed)(?: then)?\s*[:,-]", r"(?:going|went|go|stick|sticking|stay|staying) (?:with|for)",
        r"settle[ds]? (?:on|for)", r"(?:the )?decision(?: is|:)", r"final (?:answer|call|word)",
        r"(?:i|we)(?:'?ve| have)? (?:just |now )?(?:slept on|thought about|thought it|thought)", r"(?:the )?winner",
        r"(?:has|have|got) (?:my|our) vote", r"that one (?:then|it is)|that'?s the one", r"(?:in favou?r of|against)",
        r"(?:go|goes|went) (?:into|to|in) (?:the |a |its |their )?(?:own |separate )?(?:table|file|repo|service|database|branch|module|"
        r"package|bucket|queue)",
        r"make (?:it|that|this|them) (?:a|an|two|one|the) \w+", r"my (?:vote|pick|call|choice)(?: is|:| goes)?", r"(?:it is|it's) then",
        r"\w+ it is(?=[.,;!:]|$| then| because| since)", r"\w+ (?:wins|kills it|settles it|is out|is the one|stays)\b",
        r"(?:is|are) (?:off the table|out of the question|out)\b",
        r"i(?:'d| would) (?:rather|sooner) (?:have|go|use|take|keep|not|stay|run|we)", r"i (?:want|pick|choose|take)",
        r"rul(?:e|es|ed|ing) (?:that |it |them )?out", r"(?:option|variant|number|version) (?:\d|[abc]|one|two|three)\b",
        r"the (?:first|second|third|last|latter|former) (?:one|option|way|variant)",
        r"we(?:'re| are) (?:not )?(?:going|doing|using|switching|moving|staying|keeping)",
        r"no need for (?:a|an|another) \w+,? (?:just|so)", r"(?:plain|just|simply|only) (?:a |the )?\w+[\w .-]{0,24}(?:then|, no)",
    ),
    # Something is put in place by an order to the agent; a choice only where options were on the table.
    "order": (
        r"(?:^|[.;,!] ?|ok |okay |then |yes |yep |so |right |hm |alright )(?:please )?(?:use|take|keep|do|make (?:it|that)|go|switch|"
        r"drop|put|store|build|stay|write|move|have|run|no)\b",
        r"\b\w+,? then\b", r"scrap (?:both|all|that|it|the)\b[^.]*\.?\s*\w+",
    ),
    # Why.
    "reason": (
        r"because", r"cos", r"cuz", r"since", r"so that", r"that way", r"due to", r"for the reason", r"the reason", r"otherwise",
        r"or else", r"hence", r"as (?:we|i|it|they|the|there|that|this|our)",
        r"(?:is|are|'s|was|be) (?:more than |plenty |good |fast |small |big |cheap )?enough", r"enough for", r"suffic\w+", r"plenty",
        r"(?:do|does|did|would|will|wo|ca|ca|could)n'?t (?:matter|want|need|have to|trust|care|justify|survive|work|see|like|fit|scale)",
        r"don'?t (?:want|need|trust|have|see|like)", r"(?:one|a) (?:less|fewer|more) \w+",
        r"(?:less|fewer|more) (?:to|moving|code|work|trouble|risk)\b",
        r"no (?:new|extra|more|other|second|further|additional|broker|server|need)",
        r"(?:too|so) (?:much|many|slow|big|heavy|risky|expensive|fragile|complex|complicated|clever|old|new|hard|late|long|small|"
        r"brittle)\b",
        r"(?:simpler|easier|cheaper|faster|smaller|safer|lighter|quicker|cleaner|clearer|better|boring|sturdier|worse|harder|slower|"
        r"heavier|riskier)\b",
        r"the only (?:thing|one|ones|way)", r"already (?:have|there|know|run|use|in|knows|runs|uses|pay|got)",
        r"we(?:'ve| have) (?:already|just|only|been)", r"nobody|no one|no-one|noone",
        r"(?:it|that|this|which|he|she|they|there|those)(?:'s| is| are|'re) (?:only|just|all|what|how|where|nothing)",
        r"(?:at|with|for) (?:our|that|this|these) (?:size|scale|volume|numbers?|load|team)",
        r"(?:kills|saves|costs?|breaks|survives|avoids|spares?|means|buys)\b",
        r"i (?:can|could|already|don'?t) (?:read|look|debug|understand|know|want|trust)", r"\bnot worth\b", r"worth (?:it|the)",
        r"rather than", r"instead of", r"by hand",
        r"(?:they|it|we|people|customers|users) (?:can|can'?t|cannot|must|will|won'?t|need|never|always|only)\b",
    ),
    # The other side put choices on the table.
    "options": (
        r"either\b",
        r"\bor (?:you|one|we|i|with|a|an|the|by|in|as|to|else|keep|use|drop|leave|just|it|do|make|take|drawing|writing|storing|using|"
        r"running|keeping|putting|having|mark|give|model)\b",
        r"alternativ\w*", r"two (?:ways|options|choices|routes|possibilities|candidates|approaches|things)",
        r"(?:three|several|a few|other) (?:ways|options|choices|routes|candidates|approaches)", r"option\w*", r"candidates?",
        r"trade-?offs?", r"versus|\bvs\b", r"on the other hand", r"whereas", r"the other (?:way|one|is|would|switch|option)",
        r"(?:could|can|would) (?:also|instead)", r"one could", r"you (?:can|could|would|'d)", r"compared (?:to|with)", r"in return",
        r"the price (?:is|of|would)", r"both (?:work|are|would|can|do|need|have|cost|keep|fit)", r"which (?:one|do you|would you|of)",
        r"(?:what|which) would you", r"(?:would|do) you (?:like|prefer|want|rather)", r"a \w+ (?:would|could) ", r"(?:pro|con)s?\b",
        r"in between",
    ),
    # The assistant recommends.
    "recommend": (
        r"i(?:'d| would) (?:go|leave|keep|use|take|pick|choose|do|put|start|stay|stick|suggest|recommend|rather|not|make|split|store|"
        r"drop|wait|postpone|defer|move)\b",
        r"i (?:suggest|recommend|propose|vote)\b", r"my (?:recommendation|suggestion|proposal|advice|vote|pick)\b",
        r"(?:better|best|simplest) (?:to|would|is|choice)\b",
    ),
    # Agreement with what was just proposed.
    "accept": (
        r"^(?:(?:ok|okay|k|hm|right|fine|yes|yeah|yep|yup|sure|good|great|nice|perfect|cool|alright|all right|excellent|lovely|"
        r"works for me|oh|ah)[ ,.!:-]*)*(?:agreed?|do (?:it|that|so|this)|go (?:ahead|for it|on)|let'?s do (?:it|that|so)|"
        r"sounds (?:good|right|fine|like)|makes sense|yes|yeah|yep|yup|ok|okay|sure|fine|deal|exactly|like that|that one|please do|"
        r"good (?:plan|idea|point|call)|you'?re right|i agree|as you say|same here|works for me|fine (?:by|with) me|that'?s (?:fine|it|"
        r"good|what|how|the way))\b",
    ),
    # A standing rule.
    "lasting": (
        r"wherever",
        r"(?:in|for) (?:all )?new (?:code|\w+s)",
        r"(?:after|before|with|in|on) every (?:single )?\w+",
        r"(?:in|for) (?:our|all|the) (?:tests|docs|ui|copy|api|templates|components|queries|scripts)",
        r"we (?:do not|don'?t|dont) (?:use|do|write|put|allow|ship|commit|mock|abbreviate|translate|mix)",
        r"from (?:now|here|today|this point) on\w*", r"going forward", r"(?:in|for) (?:the )?future", r"henceforth", r"always", r"never",
        r"ever", r"every (?:single )?time", r"each time", r"whenever", r"any ?time", r"as a (?:general )?rule",
        r"(?:a |as a )?general (?:rule|thing|request|wish|remark)", r"for (?:any|every|each|all) new \w+", r"you know the drill",
        r"everywhere", r"across the (?:board|\w+)",
        r"(?:in|of|with|across) (?:this|our|my|the (?:whole|entire)|any of our|all our|all of our|all the|all|every|"
        r"any) (?:\w+ )?(?:repo\w*|projects?|code ?base|house|team|company|code|shop|org\w*|docs?|app|product|site|notebooks?|crates?|"
        r"packages?|modules?|services?|apps)",
        r"(?:around|in) here", r"(?<!from )here",
        r"(?:our|my|the) (?:convention|rule|house style|style guide|style|way|habit|policy|standard|practice)s? (?:is|are|says?|for|"
        r"here|:)",
        r"our (?:convention|rule|style|way|habit|policy|standard|practice)\w*",
        r"(?:that'?s|this is|thats|it'?s) (?:how|the way) (?:we|i|things|it)\b", r"how (?:we|i) (?:work|do|like|write|name|want)",
        r"no exceptions?", r"by default", r"without exception",
        r"(?:the |that'?s the |thats the )?same (?:goes |holds |is true )?(?:for|in|with) (?:all|every|any|everything|the rest|whatever)",
        r"that (?:goes|holds|applies|counts) for", r"all (?:the )?(?:ones )?that follow", r"all the way",
        r"keep (?:it|doing it|that) (?:that|this) way", r"next time", r"in general", r"generally", r"remember (?:that|to|this|it)",
        r"(?:(?:remember|note|(?:don'?t|never) forget)(?: that|:|,)|(?:keep|bear) (?:\w+ )?in mind)",
        r"every (?:\w+ )?(?:commit|pr|pull request|test|file|function|migration|endpoint|change|message|query|script|module|time|report|"
        r"branch|release|answer|table|name|page|mail|patch|request|call|new \w+)",
        r"(?:these|those|them|this|it) every (?:\w+ )?time", r"once and for all",
        r"(?:in|for|with) (?:anything|everything|whatever|all) (?:that )?you", r"get (?:used to|into the habit)", r"at all times",
        r"for \w+ we (?:use|have|take|write|do|go)",
    ),
    # Not said to be for ever, but speaking of a kind of case or of the agent's manners.
    "habit": (
        r"(?:in|with|for) your (?:\w+ )?(?:answers?|reports?|replies|commits?|messages?|prs?|summar\w+|code|texts?)",
        r"stick with",
        r"each time",
        r"makes it easier",
        r"(?:before|after|when|if|whenever|once|while|until) (?:you|u)(?:'re| are)? \w+", r"unless i (?:say|ask|tell)",
        r"(?:without|before) asking", r"ask (?:me )?(?:first|before)", r"(?:on|of) your own(?: accord)?",
        r"(?:you|u) (?:always|keep|kept|again)", r"(?:stop|quit) \w+ing", r"stop with", r"no more \w+s", r"(?:keep|stick) to",
        r"for (?:the|all|all the|these|those|such|new) \w+s", r"easier (?:to|for me)|hard(?:er)? (?:to|for me)", r"for me",
        r"i (?:always|never|prefer|like|hate|expect|generally|usually)",
        r"we (?:always|never|only|usually|generally|prefer|expect|keep|spell|name|call|write|put|don'?t|dont|do not|document|test|use|"
        r"have|commit|format|sort|store|log|number|version|indent|squash|rebase|tag|review|mock|pin|round|quote|group|prefix|order|link|"
        r"measure|count)",
        r"in (?:anything|everything|whatever) you", r"anything you", r"i (?:don'?t|dont|do not) (?:like|want|need|read|care)",
        r"these \w+ \w+s", r"(?:all|any) (?:our|my|your|new|the|\w+s)", r"even for", r"(?:please|pls) (?:don'?t|stop|never|always|keep)",
        r"(?:goes?|belongs?|lives?) (?:in|into|to|next|under|through|via|with|on)\b",
        r"(?:must|has to|have to|should) be (?!the\b|a\b|an\b|that\b|because|it\b)\w+",
        r"would be nice", r"i (?:\w+ )?(?:myself|by hand)",
    ),
    # What an agent's manners are about: the form of its answers, its commits, the shape of code.
    "manners": (
        r"(?:commit|branch|variable|function|file|column|table|test|class|field|key|event|hook|component|error|log|pr) (?:message|name|"
        r"title|subject|description|text)s?",
        r"commits?|prs?|pull requests?|merge requests?|mrs?|emojis?|docstrings?|comments?|summar(?:y|ies)|explanations?|answers?",
        r"reports?|replies|names?|naming|tests?|mocks?|fixtures?|types?|imports?|exports?|dependenc(?:y|ies)|migrations?|branch(?:es)?",
        r"main|tabs?|spaces|indent\w*|quotes?|semicolons?|lockfiles?|strings?|translations?|locales?|units?|dates?|timestamps?|money",
        r"cents|utc|language|english|german|dutch|french|spanish|british|american|lower ?case|upper ?case|camel ?case|snake ?case",
        r"kebab[- ]case|plural|singular|abbreviations?|jargon|diffs?|hash(?:es)?|linter|formatter|changelog|drafts?|todos?|prefix(?:es)?",
        r"suffix(?:es)?|short|brief|verbose|story|essays?|lists?|tables?|headings?|numbers?|coordinates?|style",
    ),
    # A kind of thing in the plural, with how it shall be: a rule even without "always".
    "kind": (
        r"(?:keep|spell|name|want|prefer|no|avoid|don'?t (?:use|put|write|add|like|want)|no more|fewer|shorter|smaller) (?:your |any |"
        r"out )?(?:commits|messages|comments|names|tests|answers|summaries|reports|prs|branches|migrations|docstrings|strings|texts|"
        r"keys|columns|imports|exports|types|emojis|abbreviations|dates|timestamps|amounts|prices|units|variables|replies|explanations|"
        r"labels|endpoints|mocks|headings|lists|functions|floats|globals|merge commits|default exports)",
        r"(?:^|[.,:;] ?)(?:commits|messages|comments|names|tests|answers|summaries|reports|prs|branches|migrations|docstrings|strings|"
        r"texts|keys|columns|imports|types|dates|timestamps|amounts|prices|units|variables|replies|labels|endpoints|functions|errors|"
        r"error messages|commit messages|branch names|file names|variable names) (?:please |always |never |get |go |must |should |"
        r"have to |need |start |end |stay |belong |live |are to |in |on |with |without |under |as )",
    ),
    # Said to the agent: what it shall do or leave.
    "directive": (
        r"(?:^|[.,;:!] ?|and |but |so |then |also |btw |please |pls |ok |no |nope |hm |oh |again,? |just |thing |one thing |future |on |"
        r"me |you )(?:please |pls |just |rather |never |always |do |also )*(?:use|keep|make|give|put|write|call|name|ask|add|avoid|"
        r"leave|start|stop|run|commit|don'?t|do not|dont|never|always|stick|spell|follow|prefer|tell|show|report|answer|reply|speak|"
        r"talk|say|open|send|squash|rebase|sort|format|prefix|mark|tag|log|wrap|quote|list|check|include|mention|skip|drop|remember|"
        r"quit|number|round|end|begin|group|separate|explain|push|touch|document|test|mock)\b",
        r"(?:when|if|before|after|whenever|for|time|once)\b.{2,60}\b(?:use|make|give|put|write|ask|add|run|show|keep|start|stop|don'?t|"
        r"never|always|name|call|open|tell|send|check|leave)",
        r"(?:could|can|would|will) you (?:please |pls |always |never |also |just |stop |not )*(?!find|tell|look|check|explain|see|"
        r"show)\w+",
        r"you (?:should|must|need to|have to|shouldn'?t|mustn'?t|never|always|kept|keep|don'?t)",
        r"i(?:'d| would) (?:like|prefer|rather|love|appreciate)",
        r"i (?:want|need|prefer|expect|hate|don'?t want|don'?t like|don'?t need|dont want|dont like)",
        r"(?:would|it'?d) be (?:nice|good|great|better) if", r"we (?:never|always|don'?t|do not|dont)",
        r"(?:must|shall|should|has to|have to|needs? to|goes?|go|belongs?|live|lives) (?:be |always |never |stay |start |end |in |into |"
        r"under |through |only |next )",
        r"please", r"pls",
        r"no (?!problem|idea|way|one|need|point|worries|more|difference|matter)\w+ (?:\w+ )?(?:in|without|for|at|on|before)",
        r"no more \w+", r"(?:is|are) (?:always|never) (?:in|a|an|the|\w+)", r"(?:convention|rule|standard|style) (?:is|are|says)",
    ),
    # Told of others or of the past, though it says always or never.
    "told": (
        r"(?:always|never) (?:seen|saw|heard|thought|known|knew|understood|noticed|met|came across|come across|wondered)",
        r"(?:it|he|she|they|that|this|which|who|everyone|everybody|nobody|people|there|there's)(?:'s|'ve|'re| has| have| is| are|"
        r" was| were| would| will| do| does)? (?:\w+ )?(?:always|never|ever)",
        r"i(?:'ve|'d| have| had| was| am)? (?:always|never) (?:said|thought|knew|understood|did|had|saw|heard|wondered|got|used|been|"
        r"was|know|remember|understand|forget|confuse|mix|see|get|touched|tried|worked)",
        r"(?:has|have|had|was|were|is|are) (?:always|never)(?= (?:been|seen|had|gone|worked|done|so|the|like|that|there))",
        r"(?:always|never) (?:\w+ed|been|was|were|is|had)\b", r"(?:not|n't|never) (?:always|ever)",
        r"than ever|ever so|(?:you|that|this|i) ever|for ?ever|ever since|"
        r"if ever|have you ever|never ?mind|as always|almost (?:always|never)",
        r"(?:is|are|was|from|right|come|came|out|got|get|be|been) here|here (?:is|are|it|we|you|they|comes|goes|'s)|here'?s|heres",
    ),
    # A wish for the product: "the list should always be sorted".
    "product": (
        r"(?:the|this|that|these|those|its?|an?|each|every|all) (?:[\w-]+ ){1,4}(?:should|must|shall|ha(?:s|ve) to|needs? to|may|can|will) "
        r"(?:always|never)",
    ),
    # Against something the agent did.
    "correct": (
        r"^(?:hm+|oh|ah|ok|but|wait|sorry|eh|uh|ugh)?[ ,.!]*(?:no|nope|nah|not like|not that|wrong|stop|don'?t|dont|please (?:stop|"
        r"don'?t)|that'?s not|thats not|you (?:forgot|kept|keep|did it again)|again)\b",
        r"^(?:\w+, )?(?:why (?:did|do|are|have|would) you|how come|what made you|who (?:told|asked) you|since when)\b[^?]*\?",
        r"like you just did", r"not like (?:that|this)", r"how often", r"i (?:told|said|asked) (?:you)?", r"as i said",
        r"(?:stop|quit) \w+ing",
    ),
    # For this once.
    "once": (
        r"(?:just |only )?(?:this|for this|that) (?:once|time|one time)", r"just once", r"this (?:one )?time",
        r"for (?:now|today|the moment|the demo|this (?:one|file|commit|pr|branch|mail|change|page|test|case|slide|run|print|release|"
        r"screen|table|chart))",
        r"(?:in|on|with) (?:this|that) (?:one|file|case|function|line|commit|pr|test|branch|page|table|chart|screen|mail|slide|"
        r"paragraph)",
        r"as an exception", r"exceptionally", r"today only", r"(?:not )?yet", r"right now", r"for once", r"here only", r"only here",
        r"tonight", r"the other (?:file|one|page|branch)",
    ),
    # Work that stays undone.
    "keep": (
        r"revisit",
        r"(?:on|to) the (?:list|backlog|roadmap)",
        r"(?:will|would|should|must|can) do (?:for|until|till|it)",
        r"ship(?:ping)? (?:it )?without",
        r"in this (?:version|release|round)",
        r"(?:leave|leaving|left|keep|keeping|kept) (?:it|that|this|them|those|these|him|the|all|both|everything|our|\w+'s|"
        r"\w+) ?(?:\w+ ){0,5}?(?:as (?:it|they|is|that|was)|as-is|like (?:that|this|it)|in (?:place|there|for|until)?|alone|be\b|there|"
        r"for (?:now|today|the|this|another)|until|till|out|open|untouched|unchanged|stand|where)\b",
        r"(?:leave|keep) (?:it|that|this|them|those|these)\b",
        r"let (?:it|that|this|the \w+|them) (?:\w+ )?(?:stay|be|stand|in|sit|rest)",
        r"(?:it|that|this|has to|have to|test|code|file|\w+) stays?\b", r"let'?s not", r"no \w+ (?:this|before|until|now)\b",
        r"(?:stays?|remains?|keeps?) (?:as|like|where|the way|in|on|its|their|hard|manual|un\w+|broken|slow|ugly|what|single|for now|"
        r"until|till|the|a|there|out)\b",
        r"as (?:it )?is\b", r"good enough",
        r"(?:fine|ok|okay|enough|do|does|works?|acceptable|bearable|tolerable|good) (?:for|until|till) (?:now|today|the|this|then|"
        r"\w+ users?|\w+)",
        r"live with (?:it|that|this|the)", r"not (?:now|today|this (?:week|month|sprint|release|time|year|round)|before|until|in this)\b",
        r"(?:too|so) (?:risky|late|much|big|close|tight|expensive) (?:now|for|right|today|before|this)?",
        r"(?:don'?t|do not|dont|won'?t|not going to|not touching|never|shouldn'?t) (?:touch|fix|change|bother|rewrite|redo|refactor|"
        r"clean|migrate|start|do it|do that|open)\b",
        r"postpon\w+", r"defer\w*", r"put (?:it|that|this|them)? ?(?:off|aside|on the list|in the backlog|on hold)",
        r"park(?:ed|ing)? (?:it|that|this|the)", r"(?:move|push|shift)(?:ed)? (?:it|that|this|the \w+)? ?(?:to|back|out|behind)",
        r"(?:stop|skip) (?:here|at|the|it|that)\b", r"accept (?:that|it|the|this)", r"workaround", r"hack(?:y|s)?\b", r"band-?aid",
        r"shortcut", r"quick fix", r"stop-?gap", r"hard-?cod\w+", r"temporar\w+",
        r"for (?:now|the moment|the time being|today|the pilot|the demo|this release|v\d|a while)",
        r"(?:the )?(?:old|copy|copies|duplicate|second) \w+ (?:stays?|remains?)", r"no point (?:in )?",
        r"(?:get|gets|being|is|are) (?:thrown|replaced|rewritten|redone|switched off|retired|removed|dropped)", r"goes away",
        r"(?:can|must|has to|have to|will have to) wait", r"i(?:'d| would) (?:rather|leave|keep|wait|not)",
        r"it'?s? (?:only|just) (?:\w+ )?(?:for|until|a|two|three|\d+)",
    ),
    # When it will be done, or on what it waits.
    "later": (
        r"revisit",
        r"on the list for",
        r"comes? (?:with|in) (?:the|v?\d)",
        r"when we (?:hit|reach|have|get|move)",
        r"(?:for|in|with) v?\d+\.\d+",
        r"until", r"till", r"once (?:the|we|they|it|that|all|v\d|our|\w+ \w+ (?:is|are|has|have|comes|lands))",
        r"once \w+ (?:\w+ )?(?:gives?|has|have|is|are|comes?|lands?|signs?|merges?|agrees?|pays?|joins?|exists?|ships?)", r"after they",
        r"(?:that'?s|probably|not before|some time in|somewhere in) (?:january|february|march|april|may|june|july|august|september|"
        r"october|november|december|spring|summer|autumn)",
        r"as soon as",
        r"when (?:the|we|they|it|that|v\d|our|somebody|someone|\w+ (?:is|are|comes?|lands?|arrives?|ships?|leaves?|moves?))",
        r"after (?:the|we|that|launch|release|this|our|easter|christmas|summer|\w+day|v\d)",
        r"before (?:the|we|that|launch|release|easter|christmas|v\d|\w+day)", r"later",
        r"next (?:week|month|sprint|release|quarter|year|time|round|iteration|spring|summer|autumn|fall|winter|season|version|major|"
        r"term|cycle|budget)",
        r"(?:in|by|around|probably|maybe|till|until|before|after|since|mid|early|late|end of|for) (?:january|february|march|april|may|"
        r"june|july|august|september|october|november|december|spring|summer|autumn|fall|winter|q[1-4]|the (?:spring|summer|autumn|fall|"
        r"winter|new year|holidays))\b",
        r"(?:we|i|somebody|someone|they) (?:'ll |will |can |should |must |has to |have to |need to )?(?:then )?(?:redo|fix|split|clean|"
        r"rewrite|migrate|replace|do it|build|come back|revisit|rip|sort|tidy|refactor|remove|pay|merge|throw)\b",
        r"then (?:we|i|it|the) (?:\w+ )?(?:redo|fix|split|clean|rewrite|replace|move|do|go|remove|drop|can)\b", r"some ?day",
        r"waits (?:until|till|for)", r"first (?:the|we|i)", r"eventually", r"at some point", r"one day", r"sooner or later",
        r"we(?:'ll)? \w+ (?:it |that |the \w+ )?(?:after|then|later|properly)", r"follow-?up",
        r"(?:not )?(?:this|next) (?:week|month|sprint|release|year|quarter)",
        r"(?:on|by|till|until|after|is) (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)",
        r"has to (?:be|build)|needs? a (?:real|proper)|then (?:properly|for real)", r"in (?:\w+ )?(?:weeks|months|days|a (?:week|month))",
    ),
    # Words that only debt has.
    "debt": (
        r"\btodos?\b", r"fixme", r"tech(?:nical)? debt", r"\bdebt\b", r"hack(?:y|s)?\b", r"work-?around", r"band-?aid",
        r"quick (?:and dirty|fix)", r"dirty", r"ugly", r"proper(?:ly)?\b", r"a real \w+", r"redo\b", r"rewrit\w+", r"refactor\w*",
        r"clean(?:ed|ing)? ?up", r"somebody has to", r"stop-?gap", r"shortcut", r"hard-?coded", r"duplicat\w+", r"backlog",
        r"pay (?:it|that|this) (?:back|off|down)", r"knowingly", r"not (?:nice|pretty|great|ideal|clean|elegant)", r"twice",
    ),
    # Why it is put off.
    "deadline": (
        r"(?:launch|release|demo|freeze|deadline|go-?live|pilot|fair|audit|migration|season|election|exam|handover|holiday|vacation|"
        r"deploy|cut-?over|merger|event|show|sprint|milestone|code freeze)\w*",
        r"too (?:risky|late|close|tight|much|big|expensive)", r"half a day", r"a (?:week|day|month)(?:'s)?(?: of)? work", r"no time",
        r"not worth", r"no point", r"costs? (?:you|us|me|too|more|nothing)", r"(?:only|just) (?:two|three|a few|\d+|one)\b",
        r"nobody (?:has|uses|will|is)", r"(?:budget|capacity|staff)\b", r"because|since",
    ),
}
WORDS.update(FACTS)
