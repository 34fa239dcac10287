"""Removes secrets from text before it reaches the disk. The kind of each is reported, its text is not kept.

Each rule has cheap hints that must occur before its pattern is compiled: most text contains none of them, and compiling
all patterns would cost more than the rest of a save. The patterns follow those of gitleaks and detect-secrets.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from re import Match, Pattern
    from typing import Any, Callable

MIN_ENTROPY = 3.0  # bits a character; words stay below, random tokens of 12 and more lie above
_PLACEHOLDERS = """
    example changeme change_me placeholder your xxxx **** .... dummy redacted secret_key_here insert todo < ${ $( {{
    process.env os.environ getenv vault: sample test-token %( n/a
""".split()


class Secret:
    """A secret that was removed: its kind, and its location in the value that was searched."""

    __slots__ = ("kind", "location")

    def __init__(self, kind: str, location: str = "") -> None:
        self.kind, self.location = kind, location

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and (self.kind, self.location) == (other.kind, other.location)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return "Secret(%r, %r)" % (self.kind, self.location)


# (kind, hints in lower case, pattern). Group 1 is what is removed, or the whole match when there is no group.
_RULES = (
    ("private", ("<private",), r"(?is)<private(?:\s[^>]*)?>.*?(?:</private\s*>|\Z)"),
    (
        "private_key",
        ("-----begin",),
        r"(?s)-----BEGIN (?:[A-Z0-9 ]{1,40} )?PRIVATE KEY(?: BLOCK)?-----.*?"
        r"(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|\Z)",
    ),
    (
        "aws_access_key",
        ("akia", "asia", "abia", "acca"),
        r"(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}(?![A-Za-z0-9])",
    ),
    (
        "aws_secret_key",
        ("aws",),
        r"(?i)aws.{0,20}?(?:secret|private).{0,20}?['\"\s:=]+([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])",
    ),
    (
        "github_token",
        ("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"),
        r"(?<![A-Za-z0-9])(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{60,255})",
    ),
    (
        "gitlab_token",
        ("glpat-", "gldt-", "glrt-", "glptt-", "gloas-", "glcbt-"),
        r"(?<![A-Za-z0-9])(?:glpat|gldt|glrt|glptt|gloas|glcbt)-[A-Za-z0-9_\-.]{20,}",
    ),
    ("slack_token", ("xox", "xapp-"), r"(?<![A-Za-z0-9])(?:xox[a-eoprs]|xapp)-[A-Za-z0-9-]{10,}"),
    (
        "slack_webhook",
        ("hooks.slack.com",),
        r"https://hooks\.slack\.com/(?:services|workflows|triggers)/[A-Za-z0-9+/]{20,}",
    ),
    (
        "stripe_key",
        ("k_live_", "k_test_", "whsec_"),
        r"(?<![A-Za-z0-9])(?:(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/=]{24,})",
    ),
    (
        "google_key",
        ("aiza", "ya29.", "gocspx-"),
        r"(?<![A-Za-z0-9])(?:AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])|ya29\.[A-Za-z0-9_-]{20,}|GOCSPX-[A-Za-z0-9_-]{20,})",
    ),
    ("anthropic_key", ("sk-ant-",), r"(?<![A-Za-z0-9])sk-ant-[A-Za-z0-9_-]{20,}"),
    (
        "openai_key",
        ("sk-",),
        r"(?<![A-Za-z0-9])sk-(?:(?:proj|svcacct|admin)-[A-Za-z0-9_-]{20,}|[A-Za-z0-9]{20,}(?![A-Za-z0-9-]))",
    ),
    ("npm_token", ("npm_",), r"(?<![A-Za-z0-9])npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])"),
    ("pypi_token", ("pypi-",), r"(?<![A-Za-z0-9])pypi-[A-Za-z0-9_-]{50,}"),
    ("huggingface_token", ("hf_",), r"(?<![A-Za-z0-9])hf_[A-Za-z0-9]{34,}"),
    ("sendgrid_key", ("sg.",), r"(?<![A-Za-z0-9])SG\.[A-Za-z0-9_-]{20,24}\.[A-Za-z0-9_-]{39,50}"),
    (
        "digitalocean_token",
        ("dop_v1_", "doo_v1_", "dor_v1_"),
        r"(?<![A-Za-z0-9])do[opr]_v1_[a-f0-9]{64}(?![A-Za-z0-9])",
    ),
    (
        "shopify_token",
        ("shpat_", "shpca_", "shppa_", "shpss_"),
        r"(?<![A-Za-z0-9])shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}(?![A-Za-z0-9])",
    ),
    ("vault_token", ("hvs.", "hvb.", "hvr."), r"(?<![A-Za-z0-9])hv[sbr]\.(?=[A-Za-z0-9_-]*[0-9])[A-Za-z0-9_-]{24,}"),
    ("docker_token", ("dckr_",), r"(?<![A-Za-z0-9])dckr_[po]at_[A-Za-z0-9_-]{27,}"),
    ("age_key", ("age-secret-key-1",), r"(?i)(?<![A-Za-z0-9])AGE-SECRET-KEY-1[A-Z0-9]{50,}"),
    ("azure_storage_key", ("accountkey",), r"(?i)AccountKey\s{0,4}=\s{0,4}([A-Za-z0-9+/]{60,}={0,2})"),
    ("telegram_token", (":aa",), r"(?<![0-9])[0-9]{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])"),
    ("twilio_key", ("twilio",), r"(?<![A-Za-z0-9])SK[0-9a-f]{32}(?![A-Za-z0-9])"),
    ("jwt", ("eyj",), r"(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}"),
    (
        "url_password",
        ("://",),
        r"(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{0,30}://[^\s:/@'\"<>]{0,256}:([^\s/@'\"<>]{1,256})@",
    ),
    ("authorization", ("bearer ", "basic "), r"(?i)\b(?:bearer|basic)\s+([A-Za-z0-9+/_.=-]{16,})"),
    (
        "password",
        (
            "password",
            "passwd",
            "pwd",
            "secret",
            "token",
            "api_key",
            "apikey",
            "api-key",
            "access_key",
            "credential",
            "passphrase",
        ),
        r"(?i)(?:password|passwd|pwd|secret|token|api[_-]?key|access[_-]?key|credentials?|passphrase)"
        r"(?:[_-](?:key|id|value))?['\"]?\s{0,8}(?::=|=>|=|:)\s{0,8}['\"`]?([^\s'\"`,;)}\]]{6,256})",
    ),
)
_CHECKED = ("password", "authorization", "url_password")  # loose forms: the value itself must look like a secret
_compiled: "dict[str, Pattern[str]]" = {}


def redact(text: str) -> tuple[str, list[Secret]]:
    """(`text` with every secret replaced by `[redacted:kind]`, the secrets). Idempotent."""
    secrets: list[Secret] = []
    lower = text.lower()
    for kind, hints, pattern in _RULES:
        if not any(hint in lower for hint in hints):
            continue
        if kind not in _compiled:
            import re

            _compiled[kind] = re.compile(pattern)
        text = _compiled[kind].sub(_replacer(kind, secrets), text)
    return text, secrets


def redact_tree(value: Any, location: str = "") -> tuple[Any, list[Secret]]:
    """As `redact`, for every text in a JSON value, keys included; locations are such as `content.steps[2]`."""
    if isinstance(value, str):
        text, secrets = redact(value)
        return text, [Secret(secret.kind, location) for secret in secrets]
    out, secrets = value, []
    if isinstance(value, list):
        out = []
        for number, item in enumerate(value):
            item, more = redact_tree(item, "%s[%d]" % (location, number))
            out.append(item)
            secrets += more
    elif isinstance(value, dict):
        out = {}
        for key, item in value.items():
            name, more = redact(key) if isinstance(key, str) else (key, [])
            secrets += [Secret(secret.kind, location) for secret in more]
            out[name], more = redact_tree(item, location + "." + str(name) if location else str(name))
            secrets += more
    return out, secrets


def _replacer(kind: str, secrets: list[Secret]) -> Callable[[Match[str]], str]:
    def replace(match: Match[str]) -> str:
        group = 1 if match.re.groups else 0
        if kind in _CHECKED and not _is_secret(match.group(group), kind):
            return match.group(0)
        secrets.append(Secret(kind))
        start, end = match.span(group)
        whole, offset = match.group(0), match.start()
        return whole[: start - offset] + "[redacted:%s]" % kind + whole[end - offset :]

    return replace


def _is_secret(value: str, kind: str) -> bool:
    """Whether the right side of an assignment looks like a secret, not like a word, a name or a placeholder."""
    lower = value.lower()
    if lower.startswith("[redacted") or any(mark in lower for mark in _PLACEHOLDERS):
        return False
    if kind == "url_password":
        return lower not in ("password", "pass", "pwd", "port", "passwd", "secret") and not lower.startswith("$")
    if value.startswith(("$", "%", "/", "./", "~", "http://", "https://", "[")) or value.endswith("("):
        return False
    if lower in ("password", "undefined", "required", "optional", "string", "function"):
        return False
    classes = sum((any(c.islower() for c in value), any(c.isupper() for c in value), any(c.isdigit() for c in value)))
    if len(value) >= 12:
        return classes >= 2 and entropy(value) >= MIN_ENTROPY and not _is_identifier(value)
    return classes == 3 or (classes == 2 and any(not c.isalnum() and c not in "_-.:/" for c in value))


def _is_identifier(value: str) -> bool:
    """Whether a value is an identifier such as settings.API_TOKEN or getAccessToken: code that reads a secret."""
    parts = value.replace("(", ".").replace(")", "").replace("-", "_").replace(".", "_").replace("/", "_").split("_")
    return (
        len(parts) > 1 and all(p.isalpha() or not p or (len(p) <= 4 and p.isalnum()) for p in parts)
    ) or value.isalpha()


def entropy(text: str) -> float:
    """Shannon entropy in bits a character."""
    from math import log2

    counts: dict[str, int] = {}
    for char in text:
        counts[char] = counts.get(char, 0) + 1
    return -sum(n / len(text) * log2(n / len(text)) for n in counts.values())
