"""Console programs made of habits: `player.py` and its twin `player.c`, and what they can be."""
