"""The events at the table, the board and the end of a game, as text."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from owari.analysis.values import MoveValues
from owari.engine.evaluation import margin_of_end
from owari.games.game import PASS, SWAP, Kind, Move, Position, Side, Value, signed
from owari.records.record import GameRecord, Ply, Termination
from owari.report.families import describe, draw, named, report_of, seated
from owari.report.review_tables import stated_margin
from owari.report.tables import MINUS, margin_text
from owari.table import events
from owari.table.commands import Fix, Play, Undo
from owari.table.session import Again, Forced, Session
from owari.table.sides import PARTIES

BY_HAND = "A person plays in its place from now on."
"""After a player of ours has failed."""


def sentence(text: str) -> str:
    """The text with a capital and a full stop."""
    return stopped(text[:1].upper() + text[1:])


def stopped(text: str) -> str:
    """The text with a full stop, for a text that begins with a name."""
    return text if text.endswith((".", "?", "!")) else f"{text}."


def _clock(seconds: float) -> str:
    """`1:05`."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def who(session: Session, side: Side) -> str:
    """The player as the subject of a sentence."""
    if session.screen:
        return PARTIES[side].subject
    name = session.record.player(side)
    facts = [session.position.colour(side), name if name != str(side) else ""]
    known = ", ".join(filter(None, facts))
    return f"{side} ({known})" if known else str(side)


def told(event: events.Event, session: Session, *, offers: bool = True) -> str:
    """The event in a sentence or a few lines; `session` is the session after it. `offers` lets a
    check name the lines to type."""
    match event:
        case events.Moved(_, ply, _, entered):
            return _moved(ply, session, entered)
        case events.TakenBack(plies):
            return _taken_back(plies, session)
        case events.Fixed():
            return _fixed(event, session)
        case events.Exchanged():
            return _exchanged(event, session)
        case events.BroughtBack():
            return _brought_back(event, session)
        case events.Anew(move):
            there = _there(session, move)
            return f"Let them take {there} back on their side: another move of ours follows."
        case events.Compared():
            return _compared(event, session, offers=offers)
        case events.Noted(number):
            return f"The comment is saved with ply {number}."
        case events.Resigned(side):
            return sentence(f"{who(session, side)} resign{'' if session.screen else 's'}")
        case events.Stopped(side):
            return sentence(f"{who(session, side)} stop{'' if session.screen else 's'} playing")


def board(session: Session, view: str = "ours", *, plain: bool = False) -> str:
    """Our board, the other screen, or both; drawn, or described in plain sentences."""
    show = describe if plain else draw
    if session.screen is None:
        return show(session.position, numbering=session.numbering)
    us, them = session.record.south, session.record.north
    ours = show(session.position, south=f"{us} (South)", north=f"{them} (North)")
    theirs = show(
        session.position.turned(),
        south=f"{them} (South)",
        north=f"{us} (North)",
        numbering=session.screen.numbering,
    )
    return {
        "ours": ours,
        "theirs": f"Their screen:\n{theirs}",
        "both": f"Our board:\n{ours}\n\nTheir screen:\n{theirs}",
    }[view]


def _moved(ply: Ply, session: Session, entered: events.Entered) -> str:
    """One line; in a relay our move is a line to read aloud."""
    if ply.move == SWAP:
        return _swapped(ply.side, session)
    if ply.move == PASS:
        return _passed(ply.side, session)
    rules = session.record.game
    here = named(rules, [ply.move], session.called)
    if session.screen is None:
        again = ", and is to move again" if session.goes_on else ""
        return f"{who(session, ply.side)} plays {here}{again}."
    there = session.screen.name(rules, ply.move)
    again = f"; {PARTIES[ply.side].subject} play again" if session.goes_on else ""
    if ply.side is Side.SOUTH:
        match entered:
            case events.Entered.YES:
                here, there = (
                    f"{here} again",
                    f"{there} on their side, which you have entered already",
                )
            case events.Entered.PERHAPS:
                here = f"{here} again"
                there = f"enter {there} on their side, unless you have entered it already"
            case events.Entered.NO:
                there = f"enter {there} on their side"
        return f"We play {here}: {there}{again}"
    if there == session.called(ply.move):
        return f"They play {here}{again}"
    before = report_of(rules).cell_before
    return f"They play {before}{there}: {session.called(ply.move)} on our board{again}"


