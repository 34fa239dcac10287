"""Guards: what a rule watches for in a call or a change. Their patterns are untrusted, so none is a regular expression.

plugin/skills/save/guards.md has the grammar. `breaks` and `passes` are calls that show what a guard means: a writer
keeps no guard that judges one of them otherwise, and they are no part of what a person accepts.
"""

from __future__ import annotations

import os
import re

from . import globs, jsontext
from .matching import BUT, alternatives, code, contains, follows, parsed
from .model import JsonObject, Problem, Value
from .shell import program

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Iterator, TypeVar

    from .commands import Command

    T = TypeVar("T")

PARTS = ("absent", "except", "change", "ignore", "command", "text", "paths")
"""What a guard consists of. `dump` has the first four, which are new, only where they say something."""
FEWEST = 2  # examples of either kind
CALLS = (
    'write two to five calls, each {"shell": COMMAND} or {"file": PATH, "text": TEXT}'
)
MAX_PATTERN = 200  # characters of a sentence
MAX_PATTERNS = 4000  # characters of any part
WORK = 10_000_000  # characters times patterns: a quarter of a second on a slow machine
ORDINARY = 16_384  # characters of a call
SECONDS = 0.5  # for git to say whether it knows a file
NEVER = (  # what can never match, of which part, and why
    (
        "command",
        r'(?<!\S)\*[^\s*"]+\s[^\s*"]+\*(?!\S)',
        "a blank ends a word: write one with a blank in quotes",
    ),
    (
        "text",
        r"\\[bBdDsSwW(.]|\[[^]]*\w-\w[^]]*\]|\(\?",
        "this is not a regular expression: `*` alone is special",
    ),
    (
        "paths",
        r"(?m)^(?:/|~|(?:.*/)?\.\.(?:/|$)).*",
        "a path is relative to the project, such as `src/**/*.sql`",
    ),
)


class Write(Value):
    """A file that a call may write.

    path    absolute; a `/` at its end stands for all that is in a folder
    added   the lines that are new
    after   what it then holds; None where nobody can say
    change  create, edit or delete; "" where git has to be asked
    """

    path: str
    added: str = ""
    after: str | None = None
    change: str = ""

    def does(self) -> str:
        """What happens to the file. One that the last commit lacks is still being created."""
        if self.change:
            return self.change
        from . import git  # few guards ask

        folder, name = os.path.split(self.path.rstrip("/"))
        found = git.run_all(folder, [["ls-tree", "HEAD", "--", name]], SECONDS)[0]
        known = os.path.exists(self.path) if found is None else bool(found)
        return "edit" if known else "create"


