"""Which folders hold which records, in the project store, the pattern store and the user store."""

from __future__ import annotations

import os

from ..core.model import FOLDERS

PROJECT_STORE = ".claude/memory"
PATTERN_STORE = ".memories"
PATTERN_FOLDERS = (
    ("memories", "pattern"),
    ("sources", "source"),
    ("backlog", "backlog"),
    ("events", "event"),
    ("reviews", "review"),
    ("architecture-reviews", "review"),
)
DOCUMENT = (
    "document"  # the kind of what is no record, but a document that is read in place
)
LLM_CACHE = "external-llm-cache"
LLM_NAMES = ("gemini", "gpt5", "codex")
DISPLAY = {kind: kind.upper() for kind in (*FOLDERS, *dict(PATTERN_FOLDERS).values())}
DISPLAY.update(llm_cache="LLM_ANSWER", document="DOCUMENT")
"""The label in the brackets of a rendered line, by kind."""


def project_folders(prefix: str) -> list[tuple[str, str]]:
    """(folder, category) of a project store; `prefix` is "" or ends in a slash."""
    return [(prefix + folder, category) for category, folder in FOLDERS.items()]


def pattern_folders(root: str, prefix: str) -> list[tuple[str, str]]:
    """(folder, kind) of a pattern store. Each folder in external-llm-cache is one of an external model."""
    folders = [(prefix + folder, kind) for folder, kind in PATTERN_FOLDERS]
    try:
        names = sorted(os.listdir(os.path.join(root, prefix + LLM_CACHE)))
    except OSError:
        names = []
    return folders + [
        (f"{prefix}{LLM_CACHE}/{name}", "llm_cache")
        for name in names
        if not name.startswith(".")
    ]


def folders_of(root: str) -> list[tuple[str, str]]:
    """Folders to read below a project folder, or below a folder that is itself a store."""
    folders = []
    if os.path.isdir(os.path.join(root, PROJECT_STORE)):
        folders += project_folders(f"{PROJECT_STORE}/")
    if os.path.isdir(os.path.join(root, PATTERN_STORE)):
        folders += pattern_folders(root, f"{PATTERN_STORE}/")
    return folders


def is_pattern_store(root: str) -> bool:
    """Whether a folder that is itself a store has the pattern layout."""
    return os.path.basename(root) == PATTERN_STORE or os.path.isdir(
        os.path.join(root, "memories")
    )
