"""Where the scheduler of a cluster is, and whether one answers there."""

from __future__ import annotations

import asyncio
import json
import re
import shlex
from pathlib import Path

from owari.errors import BadInput
from owari.text.printable import plain

__all__ = ["named", "scheduler_at"]

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
