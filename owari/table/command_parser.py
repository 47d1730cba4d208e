"""The words that may be typed at the table, and how a line becomes a command."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from owari.games.game import SWAP, Game
from owari.games.mancala import SowingRules
from owari.report.families import report_of
from owari.table.commands import (
    Board,
    Check,
    Command,
    Depth,
    First,
    Fix,
    Help,
    Hint,
    Moves,
    Note,
    Play,
    Quit,
    Refused,
    Resign,
    Save,
    Undo,
    View,
)
from owari.table.game_words import customs_of
from owari.table.look_ahead import read_depth
from owari.text.printable import plain
from owari.text.suggestions import nearest

__all__ = ["VIEWS", "Word", "parse", "play_words", "quoted", "relay_words"]

VIEWS = ("ours", "theirs", "both")


class Word(NamedTuple):
    usage: str
    summary: str
    read: Callable[[str], Command]
    """Makes the command from the rest of the line. Raises ValueError with a sentence."""


def parse(line: str, words: Mapping[str, Word]) -> Command:
    """The command in a line; what begins with none of the words may be a move. Raises Refused."""
    text = plain(line)
    first, _, rest = text.partition(" ")
    word = words.get(first.lower())
    if word is not None:
        try:
            return word.read(rest)
        except ValueError as error:
            raise Refused(str(error)) from None
    if near := nearest(first.lower(), words, cutoff=0.7):
        raise Refused(f"{quoted(first)} is no command; did you mean {near}?")
    return Play(text)


def quoted(text: str) -> str:
    """What was typed, fit to stand in a sentence."""
    return repr(text if len(text) <= 20 else f"{text[:17]}...")


def _alone(command: Command) -> Callable[[str], Command]:
    def read(rest: str) -> Command:
        if rest:
            raise Refused(f"nothing can follow this word, {quoted(rest)} does")
        return command

    return read


def _with(make: Callable[[str], Command], missing: str) -> Callable[[str], Command]:
    def read(rest: str) -> Command:
        if not rest:
            raise Refused(missing)
        return make(rest)

    return read


def _fix(cell: str, example: str) -> Callable[[str], Command]:
    def read(rest: str) -> Fix:
        ply, _, right = rest.partition(" ")
        if not right or not (ply.isascii() and ply.isdigit()):
            wanted = f"fix takes the number of a ply and the right {cell}"
            raise Refused(f"{wanted}, as in: fix 3 {example}")
        if len(ply) > 9:
            raise Refused(f"no game has a ply {quoted(ply)}")
        return Fix(int(ply), right)

    return read


def _view(rest: str) -> View:
    if rest.lower() not in VIEWS:
        raise Refused("a view is ours, theirs or both")
    return View(rest.lower())


def _resign(rest: str) -> Resign:
    return Resign(_us_or_them(rest, "say who resigns: resign us, or resign them"))


def _first(rest: str) -> First:
    return First(_us_or_them(rest, "say who moves first: first us, or first them"))


def _us_or_them(rest: str, missing: str) -> str:
    if rest.lower() not in ("us", "them"):
        raise Refused(missing)
    return rest.lower()


def _by_name(*words: Word) -> dict[str, Word]:
    return {word.usage.split()[0]: word for word in words}


_DEPTH = Word(
    "depth N",
    "from now on the engine looks N plies ahead",
    lambda rest: Depth(read_depth(rest)),
)
_MOVES = Word("moves", "list the plies so far", _alone(Moves()))
_BOARD = Word("board", "draw the board again", _alone(Board()))
_HELP = Word("help", "this list", _alone(Help()))
_QUIT = Word("quit", "leave; the game is kept and can go on later", _alone(Quit()))


def play_words(rules: Game) -> dict[str, Word]:
    """What can be typed beside a move at a table that all sit at."""
    return _swap(rules) | _by_name(
        Word("undo", "take back to your last turn", _alone(Undo())),
        Word("hint", "the best move, and what it is worth", _alone(Hint())),
        _DEPTH,
        _MOVES,
        _BOARD,
        Word(
            "save FILE",
            "write the game as it stands to one more file",
            _with(Save, "save takes the name of a file, as in: save game.pgn"),
        ),
        Word("resign", "give the game up", _alone(Resign(""))),
        _HELP,
        _QUIT,
    )


def relay_words(rules: Game) -> dict[str, Word]:
    """What can be typed beside a move where it is relayed."""
    cell = report_of(rules).cell
    customs = customs_of(rules)
    usage, board, example = customs.board
    return _swap(rules) | _by_name(
        Word(
            "undo",
            "go back to the last move that was typed, or to before a fix or first",
            _alone(Undo()),
        ),
        Word(
            f"fix PLY {cell.upper()}",
            "correct a move that was entered wrongly, theirs here or ours there; keep those after"
            " it that stay legal",
            _fix(cell, customs.example),
        ),
        Word(
            "first us|them",
            "exchange who moves first; keep the moves that stay legal",
            _first,
        ),
        Word(
            f"check {usage}",
            f"compare with their screen: {board}",
            _with(Check, f"check takes what is on their screen, {board}, as in: check {example}"),
        ),
        Word(
            "note TEXT",
            "keep a remark with the last move",
            _with(Note, "note takes the text to be kept"),
        ),
        _DEPTH,
        _MOVES,
        _BOARD,
        Word("view ours|theirs|both", "whose screen the board is drawn for", _view),
        Word("resign us|them", "one side gives the game up", _resign),
        _HELP,
        _QUIT,
    )


def _swap(rules: Game) -> dict[str, Word]:
    """What can be typed beside, where the pie rule holds."""
    if not (isinstance(rules, SowingRules) and rules.pie):
        return {}
    return _by_name(
        Word(
            str(SWAP),
            "answer the first move by taking it over: the board turns round, the other side is to"
            " move",
            _alone(Play(str(SWAP))),
        )
    )
