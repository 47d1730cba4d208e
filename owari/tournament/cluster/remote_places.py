"""The places of a cluster, on which a run plays as on slots of its own machine.

A place is a slot of the agent of a worker. The places send what they have to say with each other:
a game, and that the one before is safe, are one task of dask, pinned to the worker.
"""

from __future__ import annotations

import queue
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from time import monotonic
from typing import Any, Protocol

from owari.games.game import Side
from owari.programs.processes.cores import share_out
from owari.records.record import GameRecord, Machine
from owari.referee.referee import Adjudication
from owari.results.game_log import Incident
from owari.results.game_verification import sent_record
from owari.tournament.cluster.agent import IDLE
from owari.tournament.cluster.connection import Connection, refusal
from owari.tournament.cluster.worker_tasks import Gone, Look, close_agent, exchange
from owari.tournament.run.message_line import End, Wanted
from owari.tournament.run.runner import Games, Message, run
from owari.tournament.run.slot import GameSpec
from owari.tournament.run.slot_worker import CONFIRMED, Death, Failure, Loss

CHECK_INTERVAL = 1.0
"""Seconds between two looks at which workers there are."""


Core = tuple[str, int]
"""A core of a machine, which its `Look` calls by its boot."""


class Watch(Protocol):
    """Who watches the games of a cluster, and is asked once a second."""

    def look(self, in_play: Sequence[GameSpec]) -> Collection[GameSpec]:
        """Those of the games in play that are to end without a result."""
        ...

    def left_free(self, busy: Collection[Core]) -> Core | None:
        """The core that gets no next game, if one is to get none. The busy ones have a game."""
        ...


class RemoteWorker:
    """A worker of dask and its agent."""

    def __init__(self, address: str, threads: int) -> None:
        self.address = address
        self.threads = threads
        self.look: Look | None = None
        self.machine: Machine | None = None
        self.token = ""
        self.cores: tuple[tuple[int, ...], ...] = ()
        """Of each of its places."""
        self.places: list[RemotePlace] = []
        self.left: int | None = None
        """The core on which no next game begins."""
        self.told = monotonic()
        """When its agent was told something."""

    @property
    def name(self) -> str:
        """Of its machine, as far as it is known."""
        return self.look.host if self.look else self.address


class RemotePlace:
    """One slot of an agent."""

    def __init__(self, worker: RemoteWorker, number: int) -> None:
        self.worker = worker
        self.number = number
        self.spec: GameSpec | None = None
        self.last: GameSpec | None = None
        self.outgoing: list[object] = []
        """What it is to be told."""
        self.message: Message = None
        """What it has said."""
        self.task: Any = None
        """The future of its game."""
        self.has_luggage = False
        """Whether its agent has been sent the folders that this game wants."""

    @property
    def games(self) -> tuple[GameSpec, ...]:
        """Its game, if it has one."""
        return (self.spec,) if self.spec else ()

    @property
    def cores(self) -> tuple[int, ...]:
        """On which it plays."""
        return self.worker.cores[self.number]

    @property
    def room(self) -> int:
        """How many games it takes at a time: one, unless its core is to be left free."""
        return int(self.worker.left not in self.cores)

    @property
    def is_free(self) -> bool:
        """Whether a game may begin here."""
        return bool(self.room) and not self.spec

    def assign(self, *games: GameSpec) -> None:
        """Gives it a game to play."""
        (self.spec,) = games
        self.has_luggage = False
        self.outgoing.append(self.spec)

    def confirm(self, played: int = 1) -> tuple[GameSpec, ...]:
        """Says that the record of its game is safe."""
        self.last, self.spec = self.spec, None
        self.outgoing.append(CONFIRMED)
        return ()


