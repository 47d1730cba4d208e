"""Finds out how a console program is to be described, by talking and playing with it.

First it is started again and again, and each question that it asks before the first move is
answered in the ways that it seems to offer, until it wants a pit or has moved. Then whole games are
played, with each way to name pits and each side that the program may believe to be, until in both
orders one comes to its end by the rules. A game of thirty plies does not do that by chance. A
program with rules of its own is described as far as it is understood.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from time import perf_counter

from owari.games.game import Side
from owari.games.mancala import OWARI, SowingRules
from owari.players.player import TimeControl
from owari.players.simple import RandomPlayer
from owari.programs.dialogues.pits import REMARK
from owari.programs.dialogues.prompts import asks_for_a_move
from owari.programs.dialogues.questions import answers_to, asks_for_a_pit
from owari.programs.dialogues.shown import rows_shown
from owari.programs.dialogues.spoken import words
from owari.programs.heard import Silence
from owari.programs.program import ProgramPlayer
from owari.programs.settings import ConsoleProtocol, ProgramSettings
from owari.programs.transports import TerminalTransport
from owari.records.record import GameRecord, Termination
from owari.referee.referee import play_game

__all__ = ["Learned", "NotLearned", "learn"]

MOST_STARTS = 24
"""Times that the program is started to see what it asks."""
MOST_QUESTIONS = 6
START_LIMIT = 10.0
"""Seconds until it asks something."""
LONGEST_TEXT = 20_000
"""Characters of what it says that are looked at, the last ones."""
SEED = 1
PROGRAM = "program"

Answers = tuple[str, ...]


class NotLearned(Exception):
    """No description works; the text says how far the best one came."""


@dataclass(frozen=True, slots=True)
class Learned:
    """A description that works."""

    protocol: ConsoleProtocol
    plies: tuple[int, ...]
    """The lengths of the games that were played with it."""
    how: str
    """How its moves are read."""
    remarks: tuple[str, ...]
    """What it does wrong, in sentences."""


def learn(
    settings: ProgramSettings,
    tell: Callable[[str], None],
    *,
    per_turn: float = 10.0,
    game: SowingRules = OWARI,
) -> Learned:
    """The description of a program, whose own protocol is not looked at. `tell` is told of each
    step in a sentence. Raises NotLearned, or Fault when the program cannot be run at all."""
    return _Lesson(settings, tell, per_turn, game).learn()


@dataclass(frozen=True, slots=True)
class Trial:
    """A game that was played to see whether a description works."""

    variant: ConsoleProtocol
    """The description without its start."""
    path: Answers
    """What was typed at the start."""
    record: GameRecord
    how: str
    """How its last move was read."""
    said_numbers: bool
    """Whether what it said last has any, so that it may have moved."""

    @property
    def by_the_rules(self) -> bool:
        ended = self.record.ending.termination in (Termination.NORMAL, Termination.STOPPED_EARLY)
        return ended and not any(ply.comment.startswith(REMARK) for ply in self.record.plies)

    @property
    def reason(self) -> str:
        """How it ended, where it did not end by the rules."""
        reason = self.record.ending.reason.removeprefix(f"{PROGRAM} ")
        return reason or next((ply.comment for ply in self.record.plies if ply.comment), "")


class _Lesson:
    def __init__(
        self,
        settings: ProgramSettings,
        tell: Callable[[str], None],
        per_turn: float,
        game: SowingRules,
    ) -> None:
        self.settings = settings
        self.tell = tell
        self.game = game
        self.times = TimeControl(per_turn=per_turn, start_limit=START_LIMIT)
        self.best: dict[bool, Trial] = {}
        """Of those that did not end by the rules the longest in each order."""
        self.said = ""
        """The last of what it said."""

    def learn(self) -> Learned:
        paths = list(self.starts())
        found: dict[bool, Trial] = {}
        hopeless: set[tuple[bool, Answers]] = set()
        """Orders in which it does not play after these answers, whatever its pits are called."""
        for variant in self.variants():
            for first in (False, True):
                for path in paths:
                    if first in found or (first, path) in hopeless:
                        continue
                    if any(not _agree(variant, path, trial) for trial in found.values()):
                        continue
                    trial = self.trial(variant, path, first)
                    # A board that is known to be one differs only where its rules do.
                    kind = trial.record.ending.termination
                    if trial.by_the_rules or kind is Termination.BOARD_DIFFERS:
                        found[first] = trial
                    elif not trial.record.plies and not trial.said_numbers:
                        hopeless.add((first, path))
            if len(found) == 2:
                break
        if not found:
            if not self.best:
                raise NotLearned(
                    f"it asks for nothing that is understood; it said {words(self.said)!r}"
                )
            raise NotLearned("; ".join(map(self.failure, self.best)))
        learned = _together(found)
        failures = tuple(self.failure(first) for first in (False, True) if first not in found)
        return replace(learned, remarks=learned.remarks + failures)

    def failure(self, first: bool) -> str:
        """Why there is no description of it in this order."""
        order = "first" if first else "second"
        if first not in self.best:
            return f"nothing that was typed made it move {order}"
        longest = self.best[first]
        return (
            f"no description works when it moves {order}: the best one came to ply"
            f" {len(longest.record.plies)}, then it {longest.reason}"
        )

    def starts(self) -> Iterator[Answers]:
        """The answers to its questions, each as far as it wants a pit or has something to say."""
        open_paths: list[Answers] = [()]
        starts = 0
        while open_paths and starts < MOST_STARTS:
            path = open_paths.pop(0)
            starts += 1
            text, goes_on = self.said_after(path)
            if text is None:
                continue
            self.said = text
            drawn = bool(rows_shown(text, self.game.pits))
            moves = asks_for_a_move(text, self.game.pits, drawn=drawn)
            asks = goes_on and not moves and len(path) < MOST_QUESTIONS
            asked = answers_to(text) if asks else []
            if asked:
                shown = ", ".join(repr(answer) for answer in asked)
                self.tell(f"{_typed(path)}it says {words(text, 60)!r}: trying {shown}")
                open_paths += [(*path, answer) for answer in asked]
            elif goes_on and (
                path
                or asks_for_a_move(text, self.game.pits, drawn=True)
                or asks_for_a_pit(text, self.game.pits)
            ):
                self.tell(f"{_typed(path)}it says {words(text, 60)!r}: there it may play")
                yield path

    def said_after(self, path: Answers) -> tuple[str | None, bool]:
        """What it says once these answers are typed, and whether it goes on then; None where it
        asks the same once more, so that the last answer was none."""
        transport = TerminalTransport(self.settings, quiet=0.3)
        try:
            text, goes_on = _heard(transport)
            for answer in path:
                before = text
                transport.send(f"{answer}\n".encode())
                text, goes_on = _heard(transport)
                refused = words(before, 30).endswith(words(text, 30)) and bool(text.strip())
                if refused and answer:
                    return None, False
            return text, goes_on
        finally:
            transport.close()

    def variants(self) -> Iterator[ConsoleProtocol]:
        """Descriptions without their start, the likelier first: what is found without a word, then
        other names for its pits and ours."""
        pits = self.game.pits
        from_one = tuple(str(number) for number in range(1, pits + 1))
        from_zero = tuple(str(number) for number in range(pits))
        for types, reads in (
            (None, None),
            (from_one, from_one),
            (None, from_one),
            (from_zero, None),
            (from_one, None),
            (from_one[::-1], from_one),
            (from_one, from_one[::-1]),
            (from_zero, from_zero[::-1]),
        ):
            for side in ("south", "north"):
                yield ConsoleProtocol(side=side, types=types, reads=reads)

    def trial(self, variant: ConsoleProtocol, path: Answers, first: bool) -> Trial:
        """One game against moves at random, in this order after these answers."""
        protocol = replace(
            variant, start_first=path if first else None, start_second=None if first else path
        )
        program = ProgramPlayer(PROGRAM, replace(self.settings, protocol=protocol))
        # Its side here is that of its own world, so that nothing is turned round.
        side = Side.NORTH if protocol.side == "north" else Side.SOUTH
        other = RandomPlayer("random", seed=SEED)
        try:
            record = play_game(
                {side: program, side.other: other},
                self.game.start(side if first else side.other),
                dict.fromkeys(Side, self.times),
            )
        finally:
            program.close()
        said_numbers = any(map(str.isdigit, program.dialogue.last_words()))
        trial = Trial(variant, path, record, program.dialogue.understood(), said_numbers)
        plies, order = len(record.plies), "first" if first else "second"
        tried = f"{_typed(path)}it moves {order}{_named(variant)}: "
        if trial.by_the_rules:
            self.tell(f"{tried}a game of {plies} plies went by the rules")
        else:
            if first not in self.best or plies > len(self.best[first].record.plies):
                self.best[first] = trial
            self.tell(f"{tried}{plies} plies, then it {trial.reason}")
        return trial


def _heard(transport: TerminalTransport) -> tuple[str, bool]:
    """What it says until it waits or is silent, and whether it has not ended."""
    deadline = perf_counter() + START_LIMIT
    said = b""
    while True:
        heard = transport.receive(deadline)
        if isinstance(heard, bytes):
            said = (said + heard)[-LONGEST_TEXT:]
        elif heard is not Silence.QUIET or said:
            text = said.decode("utf-8", "replace").replace("\r", "")
            return text, heard in (Silence.WAITING, Silence.QUIET)


def _agree(variant: ConsoleProtocol, path: Answers, other: Trial) -> bool:
    """Whether one description can hold for both: the same names, but the answers that give one
    order do not give the other."""
    names = (variant.types, variant.reads)
    return path != other.path and names == (other.variant.types, other.variant.reads)


def _together(found: dict[bool, Trial]) -> Learned:
    """One description of what works in either order."""
    sides = {first: trial.variant.side for first, trial in found.items()}
    one = next(iter(found.values()))
    side = f"first-is-{sides[True]}" if len(set(sides.values())) == 2 else one.variant.side
    protocol = replace(
        one.variant,
        side=side,
        start_first=found[True].path if True in found else None,
        start_second=found[False].path if False in found else None,
    )
    trials = found.values()
    return Learned(
        protocol,
        plies=tuple(len(trial.record.plies) for trial in trials),
        how=one.how,
        remarks=tuple(
            f"one game did not end by the rules: it {trial.reason}"
            for trial in trials
            if not trial.by_the_rules
        ),
    )


def _typed(path: Answers) -> str:
    return f"after {', '.join(map(repr, path))} " if path else ""


def _named(protocol: ConsoleProtocol) -> str:
    """The keys of a description that are not the default."""
    said = [f"side {protocol.side}"] if protocol.side != "south" else []
    if protocol.types:
        said.append(f"types {' '.join(protocol.types)}")
    if protocol.reads:
        said.append(f"reads {' '.join(protocol.reads)}")
    return f" ({', '.join(said)})" if said else ""
