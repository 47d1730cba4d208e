"""The games that the learner plays to test a description, and the one description that they
make."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from itertools import groupby
from typing import Any, Literal, NamedTuple

from owari.checking.description_candidates import Candidates
from owari.errors import BadInput
from owari.games.catalog import positions_that_fit
from owari.games.game import PASS, Game, Side
from owari.players.player import Cause
from owari.programs.dialogues.console.console_dialogue import ConsoleDialogue
from owari.programs.dialogues.console.console_protocol import ConsoleProtocol
from owari.programs.dialogues.console.console_settings import (
    FIRST_MIRRORED,
    MIRRORED,
    SECOND_MIRRORED,
)
from owari.programs.dialogues.console.prompts import prompt_in, refuses, says_over
from owari.programs.dialogues.console.questions import question_in
from owari.programs.dialogues.console.turn_reader import SURE
from owari.programs.dialogues.setting_keys import written
from owari.programs.transports.program_output import excerpt
from owari.records.record import GameRecord, Termination
from owari.text.durations import format_duration
from owari.text.printable import listing

PROGRAM = "program"
"""The name of the program in these games."""
_UNDERSTOOD = 30
"""Plies of a game after which its moves are understood: no wrong reading lasts so long."""
_UNDERSTOOD_WITH_BOARDS = ((12, SURE), (8, SURE + 1))
"""The same where the program draws the referee's board after so many of its moves."""
_NAMES_SHOWN = 2
"""Boards after moves of the program, each the referee's, that show which names it has for moves."""
_CANNOT_READ = re.compile(
    r"invalid literal|could not convert|NumberFormatException|InputMismatchException|ParseIntError"
    r"|not enough values|too many values to unpack|index out of (?:range|bounds)|IndexError"
    r"|invalid digit|NaN"
)
"""What runtimes say of an input in another form."""
_VARYING = re.compile(r"(['\"‘“`])[^'\"’”`\n]*['\"’”`]|\d+|(?<!\w)[A-Za-z](?!\w)")
"""What differs in the last words of a program that leaves in the same way: quotations, numbers and
letters."""
_OTHER_BOARDS = "drew boards that are not the referee's: rows or columns may be turned"
_NO_GAME = (
    "no game with the program ends by the rules, so these settings are a guess that does not"
    " work: compare its rules with those of `owari rules`"
)


OTHER_RULES = (
    "a game of the program shows other rules than ours, and a tournament forfeits it: compare its"
    " rules with those of `owari rules`"
)


def is_understood(plies: int, agreed: int) -> bool:
    """Whether the moves of a game are understood after so many plies, with as many boards that were
    the referee's."""
    drawn = any(plies >= least and agreed >= boards for least, boards in _UNDERSTOOD_WITH_BOARDS)
    return drawn or plies >= _UNDERSTOOD


class Start(NamedTuple):
    """How a program is started, and what it is told before the first move."""

    answers: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ()
    """Words at the end of its command."""

    def then(self, answer: str) -> Start:
        """The same with one more answer."""
        return self._replace(answers=(*self.answers, answer))

    @property
    def after(self) -> str:
        """`after '1', '6' the program`, `with --first the program`, or just `the program`."""
        given = f"with {' '.join(self.arguments)} " if self.arguments else ""
        told = f"after {', '.join(map(repr, self.answers))} " if self.answers else ""
        return f"{given}{told}the program"


class NotLearned(BadInput):
    """No description works; the text says how far the best one came."""

    def __init__(
        self,
        said: str,
        games: Sequence[Game] = (),
        advice: str = "",
        *,
        is_final: bool = False,
        wants_words: bool = False,
    ) -> None:
        super().__init__("; ".join(filter(None, [said, advice])))
        self.said = said
        self.advice = advice
        self.games = tuple(games)
        """Those that the program seems to play instead, the likeliest first; the advice is to name
        one of them."""
        self.is_final = is_final or bool(games)
        """Whether neither keys nor more time help: it is no program of this game, or moves for
        nobody."""
        self.wants_words = wants_words
        """Whether words of its command may help: it told its usage and left, or moves for
        nobody."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C has ended the search; `best` is what was learned until then, if anything."""

    def __init__(self, said: str, best: Learned | None = None) -> None:
        super().__init__(said)
        self.best = best


