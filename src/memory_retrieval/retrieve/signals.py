"""What a prompt is like, and what a candidate has to do with it: the named numbers on which rank and silence rest.

Every signal is a plain number that `memories why` shows. None depends on the size of the store: words count by how rare they are
in it, scores by how they compare with the best possible one.
"""

from ..core.clock import DAY
from ..core.stem import stem
from ..core.tokens import tokenize

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
ROUTINE_WORDS = frozenset(
    """rename commit push pull rebase squash amend stash cherry checkout merge format reformat prettier lint indent docstring
    docstrings comment comments jsdoc typo typos whitespace rerun undo redo revert unstage branch tag extract inline import imports
    label wording console.log print variable newline semicolon sort alphabetically explain summarize translate screenshot""".split()
)
QUESTION_WORDS = frozenset("what why how which where when who whose whom is are do does did can could should may must".split())


class Prompt:
    """What holds for a prompt as a whole."""

    __slots__ = ("query", "roots", "words", "first", "routine", "question", "error", "why", "next", "files", "length")

    def __init__(self, query, files=()):
        # type: (Query, tuple[str, ...]) -> None
        self.query = query
        self.words = [w.strip(".,:;!?()\"'`").lower() for w in query.text.split()[:400]]
        self.roots = {term: stem(term) for term in query.terms}
        content = [w for w in self.words if w]
        self.first = content[0] if content else ""
        self.length = len(content)
        self.routine = min(2, sum(1 for w in content[:12] if w in ROUTINE_WORDS)) if self.length < 40 else 0
        self.question = "?" in query.text or self.first in QUESTION_WORDS
        lower = set(content)
        self.error = bool(lower & ERROR_WORDS) or "Error" in query.text or "Traceback" in query.text
        self.why = bool(lower & WHY_WORDS)
        self.next = bool(lower & NEXT_WORDS) and self.length < 40
        self.files = [w for w in query.text.split() if "/" in w or "." in w[1:-1]][:40] + list(files)


def measure(candidate, prompt, idf, best_lexical, best_cosine, now):
    # type: (Candidate, Prompt, dict[str, float], float, float, int) -> dict[str, float]
    """The signals of one candidate, by name."""
    query = prompt.query
    total = matched = head_matched = 0.0
    rarest = rarest_head = 0.0
    count = 0
    found = {e.term: e for e in candidate.evidence}
    highest = max(idf.values(), default=1.0) or 1.0
    for term, weight in query.terms.items():
        value = weight * min(idf.get(term, highest), highest)
        evidence = found.get(term)
        if term in query.joined or weight < 0.35 and not query.enriched:
            if evidence is None:
                continue
        total += value
        if evidence is not None:
            matched += value
            count += 1
            rarest = max(rarest, weight * evidence.idf / highest)
            if evidence.fields != ("body",):
                head_matched += value
                rarest_head = max(rarest_head, weight * evidence.idf / highest)
    title = set(candidate.head[0])
    asked = set(prompt.roots.values())
    title_share = len(title & asked) / len(title) if title else 0.0
    memory = candidate.memory
    signals = {
        "coverage": matched / total if total else 0.0,
        "head": head_matched / total if total else 0.0,
        "title": title_share,
        "rarest": rarest,
        "rarest_head": rarest_head,
        "terms": min(count, 6) / 6,
        "bm25": min(candidate.lexical, 40.0) / 20,
        "of_best": candidate.lexical / best_lexical if best_lexical > 0 else 0.0,
        "cosine": candidate.cosine or 0.0,
        "stands": max(-1.0, min(candidate.stands or 0.0, 5.0)) / 5,
        "cos_best": (candidate.cosine or 0.0) / best_cosine if best_cosine > 0 else 0.0,
        "routine": float(prompt.routine),
        "question": float(prompt.question),
        "enriched": float(query.enriched),
        "short": 1.0 if len(query.terms) <= 2 else 0.0,
        "long": 1.0 if prompt.length > 60 else 0.0,
        "intent": _intent(memory.category, prompt),
        "files": _files(memory.related_files, prompt.files),
        "fresh": _fresh(memory, now),
    }
    return signals


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


def query_tokens(text):
    # type: (str) -> set[str]
    return set(tokenize(text))
