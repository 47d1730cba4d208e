"""Heat map, strips of times and quality of play: the values behind the report's own tables."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owari.analysis.review import Review, values_from_the_end
from owari.analysis.values import MoveValues, Worth
from owari.games.game import Outcome, Side
from owari.games.mancala import KALAH, OWARI
from owari.html_report.charts import WARMEST, WIDTH, TimeScale, TurnTimes, heat_map
from owari.html_report.lists import moves_of_bots
from owari.records.record import Ending, GameRecord, Ply, Result, Termination
from owari.report.review_tables import quality_table
from owari.report.tables import Cell, Figure
from owari.results.game_log import StoredGame
from owari.results.standings import standings
from owari.viewer.game_data import game_data
from tests.support.live_run import record as live_record

SCORES = {Result.SOUTH: (20, 16), Result.NORTH: (10, 26), Result.DRAW: (18, 18)}


def stored(number: int, south: str, north: str, result: Result) -> StoredGame:
    ending = Ending(result, Outcome(*SCORES[result]))
    return StoredGame(number, south, north, Side.SOUTH, ending)


def test_the_warmth_of_a_cell_is_the_share_of_the_games() -> None:
    games = [
        stored(1, "Ann", "Ben", Result.SOUTH),
        stored(2, "Ben", "Ann", Result.DRAW),
        stored(3, "Ann", "Cid", Result.NORTH),
    ]
    rows = {row.bot: row for row in heat_map(standings(["Ann", "Ben", "Cid"], games))}
    cells = {(bot, c.opponent): c for bot, row in rows.items() for c in row.cells if c}
    assert {pair: (cell.points, cell.warmth) for pair, cell in cells.items()} == {
        ("Ann", "Ben"): ("1.5", 8),
        ("Ben", "Ann"): ("0.5", 2),
        ("Ann", "Cid"): ("0", 0),
        ("Cid", "Ann"): ("1", WARMEST),
    }
    assert cells["Ann", "Ben"].words == "Ann against Ben: 1 won, 1 drawn, 0 lost, margin +4"
    assert sorted(row.line for row in rows.values()) == [1, 2, 3]


times = st.lists(st.floats(0, 1e6), min_size=1, max_size=50)


@given(times)
def test_every_time_lies_on_the_scale_and_in_a_bar(seconds: list[float]) -> None:
    scale = TimeScale(min(seconds), max(seconds))
    places = [scale.x(each) for each in sorted(seconds)]
    assert places == sorted(places)
    assert 0 <= places[0] <= places[-1] <= WIDTH
    bars = scale.bars(seconds)
    for place in places:
        assert any(bar.x - 0.1 <= place <= bar.x + bar.width + 0.2 for bar in bars)
    assert max(bar.shade for bar in bars) == 1
    assert [tick.x for tick in scale.ticks][:: len(scale.ticks) - 1] == [0, WIDTH]


def test_a_bar_is_as_dark_as_the_root_of_its_share_of_the_fullest() -> None:
    bars = TimeScale(0.001, 1).bars([0.002] * 4 + [0.02] + [0.2] * 16)
    assert [bar.shade for bar in bars] == [0.5, 0.25, 1]
    assert [bar.x for bar in bars] == [60, 260, 460]
    assert {bar.width for bar in bars} == {20}


def test_a_chain_of_extra_turns_is_one_turn_of_a_strip() -> None:
    moves = [KALAH.parse_move(name) for name in ("S2", "S5", "N8")]
    plies = [
        Ply(Side.SOUTH, moves[0], 0.1),
        Ply(Side.SOUTH, moves[1], 0.3),
        Ply(Side.NORTH, moves[2], None),
    ]
    record = GameRecord(KALAH, KALAH.start(), "South", "North", tuple(plies))
    turns = TurnTimes()
    turns.add(stored(1, "Ann", "Ben", Result.SOUTH), record)
    strips = turns.strips(["Ben", "Ann"])
    assert list(strips) == ["Ann"]
    assert (strips["Ann"].turns, strips["Ann"].slowest) == (1, 0.4)


def test_a_turn_that_is_lost_on_time_is_in_a_strip() -> None:
    plies = (Ply(Side.SOUTH, KALAH.parse_move("S2"), 0.25),)
    ending = Ending(Result.NORTH, Outcome(1, 0), Termination.TIMED_OUT, "Ann was late")
    record = GameRecord(KALAH, KALAH.start(), "South", "North", plies, ending=ending, lost_turn=5.5)
    turns = TurnTimes()
    turns.add(stored(1, "Ann", "Ben", Result.NORTH)._replace(ending=ending, lost_turn=5.5), record)
    ann = turns.strips(["Ann"])["Ann"]
    assert (ann.turns, ann.slowest, ann.mean) == (1, 5.5, 5.5), "the chain is one turn"
    assert (ann.cut_off, ann.slowest_is_cut_off, ann.middle_is_cut_off) == (1, True, True)


def test_a_blunder_counts_for_the_bot_that_made_it() -> None:
    """N7 wins by 2, and N11 loses by 2."""
    start = OWARI.parse_position("2,0,0,1,0,0,14,2,0,0,0,3,0,14 N")

    def row(move: str) -> tuple[Cell, ...]:
        plies = (Ply(Side.NORTH, OWARI.parse_move(move)),)
        record = GameRecord(OWARI, start, "Ann", "Ben", plies)
        review = Review(record, dict(values_from_the_end(record, seconds=0.5)))
        games = [(stored(1, "Ann", "Ben", Result.SOUTH), review)]
        [only] = quality_table(["Ann", "Ben"], games, "stones", len(games)).rows
        return only

    assert row("N11") == (
        "Ben",
        1,
        1,
        Figure(4, "4"),
        Figure(4.0, "4.0"),
        1,
        1,
        Figure(100, "100%"),
    )
    assert row("N7") == ("Ben", 1, 1, Figure(0, "0"), Figure(0.0, "0.0"), 1, 0, Figure(0, "0%"))


def test_who_is_lost_has_no_chance_of_a_blunder() -> None:
    """So a share tells more than a count: whoever wins most has most chances."""
    start = OWARI.start()
    plies = (Ply(Side.SOUTH, OWARI.parse_move("S0")),)
    record = GameRecord(OWARI, start, "Ann", "Ben", plies)

    def row(*worths: Worth) -> tuple[Cell, ...]:
        moves = dict(zip(start.legal_moves(), (*worths, *[worths[-1]] * 6), strict=False))
        games = [(stored(1, "Ann", "Ben", Result.SOUTH), Review(record, {0: MoveValues(moves)}))]
        [only] = quality_table(["Ann", "Ben"], games, "stones", len(games)).rows
        return only

    assert row(Worth.proved(-6), Worth.proved(-2))[5:] == (0, 0, None)
    assert row(Worth.proved(2), Worth.proved(2))[5:] == (0, 0, None)
    assert row(Worth.proved(2), Worth.proved(-2))[5:] == (1, 0, Figure(0, "0%"))
    bound = row(Worth(-36, -4, -8), Worth.proved(2))
    assert bound[3] == Figure(6, "\u22656"), "what a table of the game states of that move"


def test_what_bots_gave_away_has_the_sign_of_estimates_where_one_is_in_it() -> None:
    start = OWARI.start()
    plies = (Ply(Side.SOUTH, OWARI.parse_move("S0")),)
    record = GameRecord(OWARI, start, "Ann", "Ben", plies)
    guesses = {move: Worth(-36, 36, 2) for move in start.legal_moves()}
    games = [(stored(1, "Ann", "Ben", Result.SOUTH), Review(record, {0: MoveValues(guesses)}))]
    [row] = quality_table(["Ann", "Ben"], games, "stones", len(games)).rows
    assert row[3:5] == (Figure(0, "~0"), Figure(0.0, "~0.0"))
    played, *others = start.legal_moves()
    games = [
        (
            stored(number, "Ann", "Ben", Result.SOUTH),
            Review(record, {0: MoveValues(proved | {played: Worth(-36, upper, upper)})}),
        )
        for number, upper in enumerate((-5, -5, -4), 1)
        for proved in [dict.fromkeys(others, Worth.proved(1))]
    ]
    [row] = quality_table(["Ann", "Ben"], games, "stones", len(games)).rows
    assert row[3:5] == (Figure(17, "\u226517"), Figure(5.6, "\u22655.6"))
    some, every = (quality_table(["Ann", "Ben"], games, "stones", played) for played in (9, 3))
    assert some.notes[0] == "3 of 9 games were looked at."
    assert every.notes == some.notes[1:]


@pytest.mark.parametrize(
    ("best", "amount"),
    [
        (Worth(6, 20, 12), {"kind": "at least", "number": 4}),
        (Worth(6, 6, 6), {"kind": "exact", "number": 4}),
        (Worth(-36, 36, 6), {"kind": "estimated", "number": 4}),
    ],
)
def test_the_page_of_a_bot_and_the_viewer_say_the_same_of_a_move(
    best: Worth, amount: dict[str, object]
) -> None:
    start = OWARI.start()
    played, other, *others = start.legal_moves()
    worths = {played: Worth.proved(2), other: best, **dict.fromkeys(others, Worth.proved(-9))}
    pages = []
    for move in (played, other):
        record = GameRecord(OWARI, start, "Ann", "Ben", (Ply(Side.SOUTH, move),))
        review = Review(record, {0: MoveValues(worths)})
        [ply] = game_data(record, review=review)["plies"]
        pages.append((moves_of_bots([(stored(1, "Ann", "Ben", Result.SOUTH), review)]), ply))
    (wrong, shown), (right, silent) = pages
    [worst], best_moves = wrong["Ann"].worst, wrong["Ann"].best
    assert worst["amount"] == shown["loss"] == amount
    assert (worst["better"], best_moves) == (shown["best"], [])
    assert "loss" not in silent
    assert [move["amount"] for move in right["Ann"].best] == [amount]


def test_no_position_stands_twice_on_the_page_of_a_bot() -> None:
    """Bots that meet often repeat games; a position is not always played well or badly."""
    start = OWARI.start()
    played, other, *others = start.legal_moves()
    worths = {played: Worth.proved(2), other: Worth.proved(6)}
    values = MoveValues(worths | dict.fromkeys(others, Worth.proved(-9)))
    games = []
    for number, move in enumerate((played, played, other), 1):
        record = GameRecord(OWARI, start, "Ann", "Ben", (Ply(Side.SOUTH, move),))
        games.append((stored(number, "Ann", "Ben", Result.SOUTH), Review(record, {0: values})))
    found = moves_of_bots(games)["Ann"]
    assert [worst["game"] for worst in found.worst] == [1]
    assert found.best == []
    assert len(moves_of_bots(games[2:] * 2)["Ann"].best) == 1


def test_the_page_of_a_bot_has_the_move_that_lost_each_lost_game() -> None:
    lost = live_record("Ann", "Ben", "owari:3x2", choice=0)
    won = live_record("Ann", "Ben", "owari:2x3", choice=-1)
    games = [
        (
            StoredGame(number, "Ann", "Ben", Side.SOUTH, record.ending),
            Review(record, dict(values_from_the_end(record, seconds=2))),
        )
        for number, record in enumerate((lost, won, lost), 1)
    ]
    found = moves_of_bots(games)
    assert [(move["game"], move["ply"]) for move in found["Ann"].lost] == [(1, 1), (3, 1)]
    assert (found["Ann"].games_lost, found["Ann"].games_judged) == (2, 3)
    worst = {(move["game"], move["ply"]) for move in found["Ann"].worst}
    assert worst.isdisjoint({(1, 1), (3, 1)})  # each move stands once
    assert [(move["game"], move["ply"]) for move in found["Ben"].lost] == [(2, 2)]
    drawn = stored(4, "Ann", "Ben", Result.DRAW)
    assert moves_of_bots([(drawn, games[0][1])])["Ann"].lost == []
