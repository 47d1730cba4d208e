"""Owari: referee, move-entry table and tournament for programs that play Owari, Kalah and Othello.

Scripts use the names of `owari.__all__`, which `owari.api` defines:

    >>> import owari
    >>> record = owari.play_game("greedy", "random", game="kalah")
    >>> record.ending.result.value
    '1-0'

They are imported when they are first used, so that the command starts as fast as Python itself.
"""

__version__ = "1.1.0"

TYPE_CHECKING = False  # typing itself would take time to import
if TYPE_CHECKING:
    from owari.api import *  # noqa: F403
    from owari.api import __all__ as __all__
else:

    def __getattr__(name: str) -> object:
        """A name of the library, or the list of these names, `__all__`."""
        from importlib import import_module

        if name == "__all__" or not name.startswith("_"):
            api = import_module("owari.api")
            if name == "__all__" or name in api.__all__:
                return globals().setdefault(name, getattr(api, name))
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        """The names of the module and of the library."""
        return sorted({*globals(), *__getattr__("__all__")})
