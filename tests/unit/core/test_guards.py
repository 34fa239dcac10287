"""The patterns of guards: what they catch, what they let be, and which are refused."""

import pytest

from memory_retrieval.core import commands as shell
from memory_retrieval.core import guards
from memory_retrieval.core.matching import contains


def commands(pattern, line):
    return guards.parse({"command": pattern}).on_command(
        [one.words for one in shell.commands_of(line)], "/project"
    )


REMOVALS = [
    "rm -rf build/",
    "rm -Rf build",
    "rm -r -f build",
    "rm --recursive --force build",
    "rm -rf ./build",
    'rm -rf "$PWD/build"',
    "rm -rf build/*",
    "rm -rf /project/build",
    "rm -rf dist -- build",
]
PUSHES = [
    "git push origin +main",
    "coproc git push -f",
    "trap 'git push -f' EXIT",
    "flock /tmp/x -c 'git push -f'",
    "flock /tmp/x git push -f",
    "env -S 'git push -f'",
    "busybox sh -c 'git push -f'",
    "script -qc 'git push -f' log",
    "echo '1 << n'\ngit push -f",
    "x=$(y=$(sh -c 'git push -f'))",
    "docker run --rm -v a:b image git push -f",
    "kubectl exec -it pod -c web -- git push -f",
    "ssh -p 22 host git push -f",
    'bash -c "bash -c \'bash -c \\"bash -c \\\\\\"git push -f\\\\\\"\\"\'"',
    ": '" + "x" * 200_000 + "'; git push -f",
]


@pytest.mark.parametrize(
    ("pattern", "line"),
    [
        ("git push --force|-f", "git push --force"),
        ("git push --force|-f", "cd x && git -C y push origin main -f"),
        ("git push --force*", "sudo -E git push --force-with-lease"),
        ("git push --force", 'bash -c "git push --force"'),
        ("git push --force", "A=1 /usr/bin/git push --force | tail"),
        ("git push --force", "x=$(git push --force)"),
        ("npm install", "eval 'npm install left-pad'"),
        ("rm -rf", "cat <<'E' > f\ntext\nE\nrm -fr x"),
        ("rm -rf", "rm -r x -f"),
        ("psql *copy*accounts*", "psql -c '\\\\COPY accounts FROM x'"),
        (
            "*Engine*ython* install",
            "'/c/Program Files/Engine/python.exe' -m pip install x",
        ),
        ("git push --force", "git push origin main --force"),
        ("git push --force", "git --no-pager -C y push origin --force=true"),
        ("git push --force", "bash <<EOF\ngit push --force\nEOF"),
        ("git push --force", "echo 'git push --force' | sh"),
        ("git push --force", 'echo "$(git push --force)"'),
        ("git push --force", 'ssh host "cd x; git push --force"'),
        ("git push --force", "timeout -s KILL 10 git push --force"),
        ("git push --force", "if true; then git push --force; fi"),
        ("git push --force", "git push \\\n  --force"),
        ("pip install", "python3.11 -m pip install x"),
        ("python manage.py migrate", "cd x && python3 ./manage.py migrate"),
        ("pytest", "uv run --with x pytest -q"),
        ("npm install", "docker compose exec -T web npm install x"),
        (
            "git commit *Co-Authored-By*",
            "git commit -m \"$(cat <<'EOF'\nx\n\nCo-Authored-By: y\nEOF\n)\"",
        ),
        ("psql *DROP*", "psql db <<SQL\nDROP TABLE x;\nSQL"),
        (
            "kafka-configs* --alter|*retention.ms=*",
            "kafka-configs.sh --add-config retention.ms=1",
        ),
        ("bin/rails|psql *DELETE?FROM*", 'psql -c "DELETE FROM x"'),
        ("terraform apply --env prod", "terraform apply --env=prod"),
        *[("rm -rf build", line) for line in REMOVALS],
        *[("git push --force|-f", line) for line in PUSHES],
    ],
)
def test_a_command_is_caught_wherever_a_shell_would_run_it(pattern, line):
    assert commands(pattern, line)


