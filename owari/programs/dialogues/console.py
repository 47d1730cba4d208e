"""Programs that prompt a person: we type what the person would, and read what the screen shows.

The program lives in a world of its own, in which it is South, North, or whoever begins; when that
is not its side here, everything is turned round on the way. Its turn is over when it waits for the
keyboard again; its move is then what it announced since we last typed, and where it announces
nothing, the one legal move that leads to the board it has drawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NoReturn

from owari.games.game import Move, Side
from owari.games.mancala import Mancala, SowingRules
from owari.games.numbering import across
from owari.players.player import Choice, Fault
from owari.programs.dialogues.dialogue import READY, Dialogue, Reply
from owari.programs.dialogues.prompts import (
    labels_shown,
    labels_wanted,
    pauses,
    prompt_in,
    says_over,
)
from owari.programs.dialogues.shown import Rows, Shown, Style, rows_of, rows_shown
from owari.programs.dialogues.spoken import Reading, Trust, plain_label, readings, words
from owari.programs.heard import Heard, Silence
from owari.programs.settings import ConsoleProtocol
from owari.records.record import Ending, Termination

__all__ = ["GUIDE", "ConsoleDialogue"]

MOST_OUTPUT = 1024 * 1024
"""Bytes between two of our inputs."""
LONGEST_TURN = 20_000
"""Characters in which its move is looked for, the last ones."""
PATIENCE = 1000
"""Looks at a waiting program that has announced nothing, a millisecond or more apart, before it is
believed to have refused: a thread of it may wait while another sleeps, so as to seem to think."""

SURE = 3
"""Turns in which a board drawn in the one style that is left was the referee's, until a board in
that style is known to be one: what differs then is the program's fault."""
REMARK = "its board differs from the referee's"

MOST_KEYS = 20
"""Times in a turn that it is helped on when it asks for a mere key."""

Names = dict[str, Move]
"""The program's pits by their labels."""

_ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")


