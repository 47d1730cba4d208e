"""Programs that prompt a person: we type what the person would, and read what the screen shows.

The program lives in a world of its own, in which it is South, North, or whoever begins; when that
is not its side here, everything is turned round on the way. Its turn is over when it waits for the
keyboard again; its move is then what it announced since we last typed, and where it announces
nothing, the one legal move that leads to the board it has drawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from owari.games.game import Move, Side
from owari.games.mancala import Mancala, SowingRules
from owari.games.numbering import across
from owari.players.player import Choice, Fault
from owari.programs.dialogues.dialogue import READY, Reply
from owari.programs.dialogues.shown import Rows, Style, rows_of, rows_shown
from owari.programs.dialogues.spoken import announced, labels_wanted, prompt_in, words
from owari.programs.heard import Heard, Silence
from owari.programs.settings import ConsoleProtocol
from owari.records.record import Ending, Termination

__all__ = ["ConsoleDialogue"]

MOST_OUTPUT = 1024 * 1024
"""Bytes between two of our inputs."""
LONGEST_TURN = 20_000
"""Characters in which its move is looked for, the last ones."""
PATIENCE = 1000
"""Looks at a waiting program that has announced nothing, a millisecond or more apart, before it is
believed to have refused: a thread of it may wait while another sleeps, so as to seem to think."""

_ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")


class ConsoleDialogue:
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
        self._heard = self._understood = self._fruitless = self._prompt = self._typed = ""
        self._styles = list(Style)
        self._looks = 0
        return b""

    def observe(self, side: Side, move: Move, position: Mancala) -> bytes:
        if side is not self._side:
            place = move.pit - self._rules.row(side)[0]
            self._to_type.append(self._labels()[place])
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
        choice = self._move(silence)
        if choice or silence is not Silence.CLOSED:
            return choice
        taken = max(self._position.score())
        if self.protocol.stops_early and 2 * taken > sum(self._position.cells):
            raise Fault(Termination.STOPPED_EARLY, "stopped when the game was decided")
        return None

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
            raise Fault(
                Termination.UNREADABLE,
                f"waits again after {self._typed!r} was typed, and no move of its own can be read;"
                f" {self.last_words() if self._heard else 'it said nothing'}",
            )
        return None

    def _announced_or_drawn(self, text: str) -> Move | None:
        """A move of the program's own world. A board that a legal move explains outweighs a
        sentence that it contradicts; a sentence that is doubtful must at least be legal."""
        if self.protocol.move:
            *_, last = [None, *re.finditer(self.protocol.move, text, re.MULTILINE)]
            return self._own(int(last[1])) if last and last[1].isdecimal() else None
        legal = self._position.legal_moves()
        drawn = self._drawn(text)
        strict = next(self._announced(text, strictly=True), None)
        if strict in legal and (not drawn or strict in drawn):
            return strict
        if drawn:
            return drawn[0]
        doubtful = (move for move in self._announced(text, strictly=False) if move in legal)
        return next(doubtful, strict)

    def _announced(self, text: str, *, strictly: bool) -> Iterator[Move]:
        moves = (self._own(number) for number in announced(text, strictly=strictly))
        return (move for move in moves if move is not None)

    def _own(self, number: int) -> Move | None:
        """Its pit of that number, or of that number as the other table would call it."""
        row = self._rules.row(self._seat)
        if self.protocol.reads:
            reads = self.protocol.reads
            return Move(row[reads.index(number)]) if number in reads else None
        pit = number if number in row else across(number, self._rules.pits)
        return Move(pit) if pit in row else None

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
        if self.protocol.board != "auto":
            self._compare(after, text)
            return choice
        known = {rows_of(self._position), rows_of(after)}
        if after.outcome():
            known.add(Rows((0,) * self._rules.pits, (0,) * self._rules.pits))
        shown = [seen for seen in rows_shown(text, self._rules.pits) if seen.style in self._styles]
        agreeing = {seen.style for seen in shown if seen.rows in known}
        if agreeing:
            self._styles = [style for style in self._styles if style in agreeing]
        elif shown:
            return choice._replace(comment="its board differs from the referee's")
        return choice

    def _compare(self, after: Mancala, text: str) -> None:
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
                f"shows the board {','.join(map(str, cells))} where the rules give"
                f" {','.join(map(str, after.cells))}",
            )

    def _labels(self) -> Sequence[str]:
        """How the opponent's pits are typed, in sowing order."""
        if self.protocol.types:
            return self.protocol.types
        row = self._rules.row(self._seat.other)
        schemes = [[str(first + place) for place in range(len(row))] for first in (row[0], 0, 1)]
        moves = self._position.legal_moves()
        legal = [move.pit - row[0] for move in moves if move.pit in row]
        return labels_wanted(self._prompt, schemes, legal) or schemes[0]

    def _typed_moves(self) -> bytes:
        moves, self._to_type = self._to_type, []
        return self._type(*moves)

    def _type(self, *answers: str) -> bytes:
        if answers:
            self._typed = " ".join(answers)
            self._heard = self._fruitless = ""
            self._looks = 0
        return "".join(f"{answer}\n" for answer in answers).encode()

    def _next_turn(self) -> None:
        """What it has said is understood, and the prompt at its end is what we answer next."""
        self._prompt = prompt_in(self._heard)
        self._understood, self._heard = self._heard, ""
        self._looks = 0

    def _seen(self, position: Mancala) -> Mancala:
        """The position in the program's own world."""
        return position if self._seat is self._side else position.turned()
