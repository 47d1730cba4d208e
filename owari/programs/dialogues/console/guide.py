"""The page on console programs, for those who describe one."""

from __future__ import annotations

__all__ = ["GUIDE"]

GUIDE = """
A program that prompts a person. We sit at its keyboard, through a terminal of its own, and type what
the person would: the answers of `start`, then the other side's moves. What it does is read from its
screen: what it says of its own move, or the board that it draws. It believes in a side of its own,
South as a rule; everything is turned round for it where that is not its side here.

    - name: The Old One
      command: ./old_one
      protocol: console
      start:
        first: ["1", "6"]
        second: ["2", "6"]

{keys}

Of Othello a template in `types` holds {square} (f5), {SQUARE} (F5), {letter}, {LETTER}, {row},
{column} (from 1), {row0}, {column0} (from 0), {row_letter}, or {index}, its number in the menu that
was printed last: `["{row}", "{column}"]` answers two prompts, one after the other.
Whoever moves first is Black. A pass of its own it makes by itself, and it plays again where the person
has to pass; `side`, `reads` and `stops-early` are for pits.

A turn that ends the game may go unshown: where the program says that the game is over, or leaves with
exit code 0, the turn that ends it is played, if there is one alone or the told score picks it.

A program that tosses for who begins is started again until the toss falls as the game needs.

`owari learn COMMAND` plays with a program, `--game` says which game, and finds these keys. `--explain` of `owari play` and
`owari relay` shows what is typed, what the screen shows and how that is understood.

What is typed (>) and shown (<):

    < Who begins: 1 computer, 2 human?
    > 1
    < Depth:
    > 6
    < Computer plays pit 4
    < Your pit (7-12):
    > 8
    < Computer plays pit 2
    < Your pit (7-12):
"""  # noqa: E501