class AsksNothing(NotLearned):
    """The program waits in silence, whatever is typed."""

    def __init__(self) -> None:
        super().__init__("the program asks nothing: it wrote nothing, whatever was typed")


@dataclass(frozen=True, slots=True)
class Learned:
    """A description that works, or the best guess where `missing` says why it does not."""

    protocol: ConsoleProtocol
    plies: tuple[int, ...]
    """The lengths of the games that were played with it."""
    how: str
    """How its moves are read."""
    remarks: tuple[str, ...]
    """Sentences on what it does wrong."""
    missing: str = ""
    """Why the description does not work, or lacks an order though the program asks who begins.
    Empty where it works in both orders, or one cannot be."""
    has_other_rules: bool = False
    """Whether a game has shown other rules, which no key changes."""
    moved: int = 0
    """The words at the end of the given command that are among the words of `start` now, because
    they tell who begins."""
    per_turn: float | None = None
    """The seconds for a move that it needs, where it needs more than it was to have."""
    environment: tuple[tuple[str, str], ...] = ()
    """Its environment, where it needs another than it was to have."""

    def keys(self) -> dict[str, Any]:
        """Those of its entry in a tournament file."""
        keys = {"protocol": "console", **written(self.protocol)}
        keys |= {"environment": dict(self.environment)} if self.environment else {}
        return keys | ({"time-per-turn": format_duration(self.per_turn)} if self.per_turn else {})


