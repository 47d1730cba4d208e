"""What the referee costs: time a ply in each protocol, games a second, the start of a program in
each sandbox, lateness of a time-out, start of the command.

    python tests/benchmarks/referee.py

Needs a C compiler. Two copies of tests/programs/line/trivial.c, which answer with the lowest pit as
fast as a program can, play each other; what is measured is the referee, the pipes and the system.
The programs of the other protocols are as simple; the console's is waited for as a person would.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from tabulate import tabulate

from owari.games.game import Side
from owari.games.mancala import OWARI, SowingRules
from owari.players.player import TimeControl
from owari.programs.dialogues.columbia import ColumbiaProtocol
from owari.programs.dialogues.console.console_protocol import ConsoleProtocol
from owari.programs.dialogues.kgp import KgpProtocol
from owari.programs.dialogues.line import LineProtocol
from owari.programs.dialogues.one_shot import FORMATS
from owari.programs.program import ProgramPlayer
from owari.programs.sandbox.program_settings import ProgramSettings, Sandbox
from owari.programs.sandbox.sandbox import MissingMeans, summary
from owari.records.record import GameRecord
from owari.referee.referee import play_game
from owari.results.game_log import About
from owari.tournament.file.tournament_settings import BotConfig
from owari.tournament.run.runner import run
from owari.tournament.run.slot import GameSpec

PROGRAMS = Path(__file__).parents[1] / "programs"
TIMES = TimeControl(per_turn=5.0)
GAME = OWARI.resized(6, 6)
"""A board on which two programs that play the lowest pit play 46 plies."""
GAMES = 20
"""Of each protocol's program against itself."""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        bot = Path(folder) / "trivial"
        compile_bot(PROGRAMS / "line" / "trivial.c", bot)
        rows = [*protocols(Path(folder)), *tournaments(bot), *starts(bot), *timeouts(), *startup()]
    print(tabulate(rows, headers=("what", "measured", "unit"), floatfmt=".4g"))


def protocols(folder: Path) -> Iterator[tuple[str, float, str]]:
    """From the request to the answer, by the referee's clock."""
    described = (
        ("line", "line/trivial.c", LineProtocol()),
        ("columbia", "columbia/first.c", ColumbiaProtocol()),
        ("kgp", "kgp/client.c", KgpProtocol()),
        ("one-shot, one process a game", "one_shot/kit.c", FORMATS["contest-kit"]),
        ("one-shot, one process a move", "one_shot/bridge.c", FORMATS["kgp-bridge"]),
        ("console", "console/bare.c", ConsoleProtocol(start_first=("C",), start_second=("P",))),
    )
    for name, source, protocol in described:
        program = folder / Path(source).stem
        compile_bot(PROGRAMS / source, program)
        settings = ProgramSettings((str(program),), folder, protocol=protocol)
        seconds: list[float] = []
        for _ in range(GAMES):
            record = played(settings, OWARI)
            seconds += [ply.seconds or 0.0 for ply in record.plies]
        yield f"{name}: a ply, median", median(seconds) * 1e6, "us"


def compile_bot(source: Path, program: Path) -> None:
    options = ("-O2", "-D_POSIX_C_SOURCE=200809L")
    subprocess.run(["cc", *options, "-o", program, source], check=True)


def tournaments(bot: Path) -> Iterator[tuple[str, float, str]]:
    plies = len(played(settings_of(bot, reuse=False), GAME).plies)
    yield "plies of a game", plies, ""
    for concurrency in (1, 2):
        for reuse, games in ((True, 3000), (False, 800)):
            seconds = seconds_for(bot, reuse=reuse, games=games, concurrency=concurrency)
            name = f"{'reused' if reuse else 'fresh'} processes, {concurrency} at a time"
            yield f"{name}: games", games / seconds, "1/s"
            yield f"{name}: a ply", seconds * concurrency / games / plies * 1e6, "us"


def played(settings: ProgramSettings, game: SowingRules) -> GameRecord:
    """A game of a program against itself."""
    players = {side: ProgramPlayer(str(side), settings) for side in Side}
    try:
        return play_game(players, game.start(), dict.fromkeys(Side, TIMES))
    finally:
        for player in players.values():
            player.close()


def seconds_for(bot: Path, *, reuse: bool, games: int, concurrency: int) -> float:
    """For so many games, once the slots are warm."""
    south, north = (
        BotConfig(name, TIMES, settings_of(bot, reuse=reuse), "") for name in ("south", "north")
    )
    warm = 20
    specs = (GameSpec(n, 1, GAME, south, north, About()) for n in range(games + warm))
    begun = 0.0
    for count, finished in enumerate(run(specs, concurrency), 1):
        assert finished.record is not None
        assert finished.record.ending.termination.value == "normal"
        if count == warm:
            begun = perf_counter()
    return perf_counter() - begun


def settings_of(bot: Path, *, reuse: bool) -> ProgramSettings:
    """Of a program that speaks the line protocol."""
    return ProgramSettings((str(bot),), bot.parent, protocol=LineProtocol(reuse))


def starts(bot: Path) -> Iterator[tuple[str, float, str]]:
    """From nothing until a program is ready, and until it has left; the levels in turn."""
    boxes = [Sandbox("none"), Sandbox("limits"), Sandbox("isolated")]
    boxes = [box for box in boxes if _is_there(box)]
    seconds: dict[str, list[float]] = {box.level: [] for box in boxes}
    for _ in range(100):
        for box in boxes:
            player = ProgramPlayer("", replace(settings_of(bot, reuse=False), sandbox=box))
            begun = perf_counter()
            player.start(GAME.start(), Side.SOUTH, TIMES)
            player.close()
            seconds[box.level].append(perf_counter() - begun)
    for level, measured in seconds.items():
        yield f"start and end of a program, sandbox {level}", median(measured) * 1000, "ms"


def _is_there(box: Sandbox) -> bool:
    try:
        return bool(summary(box))
    except MissingMeans:
        return False


def timeouts() -> Iterator[tuple[str, float, str]]:
    """How late the forfeit of a silent program comes after its limit and margin."""
    settings = ProgramSettings(
        (sys.executable, str(PROGRAMS / "bad" / "silent.py")), PROGRAMS, protocol=LineProtocol()
    )
    late = []
    for _ in range(20):
        players = {side: ProgramPlayer(str(side), settings) for side in Side}
        begun = 0.0

        class Watched(ProgramPlayer):
            def choose(self, position: Any, clock: Any) -> Any:
                nonlocal begun
                begun = perf_counter()
                return super().choose(position, clock)

        players[Side.SOUTH] = Watched("South", settings)
        try:
            play_game(players, GAME.start(), dict.fromkeys(Side, TimeControl(0.1, margin=0.05)))
            late.append((perf_counter() - begun - 0.15) * 1000)
        finally:
            for player in players.values():
                player.close()
    yield "time-out: lateness, median", median(late), "ms"
    yield "time-out: lateness, worst of 20", max(late), "ms"


def startup() -> Iterator[tuple[str, float, str]]:
    """Whole processes, in turn."""
    commands = ([sys.executable, "-c", "pass"], [sys.executable, "-m", "owari", "--help"])
    seconds: list[list[float]] = [[], []]
    for _ in range(30):
        for command, measured in zip(commands, seconds, strict=True):
            begun = perf_counter()
            subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
            measured.append(perf_counter() - begun)
    python, owari = (median(measured) * 1000 for measured in seconds)
    yield "python -c pass", python, "ms"
    yield "owari --help", owari, "ms"
    yield "owari --help / python -c pass", owari / python, ""


if __name__ == "__main__":
    main()
