"""Finds the inconsistencies of a store, and fixes those whose fix cannot lose anything. Reads every file.

There is one function per rule, which yields violations and, where safe, a fix. A rule only reads. A fix is called under
the store's lock, with the batch that all fixes share.
"""

from __future__ import annotations

import json
import os

from ..core import environment
from ..core.clock import believed, parse_time
from ..core.instructions import scan_tree
from ..core.model import CATEGORIES, FOLDERS, Finding
from ..core.reading import read_regular
from ..core.sanitize import hidden_characters
from ..core.shell import command_line
from ..core.tokens import is_common
from ..redact.redact import redact_tree
from ..save import links, merge, names
from ..save.batch import Batch
from ..save.edit import revised
from ..save.writable import IGNORE, MAX_RULES, make_store
from ..store import catalog, schema
from ..store.reader import read_text
from .by_git import merged_sides, renames, with_paths
from .conflicts import find_conflicts
from .scan import Scan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from ..save.writable import WritableStore
    from .conflicts import Conflict

    Fix = Callable[[Batch], None]
    Rule = Callable[[Scan], Iterator[Finding]]

SEVERITIES = ("error", "warning", "info")
"""error: a record cannot be used; warning: should be fixed; info: harmless."""
SAME_TITLE = "same-title"  # code of the findings of `shared_titles`
GIT_RULES = ((".gitattributes", b"index.md merge=union"), (".gitignore", IGNORE.strip()))


def check(store: WritableStore) -> list[Finding]:
    """Every inconsistency of a store, worst first, and after those of a kind the pairs that may contradict."""
    found = sorted(issues(store), key=_worst_first)
    for c in find_conflicts(store) if store.kind.curated else ():
        found.append(_found(severity_of(c), c.what, (c.newer.path, c.older.path), c.remedy))
    return sorted(found, key=lambda finding: SEVERITIES.index(finding.severity))


def severity_of(conflict: Conflict) -> str:
    """A contradiction should be settled; a pair on one matter, or a duplicate, is worth a look."""
    return "warning" if conflict.kind == "contradiction" else "info"


def issues(store: WritableStore) -> list[Finding]:
    """Every inconsistency with its fix, in the order of the rules."""
    scan = Scan(store)
    rules = EVERYWHERE + MEMORIES if store.kind.curated else EVERYWHERE
    return [finding for rule in rules for finding in rule(scan)]


def mend(store: WritableStore) -> list[Finding]:
    """Fixes index.md, links and git's rules under the store's lock; returns what was fixed."""
    with store.locked():
        fixable = [(finding, finding.fix) for finding in issues(store) if finding.fix is not None]
        batch = Batch("doctor", "")
        for _, fix in fixable:
            fix(batch)
        store.commit(batch)
        if store.kind.curated:
            store.write_index(store.entries())
    return sorted((finding for finding, _ in fixable), key=_worst_first)


def _worst_first(finding: Finding) -> tuple[int, str, str]:
    return SEVERITIES.index(finding.severity), finding.where, finding.what


def _found(
    severity: str, what: str, where: str | Iterable[str], remedy: str, fix: Fix | None = None, code: str = ""
) -> Finding:
    """`where`: one path, or several."""
    paths = (where,) if isinstance(where, str) else tuple(where)
    place = ", ".join(paths)
    return Finding(severity=severity, code=code, what=what, where=place, remedy=remedy, fix=fix, paths=paths)


def unlisted_folders(scan: Scan) -> Iterator[Finding]:
    for folder, why in scan.unlisted:
        yield _found("error", f"the folder cannot be listed: {why}", folder, "check its permissions")


def unusable_files(scan: Scan) -> Iterator[Finding]:
    for path, what, step in scan.unusable:
        yield _found("error", what, path, step)


def invalid_records(scan: Scan) -> Iterator[Finding]:
    """Files that break the schema, or that git left in a conflict."""
    for path, problems in scan.invalid:
        if _in_conflict(scan.store, path):
            step = "resolve the conflict (git status), then run `memories index rebuild`"
            merged = merged_sides(scan.store.root, path)
            fits = merged is not None and not schema.validate(merged)
            step = "`memories doctor --fix` merges it: the sides changed different fields" if fits else step
            yield _found("error", "merge conflict markers", path, step, _putting(path, merged) if fits else None)
            continue
        step = "correct the file, or restore it from git (`{}`)".format(command_line("git", "checkout", "--", path))
        for problem in problems:
            location = f"{problem.location}: " if problem.location else ""
            yield _found("error", location + problem.message, path, step)


def _putting(path: str, record: Any) -> Fix:
    return lambda batch: batch.put(path, merge.ordered(record))


