"""Tournaments: from the file to the results.

A tournament passes through these modules, in this order:

1. The file: the modules in `file` read it and check it.
2. The results file: `changes` compares the tournament with the games that it holds already, and
   with the files of the programs, and `resumption` begins it or goes on. `result_entry` enters
   games that were played elsewhere, and bots that withdraw.
3. The schedule: `formats` say which games there are, in which order, under which numbers, and
   `tournament_state` which of them are due.
4. The games: `tournament_games` decides which are played and which forfeited, and stores them as
   they come out of `runner.run`. Those that ended together (`runner.groups`) are stored together.
   The modules in `run` play them, and those in `cluster` do so on other machines.
"""
