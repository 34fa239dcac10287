"""Opening what others may have put there: regular files only, no links, no waiting, never without end."""

import os
import socket

import pytest

from memory_retrieval.core import reading
from memory_retrieval.core.reading import UnfitFile, read_below, read_regular


@pytest.fixture
def place(tmp_path):
    (tmp_path / "file").write_bytes(b"0123456789")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "inner").write_bytes(b"inner")
    (tmp_path / "link").symlink_to("file")
    (tmp_path / "around").symlink_to("folder")
    (tmp_path / "zero").symlink_to("/dev/zero")
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "to fifo").symlink_to("fifo")
    return tmp_path


UNFIT = ["folder", "link", "zero", "fifo", "to fifo"]


@pytest.mark.parametrize("name", [*UNFIT, "a\0b", "\ud800\udfff"])
@pytest.mark.parametrize("cut", [False, True])
def test_what_is_no_regular_file_is_refused_at_once(place, name, cut):
    with pytest.raises(UnfitFile):
        read_regular(str(place / name), 100, cut=cut)


def test_a_socket_is_refused(place, monkeypatch):
    monkeypatch.chdir(place)  # its path has at most 107 bytes
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
        with pytest.raises(OSError):
            read_regular("socket", 100)


@pytest.mark.parametrize("name", ["zero", "to fifo", "around"])
def test_a_link_that_may_be_followed_still_has_to_lead_to_a_regular_file(place, name):
    with pytest.raises(UnfitFile, match="is not a regular file"):
        read_regular(str(place / name), 100, links=True)


def test_a_link_is_followed_only_where_the_caller_says_so(place):
    assert read_regular(str(place / "link"), 100, links=True) == b"0123456789"
    with pytest.raises(UnfitFile, match="is a link"):
        read_regular(str(place / "link"), 100)


def test_a_missing_file_is_missing(place):
    with pytest.raises(FileNotFoundError):
        read_regular(str(place / "gone"), 100)


def test_a_file_is_read_up_to_its_limit(place):
    assert read_regular(str(place / "file"), 10) == b"0123456789"
    assert read_regular(str(place / "file"), 9, cut=True) == b"012345678"
    with pytest.raises(UnfitFile, match="has 10 bytes; at most 9 are read"):
        read_regular(str(place / "file"), 9)


@pytest.mark.parametrize("by_folder", [True, False])
def test_below_a_folder_no_part_of_the_path_may_be_a_link(
    place, by_folder, monkeypatch
):
    (place / "out").symlink_to("/")
    if not by_folder:
        monkeypatch.setattr(reading.os, "supports_dir_fd", set())  # as on Windows
    assert read_below(str(place), "folder/inner", 100) == b"inner"
    for path in [
        "zero",
        "fifo",
        "folder",
        "out/etc/passwd",
        "../" + place.name + "/../../etc/passwd",
    ]:
        with pytest.raises(OSError):
            read_below(str(place), path, 100)
    if by_folder:
        with pytest.raises(OSError):
            read_below(str(place), "around/inner", 100)


def test_no_descriptor_stays_open(place):
    before = len(os.listdir("/proc/self/fd"))
    for name in [*UNFIT, "file", "gone"]:
        for limit in (1, 100):
            for read in (
                lambda n, k: read_regular(str(place / n), k),
                lambda n, k: read_below(str(place), n, k),
            ):
                try:
                    read(name, limit)
                except OSError:
                    pass
    assert len(os.listdir("/proc/self/fd")) == before
