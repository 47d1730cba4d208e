"""The start of the command `owari`."""

from __future__ import annotations

import atexit
import gc
import os
import sys

TYPE_CHECKING = False  # typing itself would take time to import
if TYPE_CHECKING:
    from types import TracebackType

INTERRUPTED = 130
"""As `ExitCode` has it: importing that takes longer than Ctrl-C may find nobody listening."""
_leaving = False


def main() -> None:
    """Runs the command line. The list of commands needs no click, whose import takes longer than
    the start of Python."""
    global _leaving
    _open_closed()
    # Games by the hundred thousand have no cycles; to look for some costs a quarter of the time.
    gc.set_threshold(50_000, 20, 20)
    sys.excepthook = _unhandled
    sys.unraisablehook = _unraisable
    atexit.register(_ignore_interrupts)  # the first that is registered is the last that is called
    if sys.argv[1:] in (["-h"], ["--help"]):
        from owari.cli.command_list import help_text

        try:
            print(help_text(), flush=True)
            return
        except OSError:
            pass  # the command below meets the same error, and says so
    from owari.cli.main import main as run

    try:
        run()
    finally:
        _leaving = True


def _open_closed() -> None:
    """Opens the null device in place of the standard input and outputs that the caller has closed.
    A file that is opened later would take their place, and Python has no streams for them."""
    for number, stream in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            # The lowest free number is this one, as those below it are open by now.
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)
            mode = "w" if number else "r"
            file = open(number, mode, errors="replace", closefd=False)  # noqa: SIM115
            setattr(sys, stream, file)


def _unhandled(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    """Ends at Ctrl-C that no handler expects: during imports, or a second one."""
    if issubclass(kind, KeyboardInterrupt):
        _leave()
    sys.__excepthook__(kind, error, trace)


def _unraisable(unraisable: sys.UnraisableHookArgs) -> None:
    """Repeats Ctrl-C where Python cannot raise it, such as in a destructor; ends a second one."""
    if not isinstance(unraisable.exc_value, KeyboardInterrupt):
        sys.__unraisablehook__(unraisable)
    elif _leaving:
        _leave()
    else:
        import _thread

        _thread.start_new_thread(_again, ())


def _again() -> None:
    """Sends Ctrl-C to the main thread, from outside the hook, where it would be lost again. Only a
    signal ends a main thread that waits for a line."""
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


def _ignore_interrupts() -> None:
    """Ignores Ctrl-C while Python shuts down, when no handler is left."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _leave() -> None:
    try:
        os.write(2, b"Interrupted.\n")
    finally:
        os._exit(INTERRUPTED)
