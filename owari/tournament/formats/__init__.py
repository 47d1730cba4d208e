"""The formats of tournaments: which bots meet, in which order.

`schedule` says what a game is before it is played, and `tournament_format` is the contract of
formats. A format is a pure function of the entrants and of the games of the rounds that are stored.
`format_catalog` lists all formats.
"""
