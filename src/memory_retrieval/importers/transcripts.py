"""Old sessions as items: what triage finds in them that was worth keeping."""

from __future__ import annotations

import os

from ..triage.draft import draft
from ..triage.triage import triage_file
from .files import files_below
from .item import Item

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..core.config import Config


def read_transcripts(path: str, config: Config) -> Iterator[Item]:
    """A draft for each finding of triage in the transcripts at or below a path."""
    for file in files_below(path, ".jsonl"):
        name = os.path.basename(file)
        try:
            findings = triage_file(file, config)
        except OSError as error:
            yield Item(origin=name, problem=error.strerror or str(error))
            continue
        for finding in findings:
            evidence = finding.as_dict()["evidence"]
            record = draft(finding.category, evidence)
            yield Item(origin=name, category=finding.category, record=record, texts=tuple(e["text"] for e in evidence))
