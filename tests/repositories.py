"""Real repositories of git."""

import subprocess

IDENTITY = "-c user.name=n -c user.email=e@example.org -c commit.gpgsign=false -c init.defaultBranch=main".split()


def git(folder, *words, check=True):
    """Runs git in a folder as somebody; the finished process, with its output as text."""
    return subprocess.run(["git", *IDENTITY, *words], cwd=folder, check=check, capture_output=True, text=True)
