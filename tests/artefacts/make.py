"""Packs a store, its search index and every kind of private state, made by the commands and hooks of a checkout.

    python tests/artefacts/make.py CHECKOUT tests/artefacts/first.tar.gz

`first.tar.gz` was made by commit ec9d6c3, the last before the package was divided into today's folders. It is never
made again: a later format on disk adds an archive of its own.
"""

import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from relocate import PARTS, PLACEHOLDER, PROJECTS, relocate

NOW = "2026-11-15T12:00:00Z"
CHOICE = "let's take the table in postgres, because nobody here wants to look after another server"
RULE = "we decided to keep the exports in parquet, because csv was too slow for the reports"


class Maker:
    def __init__(self, checkout, root):
        self.checkout, self.root = Path(checkout), Path(root)
        self.env = {"PATH": os.environ["PATH"], "HOME": str(self.root), "MEMORIES_NOW": NOW, "LANG": "C.UTF-8"}
        for part in PARTS:
            self.env[f"XDG_{part.upper()}_HOME"] = str(self.root / part)

    def memories(self, *args, project="shop", data=None):
        command = [sys.executable, str(self.checkout / "bin" / "memories"), *args, "--format", "json"]
        return self._run(command, project, data)

    def hook(self, event, session, project="shop", **fields):
        payload = {"session_id": session, "cwd": str(self.root / project), "prompt_id": "1", **fields}
        command = [sys.executable, "-I", "-S", str(self.checkout / "hooks" / "memory_hook.py"), event]
        return self._run(command, project, payload)

    def _run(self, command, project, data):
        text = json.dumps(data) if data is not None else ""
        done = subprocess.run(
            command, input=text, env=self.env, cwd=self.root / project, capture_output=True, text=True, check=False
        )
        if done.returncode or "Traceback" in done.stderr:
            raise SystemExit(f"{command}: {done.stdout}{done.stderr}")
        return json.loads(done.stdout) if done.stdout else None


def line(kind, content, **more):
    return (
        json.dumps({"type": kind, "message": {"role": kind, "content": content}, "isSidechain": False, **more}) + "\n"
    )


def transcript(choice):
    edit = {"file_path": "/w/jobs.py", "old_string": "a", "new_string": "b"}
    return "".join(
        (
            line("user", "where do the jobs go"),
            line("assistant", [{"type": "text", "text": "Either a table in Postgres or a queue in Redis."}]),
            line("user", choice),
            line("assistant", [{"type": "tool_use", "id": "2", "name": "Edit", "input": edit}]),
            line("user", [{"type": "tool_result", "tool_use_id": "2", "content": "ok"}], toolUseResult={"x": 1}),
            line("assistant", [{"type": "text", "text": "The jobs are in a table now, written by one function."}]),
        )
    )


def decision(title, *tags, decision="it is settled", context="it had to be"):
    content = {"status": "accepted", "context": context, "decision": decision, "rationale": ["it held in practice"]}
    return {"category": "decision", "title": title, "tags": list(tags), "content": content}


def runbook(title, *tags, steps):
    content = {"trigger": "it stops", "steps": steps, "verification": "it moves"}
    return {"category": "runbook", "title": title, "tags": list(tags), "content": content}


def make(maker):
    for project in PROJECTS:
        (maker.root / project / ".git").mkdir(parents=True)
        (maker.root / project / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    for number, word in enumerate("invoice kitchen garden printer ticket banner parking coffee".split()):
        maker.memories("save", data=decision(f"Paint the {word} number {number} yellow", word, "office"))
    keys = ["rotate the jwt signing keys", "publish both"]
    maker.memories("save", data=runbook("Rotate the JWT signing keys", "jwt", "signing", "keys", steps=keys))
    maker.memories(
        "save", data=runbook("Restart the import queue", "import", "queue", steps=["restart the import queue"])
    )
    maker.memories(
        "save", data=decision("Exports are parquet", "quokka", "export", decision="Quokka exports are parquet")
    )
    maker.memories("save", "--store", "user", data=decision("Tabs in every makefile", "makefile", "tabs"))
    maker.memories("save", project="quiet", data=decision("Zebra reports are weekly", "zebra", "reports"))
    for project in PROJECTS:
        maker.memories(
            "search", "anything", project=project
        )  # indexes what the time limit of a prompt may not suffice for
    prompts(maker)
    maker.memories("mute", "restart-the-import-queue")
    maker.memories("off", project="quiet")
    renamed = {"title": "Renew signing certificates of JWT"}
    maker.memories("save", "--update", "rotate-the-jwt-signing-keys", data=renamed)
    triage(maker)
    maker.memories("save", data=decision("Lemurs live in the staging cluster", "lemur", "staging"))
    maker.memories("search", "lemur")  # brings the index up to date


def ask(maker, prompt, session, project="shop"):
    return maker.hook("prompt", session, project, hook_event_name="UserPromptSubmit", prompt=prompt)


def prompts(maker):
    assert "jwt" in json.dumps(ask(maker, "how do we rotate the jwt signing keys?", "shown"))
    assert "quokka" in json.dumps(
        ask(maker, "in which format are the quokka exports written, parquet or csv?", "shown")
    )
    assert ask(maker, "in which format are the quokka exports written, parquet or csv?", "shown") is None
    assert "zebra" in json.dumps(ask(maker, "are the zebra reports weekly?", "shown", "quiet"))


def triage(maker):
    for name, text in (("asked", CHOICE), ("compacted", RULE)):
        (maker.root / f"{name}.jsonl").write_text(transcript(text))
    path = str(maker.root / "asked.jsonl")
    asked = maker.hook("stop", "asked", hook_event_name="Stop", transcript_path=path, stop_hook_active=False)
    assert asked.get("decision") == "block" or asked["hookSpecificOutput"]["additionalContext"]
    path = str(maker.root / "compacted.jsonl")
    maker.hook("pre-compact", "compacted", hook_event_name="PreCompact", transcript_path=path, trigger="auto")
    assert [c["category"] for c in maker.memories("inbox", "list")["candidates"]] == ["decision"]


def main(checkout, target):
    with tempfile.TemporaryDirectory() as folder:
        root = os.path.realpath(folder)
        make(Maker(checkout, root))
        for bulky in (*Path(root).glob("cache/memory-retrieval/bytecode"), *Path(root).glob("*/.git")):
            shutil.rmtree(bulky)
        for lock in Path(root).rglob(".lock"):
            lock.unlink()
        relocate(root, root, PLACEHOLDER)
        with tarfile.open(target, "w:gz") as archive:
            for path in sorted(Path(root).iterdir()):
                archive.add(path, path.name, filter=_anonymous)


def _anonymous(entry):
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    return entry


if __name__ == "__main__":
    main(*sys.argv[1:])
