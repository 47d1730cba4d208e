"""A sign of life on a terminal, for those who wait long."""

from __future__ import annotations

import sys
from time import monotonic, sleep

import pytest

from owari.table import progress
from owari.table.progress import thinking_notice


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
    monkeypatch.setattr(progress, "DELAY", patient)
    seen = ""
    with thinking_notice():
        sleep(0.02)
        deadline = monotonic() + 10.0
        while shown and not seen and monotonic() < deadline:
            seen = capsys.readouterr().out
    assert seen + capsys.readouterr().out == shown
