"""Which records a new or changed one may concern: those it repeats, contradicts, completes or settles.

The index shortlists, a small model scores, and the agent or the person who saves decides. A score changes nothing.
"""

from __future__ import annotations

import os

from ..core import clock
from ..core.categories import BY_KEY, TABLE
from ..core.errors import IndexUnavailable
from ..core.instructions import spoken, spoken_title
from ..core.stem import stems
from ..core.tokens import foreign_stop_words, tokenize
from ..store import layouts
from ..store.catalog import Entry, read_entry
from ..store.listing import count_records
from ..store.reader import content_texts
from ..store.schema import INCOMPLETE
from . import links
from .names import title_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ..core.model import Memory, Record, Store
    from ..index.similar import Similar

    Named = dict[str, tuple[Memory, bool]]

LIMIT = 3
INDEXING = (
    5.0  # seconds that a save may wait for the index; then it asks what is indexed
)
FLOOR = 0.4  # chance from which a record is named: hardly a right one is missed, and three of four news name none
# Coverage from which a record says what a text does; the same where no number of the text is in it, or it was there
# before; and for one that was written in the turn and says nothing else that was said.
SAYS, SAYS_ANOTHER_WAY, MEANWHILE = 0.5, 0.7, 0.25
# The floor for a sentence, for any record has a larger share of its few words; and what another category is worth.
OF_A_SENTENCE = 0.7, 0.4
# Logistic models fitted by lab/training/fit_related.py: coverage, same category, cosine, logarithm of the store's size.
MODEL = (15.73, 5.43, 6.57, -0.2, -9.61)
MODEL_WITHOUT_COSINE = (20.79, 5.63, 0.0, -0.2, -7.45)
STATED = (
    "Stated in "  # how the reason begins that an import gives: the file's name follows
)
MAIN = {category.key: category.says[0] for category in TABLE}
"""The content field of each category that says what the record is about."""
CERTAIN = 0.75  # chance from which two records are on one matter: those of ordinary projects seldom reach it
SHARED = 2  # stems that two records on one matter both state
CONTRADICTION, DUPLICATE = (
    0.95,
    0.9,
)  # least chance of these two; that of other records on one matter is below both
OTHER_VALUE, REPEAT = "same topic, another value", "says much the same"
SAME = 0.8  # coverage from which a record says much the same as another
ONE_TOPIC = 0.4  # share of the words of the titles of two decisions on one topic that they have in common
EXCERPT = 200  # characters
TERMS = 4  # shared terms that are shown


def find_related(
    store: Store,
    entries: list[Entry],
    record: Record,
    own: str,
    size: int = 0,
    similar: list[Similar] | None = None,
) -> list[Record]:
    """Up to LIMIT active records that a record may concern, the likeliest first.

    entries  the catalogue of the store
    own      the path of the record, whether there is a file already or not
    size     the number of records in the store, where `entries` are only some of them
    similar  those like it, where they are known

    Each is {id, path, title, updated, excerpt, why, chance}. Those of its category with a chance of at least CERTAIN
    are the ones that `review` lists with it.
    """
    known = {record["id"], *links.older(record), *links.older(record, "holds_with")}
    by_path = {
        entry.path: entry
        for entry in entries
        if entry.shown() and entry.id not in known and entry.path != own
    }
    floor, other = OF_A_SENTENCE if record.get(INCOMPLETE) else (FLOOR, 0.0)
    size, category = size or len(entries), record["category"]
    if similar is None:
        similar = next(
            similar_to_each(store, [(full_text(record), gist(record), own)]), []
        )
    ranked = []
    for one in similar:
        if one.memory.path in by_path:
            ranked.append((-chance(one, category, size, other), one.memory.path, one))
    found: list[Record] = []
    for score, path, one in sorted(ranked, key=lambda item: item[:2]):
        entry = by_path[path]
        raw = read_entry(store, entry)[0] if len(found) < LIMIT else None
        if (
            raw is None
        ):  # enough, or the file was changed meanwhile and is not valid any more
            continue
        overlap, likely = "", -score
        if entry.kind == category:
            overlap, likely = judged(one, record, raw, -score)
        if likely >= floor:
            found.append(
                _named(
                    store, entry, raw, likely, _why(record, entry, overlap, one.terms)
                )
            )
    return sorted(found, key=lambda item: -item["chance"])


def concerned(
    store: Store, asked: list[tuple[str, str, int, int]], since: float, wait: float
) -> Named:
    """{text: (the active record that it most likely concerns, whether that was written since and says it)}.

    asked  (text, category, from when to when it was said); texts without such a record are left out
    since  when the session began. A record that was written in the turn in which a text was said counts as what says
           it, however different the words, if it says nothing else that was said
    wait   seconds that the index may take to catch up

    Points of time are seconds since 1970.
    """
    size = sum([count_records(store.root, *folder) for folder in store.folders])
    each = similar_to_each(store, ((text, text, "") for text, *_ in asked), wait)
    found: Named = {}
    claims: list[tuple[float, str, Memory]] = []
    for (text, category, start, end), similar in zip(asked, each):
        foreign = foreign_stop_words([*tokenize(text)])
        likely = [
            (-chance(one, category, size), one.memory.path, one)
            for one in similar
            if one.memory.status == "active"
        ]
        for score, _, one in sorted(likely, key=lambda item: item[:2]):
            written = one.memory.updated or 0
            own = written >= min(since, start or since)
            if own and _says(one, text, before=written < start):
                found[text] = one.memory, True
                break
            near = foreign or one.coverage >= MEANWHILE
            if own and near and start <= written <= end:
                claims.append((score, text, one.memory))
            if -score >= FLOOR:
                found.setdefault(text, (one.memory, False))
    return _claimed(claims, found)


