"""The built-in bots."""

from __future__ import annotations

from typing import Any

import pytest

from owari.engine.evaluation import SOWING
from owari.engine.search import Found, search
from owari.games.catalog import find_game
from owari.games.game import Move, Side
from owari.games.mancala import KALAH, OWARI, Mancala, SowingRules
from owari.players.builtin_bots import BUILTIN, Settings
from owari.players.engine_player import EnginePlayer
from owari.players.player import Clock, Player, TimeControl
from owari.records.record import Ending


def pit(player: Player, position: Mancala) -> int:
    return player.choose(position, Clock()).move.cell


def game(south: Player, north: Player, position: Mancala) -> list[int]:
    """The pits of a whole game."""
    players = {Side.SOUTH: south, Side.NORTH: north}
    for side, player in players.items():
        player.start(position, side, TimeControl())
    pits = []
    while (outcome := position.outcome()) is None:
        side, move = position.turn, players[position.turn].choose(position, Clock()).move
        position = position.play(move)
        pits.append(move.cell)
        for player in players.values():
            player.observe(side, move, position)
    for player in players.values():
        player.finish(Ending.normal(outcome))
        player.close()
        player.close()
    return pits


@pytest.mark.parametrize("name", BUILTIN)
@pytest.mark.parametrize(
    "rules", ["owari", "kalah", "kalah-empty:3x5", "othello", "othello:4", "free-othello:6"]
)
def test_every_bot_plays_whole_games_the_same_each_time(name: str, rules: str) -> None:
    def play() -> list[int]:
        bots = [BUILTIN[name].build(f"{name} {n}", Settings(depth=2, seed=n)) for n in (1, 2)]
        assert [bot.name for bot in bots] == [f"{name} 1", f"{name} 2"]
        south, north = bots
        return game(south, north, find_game(rules).start())

    assert play() == play()


def test_a_random_bot_makes_the_moves_of_its_seed() -> None:
    """Results that were begun with another version of Python are continued as they would have
    been."""
    south, north = (BUILTIN["random"].build("", Settings(seed=n)) for n in (1, 2))
    assert game(south, north, KALAH.start())[:12] == [1, 7, 5, 7, 0, 8, 2, 9, 0, 8, 5, 2]


def test_the_bots_that_there_are() -> None:
    assert list(BUILTIN) == ["alpha-beta", "greedy", "random", "first"]
    assert all(bot.summary for bot in BUILTIN.values())


def test_first_sows_the_lowest_pit() -> None:
    first = BUILTIN["first"].build("first", Settings())
    position = OWARI.parse_position("0,0,1,0,0,2,5,0,4,0,0,0,1,2 S")
    assert pit(first, position) == 2
    assert pit(first, position._replace(turn=Side.NORTH)) == 8


@pytest.mark.parametrize(
    ("rules", "position", "expected"),
    [
        pytest.param(OWARI, "3,3,3,3,3,3,0,3,3,3,3,3,3,0 S", 3, id="one-in-the-goal-lowest-pit"),
        pytest.param(OWARI, "1,0,1,0,0,3,5,0,4,1,0,5,1,2 S", 0, id="the-larger-capture"),
        pytest.param(OWARI, "6,1,0,0,0,0,5,0,0,0,1,0,0,9 S", 1, id="a-game-it-ends-counts-whole"),
        pytest.param(OWARI, "0,0,0,3,0,2,5,1,0,1,1,5,1,2 N", 11, id="north"),
        pytest.param(KALAH, "1,0,1,0,0,1,5,0,4,1,0,5,1,2 S", 0, id="kalah-captures-both"),
    ],
)
def test_greedy_takes_the_most_stones(rules: SowingRules, position: str, expected: int) -> None:
    greedy = BUILTIN["greedy"].build("greedy", Settings())
    assert pit(greedy, rules.parse_position(position)) == expected


@pytest.mark.parametrize(
    ("game", "position", "square"),
    [
        # d1 and d3 turn two
        pytest.param("othello:4", "-XO- -XO- -XO- ---- X", "d1", id="equal-a-corner"),
        pytest.param("othello:6", "------ ------ -XOO-- ------ -XO--- ------ X", "e3", id="most"),
        pytest.param("othello:6", "------ ------ -XO--- ------ -X---- -O---- X", "d3", id="lowest"),
        pytest.param("othello:6", "------ ----X- ----O- ------ --XO-- ------ X", "e4", id="inside"),
        pytest.param("othello:6", "------ ----X- ----O- ----O- ------ -XO--- X", "e5", id="two"),
        pytest.param(
            "othello:6", "------ ------ -XO--- ------ ------ -XO--- X", "d6", id="an-edge"
        ),
        pytest.param(
            "free-othello:4", "---- -X-- ---- ---- X", "a1", id="free-a-corner-for-nothing"
        ),
    ],
)
def test_greedy_turns_the_most_discs(game: str, position: str, square: str) -> None:
    rules = find_game(game)
    greedy = BUILTIN["greedy"].build("greedy", Settings())
    choice = greedy.choose(rules.parse_position(position), Clock())
    assert rules.format_move(choice.move) == square


def test_random_is_what_its_seed_says() -> None:
    def choices(seed: int) -> list[int]:
        bot = BUILTIN["random"].build("random", Settings(seed=seed))
        return [pit(bot, OWARI.start()) for _ in range(100)]

    assert choices(1) == choices(1)
    assert choices(1) != choices(2)
    assert set(choices(1)) == set(range(6))


