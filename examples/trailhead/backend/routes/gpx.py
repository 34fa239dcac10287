"""Reads uploaded GPX files into track segments."""
from __future__ import annotations

from dataclasses import dataclass
from typing import BinaryIO, Iterator

from defusedxml.ElementTree import iterparse

MAX_BYTES = 20 * 1024 * 1024
TRKPT = "trkpt"


@dataclass(frozen=True)
class Point:
    lon: float
    lat: float
    ele: float | None


def points(upload: BinaryIO) -> Iterator[Point]:
    """Yield track points in file order; the namespace of the writer is ignored."""
    for _, node in iterparse(upload, events=("end",)):
        if node.tag.rpartition("}")[2] != TRKPT:
            continue
        ele = node.find("{*}ele")
        yield Point(
            float(node.attrib["lon"]),
            float(node.attrib["lat"]),
            float(ele.text) if ele is not None and ele.text else None,
        )
        node.clear()
