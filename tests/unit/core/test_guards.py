"""The patterns of guards: what they catch, what they let be, and which are refused."""

import pytest

from memory_retrieval.core import guards


def commands(pattern, line):
    return guards.Guard(command=pattern).on_command(guards.words_of(line))


@pytest.mark.parametrize(
    ("pattern", "line"),
    [
        ("git push --force|-f", "git push --force"),
        ("git push --force|-f", "cd x && git -C y push origin main -f"),
        ("git push --force*", "sudo -E git push --force-with-lease"),
        ("git push --force", 'bash -c "git push --force"'),
        ("git push --force", "A=1 /usr/bin/git push --force | tail"),
        ("git push --force", "x=$(git push --force)"),
        ("npm install", "eval 'npm install left-pad'"),
        ("rm -rf|-fr", "cat <<'E' > f\ntext\nE\nrm -rf x"),
    ],
)
def test_a_command_is_caught_wherever_a_shell_would_run_it(pattern, line):
    assert commands(pattern, line)


@pytest.mark.parametrize(
    ("pattern", "line"),
    [
        ("git push --force", "git push"),
        ("git push --force", "git commit -m 'never git push --force'"),
        ("git push --force", "echo git push --force"),
        ("git push --force", "git push; ls --force"),
        ("npm install", "cat > f <<E\nnpm install\nE"),
        ("npm", "npmrc"),
    ],
)
def test_a_command_that_only_speaks_of_it_is_let_be(pattern, line):
    assert not commands(pattern, line)


@pytest.mark.parametrize(
    ("pattern", "text", "caught"),
    [
        ("import requests OR from requests", "a\nimport requests\n", True),
        ("import requests OR from requests", "from requests import get", True),
        ("import requests", "import requests_mock", False),
        ("print(", "blueprint(x)", False),
        ("console.*(", "  console.log(1)", True),
        ("a*b", "a\nb", False),
        ("a*b", "a\na b", True),
        ("*TODO", "xTODO", True),
    ],
)
def test_a_text_is_found_on_one_line_as_whole_words(pattern, text, caught):
    assert guards.contains(text, pattern) is caught


@pytest.mark.parametrize(
    "guard",
    [{}, {"command": "* x"}, {"text": "a OR *"}, {"paths": ["../x"]}, {"paths": ["/etc"]}, {"text": "a\nb"}]
    + [{"paths": "src"}, {"text": "x" * 201}, {"text": 5}, {"text": "a", "effect": "allow"}, {"paths": ["**"] * 21}],
)
def test_a_guard_that_cannot_be_used_guards_nothing(guard):
    assert guards.parse(guard) is None


def test_a_guard_is_the_same_after_it_was_kept():
    guard = guards.parse({"paths": ["src/**"], "text": " a ", "effect": "deny"})
    assert guard is not None
    assert guards.load(guard.dump()) == guard
