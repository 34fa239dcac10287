"""A session as the rules see it: its messages with what stood before and came after each of them.

Answers questions of structure - were options on the table, did something fail, was a change made, did a check pass afterwards,
was it taken back - and knows no category.
"""

from __future__ import annotations

import re

from ..transcript.events import ASSISTANT, RESULT, USE, USER
from .lexicon import Lexicon, language
from .prose import folded, own_words, sentences, terms, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..transcript.events import Event

MAX_LANGUAGES = 2  # besides English; each costs a hook some milliseconds
WINDOW = 4  # messages before and after that belong to a passage

CHANGING = re.compile(
    r"\b(?:sed -i|perl -pi|git (?:mv|rm|apply|cherry-pick|merge|commit)|alter (?:system|table|user|role)|create (?:index|table|user)|"
    r"drop (?:index|table)|update \w+ set|insert into|delete from|(?:npm|pnpm|yarn|pip|uv|apt|apt-get|apk|brew|cargo|gem|composer|go) "
    r"(?:install|i|add|remove|uninstall|update|upgrade|get|rebuild|ci)|systemctl (?:restart|enable|disable|start|stop|reload|"
    r"daemon-reload)|"
    r"service \w+ (?:restart|start|stop)|kubectl (?:apply|patch|set|scale|rollout|edit|delete)|helm (?:upgrade|install)|terraform apply|"
    r"docker (?:build|compose|run|restart|buildx|system prune|volume)|chmod|chown|mv|cp|tee|ln -s|mkdir|rm|kill(?:all)?|cancel|"
    r"crontab|sysctl -w|"
    r"config(?:ure)? set|git config|set_config|reload|restart|flash|adb (?:install|push)|ufw|iptables|certbot|mount|umount|lpadmin|cupsctl|"
    r"chronyc|timedatectl|a2enmod|gsettings|defaults write|modprobe|make (?:install|flash|clean|deploy\S*))\b|(?<![-=2&\d])>>? ?[\w./~$]"
)
REVERTING = re.compile(
    r"\bgit (?:checkout (?:\S+ )?(?:-- |\S*\.)|(?:restore|reset --hard|revert|stash)\b(?! pop))|\brm -rf? \S+ && git status"
)
CHECKING = re.compile(
    r"\b(?:\w*tests?\w*|\w*spec|pytest|jest|vitest|playwright|mypy|tsc|ruff|eslint|lint|axe|cargo|go (?:test|vet|build)|gradlew?|mvn|"
    r"ctest|make|build|"
    r"run|curl|wget|check\w*|verify|validate|render|compile|deploy\w*|smoke|self-?test|bench\w*|compare|python3?|node|bash|sh|psql|"
    r"ping|status|"
    r"gh run|logs?|journalctl|logcat|lp\w*|docker|kubectl|ssh|mpremote|adb|npx|npm|repl\w*|--dry\S*|measure|probe|load|ab|wrk|k6|tail|"
    r"grep|select)\b"
)
FAILED = re.compile(
    r"(?i)\b(?:[1-9]\d* (?:failed|failures?|errors?|failing|conflicts|mismatch\w*|dropped|lost)|FAILED|FAIL\b|Traceback|Exception|"
    r"panic:|Segmentation fault|"
    r"fatal:|error:|\w*Error\b|ERR!|exit code [1-9]\d*|rc=[1-9]\d*|BUILD FAILED|core dumped|timed? ?out|command not found|"
    r"no such file|refused|denied|"
    r"disconnected|unreachable|aborted|killed|EINTEGRITY|E[A-Z]{4,}:?|failed)\b"
)
HARMLESS = re.compile(
    r"(?i)\b(?:0 (?:failed|failures?|errors?|conflicts|mismatch\w*)|no errors?|errors?:? 0|failed:? 0|conflicts:? 0|without errors?|"
    r"0 dropped|0 lost)\b"
)
DOCS = re.compile(
    r"(?i)(?:\bdocs?/|readme|changelog|\badrs?\b|/adr|troubleshoot|\.mdx?\b|\.rst\b|git (?:log|show|blame)|gh pr|gh issue|web_?fetch|"
    r"web_?search)"
)
SCRATCH = re.compile(
    r"(?i)(?:^|/)(?:tmp|fixtures?|testdata|samples?|examples?|handouts?|posts?|drafts?|mails?|slides?|letters?)/"
)


class Message:
    """One thing said, or the place of one tool result between. `at` is its index in the events."""

    __slots__ = ("asks", "at", "digest", "low", "made_up", "number", "role", "size", "terms", "text")

    def __init__(self, at: int, event: Event) -> None:
        self.at, self.number, self.role, self.digest = at, 0, event.kind, event.digest
        self.text = own_words(event.text, typed=event.kind == USER)
        self.low = folded(self.text)
        self.size = words(self.low)
        self.terms = terms(self.low)
        self.asks = self.made_up = False


