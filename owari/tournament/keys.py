"""The keys of a tournament file, what may stand at them, and what holds where one is left out.

Of the tournament:

| key             | value                                              | default                  |
| --------------- | -------------------------------------------------- | ------------------------ |
| event           | text, heads tables and records                     | empty                    |
| site            | text                                               | empty                    |
| date            | 2021-11-27                                         | empty                    |
| game            | owari, kalah, kalah-empty, manchester, a size as in kalah:6x4; othello, free-othello, a size as in othello:6 | owari |
| games-per-match | even: each side moves first in half of them        | 2                        |
| time-per-turn   | duration or none                                   | 5s; with a time-per-game none |
| time-per-game   | duration or none                                   | none                     |
| increment       | duration, added to the game's time after each turn | 0s                       |
| margin          | duration that a turn, and once the game, may take longer | 100ms              |
| start-limit     | duration until a program is ready                  | 10s                      |
| concurrency     | games played at a time                             | half of the cores        |
| seed            | whole number                                       | 0                        |
| pondering       | true: programs may think when it is not their turn | false                    |
| sandbox         | auto, none, limits, isolated                       | auto                     |
| memory          | size: what a program may have in memory            | 2GB                      |
| file-size       | size: the largest file that a program may write    | 64MB                     |
| bots            | list of two bots or more                           |                          |

A duration is 5s, 200ms, 2m, 1h, or a plain number of seconds, a day at most; a size is 512MB or 2GB.
Of every bot:

| name            | text, up to 60 characters; case does not tell two names apart, nor letters that look the same | |
| time-per-turn, time-per-game, increment, margin, start-limit | a handicap | the tournament's |

Of a bot of ours:

| engine          | alpha-beta, greedy, random, first                  |                          |
| depth           | plies, 1 to 200 (alpha-beta)                       | none                     |
| time            | duration for each turn (alpha-beta)                | what the clock allows    |
| evaluation      | (alpha-beta) goals, material, ...; of Othello fitted, classroom, discs, ..., or a mixture: 2*mobility + 10*corners, or the mapping {mobility: 2, corners: 10} | the best measured |
| seed            | whole number (random)                              | the tournament's         |

Of a program:

| command         | list of words, or one text: a program's path       |                          |
| directory       | folder that it runs in                             | the folder of the file   |
| environment     | mapping, set on top of ours                        | empty                    |
| protocol        | line, console, one-shot, columbia, kgp, mkagent, files, gtp, nboard | line    |
| reuse           | (line, kgp, gtp, nboard) true: one process plays game after game | false                   |
| side            | (console) its side in its own world: south, north, first-is-south, first-is-north | south |
| start           | (console) what to type before the first move: first: [...] when it moves first, second: [...] when not; false where it cannot; or toss: [...] where chance decides who begins | nothing |
| answers         | (console) mapping: regular expressions of questions that it asks at any time, and what is typed then | empty |
| types           | (console) list: how we type the opponent's pits, in sowing order; of squares, a template of each line that is typed: {square}, {SQUARE}, {letter}, {LETTER}, {row}, {column}, {row0}, {column0}, {row_letter}, {index} of a printed menu | as its prompt shows; of squares as numbering says |
| reads           | (console) list: how it names its own pits, in sowing order | as its prompt shows |
| move            | (console) regular expression with one group; of squares also with two, row and column | sentences, then the board |
| prompt          | (console) auto, or a regular expression            | auto                     |
| quiet           | (console) the silence that ends its turn where auto cannot see it | 200ms     |
| board           | (console) auto, remark, none, of squares mirrored, or a regular expression with a group for each number | auto |
| stops-early     | (console) true: it may leave once the game is decided | true                  |
| passes          | (console, Othello) what to type where the person has to pass | nothing: it goes on by itself |
| discs           | (Othello) a black disc, a white one, an empty square: on its screen (console), in what it is told (one-shot) | (console) as it is seen to draw; X O - |
| format          | (one-shot) position, kgp-bridge, contest-kit, codingame: what the others begin from | position |
| input           | (one-shot) template of its standard input          | the format's             |
| arguments       | (one-shot) list of templates, added to its command | the format's             |
| seat            | (one-shot) own; south or first-is-south: boards are turned round so | the format's |
| numbering       | (console, one-shot) board, 0-5, 1-6, as-drawn, letters; of squares board, row-column, row-column-0, column-row, column-row-0, row-letter, letters | the format's; (console) as its prompt shows |
| answer          | (one-shot) regular expression with one group       | any word                 |
| counts          | (one-shot) last or first of its moves              | the format's             |
| stays           | (one-shot) true: one process plays a whole game    | the format's             |
| opening         | (one-shot, Othello) template of what one that stays is told once | the format's |
| hello           | (columbia) template of the line behind its name    | {player},-1,0,0          |
| rows            | (columbia) lists or tuples                         | lists                    |
| setup           | (gtp) list: commands that it is given when it has started | none              |
| clock           | (gtp) true: it is told before each move how much time it has | false          |
| depth           | (nboard) plies that it is told to look ahead, 1 to 60 | 10                    |
| version         | (nboard) 1 or 2: of the protocol, as it is told   | 1                        |
| silent          | (kgp) when it names no move in time: forfeit or random | forfeit              |
"""  # noqa: E501

