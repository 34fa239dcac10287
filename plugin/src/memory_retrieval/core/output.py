"""What a command printed, as memories of failures are looked for: which lines tell of one, in words without noise.

Where a command ended well its output tells of a failure only in plain words: it may print the code, the logs and the
tests of failures all day. Knows no records.
"""

from __future__ import annotations

from .model import Value
from .tokens import scan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

MAX_LINES = 60  # distinct lines of an output that are looked at, the last, and MAX_LINE characters of each
MAX_LINE = 400
LAST = 6  # lines of which one may say that all went well
CLEAR = (
    "error|exception|fatal|fail|panic|traceback|refus|denied|cannot|can't|couldn't|unable|unreachable|killed|exited|timeout|"
    "timed out|invalid|unauthorized|forbidden|mismatch|conflict|missing|busy|locked|halted|✗|could not|no such|not found|"
    "not valid|not exist|held by"
).split("|")
"""What a line that speaks of a failure contains, after a command that ended well too; and after one that failed:"""
FAILING = (
    CLEAR
    + (
        "time-out could undefined abort found reject violat corrupt exceed such unknown unexpected warn broken differ lost "
        "out max too not"
    ).split()
)
MILD = "warn deprecat notice hint:".split()
"""What takes a line of a command that ended well its say."""
PASSES = (
    " passed | ok | ✓| ✔| no error| no issue| no known| 0 error|(0 error| 0 fail|errors 0|failed 0|failed: 0|failures: 0|"
    'errors: 0|jobs": 0|error": null'
).split("|")
"""What a line contains that says that nothing failed."""
WELL = " passed|build success|succe|all checks|no issues|built in |result: ok".split(
    "|"
)
"""What the end of an output contains, without a word of NOT_WELL, where all went well."""
NOT_WELL = "fail", " not "
SHOWERS = tuple(
    f"{name} "
    for name in (
        "|1|Q|memories|"
        "ack|ag|awk|basename|bat|cat|cd|cut|date|diff|dirname|dmesg|du|echo|egrep|exit|false|fgrep|file|find|grep|head|jq|"
        "less|ls|more|nl|printf|pwd|rg|sed|sleep|sort|stat|strings|tac|tail|tr|tree|true|type|uniq|wait|wc|which|git blame|"
        "git branch|git diff|git grep|git log|git ls-files|git reflog|git rev-parse|git show|git stash|git status|git tag"
    ).split("|")
)
"""How commands begin that show what others wrote."""
CODES = (
    "429 too many requests rate limit toomanyrequests|401 unauthorized authentication credentials token login|"
    "403 forbidden denied access credentials token|502 bad gateway|503 unavailable|504 timeout|sigkill killed memory|"
    "137 killed memory oomkilled oom|139 segmentation fault|124 timeout timed|oom memory killed|heap memory|"
    "oomkilled memory|enospc space left device disk|edquot disk quota exceeded|emfile open files limit|"
    "eaddrinuse address port already in use|allocated port already in use|econnrefused connection refused|"
    "econnreset connection reset|etimedout timed timeout|eacces permission denied|eperm permission denied|"
    "permitted permission denied|insufficient permission denied|ebusy busy device locked|enotfound resolve host dns|"
    "unauthorized authentication credentials token login|forbidden denied access|quota disk space|skew clock time|"
    "authorize authentication credentials login|future clock time|nbf clock time|iat clock time"
).split("|")
MEANT = {code.split()[0]: code.split()[1:] for code in CODES}
"""Codes and words of messages, and other words with which memories may name the same failure."""


class Output(Value):
    """What a command printed: words without paths, file names and short numbers.

    telling  the lines that speak of a failure, the last first; after one that failed all where none does
    beside   the other lines
    typed    the command, which tells nothing of the failure
    text     the telling lines as they were printed
    well     whether it ended well
    """

    telling: list[list[str]]
    beside: list[list[str]]
    typed: list[str]
    text: str
    well: bool


def read_output(
    text: str, command: str, well: bool = False, names: Collection[str] = ()
) -> Output:
    """The last distinct lines of what a command printed. `names` are words that do not count, as a project's own."""
    lines: dict[str, str] = {}
    last = text.lower().splitlines()[-LAST:]
    if well and any(_contains(line, WELL) > _contains(line, NOT_WELL) for line in last):
        text = ""
    for line in reversed(text.splitlines()):
        line = _without_step(line[:MAX_LINE])
        said = " ".join(["", *line.lower().split(), ""])
        if not _contains(said, PASSES):
            lines.setdefault(" ".join(words(line, names)), line)
        if len(lines) > MAX_LINES:
            break
    lines.pop("", None)
    telling = _telling(lines, well)
    printed = [said.split() for said in telling]
    codes = {word for said in printed for word in said} & MEANT.keys()
    return Output(
        telling=printed + [MEANT[code] for code in sorted(codes)],
        beside=[said.split() for said in lines if said not in telling],
        typed=words(command[:MAX_LINE], names),
        text="\n".join([lines[said] for said in telling]),
        well=well,
    )


def _telling(lines: dict[str, str], well: bool) -> list[str]:
    marks, mild = (CLEAR, MILD) if well else (FAILING, [])
    lower = {said: line.lower() for said, line in lines.items()}
    found = [one for one in lower if _contains(lower[one], marks)]
    found = [one for one in found if not _contains(lower[one], mild)]
    return found if found or well else list(lines)


def words(line: str, names: Collection[str] = ()) -> list[str]:
    """The words of a line in lower case, without what differs between two runs: paths, file names, short numbers."""
    kept = " ".join([word for word in line.split() if not _is_place(word)])
    tokens = [token for token, joined in scan(kept) if not joined]
    told = [token for token in tokens if len(token) > 2 or not token.isdigit()]
    return [token for token in told if token not in names]


def only_shows(command: str) -> bool:
    """Whether a command line only shows what others wrote; what is in quotation marks is left out."""
    for quote in "'\"":
        command = "Q".join(command.split(quote)[::2])
    for sign in "&;|(":
        command = command.replace(sign, "\n")
    runs = [run.strip() + " " for run in command.splitlines()]
    return all(run.startswith(SHOWERS) for run in runs)


def _is_place(word: str) -> bool:
    """Whether a word is a path, or a file name with a line number or without."""
    name, dot, ending = word.strip("\"'`()[]<>,;:").partition(":")[0].rpartition(".")
    is_short = len(ending) <= 4 and ending.isalpha() and ending.islower()
    return "/" in word or bool(dot and name and is_short)


def _without_step(line: str) -> str:
    """A line without the command of a build's step, which is no part of its failure."""
    before, _, after = line.partition('process "')
    return (before + after.partition('"')[2]).partition("] RUN ")[0]


def _contains(line: str, marks: Collection[str]) -> bool:
    return any(mark in line for mark in marks)
