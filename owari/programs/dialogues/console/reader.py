"""At the keyboard of a program that prompts a person: the conversation, whatever the game.

Its turn is over when it waits for the keyboard again; what it has said and drawn since we last
typed is then read by those who know the game. A turn may have several moves: the program tells them
and then waits, and those of the other side are typed one after the other, each when it waits again.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Generic, NoReturn

from owari.games.game import Move, Side
from owari.players.player import Choice, Fault
from owari.programs.dialogues.console.console_protocol import AUTO, ConsoleProtocol
from owari.programs.dialogues.console.last_turn import Score, Told, last_turn, tells_score
from owari.programs.dialogues.console.pit_move_parser import words
from owari.programs.dialogues.console.prompts import (
    asks_for_a_move,
    asks_for_a_setting,
    pauses,
    prompt_in,
    refuses,
    says_over,
)
from owari.programs.dialogues.console.turns import Turn
from owari.programs.dialogues.dialogue import READY, Dialogue, P, Reply, StartAgain
from owari.programs.program_output import Heard, Silence
from owari.records.record import Ending, Termination

__all__ = [
    "MOST_KEYS",
    "MOST_OUTPUT",
    "PATIENCE",
    "SURE",
    "KeyboardDialogue",
    "Line",
    "without_escapes",
]

MOST_OUTPUT = 1024 * 1024
"""Bytes between two of our inputs."""
LONGEST_TURN = 20_000
"""Characters in which its move is looked for, the last ones."""
PATIENCE = 1000
"""Looks at a waiting program that has announced nothing, a millisecond or more apart, before it is
believed to have refused: a thread of it may wait while another sleeps, so as to seem to think."""
ENOUGH = 50
"""Such looks at one that says that the game is over, until a turn that ends it is looked for; two
silences are as many."""
MOST_KEYS = 20
"""Times in a turn that it is helped on when it asks for a mere key."""
SURE = 3
"""Turns in which a board drawn in the one way that is left was the referee's, until a board drawn
so is known to be one: what differs then is the program's fault."""

TOSSED = 100
"""Looks at a program that waits, a silence counting for ten, until it is believed to leave the
first move to the person."""

Line = str | Callable[[], str]
"""A line that is typed, or that is known when it is."""

_ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")


def without_escapes(text: str) -> str:
    """What is left of a program's output on a screen without colours."""
    return _ESCAPES.sub("", text.replace("\r", ""))


