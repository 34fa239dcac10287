"""What lies elsewhere, as items: records that are whole, or drafts that a person has to look at. Reads, never writes.

One function a kind of source: a path in, items out. Files that cannot be read become an item with a problem.
"""

from __future__ import annotations

import json
import os
import re

from ..core.errors import StoreError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

MAX_FILE = 4_194_304  # bytes of a note
MAX_DATABASE_ROWS = 100_000
SKIPPED = frozenset((".git", "node_modules", ".venv", "venv", "dist", "build", "target", "vendor"))
STATUS = {
    "accepted": "accepted",
    "proposed": "proposed",
    "draft": "proposed",
    "deprecated": "deprecated",
    "rejected": "deprecated",
    "superseded": "superseded",
}
OBSERVED = {
    "decision": "decision",
    "bugfix": "runbook",
    "problem-solution": "runbook",
    "gotcha": "constraint",
    "trade-off": "decision",
}
NOTED = {
    "user": "preference",
    "feedback": "preference",
    "preference": "preference",
    "decision": "decision",
    "runbook": "runbook",
    "how-to": "runbook",
    "constraint": "constraint",
    "limitation": "constraint",
    "debt": "tech_debt",
    "todo": "tech_debt",
}


class Item:
    """`record` is whole (then it is saved) or partial with `texts` as evidence (then it goes to the inbox); or there is a `problem`."""

    __slots__ = ("category", "origin", "problem", "record", "texts")

    def __init__(
        self, origin: str, category: str = "", record: dict[str, Any] | None = None, texts: Any = (), problem: str = ""
    ) -> None:
        self.origin, self.category, self.record = origin, category, record or {}
        self.texts, self.problem = list(texts), problem


def read_jsonl(path: str) -> Iterator[Item]:
    """One record a line, whole or partial, as `memories export jsonl` writes them."""
    with open(path, encoding="utf-8", errors="replace") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            origin = "%s:%d" % (os.path.basename(path), number)
            try:
                value = json.loads(line)
            except (ValueError, RecursionError):
                yield Item(origin, problem="is no JSON")
                continue
            if isinstance(value, dict):
                yield Item(origin, str(value.get("category") or ""), value)
            else:
                yield Item(origin, problem="expected an object, got %s" % type(value).__name__)


def read_adr(path: str) -> Iterator[Item]:
    """Decision records: a heading, then Status, Context, Decision, Consequences (Nygard, MADR)."""
    for name, text, problem in _markdown(path):
        if problem:
            yield Item(name, problem=problem)
            continue
        head, sections = _sections(_front_matter(text)[1])
        if not head:
            continue
        parts = {key.lower(): body for key, body in sections}
        decision = _first(parts, "decision outcome", "decision", "resolution")
        context = _first(parts, "context and problem statement", "context", "problem", "background")
        if not decision or not context:
            continue  # a template, an index, a note
        words = re.findall(
            r"[a-z]+", (_first(parts, "status") or str(_front_matter(text)[0].get("status", ""))).lower()
        )
        reasons = _bullets(_first(parts, "rationale", "decision drivers", "justification"))
        content = {
            "status": next((STATUS[w] for w in words if w in STATUS), "accepted"),
            "context": context,
            "decision": decision,
            "rationale": reasons or [_sentence(decision)],
        }
        consequences = _bullets(_first(parts, "consequences"))
        if consequences:
            content["consequences"] = consequences
        title = re.sub(r"^\s*(?:ADR[-\s]*)?\d+\s*[.:\u2014-]\s*", "", head, flags=re.I).strip() or head
        yield Item(
            name, "decision", {"category": "decision", "title": title[:120], "tags": ["adr"], "content": content}
        )


def read_notes(path: str) -> Iterator[Item]:
    """Markdown notes, one a file: front matter names title, type and tags (Claude Code's auto-memory, Basic Memory, others)."""
    for name, text, problem in _markdown(path):
        fields, body = _front_matter(text)
        if problem or not body.strip():
            yield Item(name, problem=problem or "is empty")
            continue
        if os.path.basename(name) == "MEMORY.md":
            continue  # the list of the others
        head, _ = _sections(body)
        title = str(
            fields.get("title")
            or fields.get("description")
            or fields.get("name")
            or head
            or os.path.basename(name)[:-3]
        )
        category = _noted(str(fields.get("type") or fields.get("category") or ""), body)
        record = {"title": title[:120], "tags": _tags(fields.get("tags"))}
        yield Item(name, category, record, [title, body.strip()])


