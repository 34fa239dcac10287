"""The categories of project records: the one table from which every other place derives what it says of them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SESSION = (
    "session_summary"  # the one category that describes a session instead of a fact
)


class Category:
    """One category.

    folder     of its records, below the store
    priority   the lowest number comes first where all else is equal
    label      as people read it
    colour     one of those in the viewer's tokens.css
    about      what belongs there, one sentence for people
    content    its keys: `a` text, `b(x|y)` one of these, `c[]` texts, `d[+]` at least one, `e{...}` keys, `f?` optional
    says       the keys that say what it is about, the main one first
    state      the key that states whether it still holds, and
    states     what each of its values means: "" for a record that simply holds, see holds.py
    closed     the value of that key once another record settles this one; None to leave it
    expires    whether `expires` names its last day
    binding    (key, value) of what makes it a rule of the brief; "" where nothing does
    moot       whether a record of another category may make it superfluous
    withdrawn  whether the user may take it back later in the conversation
    deletable  whether it may be deleted once it is no longer true
    draft      {key: how triage/draft.py fills it}
    called     other names that imported notes have for it
    threshold  chance from which triage assigns something to it
    """

    key: str
    folder: str
    priority: int
    label: str
    colour: str
    about: str
    content: str
    says: tuple[str, ...]
    state = ""
    states: dict[object, str] = {}
    closed: Any = None
    expires = False
    binding = ("", "")
    moot = False
    withdrawn = False
    deletable = False
    draft: dict[str, str] = {}
    called: tuple[str, ...] = ()
    threshold = 0.78
    retention_days = 0

    def __init__(self, **fields: Any) -> None:
        self.__dict__.update(fields)

    def initial(self) -> Any:
        """The value of `state` in which a new record holds."""
        return next(
            (value for value, meaning in self.states.items() if not meaning), None
        )


TABLE = (
    Category(
        key=SESSION,
        folder="sessions",
        priority=6,
        label="Session",
        colour="grey",
        about="Where work stands: what is done, what comes next.",
        content="goal outcome(success|partial|blocked|abandoned) completed[] in_progress[]? blockers[]? next_actions[] "
        "key_changes[]?",
        says=("goal", "outcome"),
        draft={"completed": "done", "next_actions": "next"},
        retention_days=90,
    ),
    Category(
        key="decision",
        folder="decisions",
        priority=1,
        label="Decision",
        colour="blue",
        about="What was decided, and why.",
        content="status(proposed|accepted|deprecated|superseded) context decision "
        "alternatives[{option,rejected_reason}]? rationale[+] consequences[]?",
        says=("decision", "context", "rationale"),
        state="status",
        states={
            "accepted": "",
            "proposed": "proposed",
            "superseded": "superseded",
            "deprecated": "deprecated",
        },
        withdrawn=True,
        draft={"decision": "said", "rationale": "reasons"},
    ),
    Category(
        key="runbook",
        folder="runbooks",
        priority=4,
        label="Runbook",
        colour="green",
        about="The steps that fix a problem, and how to verify the fix.",
        content="trigger symptoms[]? steps[+] verification root_cause? environment?",
        says=("trigger", "root_cause"),
        moot=True,
        deletable=True,
        draft={"root_cause": "said"},
        called=("how-to",),
    ),
    Category(
        key="constraint",
        folder="constraints",
        priority=2,
        label="Constraint",
        colour="red",
        about="A limit to respect: a provider, a licence, a machine, a policy.",
        content="kind(limitation|gap|policy|technical) rule impact[+] workarounds[]? severity(high|medium|low) "
        "active(true|false) expires?",
        says=("rule", "impact"),
        state="active",
        states={True: "", False: "inactive"},
        closed=False,
        expires=True,
        binding=("severity", "high"),
        deletable=True,
        draft={"kind": "limitation", "rule": "said"},
        called=("limitation",),
    ),
    Category(
        key="tech_debt",
        folder="tech-debt",
        priority=5,
        label="Tech debt",
        colour="amber",
        about="What was left for later, why, and what would fix it.",
        content="status(open|in_progress|resolved|wont_fix) priority(critical|high|medium|low) description "
        "reason_deferred impact[]? suggested_fix[]? acceptance_criteria[]?",
        says=("description", "reason_deferred"),
        state="status",
        states={
            "open": "",
            "in_progress": "",
            "resolved": "resolved",
            "wont_fix": "wont_fix",
        },
        closed="resolved",
        moot=True,
        withdrawn=True,
        deletable=True,
        draft={"description": "said", "reason_deferred": "why"},
        called=("debt", "todo"),
    ),
    Category(
        key="preference",
        folder="preferences",
        priority=3,
        label="Preference",
        colour="violet",
        about="How things are done here.",
        content="topic value reason strength(strong|default|soft) examples{prefer[]?,avoid[]?}?",
        says=("value", "topic", "reason"),
        binding=("strength", "strong"),
        withdrawn=True,
        draft={"value": "said", "reason": "why", "strength": "strength"},
        called=("user", "feedback"),
    ),
)
BY_KEY = {category.key: category for category in TABLE}


def binds(kind: str, severity: str | None) -> bool:
    """Whether a memory of this kind and severity is a rule of the brief, if it holds: a strong preference, for one."""
    return (
        severity is not None and kind in BY_KEY and severity == BY_KEY[kind].binding[1]
    )