@dataclass(frozen=True, slots=True)
class Trial:
    """A game that tests a description."""

    family: Candidates
    """What depends on the family of the game."""
    variant: ConsoleProtocol
    """The description without its start."""
    path: Start
    first: bool
    """Whether the program was to move first."""
    record: GameRecord
    dialogue: ConsoleDialogue
    """The dialogue with the program, after the game."""
    cause: Cause | None
    """The cause of the fault that ended the game, where it is known."""
    is_tossed: bool = False
    """Whether chance has decided who begins."""
    had_more_time: bool = False
    """Whether the program has got more time than usual for a move."""
    limit: float = 0.0
    """The seconds that it had for a turn."""
    is_interrupted: bool = False
    """Whether Ctrl-C has stopped it."""

    @property
    def by_the_rules(self) -> bool:
        """Whether the game ended by the rules, with boards that were the referee's."""
        return self._ended and not self.ends_on_other_boards

    @property
    def ends_on_other_boards(self) -> bool:
        """Whether it ended by the rules, but none of its boards was the referee's: they may be
        upside down, or its rows and columns exchanged."""
        another = self.family.draws_other_boards(self.dialogue.screen(), self.dialogue.agreed())
        return self._ended and another

    @property
    def _ended(self) -> bool:
        ended = self.record.ending.termination in (Termination.NORMAL, Termination.STOPPED_EARLY)
        return ended and not self.dialogue.differences()

    @property
    def fits(self) -> bool:
        """Whether the description fits. A certain board may differ only because the program's rules
        do, but one that refuses an early move may have taken those before for others."""
        differs = self.record.ending.termination is Termination.BOARD_DIFFERS
        understood = is_understood(self.length, self.dialogue.agreed())
        understood = understood or not refuses(self.dialogue.screen())
        return self.by_the_rules or (differs and understood and not self.dialogue.took_another())

    @property
    def length(self) -> int:
        """In plies."""
        return len(self.record.plies)

    @property
    def progress(self) -> tuple[int, bool, bool]:
        """Its plies, whether it had a board on the screen at the end, and whether it took its last
        input: the larger it is, the more the game tells."""
        return self.length, self.family.draws(self.dialogue.screen()), not self._is_misread

    @property
    def draws(self) -> bool:
        """Whether it drew a board of the game."""
        dialogue = self.dialogue
        screens = (dialogue.screen(), dialogue.screen_before())
        read = dialogue.agreed() or dialogue.differences()
        return bool(read) or any(map(self.family.draws, screens))

    @property
    def slowest(self) -> float:
        """The longest turn of the program in seconds, or the limit that one has exceeded. A first
        turn of the game has the time of its start too, and does not count."""
        side = seat_of(self.variant)
        turns = [(whose, [*plies]) for whose, plies in groupby(self.record.plies, lambda p: p.side)]
        own = [sum(p.seconds or 0.0 for p in plies) for whose, plies in turns[1:] if whose is side]
        is_late = self.record.ending.termination is Termination.TIMED_OUT
        return max([*own, self.limit * is_late])

    @property
    def own_moves(self) -> int:
        """The moves of the program that were read."""
        side = seat_of(self.variant)
        return sum(ply.side is side for ply in self.record.plies)

    @property
    def asks_when_late(self) -> bool:
        """Whether its output ended as a question does when its time was over, so that it may have
        waited for an answer."""
        return self.was_slow and bool(prompt_in(self.dialogue.screen()))

    def asks_after(self, other: Trial) -> bool:
        """Whether it waits at another question than the other game, which stopped at the same
        ply, and not at the one before its last move, as after a no to `Are you sure?`."""
        kind = self.record.ending.termination
        if kind not in (Termination.UNREADABLE, Termination.DID_NOT_START):
            return False
        asked, before = (question_in(each.dialogue.screen()) for each in (self, other))
        again = asked == question_in(other.dialogue.screen_before())
        further = (
            bool(asked)
            and asked != before
            and not again
            and not refuses(self.dialogue.last_words())
        )
        return further and self.length == other.length and before in self.dialogue.screen()

    @property
    def ends_by_its_own_bug(self) -> bool:
        """Whether the program was understood for so long that what ended the game is a fault of its
        own, and no rule of another game."""
        kind = self.record.ending.termination
        own = kind in (Termination.ILLEGAL_MOVE, Termination.BOARD_DIFFERS) or self.stops
        understood = self.length >= _UNDERSTOOD
        if self.stops:
            understood = is_understood(self.length, self.dialogue.agreed())
        elsewhere = self.dialogue.took_another() or self.dialogue.names_a_rule()
        return own and understood and not elsewhere

    @property
    def is_cut_off(self) -> bool:
        """Whether the program has left by itself, ended the game too soon, or made an illegal move,
        after so many plies and boards that nothing else is to be found."""
        stops = self.stops or self.record.ending.termination is Termination.ILLEGAL_MOVE
        return stops and self.ends_by_its_own_bug and self.dialogue.agreed() >= SURE

    @property
    def fails_by_itself(self) -> bool:
        """Whether the program has crashed or broken a rule, and its boards show that its names for
        moves are understood, so that others lead no further."""
        kind = self.record.ending.termination
        failed = kind in (Termination.CRASHED, Termination.ILLEGAL_MOVE)
        doubtful = self._is_misread or self.we_passed
        return failed and self.dialogue.agreed() >= _NAMES_SHOWN and not doubtful

    @property
    def stops(self) -> bool:
        """Whether the program has left by itself, or says that the game is over where it is not."""
        kind = self.record.ending.termination
        says_so = kind is Termination.UNREADABLE and says_over(self.dialogue.screen())
        return kind is Termination.CRASHED or says_so

    @property
    def is_stopped(self) -> bool:
        """Whether the learner has stopped it, because the time was short."""
        return self.record.ending.termination is Termination.UNFINISHED

    @property
    def is_cut_short(self) -> bool:
        """Whether its moves are understood, though there was no time for the whole game, or the
        program was too slow for a move."""
        late = self.record.ending.termination is Termination.TIMED_OUT
        understood = is_understood(self.length, self.dialogue.agreed())
        return (self.is_stopped or late) and understood and not self.dialogue.differences()

    @property
    def was_slow(self) -> bool:
        """Whether the program was too slow to start or to move."""
        kind = self.record.ending.termination
        return kind is Termination.TIMED_OUT or self.cause is Cause.LATE

    @property
    def is_hopeless(self) -> bool:
        """Whether it has not moved, and named no pit or square either; or has moved too early."""
        if self.cause is Cause.WRONG_START and not self.first:
            return True
        return not self.record.plies and not self.family.names_a_cell(self.dialogue.screen())

    @property
    def is_left_to_persons(self) -> bool:
        """Whether the program seems to leave the moves of both sides to persons: it draws what the
        first turn of the other side has made, and waits."""
        waits = self.record.ending.termination is Termination.UNREADABLE
        typed = self.length and not self.own_moves
        return bool(waits and typed and self.dialogue.draws_no_reply())

    @property
    def asks_for_both_sides(self) -> bool:
        """Whether it also asks for the next move then, so that other names for moves lead no
        further."""
        asks = self.family.wants_a_move(self.dialogue.screen(), drawn=True)
        return self.is_left_to_persons and asks and not self.variant.go

    @property
    def farewell(self) -> tuple[str, str] | None:
        """How the program left at the first move of the other side, and its screen then; None where
        it went on."""
        ending = self.record.ending
        typed = self.first_typed
        if ending.termination is not Termination.CRASHED or typed is None or self._has_choked:
            return None
        quoted = [rf"(?<!\w){re.escape(typed)}(?!\w)"] * bool(typed)
        varying = re.compile("|".join((*quoted, _VARYING.pattern)))  # it may quote or count
        how = re.sub(r"it last said.*", "", ending.reason, flags=re.DOTALL)
        return how, varying.sub("*", self.dialogue.screen())

    def types_as(self, variant: ConsoleProtocol) -> bool:
        """Whether it typed for its last move what a description does, as far as these say that, and
        do not leave it to the prompt."""
        move = self.record.plies[-1].move
        if seat_of(variant) is not seat_of(self.variant):
            move = self.family.game.seen_across(move)  # the start is alike from both sides
        typed = self.family.typed(variant, move)
        alike = typed == self._typed_by(self.variant)
        return alike and (bool(typed) or seat_of(variant) is seat_of(self.variant))

    def rules_out(self, variant: ConsoleProtocol) -> bool:
        """Whether a description fails as this one did, in the same order after the same answers: it
        reads its first move by the same names, and types the same for ours."""
        if variant.go != self.variant.go or _names_read(variant) != _names_read(self.variant):
            return False
        if self.first:
            return not self.record.plies
        typed = self.first_typed
        return typed is not None and bool(typed) and typed == self._typed_by(variant)

    def shows_other_names(self, variant: ConsoleProtocol) -> bool:
        """Whether the program was seen to name moves otherwise than a description does: it has
        refused what that types for a first move, or taken it for another one."""
        typed = self.first_typed
        if not typed or variant.go != self.variant.go:
            return False
        if (taken := self.dialogue.taken()) is not None:
            if seat_of(variant) is not seat_of(self.variant):
                taken = self.family.game.seen_across(taken)  # the start is alike from both sides
            return self.family.typed(variant, taken) != typed
        if self._has_choked:
            return _shape(self._typed_by(variant)) == _shape(typed)
        if not self.dialogue.refused:
            return False
        return typed == self._typed_by(variant) or typed in self.family.first_inputs(variant)

    @property
    def tells_names(self) -> bool:
        """Whether it shows that moves are named otherwise."""
        return bool(self.first_typed) and self._is_misread

    @property
    def _is_misread(self) -> bool:
        """Whether an input was refused, taken for another move, or of a form that it cannot
        read."""
        dialogue = self.dialogue
        return bool(dialogue.refused) or dialogue.took_another() or self._has_choked

    @property
    def _has_choked(self) -> bool:
        """Whether the last input was of a form that the program cannot read: it has written on and
        on, or left with an exception that quotes it."""
        if self.record.ending.termination is Termination.TOO_MUCH_OUTPUT:
            return True
        crashed = self.record.ending.termination is Termination.CRASHED
        return crashed and bool(_CANNOT_READ.search(self.dialogue.screen()))

    @property
    def first_typed(self) -> str | None:
        """What was typed for the first move of the other side, where nothing came after it."""
        side = seat_of(self.variant)
        ours = [ply for ply in self.record.plies if ply.side is not side]
        is_last = bool(ours) and ours == [self.record.plies[-1]]
        return self._typed_by(self.variant) if is_last else None

    def _typed_by(self, variant: ConsoleProtocol) -> str:
        return self.family.typed(variant, self.record.plies[-1].move)

    @property
    def we_passed(self) -> bool:
        """Whether the last move was a pass of the other side."""
        plies = self.record.plies
        return (
            bool(plies) and plies[-1].move == PASS and plies[-1].side is not seat_of(self.variant)
        )

    @property
    def shows_other_rules(self) -> bool:
        """Whether the program was understood for a while, and then had another board, made an
        illegal move or refused one."""
        kind = self.record.ending.termination
        other = kind in (Termination.ILLEGAL_MOVE, Termination.BOARD_DIFFERS)
        return self.own_moves >= SURE and (other or bool(self.dialogue.refused))

    @property
    def is_of_other_rules(self) -> bool:
        """Whether it was understood for certain before the program had another board."""
        differs = self.record.ending.termination is Termination.BOARD_DIFFERS
        understood = is_understood(self.length, self.dialogue.agreed())
        return differs and understood and not self.dialogue.took_another()

    def sisters(self) -> list[Game]:
        """The sister games whose rules explain what the program has drawn, typed or refused, or by
        which all moves were legal before one that is illegal here."""
        if self.record.ending.termination is not Termination.ILLEGAL_MOVE:
            return self.dialogue.sisters()
        moves = [ply.move for ply in self.record.plies]
        fitting = positions_that_fit(self.record.start, moves)
        side = seat_of(self.variant)
        return [position.rules for position in fitting if position.turn is side]

    @property
    def last_said(self) -> str:
        """The end of its screen."""
        return excerpt(self.dialogue.screen(), 60)

    @property
    def why_stopped(self) -> str:
        """The reason why the learner has stopped it, in a clause."""
        return "it was interrupted" if self.is_interrupted else "the time was over"

    @property
    def reason(self) -> str:
        """The reason why it did not end by the rules."""
        if self.cause is Cause.WRONG_START and self.dialogue.unanswered:
            asked = excerpt(self.dialogue.unanswered, 60)
            return f"asks {asked!r}, to which no answer was given"
        if self.cause is Cause.WRONG_START:
            does = "waits for input where it should begin" if self.first else "begins itself"
            return f"{does}; it last said {self.last_said!r}"
        if self.is_stopped:
            plies = "1 ply that was" if self.length == 1 else f"{self.length} plies that were"
            return f"was stopped after {plies} right, because {self.why_stopped}"
        reason = self.record.ending.reason.removeprefix(f"{PROGRAM} ")
        difference = next(iter(self.dialogue.differences()), "")
        return reason or difference or _OTHER_BOARDS


