"""The commands by name and group, and the help that lists them without importing any."""

from __future__ import annotations

SUMMARY = "A referee, a move-entry table and a tournament for Owari, Kalah and Othello."

GROUPS = {
    "Play at the table": {
        "play": "Play a game at this terminal against the engine or a bot.",
        "relay": "Enter moves by hand against a program on another computer.",
        "games": "List the games.",
        "rules": "Print the rules of a game.",
    },
    "In a browser": {
        "serve": "Show tournaments, play and relay in a browser.",
    },
    "Tournament": {
        "init": "Write a tournament file for a folder of programs.",
        "add": "Put one more program into a tournament file.",
        "example": "Write a tournament that comes with Owari to a folder.",
        "tournament": "Play a tournament between bots.",
        "standings": "Show the standings of a tournament.",
        "report": "Write a tournament or games to one page of HTML.",
        "show": "List the games of a tournament, or show games move by move.",
        "score": "Enter the score of a game played elsewhere.",
        "annul": "Annul a game of a tournament.",
        "withdraw": "Take a bot out of a tournament.",
        "rename": "Give a bot another name.",
        "verify": "Verify that nobody has changed the results.",
    },
    "Course": {
        "course": "Let students hand in bots, which play on a ladder.",
    },
    "Bots": {
        "match": "Find out which of two bots is stronger.",
        "check": "Test a program for faults that lose games.",
        "learn": "Find the settings of a console program.",
        "new-bot": "Write a sample bot in one of five languages.",
        "bots": "List the built-in bots and the evaluations.",
        "protocols": "List the protocols that bots can use, or explain one.",
    },
    "Analysis": {
        "analyze": "Find the moves that lost a game.",
        "solve": "Prove the value of a position and of each move.",
    },
    "Files": {
        "import": "Convert Othello games from other formats to records.",
        "export": "Write games to one record, or in formats of other programs.",
    },
    "Engine": {
        "engine": "Run the engine as a bot under another manager.",
        "bench": "Measure the speed of the engine.",
        "tablebase": "Build exact endgame tables on disk.",
    },
}
"""The commands of each group with their summaries."""

COMMANDS = {name: summary for group in GROUPS.values() for name, summary in group.items()}
"""All commands with their summaries."""
FORMER = "book"
"""The former name of `python -m owari.engine.book_builder`, until version 1.2: nothing lists it."""
_MODULES = {
    **dict.fromkeys(("games", "rules", "bots", "protocols"), "lists"),
    **dict.fromkeys(("score", "annul", "withdraw", "rename"), "result_changes"),
    **dict.fromkeys(("new-bot", "example"), "samples"),
    "add": "init",
    "analyze": "show",
    **dict.fromkeys(("import", "export"), "import_export"),
}
"""The modules of commands that share one."""


def module_of(name: str) -> str:
    """The module in `owari.cli` of a command, which holds it as `command`; one of several commands
    has the name of each before that, as in `new_bot_command`."""
    return _MODULES.get(name, name)


HEAD = f"""\
Usage: owari [OPTIONS] COMMAND [ARGS]...

  {SUMMARY}

Options:
  --version   Show the version and exit.
  -h, --help  Show this message and exit."""

TAIL = """\
Run 'owari COMMAND --help' to see the options of a command.

To complete words with the Tab key, add a line to the start-up file of the shell:
  bash  eval "$(_OWARI_COMPLETE=bash_source owari)"
  zsh   eval "$(_OWARI_COMPLETE=zsh_source owari)"
  fish  _OWARI_COMPLETE=fish_source owari | source"""


def help_text() -> str:
    """What `owari --help` prints, without a newline at the end."""
    width = max(map(len, COMMANDS))
    groups = (
        "\n".join([f"{group}:", *(f"  {name:{width}}  {line}" for name, line in commands.items())])
        for group, commands in GROUPS.items()
    )
    return "\n\n".join([HEAD, *groups, TAIL])
