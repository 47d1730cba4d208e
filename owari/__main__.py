"""`python -m owari` is `owari`."""

from owari.cli import main

main()
