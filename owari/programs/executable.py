"""Where the program of a command is."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from owari.errors import BadInput

SCRIPTS = frozenset((".py", ".js", ".rb", ".pl", ".sh", ".lua", ".jar"))
"""Endings of files that an interpreter runs, named in its first argument that is no option."""


READLINE = Path(__file__).with_name("samples") / "codingame.js"
"""What gives JavaScript programs the function `readline` of CodinGame, as `node -r FILE bot.js`."""
OUR_READLINE = f"owari:{READLINE.name}"
"""The word that stands for that file in a command, wherever we are installed."""
READLINE_ADVICE = (
    "CodinGame gives its programs the function readline, and node does not: start it as in"
    f" 'node -r {OUR_READLINE} bot.js', where Owari puts in the file that has it"
)


class BadCommand(BadInput):
    """A command that cannot be run; the text says which word is wrong and what would help."""


def command_words(text: str) -> list[str]:
    """The words of a command as a shell would read it. Raises BadInput."""
    try:
        words = shlex.split(text)
    except ValueError:
        raise BadInput(f"the command {text!r} has an open quote") from None
    if not words:
        raise BadInput("the command is empty")
    return words


def find_program(command: Sequence[str], folder: Path, directory: Path) -> tuple[str, ...]:
    """The command with the absolute path of its program as the first word.

    A first word with a slash is a path from `folder`, any other is looked for on PATH and where we
    are installed. The argument `owari:codingame.js` becomes the path of that file, and all others
    stay as they are. `directory` is the folder the program will run in. Raises BadCommand when
    there is no such program, or when the script that an interpreter is to run is not there.
    """
    word, *given = command
    if "\0" in "".join(command) or not word:
        raise BadCommand("a word of the command is empty or holds a NUL character")
    is_path = "/" in word or os.sep in word
    program = _in_folder(word, folder, directory) if is_path else _on_path(word, folder, directory)
    own = [argument for argument in given if argument != OUR_READLINE]
    script = next((argument for argument in own if not argument.startswith("-")), "")
    if Path(script).suffix in SCRIPTS and not (directory / script).is_file():
        if os.path.lexists(directory / script):
            raise BadCommand(f"{script} in {directory} is no plain file: put the program there")
        hint = ""
        if (folder / script).is_file():
            hint = f"; for the one in {folder} write {os.path.relpath(folder / script, directory)}"
        raise BadCommand(f"{script} is not in {directory}, where {word} would look for it{hint}")
    return (program, *(str(READLINE) if each == OUR_READLINE else each for each in given))


def _in_folder(word: str, folder: Path, directory: Path) -> str:
    program = Path(os.path.abspath(folder / word))
    if program.is_dir():
        raise BadCommand(f"{program} is a folder, not a program")
    if not program.exists():
        hint = _of_directory(word, folder, directory) or _hint(word)
        raise BadCommand(f"there is no program {program}{hint}")
    if not os.access(program, os.X_OK):
        raise BadCommand(
            f"{program} is not executable: 'chmod +x' it, or name its interpreter first,"
            f" as in [python3, {word}]"
        )
    return str(program)


def _on_path(word: str, folder: Path, directory: Path) -> str:
    """On PATH, or beside the interpreter that runs this: so `owari` itself is found where its
    virtual environment is not active."""
    found = shutil.which(word) or shutil.which(word, path=os.path.dirname(sys.executable))
    if found is None and (folder / word).exists():
        raise BadCommand(f"{word!r} is not on PATH; for the file beside this one write ./{word}")
    if found is None:
        hint = _of_directory(word, folder, directory) or _hint(word)
        raise BadCommand(f"there is no program {word!r} on PATH{hint}")
    return os.path.abspath(found)


def _of_directory(word: str, folder: Path, directory: Path) -> str:
    """How to name the program that lies in the folder in which it is to run, if one does."""
    if not (directory / word).is_file():
        return ""
    path = os.path.relpath(directory / word, folder)
    path = path if "/" in path else f"./{path}"
    return f"; for the one in its directory write {path}, as a path begins beside the file"


def _hint(word: str) -> str:
    """For those who expect a shell."""
    words = word.split()
    if len(words) < 2:
        return ""
    return f"; a program with arguments is a list of words: [{', '.join(words)}]"
