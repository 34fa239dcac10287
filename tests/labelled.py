"""A small labelled collection for the tests of the evaluation."""

import shutil

from memory_retrieval_eval.values import Collection, LabelledQuery

RETIRED = frozenset(["decisions/old-cookie.json"])


def shop(project, folder):
    """Six prompts over the project's store, which is copied to `folder`.

    Direct, follow-up, negative, blank and hostile ones.
    """
    project.fill(8)
    project.write(
        "runbook", "rotate-keys", "Rotate the signing keys", tags=["jwt", "keys"]
    )
    project.write(
        "session_summary",
        "old-session",
        "Moved the search index to Norway",
        tags=["norway"],
        updated_at="2020-01-01T00:00:00Z",
    )
    project.write(
        "decision",
        "old-cookie",
        "Session cookies in Norway",
        tags=["norway"],
        record_status="retired",
    )
    shutil.copytree(project.store, folder / "memory")
    queries = (
        LabelledQuery(
            "q1",
            "direct",
            "how do we rotate the jwt signing keys",
            relevant={"runbooks/rotate-keys.json": 2},
        ),
        LabelledQuery(
            "q2",
            "followup",
            "do it",
            ("rotate the signing keys please",),
            {"runbooks/rotate-keys.json": 2},
        ),
        LabelledQuery(
            "q3",
            "direct",
            "search index in norway",
            (),
            {"sessions/old-session.json": 2},
            RETIRED,
        ),
        LabelledQuery("q4", "negative", "-- --help"),
        LabelledQuery("q5", "negative", "   "),
        LabelledQuery("q6", "other", "どこで署名鍵を回すの\x00 \ud800?"),
    )
    return Collection("shop", folder, queries)


def answers(runs):
    """(id, injected, searched, listed, characters of the shortlist) of every query."""
    return [
        (o.query.id, o.injected, o.searched, o.listed, o.characters)
        for run in runs
        for o in run.outcomes
    ]
