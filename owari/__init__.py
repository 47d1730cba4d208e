"""Owari: referee, move-entry table and tournament for games between programs."""

__version__ = "1.0.0"
