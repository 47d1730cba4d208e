"""The numbers of the games of each pair."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from owari.results.rounds import PairNumbers, pair_number

GROWTH = st.lists(st.tuples(st.integers(1, 8), st.integers(0, 4)), max_size=5)
"""How many games a pair has, and how many bots there are more, at each change."""


def test_pairs_count_by_the_later_bot() -> None:
    pairs = [(0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 3)]
    assert [pair_number(*pair) for pair in pairs] == [*range(6)]
    assert pair_number(3, 1) == 4


def test_each_pair_has_its_numbers() -> None:
    assert [PairNumbers(2).of_pair(pair) for pair in range(3)] == [[1, 2], [3, 4], [5, 6]]


def test_further_numbers_follow_those_of_all_pairs() -> None:
    numbers = PairNumbers(2).extended(4, 3)
    assert numbers.of_pair(0) == [1, 2, 7, 8]
    assert numbers.of_pair(2) == [5, 6, 11, 12]
    assert numbers.of_pair(3) == [13, 14, 15, 16]
    assert numbers.extended(2, 6) == numbers.extended(4, 6) == numbers
    assert numbers.extended(5, 4).of_pair(3) == [13, 14, 15, 16, 20]


def test_a_match_has_no_gaps() -> None:
    assert PairNumbers(2).extended(6, 1) == PairNumbers(6)


@given(st.integers(1, 6), GROWTH)
def test_no_number_changes_and_none_is_there_twice(
    games: int, growth: list[tuple[int, int]]
) -> None:
    numbers = PairNumbers(games)
    bots = 2
    for more, late in growth:
        before = numbers
        numbers = numbers.extended(more, pair_number(0, bots))
        for pair in range(pair_number(0, bots)):
            earlier = before.of_pair(pair)
            assert numbers.of_pair(pair)[: len(earlier)] == earlier
        bots += late
        pairs = range(pair_number(0, bots + 1))
        owners = {number: pair for pair in pairs for number in numbers.of_pair(pair)}
        assert sorted(owners) == [*range(1, numbers.games * len(pairs) + 1)]
        assert all(numbers.pair_of(number) == pair for number, pair in owners.items())
