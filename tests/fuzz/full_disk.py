"""A small disk of its own, with as much room left as a test wants."""

import os
import subprocess
from contextlib import contextmanager

BLOCK = 4096
FILLER = "filler"


@contextmanager
def small_disk(folder, size="6m", inodes=2000):
    """Mounts a tmpfs on `folder`; yields the reason when that is not possible here, else ""."""
    folder.mkdir()
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        yield "only root may mount a small disk"
        return
    options = f"size={size},nr_inodes={inodes},mode=0755"
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", options, "none", str(folder)],
        capture_output=True,
    )
    if done.returncode:
        yield "a small disk cannot be mounted here: " + done.stderr.decode().strip()
        return
    try:
        yield ""
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def leave(folder, blocks=None, inodes=None):
    """Fills the disk of a folder until so many blocks or inodes are free."""
    (folder / FILLER).mkdir()
    if inodes is not None:
        for number in range(os.statvfs(folder).f_ffree - inodes):
            (folder / FILLER / str(number)).touch()
    if blocks is not None:
        with open(folder / FILLER / "large", "wb") as file:
            file.write(bytes(BLOCK * max(0, os.statvfs(folder).f_bavail - blocks)))


def free(folder):
    """Takes away what `leave` made."""
    for path in (folder / FILLER).iterdir():
        path.unlink()
    (folder / FILLER).rmdir()
