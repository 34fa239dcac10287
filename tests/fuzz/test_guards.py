"""Commands and writes against guards that the user accepted: none passes by its time, its length or a link.

A call is made of one that a guard is about, in one of its everyday forms, behind wrappers, in shells and `eval`s within
one another, between long texts. `make fuzz` tries thousands.
"""

import json
import os
import random
import time

import pytest

from fuzz import forked
from fuzz.rules import count
from memory_retrieval.brief.guarding import rules_of
from memory_retrieval.state import accepted
from memory_retrieval.store.place import Place

pytestmark = [
    pytest.mark.timeout(0),
    pytest.mark.skipif(not hasattr(os, "fork"), reason="forks"),
]

SHORT = 40
COMMANDS = {
    "git push --force|-f": [
        "git push --force",
        "git push -f",
        "git push origin main -f",
        "git push origin +main",
    ],
    "rm -rf build": [
        "rm -rf build/",
        "rm -Rf build",
        "rm -r -f ./build",
        'rm --recursive --force "$PWD/build"',
    ],
    "npm install": ["npm install left-pad", "npm --silent install", "npm install"],
    "terraform apply": ["terraform apply", "terraform -chdir=x apply -auto-approve"],
    "kubectl delete": ["kubectl delete pod x", "kubectl -n prod delete ns prod"],
    "git commit --no-verify|-n": [
        "git commit --no-verify -m x",
        "git commit -n -m 'a b'",
    ],
    "docker system prune": ["docker system prune -af", "docker system prune"],
    "psql *drop*": ["psql -c 'drop table x'", "psql db <<'S'\ndrop table x;\nS\n"],
    "pip install": [
        "pip install x",
        "pip3 install -r a.txt",
        "python3 -m pip install x",
    ],
    "chmod -R": ["chmod -R 777 x", "chmod 777 -R ."],
}
PATHS = [
    "db/**",
    "src/gen",
    "*.lock",
    "deploy/prod.yaml",
    "docs/**/*.md",
    "a b/**",
    "certs/?.pem",
]
FILES = [
    "db/a.sql",
    "src/gen/x.py",
    "yarn.lock",
    "deploy/prod.yaml",
    "docs/x/a.md",
    "a b/c",
    "certs/a.pem",
]
TEXTS = {
    "eval(": "x = eval(y)",
    "import requests OR from requests": "from requests import get",
    "*_KEY=": "A_KEY=1",
}
WRITES = [
    "rm {}",
    "git rm {}",
    "mv {} /tmp/x",
    "truncate -s 0 {}",
    "dd if=/dev/null of={}",
    "git checkout HEAD -- {}",
    "patch {} x.diff",
    "curl -o {} https://example.org",
    "sort -o {} x",
    "cp -t {} x",
    "echo x > {}",
    "tee -a {} < x",
    "sed -i s/a/b/ {}",
    "ln -sf x {}",
    "python3 tools/write.py {}",
]
WRAPPERS = [
    "{}",
    "sudo -u root {}",
    "timeout -s KILL 10 {}",
    "env -u X A=1 {}",
    "nice -n 5 {}",
    "cd . && {}",
    "true; {} | cat",
    "if true; then {}; fi",
    "bash -c {q}",
    "sh -ec {q}",
    "eval {q}",
    "x=$({})",
    "flock /tmp/l -c {q}",
    "trap {q} EXIT",
    "bash <<'EOT'\n{}\nEOT\n",
    "nohup xargs -n 1 {}",
    "docker compose exec -T web {}",
    "uv run --with x {}",
]
QUOTED = [
    "x",
    "eval ",
    "a;",
    "$(",
    '\\"',
    "<<A ",
    "e*",
    "| ",
    "sudo -x ",
    "import ",
    "(",
    "`",
]
BARE = ["x", "eval ", "a;", "sudo -x ", "cd .;", "b=1 "]
LONG = [
    (": '%s'; ", QUOTED),
    ("cat > /tmp/x <<'LONG'\n%s\nLONG\n", [*QUOTED, "'"]),
    ("# %s\n", [*QUOTED, "'"]),
    ("echo %s; ", BARE),
]
SIZES = [100, 5_000, 70_000, 199_000]  # characters
OUTER = 3  # wrappers around one another


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def command(rng):
    """A command that a guard is about."""
    if rng.random() < 0.6:
        line = rng.choice(rng.choice(list(COMMANDS.values())))
    else:
        line = rng.choice(WRITES).format(quoted(named(rng)))
    for _ in range(rng.randrange(OUTER + 1)):
        wrapper = rng.choice(WRAPPERS)
        if "\n" in line or "|" in line or "{}" in line:
            wrapper = rng.choice([outer for outer in WRAPPERS if "{q}" in outer])
        line = wrapper.replace("{q}", quoted(line)).replace("{}", line)
    if rng.random() < 0.4:
        frame, fillers = rng.choice(LONG)
        filler = rng.choice(fillers)
        line = frame % (filler * (rng.choice(SIZES) // len(filler))) + line
    return line


def call(rng):
    """(tool, its arguments)"""
    if rng.random() < 0.6:
        return "Bash", {"command": command(rng)}
    tool = rng.choice(["Write", "mcp__filesystem__write_file"])
    path, text = named(rng), "nothing"
    if rng.random() < 0.5:
        path, text = "src/other.py", rng.choice(list(TEXTS.values()))
    filler = rng.choice(
        [
            "x",
            "x\n",
            "e*",
            "    return self.get(name, default)\n",
            "import ",
            "eval",
            "aa",
        ]
    )
    filler *= rng.choice([0, *SIZES]) // len(filler)
    return tool, {
        "file_path" if tool == "Write" else "path": path,
        "content": f"{filler}\n{text}\n{filler}",
    }


def named(rng):
    """A guarded file, some through the link to its folder, or one to itself."""
    path = rng.choice(FILES)
    return rng.choice(
        [path, path, "./" + path, "links/" + path.replace("/", "_"), "all/" + path]
    )


def accept(project):
    store = Place(str(project.root), "").require()
    rules = [
        rule
        for rule in rules_of(store, time.monotonic() + 60)
        if rule.memory.id.startswith("g")
    ]
    assert len(rules) == 20 and accepted.accept(
        store.home, [rule.mark() for rule in rules]
    )


def link(project):
    (project.root / "links").mkdir()
    (project.root / "all").symlink_to(".")
    for path in FILES:
        file = project.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("old\n")
        (project.root / "links" / path.replace("/", "_")).symlink_to(file)


def test_no_call_passes_an_accepted_guard_by_its_time_its_length_or_a_link(project):
    guards = [{"command": pattern} for pattern in COMMANDS]
    guards += [{"paths": [path]} for path in PATHS] + [{"text": text} for text in TEXTS]
    for number, guard in enumerate(guards):
        effect = ("deny", "ask")[number % 2]
        project.write(
            "constraint",
            f"g{number}",
            f"G{number}",
            guard={**guard, "effect": effect},
            schema_version="1.1",
        )
    for number in range(60):  # of others, to spend the time
        text = " OR ".join(f"e{number}*{i}*)" for i in range(300))
        project.write(
            "constraint",
            f"h{number}",
            f"H{number}",
            guard={"text": text},
            schema_version="1.1",
        )
    accept(project)
    link(project)
    passed, tried = [], max(SHORT, count("GUARDS"))
    rng = random.Random(None if count("GUARDS") else 1)
    for _ in range(tried):
        tool, given = call(rng)
        payload = {
            "session_id": "s1",
            "cwd": str(project.root),
            "tool_name": tool,
            "tool_input": given,
        }
        done = forked.run_hook(
            ["pre-tool", "--host", "claude"],
            json.dumps(payload).encode(),
            str(project.root),
        )
        answer = json.loads(done.out)["hookSpecificOutput"] if done.out else {}
        reminded = "repeat it unchanged" in answer.get("permissionDecisionReason", "")
        if answer.get("permissionDecision") != "deny" or reminded:
            passed.append(
                (tool, json.dumps(given)[-300:], len(json.dumps(given)), done.seconds)
            )
    print(f"{tried} calls, {len(passed)} passed")
    assert passed == []
