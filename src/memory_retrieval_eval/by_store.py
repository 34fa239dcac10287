"""The figures that hang on a store's size, store by store: silence by kind of prompt, and the shortlist."""

from __future__ import annotations

from .everyday import NAMES, quiet
from .stores import MERGED
from .summary import Summary
from .values import PROJECT

COLUMNS = {
    "negative_quiet_near": "near",
    "negative_quiet_far": "far",
    **{name: name.replace("_quiet", "").replace("_", " ") for name in NAMES},
    "shortlist_recall": "shortlist",
    "shortlist_characters": "characters",
}
"""{metric: heading}."""
TITLE = "silence and shortlist by store"


def store_figures(summary: Summary, engine: str) -> dict[str, dict[str, float]]:
    """{project, pool or MERGED: {those of COLUMNS that have a value there}}."""
    groups = [group for group in summary.of(engine) if group.form == PROJECT] + summary.merged_of(engine)
    return {
        group.name: {name: group.figures[name] for name in COLUMNS if name not in NAMES and group.counts(name)}
        | everyday_figures(summary, engine, group.name, pooled=group.pooled)
        for group in groups
    }


def everyday_figures(summary: Summary, engine: str, store: str, *, pooled: bool) -> dict[str, float]:
    """Silence at everyday prompts over a store; `pooled`: over the stores of all projects, each by itself."""
    answers = [answer for answer in summary.everyday if answer.engine == engine]
    if pooled:
        return quiet([answer for answer in answers if answer.store != MERGED])
    return quiet([answer for answer in answers if answer.store == store])
