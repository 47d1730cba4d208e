"""Reviews of games as tables and sentences, and the quality of play: what each bot gave away in the
games that were judged."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from owari.analysis.review import GivenAway, Judged, Judgement, Review
from owari.analysis.values import Certainty, MoveValues, Stated, Worth
from owari.games.game import Game, Move, Position, Side
from owari.records.record import GameRecord, Result, Termination
from owari.report.families import move_by_move, named, report_of
from owari.report.result_tables import result_line
from owari.report.tables import Cell, Figure, Table, margin_text
from owari.results.game_log import StoredGame


def review_table(number: int, review: Review) -> Table:
    """One game for people: a line for each ply, and sentences below."""
    record, rules = review.record, review.record.game
    rows: list[tuple[Cell, ...]] = []
    notes = list(review_sentences(review))
    for move in review.moves:
        cost = _facts(move)[2]
        name = rules.cell_name(move.ply.move)
        best = ("~" if move.values.best_is_guessed else "") + _names(rules, move.values.best)
        lost = _amount(cost) if cost.number else ""
        rows.append((*_row(move, name, best, _shown), lost))
    stated = (fact for move in review.moves for fact in _facts(move))
    if any(fact.certainty is Certainty.ESTIMATED for fact in stated) or any(
        move.values.best_is_guessed for move in review.moves
    ):
        notes.append("~ is an estimate; all other numbers are proved.")
    headers = ("ply", "side", report_of(rules).cell, "value", "best", "best value", "lost")
    title = result_line(number, record.south, record.north, record.ending)
    return Table("moves", title, headers, rows, tuple(notes))


def reviews_data(reviews: Mapping[int, Review]) -> Table:
    """All games in one table for programs, with the certainty of each number."""
    rows: list[tuple[Cell, ...]] = []
    notes: list[str] = []
    for number, review in reviews.items():
        rules = review.record.game
        notes += (f"Game {number}: {sentence}" for sentence in review_sentences(review))
        for move in review.moves:
            name, best = _for_programs(rules, move.ply.move), _names(rules, move.values.best)
            row = _row(move, name, best, _in_full)
            rows.append((number, *row, *_in_full(_facts(move)[2])))
    values = ("value", "value is", "best", "best value", "best value is", "lost", "lost is")
    return Table("moves", "Moves", ("game", "ply", "side", "move", *values), rows, tuple(notes))


def _row(
    move: Judged, name: Cell, best_moves: str, cells: Callable[[Stated], tuple[Cell, ...]]
) -> tuple[Cell, ...]:
    """The ply, its side, the move and its value, the best moves and their value."""
    worth, best, _ = _facts(move)
    return (move.number, str(move.ply.side), name, *cells(worth), best_moves, *cells(best))


def _shown(stated: Stated) -> tuple[Cell, ...]:
    return (stated_margin(stated),)


def _in_full(stated: Stated) -> tuple[Cell, ...]:
    return stated.number, stated.certainty.value


def values_below(position: Position, values: MoveValues) -> str:
    """The moves of the side to move and their values, as pairs of lines below a board."""
    from tabulate import tabulate

    rules = position.rules
    moves = list(values.moves)
    pairs = []
    for first in range(0, len(moves), _ABREAST):
        abreast = moves[first : first + _ABREAST]
        names = [f"{position.turn}'s {report_of(rules).cell}", *map(rules.cell_name, abreast)]
        worth = ["is worth", *(stated_margin(values.stated(move)) for move in abreast)]
        align = ["left", *["right"] * len(abreast)]
        pairs.append(tabulate([names, worth], "", "plain", colalign=align, disable_numparse=True))
    return "\n".join(pairs)


_ABREAST = 13
"""Moves in a pair of lines."""


def move_by_move_with_values(review: Review) -> Sequence[str]:
    """The game as `move_by_move` shows it, with the values of the moves below each board."""
    positions = list(review.record.positions())
    return [
        f"{shown}\n\n{values_below(positions[before], review.values[before])}"
        if before in review.values
        else shown
        for before, shown in enumerate(move_by_move(review.record))
    ]


def _facts(move: Judged) -> tuple[Stated, Stated, Stated]:
    """The value of the move, the value of the best move, and the difference."""
    values, played = move.values, move.ply.move
    return values.stated(played), values.stated_best(played), values.stated_loss(played)


def review_sentences(review: Review) -> list[str]:
    """Sentences on the decisive move, the stones given away, and what is unknown."""
    record = review.record
    if not record.plies:
        return ["No move was played.", *_end(review)]
    if not review.moves:
        return ["Interrupted before a move was judged."]
    costs = (f"{side} {_in_all(review.given_away(side))}" for side in Side)
    stones = record.game.pieces.capitalize()
    said = [
        _turning_point(review),
        *_worst(review),
        f"{stones} given away: {', '.join(costs)}.",
        *_end(review),
    ]
    if not review.complete:
        first = review.moves[0].number
        said.append(f"Interrupted: the plies before {first} are not judged.")
    return said


def _turning_point(review: Review) -> str:
    """The move, what it did, and what stood before and after it: by what is proved where that is
    enough, else by the estimates."""
    move = review.turning_point
    if move is None:
        return "No move gave a win or a draw away for good."
    best, worth, rules = move.values.worth, move.worth, review.record.game
    lost = review.decisive_move is not None and worth.guess < 0
    sure = move.turns_for_certain and (worth.upper < 0 or not lost)
    before, stood = _before(best, sure)
    after, left = _after(worth, sure)
    given = f"the {before.removeprefix('a ')}" if before.startswith("a ") else before
    what = "lost the game" if lost else f"gave {given} away"
    return (
        f"Ply {move.number}, {move.ply.side}'s {named(rules, [move.ply.move])},"
        f" {'' if sure else 'probably '}{what}: {before} ({stated_margin(stood)}"
        f"{_with(move.values, stood, rules)}) became {after} ({stated_margin(left)})."
    )


def _before(best: Worth, sure: bool) -> tuple[str, Stated]:
    """What the best move could reach, and the number that says it."""
    if not best.exact and (best.lower > 0 or sure):
        kept = "a win" if best.lower > 0 else "at least a draw"
        return kept, Stated(best.lower, Certainty.AT_LEAST)
    return f"a {_RESULTS[_sign(best.guess)]}", best.stated()


def _after(worth: Worth, sure: bool) -> tuple[str, Stated]:
    """What was left after the move, and the number that says it."""
    if not worth.exact and (worth.upper < 0 or sure):
        left = "a loss" if worth.upper < 0 else "at most a draw"
        return left, Stated(worth.upper, Certainty.AT_MOST)
    return f"a {_RESULTS[_sign(worth.guess)]}", worth.stated()


def _with(values: MoveValues, stood: Stated, rules: Game) -> str:
    """The moves that reach the number, behind `probably` where that is not proved."""
    reached = values.best
    guessed = values.best_is_guessed
    if stood.certainty is Certainty.AT_LEAST:
        proved = [move for move, worth in values.moves.items() if worth.lower >= stood.number]
        reached, guessed = tuple(proved) or reached, not proved
    return f"{', probably' if guessed else ''} with {named(rules, reached)}"


def _worst(review: Review) -> Iterator[str]:
    """A sentence on the move that gave most away, where that is not the turning point."""
    move = review.worst_move
    if move is None:
        return
    rules, amount = review.record.game, _facts(move)[2]
    others = [
        each.lost.upper for each in review.moves if each.ply.side is move.ply.side and each != move
    ]
    sure = all(upper <= move.lost.lower for upper in others)
    pieces = rules.pieces if amount.number > 1 else rules.pieces[:-1]
    yield (
        f"{move.ply.side}'s worst move was {'' if sure else 'probably '}ply {move.number},"
        f" {named(rules, [move.ply.move])}: it gave away {_amount(amount)} {pieces}."
    )


def _end(review: Review) -> list[str]:
    """Where the side stood that ended the game, and whether that decided it; nothing where the
    rules ended the game."""
    record = review.record
    if record.final.outcome() is not None:
        return []
    ending, side = record.ending, _gave_up(record)
    standing = review.standing(side)
    decision = decision_text(record, review)
    if ending.termination is Termination.UNFINISHED or ending.result is Result.NEITHER:
        verb = "stands"
    elif ending.forfeited_by:
        verb = "forfeited when it stood"
    elif ending.termination is Termination.RESIGNED:
        verb = "resigned when it stood"
    else:
        verb = "stood" if decision else ""
    stood = f"{side} {verb} at {stated_margin(standing.stated())}." if standing and verb else ""
    return [each for each in (stood, decision and f"{decision}.") if each]


def decision_text(record: GameRecord, review: Review | None = None) -> str:
    """What decided the game other than a move, such as `North's forfeit decided the game`; empty
    where nothing else did. A forfeit needs no review."""
    ending = record.ending
    if sides := ending.forfeited_by:
        if len(sides) > 1:
            return "Both sides forfeited, and neither won"
        return f"{sides[0]}'s forfeit decided the game"
    judgement = review.ending_decides if review else Judgement.NO
    if judgement is Judgement.NO:
        return ""
    resigned = ending.termination is Termination.RESIGNED
    what = f"{_gave_up(record)}'s resignation" if resigned else "The adjudication"
    return f"{what} {'probably ' if judgement is Judgement.PROBABLE else ''}decided the game"


def _gave_up(record: GameRecord) -> Side:
    """The side that lost the game; the side to move if neither did."""
    winner = record.ending.result.winner
    return winner.other if winner else record.final.turn


_RESULTS = {1: "win", 0: "draw", -1: "loss"}


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _names(rules: Game, moves: Sequence[Move]) -> str:
    return ", ".join(map(rules.cell_name, moves))


def _for_programs(rules: Game, move: Move) -> Cell:
    """A pit as a number; other moves by their names."""
    name = rules.cell_name(move)
    return int(name) if name.isdigit() else name


def stated_margin(stated: Stated) -> str:
    """`+2`, `~+2`, `~−4`, `at most +2`."""
    return _PREFIXES[stated.certainty] + margin_text(stated.number)


def _amount(stated: Stated) -> str:
    return f"{_PREFIXES[stated.certainty]}{stated.number}"


def _in_all(given: GivenAway) -> str:
    """`6`, `at least 6`, `~6`, `~6 (at least 2)`."""
    estimated = given.total.certainty is Certainty.ESTIMATED
    return _amount(given.total) + (
        f" (at least {given.proved})" if estimated and given.proved else ""
    )


_PREFIXES = {
    Certainty.EXACT: "",
    Certainty.ESTIMATED: "~",
    Certainty.AT_MOST: "at most ",
    Certainty.AT_LEAST: "at least ",
}


def quality_table(
    bots: Sequence[str], reviews: Sequence[tuple[StoredGame, Review]], counted: str, played: int
) -> Table:
    """A line for each bot that has judged moves. `counted` is what a score counts, `played` how
    many games there are."""
    games = dict.fromkeys(bots, 0)
    moves: dict[str, list[Judged]] = {bot: [] for bot in bots}
    for game, review in reviews:
        for side in Side:
            own = [move for move in review.moves if move.ply.side is side]
            games[game.player(side)] += bool(own)
            moves[game.player(side)] += own
    rows: list[tuple[Cell, ...]] = [
        (bot, games[bot], len(own), *_given_away(own, games[bot]), *_blunders(own))
        for bot, own in moves.items()
        if own
    ]
    away = (f"{counted} given away", "in a game")
    headers = ("bot", "games", "moves", *away, "chances", "blunders", "of chances")
    judged = sum(bool(review.moves) for _, review in reviews)
    sample = f"{judged:,} of {played:,} games {'was' if judged == 1 else 'were'} looked at."
    notes = (
        *((sample,) if judged < played else ()),
        "A turn that ended in a forfeit has no move.",
        f"A move gives away the {counted} by which it is worse than the best move.",
        "A blunder turns a win into a draw or a loss, or a draw into a loss.",
        "A chance of a blunder is a move of the bot where some legal move is one: a bot that is"
        " lost has none. The last column is the share of these moves that were blunders.",
        "Values are exact where a proof takes no longer than its time, else estimates (~)"
        " or bounds (\u2265).",
    )
    return Table("quality", "Quality of play", headers, rows, notes)


_SIGNS = {Certainty.ESTIMATED: "~", Certainty.AT_LEAST: "\u2265"}


def _given_away(own: Iterable[Judged], games: int) -> tuple[Figure, Figure]:
    """The number in all and in a game, behind the sign of how certain it is. A lower bound is never
    rounded up."""
    total, certainty = GivenAway.by(own).total
    sign, mean = _SIGNS.get(certainty, ""), round(total / games, 1)
    if certainty is Certainty.AT_LEAST:
        mean = 10 * total // games / 10
    return Figure(total, f"{sign}{total}"), Figure(mean, f"{sign}{mean:.1f}")


def _blunders(own: Sequence[Judged]) -> tuple[int, int, Figure | None]:
    """The chances of a blunder, the blunders, and their share of the chances."""
    chances, blunders = sum(move.could_turn for move in own), sum(move.turns for move in own)
    if not chances:
        return chances, blunders, None
    share = 100 * blunders / chances
    return chances, blunders, Figure(round(share, 1), f"{share:.0f}%")
