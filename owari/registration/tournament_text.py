"""The tournament file of the programs that were found in a folder, with comments."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from pathlib import Path
from textwrap import wrap

import yaml

from owari.games.game import Game
from owari.programs.dialogues.protocols import find_protocol
from owari.registration.recognition import Recognition
from owari.registration.team_search import Team, without_program
from owari.results.bot_names import looks_like
from owari.text.durations import count
from owari.text.printable import plain
from owari.tournament.file.bot_entries import entry_text, program_entry

_WIDTH = 96
"""Characters of a comment line."""
_OPPONENTS = {"Greedy": "engine: greedy", "Depth 4": "engine: alpha-beta, depth: 4"}
"""The keys of built-in bots by their names: for a file with fewer than two programs, and a
suggestion for others."""
_LEAST = 2


def tournament_text(
    teams: Iterable[Team], found: Mapping[str, Recognition], game: Game, folder: Path, file: Path
) -> str:
    """The text of a tournament file for the teams of a folder. `found` has what was recognised, by
    the names of the teams."""
    teams = list(teams)
    playing = [team for team in teams if found.get(team.name) and found[team.name].protocol]
    others = [team for team in teams if team not in playing]
    head = [
        f"Written by 'owari init' on {date.today().isoformat()}:"
        f" {count(len(playing), 'bot')} of {count(len(teams), 'program')}.",
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
            *_comment(_missing(team, found.get(team.name), place)),
            *_aside(team, found, place),
            "",
        ]
    if bare := without_program(folder, teams):
        said = f"No program was found in {', '.join(bare)}. Links and archives are not opened."
        lines += [*_comment([said]), ""]
    lines += _opponents(needed=_LEAST - len(playing), taken=[team.name for team in playing])
    return "\n".join([*lines, ""])


def _comment(sentences: Iterable[str], indent: str = "  ") -> Iterator[str]:
    """The sentences as comment lines, each from a new line on."""
    for sentence in sentences:
        for line in wrap(plain(sentence), _WIDTH, break_on_hyphens=False, break_long_words=False):
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
        shown = ", ".join(str(other.file) for other in team.others[:8])
        more = len(team.others) - 8
        shown += f" and {more} more" if more > 0 else ""
        yield f"Also in its folder: {shown}. Change the command if one of them is the bot."


def _missing(team: Team, found: Recognition | None, place: Path) -> Iterator[str]:
    """Why a team has no bot, and what to do."""
    again = "Then remove the # below, or run 'owari init' again with --output."
    if team.program is None:
        where = os.path.relpath(team.folder, place)
        command = team.compiler if where == "." else f"(cd {shlex.quote(where)} && {team.compiler})"
        yield f"{team.name} has source, but no program. Compile it in this folder:"
        yield command
        yield "Then run 'owari init' again with --output, or write its entry."
        return
    file = os.path.relpath(team.folder / team.program.file, place)
    if found is None:
        yield f"{team.name} was not started: {file}: {team.program.problem}."
    else:
        yield f"{team.name} was not understood: {file}: {found.remark}."
        if found.advice:
            yield f"To do: {found.advice}."
    yield from _notes(team)
    yield again


def _entry(team: Team, found: Mapping[str, Recognition], place: Path) -> list[str]:
    """The lines of its entry; none where it has no program."""
    if team.program is None:
        return []
    keys = found[team.name].keys if team.name in found else {}
    entry = program_entry(team.name, team.program.words, team.folder, place)
    return entry_text({**entry, **keys}).splitlines()


def _aside(team: Team, found: Mapping[str, Recognition], place: Path) -> list[str]:
    return [f"  # {line.removeprefix('  ')}" for line in _entry(team, found, place)]


def _opponents(needed: int, taken: list[str]) -> Iterator[str]:
    """Built-in bots: as many as a tournament needs, the others as a comment."""
    yield "  # Built-in bots. 'owari bots' lists them all."
    for number, (name, keys) in enumerate(_OPPONENTS.items()):
        mark = "" if number < needed else "# "
        shown = f"Built-in {name}" if looks_like(name, taken) else name
        yield f"  {mark}- {{name: {shown}, {keys}}}"
