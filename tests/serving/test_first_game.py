"""The engine inside other managers gets ready for its first game, and not before."""

from __future__ import annotations

import pytest

from owari.games.game import Position, Side
from owari.players.engine_player import EnginePlayer
from owari.players.player import Clock, TimeControl
from owari.serving.served_protocols import SERVED, EngineChooser
from tests.support.command import run
from tests.support.scripted_engine import Scripted

GGF = (
    "(;GM[Othello]PB[Ann]PW[Ben]TY[8]BO[8 " + "-" * 27 + "O*" + "-" * 6 + "*O" + "-" * 27 + " *];)"
)
CONVERSATIONS = {
    "line": ("owari 1", "game owari south"),
    "mkagent": ("", "START;North"),
    "columbia": ("", "0,-1,0,0"),
    "kgp": ("", "2 kgp 1 0 1"),
    "gtp": ("1 protocol_version", "2 boardsize 8"),
    "nboard": ("nboard 1", f"set game {GGF}"),
}
"""By protocol, what is heard before a game, and the line that announces one."""


@pytest.mark.parametrize("protocol", SERVED)
def test_a_game_that_is_announced_is_prepared(protocol: str) -> None:
    engine = Scripted()
    speaker = SERVED[protocol].speaker(SERVED[protocol].game, engine)
    speaker.greet()
    before, announcement = CONVERSATIONS[protocol]
    speaker.hear(before)
    assert engine.started == []
    speaker.hear(announcement)
    assert engine.started == [SERVED[protocol].game.start()]


@pytest.fixture
def prepared(monkeypatch: pytest.MonkeyPatch) -> list[Position]:
    """The positions for which an engine got ready."""
    positions: list[Position] = []

    def start(self: EnginePlayer, position: Position, side: Side, times: TimeControl) -> None:
        positions.append(position)

    monkeypatch.setattr(EnginePlayer, "start", start)
    return positions


def test_a_game_that_nobody_announces_is_prepared_before_its_first_move(
    prepared: list[Position],
) -> None:
    engine, start = EngineChooser(depth=1), SERVED["line"].game.start()
    after = start.play(engine.choose(start, Clock()).move)
    engine.choose(after, Clock())
    assert prepared == [start]


@pytest.mark.parametrize("protocol", ["line", "gtp", "nboard"])
def test_who_hears_no_game_builds_no_tables(protocol: str, prepared: list[Position]) -> None:
    heard = run("engine", "--protocol", protocol, typed="quit\n")
    assert (heard.exit_code, prepared) == (0, [])
