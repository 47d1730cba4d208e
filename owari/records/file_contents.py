"""What the bytes of a file of games are: unpacked, and as text."""

from __future__ import annotations

import codecs
import re
import zlib
from bz2 import BZ2File
from collections.abc import Callable, Iterable, Iterator
from gzip import GzipFile
from io import IncrementalNewlineDecoder
from itertools import chain
from typing import Any

from owari.records.archives import BadGame

CHUNK = 1 << 16
LARGEST = 1 << 32
"""Bytes that a packed file may come to."""
PACKED_ENDINGS = (".gz", ".bz2")
_UNPACKERS: dict[bytes, tuple[str, Callable[[Any], Any]]] = {
    b"\x1f\x8b": ("gzip", lambda source: GzipFile(fileobj=source, mode="rb")),
    b"BZh": ("bzip2", BZ2File),
}
_OTHERS = {
    b"PK\x03\x04": "a zip archive: unpack it first",
    b"\xfd7zXZ\0": "packed by xz: unpack it first",
    b"(\xb5/\xfd": "packed by zstd: unpack it first",
    b"7z\xbc\xaf'\x1c": "a 7z archive: unpack it first",
    b"%PDF": "a PDF, which holds no games that a program can read",
    b"SQLite format 3\0": "a database: 'owari export' writes the games of a results file",
}
"""The first bytes of files that hold no games as they are."""


class _Source:
    """Bytes in parts, as a file from which the libraries read."""

    def __init__(self, chunks: Iterator[bytes]) -> None:
        self._chunks = chunks
        self._rest = b""

    def read(self, size: int) -> bytes:
        """At most so many bytes; none at the end."""
        if not self._rest:
            self._rest = next(self._chunks, b"")
        found, self._rest = self._rest[:size], self._rest[size:]
        return found


def unpacked(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The parts of a file, unpacked where gzip or bzip2 has packed it.

    Raises BadGame for other packed files, and where packed data is damaged or larger than LARGEST.
    """
    chunks = filter(None, chunks)
    head = b""
    while len(head) < max(map(len, _OTHERS)) and (more := next(chunks, b"")):
        head += more
    for magic, what in _OTHERS.items():
        if head.startswith(magic):
            raise BadGame(f"it is {what}")
    whole = chain([head], chunks)
    for magic, (name, unpacker) in _UNPACKERS.items():
        if head.startswith(magic):
            yield from _unpacked(unpacker(_Source(whole)), name)
            return
    yield from whole


def _unpacked(source: Any, name: str) -> Iterator[bytes]:
    """Raises BadGame."""
    size = 0
    try:
        while chunk := source.read(CHUNK):
            size += len(chunk)
            if size > LARGEST:
                raise BadGame(f"more than {LARGEST >> 30} GiB are packed in it: unpack it first")
            yield chunk
    except EOFError:
        raise BadGame(f"its {name} data ends too early: the file is cut off") from None
    except (OSError, zlib.error) as error:
        raise BadGame(f"its {name} data is damaged: {error}") from None


_MARKS = {
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
"""The first bytes of encodings; UTF-32 goes first, because its mark begins with that of UTF-16."""
_AS_LATIN_1 = {0xDC00 + byte: byte for byte in range(0x80, 0x100)}
_NO_UTF_8 = re.compile("[\udc80-\udcff]")


def text_of(chunks: Iterable[bytes], not_utf_8: Callable[[int], None]) -> Iterator[str]:
    """The text of a file with plain newlines and without a mark of its encoding.

    It is UTF-8, or UTF-16 or UTF-32 where its first bytes say so. Other bytes are taken for
    Latin-1: for the first of them `not_utf_8` gets the number of its line, and can raise an error.
    """
    chunks = iter(chunks)
    head = next(chunks, b"")
    encoding = _encoding(head)
    errors = "surrogateescape" if encoding == "utf-8-sig" else "replace"
    decoder = IncrementalNewlineDecoder(
        codecs.getincrementaldecoder(encoding)(errors), translate=True
    )
    line = 1
    told = False
    for chunk in chain([head], chunks, [b""]):
        text = decoder.decode(chunk, final=not chunk)
        if not told and (found := _NO_UTF_8.search(text)):
            told = True
            not_utf_8(line + text.count("\n", 0, found.start()))
        line += text.count("\n")
        yield text.translate(_AS_LATIN_1)


def _encoding(head: bytes) -> str:
    for mark, encoding in _MARKS.items():
        if head.startswith(mark):
            return encoding
    # Text of UTF-16 without a mark: every other byte of its first characters is zero.
    begin = head[:32]
    if len(begin) >= 4 and b"\0" in begin:
        for first, encoding in ((0, "utf-16-be"), (1, "utf-16-le")):
            if not any(begin[first::2]) and all(begin[1 - first :: 2]):
                return encoding
    return "utf-8-sig"
