"""`owari bots`."""

from __future__ import annotations

from click.testing import CliRunner

from owari.cli.main import owari
from owari.engine.evaluations import evaluations
from owari.games.mancala import OWARI
from owari.games.othello import OTHELLO
from owari.players.builtin_bots import BUILTIN


def test_all_bots_and_what_alpha_beta_goes_by():
    run = CliRunner().invoke(owari, ["bots"])
    assert run.exit_code == 0
    first_words = [line.split(" ")[0] for line in run.output.splitlines()]
    for name in (*BUILTIN, *evaluations(OWARI), *evaluations(OTHELLO)):
        assert first_words.count(name) == 1
    assert run.output.splitlines()[-1].endswith("as in 2*mobility + 10*corners - danger.")
