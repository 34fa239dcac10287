"""One holder at a time, whoever dies."""

import os
import signal
import subprocess
import sys

import pytest

from memory_retrieval.core.errors import StoreError
from memory_retrieval.store.lock import StoreLock

HOLDER = """
import sys, time
sys.path.insert(0, sys.argv[2])
from memory_retrieval.store.lock import StoreLock
with StoreLock(sys.argv[1]):
    print("held", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def holder(tmp_path):
    """A process that holds the lock of tmp_path."""
    source = os.path.dirname(
        os.path.dirname(os.path.dirname(sys.modules[StoreLock.__module__].__file__))
    )
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path), source], stdout=subprocess.PIPE
    )
    assert process.stdout.readline() == b"held\n"
    yield process
    process.kill()
    process.wait()
    process.stdout.close()


def test_without_the_lock_nobody_proceeds(tmp_path, holder):
    message = r"\.lock: another process has held the lock for 0\.2 seconds; nothing was written"
    with pytest.raises(StoreError, match=message), StoreLock(str(tmp_path), 0.2):
        pytest.fail("entered")


def test_the_lock_of_a_dead_holder_is_free(tmp_path, holder):
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    with StoreLock(str(tmp_path), 5):
        pass


def test_a_removed_lock_file_excludes_again(tmp_path):
    with StoreLock(str(tmp_path), 1):
        (tmp_path / ".lock").unlink()
        with StoreLock(str(tmp_path), 1), pytest.raises(StoreError):
            StoreLock(str(tmp_path), 0.05).__enter__()


def test_a_folder_that_is_missing_is_named(tmp_path):
    with pytest.raises(StoreError, match="cannot lock the store"):
        StoreLock(str(tmp_path / "none"), 0.1).__enter__()
