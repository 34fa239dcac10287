"""Repositories whose configuration starts a program in every way that git knows, each with a program of its own."""

import os
import subprocess

PLAIN, EQUALS, DOT, QUOTE, BYTES, PERCENT = (
    b"plain",
    b"a=b",
    b"a.b",
    b'a"b\\',
    b"a\xffb",
    b"a%b=",
)
NAMES = (PLAIN, EQUALS, DOT, QUOTE, BYTES, PERCENT)
PLACES = ("config", "include", "worktree", "environment")
"""Where a setting stands: in .git/config, in a file that it includes, in config.worktree, in GIT_CONFIG_*."""
KEYS = {
    "monitor": "core.fsmonitor",
    "pager": "core.pager",
    "log pager": "pager.log",
    "external diff": "diff.external",
    "driver": "diff.d.command",
    "textconv": "diff.d.textconv",
    "signature": "gpg.program",
    "ssh signature": "gpg.ssh.program",
    "ssh": "core.sshCommand",
    "proxy": "core.gitProxy",
    "askpass": "core.askPass",
    "credentials": "credential.helper",
    "editor": "core.editor",
    "alternates": "core.alternateRefsCommand",
    "upload": "remote.origin.uploadpack",
    "merge": "merge.m.driver",
    "alias": "alias.log",
    "hook": "hook.h.command",
}
HOOKS = (
    "post-index-change",
    "reference-transaction",
    "post-checkout",
    "pre-auto-gc",
    "fsmonitor-watchman",
)
VARIABLES = tuple(
    "GIT_EXTERNAL_DIFF GIT_PAGER PAGER GIT_SSH GIT_SSH_COMMAND GIT_ASKPASS GIT_PROXY_COMMAND".split()
)
WHO = [
    "-c",
    "user.name=n",
    "-c",
    "user.email=e@example.org",
    "-c",
    "protocol.file.allow=always",
]


class Traps:
    """Programs that say in `said` that they ran; they pass on what they get, as a filter would."""

    def __init__(self, folder):
        self.folder, self.said = folder, folder / "sprung"
        folder.mkdir()

    def make(self, name):
        path = self.folder / name.replace(" ", "-")
        path.write_text(f"#!/bin/sh\necho '{name}' >> '{self.said}'\ncat\n")
        path.chmod(0o755)
        return str(path)

    def sprung(self):
        return (
            sorted(set(self.said.read_text().splitlines()))
            if self.said.exists()
            else []
        )


def git(folder, *words, **environment):
    subprocess.run(
        ["git", *WHO, *words],
        cwd=folder,
        check=True,
        capture_output=True,
        env={**os.environ, **environment},
    )


def commit_all(root):
    """Makes the folder a repository, and commits what is in it."""
    if not (root / ".git" / "objects").exists():
        git(root, "init", "-q", "-b", "work")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "all")


def add_submodule(root, source):
    """A submodule `mod` with one of its own; what is in both is edited."""
    for name in ("inner", "outer"):
        (source / name).mkdir(parents=True)
        (source / name / "f").write_text("x")
        commit_all(source / name)
    git(source / "outer", "submodule", "add", "-q", str(source / "inner"), "mod")
    commit_all(source / "outer")
    git(root, "submodule", "add", "-q", str(source / "outer"), "mod")
    git(root, "submodule", "update", "-q", "--init", "--recursive")
    commit_all(root)
    for folder in (root / "mod", root / "mod" / "mod"):
        (folder / "f").write_text("y")


def plant(root, traps, names=NAMES, place="config", keys=tuple(KEYS), hooks=HOOKS):
    """Sets traps in the repository and its submodules; returns the environment to ask it in.

    All entries of its index are as old as the index, so that git compares contents, through the filters.
    """
    environment = (
        {name: traps.make(name) for name in VARIABLES} if place == "environment" else {}
    )
    for folder in [root / ".git", *(root / ".git").glob("modules/mod/**/config")]:
        folder = folder if folder.is_dir() else folder.parent
        where = "submodule " if folder.parent.name == "modules" else ""
        here = [
            where.encode()[:3] + name for name in names
        ]  # what is said of a name may hold in submodules too
        text = b"".join(
            _section(b"filter", n, traps.make(f"{where}filter {i}"))
            for i, n in enumerate(here)
        )
        for label in keys:
            head, _, last = KEYS[label].rpartition(".")
            section, _, name = head.partition(".")
            program = traps.make(where + label)
            text += _section(section.encode(), name.encode(), program, (last,))
        text += b"[log]\n\tshowSignature = true\n[diff]\n\tignoreSubmodules = none\n"
        environment.update(_configure(folder, text, place))
        rules = [
            b"f%d-* filter=%s diff=d merge=m\n" % (i, name)
            for i, name in enumerate(here)
        ]
        info = folder / "info"
        info.mkdir(exist_ok=True)
        (info / "attributes").write_bytes(
            b"* diff=d filter=%s\n" % here[-1] + b"".join(rules)
        )
        (folder / "hooks").mkdir(exist_ok=True)
        for name in hooks:
            os.link(traps.make(where + name), folder / "hooks" / name)
        os.utime(folder / "index", (1, 1))
    return environment


def _section(section, name, program, keys=("clean", "smudge", "process")):
    quoted = (
        b' "' + name.replace(b"\\", b"\\\\").replace(b'"', b'\\"') + b'"'
        if name
        else b""
    )
    lines = [b"\t%s = %s\n" % (key.encode(), os.fsencode(program)) for key in keys]
    return b"[%s%s]\n%s" % (section, quoted, b"".join(lines))


def _configure(folder, text, place):
    """Puts settings where they are to stand; returns the environment that goes with it."""
    if (
        place == "environment"
    ):  # the settings in the place that the environment names, and one in the environment
        (folder / "named").write_bytes(text)
        return {
            "GIT_CONFIG_COUNT": "1",
            "GIT_CONFIG_KEY_0": "include.path",
            "GIT_CONFIG_VALUE_0": str(folder / "named"),
        }
    if place == "include":
        (folder / "more").write_bytes(text)
        text = b"[include]\n\tpath = more\n"
    if place == "worktree":
        (folder / "config.worktree").write_bytes(text)
        text = b"[core]\n\trepositoryformatversion = 1\n[extensions]\n\tworktreeConfig = true\n"
    with (folder / "config").open("ab") as config:
        config.write(b"\n" + text)
    return {}
