"""What the tests share: the command, a terminal, and the sample programs of `tests/programs`."""
