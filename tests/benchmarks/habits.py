"""Which share of console programs `owari learn` alone seats in both orders, by their habits.

    python -m tests.benchmarks.habits [--kind KIND] [--count COUNT] [--each]

Each example is a program of `tests/programs/habits`. It counts as seated where `learn` describes it
and a game in each order then goes to its end, with the moves and the score that the program itself
has noted. `By hand` is the same with the settings that are right for its habits. Programs that
always move first, or never, need one order. One that plays by the rules of a sister game counts
where `learn` names that game. The seconds are those of `learn`, the median of a kind. The error
output says why an example fails, and what `learn` says that is not so.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice, zip_longest
from pathlib import Path
from statistics import median

import click

from tests.programs.habits.catalog import PITS, SQUARES, TWIN, covering
from tests.support.compiler import COMPILERS
from tests.support.habits import Example, Seating, by_hand, learned
from tests.support.sample_programs import PROGRAMS

ANY, IN_C = "any two habits", "buffers and input in C"
KINDS = {
    "a slow first move": """
        pace=slow-first
        pace=slow-first game=othello
        pace=silent asks=range
        pace=silent game=othello begins=one-two
        pace=slow-first thinks=aloud waits=enter
        """,
    "text that is no row": """
        noise=stats asks=range
        noise=history asks=range
        noise=history game=kalah says=label
        noise=stats draws=list
        noise=stats draws=legend names=0-5
        noise=question game=othello
        """,
    "drawings": """
        game=othello draws=glued
        game=othello draws=high
        game=othello draws=emoji
        game=othello draws=coloured
        game=othello draws=person
        game=othello marks=XO@
        game=othello marks=.BC draws=ruled
        game=othello marks=0BW
        game=othello marks=-/\\ draws=ruled
        draws=staggered asks=range
        draws=labelled names=case
        draws=ruled paint=colours
        draws=columns says=board
        paint=repaint asks=range
        paint=clear says=board
        """,
    "mirrors": """
        game=othello diagonal=mirrored
        game=othello diagonal=by-player
        game=othello diagonal=mirrored begins=side marks=.BW
        game=othello draws=upward
        seat=north draws=staggered asks=range
        seat=beginner begins=side names=board
        """,
    "prompts": """
        thinks=player asks=range
        thinks=player game=othello
        asks=player begins=one-two
        asks=last says=bare
        asks=none draws=words
        asks=newline says=board names=0-5
        waits=enter says=label
        refuses=or asks=mark
        refuses=exits asks=range
        """,
    "names of moves": """
        names=letters
        names=6-1 asks=range
        names=from-1
        names=case draws=labelled asks=range
        types=command
        types=command game=othello
        game=othello names=3C
        game=othello names=letters types=two
        game=othello names=row-column-0 types=two
        game=othello names=c3 types=two asks=none
        game=othello names=C2
        game=othello names=brackets
        names=columns seat=south
        game=othello types=menu
        game=othello names=comma types=menu says=bare
        """,
    "other languages": """
        speaks=portuguese asks=range
        speaks=portuguese game=othello names=row-column types=two
        speaks=spanish begins=one-two names=0-5 says=label
        speaks=spanish game=othello before=level
        speaks=german asks=range before=name
        speaks=german game=othello names=row-column-0 types=two waits=enter
        speaks=polish asks=range draws=none
        speaks=polish game=othello names=c3 types=two
        speaks=russian asks=range waits=enter
        speaks=russian game=othello begins=one-two
        """,
    "sister rules": """
        game=kalah-empty asked=kalah names=board
        game=kalah asked=kalah-empty names=board
        game=kalah-empty asked=kalah asks=range
        game=kalah asked=owari asks=range
        """,
    "a bug after thirty plies": """
        ends=bug-move asks=range
        ends=bug-crash names=board
        ends=bug-move game=othello
        ends=bug-crash game=othello names=row-column
        """,
    "tosses": """
        begins=toss asks=range
        begins=disc-toss asks=range
        begins=disc-toss game=othello
        begins=toss before=name game=othello
        begins=disc-toss before=mode names=board
        """,
    "what is no question": """
        before=hello asks=range
        before=hello noise=question game=othello
        before=rules asks=range
        before=press noise=question
        """,
    "orders without a question": """
        begins=argument asks=range
        begins=argument game=othello
        begins=always-first asks=range
        begins=always-second game=othello
        """,
    "options, commands and settings": """
        begins=flags
        begins=flags game=othello
        begins=newgame
        begins=newgame game=othello
        begins=settings ends=beat
        begins=settings game=othello
        names=A1 asks=range
        names=A1 draws=labelled game=kalah
        """,
    "many questions": """
        before=mode begins=menu names=board
        before=mode begins=side game=othello
        before=level begins=word asks=range
        before=mode begins=menu game=othello names=3C types=two
        before=rules begins=one-two names=letters
        before=username begins=yes-no
        before=box game=othello
        before=modes begins=menu asks=range
        before=modes game=othello begins=side
        """,
    "menus and words before a game": """
        before=row asks=range
        before=row game=othello begins=side
        before=start asks=range
        before=start game=othello begins=menu
        before=account names=board
        before=account game=othello
        """,
    "pauses and short prompts": """
        waits=bare
        waits=bare game=othello begins=side
        waits=bare says=label asks=range
        waits=continue asks=range
        types=turn-menu
        types=turn-menu game=othello before=time
        types=twice asks=range
        asks=tag begins=always-second names=board
        asks=tag game=othello
        asks=hint game=othello begins=always-second
        asks=hint begins=always-second names=board
        passes=word game=othello
        waits=key asks=range
        waits=both game=othello
        waits=confirm asks=range
        waits=certain game=kalah names=letters
        """,
    IN_C: "",
    ANY: "",
}


@dataclass(frozen=True)
class Row:
    example: Example
    alone: Seating
    hand: Seating


def examples(kind: str, folder: Path) -> Iterator[Example]:
    """The programs of a kind."""
    if kind == IN_C:
        yield from (Example(habits, _compiled(folder)) for habits in covering(TWIN, seed=1))
    elif kind == ANY:
        pairs = zip_longest(covering(PITS, seed=1), covering(SQUARES, seed=1))
        yield from (Example(habits) for habits in chain.from_iterable(pairs) if habits)
    else:
        for line in KINDS[kind].strip().split("\n"):
            yield Example(dict(word.split("=") for word in line.split()))


def _compiled(folder: Path) -> Path:
    target = folder / "player"
    if not target.exists():
        source = PROGRAMS / "habits" / "player.c"
        subprocess.run([*COMPILERS[".c"], source, "-o", target], check=True)
    return target


def measured(example: Example, folder: Path, within: str) -> Row:
    """The example, held against its own notes."""
    row = Row(example, learned(example, folder, "--within", within), by_hand(example, folder))
    for who, seating in (("learn", row.alone), ("by hand", row.hand)):
        for wrong in filter(None, (seating.wrong, *(f"FALSE: {said}" for said in seating.false))):
            click.echo(f"{example} | {who} | {wrong}", err=True)
    return row


def _share(seatings: list[Seating]) -> str:
    return f"{sum(not seating.wrong for seating in seatings)} of {len(seatings)}"


def _line(kind: str, rows: list[Row]) -> str:
    alone, hand = _share([row.alone for row in rows]), _share([row.hand for row in rows])
    seconds = median(row.alone.seconds for row in rows)
    return f"| {kind} | `{rows[0].example}` | {alone} | {hand} | {seconds:.1f} |"


@click.command()
@click.option("--kind", "kinds", type=click.Choice([*KINDS]), multiple=True, help="All by default.")
@click.option("--count", default=16, show_default=True, help="The most examples of a kind.")
@click.option("--within", default="2m", show_default=True, help="As `owari learn` has it.")
@click.option("--each", is_flag=True, help="A row for each example.")
def main(kinds: tuple[str, ...], count: int, within: str, each: bool) -> None:
    click.echo("| Kind | Example | Alone | By hand | Seconds |\n| --- | --- | --- | --- | --- |")
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for kind in kinds or KINDS:
            of_kind = []
            for example in islice(examples(kind, folder), count):
                of_kind.append(measured(example, folder, within))
                if each:
                    click.echo(_line(kind, of_kind[-1:]))
            if not each:
                click.echo(_line(kind, of_kind))
            rows += of_kind
    alone, hand = _share([row.alone for row in rows]), _share([row.hand for row in rows])
    click.echo(f"\n{alone} alone, {hand} by hand", err=True)


if __name__ == "__main__":
    main()