def read_rules(path: str) -> Iterator[Item]:
    """CLAUDE.md and AGENTS.md: a candidate for each rule, under the heading it stands below."""
    files = (
        [path]
        if os.path.isfile(path)
        else [
            os.path.join(path, n)
            for n in ("CLAUDE.md", "AGENTS.md", "GEMINI.md")
            if os.path.isfile(os.path.join(path, n))
        ]
    )
    for file in files:
        for name, text, problem in _markdown(file):
            if problem:
                yield Item(name, problem=problem)
                continue
            _, sections = _sections(_front_matter(text)[1])
            for heading, body in sections:
                for rule in _bullets(body):
                    if len(rule.split()) >= 3:
                        yield Item(
                            name,
                            _noted("", rule, "preference"),
                            {"title": _sentence(rule)[:120], "tags": _tags(heading)},
                            [rule],
                        )


def read_transcripts(path: str, config: Any) -> Iterator[Item]:
    """Old sessions through triage: what they hold that was worth keeping."""
    from ..triage.draft import draft
    from ..triage.triage import triage_file

    for file in _files(path, ".jsonl"):
        name = os.path.basename(file)
        try:
            findings = triage_file(file, config)
        except OSError as error:
            yield Item(name, problem=error.strerror or str(error))
            continue
        for finding in findings:
            evidence = finding.as_dict()["evidence"]
            yield Item(name, finding.category, draft(finding.category, evidence), [e["text"] for e in evidence])


def read_claude_mem(path: str) -> Iterator[Item]:
    """claude-mem's SQLite file: its observations and session summaries, whatever columns this version has."""
    import sqlite3

    try:
        db = sqlite3.connect(
            "file:%s?mode=ro" % path.replace("%", "%25").replace("?", "%3f").replace("#", "%23"), uri=True
        )
        db.row_factory = sqlite3.Row
        tables = {row[0] for row in db.execute("select name from sqlite_master where type = 'table'")}
    except sqlite3.Error as error:
        raise StoreError("%s: is no database of claude-mem (%s)" % (path, error)) from None
    try:
        if not tables & {"observations", "session_summaries"}:
            raise StoreError("%s: has neither observations nor session_summaries; is it claude-mem's file?" % path)
        for table, convert in (("observations", _observation), ("session_summaries", _summary)):
            if table in tables:
                for row in db.execute("select * from %s limit %d" % (table, MAX_DATABASE_ROWS)):  # noqa: S608  names are ours
                    item = convert({key: row[key] for key in row.keys()})  # noqa: SIM118  a Row iterates over values
                    if item is not None:
                        yield item
    finally:
        db.close()


def _observation(row: dict[str, Any]) -> Item | None:
    title, text = str(row.get("title") or "").strip(), str(row.get("narrative") or row.get("text") or "").strip()
    facts = _listed(row.get("facts"))
    if not title or not (text or facts):
        return None
    category = OBSERVED.get(str(row.get("type") or "")) or _noted("", title + ". " + text)
    record = {"title": title[:120], "tags": _tags(_listed(row.get("concepts")))}
    if _listed(row.get("files_modified")):
        record["related_files"] = [f for f in _listed(row.get("files_modified")) if not os.path.isabs(f)][:20]
    return Item("observation %s" % row.get("id"), category, record, [t for t in [title, text, *facts] if t])


def _summary(row: dict[str, Any]) -> Item | None:
    goal = str(row.get("request") or "").strip()
    done, following = str(row.get("completed") or "").strip(), str(row.get("next_steps") or "").strip()
    if not goal or not done:
        return None
    content = {
        "goal": goal,
        "outcome": "partial" if following else "success",
        "completed": _bullets(done) or [done],
        "next_actions": _bullets(following),
    }
    learned = _bullets(str(row.get("learned") or ""))
    if learned:
        content["key_changes"] = learned
    record = {"title": _sentence(goal)[:120], "tags": ["session"], "content": content}
    return Item("summary %s" % row.get("id"), "session_summary", record, [goal, done])


def _markdown(path: str) -> Iterator[tuple[str, str, str]]:
    """(name, text, problem) of each Markdown file; links and oversized files are skipped with a reason."""
    for file in _files(path, ".md"):
        name = os.path.relpath(file, path) if os.path.isdir(path) else os.path.basename(file)
        try:
            if os.path.getsize(file) > MAX_FILE:
                yield name, "", "has more than %d bytes" % MAX_FILE
                continue
            with open(file, encoding="utf-8", errors="replace") as text:
                yield name, text.read().lstrip("\ufeff").replace("\r\n", "\n"), ""
        except OSError as error:
            yield name, "", error.strerror or str(error)


