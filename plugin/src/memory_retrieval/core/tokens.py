"""The one tokenizer: index, query and save all cut text into tokens here.

Unicode-aware without `re`: text is folded (NFKC, case, accents), identifiers are split and their joined form is kept
(`getUserName` -> get user name getusername), runs of CJK become bigrams. Tokenizing is idempotent.
"""

from __future__ import annotations

import os

from .normal import category, normalize
from .reading import read_regular

MAX_TOKEN = 64  # characters; longer runs, such as base64, are cut
Pairs = list[tuple[str, bool]]

STOP_WORDS = frozenset(
    """a an the is was are were be been being am do does did done doing have has had having will would could can should
    may might shall must i you we they he she it me my mine your yours our ours us them their theirs its his her him
    this that these those there here what which who whom whose how when where why if then else than so and or but
    not no yes nor to of in on at for with from by about up out into over under again as vs via per just also very
    too only more most some any all each both few other such own same let lets please pls thanks thx ok okay help
    need needs want wants know think make makes making made like use uses using used get gets getting got go goes
    going gone see dont doesnt didnt isnt arent wasnt cant couldnt wont wouldnt shouldnt havent hasnt im ive ill id
    youre weve were theyre thats whats heres theres still yet now already ever never always really actually maybe
    perhaps bit lot much many thing things something anything everything nothing someone anyone somebody anybody one
    ones way ways kind sort etc eg ie hey hi hello well because while during before after between without within
    through until since both either neither however though although did""".split()
)
"""English stop words and the function words of chat: none of them says what a prompt is about."""

PLAIN_ENGLISH = frozenset("the it this that with and you what how".split())
"""Stop words that no other language of the table has: a prompt in ASCII with one of them is taken for English."""

STOP_WORDS_PATH = os.path.join(
    os.path.dirname(os.path.abspath(__file__)), "data", "stop_words.txt"
)
MAX_STOP_WORDS = 1 << 16  # bytes of that table
SAMPLED = 40  # tokens of a prompt that tell its language
LEAST_STOP_WORDS = 2  # of a language, from which a prompt may be in it: one may be an English word, as `die` and `son`

VERB_WEIGHT = (
    0.3  # of a verb of instructions in a query; all other words of its text weigh 1.0
)
PROMPT_VERBS = frozenset(
    """add adding adds fix fixes fixing fixed write writes writing wrote create creates creating created change changes
    changing changed update updates updating updated run runs running ran show shows showing tell explain explains
    check checks checking look looks looking find finds finding give gives giving try tries trying tried put puts
    set sets setting start starts starting stop stops do keep keeps take takes taking say says said work works
    working build builds building implement implements implementing remove removes removing delete deletes deleting
    move moves moving rename ask asks happen happens happened come comes happening sure sort turn turns call calls
    called bring does""".split()
)
"""Verbs of requests. They say little about the subject: they may add evidence, but their absence counts for nothing."""

EVERYDAY = frozenset(
    """continue proceed next more ready good great nice perfect cool fine right wrong correct better new old first last
    clean cleanup refactor review ship deploy release test tests testing bug bugs error errors issue issues problem
    problems code file files line lines function functions method class variable name names comment comments commit
    commits push pull merge rebase branch diff git pr readme docs documentation format lint version app project repo
    page thank lgtm morning bye yep nope weiter mach danke bitte gut fehler merci continuer continuez vas suite parfait
    gracias sigue continua continuar adelante perfecto obrigado obrigada segue perfeito grazie avanti perfetto dalej
    kontynuuj dzieki dziekuje devam tesekkurler продолжаи дальше спасибо 継続 继续 谢谢 続け けて 続行 계속 감사
    해줘""".split()
)
"""What prompts of any project and any day are made of, in the languages in which people say so."""

GENERAL = frozenset(
    """above allocated argument array back bad bar big bool broken buf button cannot capacity card cat client
    column columns command constant convert copied copy count customer dark data date day default difference
    drop dry empty encode end endpoint enough env exception exit fail fails feature fetch field finish flag
    folder form found full general green group head header host hour icon import index input install instead int
    job key label last left length lib limit link list load local log logs long loop low mail main man map match
    max mean message middleware min missing mode module modules negative node none null number object open
    option order output parameter parse parser pass passes password path pick port post prefix press print
    profile progress property public query question queue range rate read reading red reference replace request
    reset resolve result return returns row rows script second seconds select self send server service setting
    settings shop short small space spaces split state status step steps storage string structure sum system
    table task text thread time title token top total tree two type types unit upload url user users valid value
    values version wait warning whole word words work worker""".split()
)
"""What names something only together with another word: most are in ordinary prompts of four authors of
`lab/training/prompts`."""


def tokenize(text: str) -> list[str]:
    """Every token of `text` in order, with repetitions. An identifier gives its parts, then its joined form."""
    return [token for token, _ in scan(text)]


def scan(text: str) -> Pairs:
    """(token, joined) pairs in order; `joined` marks the joined form of an identifier whose parts precede it."""
    out: Pairs = []
    if not text.isascii():
        text = normalize("NFKC", text)
    for chunk in _split_elisions(text).translate(_TABLE).split():
        if chunk.isascii() and chunk.isalnum():
            lower = chunk.lower()
            if lower == chunk or chunk[1:].islower() or chunk.isupper():
                if len(lower) > 1:
                    out.append((lower[:MAX_TOKEN], False))
                continue
        _identifier(chunk, out)
    return out


