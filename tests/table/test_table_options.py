"""The options that a record keeps, read without a command line."""

from __future__ import annotations

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owari.errors import BadInput
from owari.table.table_options import MOST_PLIES, KeptOptions, Thinking

thinkings = st.builds(
    Thinking,
    st.none() | st.integers(1, MOST_PLIES),
    st.none() | st.sampled_from((0.5, 3.0, 60.0)),
    st.none() | st.sampled_from(("goals", "2*mobility + corners")),
    st.booleans(),
    st.integers(1, 64),
    st.booleans(),
)


@given(thinkings)
def test_the_settings_of_the_engine_come_back(thinking: Thinking) -> None:
    words = ["--south", "engine", *thinking.words(), "--view", "both"]
    options = KeptOptions.read(shlex.join(words))
    assert options.thinking() == thinking
    assert options.words() == ["--south", "engine"]


@given(st.text(min_size=1), st.text(min_size=1))
def test_players_and_names_come_back_whatever_they_hold(player: str, name: str) -> None:
    words = ["--step", "--south", player, "--north-name", name]
    options = KeptOptions.read(shlex.join(words))
    assert options.words() == words
    assert (options.value("--south"), options.value("--north-name")) == (player, name)
    assert options.value("--north", "human") == "human"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("--south 'open", "No closing quotation"),
        ("--south", "--south has no value"),
        ("engine", "'engine' cannot stand there"),
        ("--depth 1000", "from 1 to 99"),
        ("--depth 0000000011", "from 1 to 99"),
        ("--time never", "a time is"),
        ("--threads 0", "threads are 1 to 64"),
        ("--threads many", "threads are 1 to 64"),
    ],
)
def test_a_wrong_line_says_what_is_wrong(text: str, why: str) -> None:
    with pytest.raises(BadInput, match="line of the game is invalid") as caught:
        KeptOptions.read(text).thinking()
    assert why in str(caught.value)
