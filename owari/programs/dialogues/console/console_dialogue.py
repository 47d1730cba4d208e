"""Programs that prompt a person: the dialogue types what the person would, and reads the screen.

The program's turn is over when it waits for the keyboard again. A reader for the family of games
then finds the turn in what the program has shown since the last input. A turn may have several
moves; those of the other side are typed one by one, each when the program waits again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from owari.games.game import FamilyTable, Game, Move, Position, Side
from owari.games.mancala import SowingRules
from owari.games.othello import OthelloRules
from owari.players.player import Cause, Choice, Fault
from owari.programs.dialogues.console.console_settings import AUTO, ConsoleSettings
from owari.programs.dialogues.console.last_turn import Score, Told, last_turn, tells_score
from owari.programs.dialogues.console.pit_reader import PitReader
from owari.programs.dialogues.console.prompts import (
    asks_for_a_setting,
    corrects,
    pass_told,
    prompt_in,
    refuses,
    says_over,
)
from owari.programs.dialogues.console.questions import announced_order
from owari.programs.dialogues.console.screen import LONGEST_TURN, Line, Screen
from owari.programs.dialogues.console.square_reader import SquareReader
from owari.programs.dialogues.console.turn_reader import SURE, TurnReader
from owari.programs.dialogues.console.turns import Turn
from owari.programs.dialogues.dialogue import READY, Dialogue, Reply, StartAgain
from owari.programs.transports.program_output import Heard, Silence, excerpt
from owari.records.record import Ending, Termination

PATIENCE = 1000
"""Looks at a waiting program without a move, a millisecond or more apart, until it counts as having
refused: a thread of it may wait while another sleeps, and so seem to think."""
ENOUGH = 50
"""Looks at a waiting program that says that the game is over, until the dialogue looks for a turn
that ends it; two silences count as much."""
MOST_SHOWN = 20_000
"""Characters of a screen, far more than boards and questions take: a program that writes without an
end leaves a million of them, which take minutes to look through again and again."""
TOSSED = 100
"""Looks at a waiting program, a silence counting for ten, until it counts as leaving the first move
to the person."""

READERS: FamilyTable[Callable[[ConsoleSettings, Screen, Any, Side], TurnReader[Any]]] = FamilyTable(
    "reader of console programs", {SowingRules: PitReader, OthelloRules: SquareReader}
)
"""The reader for each family of games."""


class ConsoleDialogue(Dialogue[Position]):
    """The dialogue with a console program, game after game of any family that has a reader."""

    is_searched = True

    def __init__(self, protocol: ConsoleSettings) -> None:
        self.protocol = protocol
        self._screen = Screen()
        self._reader: TurnReader[Any] | None = None
        self.is_guess = False
        """Whether its description is a guess, so that sentences name no sister games."""
        self.patience = PATIENCE
        """Looks without a move until it counts as having refused."""
        self.most_refusals = PATIENCE
        """The same for a program that says that it has refused."""

    def arguments(self, position: Position, side: Side) -> tuple[str, ...]:
        """The words that say who begins."""
        protocol = self.protocol
        first = position.turn is side
        return protocol.start_first_arguments if first else protocol.start_second_arguments

    def begin(self, position: Position, side: Side) -> bytes:
        """Nothing to type yet. Raises Fault where its description rules the game out."""
        first = position.turn is side
        order = "first" if first else "second"
        answers = self.protocol.start_first if first else self.protocol.start_second
        if answers is None:
            raise Fault(Termination.DID_NOT_START, f"cannot move {order}, as its description says")
        answers = (*(self.protocol.start_toss or ()), *answers)
        self._side = side
        self._start = position
        self._starting = True
        self._answers = list(answers)
        if first and self.protocol.go:
            self._answers.append(self.protocol.go)
        self._moved: list[Choice] = []
        """The moves of its turn that it has not been asked for yet."""
        self._to_type: list[Line] = []
        self._to_follow: list[Line] = []
        self.refused = ""
        """The input that it did not accept."""
        self.unanswered = ""
        """The question that its start does not answer."""
        self._fruitless = ""
        """The text in which no move was found."""
        self._looks = self._rests = self._toss_looks = 0
        self._judged: str | None = None
        """The text in which no end of the game was found."""
        self._carried = ""
        """The output before the program was asked again without any input."""
        self._has_left = False
        """Whether it had left when its last turn was read."""
        self._has_stopped = False
        """Whether its last turn has decided the game, and it plays no more."""
        self._screen = Screen()
        self._reader = self._new_reader(position)
        return b""

    def observe(self, side: Side, move: Move, position: Position) -> bytes:
        """Keeps the opponent's move, which is typed when the program is asked."""
        # A program that plays on after a pass of the other side has told those moves already.
        if side is not self._side and not self._moved:
            self._to_type += self._begun.lines_for(move)
        self._begun.follow(position, move)
        return b""

    def ask(self, position: Position, milliseconds: int) -> bytes | Choice:
        """The lines to type, or a move that the program has shown already."""
        self._starting = False
        if self._moved:
            return self._moved.pop(0)
        if self._has_stopped:
            self._stop_if_decided()
        answers, self._answers = self._answers, []
        first, self._to_follow = self._to_type[:1], self._to_type[1:]
        self._to_type = []
        self._carried = "" if answers or first else self._screen.before
        return self._type(*answers) + self._type(*first)

    def hear(self, heard: Heard) -> Reply | None:
        """The reply to output or to a silence. Raises Fault, and StartAgain where a toss fails."""
        if isinstance(heard, bytes):
            self._screen.show(heard)
            self._rests = 0
            prompt = self.protocol.prompt
            if prompt == AUTO or not re.search(prompt, self._screen.new):
                return None
            heard = Silence.WAITING
        if heard is Silence.TIME:
            return None
        return self._started(heard) if self._starting else self._answered(heard)

    def left(self, *, orderly: bool) -> Reply | None:
        """The turn that ends the game, where the program has left without showing it. Raises Fault
        where it has left a game that is decided."""
        text = self._last_text()
        first = self._begun.first
        if not orderly or refuses(text) or (self._starting and (self._answers or not first)):
            return None
        choice = self._made_last(text, certain=True)
        if choice and self._starting:
            self._moved.insert(0, choice)
            return READY
        if choice is None:
            self._stop_if_decided()
        return choice

    def end(self, ending: Ending) -> bytes:
        """The opponent's last moves, so that the program can finish its game too."""
        return self._type(*self._to_type)

    def last_words(self) -> str:
        """A clause that quotes the end of its output."""
        return self._screen.quoted()

    def understood(self) -> str:
        """How the last move was read."""
        return self._reader.why if self._reader else ""

    @property
    def is_silent(self) -> bool:
        """Whether it has shown nothing since the last input."""
        return not self._screen.new.strip()

    def screen(self) -> str:
        """The output since the last input, or before it where there is none; the last part of one
        that has no end."""
        return self._screen.last[-MOST_SHOWN:]

    def screen_before(self) -> str:
        """The output that was answered by the last input, or the last part of it."""
        return self._screen.before[-MOST_SHOWN:]

    def took_another(self) -> bool:
        """Whether the program has taken a move of the opponent for another one, as happens with a
        wrong numbering."""
        return self._reader is not None and self._reader.took_another

    def taken(self) -> Move | None:
        """The move of the opponent that the program has made in place of the one that was typed;
        None where no board shows that."""
        return self._reader.taken if self._reader else None

    def draws_no_reply(self) -> bool:
        """Whether the last board is that of the opponent's move, so that it has not moved since."""
        return self._reader is not None and self._reader.draws_position(self._screen.last)

    def differences(self) -> tuple[str, ...]:
        """Clauses on boards that were not the referee's; empty where the place is not certain."""
        return tuple(self._reader.differences) if self._reader else ()

    def names_a_rule(self) -> bool:
        """Whether another rule of the program explains its boards, and the last sentence says
        which."""
        return self._reader is not None and self._reader.names_a_rule

    def sisters(self) -> list[Game]:
        """The sister games whose rules explain what the program did."""
        return self._reader.sisters() if self._reader else []

    def is_mirrored(self) -> bool:
        """Whether the program's board is the referee's in a mirror."""
        return self._reader is not None and self._reader.is_mirrored

    def agreed(self) -> int:
        """Turns with the referee's board, drawn after the program's move; before it, where that is
        more than chance: the same board may stand in a mirror once."""
        if self._reader is None:
            return 0
        before = self._reader.agreed_before
        return self._reader.agreed or (before if before >= SURE else 0)

    @property
    def _begun(self) -> TurnReader[Any]:
        assert self._reader
        return self._reader

    def _new_reader(self, start: Position) -> TurnReader[Any]:
        reader = READERS[start.rules](self.protocol, self._screen, start, self._side)
        if self.is_guess:
            reader.name_no_sisters()
        return reader

    def _started(self, silence: Silence) -> Reply | None:
        """The reply to a program that waits, or is silent, before the first move."""
        if silence is Silence.CLOSED or (silence is Silence.QUIET and not self._screen.new):
            return None
        if (answer := self._side_answer()) is not None:
            if self._answers and self._answers[0] == answer:
                del self._answers[0]
            return self._screen.press(answer)
        if self.protocol.start_toss is not None:
            return self._type(self._answers.pop(0)) if self._answers else self._tossed(silence)
        # The clock of a program that moves first runs from its last answer, which is kept back.
        first = self._begun.first
        if len(self._answers) > (1 if first else 0):
            return self._type(self._answers.pop(0))
        if first and not self._answers:
            return self._moved_first(silence)
        if not first and self._begun.has_begun(self._screen.new[-LONGEST_TURN:]):
            raise self._screen.fault(
                Termination.DID_NOT_START,
                f"moved first, but its opponent has the first move: {self._swap()}",
                Cause.WRONG_START,
            )
        self._next_turn()
        return READY

    def _side_answer(self) -> str | None:
        """What to type where the program waits for something other than a move; None where it does
        not."""
        screen = self._screen
        answer = screen.side_answer(self.protocol.answers)
        if answer is None and screen.may_press and self._begun.pauses_behind_a_move(screen.new):
            return ""
        if answer is None and screen.may_press and self._begun.waits_for_a_pass:
            return pass_told(prompt_in(screen.since_key)) or None
        return answer

    def _moved_first(self, silence: Silence) -> Reply | None:
        """READY where its first move can be read, which is kept until it is asked for."""
        moved = self._move(silence)
        if moved is None:
            return None
        self._moved.insert(0, moved)
        return READY

    def _tossed(self, silence: Silence) -> Reply | None:
        """The reply to a program that has all answers and may have begun. Raises StartAgain where
        its toss has not fallen as the game needs."""
        first, text = self._begun.first, self._screen.new
        announced = announced_order(text)
        if first:
            ready = self._moved_first(silence)
            if ready or announced:
                return ready
        elif text != self._fruitless and self._would_have_begun():
            raise StartAgain(f"it has moved first; {self.last_words()}")
        elif announced:
            raise StartAgain(f"it has the first move, as it says; {self.last_words()}")
        self._fruitless = text
        self._toss_looks += 1 if silence is Silence.WAITING and announced is None else 10
        if self._toss_looks < TOSSED:
            return None
        if first:
            leaves = announced is False or self._begun.has_not_begun(text[-LONGEST_TURN:])
            why = "leaves the first move to the other side" if leaves else self._begun.missing(text)
            raise StartAgain(f"it {why}; {self.last_words()}")
        self._next_turn()
        return READY

    def _would_have_begun(self) -> bool:
        """Whether a first move can be read, had the program the first move."""
        reader = self._new_reader(self._start.rules.start(self._side))
        return bool(reader.read(self._screen.new[-LONGEST_TURN:]))

    def _answered(self, silence: Silence) -> Reply | None:
        """The reply to a program that waits, is silent or has left after an input."""
        if silence is not Silence.CLOSED:
            if (answer := self._side_answer()) is not None:
                return self._screen.press(answer)
            if self._to_follow:
                self._next_turn()
                return self._type(self._to_follow.pop(0))
        return self._move(silence) or self._told_to_go(silence) or self._unseen(silence)

    def _told_to_go(self, silence: Silence) -> bytes | None:
        """The line that makes a program move which waits to be told."""
        go, screen = self.protocol.go, self._screen
        if not go or silence is not Silence.WAITING or not screen.can_press(go):
            return None
        return None if refuses(screen.since_key) else screen.press(go)

    def _move(self, silence: Silence) -> Choice | None:
        """The move in the new output, None to wait for more; further moves of the turn are kept
        until they are asked for. Raises Fault when there is none."""
        text = self._screen.new[-LONGEST_TURN:] + ("\n" if silence is Silence.CLOSED else "")
        turn = self._begun.read(text) if text != self._fruitless else []
        if turn:
            self._has_left = silence is Silence.CLOSED
            return self._first_of(turn)
        self._fruitless = text
        self._looks += silence is Silence.WAITING
        if self._looks > (self.most_refusals if refuses(text) else self.patience):
            self._give_up(text)
        return None

    def _first_of(self, turn: list[Choice]) -> Choice:
        """The first move of a turn that has been read; the others are kept."""
        choice, *self._moved = turn
        self._next_turn()
        return choice

    def _unseen(self, silence: Silence) -> Choice | None:
        """A move that ends the game, where the program says that it is over and does not show it.
        Raises Fault where it has left and no move ends the game."""
        if silence is not Silence.CLOSED:
            self._rests += 1 if silence is Silence.WAITING else -(-ENOUGH // 2)
            if self._rests < ENOUGH:
                return None
        text = self._last_text()
        if silence is not Silence.CLOSED and text == self._judged:
            return None
        over = says_over(text)
        if choice := self._made_last(text, certain=over):
            return choice
        self._judged = text
        if over and silence is not Silence.WAITING:
            self._stop_if_decided()
        if silence is Silence.CLOSED and over:
            raise self._screen.fault(
                Termination.CRASHED, "left as if the game were over, but it is not"
            )
        return None

    def _last_text(self) -> str:
        return (self._carried + self._screen.new)[-LONGEST_TURN:]

    def _made_last(self, text: str, *, certain: bool) -> Choice | None:
        """The move that ends the game where the program has not shown it: it is `certain` that the
        program believes so, or its score tells it. Raises Fault where the winner is open."""
        stopped = self._has_left or (not self._screen.new and says_over(self._screen.before))
        if stopped and not self._carried:
            return None  # before it could know of the opponent's last move
        reader = self._begun
        endings, told = reader.endings(text), reader.told_by(text)
        found = None
        if endings and (certain or _tells_one(told, endings) or reader.draws_end(text)):
            found = last_turn(endings, told)
            if found is None:
                raise self._screen.fault(
                    Termination.UNREADABLE,
                    f"ended the game without showing its turn, and {len(endings)} turns"
                    " end it, with different winners",
                )
        elif not endings and certain:
            deciding = reader.deciding()
            if deciding and (_tells_one(told, deciding) or says_over(text)):
                found = last_turn(deciding, told, "decide")
                self._has_stopped = True
        if found is None:
            return None
        choices = reader.choices(found.turn)
        choices[-1] = choices[-1]._replace(comment=found.how)
        reader.why = ""
        return self._first_of(choices)

    def _stop_if_decided(self) -> None:
        """Raises Fault when the program may leave or say no more."""
        if self._begun.is_decided():
            raise Fault(Termination.STOPPED_EARLY, "stopped when the game was decided")

    def _give_up(self, text: str) -> NoReturn:
        """Raises the Fault that says most about a program that waits without a readable move."""
        said = self.last_words() if self._screen.new else "it said nothing"
        if says_over(text):
            self._stop_if_decided()
            raise Fault(
                Termination.UNREADABLE, f"says that the game is over, but it is not; {said}"
            )
        self._begun.object(text)
        self._question(text)
        torn = self._begun.torn
        found = (
            f"shows two possible moves, {' and '.join(torn)}" if torn else self._begun.missing(text)
        )
        raise Fault(
            Termination.UNREADABLE,
            f"waits{self._screen.again()}, but {found}; {said}",
        )

    def _question(self, text: str) -> None:
        """Raises Fault where the program asks for something else than a move, rejects the input, or
        waits for a move where it should begin."""
        reader, screen = self._begun, self._screen
        begins = reader.first and not reader.plies
        said_then = text if begins else screen.before if reader.plies == 1 else ""
        asked = asks_for_a_setting(said_then)
        if asked and not (begins and refuses(text) and screen.typed):
            order = "first" if reader.first else "second"
            self.unanswered = asked
            raise Fault(
                Termination.DID_NOT_START,
                f"asks {excerpt(asked)!r}, which `{order}` of its `start` does not answer;"
                " owari learn finds the answers",
                Cause.WRONG_START,
            )
        asks_again = text.strip() and text.strip() == screen.prompt.strip()
        is_made = reader.plies and reader.draws_position(text)
        is_refused = refuses(text)
        is_corrected = not (begins or is_refused) and corrects(text, screen.before)
        if ((is_refused or is_corrected) and screen.typed) or (
            asks_again and not begins and not is_made
        ):
            what = "of its `start`" if begins else f"as a move: {reader.why_refused()}"
            is_for_a_move = begins or is_corrected or reader.asks_for_a_move(text)
            if not is_for_a_move and (asked := prompt_in(text)):
                why = "`answers` says what is typed where it asks for something else"
                what = f"and asks {excerpt(asked, 60)!r}: {reader.why_refused()}, and {why}"
            self.refused = screen.typed
            raise screen.fault(Termination.UNREADABLE, f"did not accept {screen.typed!r} {what}")
        if begins and reader.asks_for_a_move(text) and reader.has_not_begun(text):
            raise screen.fault(
                Termination.DID_NOT_START,
                f"waits for a move, but has the first move itself: {self._swap()}",
                Cause.WRONG_START,
            )

    def _swap(self) -> str:
        """A clause on how to exchange the orders."""
        if self.protocol.start_first or self.protocol.start_second:
            swapped = "swap `first` and `second` in its `start`"
            tosses = self.protocol.start_toss is not None
            return swapped if tosses else f"{swapped}, or set `toss` there if chance decides"
        return "`start` says what to type for either order; owari learn finds it"

    def _type(self, *lines: Line) -> bytes:
        typed = self._screen.type(*lines)
        if lines:
            self._fruitless = ""
            self._looks = self._rests = 0
        return typed

    def _next_turn(self) -> None:
        """The output is read, and the prompt at its end is answered next."""
        self._screen.turn_over()
        self._looks = self._rests = 0


def _tells_one(told: Told, turns: Mapping[Turn, Score]) -> bool:
    """Whether the text tells the score of one of these turns."""
    return any(tells_score(told, score) for score in turns.values())
