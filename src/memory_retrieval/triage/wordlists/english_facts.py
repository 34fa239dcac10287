"""English word families of triage: limits, causes, remedies, doubts, withdrawals, outcomes. See english.py."""

# fmt: off
FACTS = {
    # A limit.
    "limit": (
        r"(?:n't|not|never) (?:be )?possible",
        r"in steps of",
        r"only(?=[.,;:]|$)",
        r"no date for",
        r"(?:has|have|had) no (?:internet|network|access|way|api)",
        r"only offers?",
        r"keep \w+ (?:\w+ )?for (?:ten|five|seven|\d+) years",
        r"(?:everything|anything|files|requests|calls|messages|payloads) (?:over|above|beyond|past|larger than|bigger than) \d*",
        r"limit(?:s|ed|ation|ations)?\b", r"only (?:get|gets|got|guard)",
        r"(?:doesn'?t|does not|don'?t|won'?t|will not|didn'?t) (?:allow|open|permit|let|want|accept)", r"(?:beyond|above|past|over) \d+",
        r"so no \w+", r"no \w+ and no \w+", r"from (?:outside|their side)", r"max(?:imum|imal)?\b", r"at (?:most|best)",
        r"(?:no|not) (?:more|longer|bigger|larger|higher|faster|less|fewer|newer|older) than",
        r"up to (?=\d|one|two|three|four|five|six|ten)",
        r"(?:only|just) (?:ever )?(?:takes?|accepts?|supports?|knows?|allows?|has|have|gives?|gets?|reads?|sends?|returns?|understands?|"
        r"works?|speaks?|handles?|offers?|one|two|three|four|five|six|eight|ten|\d+|in|on|over|via|from|during|between|with|every|once|"
        r"the)\b",
        r"(?:takes|accepts|supports|knows|allows|has|have|gives|gets|reads|sends|understands|speaks|handles|offers) (?:only|just|no|"
        r"nothing|exactly|at most)\b",
        r"(?:does|do|can|could|wo|will|is|are|has|have)(?:n'?t| not|n?not) (?:\w+ ){0,2}?(?:support|accept|allow|ship|offer|take|let|"
        r"send|return|handle|know|exceed|be (?:changed|updated|extended|used|raised|moved|previewed|stored|sent|shown|reached)|"
        r"go (?:above|over|beyond|past|higher|below)|fit|survive|see|reach|run|read|write|keep|store|get|give|update|upgrade|cover|"
        r"exist)\b",
        r"cannot|can'?t", r"(?:not|un)[ -]?(?:supported|allowed|permitted|possible|available)", r"forbid\w*|forbidden|prohibit\w*|banned",
        r"has no (?!idea|effect|problem|reason)\w+|have no (?!idea|effect|problem|reason|other)\w+",
        r"(?:there'?s|there is|there are|there will be) no (?:way|api|endpoint|update|firmware|other|\w+ (?:for|in|on|to))",
        r"(?:the |its |our )?(?:first|last) (?:\d+|two|three|four|five|ten|hundred)\b",
        r"(?:anything|everything|whatever|all|what|nothing|any \w+|a \w+) (?:above|over|past|beyond|longer|larger|bigger|more than|"
        r"after|older|below|under|outside|that is not|not in|with more|wider|higher|newer)\b",
        r"\bcap(?:s|ped)?\b", r"quota\w*", r"rate[- ]?limit\w*", r"throttl\w*",
        r"(?:cuts?|clips?|truncat\w+|drops?|dropped|discards?|discarded|ignor\w+|reject\w*|refus\w+|vanish\w*|swallow\w*|los[et]s?|"
        r"strips?|silently|resets?|evict\w*|expires?|kills?|blocks?|closes?)\b",
        r"read-?only", r"nothing (?:we|you|one|i) can do", r"by (?:law|contract|regulation|statute|design|policy)",
        r"(?:gdpr|dsgvo|hipaa|pci|law|licen[cs]e|contract|regulation|regulator|statute|ordinance|directive) (?:says|demands|requires|"
        r"forbids|allows|wants|asks|\w+)",
        r"(?:we are|we'?re|you are|is|are) (?:bound|stuck|restricted|obliged|tied|required|confined) (?:to|with|by|on)",
        r"hard (?:limit|cap|stop|coded|wired)", r"(?:may|must|shall|should) not", r"(?:lets?|allows?|permits?) (?:nobody|no one|none|no)",
        r"(?:compiled?|compiles|built|builds|ships|shipped|comes|runs) without", r"(?:not|isn't|aren't) (?:ours|up to us|in our hands)",
        r"lets? (?:one|us|you|a|each|only) \w+", r"no longer\b", r"any (?:newer|more|higher|faster|longer|bigger)",
        r"(?:fixed|static|constant) (?:at|to|size|length|buffer|\w+)", r"sits? on|stuck (?:on|at|with)",
        r"out of (?:our|my|your) (?:hands|control)", r"(?:minimum|at least|no less than)", r"won'?t|wont",
        r"(?:fails|breaks|stops|dies|ends) (?:above|over|past|beyond|after|at)",
        r"only (?:runs?|ran|ever|speaks?|opens?|exists?|for|if|when|at)",
        r"(?:allows?|holds?|hold|takes?|carries|stores?|keeps?) (?=\d|one|two|three|four|five|six|eight|ten|at|only|just|no)",
        r"(?:can|could) (?:hold|carry|take|store|keep|show|send|only|at most|not)",
        r"(?:are|is|get|gets) (?:shortened|cut|dropped|rejected|ignored|truncated|deleted|overwritten|refused|blocked|clipped|rounded|"
        r"thrown away|lost|capped|removed|closed|killed)",
        r"(?:after|beyond|past|above) that\b", r"there (?:will|is going to) (?:never|not) be|never be an?",
        r"no (?:sandbox|delete|update|updates|setting|way|api|support|undo|option|access|callback|means|header|field|bulk|batch|root|"
        r"internet|network|cloud)",
        r"(?:must|has to|have to|need to|needs to) (?:delete|keep|stay|stays|remain|be (?:in|on|kept|stored|signed|deleted|"
        r"anonymi[sz]ed|encrypted|approved))",
        r"(?:requires?|demands?|insists?|prescribes?) (?:that|the|a|an|on)", r"stays? (?:forever|in the|occupied|inside)",
        r"per (?:second|minute|hour|day|month|key|account|user|ip|client|request|device|token|tenant|call)",
        r"one \w+ (?:per|at a time|a day|an hour|for all)",
        r"(?:four|two|three|five|six|eight|\d+) \w+ (?:\w+ )?(?:altogether|in total|at once|at a time|each|apiece)",
        r"whatever (?:you|one|we|it)",
    ),
    # A rule made by somebody who can: its source and what it says.
    "legal": (
        r"(?:terms|tos|licen[cs]es?|contract|agreement|laws?|gdpr|hipaa|regulat\w+|statute|polic(?:y|ies)|guidelines|authorit\w+|auditor|"
        r"vendor|provider|insurer|bank)(?:'s|')?(?: \w+){0,5}? (?:forbid\w*|prohibit\w*|ban(?:s|ned)|disallow\w*|rules? out|restrict\w*|"
        r"do(?:es)?(?: not|n'?t) (?:allow|permit|let)|(?:may|must|shall|are|is) not|requires?|oblige\w*)",
        r"(?:forbidden|prohibited|banned|allowed|permitted|required|illegal) (?:by|under|in) (?:\w+ ){0,3}(?:terms|tos|licen[cs]e|contract|"
        r"agreement|law|act|gdpr|polic\w+|rules)", r"(?:legally|contractually) \w+",
    ),
    # What follows from a limit.
    "must": (
        r"so (?:a|an|the|our|that|any|no)\b[^.;]{2,60}(?:is|are|has to|have to|must|cannot|can'?t|need|needs)\b(?: \w+)?",
        r"(?:is|are|that's|thats) (?:therefore )?(?:out|ruled out|impossible)(?=[.,;!]|$)",
        r"no \w+ (?:changes|helps|fixes) (?:that|this|it)",
        r"at all\b",
        r"there is no (?:way|date|plan|setting)",
        r"(?:not|n't) possible (?:with|on|in|for)",
        r"by law|law$",
        r"(?:must|has to|have to|needs? to) (?:be|stay|live|fit|keep|go|come|use|wait|send|make|get|do|run|remain|not|\w+)",
        r"so (?:we|you|it|a|the|they|one|i) (?:must|have|has|need|can'?t|cannot|can only|only)",
        r"(?:anything|everything|whatever) (?:we|you|i|that)\b", r"(?:that|which|this) (?:means|leaves|rules|limits)",
        r"nothing (?:we|you|one|i) can do", r"no way (?:round|around|past)", r"wont fly|won'?t fly|no go|not an option",
        r"they (?:won'?t|don'?t|refuse|only|insist|want|demand|require|will not)", r"not (?:negotiable|up to us|ours|something we)",
        r"whether we like it", r"(?:can'?t|cannot|won'?t) (?:live|be|go|run|stay|work|have)",
        r"(?:was|were|are|is) (?:very |quite |perfectly )?(?:clear|strict|explicit)", r"thats? (?:their|the law|how they)",
        r"without (?:a word|an error|any|notice|an answer|warning|saying)", r"(?:with|and) (?:a|an) (?:200|ok|success)",
    ),
    # Whose limit: outside the code that is being written.
    "external": (
        r"(?:council|firewall|maintenance|customer|outlook|kiosk|ship|cloud|officer|plan|function|health data|privacy|union|insurer|"
        r"vendor|provider|supplier|manufacturer|firmware|device|hardware|printer|tablet|phone|handset|board|chip|sensor|modem|router|"
        r"scanner|terminal|plc|controller|reader|camera|gateway|apis?|endpoint|gmail|outlook|safari|chrome|firefox|webview|browser|"
        r"app ?store|play ?store|apple|google|microsoft|amazon|aws|azure|stripe|paypal|github|gitlab|sap|customer|client|partner|bank|"
        r"authority|authorities|ministry|registry|office|regulator|law|gdpr|contract|licen[cs]e|carrier|operator|courier|broker|bridge|"
        r"sdk|driver|protocol|tier|plan|hoster|hosting|host|cms|saas|service|server|box|machine|cluster|database|kernel|os|android|ios|"
        r"windows|legal|compliance|auditor|school|hospital|museum|venue|council|city|county|bootloader|bus|radio|antenna|battery|disk|"
        r"upstream|mirror|their|they)s?\b",
    ),
    # A cause is named.
    "cause": (
        r"because", r"root cause\w*", r"caused by|causes?(?: was| is)", r"the cause\b", r"due to|owing to|thanks to",
        r"c[ao]mes? from|came out of", r"stems? from|stemmed", r"hence", r"(?:which|that'?s|that is|this is|which was) why",
        r"the reason", r"(?:to )?blame|culprit|guilty", r"that was it|that is it|that's it,|so that'?s it",
        r"so it was|it was the|it was a|it was our", r"turns? out|turned out", r"explain(?:s|ed)",
        r"trac(?:ed|es) (?:it |that |this )?(?:back )?to", r"(?:it|that|this|the \w+) (?:boils|comes) down to",
        r"behind (?:it|that|this)\b",
        r"the (?:\w+ )?(?:trouble|problem|issue|failure|fault|crash|bug|error|mistake|hang|leak|drop|delay|gap|mismatch|catch|"
        r"white screen|slowness|duplicates?|culprit) (?:was|is|were|lay|lies|came|sat|sits|'s)\b",
        r"found (?:it|the (?:cause|culprit|reason|bug|problem))", r"went (?:down|wrong|missing) (?:over|because|with|through|when)",
        r"(?:blocked|waited|hung|stuck|stumbl\w+|trip\w+|chok\w+|died|fail(?:s|ed)|crash\w+|broke|stopped) (?:in|on|at|over|because|"
        r"since|when|whenever|as)\b",
        r"(?:since|as) (?:the|it|each|every|one|a|all|both|they|its|our|their)\b", r"whenever",
        r"^(?:so |ok |ah |oh |found it,? )*(?:it'?s|it was|that'?s) (?:the |a |an |our |my )?[\w.-]+[,;:] (?:it|he|they|which|that|and)",
    ),
    # Something was so before: a cause when the rest fits.
    "past": (
        r"(?:was|were) (?:the|a|an|our|only|binary|too|in|on|at|from|for|without|no|set|still|never|not|\w+ed|\w+en)",
        r"cached|stored|mounted|matched|pruned|shadowed|expired|filled|changed|moved|vanished|grew|overflowed",
        r"(?:was|were|had been|has been|got) (?:\w+ )?(?:missing|stripped|stripping|removed|removing|running|built|compiled|"
        r"written|set|cached|blocked|blocking|waiting|sending|called|calling|opened|overwrit\w+|truncated|dropped|dropping|shadowed|"
        r"swallowed|holding|held|still|stale|wrong|off|ahead|behind|expired|full|empty|twice|never|not|reading|using|pointing|mounted|"
        r"loaded|left|kept|shared|parsed|rounded|escaped|encoded|decoded)\b",
        r"so (?:the|it|each|every|all|both|they|no|its|nothing|that)\b",
        r"(?:only|just) (?:when|on|if|the release|in|after|with|notices)\b", r"instead of",
        r"(?:had|hadn't) (?:\w+ )?(?:\w+ed|run|gone|set|kept|no|an?|the|hung|sent|read)",
        r"(?:pointed|listed|ran|grew|kept|used|lacked|held|sent|read|wrote|expected|assumed|ignored|pulled|loaded|started|inherited|"
        r"mixed|looked|answered|returned|picked|opened|asked) (?:at|for|the|a|an|in|on|as|every|its|only|by|from|up|with|out|to|only|"
        r"\w+)",
        r"(?:doesn't|does not|didn't|did not|never|couldn't|wasn't|isn't) (?:know|see|saw|find|found|reach|reached|get|got|send|sent|"
        r"expect|read|close|closed|match|matched|load|loaded|set|trust|support|speak|carry|wait|waited|exist)",
    ),
    # A remedy that works.
    "fixed": (
        r"(?:solved|settled|sorted|cleared|repaired) (?:it|that|this)",
        r"back (?:at|to|on|in)",
        r"(?:are|is) (?:right|complete|correct|sharp|fast|found)",
        r"finds? (?:its|their|all|the)",
        r"in place",
        r"fix(?:ed|es|ing)?\b", r"(?:re)?solv(?:ed|es|ing)\b", r"settled (?:it|that|this)", r"cur(?:ed|es)\b", r"helped\b",
        r"remed(?:y|ied|ies)",
        r"(?:works?|runs?|starts?|builds?|passes|passed|boots?|prints?|connects?|syncs?|sends?|loads?|completes?|renders?|answers?|goes|"
        r"went|comes?|came|arrives?|deploys?|imports?|installs?) (?:in (?:all|both|every|the)|for all|again|now|through|fine|cleanly|"
        r"as (?:it )?should|everywhere|on both|without|on)",
        r"(?:is|are|was|were|now|build|ci|tests?|suite|pipeline|it'?s) (?:now )?(?:green|back|gone|good again|clean|stable|up again|"
        r"back up)",
        r"none (?:missing|lost|failed|left|dropped)|nothing (?:missing|lost)", r"^green\b",
        r"(?:no|zero|0|not a single) (?:more |further |longer )?(?:\w+ )?(?:errors?|failures?|nulls?|crash\w*|hangs?|drops?|"
        r"disconnects?|conflicts?|duplicates?|timeouts?|diff\w*|warnings?|losses|leaks?|gaps?|retries|misses|mismatch\w*)",
        r"(?:stopp?ed|stops|ended|ends|removed|removes|cleared|clears|prevented|prevents) (?:it|them|that|this|the)",
        r"(?:does the trick|did the trick|did it|made it|makes it|makes the|made the|makes them|lets it|brought|brings) ?",
        r"(?:corrected|extended|capped|trimmed|moved|purged|processed|drained)\b",
        r"(?:is|are|comes?|came) (?:\w+ )?(?:there|back|processed|shown|visible|sharp|in order)",
        r"with (?:the |that |this |a |an )?[\w.-]+(?: \w+){0,5} (?:on|off|set|in place|running|enabled|disabled|raised|pinned|removed|"
        r"added|installed|gone|changed|turned)",
        r"(?:since|after) (?:then|that|the|i)\b.{0,60}(?:no|not|works?|runs?|gone|zero|clean)", r"gives? (?:zero|no|the right|correct)",
        r"(?:\d+|all|every|both|everything|each) (?:\w+ ){0,3}(?:pass\w*|go through|went through|green|clean|succe\w+|complete\w*)",
        r"went through", r"(?:on|at) the first (?:try|attempt|go)",
        r"(?:lets?|keeps?|gives?|brings?|allows?|makes?|made|gave|kept|got|stops?|stopped) (?:the|it|them|all|every|both|us|\d+|that|"
        r"this|its|each|a)\b",
        r"i (?:\w+ )?(?:added|replaced|changed|set|removed|moved|pinned|renewed|rotated|corrected|raised|switched|restarted|rebuilt|"
        r"rewrote|renamed|patched|cleared)",
        r"(?:after|since|once|without|with) [^.]{3,60}(?:works?|runs?|starts?|builds?|pass\w*|goes|comes?|opens?|stays?|loads?|"
        r"completes?|finish\w*|peaks?|is|are|there)",
        r"(?:is|are|was|were) (?:now )?(?:delivered|restored|complete|accepted|rendered|recognised|recognized|found|stable|correct|sent|"
        r"reachable|valid|identical|whole)",
        r"now\b(?! the| we| you| i)", r"again\b",
        r"(?:rebuilt|reinstalled|pinned|pinning|raised|raising|lowered|switched|switching|turned|turning|enabled|enabling|disabled|"
        r"disabling|removing|adding|setting|matching|moving|restarting|upgrading|downgrading|rotating|rebuilding|reading|sending|using|"
        r"replacing|installing|renaming|rewriting|recreating|clearing|deleting|closing|locking|quoting|escaping|mounting|bumping|"
        r"a keep rule|a rule for)\b",
        r"\d+ (?:of|out of|/) ?\d+",
    ),
    # The speaker's own slip, of no use to others.
    "slip": (
        r"typo\w*|mistyped|misspel\w+|my (?:own )?(?:mistake|slip|fault|bad|oversight|error)|fat-?fingered",
        r"i (?:had |have |'d )?(?:just |simply |also )?(?:forgot\w*|mistyped|misspel\w+|miscounted|mixed up|swapped|left out|misread|"
        r"overlooked|mistook|had (?:a |the )?(?:wrong|typo))",
    ),
    # Something fails.
    "failure": (
        r"errors?", r"fail(?:s|ed|ing|ure|ures)?", r"crash\w*", r"broken?", r"hang(?:s|ing)?|hung", r"stuck",
        r"dies|died|dying|dead", r"exceptions?", r"tracebacks?", r"time-?outs?|times? out|timed out", r"wrong",
        r"(?:does|do|did|is|are|was|wo|ca)(?:n'?t| not) (?:\w+ )?(?:work|start|build|load|open|connect|show|print|come|run|arrive|go|"
        r"send|boot|respond|update|find|match|appear|install|compile|save|sync|get|answer|"
        r"react|reply|fire|trigger|render|deploy|return|reach|recogni|accept)\w*",
        r"expired|(?:only |ever )?since (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|yesterday|today|this morning|last "
        r"\w+|the (?:\w+ )?(?:update|upgrade|deploy\w*|release|move|migration|merge|switch))",
        r"spin(?:s|ning)? forever|bad gateway|not (?:working|responding|reachable|found)|unreachable|busy|unable to|red\b",
        r"won'?t|wont|cant|can'?t (?:\w+)", r"blank", r"white screen|black screen|blue screen", r"missing",
        r"twice|double[ds]?|duplicat\w+", r"slow(?:er|s)?\b", r"flak\w+", r"garbled|garbage|corrupt\w*",
        r"(?:stop|stopp)(?:s|ed) \w+ing|stops? (?:after|posting|at|working)|stopped",
        r"lost|loses|losing|drops?|dropping|dropped|disconnect\w*", r"reject\w*|refused?|denied", r"leak\w*",
        r"segfault\w*|sigsegv|panic\w*|oom\b|killed", r"\b[45]\d\d(?:s)?\b", r"exit code \d+", r"empty|nulls?",
        r"off by|an hour off|too (?:late|early|high|low)|mismatch\w*", r"out of (?:memory|space|disk)|no space", r"freez\w+|frozen|froze",
        r"instead of", r"nothing (?:happens|comes|arrives)", r"goes? (?:down|missing|wrong)",
        r"at random|randomly|sometimes|every (?:other|few|night|morning)|again\b",
    ),
    # Not sure.
    "tentative": (
        r"maybe|perhaps|possibly", r"might", r"could (?:be|have)", r"suspect\w*|suspicion", r"guess\w*",
        r"i think|i believe|i assume|i imagine", r"my (?:hunch|theory|first|next)", r"(?:un)?likely", r"i'd (?:try|say|check|look)",
        r"seems?|looks like|apparently", r"not sure|can'?t (?:prove|tell|see|say)|no idea|don'?t know", r"let'?s see|next i",
        r"to try|trying\b|i try\b",
    ),
    # Taken back.
    "withdraw": (
        r"scrap (?:that|it|both|all|this|the)", r"forget (?:it|that|about|the|\w+,)", r"take (?:it|that|this) back", r"never ?mind",
        r"(?:actually|wait|hm+|oh|ok|hmm)[ ,]+no\b", r"on second thought\w*", r"(?:changed|change) my mind",
        r"call(?:ed|ing)? (?:it|the whole thing|everything|all of it) off", r"cancel (?:that|it|the plan|all)",
        r"undo (?:that|it|this|everything|all)", r"revert (?:that|it|this|everything|all)", r"roll (?:it|that|everything) back",
        r"(?:let'?s|lets|we|i'd|i would) (?:rather )?(?:stay|stick|keep) (?:with|to|what)", r"not (?:doing|going to do) (?:it|that|this)",
        r"drop (?:it|that|the idea|the whole|the plan)", r"leave (?:it|everything) (?:as it (?:is|was)|alone|be)\b",
        r"(?:nothing|none) (?:happens|of (?:it|that|this))", r"(?:shower thought|just kidding|no jk|\bjk\b|was joking|joking)",
        r"(?:i|we) (?:was|were) wrong", r"(?:back|return) to (?:the )?(?:old|what|how|before|square|first|original)",
        r"stop (?:everything|all of it|the whole)", r"don'?t do (?:it|that|any)", r"that'?s off|is off the table|is off\b",
    ),
    # Not to be kept.
    "forget": (
        r"(?<!i )(?<!we )(?<!they )(?:don'?t|do not|dont|please not|not to|no need to) (?:ever )?"
        r"(?:(?:remember|memori[sz]e|note|take notes? (?:of|on)) (?:down )?(?:any(?:thing)?|this|that|it|these|what (?:i|we))|"
        r"write (?:this|that|it|any of (?:this|it)) down)\b",
        r"(?:don'?t|do not|dont|not to|never) (?:save|store|keep|note) (?:any ?(?:of (?:this|it|that))?|anything|this|that|it|what (?:i|"
        r"we))\b.{0,40}(?:anywhere|memory|memories|session|conversation|chat|notes?|said|talk)",
        r"(?:don'?t|do not|dont) (?:save|store|keep|note) (?:any of (?:this|it|that)|anything(?: from| of|\.|,|$))",
        r"(?:nothing|none) (?:of this |of it |here |from (?:this|here|today) |in this )?.{0,24}(?:is|should|shall|must|"
        r"needs? to) (?:to )?(?:be )?(?:kept|saved|remembered|stored|noted|recorded|written down)",
        r"off the record", r"throw-?away (?:session|chat|conversation)",
        r"forget (?:everything|all (?:of )?(?:this|that)|what (?:i|we) (?:said|talked|discussed)|this (?:chat|conversation|session))",
        r"(?:no|without) (?:memor(?:y|ies)|notes?) (?:of|from|for|about) (?:this|it|that)",
        r"keep (?:this|it|that) out of (?:the |your )?(?:memory|memories|notes?)",
        r"(?:not|nothing) (?:for|into|in) (?:the |your )?(?:memory|memories|notes)\b",
    ),
    # The work is on a text, a sample or a game: what is said there is not about the project.
    "made_up": (
        r"fictional|fictitious", r"(?:make|made|making)(?: me)?(?: (?:one|some|them|it|something))? up\b",
        r"(?:sample|fake|dummy|example|invented) (?:\w+ )?(?:chats?|conversations?|dialog\w*|texts?|tickets?|mails?|e-?mails?|"
        r"post-?mortems?|adrs?|transcripts?|stories|incidents?|reviews?|issues?)",
        r"(?:fixture|sample|example|test) (?:adrs?|chats?|texts?|transcripts?|conversations?|stories)",
        r"let'?s? pretend|role-?play\w*|for the sake of argument",
        r"for (?:my|the|a|our) (?:class|course|students?|workshop|lecture|exam)",
        r"(?:translate|proof-?read|rephrase|reword|tighten|soften|polish|shorten|summari[sz]e) (?:this|that|it|these|the following|my|"
        r"his|her|their|the (?:\w+ )?(?:mail|text|post|letter|paragraph|article|page|leaflet|notes?|minutes|adrs?|docs?|thread))",
        r"(?:blog|linkedin|forum) (?:post|article)|blogpost|tweets?|press release|newsletter|cover letter|slogan",
        r"(?:rewrite|improve|edit) (?:this|that|my|his|her|their) (?:\w+ )?(?:mail|e-?mail|letter|post|paragraph|text|article|speech|"
        r"announcement|sentence|abstract|essay)",
        r"less (?:grumpy|harsh|formal|rude|angry|bossy)|friendlier", r"gist of|eli5",
    ),
    # Asked, not said.
    "asks": (
        r"^(?:(?:and|but|so|ok|hm|also|then|well|or|btw|by the way),? )*(?:what|why|how|when(?! you| we| i| the| a| it)|where|which|who|"
        r"whose|is|are|does|do|did|can|could|would|should|will|was|were|has|have|isn'?t|aren'?t|doesn'?t|don'?t (?:we|you|they)|didn'?t|"
        r"couldn'?t|wouldn'?t|shouldn'?t|any (?:idea|chance))\b(?! (?:be nice|you (?:please|keep|always|never|stop|use|make|stick|write|"
        r"put)))",
        r"what if|would it|should (?:we|i)|i wonder",
    ),
    # An outcome is stated.
    "outcome": (
        r"(?:is|are|was|were|has been|have been|all|now) (?:\w+ )?(?:done|ported|finished|complete|merged|deployed|pushed|committed|"
        r"live|in place|green|migrated|moved|split|rewritten|replaced|removed|implemented|covered|wired|ready|working|added|on the new|"
        r"through)",
        r"(?:works?|pass(?:es|ed)?|passing|green|succeed\w*)\b", r"\b(?:all )?\d+ (?:\w+ )?(?:tests?|checks?|specs?)",
        r"(?:no|zero|0) (?:diff\w*|errors?|failures?|dead|warnings?|violations?|regressions?)",
        r"next (?:come|comes|up|is|step|steps|time|:|would)|^next\b",
        r"(?:what )?(?:remains|remaining|left (?:over|for|to|is|are)|left:|still (?:open|to|missing)|open (?:points?|items?)|"
        r"outstanding|missing (?:is|are))",
        r"(?:state|status|result|summary|outcome|recap|overview) (?:of|at|so|:|today|for)|in short|to sum up|that makes|so far",
        r"end of the day|wrap", r"can now|(?:it|they|you) now\b", r"\b[0-9a-f]{7,10}\b",
        r"deployed|merged|pushed|committed|released|shipped",
    ),
}