def renamed_files(scan: Scan) -> Iterator[Finding]:
    """Records that name a file by the path that it had before git renamed it."""
    now = renames(scan.store.root) if scan.store.kind.own else {}
    for path, record in scan.records.items() if now else ():
        if not with_paths(record, now):
            continue
        name = min([name for name in now if with_paths(record, {name: now[name]})])
        what = f"names {name}, which git renamed to {now[name]}"
        step = "`memories doctor --fix` names it by its new path"
        yield _found("info", what, path, step, _renaming(path, record, now))


def _renaming(path: str, record: dict[str, Any], now: dict[str, str]) -> Fix:
    def fix(batch: Batch) -> None:
        before = batch.pending(path) or record
        batch.put(path, revised(before, "Files were renamed", "related_files", **with_paths(before, now)))

    return fix


def _in_conflict(store: WritableStore, path: str) -> bool:
    try:
        lines = read_text(store.absolute(path)).splitlines()
    except (OSError, ValueError):
        return False
    return any(line.startswith(("<<<<<<< ", ">>>>>>> ")) for line in lines)


def unknown_keys(scan: Scan) -> Iterator[Finding]:
    step = "remove it with your editor, or leave it: readers ignore it"
    for path, record in scan.records.items():
        kind = scan.kinds[path]
        for key in schema.unknown_keys(record, None if kind in CATEGORIES else kind):
            yield _found("info", f"{key}: unknown key", path, step)


def secrets(scan: Scan) -> Iterator[Finding]:
    step = "revoke it, then remove it with `%s`; git still has it in its history"
    for path, record in scan.records.items():
        for secret in redact_tree(record)[1]:
            what = f"{secret.location}: contains a secret ({secret.kind})"
            yield _found("error", what, path, step % _edit(record))


def _edit(record: dict[str, Any]) -> str:
    """The command that edits a record; the ID of a pattern may be any text."""
    return command_line("memories", "edit", str(record.get("id") or ""))


def instructions(scan: Scan) -> Iterator[Finding]:
    """Text that instructs the agent."""
    step = "check that it belongs there; it is only ever shown as text"
    for path, record in scan.records.items():
        for location, what, passage in scan_tree(record):
            yield _found("warning", f"{location}: contains {what} ({passage!r})", path, step)


def hidden_text(scan: Scan) -> Iterator[Finding]:
    """Characters that nobody sees, which can carry a text to the agent."""
    for path, record in scan.records.items():
        hidden = sorted(set(hidden_characters(json.dumps(record, ensure_ascii=False))))
        if hidden:
            what = "contains %d kinds of invisible characters (%s)" % (len(hidden), ", ".join(hidden[:5]))
            yield _found("warning", what, path, f"save it with `{_edit(record)}`, which removes them")


def common_aliases(scan: Scan) -> Iterator[Finding]:
    """Aliases that could stand in any prompt: no prompt brings their record by them."""
    for path, record in scan.records.items():
        for alias in filter(is_common, record.get("aliases") or ()):
            step = command_line("memories", "alias", str(record.get("id") or ""), "--remove", alias)
            yield _found("info", f"the alias {alias!r} could stand in any prompt, so it is no use", path, f"`{step}`")


def future_times(scan: Scan) -> Iterator[Finding]:
    """Records of a time that has not come; anywhere else they would stay the newest until it has."""
    now = environment.now()
    for path, record in scan.records.items():
        for key in ("created_at", "updated_at", "learned_at", "timestamp", "fetched_at"):
            when = parse_time(record.get(key))
            if when is not None and believed(when, now) is None:
                what = f"{key}: {record[key]:.40} has not come yet, so the record counts as older than all others"
                yield _found("warning", what, path, "correct the time with your editor")


def wrong_names(scan: Scan) -> Iterator[Finding]:
    for path, record in scan.records.items():
        if record["id"] != path.rsplit("/", 1)[-1][: -len(".json")]:
            step = "rename the file to {}.json, or correct the ID".format(record["id"])
            yield _found("warning", "the ID {!r} does not match the file's name".format(record["id"]), path, step)


def shared_ids(scan: Scan) -> Iterator[Finding]:
    paths: dict[str, list[str]] = {}
    for path, record in scan.records.items():
        paths.setdefault(record["id"], []).append(path)
    for id, shared in paths.items():
        if len(shared) > 1:
            what = "%d files use the ID %r" % (len(shared), id)
            yield _found("error", what, sorted(shared), "change one of the IDs, or retire one of the records")


def shared_titles(scan: Scan) -> Iterator[Finding]:
    """Active records of one category with the same title, as merging two branches can leave them."""
    paths: dict[tuple[str, str], list[str]] = {}
    for path, record in scan.records.items():
        if catalog.from_record(record, path).shown():
            paths.setdefault((record["category"], names.title_key(record["title"])), []).append(path)
    for shared in paths.values():
        if len(shared) > 1:
            what = "%d records have the same title" % len(shared)
            step = "merge them with `memories edit`, and retire the other"
            yield _found("warning", what, sorted(shared), step, code=SAME_TITLE)


