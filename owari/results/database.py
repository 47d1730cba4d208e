"""The SQLite file of a tournament's results: a commit is on disk when it returns.

After each commit the write-ahead log is written into the file, so that a plain copy of the file is
complete. If the path no longer leads to the open file, all results go to a new file beside it. If
another program holds the database, each call waits.
"""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Self, TypeVar

from owari.errors import BadInput
from owari.results.lock import FileLock
from owari.text.printable import printable
from owari.user_files import create_new

HEADER = b"SQLite format 3\0"
"""The first bytes of a database."""
RETRY = 0.2
"""Seconds that SQLite itself waits for another program; Ctrl-C works within this time."""
NOTICE = 2.0
"""Seconds of waiting before a warning says so."""
LONGEST_WAIT = 60.0
"""Seconds."""

BATCH = 1000
"""Rows."""

STAMP = r"-(rescued-)?\d{8}-\d{6}(-\d+)?"
"""What comes into the name of a file that is set aside, as a pattern."""

LONGEST_REASON = 300
"""Characters."""

T = TypeVar("T")


class BadResults(BadInput):
    """A results file that cannot be used; the text is one sentence."""


class NoSuchGame(BadResults):
    """The results file has no game of this number."""


class DatabaseOwner:
    """What keeps its data in a database that ends with it."""

    database: Database

    def close(self) -> None:
        """Closes the file and gives up its lock."""
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Database:
    """An open file. A statement outside of a `transaction` is a transaction of its own. Methods
    raise BadResults, and sqlite3.IntegrityError where a constraint fails."""

    def __init__(self, path: Path, *, writes: bool = False) -> None:
        """Opens an existing file. `writes` locks it against other writers, whatever name they use
        for it. Raises NotLocked."""
        self.path = path
        self._lock = FileLock(path) if writes else None
        self._taken_back = 0
        try:
            with reading(path):
                self._file = _identity(path)
                self._connection = _connect(path)
        except BaseException:
            self._unlock()
            raise

    def close(self) -> None:
        """Closes the file and gives up its lock."""
        with suppress(sqlite3.Error):
            self._connection.close()
        if self._lock and not self.path.exists():
            for suffix in ("-wal", "-shm"):  # what SQLite leaves of a file that was removed
                with suppress(OSError):
                    self.path.with_name(self.path.name + suffix).unlink()
        self._unlock()

    def all(self, sql: str, values: Iterable[object] = ()) -> list[tuple[Any, ...]]:
        """The rows of a query."""
        return self._execute(sql, values, sqlite3.Cursor.fetchall)

    def change(self, sql: str, values: Iterable[object] = ()) -> int:
        """Executes a statement that writes, and returns how many rows it changed."""
        rows = self._execute(sql, values, lambda cursor: cursor.rowcount)
        if not self._connection.in_transaction:
            self._checkpoint()
        return rows

    def insert(self, sql: str, values: Iterable[object]) -> int:
        """Executes a statement that adds a row, and returns its number."""
        return self._execute(sql, values, lambda cursor: cursor.lastrowid or 0)

    def rows(self, sql: str, values: Iterable[object] = ()) -> Iterator[tuple[Any, ...]]:
        """The rows of a query one after the other; none is kept."""
        cursor = self._execute(sql, values, lambda cursor: cursor)
        while batch := self._fetch(cursor):
            yield from batch

    def read_any_text(self) -> None:
        """From now on text that is no UTF-8 reads with its bytes written out, and is no error."""
        self._connection.text_factory = partial(str, encoding="utf-8", errors="backslashreplace")

    def pragma(self, name: str) -> int:
        """A number that the file holds beside its tables."""
        return int(self.all(f"PRAGMA {name}")[0][0])

    @property
    def state(self) -> object:
        """Equals an earlier one only where nobody else can have changed the file since then, and
        nothing of it was taken back."""
        return self._taken_back if self._lock else object()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """The changes in the block become visible, and durable, as a whole or not at all. A block
        within a block is part of it."""
        if self._connection.in_transaction:
            yield
            return
        self.change("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._taken_back += 1
            self._connection.rollback()
            raise
        self.change("COMMIT")

    def _execute(
        self, sql: str, values: Iterable[object], result: Callable[[sqlite3.Cursor], T]
    ) -> T:
        # sqlite3 keeps prepared statements by their text: a row costs no parsing.
        def call() -> T:
            return result(self._connection.execute(sql, tuple(values)))

        with reading(self.path):
            return _when_free(self.path, call)

    def _fetch(self, cursor: sqlite3.Cursor) -> list[tuple[Any, ...]]:
        with reading(self.path):
            return _when_free(self.path, lambda: cursor.fetchmany(BATCH))

    def _checkpoint(self) -> None:
        """After a commit: writes the log into the file, which must be in its place. While another
        program reads the file, the log stays until a later commit."""
        with reading(self.path):
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        if not self._in_place():
            raise BadResults(
                f"{self.path} was removed, renamed or replaced while it was written;"
                f" {self._rescue()}"
            )

    def _in_place(self) -> bool:
        # As long as the file is open no other can have its number.
        try:
            return _identity(self.path) == self._file
        except OSError:
            return False

    def _rescue(self) -> str:
        """Copies all results to a new file, and returns a clause that names it."""
        import tempfile

        why = "no folder is left"
        for folder in dict.fromkeys((self.path.parent, Path.cwd(), Path(tempfile.gettempdir()))):
            try:
                kept = _stamped(folder / self.path.name, "rescued-")
                with closing(sqlite3.connect(kept)) as copy:
                    self._connection.backup(copy)
            except (OSError, sqlite3.Error) as error:
                why = str(error)
            else:
                return f"{kept} has all results: move it to {self.path}, and run the command again"
        return f"the results are lost: {why}"

    def _unlock(self) -> None:
        if self._lock:
            self._lock.close()


def is_blank(path: Path) -> bool:
    """Whether there is no file, an empty one, or a database in which nothing was committed."""
    with reading(path):
        if not path.exists() or (path.is_file() and path.stat().st_size == 0):
            return True
        # SQLite takes a file of a single byte for a new database.
        if not path.is_file() or path.stat().st_size < len(HEADER):
            return False
        with closing(_connect(path)) as connection:
            tables: int = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        return tables == 0


def is_database(file: Path) -> bool:
    """Whether this is a file of a database, by its first bytes."""
    try:
        if not file.is_file():
            return False  # what is read of a pipe is gone from it
        with file.open("rb") as opened:
            return opened.read(16) == b"SQLite format 3\0"
    except OSError:
        return False


def set_aside(path: Path) -> Path:
    """Renames a results file and what a killed process left beside it, and returns the new name.
    Raises BadResults."""
    with reading(path):
        aside = _stamped(path)
        # The log goes first: beside a new file of the old name it would be taken for that one's.
        for suffix in ("-wal", "-shm", "-journal", ""):
            old = path.with_name(path.name + suffix)
            if old.exists():
                old.replace(aside.with_name(aside.name + suffix))
        return aside


def files_aside(path: Path) -> list[Path]:
    """The files that were set aside or rescued of a results file and are still beside it."""
    name = re.compile(f"{re.escape(path.stem)}{STAMP}{re.escape(path.suffix)}")
    with suppress(OSError):
        return sorted(file for file in path.parent.iterdir() if name.fullmatch(file.name))
    return []


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Turns the errors of files, of SQLite and of row checks into BadResults, but for those of
    constraints."""
    try:
        yield
    except (sqlite3.IntegrityError, BadResults):
        raise
    except OSError as error:
        raise BadResults(f"{path} cannot be used: {error.strerror}") from None
    except sqlite3.OperationalError as error:
        raise BadResults(f"{path} cannot be used: {_cause(error)}") from None
    except (sqlite3.Error, ValueError, KeyError, TypeError, RecursionError) as error:
        if _code(error) == sqlite3.SQLITE_NOTADB:
            raise BadResults(f"{path} is not a results file") from None
        raise BadResults(f"{path} is damaged: {_short(error)}") from None


def _cause(error: sqlite3.OperationalError) -> str:
    """What is wrong, and what to do."""
    if _code(error) in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
        return (
            f"{error}. All games that were told of are kept: make room on the disk, and run the"
            " command again"
        )
    if _code(error) == sqlite3.SQLITE_READONLY:
        return "it is read-only: make it and its folder writable, or use a copy"
    return _short(error)


def _short(error: Exception) -> str:
    """Its text; it can hold a value of the file, of any length."""
    text = str(error)
    return text if len(text) <= LONGEST_REASON else f"{text[:LONGEST_REASON]}..."


def _code(error: Exception) -> int:
    """SQLite's primary result code; 0 for an error that is not SQLite's."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _identity(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_dev, found.st_ino


def _stamped(path: Path, kind: str = "") -> Path:
    """Makes an empty file whose name is that of `path` with the time. Raises OSError."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    return create_new(path.with_name(f"{path.stem}-{kind}{stamp}{path.suffix}"))


def _connect(path: Path) -> sqlite3.Connection:
    """A connection that commits each statement by itself; read-only if the file cannot be
    written."""
    try:
        return _when_free(path, lambda: _connected(path, "mode=rw"))
    except sqlite3.OperationalError:
        if not path.exists() or path.with_name(path.name + "-wal").exists():
            raise
        # A folder where nothing can be written has no room for the files by which processes
        # share a write-ahead log; but there nobody else writes either.
        return _connected(path, "mode=ro&immutable=1")


def _connected(path: Path, parameters: str) -> sqlite3.Connection:
    uri = f"{path.absolute().as_uri()}?{parameters}"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=RETRY)
    try:
        connection.execute("SELECT count(*) FROM sqlite_master")  # opens the file
        connection.execute("PRAGMA synchronous = NORMAL")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _when_free(path: Path, call: Callable[[], T]) -> T:
    """Repeats the call while another program holds the database, with a warning. Raises
    BadResults."""
    begun = time.monotonic()
    warned = False
    while True:
        try:
            return call()
        except sqlite3.OperationalError as error:
            if _code(error) != sqlite3.SQLITE_BUSY:
                raise
            waited = time.monotonic() - begun
            if waited > LONGEST_WAIT:
                raise BadResults(
                    f"another program has held {path} for {waited:.0f} s: close it, perhaps a"
                    " database browser, and run the command again"
                ) from None
            if waited > NOTICE and not warned:
                warned = True
                # Without a handler of its own it comes out on standard error.
                import logging

                logging.getLogger(__name__).warning(
                    f"Another program holds {printable(str(path))}: waiting for up to"
                    f" {LONGEST_WAIT:.0f} s"
                )


FileStamp = tuple[tuple[int, int, int] | None, ...]


def file_stamp(path: Path) -> FileStamp:
    """Changes with each commit, which is in the file or in the log beside it. A log that is empty
    is as none: whoever opens the file to read makes one."""
    log = _stamp(path.with_name(f"{path.name}-wal"))
    return _stamp(path), log if log and log[1] else None


def _stamp(path: Path) -> tuple[int, int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns
