"""What is said at the table, as text."""

from __future__ import annotations

from collections.abc import Sequence

from owari.analysis.values import MoveValues
from owari.engine.evaluation import FINISHED
from owari.games.game import PASS, SWAP, Move, Position, Side
from owari.games.value import Kind, Value, signed
from owari.records.record import GameRecord, Ply, Termination
from owari.report.families import describe, draw, named, report_of, seated
from owari.table.events import (
    BroughtBack,
    Compared,
    Difference,
    Event,
    Exchanged,
    Fixed,
    Moved,
    Noted,
    Resigned,
    Stopped,
    TakenBack,
)
from owari.table.remote_screen import PARTIES
from owari.table.session import Table

__all__ = [
    "advice",
    "board",
    "clocks",
    "ending",
    "match",
    "moves",
    "sentence",
    "stopped",
    "thought",
    "told",
    "who",
    "worth",
]

_KINDS = {Kind.EXACT: "exact margin", Kind.ESTIMATED: "estimated margin", Kind.SCORE: "score"}


def sentence(text: str) -> str:
    """The text with a capital and a full stop."""
    return stopped(text[:1].upper() + text[1:])


def stopped(text: str) -> str:
    """The text with a full stop; for those that begin with a name, which stays as it is."""
    return text if text.endswith((".", "?", "!")) else f"{text}."


