"""Finds the inconsistencies of a store, and fixes those whose fix cannot lose anything. Reads every file.

A rule is a row of RULES; its function only reads, and yields the violations. A fix is called under the store's lock,
with the batch that all fixes share.
"""

from __future__ import annotations

import json
import os
from operator import attrgetter

from ..core import environment
from ..core.clock import believed, parse_time
from ..core.instructions import scan_tree
from ..core.model import CATEGORIES, FOLDERS, Finding, Record, Store, Value
from ..core.reading import read_regular
from ..core.sanitize import hidden_characters
from ..core.shell import command_line
from ..core.tokens import is_common
from ..redact.redact import redact_tree
from ..save import merge, names
from ..save.batch import Batch
from ..save.commit import IGNORE, MAX_RULES, commit, make_store, write_index
from ..save.edit import revised
from ..store import catalog, schema
from ..store.lock import StoreLock
from ..store.reader import read_text
from . import link_checks
from .by_git import merged_sides, renames, with_paths
from .conflicts import Conflict, find_conflicts
from .scan import Scan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from .scan import Fix, Violation, Violations

SEVERITIES = ("error", "warning", "info")
"""error: a record cannot be used; warning: should be fixed; info: harmless."""
GIT_RULES = (
    (".gitattributes", b"index.md merge=union"),
    (".gitignore", IGNORE.strip()),
)


def check(store: Store) -> list[Finding]:
    """Every inconsistency of a store, worst first, and after those of a kind the pairs that may contradict."""
    found = sorted(issues(store), key=_worst_first)
    for c in find_conflicts(store) if store.kind.curated else ():
        paths = (c.newer.path, c.older.path)
        found.append(
            Finding(severity_of(c), c.what, ", ".join(paths), c.remedy, paths=paths)
        )
    return sorted(found, key=lambda finding: SEVERITIES.index(finding.severity))


def severity_of(conflict: Conflict) -> str:
    """A contradiction should be settled; a pair on one matter, or a duplicate, is worth a look."""
    return "warning" if conflict.kind == "contradiction" else "info"


def issues(store: Store) -> list[Finding]:
    """Every inconsistency with its fix, in the order of the rules."""
    scan = Scan(store)
    rules = RULES + MEMORY_RULES if store.kind.curated else RULES
    return [finding for rule in rules for finding in rule.broken(scan)]


def fix(store: Store) -> list[Finding]:
    """Fixes index.md, links and git's rules under the store's lock; returns what was fixed."""
    with StoreLock(store.base):
        fixable = [
            (finding, finding.fix)
            for finding in issues(store)
            if finding.fix is not None
        ]
        batch = Batch("doctor", "")
        for _, fix_it in fixable:
            fix_it(batch)
        commit(store, batch)
        if store.kind.curated:
            write_index(store, catalog.entries(store))
    return sorted((finding for finding, _ in fixable), key=_worst_first)


def _worst_first(finding: Finding) -> tuple[int, str, str]:
    return SEVERITIES.index(finding.severity), finding.where, finding.what


class Rule(Value):
    """What every store, or one of memories, has to be like.

    find        yields the violations in a scan
    what, step  formats of the arguments of a violation: what is wrong, and what to do
    """

    severity: str
    find: Callable[[Scan], Iterable[Violation]]
    what: str
    step: str
    code: str = ""

    def broken(self, scan: Scan) -> Iterator[Finding]:
        for where, *arguments in self.find(scan):
            paths = (where,) if isinstance(where, str) else tuple(where)
            yield Finding(
                severity=self.severity,
                code=self.code,
                what=self.what.format(*arguments),
                where=", ".join(paths),
                remedy=self.step.format(*arguments),
                fix=arguments[-1] if arguments and callable(arguments[-1]) else None,
                paths=paths,
            )


def invalid_records(scan: Scan) -> Violations:
    """Files that break the schema, or that git left in a conflict."""
    for path, problems in scan.invalid:
        if _in_conflict(scan.store, path):
            yield path, "merge conflict markers", *_settled(scan.store, path)
            continue
        checkout = command_line("git", "checkout", "--", path)
        for problem in problems:
            location = f"{problem.location}: " if problem.location else ""
            yield (
                path,
                location + problem.message,
                f"correct the file, or restore it from git (`{checkout}`)",
            )


