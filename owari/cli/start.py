"""Where `owari` begins."""

from __future__ import annotations

import atexit
import os
import sys
from types import TracebackType

from owari.cli.exit_codes import ExitCode

__all__ = ["main"]

_leaving = False


def main() -> None:
    """Answers a call for help at once; click, which does all else, takes longer to import than
    Python to start."""
    global _leaving
    sys.excepthook = _unhandled
    sys.unraisablehook = _unraisable
    atexit.register(_grow_deaf)  # the first that is registered is the last that is called
    if sys.argv[1:] in (["-h"], ["--help"]):
        from owari.cli.command_list import help_text

        try:
            print(help_text(), flush=True)
            return
        except OSError:
            pass  # it meets the same below, where it is told in a sentence
    from owari.cli.main import main as run

    try:
        run()
    finally:
        _leaving = True


def _unhandled(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    """Ctrl-C where nobody waits for it, as while modules are imported, or once more while the first
    is being answered."""
    if issubclass(kind, KeyboardInterrupt):
        _leave()
    sys.__excepthook__(kind, error, trace)


def _unraisable(unraisable: sys.UnraisableHookArgs) -> None:
    """Ctrl-C where Python can tell nobody of it: it comes once more, or it ends the ending."""
    if not isinstance(unraisable.exc_value, KeyboardInterrupt):
        sys.__unraisablehook__(unraisable)
    elif _leaving:
        _leave()
    else:
        import _thread

        _thread.start_new_thread(_again, ())


def _again() -> None:
    """Not from the hook itself, whose errors nobody is told either. The main thread may wait for a
    line meanwhile, and only a signal ends that."""
    import _thread
    import signal
    import threading
    import time

    time.sleep(0.01)
    main_thread = threading.main_thread().ident
    if hasattr(signal, "pthread_kill") and main_thread is not None:
        signal.pthread_kill(main_thread, signal.SIGINT)
    else:
        _thread.interrupt_main()


def _grow_deaf() -> None:
    """Python's own end has no handler left, and nothing that takes time."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _leave() -> None:
    try:
        os.write(2, b"Interrupted.\n")
    finally:
        os._exit(ExitCode.INTERRUPTED)
