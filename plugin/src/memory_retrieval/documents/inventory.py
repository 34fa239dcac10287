"""Which Markdown files of a repository are its decision records, runbooks and reports, by their paths alone."""

from __future__ import annotations

import posixpath
import re

from ..core.globs import names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

CATEGORIES = {
    "decision": "decision",
    "proposal": "document",
    "series": "document",
    "runbook": "runbook",
    "report": "document",
    "": "document",
}
"""The category of each kind of document; `read.py` takes a proposal that was decided for a decision."""
DECIDED = ("decision", "proposal", "series")
"""The kinds of documents in which a decision is looked for."""
ENDINGS = (".md", ".markdown", ".mdx")
FEWEST_NUMBERED = (
    5  # files of a folder with three digits or more in front that make it a series
)
_FOLDERS = {
    "decision": "adr adrs adl decision decisions decision-record decision-records decision-log decision-logs"
    " architecture-decision architecture-decisions architecture-decision-record architecture-decision-records"
    " architecture-decision-log architecture-decision-logs architectural-decision architectural-decisions"
    " architectural-decision-record architectural-decision-records design-decisions technical-decisions"
    " entscheidungen architekturentscheidungen decisiones decisoes decisões décisions decisioni beslutninger beslut"
    " besluiten decyzje решения рішення 決定 決定記録 决策 決策 결정",
    "proposal": "rfc rfcs rfd rfds proposal proposals design-docs design-proposals enhancements keps",
    "runbook": "runbook runbooks playbook playbooks alerts sop sops troubleshooting operating-procedures",
    "report": "postmortem postmortems post-mortem post-mortems incident-report incident-reports incident-reviews"
    " incidents rca rcas root-cause-analysis",
}
_KIND_OF_FOLDER = {
    name: kind for kind, names in _FOLDERS.items() for name in names.split()
}
_NAMED = re.compile(
    r"(?P<decision>adr[-_ ]?\d)|(?P<proposal>rf[cd][-_ ]?\d)|(?P<words>.{1,80}[-_ ])?(?:(?P<runbook>(?:run|play)book)"
    r"|(?P<report>post-?mortem|incident-report))",
    re.I,
)
_SERIES = re.compile(r"(?!(?:19|20)\d\d[-_.]?\d\d)\d{3,6}[-_. ]")
_SKIPPED = frozenset(
    "node_modules vendor third_party third-party testdata fixtures __fixtures__ __tests__ templates template .git "
    "site-packages versioned_docs examples changelog.d changelogs newsfragments".split()
)
_NUMBERED = re.compile(
    r"(?:adr|rf[cd])?[-_ ]?0*[1-9]", re.I
)  # a record, also one about templates
_NO_RECORD = re.compile(
    r"_|(?:readme|index|_?index|toc|summary|changelog|contributing|glossary|about|overview)$"
    r"|.*(?:^|[-_. ])(?:template|plantilla|vorlage|mod[eè]le|sample|example|boilerplate)(?:$|[-_. ])",
    re.I,
)


def kind_of(path: str) -> str:
    """The kind of a document by the names of its folders, the nearest first, and its own; "" for another."""
    *folders, name = path.split("/")
    for kind in filter(None, map(_kind_of_folder, reversed(folders))):
        return kind
    named = _NAMED.match(name)
    if named:
        return str(named.lastgroup)
    return "series" if _SERIES.match(name) else ""


def is_document(path: str) -> bool:
    """Whether a file can be a record itself: no index, template or notes on how to write one."""
    folder, _, name = path.rpartition("/")
    stem, ending = posixpath.splitext(name)
    if ending.lower() not in ENDINGS:
        return False
    if stem.lower() in ("readme", "index"):  # the record of a folder of its own
        inner = folder.rpartition("/")[2]
        return bool(re.match(r"(?:adr|rf[cd])?[-_ ]?\d", inner, re.I))
    return bool(_NUMBERED.match(stem)) or not _NO_RECORD.match(stem)


def documents_of(globs: Iterable[str], tracked: Iterable[str]) -> list[str]:
    """The documents that globs name among the tracked files, sorted; a glob without a wildcard names a file itself."""
    markdown = [path for path in tracked if path.lower().endswith(ENDINGS)]
    patterns = list(globs)
    return sorted(
        path
        for path in markdown
        if path in patterns
        or (is_document(path) and any(names(pattern, path) for pattern in patterns))
    )


def propose(tracked: Iterable[str]) -> dict[str, list[str]]:
    """{glob: the documents that it names}, by the tracked files of a repository, sorted: what `documents` may say."""
    found: dict[str, list[str]] = {}
    series: dict[str, list[str]] = {}
    for path in tracked:
        if not path.lower().endswith(ENDINGS) or not is_document(path):
            continue
        folders = path.split("/")[:-1]
        if any(folder.lower() in _SKIPPED or folder[:1] == "." for folder in folders):
            continue
        glob = _glob_of(folders, path.rpartition("/")[2])
        if glob:
            found.setdefault(glob, []).append(path)
        elif _SERIES.match(path.rpartition("/")[2]):
            series.setdefault("/".join([*folders, "*.md"]), []).append(path)
    for glob, paths in series.items():
        if len(paths) >= FEWEST_NUMBERED:
            found[glob] = paths
    return {glob: sorted(found[glob]) for glob in sorted(found)}


def _glob_of(folders: list[str], name: str) -> str:
    """The glob that names a document among its like; "" for a file that is no document by its path."""
    ending = posixpath.splitext(name)[1]
    for at, folder in enumerate(folders):
        if _kind_of_folder(folder):
            return "/".join([*folders[: at + 1], "**", "*" + ending])
    named = _NAMED.match(name)
    if not named:
        return ""
    start = "*" if named["words"] else ""
    word = named[str(named.lastgroup)].rstrip("0123456789")
    return "/".join([*folders, f"{start}{word}*{ending}"])


def _kind_of_folder(name: str) -> str:
    name = re.sub(r"[_ ]+", "-", name.lower())
    name = re.sub(r"^\d+-", "", name)
    return _KIND_OF_FOLDER.get(name) or _KIND_OF_FOLDER.get(name.rpartition("-")[2], "")