def seat_of(protocol: ConsoleProtocol) -> Side:
    """The program's side in these games: that of its own world, so that nothing is turned round."""
    return Side.NORTH if protocol.side == "north" else Side.SOUTH


def agree(variant: ConsoleProtocol, path: Start, other: Trial) -> bool:
    """Whether one description can hold for both games: the names agree, and the starts differ, or
    a toss or the first command tells who begins."""
    apart = path != other.path or other.is_tossed or bool(variant.go)
    return apart and _names(variant) == _names(other.variant)


def started(path: Start, first: bool, *, tossed: bool) -> dict[str, Any]:
    """The keys of a description that start the program so, in this order alone."""
    order, other = ("first", "second") if first else ("second", "first")
    keys: dict[str, Any] = {f"start_{order}_arguments": path.arguments}
    if tossed:
        return {**keys, "start_toss": path.answers}
    return {**keys, f"start_{order}": path.answers, f"start_{other}": None}


def _shape(typed: str) -> str:
    """The form of an input, without its letters and digits."""
    return re.sub(r"[a-z]", "a", re.sub(r"[A-Z]", "A", re.sub(r"\d+", "9", typed)))


def _names_read(variant: ConsoleProtocol) -> tuple[object, ...]:
    numbering = variant.numbering if variant.reads is None else None
    return variant.side, variant.reads, numbering, variant.board


