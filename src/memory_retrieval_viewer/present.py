"""How values look on a page: dates, ages, names of categories, numbers; and the template engine.

The value of every template expression loses its invisible and reordering characters and is escaped, so the text of a
memory stays text.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from memory_retrieval.core import environment, holds, jsontext
from memory_retrieval.core.categories import TABLE
from memory_retrieval.core.clock import format_time, in_words, parse_time
from memory_retrieval.core.counted import counted
from memory_retrieval.core.sanitize import one_line, visible

HERE = os.path.dirname(os.path.abspath(__file__))
TEMPLATES, STATIC = os.path.join(HERE, "templates"), os.path.join(HERE, "static")
STYLES = ("tokens.css", "shell.css", "parts.css")  # in the order of the cascade
FENCE = re.compile(r"^```\w*\n(.*?)^```$", re.DOTALL | re.MULTILINE)
HEADING = re.compile(r"^(#.*)$", re.MULTILINE)
PART = re.compile(r"\n\s*\n|\n(?=[-*] |#)")
SIGN = re.compile(r"(#+|[-*]) +")
BLOCKS = {"#": "h2", "##": "h2", "-": "li", "*": "li"}
NAMES = {
    **{category.key: category.label for category in TABLE},
    "llm_cache": "LLM answer",
}


def templates() -> Environment:
    """Escapes in every template; an unknown name is an error, not an empty string."""
    env = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=shown,
    )
    env.filters.update(
        ago=ago,
        date=date,
        moment=moment,
        kind=kind_name,
        state_name=state_name,
        line=one_line,
        label=label,
        address=address,
        number="{:,}".format,
        pretty=pretty,
        safe_style=Markup,
        code=code,
        blocks=blocks,
        count=counted,
        score="{:.2f}".format,
        signed="{:+.2f}".format,
    )
    return env


def shown(value: Any) -> Any:
    """The value of an expression as the page shows it."""
    if value is None:
        return ""
    return (
        visible(value)
        if isinstance(value, str) and not isinstance(value, Markup)
        else value
    )


def ago(seconds: float | None, now: float | None = None) -> str:
    """`3 days ago`; `just now` below a minute, `in 2 hours` for the future, "" for None."""
    if seconds is None:
        return ""
    past = (environment.now() if now is None else now) - seconds
    text = in_words(past)
    if not text:
        return "just now"
    return f"{text} ago" if past > 0 else f"in {text}"


def date(seconds: float | None) -> str:
    """`2026-11-21`."""
    return format_time(seconds)[:10] if seconds is not None else ""


def moment(value: Any) -> str:
    """`2026-11-21 14:05 UTC`, from seconds since 1970 or a time as records write it; other text unchanged."""
    seconds = parse_time(value) if isinstance(value, str) else value
    if not isinstance(seconds, (int, float)):
        return str(value or "")
    return format_time(seconds)[:16].replace("T", " ") + " UTC"


def by_count(counts: Counter[str]) -> list[str]:
    """The names, the most frequent first."""
    return sorted(counts, key=lambda name: (-counts[name], name))


def kind_name(kind: str) -> str:
    """A category or kind as people read it."""
    return NAMES.get(kind, kind.replace("_", " ").capitalize())


def state_name(state: str) -> str:
    """A state of `holds.STATES` as people read it."""
    return holds.WORDS.get(state, state).capitalize()


def label(name: str) -> str:
    """The name of a field as a heading: `Root cause` for `content.root_cause`."""
    return name.rpartition(".")[2].replace("_", " ").strip().capitalize()


def address(key: str) -> str:
    """The key of a record, quoted for an address."""
    return quote(key, safe="/")


def code(text: str, begun: Sequence[str] = ()) -> Markup:
    """A text as HTML, with the parts between backticks as code, and words marked that begin as one of `begun`; escaped."""
    parts = [_marked(part, begun) for part in text.split("`")]
    if len(parts) % 2 == 0:
        return Markup("`").join(parts)
    parts[1::2] = [Markup("<code>%s</code>") % part for part in parts[1::2]]
    return Markup("").join(parts)


def _marked(text: str, begun: Sequence[str]) -> Markup:
    either = "|".join([re.escape(start) for start in begun])
    parts = re.split(rf"(?i)\b((?:{either})\w*)", text) if either else [text]
    safe = [escape(visible(part)) for part in parts]
    safe[1::2] = [Markup("<mark>%s</mark>") % part for part in safe[1::2]]
    return Markup("").join(safe)


def blocks(text: str) -> list[tuple[str, str]]:
    """(element, text) of the parts of a Markdown document: h2 and h3, p, li, pre."""
    found = []
    for number, piece in enumerate(FENCE.split(text)):
        if number % 2:
            found.append(("pre", piece))
            continue
        for part in PART.split(HEADING.sub(r"\1\n", piece)):
            sign = SIGN.match(part)
            name = BLOCKS.get(sign[1], "h3") if sign else "p"
            found.append((name, part[sign.end() :] if sign else part))
    return [(name, part.strip()) for name, part in found if part.strip()]


def pretty(value: Any) -> str:
    """Indented JSON; strings unchanged."""
    return value if isinstance(value, str) else jsontext.pretty(value)