@pytest.mark.parametrize("evaluation", SOWING)
def test_alpha_beta_says_what_its_search_found(evaluation: str) -> None:
    bot = BUILTIN["alpha-beta"].build("engine", Settings(depth=4, evaluation=evaluation))
    choice = bot.choose(OWARI.start(), Clock(turn=1e-6))
    found = search(OWARI.start(), depth=4, evaluation=SOWING[evaluation])
    assert choice[:4] == (found.move, 4, found.value, found.line)


@pytest.mark.parametrize(
    ("limits", "clock", "seconds"),
    [
        pytest.param({"depth": 4}, Clock(turn=5, game=60), None, id="a-depth-knows-no-clock"),
        pytest.param({"seconds": 2}, Clock(), 2, id="its-own-time"),
        pytest.param({"seconds": 2}, Clock(turn=1), 0.9, id="at-most-nine-tenths-of-a-turn"),
        pytest.param({"seconds": 2}, Clock(game=30), 1, id="at-most-a-30th-of-the-game"),
        pytest.param({}, Clock(turn=5, game=60), 2, id="the-shorter-of-both"),
        pytest.param({}, Clock(), 1, id="a-second-when-nothing-limits-it"),
        pytest.param({"depth": 4, "seconds": 2}, Clock(turn=1), 0.9, id="depth-and-time"),
        pytest.param({}, Clock(game=-1), 0.001, id="out-of-time"),
    ],
)
def test_how_long_alpha_beta_thinks(
    monkeypatch: pytest.MonkeyPatch, limits: dict[str, int], clock: Clock, seconds: float | None
) -> None:
    asked = {}

    def fake_search(position: Mancala, **limits: Any) -> Found:
        asked.update(limits)
        return search(position, evaluation=SOWING["goals"], depth=1)

    monkeypatch.setattr("owari.engine.sowing_kernel.sowing", None)
    monkeypatch.setattr("owari.engine.thinker.search", fake_search)
    choice = EnginePlayer(**limits).choose(find_game("owari:4x3").start(), clock)
    assert choice.move in map(Move, range(6))
    assert asked["seconds"] == (None if seconds is None else pytest.approx(seconds))
    assert asked["depth"] == limits.get("depth")


CHAIN = KALAH.parse_position("0,0,0,1,2,0,11,4,4,4,4,4,4,10 S")
"""South's 4 earns an extra turn, 5 after it another, and what is left then none."""


@pytest.mark.parametrize(
    ("limits", "clock", "turn"),
    [
        pytest.param({"seconds": 2}, Clock(), 2, id="its-own-time"),
        pytest.param({}, Clock(turn=4), 3.6, id="nine-tenths-of-a-turn"),
        pytest.param({}, Clock(game=30), 1, id="a-30th-of-the-game"),
        pytest.param({}, Clock(), 1, id="nothing-limits-it"),
    ],
)
def test_a_chain_of_extra_turns_shares_one_time(
    monkeypatch: pytest.MonkeyPatch, limits: dict[str, int], clock: Clock, turn: float
) -> None:
    """Half of what is left where the turn may go on, all of it where it cannot; the referee takes
    from the clock what has been used, where there is one."""
    times = iter([0.0, 0.25, 0.25, 0.375, 1.0, 1.5])
    monkeypatch.setattr("owari.players.engine_player.perf_counter", lambda: next(times))
    asked = []
    pits = iter([4, 5, 3])

    def fake_think(
        self: Any, position: Mancala, *, depth: None, seconds: float, on_depth: None = None
    ) -> Found:
        asked.append(seconds)
        return search(position, evaluation=SOWING["goals"], depth=1)._replace(move=Move(next(pits)))

    monkeypatch.setattr("owari.players.engine_player.Thinker.think", fake_think)
    bot = EnginePlayer(**limits)
    position = CHAIN
    for used in (0, 0.25, 0.125):
        clock = clock._replace(
            turn=clock.turn and clock.turn - used, game=clock.game and clock.game - used
        )
        position = position.play(bot.choose(position, clock).move)
    assert position.turn is Side.NORTH
    assert asked == pytest.approx([turn / 2, (turn - 0.25) / 2, turn - 0.375])


@pytest.mark.slow
def test_the_next_turn_has_its_whole_time_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def fake_think(
        self: Any, position: Mancala, *, depth: None, seconds: float, on_depth: None = None
    ) -> Found:
        asked.append(seconds)
        return search(position, evaluation=SOWING["goals"], depth=1)

    monkeypatch.setattr("owari.players.engine_player.Thinker.think", fake_think)
    bot = EnginePlayer(seconds=2)
    for _ in range(2):
        bot.start(CHAIN, Side.SOUTH, TimeControl())
        bot.choose(CHAIN, Clock())
        bot.choose(CHAIN, Clock())  # not where the last move led
    assert asked == [1] * 4


def test_a_clock_knows_which_limit_is_nearer() -> None:
    assert Clock().left is None
    assert Clock(turn=5).left == 5
    assert Clock(game=7).left == 7
    assert Clock(turn=5, game=7).left == 5
    assert Clock(turn=5, game=3).left == 3
