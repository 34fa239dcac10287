"""Times by arithmetic alone; the standard library's datetime is the judge."""

from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_retrieval.core.clock import (
    DAY,
    UP_TO_DAYS,
    format_time,
    in_words,
    parse_time,
)

TIMES = st.datetimes(min_value=datetime(1, 1, 2), max_value=datetime(9999, 12, 30)).map(
    lambda t: t.replace(microsecond=0, tzinfo=timezone.utc)
)


NO_TIMES = """
today 2026 2026-05 2026/05/01 2026-13-01 2026-00-10 2026-02-30 2025-02-29 1900-02-29 2026-05-32 2026-05-01Z -026-05-01
2_02-05-01 2026-+5-01 0000-00-00 2026-05-0٣ ٢٠٢٦-٠٥-٠١ 2026-05-01T 2026-05-01T10 2026-05-01Tnoon 2026-05-01T25:00:00Z
2026-05-01T10:61:00Z 2026-05-01T+1:00:00Z 2026-05-01T1_0:00:00Z
""".split()


@pytest.mark.parametrize(
    "text",
    [None, 5, 1.5, [], {}, True, "", "2026- 5-01", "2026-05-01T 1:00:00Z", *NO_TIMES],
)
def test_what_is_no_time_is_none(text):
    assert parse_time(text) is None


@given(TIMES)
def test_a_time_written_and_read_is_the_same(when):
    seconds = int(when.timestamp())
    text = format_time(seconds)
    assert text == when.strftime("%Y-%m-%dT%H:%M:%SZ").rjust(20, "0")
    assert parse_time(text) == seconds


@given(TIMES, st.integers(-14 * 60, 14 * 60))
def test_a_zone_is_taken_into_account(when, minutes):
    local = (
        when.astimezone(timezone.utc)
        if minutes == 0
        else when + timedelta(minutes=minutes)
        if 2 < when.year < 9998
        else when
    )
    if not 2 < when.year < 9998:
        return
    sign, rest = "+" if minutes >= 0 else "-", abs(minutes)
    stamp = local.strftime("%Y-%m-%dT%H:%M:%S").rjust(19, "0")
    for zone in ("%s%02d:%02d", "%s%02d%02d"):
        assert parse_time(stamp + zone % (sign, rest // 60, rest % 60)) == int(
            when.timestamp()
        )


@given(TIMES)
def test_a_date_alone_is_midnight_utc(when):
    seconds = int(when.timestamp())
    assert parse_time(format_time(seconds)[:10]) == seconds - seconds % DAY


@pytest.mark.parametrize(
    "text",
    [
        "2026-05-01T10:00:00.123456Z",
        "2026-05-01T10:00:00",
        "2026-05-01T10:00Z",
        "2026-05-01T10:00:00z",
    ],
)
def test_common_spellings_are_understood(text):
    assert parse_time(text) == int(
        datetime(2026, 5, 1, 10, tzinfo=timezone.utc).timestamp()
    )


@given(st.text(max_size=40))
def test_no_text_is_an_error(text):
    assert parse_time(text) is None or isinstance(parse_time(text), int)
    assert parse_time("2026-05-01T" + text) is None or isinstance(
        parse_time("2026-05-01T" + text), int
    )


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, ""),
        (59.9, ""),
        (60, "1 minute"),
        (-7200, "2 hours"),
        (DAY, "1 day"),
        (13 * DAY, "1 week"),
        (45 * DAY, "1 month"),
        (800 * DAY, "2 years"),
    ],
)
def test_a_duration_is_told_in_its_largest_unit(seconds, text):
    assert in_words(seconds) == text


def test_a_duration_can_be_told_in_days_at_most():
    assert in_words(400 * DAY, UP_TO_DAYS) == "400 days"
