"""People and computer players at one game: what happens there, whoever shows it."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from math import inf
from time import perf_counter
from typing import Any

from owari.analysis.values import MoveValues, move_values
from owari.errors import OwariError
from owari.games.game import Position, Side
from owari.games.numbering import Numbering
from owari.players.engine_player import EnginePlayer
from owari.players.player import Fault
from owari.records.played_by import BY_HAND, corrected, handed_over, up_to
from owari.records.record import GameRecord
from owari.table import commands, event_text, events
from owari.table.command_parser import VIEWS, Word, parse, play_words, relay_words
from owari.table.commands import IllegalCommand, IllegalHere
from owari.table.computer_player import ComputerPlayer
from owari.table.corrections import corrections_of, with_corrections
from owari.table.player_lookup import ENGINE, made_by, our_player_in
from owari.table.session import Order, Session, Stop
from owari.table.sides import Screen
from owari.table.table_options import Thinking, option_words

_HINT_SECONDS = 1.0
"""For a hint where the engine has no time."""

_CHAIN = re.compile(r"\w+(?:-\w+)+")
"""The pits of one turn."""


@dataclass(slots=True)
class Table:
    """A table with its computer players, for one game after the other."""

    computers: Mapping[Side, ComputerPlayer]
    """The players of the sides that no person plays."""
    thinking: Thinking
    """The current settings of the engine."""
    screen: Screen | None = None
    """The other screen of a relay."""
    view: str = VIEWS[0]
    """The screen to draw in a relay."""
    numbering: Numbering[Any] | None = None
    """The names of pits or squares on our board; None for its own."""
    options: Sequence[str] = ()
    """Words of a command line for the settings that never change at the table."""
    who: Mapping[Side, str] = field(default_factory=dict)
    """Who makes the moves of a side, where the record says it. See `owari.records.played_by`."""
    official: bool = False
    """Whether a player that fails forfeits its game in a relay too, as in a tournament."""
    session: Session = field(init=False)
    playing: dict[Side, ComputerPlayer] = field(init=False)
    """The computer players that have not failed in this game."""
    words: Mapping[str, Word] = field(init=False)
    """The commands of the game."""
    unsaved: OSError | None = field(init=False, default=None)
    """Why the last change is not on disk."""
    _keep: Callable[[GameRecord], None] = field(init=False)
    _began: float = field(init=False)
    _earlier: str = field(init=False, default="")
    """Who made our moves before the game went on at this table."""
    _hint: tuple[Position, MoveValues] | None = field(init=False, default=None)
    """The last hint, and the position it was for."""
    _thought: str = field(init=False, default="")
    """What was behind the last move of a computer player."""

    @property
    def setting(self) -> str:
        """The current settings as a command line, for the record."""
        view = option_words("--view", self.view, VIEWS[0])
        return shlex.join([*self.options, *self.thinking.words(), *view])

    @property
    def to_move(self) -> ComputerPlayer | None:
        """The computer player that is to move; None for a person."""
        return self.playing.get(self.session.position.turn)

    @property
    def engines(self) -> list[EnginePlayer]:
        """The engines that play."""
        players = [computer.player for computer in self.playing.values()]
        return [player for player in players if isinstance(player, EnginePlayer)]

    @property
    def running(self) -> float:
        """Seconds since the moves of the game last changed."""
        return perf_counter() - self._began

    @property
    def spent(self) -> float:
        """Seconds of the side to move that no ply has yet."""
        record = self.session.record
        return record.unplayed_by(self.session.position.turn) + self.running

    @property
    def never_began(self) -> bool:
        """Whether the game was over before any move, such as a game without stones."""
        return self.session.record.start.outcome() is not None

    def begin(
        self,
        record: GameRecord,
        keep: Callable[[GameRecord], None],
        *,
        first_is_settled: bool = False,
    ) -> None:
        """Begins a game, or goes on with it. `keep` writes the game to disk before a change is
        shown, and can raise OSError. `first_is_settled` is that of the session."""
        self._keep = keep
        self.words = (relay_words if self.screen else play_words)(record.game)
        self.playing = dict(self.computers)
        self._thought = ""
        typed = frozenset(side for side in Side if side not in self.playing)
        self.session = with_corrections(
            Session.of(
                record, typed, self.screen, self.numbering, first_is_settled=first_is_settled
            )
        )
        self._earlier = our_player_in(record) if self.screen and self.who and record.plies else ""
        if not record.plies or self._says_who(record):
            self._note_beginning()
        self._save_setting()
        self._began = perf_counter()

    def read(self, line: str) -> commands.Command:
        """The command that a person types. Raises IllegalCommand."""
        return parse(line, self.words)

    def carry_out(
        self, command: commands.GameCommand, seconds: float | None = None
    ) -> Iterator[events.Event]:
        """Carries out a command, which may make several moves; each has happened when its event
        comes. Raises IllegalCommand."""
        try:
            match command:
                case commands.Play(pits) if self.session.notation.chains and _CHAIN.fullmatch(pits):
                    for each in self.session.chain(pits.split("-")):
                        yield self.do(each, seconds)
                        seconds = 0.0
                case _:
                    yield self.do(command, seconds)
        except IllegalHere as error:
            if isinstance(command, commands.Play):  # a check takes it for a move on their screen
                self.session = replace(self.session, refused=error.move)
            raise

    def do(self, command: Order, seconds: float | None = None) -> events.Event:
        """Carries out a command that makes one move at most. A change is on disk when the call
        returns, or `unsaved` says why not. Raises IllegalCommand."""
        if not self._says_who(self.session.record):
            self._note_beginning()
        before = self.session.record
        spent = self.spent if seconds is None else seconds
        session, event = self.session.after(command, seconds)
        if self.screen is None and isinstance(event, events.TakenBack):
            self._check_that_all_can_go_back(session)
        self.session = session
        self._note_change(event)
        self._note_corrections()
        if session.record.plies != before.plies:
            self._note_time(before, spent, event)
        if isinstance(event, events.Moved) and event.ply.side in self.playing:
            self._thought = event_text.thought_behind(event, session)
        elif isinstance(event, events.TakenBack):
            self._thought = ""
        self.unsaved = None
        if self.session.record != before:
            self._save()
        return event

    def fail(self, side: Side, fault: Fault) -> events.Event | None:
        """Ends a player, whose side forfeits the game. A relay that is not official goes on without
        it, once somebody plays `by_hand`; so does any relay after a correction that a program
        cannot follow, as that is not its fault."""
        player = self.playing.pop(side)
        player.close()
        if self.screen and (not self.official or player.lost_its_place):
            return None
        return self.do(Stop(side, fault.kind, str(fault)))

    def by_hand(self, side: Side) -> None:
        """From now on a person types the moves of the side too, in place of its player."""
        if player := self.playing.pop(side, None):
            player.close()
        self.session = replace(self.session, typed=self.session.typed | {side})
        if side in self.who:
            self._note_beginning()
            self._note_players(len(self.session.record.plies) + 1, {side: BY_HAND})

    def hint(self, most: float = inf) -> MoveValues:
        """What each move is worth, by a search of `most` seconds at most. What the last hint has
        proved of the position stays proved. Raises BadInput when the game is over."""
        seconds = min(self.thinking.seconds or _HINT_SECONDS, most)
        position = self.session.position
        known = self._hint[1].moves if self._hint and self._hint[0] == position else None
        values = move_values(position, seconds=seconds, known=known)
        if self._hint and self._hint[0] == position:
            # Two questions about one position have one answer, but for what is proved since.
            values = self._hint[1].narrowed(values)
        self._hint = position, values
        return values

    def plan(self) -> str:
        """What the computer player that moved last expects. Raises IllegalCommand where it said
        nothing of that."""
        if not self._thought:
            raise IllegalCommand("nobody has told a plan since this game went on")
        return self._thought

    def look_ahead(self, plies: int) -> None:
        """Sets the look-ahead of the engine. Raises IllegalCommand where no engine plays."""
        if not self.engines:
            raise IllegalCommand(
                "depth sets the look-ahead of the engine, and no engine plays here"
            )
        for player in self.engines:
            player.depth, player.seconds, player.perfect = plies, None, False
        self.thinking = replace(self.thinking, depth=plies, seconds=None, perfect=False)
        if self.who:
            now = made_by(ENGINE, self.thinking)
            changed = {
                side: now
                for side in self.who
                if side in self.playing and isinstance(self.playing[side].player, EnginePlayer)
            }
            self.who = {**self.who, **changed}
            self._note_players(len(self.session.record.plies) + 1, self.who)
        self._save_setting()

    def stop_clock(self) -> None:
        """Lets the record keep the time of the turn in which the table closes."""
        turn, spent = self.session.position.turn, self.spent
        if self.session.over or turn not in self.session.typed:
            return
        record = self.session.record
        self._note_unplayed({side: record.unplayed_by(side) for side in Side} | {turn: spent})
        self._save()

    def look_at(self, view: str) -> None:
        """Sets the screen to draw."""
        self.view = view
        self._save_setting()

    def dismiss(self) -> None:
        """Ends the game for the players, whose faults no longer count."""
        for computer in self.playing.values():
            with suppress(OwariError):
                computer.follow(self.session.record)
                computer.finish(self.session.record.ending)

    def close(self) -> None:
        """Ends all computer players."""
        for computer in self.computers.values():
            computer.close()

    def _note_beginning(self) -> None:
        """Lets the record say who goes on here, and who played until now where it is an older one,
        which stays as it is until something happens."""
        record = self.session.record
        if self.screen and self.who and record.plies and not record.south_by:
            self._note_by(self._earlier, BY_HAND)
        if not self.session.over:
            self._note_players(len(record.plies) + 1, self.who)

    def _says_who(self, record: GameRecord) -> bool:
        """Whether the record says of all sides who makes their moves, where it has to."""
        return all(record.by(side) for side in self.who)

    def _note_players(self, ply: int, who: Mapping[Side, str]) -> None:
        """Lets the record say who makes the moves of these sides from that ply on."""
        record = self.session.record
        south, north = (
            handed_over(record.by(side), who[side], ply) if side in who else record.by(side)
            for side in Side
        )
        self._note_by(south, north)

    def _note_change(self, event: events.Event) -> None:
        """Lets the record say whose moves a correction has replaced, or that moves went back."""
        record = self.session.record
        if isinstance(event, events.Fixed) and event.now.side in self.playing:
            side = event.now.side
            south, north = (
                corrected(record.by(each), event.number) if each is side else record.by(each)
                for each in Side
            )
            self._note_by(south, north)
        elif isinstance(event, events.TakenBack):
            plies = len(record.plies)
            self._note_by(up_to(record.south_by, plies), up_to(record.north_by, plies))
            gone = [side for side in self.computers if side not in self.playing]
            self._note_players(
                plies + 1, {side: BY_HAND if side in gone else by for side, by in self.who.items()}
            )

    def _note_time(self, before: GameRecord, spent: float, event: events.Event) -> None:
        """The clock of a person never goes back: what a move took that is taken back, and the turn
        that this ends, is time of that side. What a computer player needs is told by its moves."""
        record, turn = self.session.record, before.final.turn
        unplayed = dict.fromkeys(Side, 0.0)
        for side in self.session.typed:
            waited = spent if side is turn else before.unplayed_by(side)
            used = before.used(side) - before.unplayed_by(side) + waited
            unplayed[side] = used - record.used(side) + record.unplayed_by(side)
            if isinstance(event, events.Moved):
                timed = side is turn and event.ply.seconds is not None
                unplayed[side] = 0.0 if timed else before.unplayed_by(side)
        self._note_unplayed(unplayed)

    def _note_unplayed(self, unplayed: Mapping[Side, float]) -> None:
        """In milliseconds, as a file holds them. The clock runs on from there."""
        south, north = (max(0.0, round(unplayed[side], 3)) for side in Side)
        record = replace(self.session.record, unplayed=(south, north))
        self.session = replace(self.session, record=record)
        self._began = perf_counter()

    def _note_corrections(self) -> None:
        """Lets the record keep what an undo brings back, and which moves of ours come again."""
        record, entered = self.session.record, self.session.entered
        before = corrections_of(self.session) if self.session.before_fix else ""
        if (record.entered, record.before) != (entered, before):
            record = replace(record, entered=entered, before=before)
            self.session = replace(self.session, record=record)

    def _note_by(self, south: str, north: str) -> None:
        record = replace(self.session.record, south_by=south, north_by=north)
        self.session = replace(self.session, record=record)

    def _check_that_all_can_go_back(self, session: Session) -> None:
        """Raises IllegalCommand before a player that cannot start in mid-game would forfeit."""
        for computer in self.playing.values():
            if session.record.plies and not computer.joins_in:
                raise IllegalCommand(
                    f"the game is unchanged: {computer.name} cannot go back to an earlier move"
                )

    def _save_setting(self) -> None:
        """Saves the settings of the table with the game."""
        record = replace(self.session.record, table=self.setting)
        self.session = replace(self.session, record=record)
        self.unsaved = None
        self._save()

    def _save(self) -> None:
        try:
            self._keep(self.session.record)
        except OSError as error:
            self.unsaved = error
