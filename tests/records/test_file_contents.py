"""The bytes of files: packed, and in several encodings."""

from __future__ import annotations

import bz2
import gzip
import lzma
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owari.records import archives
from owari.records.archives import BadGame, text_of, unpacked

GZIP = gzip.compress(b"f5" * 99, mtime=0)
TEXT = 'PB[José]\nPW["Zoë"]\n' * 50


def in_parts(data: bytes, size: int) -> list[bytes]:
    return [data[at : at + size] for at in range(0, len(data), size)]


@given(st.binary(), st.integers(1, 99), st.sampled_from([bytes, gzip.compress, bz2.compress]))
def test_packed_files_are_read_in_parts_of_any_size(
    data: bytes, size: int, pack: Callable[[bytes], bytes]
) -> None:
    data = b"(;" + data
    assert b"".join(unpacked(in_parts(pack(data), size))) == data


def test_two_packed_files_one_behind_the_other() -> None:
    data = gzip.compress(b"f5d6\n") + gzip.compress(b"f5\n")
    assert b"".join(unpacked([data])) == b"f5d6\nf5\n"


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (GZIP[:-9], "its gzip data ends too early: the file is cut off"),
        (bz2.compress(b"f5" * 99)[:-9], "its bzip2 data ends too early: the file is cut off"),
        (GZIP[:-8] + bytes(8), "its gzip data is damaged: CRC check failed"),
        (b"\x1f\x8b\x08" + bytes(7) + b"\xff" * 20, "its gzip data is damaged: "),
        (b"BZh9" + b"\xff" * 20, "its bzip2 data is damaged: "),
        (b"PK\x03\x04" + bytes(20), "it is a zip archive: unpack it first"),
        (lzma.compress(b"f5"), "it is packed by xz: unpack it first"),
        (b"%PDF-1.4 and more of it", "it is a PDF"),
        (b"SQLite format 3\0 and so on", "it is a database: 'owari export' writes the games"),
    ],
)
def test_what_cannot_be_unpacked_is_named(data: bytes, what: str) -> None:
    with pytest.raises(BadGame) as error:
        list(unpacked(in_parts(data, 7)))
    assert str(error.value).startswith(what)


def test_what_is_packed_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "LARGEST", 1 << 20)
    assert sum(map(len, unpacked([gzip.compress(bytes(1 << 20))]))) == 1 << 20
    read: list[bytes] = []
    with pytest.raises(BadGame, match="GiB are packed in it"):
        read.extend(unpacked([gzip.compress(bytes(50 << 20))]))
    assert sum(map(len, read)) <= 1 << 20


@given(
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-32", "utf-16-le", "utf-16-be"]),
    st.integers(32, 200),
)
def test_encodings(encoding: str, size: int) -> None:
    lines: list[int] = []
    data = TEXT.replace("\n", "\r\n").encode(encoding)
    assert "".join(text_of(in_parts(data, size), lines.append)) == TEXT
    assert not lines


def test_latin_1_is_said_once_with_its_line() -> None:
    lines: list[int] = []
    data = b"plain\n" + TEXT.encode("latin-1")
    for size in (1, 2, 7, 9999):
        assert "".join(text_of(in_parts(data, size), lines.append)) == "plain\n" + TEXT
    assert lines == [2, 2, 2, 2]