class Session:
    """Messages and steps of a session's main thread, with the lexicon of its languages."""

    def __init__(self, events: list[Event]) -> None:
        self.events = events
        self.messages = [Message(at, event) for at, event in enumerate(events) if event.spoken]
        self.lexicon = Lexicon(self._languages())
        self.tools = [at for at, event in enumerate(events) if event.kind == USE]
        self.changes = [at for at in self.tools if _changes(events[at])]
        self.reverts = [at for at in self.tools if REVERTING.search(events[at].text) and not events[at].path]
        self.passes: list[int] = []
        self.fails: list[int] = []
        self._grade()
        made_up = -99
        for number, message in enumerate(self.messages):
            message.number = number
            message.asks = message.low.endswith(("?", "？")) or (
                message.role == USER and self.lexicon.has("asks", message.low)
            )
            if message.role == USER and self.lexicon.has("made_up", message.low):
                made_up = number
            message.made_up = number - made_up <= 10

    def _languages(self) -> list[str]:
        """The languages spoken besides English, the commonest first, at most MAX_LANGUAGES."""
        counts: dict[str, int] = {}
        for message in self.messages:
            name = language(message.low)
            if name != "en":
                counts[name] = counts.get(name, 0) + message.size
        return sorted(counts, key=lambda name: -counts[name])[:MAX_LANGUAGES]

    def _grade(self) -> None:
        """Sorts the results of commands into those that show success and those that show failure."""
        pending: list[int] = []
        for at, event in enumerate(self.events):
            if event.kind == USE:
                pending.append(at)
            elif event.kind == RESULT and pending:
                use = self.events[pending.pop(0)]
                if event.error or (FAILED.search(event.text) and not use.path and not HARMLESS.search(event.text)):
                    self.fails.append(at)
                elif not use.path and use.text and CHECKING.search(use.text) and not REVERTING.search(use.text):
                    self.passes.append(at)

    def before(self, message: Message, role: str = "", span: int = WINDOW) -> list[Message]:
        """Up to `span` messages of a role (any when empty) before one, nearest first."""
        return self._walk(range(message.number - 1, -1, -1), role, span)

    def after(self, message: Message, role: str = "", span: int = WINDOW) -> list[Message]:
        """Up to `span` messages of a role after one, nearest first."""
        return self._walk(range(message.number + 1, len(self.messages)), role, span)

    def _walk(self, numbers: Iterable[int], role: str, span: int) -> list[Message]:
        found: list[Message] = []
        for number in numbers:
            if len(found) == span:
                break
            if not role or self.messages[number].role == role:
                found.append(self.messages[number])
        return found

    def steps(self, places: list[int], start: int, end: int) -> int:
        """How many of `places` lie between two events."""
        return sum(1 for at in places if start < at < end)

    def reply_at(self, message: Message) -> int:
        """Where the next message of the same speaker stands; the end of the session without one."""
        following = self.after(message, message.role, 1)
        return following[0].at if following else len(self.events)

    def forbidden(self) -> Message | None:
        """The message in which the user asked that nothing be kept."""
        for message in self.messages:
            if (
                message.role == USER
                and message.size < 60
                and any(self.lexicon.has("forget", s) for s in sentences(message.low))
            ):
                return message
        return None

    def taken_back(self, message: Message, about: set[str]) -> bool:
        """Whether the user withdrew what a message settled: by naming it, or right after it without naming anything else."""
        for distance, other in enumerate(self.after(message, USER, 12)):
            if not self.lexicon.has("withdraw", other.low) or other.asks:
                continue
            if about & other.terms or distance < 2 or (distance < 5 and other.size <= 12 and not other.terms - about):
                return True
            if distance < 6 and ("both" in other.low or "everything" in other.low or " all" in other.low):
                return True
        return False

    def recalled(self, message: Message) -> bool:
        """Whether an answer reads out what a memory tool of some kind returned."""
        last = [at for at in self.tools if at < message.at]
        return bool(last) and "memor" in self.events[last[-1]].tool.lower()

    def read_from_docs(self, message: Message) -> bool:
        """Whether an answer repeats what documents, history or the web say: the last tool before it read those."""
        for at in reversed(self.tools):
            if at < message.at:
                return bool(DOCS.search(self.events[at].tool + " " + self.events[at].text))
        return False


def _changes(event: Event) -> bool:
    if event.path:
        return True
    return bool(event.text) and bool(CHANGING.search(event.text)) and not REVERTING.search(event.text)


__all__ = ["ASSISTANT", "USER", "Message", "Session", "SCRATCH", "sentences"]