def _files(path: str, ending: str) -> Iterator[str]:
    if os.path.isfile(path):
        yield path
    for folder, names, files in os.walk(path):
        names[:] = sorted(n for n in names if n not in SKIPPED)
        for name in sorted(files):
            file = os.path.join(folder, name)
            if name.endswith(ending) and os.path.isfile(file) and not os.path.islink(file):
                yield file


def _front_matter(text: str) -> tuple[dict[str, Any], str]:
    """(fields, body): plain `key: value` lines and simple lists; whatever else YAML can do is passed over."""
    if not text.startswith("---\n") or "\n---" not in text[3:]:
        return {}, text
    head, _, body = text[4:].partition("\n---")
    fields: dict[str, Any] = {}
    key: str = ""
    for line in head.split("\n"):
        match = re.match(r"([A-Za-z_][\w-]*):\s*(.*)$", line)
        if match:
            key = match.group(1).lower()
            fields[key] = match.group(2).strip().strip("\"'")
        elif key and re.match(r"\s*-\s+\S", line):
            fields[key] = (fields[key] if isinstance(fields[key], list) else []) + [
                line.split("-", 1)[1].strip().strip("\"'")
            ]
    return fields, body.partition("\n")[2]


def _sections(text: str) -> tuple[str, list[tuple[str, str]]]:
    """(first heading, [(heading, body)]); what stands before the first heading is under ""."""
    title: str = ""
    sections: list[Any] = [["", []]]
    fenced: bool = False
    for line in text.split("\n"):
        fenced ^= line.startswith("```")
        match = None if fenced else re.match(r"#{1,6}\s+(.*?)\s*#*$", line)
        if match:
            title = title or match.group(1)
            sections.append([match.group(1), []])
        else:
            sections[-1][1].append(line)
    return title, [(heading, "\n".join(lines).strip()) for heading, lines in sections]


def _bullets(text: str) -> list[str]:
    """The items of a list, their continuation lines joined; paragraphs when there is no list."""
    items: list[str] = []
    listed: bool = False
    for line in (text or "").split("\n"):
        match = re.match(r"\s*(?:[-*+]|\d+[.)])\s+(.*)$", line)
        if match:
            items, listed = (items if listed else []) + [match.group(1).strip()], True
        elif line.strip() and items and line[:1] in " \t":
            items[-1] += " " + line.strip()
        elif line.strip() and not listed and not line.startswith("```"):
            items.append(line.strip())
    return [item for item in items if item]


def _first(parts: dict[str, str], *names: str) -> str:
    return next((parts[name] for name in names if parts.get(name)), "")


def _sentence(text: str) -> str:
    return re.split(r"(?<=[.!?])\s", " ".join(text.split()), maxsplit=1)[0]


def _tags(value: Any) -> list[str]:
    words = value if isinstance(value, list) else re.split(r"[,\s]+", str(value or "").strip("[]"))
    return [w.strip("#\"' ").lower()[:40] for w in words if isinstance(w, str) and w.strip("#\"' ")][:12]


def _listed(value: Any) -> list[str]:
    try:
        value = json.loads(value) if isinstance(value, str) and value[:1] == "[" else value
    except ValueError:
        pass
    if isinstance(value, list):
        return [str(item) for item in value if str(item).strip()]
    return _bullets(value) if isinstance(value, str) else []


def _noted(kind: str, text: str, otherwise: str = "decision") -> str:
    """The category a note most likely has; a person decides when it is accepted."""
    for word in re.findall(r"[a-z-]+", kind.lower()):
        if word in NOTED:
            return NOTED[word]
    low = text.lower()
    if re.search(r"\b(todo|workaround|tech debt|clean up later|for now)\b", low):
        return "tech_debt"
    if re.search(r"\b(error|fails?|hangs?|crash\w*)\b", low) and re.search(
        r"\b(run|restart|fix\w*|step|instead)\b", low
    ):
        return "runbook"
    if re.search(r"\b(must not|cannot|can't|at most|not allowed|limit\w*|never exceed)\b", low):
        return "constraint"
    return "preference" if re.search(r"\b(always|never|prefer\w*|use|avoid)\b", low) else otherwise
