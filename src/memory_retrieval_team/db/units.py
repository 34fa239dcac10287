"""Human-readable sizes."""

from __future__ import annotations


def readable_bytes(count: int) -> str:
    value, unit = float(count), "B"
    for larger in ("kB", "MB", "GB", "TB"):
        if value < 1024:
            break
        value, unit = value / 1024, larger
    return "%.0f %s" % (value, unit) if unit in ("B", "kB") else "%.1f %s" % (value, unit)
