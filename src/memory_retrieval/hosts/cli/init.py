"""`memories init`: makes a project's store, with the rules git needs."""

import os

from ...index import catalog
from ...save.batch import write_index
from ...save.lifecycle import records
from ...save.place import find_place, make_store
from .output import note, print_json, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

HELP = "Make a memory store in this project (its repository root, or --root). Running it again changes nothing."
EXAMPLES = ("memories init", "memories init --root ~/src/shop")


def add_arguments(parser):
    # type: (argparse.ArgumentParser) -> None
    parser.add_argument("--hosts", action="store_true", help="set up the agents found here too")


def run(args):
    # type: (argparse.Namespace) -> int
    place = find_place(root=args.root)
    created = make_store(place)
    with place.locked():
        existed = os.path.exists(os.path.join(place.base, catalog.NAME))
        if write_index(place, records(place)) and not existed:
            created.append(place.prefix + catalog.NAME)
    if args.format == "json":
        print_json({"store": place.base, "created": created})
    else:
        write("%s: %s\n" % (place.base, "created " + ", ".join(created) if created else "was there already"))
    if args.hosts:
        note("init --hosts: not available yet; see `memories setup --help`")
    return 0
