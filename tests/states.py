"""Every state of a record: what closes it, what it holds in, and what hides it from all but a search for it."""

CLOSED = {
    "superseded": ("decision", {"superseded_by": "nobody"}),
    "superseded by status": ("decision", {"content": {"status": "superseded"}}),
    "deprecated": ("decision", {"content": {"status": "deprecated"}}),
    "inactive": ("constraint", {"content": {"active": False}}),
    "expired": ("constraint", {"content": {"expires": "2026-11-14"}}),
    "resolved": ("tech_debt", {"content": {"status": "resolved"}}),
    "wont_fix": ("tech_debt", {"content": {"status": "wont_fix"}}),
}
HOLDING = {
    "accepted": ("decision", {}),
    "an earlier plugin's nulls": (
        "constraint",
        {"record_status": ..., "content": {"expires": None}},
    ),
    "the last day": ("constraint", {"content": {"expires": "2026-11-15"}}),
    "no date": ("constraint", {"content": {"expires": "until the audit is done"}}),
    "in progress": ("tech_debt", {"content": {"status": "in_progress"}}),
    "proposed": ("decision", {"content": {"status": "proposed"}}),
}
HIDDEN = {
    "retired": ("decision", {"record_status": "retired"}),
    "archived": ("decision", {"record_status": "archived"}),
}
WORDS = {"superseded by status": "superseded"}


def state_of(case):
    """What every list says of the state in a case."""
    return WORDS.get(case, case if case in (*CLOSED, "proposed", *HIDDEN) else "active")
