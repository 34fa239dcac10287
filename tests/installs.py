"""Copies of the product and installations of it."""

import os
import shutil
import subprocess
import sys

from conftest import REPOSITORY

CHECKOUT = ("plugin", "src", ".claude-plugin", "pyproject.toml", "bin")
"""What a clone runs from."""


def copy_of(target, *names):
    """Copies files and folders of the repository to the same places below `target`, which is returned."""
    for name in names:
        source, place = REPOSITORY / name, target / name
        place.parent.mkdir(parents=True, exist_ok=True)
        if source.is_symlink():
            place.symlink_to(os.readlink(source))
        elif source.is_dir():
            shutil.copytree(
                source,
                place,
                dirs_exist_ok=True,
                ignore=shutil.ignore_patterns("__pycache__"),
            )
        else:
            shutil.copyfile(source, place)
            place.chmod(source.stat().st_mode)
    return target


def install(wheel, folder, python=sys.executable):
    """A virtual environment with the wheel in it, as pip, pipx and uv make one; its folder of programs."""
    subprocess.run(
        [python, "-m", "venv", "--without-pip", folder], check=True, capture_output=True
    )
    words = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        str(folder / "bin" / "python"),
        "install",
        "--quiet",
    ]
    words += [
        "--no-deps",
        "--no-index",
        "--no-compile",
        "--disable-pip-version-check",
        str(wheel),
    ]
    subprocess.run(words, check=True, capture_output=True)
    return folder / "bin"
