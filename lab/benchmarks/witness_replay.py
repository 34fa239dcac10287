"""Replays the histories of repositories against facts that were taken from them, and writes where marks appear.

    python lab/benchmarks/witness_replay.py FACTS CLONES OUT [--samples 20]

FACTS holds a file OWNER+NAME.jsonl a repository, a fact a line: {"commit", "text", "source"}, where source is the path
that the fact was read in. CLONES holds a git folder OWNER__NAME for each. OUT gets alerts.jsonl (the first mark of each
fact, with the line before and after), baselines.jsonl (what `#changed` by file and any change of the file would have
marked) and samples.jsonl (commits that touch the file of a fact, for readers to label).
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "plugin" / "src"))

from memory_retrieval.core import witness

DAY = 86_400
MAX_FILE = 400_000  # bytes of a file that is looked at
MAX_TREE = 4_000  # files of a commit that are looked through for a line that is gone


class Repository:
    """A git folder, read by one process that answers about any object."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        command = ["git", "-C", str(folder), "cat-file", "--batch"]
        self._batch = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._known: dict[str, str | None] = {}

    def git(self, *words: str) -> str:
        command = ["git", "-C", str(self._folder), "-c", "core.quotePath=false", *words]
        done = subprocess.run(command, capture_output=True, check=True)
        return done.stdout.decode("utf-8", "replace")

    def text(self, commit: str, path: str) -> str | None:
        """A file at a commit; None where there is none, or it is too large."""
        assert self._batch.stdin and self._batch.stdout
        self._batch.stdin.write(f"{commit}:{path}\n".encode())
        self._batch.stdin.flush()
        head = self._batch.stdout.readline().split()
        if len(head) != 3:
            return None
        data = self._batch.stdout.read(int(head[2]) + 1)[:-1]
        if head[1] != b"blob" or len(data) > MAX_FILE:
            return None
        return data.decode("utf-8", "replace")

    def tree(self, commit: str) -> list[str]:
        return self.git("ls-tree", "-r", "--name-only", commit).split("\n")[:-1]

    def log(self, since: str) -> list[tuple[str, int, list[str]]]:
        """(commit, time, paths it touched) of the first-parent history after a commit, oldest first."""
        form = (
            "--first-parent -m --reverse --no-renames --name-only --format=%x00%H %ct"
        )
        out = []
        for part in self.git(
            "log", *form.split(" ", 5)[:5], "--format=%x00%H %ct", f"{since}..HEAD"
        ).split("\0")[1:]:
            head, _, names = part.partition("\n")
            commit, time = head.split()
            out.append(
                (commit, int(time), [name for name in names.split("\n") if name])
            )
        return out


class Fact:
    def __init__(self, row: dict[str, str], repository: Repository) -> None:
        self.text, self.commit, self.repo = row["text"], row["commit"], row["repo"]
        self.id = row.get("id")
        self.source = _path_of(row["source"], set(repository.tree(self.commit)))
        self.witnesses: list[witness.Witness] = []
        read = lambda path: repository.text(self.commit, path)  # noqa: E731
        tree = repository.tree(self.commit)
        named = [self.source] if self.source else []
        texts = {
            path: read(path)
            for path in witness.candidates(self.text, named, tree, read)
        }
        files = {
            path: text for path, text in texts.items() if text and "\0" not in text
        }
        self.witnesses = witness.take(self.text, files, named)
        self.alert: dict[str, object] = {}

    def look(self, repository: Repository, commit: str, touched: set[str]) -> None:
        """Judges the witnesses whose file a commit touched."""
        for at, one in enumerate(self.witnesses):
            if one.path not in touched or self.alert:
                continue
            state, now = witness.judge(one, repository.text(commit, one.path))
            if state == witness.STANDS:
                continue
            moved = ""
            if state == witness.GONE:
                moved = _elsewhere(one, repository, commit, touched)
            if moved:
                self.witnesses[at] = one.replace(path=moved)
                continue
            self.alert = {"commit": commit, "state": state, "path": one.path}
            self.alert.update(
                before=one.line, under=one.under, after=now, says=one.says
            )


def _path_of(source: str, tree: set[str]) -> str:
    for word in source.replace("`", " ").replace(",", " ").split():
        while word:
            if word in tree:
                return word
            word = word.rpartition(":")[0]
    return ""


def _elsewhere(
    one: witness.Witness, repository: Repository, commit: str, touched: set[str]
) -> str:
    """The file that says now what is gone from its own; "" for none."""
    paths = [path for path in repository.tree(commit) if witness.may_hold(one, path)]
    if len(paths) > MAX_TREE:
        paths = [path for path in paths if path in touched]
    for path in sorted(paths, key=lambda path: (path not in touched, path)):
        text = repository.text(commit, path)
        if text and witness.is_elsewhere(one, text):
            return path
    return ""


def replay(
    rows: list[dict[str, str]], repository: Repository, samples: int
) -> tuple[list[dict[str, object]], ...]:
    """(alerts, baselines, samples) of the facts of one repository."""
    facts = [Fact(row, repository) for row in rows]
    history = repository.log(facts[0].commit)
    times = {}
    for commit, time, names in history:
        touched = {*names}
        times[commit] = time
        for fact in facts:
            fact.look(repository, commit, touched)
    alerts, baselines, sampled = [], [], []
    start = int(repository.git("show", "-s", "--format=%ct", facts[0].commit))
    for number, fact in enumerate(facts):
        about = {
            "repo": fact.repo,
            "fact": number,
            "text": fact.text,
            "source": fact.source,
        }
        about["witnesses"] = len(fact.witnesses)
        commits = [commit for commit, _, names in history if fact.source in names]
        late = [commit for commit in commits if times[commit] > start + DAY]
        baselines.append(
            {**about, "changed": late[:1], "any": commits[:1], "commits": len(commits)}
        )
        if fact.alert:
            alerts.append({**about, **fact.alert})
        chosen = random.Random(f"{fact.repo}{number}").sample(
            commits, min(samples, len(commits))
        )
        sampled += [
            {**about, "commit": commit} for commit in commits if commit in chosen
        ]
    return alerts, baselines, sampled


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("facts", type=Path)
    parser.add_argument("clones", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--samples", type=int, default=20)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    names = "alerts", "baselines", "samples"
    files = [(args.out / f"{name}.jsonl").open("w", encoding="utf-8") for name in names]
    for file in files:
        file.reconfigure(line_buffering=True)
    for path in sorted(args.facts.glob("*.jsonl")):
        rows = [
            json.loads(line) for line in path.read_text("utf-8").splitlines() if line
        ]
        name = path.stem.replace("+", "__").replace("/", "__")
        rows = [{"repo": name.replace("__", "/"), **row} for row in rows]
        repository = Repository(args.clones / name)
        found = replay(rows, repository, args.samples)
        for file, lines in zip(files, found, strict=True):
            file.writelines(
                [json.dumps(line, ensure_ascii=False) + "\n" for line in lines]
            )
        with_one = sum([bool(row["witnesses"]) for row in found[1]])
        print(
            f"{path.stem}: {len(rows)} facts, {with_one} with a witness, {len(found[0])} alerts"
        )


if __name__ == "__main__":
    main()
