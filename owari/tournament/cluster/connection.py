"""The connection of a tournament with a scheduler of dask.distributed, and where that is."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import shlex
import warnings
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any, Self
from uuid import uuid4

from owari import __version__
from owari.errors import BadInput
from owari.programs.sandbox.program_settings import ProgramSettings, Sandbox
from owari.records.record import Machine
from owari.text.printable import plain
from owari.tournament.cluster.travelling_bots import Luggage
from owari.tournament.cluster.worker_tasks import Look, close_agent, look, open_agent, version
from owari.tournament.file.tournament_settings import BotConfig

CONNECT_LIMIT = 10.0
"""Seconds for the scheduler to answer."""
WORKER_LIMIT = 20.0
"""Seconds for the first worker to join."""
GATHER_LIMIT = 30.0
"""Seconds for the result of a task that is done."""
END_LIMIT = 20.0
"""Seconds for the workers to end their programs."""
ANSWER_LIMIT = 60.0
"""Seconds for a scheduler or a worker that is there to answer a question."""


class Connection:
    """A scheduler, and what its workers need for these bots. `close` ends the connection."""

    def __init__(
        self,
        address: str,
        bots: Iterable[BotConfig],
        *,
        left_out: Collection[Path],
        tell: Callable[[str], None],
        sandbox: Sandbox | None = None,
    ) -> None:
        """Connects with the scheduler at the address, or in the file that dask writes for it.
        `tell` is told of workers that come and go. `sandbox` is what their machines must be able
        to do, beside those of the bots. Raises BadInput where that cannot be, or where a bot
        cannot travel."""
        self.luggage = Luggage(left_out)
        self._sandbox = sandbox
        for bot in bots:
            self.luggage.bot(bot)
            if isinstance(bot.player, ProgramSettings):
                self._sandbox = bot.player.sandbox
        self.refused: dict[str, str] = {}
        """Why workers cannot play, by their addresses."""
        self._waiting: set[str] = set()
        """The workers of which it was told that they wait for cores."""
        self._untold: list[str] = []
        """The same as sentences, until somebody can play: then it is no error."""
        self._address = address
        self._tell = tell
        self._machines: dict[str, Machine] = {}
        self._deadline: float | None = monotonic() + WORKER_LIMIT
        self._is_waiting = False
        self._client = self._connected(address)

    def _connected(self, address: str) -> Any:
        try:
            from distributed import Client, Security
        except ImportError:
            raise BadInput(
                "--cluster needs dask.distributed: pip install 'owari[cluster]'"
            ) from None
        for name in ("distributed", *logging.root.manager.loggerDict):
            if name.startswith("distributed"):  # it says in logs what we say in a sentence
                logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        warnings.filterwarnings("ignore", module="distributed")
        if address.startswith("tls:") and not Security().tls_ca_file:
            raise BadInput(
                f"{named(address)}: dask has no certificates here: set its configuration of TLS"
            )
        scheduler = scheduler_at(address, CONNECT_LIMIT)
        try:
            client = Client(scheduler, timeout=CONNECT_LIMIT, set_as_default=False)
        except (OSError, ValueError, TypeError, RuntimeError) as error:
            why = str(error).splitlines()[0].rstrip(".") if str(error) else type(error).__name__
            raise BadInput(f"{named(address)}: the scheduler is gone: {why}") from None
        try:
            there = client.run_on_scheduler(version)
        except Exception:
            there = ""
        if there != __version__:
            client.close()
            has = f"has Owari {there}" if there else "has no Owari that answers"
            raise BadInput(
                f"{named(address)}: the scheduler {has}, and here is {__version__}: install the"
                " same on all machines"
            )
        return client

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the connection."""
        with suppress(Exception):
            self._client.close(timeout=CONNECT_LIMIT)

    def threads(self) -> Mapping[str, int]:
        """The number of threads of each worker that is there now. Raises BadInput when the
        scheduler is gone."""
        try:
            found: Mapping[str, int] = self._client.nthreads(callback_timeout=ANSWER_LIMIT)
        except Exception as error:
            silent = isinstance(error, TimeoutError)
            gone = f"has not answered for {ANSWER_LIMIT:.0f} s" if silent else "is gone"
            raise BadInput(
                f"{named(self._address)}: the scheduler {gone}. Finished games are kept, and"
                " the same command continues."
            ) from None
        for address in self.refused.keys() - found.keys():
            del self.refused[address]
        return found

    def submit(self, worker: str, function: Callable[..., Any], *arguments: object) -> Any:
        """Has one worker call the function. Returns the future of dask."""
        return self._client.submit(function, *arguments, workers=[worker], pure=False, key=_key())

    def at_once(self, worker: str, function: Callable[..., Any], *arguments: object) -> Any:
        """Has one worker call the function beside its tasks: one that takes a while is a coroutine.
        Returns what it returns, or the exception where that failed."""
        try:
            return self._client.run(
                function,
                *arguments,
                workers=[worker],
                on_error="return",
                callback_timeout=ANSWER_LIMIT,
            )[worker]
        except Exception as error:
            return error

    def look_at(self, workers: Sequence[str]) -> Mapping[str, Look | Exception]:
        """Asks workers of their machines. Not by tasks: a worker that has no Owari dies of them."""
        needs = tuple(self.luggage.needs)
        found: dict[str, Look | Exception] = {}
        question = (look, __version__, needs, self._sandbox)
        try:
            found = self._client.run(
                *question, workers=workers, on_error="return", callback_timeout=ANSWER_LIMIT
            )
        except TimeoutError as silent:
            if len(workers) == 1:
                return {workers[0]: silent}
            for worker in workers:
                found |= self.look_at([worker])
        except Exception:  # one has just gone: who is still there is asked again
            return {}
        return found

    def open_agent(self, worker: str, cores: tuple[tuple[int, ...], ...]) -> tuple[str, Any]:
        """Starts an agent; its token, and the future of its machine."""
        token = uuid4().hex
        return token, self.submit(worker, open_agent, token, cores, self._machines.get(worker))

    def close_agents(self, tokens: Mapping[str, str]) -> None:
        """Ends the agents of these workers, as far as the workers are there."""
        with suppress(Exception):
            there = self._client.nthreads(callback_timeout=ANSWER_LIMIT).keys()
            self.wait(
                self.submit(worker, close_agent, token)
                for worker, token in tokens.items()
                if token and worker in there
            )

    def wait(self, futures: Iterable[Any]) -> None:
        """Waits until all is done, but not for ever."""
        end = monotonic() + END_LIMIT
        for future in list(futures):
            with suppress(Exception):
                future.result(timeout=max(0.1, end - monotonic()))

    def value(self, future: Any) -> Any:
        """The value of a future that is done, or the exception."""
        try:
            return future.result(timeout=GATHER_LIMIT)
        except Exception as error:
            return error

    def joined(self, worker: str, machine: Machine, places: int) -> None:
        """A worker is ready to play."""
        if worker not in self._machines:  # else it did so in an earlier round
            self._machines[worker] = machine
            games = "1 game" if places == 1 else f"{places} games"
            self._tell(f"{machine.host} plays {games} at a time: {machine}.")
        self.is_usable()

    def is_usable(self) -> None:
        """There is a worker: from now on it is no error that one cannot play, or that none is
        left."""
        self._deadline = None
        self._is_waiting = False
        self._tell_refusals()

    def waits(self, worker: str, name: str) -> None:
        """A worker gets no core."""
        if worker not in self._waiting:
            self._waiting.add(worker)
            self._tell(f"A worker on {name} waits: others have all cores of its machine.")

    def lost(self, name: str, games: int, *, was_open: bool, silence: float) -> None:
        """A worker is gone, with so many games in play, or was silent for so many seconds."""
        if was_open:
            are = "is" if games == 1 else "are"
            again = f"; {games} of its games {are} played again" if games else ""
            gone = "is gone"
            if silence:
                gone = (
                    f"has said nothing for {silence:.0f} s, and its processes for games are ended"
                )
            self._tell(f"{name} {gone}{again}.")

    def refuse(self, worker: str, text: str) -> None:
        """A worker cannot play, and the text says why."""
        self.refused[worker] = text
        self._untold.append(f"{text}.")
        if self._deadline is None:
            self._tell_refusals()

    def _tell_refusals(self) -> None:
        for text in self._untold:
            self._tell(text)
        self._untold.clear()

    def check_usable(self, *, usable: bool, undecided: bool) -> None:
        """Raises BadInput when no worker that can play has joined in time, or when all that have
        joined cannot. Later says once that no worker is left."""
        if usable or undecided:
            return
        if self._deadline is None and not self._is_waiting:
            self._is_waiting = True
            self._tell("No worker is left. The tournament waits for one; Ctrl-C ends it.")
        if self._deadline is not None and (self.refused or monotonic() > self._deadline):
            why = "; ".join(dict.fromkeys(self.refused.values())) or (
                f"no worker joined within {WORKER_LIMIT:.0f} s:"
                f" start one with 'dask worker {self._address}'"
            )
            raise BadInput(f"{named(self._address)}: {why}")


