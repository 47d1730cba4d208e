"""The games of a tournament as they are played, in several slots at a time.

A slot is a process on a core of its own that plays one game after the other:

    runner            which game comes next, and what becomes of a game that broke off
      incidents       the rules for games that broke off
      slot_processes  starts, watches and ends the processes of the slots
        |   a socket: game specifications down, records up, confirmations down
        |   slot.SlotState: shared memory that survives the slot
      slot_worker     the main loop of the process
        slot          one game: players, logs, referee
          live_moves  the plies for whoever watches

A program can kill or stop its slot, so the runner treats the end of a slot as news, not as a
failure. It takes the record of a game before the programs hear the result. After that, nothing that
they do can change the result. Quick games without programs go down, and come up, several at a time.

`duration_estimate` says how long the games can take.
"""
