"""Whether the row of a game, its record and the rules agree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from owari.games.game import BadMove, Game, IllegalMove, Position
from owari.records.pgn import BadRecord, read_game
from owari.records.record import GameRecord, Result, Termination
from owari.referee.adjudication import Adjudication
from owari.results.bot_names import composed
from owari.results.game_log import StoredGame
from owari.results.game_rows import thinking_times
from owari.text.printable import plain

__all__ = ["contradictions"]

SETTLED = (Termination.STOPPED_EARLY,)
"""Each side keeps the stones in its row, and the score decides."""


def contradictions(
    text: str,
    game: StoredGame,
    rules: Game,
    former_names: dict[str, list[str]],
    adjudication: Adjudication,
) -> Iterator[str]:
    """A clause on everything in which the text of a record differs from the row of its game, or
    from the rules."""
    try:
        record = read_game(text, "its record")
    except BadRecord as error:
        yield str(error)
        return
    if record.game != rules:
        yield f"its record is of {record.game.name}, and the tournament plays {rules.name}"
        return
    yield from _row_differences(record, game, former_names)
    yield from _start(record)
    yield from _end(record, adjudication)


def _row_differences(
    record: GameRecord, game: StoredGame, former_names: dict[str, list[str]]
) -> Iterator[str]:
    """Where the record differs from the row."""
    for side, name, recorded in (
        ("South", game.south, composed(record.south)),
        ("North", game.north, composed(record.north)),
    ):
        if recorded not in (name, *former_names.get(name, ())):
            yield _differs(f"{side} is", name, recorded)
    (result, score, termination, reason), recorded_ending = game.ending, record.ending
    moves = " ".join(record.game.format_move(ply.move) for ply in record.plies)
    for what, row, said in (
        ("who moves first is", game.first, record.first),
        ("the result is", result.value, recorded_ending.result.value),
        ("the score is", score, recorded_ending.score),
        ("the termination is", termination.value, recorded_ending.termination.value),
        ("the reason is", plain(reason), recorded_ending.reason),
        ("the moves are", game.moves, moves),
        ("the opening is", plain(game.opening), record.opening),
        ("the pair is", plain(game.pair), record.pair),
        ("the leg is", plain(game.leg), record.leg),
        ("the machine is", plain(game.machine), record.machine),
    ):
        if row != said:
            yield _differs(what, row, said)
    times = (game.south_seconds, game.north_seconds, game.south_slowest, game.north_slowest)
    if times not in (thinking_times(record), (None,) * 4):  # version 1 did not store them
        yield _differs("the thinking times are", times, thinking_times(record))


def _start(record: GameRecord) -> Iterator[str]:
    """Whether the game begins where the rules or its opening say."""
    start = record.game.start(record.first)
    if not record.opening:
        if record.start != start:
            yield f"it begins at {record.start}, which is not the start of {record.game.name}"
        return
    moves = _played(record.game.start(), record.opening.split())
    if moves is not None and moves != record.start:
        yield f"it begins at {record.start}, and its opening {record.opening} ends at {moves}"


def _played(position: Position, words: Sequence[str]) -> Position | None:
    """The position after these moves; None if the words are no moves but a name."""
    try:
        for word in words:
            position = position.play(position.rules.parse_move(word))
    except (BadMove, IllegalMove):
        return None
    return position


def _end(record: GameRecord, adjudication: Adjudication) -> Iterator[str]:
    """Whether the ending is that of the last position."""
    result, score, termination, _ = record.ending
    position = record.final
    outcome = position.outcome()
    if termination is Termination.REPORTED:
        if outcome and score != outcome:
            yield f"its moves end {outcome}, and its score is {score}"
        return
    if termination is Termination.NORMAL:  # the reader of records has compared both
        return
    if termination is Termination.ADJUDICATED:
        found = None if outcome else adjudication.ending(position, len(record.plies))
        if found != record.ending:
            yield f"the rules of adjudication do not end it {score} after its last move"
        return
    expected = position.settled() if termination in SETTLED else position.score()
    if score != expected:
        yield f"its last position has the score {expected}, and the score is {score}"
    if termination in SETTLED and result is not Result.won_by(score.winner):
        yield f"its score is {score}, and the result is {result.value}"
    if termination.is_fault and result is Result.DRAW:
        yield f"it ended by a forfeit ({termination.value}), and the result is a draw"


def _differs(what: str, row: object, said: object) -> str:
    return f"{what} {_shown(row)} in its row and {_shown(said)} in its record"


def _shown(value: object) -> str:
    text = str(value)
    return repr(f"{text[:60]}..." if len(text) > 63 else text)
