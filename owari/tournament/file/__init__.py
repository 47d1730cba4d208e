"""The tournament file: what may stand in it, and what it says.

`yaml_source` reads texts with their lines, `key_reader` makes values or problems of them by the
declarations in `keys` and `bot_keys`, and `reader` a whole tournament (`tournament_settings`) or
all problems of the file, and what each program must not see. `bot_entries` writes bots into the
file, and `key_options` reads its keys on a command line.
"""
