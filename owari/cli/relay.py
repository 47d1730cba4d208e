"""`owari relay`: a game against a program elsewhere, its moves entered by hand."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from owari.cli.files import answer
from owari.cli.options import (
    FILE,
    Choice,
    GroupedCommand,
    Text,
    game_option,
    leave_out,
    option_group,
)
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
    record_option,
)
from owari.errors import BadInput
from owari.games.game import Game, Side
from owari.games.mancala import OWARI
from owari.records.played_by import BY_HAND
from owari.results.bot_names import bot_name
from owari.table.command_parser import VIEWS
from owari.table.player_lookup import (
    ENGINE,
    MANUAL,
    ProgramConditions,
    from_anywhere,
    is_engine,
    made_by,
)
from owari.table.sides import RELAY_SIDES, UNNAMED, Screen, read_relay_side
from owari.table.table_options import SETTINGS, option_words

if TYPE_CHECKING:
    from owari.records.record import GameRecord
    from owari.table.computer_player import ComputerPlayer
    from owari.table.table_options import Thinking

REMEMBERED = (
    *("us", "protocol", "keys", "sandbox"),
    *SETTINGS,
    *("numbering", "view", "board", "results"),
)
"""The options that a record keeps."""
GROUPS = {
    "Who plays": ("us", "us_name", "them_name"),
    "Which game": ("game", "first", "match"),
    **ENGINE_GROUP,
    **PROGRAM_GROUP,
    "What you see": ("numbering", "view", "board"),
    "Files": ("record", "resume", "results"),
}
"""The options in the help."""
EXAMPLES = """\b
Examples:
  owari relay --first them --depth 8
  owari relay --us manual --numbering 1-6 --view both
  owari relay --match --us-name Ours --them-name Theirs --results bots.db
