"""`python -m owari` is `owari`."""

from owari.cli.start import main

if __name__ == "__main__":
    main()
