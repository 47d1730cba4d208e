"""How to build an opening book: every position of one side's best play against anything.

The builder goes ply by ply, from the start and from each position after the opponent's first move.
It leaves a position out if the kernel proves it on one core by visiting few positions. For any
other position it proves and keeps the best move, and each answer of the opponent leads to a next
position. Of equally good moves it takes the lowest pit, so a book is the same on every machine.

    python -m owari.engine.book_builder [--game GAME] [--plies N] [--easy N] [--output FILE]

Proved values stay in a file beside the output that ends in .part. After an interruption the same
command continues from there. The book of Owari takes about an hour.
"""

from __future__ import annotations

import fcntl
import os
import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple
from weakref import ReferenceType, ref

from owari.engine.book import Book, BookMove, fits, key_of
from owari.engine.endgames import START_UP, cores, endgames, largest_within
from owari.engine.families import solve
from owari.engine.kernel import sowing
from owari.engine.solution import Aim
from owari.engine.sowing_kernel import as_given, new_engine
from owari.errors import BadInput
from owari.games.catalog import find_game
from owari.games.game import Move, Side
from owari.games.mancala import OWARI, SOWING_GAMES, Mancala, SowingRules
from owari.user_files import replacing

PLIES = 16
EASY = 200_000
"""Positions that the kernel visits in less than a tenth of a second."""
_EASY_MEGABYTES = 16
"""Size of the transposition table of the kernel that proves an easy position."""


class _Left(Exception):
    """The caller no longer wants the book."""


class _Wanted:
    """Exists while the caller wants the book."""


class Step(NamedTuple):
    """A position that is done."""

    key: int
    entry: BookMove | None
    """None for a position that the book leaves out."""
    ply: int
    left: int
    """Positions of the same ply that are still to do."""


def make_book(
    rules: SowingRules, plies: int, easy: int, known: Mapping[int, BookMove | None]
) -> Iterator[Step]:
    """Yields each position of the book with fewer than `plies` plies before it. Needs the kernel.

    The book leaves a position out if its proof visits `easy` positions at most. `known` has the
    entries of an earlier run by their keys, None for those it left out; they make no steps.
    """
    start = rules.start()
    frontier = {key_of(start): start}
    for position in _after_opponent(start, start.turn.other):
        frontier[key_of(position)] = position
    endgames(rules).grow(largest_within(rules, START_UP))
    ply = 0
    pool = ThreadPoolExecutor(cores())
    wanted = _Wanted()
    is_wanted = ref(wanted)
    try:
        while frontier and ply < plies:
            unknown = [position for key, position in frontier.items() if key not in known]
            are_easy = pool.map(lambda position: _is_easy(position, easy, is_wanted), unknown)
            following: dict[int, Mancala] = {}
            for done, (key, position) in enumerate(frontier.items(), start=1):
                if key in known:
                    entry = known[key]
                else:
                    entry = None if next(are_easy) else _best(position)
                    yield Step(key, entry, ply, len(frontier) - done)
                if entry:
                    side = position.turn
                    move = Move(rules.row(side)[entry.place])
                    for after in _after_opponent(position.play(move), side):
                        following.setdefault(key_of(after), after)
            frontier = following
            ply += 2
    finally:
        # Where one Ctrl-C follows another, this may not be reached: the end of the frame does it.
        del wanted
        pool.shutdown(cancel_futures=True)


def _after_opponent(position: Mancala, side: Side) -> Iterator[Mancala]:
    """The next positions with the side to move, for every move of the opponent."""
    if position.outcome():
        return
    if position.turn is side:
        yield position
        return
    for move in position.legal_moves():
        yield from _after_opponent(position.play(move), side)


def _is_easy(position: Mancala, most: int, is_wanted: ReferenceType[_Wanted]) -> bool:
    """Raises _Left soon after nobody wants the book: signals come to the main thread only."""
    if not is_wanted():
        raise _Left

    def look(bounds: object) -> None:
        if not is_wanted():
            raise _Left

    engine = new_engine(position.rules, _EASY_MEGABYTES, 1)
    table = endgames(position.rules)
    engine.use(table.stones, table.values)
    bounds, _ = engine.solve(as_given(position), 0.0, most, Aim.MARGIN, look)
    return bool(max(lower for _, lower, _ in bounds) == max(upper for _, _, upper in bounds))


