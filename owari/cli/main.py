"""The group of all commands, and the exit codes of their errors."""

from __future__ import annotations

import codecs
import io
import os
import sys
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from owari import __version__
from owari.cli.command_list import COMMANDS, FORMER, SUMMARY, help_text, module_of
from owari.errors import BadInput, ExitCode
from owari.text.printable import printable
from owari.text.suggestions import nearest
from owari.text.terminal_lines import say

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


LOST_FILE = (
    "Error: a file that this command had mapped into memory cannot be read any more. Perhaps"
    " another program has cut it short, such as one that synchronizes folders and the file"
    " NAME.db-shm beside results. All games that were told of are kept: run the command again\n"
)


class _Refusal(click.ClickException):
    """Bad input as click shows it, with the exit code 2."""

    exit_code = ExitCode.BAD_INPUT

    def __init__(self, message: str) -> None:
        super().__init__("\n".join(map(printable, message.split("\n"))))

    def show(self, file: Any = None) -> None:
        """Prints the sentence in lines that fit the terminal."""
        say(f"Error: {self.format_message()}", err=True)


class _LazyGroup(click.Group):
    """Imports the module of a command when the command is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, None where there is none."""
        if cmd_name == FORMER:
            return super().get_command(ctx, cmd_name)
        if cmd_name not in COMMANDS:
            return None
        module = vars(import_module(f"owari.cli.{module_of(cmd_name)}"))
        own = f"{cmd_name.replace('-', '_')}_command"
        command: click.Command = module[own] if own in module else module["command"]
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the first word names. Raises click.UsageError."""
        name = args[0]
        if name in (*COMMANDS, FORMER) or name.startswith("-") or ctx.resilient_parsing:
            return super().resolve_command(ctx, args)
        near = nearest(name, COMMANDS)
        suggestion = f" Did you mean {near!r}?" if near else ""
        raise click.UsageError(f"No such command {name!r}.{suggestion}", ctx)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The commands that begin like the incomplete word, and the options of `owari` itself."""
        from click.shell_completion import CompletionItem

        commands = [
            CompletionItem(name, help=summary)
            for name, summary in COMMANDS.items()
            if name.startswith(incomplete)
        ]
        return commands or click.Command.shell_complete(self, ctx, incomplete)

    def invoke(self, ctx: click.Context) -> object:
        """Runs the command; bad input becomes a message and an exit code."""
        try:
            return super().invoke(ctx)
        except BadInput as error:
            raise _Refusal(str(error)) from None

    def get_help(self, ctx: click.Context) -> str:
        """The list of the commands in groups."""
        return help_text()


@click.group(cls=_LazyGroup, help=SUMMARY, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="owari")
@click.pass_context
def owari(ctx: click.Context) -> None:
    """The group of all commands."""
    if os.environ.get("NO_COLOR"):
        ctx.color = False


@owari.group(FORMER, hidden=True)
def book() -> None:
    """Build an opening book, as 'python -m owari.engine.book_builder' does."""


@book.command("build", add_help_option=False, context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, type=click.UNPROCESSED)
def build_command(words: tuple[str, ...]) -> None:
    """Build a book; the words are those of the builder."""
    from owari.engine.book_builder import main as build

    build(words)


def main() -> None:
    """Runs the command line and leaves with one of `ExitCode`."""
    _accept_all_characters()
    _name_lost_files()
    output = sys.stdout
    try:
        code = owari.main(prog_name="owari", standalone_mode=False) or ExitCode.DONE
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("Interrupted.", err=True)
        code = ExitCode.INTERRUPTED
    except BrokenPipeError:
        code = ExitCode.DONE  # the reader of the output has closed it
    except SystemExit as left:
        # Click leaves so after a closed output, which it wraps, and after it completed a word.
        code = left.code if sys.stdout is output else ExitCode.DONE
    except MemoryError:
        code = _failed("this command needs more memory than the system has")
    except OSError as error:
        place = f" ({error.filename})" if error.filename else ""
        code = _failed(f"{error.strerror or error}{place}")
    except Exception as error:
        if _hides_ctrl_c(error):
            click.echo("Interrupted.", err=True)
            code = ExitCode.INTERRUPTED
        # Python and the kernel have no class of their own for this error, only its text.
        elif str(error) == "can't start new thread":
            code = _failed(
                "the system cannot start more threads: use fewer with --threads, or raise its"
                " limits (ulimit -u, ulimit -v)"
            )
        else:
            raise
    try:
        sys.stdout.flush()
    except OSError:  # else Python reports it once more when it ends
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code)


def _name_lost_files() -> None:
    """Leaves with a sentence where a mapped file is cut short, such as the one by which processes
    share the log of a results file. Where nothing was compiled, the system ends the process."""
    with suppress(ImportError, OSError):
        from owari.programs.sandbox import native

        native.leave_at_lost_file(LOST_FILE.encode(), ExitCode.BAD_INPUT)


def _accept_all_characters() -> None:
    """Lets no output fail for its characters, and no input for its bytes, whatever the locale."""
    codecs.register_error("escaped", _escaped)
    codecs.register_error("escaped on a screen", _escaped_on_a_screen)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="escaped on a screen" if stream.isatty() else "escaped")


def _escaped(error: UnicodeError) -> tuple[str, int]:
    """The characters that an encoding does not have, as JSON writes them; but a hyphen for the
    minus of a number."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end]
    minus = text.endswith("−") and error.object[error.end : error.end + 1].isdigit()
    units = text[: len(text) - minus].encode("utf-16-be", "surrogatepass").hex()
    escaped = "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))
    return escaped + "-" * minus, error.end


def _escaped_on_a_screen(error: UnicodeError) -> tuple[str, int]:
    """The same with a tilde for an ellipsis, so that the columns of tables stay straight."""
    text, end = _escaped(error)
    return text.replace("\\u2026", "~"), end


def _hides_ctrl_c(error: BaseException | None) -> bool:
    """Whether Ctrl-C has become another error on its way: Python 3.11 makes a RuntimeError of it
    where a class of an import is built."""
    while error is not None:
        if isinstance(error, KeyboardInterrupt):
            return True
        error = error.__cause__ or error.__context__
    return False


def _failed(sentence: str) -> int:
    with suppress(OSError):
        click.echo(f"Error: {sentence}", err=True)
    return ExitCode.BAD_INPUT
