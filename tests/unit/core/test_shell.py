"""Whatever a word holds, a shell takes it as this one word."""

import shlex
import subprocess

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memory_retrieval.core.shell import command_line

WORDS = st.text(
    st.characters(exclude_characters="\x00", exclude_categories=["Cs"]), max_size=20
)


@given(st.lists(WORDS, min_size=1, max_size=4))
@example(
    [
        "$(touch pwned)",
        "`id`",
        "a'b",
        '"',
        "",
        "-x",
        "\n",
        "a b",
        "~",
        "*",
        "#",
        "!!",
        "é",
    ]
)
def test_a_line_is_read_as_the_words_it_was_made_of(words):
    assert shlex.split(command_line(*words)) == words


@pytest.mark.parametrize(
    "word",
    ["$(echo x)", "`echo x`", "a'b\"c", "a\nb", "*", "~", "", "a; echo b", "x #y"],
)
def test_a_real_shell_reads_the_same(word):
    done = subprocess.run(
        ["sh", "-c", command_line("printf", "%s", word)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == word
