"""The command `owari` in a process of its own that need not start Python and import the package.

A server, one for each process that runs tests, has imported what the commands import, and does
nothing but fork. A fork takes the folder, the environment and the streams of the test, and goes on
as the installed command begins: nothing in its folder is a module to import. It is a child of the
server, whose words and environment the lists of processes show for it. A test of these, of imports,
or of the end of Python runs `COMMAND` instead.

The processes in which a fork, or a test itself, lets `multiprocessing` start Python are forks too.
They go on as Python does with `-c`: as bare as they are there, but for the modules.
"""

from __future__ import annotations

import atexit
import fcntl
import gc
import json
import os
import pkgutil
import re
import runpy
import select
import signal
import socket
import struct
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import _lru_cache_wrapper, cache
from importlib import import_module
from multiprocessing import util
from typing import Any, NamedTuple

LEFT_OUT = (
    *("owari.__main__", "owari.programs.sandbox.init"),  # which are no modules to import
    *("owari.results.expectation_model", "owari.results.rating_model"),  # which take scipy
    *("owari.tournament.cluster", "owari.web"),  # and other large libraries
)
"""What the server does not import, or not at its start."""
LARGE = {
    ("--cluster", "dask"): (
        *("dask.cli", "distributed.cli.dask_scheduler", "distributed.cli.dask_worker"),
        *("owari.tournament.cluster.remote_places", "owari.tournament.cluster.worker_tasks"),
    ),
    ("--serve", "serve"): ("owari.web.server",),
    ("course",): ("owari.results.rating_model", "owari.web.course_server"),
}
"""What it imports before the first command with one of these words."""
NUMBER = struct.Struct("i")
_old_streams: list[Any] = []