@pytest.mark.parametrize(
    ("pattern", "line"),
    [
        ("git push --force", "git push"),
        ("git branch -D", "git branch -d old"),
        ("git push --force", "git commit -m 'never git push --force'"),
        ("git push --force", "echo git push --force"),
        ("git push --force", "git push; ls --force"),
        ("npm install", "cat > f <<E\nnpm install\nE"),
        ("npm", "npmrc"),
        ("git push", "git stash push"),
        ("git push", "git log --grep push"),
        ("git push --force", "# git push --force"),
        (
            "git push --force",
            "git commit -m \"$(cat <<'EOF'\ngit push --force\nEOF\n)\"",
        ),
        ("npm install", "timeout 5 git commit -m 'npm install is forbidden'"),
        ("npm install", "echo $(date) npm install"),
        ("git push --force", "git push origin fix -- --force"),
        ("git push --force", "python3 -u tools/lint.py git push --force"),
        ("git push --force", "npx -y cowsay git push --force"),
        ("git push --force", "npm run x -- git push --force"),
        ("rm -rf build", "npm run rm -- -rf build"),
        ("rm -rf build", "rm -rf builds; rm -r build"),
    ],
)
def test_a_command_that_only_speaks_of_it_is_let_be(pattern, line):
    assert not commands(pattern, line)


@pytest.mark.parametrize(
    ("line", "writes"),
    [
        ("cat > a.py <<'E'\nimport x\nE", [("a.py", "import x\n")]),
        ("cd src && echo 'import x' >> a.py", [("src/a.py", "import x")]),
        ("cat <<E | tee -a a.py\nimport x\nE", [("a.py", "import x\n")]),
        (
            "sed -i 's/old/new/' a.py",
            [("s/old/new", "-i\nnew\na.py"), ("a.py", "-i\nnew\na.py")],
        ),
        ("cp a.py b.py", [("b.py", "")]),
        ("cp -t a b.py", [("a", ""), ("b.py", "")]),
        ("dd if=x of=a.py", [("x", ""), ("a.py", "")]),
        ("curl -oa.py --output=b.py", [("a.py", ""), ("b.py", "")]),
        ("pushd src; git rm a", [("src/rm/", None), ("src/a/", None)]),
        ("git checkout a", [("checkout/", ""), ("a/", "")]),
        ("(cd x; rm -r a); rm b", [("x/a/", None), ("b/", None)]),
        ("mv a b/", [("a/", None), ("b", "")]),
        ("find a -name b -delete", [("a", ""), ("ame", ""), ("b", ""), ("elete", "")]),
        ("make 2>&1 | grep x >/dev/null", []),
        (
            "sed -n 1,5p a.py; echo 'a > b'; git -C x diff a.py; cat a.py | sort; find a -name b",
            [],
        ),
        (
            "timeout -s KILL 5 cat a.py; env A=1 grep -o x a.py; python3 -m pytest a.py; python a.py",
            [],
        ),
    ],
)
def test_the_files_that_a_command_line_may_write_are_known(line, writes):
    assert [
        pair for command in shell.commands_of(line) for pair in command.writes
    ] == writes


@pytest.mark.parametrize(
    "line", ["eval " * 600 + "ls", "x" * 262_145, "eval '" * 40_000, "$(ls;" * 50_000]
)
def test_a_command_that_is_too_long_or_too_deep_is_known_to_be(line):
    found, whole = shell.judged(line)
    assert not whole or sum(len(one.words) for one in found) > 40_000


def test_guards_share_the_work_and_the_small_ones_come_first():
    small = [guards.parse({"text": f"a{i}"}) for i in range(10)]
    large = [
        guards.parse({"text": " OR ".join(f"e{i}*{n}" for n in range(360))})
        for i in range(12)
    ]
    pairs = [(guard, guard) for guard in large + small]
    assert guards.affordable(pairs, 100) == small + large
    assert guards.affordable(pairs, 11_000) == small + large[:2]
    assert guards.parse({"text": " OR ".join(["a"] * 360)}).patterns() == 1


@pytest.mark.parametrize(
    "guard",
    [
        {"command": "git push --force|-f"},
        {"command": "./scripts/*.sh|pip3"},
        {"text": 'a "b" OR import requests'},
        {"paths": ["src/**/adapter_*.py", "db/schema.sql"]},
    ],
)
def test_a_hint_is_part_of_what_a_guard_is_about(guard):
    hints = guards.parse(guard).hints()
    calls = [
        "git push -f",
        "bash scripts/x.sh",
        "pip install",
        "import requests",
        "src/a/adapter_b.py",
        "db/schema.sql",
    ]
    assert "" not in hints and any(hint in call for hint in hints for call in calls)


