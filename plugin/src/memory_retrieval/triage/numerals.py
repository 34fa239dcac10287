"""Numbers and weekdays in a text, as digits or words of several languages, each with the words beside it."""

from __future__ import annotations

from ..core.stem import stem
from ..core.tokens import STOP_WORDS, fold, is_cjk

MAX_DIGITS = 12
MAX_WORD = 20  # characters of a number word or of a word that holds a weekday
COUNTING = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety",
    "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn "
    "achtzehn neunzehn zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig",
    "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dixsept dixhuit "
    "dixneuf vingt trente quarante cinquante soixante",
    "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete "
    "dieciocho diecinueve veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
    "zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete "
    "dezoito dezenove vinte trinta quarenta cinquenta sessenta setenta oitenta noventa",
    "zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici "
    "diciassette diciotto diciannove venti trenta quaranta cinquanta sessanta settanta ottanta novanta",
    "nul een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien "
    "achttien negentien twintig dertig veertig vijftig zestig zeventig tachtig negentig",
    "zero jeden dwa trzy cztery pięć sześć siedem osiem dziewięć dziesięć jedenaście dwanaście trzynaście czternaście "
    "piętnaście szesnaście siedemnaście osiemnaście dziewiętnaście dwadzieścia trzydzieści czterdzieści pięćdziesiąt "
    "sześćdziesiąt siedemdziesiąt osiemdziesiąt dziewięćdziesiąt",
    "ноль один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать четырнадцать "
    "пятнадцать шестнадцать семнадцать восемнадцать девятнадцать двадцать тридцать сорок пятьдесят шестьдесят "
    "семьдесят восемьдесят девяносто",
)
"""By language: zero to twenty, then the tens from thirty, as far as they are one word."""
WEEKDAYS = (
    "monday tuesday wednesday thursday friday saturday sunday",
    "montag dienstag mittwoch donnerstag freitag samstag sonntag",
    "lundi mardi mercredi jeudi vendredi samedi dimanche",
    "lunes martes miércoles jueves viernes sábado domingo",
    "lunedì martedì mercoledì giovedì venerdì sabato domenica",
    "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
    "poniedziałek wtorek środa czwartek piątek sobota niedziela",
    "понедельник вторник среда четверг пятница суббота воскресенье",
    "月曜 火曜 水曜 木曜 金曜 土曜 日曜",
    "월요일 화요일 수요일 목요일 금요일 토요일 일요일",
    "周一 周二 周三 周四 周五 周六 周日",
)
OTHER_ONES = "une una ein eine uma"
AMBIGUOUS = "um"  # also "at" in German
WEEKDAY = frozenset(["weekday"])
_known: dict[str, int] = {}
_days: dict[str, int] = {}


def numbers(text: str) -> list[tuple[int, frozenset[str]]]:
    """(value, the stems of the words before and after it) of each number in a text, in order; a weekday is one too."""
    if not _known:
        _learn()
    words = _words(text)
    values = [_value(word) for word in words]
    plain = ["" if value is not None or word in STOP_WORDS else word for word, value in zip(words, values)]
    found = []
    for at, (word, value) in enumerate(zip(words, values)):
        if value is not None:
            before = plain[at - 1] if at else ""
            found.append(
                (value, frozenset(["<" + stem(before)] * (len(before) > 2) + _unit("".join(plain[at + 1 : at + 2]))))
            )
        elif (day := _weekday(word)) is not None:
            found.append((-day, WEEKDAY))
    return found


def _unit(word: str) -> list[str]:
    """What counts as the unit of a number before `word`; scripts without spaces have units of one character."""
    return [word[0] if is_cjk(word[0]) else stem(word)] if word else []


def _words(text: str) -> list[str]:
    """Runs of letters and of digits: `30days` and `30일` are two."""
    parts: list[str] = []
    before = ""
    for char in fold(text):
        kind = "" if not char.isalnum() else "0" if char.isdigit() else "w" if is_cjk(char) else "a"
        parts += [char] if kind == before else [" ", char]
        before = kind
    return "".join([part for part in parts if part.isalnum() or part == " "]).split()


def _value(word: str) -> int | None:
    if word.isdigit():
        return int(word) if word.isascii() and len(word) <= MAX_DIGITS else None
    found = _known.get(word)
    if found is None and len(word) <= MAX_WORD:  # fünfundzwanzig, vijfentwintig
        for joiner in ("und", "en"):
            ones, _, tens = word.partition(joiner)
            if _known.get(ones, 10) < 10 <= _known.get(tens, 0):
                return _known[ones] + _known[tens]
    return found


def _weekday(word: str) -> int | None:
    """1 to 7; `mondays` and `월요일에` are one too."""
    if is_cjk(word[0]):
        return next((day for name, day in _days.items() if is_cjk(name[0]) and name in word[:MAX_WORD]), None)
    return _days.get(word, _days.get(word[:-1]) if word.endswith("s") else None)


def _learn() -> None:
    for names in COUNTING:
        _known.update({fold(name): n if n <= 20 else 10 * (n - 18) for n, name in enumerate(names.split())})
    _known.update(dict.fromkeys(OTHER_ONES.split(), 1))
    del _known[AMBIGUOUS]
    for names in WEEKDAYS:
        _days.update({fold(name): day for day, name in enumerate(names.split(), 1)})
