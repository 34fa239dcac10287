"""Writes core/data/stop_words.txt: a line of stop words for each language of the kind model but English.

Where a language puts spaces between its words, these are the words that two kept lists agree on, without those of
SUBJECTS; where it does not, the words of either list that the tokenizer keeps whole. Needs stop-words 2025.11.4 and
stopwordsiso 0.7.1.
"""

import sys

import stop_words
import stopwordsiso
from cases import ROOT

from memory_retrieval.core.tokens import tokenize

PATH = ROOT / "plugin/src/memory_retrieval/core/data/stop_words.txt"
SPACED, JOINED = "ar de es fr hi it nl pl pt ru tr", "ja ko zh"
DAMAGED = {"ý": "ı", "þ": "ş"}  # letters of the Turkish list, read in a wrong encoding
SUBJECTS = {
    "ar": "برس زيارة صفر قوة لقاء للامم لوكالة مايو ايار يوم سنة سنوات صباح مساء اعادة اعلنت نهاية مليار مليون",
    "es": """anterior cabo conocer conseguimos conseguir consigue consiguen consigues cuenta ejemplo embargo empleais
        emplean emplear empleas empleo estado estados fin fuerza intenta intentais intentamos intentan intentar
        intentas intento lado largo llegó lugar manera mayor modo momento parte pasada pasado partir poner primer
        primera primero primeros próximo próximos realizado realizar segunda segundo siguiente tercera tiempo total
        trabaja trabajais trabajamos trabajan trabajar trabajas trabajo ultimo última últimas último últimos usa usais
        usamos usan usar usas uso valor verdad verdadera verdadero""",
    "fr": """bon début dos droite essai force haut mine mot nommés nouveau nouveaux parole personne personnes pièce
        plein point sujet valeur voie état""",
    "hi": "घर वर्ग",
    "it": """comprare consecutivi consecutivo doppio fine gente indietro lungo nome nuovi nuovo persone primo promesso
        quarto secondo stati stato terzo triplo ultimo""",
    "pl": "kierunku godz lat nowe pan pana pani raz razie roku www",
    "pt": """apontar caminho comprido conhecido corrente desligado direita estado fim horas iniciar inicio ligado
        maioria maiorias nome novo parte pegar povo segundo tempo tentar tentaram tente tentei tipo trabalhar trabalho
        usa usar valor verdade verdadeiro último""",
    "ru": """близко важная важное важные важный времени время год года году дел день жизнь занят занята занято заняты
        лет люди миллионов мира начала первый последний процентов тысяч человек""",
}
"""What a prompt may be about, though both lists have it."""


def words_of(language):
    first, second = (
        set(stop_words.get_stop_words(language)),
        stopwordsiso.stopwords(language),
    )
    if language == "tr":
        return {word.translate(str.maketrans(DAMAGED)) for word in first}
    return (
        (first & second) - set(SUBJECTS.get(language, "").split())
        if language in SPACED.split()
        else first | second
    )


def line(language):
    tokens = [tokenize(word) for word in words_of(language)]
    return " %s " % " ".join(sorted({found[0] for found in tokens if len(found) == 1}))


def main():
    PATH.parent.mkdir(exist_ok=True)
    lines = [line(language) for language in sorted([*SPACED.split(), *JOINED.split()])]
    PATH.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(
        f"{PATH.name}: {sum(len(text.split()) for text in lines)} words, {PATH.stat().st_size} bytes"
    )


if __name__ == "__main__":
    sys.exit(main())