class ConsoleDialogue(Dialogue):
    def __init__(self, protocol: ConsoleProtocol) -> None:
        self.protocol = protocol
        self._heard = self._understood = ""

    def greet(self) -> None:
        return None

    def begin(self, position: Mancala, side: Side) -> bytes:
        first = position.turn is side
        order = "first" if first else "second"
        answers = self.protocol.start_first if first else self.protocol.start_second
        if answers is None:
            raise Fault(Termination.DID_NOT_START, f"cannot move {order}, as its description says")
        if position != position.rules.start(position.turn):
            raise Fault(Termination.DID_NOT_START, "can only play from the start of a game")
        self._rules: SowingRules = position.rules
        self._side = side
        self._seat = {
            "south": Side.SOUTH,
            "north": Side.NORTH,
            "first-is-south": Side.SOUTH if first else Side.NORTH,
            "first-is-north": Side.NORTH if first else Side.SOUTH,
        }[self.protocol.side]
        self._position = self._seen(position)
        self._first = first
        self._starting = True
        self._answers = list(answers)
        self._moved: Choice | None = None
        self._to_type: list[str] = []
        self._echoes: set[str] = set()
        self._heard = self._understood = self._fruitless = self._prompt = self._typed = ""
        self._shown: Sequence[str] | None = None
        self._names: Names | None = None
        self._torn: list[str] = []
        self._styles = list(Style)
        self._agreed = 0
        self._why = ""
        self._looks = self._keys = self._key_at = 0
        return b""

    def observe(self, side: Side, move: Move, position: Mancala) -> bytes:
        if side is not self._side:
            place = move.pit - self._rules.row(side)[0]
            label = self._labels()[place]
            self._to_type.append(label)
            self._echoes = {label, str(self._rules.row(self._seat.other)[place])}
        self._position = self._seen(position)
        return b""

    def ask(self, position: Mancala, milliseconds: int) -> bytes | Choice:
        self._starting = False
        if self._moved:
            return self._moved
        answers, self._answers = self._answers, []
        return self._type(*answers) + self._typed_moves()

    def end(self, ending: Ending) -> bytes:
        """The opponent's last move, so that the program can finish its game too."""
        return self._typed_moves()

    def leave(self) -> bytes:
        return b""

    def last_words(self) -> str:
        said = words(self._heard) or words(self._understood)
        return f"it last said {said!r}" if said else ""

    def understood(self) -> str:
        return self._why

    def hear(self, heard: Heard) -> Reply | None:
        if isinstance(heard, bytes):
            text = heard.decode("utf-8", "replace").replace("\r", "")
            self._heard = _ESCAPES.sub("", self._heard + text)
            if len(self._heard) > MOST_OUTPUT:
                raise Fault(
                    Termination.TOO_MUCH_OUTPUT,
                    f"wrote more than {MOST_OUTPUT} bytes without waiting for the other side",
                )
            if not (self.protocol.prompt and re.search(self.protocol.prompt, self._heard)):
                return None
            heard = Silence.WAITING
        if heard is Silence.TIME:
            return None
        return self._started(heard) if self._starting else self._answered(heard)

    def _started(self, silence: Silence) -> Reply | None:
        """It waits, or is quiet, before the first move."""
        if silence is Silence.CLOSED or (silence is Silence.QUIET and not self._heard):
            return None
        if self._wants_a_key():
            if self._answers and not self._answers[0]:
                del self._answers[0]
            return self._press()
        # Its clock runs from the last answer when it is to move first, so that one is kept back.
        if len(self._answers) > (1 if self._first else 0):
            return self._type(self._answers.pop(0))
        if self._first and not self._answers:
            self._moved = self._move(silence)
            return READY if self._moved else None
        self._next_turn()
        return READY

    def _answered(self, silence: Silence) -> Reply | None:
        """It waits, is quiet or has left after we typed."""
        if silence is not Silence.CLOSED and self._wants_a_key():
            return self._press()
        choice = self._move(silence)
        if choice:
            return choice
        over = says_over(self._heard)
        if silence is Silence.CLOSED or (silence is Silence.QUIET and over):
            self._stop_if_decided()
        if silence is Silence.CLOSED and over:
            raise Fault(
                Termination.CRASHED,
                f"left as if the game were over, and it is not; {self.last_words()}",
            )
        return None

    def _stop_if_decided(self) -> None:
        """Raises Fault when the program may leave or say no more."""
        taken = max(self._position.score())
        if self.protocol.stops_early and 2 * taken > sum(self._position.cells):
            raise Fault(Termination.STOPPED_EARLY, "stopped when the game was decided")

    def _move(self, silence: Silence) -> Choice | None:
        """The move in what it said, None to wait for more. Raises Fault when there is none."""
        text = self._heard[-LONGEST_TURN:] + ("\n" if silence is Silence.CLOSED else "")
        move = self._announced_or_drawn(text) if text != self._fruitless else None
        if move is not None:
            choice = self._checked(move, text)
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
        boards = [shown for shown in self._boards(text) if shown.rows != rows_of(self._position)]
        if boards and not self._torn:
            nearest = min(
                self._position.legal_moves(),
                key=lambda move: len(_parted(boards[-1].rows, self._position.play(move))),
            )
            if self._is_certain(boards[-1].rows, nearest):
                difference = self._difference(boards[-1].rows, nearest)
                raise Fault(
                    Termination.BOARD_DIFFERS,
                    f"draws a board that no move leads to; at best it {difference}",
                )
        found = (
            f"two moves could be read, {' and '.join(self._torn)}"
            if self._torn
            else "no move of its own can be read"
        )
        raise Fault(
            Termination.UNREADABLE,
            f"waits again after {self._typed!r} was typed, and {found}; {said}",
        )

    def _announced_or_drawn(self, text: str) -> Move | None:
        """A move of the program's own world. A board that a legal move explains outweighs a
        sentence that it contradicts, and decides between two; of two moves that are said equally
        well none is believed."""
        if self.protocol.move:
            *_, last = [None, *re.finditer(self.protocol.move, text, re.MULTILINE)]
            self._why = f"as `move` finds it in {words(last[0])!r}" if last else ""
            return self._named(last[1]) if last and last[1] else None
        self._shown = labels_shown(prompt_in(text), self._rules.pits) or self._shown
        said = readings(
            text,
            own_side=self._seat.name.lower(),
            typed=self._echoes,
            labels=self.protocol.reads or self._shown or (),
            scores=self._scores(),
        )
        drawn = self._drawn(text)
        if drawn:
            for names in self._ways_to_name():
                for move in self._told(said, names):
                    if move in drawn:
                        self._names = names
                        self._why = "as it says and as it has drawn"
                        return move
            self._why = "as the board that it has drawn tells"
            return drawn[0]
        names, *others = self._ways_to_name()
        if others and any(
            reading.trust <= Trust.NAMED
            and reading.label not in names
            and reading.label in others[0]
            for reading in said
        ):
            names = self._names = others[0]
        told = self._told(said, names)
        self._torn = list(told.values())[1::-1] if len(told) > 1 else []
        if self._torn or not told:
            return None
        ((move, label),) = told.items()
        self._why = f"as it says, {label}"
        return move

    def _told(self, said: Sequence[Reading], names: Names) -> dict[Move, str]:
        """The moves that the surest readings name, with their labels; they must be legal, except
        where the program or nobody else is plainly said to make a move, and echoes come last."""
        legal = self._position.legal_moves()
        plain: dict[Move, str] = {}
        for trust in Trust:
            told = {
                names[reading.label]: reading.label
                for reading in said
                if reading.trust is trust and reading.label in names
            }
            found = {move: label for move, label in told.items() if move in legal}
            if found:
                own = {move: label for move, label in found.items() if label not in self._echoes}
                return own or found
            if told and trust is Trust.TOLD:
                return dict([next(iter(told.items()))])
            if told and trust is Trust.NAMED:
                plain = dict([next(iter(told.items()))])
        return plain

    def _scores(self) -> set[tuple[str, str]]:
        """What may stand in its own goal and in the other's, before and after its move."""
        legal = self._position.legal_moves()
        boards = [self._position, *map(self._position.play, legal)]
        own, other = self._rules.goal(self._seat), self._rules.goal(self._seat.other)
        return {(str(board.cells[own]), str(board.cells[other])) for board in boards}

    def _ways_to_name(self) -> list[Names]:
        """How it may call its own pits, the likelier way first: as the description says, else as
        its prompts call ours, else by the board's numbers, its own or the other table's. What it
        has been seen to use is the only way."""
        if self._names:
            return [self._names]
        row = self._rules.row(self._seat)
        if self.protocol.reads:
            return [_names(self.protocol.reads, row)]
        board = _names(map(str, row), row) | _names(
            (str(across(pit, self._rules.pits)) for pit in row), row
        )
        return [_names(self._shown, row), board] if self._shown else [board]

    def _named(self, label: str) -> Move | None:
        """Its pit of that label."""
        return next(
            (
                names[name]
                for names in self._ways_to_name()
                if (name := plain_label(label)) in names
            ),
            None,
        )

    def _drawn(self, text: str) -> list[Move]:
        """The legal moves whose result is drawn in the text, the likeliest first: by the style of
        the board, and of one style by what was drawn last."""
        shown = rows_shown(text, self._rules.pits)
        results: dict[Rows, list[Move]] = {}
        for move in self._position.legal_moves():
            results.setdefault(rows_of(self._position.play(move)), []).append(move)
        return [
            move
            for style in self._styles
            for seen in reversed(shown)
            if seen.style is style
            for move in results.get(seen.rows, ())
        ]

    def _checked(self, move: Move, text: str) -> Choice:
        """The move on our board, with a remark when the program's board has parted from ours."""
        seen = self._seat is self._side
        choice = Choice(move if seen else Move(across(move.pit, self._rules.pits)))
        if self.protocol.board == "none" or move not in self._position.legal_moves():
            return choice
        after = self._position.play(move)
        if self.protocol.board not in ("auto", "remark"):
            self._compare(move, after, text)
            return choice
        known = {rows_of(self._position), rows_of(after)}
        if after.outcome():
            known.add(Rows((0,) * self._rules.pits, (0,) * self._rules.pits))
        shown = self._boards(text)
        agreeing = {board.style for board in shown if board.rows in known}
        if agreeing:
            self._styles = [style for style in self._styles if style in agreeing]
            self._agreed += 1
        elif shown and len(self._styles) == 1:
            difference = self._difference(shown[-1].rows, move)
            if self.protocol.board == "auto" and self._is_certain(shown[-1].rows, move):
                raise Fault(Termination.BOARD_DIFFERS, difference)
            return choice._replace(comment=f"{REMARK}: it {difference}")
        elif shown:
            return choice._replace(comment=REMARK)
        return choice

    def _boards(self, text: str) -> list[Shown]:
        """What may be a board in the text, the last one drawn last."""
        shown = rows_shown(text, self._rules.pits)
        return [board for board in shown if board.style in self._styles]

    def _is_certain(self, rows: Rows, move: Move) -> bool:
        """Whether this is a board after its move, though not ours: the style of its boards is
        known, and most of its pits are ours. A table of other numbers is none."""
        known = len(self._styles) == 1 and self._agreed >= SURE
        return known and len(_parted(rows, self._position.play(move))) <= self._rules.pits

    def _difference(self, rows: Rows, move: Move) -> str:
        """Where a board that it has drawn parts from ours after its move: its first pit that
        holds another number."""
        after = self._position.play(move)
        pit, *others = _parted(rows, after)
        row = Side.SOUTH if pit < self._rules.pits else Side.NORTH
        stones = (rows.south if row is Side.SOUTH else rows.north)[pit - self._rules.row(row)[0]]
        here = across(pit, self._rules.pits)
        also = "" if self._seat is self._side else f" ({here} on the referee's board)"
        more = f"; {len(others)} more differ" if others else ""
        return (
            f"shows {stones} in pit {pit}{also} after its move {move.pit},"
            f" where the rules give {after.cells[pit]}{more}"
        )

    def _compare(self, move: Move, after: Mancala, text: str) -> None:
        """Holds the last board that the description's pattern finds against ours."""
        *_, last = [None, *re.finditer(self.protocol.board, text, re.MULTILINE)]
        if last is None:
            return
        cells = tuple(int(number) for number in last.groups())
        outcome = after.outcome()
        swept = outcome and (cells[self._rules.pits], cells[-1]) == outcome
        if cells != after.cells and not swept:
            raise Fault(
                Termination.BOARD_DIFFERS,
                f"shows the board {','.join(map(str, cells))} after its move {move.pit},"
                f" where the rules give {','.join(map(str, after.cells))}",
            )

    def _labels(self) -> Sequence[str]:
        """How the opponent's pits are typed, in sowing order."""
        if self.protocol.types:
            return self.protocol.types
        row = self._rules.row(self._seat.other)
        schemes = [[str(first + place) for place in range(len(row))] for first in (row[0], 0, 1)]
        moves = self._position.legal_moves()
        legal = [move.pit - row[0] for move in moves if move.pit in row]
        self._shown = labels_wanted(self._prompt, schemes, legal) or self._shown
        return self._shown or schemes[0]

    def _typed_moves(self) -> bytes:
        moves, self._to_type = self._to_type, []
        return self._type(*moves)

    def _type(self, *answers: str) -> bytes:
        if answers:
            self._typed = " ".join(answers)
            self._heard = self._fruitless = ""
            self._looks = self._keys = self._key_at = 0
        return "".join(f"{answer}\n" for answer in answers).encode()

    def _wants_a_key(self) -> bool:
        """Whether it has said since the last one that it goes on when a key is pressed."""
        return self._keys < MOST_KEYS and pauses(self._heard[self._key_at :])

    def _press(self) -> bytes:
        """An empty line, which answers nothing: what it has said still counts. On a person's
        screen it would end the line."""
        self._heard += "\n"
        self._keys += 1
        self._key_at = len(self._heard)
        return b"\n"

    def _next_turn(self) -> None:
        """What it has said is understood, and the prompt at its end is what we answer next."""
        self._prompt = prompt_in(self._heard)
        self._understood, self._heard = self._heard, ""
        self._looks = self._keys = self._key_at = 0

    def _seen(self, position: Mancala) -> Mancala:
        """The position in the program's own world."""
        return position if self._seat is self._side else position.turned()


