"""Times as whole seconds since 1970 and as `YYYY-MM-DDTHH:MM:SSZ`.

Arithmetic only: importing `datetime` and `_strptime` would cost more than a prompt. core/environment has "now".
"""

from __future__ import annotations

from time import gmtime

DAY = 86_400  # seconds
CYCLE = 146_097 * DAY  # 400 years, after which the calendar repeats
UNITS = (
    (365 * DAY, "year"),
    (30 * DAY, "month"),
    (7 * DAY, "week"),
    (DAY, "day"),
    (3600, "hour"),
    (60, "minute"),
)
UP_TO_DAYS = UNITS[3:]
SKEW = DAY  # by which clocks may differ: local time that was written as UTC is up to 14 hours ahead


def parse_time(text: object) -> int | None:
    """Seconds since 1970 of an ISO 8601 date or date-time; None for anything else.

    A missing zone means UTC. Fractions of a second are dropped.
    """
    if (
        not isinstance(text, str)
        or not text.isascii()
        or not {"_", " ", "\t", "\n"}.isdisjoint(text)
    ):
        return None
    parts = text[:10].split("-")
    if list(map(len, parts)) != [4, 2, 2] or not all(map(str.isdigit, parts)):
        return None
    midnight = _days(*map(int, parts)) * DAY
    if format_time(midnight)[:10] != text[:10]:  # a date that does not exist
        return None
    try:
        return midnight + (_seconds_of_day(text[11:]) if len(text) > 10 else 0)
    except ValueError:
        return None


def format_time(seconds: float) -> str:
    """`YYYY-MM-DDTHH:MM:SSZ` of seconds since 1970."""
    cycles, rest = divmod(int(seconds), CYCLE)
    year, *others = gmtime(rest)[:6]
    return "%04d-%02d-%02dT%02d:%02d:%02dZ" % (year + 400 * cycles, *others)


def believed(seconds: int | None, now: float) -> int | None:
    """A time, or None for one after now: such a record counts as older than every other. Clocks may differ by SKEW."""
    return None if seconds is None or seconds > now + SKEW else seconds


def in_words(seconds: float, units: tuple[tuple[int, str], ...] = UNITS) -> str:
    """A duration in its largest unit, such as `3 days`; "" below a minute. The sign is ignored."""
    for size, unit in units:
        number = int(abs(seconds) // size)
        if number:
            return "%d %s%s" % (number, unit, "" if number == 1 else "s")
    return ""


def _seconds_of_day(text: str) -> int:
    zone, at = 0, max(text.rfind("+"), text.rfind("-"))
    if text[-1:] in "zZ":
        text = text[:-1]
    elif at > 0:
        hours, minutes = text[at + 1 : at + 3], text[at + 1 :].replace(":", "")[2:4]
        zone = int(hours) * 3600 + int(minutes or 0) * 60
        zone = zone if text[at] == "+" else -zone
        text = text[:at]
    parts = text.split(".")[0].split(":")
    if not 2 <= len(parts) <= 3 or not all(
        len(part) == 2 and part.isdigit() for part in parts
    ):
        raise ValueError(text)
    hour, minute, second = [*map(int, parts), 0][:3]
    if hour > 24 or minute > 59 or second > 60:
        raise ValueError(text)
    return hour * 3600 + minute * 60 + second - zone


def _days(year: int, month: int, day: int) -> int:
    """Days since 1970-01-01, counted in years that begin in March (Howard Hinnant's days_from_civil)."""
    year -= month <= 2
    of_year = (153 * ((month + 9) % 12) + 2) // 5 + day - 1
    return 365 * year + year // 4 - year // 100 + year // 400 + of_year - 719_468
