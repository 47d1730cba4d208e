"""A sign of life on a terminal, for those who wait long."""

from __future__ import annotations

import sys
from io import StringIO
from threading import Event
from time import monotonic, sleep

import pytest

from owari.table.terminal import thinking_notice


@pytest.mark.parametrize(
    ("terminal", "patient", "shown"),
    [(True, 0.0, "thinking...\r           \r"), (True, 60.0, ""), (False, 0.0, "")],
)
def test_only_on_a_terminal_and_only_after_a_while(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    terminal: bool,
    patient: float,
    shown: str,
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal)
    monkeypatch.setattr("owari.table.terminal.NOTICE_DELAY", patient)
    seen = ""
    with thinking_notice():
        sleep(0.02)
        deadline = monotonic() + 60.0
        while shown and not seen and monotonic() < deadline:
            seen = capsys.readouterr().out
    assert seen + capsys.readouterr().out == shown


def test_a_notice_follows_how_to_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search may have no move yet when the notice is first shown."""

    class Screen(StringIO):
        def isatty(self) -> bool:
            return True

    screen, shown = Screen(), Event()
    ways = iter(["(leave)", "(play)"])

    def how_to_stop() -> str:
        if "(play)" in screen.getvalue():
            shown.set()
        return next(ways, "(play)")

    monkeypatch.setattr("owari.table.terminal.NOTICE_DELAY", 0.02)
    monkeypatch.setattr("sys.stdout", screen)
    with thinking_notice(how_to_stop):
        assert shown.wait(60)
    assert screen.getvalue().split("\r") == [
        *("thinking... (leave)", " " * 19, "thinking... (play)", " " * 18, "")
    ]