def _settled(store: Store, path: str) -> Violation:
    """What to do about a conflict, and the fix where the two sides fit."""
    merged = merged_sides(store.root, path)
    if merged is None or schema.validate(merged):
        return ("resolve the conflict (git status), then run `memories index rebuild`",)
    step = "`memories doctor --fix` merges it: the sides changed different fields"
    return step, lambda batch: batch.put(path, merge.ordered(merged))


def _in_conflict(store: Store, path: str) -> bool:
    try:
        lines = read_text(store.absolute(path)).splitlines()
    except (OSError, ValueError):
        return False
    return any(line.startswith(("<<<<<<< ", ">>>>>>> ")) for line in lines)


def unknown_keys(scan: Scan) -> Violations:
    for path, record in scan.records.items():
        kind = scan.kinds[path]
        for key in schema.unknown_keys(record, None if kind in CATEGORIES else kind):
            yield path, key


def secrets(scan: Scan) -> Violations:
    for path, record in scan.records.items():
        for secret in redact_tree(record)[1]:
            yield path, secret.location, secret.kind, _edit(record)


def _edit(record: Record) -> str:
    """The command that edits a record; the ID of a pattern may be any text."""
    return command_line("memories", "edit", str(record.get("id") or ""))


def instructions(scan: Scan) -> Violations:
    """Text that instructs the agent."""
    for path, record in scan.records.items():
        for found in scan_tree(record):
            yield path, *found


def hidden_text(scan: Scan) -> Violations:
    """Characters that nobody sees, which can carry a text to the agent."""
    for path, record in scan.records.items():
        hidden = sorted(set(hidden_characters(json.dumps(record, ensure_ascii=False))))
        if hidden:
            yield path, len(hidden), ", ".join(hidden[:5]), _edit(record)


def untrue_guards(scan: Scan) -> Violations:
    """Guards that are unfit, whose examples no longer hold, or that have none."""
    for path, record in scan.records.items():
        for problem in schema.guard_problems(record)[:1]:
            yield path, str(problem), _edit(record)


def common_aliases(scan: Scan) -> Violations:
    """Aliases that could stand in any prompt: no prompt brings their record by them."""
    for path, record in scan.records.items():
        for alias in filter(is_common, record.get("aliases") or ()):
            yield (
                path,
                alias,
                command_line(
                    "memories", "alias", str(record.get("id") or ""), "--remove", alias
                ),
            )


def future_times(scan: Scan) -> Violations:
    """Records of a time that has not come; anywhere else they would stay the newest until it has."""
    for path, record in scan.records.items():
        now = environment.now()
        for key in (
            "created_at",
            "updated_at",
            "learned_at",
            "timestamp",
            "fetched_at",
        ):
            when = parse_time(record.get(key))
            if when is not None and believed(when, now) is None:
                yield path, key, record[key][:40]


def misplaced(scan: Scan) -> Violations:
    """Files that are not where their ID and their category say."""
    for path, record in scan.records.items():
        id, category = record["id"], record["category"]
        folder, name = path.rsplit("/", 2)[-2:]
        if name != f"{id}.json":
            yield (
                path,
                f"the ID {id!r} does not match the file's name",
                f"rename the file to {id}.json, or correct the ID",
            )
        if folder != FOLDERS[category]:
            yield (
                path,
                f"category {category!r} does not belong in {folder}/",
                f"move the file to {FOLDERS[category]}/",
            )


def shared_ids(scan: Scan) -> Violations:
    paths: dict[str, list[str]] = {}
    for path, record in scan.records.items():
        paths.setdefault(record["id"], []).append(path)
    for id, shared in paths.items():
        if len(shared) > 1:
            yield sorted(shared), len(shared), id


def shared_titles(scan: Scan) -> Violations:
    """Active records of one category with the same title, as merging two branches can leave them."""
    paths: dict[tuple[str, str], list[str]] = {}
    for path, record in scan.records.items():
        if catalog.from_record(record, path).shown():
            paths.setdefault(
                (record["category"], names.title_key(record["title"])), []
            ).append(path)
    for shared in paths.values():
        if len(shared) > 1:
            yield sorted(shared), len(shared)


def renamed_files(scan: Scan) -> Violations:
    """Records that name a file by the path that it had before git renamed it."""
    now = renames(scan.store.root) if scan.store.kind.own else {}
    for path, record in scan.records.items() if now else ():
        if with_paths(record, now):
            name = min([name for name in now if with_paths(record, {name: now[name]})])
            yield path, name, now[name], _renaming(path, record, now)


