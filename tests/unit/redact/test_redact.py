"""Secrets go, everything that only looks like one stays. Test tokens are put together, so that scanners do not trip."""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_retrieval.redact import redact as redacting
from memory_retrieval.redact.redact import Secret, redact, redact_tree

HEX = "0123456789abcdef"
MIXED = "aB3dE5fG7hJ9kL2mN4pQ6rS8tU1vW3xY5zA7bC9d"
JWT = ".".join(
    (
        "eyJ" + "hbGciOiJIUzI1NiJ9",
        "eyJ" + "zdWIiOiIxMjM0NTY3ODkwIn0",
        "dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U",
    )
)
PEM = (
    "-----BEGIN "
    + "RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\nabcd\n-----END RSA "
    + "PRIVATE KEY-----"
)

SECRETS = [
    ("private_key", PEM),
    ("private_key", "-----BEGIN " + "OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk"),
    ("aws_access_key", "AK" + "IA" + "QYLPMN5HFIQR7XYA"),
    ("aws_secret_key", "aws_secret_access_key = " + MIXED),
    ("github_token", "gh" + "p_" + MIXED[:36]),
    ("github_token", "github" + "_pat_" + "11ABCDEFG0" + MIXED + MIXED[:20]),
    (
        "slack_webhook",
        "https://hooks.slack" + ".com/services/T00000000/B00000000/" + MIXED[:24],
    ),
    ("openai_key", "sk-" + MIXED + "Xy"),
    ("jwt", JWT),
    ("slack_token", "xo" + "xc-" + "123456789012-1234567890123-" + MIXED[:24]),
    ("shopify_token", "shp" + "ca_" + HEX * 2),
    ("docker_token", "dckr" + "_pat_" + MIXED[:27]),
    (
        "age_key",
        "AGE-SECRET"
        + "-KEY-1"
        + "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7LQPZRY9X8GF2TVDW0S3JN54KHCE",
    ),
    (
        "azure_storage_key",
        "DefaultEndpointsProtocol=https;AccountName=shop;Account"
        + "Key="
        + MIXED
        + MIXED
        + "abcdef==",
    ),
    (
        "telegram_token",
        "https://api.telegram.org/bot" + "123456789" + ":AA" + MIXED[:33] + "/getMe",
    ),
    ("twilio_key", "twilio key " + "SK" + HEX * 2),
    ("url_password", "postgres://shop:" + "hunter2secret" + "@db.internal:5432/shop"),
    ("url_password", "redis://:" + "p4ssw0rd9" + "@cache:6379"),
    ("authorization", "Authorization: Bearer " + MIXED[:32]),
    ("password", "password=" + "Tr0ub4dor&3x"),
    ("password", "DB_PASSWORD: '" + "k8Jq2mZx9wPd" + "'"),
    ("password", '"api_key": "' + MIXED[:32] + '"'),
    ("password", "token: " + "f3a9c1d7e5b24680ac1e" + "3579bd02468a"),
    ("password", "recovery_code: " + "8392-0174"),
    ("password", "new PDO('mysql:host=db', 'root', '" + "Zk7xQp2mLs9" + "')"),
    ("private", "before <private>my salary</private> after"),
    ("private", "<private>never closed"),
]

try:
    from re import _parser as parser
except ImportError:  # Python 3.10
    import sre_parse as parser


@pytest.mark.parametrize(("kind", "text"), SECRETS)
def test_a_secret_goes_and_is_named(kind, text):
    clean, found = redact(f"We use {text} here.")
    assert [f.kind for f in found] == [kind]
    assert f"[redacted:{kind}]" in clean
    assert clean.startswith("We use ") and redact(clean) == (clean, [])
    for part in (
        MIXED[:20],
        "hunter2",
        "p4ssw0rd9",
        "Tr0ub4dor",
        "k8Jq2mZx9wPd",
        "f3a9c1d7",
        "salary",
        "never closed",
        "MIIEpA",
    ):
        assert part not in clean


@given(st.text())
def test_redacting_twice_changes_nothing(text):
    clean = redact(text)[0]
    assert redact(clean)[0] == clean


def test_a_secret_that_is_known_from_one_place_goes_everywhere():
    value = "Zu7" + "kkPq4x"
    clean, found = redact_tree(
        {"title": "What %s is for" % value, "content": ["password: %s" % value]}
    )
    assert value not in str(clean)
    assert [secret.location for secret in found] == ["content[0]", "title"]


def test_places_are_named_in_a_tree():
    tree = {"content": {"steps": ["fine", "use " + "gh" + "p_" + MIXED[:36]]}}
    clean, found = redact_tree(tree)
    assert found == [Secret("github_token", "content.steps[1]")]
    assert clean == {"content": {"steps": ["fine", "use [redacted:github_token]"]}}


@pytest.mark.parametrize("hint", redacting.COMMON)
def test_a_hint_of_most_texts_is_of_tokens_that_are_long(hint):
    patterns = [rule[3] for rule in redacting._RULES if hint in rule[2]]
    assert patterns
    for pattern in patterns:
        assert parser.parse(pattern).getwidth()[0] >= redacting.LEAST
        assert "\\s" not in pattern and " " not in pattern


def test_a_line_of_code_without_a_long_word_loads_no_regular_expressions():
    code = "import sys; sys.path.insert(0, sys.argv[1])\nfrom memory_retrieval.redact.redact import redact\n"
    code += "redact('MAX_ROWS = 900.0-x'); print('re' in sys.modules)"
    source = Path(redacting.__file__).parents[2]
    words = [sys.executable, "-I", "-S", "-c", code, str(source)]
    assert subprocess.run(words, capture_output=True, text=True).stdout == "False\n"
