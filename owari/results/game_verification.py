"""Whether a record answers the game that was asked for, and whether its row and the rules agree.

A record that another machine sends is checked before it is stored, and stored records whenever
somebody verifies the results: by the same rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from owari.games.game import BadMove, IllegalMove, Position, Side
from owari.records.pgn import BadRecord, format_game, read_game
from owari.records.played_by import is_elsewhere, is_of_bot
from owari.records.record import GameRecord, Result, Termination
from owari.referee.referee import Adjudication
from owari.results.bot_names import composed
from owari.results.game_log import UNPLAYED, StoredBot, StoredGame
from owari.results.game_rows import thinking_times
from owari.text.printable import plain

WITHOUT_MOVES = (Termination.ENDED_REFEREE, *UNPLAYED)
"""How games end that nobody played to this end: their records have no moves."""
NOT_SENT = (*WITHOUT_MOVES, Termination.REPORTED, Termination.UNFINISHED)
"""How no game ends that a referee has played."""


class AskedGame(NamedTuple):
    """A game as the schedule has it, before it is played. None: the schedule leaves that open."""

    south: str
    north: str
    start: Position | None
    """Its side to move moves first."""
    opening: str | None = None
    """As records name it."""
    round: str | None = None
    pair: str | None = None
    leg: str | None = None


def schedule_differences(record: GameRecord, asked: AskedGame) -> Iterator[str]:
    """A clause on everything in which the record is not one of the game that was asked for."""
    for what, found, wanted in (
        ("South is", record.south, asked.south),
        ("North is", record.north, asked.north),
        ("it begins at", record.start, asked.start),
        ("the opening is", record.opening, asked.opening and plain(asked.opening)),
        ("the round is", record.round, asked.round),
        ("the pair is", record.pair, asked.pair),
        ("the leg is", record.leg, asked.leg),
    ):
        if wanted is not None and found != wanted:
            yield f"{what} {_shown(found)}, and the schedule has {_shown(wanted)}"


def sent_record(record: GameRecord, asked: AskedGame, adjudication: Adjudication) -> GameRecord:
    """The record that another referee sends of the game that was asked for, as its text says it.

    So it holds nothing but what a results file can hold, whatever was sent. Raises ValueError with
    a clause where it is no such record.
    """
    try:
        text = format_game(record)
    except Exception as error:  # parts of it can be anything
        raise ValueError(f"its record cannot be written: {type(error).__name__}") from None
    try:
        sent = read_game(text, "its record")
    except BadRecord as error:
        raise ValueError(str(error)) from None
    if sent.ending.termination in NOT_SENT:
        raise ValueError(f"it ended {sent.ending.termination.value!r}, which no referee sends")
    for clause in (
        *schedule_differences(sent, asked),
        *ending_faults(sent, adjudication, refereed=True),
    ):
        raise ValueError(clause)
    return sent


def row_differences(
    record: GameRecord, game: StoredGame, former_names: dict[str, list[str]]
) -> Iterator[str]:
    """A clause on everything in which the record and the row of its game differ."""
    for side, name, recorded in (
        ("South", game.south, composed(record.south)),
        ("North", game.north, composed(record.north)),
    ):
        if recorded not in (name, *former_names.get(name, ())):
            yield _differs(f"{side} is", name, recorded)
    (result, score, termination, reason), recorded_ending = game.ending, record.ending
    for what, row, said in (
        ("who moves first is", game.first, record.first),
        ("the result is", result.value, recorded_ending.result.value),
        ("the score is", score, recorded_ending.score),
        ("the termination is", termination.value, recorded_ending.termination.value),
        ("the reason is", plain(reason), recorded_ending.reason),
        ("the moves are", game.moves, record.moves),
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


def foreign_moves(
    record: GameRecord, game: StoredGame, bots: Mapping[str, StoredBot]
) -> Iterator[str]:
    """A clause on each side whose moves somebody else than the bot of its name made, as far as the
    record says it."""
    for side in Side:
        name, by = game.player(side), record.by(side)
        bot = bots.get(name)
        if not by or bot is None or bot.settings is None:
            continue
        if not (is_elsewhere(by) if bot.by_hand else is_of_bot(by, record.player(side))):
            yield f"its record does not show that {name} made its moves: {by}"


def start_differences(record: GameRecord) -> Iterator[str]:
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


def ending_faults(
    record: GameRecord, adjudication: Adjudication, *, refereed: bool
) -> Iterator[str]:
    """A clause on everything in which a game that its record can be read of cannot have ended so.

    `refereed` is a game that our referee played: its faults begin with the name of the loser, and
    its adjudication ended it as soon as it could.
    """
    result, score, termination, _ = record.ending
    if termination is Termination.NORMAL and not (refereed and adjudication):
        return  # the reader of records has compared both
    *_, position = positions = [*record.positions()]
    outcome = position.outcome()
    if refereed and adjudication and termination is not Termination.REPORTED:
        for plies, each in enumerate(positions[1:-1], 1):
            if each.outcome() is None and adjudication.ending(each, plies):
                yield f"the rules of adjudication end it after ply {plies}, and it went on"
                return
    if termination is Termination.REPORTED:
        if outcome and score != outcome:
            yield f"its moves end {outcome}, and its score is {score}"
        return
    if termination is Termination.NORMAL:
        return
    if termination is Termination.ADJUDICATED:
        found = None if outcome else adjudication.ending(position, len(record.plies))
        if found != record.ending:
            yield f"the rules of adjudication do not end it {score} after its last move"
        return
    early = termination is Termination.STOPPED_EARLY
    expected = position.settled() if early else position.score()
    if score != expected:
        yield f"its last position has the score {expected}, and the score is {score}"
    if early:
        if result is not Result.won_by(score.winner):
            yield f"its score is {score}, and the result is {result.value}"
        if refereed and 2 * max(position.score()[:2]) <= sum(position.settled()[:2]):
            yield "it was stopped before a side had more than half of all"
        return
    if result is Result.DRAW:
        yield f"it ended by a forfeit ({termination.value}), and the result is a draw"
    if record.plies and (termination in WITHOUT_MOVES or result is Result.NEITHER):
        yield f"it has moves, and it ended {result.value} ({termination.value}) before the first"
    if refereed:
        yield from _blame(record)


def _blame(record: GameRecord) -> Iterator[str]:
    """Whether the loser of a forfeited game is the one whose fault it was. Nothing but the sentence
    names that bot, which begins with it."""
    result, _, _, reason = record.ending
    losers = [record.player(side) for side in Side if side is not result.winner]
    if not reason.startswith(tuple(f"{loser} " for loser in losers)):
        yield f"the result is {result.value}, and the fault is not that of {' or '.join(losers)}"


def _differs(what: str, row: object, said: object) -> str:
    return f"{what} {_shown(row)} in its row and {_shown(said)} in its record"


def _shown(value: object) -> str:
    text = str(value)
    return repr(f"{text[:60]}..." if len(text) > 63 else text)