"""


@dataclass(frozen=True, slots=True)
class NewGames:
    """How a new game or match begins."""

    game: Game | None
    first: str | None
    match: bool
    us_name: str | None
    them_name: str | None

    def records(self, rules: Game) -> list[GameRecord]:
        """The games before their first moves. Asks who moves first where no option says it. Raises
        BadInput."""
        from owari.records.record import GameRecord

        question = "We are South. Who moves first, us or them? "
        side = (
            RELAY_SIDES[self.first] if self.first else answer(question, read_relay_side, "--first")
        )
        names = self.us_name or UNNAMED[0], self.them_name or UNNAMED[1]
        today = date.today().isoformat()
        return [
            GameRecord(rules, rules.start(first), *names, date=today)
            for first in ((side, side.other) if self.match else (side,))
        ]


class RelayedTournament:
    """Enters the games of a relay in `results`, where the command line names them."""

    def __init__(self, results: Path | None) -> None:
        from owari.table.tournament_results import RelayResults

        self._results = RelayResults(results, partial(click.echo, err=True)) if results else None
        self._failure = ""
        """Why the last game that could not be entered is missing."""

    def rules(self, chosen: Game | None, remedy: str) -> Game:
        """The game of the tournament, or what is `chosen` without one. Raises BadInput, with the
        `remedy`, where the two differ."""
        return self._results.rules(chosen, remedy) if self._results else chosen or OWARI

    def check(self, records: Sequence[GameRecord], to_play: Sequence[int]) -> None:
        """Makes sure that the tournament expects the games. Raises BadInput."""
        if self._results:
            self._results.check(records, to_play)

    def player(self, record: GameRecord, us: str | None, *, engine: bool) -> tuple[str, bool]:
        """Who plays for us under our name in the record, and whether that is a bot of the
        tournament. Asks where nothing says it; `engine` says that options set one up. Raises
        BadInput."""
        if not self._results:
            return ENGINE if us is None else us, False
        names = record.south, record.north
        chosen = ENGINE if us is None and engine else us
        player = self._results.player_of(names, chosen)
        if player is None:
            question = f"Who plays for {names[0]}: {MANUAL} for a person, or a command? "
            player = self._results.player_of(names, answer(question, str.strip, "--us"))
        if player is None:
            raise BadInput("say who plays for us: give --us")
        return player, self._results.is_own(player)

    def enter(self, record: GameRecord) -> None:
        """Enters a finished game. A failure is kept for the end, after the rest of the match."""
        if not self._results:
            return
        try:
            click.echo(self._results.enter(record))
        except BadInput as error:
            self._failure = str(error)

    def check_entered(self, again: Sequence[str]) -> None:
        """Raises BadInput, with the command that tries `again`, where a game is missing."""
        if self._failure:
            command = shlex.join(again)
            raise BadInput(
                f"{self._failure}\nCorrect that, then enter the missing games with: {command}"
            )


@click.command("relay", cls=GroupedCommand, groups=GROUPS, epilog=EXAMPLES)
@click.option(
    "--us",
    type=player_type(MANUAL),
    help=f"Player of our side: {MANUAL} for a person, {PLAYERS}.  [default: engine; with --results"
    " the bot of our name]",
)
@option_group(
    "new",
    NewGames,
    click.option(
        "--first",
        type=Choice(list(RELAY_SIDES), case_sensitive=False),
        help="Side that moves first, in a match in its first game. We are South and they are North."
        " Without it, the command asks.",
    ),
    game_option(None),
    click.option("--match", is_flag=True, help="Play two games; each side moves first once."),
    click.option(
        "--us-name", type=Text("NAME", bot_name), help="Our name in the record.  [default: us]"
    ),
    click.option(
        "--them-name",
        type=Text("NAME", bot_name),
        help="Their name in the record.  [default: them]",
    ),
)
@engine_options
@program_options
@board_options("Names of the pits or squares on their screen")
@click.option(
    "--view",
    type=Choice(VIEWS),
    default=VIEWS[0],
    show_default=True,
    help="Draw our board, the board as their screen shows it, or both.",
)
@record_option("New file for the games.")
@continue_option(
    "--resume", REMEMBERED, "Continue the games in this file, with the options that it keeps."
)
@click.option(
    "--results",
    type=FILE,
    help="Enter finished games in the results of this tournament, whose game is played. A new relay"
    " then needs --us-name and --them-name.",
)
def command(
    us: str | None,
    new: NewGames,
    engine: EngineOptions,
    conditions: ProgramConditions,
    board: BoardOptions,
    view: str,
    record: Path | None,
    resume: Path | None,
    results: Path | None,
) -> None:
    """Play against a program on another computer: type its moves, and read ours aloud.

    We are South on our board. The other program is South on its own screen: there its pits are 0-5
    and ours are 7-12, unless --numbering says otherwise. Squares of Othello have the same names on
    both screens.

    Type a move with its name on either board, or 'help' for the list of commands. Every move is
    saved at once. Continue with --resume.
    """
    from owari.table import event_text
    from owari.table.game_series import play_games
    from owari.table.table import Table
    from owari.table.terminal import Console

    tournament = RelayedTournament(results)
    if resume:
        leave_out("--resume", record=record, **asdict(new))
        records, to_play = _continued(resume)
        rules = tournament.rules(records[0].game, f"name the tournament of {resume} with --results")
    else:
        if results and not (new.us_name and new.them_name):
            raise BadInput("--results needs both names: give --us-name and --them-name")
        rules = tournament.rules(new.game, "leave --game out")
        board.numbering_of(rules)
        records = new.records(rules)
        to_play = list(range(len(records)))
    tournament.check(records, to_play)
    us, official = tournament.player(records[0], us, engine=engine.sets_limit)
    thinking = engine.thinking(records[0].start, needed=is_engine(us))
    computers = _our_computer(us, thinking, conditions, rules, official)
    games = game_file(resume, record, "relay", records)
    words = ["--us", from_anywhere(us), *conditions.words(), *board.words()]
    table = Table(
        computers,
        thinking,
        screen=Screen(board.numbering_of(rules)),
        view=view,
        options=words + option_words("--results", results and results.absolute()),
        who={Side.SOUTH: made_by(us, thinking), Side.NORTH: BY_HAND},
        official=official,
    )
    console = Console(table, explain=conditions.explain, plain=board.is_plain)
    again = ["owari", "relay", "--resume", str(games.path)]
    finished = play_games(console, games, to_play, command=again, after_game=tournament.enter)
    if finished and len(games.records) > 1:
        click.echo(event_text.match(games.records))
    tournament.check_entered(again)


def _our_computer(
    us: str, thinking: Thinking, conditions: ProgramConditions, rules: Game, official: bool
) -> dict[Side, ComputerPlayer]:
    """The player of our side, unless a person plays. Raises BadInput."""
    if us == MANUAL:
        return {}
    player = chosen_player("--us", us, Side.SOUTH, thinking, conditions, rules, official=official)
    return {Side.SOUTH: player}


def _continued(path: Path) -> tuple[list[GameRecord], list[int]]:
    """The games of the file, and the indexes of those to play. Raises BadInput."""
    games = continued_file(path)
    if len(games.records) not in (1, 2):
        raise BadInput(f"{path}: one game or the two games of a match expected")
    return games.records, games.to_play()