class KeyboardDialogue(Dialogue[P], Generic[P]):
    """What a game adds is what an opponent's move is typed as, and how a turn is read."""

    def __init__(self, protocol: ConsoleProtocol) -> None:
        self.protocol = protocol
        self._heard = self._understood = ""

    def greet(self) -> None:
        return None

    def begin(self, position: P, side: Side) -> bytes:
        first = position.turn is side
        order = "first" if first else "second"
        answers = self.protocol.start_first if first else self.protocol.start_second
        if self.protocol.start_toss is not None:
            answers = self.protocol.start_toss
        if answers is None:
            raise Fault(Termination.DID_NOT_START, f"cannot move {order}, as its description says")
        if position != position.rules.start(position.turn):
            raise Fault(Termination.DID_NOT_START, "can only play from the start of a game")
        self._side = side
        self._first = first
        self._starting = True
        self._answers = list(answers)
        self._moved: list[Choice] = []
        """The moves of its turn that it has not been asked for yet."""
        self._to_type: list[Line] = []
        self._to_follow: list[Line] = []
        self._heard = self._understood = self._fruitless = self._prompt = self._typed = ""
        self._torn: Sequence[str] = ()
        """Two moves between which what it says does not decide."""
        self._why = ""
        self._agreed = self._plies = 0
        self._looks = self._rests = self._keys = self._key_at = self._toss_looks = 0
        self._judged: str | None = None
        """What it has said in which no end of the game was found."""
        self._carried = ""
        """What it had said before it was asked again without that anything was typed."""
        self._has_left = False
        """It had left when its last turn was read."""
        self._has_stopped = False
        """Its last turn has decided the game, and it plays no more."""
        self._start = position
        self._meet(position)
        return b""

    def observe(self, side: Side, move: Move, position: P) -> bytes:
        if side is not self._side:
            self._to_type += self._typed_for(move)
        self._follow(position)
        self._plies += 1
        return b""

    @abstractmethod
    def _meet(self, position: P) -> None:
        """The game begins."""

    @abstractmethod
    def _follow(self, position: P) -> None:
        """The game has gone on to this position."""

    @abstractmethod
    def _typed_for(self, move: Move) -> Sequence[Line]:
        """What is typed for the opponent's move, of which we have not been told in `_follow`."""

    @abstractmethod
    def _read(self, text: str) -> list[Choice]:
        """The moves of its turn, or of what it has made of it; empty to wait for more, with the
        reason in `_torn` where two could be read."""

    @abstractmethod
    def _choices(self, turn: Turn) -> list[Choice]:
        """The moves of such a turn on our board."""

    @abstractmethod
    def _endings(self, text: str) -> dict[Turn, Score]:
        """The turns that end the game and do not contradict what it has told of its turn."""

    @abstractmethod
    def _told_by(self, text: str) -> Told:
        """The text as what it tells of the sides."""

    def _deciding(self) -> dict[Turn, Score]:
        """The turns that decide the game, which it may then leave, and what both have taken."""
        return {}

    def _draws_end(self, text: str) -> bool:
        """Whether it has drawn what is only drawn at the end."""
        return False

    @abstractmethod
    def _decided(self) -> bool:
        """Whether the game is as good as over, so that it may leave."""

    def _object(self, text: str) -> None:
        """Raises the Fault of what it has drawn, where that tells more than that it cannot be
        read."""

    def _asks_for_a_move(self, text: str) -> bool:
        """Whether it waits for a move of ours."""
        return asks_for_a_move(text, 0, drawn=False)

    def _has_begun(self, text: str) -> bool:
        """Whether it has moved before we have typed a move, where we begin."""
        return False

    def ask(self, position: P, milliseconds: int) -> bytes | Choice:
        self._starting = False
        if self._moved:
            return self._moved.pop(0)
        if self._has_stopped:
            self._stop_if_decided()
        answers, self._answers = self._answers, []
        first, self._to_follow = self._to_type[:1], self._to_type[1:]
        self._to_type = []
        self._carried = "" if answers or first else self._understood
        return self._type(*answers) + self._type(*first)

    def end(self, ending: Ending) -> bytes:
        """The opponent's last moves, so that the program can finish its game too."""
        return self._type(*self._to_type)

    def leave(self) -> bytes:
        return b""

    def last_words(self) -> str:
        said = words(self._heard) or words(self._understood)
        return f"it last said {said!r}" if said else ""

    def understood(self) -> str:
        return self._why

    def screen(self) -> str:
        """What it has said since something was typed last."""
        return self._heard or self._understood

    def took_another(self) -> bool:
        """Whether it is seen to have taken our move for another, as the numbering is wrong."""
        return False

    def agreed(self) -> int:
        """Turns after which it drew the referee's board."""
        return self._agreed

    def hear(self, heard: Heard) -> Reply | None:
        if isinstance(heard, bytes):
            self._heard = without_escapes(self._heard + heard.decode("utf-8", "replace"))
            self._rests = 0
            if len(self._heard) > MOST_OUTPUT:
                raise Fault(
                    Termination.TOO_MUCH_OUTPUT,
                    f"wrote more than {MOST_OUTPUT} bytes without waiting for the other side",
                )
            prompt = self.protocol.prompt
            if prompt == AUTO or not re.search(prompt, self._heard):
                return None
            heard = Silence.WAITING
        if heard is Silence.TIME:
            return None
        return self._started(heard) if self._starting else self._answered(heard)

    def _started(self, silence: Silence) -> Reply | None:
        """It waits, or is quiet, before the first move."""
        if silence is Silence.CLOSED or (silence is Silence.QUIET and not self._heard):
            return None
        if (answer := self._helps_on()) is not None:
            if self._answers and self._answers[0] == answer:
                del self._answers[0]
            return self._press(answer)
        if self.protocol.start_toss is not None:
            return self._type(self._answers.pop(0)) if self._answers else self._tossed(silence)
        # Its clock runs from the last answer when it is to move first, so that one is kept back.
        if len(self._answers) > (1 if self._first else 0):
            return self._type(self._answers.pop(0))
        if self._first and not self._answers:
            moved = self._move(silence)
            if moved is None:
                return None
            self._moved.insert(0, moved)
            return READY
        if not self._first and self._has_begun(self._heard[-LONGEST_TURN:]):
            raise Fault(
                Termination.DID_NOT_START,
                f"moved first, and the other side begins: {self._swap()}; {self.last_words()}",
            )
        self._next_turn()
        return READY

    def _tossed(self, silence: Silence) -> Reply | None:
        """It has been told all and may have begun. Raises StartAgain where chance has it otherwise
        than the game needs."""
        text = self._heard
        if self._first:
            if moved := self._move(silence):
                self._moved.insert(0, moved)
                return READY
        elif text != self._fruitless and self._would_have_begun():
            raise StartAgain(f"it has moved first; {self.last_words()}")
        self._fruitless = text
        self._toss_looks += 1 if silence is Silence.WAITING else 10
        if self._toss_looks < TOSSED:
            return None
        if self._first:
            raise StartAgain(f"it leaves the first move to the other side; {self.last_words()}")
        self._next_turn()
        return READY

    def _would_have_begun(self) -> bool:
        """Whether a first move of its own can be read, had it the first move."""
        self._first = True
        self._meet(self._start.rules.start(self._side))  # type: ignore[arg-type]
        moved = self._read(self._heard[-LONGEST_TURN:])
        self._first = False
        self._agreed = 0
        self._meet(self._start)
        return bool(moved)

    def _answered(self, silence: Silence) -> Reply | None:
        """It waits, is quiet or has left after we typed."""
        if silence is not Silence.CLOSED and (answer := self._helps_on()) is not None:
            return self._press(answer)
        if self._to_follow and silence is not Silence.CLOSED:
            self._next_turn()
            return self._type(self._to_follow.pop(0))
        return self._move(silence) or self._unseen(silence)

    def left(self, *, orderly: bool) -> Reply | None:
        text = self._last_text()
        if not orderly or refuses(text) or (self._starting and (self._answers or not self._first)):
            return None
        choice = self._made_last(text, certain=True)
        if choice and self._starting:
            self._moved.insert(0, choice)
            return READY
        return choice

    def _unseen(self, silence: Silence) -> Choice | None:
        """The move that ends the game where it says that it is over and does not show it. Raises
        Fault where it has left and none ends it."""
        if silence is not Silence.CLOSED:
            self._rests += 1 if silence is Silence.WAITING else -(-ENOUGH // 2)
            if self._rests < ENOUGH:
                return None
        text = self._last_text()
        if silence is not Silence.CLOSED and text == self._judged:
            return None
        over = says_over(text)
        certain = over or (silence is Silence.CLOSED and self._decided())
        choice = self._made_last(text, certain=certain)
        if choice:
            return choice
        self._judged = text
        if silence is Silence.CLOSED or (silence is Silence.QUIET and over):
            self._stop_if_decided()
        if silence is Silence.CLOSED and over:
            raise Fault(
                Termination.CRASHED,
                f"left as if the game were over, and it is not; {self.last_words()}",
            )
        return None

    def _last_text(self) -> str:
        return (self._carried + self._heard)[-LONGEST_TURN:]

    def _made_last(self, text: str, *, certain: bool) -> Choice | None:
        """The move that ends the game where it has not shown it, be it `certain` that it believes
        so or seen in what it tells. Raises Fault where several end it, with different winners."""
        stopped = self._has_left or (not self._heard and says_over(self._understood))
        if stopped and not self._carried:
            return None  # before it could know of our last move
        endings = self._endings(text)
        told = self._told_by(text)
        says_so = certain or any(tells_score(told, score) for score in endings.values())
        found = None
        if endings and (says_so or self._draws_end(text)):
            found = last_turn(endings, told)
            if found is None:
                raise Fault(
                    Termination.UNREADABLE,
                    f"ended the game with a turn that it does not show, and {len(endings)} turns"
                    f" end it, with different winners; {self.last_words() or 'it said nothing'}",
                )
        elif not endings and certain:
            deciding = self._deciding()
            says_so = any(tells_score(told, score) for score in deciding.values())
            if deciding and (says_so or says_over(text)):
                found = last_turn(deciding, told, "decide")
                self._has_stopped = True
        if found is None:
            return None
        choices = self._choices(found.turn)
        choices[-1] = choices[-1]._replace(comment=found.how)
        choice, *self._moved = choices
        self._why = ""
        self._next_turn()
        return choice

    def _stop_if_decided(self) -> None:
        """Raises Fault when the program may leave or say no more."""
        if self._decided():
            raise Fault(Termination.STOPPED_EARLY, "stopped when the game was decided")

    def _move(self, silence: Silence) -> Choice | None:
        """The move in what it said, None to wait for more; those that follow it in the same turn
        are kept for when they are asked for. Raises Fault when there is none."""
        text = self._heard[-LONGEST_TURN:] + ("\n" if silence is Silence.CLOSED else "")
        turn = self._read(text) if text != self._fruitless else []
        if turn:
            choice, *self._moved = turn
            self._has_left = silence is Silence.CLOSED
            self._next_turn()
            return choice
        self._fruitless = text
        self._looks += silence is Silence.WAITING
        if self._looks > PATIENCE:
            self._give_up(text)
        return None

    def _give_up(self, text: str) -> NoReturn:
        """It waits, and no move can be read: raises the Fault that says most about it."""
        said = self.last_words() if self._heard else "it said nothing"
        if says_over(text):
            self._stop_if_decided()
            raise Fault(
                Termination.UNREADABLE, f"says that the game is over, and it is not; {said}"
            )
        self._object(text)
        self._question(text)
        found = (
            f"two moves could be read, {' and '.join(self._torn)}"
            if self._torn
            else "no move of its own can be read"
        )
        raise Fault(
            Termination.UNREADABLE,
            f"waits again after {self._typed!r} was typed, and {found}; {said}",
        )

    def _question(self, text: str) -> None:
        """Raises Fault where it asks for something else than a move, or objects to what was typed,
        or waits for a move where it should begin."""
        said, begins = self.last_words(), self._first and not self._plies
        order = "first" if self._first else "second"
        said_then = text if begins else self._understood if self._plies == 1 else ""
        asked = asks_for_a_setting(said_then)
        if asked and not (begins and refuses(text)):
            raise Fault(
                Termination.DID_NOT_START,
                f"asks {words(asked)!r}, which `{order}` of its `start` does not answer;"
                " owari learn finds the answers",
            )
        asks_again = text.strip() and text.strip() == self._prompt.strip()
        if refuses(text) or (asks_again and not begins):
            how = "for our move: `numbering` or `types` says how moves are typed"
            raise Fault(
                Termination.UNREADABLE,
                f"did not take {self._typed!r} {'of its `start`' if begins else how}; {said}",
            )
        if begins and self._asks_for_a_move(text):
            raise Fault(
                Termination.DID_NOT_START,
                f"waits for a move, and it should begin: {self._swap()}; {said}",
            )

    def _swap(self) -> str:
        """What to do where the orders are exchanged."""
        if self.protocol.start_first or self.protocol.start_second:
            return "swap `first` and `second` in its `start`"
        return "`start` says what to type for either order; owari learn finds it"

    def _type(self, *lines: Line) -> bytes:
        answers = [line if isinstance(line, str) else line() for line in lines]
        if answers:
            self._typed = " ".join(answers)
            self._heard = self._fruitless = ""
            self._looks = self._rests = self._keys = self._key_at = 0
        return "".join(f"{answer}\n" for answer in answers).encode()

    def _helps_on(self) -> str | None:
        """What is typed where it has asked since the last time for what is no move: the answer of
        the description, or nothing where it goes on when a key is pressed. None where it asks for
        neither."""
        if self._keys >= MOST_KEYS:
            return None
        asked = self._heard[self._key_at :]
        *_, last = ["", *filter(None, map(str.strip, asked.split("\n")))]
        for pattern, answer in self.protocol.answers:
            if last and re.search(pattern, last):
                return answer
        return "" if pauses(asked) else None

    def _press(self, answer: str) -> bytes:
        """A line that is no move: what it has said still counts. On a person's screen it would end
        the line."""
        self._heard += "\n"
        self._keys += 1
        self._key_at = len(self._heard)
        return f"{answer}\n".encode()

    def _next_turn(self) -> None:
        """What it has said is understood, and the prompt at its end is what we answer next."""
        self._prompt = prompt_in(self._heard)
        self._understood, self._heard = self._heard, ""
        self._looks = self._rests = self._keys = self._key_at = 0
