"""The folder of a course as it begins."""

from __future__ import annotations

from pathlib import Path

from owari.course.course_file import NAME, new_course_text
from owari.course.course_store import CourseStore
from owari.errors import BadInput
from owari.games.game import Game


def make_course(folder: Path, game: Game) -> None:
    """Makes the folder of a new course. Raises BadInput."""
    if (folder / NAME).exists():
        raise BadInput(f"{folder} is a course already: edit {folder / NAME}")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise BadInput(f"{folder} is not empty: name a new folder")
        folder.chmod(0o711)
        with (folder / NAME).open("x", encoding="utf-8") as file:
            file.write(new_course_text(folder.resolve().name, game))
    except OSError as error:
        raise BadInput(f"{folder}: {error.strerror}") from None
    with CourseStore.open(folder) as store:
        store.note("instructor", "made the course")
