"""What reports of 42, 1,000 and 10,000 games cost: their size, how long `owari report` takes, and
how long Chromium takes to open them and a game in them.

    python -m tests.benchmarks.report [--games 10000] [--keep FOLDER]

The games are real ones between players at random, a thousand of them under many names, with
a time, a depth and a value for each move. The page is opened from a file, in a new browser.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path
from random import Random
from time import perf_counter

from playwright.sync_api import sync_playwright

from owari.games.game import Kind, Value
from owari.games.mancala import OWARI
from owari.records.record import Ending, GameRecord, Ply
from tests.benchmarks.results import measured, write

SIZES = {42: (7, 2, 0), 1_000: (33, 2, 56), 10_000: (101, 2, 100)}
"""Bots, games of a match and games that are missing, by the number of games."""
OPENINGS = 5
"""How often each page is opened."""


def told_game(random: Random) -> GameRecord:
    """A game between `South player` and `North player` who tell all that engines tell."""
    position, plies = OWARI.start(), []
    while (outcome := position.outcome()) is None:
        move = random.choice(position.legal_moves())
        value = Value(random.randint(-12, 12), random.choice([Kind.EXACT, Kind.ESTIMATED]))
        plies.append(
            Ply(position.turn, move, round(random.random(), 3), random.randint(6, 20), value)
        )
        position = position.play(move)
    return GameRecord(
        OWARI, OWARI.start(), "South player", "North player", tuple(plies), Ending.normal(outcome)
    )


def opened(page_file: Path, game: int) -> tuple[float, float]:
    """The least seconds until the page is complete, and the least until its game of that number is
    shown."""
    loads, games = [], []
    with sync_playwright() as playwright:
        for _ in range(OPENINGS):
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
            page = browser.new_page()
            page.goto(page_file.as_uri())
            page.wait_for_selector("table.games tbody tr")
            loads.append(page.evaluate("performance.now()") / 1000)
            begun = perf_counter()
            page.evaluate(f"location.hash = 'game={game}'")
            page.wait_for_selector(".viewer")
            games.append(perf_counter() - begun)
            browser.close()
    return min(loads), min(games)


def main() -> None:
    """Prints a line for each size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, choices=SIZES, action="append")
    parser.add_argument("--keep", type=Path, help="new folder for the results and the pages")
    options = parser.parse_args()
    root = options.keep or Path(tempfile.mkdtemp())
    try:
        for games in options.games or SIZES:
            folder = root / str(games)
            folder.mkdir(parents=True)
            last = write(folder, *SIZES[games], told_game)
            begun = perf_counter()
            seconds, memory = measured(folder, "report", "bots.yaml")
            elapsed = perf_counter() - begun
            page = folder / "bots.html"
            load, game = opened(page, last)
            print(
                f"{games:6,} games: {page.stat().st_size / 1e6:5.1f} MB;"
                f" owari report {elapsed:5.1f} s ({seconds:.1f} s of processor, {memory:.0f} MB);"
                f" page {load:.2f} s, a game {game:.2f} s"
            )
            sys.stdout.flush()
    finally:
        if not options.keep:
            shutil.rmtree(root)


if __name__ == "__main__":
    main()
