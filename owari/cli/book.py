"""`owari book`: the former name of `python -m owari.engine.book_builder`, until version 1.2."""

from __future__ import annotations

import click

from owari.engine.book_builder import main


@click.group("book", hidden=True)
def command() -> None:
    """Build an opening book, as 'python -m owari.engine.book_builder' does."""


@command.command("build", add_help_option=False, context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, type=click.UNPROCESSED)
def build_command(words: tuple[str, ...]) -> None:
    """Build a book; the words are those of the builder."""
    main(words)
