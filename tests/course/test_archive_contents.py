"""What students hand in is unpacked within bounds, and what is refused is named."""

from __future__ import annotations

import io
import stat
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from owari.course.archive_contents import BadHandIn, Bounds, unpack

BOUNDS = Bounds(4 << 20, 20)
Made = bytes


def zipped(*entries: tuple[str, bytes], mode: int = 0, method: int = zipfile.ZIP_DEFLATED) -> Made:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in entries:
            info = zipfile.ZipInfo(name)
            info.external_attr = mode << 16
            info.compress_type = method
            archive.writestr(info, data)
    return out.getvalue()


def tarred(*entries: tuple[str, bytes], kind: bytes = tarfile.REGTYPE, target: str = "") -> Made:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        for name, data in entries:
            info = tarfile.TarInfo(name)
            info.type, info.linkname = kind, target
            info.size = len(data) if kind == tarfile.REGTYPE else 0
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


def lying_zip() -> Made:
    """Its directory says that a file is small, which is not."""
    data = bytearray(zipped(("bot.py", b"x" * 5_000_000)))
    at = data.rindex(b"PK\x01\x02")
    data[at + 24 : at + 28] = (10).to_bytes(4, "little")
    return bytes(data)


def unpacked(folder: Path, name: str, data: Made) -> Path:
    file = folder / "file"
    file.write_bytes(data)
    (inner := folder / "inner").mkdir()
    return unpack(file, name, inner, BOUNDS)


PY = ("bot.py", b"print()\n")


@pytest.mark.parametrize(
    ("name", "make", "found"),
    [
        ("bot.py", lambda: b"print()\n", ["bot.py"]),
        ("C:\\work\\bot.py", lambda: b"print()\n", ["bot.py"]),
        ("a.zip", lambda: zipped(PY, ("lib/a.py", b"")), ["bot.py", "lib", "lib/a.py"]),
        ("b.zip", lambda: zipped(("r/bot.py", b""), ("r/a.py", b"")), ["a.py", "bot.py"]),
        ("c.zip", lambda: zipped(("r/r/bot.py", b""), ("__MACOSX/r/._bot.py", b"")), ["bot.py"]),
        ("d.zip", lambda: zipped(("r\\bot.py", b""), ("r\\a.py", b"")), ["a.py", "bot.py"]),
        ("any", lambda: tarred(PY, ("a.c", b"int x;")), ["a.c", "bot.py"]),
        ("a.tar.gz", lambda: tarred(("./rocket/bot.py", b"")), ["bot.py"]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_hand_in_is_unpacked(
    tmp_path: Path, name: str, make: Callable[[], Made], found: list[str]
) -> None:
    root = unpacked(tmp_path, name, make())
    assert sorted(str(path.relative_to(root)) for path in root.rglob("*")) == found


LINK, PIPE = stat.S_IFLNK | 0o777, stat.S_IFIFO | 0o644


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: zipped(("/etc/x", b"")), "'/etc/x' in the archive is an absolute name"),
        (lambda: zipped(("C:/x", b"")), "'C:/x' in the archive is an absolute name"),
        (lambda: zipped(("a/../../x", b"")), "'a/../../x' in the archive leads out of it by '..'"),
        (lambda: zipped(("a\\..\\x", b"")), "leads out of it by '..'"),
        (lambda: zipped(("l", b"/etc/passwd"), mode=LINK), "'l' in the archive is a link"),
        (lambda: zipped(("p", b""), mode=PIPE), "'p' in the archive is neither a file nor"),
        (lambda: zipped(("a\x1b[2Jb", b"")), "a character that cannot be printed"),
        (lambda: zipped(("a/" * 30 + "b", b"")), "too deep in folders"),
        (lambda: zipped(PY, ("bot.py/x", b"")), "'bot.py/x' is in the archive twice"),
        (lambda: zipped(*((f"{n}.py", b"") for n in range(21))), "more than 20 files"),
        (lambda: zipped(("a", bytes(5 << 20))), "larger than 4 MB"),
        (lambda: zipped(("a", bytes(3 << 20))), "more than 200 times as large as itself, at 'a'"),
        (lying_zip, "the archive is damaged"),
        (lambda: zipped(PY)[:-30], "the archive is damaged"),
        (lambda: zipped(), "is neither a .zip"),
        (lambda: tarred(("/x", b"")), "'/x' in the archive is an absolute name"),
        (lambda: tarred(("../x", b"")), "leads out of it by '..'"),
        (
            lambda: tarred(("l", b""), kind=tarfile.SYMTYPE, target="/"),
            "'l' in the archive is a li",
        ),
        (
            lambda: tarred(("l", b""), kind=tarfile.LNKTYPE, target="/x"),
            "'l' in the archive is a l",
        ),
        (lambda: tarred(("d", b""), kind=tarfile.CHRTYPE), "'d' in the archive is neither a file"),
        (lambda: tarred(("p", b""), kind=tarfile.FIFOTYPE), "'p' in the archive is neither a fil"),
        (lambda: tarred(PY, PY), "'bot.py' is in the archive twice"),
        (lambda: tarred(*((f"{n}", b"") for n in range(21))), "more than 20 files and folders"),
        (lambda: tarred(("a", Random(1).randbytes(5 << 20))), "larger than 4 MB"),
        (lambda: tarred(("a", bytes(3 << 20))), "more than 200 times as large as itself"),
        (lambda: tarred(PY)[:40], "the archive is damaged"),
        (lambda: b"%PDF-1.4", "is neither a .zip, nor a .tar.gz, nor source"),
    ],
)
def test_what_is_no_plain_archive_is_refused_by_name(
    tmp_path: Path, make: Callable[[], Made], sentence: str
) -> None:
    with pytest.raises(BadHandIn) as refused:
        unpacked(tmp_path, "bot.pdf", make())
    assert sentence in str(refused.value)
    assert [path.name for path in tmp_path.iterdir()] in (["file", "inner"], ["inner", "file"])
