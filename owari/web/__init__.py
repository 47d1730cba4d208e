"""The live page: watch, play and relay in a browser."""
