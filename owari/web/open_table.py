"""One table that people reach through the live page, and that carries out their lines.

Two kinds of threads use a table: those of requests, and one of its own, in which its players start,
think and end. Everything that changes happens under one lock, and no player thinks under it.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Literal, NamedTuple

from owari.analysis.values import MoveValues
from owari.errors import BadInput, OwariError
from owari.games.game import PASS, Move, Side
from owari.players.player import Fault
from owari.records.record import GameRecord
from owari.report.result_tables import YOU
from owari.table import commands, event_text, events
from owari.table.commands import IllegalCommand
from owari.table.computer_player import Answer, ComputerPlayer
from owari.table.player_lookup import ENGINE, HUMAN, engine_name
from owari.table.session import Again, Anew, Chosen, Forced, Session
from owari.table.session_file import GameFile
from owari.table.table import Table
from owari.table.table_options import CONFIRMED, KeptOptions
from owari.table.tournament_results import RelayResults, ResultPlace
from owari.web.reviews import PositionValues
from owari.web.shared_engine import LONGEST_HINT, bound, engine_at_once, engine_of

Kind = Literal["play", "relay"]
ABSENT = ("quit", "save", "board", "view", "help")
"""The commands of a terminal that a page has no use for, or that name a file."""
MOST_OBEYED = 50
Question = commands.Hint | commands.Values | commands.Check
"""The commands that change nothing and may take a while."""
Joined = commands.Play | commands.Undo | commands.Fix
"""The commands that a page sends together, as a check offers them."""
Order = (
    commands.GameCommand
    | commands.Depth
    | commands.View
    | commands.Save
    | commands.Plan
    | commands.Moves
    | commands.Board
    | commands.Help
    | commands.Quit
    | None
)
"""The others; None for an empty line."""


class Outdated(Exception):
    """The line belongs to an earlier state of the table."""


class Said(NamedTuple):
    """A sentence, and what it is about."""

    text: str
    kind: Literal["move", "thought", "change", "check", "hint", "end", "problem"]


class OpenTable:
    """A table with its file, from its first game to its last."""

    def __init__(
        self,
        name: str,
        kind: Kind,
        games: GameFile,
        table: Table,
        results: RelayResults | None = None,
        known: PositionValues | None = None,
    ) -> None:
        """What is proved of a position here is `known` to the reviews of games too."""
        self.name = name
        self._known = known or PositionValues()
        self.kind: Kind = kind
        self.games = games
        self.table = table
        self.lock = threading.RLock()
        self.revision = time.time_ns() // 1_000_000
        """Rises with each change of the game, also from one process of the server to the next."""
        self.version = self.revision
        """Rises whenever a page is told something new, so that the last word is the newest."""
        self.said: list[Said] = []
        self.compared: events.Compared | None = None
        """The last comparison of both boards, until the next change."""
        self.values: MoveValues | None = None
        """What each move is worth, where somebody has asked."""
        self.hinted: tuple[Move, ...] = ()
        self.settled = False
        """Whether all games have come to their end, and somebody has confirmed it."""
        self.changed: Callable[[], None] = lambda: None
        """Called after each change, with the lock."""
        self.results = results
        """Where finished games are entered."""
        self.entered: ResultPlace | None = None
        """The place of the last of them."""
        self.missing = False
        """Whether one of them could not be entered; to confirm the end again tries it again."""
        self.used = time.monotonic()
        self._to_play = games.to_play() or [len(games.records) - 1]
        self._obeyed: deque[tuple[int, str]] = deque(maxlen=MOST_OBEYED)
        """The last lines that have changed the table, with the revisions that they were for."""
        self._told_end: GameRecord | None = None
        self._next = False
        self._closing = False
        self._wake = threading.Event()
        self._thread = threading.Thread(target=self._attend, name=f"table {name}", daemon=True)

    @property
    def index(self) -> int:
        """The place of the present game in the file."""
        return self._to_play[0]

    @property
    def confirming(self) -> bool:
        """Whether the end of a game waits for a person, as a typing error may have ended it."""
        if self.settled:
            return self.missing
        return self.kind == "relay" and self.table.session.over and not self._next

    @property
    def thinking(self) -> bool:
        """Whether a computer player is to move."""
        session = self.table.session
        waits = session.over or session.parted
        return self._next or (not waits and self.table.to_move is not None)

    def open(self) -> None:
        """Begins the first game that is to be played."""
        with self.lock:
            is_confirmed = KeptOptions.read(self.games.records[-1].table).confirmed
            self._begin()
            if is_confirmed and self.table.session.over:
                self.settled = True
                self._keep_confirmation()
        self._thread.start()

    def close(self) -> None:
        """Ends the players and the thread of the table. Tries once more to write what a full disk
        refused before."""
        with self.lock:
            self._closing = True
            if self.games.path.exists():
                self.table.stop_clock()
            if not self.games.kept:
                with suppress(OSError):
                    self.games.write()
        self._wake.set()

    def join(self, seconds: float) -> None:
        """Waits until the players have ended."""
        self._thread.join(seconds)

    def obey(self, line: str, revision: int) -> None:
        """Carries out a line as a person types it at a terminal; an empty one confirms an end.

        Several moves and corrections, one a line, are carried out together. What has changed the
        table is carried out once, however often it is sent for the same revision. Raises
        IllegalCommand, and Outdated where another one has changed the table since.
        """
        with self.lock:
            self.used = time.monotonic()
            if (revision, line) in self._obeyed:
                return
            if self._closing or revision != self.revision:
                raise Outdated
            orders: list[Order | Question] = [
                self.table.read(each) for each in line.split("\n") if each.strip()
            ]
            orders = orders or [None]
            if orders != [None] and (self.settled or self._next):
                raise IllegalCommand("the end of the game is confirmed, and nothing can change")
            question = orders[0]
            if len(orders) > 1 or not isinstance(question, Question):
                self._carry_out_all(orders)
                if revision != self.revision:
                    self._obeyed.append((revision, line))
                return
            session = self.table.session
        answer = self._answer(question, session)
        with self.lock:
            if self._closing or self.table.session is not session:
                raise Outdated
            self.said = [self._told(question, answer)]
            self._publish()

    def _publish(self) -> None:
        self.version += 1
        self.changed()

    def _answer(self, question: Question, session: Session) -> events.Compared | MoveValues:
        """Looks for an answer without the lock. Raises IllegalCommand."""
        if isinstance(question, commands.Check):
            _, event = session.after(question)
            assert isinstance(event, events.Compared)
            return event
        with engine_at_once():
            return self._known.proved(session.position, self.table.hint(LONGEST_HINT))

    @property
    def shown(self) -> Session:
        """The session with the names that the page says."""
        return with_names(self.table.session)

    def _told(self, question: Question, answer: events.Compared | MoveValues) -> Said:
        """The answer in words; the page shows it on the boards too, until the next change."""
        session = self.shown
        if isinstance(answer, events.Compared):
            self.compared = answer
            told = event_text.told(answer, session, offers=False)  # the page has buttons
            return Said(told, "check")
        if isinstance(question, commands.Values):
            self.values = answer
            return Said(event_text.worths(answer, session, ", "), "hint")
        self.hinted = answer.best
        return Said(event_text.advice(answer, session), "hint")

    def _carry_out_all(self, orders: Sequence[Order | Question]) -> None:
        """Carries out one command, or moves and corrections together, of which all are told."""
        if len(orders) > 1 and not all(isinstance(order, Joined) for order in orders):
            raise IllegalCommand("only moves and corrections are sent together")
        told: list[Said] = []
        try:
            for order in orders:
                assert not isinstance(order, Question)
                self._carry_out(order)
                self.said = [*told, *self.said]
                told = [said for said in self.said if said.kind in ("move", "change")]
        except IllegalCommand:
            if told:
                self._publish()
            raise
        self._publish()

    def _carry_out(self, command: Order) -> None:
        match command:
            case None:
                self._confirm()
            case commands.Resign(None):
                self._change(commands.Resign(self._person()))
            case commands.Plan():
                self.said = [Said(self.table.plan(), "hint")]
            case commands.Moves():
                self.said = [Said(event_text.moves(self.table.session), "change")]
            case commands.Depth(plies):
                self.table.look_ahead(plies)
                for computer in self.table.playing.values():
                    bound(computer)
                self._note_change([Said(event_text.looks_ahead(plies), "change")])
            case commands.Quit() | commands.Save() | commands.Board() | commands.View():
                raise IllegalCommand("this command is for the terminal only")
            case commands.Help():
                raise IllegalCommand("the page lists its commands itself")
            case _:
                self._change(command)

    def _change(self, command: commands.GameCommand) -> None:
        said: list[Said] = []
        for event in self.table.carry_out(command, self.table.spent):
            said += self._sentences(event)
        self._note_change(said)

    def _person(self) -> Side:
        """The person who resigns: the only one at the table, also while a computer player thinks,
        or the one who is to move. Raises IllegalCommand where no person plays."""
        people = self.table.session.typed
        if not people:
            raise IllegalCommand("only persons resign, and none plays here")
        return next(iter(people)) if len(people) == 1 else self.table.session.position.turn

    def _note_change(self, said: Sequence[Said]) -> None:
        """Makes forced moves, and lets the players know; what was known of the old board goes."""
        self.said = list(said)
        session = self.table.session
        while not session.over and (session.position.forced() or session.again is not None):
            if session.parted:
                self.said.append(Said(event_text.parted(session), "problem"))
                break
            event = self.table.do(Forced() if session.position.forced() else Again())
            self.said += self._sentences(event)
            session = self.table.session
        if session.over:
            self.said.append(Said(event_text.ending(self.shown), "end"))
        if error := self.table.unsaved:
            self.said.append(Said(event_text.unsaved(error), "problem"))
        self.compared = self.values = None
        self.hinted = ()
        self.revision += 1
        self._wake.set()

    def _sentences(self, event: events.Event) -> list[Said]:
        """What happened, and what its player thinks of it."""
        session = self.shown
        if not isinstance(event, events.Moved):
            return [Said(event_text.told(event, session), "change")]
        said = [Said(event_text.told(event, session), "move")]
        thought, playing = event_text.thought_behind(event, session), self.table.playing
        if thought and event.entered is events.Entered.NO and event.ply.side in playing:
            said.append(Said(thought, "thought"))
        return said

    def _confirm(self) -> None:
        """The end of the game is final. The players hear it before the next game begins. Where the
        boards have parted, our side moves all the same."""
        if self.table.session.parted:
            return self._note_change(self._sentences(self.table.do(Anew())))
        if not self.confirming:
            raise IllegalCommand("no game has ended; click or type a move")
        self.said = self._enter_results()
        self.revision += 1
        if self.settled:
            return
        self._next = True
        if self.table.playing:
            self._wake.set()
        else:
            self._go_on()

    def _enter_results(self) -> list[Said]:
        """Enters the games so far in the results of the tournament, if the table has one; those
        that are there already stay."""
        if self.results is None:
            return []
        try:
            for record in self.games.records[: self.index + 1]:
                self.entered = self.results.enter(record)
        except BadInput as error:
            self.missing = True
            return [Said(event_text.sentence(str(error)), "problem")]
        self.missing = False
        return [Said(str(self.entered), "end")]

    def _go_on(self) -> None:
        """Begins the next game of a match, if there is one."""
        self._next = False
        if self._to_play[1:]:
            self._to_play.pop(0)
            self._begin()
        else:
            self.settled = True
            if self.kind == "relay":
                self._keep_confirmation()

    def _keep_confirmation(self) -> None:
        record = self.games.records[self.index]
        with suppress(OSError):  # on a full disk the end is to be confirmed again
            table = f"{record.table} {CONFIRMED}".strip()
            self.games.keep(self.index, replace(record, table=table, entered="", before=""))

    def _begin(self) -> None:
        index = self.index
        self.table.begin(
            self.games.records[index],
            lambda record: self.games.keep(index, record),
            first_is_settled=index > 0,
        )
        self._note_change(self.said)

    def _attend(self) -> None:
        """The life of the thread that belongs to the players."""
        while not self._closing:
            self._wake.wait()
            self._wake.clear()
            while not self._closing and self._attended():
                pass
        self.table.close()

    def _attended(self) -> bool:
        """Tells the players what they do not know, and asks the one that is to move; whether
        something has changed since."""
        with self.lock:
            record, players = self.table.session.record, list(self.table.playing.values())
            over = self.table.session.over
            mover = None if self.table.session.parted else self.table.to_move
        if over:
            return self._attended_end(record)
        answer: Answer | None = None
        player: ComputerPlayer | None = None
        try:
            for player in players:
                with engine_of(player.player):
                    player.follow(record)
            if (player := mover) and not self._closing:
                with engine_of(player.player):
                    answer = player.choose(record.final)
        except OwariError as error:
            assert player
            self._failed(record, player.side, error)
            return True
        with self.lock:
            if self._closing or not _same_moves(record, self.table.session.record):
                return True
            if answer and player:
                said = self._said_in_turn(player.side)
                said += self._sentences(self.table.do(Chosen(answer.choice), answer.seconds))
                self._note_change(said)
                self._publish()
        return answer is not None

    def _said_in_turn(self, side: Side) -> list[Said]:
        """What was said since the other side's last move, as a side may make several in a row:
        after extra turns, and where the other has to pass. A person is told of corrections too
        where the answer of our side follows at once."""
        moved = [ply.side for ply in self.table.session.record.plies if ply.move != PASS]
        corrected = self.table.session.typed and any(said.kind == "change" for said in self.said)
        if moved[-1:] != [side] and not corrected:
            return []
        return [said for said in self.said if said.kind != "problem"]

    def _attended_end(self, record: GameRecord) -> bool:
        """Tells the players once how the game ended."""
        if self._told_end is not record and (self.kind == "play" or self._next):
            self.table.dismiss()
            self._told_end = record
        with self.lock:
            if self._closing or not self._next:
                return False
            self._go_on()
            self._publish()
        return True

    def _failed(self, record: GameRecord, side: Side, error: OwariError) -> None:
        """A player fails, and its side forfeits; a person goes on for it in a relay, and where the
        failure is ours. In a game that has changed since, the player gets another chance."""
        with self.lock:
            if self._closing or not _same_moves(record, self.table.session.record):
                return
            event = self.table.fail(side, error) if isinstance(error, Fault) else None
            if event:
                self._note_change(self._sentences(event))
            else:
                self.table.by_hand(side)
                words = (event_text.stopped(str(error)), event_text.BY_HAND)
                self._note_change([Said(each, "problem") for each in words])
            self._publish()


def _same_moves(one: GameRecord, other: GameRecord) -> bool:
    """Whether the players see the same game; comments do not count."""

    def moves(record: GameRecord) -> list[tuple[Side, Move]]:
        return [(ply.side, ply.move) for ply in record.plies]

    return (
        one.start == other.start
        and moves(one) == moves(other)
        and one.ending.termination is other.ending.termination
    )


def with_names(session: Session) -> Session:
    """The session with the names of `named`, where `You` are the only person at a table."""
    if session.screen:
        return session
    alone = len(session.typed) == 1
    return replace(session, record=named(session.record, YOU if alone else None))


def named(record: GameRecord, person: str | None) -> GameRecord:
    """The game with names for the sides that nobody has named: that of the only `person`, else
    `South` and `North`, and for the engine how strong it is."""
    people = [side for side in Side if record.player(side) == HUMAN]

    def name(side: Side) -> str:
        player = record.player(side)
        if player == HUMAN:
            return person if person and len(people) == 1 else str(side)
        return engine_name(record.by(side)) if player == ENGINE else player

    south, north = map(name, Side)
    return replace(record, south=south, north=north)
