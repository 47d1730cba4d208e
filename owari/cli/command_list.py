"""The commands by name, and the help that lists them without importing any."""

from __future__ import annotations

__all__ = ["COMMANDS", "help_text"]

COMMANDS = {
    "play": "Play a game at this terminal against the engine or a program.",
    "relay": "Enter moves by hand against a program that cannot run here.",
    "tournament": "Play a round robin between programs.",
    "check": "Try a program on all that evenings fail on.",
    "standings": "Show the table of a tournament.",
    "show": "Show games, one text or move by move.",
    "score": "Enter the score of a game played elsewhere.",
    "annul": "Strike a game from a tournament's results.",
    "import": "Read other people's files of Othello games.",
    "export": "Write games for other programs to read.",
    "solve": "Prove what a position and each of its moves is worth.",
    "tablebase": "Build tables of exact endgame values on disk.",
    "book": "Build the book of exact opening values.",
    "analyze": "Say which move of a game threw away what.",
    "bench": "Measure the engine on this machine.",
    "engine": "Play as a program in other people's managers.",
    "games": "List the games that can be played.",
    "rules": "Print the rules of a game.",
    "bots": "List the built-in bots.",
    "protocols": "List the protocols that programs can speak, or explain one.",
    "learn": "Find out how a console program is described.",
    "new-bot": "Write a bot to start from, in Python, C or Java.",
}
"""Each command and its line in the help. The module of a command has its name and holds it as
`command`."""

HELP = """\
Usage: owari [OPTIONS] COMMAND [ARGS]...

  Games between programs: a referee, a move-entry table and a tournament for
  Owari and Kalah.

Options:
  --version   Show the version and exit.
  -h, --help  Show this message and exit.

Commands:
"""


def help_text() -> str:
    width = max(map(len, COMMANDS))
    lines = (f"  {name:{width}}  {summary}" for name, summary in COMMANDS.items())
    return HELP + "\n".join(lines)