class ForkedCommand(subprocess.Popen[str]):
    """A `Popen` of the words behind `owari`, with `cwd`, `env` and streams.

    With `executable` they are for this module of the folder, as `python -m` runs it. With
    `start_new_session` a terminal that it reads becomes its own.
    """

    def _execute_child(
        self, words: Any, module: Any, _hook: Any, _close: Any, _pass: Any, folder: Any,
        environment: Any, _info: Any, _flags: Any, _shell: Any,
        reads: int, read_by_us: int, from_it: int, writes: int, complaints: int, complains: int,
        _signals: Any, _gid: Any, _gids: Any, _uid: Any, _umask: Any, session: bool, _group: Any,
    ) -> None:  # fmt: skip
        """What `Popen.__init__` leaves to each system, with its arguments."""
        if not can_fork(environment):
            raise ValueError("Python has to start for this environment")
        self._line, theirs = socket.socketpair()
        with theirs:
            streams = (reads, writes, complains, theirs.fileno())
            needs = [not {module, *words}.isdisjoint(names) for names in LARGE]
            asked = sum(is_needed << place for place, is_needed in enumerate(needs))
            socket.send_fds(_server().line, [bytes([asked])], streams)
        place = os.path.abspath(folder)
        command = ([*map(os.fspath, words)], place, environment, session, module or "owari")
        self._line.sendall(json.dumps(command).encode())
        self._line.shutdown(socket.SHUT_WR)
        self.pid = self._number()
        self._child_created = True
        self._close_pipe_fds(reads, read_by_us, from_it, writes, complaints, complains)

    def _number(self) -> int:
        """What comes next: the number of the process, later from the server its exit code."""
        said = self._line.recv(NUMBER.size)
        if not said:
            raise RuntimeError("the server of forks has ended")
        number: int = NUMBER.unpack(said)[0]
        return number

    def __exit__(self, kind: type[BaseException] | None, *rest: Any) -> None:
        """Waits for its end, for which a test that has failed kills it."""
        if kind:
            self.kill()
        super().__exit__(kind, *rest)

    def poll(self) -> int | None:
        """The exit code, minus a signal; None while the command runs."""
        with suppress(subprocess.TimeoutExpired):
            self.wait(0.0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """The exit code, as soon as there is one. Raises subprocess.TimeoutExpired."""
        if self.returncode is None:
            self._line.settimeout(timeout if timeout is None else max(0.0, timeout))
            try:
                self.returncode = self._number()
            except (TimeoutError, BlockingIOError):
                raise subprocess.TimeoutExpired(self.args, timeout or 0.0) from None
            self._line.close()
        return self.returncode


class Server(NamedTuple):
    """The server of this process; it ends when the line to it is closed, and its forks with it."""

    line: socket.socket
    process: subprocess.Popen[bytes]
    settings: dict[str, str]


@cache
def _server() -> Server:
    ours, theirs = socket.socketpair()
    with theirs:
        command = [sys.executable, __file__, str(theirs.fileno())]
        process = subprocess.Popen(command, pass_fds=[theirs.fileno()])
    return Server(ours, process, _settings(os.environ))


def can_fork(environment: Mapping[str, str]) -> bool:
    """Whether Python would start in this environment as the server has started."""
    return _settings(environment) == _server().settings


def _settings(environment: Mapping[str, str]) -> dict[str, str]:
    """The variables that Python and the loader read at the start."""
    names = ("LANG", "LC_", "LD_", "PYTHON")
    return {name: each for name, each in environment.items() if name.startswith(names)}


def _serve(control: socket.socket) -> str:
    """Forks for each command and says how it ends; returns in the forks alone, with the module that
    they run."""
    lines: dict[int, socket.socket] = {}
    woken, waker = os.pipe()
    os.set_blocking(waker, False)
    signal.set_wakeup_fd(waker)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the tests hear it, and end the line to us
    while True:
        ready, _, _ = select.select([control.fileno(), woken], [], [])
        if woken in ready:
            os.read(woken, 1024)
            while lines and (ended := os.waitpid(-1, os.WNOHANG))[0]:
                with lines.pop(ended[0]) as line, suppress(OSError):
                    line.send(NUMBER.pack(os.waitstatus_to_exitcode(ended[1])))
        if control.fileno() in ready:
            asked, streams, _, _ = socket.recv_fds(control, 1, 4)
            if not asked:
                for pid in lines:
                    os.kill(pid, signal.SIGKILL)
                os._exit(0)
            _import_large(asked)
            line = socket.socket(fileno=streams.pop())
            if (pid := os.fork()) == 0:
                signal.set_wakeup_fd(-1)
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                signal.signal(signal.SIGINT, signal.default_int_handler)
                for each in (control, *lines.values()):
                    each.close()
                os.close(woken)
                os.close(waker)
                return _become(line, streams)
            lines[pid] = line
            for stream in streams:
                os.close(stream)


@cache
def _import_large(asked: bytes) -> None:
    """Imports the places of `LARGE` with a bit in this number, as far as they are installed."""
    for place, modules in enumerate(LARGE.values()):
        if asked[0] >> place & 1:
            for module in modules:
                with suppress(ImportError):
                    import_module(module)
    _keep()


def _keep() -> None:
    """Lets no fork copy what there is by looking for waste in it."""
    gc.collect()
    gc.freeze()


def _become(line: socket.socket, streams: list[int]) -> str:
    """Makes of this fork what Python is before it begins with `-m`, and returns the module."""
    with line.makefile() as request:
        words, folder, environment, session, module = json.load(request)
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    _open_streams()
    fork_processes()
    if session:
        os.setsid()
        if os.isatty(0):
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    time.tzset()
    sys.argv = ["-m", *words]
    sys.orig_argv = [sys.executable, "-m", module, *words]
    if module != "owari":
        sys.path.insert(0, folder)
    with line:
        line.send(NUMBER.pack(os.getpid()))
    return str(module)


def _open_streams() -> None:
    """Gives this process streams of its own. What the old ones hold is for another to write."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        old = getattr(sys, f"__{name}__")
        _old_streams.extend((old, getattr(sys, name)))
        options = {"encoding": old.encoding, "errors": old.errors, "newline": "\n"}
        new = open(number, old.mode, closefd=False, **options)  # noqa: SIM115
        setattr(sys, name, new)
        setattr(sys, f"__{name}__", new)
    sys.stderr.reconfigure(line_buffering=True)


_spawn = util.spawnv_passfds


def fork_processes() -> None:
    """Lets `multiprocessing` fork this process where it would start Python."""
    util.spawnv_passfds = _fork  # type: ignore[assignment]


def _fork(path: bytes, words: list[str], passed: Iterable[int]) -> int:
    """What `multiprocessing` starts Python by, with `-c`, a line of Python and more words."""
    if threading.current_thread() is not threading.main_thread():
        # What other threads do is begun for ever in a fork, such as locks of a database.
        return _spawn(path, words, passed)
    if pid := os.fork():
        return pid
    code = 1
    try:
        atexit._clear()
        signal.set_wakeup_fd(-1)
        for number in signal.valid_signals():
            if callable(signal.getsignal(number)):
                signal.signal(number, signal.SIG_DFL)
        if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        for descriptor in map(int, os.listdir("/dev/fd")):
            with suppress(OSError):
                if descriptor > 2 and descriptor not in passed:
                    os.close(descriptor)
        _forget()
        _open_streams()
        begin = words.index("-c")
        sys.argv = ["-c", *words[begin + 2 :]]
        exec(words[begin + 1], {"__name__": "__main__"})
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else code
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        try:
            _leave(code)
        finally:
            os._exit(code)


def _forget() -> None:
    """Clears what functions and modules of the package keep, such as descriptors, programs that
    run, and folders that are free: they are another process's."""
    for name, module in sys.modules.items():
        if name.startswith("owari."):
            for kept, value in vars(module).items():
                if isinstance(value, _lru_cache_wrapper):
                    value.cache_clear()
                elif isinstance(value, dict | list | set) and re.match("_[a-z]", kept):
                    value.clear()
                elif kept == "_own":
                    setattr(module, kept, "")


def _leave(code: int) -> None:
    """Ends as Python does, but leaves the modules as they are: to clear them would copy them."""
    threading._shutdown()
    atexit._run_exitfuncs()
    with suppress(OSError, ValueError):  # where it is closed
        sys.stdout.flush()
    os._exit(code)


if __name__ == "__main__":
    del sys.path[0]  # the folder of this file
    import pytest  # noqa: F401, which modules of the tests import

    import owari

    for module in pkgutil.walk_packages(owari.__path__, "owari."):
        if not module.name.startswith(LEFT_OUT):
            import_module(module.name)
    _keep()
    begun = _serve(socket.socket(fileno=int(sys.argv[1])))
    try:
        runpy._run_module_as_main(begun)
    except SystemExit as end:
        if isinstance(end.code, int):
            _leave(end.code)
        raise
