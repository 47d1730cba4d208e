"""The tournament file of the programs that were found in a folder, with comments."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from pathlib import Path, PurePath
from textwrap import wrap

import yaml

from owari.games.game import Game
from owari.games.mancala import OWARI
from owari.programs.dialogues.protocols import find_protocol
from owari.registration.recognition import Recognition
from owari.registration.team_search import Team, without_program
from owari.results.bot_names import looks_like
from owari.text.durations import count
from owari.text.printable import listing, plain
from owari.tournament.file.bot_entries import entry_text, program_entry

_WIDTH = 96
"""Characters of a comment line."""
_OPPONENTS = {"Greedy": "engine: greedy", "Depth 4": "engine: alpha-beta, depth: 4"}
"""The keys of built-in bots by their names: for a file with fewer than two programs, and a
suggestion for others."""
_LEAST = 2


def tournament_text(
    teams: Iterable[Team],
    found: Mapping[str, Recognition],
    game: Game,
    folder: Path,
    file: Path,
    failed: Mapping[str, str] = {},
) -> str:
    """The text of a tournament file for the teams of a folder. `found` has what was recognised, by
    the names of the teams that were tried, and `failed` why some could not be compiled."""
    teams = list(teams)
    playing = [team for team in teams if found.get(team.name) and found[team.name].protocol]
    untried = [team for team in teams if was_untried(team, found)]
    others = [team for team in teams if team not in (*playing, *untried)]
    guesses = sum(each.is_guess for each in found.values())
    guessed = f", and a guess for {guesses} more" if guesses else ""
    head = [
        f"Written by 'owari init' on {date.today().isoformat()}:"
        f" {count(len(playing), 'bot')} of {count(len(teams), 'program')}{guessed}.",
        f"Test them with 'owari check {file.name}', and play with 'owari tournament {file.name}'.",
    ]
    event = yaml.safe_dump(
        {"event": plain(folder.resolve().name) or "Tournament"}, allow_unicode=True
    )
    lines = [
        *_comment(head, ""),
        event.rstrip("\n"),
        f"game: {game.name}",
        "time-per-turn: 5s",
        "bots:",
    ]
    place = file.absolute().parent
    for team in playing:
        lines += [
            *_comment([_described(team, found[team.name]), *_notes(team)]),
            *_entry(team, found, place),
            "",
        ]
    for team in others:
        lines += [
            *_comment(_missing(team, found.get(team.name), game, file, failed.get(team.name, ""))),
            *_aside(team, found, place),
            "",
        ]
    if untried:
        names = listing(team.name for team in untried)
        said = f"Not tried, because 'owari init' was interrupted: {names}."
        lines += [*_comment([said, *(_add(team, file) for team in untried)]), ""]
    if bare := without_program(folder, teams):
        said = f"No program was found in {', '.join(bare)}. Links and archives are not opened."
        lines += [*_comment([said]), ""]
    lines += _opponents(needed=_LEAST - len(playing), taken=[team.name for team in playing])
    return "\n".join([*lines, ""])


def was_untried(team: Team, found: Mapping[str, Recognition]) -> bool:
    """Whether it has a program that can be started, and was not."""
    return bool(team.name not in found and team.program and not team.program.problem)


def _comment(sentences: Iterable[str], indent: str = "  ") -> Iterator[str]:
    """The sentences as comment lines, each from a new line on; what is typed is not broken."""
    for sentence in sentences:
        said, width = plain(sentence), _WIDTH
        if isinstance(sentence, _Command):
            width = len(said)
        for line in wrap(said, width, break_on_hyphens=False, break_long_words=False):
            yield f"{indent}# {line}"


def _described(team: Team, found: Recognition) -> str:
    assert team.program
    summary = find_protocol(found.protocol).summary
    said = f"{team.program.language}; protocol {found.protocol}: {summary}."
    if found.remark:
        said += f" Note: {found.remark}."
    return said + (f" To do: {found.advice}." if found.advice else "")


def _notes(team: Team) -> Iterator[str]:
    """On the other programs of its folder."""
    if team.others:
        yield f"{_others(team)} Change the command if one of them is the bot."


def _others(team: Team) -> str:
    shown = ", ".join(str(other.file) for other in team.others[:8])
    more = len(team.others) - 8
    return f"Also in its folder: {shown}{f' and {more} more' if more > 0 else ''}."


def _missing(
    team: Team, found: Recognition | None, game: Game, file: Path, failed: str
) -> Iterator[str]:
    """Why a team has no bot, and what to type next, in the folder of the file."""
    place = file.absolute().parent
    folder = os.path.relpath(team.folder, place)
    if team.program is None:
        yield f"{team.name} has source, but no program{f': {failed}' if failed else ''}."
        yield "Compile it in this folder, and add it:"
        yield _in_folder(folder, team.compiler)
        yield _add(team, file)
        return
    program = os.path.relpath(team.folder / team.program.file, place)
    if found is None:
        yield f"{team.name} was not started: {program}: {team.program.problem}."
    else:
        yield f"{team.name} was not understood: {program}: {found.remark}."
        if found.advice:
            yield f"To do: {found.advice}."
    if team.others:
        yield f"{_others(team)} If one of them is the bot, add that, as in:"
        yield _add(team, file, team.others[0].file)
    if found and (found.is_final or found.wants_words):
        yield from outlook(team, found, game, file, place)
        if found.is_guess:
            yield "The keys below are those that were found."
    elif found and found.then:
        yield "To see each step:"
        yield next_command(team, found.then, game, place)
        yield (
            "The keys below are a guess: correct them, and remove the #."
            if found.is_guess
            else "Then write the keys of its protocol below, and remove the #."
        )
    else:
        yield "Then:"
        yield _add(team, file)


def outlook(team: Team, found: Recognition, game: Game, file: Path, place: Path) -> Iterator[str]:
    """What can be done for a program that no key seats, or that needs words in its command, with
    what is typed in the folder `place`."""
    if found.is_final:
        if found.wants_words:
            yield "It asks for the moves of both sides and makes none."
        does = "changes its rules" if found.is_guess else f"seats it in a tournament of {game.name}"
        yield f"No key {does}."
    if found.wants_words:
        assert team.program
        yield (
            "If words of its command make it move, type them in the place of WORDS:"
            if found.is_final
            else "Type the words that its command wants in the place of WORDS:"
        )
        words = [*team.program.words, "WORDS"]
        add = ["--name", team.name, "--add", os.path.relpath(file, team.folder)]
        learn = shlex.join(["owari", "learn", shlex.join(words), *add])
        yield _in_folder(os.path.relpath(team.folder, place), learn)
    elif found.then:
        yield "To see what it plays:" if found.games else "To see each step:"
        yield next_command(team, found.then, game, place)


class _Command(str):
    """What somebody types, on one line however long it is."""


def _in_folder(folder: str, command: str) -> _Command:
    return _Command(command if folder == "." else f"(cd {shlex.quote(folder)} && {command})")


def next_command(team: Team, then: tuple[str, ...], game: Game, place: Path) -> _Command:
    """The command that tries the program of a team again, as somebody types it in a folder."""
    assert team.program
    command, *options = then
    options += [] if game == OWARI else ["--game", game.name]
    words = shlex.join(["owari", command, shlex.join(team.program.words), *options])
    return _in_folder(os.path.relpath(team.folder, place), words)


def _add(team: Team, file: Path, other: PurePath | None = None) -> _Command:
    """The command that adds its program to the file, or another one of its folder, as somebody
    types it in the file's folder."""
    path = team.folder
    if other:
        path /= other
    elif not team.is_alone:
        path /= team.program.file if team.program else team.sources[0].stem
    program = os.path.relpath(path, file.absolute().parent)
    name = ["--name", team.name] if other else []
    return _Command(shlex.join(["owari", "add", file.name, program, *name]))


def _entry(team: Team, found: Mapping[str, Recognition], place: Path) -> list[str]:
    """The lines of its entry; none where it has no program."""
    if team.program is None:
        return []
    keys = found[team.name].keys if team.name in found else {}
    entry = program_entry(team.name, team.program.words, team.folder, place)
    return entry_text({**entry, **keys}).splitlines()


def _aside(team: Team, found: Mapping[str, Recognition], place: Path) -> list[str]:
    """The same as comments; none where no key helps."""
    shown = found.get(team.name)
    if shown and (shown.is_final or shown.wants_words) and not shown.is_guess:
        return []
    return [f"  # {line.removeprefix('  ')}" for line in _entry(team, found, place)]


def _opponents(needed: int, taken: list[str]) -> Iterator[str]:
    """Built-in bots: as many as a tournament needs, the others as a comment."""
    yield "  # Built-in bots. 'owari bots' lists them all."
    for number, (name, keys) in enumerate(_OPPONENTS.items()):
        mark = "" if number < needed else "# "
        shown = f"Built-in {name}" if looks_like(name, taken) else name
        yield f"  {mark}- {{name: {shown}, {keys}}}"
