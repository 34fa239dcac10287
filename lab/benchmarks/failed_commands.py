"""How well the hooks answer the outputs of commands with the runbook that is about them."""

import argparse
import json
import os
import pathlib
import subprocess
import tempfile
from collections import Counter

DESCRIPTION = (
    "Reads runbooks.jsonl, others.jsonl, "
    "failures.jsonl and ordinary.jsonl in "
    "FOLDER. Writes two stores, of the "
    "runbooks alone and with the other "
    "memories, and starts the launcher for "
    "each output in a session of its own, as "
    "Claude Code does: after a failure where "
    "the exit code is not 0, else after a "
    "success. Prints how many failures "
    "brought the right runbook, a wrong one "
    "or none, told in the record's words or "
    "in others, by exit code, and how many "
    "ordinary outputs were spoken to. "
)
ROOT = pathlib.Path(__file__).resolve().parents[2]
LAUNCHER = ROOT / "plugin" / "hooks" / "launch.sh"
WHEN = "2026-05-01T08:00:00Z"
FOLDERS = {"runbook": "runbooks", "decision": "decisions"}


def read(folder, name):
    file = pathlib.Path(folder) / f"{name}.jsonl"
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def record(given):
    """A record of a line of runbooks.jsonl or others.jsonl."""
    content = {}
    if "text" in given:
        category = "decision"
        text = given["text"]
        content["status"] = "accepted"
        content["context"] = text
        content["decision"] = text
        content["rationale"] = [text]
    else:
        category = "runbook"
        content["trigger"] = given["title"]
        content["symptoms"] = [given["symptom"]]
        content["steps"] = given["steps"]
        content["root_cause"] = given["cause"]
        content["verification"] = "the command passes"
    return {
        "schema_version": "1.0",
        "category": category,
        "id": given["id"],
        "title": given["title"],
        "record_status": "active",
        "created_at": WHEN,
        "updated_at": WHEN,
        "tags": given.get("tags") or ["sample"],
        "related_files": None,
        "confidence": None,
        "changes": [],
        "times_updated": 0,
        "content": content,
    }


def write_project(root, records):
    """A repository with a store of the records."""
    store = pathlib.Path(root) / ".claude" / "memory"
    for one in map(record, records):
        file = store / FOLDERS[one["category"]] / f"{one['id']}.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(one, indent=2), encoding="utf-8")
    subprocess.run(["git", "init", "-q", str(root)], check=True)


def payload(root, one, session):
    """What Claude Code sends after a command."""
    output = one["stdout"] + one["stderr"]
    sent = {}
    sent["cwd"] = str(root)
    sent["session_id"] = session
    sent["tool_name"] = "Bash"
    sent["tool_input"] = {"command": one["command"]}
    if one["exit"]:
        sent["hook_event_name"] = "PostToolUseFailure"
        sent["error"] = f"Exit code {one['exit']}\n{output}"
    else:
        sent["hook_event_name"] = "PostToolUse"
        sent["tool_response"] = {"stdout": output, "stderr": ""}
    return sent


def shown(root, home, one, session):
    """The paths that the hook answers with."""
    env = {**os.environ, "HOME": str(home), "MEMORIES_DEADLINE_MS": "9000"}
    event = ["tool-failed"] if one["exit"] else ["after-tool", "--if-failed"]
    program = ["sh", str(LAUNCHER), *event]
    text = json.dumps(payload(root, one, session)) + "\n"
    done = subprocess.run(
        program, cwd=root, input=text, env=env, capture_output=True, text=True
    )
    return [part.split(".json")[0] for part in done.stdout.split("/runbooks/")[1:]]


def main():
    parser = argparse.ArgumentParser(description=DESCRIPTION)
    parser.add_argument("folder")
    args = parser.parse_args()
    runbooks = read(args.folder, "runbooks")
    others = read(args.folder, "others")
    failures = read(args.folder, "failures")
    ordinary = read(args.folder, "ordinary")
    for what, records in (
        (f"{len(runbooks)} runbooks", runbooks),
        (f"and {len(others)} others", runbooks + others),
    ):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder) / "project"
            home = pathlib.Path(folder) / "home"
            home.mkdir()
            write_project(root, records)
            cases = [*failures, *ordinary]
            shown(root, home, cases[0], "first")
            answers = []
            for at, one in enumerate(cases):
                answers.append(shown(root, home, one, f"s{at}"))
            report(what, cases, answers)


def report(what, cases, answers):
    rows = {}
    for one, answer in zip(cases, answers, strict=True):
        due = one.get("runbook")
        how = "silent"
        if answer:
            how = "wrong"
        if answer == [due]:
            how = "right"
        kind = "ordinary"
        if due:
            kind = "failures"
            words = one["words"] + " words"
            rows.setdefault(words, Counter())[how] += 1
        ended = "exit > 0"
        if not one["exit"]:
            ended = "exit 0"
        rows.setdefault(kind, Counter())[how] += 1
        way = kind + ", " + ended
        rows.setdefault(way, Counter())[how] += 1
    print(what)
    for way in sorted(rows):
        row = rows[way]
        print("  " + way)
        for how in sorted(row):
            share = row[how] / row.total()
            print("   ", how, row[how], round(share, 2))


if __name__ == "__main__":
    main()
