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

CREATE, EDIT, DELETE = "create", "edit", "delete"
LISTS = ("paths", "except", "change", "ignore")
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
NEVER = (  # what can never match, and why
    (
        r'(?<!\S)\*[^\s*"]+\s[^\s*"]+\*(?!\S)',
        "a blank ends a word: write one with a blank in quotes",
    ),
    (
        r"\\[bBdDsSwW(.]|\[[^]]*\w-\w[^]]*\]|\(\?",
        "this is not a regular expression: `*` alone is special",
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
        return EDIT if known else CREATE


class Guard(Value):
    """A guard that is fit for use: `raw` has the parts that a record gives, without blanks around them."""

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

        def has(words: list[str], commands: list[list[str]]) -> bool:
            return any(follows(words, each, home) for each in commands)

        return any(
            has(words, wanted) and not has(["", *words], besides) for words in found
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
    if not isinstance(value, dict) or problems(value):
        return None
    raw: JsonObject = {}
    for part in sorted(PARTS):
        given = value.get(part)
        if given:
            raw[part] = list(given) if part in LISTS else given.strip()
    return Guard(raw, value.get("effect") or "remind")


def sentence(raw: JsonObject, title: str) -> tuple[str, str]:
    """(what a rule says, what keeps to it or ""), each on one line, not escaped. `title` where it says nothing."""
    from .categories import BY_KEY
    from .sanitize import one_line

    content, says = raw.get("content"), "dont_text"
    if isinstance(content, dict):
        known = BY_KEY.get(str(raw.get("category")))
        says = known.says[0] if known else says
    else:
        content = raw
    said = content.get(says)
    keeps = content.get("workarounds") or content.get("do_text")
    if isinstance(keeps, list):
        keeps = keeps[0]
    texts = (
        (said if isinstance(said, str) else title),
        (keeps if isinstance(keeps, str) else ""),
    )
    return one_line(texts[0], MAX_PATTERN), one_line(texts[1], MAX_PATTERN)


def load(text: str) -> Guard | None:
    """The guard that `dump` wrote."""
    try:
        return parse(jsontext.loads(text)) if text else None
    except ValueError:
        return None


def hint(pattern: str) -> str:
    """The longest piece of a pattern that is part of everything that fits it, and of its form in JSON."""
    plain = "".join(
        [c if c not in '*?"\\' and c >= " " else "\n" for c in pattern.strip()]
    )
    return max(plain.split("\n"), key=len).rstrip("/").rpartition("/")[2]


def problems(value: JsonObject) -> list[Problem]:
    """What makes a guard unfit for use, each with what to write instead."""
    if not any(value.get(part) for part in PARTS[-3:]):
        said = "watches for nothing; give paths, command or text"
        return [Problem.at("guard", said, "missing")]
    found = []
    for part in PARTS:
        given = value.get(part) or ""
        if len("".join(given)) > MAX_PATTERNS:
            said = f"at most {MAX_PATTERNS} characters"
            found.append(Problem.at(f"guard.{part}", said, "size"))
        for text in given if part in ("paths", "except") else ():
            if text.startswith(("/", "~")) or ".." in text.split("/"):
                said = f"expected a glob of files inside the project, such as `src/**/*.sql`, got {text!r:.80}"
                found.append(Problem.at(f"guard.{part}", said))
    return found


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
    for part, (pattern, why) in zip(("command", "text"), NEVER):
        sought = re.search(pattern, value.get(part) or "")
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
    pattern = value.get("command") or value.get("text") or value["paths"][0]
    plain = re.sub(r'\|\S*|[*"]| (?:OR|BUT) .*', "", pattern)
    calls = value.get("breaks") or ()
    if len({"shell" in call for call in calls}) == 1 and all(
        plain in jsontext.dumps(list(call.values())) for call in calls
    ):
        said = f"none is in another spelling than `{plain}`: show another way to break the rule, and have it caught"
        found.append(Problem.at("guard.breaks", said))
    return found


def told(value: JsonObject) -> str:
    """The examples of a guard, for people."""
    said = []
    for key, what in (("breaks", "Breaks it"), ("passes", "Passes")):
        calls = [
            call.get("shell") or f"{call.get('file')}: {call.get('text')}"
            for call in value.get(key) or ()
        ]
        said.append(f"{what}: {'; '.join(calls) or 'no example'}.")
    return " ".join(said)


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
        change = write.change or call.get("change") or EDIT
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
        change = DELETE if None in texts and not added else ""
        found.append(Write(path, added, added or None, change))
    return found
