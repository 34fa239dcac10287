"""The patterns of guards: what they catch, what they let be, and which are refused."""

import pytest

from memory_retrieval.core import commands as shell
from memory_retrieval.core import guards


def commands(pattern, line):
    return guards.Guard(command=pattern).on_command(
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
        ("cp a.py b.py", [("a.py", ""), ("b.py", "")]),
        ("dd if=x of=a.py", [("x", ""), ("a.py", "")]),
        ("curl -oa.py --output=b.py", [("a.py", ""), ("b.py", "")]),
        ("pushd src; git rm a", [("src/rm/", ""), ("src/a/", "")]),
        ("(cd x; rm -r a); rm b", [("x/a/", ""), ("b/", "")]),
        ("mv a b/", [("a/", ""), ("b", "")]),
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
    small = [guards.Guard(text=f"a{i}") for i in range(10)]
    large = [
        guards.Guard(text=" OR ".join(f"e{i}*{n}" for n in range(360)))
        for i in range(12)
    ]
    pairs = [(guard, guard) for guard in large + small]
    assert guards.affordable(pairs, 100) == small + large
    assert guards.affordable(pairs, 11_000) == small + large[:2]
    assert guards.Guard(text=" OR ".join(["a"] * 360)).patterns() == 1


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
    assert guards.contains(text, pattern) is caught


@pytest.mark.parametrize(
    "guard",
    [
        {},
        {"command": "* x"},
        {"text": "a OR *"},
        {"paths": ["../x"]},
        {"paths": ["/etc"]},
        {"text": "a\nb"},
    ]
    + [
        {"paths": "src"},
        {"text": "x" * 4001},
        {"text": 5},
        {"text": "a", "effect": "allow"},
        {"paths": ["**"] * 21},
    ],
)
def test_a_guard_that_cannot_be_used_guards_nothing(guard):
    assert guards.parse(guard) is None


def test_a_guard_is_the_same_after_it_was_kept():
    guard = guards.parse({"paths": ["src/**"], "text": " a ", "effect": "deny"})
    assert guard is not None
    assert guards.load(guard.dump()) == guard