from __future__ import annotations

import datetime
import os
import re
from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationInfo,
    field_validator,
    model_validator,
)

from owari.engine.families import evaluation_for
from owari.engine.othello_mixtures import evaluation_text
from owari.games.catalog import find_game
from owari.games.game import Game
from owari.games.mancala import SowingRules
from owari.games.numbering import numberings
from owari.players.builtin_bots import BUILTIN
from owari.programs.dialogues import columbia, one_shot, templates
from owari.programs.dialogues.console.square_input import SQUARE_PLACES
from owari.programs.dialogues.console.square_reader import MIRRORED
from owari.programs.executable import find_program
from owari.programs.program_settings import (
    FILE_SIZE,
    MEMORY,
    ColumbiaProtocol,
    ConsoleProtocol,
    FilesProtocol,
    GtpProtocol,
    KgpProtocol,
    Level,
    LineProtocol,
    MkagentProtocol,
    NboardProtocol,
    OneShotProtocol,
    Protocol,
)
from owari.results.bot_names import bot_name
from owari.text.durations import parse_duration
from owari.text.sizes import parse_size

__all__ = [
    "BOT_KINDS",
    "PROGRAM_KINDS",
    "BotKeys",
    "Context",
    "EngineKeys",
    "ProgramKeys",
    "TimeKeys",
    "TournamentKeys",
]

BOARDS = ("auto", "remark", "none")
"""What a board that is not the referee's comes to."""


class Context(NamedTuple):
    """What the value of a key is checked against beside itself."""

    folder: Path
    """Of the tournament file."""
    game: Game


def _context(info: ValidationInfo) -> Context:
    assert isinstance(info.context, Context)
    return info.context


def _printable(text: str) -> str:
    if not text.isprintable():
        raise ValueError("control characters are not allowed")
    return text.strip()


def _name(text: str) -> str:
    return bot_name(_printable(text))


def _date(text: str) -> str:
    try:
        return datetime.date.fromisoformat(text.replace(".", "-")).isoformat()
    except ValueError:
        raise ValueError(f"{text!r} is not a date, as 2021-11-27") from None


def _duration(text: Any) -> Any:
    return parse_duration(text) if isinstance(text, str) else text


def _limit(text: Any) -> Any:
    return None if text == "none" else _duration(text)


def _size(text: Any) -> Any:
    return parse_size(text) if isinstance(text, str) else text


def _positive(seconds: float | None) -> float | None:
    if seconds is not None and seconds <= 0:
        raise ValueError("more than nothing is needed")
    return seconds


def _even(number: int) -> int:
    if number % 2:
        raise ValueError(f"an even number, so that each side moves first as often, not {number}")
    return number


def _game(text: str) -> str:
    return find_game(text).name


def _pattern(text: str, groups: int | None = None) -> str:
    try:
        found = re.compile(text).groups
    except (re.error, OverflowError, RecursionError) as error:
        raise ValueError(f"not a regular expression: {error}") from None
    if groups is not None and found != groups:
        plural = "group" if groups == 1 else "groups"
        raise ValueError(f"a regular expression with {groups} {plural} (...), not {found}")
    return text


def _one_of(name: str, known: Iterable[str]) -> str:
    if name not in known:
        raise ValueError(f"{name!r} is none of {', '.join(known)}")
    return name


def _hello(text: str) -> str:
    return templates.check(_printable(text), columbia.PLACES)


def _fillable(text: str, info: ValidationInfo) -> str:
    return templates.check(text, one_shot.places(_context(info).game))


def _numbering(name: str, info: ValidationInfo) -> str:
    return _one_of(name, numberings(_context(info).game))


def _is_sowing(info: ValidationInfo) -> bool:
    return isinstance(_context(info).game, SowingRules)


def _of_sowing(value: Any, info: ValidationInfo) -> Any:
    if not _is_sowing(info):
        raise ValueError("it is for games with pits; leave it out")
    return value


