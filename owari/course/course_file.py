"""The file `course.yaml`: the keys of a tournament file, but for its bots, and those of a course.

What is wrong with it is told as with a tournament file, all at once and by lines.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from owari.course.course_store import CourseStore
from owari.errors import BadInput
from owari.games.game import Game
from owari.players.builtin_bots import BUILTIN
from owari.programs.dialogues.setting_keys import KeyContext, key, positive, printable_text
from owari.registration.program_files import COMPILERS, INTERPRETERS
from owari.text.durations import parse_size
from owari.text.suggestions import hint
from owari.tournament.file.key_reader import Keys, read_keys, shown
from owari.tournament.file.keys import FormatKeys, TournamentKeys
from owari.tournament.file.reader import game_of, tournament_of
from owari.tournament.file.tournament_settings import Tournament
from owari.tournament.file.yaml_source import BadTournament, Problem, Source, Tree, read_source

NAME = "course.yaml"
BASELINES = "baselines"
LANGUAGES = tuple(
    dict.fromkeys(
        [
            *(each.language for each in INTERPRETERS.values()),
            *(each.language for each in COMPILERS.values()),
            "Executable",
        ]
    )
)
"""All that the registration knows."""
_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d)?)\s*(\S+)")
_OFFSET = re.compile(r"Z|UTC|[+-]\d\d:\d\d")


def _moment(given: Any, context: KeyContext) -> datetime:
    """A moment with its time zone. Raises ValueError."""
    found = _MOMENT.fullmatch(str(given).strip())
    if not found:
        raise ValueError(
            "a day, a time and a time zone are expected, as 2026-12-18 23:59 Europe/Berlin, not"
            f" {shown(given)}"
        )
    day, time, zone = found.groups()
    try:
        if _OFFSET.fullmatch(zone):
            return datetime.fromisoformat(f"{day}T{time}{'+00:00' if zone in 'ZUTC' else zone}")
        return datetime.fromisoformat(f"{day}T{time}").replace(tzinfo=ZoneInfo(zone))
    except (ZoneInfoNotFoundError, IsADirectoryError):
        raise ValueError(f"{zone!r} is no time zone, such as Europe/Berlin or +01:00") from None
    except ValueError:
        raise ValueError(f"{shown(given)} is no moment of the calendar") from None


def _address(text: str, context: KeyContext) -> str:
    found = re.fullmatch(r"https?://([\w.-]+|\[[\da-fA-F:.]+\])(?::(\d{1,9}))?/?", text)
    if not found:
        raise ValueError(f"an address such as https://owari.example.org is expected, not {text!r}")
    if found[2] and not 1 <= int(found[2]) <= 65535:
        raise ValueError(f"a port has a number from 1 to 65535, not {found[2]}")
    return text.rstrip("/")


def _size(given: Any, context: KeyContext) -> int:
    return parse_size(str(given))


def _language(name: str, context: KeyContext) -> str:
    known: dict[str, str] = {each.casefold(): each for each in LANGUAGES}
    if name.casefold() not in known:
        raise ValueError(f"{name!r} is none of {', '.join(LANGUAGES)}{hint(name, LANGUAGES)}")
    return known[name.casefold()]


def _commands(given: tuple[tuple[str, str], ...], context: KeyContext) -> Any:
    return tuple((_language(name, context), command) for name, command in given)


@dataclass(init=False, eq=False, repr=False)
class CourseKeys(Keys):
    """What a course has beside a tournament."""

    address: str = key(
        "Where teams find the server; their links begin with it.",
        "as https://owari.example.org",
        default="http://127.0.0.1:8000",
        checks=(_address,),
    )
    deadline: datetime | None = key(
        "The last moment of a hand-in that counts, by the clock of this machine.",
        "day, time and time zone, as 2026-12-18 23:59 Europe/Berlin",
        default=None,
        read=_moment,
    )
    grace: float = key("How much later than the deadline a hand-in still counts.", default=0.0)
    public_names: Literal["names", "pseudonyms"] = key(
        "What the public pages, the records and the results call the teams.", default="names"
    )
    public_afterwards: Literal["everything", "ladder", "nothing"] = key(
        "What stays public when the final has begun: the ladder with teams and games, the ladder"
        " alone, or nothing. Teams and staff see all.",
        default="everything",
    )
    languages: tuple[str, ...] = key(
        "The languages that are accepted. `Executable` is a compiled program.",
        words="all: " + ", ".join(LANGUAGES),
        default=LANGUAGES,
        each=(_language,),
        least=1,
    )
    build: tuple[tuple[str, str], ...] = key(
        "How a language is compiled, in place of the usual command.",
        "mapping of languages to commands, with {files} and {name}",
        default=(),
        checks=(_commands,),
        each=(printable_text,),
    )
    hand_in_size: int = key(
        "The largest file that is accepted, and a fifth of what may be in it.",
        "size, as 10MB",
        "10MB",
        default=10 * 1024**2,
        read=_size,
    )
    hand_in_files: int = key(
        "The most files and folders of a hand-in.", default=1000, least=1, most=10_000
    )
    hand_ins_per_day: int = key(
        "The most hand-ins of a team in 24 hours.", default=30, least=1, most=10_000
    )
    check_time: float = key(
        "The longest time for the check of a version.", default=300.0, checks=(positive,)
    )
    learn_time: float = key(
        "The longest time to find out how a program talks.", default=90.0, checks=(positive,)
    )


@dataclass(frozen=True, slots=True)
class Course:
    """A course as its file describes it; the fields beside the tournament are those of
    `CourseKeys`."""

    folder: Path
    tournament: Tournament
    """The conditions of all games; its bots are the baselines."""
    conditions: Mapping[str, Tree]
    """The same as keys of a tournament file without bots."""
    address: str
    """Where teams find the server, without a slash at its end."""
    deadline: datetime | None
    grace: float
    pseudonyms: bool
    public_afterwards: str
    languages: tuple[str, ...]
    build: Mapping[str, str]
    hand_in_size: int
    hand_in_files: int
    hand_ins_per_day: int
    check_time: float
    learn_time: float

    @property
    def game(self) -> Game:
        """What is played."""
        return self.tournament.game

    @property
    def title(self) -> str:
        """What people call it."""
        return self.tournament.about.event or self.folder.resolve().name

    def last_moment(self, extension: float) -> datetime | None:
        """The last moment of a hand-in that counts, for a team with so many more seconds."""
        if self.deadline is None:
            return None
        return self.deadline.astimezone(UTC) + timedelta(seconds=self.grace + extension)


def load_course(folder: Path) -> Course:
    """The course of a folder. Raises BadTournament with all problems of its file, and BadInput
    where the folder has none."""
    file = folder / NAME
    if not file.is_file():
        raise BadInput(f"{folder} is no course: it has no {NAME}; 'owari course init' makes one")
    return course_of(file, folder)


def course_of(file: Path, folder: Path, changed: Mapping[str, Tree | None] = {}) -> Course:
    """The course of a file, as if it lay in this folder, with some keys changed, or left out where
    they are None. Raises BadTournament."""
    source = read_source(file)
    tree = source.tree
    if not isinstance(tree, dict):
        raise BadTournament(file.name, (1, "a course has keys and values, as 'game: owari'"))
    tree = {key: value for key, value in {**tree, **changed}.items() if value is not None}
    own, rest = _parted(source, tree)
    keys, problems = read_keys(CourseKeys, own, game_of(tree), folder)
    source.problems += [Problem(source.line(at), sentence) for at, sentence in problems]
    tournament = tournament_of(_with_bots(source, rest), folder.absolute(), least=0)
    if source.problems or tournament is None or keys is None:
        raise BadTournament(file.name, *source.problems)
    return Course(
        folder=folder.absolute(),
        tournament=replace(tournament, pondering=False),
        conditions=rest,
        address=keys.address,
        deadline=keys.deadline,
        grace=keys.grace,
        pseudonyms=keys.public_names == "pseudonyms",
        public_afterwards=keys.public_afterwards,
        languages=keys.languages,
        build=dict(keys.build),
        hand_in_size=keys.hand_in_size,
        hand_in_files=keys.hand_in_files,
        hand_ins_per_day=keys.hand_ins_per_day,
        check_time=keys.check_time,
        learn_time=keys.learn_time,
    )


OTHERS = {*FormatKeys.names(), "pondering", "bots", "defaults", "date"} - {"scoring"}
"""The keys of a tournament file that a course does not have."""


def _parted(source: Source, tree: Mapping[str, Tree]) -> tuple[dict[str, Tree], dict[str, Tree]]:
    """The keys of the course, and those of a tournament. Adds a problem for each other."""
    of_course = CourseKeys.names()
    of_tournament = [name for name in TournamentKeys.names() if name not in OTHERS]
    known = [*of_course, *of_tournament, BASELINES]
    own: dict[str, Tree] = {}
    rest: dict[str, Tree] = {}
    for name, value in tree.items():
        if name in of_course:
            own[name] = value
        elif name in known:
            rest[name] = value
        else:
            sentence = f"unknown key {shown(name)}{hint(name, known)}"
            if name in FormatKeys.names():
                sentence = f"{name}: a ladder has none; 'owari course final' has options for it"
            source.problems.append(Problem(source.line((name,)), sentence))
    return own, rest


def _with_bots(source: Source, rest: dict[str, Tree]) -> Source:
    """The source of a tournament whose bots are the baselines; it shares the problems."""
    given = rest.pop(BASELINES, None)
    bots = given if isinstance(given, list) else []
    bad: set[int] = set()
    for index, bot in enumerate(bots):
        engine = str(bot.get("engine", "")) if isinstance(bot, dict) else ""
        if engine not in BUILTIN:
            line = source.line((BASELINES, index))
            sentence = (
                f"{shown(engine)} is no built-in engine{hint(engine, BUILTIN)}"
                if engine
                else "each has a built-in engine, as {name: Greedy, engine: greedy}"
            )
            source.problems.append(Problem(line, f"{BASELINES}: {sentence}"))
            bad.add(index)
    lines = dict(source.lines)
    for place, line in source.lines.items():
        if place[:1] == (BASELINES,):
            lines[("bots", *place[1:])] = line
    tree: dict[str, Tree] = {**rest, "pondering": "false", "bots": [] if bad else bots}
    return Source(tree, lines, source.problems)


TEXT = """\
# A course. 'owari course serve' reads this file when it starts.