def _names(variant: ConsoleProtocol) -> tuple[object, ...]:
    return variant.numbering, variant.types, variant.reads, variant.go


def together(found: dict[bool, Trial]) -> Learned:
    """The one description that fits in both orders."""
    sides = {first: trial.variant.side for first, trial in found.items()}
    trials = found.values()
    one = next(iter(trials))
    missing = _missing(trials)
    first_is: Literal["first-is-south", "first-is-north"] = (
        "first-is-south" if sides.get(True) == "south" else "first-is-north"
    )
    protocol = replace(
        one.variant,
        board=_board(found),
        side=one.variant.side if len(set(sides.values())) == 1 else first_is,
        **_starts(found),
        answers=tuple(
            dict.fromkeys(answer for trial in trials for answer in trial.variant.answers)
        ),
        passes=next((trial.variant.passes for trial in trials if trial.variant.passes), ()),
    )
    return Learned(
        protocol,
        plies=tuple(len(trial.record.plies) for trial in trials),
        how=one.dialogue.understood(),
        remarks=tuple(_remarks(trials)),
        missing=missing,
        has_other_rules=missing == OTHER_RULES
        or (bool(missing) and any(map(_shows_a_rule, trials))),
    )


def _shows_a_rule(trial: Trial) -> bool:
    """Whether the boards show a rule of its own, after too many moves for a misunderstanding."""
    certain = trial.own_moves >= SURE and not trial.by_the_rules
    return certain and trial.dialogue.names_a_rule()


