"""Plays games in several slots at a time and hands each on as it ends."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Sequence
from typing import NamedTuple

from owari.games.game import Side
from owari.programs.program_settings import ProgramSettings
from owari.records.record import Ending, GameRecord, Result, Termination
from owari.results.game_log import Incident
from owari.tournament.incidents import ATTEMPTS, verdict
from owari.tournament.slot import GameSpec
from owari.tournament.slot_processes import Slot, Slots
from owari.tournament.slot_worker import Failure

__all__ = ["ATTEMPTS", "Finished", "run"]

BESIDE = 2
"""How often a bot may be in play when the slot of another game dies before it plays alone too."""


class Finished(NamedTuple):
    """A game that has ended, or stayed void."""

    spec: GameSpec
    record: GameRecord | None
    """None for a void game."""
    failure: str
    """Why it is void, by no fault that a bot was seen to commit."""
    in_play: tuple[GameSpec, ...]
    """The games that go on meanwhile."""


def run(
    games: Iterable[GameSpec],
    concurrency: int,
    *,
    known: Sequence[Incident] = (),
    report: Callable[[Incident], None] | None = None,
) -> Generator[Finished, None, None]:
    """Plays the games in `concurrency` slots; each comes out as it ends, in no certain order. Its
    players hear of its end when the next one is asked for: until then the caller makes it safe.

    A game whose slot dies or fails is reported at once, and played again after all others, as
    `incidents` has it; `known` are the incidents of earlier runs. When the iterator is closed, or
    dies with an exception, the slots and all their programs are ended at once.
    """
    return _Run(games, concurrency, known, report).play()


class _Run:
    def __init__(
        self,
        games: Iterable[GameSpec],
        concurrency: int,
        known: Sequence[Incident],
        report: Callable[[Incident], None] | None,
    ) -> None:
        broken = {incident.game for incident in known}
        self._waiting: deque[GameSpec] = deque()
        self._apart: deque[GameSpec] = deque()
        """Games of bots that were in play when a slot died: nobody else's game is at risk then."""
        self._broken: deque[GameSpec] = deque()
        """Games that broke off: they come last, when all is known."""
        for spec in games:
            (self._broken if spec.number in broken else self._waiting).append(spec)
        self._concurrency = concurrency
        self._known = known
        self._incidents: list[Incident] = []
        self._report = report
        self._beside: Counter[str] = Counter()
        self._suspects = {
            bot
            for incident in known
            if not incident.alone
            for bot in (incident.south, incident.north)
        }

    def play(self) -> Generator[Finished, None, None]:
        yield from self._played(self._waiting, self._concurrency)
        yield from self._played(self._apart, 1)
        while self._broken:
            spec = self._broken.popleft()
            pair = (spec.south.name, spec.north.name)
            losers, void = verdict(spec.number, pair, self._known, self._incidents)
            if losers:
                yield Finished(spec, self._forfeited(spec, losers), "", ())
            elif void:
                yield Finished(spec, None, self._why(spec), ())
            else:
                yield from self._played(deque([spec]), 1)

    def _played(self, queue: deque[GameSpec], concurrency: int) -> Generator[Finished, None, None]:
        """The games of the queue that end; the others are put off."""
        if not queue:
            return
        slots = Slots(concurrency, pondering=any(map(_ponders, queue)))
        try:
            while True:
                while slots.room and (spec := self._next(queue, concurrency)):
                    slots.give(spec)
                if not slots.in_play:
                    return
                for slot in slots.speaking():
                    yield from self._heard(slot, slots, queue, concurrency)
        finally:
            slots.close()

    def _next(self, queue: deque[GameSpec], concurrency: int) -> GameSpec | None:
        """The next game of the queue that may be played now."""
        while queue:
            spec = queue.popleft()
            if concurrency == 1 or not self._suspects & {spec.south.name, spec.north.name}:
                return spec
            self._apart.append(spec)
        return None

    def _heard(
        self, slot: Slot, slots: Slots, queue: deque[GameSpec], concurrency: int
    ) -> Generator[Finished, None, None]:
        """What comes of it that a slot speaks, or does not any more."""
        spec, alone = slot.spec, concurrency == 1
        try:
            said = slot.hear()
        except EOFError:
            self._died(slot, slots, queue, alone)
            return
        if said is None or spec is None:
            return
        if isinstance(said, Failure):
            slots.remove(slot)
            why = said.why
            if slot.last:  # which may have left the process as it was
                number, south, north = _who(slot.last)
                why += f", after game {number} in the same process, {south} - {north}"
                self._suspects |= {south, north}
            self._lost(spec, slots, Incident(*_who(spec), why, alone=alone and not slot.last))
            return
        following = self._next(queue, concurrency)
        others = (game for game in slots.in_play if game is not spec)
        yield Finished(spec, said, "", (*others, following) if following else tuple(others))
        slot.let_go()
        if following:
            slot.give(following)

    def _died(self, slot: Slot, slots: Slots, queue: deque[GameSpec], alone: bool) -> None:
        spec, last, begun = slot.spec, slot.last, slot.state.game
        strays = slots.remove(slot)
        if last and begun == last.number:  # its result is safe, and the next game was not begun
            self._tell(Incident(*_who(last), "the process that played it died after its end"))
            if spec:
                queue.appendleft(spec)
        elif spec:
            # A process that has left the groups of the programs may have done it at any time.
            side = None if strays or begun != spec.number else slot.state.runner
            turn = {Side.SOUTH: spec.south.name, Side.NORTH: spec.north.name, None: ""}[side]
            died = "the process that played it died"
            self._lost(spec, slots, Incident(*_who(spec), died, turn, alone))

    def _lost(self, spec: GameSpec, slots: Slots, incident: Incident) -> None:
        """A game has broken off; those that go on meanwhile go on."""
        self._broken.append(spec)
        self._incidents.append(incident)
        self._tell(incident)
        if not incident.alone:
            self._suspects |= {incident.south, incident.north}
            for bot in {bot.name for game in slots.in_play for bot in (game.south, game.north)}:
                self._beside[bot] += 1
                if self._beside[bot] >= BESIDE:
                    self._suspects.add(bot)

    def _tell(self, incident: Incident) -> None:
        if self._report:
            self._report(incident)

    def _forfeited(self, spec: GameSpec, losers: Sequence[str]) -> GameRecord:
        """The game as its players lose it who have ended its slot."""
        start = spec.game.start()
        incidents = [*self._known, *self._incidents]
        reasons = []
        for bot in losers:
            games = sorted({incident.game for incident in incidents if incident.turn == bot})
            where = f"game{'s' * (len(games) > 1)} {', '.join(map(str, games))}"
            reasons.append(
                f"{bot} ended the process that plays its games: in {where} it died while {bot}"
                " alone could run"
            )
        if len(losers) == 2:
            result = Result.NEITHER
        else:
            loser = Side.SOUTH if spec.south.name in losers else Side.NORTH
            result = Result.won_by(loser.other)
        event, site, date = spec.about
        return GameRecord(
            game=start.rules,
            start=start,
            south=spec.south.name,
            north=spec.north.name,
            ending=Ending(result, start.score(), Termination.ENDED_REFEREE, "; ".join(reasons)),
            event=event,
            site=site,
            date=date,
            round=str(spec.round),
        )

    def _why(self, spec: GameSpec) -> str:
        causes = {incident.what: 1 for incident in self._incidents if incident.game == spec.number}
        return f"{'; '.join(causes)}; {spec.south.name} and {spec.north.name} were in play"


def _who(spec: GameSpec) -> tuple[int, str, str]:
    """Its number and the names of both bots."""
    return spec.number, spec.south.name, spec.north.name


def _ponders(spec: GameSpec) -> bool:
    players = (spec.south.player, spec.north.player)
    return any(isinstance(player, ProgramSettings) and player.pondering for player in players)
