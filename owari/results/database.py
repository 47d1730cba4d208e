"""The SQLite file of a tournament's results, in which a commit is on disk when it returns.

After each commit the write-ahead log is written into the file itself, so that a plain copy of the
file holds all; and the path must still lead to the file that is open, else all of it is kept in a
new file beside it. A database that another program holds is waited for.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from owari.errors import BadInput
from owari.results.lock import FileLock
from owari.text.printable import printable

__all__ = ["BadResults", "Database", "is_blank", "sentences", "set_aside"]

LOOK = 0.2
"""Seconds that SQLite itself waits for another program; so soon Ctrl-C is heard."""
PATIENCE = 2.0
"""Seconds of waiting before it is said."""
WAIT = 60.0
"""Seconds of waiting at most."""

T = TypeVar("T")


class BadResults(BadInput):
    """A results file that cannot be used as asked; the text is one sentence."""


class Database:
    """An open file; statements outside of a `transaction` are committed by themselves. Methods
    raise BadResults; a constraint's sqlite3.IntegrityError is the caller's."""

    def __init__(self, path: Path, *, writes: bool = False) -> None:
        """Opens an existing file; with `writes` it is locked against other writers, whatever they
        call it. Raises NotLocked."""
        self.path = path
        self._lock = FileLock(path) if writes else None
        try:
            with sentences(path):
                self._file = _identity(path)
                self._connection = _connect(path)
        except BaseException:
            self._unlock()
            raise

    def close(self) -> None:
        with suppress(sqlite3.Error):
            self._connection.close()
        if self._lock and not self.path.exists():
            for suffix in ("-wal", "-shm"):  # what SQLite leaves of a file that was removed
                with suppress(OSError):
                    self.path.with_name(self.path.name + suffix).unlink()
        self._unlock()

    def all(self, sql: str, values: Iterable[object] = ()) -> list[tuple[Any, ...]]:
        """The rows of a query."""
        with sentences(self.path):
            return _patiently(
                self.path, lambda: self._connection.execute(sql, tuple(values)).fetchall()
            )

    def change(self, sql: str, values: Iterable[object] = ()) -> int:
        """Executes a statement that writes; how many rows it has changed."""
        with sentences(self.path):
            # The statement is prepared once: sqlite3 keeps those it has seen by their text.
            rows = _patiently(
                self.path, lambda: self._connection.execute(sql, tuple(values))
            ).rowcount
        if not self._connection.in_transaction:
            self._settle()
        return rows

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """What is written in the block becomes visible, and durable, as a whole or not at all."""
        self.change("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._connection.rollback()
            raise
        self.change("COMMIT")

    def _settle(self) -> None:
        """After a commit: brings it from the log into the file, which must be in its place.

        Where another program reads at this moment the log is emptied by a later commit.
        """
        with sentences(self.path):
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        if not self._in_place():
            raise BadResults(
                f"{self.path} was removed, renamed or replaced while it was written;"
                f" {self._rescued()}"
            )

    def _in_place(self) -> bool:
        # As long as the file is open no other can have its number.
        try:
            return _identity(self.path) == self._file
        except OSError:
            return False

    def _rescued(self) -> str:
        """Keeps all in a new file; a clause that says which."""
        why = "there is no folder for it"
        for folder in dict.fromkeys((self.path.parent, Path.cwd(), Path(tempfile.gettempdir()))):
            try:
                kept = _new_name(folder / self.path.name, "rescued-")
                with closing(sqlite3.connect(kept)) as copy:
                    self._connection.backup(copy)
            except (OSError, sqlite3.Error) as error:
                why = str(error)
            else:
                return (
                    f"all that was played is kept in {kept}: move that to {self.path}, and give"
                    " the same command again"
                )
        return f"what was played cannot be kept: {why}"

    def _unlock(self) -> None:
        if self._lock:
            self._lock.close()


def is_blank(path: Path) -> bool:
    """Whether there is no file, an empty one, or a database in which nothing was committed."""
    with sentences(path):
        if not path.exists() or (path.is_file() and path.stat().st_size == 0):
            return True
        if not path.is_file():
            return False
        with closing(_connect(path)) as connection:
            tables: int = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        return tables == 0


def set_aside(path: Path) -> Path:
    """Renames a results file, with what a killed process has left beside it; the new name, which no
    file has had. Raises BadResults."""
    with sentences(path):
        aside = _new_name(path)
        # The log goes first: beside a new file of the old name it would be taken for that one's.
        for suffix in ("-wal", "-shm", "-journal", ""):
            old = path.with_name(path.name + suffix)
            if old.exists():
                old.replace(aside.with_name(aside.name + suffix))
        return aside


@contextmanager
def sentences(path: Path) -> Iterator[None]:
    """Turns the errors of files and database into BadResults; a constraint's is the caller's."""
    try:
        yield
    except (sqlite3.IntegrityError, BadResults):
        raise
    except OSError as error:
        raise BadResults(f"{path} cannot be used: {error.strerror}") from None
    except sqlite3.OperationalError as error:
        raise BadResults(f"{path} cannot be used: {error}") from None
    except (sqlite3.Error, ValueError, KeyError, TypeError, RecursionError) as error:
        if isinstance(error, sqlite3.DatabaseError) and "not a database" in str(error):
            raise BadResults(f"{path} is not a results file") from None
        raise BadResults(f"{path} is damaged: {error}") from None


def _identity(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_dev, found.st_ino


def _new_name(path: Path, kind: str = "") -> Path:
    """A name like that of `path`, with the time; no other file has it, for it is made. Raises
    OSError."""
    stamp = kind + time.strftime("%Y%m%d-%H%M%S")
    count = 1
    while True:
        again = f"-{count}" if count > 1 else ""
        new = path.with_name(f"{path.stem}-{stamp}{again}{path.suffix}")
        try:
            os.close(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644))
        except FileExistsError:
            count += 1
        else:
            return new


def _connect(path: Path) -> sqlite3.Connection:
    """A connection that commits each statement by itself, and only reads what it may not write."""
    try:
        return _patiently(path, lambda: _connected(path, "mode=rw"))
    except sqlite3.OperationalError:
        if not path.exists() or path.with_name(path.name + "-wal").exists():
            raise
        # A folder where nothing can be written has no room for the files by which processes
        # share a write-ahead log; but there nobody else writes either.
        return _connected(path, "mode=ro&immutable=1")


def _connected(path: Path, parameters: str) -> sqlite3.Connection:
    uri = f"{path.absolute().as_uri()}?{parameters}"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=LOOK)
    try:
        connection.execute("SELECT count(*) FROM sqlite_master")  # opens the file
        connection.execute("PRAGMA synchronous = NORMAL")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _patiently(path: Path, call: Callable[[], T]) -> T:
    """Calls until no other program holds the database, and says that it waits. Raises
    BadResults."""
    begun = time.monotonic()
    told = False
    while True:
        try:
            return call()
        except sqlite3.OperationalError as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            waited = time.monotonic() - begun
            if waited > WAIT:
                raise BadResults(
                    f"{path} is held by another program, for {waited:.0f} s now: end that, a"
                    " database browser perhaps, and give the same command again"
                ) from None
            if waited > PATIENCE and not told:
                told = True
                # Without a handler of its own it comes out on standard error.
                logging.getLogger(__name__).warning(
                    f"{printable(str(path))} is held by another program: waiting up to"
                    f" {WAIT:.0f} s for it"
                )