def _remarks(trials: Collection[Trial]) -> Iterator[str]:
    """A clause on each game that did not end by the rules, one for all that were stopped."""
    stopped = [trial for trial in trials if trial.is_stopped]
    if len(stopped) > 1:
        lengths = listing(trial.length for trial in stopped)
        why = stopped[-1].why_stopped
        yield f"its games were stopped after {lengths} plies that were right, because {why}"
    for trial in trials:
        if trial.is_stopped and len(stopped) == 1:
            yield f"one game {trial.reason}"
        elif not trial.is_stopped and not trial.by_the_rules:
            yield f"one game did not end by the rules: it {trial.reason}"


def _missing(trials: Collection[Trial]) -> str:
    """Why a description by these games does not work; empty where it does."""
    if not any(
        trial.by_the_rules
        or trial.ends_by_its_own_bug
        or trial.is_cut_short
        or trial.ends_on_other_boards
        for trial in trials
    ):
        return _NO_GAME
    differ = any(trial.shows_other_rules and not trial.ends_by_its_own_bug for trial in trials)
    return OTHER_RULES if differ else ""


def _starts(found: dict[bool, Trial]) -> dict[str, Any]:
    """The keys of the description that start the program in both orders. A toss leads to both, so
    that neither is denied beside it."""
    one = next(iter(found.values()))
    keys: dict[str, Any] = {"start_toss": one.path.answers if one.is_tossed else None}
    for first, order in ((True, "first"), (False, "second")):
        trial = found.get(first)
        answers = trial.path.answers if trial and not trial.is_tossed else ()
        keys[f"start_{order}"] = answers if trial or keys["start_toss"] is not None else None
        keys[f"start_{order}_arguments"] = trial.path.arguments if trial else ()
    return keys


def _board(found: dict[bool, Trial]) -> str:
    """The key `board` for both orders, of which only one may be mirrored."""
    mirrored = {first: trial.variant.board == MIRRORED for first, trial in found.items()}
    if len(mirrored) < 2 or len(set(mirrored.values())) == 1:
        return next(iter(found.values())).variant.board
    first = mirrored[True]
    if found[not first].dialogue.is_mirrored():
        return MIRRORED
    return FIRST_MIRRORED if first else SECOND_MIRRORED


def named(protocol: ConsoleProtocol) -> str:
    """The keys of a description that differ from their defaults, in brackets."""
    keys = []
    for field in fields(protocol):
        value = getattr(protocol, field.name)
        if value != field.default:
            shown = value if isinstance(value, str) else " ".join(map(str, value))
            keys.append(f"{field.name.replace('_', '-')} {shown}".rstrip())
    return f" ({', '.join(keys)})" if keys else ""
