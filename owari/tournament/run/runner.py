"""Plays games in several places at a time and yields each as it ends. A place is a slot of this
machine, or one on another."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

from owari.games.game import Side
from owari.programs.processes.cores import share_out, usable_cores
from owari.programs.sandbox.program_settings import ProgramSettings
from owari.records.record import GameRecord, Termination
from owari.results.game_log import Incident
from owari.results.game_rows import GameRow
from owari.tournament.formats.schedule import unplayed_game
from owari.tournament.run.incidents import ATTEMPTS, verdict
from owari.tournament.run.slot import GameSpec
from owari.tournament.run.slot_processes import Slots
from owari.tournament.run.slot_worker import Batch, Death, Failure, Loss, Unwritten

Message = GameRecord | Batch | Failure | Unwritten | Death | Loss | None


class Place(Protocol):
    """What plays one game after the other, as a slot does."""

    last: GameSpec | None
    """The game before."""

    @property
    def spec(self) -> GameSpec | None:
        """The game that it plays now."""

    @property
    def games(self) -> Sequence[GameSpec]:
        """Those that it has to play, with the one that it plays now."""
        ...

    @property
    def room(self) -> int:
        """How many games that fit a batch it takes at a time."""
        ...

    def assign(self, *games: GameSpec) -> None:
        """Gives it a game to play, or a batch, as many as it has room for."""

    def confirm(self, played: int = 1) -> Sequence[GameSpec]:
        """Says that the records of so many of its games are safe, and returns the others."""
        ...


P = TypeVar("P", bound=Place)


class Places(Protocol[P]):
    """All places of a run."""

    @property
    def in_play(self) -> tuple[GameSpec, ...]:
        """The games that are played now."""
        ...

    @property
    def has_room(self) -> bool:
        """Whether there is a place for one more game."""
        ...

    def assign(self, spec: GameSpec) -> None:
        """Starts a game in a free place."""

    def ready(self) -> Iterable[P]:
        """The places that have something to say; perhaps none, after a while."""
        ...

    def read(self, slot: P) -> Message:
        """What it has to say; None until that is complete. After a Death or a Loss it is gone."""
        ...

    def remove(self, slot: P) -> object:
        """Ends what plays there."""

    def close(self) -> Collection[int]:
        """Ends all, at once if games are in play. Returns the processes of this machine that could
        not be ended."""
        ...


OpenPlaces = Callable[[int, bool], Places[Any]]
"""Opens so many places, with a core for each program where both may ponder."""


MOST_COINCIDENCES = 2
"""A bot that was in play this often when the slot of another game died plays alone from then on."""

Games = Generator["Finished", None, None]


class Finished(NamedTuple):
    """A game that has ended, or stays void."""

    spec: GameSpec
    row: GameRow | None
    """None for a void game."""
    failure: str
    """Why it is void: no bot is known to be at fault."""
    in_play: tuple[GameSpec, ...]
    """The games that are still in play."""
    is_followed: bool = False
    """Whether another game ended with it, which comes next."""

    @property
    def record(self) -> GameRecord | None:
        """The game as its row tells it."""
        return self.row and self.row.record


def groups(finished: Games) -> Iterator[list[Finished]]:
    """The games that ended together, to be stored together."""
    group = []
    for game in finished:
        group.append(game)
        if not game.is_followed:
            yield group
            group = []


def run(
    games: Iterable[GameSpec],
    concurrency: int,
    *,
    known: Sequence[Incident] = (),
    report: Callable[[Incident], None] | None = None,
    open_places: OpenPlaces | None = None,
    live: Path | None = None,
    tell_unwritten: Callable[[str], None] | None = None,
) -> Games:
    """Plays the games in `concurrency` slots and yields each as it ends, in no certain order.

    An iterator of games is read only as far as slots become free.

    The players of a game hear the result when the caller asks for the next game: the caller stores
    the record first. A game whose slot dies or fails is reported at once, and played again after
    all others by the rules of `incidents`; `known` are the incidents of earlier runs. Closing the
    iterator, or an exception in it, ends the slots and all their programs at once. `open_places`
    makes others than the slots of this machine, as many as it can where `concurrency` is more. The
    slots write the moves to `live`, a file of `live_moves`. `tell_unwritten` gets a clause on each
    log that cannot be written, at once.
    """
    open_places = open_places or partial(_slots_here, live)
    return _Run(games, concurrency, known, report, open_places, tell_unwritten).play()


class _Run:
    """The queues of games, and the incidents so far."""

    def __init__(
        self,
        games: Iterable[GameSpec],
        concurrency: int,
        known: Sequence[Incident],
        report: Callable[[Incident], None] | None,
        open_places: OpenPlaces,
        tell_unwritten: Callable[[str], None] | None,
    ) -> None:
        self._tell_unwritten = tell_unwritten
        self._broke_before = {incident.game for incident in known}
        self._coming = iter(games)
        self._waiting: deque[GameSpec] = deque()
        self._solitary: deque[GameSpec] = deque()
        """Games of suspects, which are played one at a time so that no other game is at risk."""
        self._broken: deque[GameSpec] = deque()
        """Games that broke off; they come last, when all incidents are known."""
        self._concurrency = concurrency
        self._known = known
        self._incidents: list[Incident] = []
        self._report = report
        self._open_places = open_places
        self._losses: Counter[int] = Counter()
        """How often the machine of a game was lost, by the game's number."""
        self._coincidences: Counter[str] = Counter()
        self._last: GameSpec | None = None
        """The game that ended last."""
        self._suspects = {
            bot
            for incident in known
            if not incident.alone
            for bot in (incident.south, incident.north)
        }
        # What a list has to tell, such as who ponders, is known before the first game.
        while isinstance(games, Sequence) and self._read_on():
            pass

    def _read_on(self) -> bool:
        """Puts the next of the coming games into its queue; False after the last."""
        spec = next(self._coming, None)
        if spec is not None:
            (self._broken if spec.number in self._broke_before else self._waiting).append(spec)
        return spec is not None

    def _fill(self, queue: deque[GameSpec]) -> bool:
        """Whether the queue has a game, perhaps one that comes now."""
        while not queue and queue is self._waiting and self._read_on():
            pass
        return bool(queue)

    def play(self) -> Games:
        """All games: in parallel, then those of suspects, then those that broke off."""
        yield from self._play_queue(self._waiting, self._concurrency)
        yield from self._play_queue(self._solitary, 1)
        while self._broken:
            spec = self._broken.popleft()
            losers, void = verdict(spec.number, _names(spec), self._known, self._incidents)
            if losers:
                yield Finished(spec, GameRow.of(self._forfeited(spec, losers)), "", ())
            elif void:
                yield Finished(spec, None, self._why_void(spec), ())
            else:
                yield from self._play_queue(deque([spec]), 1)

    def _play_queue(self, queue: deque[GameSpec], concurrency: int) -> Games:
        """The games of the queue that end; the others move to other queues."""
        if not self._fill(queue):
            return
        slots = self._open_places(concurrency, any(map(_ponders, queue)))
        try:
            while True:
                while slots.has_room and (spec := self._next(queue, concurrency)):
                    slots.assign(spec)
                if not slots.in_play and not self._fill(queue):
                    return
                for slot in slots.ready():
                    yield from self._read(slot, slots, queue, concurrency)
        finally:
            if (left := slots.close()) and self._last:
                what = f"process {', '.join(map(str, left))} could not be ended"
                self._tell(_incident(self._last, what))

    def _next(self, queue: deque[GameSpec], concurrency: int) -> GameSpec | None:
        """The next game of the queue that can be played now."""
        while self._fill(queue):
            spec = queue.popleft()
            if concurrency == 1 or self._suspects.isdisjoint(_names(spec)):
                return spec
            self._solitary.append(spec)
        return None

    def _read(
        self, slot: Place, slots: Places[Any], queue: deque[GameSpec], concurrency: int
    ) -> Games:
        """Handles the message of a slot, or its death."""
        spec, alone = slot.spec, concurrency == 1
        while isinstance(message := slots.read(slot), Unwritten):
            if self._tell_unwritten:
                self._tell_unwritten(message.what)
        if isinstance(message, Death):
            self._died(slot, message, slots, queue, alone)
            return
        if isinstance(message, Failure) and spec is None and slot.last:
            slots.remove(slot)
            self._tell(_incident(slot.last, message.why))
            return
        if message is None or spec is None:
            return
        if isinstance(message, Loss):
            self._lost(spec, message, slots, queue, alone)
            return
        if isinstance(message, Failure):
            self._failed(slot, spec, slots, message.why, alone)
            return
        if isinstance(message, Batch):
            yield from self._read_batch(slot, message, slots, queue, concurrency)
            return
        following = self._following(slot, queue, concurrency)
        others = (game for game in slots.in_play if game is not spec)
        self._last = spec
        yield Finished(spec, GameRow.of(message), "", (*others, *following[:1]))
        slot.confirm()
        if following:
            slot.assign(*following)

    def _read_batch(
        self,
        slot: Place,
        batch: Batch,
        slots: Places[Any],
        queue: deque[GameSpec],
        concurrency: int,
    ) -> Games:
        """Handles games that have ended. Nobody has to hear that their records are safe, so
        the next ones begin at once."""
        played = [*zip(slot.games, batch.rows, strict=False)]
        rest = slot.confirm(len(played))
        if batch.failure:
            failed, *rest = rest
            queue.extendleft(reversed(rest))
            self._failed(slot, failed, slots, batch.failure.why, alone=concurrency == 1)
        else:
            queue.extendleft(reversed(rest))
            if following := self._following(slot, queue, concurrency):
                slot.assign(*following)
        in_play = slots.in_play
        for spec, row in played:
            is_last = row is batch.rows[-1]
            yield Finished(spec, row, "", in_play, not is_last)

    def _following(self, slot: Place, queue: deque[GameSpec], concurrency: int) -> list[GameSpec]:
        """The next game for the slot, with those after it that fit a batch."""
        games: list[GameSpec] = []
        while len(games) < slot.room and (spec := self._next(queue, concurrency)):
            if games and not spec.fits_a_batch:
                queue.appendleft(spec)
                break
            games.append(spec)
            if not spec.fits_a_batch:
                break
        return games

    def _failed(
        self, slot: Place, spec: GameSpec, slots: Places[Any], why: str, alone: bool
    ) -> None:
        """A slot reports that it cannot play a game."""
        slots.remove(slot)
        if slot.last:  # the game before may have damaged the process
            south, north = _names(slot.last)
            why += f", after game {slot.last.number} in the same process, {south} - {north}"
            self._suspects |= {south, north}
        self._interrupted(spec, slots, _incident(spec, why, alone=alone and not slot.last))

    def _died(
        self, slot: Place, death: Death, slots: Places[Any], queue: deque[GameSpec], alone: bool
    ) -> None:
        """A slot has died, before or after the end of a game."""
        spec, last = slot.spec, slot.last
        if last and death.started == last.number:  # its result is safe, and the next did not start
            self._tell(_incident(last, f"{_how(death)} after its end"))
            queue.extendleft(reversed(slot.games))
        elif spec:
            queue.extendleft(game for game in reversed(slot.games) if game is not spec)
            side = death.runner if death.started == spec.number else None
            turn = "" if side is None else _names(spec)[side is Side.NORTH]
            self._interrupted(spec, slots, _incident(spec, _how(death), turn, alone))

    def _lost(
        self, spec: GameSpec, loss: Loss, slots: Places[Any], queue: deque[GameSpec], alone: bool
    ) -> None:
        """The machine of a game is gone. That happens, but not again and again to one game."""
        self._losses[spec.number] += not loss.is_dismissed  # which says nothing of the game
        if self._losses[spec.number] < ATTEMPTS:
            queue.appendleft(spec)
        else:
            what = f"the machine that played it, {loss.where}, was lost as others before"
            self._interrupted(spec, slots, _incident(spec, what))

    def _interrupted(self, spec: GameSpec, slots: Places[Any], incident: Incident) -> None:
        """A game has broken off; the other games go on."""
        self._broken.append(spec)
        self._incidents.append(incident)
        self._tell(incident)
        if not incident.alone:
            self._suspects |= {incident.south, incident.north}
            self._coincidences.update({bot for game in slots.in_play for bot in _names(game)})
            self._suspects |= {
                bot for bot, count in self._coincidences.items() if count >= MOST_COINCIDENCES
            }

    def _tell(self, incident: Incident) -> None:
        if self._report:
            self._report(incident)

    def _forfeited(self, spec: GameSpec, losers: Sequence[str]) -> GameRecord:
        """The record of a game that these bots forfeit because they ended its slot."""
        start = spec.start
        incidents = [*self._known, *self._incidents]
        reasons = []
        for bot in losers:
            games = sorted({incident.game for incident in incidents if incident.turn == bot})
            where = f"game{'s' * (len(games) > 1)} {', '.join(map(str, games))}"
            reasons.append(
                f"{bot} ended the process that plays its games: it died in {where} while only"
                f" {bot} could run"
            )
        kind = Termination.ENDED_REFEREE
        return spec.headed(unplayed_game(start, *_names(spec), losers, kind, "; ".join(reasons)))

    def _why_void(self, spec: GameSpec) -> str:
        causes = {incident.what: 1 for incident in self._incidents if incident.game == spec.number}
        return f"{'; '.join(causes)}; {' and '.join(_names(spec))} were in play"


def _incident(spec: GameSpec, what: str, turn: str = "", alone: bool = False) -> Incident:
    return Incident(spec.number, *_names(spec), what, turn, alone)


def _how(death: Death) -> str:
    how = "did not go on in time and was ended" if death.was_stuck else "died"
    return f"the process that played it {how}"


def _names(spec: GameSpec) -> tuple[str, str]:
    """South's and North's."""
    return spec.south.name, spec.north.name


def _slots_here(live: Path | None, count: int, pondering: bool) -> Slots:
    return Slots(share_out(usable_cores(), count, pondering=pondering), live=live)


def _ponders(spec: GameSpec) -> bool:
    players = (spec.south.player, spec.north.player)
    return any(isinstance(player, ProgramSettings) and player.pondering for player in players)
