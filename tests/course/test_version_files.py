"""What builds leave behind, and who meets it."""

from __future__ import annotations

import os
import tarfile
from pathlib import Path
from typing import Any

import pytest

from owari.course.course_file import load_course
from owari.course.course_orders import back_up, withdraw
from owari.course.course_store import CourseStore
from owari.course.finals import FINAL, write_final, write_rehearsal
from owari.course.versions import delete, folder_size, make_anew, objection, program_folder
from owari.errors import BadInput
from tests.support.course_server import admit, new_course
from tests.support.sample_programs import PROGRAMS

LOWEST = PROGRAMS / "line" / "lowest.py"


def test_what_a_build_locks_is_counted_opened_and_deleted(tmp_path: Path) -> None:
    place = tmp_path / "program"
    inner = place / "locked" / "inner"
    inner.mkdir(parents=True)
    (file := inner / "data").write_bytes(bytes(1 << 20))
    (place / "link").symlink_to("/")
    for path in (file, inner, place / "locked"):
        path.chmod(0)
    size = folder_size(place)
    assert (size.bytes > 1 << 20, size.entries) == (True, 4)
    assert objection(place) == ""
    modes = [path.stat().st_mode & 0o777 for path in (place / "locked", inner, file)]
    assert modes == [0o700, 0o700, 0o600]
    os.mkfifo(inner / "ff")
    assert objection(place) == "'locked/inner/ff' is neither a file, a folder nor a link"
    inner.chmod(0)
    delete(place)
    assert not place.exists()


def test_a_link_that_a_build_leaves_in_place_of_our_file_leads_nowhere(tmp_path: Path) -> None:
    (place := tmp_path / "program").mkdir()
    for target in (tmp_path / "absent", tmp_path):
        (mark := place / ".owari").symlink_to(target)
        make_anew(mark)
        assert (mark.is_symlink(), mark.read_bytes()) == (False, b"")
        mark.unlink()
    assert [*tmp_path.iterdir()] == [place]


@pytest.mark.parametrize("kind", ["file", "folder"])
def test_a_build_that_puts_a_link_in_place_of_a_file_opens_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """It does so at the last moment, after its file was looked at twice."""
    place, secrets = tmp_path / "program", tmp_path / "secrets"
    place.mkdir()
    secrets.mkdir()
    (secret := secrets / "secret").write_text("secret")
    for path in (secret, secrets):
        path.chmod(0)
    bait = place / "bait"
    bait.mkdir(0o077) if kind == "folder" else bait.touch(0o077)
    look, looks = os.stat, iter([False, True])

    def swap(path: str, **words: Any) -> os.stat_result:
        found = look(path, **words)
        if path == "bait" and next(looks):
            bait.rename(tmp_path / "gone")
            bait.symlink_to(secrets if kind == "folder" else secret)
        return found

    monkeypatch.setattr(os, "stat", swap)
    folder_size(place)
    monkeypatch.undo()
    assert bait.is_symlink()
    assert secrets.stat().st_mode & 0o777 == 0
    secrets.chmod(0o700)
    assert secret.stat().st_mode & 0o777 == 0


def test_what_lies_too_deep_is_an_objection_and_is_deleted(tmp_path: Path) -> None:
    for name, depth in (("a", 60), ("a" * 200, 30)):
        dig(place := tmp_path / "program", name, depth)
        assert objection(place).startswith(f"'{name[:80]}")
        assert objection(place).endswith(
            "...' cannot be read: it lies too deep, or its path is too long"
        )
        with pytest.raises(OSError, match="it lies too deep"):
            folder_size(place)
        delete(place)
        assert not place.exists()


def dig(place: Path, name: str, depth: int) -> None:
    """Makes folders within each other, as a build can."""
    place.mkdir()
    at = os.open(place, os.O_RDONLY)
    for _ in range(depth):
        os.mkdir(name, dir_fd=at)
        inner = os.open(name, os.O_RDONLY, dir_fd=at)
        os.close(at)
        at = inner
    os.close(at)


def test_one_version_that_cannot_be_copied_is_named_and_holds_up_no_other(tmp_path: Path) -> None:
    teams = ("Rocket", "Comet", "Meteor")
    new_course(tmp_path, *teams)
    for team in teams:
        admit(tmp_path, team, LOWEST)
    course = load_course(tmp_path / "c")
    dig(program_folder(course, 3, 1) / "program" / "deep", "a" * 200, 30)
    said: list[str] = []
    with CourseStore.open(tmp_path / "c") as store:
        with pytest.raises(BadInput, match=r"version 1 of Meteor: 'deep/aa.* withdraw it, and"):
            write_final(course, store, course.folder / FINAL, {})
        file = write_rehearsal(course, store, course.folder / "rehearsal-1", {}, said.append)
        assert "Comet: version 1.\n# Meteor has none" in file.read_text()
        back_up(course, store, "instructor", tmp_path / "c.tar.gz", said.append)
        assert [sentence.count("version 1 of Meteor: ") for sentence in said] == [1, 1]
        with tarfile.open(tmp_path / "c.tar.gz") as archive:
            names = archive.getnames()
        assert {"c/hand-ins/3/1/file", "c/versions/2/1/program/lowest.py"} <= {*names}
        assert not [name for name in names if name.startswith("c/versions/3")]
        withdraw(store, "instructor", store.teams()[2], 1)
        write_final(course, store, course.folder / FINAL, {})


def test_a_backup_names_the_file_that_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new_course(tmp_path, "Rocket", "Comet")
    for team in ("Rocket", "Comet"):
        admit(tmp_path, team, LOWEST)
    course = load_course(tmp_path / "c")

    def refuse(self: tarfile.TarFile, name: Path, arcname: object) -> None:
        if "versions" in str(name):
            raise PermissionError(13, "Permission denied", str(name / "locked"))

    with CourseStore.open(tmp_path / "c") as store:
        monkeypatch.setattr(tarfile.TarFile, "add", refuse)
        problem = "version 1 of Rocket: 'versions/1/1/locked' cannot be read: Permission denied"
        with pytest.raises(BadInput, match=problem):
            back_up(course, store, "instructor", tmp_path / "backup.tar.gz", print)
