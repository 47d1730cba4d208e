"""`owari bots`."""

from __future__ import annotations

from owari.engine.families import ENGINES
from owari.games.mancala import OWARI
from owari.games.othello import OTHELLO
from owari.players.builtin_bots import BUILTIN
from tests.support.command import run


def test_all_bots_and_what_alpha_beta_goes_by() -> None:
    done = run("bots")
    assert done.exit_code == 0
    first_words = [line.split(" ")[0] for line in done.output.splitlines()]
    for name in (*BUILTIN, *ENGINES[OWARI].evaluations, *ENGINES[OTHELLO].evaluations):
        assert first_words.count(name) == 1
    assert done.output.splitlines()[-1].endswith("such as 2*mobility + 10*corners - danger.")


def test_a_default_says_where_it_is_one() -> None:
    words = " ".join(run("bots").output.split())
    assert words.startswith("The built-in bots: ")
    assert words.count("It is used where nothing else is named") == 1
    assert "fitted to games. Tournaments and matches use it where nothing else is named" in words
