"""A record as the texts of its games."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from owari.records.pgn import GameText, each_game, game_texts, read_games

GAME = '[South "A"]\n[North "[B \\"{"]\n[Position "{start}"]\n\n{moves}\n\n'
WORDS = ("S4", "N8", "1.", '{see\n[South "B"] there}', "{an open [ and a }", "*", "1-0")
TINY = '[Game "kalah:2x1"]\n[South "Ann"]\n\n1. S0 {[Game "owari"]} *\n'
"""A game that stops early."""

games = st.lists(
    st.lists(st.sampled_from(WORDS), min_size=1).map(
        lambda words: GAME.replace("{moves}", " ".join(words))
    ),
    min_size=1,
    max_size=6,
)


@given(games, st.lists(st.integers(0, 400)))
def test_games_are_divided_at_their_tags_whatever_the_parts(
    texts: list[str], cuts: list[int]
) -> None:
    record = "".join(texts)
    places = [0, *sorted(cuts), len(record)]
    parts = [record[begin:end] for begin, end in pairwise(places)]
    lines = [1 + "".join(texts[:place]).count("\n") for place in range(len(texts))]
    assert list(game_texts(parts)) == list(map(GameText, texts, lines))


@given(
    st.lists(st.sampled_from((*WORDS, '[South "C"]', "[", "]", "{", "}", '"', "?")), max_size=20)
)
def test_no_part_of_a_broken_record_is_lost(words: list[str]) -> None:
    record = "\n".join([GAME, *words])
    assert "".join(text for text, _ in game_texts([record])).strip() == record.strip()


def test_a_game_is_read_before_the_games_behind_it_are_there() -> None:
    def parts() -> Iterator[str]:
        yield "\ufeff"
        for number in range(3):
            yield TINY.replace("Ann", f"Ann {number}")
        raise EOFError

    read = each_game(parts(), "a pipe")
    assert [next(read).south, next(read).south] == ["Ann 0", "Ann 1"]
    assert read_games("\ufeff" + TINY)[0].south == "Ann"
