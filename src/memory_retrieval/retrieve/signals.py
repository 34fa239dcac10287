"""What a prompt is like, and what a candidate has to do with it: the named numbers on which rank and silence rest.

Every signal is a plain number that `memories why` shows. None depends on the size of the store: words count by how rare they are
in it, scores by how they compare with the best possible one.
"""

from ..core.clock import DAY
from ..core.stem import stem
from . import order

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import Query
    from ..index.backend import Candidate

UNKNOWN_IDF = 1.0  # share of the largest idf given to a word that no memory has

ERROR_WORDS = frozenset(
    """error errors exception traceback fail fails failed failing failure crash crashes crashed panic fatal broken breaks wrong
    stuck hang hangs timeout timeouts denied refused cannot unable fehler erreur fallo ошибка 오류 エラー killed invalid""".split()
)
WHY_WORDS = frozenset("why reason rationale decide decided decision chose chosen choose instead rather warum pourquoi".split())
NEXT_WORDS = frozenset("next remaining left todo status progress continue resume leftover leftovers pending unfinished open".split())
QUESTION_WORDS = frozenset("what why how which where when who whose whom is are do does did can could should may must".split())


class Prompt:
    """What holds for a prompt as a whole."""

    __slots__ = ("error", "files", "length", "next", "query", "question", "roots", "routine", "why")

    def __init__(self, query, files=()):
        # type: (Query, tuple[str, ...]) -> None
        self.query = query
        words = [w for w in [w.strip(".,:;!?()\"'`").lower() for w in query.text.split()[:400]] if w]
        lower = set(words)
        self.roots = {term: stem(term) for term in query.terms}
        self.length = len(words)
        self.routine = order.routine(words)
        self.question = "?" in query.text or words[:1] != [] and words[0] in QUESTION_WORDS
        self.error = bool(lower & ERROR_WORDS) or "Error" in query.text or "Traceback" in query.text
        self.why = bool(lower & WHY_WORDS)
        self.next = bool(lower & NEXT_WORDS) and self.length < 40
        self.files = [w for w in query.text.split() if "/" in w or "." in w[1:-1]][:40] + list(files)


class Field:
    """The other candidates of a store, against which one stands out or does not."""

    __slots__ = ("cosines", "idf", "lexicals")

    def __init__(self, candidates):
        # type: (list[Candidate]) -> None
        active = [c for c in candidates if c.memory.status == "active"]
        self.lexicals = sorted([c.lexical for c in active], reverse=True)
        self.cosines = sorted([c.cosine for c in active if c.cosine is not None], reverse=True)
        self.idf = {e.term: e.idf for c in candidates for e in c.evidence}


def place(values, value):
    # type: (list[float], float) -> float
    """1 for the first of descending `values`, 1/2 for the second, ..."""
    rank = 1
    for other in values:
        if other <= value or rank > 9:
            break
        rank += 1
    return 1.0 / rank


def gap(values, value, behind):
    # type: (list[float], float, int) -> float
    """How far `value` lies above the one `behind` places behind the first."""
    return value - values[min(behind, len(values) - 1)] if values else 0.0


def measure(candidate, prompt, field, now):
    # type: (Candidate, Prompt, Field, int) -> dict[str, float]
    """The signals of one candidate, by name."""
    idf = field.idf
    best_lexical = field.lexicals[0] if field.lexicals else 0.0
    best_cosine = field.cosines[0] if field.cosines else 0.0
    query = prompt.query
    found = {e.term: e for e in candidate.evidence}
    highest = max(idf.values(), default=1.0) or 1.0
    coverage, head, rarest, rarest_head, count, content, known = _covered(query, found, idf, highest)
    title = set(candidate.head[0])
    asked = set(prompt.roots.values())
    title_share = len(title & asked) / len(title) if title else 0.0
    memory = candidate.memory
    signals = {
        "coverage": coverage,
        "head": head,
        "title": title_share,
        "rarest": rarest,
        "rarest_head": rarest_head,
        "terms": min(count, 6) / 6,
        "bm25": min(candidate.lexical, 40.0) / 20,
        "of_best": candidate.lexical / best_lexical if best_lexical > 0 else 0.0,
        "cosine": candidate.cosine or 0.0,
        "stands": max(-1.0, min(candidate.stands or 0.0, 6.0)) / 6,
        "cos_best": (candidate.cosine or 0.0) / best_cosine if best_cosine > 0 else 0.0,
        "cos_gap": max(-0.5, min(0.5, gap(field.cosines, candidate.cosine or 0.0, 4))) * 2,
        "cos_place": place(field.cosines, candidate.cosine or -1.0),
        "lex_gap": max(-1.0, min(2.0, gap(field.lexicals, candidate.lexical, 3) / 10)),
        "lex_place": place(field.lexicals, candidate.lexical) if candidate.lexical else 0.0,
        "size": min(content, 12) / 12,
        "missing": 1.0 - known / content if content else 1.0,
        "routine": prompt.routine,
        "question": float(prompt.question),
        "enriched": float(query.enriched),
        "short": 1.0 if len(query.terms) <= 2 else 0.0,
        "long": 1.0 if prompt.length > 60 else 0.0,
        "intent": _intent(memory.category, prompt),
        "files": _files(memory.related_files, prompt.files),
        "fresh": _fresh(memory, now),
    }
    return signals


def _covered(query, found, idf, highest):
    """(coverage, of it in title, tags or aliases, rarest word found, rarest found there, words found, asked for, known to any).

    Shares are weighted by rarity.
    """
    total = matched = head_matched = rarest = rarest_head = 0.0
    count = content = known = 0
    for term, weight in query.terms.items():
        value = weight * min(idf.get(term, highest), highest)
        evidence = found.get(term)
        if evidence is None and (term in query.joined or (weight < 0.35 and not query.enriched)):
            continue  # joined forms and verbs add evidence, they are not missed
        total += value
        content += 1
        known += term in idf
        if evidence is not None:
            matched += value
            count += 1
            rarest = max(rarest, weight * evidence.idf / highest)
            if evidence.fields != ("body",):
                head_matched += value
                rarest_head = max(rarest_head, weight * evidence.idf / highest)
    if not total:
        return 0.0, 0.0, 0.0, 0.0, 0, 0, 0
    return matched / total, head_matched / total, rarest, rarest_head, count, content, known


def _intent(category, prompt):
    """1 when the category is what this kind of prompt asks for, -1 when another is."""
    wanted = set()
    if prompt.error:
        wanted |= {"runbook"}
    if prompt.why:
        wanted |= {"decision"}
    if prompt.next:
        wanted |= {"session_summary", "tech_debt"}
    if not wanted:
        return 0.0
    return 1.0 if category in wanted else -0.5


def _files(related, mentioned):
    """1 when a file named in the prompt or touched lately is one the memory is about, 0.5 for the same file name."""
    score = 0.0
    for name in related:
        plain = name.rstrip("*").rstrip("/")
        base = plain.rsplit("/", 1)[-1]
        for word in mentioned:
            word = word.strip("`'\"(),:;")
            if plain and (word == plain or word.endswith("/" + plain) or (len(plain) > 8 and plain in word)):
                score = max(score, 1.0)
            elif len(base) > 4 and "." in base and word.rsplit("/", 1)[-1].split(":")[0] == base:
                score = max(score, 0.5)
    return score


def _fresh(memory, now):
    """For session summaries: 1 within two hours, 0.5 within a day, else 0."""
    if memory.category != "session_summary" or memory.updated is None:
        return 0.0
    age = now - memory.updated
    return 1.0 if 0 <= age <= 7200 else 0.5 if 0 <= age <= DAY else 0.0
