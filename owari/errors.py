"""The tree of errors. The text of each is a sentence for the person who can do something about it;
decisions are taken on the class and its attributes, never on the text.

    OwariError
    +-- BadInput                what was given cannot be used; the command line leaves with code 2
    |   +-- IllegalMove         the rules forbid the move               games.game
    |   +-- BadMove             a text names no move                    games.game
    |   +-- BadPosition         a text is no position                   games.game
    |   +-- BadRecord           a text is no record of ours             records.pgn
    |   +-- BadGame             a game in somebody else's file          records.archives
    |   +-- Unwritable          a format cannot hold the game           records.archives
    |   +-- BadBook             a file is no opening book               engine.book
    |   +-- BadTablebase        a file is no endgame table              engine.tablebase
    |   +-- BadResults          a results file cannot be used           results.database
    |   |   +-- NumberTaken     the number has a result already         results.store
    |   +-- NotLocked           somebody else writes the file           results.lock
    |   +-- BadCommand          a command names no program              programs.executable
    |   +-- MissingMeans        the system cannot enforce a limit       programs.sandbox
    |   +-- NotLearned          no description fits a program           checking.description_trial
    |   +-- BadSource           a file is no YAML of ours               tournament.yaml_source
    |   +-- BadTournament       a tournament file has mistakes          tournament.config
    |   +-- BadEntry            a result cannot be entered              tournament.result_entry
    |   +-- Refused             a command has no place at the table     table.commands
    |   +-- Misheard            a manager sent what is no request       serving.speaker
    +-- Fault                   what a program did wrong in a game      players.player
"""

from __future__ import annotations

__all__ = ["BadInput", "OwariError"]


class OwariError(Exception):
    """The base of all errors that Owari raises on purpose."""


class BadInput(OwariError, ValueError):
    """What somebody gave cannot be used. The text says what, where, and what to do."""