def wrong_folders(scan: Scan) -> Iterator[Finding]:
    for path, record in scan.records.items():
        folder, right = path.rsplit("/", 2)[-2], FOLDERS[record["category"]]
        if folder != right:
            what = "category {!r} does not belong in {}/".format(record["category"], folder)
            yield _found("warning", what, path, f"move the file to {right}/")


def circles(scan: Scan) -> Iterator[Finding]:
    """Cycles of `supersedes`, in which every record is superseded and none injected; each cycle once."""
    seen: set[str] = set()
    for id in sorted(scan.by_id):
        circle = [] if id in seen else links.shortest_path(scan.graph, id, id)
        seen.update(circle)
        if circle:
            what = "supersede each other in a circle, so none is injected: {}".format(" -> ".join(circle))
            paths = sorted({scan.by_id[name][0] for name in circle if name in scan.by_id})
            yield _found(
                "error", what, paths, "take the wrong ID out of `supersedes` with `memories edit` of one of them"
            )


def dangling_links(scan: Scan) -> Iterator[Finding]:
    """Links to records that are not in the store."""
    for path, record in scan.records.items():
        for id in links.older(record):
            if id not in scan.by_id:
                step = "it may have been removed by gc; correct it with `memories edit {}`".format(record["id"])
                yield _found("info", f"supersedes {id!r}, which is not here", path, step)
        by = links.newer(record)
        if by and by not in scan.by_id:
            what = f"superseded_by {by!r}, which is not here; it is not injected"
            yield _found("warning", what, path, "correct it with your editor, or retire the record")


def one_sided_links(scan: Scan) -> Iterator[Finding]:
    """Links without their counterpart in the other record, unless adding that would close a cycle.

    Only the end that takes no record out of use is added: a file that somebody wrote may name any number of records.
    """
    for record in scan.records.values():
        own = record["id"]
        for id in links.older(record):
            path, old = scan.by_id.get(id, ("", None))
            if old and not old.get("superseded_by") and not links.shortest_path(scan.graph, id, own):
                what = f"{own!r} says that it supersedes this, but this does not say so and stays in use"
                yield _found("warning", what, path, f"if it is true: `memories resolve {id} --by {own}`")
        path, new = scan.by_id.get(links.newer(record), ("", None))
        if new and _can_supersede(new, own) and not links.shortest_path(scan.graph, own, new["id"]):
            what = f"supersedes {own!r} but does not say so"
            yield _found("info", what, path, "`memories doctor --fix` adds the link", _adding(path, new, own))


def _can_supersede(record: dict[str, Any], id: str) -> bool:
    """Whether the link can be added: the record lacks it, and its schema version has `supersedes`."""
    return id not in links.older(record) and record.get("schema_version") == "1.1"


def _adding(path: str, record: dict[str, Any], id: str) -> Fix:
    """A fix that makes a record supersede `id`, on top of the changes that earlier fixes in the batch made."""

    def fix(batch: Batch) -> None:
        now = batch.pending(path) or record
        batch.put(path, merge.ordered({**now, "supersedes": [*links.older(now), id]}))

    return fix


def stale_catalog(scan: Scan) -> Iterator[Finding]:
    store = scan.store
    if catalog.is_stale(store.base, catalog.entries(store.store())):
        what = "index.md does not show the records as they are"
        yield _found(
            "warning", what, store.prefix + catalog.NAME, "run `memories index rebuild`", lambda batch: None
        )  # mend does


def missing_git_rules(scan: Scan) -> Iterator[Finding]:
    """Git's rules for the store; without `merge=union` every merge conflicts in index.md."""
    store = scan.store
    if not store.kind.own or not os.path.isdir(store.base):
        return
    for name, line in GIT_RULES:
        place = store.prefix + name
        try:
            missing = line not in read_regular(os.path.join(store.base, name), MAX_RULES)
        except FileNotFoundError:
            missing = True
        except OSError as error:
            yield _found("warning", str(error.strerror), place, "make it a file, then run `memories init`")
            continue
        if missing:
            what = f"the rule {line.decode()!r} is missing"
            yield _found("info", what, place, "run `memories init`", _making(store))


def _making(store: WritableStore) -> Fix:
    def fix(batch: Batch) -> None:
        make_store(store)

    return fix


EVERYWHERE: tuple[Rule, ...] = (
    unlisted_folders,
    unusable_files,
    invalid_records,
    unknown_keys,
    secrets,
    instructions,
    hidden_text,
    common_aliases,
    future_times,
)
MEMORIES: tuple[Rule, ...] = (
    wrong_names,
    shared_ids,
    shared_titles,
    wrong_folders,
    circles,
    dangling_links,
    one_sided_links,
    renamed_files,
    stale_catalog,
    missing_git_rules,
)
