"""The results of a tournament that a file names: its own, or the tournament file beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from owari.errors import BadInput
from owari.results.database import is_blank, is_database
from owari.results.lock import InUse, lock
from owari.results.store import Store

if TYPE_CHECKING:
    from owari.tournament.file.tournament_settings import Tournament

REMEDY = (
    "If a tournament runs, wait for its end, or interrupt it with Ctrl-C, which keeps the finished"
    " games. Then change the results, and run the tournament again."
)


def is_tournament_file(file: Path) -> bool:
    """Whether the name is that of a tournament file."""
    return file.suffix.lower() in (".yaml", ".yml")


def is_of_tournament(file: Path) -> bool:
    """Whether this is a tournament file or a results file, and not a record."""
    return is_tournament_file(file) or is_database(file)


def results_path(file: Path) -> Path:
    """The results file of a tournament file: the name that ends in `.db` beside it. Any other name
    is that of a results file."""
    return file.with_suffix(".db") if is_tournament_file(file) else file


def has_games(path: Path) -> bool:
    """Whether the results have a game already."""
    if is_blank(path):
        return False
    with Store.open(path) as store:
        return bool(store.numbers())


@contextmanager
def read_results(file: Path) -> Iterator[Store]:
    """The results that FILE names. Raises BadInput where there are none."""
    with Store.open(_existing(file)) as store:
        yield store


@contextmanager
def change_results(file: Path) -> Iterator[Store]:
    """The same, locked against other writers."""
    path = _existing(file)
    with _locked(path), Store.open(path, writes=True) as store:
        yield store


@contextmanager
def enter_results(file: Path, warn: Callable[[str], None]) -> Iterator[Store]:
    """The results that FILE names, locked, and created where there are none.

    The results of a tournament file have its rules and its bots; other results take any names.
    Where the file is wrong or has changed, results that a tournament has begun stay as they are,
    and `warn` gets a sentence. Raises BadInput where there are none.
    """
    path = results_path(file)
    if not is_tournament_file(file):
        with _locked(path), Store.open_or_create(path) as store:
            yield store
        return

    from owari.tournament.file.reader import load
    from owari.tournament.file.yaml_source import BadTournament

    tournament: Tournament | None = None
    trouble: BadInput | None = None
    try:
        tournament = load(file, tolerant=True)
    except BadTournament as error:
        if is_blank(path):
            raise
        trouble = error
    with _locked(path), Store.open_or_create(path) as store:
        if tournament:
            trouble = _entered(store, tournament, file, warn)
        if trouble and store.hand_made:
            raise trouble
        if trouble:
            warn(f"{trouble}\n{path} stays as it is, with the bots that it has.")
        yield store


@contextmanager
def change_tournament(file: Path, warn: Callable[[str], None]) -> Iterator[Store]:
    """The same for results that exist. Without the tournament file they count as they are."""
    path = _existing(file)
    with enter_results(file if file.exists() else path, warn) as store:
        yield store


def _entered(
    store: Store, tournament: Tournament, file: Path, warn: Callable[[str], None]
) -> BadInput | None:
    """Enters the tournament in its results, or returns why it does not fit them."""
    from owari.tournament.changes import change_sentence, changes, refusal, renamed_bots
    from owari.tournament.resumption import ComesTooLate, begin

    changed = changes(store, tournament)
    if why := refusal(store.path, changed):
        return BadInput(why)
    for old, new in renamed_bots(store, tournament):
        return BadInput(f"{file} has {new!r} in place of {old!r}")
    try:
        begin(store, tournament, changed=changed)
    except ComesTooLate as error:
        return error
    for change in changed:
        warn(change_sentence(change))
    return None


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Locks a results file. Raises NotLocked, with the remedy where a tournament may run."""
    with ExitStack() as held:
        try:
            held.enter_context(lock(path))
        except InUse as error:
            raise InUse(f"{error}. {REMEDY}") from None
        yield


def _existing(file: Path) -> Path:
    path = results_path(file)
    if path != file and not path.exists():
        if file.exists():
            raise BadInput(f"{file} has no results yet: {path} does not exist")
        raise BadInput(f"there is neither {file} nor its results, {path}")
    return path
