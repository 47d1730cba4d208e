"""What `learning` finds: the games that were played to see whether a description works, and the one
description that they make."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from owari.checking.description_candidates import Candidates
from owari.checking.watched_player import Mishap
from owari.errors import BadInput
from owari.games.game import PASS, Side
from owari.players.player import Cause
from owari.programs.dialogues.console.console_protocol import ConsoleProtocol
from owari.records.record import GameRecord, Termination

__all__ = [
    "PROGRAM",
    "Answers",
    "Learned",
    "NotLearned",
    "Trial",
    "agree",
    "named",
    "seat_of",
    "together",
    "typed",
]

PROGRAM = "program"
"""Its name in these games."""

Answers = tuple[str, ...]


class NotLearned(BadInput):
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
    missing: str = ""
    """Why it is not described in one of the orders, although it asks who begins; empty where it
    is, or cannot be."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A game that was played to see whether a description works."""

    family: Candidates
    """What depends on the family of the game."""
    variant: ConsoleProtocol
    """The description without its start."""
    path: Answers
    """What was typed at the start."""
    first: bool
    """Whether the program was to move first."""
    record: GameRecord
    how: str
    """How its last move was read."""
    screen: str
    """What it said last."""
    agreed: int
    """Turns after which it drew the referee's board."""
    took_another: bool
    """Whether it has taken a move of the opponent for another one."""
    differences: tuple[str, ...]
    """Clauses on its boards that were not the referee's; empty where the place is not certain."""
    mishap: Mishap
    """What ended the game."""

    @property
    def by_the_rules(self) -> bool:
        ended = self.record.ending.termination in (Termination.NORMAL, Termination.STOPPED_EARLY)
        another = self.family.draws_other_boards(self.screen, self.agreed)
        return ended and not self.differences and not another

    @property
    def fits(self) -> bool:
        """Whether the description does: a board that is known to be one differs only where its
        rules do."""
        differs = self.record.ending.termination is Termination.BOARD_DIFFERS
        return self.by_the_rules or (differs and not self.took_another)

    @property
    def was_slow(self) -> bool:
        return self.mishap.kind is Termination.TIMED_OUT or self.mishap.cause is Cause.LATE

    @property
    def is_hopeless(self) -> bool:
        """Whether it has not moved, and named no pit or square either."""
        return not self.record.plies and not self.family.names_a_cell(self.screen)

    @property
    def we_passed(self) -> bool:
        """Whether the other side had just to pass."""
        plies = self.record.plies
        return (
            bool(plies) and plies[-1].move == PASS and plies[-1].side is not seat_of(self.variant)
        )

    @property
    def reason(self) -> str:
        """How it ended, where it did not end by the rules."""
        reason = self.record.ending.reason.removeprefix(f"{PROGRAM} ")
        difference = next(iter(self.differences), "")
        return reason or difference or "drew boards that are not the referee's"


def seat_of(protocol: ConsoleProtocol) -> Side:
    """Its side here is that of its own world, so that nothing is turned round."""
    return Side.NORTH if protocol.side == "north" else Side.SOUTH


def agree(variant: ConsoleProtocol, path: Answers, other: Trial) -> bool:
    """Whether one description can hold for both: the same names, but the answers that give one
    order do not give the other."""
    return path != other.path and _names(variant) == _names(other.variant)


def _names(variant: ConsoleProtocol) -> tuple[object, ...]:
    return variant.numbering, variant.types, variant.reads


def together(found: dict[bool, Trial]) -> Learned:
    """One description of what works in either order."""
    sides = {first: trial.variant.side for first, trial in found.items()}
    trials = found.values()
    one = next(iter(trials))
    tossed = one.variant.start_toss is not None
    first_is: Literal["first-is-south", "first-is-north"] = (
        "first-is-south" if sides.get(True) == "south" else "first-is-north"
    )
    protocol = replace(
        one.variant,
        board=max((trial.variant.board for trial in trials), key=len),
        side=one.variant.side if len(set(sides.values())) == 1 else first_is,
        start_first=() if tossed else found[True].path if True in found else None,
        start_second=() if tossed else found[False].path if False in found else None,
        answers=tuple(
            dict.fromkeys(answer for trial in trials for answer in trial.variant.answers)
        ),
        passes=next((trial.variant.passes for trial in trials if trial.variant.passes), ()),
    )
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


def typed(path: Answers) -> str:
    return f"after {', '.join(map(repr, path))} " if path else ""


def named(protocol: ConsoleProtocol) -> str:
    """The keys of a description that are not the default."""
    said = [f"side {protocol.side}"] if protocol.side != "south" else []
    said += [f"numbering {protocol.numbering}"] if protocol.numbering else []
    if protocol.types:
        said.append(f"types {' '.join(protocol.types)}")
    if protocol.reads:
        said.append(f"reads {' '.join(protocol.reads)}")
    said += [f"board {protocol.board}"] if protocol.board != "auto" else []
    said += [f"answers {answer!r} to {pattern!r}" for pattern, answer in protocol.answers]
    said += [f"passes {' '.join(map(repr, protocol.passes))}"] if protocol.passes else []
    said += ["where chance decides"] if protocol.start_toss is not None else []
    return f" ({', '.join(said)})" if said else ""
