"""The tree of errors, and the codes with which commands leave.

The text of an error is a sentence for the person who can act on it. Programs decide on the class
and its attributes, never on the text. The command line turns BadInput into exit code 2.

    OwariError
    +-- BadInput                the input cannot be used                       errors
    |   +-- IllegalMove         the rules forbid the move                      games.game
    |   +-- BadMove             a text names no move                           games.game
    |   +-- BadPosition         a text is no position                          games.game
    |   +-- BadRecord           a text is no record                            records.pgn
    |   +-- BadGame             a game in another program's file is unreadable records.archives
    |   +-- Unwritable          a format cannot hold the game                  records.archives
    |   +-- BadBook             a file is no opening book                      engine.book
    |   +-- BadTablebase        a file is no endgame table                     engine.tablebase
    |   +-- BadResults          a results file cannot be used                  results.database
    |   |   +-- NoSuchGame      a results file has no game of this number        results.database
    |   +-- NoRatings           the libraries for ratings are missing          results.ratings
    |   +-- NotLocked           the file cannot be locked for writing          results.lock
    |   |   +-- InUse           another process writes the file                results.lock
    |   +-- BadCommand          a command names no program                     programs.executable
    |   +-- MissingMeans        the system cannot enforce a limit              programs.sandbox.sandbox
    |   +-- NotLearned          no description fits a program                  checking.description_trial
    |   |   +-- AsksNothing     the program waits in silence                   checking.description_trial
    |   +-- BadTournament       a tournament file has mistakes                 tournament.file.yaml_source
    |   +-- ComesTooLate        a format admits no new bot after its start     tournament.resumption
    |   +-- IllegalCommand      a command is not possible at the table now     table.commands
    |   |   +-- IllegalHere     a move of theirs is illegal on our board       table.commands
    |   +-- BadHandIn           a hand-in of a course cannot be taken          course.archive_contents
    |   |   +-- NoAnswer        its server does not answer                     course.remote_course
    |   +-- NoSuchVersion       a team has no version of this number           course.course_store
    |   +-- BadRequest          a manager's line is no request                 serving.speaker
    +-- Fault                   a program broke a rule, and forfeits its game  players.player
    +-- Held                    a program could not play freely, and the game is void     programs.sandbox.child_process
    +-- NotIsolated             the sandbox failed, and the game is void       programs.sandbox.child_process

These exceptions only change what happens next; they are no errors.

    Exception
    +-- StartAgain              the toss gave the wrong order: restart a program  programs.dialogues.dialogue
    +-- TimeIsUp                the trials of a program have no time left         checking.watched_program
    +-- DrawsAlike              discs of both sides look alike without colours    checking.start_search
    +-- GameLeft                a person left the table in the middle of a game   table.terminal
    +-- Outdated                a line belongs to an earlier state of its table   web.open_table
    +-- AlreadyWithdrawn        a bot withdraws again in the same way             tournament.result_entry
    +-- Busy                    another process works on the queue of a course    course.trial_queue
    +-- Goodbye                 the manager ended the conversation                serving.speaker
    KeyboardInterrupt
    +-- Interrupted             Ctrl-C has ended the search for a description     checking.description_trial
    +-- Terminated              the system, not Ctrl-C, ends the process          table.terminal
"""  # noqa: E501

from __future__ import annotations

from enum import IntEnum
from typing import Self


class OwariError(Exception):
    """The base of all errors that Owari raises on purpose."""


class BadInput(OwariError, ValueError):
    """The input cannot be used. The text says what is wrong, where, and what to do."""


class ExitCode(IntEnum):
    """What a command leaves with; `description` is one sentence on each."""

    description: str

    def __new__(cls, code: int, description: str) -> Self:
        """A code with its description."""
        member = int.__new__(cls, code)
        member._value_ = code
        member.description = description
        return member

    DONE = (
        0,
        "The command did what it was asked to do; a game that a program forfeits counts as done.",
    )
    FAILED = (
        1,
        "A check or a verification failed, a game stayed void, or a match measured nothing because"
        " no game had a move of both bots.",
    )
    BAD_INPUT = 2, "The input or the command line cannot be used; the message says what to change."
    INTERRUPTED = 130, "Ctrl-C ended the command."
