"""Endgame tables on disk: their places and the format of their files.

A file is for one number of stones and for all games with the same rules; the stones that a pit
starts with do not matter. It begins with a few lines of text, filled up with zeros to `OFFSET`
bytes: the rules, the stones, the number of positions and the CRC-32 of the rest. The rest is one
signed byte for each position, in the kernel's order.

A new file takes its place when all of it is on disk. Opening a file reads only its lines and its
size, and takes no time; `verify` reads all of it, some 2 GB per second.
"""

from __future__ import annotations

import math
import mmap
import os
import re
import zlib
from pathlib import Path

from owari.errors import BadInput
from owari.games.mancala import SowingRules
from owari.user_files import user_folder

_MAGIC = b"owari-tablebase "
_VERSION = 1
"""The version of the format and of the kernel's order of positions."""
OFFSET = 4096
"""Bytes before the values in the file: a page, or a part of a larger page."""
CHUNK = 1 << 24
"""Bytes that are written, copied or summed up at a time; Ctrl-C works in between."""


class BadTablebase(BadInput):
    """A table on disk that cannot be used; the text is one sentence that says how to mend it."""

    def __init__(self, rules: SowingRules, stones: int, why: str) -> None:
        remedy = f"owari tablebase build --game {rules.name} --stones {stones}"
        super().__init__(f"{path_of(rules, stones)} cannot be used, {why}: run {remedy}")
        self.why = why


def positions(rules: SowingRules, stones: int) -> int:
    """How many positions have at most so many stones in the pits."""
    return math.comb(2 * rules.pits + stones, stones)


def path_of(rules: SowingRules, stones: int) -> Path:
    """The file of the table, which need not exist."""
    return user_folder() / "tablebases" / f"{_text(rules)}-{stones}.tablebase"


def stones_on_disk(rules: SowingRules) -> list[int]:
    """The stones of each table on disk, damaged or not, the most first."""
    begin = f"{_text(rules)}-"
    paths = path_of(rules, 0).parent.glob(f"{begin}*.tablebase")
    numbers = (path.stem.removeprefix(begin) for path in paths)
    return sorted((int(n) for n in numbers if re.fullmatch("[1-9][0-9]?", n)), reverse=True)


def open_table(rules: SowingRules, stones: int) -> memoryview:
    """The values, mapped and read-only. Raises BadTablebase."""
    return _open(rules, stones)[0]


def verify(rules: SowingRules, stones: int) -> None:
    """Reads all of the table. Raises BadTablebase."""
    values, expected = _open(rules, stones)
    if _checksum(values) != expected:
        raise BadTablebase(rules, stones, "its checksum is wrong")


def write(rules: SowingRules, stones: int, values: memoryview) -> None:
    """Writes the table; it is on disk when the call returns.

    A failed or interrupted call leaves everything as it was. The folder must exist, and nobody else
    may write at the same time. Raises OSError.
    """
    path = path_of(rules, stones)
    part = path.with_name(path.name + ".part")
    header = _header(rules, stones, _checksum(values))
    try:
        with open(part, "wb", buffering=0) as file:
            _write_all(file.fileno(), header)
            for begin in range(0, len(values), CHUNK):
                _write_all(file.fileno(), values[begin : begin + CHUNK])
            os.fsync(file.fileno())
        os.replace(part, path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _open(rules: SowingRules, stones: int) -> tuple[memoryview, int]:
    """The values and what their checksum should be. Raises BadTablebase."""
    size = OFFSET + positions(rules, stones)
    begin = _begin(rules, stones)
    try:
        with open(path_of(rules, stones), "rb") as file:
            header = file.read(OFFSET)
            found = os.fstat(file.fileno()).st_size
            if not header.startswith(_MAGIC):
                raise BadTablebase(rules, stones, "it is no tablebase")
            if not header.startswith(begin):
                raise BadTablebase(rules, stones, "it is of another version or for other rules")
            if found != size:
                raise BadTablebase(rules, stones, f"it has {found:,} bytes instead of {size:,}")
            digits = header[len(begin) : len(begin) + 8].decode("ascii", "replace")
            checksum = int(digits, 16) if re.fullmatch("[0-9a-f]{8}", digits) else 0
            if header != _header(rules, stones, checksum):
                raise BadTablebase(rules, stones, "its first lines are damaged")
            mapped = mmap.mmap(file.fileno(), size, access=mmap.ACCESS_READ)
    except OSError as error:
        raise BadTablebase(rules, stones, f"it cannot be read: {error.strerror or error}") from None
    if hasattr(mmap, "MADV_WILLNEED"):  # a search would ask for it page by page
        mapped.madvise(mmap.MADV_WILLNEED)
    return memoryview(mapped)[OFFSET:], checksum


def _text(rules: SowingRules) -> str:
    """The rules as far as they matter."""
    again = "again" if rules.extra_turn else "once"
    return f"{rules.pits}-{again}-{rules.capture.value}"


def _begin(rules: SowingRules, stones: int) -> bytes:
    """The header up to the checksum."""
    lines = (
        f"{_VERSION}",
        f"rules {_text(rules)}",
        f"stones {stones}",
        f"positions {positions(rules, stones)}",
        "crc32 ",
    )
    return _MAGIC + "\n".join(lines).encode()


def _header(rules: SowingRules, stones: int, checksum: int) -> bytes:
    return (_begin(rules, stones) + b"%08x\n" % checksum).ljust(OFFSET, b"\0")


def _checksum(values: memoryview) -> int:
    checksum = 0
    for begin in range(0, len(values), CHUNK):
        checksum = zlib.crc32(values[begin : begin + CHUNK], checksum)
    return checksum


def _write_all(descriptor: int, data: bytes | memoryview) -> None:
    """Writes everything: a full disk may take a part first and fail on the rest."""
    left = memoryview(data)
    while left:
        left = left[os.write(descriptor, left) :]
