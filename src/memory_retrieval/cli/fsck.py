"""`memories fsck`: what is inconsistent in the store, and mending what is safe."""

from __future__ import annotations

from ..core.counted import counted
from ..save import fsck
from ..save.writable import find_writable
from .output import colour, print_json, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

HELP = (
    "Check every file in the store: schema, IDs, links, duplicates, secrets, text that gives orders to the "
    "agent, merge conflicts, index.md and leftover files. --fix repairs index.md and missing back links "
    "and deletes old leftovers; it never removes a record."
)
EXAMPLES = ("memories fsck", "memories fsck --fix --format json")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--fix", action="store_true", help="fix what can be fixed safely")


def run(args: argparse.Namespace) -> int:
    stores = [
        store for store in (find_writable(kind, root=args.root) for kind in ("project", "patterns")) if store.exists()
    ]
    if args.fix:
        findings = [mended for store in stores for mended in fsck.mend(store)]
    else:
        findings = [(finding, False) for store in stores for finding in fsck.check(store)]
    if args.format == "json":
        print_json({"findings": [{**f.as_dict(), "fixed": fixed} for f, fixed in findings]})
    else:
        for f, fixed in findings:
            style = {"error": "red", "warning": "yellow"}.get(f.severity, "dim")
            write("%s %s: %s\n    %s\n" % (colour(f.severity, style), f.where, f.what, "mended" if fixed else f.remedy))
        write(
            counted(len(findings), "finding") + "\n"
            if findings
            else "nothing to report\n"
            if stores
            else "no memory store here; run `memories init`\n"
        )
    return 1 if any(f.severity == "error" for f, _ in findings) else 0