class Guard(Value):
    """A guard that is fit for use: `raw` has the parts that a record gives."""

    raw: JsonObject
    effect: str = "remind"

    def get(self, part: str) -> Any:
        return self.raw.get(part) or ""

    def on_file(self, names: list[str], write: Write) -> bool:
        """Whether it watches over this being written to a file with these names, relative to the project."""
        paths, text, absent = self.get("paths"), self.get("text"), self.get("absent")
        names = [
            name
            for name in names
            if (not paths or any(globs.touches(path, name) for path in paths))
            and not any(
                globs.names(path, name.rstrip("/")) for path in self.get("except")
            )
        ]
        if not names or not (paths or text):
            return False
        if text and not self._contains(write.added, text, names[0]):
            return False
        if absent and (write.after is None or self._contains(write.after, absent)):
            return False
        return not self.get("change") or write.does() in self.get("change")

    def _contains(self, text: str, pattern: str, name: str = "") -> bool:
        ignored = self.get("ignore")
        if name and "comments" in ignored:
            text = code(text, name)
        return contains(text, pattern, str.lower if "case" in ignored else str)

    def on_command(self, found: list[list[str]], home: str = "") -> bool:
        """Whether it watches over one of these commands, each its words; `home` is the project's folder."""
        command, _, but = self.get("command").partition(BUT)
        wanted = parsed(command)
        besides = [parsed(f"* {words}")[0] for words in alternatives(but)]
        return any(
            any(follows(words, each, home) for each in wanted)
            and not any(follows(["", *words], each, home) for each in besides)
            for words in found
        )

    def patterns(self) -> int:
        """How many patterns of an ordinary length it has."""
        texts = [*self.get("paths"), *self.get("except")]
        for part in ("command", "text", "absent"):
            texts += alternatives(self.get(part))
        return sum(1 + len(text) // 50 for text in texts)

    def hints(self) -> list[str]:
        """Texts one of which is in every call that it watches over; "" stands for any call."""
        commands = parsed(self.get("command").partition(BUT)[0])
        parts = [program(name) for words in commands for name in words[0].split("|")]
        text = list(alternatives(self.get("text").partition(BUT)[0]))
        if "case" in self.get("ignore"):
            text = self.get("paths") or [""][: len(text)]
        return [hint(part) for part in (*parts, *(text or self.get("paths")))]

    def dump(self) -> str:
        """Its one form as text: what the index keeps, and what is accepted."""
        old = {"command": "", "effect": self.effect, "paths": [], "text": ""}
        return jsontext.dumps({**old, **self.raw})


def parse(value: Any) -> Guard | None:
    """The guard of a record's field; None for none and for one that is not fit for use."""
    if not value or problems(value):
        return None
    raw = {part: value[part] for part in sorted(PARTS) if value.get(part)}
    return Guard(raw, value.get("effect") or "remind")


def sentence(raw: JsonObject, title: str) -> tuple[str, str]:
    """(what a rule says, what keeps to it or ""), each on one line, not escaped. `title` where it says nothing."""
    from .categories import BY_KEY
    from .sanitize import one_line

    known, content = BY_KEY.get(str(raw.get("category"))), raw.get("content")
    if known is None or not isinstance(content, dict):
        content = raw
    said = content.get(known.says[0] if known else "dont_text")
    keeps = content.get("workarounds") or content.get("do_text")
    if isinstance(keeps, list):
        keeps = keeps[0]
    said = said if isinstance(said, str) else title
    keeps = keeps if isinstance(keeps, str) else ""
    return one_line(said, MAX_PATTERN), one_line(keeps, MAX_PATTERN)


def load(text: str) -> Guard | None:
    """The guard that `dump` wrote."""
    return parse(jsontext.loads(text)) if text else None


def hint(pattern: str) -> str:
    """The longest piece of a pattern that is part of everything that fits it, and of its form in JSON."""
    return globs.piece(pattern).rpartition("/")[2]


def problems(value: JsonObject) -> list[Problem]:
    """What makes a guard unfit for use."""
    if not any(value.get(part) for part in PARTS[-3:]):
        said = "watches for nothing; give paths, command or text"
        return [Problem.at("guard", said, "missing")]
    said = f"at most {MAX_PATTERNS} characters"
    return [
        Problem.at(f"guard.{part}", said, "size")
        for part in PARTS
        if len("".join(value.get(part) or "")) > MAX_PATTERNS
    ]


def affordable(found: Iterable[tuple[Guard, T]], size: int) -> list[T]:
    """What belongs to the guards that may be tried on so many characters, within WORK for all of them together."""
    kept, left = [], WORK // max(1, size)
    for guard, of in sorted(found, key=lambda pair: pair[0].patterns()):
        left -= guard.patterns()
        if left < 0:
            break
        kept.append(of)
    return kept


def untrue(value: JsonObject) -> list[Problem]:
    """What is wrong with the examples of a guard that is fit for use, and which part of it decided."""
    found: list[Problem] = []
    for part, pattern, why in NEVER:
        given = value.get(part) or ""
        sought = re.search(pattern, "\n".join(given) if part == "paths" else given)
        if sought:
            said = f"`{sought[0]}` can never match: {why}"
            found.append(Problem.at(f"guard.{part}", said))
    for key in ("breaks", "passes"):
        calls = value.get(key) or ()
        if len(calls) < FEWEST:
            found.append(Problem.at(f"guard.{key}", CALLS, "missing"))
        for number, call in enumerate(calls):
            broken = _breaks(value, call)
            if broken != (key == "breaks"):
                said = _decided(value, call, broken)
                found.append(Problem.at(f"guard.{key}[{number}]", said))
    return found + _same_spelling(value)


def _same_spelling(value: JsonObject) -> list[Problem]:
    pattern = value.get("command") or value.get("text") or value["paths"][0]
    plain = re.sub(r'\|\S*|[*"]| (?:OR|BUT) .*', "", pattern)
    calls = value.get("breaks") or ()
    if len({"shell" in call for call in calls}) != 1 or not all(
        plain in jsontext.dumps(list(call.values())) for call in calls
    ):
        return []
    said = f"none is in another spelling than `{plain}`: show another way to break the rule, and have it caught"
    return [Problem.at("guard.breaks", said)]


def _breaks(value: JsonObject, call: JsonObject) -> bool:
    """Whether a guard watches over a call, wherever that would run."""
    from .commands import commands_of

    guard, found = parse(value), commands_of(call.get("shell") or "")
    writes, text = writes_of(found), call.get("text") or ""
    writes += [Write(call["file"], text, text)] if call.get("file") else []
    if guard is None or guard.on_command([one.words for one in found]):
        return guard is not None
    for write in writes:
        name = os.path.normpath(write.path) + "/" * write.path.endswith("/")
        change = write.change or call.get("change") or "edit"
        if guard.on_file([name], write.replace(change=change)):
            return True
    return False


def _decided(value: JsonObject, call: JsonObject, broken: bool) -> str:
    """Why an example came out so: the part of the guard without which it would not have."""
    came = "breaks the guard" if broken else "passes"
    for part, without in _lesser(value):
        if _breaks(without, call) != broken:
            return f"{came}, by its {part}"
    from .commands import commands_of

    found = commands_of(call.get("shell") or "")
    runs = "; ".join([" ".join(one.words)[:80] for one in found if one.words])
    writes = ", ".join([write.path for write in writes_of(found)])
    return f"{came}: of the patterns none fits what it runs (`{runs}`) or writes (`{writes}`)"


def _lesser(value: JsonObject) -> Iterator[tuple[str, JsonObject]]:
    """(a part, the guard without it): exceptions first, all of its patterns last."""
    for part in PARTS:
        given = value.get(part) or ""
        if BUT in given:
            yield f"`BUT` in `{part}`", {**value, part: given.partition(BUT)[0]}
        if given:
            yield f"`{part}`", {**value, part: None}
    yield "`text`", {}


def writes_of(commands: Iterable[Command], folder: str = "") -> list[Write]:
    """The files that commands that run in a folder may write, each once, with all that is known to be added to it."""
    written: dict[str, list[str | None]] = {}
    for one in commands:
        for path, text in one.writes:
            place = os.path.join(folder, os.path.expanduser(path))
            written.setdefault(place, []).append(text)
    found = []
    for path, texts in written.items():
        added = "\n".join(filter(None, texts))
        change = "delete" if None in texts and not added else ""
        found.append(Write(path, added, added or None, change))
    return found
