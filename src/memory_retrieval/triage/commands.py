"""What the commands and tool calls of a session do: change something, take it back, check, read; and how they end.

Looks at one event or one pair of events; knows neither messages nor categories.
"""

from __future__ import annotations

import re

from ..transcript.values import RESULT, USE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..transcript.values import Event

READERS = "read grep glob ls notebookread read_file search_file_content list_directory".split()  # tools that only look
READING = re.compile(
    r"\s*(?:cat|head|tail|grep|rg|ls|less|wc|sed -n|jq|find|git (?:log|show|diff|grep|blame|status))\b[^&;]*$"
)
CHANGING = re.compile(
    r"\b(?:sed -i|perl -pi|git (?:mv|rm|apply|cherry-pick|merge|commit)|alter (?:system|table|user|role)|"
    r"create (?:index|table|user)|drop (?:index|table)|update \w+ set|insert into|delete from|(?:npm|pnpm|yarn|pip|uv|"
    r"apt|apt-get|apk|brew|cargo|gem|composer|go) (?:install|i|add|remove|uninstall|update|upgrade|get|rebuild|ci)|"
    r"systemctl (?:restart|enable|disable|start|stop|reload|daemon-reload)|service \w+ (?:restart|start|stop)|"
    r"kubectl (?:apply|patch|set|scale|rollout|edit|delete)|helm (?:upgrade|install)|terraform apply|docker (?:build|"
    r"compose|run|restart|buildx|system prune|volume)|chmod|chown|mv|cp|tee|ln -s|mkdir|rm|kill(?:all)?|cancel|crontab|"
    r"sysctl -w|config(?:ure)? set|git config|set_config|reload|restart|flash|adb (?:install|push)|ufw|iptables|"
    r"certbot|mount|umount|lpadmin|cupsctl|chronyc|timedatectl|a2enmod|gsettings|defaults write|modprobe|"
    r"make (?:install|flash|clean|deploy\S*))\b|(?<![-=2&\d])>>? ?[\w./~$]"
)
REVERTING = re.compile(
    r"\bgit (?:checkout (?:\S+ )?(?:-- |\S*\.)|(?:restore|reset --hard|revert|stash)\b(?! pop))|"
    r"\brm -rf? \S+ && git status"
)
CHECKING = re.compile(
    r"\b(?:\w*tests?\w*|\w*spec|pytest|jest|vitest|playwright|mypy|tsc|ruff|eslint|lint|axe|cargo|go (?:test|vet|"
    r"build)|gradlew?|mvn|ctest|make|build|run|curl|wget|check\w*|verify|validate|render|compile|deploy\w*|smoke|"
    r"self-?test|bench\w*|compare|python3?|node|bash|sh|psql|ping|status|gh run|logs?|journalctl|logcat|lp\w*|docker|"
    r"kubectl|ssh|mpremote|adb|npx|npm|repl\w*|--dry\S*|measure|probe|load|ab|wrk|k6|tail|grep|select)\b"
)
FAILED = re.compile(
    r"(?i)\b(?:[1-9]\d* (?:failed|failures?|errors?|failing|conflicts|mismatch\w*|dropped|lost)|FAILED|FAIL\b|"
    r"Traceback|Exception|panic:|Segmentation fault|fatal:|error:|\w*Error\b|ERR!|exit code [1-9]\d*|rc=[1-9]\d*|"
    r"BUILD FAILED|core dumped|timed? ?out|command not found|no such file|refused|denied|disconnected|unreachable|"
    r"aborted|killed|EINTEGRITY|E[A-Z]{4,}:?|failed)\b"
)
HARMLESS = re.compile(
    r"(?i)\b(?:0 (?:failed|failures?|errors?|conflicts|mismatch\w*)|no errors?|errors?:? 0|failed:? 0|conflicts:? 0|"
    r"without errors?|0 dropped|0 lost)\b"
)
DOCS = re.compile(
    r"(?i)(?:\bdocs?/|readme|changelog|\badrs?\b|/adr|troubleshoot|\.mdx?\b|\.rst\b|git (?:log|show|blame)|gh pr|"
    r"gh issue|web_?fetch|web_?search)"
)
SCRATCH = re.compile(
    r"(?i)(?:^|/)(?:tmp|fixtures?|testdata|samples?|examples?|handouts?|posts?|drafts?|mails?|slides?|letters?)/"
)


def changes(event: Event) -> bool:
    """Whether a tool call edits a file, or its command changes something."""
    return bool(event.path) or bool(CHANGING.search(event.text) and not REVERTING.search(event.text))


def reverts(event: Event) -> bool:
    """Whether a command takes changes back."""
    return not event.path and REVERTING.search(event.text) is not None


def is_reader(event: Event) -> bool:
    """Whether the tool can only look at something."""
    return event.tool.lower() in READERS


def reads(event: Event) -> bool:
    """Whether a tool call only looks at something."""
    return is_reader(event) or READING.match(event.text) is not None


def reads_docs(event: Event) -> bool:
    """Whether a tool call reads documents, history or the web."""
    return DOCS.search(event.tool + " " + event.text) is not None


def is_scratch(path: str) -> bool:
    """Whether a file is a sample, a draft or temporary: work on it is no work on the project."""
    return SCRATCH.search(path) is not None


def checks_and_failures(events: list[Event]) -> tuple[list[int], list[int]]:
    """The indexes of the outputs of checks that passed, and of the outputs that show a failure.

    Outputs come in the order of their calls.
    """
    passes: list[int] = []
    fails: list[int] = []
    pending: list[Event] = []
    for at, event in enumerate(events):
        if event.kind == USE:
            pending.append(event)
        elif event.kind == RESULT and pending:
            call = pending.pop(0)
            if event.error or (not call.path and FAILED.search(event.text) and not HARMLESS.search(event.text)):
                fails.append(at)
            elif not call.path and CHECKING.search(call.text) and not REVERTING.search(call.text):
                passes.append(at)
    return passes, fails
