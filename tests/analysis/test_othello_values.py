"""The values of all moves of a position of squares."""

from __future__ import annotations

import pytest

from owari.analysis.review import Review, values_from_the_end
from owari.analysis.values import Worth, engine_values, height, move_values
from owari.engine.families import ENGINES, evaluation_for
from owari.engine.search import search
from owari.games.catalog import find_game
from owari.games.game import PASS, Kind, Position
from owari.records.pgn import read_game
from owari.report.families import move_by_move
from owari.report.review_tables import review_table, reviews_data, values_below

SMALL = find_game("othello:4")
WHOLE_GAME = '[Game "othello:4"]\n[South "A"]\n[North "B"]\n\n1. a2 a3 2. c4 a1 3. pass d4 4. b1 *'


def played(*squares: str) -> Position:
    position = SMALL.start()
    for square in squares:
        position = position.play(SMALL.parse_move(square))
    return position


@pytest.mark.parametrize(("game", "margin"), [("othello:4", -10), ("free-othello:4", 0)])
def test_a_small_board_is_proved_from_its_start(game: str, margin: int) -> None:
    values = move_values(find_game(game).start(), seconds=60)
    assert values.worth == Worth.proved(margin)
    assert all(worth.exact for worth in values.moves.values())


def test_a_large_board_is_estimated_in_discs() -> None:
    start = find_game("othello:10").start()
    values = move_values(start, seconds=0.1)
    assert tuple(values.moves) == start.legal_moves()
    assert not values.worth.exact
    assert -100 <= values.worth.lower <= values.worth.guess <= values.worth.upper <= 100


def test_a_pass_is_worth_what_comes_after_it() -> None:
    position = played("a2", "a3", "c4", "a1")
    values = move_values(position, seconds=60)
    after = move_values(position.play(PASS), seconds=60)
    assert list(values.moves) == [PASS]
    assert values.worth == after.worth.opposite()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["othello:4", "othello:6", "free-othello:4", "kalah:4x3", "owari"])
@pytest.mark.parametrize("depth", [1, 2, 4])
def test_the_values_of_an_engine_are_those_of_its_own_search(name: str, depth: int) -> None:
    """Where it looks to the end, too; a few plies into the game."""
    game = find_game(name)
    evaluation = ENGINES[game].default
    position = game.start()
    while position.outcome() is None:
        values = engine_values(position, depth=depth, evaluation=evaluation)
        found = search(position, depth=depth, evaluation=evaluation)
        assert tuple(values) == position.legal_moves()

        best = max(height(value, evaluation) for value in values.values())
        assert height(values[found.move], evaluation) == best
        if found.value.kind is Kind.EXACT or evaluation.unit == 1:
            assert best == height(found.value, evaluation)
        position = position.play(position.legal_moves()[-1])


def test_the_values_by_another_evaluation() -> None:
    position = find_game("othello").start()
    values = engine_values(position, depth=1, evaluation=evaluation_for(position.rules, "discs"))
    assert {value.number for value in values.values()} == {60}  # 100 * (4 - 1) / (4 + 1)


class TestReview:
    def review(self) -> Review:
        record = read_game(WHOLE_GAME)
        return Review(record, dict(values_from_the_end(record, seconds=30)))

    def test_each_ply_in_squares_and_discs(self) -> None:
        table = review_table(1, self.review())
        assert table.headers[2] == "square"
        assert [row[2] for row in table.rows] == ["a2", "a3", "c4", "a1", "pass", "d4", "b1"]
        assert table.rows[0][3:6] == ("−10", "b1, a2, d3, c4", "−10")
        assert table.rows[4][3] == table.rows[4][5]
        assert any(note.startswith("Discs given away: South ") for note in table.notes)
        assert "pit" not in " ".join(table.notes)

    def test_programs_get_the_names_of_squares(self) -> None:
        table = reviews_data({1: self.review()})
        moves = [row[table.headers.index("move")] for row in table.rows]
        assert moves == ["a2", "a3", "c4", "a1", "pass", "d4", "b1"]

    def test_many_moves_stand_in_several_pairs_of_lines(self) -> None:
        start = find_game("free-othello:6").start()
        assert len(start.legal_moves()) == 12
        position = start.play(start.legal_moves()[0])
        values = move_values(position, seconds=0.05)
        lines = values_below(position, values).splitlines()
        assert len(values.moves) > 13
        assert [line.split("  ")[0] for line in lines] == ["North's square", "is worth"] * 2
        names = " ".join(lines[::2]).replace("North's square", "").split()
        assert names == [start.rules.cell_name(move) for move in position.legal_moves()]

    def test_move_by_move(self) -> None:
        shown = list(move_by_move(read_game(WHOLE_GAME)))
        assert shown[0].endswith("A, Black (X): 2, to move")
        assert shown[1].startswith(
            "1. South (A) plays a2\n\n     a b c d\n   1 * - * -    B, White"
        )
        assert shown[5].startswith("5. South (A) passes\n\n")
