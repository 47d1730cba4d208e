"""`owari play`: a game at this terminal."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from owari.cli.files import answer
from owari.cli.options import Choice, GroupedCommand, Text, game_option, leave_out, option_group
from owari.cli.play_options import (
    ENGINE_GROUP,
    PLAYERS,
    PROGRAM_GROUP,
    BoardOptions,
    EngineOptions,
    board_options,
    chosen_player,
    continue_option,
    continued_file,
    engine_options,
    game_file,
    player_type,
    program_options,
    read_file,
    record_option,
)
from owari.errors import BadInput
from owari.games.game import BadPosition, Game, Position, Side
from owari.games.mancala import OWARI
from owari.results.bot_names import bot_name
from owari.table.player_lookup import (
    ENGINE,
    HUMAN,
    ProgramConditions,
    engines_of,
    from_anywhere,
    is_engine,
)
from owari.table.sides import SIDES, read_side
from owari.table.table_options import SETTINGS, Thinking, option_words

if TYPE_CHECKING:
    from owari.records.record import GameRecord
    from owari.table.computer_player import ComputerPlayer
    from owari.table.session_file import GameFile

REMEMBERED = (
    *("south", "north", "protocol", "keys", "sandbox"),
    *SETTINGS,
    *("numbering", "board", "step", "south_name", "north_name"),
)
"""The options that a record keeps."""
GROUPS = {
    "Who plays": ("south", "north", "south_name", "north_name"),
    "Which game": ("game", "first", "position"),
    **ENGINE_GROUP,
    **PROGRAM_GROUP,
    "What you see": ("numbering", "board", "step"),
    "Files": ("record", "load"),
}
"""The options in the help."""
EXAMPLES = """\b
Examples:
  owari play --level hard --first south
  owari play --game othello --south human --north engine --time 2s
  owari play --south 'python3 bot.py' --north greedy --first north --explain