def _parted(rows: Rows, position: Mancala) -> list[int]:
    """The pits that hold another number on a board that was drawn."""
    right = rows_of(position)
    cells = zip((*rows.south, None, *rows.north), (*right.south, None, *right.north), strict=True)
    return [pit for pit, (shown, stones) in enumerate(cells) if shown != stones]


def _names(labels: Iterable[str], row: Sequence[int]) -> Names:
    return {plain_label(label): Move(pit) for label, pit in zip(labels, row, strict=True)}


GUIDE = """
A program that prompts a person. We sit at its keyboard, through a terminal of its own, and type what
the person would: the answers of `start`, then the other side's moves. What it does is read from its
screen: what it says of its own move, or the board that it draws. It believes in a side of its own,
South as a rule; everything is turned round for it where that is not its side here.

    - name: The Old One
      command: ./old_one
      protocol: console
      start:
        first: ["1", "6"]
        second: ["2", "6"]

| key | value | default |
| --- | --- | --- |
| `side` | its side in its own world: `south`, `north`, `first-is-south`, `first-is-north` | `south` |
| `start` | what to type before the first move, `first: [...]` when it is to move first and `second: [...]` when not; `false` for an order that it cannot play | nothing |
| `types` | six words: how we type the opponent's pits, in sowing order | the range that its prompt shows, else `7-12` (side south) or `0-5` |
| `reads` | six words: how it names its own pits, in sowing order | the range that its prompt shows, else `0-5` or `7-12` |
| `move` | regular expression with one group: its move, as `reads` names it | what it says of itself, else the board it has drawn |
| `prompt` | regular expression of what it prints when it waits for us | `auto`: we see that it reads |
| `quiet` | the silence that ends its turn where that cannot be seen | `200ms` |
| `board` | `auto`, `remark`, `none`, or a regular expression with a group for each of the 14 numbers | `auto` |
| `stops-early` | `true`: it may stop once one side has more than half of the stones | `true` |

`owari learn COMMAND` plays with a program and finds these keys. `--explain` of `owari play` and
`owari relay` shows what is typed, what the screen shows and how that is understood.

What is typed (>) and shown (<):

    < Who begins: 1 computer, 2 human?
    > 1
    < Depth:
    > 6
    < Computer plays pit 4
    < Your pit (7-12):
    > 8
    < Computer plays pit 2
    < Your pit (7-12):
"""  # noqa: E501
