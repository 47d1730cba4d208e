"""The rules of the sowing games in words."""

from __future__ import annotations

from collections.abc import Iterator

from owari.games.game import SWAP, Move, Side
from owari.games.mancala import Capture, SowingRules
from owari.games.numbering import NUMBERINGS
from owari.report.paragraphs import count, said

__all__ = ["in_a_sentence", "parts"]

_TAKES = {
    Capture.OPPOSITE: "a last stone in an empty own pit takes what lies opposite and stays",
    Capture.BOTH: "a last stone in an empty own pit is taken with what lies opposite, if anything"
    " does",
    Capture.BOTH_ALWAYS: "a last stone in an empty own pit is taken with what lies opposite, alone"
    " if nothing does",
}
_CAPTURES = {
    Capture.OPPOSITE: "all stones in the pit opposite go to the mover's goal. The capturing stone"
    " stays where it is; an empty pit opposite yields nothing.",
    Capture.BOTH: "the stones in the pit opposite and the capturing stone go to the mover's goal."
    " When the pit opposite is empty nothing is captured, and the stone stays where it is.",
    Capture.BOTH_ALWAYS: "the stones in the pit opposite and the capturing stone go to the mover's"
    " goal; the capturing stone goes there alone when the pit opposite is empty.",
}


def in_a_sentence(rules: SowingRules) -> str:
    """What tells the game from its sisters."""
    turns = (
        "an extra turn for a last stone in the own goal" if rules.extra_turn else "no extra turn"
    )
    if rules.extra_turn and not rules.first_move_extra_turn:
        turns += ", but not on the first move"
    pie = "; the first move can be swapped" if rules.pie else ""
    board = f"{count(rules.pits, 'pit')} a side, {count(rules.stones, 'stone')} in each"
    return f"{board}; {turns}; {_TAKES[rules.capture]}{pie}."


def parts(rules: SowingRules, board: str) -> Iterator[str]:
    """The paragraphs of all rules; `board` is the start position as it is drawn."""
    yield said("Board", _board(rules))
    yield board
    yield said(
        "Sowing",
        "A move takes all stones of one of the mover's own pits that is not empty and sows them"
        " one by one counter-clockwise, beginning with the next pit, in both rows and in the"
        f" mover's own goal, never in the opponent's. A lap is {2 * rules.pits + 1} stones: the"
        " last of them falls into the pit that was emptied, which is sown like any other and"
        " counts as empty.",
    )
    yield said("Turns", _turns(rules))
    yield said(
        "Capture",
        "When the last stone falls into a pit of the mover's own row that was empty,"
        f" {_CAPTURES[rules.capture]}",
    )
    if rules.pie:
        yield said(
            "Pie rule",
            f"Instead of the second move of a game `{SWAP}` may be played: the board turns round,"
            " so that the first move is as if the swapper had made it, seats and names stay, and"
            " the other side is to move.",
        )
    yield said(
        "End",
        "The game is over as soon as all pits of a row are empty, whoever is to move. Each side"
        " keeps what is left in its own row. Most stones win; as many on both sides are a draw.",
    )
    yield said("Moves and positions", _texts(rules))
    yield _named(rules)


def _board(rules: SowingRules) -> str:
    def row(side: Side, direction: str) -> str:
        first, *others = rules.row(side)
        pits = f"pits {first}-{others[-1]} {direction}" if others else f"pit {first}"
        return f"{side} has {pits} and goal {rules.goal(side)}"

    return (
        f"Each side has {count(rules.pits, 'pit')} with {count(rules.stones, 'stone')} in each,"
        f" {2 * rules.pits * rules.stones} in all, and a goal, empty at the start."
        f" {row(Side.SOUTH, 'from left to right')} at the right;"
        f" {row(Side.NORTH, 'from right to left as drawn')} at the left."
        f" Opposite pit P lies pit {2 * rules.pits}-P."
    )


def _turns(rules: SowingRules) -> str:
    if not rules.extra_turn:
        return "There is no extra turn: the sides move one after the other."
    first = "" if rules.first_move_extra_turn else " The very first move of a game earns none."
    return (
        "When the last stone falls into the mover's own goal, the mover plays again, as often as"
        f" that happens, unless the game is over.{first} All moves until the other side is to move"
        " are one turn: a time for each turn bounds them together."
    )


def _texts(rules: SowingRules) -> str:
    south, north = (rules.row(side) for side in Side)
    moves = f"A record names the side and the pit, as in {rules.format_move(Move(south[0]))} or"
    moves += f" {rules.format_move(Move(north[-1]))}"
    if rules.extra_turn:
        moves += ", and a turn of several moves with all its pits, as in"
        moves += f" S{south[-1]}-{south[0]}"
    ply = ""
    if rules.counts_plies:
        words = "ply0 before the first move"
        words += " and ply1 before the second" if rules.pie else ""
        ply = f", and {words}"
    return (
        f"{moves}. A position is the stones of all pits and goals in the order of their numbers and"
        f" the side to move, S or N{ply}. The game starts at: {rules.start()}"
    )


def _named(rules: SowingRules) -> str:
    """What the pits are called in each numbering, from left to right as drawn."""
    lines = ["Numberings, each row from left to right as drawn:"]
    for scheme in NUMBERINGS.values():
        south, north = (scheme.labels(rules, side) for side in Side)
        rows = f"South {' '.join(south)}; North {' '.join(reversed(north))}"
        lines.append(f"  {scheme.name:9} {rows}")
    return "\n".join(lines)