def foreign_stop_words(tokens: list[str]) -> set[str]:
    """The stop words of a prompt's language, of the prompt's distinct tokens; none if the prompt is in English.

    It is the language of the table that has most stop words among the first tokens, and more than English has. A word
    such as `die` or `son` says something in one language and nothing in another, so those of one language are left out.
    """
    if not PLAIN_ENGLISH.isdisjoint(tokens) and all(map(str.isascii, tokens)):
        return set()
    try:
        table = read_regular(STOP_WORDS_PATH, MAX_STOP_WORDS, links=True).decode(
            "utf-8", "replace"
        )
    except OSError:
        return set()
    first = tokens[:SAMPLED]
    wanted = [f" {token} " for token in first]
    counts = [
        (sum([word in line for word in wanted]), line) for line in table.split("\n")
    ]
    count, line = max(counts)
    own = sum([token in STOP_WORDS for token in first])
    if count < max(LEAST_STOP_WORDS, 1 + own):
        return set()
    return set(line.split()).intersection(tokens)


def fold(text: str) -> str:
    """`text` without case, compatibility forms and accents: `Größe` -> `grosse`. Folding is idempotent."""
    if text.isascii():
        return text.lower()
    for _ in range(
        4
    ):  # a few code points need a second pass; no known one needs a third
        decomposed = normalize("NFD", normalize("NFKC", text).casefold())
        folded = normalize(
            "NFKC", "".join([c for c in decomposed if not "\u0300" <= c <= "\u036f"])
        )
        if folded == text:
            break
        text = folded
    return text


CJK = "\u3040\u30ff \u3400\u9fff \uac00\ud7af \u0e00\u0eff \uf900\ufaff \U00020000\U0003ffff".split()
CJK += "\u1780\u17ff \u1000\u109f \u1100\u11ff".split()


def is_cjk(char: str) -> bool:
    """Whether a character belongs to a script without spaces between words, which is searched by bigrams."""
    return char >= "\u0e00" and any(pair[0] <= char <= pair[1] for pair in CJK)


class Separators(dict):  # type: ignore[type-arg]
    """A table for str.translate, filled on demand: what cannot be part of a token becomes a space."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        keep = char.isalnum() or (code > 127 and category(char)[0] == "M")
        self[code] = value = char if keep else " "
        return value


_TABLE = Separators({ord(c): c for c in "_-./"})
_TABLE.update({ord("'"): None})  # don't -> dont, stripe's -> stripes
_PARTS = Separators()
_AFTER_ELISION = frozenset("aeiouh")


def split_camel_case(word: str) -> list[str]:
    """getUserName -> get User Name; HTTPServer -> HTTP Server; v2 and k8s stay whole."""
    if word.islower() or word.isupper() or not any(_is_capital(c) for c in word[1:]):
        return [word]
    parts, start = [], 0
    for i in range(1, len(word)):
        if _is_capital(word[i]) and (
            not _is_capital(word[i - 1]) or word[i + 1 : i + 2].islower()
        ):
            parts.append(word[start:i])
            start = i
    parts.append(word[start:])
    return parts


def _split_elisions(text: str) -> str:
    """`text` with a space after an elided word: l'ordre -> l' ordre. No English contraction goes on with a vowel."""
    text = text.replace("\u2019", "'")
    if "'" not in text:
        return text
    first, *others = text.split("'")
    for part in others:
        first += f"' {part}" if fold(part[:1]) in _AFTER_ELISION else f"'{part}"
    return first


def _identifier(chunk: str, out: Pairs) -> None:
    """Tokens of a run of letters, digits and joiners: a path, a dotted name, camelCase or words of another script."""
    pieces = [piece for piece in chunk.split("/") if piece]
    whole: list[str] = []
    for piece in pieces:
        words: list[str] = []
        for word in piece.translate(_PARTS).split():
            for part in split_camel_case(word):
                words += _segments(part)
        out += [(word, False) for word in words if len(word) > 1 or is_cjk(word)]
        if len(words) > 1:
            _append_joined(words, out)
        whole += words
    if len(pieces) > 1 and len(whole) > 1:
        _append_joined(whole, out)


def _append_joined(words: list[str], out: Pairs) -> None:
    joined = "".join(words)
    if not 1 < len(joined) <= MAX_TOKEN or any(is_cjk(word[0]) for word in words):
        return
    if fold(joined) == joined:  # marks could reorder
        out.append((joined, True))


def _is_capital(char: str) -> bool:
    return char.isupper() and char.casefold() != char  # Cherokee folds to its capitals


def _segments(word: str) -> list[str]:
    """Folded pieces of a word: runs of CJK as bigrams, the rest as it is."""
    word = fold(word)
    if word.isascii() and word.isalnum():
        return [word[:MAX_TOKEN]]
    out: list[str] = []
    for piece in word.translate(
        _PARTS
    ).split():  # folding can produce characters that are not letters
        start = 0
        for end in range(1, len(piece) + 1):
            if end == len(piece) or is_cjk(piece[end]) != is_cjk(piece[start]):
                run, start = piece[start:end], end
                out += _bigrams(run) if is_cjk(run[0]) else [run[:MAX_TOKEN]]
    return out


def _bigrams(run: str) -> list[str]:
    return [run[at : at + 2] for at in range(max(1, len(run) - 1))]


def is_common(phrase: str) -> bool:
    """Whether a phrase names nothing: each of its words is a stop word, a verb of instructions or an everyday word, or
    it is one general word or two letters.
    """
    words = [token for token, joined in scan(phrase) if not joined]
    alone = words[0] if len(words) == 1 else ""
    if alone in GENERAL or (len(alone) == 2 and alone.isascii() and alone.isalpha()):
        return True
    return all(
        word in STOP_WORDS or word in PROMPT_VERBS or word in EVERYDAY for word in words
    )
