"""The group of all commands, and the exit codes of their errors."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib import import_module
from keyword import iskeyword
from typing import TYPE_CHECKING

import click

from owari import __version__
from owari.cli.command_list import COMMANDS, SUMMARY, help_text
from owari.cli.exit_codes import ExitCode
from owari.errors import BadInput
from owari.text.printable import printable
from owari.text.suggestions import nearest

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

__all__ = ["main", "owari"]


class _Refusal(click.ClickException):
    """Bad input as click shows it, with the exit code 2."""

    exit_code = ExitCode.BAD_INPUT

    def __init__(self, message: str) -> None:
        super().__init__("\n".join(map(printable, message.split("\n"))))


class _LazyGroup(click.Group):
    """Imports the module of a command when the command is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, None where there is none."""
        if cmd_name not in COMMANDS:
            return None
        name = cmd_name.replace("-", "_")
        module = import_module(f"owari.cli.{name}_" if iskeyword(name) else f"owari.cli.{name}")
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the first word names. Raises click.UsageError."""
        name = args[0]
        if name in COMMANDS or name.startswith("-") or ctx.resilient_parsing:
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


def main() -> None:
    """Runs the command line and leaves with one of `ExitCode`."""
    if sys.stdout is None:  # closed by the caller
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
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


def _hides_ctrl_c(error: BaseException | None) -> bool:
    """Whether Ctrl-C has become another error on its way: Python 3.11 makes a RuntimeError of it
    where a class of an import is built, pydantic a SchemaError of its own. Our models are fixed, so
    nothing else can prevent one."""
    core = sys.modules.get("pydantic_core")
    while error is not None:
        if isinstance(error, KeyboardInterrupt) or (core and isinstance(error, core.SchemaError)):
            return True
        error = error.__cause__ or error.__context__
    return False


def _failed(sentence: str) -> int:
    with suppress(OSError):
        click.echo(f"Error: {sentence}", err=True)
    return ExitCode.BAD_INPUT
