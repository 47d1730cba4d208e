"""The games by name, as options, files and protocols write them, and the sister games of each:
others of its family on the same board, which a program may play in its place."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress

from owari.errors import BadInput
from owari.games.game import Game, IllegalMove, Move, Position, Side
from owari.games.mancala import SOWING_GAMES
from owari.games.othello import OTHELLO_GAMES
from owari.text.suggestions import did_you_mean

GAMES: dict[str, Game] = {**SOWING_GAMES, **OTHELLO_GAMES}

_OTHER_NAMES = {"reversi": "othello", "mancala": "kalah", "oware": "owari", "awele": "owari"}
"""What people call a game whose rules have another name here."""


def find_game(name: str) -> Game:
    """The rules called `name`: a game, or a game and its size, as `kalah:6x4` or `othello:6`.
    Raises BadInput with a sentence that names the nearest game, or all of them."""
    family, colon, size = name.partition(":")
    if family not in GAMES:
        meant = _OTHER_NAMES.get(family.lower(), family)
        raise BadInput(f"unknown game {name!r}{did_you_mean(meant, GAMES)}")
    return GAMES[family].sized(size) if colon else GAMES[family]


def sisters(game: Game) -> list[Game]:
    """The other games of the family, on a board of the same size. One with a pie rule differs in
    nothing that a game without a swap shows."""
    return [
        other.sized(game.size_name)
        for other in GAMES.values()
        if type(other) is type(game) and other.family != game.family and not other.pie
    ]


def positions_that_fit(
    start: Position, moves: Iterable[Move], drawn: Collection[int] = ()
) -> list[Position]:
    """The positions after these moves in those sister games in which all are legal. After the plies
    that are `drawn`, the board must be that of the game itself."""
    game = start.rules
    if start != game.start(start.turn):
        return []
    made = list(moves)
    ours = _positions(start, made)
    found = []
    for sister in sisters(game):
        theirs = _positions(sister.start(start.turn), made)
        boards = zip(map(_board, ours), map(_board, theirs), strict=False)
        if len(theirs) > len(made) and all(
            our == their for ply, (our, their) in enumerate(boards) if ply in drawn
        ):
            found.append(theirs[-1])
    return found


def names_of(games: Iterable[Game]) -> str:
    """`kalah and kalah-empty`; empty for none."""
    return " and ".join(game.name for game in games)


def allowed_by(start: Position, moves: Sequence[Move], last: Move, side: Side) -> str:
    """A clause on the sister games in which all these moves and then the `last`, of this side, are
    legal, or on the move that is legal here where its row and column are exchanged; empty where
    there is none."""
    position = _positions(start, moves)[-1]
    meant = start.rules.exchanged(last)
    if meant not in (None, last) and position.turn is side and meant in position.legal_moves():
        name = start.rules.cell_name(meant)
        return f"{name} is legal: its row and column may be exchanged"
    fitting = [
        position.rules
        for position in positions_that_fit(start, moves)
        if position.turn is side and last in position.legal_moves()
    ]
    return f"all moves of the game fit {names_of(fitting)}" if fitting else ""


def _positions(start: Position, moves: Iterable[Move]) -> list[Position]:
    """The position before each move, and the last, as far as the moves are legal."""
    positions = [start]
    with suppress(IllegalMove):
        for move in moves:
            positions.append(positions[-1].play(move))
    return positions


def _board(position: Position) -> str:
    return str(position).split()[0]
