"""`owari learn`: the settings of a console program."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from owari.cli.files import writing
from owari.cli.options import DURATION, FILE, PROGRAM, QuotedCommand, Text, game_option, time_option
from owari.cli.play_options import key_options
from owari.errors import BadInput
from owari.games.game import Game
from owari.games.mancala import OWARI
from owari.programs.dialogues.console.console_protocol import ConsoleProtocol
from owari.programs.sandbox.program_settings import ProgramSettings
from owari.results.bot_names import bot_name
from owari.table.player_lookup import ProgramConditions, program_settings
from owari.text.durations import count
from owari.text.printable import plain
from owari.tournament.file.bot_entries import add_bot, check_addition, entry_text, program_entry
from owari.tournament.file.key_options import protocol_settings
from owari.tournament.file.tournament_settings import in_file

if TYPE_CHECKING:  # it needs what is on Linux and macOS only
    from owari.checking.description_trial import Learned


EXAMPLES = """\b
Examples:
  owari learn ./old_one
  owari learn 'python3 old.py --fast' --name 'The Old One' --time 30s
  owari learn ./old_one --game kalah:6x4 --add bots.yaml
"""
_CLASS_PATHS = ("-cp", "-classpath", "--class-path")
"""Options of Java with the folders of its classes."""


@click.command("learn", cls=QuotedCommand, epilog=EXAMPLES)
@click.argument("program", metavar="COMMAND|FILE.yaml[:BOT]", type=PROGRAM)
@game_option(None, f"that of the file, else {OWARI.name}")
@click.option(
    "--name", type=Text("NAME", bot_name), help="Name of the bot.  [default: the name of its file]"
)
@time_option("Longest time that the program takes for a move.", default="10s")
@click.option(
    "--within",
    type=DURATION,
    default="2m",
    show_default=True,
    help="Total time. When it is over, or at Ctrl-C, the best guess is printed.",
)
@key_options
@click.option(
    "--add", type=FILE, help="Put the bot into this tournament file. Its other text stays as it is."
)
def command(
    program: str,
    game: Game | None,
    name: str | None,
    seconds: float,
    within: float,
    keys: tuple[str, ...],
    start: str | None,
    prompt: str | None,
    add: Path | None,
) -> None:
    """Play with the console program COMMAND, and print its settings for a tournament file.

    The command starts the program many times, until it understands the moves. The settings go to
    the standard output, and the attempts to the error output. The exit code is 1 where the program
    asks who moves first, and no answer that was tried makes it start or wait. It is also 1 where
    the program is too slow, plays another game or another board, and where no game ends by the
    rules. Settings with which it made a few moves, or for the game that it plays, are printed to
    the error output then. What --start, --prompt and --set say is kept.
    """
    subject = _subject(program)
    name = name or subject.name
    of_file = subject.game
    if add:
        if subject.entry:
            raise BadInput(f"{program} is in a file already: leave --add out")
        of_file = check_addition(add, name)
    if game and of_file and game != of_file:
        raise BadInput(f"the file is for {of_file.name}: leave --game {game.name} out")
    game = game or of_file or OWARI
    known = ProgramConditions("console", keys=keys, start=start, prompt=prompt).all_keys
    try:
        learned = _learned(subject.settings, game, seconds, within, known)
    except KeyboardInterrupt as error:
        _tell_interrupted(error, name, subject)
        raise
    subject = subject.without_last(learned.moved)
    _tell(learned, name, subject)
    if learned.missing:
        raise click.ClickException(plain(learned.missing))
    if add:
        entry = {**subject.placed(name, add.absolute().parent), **learned.keys()}
        with writing(add):
            warnings = add_bot(add, entry, game.name)
        click.echo(f"{add} has the bot {name} now.", err=True)
        for warning in warnings:
            click.echo(warning, err=True)


def _tell(learned: Learned, name: str, subject: _Subject) -> None:
    """Prints the entry, and what was seen of the program."""
    entry = {**subject.placed(name, subject.settings.directory), **learned.keys()}
    click.echo(entry_text(entry), nl=False, err=bool(learned.missing))
    *others, last = sorted(learned.plies)
    games = " and ".join([*map(str, others), count(last, "ply", "plies")])
    how = f" Its moves are read {learned.how}." if learned.how else ""
    click.echo(f"\nThe program played games of {games}.{how}", err=True)
    for remark in learned.remarks:
        click.echo(f"Note: {plain(remark)}.", err=True)


def _tell_interrupted(error: KeyboardInterrupt, name: str, subject: _Subject) -> None:
    """Prints the best guess until Ctrl-C, and what it lacks."""
    from owari.checking.description_trial import Interrupted

    if not isinstance(error, Interrupted):
        return
    if error.best:
        _tell(error.best, name, subject.without_last(error.best.moved))
    if said := str(error):
        click.echo(plain(said), err=True)


def _learned(
    settings: ProgramSettings,
    game: Game,
    seconds: float,
    within: float,
    known: Sequence[str],
) -> Learned:
    """The description of the program, also as one that plays another game. Raises
    click.ClickException where there is none."""
    try:
        from owari.checking.description_trial import AsksNothing, NotLearned
        from owari.checking.learner import learn
    except ImportError:
        raise BadInput("programs run on Linux and macOS only") from None
    from owari.players.player import Fault

    def tell(step: str) -> None:
        click.echo(plain(step), err=True)

    def learn_as(game: Game) -> Learned:
        given = protocol_settings(known, "console", settings.command, game)
        assert isinstance(given, ConsoleProtocol)
        left = end - perf_counter()
        return learn(settings, tell, per_turn=seconds, game=game, within=left, given=given)

    end = perf_counter() + within
    try:
        return _first_that_fits(game, learn_as, tell)
    except AsksNothing as error:
        hint = "if it speaks a protocol, test it with 'owari check --protocol NAME'"
        raise click.ClickException(f"{error}; {hint}") from None
    except Fault as fault:
        raise click.ClickException(f"the program {fault}") from None
    except NotLearned as error:
        raise click.ClickException(plain(str(error))) from None


def _first_that_fits(
    game: Game, learn_as: Callable[[Game], Learned], tell: Callable[[str], None]
) -> Learned:
    """The description as a program of this game, or of the first that it seems to play instead and
    that works; else the guess with the longest games. Raises NotLearned and Fault."""
    from owari.checking.description_trial import NotLearned
    from owari.players.player import Fault

    try:
        return learn_as(game)
    except NotLearned as error:
        if not error.games:
            raise
        elsewhere, said = error.games, error.said
    tell(said)
    guesses = []
    failed = ""
    for other in elsewhere:
        tell(f"trying to learn it as one that plays {other.name}")
        try:
            learned = learn_as(other)
        except (BadInput, Fault) as error:
            failed = failed or f"{said}; as {other.name}: {error}"
            continue
        if not learned.missing:
            why = f"it plays {other.name}, not {game.name}, and these settings are for that"
            return replace(learned, missing=why)
        why = f"{said}; as {other.name}: {learned.missing}"
        guesses.append(replace(learned, missing=why))
    if not guesses:
        raise NotLearned(failed)
    return max(guesses, key=lambda guess: max(guess.plies))


class _Subject(NamedTuple):
    """The program to learn."""

    settings: ProgramSettings
    name: str
    words: tuple[str, ...] = ()
    """The words of its command in the current folder; none for a bot of a file."""
    entry: Mapping[str, Any] = {}
    """The keys of its place, for a bot of a file."""
    game: Game | None = None
    """That of the file."""

    def without_last(self, words: int) -> _Subject:
        """The same without so many words at the end of its command."""
        entry = {**self.entry}
        if words and entry:
            entry["command"] = entry["command"][:-words]
        return self._replace(words=self.words[: len(self.words) - words], entry=entry)

    def placed(self, name: str, folder: Path) -> dict[str, Any]:
        """The keys that say its name and where it is, for a tournament file in the folder."""
        if self.entry:
            return {"name": name, **self.entry}
        return program_entry(name, self.words, self.settings.directory, folder)


def _subject(program: str) -> _Subject:
    if named := in_file(program):
        from owari.tournament.file.reader import one_bot_of

        tournament, bot = one_bot_of(*named)
        if not isinstance(bot.player, ProgramSettings):
            raise BadInput(f"{bot.name} is a built-in bot, which asks nothing")
        stored = json.loads(bot.settings)
        entry = {key: stored[key] for key in ("command", "directory", "environment") if stored[key]}
        return _Subject(bot.player, bot.name, entry=entry, game=tournament.game)
    settings = program_settings(program, "console")
    words = tuple(shlex.split(program))
    return _Subject(settings, bot_name(_called(words)), words)


def _called(words: Sequence[str]) -> str:
    """The name of the file that runs, without its ending, or of the class that Java runs."""
    given = [word for before, word in pairwise(("", *words)) if before not in _CLASS_PATHS]
    files = [word for word in given if not word.startswith("-") and Path(word).stem]
    runs = files[1] if len(files) > 1 else ""
    if Path(files[0]).stem == "java" and runs and Path(runs).suffix not in (".jar", ".java"):
        return runs.rpartition(".")[2]
    return Path(runs if "." in runs else files[0]).stem
