"""Prints every aim for the speed with what is measured here: the median of five runs.

    python -m tests.benchmarks.peers [NAME ...]

A NAME is that of an aim or of a module in tests/benchmarks/aims; without one, all are measured.
Seconds are those of the processor, of whole processes with all that they start, where the line says
nothing else. What other programs need for the same is in docs/speed.md.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import click

from owari.engine import kernel
from tests.benchmarks import aims
from tests.benchmarks.aims.aim import AIMS, Aim

ROOT = Path(__file__).parents[2]


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME ...]")
def main(names: Sequence[str]) -> None:
    """Print every aim with the figure that is measured here."""
    if missing := [name for name in ("sowing", "othello") if getattr(kernel, name) is None]:
        raise click.UsageError(
            f"{Path(kernel.__file__).parent} has no compiled kernel for {' and '.join(missing)},"
            f" which is what is measured. Install g++, then run 'pip install -e .' in {ROOT};"
            " without -e what stands there is not compiled."
        )
    for module in iter_modules(aims.__path__):
        import_module(f"{aims.__name__}.{module.name}")
    for each in chosen(names):
        for line in lines(each):
            click.echo(line)
    click.echo(f"load of the machine: {os.getloadavg()[0]:.1f}, cores: {os.cpu_count()}")


def chosen(names: Sequence[str]) -> list[Aim]:
    """The aims of these names and modules; all for none."""
    known = {*AIMS, *(each.module for each in AIMS.values())}
    for name in names:
        if name not in known:
            raise click.UsageError(f"no aim has the name {name}; there are: {', '.join(AIMS)}")
    return [each for each in AIMS.values() if not names or {each.name, each.module} & set(names)]


def lines(measured: Aim) -> Iterator[str]:
    """A line for each figure, with its bound and whether it is reached."""
    for bound, figure in zip(measured.bounds, measured.figures(), strict=True):
        shown = figure if isinstance(figure, str) else f"{figure:9.4g} {bound.unit:16}"
        line = f"{measured.name:20} {measured.what:46} {shown} {bound!s:14} {bound.verdict(figure)}"
        yield line.rstrip()


if __name__ == "__main__":
    main()