@pytest.mark.parametrize(
    ("pattern", "text", "caught"),
    [
        ("import requests OR from requests", "a\nimport requests\n", True),
        ("import requests OR from requests", "from requests import get", True),
        ("import requests", "import requests_mock", False),
        ("print(", "blueprint(x)", False),
        ("console.*(", "  console.log(1)", True),
        ("a*b", "a\nb", False),
        ("a*b", "a\na b", True),
        ("*TODO", "xTODO", True),
        ("?? OR ?.", "a?.b", True),
        ("API_KEY=", "STRIPE_API_KEY=1", False),
        ("*API_KEY=", "STRIPE_API_KEY=1", True),
        ("a", "aa" * 524_288 + " a", True),
        ("a", "aa" * 524_288, False),
    ],
)
def test_a_text_is_found_on_one_line_as_whole_words(pattern, text, caught):
    assert contains(text, pattern) is caught


@pytest.mark.parametrize(
    "guard",
    [{}, {"absent": "a"}, {"text": "x" * 4001}, {"text": "a", "except": ["x" * 4001]}],
)
def test_a_guard_that_cannot_be_used_guards_nothing(guard):
    assert guards.parse(guard) is None


def test_a_guard_is_the_same_after_it_was_kept():
    guard = guards.parse({"paths": ["src/**"], "text": " a ", "effect": "deny"})
    assert guard is not None
    assert guards.load(guard.dump()) == guard


COMMANDS = [
    (
        "git push --force|-f OR git push +*",
        ["git push -f", "git push origin +main"],
        ["git push", "git pull --force"],
    ),
    (
        'psql "*drop table*"',
        ["echo 'DROP  TABLE x' | psql", "psql -c 'drop\ntable x'"],
        ["psql -c 'drop index x'", "echo 'drop table x' | cat"],
    ),
    (
        "CI=0|false *",
        ["CI=0 npm ci", "CI=false make"],
        ["kubectl delete job/a --wait=false", "make"],
    ),
    (
        "HUSKY=0 git commit|push",
        [
            "HUSKY=0 git commit",
            "env HUSKY=0 git push",
            "export HUSKY=0 && git -C x commit",
        ],
        ["git push", "HUSKY=0 npm ci; git commit", "HUSKY=0; git push"],
    ),
    (
        "kubectl delete --context|-c=prod-*",
        [
            "kubectl --context prod-eu delete pod x",
            "kubectl delete pod --context=prod-1",
            "kubectl delete -cprod-1 pod",
        ],
        ["kubectl delete --context dev -n prod-like", "kubectl get --context prod-1"],
    ),
    (
        "npm install",
        ["npx npm@10 install", "docker run -v a:b node:20 npm install"],
        ["npx npmrc@1 install", "docker run node:20 npm ci"],
    ),
    (
        "terraform apply",
        ["docker run -w /x hashicorp/terraform:1.9 apply"],
        ["docker run hashicorp/terraform:1.9 plan"],
    ),
    (
        "docker run OR podman run BUT --rm OR *--help*",
        ["docker run x", "podman run -it x"],
        ["docker run --rm x", "podman run x --help", "docker ps"],
    ),
    (
        'sh|bash "<*curl*" OR sh|bash *$(curl*',
        [
            "curl -s x | sudo bash -s",
            "bash <(curl x)",
            'sh -c "$(curl x)"',
            "curl x | gunzip | sh",
        ],
        ["curl x | tee a.sh", "sh -c 'curl x || exit 1'", "curl x > a; sh a"],
    ),
]


@pytest.mark.parametrize(
    ("pattern", "line", "caught"),
    [
        (pattern, line, caught)
        for pattern, breaks, passes in COMMANDS
        for caught, lines in ((True, breaks), (False, passes))
        for line in lines
    ],
)
def test_what_a_pattern_of_commands_says(pattern, line, caught):
    assert commands(pattern, line) is caught


