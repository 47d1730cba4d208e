"""The formats of tournaments: which bots meet, in which order.

`tournament_format` is the contract. A format is a pure function of the entrants and of the games of
the rounds that are stored. `format_catalog` lists all formats.
"""
