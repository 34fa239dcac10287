"""Real repositories of git."""

import subprocess

IDENTITY = "-c user.name=n -c user.email=e@example.org -c commit.gpgsign=false -c init.defaultBranch=main".split()


def git(folder, *words, check=True, input=None):
    """Runs git in a folder as somebody; the finished process, with its output as text."""
    words = ["git", *IDENTITY, *words]
    return subprocess.run(
        words, cwd=folder, check=check, capture_output=True, text=True, input=input
    )