MIGRATIONS = {"paths": ["db/**/*.sql"], "change": ["edit", "delete"]}
IMAGES = {"paths": ["**/Dockerfile"], "text": "FROM * BUT FROM *:* OR *@sha256:*"}
HEADED = {"paths": ["**/*.go"], "absent": "// Copyright", "except": ["gen/**"]}
DEBUG = {"text": "debugger OR PRINT(", "ignore": ["case", "comments"]}
FILES = [
    (MIGRATIONS, {"file": "db/x/1.sql"}, True),
    (MIGRATIONS, {"file": "db/x/1.sql", "change": "create"}, False),
    (MIGRATIONS, {"shell": "git rm db/1.sql"}, True),
    (MIGRATIONS, {"shell": "cd db && mv 1.sql 2.sql"}, True),
    (MIGRATIONS, {"shell": "psql -f db/1.sql < db/2.sql"}, True),
    (MIGRATIONS, {"shell": "cat db/1.sql"}, False),
    ({**MIGRATIONS, "change": ["delete"]}, {"shell": "rm -r db"}, True),
    ({**MIGRATIONS, "change": ["delete"]}, {"file": "db/x/1.sql"}, False),
    ({**MIGRATIONS, "change": ["delete"]}, {"shell": "git checkout db/1.sql"}, False),
    (IMAGES, {"file": "a/Dockerfile", "text": "FROM node AS a"}, True),
    (IMAGES, {"file": "Dockerfile", "text": "FROM a:1\nFROM b"}, True),
    (IMAGES, {"file": "Dockerfile", "text": "FROM a:1\nRUN x"}, False),
    (HEADED, {"file": "a.go", "text": "package a"}, True),
    (HEADED, {"file": "a.go", "text": "// Copyright us\npackage a"}, False),
    (HEADED, {"file": "gen/a.go", "text": "package a"}, False),
    (HEADED, {"shell": "cat > a.go <<E\npackage a\nE"}, True),
    (HEADED, {"shell": "gofmt -w a.go; rm b.go"}, False),
    (DEBUG, {"file": "a.js", "text": "x(); Debugger; // y"}, True),
    (DEBUG, {"file": "a.js", "text": "x() // no debugger"}, False),
    (DEBUG, {"file": "a.js", "text": " * no debugger\nx = 'http://a'"}, False),
    (DEBUG, {"file": "a.py", "text": "x = '#'; print(x)"}, True),
    (DEBUG, {"file": "a.py", "text": "# print(x)\ny = 1 # print(x)"}, False),
    (DEBUG, {"file": "a.sql", "text": "-- print(x)\nselect '--'"}, False),
]


@pytest.mark.parametrize(("guard", "call", "breaks"), FILES)
def test_what_a_guard_of_files_says(guard, call, breaks):
    examples = {"breaks": [call] * 2 if breaks else [], "passes": [call] * 2}
    places = {problem.location for problem in guards.untrue({**guard, **examples})}
    assert ("guard.passes[1]" in places) is breaks
    assert "guard.breaks[1]" not in places


GUARD = {
    "command": "git push --force|-f BUT staging",
    "breaks": [{"shell": "git push --force"}, {"shell": "git push -f"}],
    "passes": [{"shell": "git push"}, {"shell": "git push -f staging"}],
}


@pytest.mark.parametrize(
    ("change", "place", "said"),
    [
        ({"breaks": []}, "guard.breaks", "two to five"),
        ({"passes": GUARD["passes"][:1]}, "guard.passes", "two to five"),
        (
            {"breaks": [GUARD["breaks"][0]] * 2},
            "guard.breaks",
            "another spelling than `git push --force`",
        ),
        (
            {"breaks": [*GUARD["breaks"], {"shell": "cd x; git pull"}]},
            "guard.breaks[2]",
            "what it runs (`cd x; git pull`)",
        ),
        ({"passes": GUARD["breaks"]}, "guard.passes[0]", "by its `command`"),
        (
            {"paths": ["src/**"], "breaks": [*GUARD["breaks"], {"file": "a"}]},
            "guard.breaks[2]",
            "of the patterns none fits",
        ),
        (
            {
                "paths": ["src/**"],
                "except": ["src/gen"],
                "breaks": [*GUARD["breaks"], {"file": "src/gen/a"}],
            },
            "guard.breaks[2]",
            "by its `except`",
        ),
        ({"command": "psql *drop table*"}, "guard.command", "a blank ends a word"),
        ({"text": r"\bany\b"}, "guard.text", "not a regular expression"),
        ({"paths": ["src", "../x"]}, "guard.paths", "relative to the project"),
        ({"paths": ["/etc"]}, "guard.paths", "relative to the project"),
    ],
)
def test_examples_that_come_out_wrong_are_named_with_what_decided(change, place, said):
    assert guards.untrue(GUARD) == []
    found = guards.untrue({**GUARD, **change})
    assert [said in str(one) for one in found if one.location == place][:1] == [True]


def test_what_is_accepted_is_what_it_was_before_guards_had_examples():
    old = {"text": "eval(", "effect": "deny"}
    text = '{"command": "", "effect": "deny", "paths": [], "text": "eval("}'
    assert (
        guards.parse(old).dump()
        == guards.parse({**old, **GUARD, "command": ""}).dump()
        == text
    )