def _renaming(path: str, record: Record, now: dict[str, str]) -> Fix:
    def rename(batch: Batch) -> None:
        before = batch.pending(path) or record
        batch.put(
            path,
            revised(
                before, "Files were renamed", "related_files", **with_paths(before, now)
            ),
        )

    return rename


def stale_catalog(scan: Scan) -> Violations:
    store = scan.store
    if catalog.is_stale(store.base, catalog.entries(store)):
        yield (
            store.prefix + catalog.NAME,
            lambda batch: None,
        )  # `fix` writes it in any case


def unreadable_git_rules(scan: Scan) -> Violations:
    for place, _, fault in _git_rules(scan.store):
        if fault:
            yield place, fault


def missing_git_rules(scan: Scan) -> Violations:
    """Git's rules for the store; without `merge=union` every merge conflicts in index.md."""
    for place, line, fault in _git_rules(scan.store):
        if not fault:
            yield place, line, lambda batch: make_store(scan.store)


def _git_rules(store: Store) -> Iterator[tuple[str, str, str]]:
    """(path, rule, why the file cannot be read) of each rule that is not there."""
    if not store.kind.own or not os.path.isdir(store.base):
        return
    for name, line in GIT_RULES:
        fault = ""
        try:
            if line in read_regular(os.path.join(store.base, name), MAX_RULES):
                continue
        except FileNotFoundError:
            pass
        except OSError as error:
            fault = str(error.strerror)
        yield store.prefix + name, line.decode(), fault


RULES = (
    Rule(
        "error",
        attrgetter("unlisted"),
        "the folder cannot be listed: {}",
        "check its permissions",
    ),
    Rule("error", attrgetter("unusable"), "{}", "{1}"),
    Rule("error", invalid_records, "{}", "{1}"),
    Rule(
        "info",
        unknown_keys,
        "{}: unknown key",
        "remove it with your editor, or leave it: readers ignore it",
    ),
    Rule(
        "error",
        secrets,
        "{}: contains a secret ({})",
        "revoke it, then remove it with `{2}`; git still has it in its history",
    ),
    Rule(
        "warning",
        instructions,
        "{}: contains {} ({!r})",
        "check that it belongs there; it is only ever shown as text",
    ),
    Rule(
        "warning",
        hidden_text,
        "contains {} kinds of invisible characters ({})",
        "save it with `{2}`, which removes them",
    ),
    Rule("warning", untrue_guards, "{}", "`{1}`"),
    Rule(
        "info",
        common_aliases,
        "the alias {!r} could stand in any prompt, so it is no use",
        "`{1}`",
    ),
    Rule(
        "warning",
        future_times,
        "{}: {} has not come yet, so the memory counts as older than all others",
        "correct the time with your editor",
    ),
)
MEMORY_RULES = (
    Rule("warning", misplaced, "{}", "{1}"),
    Rule(
        "error",
        shared_ids,
        "{} files use the ID {!r}",
        "change one of the IDs, or retire one of the memories",
    ),
    Rule(
        "warning",
        shared_titles,
        "{} memories have the same title",
        "merge them with `memories edit`, and retire the other",
        "same-title",
    ),
    Rule(
        "error",
        link_checks.circles,
        "replace each other in a circle, so none is injected: {}",
        "take the wrong ID out of `supersedes` with `memories edit` of one of them",
    ),
    Rule(
        "info",
        link_checks.unknown_older,
        "replaces {!r}, which is not here",
        "it may have been removed by gc; correct it with `memories edit {1}`",
    ),
    Rule(
        "warning",
        link_checks.unknown_newer,
        "superseded_by {!r}, which is not here; it is not injected",
        "correct it with your editor, or retire the memory",
    ),
    Rule(
        "warning",
        link_checks.unsaid_by_older,
        "{!r} says that it replaces this, but this does not say so and stays in use",
        "if it is true: `memories replace {1} --by {0}`",
    ),
    Rule(
        "info",
        link_checks.unsaid_by_newer,
        "replaces {!r} but does not say so",
        "`memories doctor --fix` adds the link",
    ),
    Rule(
        "info",
        renamed_files,
        "names {}, which git renamed to {}",
        "`memories doctor --fix` names it by its new path",
    ),
    Rule(
        "warning",
        stale_catalog,
        "index.md does not show the memories as they are",
        "run `memories index rebuild`",
    ),
    Rule(
        "warning",
        unreadable_git_rules,
        "{}",
        "make it a file, then run `memories init`",
    ),
    Rule("info", missing_git_rules, "the rule {!r} is missing", "run `memories init`"),
)