def _best(position: Mancala) -> BookMove:
    solution = solve(position, aim=Aim.BEST_MOVE, by_book=False)
    place = position.rules.row(position.turn).index(solution.best.cell)
    return BookMove(place, solution.lower - position.score().margin(position.turn))


def write_book(
    game: Any, plies: int, easy: int, output: Path, show: Callable[[str], object]
) -> Book:
    """Writes the book of the game to a new file; `show` hears how far it is. Raises BadInput and
    OSError."""
    if sowing is None:
        raise BadInput("only the kernel builds a book, and this installation has no kernel")
    if game.family not in SOWING_GAMES:
        raise BadInput(f"{game.name} has no book: choose {', '.join(SOWING_GAMES)}")
    if game.counts_plies:
        raise BadInput(f"{game.name} has special rules for its first plies, which no book can hold")
    if not fits(game):
        raise BadInput(f"{game.name} has too many positions for a book: choose a smaller board")
    if output.exists():
        raise BadInput(f"{output} exists already: name another file")
    part = output.with_name(output.name + ".part")
    title = f"{plies} plies of {game.name} without what takes {easy} positions\n"
    with part.open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BadInput(f"{part} is in use: another process builds this book") from None
        known = _read(part, title)
        if not known and file.tell() == 0:
            file.write(title)
        for step in make_book(game, plies, easy, known):
            known[step.key] = step.entry
            file.write(" ".join(map(str, (step.key, *(step.entry or ())))) + "\n")
            file.flush()
            show(f"ply {step.ply}: {step.left:,} left there, {len(known):,} positions done")
        book = Book(game, {key: entry for key, entry in known.items() if entry})
        with replacing(output) as new:
            new.write_bytes(book.to_bytes())
        part.unlink()
    return book


def _read(part: Path, title: str) -> dict[int, BookMove | None]:
    """The values that an earlier run has found, without a last line that is not complete. Raises
    BadInput and OSError."""
    known: dict[int, BookMove | None] = {}
    text = part.read_text(encoding="ascii", errors="replace")
    whole = text[: text.rfind("\n") + 1]
    if whole and not whole.startswith(title):
        raise BadInput(f"{part} belongs to another book: remove it, or name another output file")
    for number, line in enumerate(whole.splitlines()[1:], start=2):
        words = line.split()
        try:
            key, *entry = map(int, words)
            known[key] = BookMove(*entry) if entry else None
        except (ValueError, TypeError):
            raise BadInput(f"{part}, line {number} is damaged: remove the file") from None
    if whole != text:
        os.truncate(part, len(whole))
    return known


def main(words: Sequence[str] | None = None) -> None:
    """Builds the book that the words of the command line ask for. Leaves with 2 for bad input."""
    parser = ArgumentParser(
        prog="python -m owari.engine.book_builder",
        description="Build a book of every position of one side's best play against any play.",
    )
    add = parser.add_argument
    add(
        "--game",
        default=OWARI.name,
        help="a game of pits, such as kalah:6x3; %(default)s by default",
    )
    without = "leave out positions"
    for name, default, what in (
        ("--easy", EASY, "that the kernel proves with at most this many positions"),
        ("--plies", PLIES, "after this many plies"),
    ):
        add(name, type=_count, default=default, help=f"{without} {what}; {default:,} by default")
    add("--output", type=Path, default="owari.book", help="a new file; %(default)s by default")
    given = parser.parse_args(words)
    try:
        book = write_book(find_game(given.game), given.plies, given.easy, given.output, _show)
    except BadInput as error:
        parser.error(str(error))
    except OSError as error:
        parser.error(f"{given.output} cannot be written: {error.strerror or error}")
    finally:
        _show("")
    size = given.output.stat().st_size
    print(f"{given.output}: {len(book):,} positions, {size:,} bytes")


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"{text!r} is not a whole number from 1")
    return int(text)


def _show(text: str) -> None:
    """Replaces the text of the last line, where somebody sees it."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        print("Interrupted.", file=sys.stderr)
        sys.exit(130)
