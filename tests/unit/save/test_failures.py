"""What the log keeps of a failure's text."""

import pytest

from memory_retrieval.save.failures import log_failure

SECRET = "gh" + "p_aB3dE5fG7hJ9kL2mN4pQ6rS8tU1vW3xY5zA7"


class Unprintable(Exception):
    def __str__(self):
        raise RuntimeError("no text")


@pytest.mark.parametrize(
    "error",
    [
        ValueError(SECRET),
        KeyError("a " + SECRET),
        FileNotFoundError(2, "missing", "/x/" + SECRET),
        SECRET,
    ],
)
def test_a_secret_in_an_errors_text_is_not_logged(log, error):
    log_failure("prompt", error)
    (line,) = log()
    assert SECRET not in line and "[redacted:github_token]" in line


def test_an_error_that_cannot_be_printed_is_logged_by_its_kind(log):
    log_failure("prompt", Unprintable())
    (line,) = log()
    assert "Unprintable: (its text is left out)" in line


def test_what_is_no_secret_is_logged_as_it_is(log):
    log_failure("prompt", ValueError("line 1, column 2: expected a string"))
    assert "ValueError: line 1, column 2: expected a string" in log()[0]