def _swapped(side: Side, session: Session) -> str:
    """A swap and its effect."""
    if session.screen is None:
        swapper, other = who(session, side), who(session, side.other)
        return f"{swapper} swaps: the board turns round, and {other} is to move."
    if side is Side.SOUTH:
        return "We swap: the board turns round, on their screen too, and they are to move."
    return "They swap: the board turns round, and we are to move."


def _passed(side: Side, session: Session) -> str:
    if session.screen is None:
        return f"{who(session, side)} has no move and passes."
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
    """The comment of a player on its move: the reply that it expects, or its own next move, then
    the line with the names of its moves, the depth, the value and the time."""
    facts = []
    if len(line) > 1:
        facts.append(f"{'continues with' if again else 'expects'} {line[1]}")
        between = ", " if " " in line[0] else " "
        facts.append(f"line {between.join(line)}")
    if depth is not None:
        facts.append(f"depth {depth}")
    if value is not None:
        facts.append(worth(value))
    if seconds is not None:
        facts.append(f"{seconds:.2f} s")
    return ", ".join(facts) + (f"; {comment}" if comment else "")


def thought_behind(event: events.Moved, session: Session) -> str:
    """The comment of a computer player on the move that it has just made."""
    ply = event.ply
    line = list(map(session.called, event.line))
    return thought(ply.depth, ply.value, line, ply.seconds, ply.comment, again=session.goes_on)


def looks_ahead(plies: int) -> str:
    """The new look-ahead of the engine."""
    return f"The engine now looks {plies} plies ahead."


def unsaved(error: OSError) -> str:
    """Why the file does not hold the latest move."""
    return f"The latest move is not saved: {stopped(error.strerror or str(error))}"


def advice(values: MoveValues, session: Session) -> str:
    """The best move, or all best moves, and the value for the side to move."""
    worth = values.worth
    margin = margin_text(worth.guess)
    sure = "exact" if worth.exact else "an estimate"
    best = named(session.record.game, values.best, session.called)
    if values.best_is_guessed:
        best = f"probably {best}"
    return f"The best move is {best}: final margin {margin}, {sure}."


def worths(values: MoveValues, session: Session, between: str = "\n") -> str:
    """What each move is worth, the best first: the final margin, with `~` before an estimate."""
    rows = sorted(values.moves, key=lambda move: -values.moves[move].guess)
    names = [named(session.record.game, [move], session.called) for move in rows]
    margins = [stated_margin(values.stated(move)) for move in rows]
    return between.join(f"{name}: {margin}" for name, margin in zip(names, margins, strict=True))


def worth(value: Value) -> str:
    """The kind of the value, and its number."""
    if (margin := margin_of_end(value)) is not None:
        return f"{'won' if margin > 0 else 'lost'}, margin {margin_text(margin)}"
    if value.kind is Kind.SCORE:
        return str(value).replace("-", MINUS)
    return f"{value.kind.value} margin {signed(value.number).replace('-', MINUS)}"


def _taken_back(plies: Sequence[Ply], session: Session) -> str:
    if not plies:
        return "The resignation is taken back."
    names = ", ".join(_cell(session, ply) for ply in plies)
    said = f"Taken back: {names}."
    return f"{said} {_THERE_TOO}" if session.screen else said


_THERE_TOO = "What of this stands on their screen has to be taken back there too."


def _brought_back(event: events.BroughtBack, session: Session) -> str:
    """Which correction is undone."""
    if event.number is None:
        moves = "move" if session.screen else "moves"
        what = f"{who(session, session.record.first)} {moves} first again"
    else:
        ply = session.record.plies[event.number - 1]
        what = f"Ply {event.number} is {_cell(session, ply)} again"
    return f"The last correction is undone. {sentence(what)}"


def _fixed(event: events.Fixed, session: Session) -> str:
    """The correction, and the plies that became illegal."""
    was = event.now._replace(move=event.was)
    said = f"Ply {event.number} is {_cell(session, event.now)} now, not {_cell(session, was)}."
    if event.dropped:
        first = len(session.record.plies) + 1
        names = ", ".join(_cell(session, ply) for ply in event.dropped)
        said += f" Ply {first} is illegal now, and these plies are gone: {names};"
        said += " undo restores them."
    return f"{said}{_again_in_turn(session)}"


def _again_in_turn(session: Session) -> str:
    """What becomes of our moves that a correction has dropped."""
    if not session.come_again:
        return ""
    return " Our side plays its moves again as they were announced."


def parted(session: Session) -> str:
    """Our board and theirs cannot be the same, and what to do."""
    assert session.again
    number = len(session.record.plies) + 1
    return (
        f"The boards have parted: our move at ply {number} was"
        f" {_there(session, session.again)} on their side, which is illegal on our board."
        " Compare the boards, and correct the move that differs."
    )