def _of_squares(value: Any, info: ValidationInfo) -> Any:
    if _is_sowing(info):
        raise ValueError("it is for Othello; leave it out")
    return value


def _questions(answers: dict[str, str]) -> dict[str, str]:
    for pattern in answers:
        _pattern(pattern)
    return answers


def _drawn(text: str) -> str:
    marks = text.split()
    if len(marks) not in (2, 3) or len(set(marks)) < len(marks) or max(map(len, marks)) > 1:
        raise ValueError(
            "three different characters with spaces between, a black disc, a white one and an"
            f" empty square, as 'X O .', not {text!r}"
        )
    return " ".join(marks)


def _three(text: str) -> str:
    if len(_drawn(text).split()) != 3:
        raise ValueError(f"the mark of an empty square is missing: 'X O .', not {text!r}")
    return _drawn(text)


def _evaluation(given: Any) -> str:
    """The text that names it; empty for the default, which nobody can write."""
    if given == "":
        raise ValueError("an empty text names none: leave the key out for the best one")
    return "" if given is None else evaluation_text(given)


def _impossible(text: Any) -> Any:
    return None if text == "false" else text


def _words(text: Any) -> Any:
    return [text] if isinstance(text, str) else text


Text = Annotated[str, AfterValidator(_printable)]
Count = Annotated[int, Field(ge=1, le=1000)]
Seed = Annotated[int, Field(ge=0, le=2**63 - 1)]
Duration = Annotated[float, BeforeValidator(_duration)]
Size = Annotated[int, BeforeValidator(_size)]
Positive = Annotated[Duration, AfterValidator(_positive)]
Limit = Annotated[float | None, AfterValidator(_positive), BeforeValidator(_limit)]
Template = Annotated[str, AfterValidator(_fillable)]
NumberingName = Annotated[str, AfterValidator(_numbering)]
Answers = Annotated[tuple[str, ...] | None, BeforeValidator(_impossible)]


class _Keys(BaseModel):
    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        alias_generator=lambda field: field.replace("_", "-"),
    )


class TimeKeys(_Keys):
    time_per_turn: Limit = 5.0
    time_per_game: Limit = None
    increment: Duration = 0.0
    margin: Duration = 0.1
    start_limit: Positive = 10.0


def _level(value: Any) -> Any:
    if value == "bwrap":
        raise ValueError("bwrap is called isolated now, and needs no bubblewrap")
    return value


