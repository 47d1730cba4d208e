"""Proves the margins of all positions of Owari after one to four plies, and writes them to the
package: `python tests/benchmarks/owari_openings.py`. The margins after four plies take the kernel
some minutes; the others follow from them."""

from __future__ import annotations

from owari.engine.book import PACKAGED_OPENINGS, Book, BookMove, key_of
from owari.engine.families import solve
from owari.engine.solution import Aim
from owari.games.game import Move
from owari.games.mancala import OWARI, Mancala

PLIES = 4


def main() -> None:
    """Writes the file of the package anew."""
    layers: list[set[Mancala]] = [{OWARI.start()}]
    for _ in range(PLIES):
        layers.append({each.play(move) for each in layers[-1] for move in each.legal_moves()})
    margins: dict[Mancala, tuple[Move, int]] = {}
    for position in layers.pop():
        solution = solve(position, aim=Aim.MARGIN)
        margins[position] = solution.best, solution.lower
    for layer in layers[:0:-1]:
        for position in layer:
            margins[position] = _best(position, margins)
    PACKAGED_OPENINGS.write_bytes(book_of(margins).to_bytes())


def book_of(margins: dict[Mancala, tuple[Move, int]]) -> Book:
    """The book with a best move and the final margin of each position."""
    entries = {}
    for position, (move, margin) in margins.items():
        place = position.rules.row(position.turn).index(move.cell)
        entries[key_of(position)] = BookMove(place, margin - position.score().margin(position.turn))
    return Book(OWARI, entries)


def _best(position: Mancala, after: dict[Mancala, tuple[Move, int]]) -> tuple[Move, int]:
    """The lowest of the best moves and its margin, from those of the positions after it."""
    replies = [(move, -after[position.play(move)][1]) for move in position.legal_moves()]
    return max(replies, key=lambda reply: reply[1])


if __name__ == "__main__":
    main()
