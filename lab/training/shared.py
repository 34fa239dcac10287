"""What the programs of this folder share: the repository with the product's code, arguments, lines of JSON."""

import argparse
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "plugin" / "src"))


def arguments(doc):
    return argparse.ArgumentParser(
        description=doc, formatter_class=argparse.RawDescriptionHelpFormatter
    )


def lines(path):
    """The lines of a file that are not empty."""
    return [
        line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()
    ]


def read_lines(path):
    """The values of a file with one in a line."""
    return list(map(json.loads, lines(path)))
