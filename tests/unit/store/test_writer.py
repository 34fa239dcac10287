"""Files are replaced whole, or not at all."""

import errno
import os

import pytest

from memory_retrieval.core.errors import StoreError
from memory_retrieval.store import writer


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "folder").mkdir()
    return tmp_path / "folder"


@pytest.mark.parametrize("call", ["open", "write", "fsync", "replace"])
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.EROFS, errno.EACCES])
def test_a_failing_call_leaves_the_old_file_and_no_rest(
    folder, monkeypatch, call, number
):
    (folder / "a.json").write_bytes(b"old")
    with monkeypatch.context() as patched:
        patched.setattr(os, call, _failing(number, call, getattr(os, call)))
        with pytest.raises(
            StoreError, match=r"a\.json: not written: .*; the store is unchanged"
        ):
            writer.write_file(str(folder / "a.json"), b"new")
    assert (folder / "a.json").read_bytes() == b"old"
    assert os.listdir(folder) == ["a.json"]


def test_short_writes_are_continued(folder, monkeypatch):
    real = os.write
    monkeypatch.setattr(os, "write", lambda fd, data: real(fd, bytes(data)[:3]))
    writer.write_file(str(folder / "a"), b"0123456789")
    assert (folder / "a").read_bytes() == b"0123456789"


def test_a_link_in_the_way_is_replaced_and_not_followed(folder):
    (folder / "other").write_bytes(b"precious")
    (folder / "a").symlink_to(folder / "other")
    writer.write_file(str(folder / "a"), b"new")
    assert (folder / "other").read_bytes() == b"precious"
    assert not (folder / "a").is_symlink()


def test_removing_what_is_gone_is_no_error(folder):
    writer.remove_file(str(folder / "a"))


def _failing(number, call, real):
    def fail(*args, **kwargs):
        if call == "open" and not args[1] & os.O_CREAT:
            return real(*args, **kwargs)
        raise OSError(number, os.strerror(number))

    return fail