event: {event}
game: {game}

# Where teams find the server; their links begin with it.
# address: https://owari.example.org

# The last moment of a hand-in that counts, by the clock of this machine.
# deadline: 2026-12-18 23:59 Europe/Berlin
# grace: 10m                    # how much later it still counts

# The conditions of all games; any other key of a tournament file may stand here too.
time-per-turn: 5s
games-per-match: 4              # the most games of two versions with each other
openings: random                # the next pair of games begins with the next opening
sandbox: isolated               # auto: as far as this machine can isolate programs
memory: 2GB
# concurrency: 1                # games at a time; half of the cores by default

# The bots that everybody meets.
baselines:
  - {{name: Random, engine: random}}
  - {{name: Greedy, engine: greedy}}
  - {{name: Depth 4, engine: alpha-beta, depth: 4}}

# public-names: pseudonyms      # pages, records and results do not say who plays
# public-afterwards: ladder     # what stays public from the final on: everything by default
# languages: [Python, Java, C, C++]
# build: {{C: 'cc -O2 -std=c17 -o {{name}} {{files}} -lm'}}
hand-in-size: 10MB              # the largest file; five times as much may be in it
hand-in-files: 1000             # the most files and folders of a hand-in
hand-ins-per-day: 30            # of a team, in 24 hours
check-time: 5m                  # the longest time for the check of a version
learn-time: 90s                 # the longest time to find out how a program talks
"""
"""The file of a new course."""


def make_course(folder: Path, game: Game) -> None:
    """Makes the folder of a new course. Raises BadInput."""
    if (folder / NAME).exists():
        raise BadInput(f"{folder} is a course already: edit {folder / NAME}")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise BadInput(f"{folder} is not empty: name a new folder")
        folder.chmod(0o700)  # other accounts of the machine read nothing that is handed in
        with (folder / NAME).open("x", encoding="utf-8") as file:
            file.write(_new_text(folder.resolve().name, game))
    except OSError as error:
        raise BadInput(f"{folder}: {error.strerror}") from None
    with CourseStore.open(folder) as store:
        store.note("instructor", "made the course")


def _new_text(event: str, game: Game) -> str:
    """The file of a new course, with comments."""
    return TEXT.format(event=json.dumps(event, ensure_ascii=False), game=game.name)
