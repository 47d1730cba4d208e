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

| key | value | default |
| --- | --- | --- |
| `side` | its side in its own world: `south`, `north`, `first-is-south`, `first-is-north` | `south` |
| `start` | what to type before the first move, `first: [...]` when it is to move first and `second: [...]` when not; `false` for an order that it cannot play; or `toss: [...]`, in either order, where chance decides who begins | nothing |
| `answers` | mapping: regular expressions of questions that it asks at any time, each with what is typed then | none |
| `numbering` | how it names all pits: `board`, `0-5`, `1-6`, `as-drawn`, `letters`, for `types` and `reads` in one word; of squares `board` (f5), `row-letter` (5f), `letters` (ef), `row-column` (5 6), `row-column-0` (4 5), `column-row` (6 5), `column-row-0` (5 4) | as those say; of squares `board` |
| `types` | six words: how we type the opponent's pits, in sowing order; of squares, templates of the lines that are typed for one | the range that its prompt shows, else `7-12` (side south) or `0-5`; of squares as `numbering` says |
| `reads` | six words: how it names its own pits, in sowing order | the range that its prompt shows, else `0-5` or `7-12` |
| `move` | regular expression with one group: its move, as `reads` or `numbering` names it; of squares also with two, its row and its column, or with those called `row` and `column` | what it says of itself, else the board it has drawn |
| `prompt` | regular expression of what it prints when it waits for us | `auto`: we see that it reads |
| `quiet` | the silence that ends its turn where that cannot be seen | `200ms` |
| `board` | `auto`, `remark`, `none`; of squares also `mirrored`, for discs that start on the other diagonal; or, of pits, a regular expression with a group for each of the 14 numbers | `auto` |
| `stops-early` | `true`: it may stop once one side has more than half of the stones | `true` |
| `passes` | (Othello) what to type where the person has to pass | nothing: it goes on by itself |
| `discs` | (Othello) how it draws a black disc, a white one and an empty square, as `X O .` | as it is seen to draw them |

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