def _there(session: Session, move: Move) -> str:
    """The name of a move on the other screen."""
    if session.screen is None or move == SWAP:
        return session.called(move)
    return session.screen.name(session.record.game, move)


def _exchanged(event: events.Exchanged, session: Session) -> str:
    """The side that moves first now, and the plies that stay and go."""
    moves = "move" if session.screen else "moves"
    said = sentence(f"{who(session, event.first)} {moves} first now")
    names = ", ".join(_cell(session, ply) for ply in event.dropped)
    if event.kept:
        said += f" {event.kept} plies stay." if event.kept > 1 else " 1 ply stays."
    if names:
        said += f" These moves are illegal now and gone: {names}; undo restores them."
    return f"{said}{_again_in_turn(session)}"


def _compared(event: events.Compared, session: Session, *, offers: bool) -> str:
    """The differences between the boards, and the commands that remove them."""
    notation = session.notation
    lines = [difference(each, session) for each in event.differences[:_MOST_DIFFERENCES]]
    if (more := len(event.differences) - _MOST_DIFFERENCES) > 0:
        lines.append(f"{more} more places differ.")
    pieces = notation.pieces(notation.contents(session.position))
    if event.pieces != pieces:
        stones = session.record.game.pieces
        lines.append(
            f"Their screen has {event.pieces} {stones} in all, and our board has {pieces}."
        )
    if event.differences and event.missing_move:
        lines.append("Their screen does not show the last move yet.")
    if event.behind:
        lines.append("Their screen lacks our last move, besides what was mistyped.")
    if event.ahead:
        lines.append("Their screen shows a move of theirs that is not entered here yet.")
    if event.differences and not event.remedies and not event.missing_move:
        if not event.together:
            lines.append(f"{_NOT_ALONE} {_GO_THROUGH}")
        elif _corrections(event) > 1:
            lines.append(_NOT_ALONE)
    ways = [*map(str, event.remedies), *(", then ".join(map(str, w)) for w in event.together)]
    if ways and offers:
        between = "; or " if event.together else ", or "
        lines.append(f"To make the boards agree, type: {between.join(ways)}.")
    if event.turn_differs:
        lines.append(
            f"On our board {who(session, session.position.turn)} are to move, on their screen not."
        )
    return "\n".join(lines) or "The boards agree."


_NOT_ALONE = "No single correction explains what is on their screen."
_GO_THROUGH = (
    "Go through the moves with them, and correct the latest wrong move first, as that drops the"
    " fewest moves."
)


def remedies(commands: Sequence[Play | Undo | Fix], session: Session) -> str:
    """What commands do one after the other: `Correct ply 7 to their pit 9 (2 there), then correct
    ply 3 to their pit 8 (1 there)`."""
    said = []
    for command in commands:
        said.append(_remedy(command, session))
        session, _ = session.after(command)
        while not session.over and not session.parted:
            if not (session.position.forced() or session.again):
                break
            session, _ = session.after(Forced() if session.position.forced() else Again())
    first, *others = said
    return ", then ".join([first, *(each[:1].lower() + each[1:] for each in others)])


def _remedy(command: Play | Undo | Fix, session: Session) -> str:
    """What a command that makes the boards agree does, with the names of the list of moves."""
    match command:
        case Play(cell):
            return f"Play {_cell_called(cell, session.position, session)}"
        case Fix(number, cell):
            before = list(session.record.positions())[number - 1]
            return f"Correct ply {number} to {_cell_called(cell, before, session)}"
        case Undo():
            return "Take the last move back"


def _cell_called(label: str, position: Position, session: Session) -> str:
    """The move that a person types so for the side to move, as the object of a sentence."""
    moves = position.legal_moves()
    move = next(move for move in moves if session.label(position, move) == label)
    return _cell(session, Ply(position.turn, move))


def verdict(event: events.Compared, session: Session) -> str:
    """A check in one short line."""
    count = len(event.differences)
    if not count:
        return "The boards agree." if not event.turn_differs else "The boards agree, the turns not."
    places = "1 place differs" if count == 1 else f"{count} places differ"
    here = session.notation.pieces(session.notation.contents(session.position))
    ways = len(event.remedies) + len(event.together)
    if ways and _corrections(event) < 2:
        return f"{places}: {'one correction fits' if ways == 1 else f'{ways} corrections fit'}."
    if event.missing_move:
        return f"{places}: they lack the last move."
    if event.together:
        return f"{places}: two corrections fit."
    if event.pieces != here:
        return f"{places}; {event.pieces} {session.record.game.pieces} there, {here} here."
    return f"{places}: no correction that was tried fits."