def _claimed(claims: list[tuple[float, str, Memory]], found: Named) -> Named:
    """`found`, and each record that says nothing of it for the likeliest text of its turn."""
    said = {memory.path for memory, says in found.values() if says}
    for _, text, memory in sorted(claims, key=lambda claim: claim[:2]):
        if memory.path not in said and not found.get(text, (memory, False))[1]:
            found[text] = memory, True
            said.add(memory.path)
    return found


def _says(similar: Similar, text: str, *, before: bool) -> bool:
    """Whether a record says what a text does, and no other value; one written `before` the text, all of its numbers."""
    numbers = {word for word in tokenize(text) if not word.isalpha()}
    shared = numbers.intersection(similar.terms)
    if before and shared < numbers:
        return False
    plain = not before and (shared or not numbers)
    return similar.coverage >= (SAYS if plain else SAYS_ANOTHER_WAY)


def similar_to_each(
    store: Store, asked: Iterable[tuple[str, str, str]], wait: float = INDEXING
) -> Iterator[list[Similar]]:
    """Records like each (text, gist, path of the record itself), in no order; nothing where the store has no index.

    The index is opened once, and is waited for at most `wait` seconds.
    """
    from time import monotonic

    from ..index.fts5 import Fts5Index

    folders = layouts.folders_of(store.root) if store.prefix else store.folders
    if not store.kind.curated or not folders or not os.path.isdir(store.root):
        return
    try:
        with Fts5Index(store.replace(folders=tuple(folders))) as index:
            index.refresh(monotonic() + wait, quick=True)
            for text, gist, own in asked:
                yield index.similar(text, gist, own)
    except IndexUnavailable:
        return


def chance(similar: Similar, category: str, size: int, other: float = 0.0) -> float:
    """How likely it is that a record of `category` concerns a similar one, 0 to 1, in a store of `size` records.

    other  what a similar one of another category is worth, where the category is often a guess
    """
    from math import exp, log

    model = MODEL_WITHOUT_COSINE if similar.cosine is None else MODEL
    coverage, same, cosine, logarithm, base = model
    total = coverage * similar.coverage + same * (
        similar.memory.category == category or other
    )
    total += cosine * (similar.cosine or 0.0) + logarithm * log(max(size, 1)) + base
    return 1 / (1 + exp(-total))


def judged(
    similar: Similar, record: Record, other: Record, likely: float
) -> tuple[str, float]:
    """(OTHER_VALUE, REPEAT or "": how two records of one category overlap; the chance that they are on one matter).

    likely  what `chance` says of them
    """
    if _has_other_value(record, other, similar.coverage):
        return OTHER_VALUE, CONTRADICTION + 0.05 * similar.coverage
    if similar.coverage >= SAME:
        return REPEAT, DUPLICATE + 0.04 * similar.coverage
    return "", _surely(likely, record, other)


def _has_other_value(record: Record, other: Record, coverage: float) -> bool:
    """Whether two records of one category say different things on one topic."""
    category, contents = record["category"], (record["content"], other["content"])
    one, two = [
        content.get(MAIN[category]) or "" for content in contents
    ]  # "" in incomplete ones
    if one == two:
        return False
    if category == "preference":
        topic, same = [title_key(content.get("topic") or "") for content in contents]
        return topic == same != ""
    if category != "decision" or coverage >= SAME:
        return False
    first, second = stems(record["title"]), stems(other["title"])
    return len(first & second) >= ONE_TOPIC * len(first | second) > 0


def _surely(score: float, record: Record, other: Record) -> float:
    """The chance that two records are on one matter, given `chance`: below CERTAIN unless they say so.

    Tags and phrases such as "as CLAUDE.md says" put no two records on one subject: title, aliases and statement count.
    """
    texts = [
        " ".join([gist(raw), *(raw.get("aliases") or ())]) for raw in (record, other)
    ]
    shared = stems(texts[0]) & stems(texts[1])
    return min(score, (DUPLICATE if len(shared) >= SHARED else CERTAIN) - 0.01)


def full_text(record: Record) -> str:
    """All words of a record. `untagged` and the place that an import states say nothing of it."""
    tags = " ".join([tag for tag in record["tags"] if tag != "untagged"])
    said = [
        text for text in content_texts(record["content"]) if not text.startswith(STATED)
    ]
    return "\n".join([record["title"], tags, *(record.get("aliases") or ()), *said])


def gist(record: Record) -> str:
    """The title, and what the record says."""
    said = record["content"].get(MAIN[record["category"]]) or ""
    return f"{record['title']}. {said}"


def _named(
    store: Store, entry: Entry, record: Record, likely: float, why: str
) -> Record:
    return {
        "id": entry.id,
        "path": store.shown(entry.path),
        "title": spoken_title(entry.title),
        "updated": clock.format_time(entry.updated)
        if entry.updated is not None
        else None,
        "excerpt": spoken(str(record["content"].get(MAIN[entry.kind]) or ""), EXCERPT),
        "why": why,
        "chance": round(likely, 2),
    }


def _why(record: Record, entry: Entry, overlap: str, terms: Sequence[str]) -> str:
    matter = overlap or "same matter"
    if record["category"] != entry.kind and BY_KEY[entry.kind].moot:
        matter = "same matter, which this may have settled"
    return f"{matter}; in common: " + ", ".join(terms[:TERMS]) if terms else matter
