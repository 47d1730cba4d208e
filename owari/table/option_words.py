"""Settings as the words of a command line, in the form that a record keeps them."""

from __future__ import annotations

__all__ = ["option_words"]


def option_words(option: str, value: object, default: object = None) -> list[str]:
    """The words that give an option this value; none for the default, the option alone for True."""
    if value == default:
        return []
    return [option] if value is True else [option, str(value)]
