"""The rules of a game in words, as the referee applies them: made from the values of its rules, so
that every size and every variant is described as it is played."""

from __future__ import annotations

from owari.games.game import Game
from owari.games.mancala import SowingRules
from owari.games.othello import OthelloRules
from owari.report import othello_rules, sowing_rules

__all__ = ["full_rules", "rules_in_a_sentence"]


def rules_in_a_sentence(rules: Game) -> str:
    """What tells the game from its sisters."""
    match rules:
        case SowingRules():
            return sowing_rules.in_a_sentence(rules)
        case OthelloRules():
            return othello_rules.in_a_sentence(rules)
    raise TypeError(f"no words for {rules.name}")


def full_rules(rules: Game) -> str:
    """All rules, the board with its numbers, and how moves and positions are written."""
    match rules:
        case SowingRules():
            paragraphs = sowing_rules.parts(rules)
        case OthelloRules():
            paragraphs = othello_rules.parts(rules)
        case _:
            raise TypeError(f"no words for {rules.name}")
    return "\n\n".join((rules.name, *paragraphs))
