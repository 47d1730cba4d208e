"""Tournaments: from the file to the results.

A tournament passes through these modules, in this order:

1. The file: `yaml_source` reads texts with their lines, `keys` and `bot_keys` check them, and
   `config` turns them into values (`tournament_settings`) or all their problems (`config_errors`).
   `private_files` says what each program must not see.
2. The results file: `changes` compares the tournament with the games that it holds already, and
   with the files of the programs (`program_fingerprint`). `result_entry` enters the tournament,
   and games that were played elsewhere.
3. The schedule: `schedule` says what a game is before it is played. `formats` say which games
   there are, in which order, under which numbers.
4. The slots: `runner` plays the games in several slots at a time. A slot is a process on a core of
   its own that plays one game after the other:

       runner            which game comes next, and what becomes of a game that broke off
         incidents       the rules for games that broke off
         slot_processes  starts, watches and ends the processes of the slots
           |   a socket: game specifications down, records up, confirmations down
           |   slot_state: shared memory that survives the slot
         slot_worker     the main loop of the process
           slot          one game: players, logs, referee
             log_folders the files of the dialogues

   A program can kill or stop its slot, so the runner treats the end of a slot as news, not as a
   failure. It takes the record of a game before the programs hear the result. After that, nothing
   that they do can change the result. Quick games without programs go down, and come up, several
   at a time.
5. The results: the caller stores the games as they come out of `runner.run`. Those that ended
   together (`runner.groups`) are stored together.
"""
