"""The folder of a bot travels whole or not at all, and is written nowhere but into its place."""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import subprocess
import tarfile
from contextlib import chdir
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owari.errors import BadInput
from owari.tournament.cluster import travelling_bots
from owari.tournament.cluster.travelling_bots import Archive, pack, unpack


def folder(place: Path) -> Path:
    """A bot with a program, a script, a folder, a link and what stays at home."""
    (place / "lib" / "__pycache__").mkdir(parents=True)
    (place / "lib" / "__pycache__" / "a.pyc").write_bytes(b"compiled")
    (place / "lib" / "a.py").write_text("print('a')")
    (place / "run").write_text("#!/bin/sh\n")
    (place / "run").chmod(0o755)
    (place / "again").symlink_to("lib/a.py")
    (place / "absolute").symlink_to(place.absolute() / "lib")
    (place / "results.db").write_text("results")
    return place


def described(place: Path) -> dict[str, object]:
    found: dict[str, object] = {}
    for path in sorted(place.rglob("*")):
        name = path.relative_to(place).as_posix()
        if path.is_symlink():
            found[name] = os.readlink(path)
        elif path.is_file():
            found[name] = path.read_bytes(), bool(path.stat().st_mode & 0o100)
    return found


def test_a_folder_arrives_as_it_was(tmp_path: Path) -> None:
    source = folder(tmp_path / "source")
    archive = pack(source, [source / "results.db"])
    (tmp_path / "cache").mkdir()
    there = unpack(archive, tmp_path / "cache")
    assert described(there) == {
        "lib/a.py": (b"print('a')", False),
        "run": (b"#!/bin/sh\n", True),
        "again": "lib/a.py",
        "absolute": "lib",
    }
    assert unpack(archive, tmp_path / "cache") == there
    assert [path.name for path in (tmp_path / "cache").iterdir()] == [archive.name]


def test_the_same_files_have_the_same_hash_and_others_another(tmp_path: Path) -> None:
    first, second = folder(tmp_path / "first"), folder(tmp_path / "second")
    os.utime(first / "run", (1, 1))
    assert pack(first) == pack(second)
    before = pack(second).name
    (second / "lib" / "a.py").chmod(0o755)
    assert pack(second).name != before


@pytest.mark.parametrize("target", ["../outside", "/etc/passwd", "lib/../../outside", "through"])
def test_a_link_that_leaves_the_folder_is_refused(tmp_path: Path, target: str) -> None:
    (tmp_path / "outside").write_text("secret")
    source = folder(tmp_path / "source")
    (source / "through").symlink_to("..")
    (source / "bad").symlink_to(target)
    with pytest.raises(BadInput, match="is a link that leads out of"):
        pack(source)


def test_too_large_a_folder_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(travelling_bots, "MOST", 1024)
    source = folder(tmp_path / "source")
    (source / "weights").write_bytes(bytes(1024))
    with pytest.raises(BadInput, match="is too large to travel to other machines"):
        pack(source)


def made(*entries: tuple[str, bytes, str]) -> Archive:
    """An archive with these entries: name, kind, and where a link leads."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as tar:
        for name, kind, target in entries:
            entry = tarfile.TarInfo(name)
            entry.type, entry.linkname = kind, target
            tar.addfile(entry)
    data = packed.getvalue()
    return Archive(hashlib.blake2b(data, digest_size=20).hexdigest(), gzip.compress(data))


FILE, LINK, HARD, PIPE = tarfile.REGTYPE, tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE


@pytest.mark.parametrize(
    "entry",
    [
        ("../evil", FILE, ""),
        ("/evil", FILE, ""),
        ("a/../../evil", FILE, ""),
        ("..", tarfile.DIRTYPE, ""),
        ("link", LINK, "../.."),
        ("link", LINK, "/etc"),
        ("link", HARD, "/etc/passwd"),
        ("pipe", PIPE, ""),
    ],
)
def test_an_archive_that_leads_out_writes_nothing(
    tmp_path: Path, entry: tuple[str, bytes, str]
) -> None:
    cache = tmp_path / "cache"
    cache.mkdir()
    with pytest.raises(BadInput, match="which leads out of it"):
        unpack(made(("good", FILE, ""), entry), cache)
    assert [*tmp_path.rglob("*")] == [cache]


def test_no_file_is_written_through_a_link(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    cache.mkdir()
    (tmp_path / "outside").mkdir()
    with pytest.raises((BadInput, OSError)):
        unpack(made(("d", LINK, "inside"), ("d/evil", FILE, "")), cache)
    assert not [*tmp_path.rglob("evil")]


@given(st.binary(min_size=1, max_size=4), st.integers(0, 10_000))
def test_a_damaged_archive_is_refused(damage: bytes, place: int) -> None:
    good = made(("good", FILE, ""))
    data = bytearray(gzip.decompress(good.data))
    at = place % len(data)
    data[at : at + len(damage)] = damage
    if bytes(data) != gzip.decompress(good.data):
        with pytest.raises(BadInput, match="has not arrived as it was sent"):
            unpack(Archive(good.name, gzip.compress(bytes(data))), Path("there is no such folder"))


@pytest.mark.nightly
@pytest.mark.slow
def test_folders_deep_in_one_another_travel_or_are_named(tmp_path: Path) -> None:
    """Deeper than calls may be within calls, and deeper than names may be long."""
    folder = tmp_path / "bot"
    folder.mkdir()
    try:
        for how_deep in (1200, 1200):
            with chdir(folder):
                while os.path.exists("a"):
                    os.chdir("a")
                for _ in range(how_deep):
                    os.mkdir("a")
                    os.chdir("a")
            if not (folder / "packed").exists():
                (folder / "packed").touch()
                assert pack(folder).data
        with pytest.raises(BadInput, match="cannot be sent to machines: File name too long"):
            pack(folder)
    finally:
        subprocess.run(("rm", "-r", folder / "a"), check=True)
