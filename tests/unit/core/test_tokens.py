"""The one tokenizer: laws on any text, and what becomes of identifiers, scripts and short words."""

from unicodedata import normalize

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memory_retrieval.core.tokens import (
    MAX_TOKEN,
    PLAIN_ENGLISH,
    PROMPT_VERBS,
    STOP_WORDS,
    STOP_WORDS_PATH,
    fold,
    foreign_stop_words,
    tokenize,
)

TEXT = st.text(max_size=60)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\n\t",
        "a",
        "x y z",
        "?!…",
        "-",
        "--",
        "...",
        "/",
        "_",
        "'",
        "\u200b",
        "\ud800",
        "\x00",
        "🙂",
        "\u0301",
    ],
)
def test_text_without_words_has_no_tokens(text):
    assert tokenize(text) == []


CUT = """
ci db: ci db
getUserName: get user name getusername
HTTPServer: http server httpserver
snake_case: snake case snakecase
kebab-case: kebab case kebabcase
a/b.py: py bpy abpy
src/app.py: src app py apppy srcapppy
v2.1: v2 v21
k8s: k8s
don't: dont
Stripe\u2019s: stripes
l'ordre qu\u2019il d'hier: ordre qu il hier
Größe: grosse
ＡＰＩ: api
데이터베이스: 데이 이터 터베 베이 이스
認証: 認証
鍵: 鍵
JWT認証: jwt 認証
ошибка: ошибка
""".splitlines()[1:]


@pytest.mark.parametrize("line", [*CUT, "a" * 100 + ": " + "a" * MAX_TOKEN])
def test_a_text_is_cut_into_these_tokens(line):
    text, _, tokens = line.partition(": ")
    assert tokenize(text) == tokens.split()


@given(TEXT)
@example("İstanbul ǅ ﬁx e\u200b\u0301 Ꭰ ᾳ")
def test_tokenising_its_own_output_changes_nothing(text):
    tokens = tokenize(text)
    assert tokenize(" ".join(tokens)) == tokens


@given(TEXT, st.sampled_from(["NFC", "NFD", "NFKC", "NFKD"]))
@example("각 é ﬁ ½ Ω", "NFD")
def test_composition_does_not_matter(text, form):
    assert tokenize(normalize(form, text)) == tokenize(text)


@given(st.lists(st.from_regex(r"[a-zäöüßéñα-ωа-я]{2,12}", fullmatch=True), max_size=8))
def test_case_of_plain_words_does_not_matter(words):
    text = " ".join(words)
    assert tokenize(text.upper()) == tokenize(text) == tokenize(text.capitalize())


@given(TEXT)
def test_no_token_is_longer_than_64_characters_or_empty(text):
    assert all(0 < len(token) <= MAX_TOKEN for token in tokenize(text))


@given(TEXT)
def test_tokens_hold_no_white_space_no_quotes_and_no_query_syntax(text):
    for token in tokenize(text):
        assert not set(token) & set("\"'*^:(){}+-,;<>& \t\n")


@given(
    st.text(
        alphabet=[
            chr(c)
            for c in (
                *range(0x4E00, 0x4E20),
                *range(0xAC00, 0xAC20),
                *range(0x3041, 0x3060),
            )
        ],
        min_size=2,
        max_size=12,
    )
)
def test_runs_without_spaces_become_bigrams(text):
    folded = fold(text)
    assert tokenize(text) == [folded[i : i + 2] for i in range(len(folded) - 1)]


@given(TEXT)
def test_folding_twice_changes_nothing(text):
    assert fold(fold(text)) == fold(text)


@given(TEXT, TEXT)
def test_words_apart_do_not_influence_each_other(left, right):
    assert tokenize(left + " " + right) == tokenize(left) + tokenize(right)


def test_stop_words_and_verbs_are_tokens_as_the_tokenizer_gives_them():
    for word in STOP_WORDS | PROMPT_VERBS:
        assert tokenize(word) in ([word], [])


@pytest.mark.parametrize(
    "prompt",
    [
        "let the process die when its son exits",
        "pour chat history into the new table",
        "con job failed",
        "die roll",
        "pros and con of an enum",
        "deploy prod now",
        "",
    ],
)
def test_a_word_of_an_english_prompt_is_no_stop_word_because_it_is_one_elsewhere(
    prompt,
):
    assert foreign_stop_words(list(dict.fromkeys(tokenize(prompt)))) == set()


@pytest.mark.parametrize(
    ("prompt", "left"),
    [
        (
            "on peut afficher le prix de la pièce sur la tablette ?",
            {"afficher", "prix", "piece", "tablette"},
        ),
        (
            "warum stehen die Preise nicht in der Tabelle?",
            {"stehen", "preise", "tabelle"},
        ),
        (
            "¿por qué no se guardan las grabaciones en el servidor?",
            {"guardan", "grabaciones", "servidor"},
        ),
        ("почему в таблице нет цены", {"таблице", "цены"}),
    ],
)
def test_the_stop_words_of_a_prompt_in_another_language_are_those_of_that_language(
    prompt, left
):
    tokens = tokenize(prompt)
    assert (
        set(tokens) - foreign_stop_words(list(dict.fromkeys(tokens))) - STOP_WORDS
        == left
    )


def test_a_word_by_which_english_is_known_is_a_stop_word_of_no_other_language():
    with open(STOP_WORDS_PATH, encoding="utf-8") as file:
        assert PLAIN_ENGLISH <= STOP_WORDS and not PLAIN_ENGLISH & set(
            file.read().split()
        )