def _clock(seconds: float) -> str:
    """`1:05`."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def who(table: Table, side: Side) -> str:
    """The player as the subject of a sentence."""
    if table.screen:
        return PARTIES[side].subject
    facts = (table.position.colour(side), table.record.player(side))
    return f"{side} ({', '.join(filter(None, facts))})"


def told(event: Event, table: Table) -> str:
    """What has happened, in a sentence or a few lines; `table` is as it left it."""
    match event:
        case Moved(_, ply, _):
            return _moved(ply, table)
        case TakenBack(plies):
            return _taken_back(plies, table)
        case Fixed():
            return _fixed(event, table)
        case Exchanged():
            return _exchanged(event, table)
        case BroughtBack():
            return "The game is as it was before."
        case Compared():
            return _compared(event, table)
        case Noted(number):
            return f"Kept with ply {number}."
        case Resigned(side):
            return sentence(f"{who(table, side)} resign{'' if table.screen else 's'}")
        case Stopped(side):
            return sentence(f"{who(table, side)} play{'' if table.screen else 's'} no further")


def board(table: Table, view: str = "ours", *, plain: bool = False) -> str:
    """The board as it is seen here, on the other screen, or both; drawn, or in plain sentences."""
    show = describe if plain else draw
    if table.screen is None:
        return show(table.position, numbering=table.numbering)
    ours = show(table.position, south="us (South)", north="them (North)")
    theirs = show(
        table.position.turned(),
        south="them (South)",
        north="us (North)",
        numbering=table.screen.numbering,
    )
    return {
        "ours": ours,
        "theirs": f"Their screen:\n{theirs}",
        "both": f"Our board:\n{ours}\n\nTheir screen:\n{theirs}",
    }[view]


def _moved(ply: Ply, table: Table) -> str:
    """One line; our move in a relay is made to be read aloud."""
    if ply.move == SWAP:
        return _swapped(ply.side, table)
    if ply.move == PASS:
        return _passed(ply.side, table)
    rules = table.record.game
    here = named(rules, [ply.move], table.called)
    if table.screen is None:
        again = ", and is to move again" if table.goes_on else ""
        return f"{who(table, ply.side)} plays {here}{again}."
    there = table.screen.name(rules, ply.move)
    again = f"; {PARTIES[ply.side].subject} play again" if table.goes_on else ""
    if ply.side is Side.SOUTH:
        return f"We play {here}: enter {there} on their side{again}"
    if there == table.called(ply.move):
        return f"They play {here}{again}"
    before = report_of(rules).cell_before
    return f"They play {before}{there}: {table.called(ply.move)} on our board{again}"


def _swapped(side: Side, table: Table) -> str:
    """What a swap does, for those who see it for the first time."""
    if table.screen is None:
        swapper, other = who(table, side), who(table, side.other)
        return f"{swapper} swaps: the board turns round, and {other} is to move."
    if side is Side.SOUTH:
        return "We swap: the board turns round, on their screen too, and they are to move."
    return "They swap: the board turns round, and we are to move."


def _passed(side: Side, table: Table) -> str:
    if table.screen is None:
        return f"{who(table, side)} has no move and passes."
    return sentence(
        f"{PARTIES[side].subject} have no move and pass: {PARTIES[side.other].subject} are to move"
    )


def thought(
    depth: int | None,
    value: Value | None,
    line: Sequence[str],
    seconds: float | None = None,
    comment: str = "",
    *,
    again: bool = False,
) -> str:
    """What a player said of its move: the reply that it expects, or how it goes on when it is to
    move again, then the line as its moves are called, how far it looked."""
    facts = []
    if len(line) > 1:
        facts.append(f"{'goes on with' if again else 'expects'} {line[1]}")
        between = ", " if " " in line[0] else " "
        facts.append(f"line {between.join(line)}")
    if depth is not None:
        facts.append(f"depth {depth}")
    if value is not None:
        facts.append(worth(value))
    if seconds is not None:
        facts.append(f"{seconds:.2f} s")
    return ", ".join(facts) + (f"; {comment}" if comment else "")


def advice(values: MoveValues, table: Table) -> str:
    """The best move, or all that are equally good, and what it is worth to the side to move."""
    worth = values.worth
    margin = f"{worth.guess:+d}" if worth.guess else "0"
    sure = "exact" if worth.exact else "an estimate"
    best = named(table.record.game, values.best, table.called)
    return f"Best is {best}: final margin {margin}, {sure}."


def worth(value: Value) -> str:
    """What the number is, and the number."""
    if value.kind is Kind.SCORE and abs(value.number) > FINISHED:
        won = value.number > 0
        margin = int(value.number) - (FINISHED if won else -FINISHED)
        return f"{'won' if won else 'lost'}, margin {margin:+d}"
    return f"{_KINDS[value.kind]} {signed(value.number)}"


def _taken_back(plies: Sequence[Ply], table: Table) -> str:
    if not plies:
        return "The resignation is taken back."
    names = ", ".join(_cell(table, ply) for ply in plies)
    return f"Taken back: {names}."


def _fixed(event: Fixed, table: Table) -> str:
    """What was corrected, and what had to go."""
    was = event.now._replace(move=event.was)
    said = f"Ply {event.number} is {_cell(table, event.now)} now, not {_cell(table, was)}."
    if event.dropped:
        first = len(table.record.plies) + 1
        names = ", ".join(_cell(table, ply) for ply in event.dropped)
        said += f" Ply {first} is illegal after that, so these are gone: {names};"
        said += " undo brings them back."
    return said


def _exchanged(event: Exchanged, table: Table) -> str:
    """Who is first now, and what of the game that leaves."""
    said = sentence(f"{who(table, event.first)} move first now")
    names = ", ".join(_cell(table, ply) for ply in event.dropped)
    if event.kept:
        said += f" {event.kept} plies stay." if event.kept > 1 else " 1 ply stays."
    if names:
        said += f" These moves have no place then and are gone: {names}; undo brings them back."
    return said


def _compared(event: Compared, table: Table) -> str:
    """Where the boards differ, and what may be the reason."""
    customs = table.customs
    lines = [_difference(difference, table) for difference in event.differences[:MOST_DIFFERENCES]]
    if (more := len(event.differences) - MOST_DIFFERENCES) > 0:
        lines.append(f"So do {more} more.")
    pieces = customs.pieces(customs.contents(table.position))
    if event.pieces != pieces:
        stones = table.record.game.pieces
        lines.append(f"They have {event.pieces} {stones} in all, and there are {pieces}.")
    if event.differences and event.missing_move:
        lines.append("Their screen does not show the last move yet.")
    if event.remedies:
        lines.append(f"The boards agree after: {', or '.join(map(str, event.remedies))}.")
    if event.turn_differs:
        lines.append(f"Here {who(table, table.position.turn)} are to move, there it is the others.")
    return "\n".join(lines) or "The boards agree."


MOST_DIFFERENCES = 26
"""That are listed: all of any sowing game."""


def moves(table: Table) -> str:
    """All plies with their numbers, as `fix` takes them; of squares with what they flip."""
    lines = []
    for number, (ply, before) in enumerate(
        zip(table.record.plies, table.record.positions(), strict=False), 1
    ):
        side = "" if table.screen else f"{ply.side} "
        facts = (f"{side}{_cell(table, ply)}", _flips(before, ply.move), ply.comment)
        lines.append(f"{number:4}  {'  '.join(filter(None, facts))}")
    return "\n".join(lines) or "No move has been played yet."


def _flips(position: Position, move: Move) -> str:
    """`X, flips 2`; empty where nobody has discs."""
    letter = report_of(position.rules).disc(position, position.turn)
    return f"{letter}, flips {position.gain(move)}" if letter and move != PASS else letter


def clocks(table: Table) -> str:
    """The time that both sides have used, where it was measured."""
    used = dict.fromkeys(Side, 0.0)
    for ply in table.record.plies:
        used[ply.side] += ply.seconds or 0
    return "Time used: " + ", ".join(f"{who(table, side)} {_clock(used[side])}" for side in Side)


def ending(table: Table) -> str:
    """How the game ended, the score, and who won; in a relay from both sides."""
    record = table.record
    score = record.ending.score
    lines = [_why(table)]
    if table.screen is None:
        south, north = (f"{seated(table.position, side)} {score.stones(side)}" for side in Side)
        lines.append(f"Final score: {south}, {north}.")
        winner = record.ending.result.winner
        margin = ""
        if winner and _counted(record):
            margin = f" by {score.margin(winner)}{_with_empty(record, winner)}"
        lines.append(f"{who(table, winner)} wins{margin}." if winner else "The game is a draw.")
    else:
        lines.append("Final score:")
        for party, side in (("we,  ", Side.SOUTH), ("they,", Side.NORTH)):
            count = f"{score.stones(side)}-{score.stones(side.other)}{_with_empty(record, side)}"
            lines.append(f"  {party} {record.player(side)}: {_verdict(record, side)} {count}")
    return "\n".join(lines)


def _with_empty(record: GameRecord, side: Side) -> str:
    """The count from the side's view with the empty squares for the winner, where there are any."""
    score = record.ending.score
    if not (score.empty and score.winner and _counted(record)):
        return ""
    own, other = (
        score.stones(each) + (score.empty if each is score.winner else 0)
        for each in (side, side.other)
    )
    return f", {own}-{other} with the empty squares"


