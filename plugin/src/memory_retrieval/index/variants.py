"""Expansion of out-of-vocabulary terms: to the other form of an abbreviation, a longer or shorter form, a typing error.

Terms in the vocabulary are never expanded, so a word that the store has keeps its meaning.
"""

from __future__ import annotations

from ..core.stem import stem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SHARED = 3  # first letters that an expansion shares: typing errors come later in a word, and few rows are read
SHORTEST = 4  # letters of a stem that may be the prefix of another
TYPO, FORM, ABBREVIATION = 0.7, 0.8, 0.9  # weights of the kinds of expansion
MAX_ROWS = 3_000  # of the vocabulary that are compared
MAX_TERMS = 6  # out-of-vocabulary terms of a prompt that are expanded

_PAIRS = """
    a11y accessibility, i18n internationalization, l10n localization, k8s kubernetes, o11y observability,
    db database, dbs databases, pg postgresql, postgres postgresql, auth authentication, authn authentication,
    authz authorization, cfg configuration, conf configuration, config configuration, env environment,
    envs environments, repo repository, deps dependencies, dep dependency, img image, imgs images, perf performance,
    docs documentation, msg message, msgs messages, evt event, evts events, conn connection, conns connections,
    ts typescript, js javascript, py python, rb ruby, rs rust, prod production, stg staging, fn function,
    func function, param parameter, params parameters, var variable, vars variables, dir directory,
    dirs directories, async asynchronous, sync synchronous, perms permissions, creds credentials, cred credential,
    otel opentelemetry, tf terraform, gh github, gha actions, ver version, prev previous, tmp temporary,
    temp temperature, err error, errs errors, req request, reqs requests, res response, resp response, btn button,
    acct account, tx transaction, txn transaction, impl implementation, admin administrator, app application,
    infra infrastructure, lib library, libs libraries, mgmt management, sec security, sig signature, alg algorithm,
    algo algorithm, addr address, qty quantity, num number, max maximum, min minimum, avg average, fw firmware,
    hw hardware, sw software, ota update, mw middleware, mq queue, ttl expiry, rls row, pr merge, mr merge,
    cert certificate, certs certificates, ssl tls, vm machine, lb balancer, fe frontend, be backend, ui interface,
    e2e end
"""
_abbreviations: dict[str, list[str]] = {}


def abbreviations() -> dict[str, list[str]]:
    """{word: the words that it may stand for}, in both directions; made when the first unknown word needs it."""
    if not _abbreviations:
        for pair in _PAIRS.split(","):
            short, long = pair.split()
            _abbreviations.setdefault(short, []).append(long)
            _abbreviations.setdefault(long, []).append(short)
    return _abbreviations


def expand(db: Any, word: str, *, is_word: bool) -> tuple[str, float] | None:
    """(stem in the vocabulary, weight) that an out-of-vocabulary word most likely stands for; None without one.

    is_word  it is a word of the language or the trade, so no typing error is looked for
    """
    for other in abbreviations().get(word, ()):
        root = stem(other)
        if db.execute("select 1 from vocabulary where term=?", (root,)).fetchone():
            return root, ABBREVIATION
    root = stem(word)
    if len(root) <= SHARED or not root.isascii() or not root.isalpha():
        return None
    found = _longer(db, root) or _shorter(db, root)
    if found:
        return found, FORM
    typo = None if is_word else _typo(db, word, root)
    return (typo, TYPO) if typo else None


def _longer(db: Any, root: str) -> str | None:
    """The first stem of the vocabulary with the prefix `root`: auth -> authent."""
    if len(root) < SHORTEST:
        return None
    row = db.execute(
        "select term from vocabulary where term>=? limit 1", (root,)
    ).fetchone()
    return (
        row[0] if row and row[0].startswith(root) and stem(row[0]) == row[0] else None
    )


def _shorter(db: Any, root: str) -> str | None:
    """The longest stem of the vocabulary that is a prefix of `root`: configur -> config."""
    for length in range(len(root) - 1, max(SHORTEST, len(root) // 2) - 1, -1):
        start = root[:length]
        if (
            db.execute("select 1 from vocabulary where term=?", (start,)).fetchone()
            and stem(start) == start
        ):
            return start
    return None


def _typo(db: Any, word: str, root: str) -> str | None:
    """The most frequent stem within one edit of `root`, two for a long word: webhok -> webhook."""
    if len(word) < 5:
        return None
    allowed = 2 if len(word) >= 9 else 1
    start, best = root[:SHARED], (0, "")
    rows = db.execute(
        "select term, passages from vocabulary where term>=? and term<? limit ?",
        (start, start + "{", MAX_ROWS),
    )
    for term, count in rows:
        if (
            count > best[0]
            and abs(len(term) - len(root)) <= allowed
            and _distance(root, term, allowed) <= allowed
            and stem(term) == term
        ):
            best = count, term
    return best[1] or None


def _distance(a: str, b: str, limit: int) -> int:
    """Edits (insert, delete, replace, swap neighbours) between two words; more than `limit` count as `limit` + 1."""
    before: list[int] = []
    current: list[int] = list(range(len(b) + 1))
    for i, char in enumerate(a, 1):
        row = [i]
        for j, other in enumerate(b, 1):
            cost = min(current[j] + 1, row[j - 1] + 1, current[j - 1] + (char != other))
            if i > 1 and j > 1 and char == b[j - 2] and a[i - 2] == other:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        if min(row) > limit:
            return limit + 1
        before, current = current, row
    return current[-1]
