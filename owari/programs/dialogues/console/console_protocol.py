"""The program prompts a person, who types moves. The referee takes that person's place, at a terminal
of the program's own. It types answers and moves, and reads the program's moves from the screen.
Describe only what the referee cannot see by itself; for most programs that is `start`.

Run `owari learn COMMAND` first: it plays with the program and prints a description. Then run
`owari check` with it. `--explain` shows each line that is typed or shown, and how it is understood.

## A program that asks who moves first

Start the program by hand and note its questions before the first move. `start` lists your answers:
`first` where the program moves first, and `second` where its opponent does.

    - name: The Old One
      command: ./old_one
      protocol: console
      start:
        first: ["1", "6"]
        second: ["2", "6"]

Typed (>) and shown (<):

    < Who begins: 1 computer, 2 human?
    > 1
    < Depth:
    > 6
    < Computer plays pit 4
    < Your pit (7-12):
    > 8
    < Computer plays pit 2
    < Your pit (7-12):

The referee finds the move in a sentence about the program, or in the board that it draws. It types
pits as the prompt shows them; here the range is 7-12. An empty line answers "Press Enter".

## Pits with other names

`numbering` names the pits of both sides; `owari rules GAME` shows what each of its words means. Use
`types` and `reads` where the two sides differ: `types` is what to type for the opponent's pits, and
`reads` is what the program calls its own.

    - name: One To Six
      command: ./old_one
      protocol: console
      start: {first: ["y"], second: ["n"]}
      numbering: 1-6

Typed (>) and shown (<):

    < Do I begin?
    > y
    < I choose hole 5.
    < And you?
    > 2
    < I choose hole 3.
    < And you?

A program has a side in its own world, South as a rule; `side` names another. A program that draws
the person at the bottom is North there, which matters where pits are named as drawn. The referee
translates all moves and boards where that is not its side in the game.

Each line of `types` may also be a template of a line to type, with {pit} (the name in small
letters), {PIT}, or {index}, the number of the pit in the last menu. `go` is what makes a program
move that waits to be told.

    - name: Commander
      command: ./old_one
      protocol: console
      types: ["opponent {pit}"]
      go: go

Typed (>) and shown (<):

    < Commands: opponent 7-12, go, quit:
    > go
    < I play pit 4. Command:
    > opponent 8
    < Command:
    > go
    < I play pit 2. Command:

## Questions in mid-game

`answers` holds questions that may come at any time, each with the line to type. The question is a
regular expression for the last line on the screen.

    - name: Chatty
      command: ./old_one
      protocol: console
      start: {first: ["y"], second: ["n"]}
      answers: {'settings.*\\?': n}

Typed (>) and shown (<):

    < Do I begin?
    > y
    < I choose pit 4.
    < Change the settings (y/n)?
    > n
    < Your pit:
    > 8
    < I choose pit 2.
    < Your pit:

## Othello

The side that moves first is Black. `numbering` says how squares are typed and read, as f5, 5f or
5 6; `owari rules othello` shows what each of its words means. Each line of `types` is a template of a line to type, with {square} (f5), {SQUARE} (F5),
{letter}, {LETTER}, {row}, {column} (from 1), {row0}, {column0} (from 0), {row_letter}, {ROW_LETTER},
{number} (of all squares, from 1), {number0}, or {index}, the number of the square in the last menu,
as `1. f5`, `1:[4][5]` or `A: f5`, or the letter or number drawn in it. Two templates answer two
prompts, one after the other.

    - name: Row And Column
      command: ./old_one
      protocol: console
      start: {first: ["2"], second: ["1"]}
      numbering: row-column
      types: ["{row}", "{column}"]

Typed (>) and shown (<):

    < Player 1 moves first. Are you player 1 or 2?
    > 2
    < Computer plays (5, 6)
    < Row:
    > 6
    < Column:
    > 6
    < Computer plays (6, 5)
    < Row:

A program makes its own passes by itself. `passes` is what to type where its opponent has to pass;
without it, the referee types what the prompt says (`Type pass:`), or the program plays on by
itself. `board: mirrored` is for discs that start on the other diagonal, or rows that count from the
bottom, so that names are mirrored; a drawing that is only turned needs no key. `side`, `reads` and `stops-early` are for pits.

## A move in other words

Where the referee does not find the move, `move` is a regular expression that does. Its group is the
move, as `reads` or `numbering` names it. Where it never matches, no move is read at all, not even
from a board.

    - name: Debugger
      command: ./old_one
      protocol: console
      start: {first: ["y"], second: ["n"]}
      move: 'best=(\\d+)'

Typed (>) and shown (<):

    < Do I begin?
    > y
    < depth=8 best=4 nodes=90210
    < Your pit:
    > 8
    < depth=8 best=2 nodes=70601
    < Your pit:

Where the referee cannot see that the program waits, `prompt` is an expression for the end of its
output, and `quiet` is the silence that ends its turn.

## A program that tosses for the first move

`start: {toss: [...]}` lists the answers for both orders. The program is started again until the
toss falls as the game needs, 16 times at most. A program that asks nothing has `toss: []`. The answers of `first` or `second` come after those
of `toss`. Where the program keeps a disc whoever begins, `board` may be `first-is-mirrored` or
`second-is-mirrored`.

## A program whose command says who begins

`first-arguments` and `second-arguments` are the words at the end of its command in each order.

    - name: By Argument
      command: [./old_one, --depth, "4"]
      protocol: console
      start: {first-arguments: [-c], second-arguments: [-p]}

## The last turn

Many programs do not show the turn that ends the game. Where a program says that the game is over,
or leaves with exit code 0, the referee plays the turn that ends it. Of several such turns, the
score that the program tells decides.

## Keys

{keys}
"""  # noqa: E501

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from owari.games.game import Game
from owari.players.player import Cause
from owari.programs.dialogues.console.console_settings import ConsoleSettings, serves
from owari.programs.dialogues.protocol_spec import Joining, ProtocolSpec, cannot_swap
from owari.programs.sandbox.program_settings import ProgramSettings
from owari.records.record import Termination

