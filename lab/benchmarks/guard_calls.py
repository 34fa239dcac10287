"""How many calls that break a rule its guard catches, and how many near ones it stops too, through the real hook.

    python lab/benchmarks/guard_calls.py start FOLDER PROJECT   # PROJECT is made: the files, committed, and the rules
    memories save --root PROJECT --update rule-N                # for each rule, with {"guard": ...} on standard input
                                # a rule that needs a second guard is saved once more, with the ID rule-N-b
    python lab/benchmarks/guard_calls.py score FOLDER PROJECT   # accepts the guards as a person does, and makes the calls

FOLDER has files/, rules.jsonl {"n", "rule"}, and breaks.jsonl and near.jsonl {"rule", "tool", "input"}. Each call is of
a session of its own. `score` prints the outcome of each call that came out wrong, then the figures.
"""

import json
import os
import pathlib
import pty
import shutil
import subprocess
import sys
from collections import Counter

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLUGIN = ROOT / "plugin"
SECONDS = 60


def lines_of(path: pathlib.Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line]


def environment(project: pathlib.Path) -> dict[str, str]:
    """A home of the project's own, and no sign of an agent."""
    home = project.parent / f"{project.name}-home"
    home.mkdir(exist_ok=True)
    return {"HOME": str(home), "PATH": os.environ["PATH"], "TERM": "xterm"}


def memories(project: pathlib.Path, *words: str, given: str = "") -> str:
    command = [sys.executable, "-I", "-S", str(PLUGIN / "bin" / "memories"), *words]
    done = subprocess.run(
        command,
        input=given,
        cwd=project,
        env=environment(project),
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )
    return done.stdout + done.stderr


def start(folder: pathlib.Path, project: pathlib.Path) -> None:
    shutil.copytree(folder / "files", project)
    memories(project, "init")
    for line in lines_of(folder / "rules.jsonl"):
        content = {
            "kind": "policy",
            "rule": line["rule"],
            "impact": ["agreed by the team"],
            "severity": "high",
            "active": True,
        }
        record = {
            "category": "constraint",
            "id": f"rule-{line['n']}",
            "title": line["rule"][:110],
            "tags": ["rule"],
            "content": content,
        }
        print(memories(project, "save", given=json.dumps(record)).strip()[:150])
    identity = ["-c", "user.name=lab", "-c", "user.email=lab@example.org"]
    for words in (["init", "-q"], ["add", "-A"], [*identity, "commit", "-qm", "all"]):
        subprocess.run(["git", *words], cwd=project, check=True)


def accept(project: pathlib.Path, id: str) -> None:
    """Keeps a record at a terminal, as a person does."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-I", "-S", str(PLUGIN / "bin" / "memories")]
    subprocess.run(
        [*command, "review", id, "--keep"],
        stdin=theirs,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=project,
        env=environment(project),
        timeout=SECONDS,
    )
    os.close(ours)
    os.close(theirs)


def hook(project: pathlib.Path, event: str, payload: dict, *words: str) -> str:
    done = subprocess.run(
        ["sh", str(PLUGIN / "hooks" / "launch.sh"), event, *words],
        input=json.dumps({"cwd": str(project), **payload}).encode(),
        cwd=project,
        env={**environment(project), "CLAUDE_PROJECT_DIR": str(project)},
        capture_output=True,
        timeout=SECONDS,
    )
    return done.stdout.decode()


def outcome(project: pathlib.Path, number: int, line: dict) -> tuple[str, list[str]]:
    """("remind", "refuse" or "" for a call that passes, the IDs of the rules that spoke)."""
    given = dict(line["input"])
    if "file_path" in given:
        given["file_path"] = str(project / given["file_path"])
    payload = {
        "hook_event_name": "PreToolUse",
        "session_id": f"s{os.getpid()}-{number}",
        "tool_name": line["tool"],
        "tool_input": given,
    }
    words = ["--if-guarded"] if line["tool"] == "Bash" else []
    out = hook(project, "pre-tool", payload, *words)
    if not out:
        return "", []
    reason = json.loads(out)["hookSpecificOutput"]["permissionDecisionReason"]
    rows = reason.split("\n")[1:-1]
    spoke = [row.rpartition("(")[2].rstrip(")") for row in rows]
    return "remind" if "repeat it unchanged" in reason else "refuse", spoke


def score(folder: pathlib.Path, project: pathlib.Path) -> None:
    guarded = []
    for path in (project / ".claude" / "memory" / "constraints").glob("*.json"):
        if json.loads(path.read_text("utf-8")).get("guard"):
            guarded.append(path.stem)
            accept(project, path.stem)
    start_of = {"hook_event_name": "SessionStart", "source": "startup"}
    hook(project, "session-start", {"session_id": "s", **start_of})
    counts: Counter[str] = Counter()
    number = 0
    for name in ("breaks", "near"):
        for line in lines_of(folder / f"{name}.jsonl"):
            number += 1
            how, spoke = outcome(project, number, line)
            mine = f"rule-{line.get('rule')}"
            about = any(id == mine or id.startswith(f"{mine}-") for id in spoke)
            right = about if name == "breaks" else not how
            counts[f"{name} right" if right else f"{name} wrong"] += 1
            if name == "near" and how:
                counts[f"near stopped by {how}"] += 1
            if not right:
                said = json.dumps(line["input"])[:400]
                print(f"{name} {mine} {how or 'passes'} {','.join(spoke)}: {said}")
    caught, missed = counts["breaks right"], counts["breaks wrong"]
    stopped, near = counts["near wrong"], counts["near wrong"] + counts["near right"]
    print(
        f"guards {len(guarded)}; caught {caught} of {caught + missed}; "
        f"stopped {stopped} of {near} near calls: "
        f"{counts['near stopped by remind']} reminded, "
        f"{counts['near stopped by refuse']} refused or asked"
    )


if __name__ == "__main__":
    if len(sys.argv) != 4 or sys.argv[1] not in ("start", "score"):
        sys.exit(__doc__)
    {"start": start, "score": score}[sys.argv[1]](
        pathlib.Path(sys.argv[2]).resolve(), pathlib.Path(sys.argv[3]).resolve()
    )
