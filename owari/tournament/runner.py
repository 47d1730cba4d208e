"""Plays games in several slots at a time and hands each on as it ends."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import Counter, deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import NamedTuple

from owari.programs import scratch
from owari.programs.orphans import adopt_orphans, end_orphans
from owari.programs.watch import descendants, is_stopped
from owari.records.record import GameRecord
from owari.tournament.slot import GameSpec, open_slot, play

__all__ = ["ATTEMPTS", "Finished", "run"]

ATTEMPTS = 3
"""How often a game is begun before it stays void."""
LOOK = 1.0
"""Seconds between two looks whether a program has stopped its slot."""


class Finished(NamedTuple):
    """A game that has ended, or stayed void."""

    spec: GameSpec
    record: GameRecord | None
    """None for a void game."""
    failure: str
    """Why it is void, by no fault of the bots."""
    in_play: tuple[GameSpec, ...]
    """The games that go on meanwhile."""


def run(games: Iterable[GameSpec], concurrency: int) -> Generator[Finished, None, None]:
    """Plays the games in `concurrency` slots; each comes out as it ends, in no certain order.

    A game that fails by no fault of its bots is begun again, three times at most. When the iterator
    is closed, or dies with an exception, the slots and all their programs are ended at once.
    """
    waiting = deque(games)
    suspects: deque[GameSpec] = deque()
    """Games that were in play when slots died: each is played alone, so that no game suffers for
    another."""
    failures: Counter[int] = Counter()
    while waiting or suspects:
        alone = bool(suspects)
        queue = deque([suspects.popleft()]) if alone else waiting
        slots = _Slots(1 if alone else concurrency)
        try:
            while queue or slots.games:
                # One game more than there are slots lies ready, so that no slot waits for us.
                while queue and len(slots.games) <= slots.concurrency:
                    slots.submit(queue.popleft())
                done, _ = wait(slots.games, timeout=LOOK, return_when=FIRST_COMPLETED)
                if not done:
                    slots.end_stopped()
                    continue
                if any(isinstance(game.exception(), BrokenProcessPool) for game in done):
                    break
                for game in done:
                    spec = slots.games.pop(game)
                    error = game.exception()
                    if error is None:
                        yield Finished(spec, game.result(), "", slots.in_play)
                    elif _fails_for_good(spec, failures):
                        why = f"{type(error).__name__}: {error}"
                        yield Finished(spec, None, why, slots.in_play)
                    else:
                        queue.appendleft(spec)
        finally:
            in_play, unfinished = slots.in_play, list(slots.games.values())
            slots.close()
        # Where slots have died, one of the games that they were playing may be the reason.
        waiting.extendleft(reversed(unfinished[len(in_play) :]))
        for spec in in_play:
            if _fails_for_good(spec, failures) and len(in_play) == 1:
                yield Finished(spec, None, "the process that played it died", ())
            else:
                suspects.append(spec)


def _fails_for_good(spec: GameSpec, failures: Counter[int]) -> bool:
    failures[spec.number] += 1
    return failures[spec.number] >= ATTEMPTS


class _Slots:
    """A pool of slots and the games that it has been given."""

    def __init__(self, concurrency: int) -> None:
        adopt_orphans()
        context = multiprocessing.get_context("spawn")
        cores = context.SimpleQueue()
        self.ours = set(descendants(os.getpid()))  # a helper of multiprocessing's, which stays
        usable = _cores()
        for slot in range(concurrency):
            cores.put(usable[-1 - slot % len(usable)])
        self.concurrency = concurrency
        self.games: dict[Future[GameRecord], GameSpec] = {}
        self.executor = ProcessPoolExecutor(
            concurrency, mp_context=context, initializer=open_slot, initargs=(cores,)
        )

    @property
    def in_play(self) -> tuple[GameSpec, ...]:
        """The games that are being played: games begin in the order in which they come."""
        return tuple(self.games.values())[: self.concurrency]

    def submit(self, spec: GameSpec) -> None:
        # A slot is started here when it is the first game for it; Ctrl-C must not meet it before
        # it has left our session.
        with _interrupts_held():
            self.games[self.executor.submit(play, spec)] = spec

    def end_stopped(self) -> None:
        """Ends the slots that are stopped: they stop nobody else, so a program has done that."""
        for process in multiprocessing.active_children():
            if process.pid is not None and is_stopped(process.pid):
                process.kill()

    def close(self) -> None:
        if self.games:
            for process in multiprocessing.active_children():
                process.terminate()
            self.end_stopped()
        self.executor.shutdown(cancel_futures=True)
        end_orphans(known=self.ours)  # the programs of a slot that died
        scratch.remove_for(os.getpid())


def _cores() -> list[int]:
    """The numbers of the cores that we may use."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Ctrl-C comes after the block, and children inherit that they are to wait for it."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