def _corrections(event: events.Compared) -> int:
    """How many each way takes of those that need more than one command."""
    return max((sum(isinstance(each, Fix) for each in way) for way in event.together), default=0)


def may_have_parted(problem: str, *, how: str) -> str:
    """A move that is refused, and how to see whether the boards differ."""
    return f"{sentence(problem)} If they did play it, the boards have parted: {how}."


_MOST_DIFFERENCES = 26
"""The longest list of differences: all places of the usual boards of pits."""


def moves(session: Session) -> str:
    """All plies with their numbers; in Othello with the discs that they flip."""
    lines = []
    for number, (ply, before) in enumerate(
        zip(session.record.plies, session.record.positions(), strict=False), 1
    ):
        side = "" if session.screen else f"{ply.side} "
        facts = (f"{side}{_cell(session, ply)}", _flips(before, ply.move), ply.comment)
        lines.append(f"{number:4}  {'  '.join(filter(None, facts))}")
    return "\n".join(lines) or "No move has been played yet."


def _flips(position: Position, move: Move) -> str:
    """`X, flips 2`; empty in games without discs."""
    letter = report_of(position.rules).disc(position, position.turn)
    return f"{letter}, flips {position.gain(move)}" if letter and move != PASS else letter


def clocks(session: Session) -> str:
    """The time that each side has used."""
    used = session.record.used
    names = session.record.player if session.screen else partial(who, session)
    return "Time used: " + ", ".join(f"{names(side)} {_clock(used(side))}" for side in Side)


def ending(session: Session) -> str:
    """The end of the game, the score and the winner; in a relay for both sides."""
    record = session.record
    score = record.ending.score
    lines = [_why(session)]
    if session.screen is None:
        south, north = (f"{seated(session.position, side)} {score.stones(side)}" for side in Side)
        lines.append(f"Final score: {south}, {north}.")
        winner = record.ending.result.winner
        margin = ""
        if winner and _counted(record):
            margin = f" by {score.margin(winner)}{_with_empty(record, winner)}"
        lines.append(f"{who(session, winner)} wins{margin}." if winner else "The game is a draw.")
    else:
        lines.append("Final score:")
        south, north = map(record.player, Side)
        if record.ending.result.winner is None:
            lines.append(f"  {south} and {north} draw {score.south}-{score.north}")
        for side in Side if record.ending.result.winner else ():
            count = f"{score.stones(side)}-{score.stones(side.other)}{_with_empty(record, side)}"
            lines.append(f"  {record.player(side)} {_verdict(record, side)} {count}")
    return "\n".join(lines)


def _with_empty(record: GameRecord, side: Side) -> str:
    """The side's count with the empty squares for the winner, where there are any."""
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


def _cell(session: Session, ply: Ply) -> str:
    """The move of a ply, as the object of a sentence."""
    owner = f"{PARTIES[ply.side].possessive} " if session.screen else ""
    if ply.move in (SWAP, PASS):
        return f"{owner or 'the '}{ply.move}"
    here = named(session.record.game, [ply.move], session.called)
    there = session.screen.name(session.record.game, ply.move) if session.screen else here
    also = f" ({there} there)" if session.screen and there != session.called(ply.move) else ""
    return f"{owner}{here}{also}"


def difference(found: events.Difference, session: Session) -> str:
    """A place that differs between both boards of a relay."""
    assert session.screen is not None
    notation = session.notation
    cell, *contents = found
    ours, theirs = map(notation.shown, contents)
    what = notation.place(cell, session.screen)
    return sentence(f"{what}: {ours} on our board, {theirs} on theirs")


def _counted(record: GameRecord) -> bool:
    return record.ending.termination in (Termination.NORMAL, Termination.STOPPED_EARLY)


def _verdict(record: GameRecord, side: Side) -> str:
    return "wins" if record.ending.result.winner is side else "loses"


def _why(session: Session) -> str:
    record = session.record
    if record.ending.termination is Termination.RESIGNED:
        loser = Side.NORTH if record.ending.result.winner is Side.SOUTH else Side.SOUTH
        return f"The game is over: {who(session, loser)} resigned."
    if record.ending.termination is not Termination.NORMAL:
        return stopped(
            f"The game is over: {record.ending.reason or record.ending.termination.value}"
        )
    return f"The game is over: {session.notation.end(session.position, session.screen)}."
