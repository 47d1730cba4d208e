"""The commands that a person can type at the table, and how a line becomes a command."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from owari.games.game import SWAP, Game
from owari.report.families import report_of
from owari.table import commands
from owari.table.commands import IllegalCommand
from owari.table.notation import notation_of
from owari.table.sides import read_relay_side
from owari.table.table_options import read_depth
from owari.text.printable import plain
from owari.text.suggestions import nearest

VIEWS = ("ours", "theirs", "both")


class Word(NamedTuple):
    """A word that begins a command."""

    usage: str
    """The word with what follows it."""
    summary: str
    read: Callable[[str], commands.Command]
    """Makes the command from the rest of the line. Raises ValueError with a sentence."""


def parse(line: str, words: Mapping[str, Word]) -> commands.Command:
    """The command in a line. A line that begins with none of the words may be a move. Raises
    IllegalCommand."""
    text = plain(line)
    first, _, rest = text.partition(" ")
    word = words.get(first.lower())
    if word is not None:
        try:
            return word.read(rest)
        except ValueError as error:
            raise IllegalCommand(str(error)) from None
    is_a_number = not any(map(str.isalpha, first))
    if not is_a_number and (near := nearest(first.lower(), words, cutoff=0.7)):
        raise IllegalCommand(f"{quoted(first)} is not a command; did you mean {near}?")
    return commands.Play(text)


def quoted(text: str) -> str:
    """The typed text in quotes, shortened for a sentence."""
    return repr(text if len(text) <= 20 else f"{text[:17]}...")


def _alone(command: commands.Command) -> Callable[[str], commands.Command]:
    def read(rest: str) -> commands.Command:
        if rest:
            raise ValueError(f"this command stands alone; {quoted(rest)} cannot follow it")
        return command

    return read


def _with(
    make: Callable[[str], commands.Command], missing: str
) -> Callable[[str], commands.Command]:
    def read(rest: str) -> commands.Command:
        if not rest:
            raise ValueError(missing)
        return make(rest)

    return read


def _fix(cell: str, example: str) -> Callable[[str], commands.Command]:
    def read(rest: str) -> commands.Fix:
        ply, _, right = rest.partition(" ")
        if not right or not (ply.isascii() and ply.isdigit()):
            needs = f"fix needs the number of a ply and the right {cell}"
            raise ValueError(f"{needs}, such as: fix 3 {example}")
        if len(ply) > 9:
            raise ValueError(f"no game has a ply {quoted(ply)}")
        return commands.Fix(int(ply), right)

    return read


def _view(rest: str) -> commands.View:
    if rest.lower() not in VIEWS:
        raise ValueError("view needs ours, theirs or both")
    return commands.View(rest.lower())


def _resign(rest: str) -> commands.Resign:
    try:
        return commands.Resign(read_relay_side(rest))
    except ValueError:
        raise ValueError("resign needs a side: resign us, or resign them") from None


def _first(rest: str) -> commands.First:
    try:
        return commands.First(read_relay_side(rest))
    except ValueError:
        raise ValueError("first needs a side: first us, or first them") from None


def _by_name(*words: Word) -> dict[str, Word]:
    return {word.usage.split()[0]: word for word in words}


_DEPTH = Word(
    "depth N",
    "set the look-ahead of the engine to N plies",
    lambda rest: commands.Depth(read_depth(rest)),
)
_PLAN = Word("plan", "show what the engine or a program expects", _alone(commands.Plan()))
_MOVES = Word("moves", "list the plies of the game", _alone(commands.Moves()))
_BOARD = Word("board", "draw the board again", _alone(commands.Board()))
_HELP = Word("help", "show this list", _alone(commands.Help()))
_QUIT = Word("quit", "leave; the game is saved and can continue later", _alone(commands.Quit()))


def play_words(rules: Game) -> dict[str, Word]:
    """The commands of a game at one table."""
    return _swap(rules) | _by_name(
        Word("undo", "take back your last turn and all that followed", _alone(commands.Undo())),
        Word("hint", "show the best move and its value", _alone(commands.Hint())),
        Word(
            "values", f"show what each {report_of(rules).cell} is worth", _alone(commands.Values())
        ),
        _PLAN,
        _DEPTH,
        _MOVES,
        _BOARD,
        Word(
            "save FILE",
            "write the game to another file",
            _with(commands.Save, "save needs the name of a file, such as: save game.pgn"),
        ),
        Word("resign", "give the game up", _alone(commands.Resign(None))),
        _HELP,
        _QUIT,
    )


def relay_words(rules: Game) -> dict[str, Word]:
    """The commands of a relay."""
    cell = report_of(rules).cell
    notation = notation_of(rules)
    usage, board, example = notation.board
    return _swap(rules) | _by_name(
        Word(
            "undo",
            "take back the last typed move, or the last fix or first",
            _alone(commands.Undo()),
        ),
        Word(
            f"fix PLY {cell.upper()}",
            "correct a ply that was entered wrongly on either screen; later legal moves stay",
            _fix(cell, notation.example),
        ),
        Word("first us|them", "change who moves first; legal moves stay", _first),
        Word(
            f"check {usage}",
            f"compare our board with their screen: {board}",
            _with(commands.Check, f"check needs their screen: {board}, such as: check {example}"),
        ),
        Word(
            "note TEXT",
            "save a comment with the last move",
            _with(commands.Note, "note needs a text to save"),
        ),
        _PLAN,
        _DEPTH,
        _MOVES,
        _BOARD,
        Word("view ours|theirs|both", "draw our board, their screen or both", _view),
        Word("resign us|them", "give the game up for one side", _resign),
        _HELP,
        _QUIT,
    )


def _swap(rules: Game) -> dict[str, Word]:
    """The command of the pie rule."""
    if not rules.pie:
        return {}
    summary = "take over the first move: the board turns, and the other side is to move"
    return _by_name(Word(str(SWAP), summary, _alone(commands.Play(str(SWAP)))))
