"""How commands open the results of a tournament that a FILE argument names."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from owari.errors import BadInput
from owari.results.database import BadResults
from owari.results.lock import NotLocked, lock
from owari.results.store import Store

__all__ = [
    "bad_input",
    "change_results",
    "enter_results",
    "is_tournament_file",
    "read_results",
    "results_path",
]


def is_tournament_file(file: Path) -> bool:
    return file.suffix.lower() in (".yaml", ".yml")


def results_path(file: Path) -> Path:
    """The results of a tournament file: the name that ends in `.db` beside it. Any other file is
    taken for the results themselves."""
    return file.with_suffix(".db") if is_tournament_file(file) else file


@contextmanager
def bad_input() -> Iterator[None]:
    """Turns what is wrong with a results file into BadInput."""
    try:
        yield
    except (BadResults, NotLocked) as error:
        raise BadInput(str(error)) from None


@contextmanager
def read_results(file: Path) -> Iterator[Store]:
    """The results that FILE names, which must be there."""
    with bad_input(), Store.open(_existing(file)) as store:
        yield store


@contextmanager
def change_results(file: Path) -> Iterator[Store]:
    """The same, locked against other writers."""
    path = _existing(file)
    with bad_input(), lock(path), Store.open(path, writes=True) as store:
        yield store


@contextmanager
def enter_results(file: Path) -> Iterator[Store]:
    """The results that FILE names, locked, and begun where there are none.

    Those of a tournament file have its rules and its bots, and must not have been begun with
    others; those without one take names as they come.
    """
    path = results_path(file)
    with bad_input():
        if not is_tournament_file(file):
            with lock(path), Store.open_or_create(path) as store:
                yield store
            return

        from owari.tournament.changes import change_text, changes
        from owari.tournament.config import BadTournament, load
        from owari.tournament.result_entry import begin

        try:
            tournament = load(file)
        except BadTournament as error:
            raise BadInput(str(error)) from None
        with lock(path), Store.open_or_create(path) as store:
            if found := changes(store, tournament):
                raise BadInput(
                    f"{path} belongs to a tournament with other settings:"
                    f" {'; '.join(map(change_text, found))}"
                )
            begin(store, tournament)
            yield store


def _existing(file: Path) -> Path:
    path = results_path(file)
    if path != file and file.exists() and not path.exists():
        raise BadInput(f"no game of {file} has been played: {path} is not there")
    return path
