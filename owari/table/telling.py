"""What is said at the table, as text."""

from __future__ import annotations

from collections.abc import Sequence

from owari.analysis.values import MoveValues
from owari.engine.evaluation import FINISHED
from owari.games.game import SWAP, Move, Side
from owari.games.value import Kind, Value, signed
from owari.records.record import GameRecord, Ply, Termination
from owari.report.boards import draw
from owari.report.moves import named_pits
from owari.table.events import (
    BroughtBack,
    Compared,
    Difference,
    Event,
    Fixed,
    Moved,
    Noted,
    Resigned,
    Stopped,
    TakenBack,
)
from owari.table.screen import PARTIES
from owari.table.session import Table

__all__ = [
    "advice",
    "board",
    "clocks",
    "ending",
    "match",
    "moves",
    "prompt",
    "sentence",
    "stopped",
    "thought",
    "told",
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


def _who(table: Table, side: Side) -> str:
    """The player as the subject of a sentence."""
    if table.screen:
        return PARTIES[side].subject
    return f"{side} ({table.record.player(side)})"


def told(event: Event, table: Table) -> str:
    """What has happened, in a sentence or a few lines; `table` is as it left it."""
    match event:
        case Moved(_, ply, _):
            return _moved(ply, table)
        case TakenBack(plies):
            return _taken_back(plies, table)
        case Fixed():
            return _fixed(event, table)
        case BroughtBack():
            return "The game is as it was before the fix."
        case Compared():
            return _compared(event, table)
        case Noted(number):
            return f"Kept with ply {number}."
        case Resigned(side):
            return sentence(f"{_who(table, side)} resign{'' if table.screen else 's'}")
        case Stopped(side):
            return sentence(f"{_who(table, side)} play{'' if table.screen else 's'} no further")


def board(table: Table, view: str = "ours") -> str:
    """The board as it is seen here, on the other screen, or both."""
    if table.screen is None:
        return draw(table.position, numbering=table.numbering)
    ours = draw(table.position, south="us (South)", north="them (North)")
    theirs = draw(
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


def prompt(table: Table) -> str:
    """What asks the person who types for the side to move."""
    number = len(table.record.plies) + 1
    rules, turn = table.position.rules, table.position.turn
    again = "again " if table.goes_on else ""
    range_here = _range(table.numbering.labels(rules, turn))
    swap = f", or {SWAP}" if SWAP in table.position.legal_moves() else ""
    if table.screen is None:
        return f"Ply {number}, {again}{turn}'s pit ({range_here}){swap}: "
    if turn is Side.SOUTH:
        return f"Ply {number}, {again}our pit ({range_here}){swap}: "
    range_there = _range(list(table.screen.pits(rules, turn)))
    if range_there == range_here:
        return f"Ply {number}, {again}their pit ({range_here}){swap}: "
    here = f"{range_here} on our board"
    return f"Ply {number}, {again}their pit ({range_there} on their screen, {here}){swap}: "


def _moved(ply: Ply, table: Table) -> str:
    """One line; our move in a relay is made to be read aloud."""
    if ply.move == SWAP:
        return _swapped(ply.side, table)
    if table.screen is None:
        again = ", and is to move again" if table.goes_on else ""
        return f"{_who(table, ply.side)} plays pit {table.called(ply.move)}{again}."
    there = table.screen.name(table.record.game, ply.move)
    again = f"; {PARTIES[ply.side].subject} play again" if table.goes_on else ""
    if ply.side is Side.SOUTH:
        return f"We play pit {ply.move}: enter {there} on their side{again}"
    return f"They play pit {there}: {ply.move} on our board{again}"


def _range(labels: Sequence[str]) -> str:
    """`0-5`; `1-6` also where a row runs from right to left."""
    first, last = sorted((labels[0], labels[-1]), key=lambda label: (len(label), label))
    return first if first == last else f"{first}-{last}"


def _swapped(side: Side, table: Table) -> str:
    """What a swap does, for those who see it for the first time."""
    if table.screen is None:
        who, other = _who(table, side), _who(table, side.other)
        return f"{who} swaps: the board turns round, and {other} is to move."
    if side is Side.SOUTH:
        return "We swap: the board turns round, on their screen too, and they are to move."
    return "They swap: the board turns round, and we are to move."


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
    move again, then the line as its pits are called, how far it looked."""
    facts = []
    if len(line) > 1:
        facts.append(f"{'goes on with' if again else 'expects'} {line[1]}")
        facts.append(f"line {' '.join(line)}")
    if depth is not None:
        facts.append(f"depth {depth}")
    if value is not None:
        facts.append(_worth(value))
    if seconds is not None:
        facts.append(f"{seconds:.2f} s")
    return ", ".join(facts) + (f"; {comment}" if comment else "")


def advice(values: MoveValues, table: Table) -> str:
    """The best pit, or all that are equally good, and what it is worth to the side to move."""
    worth = values.worth
    margin = f"{worth.guess:+d}" if worth.guess else "0"
    sure = "exact" if worth.exact else "an estimate"
    return f"Best is {named_pits(values.best, table.called)}: final margin {margin}, {sure}."


def _worth(value: Value) -> str:
    if value.kind is Kind.SCORE and abs(value.number) > FINISHED:
        won = value.number > 0
        margin = int(value.number) - (FINISHED if won else -FINISHED)
        return f"{'won' if won else 'lost'}, margin {margin:+d}"
    return f"{_KINDS[value.kind]} {signed(value.number)}"


def _taken_back(plies: Sequence[Ply], table: Table) -> str:
    if not plies:
        return "The resignation is taken back."
    names = ", ".join(_pit(table, ply) for ply in plies)
    return f"Taken back: {names}."


def _fixed(event: Fixed, table: Table) -> str:
    """What was corrected, and what had to go."""
    was = event.now._replace(move=event.was)
    said = f"Ply {event.number} is {_pit(table, event.now)} now, not {_pit(table, was)}."
    if event.dropped:
        first = len(table.record.plies) + 1
        names = ", ".join(_pit(table, ply) for ply in event.dropped)
        said += f" Ply {first} is illegal after that, so these are gone: {names};"
        said += " undo brings them back."
    return said


def _compared(event: Compared, table: Table) -> str:
    """Where the boards differ, and what may be the reason."""
    lines = [_difference(difference, table) for difference in event.differences]
    surplus = sum(each.theirs - each.ours for each in event.differences)
    if surplus:
        stones = sum(table.position.cells)
        lines.append(f"They have {stones + surplus} stones in all, and there are {stones}.")
    if event.differences and event.missing_move:
        lines.append("Their screen does not show the last move yet.")
    if event.remedies:
        lines.append(f"The boards agree after: {', or '.join(map(str, event.remedies))}.")
    if event.turn_differs:
        lines.append(
            f"Here {_who(table, table.position.turn)} are to move, there it is the others."
        )
    return "\n".join(lines) or "The boards agree."


def moves(table: Table) -> str:
    """All plies with their numbers, as `fix` takes them."""
    lines = []
    for number, ply in enumerate(table.record.plies, 1):
        side = "" if table.screen else f"{ply.side} "
        lines.append(f"{number:4}  {side}{_pit(table, ply)}  {ply.comment}".rstrip())
    return "\n".join(lines) or "No move has been played yet."


def clocks(table: Table) -> str:
    """The time that both sides have used, where it was measured."""
    used = dict.fromkeys(Side, 0.0)
    for ply in table.record.plies:
        used[ply.side] += ply.seconds or 0
    return "Time used: " + ", ".join(f"{_who(table, side)} {_clock(used[side])}" for side in Side)


def ending(table: Table) -> str:
    """How the game ended, the score, and who won; in a relay from both sides."""
    record = table.record
    south, north, _ = record.ending.score
    lines = [_why(table)]
    if table.screen is None:
        lines.append(f"Final score: South {south}, North {north}.")
        winner = record.ending.result.winner
        margin = f" by {abs(south - north)}" if _counted(record) else ""
        lines.append(f"{_who(table, winner)} wins{margin}." if winner else "The game is a draw.")
    else:
        lines.append("Final score:")
        lines.append(f"  we,   {record.south}: {_verdict(record, Side.SOUTH)} {south}-{north}")
        lines.append(f"  they, {record.north}: {_verdict(record, Side.NORTH)} {north}-{south}")
    return "\n".join(lines)


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
    return f"Match: {us} {ours:g}, {them} {theirs:g}, stones {stones[0]}-{stones[1]}: {verdict}."


def _pit(table: Table, ply: Ply) -> str:
    if ply.move == SWAP:
        return "the swap" if table.screen is None else f"{PARTIES[ply.side].possessive} swap"
    if table.screen is None:
        return f"pit {table.called(ply.move)}"
    there = table.screen.name(table.record.game, ply.move)
    return f"{PARTIES[ply.side].possessive} pit {ply.move} ({there} there)"


def _difference(difference: Difference, table: Table) -> str:
    assert table.screen is not None
    rules = table.record.game
    cell, ours, theirs = difference
    side = rules.owner(cell)
    if cell == rules.goal(side):
        what = f"{PARTIES[side].possessive} goal"
    else:
        what = f"pit {cell}, {table.screen.name(rules, Move(cell))} on their screen"
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
    position = table.position
    left = {side: sum(position.cells[pit] for pit in position.rules.row(side)) for side in Side}
    keeper = next((side for side in Side if left[side]), None)
    if keeper is None:
        return "The game is over: all pits are empty."
    stones = f"{left[keeper]} stone{'s' if left[keeper] > 1 else ''}"
    if table.screen:
        (keep, row, _), empty = PARTIES[keeper], PARTIES[keeper.other].possessive
        return (
            f"The game is over: {empty} pits are empty, and {keep} keep the {stones} left in"
            f" {row} row."
        )
    return (
        f"The game is over: {keeper.other}'s pits are empty, and {keeper} keeps the {stones}"
        " left in its row."
    )