def match(records: Sequence[GameRecord]) -> str:
    """The score of a match in points and stones, us first."""
    points = dict.fromkeys(Side, 0.0)
    for record in records:
        winner = record.ending.result.winner
        for side in Side:
            points[side] += 1 if side is winner else 0.5 if winner is None else 0
    stones = [sum(record.ending.score[place] for record in records) for place in (0, 1)]
    ours, theirs = points.values()
    us, them = records[0].south, records[0].north
    verdict = "the match is drawn" if ours == theirs else f"{us if ours > theirs else them} wins"
    what = records[0].game.pieces
    return f"Match: {us} {ours:g}, {them} {theirs:g}, {what} {stones[0]}-{stones[1]}: {verdict}."


def _cell(table: Table, ply: Ply) -> str:
    """What was played, as the object of a sentence."""
    owner = f"{PARTIES[ply.side].possessive} " if table.screen else ""
    if ply.move in (SWAP, PASS):
        return f"{owner or 'the '}{ply.move}"
    here = named(table.record.game, [ply.move], table.called)
    there = table.screen.name(table.record.game, ply.move) if table.screen else here
    also = f" ({there} there)" if table.screen and there != table.called(ply.move) else ""
    return f"{owner}{here}{also}"


def _difference(difference: Difference, table: Table) -> str:
    assert table.screen is not None
    customs = table.customs
    cell, *contents = difference
    ours, theirs = map(customs.shown, contents)
    what = customs.place(cell, table.screen)
    return sentence(f"{what}: {ours} on our board, {theirs} on theirs")


def _counted(record: GameRecord) -> bool:
    return record.ending.termination in (Termination.NORMAL, Termination.STOPPED_EARLY)


def _verdict(record: GameRecord, side: Side) -> str:
    winner = record.ending.result.winner
    return "draw" if winner is None else "win" if winner is side else "lose"


def _why(table: Table) -> str:
    record = table.record
    if table.screen and record.ending.termination is Termination.RESIGNED:
        loser = Side.NORTH if record.ending.result.winner is Side.SOUTH else Side.SOUTH
        return f"The game is over: {PARTIES[loser].subject} resigned."
    if record.ending.termination is not Termination.NORMAL:
        return stopped(
            f"The game is over: {record.ending.reason or record.ending.termination.value}"
        )
    return f"The game is over: {table.customs.end(table.position, table.screen)}."
