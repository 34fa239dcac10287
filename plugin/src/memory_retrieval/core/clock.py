"""Times as whole seconds since 1970 and as `YYYY-MM-DDTHH:MM:SSZ`.

Arithmetic only: importing `datetime` and `_strptime` would cost more than a prompt. core/environment has "now".
"""

from __future__ import annotations

DAY = 86_400  # seconds
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
    days = _days(*map(int, parts))
    try:
        seconds = _seconds_of_day(text[11:]) if len(text) > 10 else 0
    except ValueError:
        return None
    return None if days is None else days * DAY + seconds


def format_time(seconds: float) -> str:
    """`YYYY-MM-DDTHH:MM:SSZ` of seconds since 1970."""
    days, rest = divmod(int(seconds), DAY)
    year, month, day = _civil(days)
    return "%04d-%02d-%02dT%02d:%02d:%02dZ" % (
        year,
        month,
        day,
        rest // 3600,
        rest // 60 % 60,
        rest % 60,
    )


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


_MONTH_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def _days(year: int, month: int, day: int) -> int | None:
    """Days since 1970-01-01 (Howard Hinnant's days_from_civil); None for a date that does not exist."""
    if not 1 <= month <= 12 or not 1 <= day <= _MONTH_DAYS[month - 1]:
        return None
    if month == 2 and day == 29 and (year % 4 or (year % 100 == 0 and year % 400)):
        return None
    year -= month <= 2
    era = year // 400
    of_era = year - era * 400
    of_year = (153 * (month + (-3 if month > 2 else 9)) + 2) // 5 + day - 1
    return (
        era * 146_097 + of_era * 365 + of_era // 4 - of_era // 100 + of_year - 719_468
    )


def _civil(days: int) -> tuple[int, int, int]:
    """Year, month, day of days since 1970-01-01 (civil_from_days)."""
    days += 719_468
    era = days // 146_097
    of_era = days - era * 146_097
    year_of_era = (
        of_era - of_era // 1460 + of_era // 36_524 - of_era // 146_096
    ) // 365
    of_year = of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    shifted = (5 * of_year + 2) // 153
    day = of_year - (153 * shifted + 2) // 5 + 1
    month = shifted + 3 if shifted < 10 else shifted - 9
    return year_of_era + era * 400 + (month <= 2), month, day