class TournamentKeys(TimeKeys):
    event: Text = ""
    site: Text = ""
    date: Annotated[str, AfterValidator(_date)] = ""
    game: Annotated[str, AfterValidator(_game)] = "owari"
    games_per_match: Annotated[Count, AfterValidator(_even)] = 2
    concurrency: Count = Field(default_factory=lambda: max(1, (os.cpu_count() or 1) // 2))
    seed: Seed = 0
    pondering: bool = False
    sandbox: Annotated[Level, BeforeValidator(_level)] = "auto"
    memory: Size = MEMORY
    file_size: Size = FILE_SIZE
    bots: list[Any]
    """Each is validated by itself, by its own kind."""


class BotKeys(TimeKeys):
    kind: ClassVar[str]
    name: Annotated[str, AfterValidator(_name)]


class EngineKeys(BotKeys):
    kind = "a bot with an engine"
    engine: str
    depth: Annotated[int, Field(ge=1, le=200)] | None = None
    time: Positive | None = None
    evaluation: Annotated[str, BeforeValidator(_evaluation)] = Field(None, validate_default=True)
    seed: Seed | None = None

    @field_validator("engine")
    @classmethod
    def _known_engine(cls, engine: str) -> str:
        return _one_of(engine, BUILTIN)

    @field_validator("depth", "time", "evaluation", "seed")
    @classmethod
    def _used_by_engine(cls, value: Any, info: ValidationInfo) -> Any:
        engine = info.data.get("engine")
        if value != "" and engine and info.field_name not in BUILTIN[engine].settings:
            raise ValueError(f"{engine} does not use it")
        return value

    @field_validator("evaluation")
    @classmethod
    def _of_the_game(cls, evaluation: str, info: ValidationInfo) -> str:
        return evaluation_for(_context(info).game, evaluation or None).name


class ProgramKeys(BotKeys):
    kind = "a bot with a command"
    directory: str = "."
    environment: dict[str, str] = {}
    command: Annotated[list[str], Field(min_length=1), BeforeValidator(_words)]

    @field_validator("directory")
    @classmethod
    def _is_folder(cls, directory: str, info: ValidationInfo) -> str:
        folder = _context(info).folder / directory
        if "\0" in directory or not folder.is_dir():
            raise ValueError(f"there is no folder {folder}")
        return directory

    @field_validator("environment")
    @classmethod
    def _can_be_set(cls, environment: dict[str, str]) -> dict[str, str]:
        for name, value in environment.items():
            if not name or "=" in name or "\0" in name + value:
                raise ValueError(f"{name!r} cannot be set in an environment")
        return environment

    @field_validator("command")
    @classmethod
    def _is_there(cls, command: list[str], info: ValidationInfo) -> list[str]:
        folder = _context(info).folder
        find_program(command, folder, folder / info.data.get("directory", "."))
        return command

    @abstractmethod
    def spoken(self) -> Protocol:
        """How it is spoken with."""


class LineKeys(ProgramKeys):
    kind = "a bot with protocol: line"
    protocol: Literal["line"] = "line"
    reuse: bool = False

    def spoken(self) -> Protocol:
        return LineProtocol(self.reuse)


class StartKeys(_Keys):
    first: Answers = ()
    second: Answers = ()
    toss: Annotated[tuple[str, ...], BeforeValidator(_words)] | None = None

    @model_validator(mode="after")
    def _some_order(self) -> StartKeys:
        if self.toss is not None and (self.first, self.second) != ((), ()):
            raise ValueError("toss is for both orders: leave out first and second")
        if self.first is None and self.second is None:
            raise ValueError("false in both orders leaves no game to play")
        return self


class ConsoleKeys(ProgramKeys):
    kind = "a bot with protocol: console"
    protocol: Literal["console"]
    side: Annotated[
        Literal["south", "north", "first-is-south", "first-is-north"], AfterValidator(_of_sowing)
    ] = "south"
    start: StartKeys = StartKeys()
    answers: Annotated[dict[str, str], AfterValidator(_questions)] = {}
    numbering: NumberingName | None = None
    types: Annotated[tuple[str, ...], BeforeValidator(_words)] | None = None
    reads: Annotated[tuple[str, ...], AfterValidator(_of_sowing)] | None = None
    move: str | None = None
    prompt: Annotated[str, AfterValidator(_pattern)] = "auto"
    quiet: Positive = 0.2
    board: str = "auto"
    stops_early: Annotated[bool, AfterValidator(_of_sowing)] = True
    passes: Annotated[tuple[str, ...], BeforeValidator(_words), AfterValidator(_of_squares)] = ()
    discs: Annotated[str, AfterValidator(_drawn), AfterValidator(_of_squares)] | None = None

    @field_validator("types", "reads")
    @classmethod
    def _one_for_each_pit(cls, pits: tuple[str, ...], info: ValidationInfo) -> tuple[str, ...]:
        game = _context(info).game
        if not isinstance(game, SowingRules):
            if not pits:
                raise ValueError("the list is empty: leave the key out, or say what is typed")
            for line in pits:
                templates.check(_printable(line), SQUARE_PLACES)
            if not any(map(templates.places_in, pits)):
                known = ", ".join(f"{{{place}}}" for place in SQUARE_PLACES)
                raise ValueError(f"the same would be typed for every square: put in one of {known}")
            return pits
        wanted = game.pits
        if len(pits) != wanted:
            raise ValueError(f"{wanted} pits in sowing order are expected, not {len(pits)}")
        # What we read, we read in upper and lower case.
        if len({pit.lower() if info.field_name == "reads" else pit for pit in pits}) != wanted:
            raise ValueError("each pit needs a name of its own")
        return pits

    @field_validator("move")
    @classmethod
    def _pit_or_square(cls, move: str, info: ValidationInfo) -> str:
        groups = re.compile(_pattern(move))
        if _is_sowing(info) or groups.groups != 2:
            return _pattern(move, 1)
        if groups.groupindex and {*groups.groupindex} != {"row", "column"}:
            wrong = ", ".join(groups.groupindex)
            raise ValueError(f"two groups are called row and column, or nothing, not {wrong}")
        return move

    @field_validator("board")
    @classmethod
    def _every_number(cls, board: str, info: ValidationInfo) -> str:
        game = _context(info).game
        if not isinstance(game, SowingRules):
            return _one_of(board, (*BOARDS, MIRRORED))
        return board if board in BOARDS else _pattern(board, 2 * game.pits + 2)

    def spoken(self) -> Protocol:
        return ConsoleProtocol(
            side=self.side,
            start_first=self.start.first,
            start_second=self.start.second,
            start_toss=self.start.toss,
            answers=tuple(self.answers.items()),
            numbering=self.numbering,
            types=self.types,
            reads=self.reads,
            move=self.move,
            prompt=None if self.prompt == "auto" else self.prompt,
            quiet=self.quiet,
            board=self.board,
            stops_early=self.stops_early,
            passes=self.passes,
            discs=self.discs,
        )


class OneShotKeys(ProgramKeys):
    kind = "a bot with protocol: one-shot"
    protocol: Literal["one-shot"]
    format: str = "position"
    input: Template | None = None
    arguments: tuple[Template, ...] | None = None
    seat: (
        Annotated[Literal["own", "south", "first-is-south"], AfterValidator(_of_sowing)] | None
    ) = None
    numbering: NumberingName | None = None
    answer: Annotated[str, AfterValidator(lambda text: _pattern(text, 1))] | None = None
    counts: Literal["first", "last"] | None = None
    stays: bool | None = None
    opening: Annotated[Template, AfterValidator(_of_squares)] | None = None
    discs: Annotated[str, AfterValidator(_three), AfterValidator(_of_squares)] | None = None

    @field_validator("format")
    @classmethod
    def _known_format(cls, name: str, info: ValidationInfo) -> str:
        return _one_of(name, one_shot.formats(_context(info).game))

    @field_validator("opening")
    @classmethod
    def _for_one_that_stays(cls, opening: str | None, info: ValidationInfo) -> str | None:
        form = one_shot.FORMATS.get(info.data.get("format", ""), OneShotProtocol())
        stays = info.data.get("stays")
        if opening and not (form.stays if stays is None else stays):
            raise ValueError("it is told once to a program that stays: add stays: true")
        return opening

    def spoken(self) -> Protocol:
        given = {name: getattr(self, name) for name in OneShotProtocol.__slots__}
        return replace(
            one_shot.FORMATS[self.format],
            **{name: value for name, value in given.items() if value is not None},
        )


class ColumbiaKeys(ProgramKeys):
    kind = "a bot with protocol: columbia"
    protocol: Literal["columbia"]
    hello: Annotated[str, AfterValidator(_hello)] = columbia.MANCALA_HELLO
    rows: Literal["lists", "tuples"] = "lists"

    def spoken(self) -> Protocol:
        given = "hello" in self.model_fields_set
        return ColumbiaProtocol(self.hello if given else None, self.rows)


class KgpKeys(ProgramKeys):
    kind = "a bot with protocol: kgp"
    protocol: Literal["kgp"]
    reuse: bool = False
    silent: Literal["forfeit", "random"] = "forfeit"

    def spoken(self) -> Protocol:
        return KgpProtocol(self.reuse, self.silent)


class MkagentKeys(ProgramKeys):
    kind = "a bot with protocol: mkagent"
    protocol: Literal["mkagent"]

    def spoken(self) -> Protocol:
        return MkagentProtocol()


class FilesKeys(ProgramKeys):
    kind = "a bot with protocol: files"
    protocol: Literal["files"]

    def spoken(self) -> Protocol:
        return FilesProtocol()


class GtpKeys(ProgramKeys):
    kind = "a bot with protocol: gtp"
    protocol: Literal["gtp"]
    reuse: bool = False
    setup: Annotated[tuple[Text, ...], BeforeValidator(_words)] = ()
    clock: bool = False

    @field_validator("setup")
    @classmethod
    def _commands(cls, setup: tuple[str, ...]) -> tuple[str, ...]:
        if not all(setup):
            raise ValueError("a command is missing: an empty line has no answer")
        return setup

    def spoken(self) -> Protocol:
        return GtpProtocol(self.reuse, self.setup, self.clock)


class NboardKeys(ProgramKeys):
    kind = "a bot with protocol: nboard"
    protocol: Literal["nboard"]
    reuse: bool = False
    depth: Annotated[int, Field(ge=1, le=60)] = NboardProtocol().depth
    version: Literal[1, 2] = 1

    def spoken(self) -> Protocol:
        return NboardProtocol(self.reuse, self.depth, self.version)


PROGRAM_KINDS: dict[str, type[ProgramKeys]] = {
    "line": LineKeys,
    "console": ConsoleKeys,
    "one-shot": OneShotKeys,
    "columbia": ColumbiaKeys,
    "kgp": KgpKeys,
    "mkagent": MkagentKeys,
    "files": FilesKeys,
    "gtp": GtpKeys,
    "nboard": NboardKeys,
}
"""The keys of a program by its protocol."""

BOT_KINDS: tuple[type[BotKeys], ...] = (EngineKeys, ProgramKeys, *PROGRAM_KINDS.values())