if TYPE_CHECKING:
    from owari.programs.dialogues.console.console_dialogue import ConsoleDialogue
    from owari.programs.transports.transports import Transport


@dataclass(frozen=True, slots=True)
class ConsoleProtocol(ConsoleSettings):
    """A program that prompts a person."""


def _dialogue(settings: ConsoleProtocol) -> ConsoleDialogue:
    from owari.programs.dialogues.console.console_dialogue import ConsoleDialogue

    return ConsoleDialogue(settings)


def _transport(program: ProgramSettings) -> Transport:
    from owari.programs.transports.transports import TerminalTransport

    assert isinstance(program.protocol, ConsoleProtocol)
    return TerminalTransport(program, quiet=program.protocol.quiet)


def _unfit(rules: Game) -> str:
    if not serves(rules):
        return f"console programs play sowing games and Othello here, and not {rules.name}"
    return cannot_swap(rules)


PROTOCOL = ProtocolSpec(
    name="console",
    summary="programs that prompt a person: the referee types and reads the screen",
    settings=ConsoleProtocol,
    dialogue=_dialogue,
    guide_text=__doc__,
    transport=_transport,
    unfit=_unfit,
    joining=Joining.NONE,
    is_described_for_one_game=True,
    can_end_input=False,
    accepts_cr_lf=True,
    advice={
        Cause.WRONG_START: "correct its `start`; --explain shows its questions and what is typed",
        Termination.TIMED_OUT: "look less far ahead, or stop when the time is over; if it was"
        " waiting for input, describe in `prompt` what it prints then",
        Termination.UNREADABLE: "read with --explain what it shows and what is understood, and"
        " describe it with the keys of console programs; owari learn finds most of them",
    },
)
