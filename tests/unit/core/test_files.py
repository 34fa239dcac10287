"""Private files are replaced whole or not at all; their names are stable."""

import errno
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_retrieval.core import files


def mode(path):
    return path.stat().st_mode & 0o777


def test_a_private_file_and_its_folder_are_the_users_alone(tmp_path):
    path = tmp_path / "new" / "a.json"
    files.write_private(str(path), b"one")
    assert (path.read_bytes(), mode(path), mode(path.parent)) == (b"one", 0o600, 0o700)


def test_a_file_that_others_could_read_becomes_private(tmp_path):
    path = tmp_path / "a.json"
    path.write_bytes(b"old")
    path.chmod(0o644)
    files.write_private(str(path), b"new")
    assert (path.read_bytes(), mode(path)) == (b"new", 0o600)


@pytest.mark.parametrize("call", ["open", "write", "replace"])
def test_a_failure_leaves_the_old_file_and_no_temporary_one(
    tmp_path, monkeypatch, call
):
    path = tmp_path / "folder" / "a.json"
    path.parent.mkdir()
    path.write_bytes(b"old")

    def fail(*_, **__):
        raise OSError(errno.ENOSPC, "no space")

    with monkeypatch.context() as patched:
        patched.setattr(os, call, fail)
        with pytest.raises(OSError, match="no space"):
            files.write_private(str(path), b"new")
    assert (path.read_bytes(), os.listdir(path.parent)) == (b"old", ["a.json"])


def test_a_temporary_file_of_another_process_is_left_alone(tmp_path):
    taken = [
        tmp_path / (".a.%d.%d.tmp" % (os.getpid(), files._counter[0] + n))
        for n in (1, 2)
    ]
    for path in taken:
        path.write_bytes(b"theirs")
    files.write_private(str(tmp_path / "a"), b"ours")
    assert [path.read_bytes() for path in (tmp_path / "a", *taken)] == [
        b"ours",
        b"theirs",
        b"theirs",
    ]


def test_a_link_is_replaced_and_not_written_through(tmp_path):
    (tmp_path / "other").write_bytes(b"precious")
    (tmp_path / "a").symlink_to(tmp_path / "other")
    files.write_private(str(tmp_path / "a"), b"new")
    assert (tmp_path / "other").read_bytes() == b"precious"


def test_appending_creates_a_private_file_and_adds_to_it(tmp_path):
    path = tmp_path / "new" / "log"
    for line in (b"one\n", b"two\n"):
        files.append_private(str(path), line)
    assert (path.read_bytes(), mode(path), mode(path.parent)) == (
        b"one\ntwo\n",
        0o600,
        0o700,
    )


def test_appending_does_not_follow_a_link(tmp_path):
    (tmp_path / "other").write_bytes(b"")
    (tmp_path / "a").symlink_to(tmp_path / "other")
    with pytest.raises(OSError, match="a"):
        files.append_private(str(tmp_path / "a"), b"x")
    assert (tmp_path / "other").read_bytes() == b""


def test_names_on_disk_are_those_of_every_version_so_far():
    assert files.store_key("/home/a/my project") == "my-project-591fa5ad64a4856b"
    assert files.path_key("/home/a/p", b"u") == "d3546d494356a4ca"
    assert files.store_key("/") == "store-79d3d2d453c52a92"


@given(st.text(max_size=30))
def test_a_key_is_a_plain_file_name(text):
    key = files.path_key(text, errors="replace")
    assert len(key) == 16
    assert set(key) <= set("0123456789abcdef")


def test_a_salt_separates_keys_and_so_does_the_path():
    keys = {
        files.path_key(text, salt)
        for text in ("/a", "/b", "/ab", "")
        for salt in (b"\x00", b"s", b"t", b"u")
    }
    assert len(keys) == 16


def test_an_undecodable_path_has_a_key_of_its_own():
    assert files.path_key("/a/\udcff") != files.path_key("/a/?")