"""


@dataclass(frozen=True, slots=True)
class Seats:
    """Who plays each side, and the names in the record; None where no option says it."""

    south: str | None
    north: str | None
    south_name: str | None
    north_name: str | None

    def players(self, record: GameRecord | None) -> dict[Side, str]:
        """Who plays each side, by default as a record of an earlier sitting says it."""
        south, north = (record.south, record.north) if record else ("", "")
        return {
            Side.SOUTH: _recorded(south, ENGINE) if self.south is None else self.south,
            Side.NORTH: _recorded(north, HUMAN) if self.north is None else self.north,
        }

    def names(self, computers: dict[Side, ComputerPlayer]) -> dict[Side, str]:
        """The names in the record, which the computer players take too."""
        given = {Side.SOUTH: self.south_name, Side.NORTH: self.north_name}
        for side, computer in computers.items():
            computer.name = given[side] or computer.name
        return {
            side: computers[side].name if side in computers else name or HUMAN
            for side, name in given.items()
        }

    def words(self, players: dict[Side, str]) -> list[str]:
        """The words of a command line that set the same."""
        words = option_words("--south-name", self.south_name)
        words += option_words("--north-name", self.north_name)
        for side, player in players.items():
            words += [f"--{str(side).lower()}", from_anywhere(player)]
        return words


@dataclass(frozen=True, slots=True)
class NewGame:
    """How a new game begins."""

    game: Game | None
    first: str | None
    position: str | None

    def record(self, players: dict[Side, str]) -> GameRecord:
        """The game before its first move. Asks who moves first where no option says it. Raises
        BadInput."""
        from owari.records.record import GameRecord

        rules = self.game or OWARI
        if self.position is not None:
            leave_out("--position", first=self.first)
            return GameRecord(rules, self._start(rules, self.position), "?", "?")
        side = SIDES[self.first] if self.first else _asked_first(players)
        return GameRecord(rules, rules.start(side), "?", "?", date=date.today().isoformat())

    def _start(self, rules: Game, text: str) -> Position:
        try:
            position = rules.parse_position(text)
        except BadPosition as error:
            raise BadInput(f"--position: {error}") from None
        if position.outcome():
            raise BadInput("--position: the game is over in this position")
        return position


@click.command("play", cls=GroupedCommand, groups=GROUPS, epilog=EXAMPLES)
@option_group(
    "seats",
    Seats,
    click.option(
        "--south",
        type=player_type(HUMAN),
        help=f"Player of South: human, {PLAYERS}.  [default: engine]",
    ),
    click.option("--north", type=player_type(HUMAN), help="Player of North.  [default: human]"),
    click.option(
        "--south-name",
        type=Text("NAME", bot_name),
        help="Name of South in the record.  [default: the player]",
    ),
    click.option(
        "--north-name",
        type=Text("NAME", bot_name),
        help="Name of North in the record.  [default: the player]",
    ),
)
@option_group(
    "new",
    NewGame,
    click.option(
        "--first",
        type=Choice(("south", "north"), case_sensitive=False),
        help="Side that moves first. Without it, the command asks.",
    ),
    game_option(None),
    click.option(
        "--position",
        metavar="TEXT",
        help="Start position. 'owari rules GAME' explains how to write one.",
    ),
)
@engine_options
@program_options
@board_options("Names of the pits or squares at this table")
@click.option("--step/--no-step", help="Wait for Enter before each move of a computer player.")
@record_option("New file for the game.")
@continue_option(
    "--load", REMEMBERED, "Continue the game in this file, with the options that it keeps."
)
def command(
    seats: Seats,
    new: NewGame,
    engine: EngineOptions,
    conditions: ProgramConditions,
    board: BoardOptions,
    step: bool,
    record: Path | None,
    load: Path | None,
) -> None:
    """Play a game at this terminal, by default as North against the engine.

    At the prompt, type a pit or square, or 'help' for the list of commands. Every move is saved
    at once. Leave with 'quit', Ctrl-C or the end of input, and continue with --load.
    """
    from owari.table.game_series import play_games
    from owari.table.table import Table
    from owari.table.terminal import Console

    old = None
    if load:
        leave_out("--load", **asdict(new))
        old = _continued(read_file(load) if record else continued_file(load))
    board.numbering_of(old.game if old else new.game or OWARI)
    players = seats.players(old)
    begun = old or new.record(players)
    thinking = engine.thinking(begun.final, needed=any(map(is_engine, players.values())))
    computers = _computers(players, begun, thinking, conditions)
    names = seats.names(computers)
    begun = replace(
        begun,
        south=names[Side.SOUTH],
        north=names[Side.NORTH],
        date=begun.date or date.today().isoformat(),
    )
    games = game_file(None if record else load, record, "play", [begun])
    words = conditions.words() + board.words() + option_words("--step", step, False)
    table = Table(
        computers,
        thinking,
        numbering=board.numbering_of(begun.game),
        options=words + seats.words(players),
        who=engines_of(players, thinking),
    )
    console = Console(table, explain=conditions.explain, plain=board.is_plain, step=step)
    play_games(
        console,
        games,
        [0],
        command=["owari", "play", "--load", str(games.path)],
        after_game=lambda record: None,
    )


def _computers(
    players: dict[Side, str], record: GameRecord, thinking: Thinking, conditions: ProgramConditions
) -> dict[Side, ComputerPlayer]:
    """The players that no person replaces. Raises BadInput."""
    computers = {
        side: chosen_player(
            f"--{str(side).lower()}", player, side, thinking, conditions, record.game
        )
        for side, player in players.items()
        if player != HUMAN
    }
    if record.plies or record.start != record.game.start(record.first):
        for each in computers.values():
            if not each.joins_in:
                raise BadInput(f"{each.name} can play only from the start of a game")
    return computers


def _continued(games: GameFile) -> GameRecord:
    """The one game of the file, without a resignation or a fault that ended it. Raises BadInput."""
    from owari.records.record import Ending, Result, Termination

    if len(games.records) != 1:
        raise BadInput(f"{games.path}: one game expected, {len(games.records)} found")
    (record,) = games.records
    if outcome := record.final.outcome():
        raise BadInput(f"{games.path}: the game is over, {outcome}")
    unfinished = Ending(Result.UNFINISHED, record.final.score(), Termination.UNFINISHED)
    return replace(record, ending=unfinished)


def _asked_first(players: dict[Side, str]) -> Side:
    """The side that moves first, from an answer at the terminal."""
    people = [side for side, player in players.items() if player == HUMAN]
    person = people[0] if len(people) == 1 else None
    question = f"{f'You are {person}. ' if person else ''}Who moves first, south or north? "
    return answer(question, partial(read_side, person=person), "--first")


def _recorded(name: str, default: str) -> str:
    """The player that a name in a record stands for."""
    from owari.players.builtin_bots import BUILTIN

    return name if name in (HUMAN, ENGINE, *BUILTIN) else default
