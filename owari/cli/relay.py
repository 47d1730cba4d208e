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

from owari.cli.board_options import BoardOptions, board_options
from owari.cli.engine_options import EngineOptions, engine_options
from owari.cli.game_file_options import (
    continue_option,
    continued_file,
    game_file,
    record_option,
)
from owari.cli.options import game_option, leave_out, option_group
from owari.cli.parameter_types import FILE, Choice, Text
from owari.cli.program_options import PLAYERS, chosen_player, player_type, program_options
from owari.cli.questions import answer
from owari.errors import BadInput
from owari.games.game import Game, Side
from owari.games.mancala import OWARI
from owari.results.bot_names import bot_name
from owari.table.command_parser import VIEWS
from owari.table.option_words import option_words
from owari.table.player_lookup import ENGINE, MANUAL, ProgramConditions, from_anywhere, is_engine
from owari.table.remote_screen import Screen
from owari.table.side_names import RELAY_SIDES, read_relay_side

if TYPE_CHECKING:
    from owari.records.record import GameRecord

__all__ = ["command"]

REMEMBERED = (
    *("us", "protocol", "keys", "sandbox"),
    *("depth", "seconds", "evaluation", "perfect", "threads", "verbose"),
    *("numbering", "view", "board", "results"),
)
"""The options that a record keeps."""
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

    def records(self) -> list[GameRecord]:
        """The games before their first moves. Asks who moves first where no option says it. Raises
        BadInput."""
        from owari.records.record import GameRecord

        question = "We are South. Who moves first, us or them? "
        side = (
            RELAY_SIDES[self.first] if self.first else answer(question, read_relay_side, "--first")
        )
        rules, today = self.game or OWARI, date.today().isoformat()
        names = self.us_name or "us", self.them_name or "them"
        return [
            GameRecord(rules, rules.start(first), *names, date=today)
            for first in ((side, side.other) if self.match else (side,))
        ]


class ResultsEntry:
    """Enters the games of a relay in `results`, where the command line names them."""

    def __init__(self, results: Path | None) -> None:
        from owari.table.tournament_results import RelayResults

        self._results = RelayResults(results, partial(click.echo, err=True)) if results else None
        self.failure = ""
        """Why the last game that could not be entered is missing."""

    def check(self, records: Sequence[GameRecord], to_play: Sequence[int]) -> None:
        """Makes sure that the tournament expects the games. Raises BadInput."""
        if self._results:
            self._results.check(records, to_play)

    def enter(self, record: GameRecord) -> None:
        """Enters a finished game. A failure is kept for the end, after the rest of the match."""
        if not self._results:
            return
        try:
            click.echo(self._results.enter(record))
        except BadInput as error:
            self.failure = str(error)


@click.command("relay", epilog=EXAMPLES)
@click.option(
    "--us",
    type=player_type(MANUAL),
    default=ENGINE,
    help=f"Player of our side: {MANUAL} for a person, {PLAYERS}.  [default: engine]",
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
    help="Enter finished games in the results of this tournament. A new relay then needs --us-name"
    " and --them-name.",
)
def command(
    us: str,
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

    if resume:
        leave_out("--resume", record=record, **asdict(new))
        records, to_play = _continued(resume)
    else:
        board.numbering_of(new.game or OWARI)
        if results and not (new.us_name and new.them_name):
            raise BadInput("--results needs both names: give --us-name and --them-name")
        records = new.records()
        to_play = list(range(len(records)))

    rules = records[0].game
    entry = ResultsEntry(results)
    entry.check(records, to_play)
    thinking = engine.thinking(records[0].start, needed=is_engine(us))
    computers = {}
    if us != MANUAL:
        computers[Side.SOUTH] = chosen_player("--us", us, Side.SOUTH, thinking, conditions, rules)
    games = game_file(resume, record, "relay", records)
    words = ["--us", from_anywhere(us), *conditions.words(), *board.words()]
    table = Table(
        computers,
        thinking,
        screen=Screen(board.numbering_of(rules)),
        view=view,
        options=words + option_words("--results", results and results.absolute()),
    )
    console = Console(table, explain=conditions.explain, plain=board.is_plain)
    again = ["owari", "relay", "--resume", str(games.path)]
    finished = play_games(console, games, to_play, command=again, after_game=entry.enter)
    if finished and len(games.records) > 1:
        click.echo(event_text.match(games.records))
    if entry.failure:
        raise BadInput(
            f"{entry.failure}\nCorrect that, then enter the missing games with: {shlex.join(again)}"
        )


def _continued(path: Path) -> tuple[list[GameRecord], list[int]]:
    """The games of the file, and the indexes of those to play. Raises BadInput."""
    games = continued_file(path)
    if len(games.records) not in (1, 2):
        raise BadInput(f"{path}: one game or the two games of a match expected")
    return games.records, games.to_play()