class RemotePlaces:
    """All places of a cluster, which come and go with its workers."""

    def __init__(
        self, connection: Connection, most: int, *, pondering: bool, watch: Watch | None = None
    ) -> None:
        self._watch = watch
        self._left: Core | None = None
        self._connection = connection
        self._most = most
        self._pondering = pondering
        self._workers: dict[str, RemoteWorker] = {}
        self._heard: queue.SimpleQueue[tuple[Callable[[Any], Any], Any]] = queue.SimpleQueue()
        """What follows, and from which value."""
        self._next_check = 0.0
        self._dismissed: list[RemoteWorker] = []

    @property
    def _places(self) -> Iterator[RemotePlace]:
        for worker in self._workers.values():
            yield from worker.places

    @property
    def in_play(self) -> tuple[GameSpec, ...]:
        """The games that are played now."""
        return tuple(place.spec for place in self._places if place.spec)

    @property
    def has_room(self) -> bool:
        """Whether there is a place for one more game."""
        return len(self.in_play) < self._most and any(place.is_free for place in self._places)

    def assign(self, spec: GameSpec) -> None:
        """Starts a game in a free place, on the fastest machine that has one."""
        free = (place for place in self._places if place.is_free)
        max(free, key=lambda place: place.worker.machine or Machine("", 0.0)).assign(spec)

    def ready(self) -> Iterator[RemotePlace]:
        """Sends what is to be told. Yields the places that have answered, or whose worker is gone;
        none after CHECK_INTERVAL seconds. Raises BadInput when the cluster is of no use."""
        for place in self._places:
            if place.outgoing:
                self._send(place)
        if monotonic() >= self._next_check:
            self._next_check = monotonic() + CHECK_INTERVAL
            yield from self._check()
        try:
            heard = [self._heard.get(timeout=CHECK_INTERVAL)]
            while not self._heard.empty():
                heard.append(self._heard.get())
        except queue.Empty:
            return
        for follow, heard_of in heard:
            if place := follow(heard_of):
                yield place

    def read(self, place: RemotePlace) -> Message:
        """What it has to say."""
        message, place.message = place.message, None
        if isinstance(message, Death | Loss):
            self.remove(place)
        return message

    def remove(self, place: RemotePlace) -> None:
        """Its slot has ended; the next game has a new one."""
        if place in place.worker.places:
            at = place.worker.places.index(place)
            place.worker.places[at] = RemotePlace(place.worker, place.number)

    def close(self) -> tuple[()]:
        """Ends the agents of all workers with their programs. Where no game is in play, these hear
        first that their last is safe. Nothing of them runs on this machine."""
        if not self.in_play:
            told = [
                self._tell(place.worker, place.number, place.outgoing, answered=False)
                for place in self._places
                if place.outgoing
            ]
            self._connection.wait(told)
        workers, self._workers = list(self._workers.values()), {}
        for worker in workers:
            for place in worker.places:
                if place.task is not None:
                    place.task.cancel()
        workers += self._dismissed
        self._connection.close_agents({worker.address: worker.token for worker in workers})
        return ()

    def _obey(self, watch: Watch) -> None:
        """Ends the games that the watch does not want any more, and leaves the core free that it
        names."""
        ended = watch.look(self.in_play)
        for place in [*self._places]:
            if place.spec and place.spec in ended:
                end = [End(place.spec.number)]
                worker = place.worker
                self.remove(place)
                self._connection.at_once(
                    worker.address, exchange, worker.token, place.number, end, False
                )
        playing = [place for place in self._places if place.spec]
        self._left = watch.left_free(
            [(str(_boot(place.worker)), core) for place in playing for core in place.cores]
        )
        for worker in self._workers.values():
            self._leave(worker)

    def _leave(self, worker: RemoteWorker) -> None:
        """Begins no more games on the core that is to be left free, if it is the worker's."""
        boot, core = self._left or (None, None)
        worker.left = core if boot == _boot(worker) else None

    def _check(self) -> Iterator[RemotePlace]:
        """Looks which workers have come or gone, and what the watch wants."""
        if self._watch:
            self._obey(self._watch)
        threads = self._connection.threads()
        for address in [*self._workers]:
            if address not in threads:
                yield from self._lose(self._workers[address])
        known = {*self._workers, *self._connection.refused}
        if new := [address for address in threads if address not in known]:
            for address, look in self._connection.look_at(new).items():
                worker = self._workers[address] = RemoteWorker(address, threads[address])
                self._looked(worker, look)
        for worker in [*self._workers.values()]:
            if worker.look and not worker.cores:
                self._share_out(worker, worker.look)
            if worker.places and monotonic() > worker.told + IDLE / 3:  # so that it does not end
                self._when_done(self._tell(worker, 0, [], answered=False), _nothing)
        self._connection.check_usable(
            usable=any(worker.places for worker in self._workers.values()),
            undecided=any(each.token and not each.places for each in self._workers.values()),
        )

    def _when_done(self, future: Any, follow: Callable[[Any], RemotePlace | None]) -> None:
        """Has `ready` go on with the value of a future of dask."""

        def follow_value(done: Any) -> RemotePlace | None:
            return follow(self._connection.value(done))

        future.add_done_callback(lambda done: self._heard.put((follow_value, done)))

    def _looked(self, worker: RemoteWorker, look: Look | Exception) -> None:
        """A worker has told of its machine, or that it cannot."""
        if why := refusal(worker.address, look):
            self._refuse(worker, why)
            return
        assert isinstance(look, Look)
        worker.look = look
        self._share_out(worker, look)

    def _share_out(self, worker: RemoteWorker, look: Look) -> None:
        """Gives a worker cores of its machine that no other has, and starts its agent, unless there
        are places enough."""
        places = sum(len(other.cores) for other in self._workers.values())
        if places >= self._most:
            return
        taken = {
            core
            for other in self._workers.values()
            if other.look and other.look.boot == look.boot
            for cores in other.cores
            for core in cores
        }
        free = [core for core in look.cores if core not in taken]
        count = min(worker.threads, len(free), self._most - places)
        if not count:
            self._connection.waits(worker.address, worker.name)
            return
        worker.cores = tuple(share_out(free, count, pondering=self._pondering))
        worker.token, opened = self._connection.open_agent(worker.address, worker.cores)
        self._when_done(opened, partial(self._opened, worker))

    def _opened(self, worker: RemoteWorker, machine: Machine | Exception) -> None:
        """The agent of a worker is ready to play."""
        if self._workers.get(worker.address) is not worker:
            return
        if isinstance(machine, Exception):
            self._refuse(worker, f"{worker.name} cannot play: {machine}")
            return
        if not isinstance(machine, Machine):
            self._refuse(worker, f"{worker.name} cannot play: it did not measure its machine")
            return
        worker.machine = machine
        worker.places = [RemotePlace(worker, number) for number in range(len(worker.cores))]
        worker.told = monotonic()
        self._leave(worker)
        self._connection.joined(worker.address, machine, len(worker.places))

    def _refuse(self, worker: RemoteWorker, text: str) -> None:
        del self._workers[worker.address]
        self._connection.refuse(worker.address, text)

    def _send(self, place: RemotePlace) -> None:
        """Tells a place what it is to hear."""
        messages, place.outgoing = place.outgoing, []
        if isinstance(spec := messages[-1], GameSpec):
            messages[-1] = self._connection.luggage.travelling(spec)
            place.task = self._tell(place.worker, place.number, messages, answered=True)
            self._when_done(place.task, partial(self._answered, place))
        else:
            future = self._tell(place.worker, place.number, messages, answered=False)
            self._when_done(future, _nothing)

    def _tell(
        self, worker: RemoteWorker, number: int, messages: list[object], *, answered: bool
    ) -> Any:
        worker.told = monotonic()
        return self._connection.submit(
            worker.address, exchange, worker.token, number, messages, answered
        )

    def _answered(self, place: RemotePlace, answer: Any) -> RemotePlace | None:
        """What an agent has said, or that there is none any more."""
        place.task = None
        worker = place.worker
        if place not in worker.places or self._workers.get(worker.address) is not worker:
            return None  # it was lost meanwhile
        if isinstance(answer, Exception) or (isinstance(answer, Gone) and not answer.wrong):
            playing = self._lose(worker, answer.silence if isinstance(answer, Gone) else 0.0)
        else:
            try:
                place.message = self._checked(place, answer)
                return place if place.message else None
            except ValueError as error:
                playing = self._dismiss(place, str(error))
        for lost in playing:
            self._heard.put((_same, lost))
        return None

    def _checked(self, place: RemotePlace, answer: Any) -> Message:
        """What an agent has said to a place, if it can be so; None where it wants folders first.
        Raises ValueError with a clause where it cannot."""
        spec, worker = place.spec, place.worker
        match answer:
            case GameRecord() if spec:
                adjudication = spec.adjudication or Adjudication()
                record = spec.headed(sent_record(answer, spec.asked, adjudication))
                machine = str(worker.machine)
                return replace(record, machine=machine, table="", south_by="", north_by="")
            case Failure(str(why)):
                return Failure(f"{worker.name}: {why}")
            case Death(int(), None | Side()):
                return answer
            case Wanted((*names,)) if not place.has_luggage:
                archives = self._connection.luggage.archives
                if {*map(type, names)} <= {str} and archives.keys() >= {*names}:
                    place.has_luggage = True
                    place.outgoing = [*map(archives.__getitem__, names), spec]
                    return None
                raise ValueError("it asks for the folder of a bot that is none")
            case Wanted():
                raise ValueError("it asks again for the folders that it was sent")
            case Gone(str(wrong)):
                raise ValueError(wrong)
        raise ValueError(f"it is of the kind {type(answer).__name__}, and no record")

    def _dismiss(self, place: RemotePlace, why: str) -> list[RemotePlace]:
        """A worker plays no more, as its answer is wrong. Returns the places in play there."""
        worker = place.worker
        number = place.spec.number if place.spec else 0
        playing = self._forget(worker, is_dismissed=True)
        self._dismissed.append(worker)
        closed = self._connection.submit(worker.address, close_agent, worker.token)
        self._when_done(closed, _nothing)
        waits = "game waits" if len(playing) == 1 else f"{len(playing)} games wait"
        self._connection.refuse(
            worker.address,
            f"{worker.name} ({worker.address}) plays no more, as its answer to game {number} is"
            f" wrong: {why}. Its {waits} for another worker",
        )
        return playing

    def _lose(self, worker: RemoteWorker, silence: float = 0.0) -> list[RemotePlace]:
        """A worker is gone, or its agent was ended after so many seconds of silence. Returns the
        places that were in play there."""
        was_open = bool(worker.places)
        playing = self._forget(worker)
        self._connection.lost(worker.name, len(playing), was_open=was_open, silence=silence)
        return playing

    def _forget(self, worker: RemoteWorker, *, is_dismissed: bool = False) -> list[RemotePlace]:
        """Ends the places of a worker. Returns those that were in play: they tell of a Loss."""
        del self._workers[worker.address]
        playing = [place for place in worker.places if place.spec]
        worker.places = []
        for place in playing:
            if place.task is not None:
                place.task.cancel()
            place.message = Loss(worker.name, is_dismissed)
        return playing


def _boot(worker: RemoteWorker) -> str | None:
    """What its machine is called."""
    return worker.look.boot if worker.look else None


def _nothing(_: object) -> None:
    """Nothing follows."""


def _same(place: RemotePlace) -> RemotePlace:
    return place


class Cluster(Connection):
    """All workers of a scheduler as places to play."""

    def run(
        self,
        games: Iterable[GameSpec],
        *,
        known: Sequence[Incident] = (),
        report: Callable[[Incident], None] | None = None,
        watch: Watch | None = None,
    ) -> Games:
        """Plays the games on all workers, as `runner.run` does in slots of this machine."""

        def places(most: int, pondering: bool) -> RemotePlaces:
            return RemotePlaces(self, most, pondering=pondering, watch=watch)

        return run(games, sys.maxsize, known=known, report=report, open_places=places)