def refusal(worker: str, answer: object) -> str:
    """Why a worker is of no use that has answered `look` so, in a sentence; empty where it is."""
    if isinstance(answer, TimeoutError):
        return f"{worker} has not answered for {ANSWER_LIMIT:.0f} s"
    if isinstance(answer, Exception):
        return f"{worker} has no Owari {__version__} to play with: {answer}"
    if not isinstance(answer, Look):
        return f"{worker} tells nothing of its machine that can be read"
    return f"{answer.host} cannot play: {answer.refusal}" if answer.refusal else ""


def _key() -> str:
    return f"owari-{uuid4().hex}"


_ADDRESS = re.compile(r"(?:\w+://)?\S+:\d{1,5}")


def scheduler_at(address: str, limit: float) -> str:
    """The address of the scheduler at the address, or in the file that dask writes for it. Raises
    BadInput where none answers within so many seconds.

    A client of dask whose scheduler does not answer leaves traces of its threads, or waits without
    end. So one question goes there before it.
    """
    where = _in_file(Path(address)) if Path(address).is_file() else address
    if not _ADDRESS.fullmatch(where):
        raise BadInput(
            f"{named(address)}: neither the address of a scheduler, tcp://HOST:PORT, nor its file"
        )
    try:
        kind = asyncio.run(asyncio.wait_for(_kind(where, limit), 1.5 * limit))
    except TimeoutError:
        raise BadInput(
            f"{named(address)}: no scheduler answers there: something listens, and says nothing"
        ) from None
    except Exception as error:  # of dask, or of whatever else answers there
        why = plain(str(error)).rstrip(".") or type(error).__name__
        raise BadInput(f"{named(address)}: no scheduler answers there: {why}") from None
    if kind != "Scheduler":
        raise BadInput(
            f"{named(address)}: no scheduler answers there, but another part of dask: give the"
            " address that 'dask scheduler' prints"
        )
    return where


def named(address: str) -> str:
    """The option with its value, for messages."""
    return f"--cluster {shlex.quote(plain(address))}"


def _in_file(file: Path) -> str:
    try:
        return str(json.loads(file.read_text(encoding="utf-8"))["address"])
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        raise BadInput(
            f"{named(str(file))} is no file of a scheduler: 'dask scheduler --scheduler-file FILE'"
            " writes one"
        ) from None


async def _kind(address: str, limit: float) -> str:
    """What the server at the address says it is."""
    from distributed import Security
    from distributed.core import connect

    secrets = Security().get_connection_args("client")
    comm = await connect(address, timeout=limit, **secrets)
    try:
        await comm.write({"op": "identity", "reply": True})
        return str((await comm.read())["type"])
    finally:
        comm.abort()
