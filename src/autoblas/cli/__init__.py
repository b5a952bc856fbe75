"""The command ``autoblas``: finds its subcommands, and turns what goes wrong into one sentence and an exit status.

A subcommand NAME is the module ``autoblas/cli/commands/NAME.py``, which defines a click command called ``command``. It is
imported when it is run or when help on all of them is asked for, so a slow import costs only those who use it.
"""

from __future__ import annotations

import contextlib
import errno
import importlib
import io
import os
import pkgutil
import sys
from typing import TYPE_CHECKING

import click

from autoblas.cli import apart, commands
from autoblas.cli.verbose import verbose_everywhere, verbose_option
from autoblas.errors import ArgumentError, AutoblasError
from autoblas.isolate.interruption import as_interrupts
from autoblas.isolate.processes import open_streams
from autoblas.version import DOCUMENTATION, __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["cli", "main", "perform"]

FAILURE, MISUSE, INTERRUPTED = 1, 2, 130

FULL = frozenset({errno.ENOSPC, errno.EFBIG, *([errno.EDQUOT] if hasattr(errno, "EDQUOT") else [])})
"""Error numbers of a full file, disk or quota."""


ORDER = ("devices", "doctor", "tune", "fit", "check", "bench", "explain", "print", "report", "db")


class Commands(click.Group):
    """A group whose commands are the modules of ``autoblas.cli.commands``."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 -- click's signature
        """The names of all commands, in the order in which a user meets them."""
        names = {module.name for module in pkgutil.iter_modules(commands.__path__)}
        return sorted(names, key=lambda name: (ORDER.index(name) if name in ORDER else len(ORDER), name))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, imported now."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command = importlib.import_module(f"{commands.__name__}.{cmd_name}").command
        if not isinstance(command, click.Command):
            raise TypeError(f"{commands.__name__}.{cmd_name}.command is not a click command")
        command.name = cmd_name  # whatever the function is called
        verbose_everywhere(command)
        return command


@click.group(
    cls=Commands,
    epilog=f"Start: autoblas doctor. Documentation: {DOCUMENTATION}",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="autoblas", message="%(prog)s %(version)s")
@verbose_option
def cli() -> None:
    """An auto-tuned BLAS for every OpenCL device, and for arrays in CUDA memory."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        arguments: Words after the program's name. Without them, as the program calls this, they are those of this
            process, and commands that run kernels are run in a child process, which may be lost.

    Returns:
        The exit status: 0; 1 where something failed; 2 where the arguments were wrong; 130 where it was interrupted, and
        143 where SIGTERM broke off what is measured.
    """
    open_streams()
    if arguments is not None or not apart.needs_subprocess(sys.argv[1:]):
        return perform(sys.argv[1:] if arguments is None else arguments)
    return _status_of(_run_apart)


def _run_apart() -> int:
    """Run the command of this process in another one."""
    with as_interrupts() as heard:
        try:
            return apart.run(sys.argv[1:])
        except KeyboardInterrupt:
            if sys.argv[1] == "tune":
                click.echo("autoblas: interrupted; nothing was kept: the same command starts anew", err=True)
            return heard.status


def perform(arguments: Sequence[str]) -> int:
    """Run the command line in this process; arguments and exit status are those of ``main``."""
    return _status_of(lambda: cli.main(list(arguments), "autoblas", standalone_mode=False))


def _status_of(work: Callable[[], object]) -> int:
    """Exit status of a call of ``work``; prints a sentence where it raises."""
    if isinstance(
        sys.stdout, io.TextIOWrapper
    ):  # names of files and devices may be what a terminal cannot show
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        status = work()
        sys.stdout.flush()  # here, where a reader that has gone is still handled
    except click.UsageError as error:
        return _misuse(error)
    except click.ClickException as error:
        return _complain(error.format_message(), FAILURE)
    except (click.Abort, KeyboardInterrupt):  # click makes the former of the latter
        return INTERRUPTED
    except ArgumentError as error:
        return _complain(str(error), MISUSE)
    except AutoblasError as error:
        return _complain(str(error), FAILURE)
    except (BrokenPipeError, SystemExit):  # click ends the process where its own output meets a closed pipe
        _drop_output()
        return FAILURE
    except MemoryError as error:
        return _complain(f"the host's memory does not suffice: {error}", FAILURE)
    except OSError as error:
        if error.errno in FULL and error.filename is None:  # what is printed
            _drop_output()
            return _complain(f"what is printed cannot be written: {error.strerror}", FAILURE)
        if error.filename is None:  # no file that a user named, so a defect
            raise
        return _complain(f"{error.filename}: {error.strerror}", FAILURE)
    except Exception as error:
        sentence = _of_the_device(error)
        if sentence is None:
            raise
        return _complain(sentence, FAILURE)
    return status if isinstance(status, int) else 0


def _of_the_device(error: Exception) -> str | None:
    """The sentence for an error of the device or its driver; None where it is none, and so a defect."""
    opencl = sys.modules.get("pyopencl")
    if opencl is None or not isinstance(error, opencl.Error):
        return None
    begun = importlib.import_module("autoblas.isolate.progress").last_started()
    return f"the device failed{'' if begun is None else f' after it began to {begun}'}: {error}"


def _misuse(error: click.UsageError) -> int:
    """Report a wrong command line, or print the help that a group without a subcommand stands for."""
    if isinstance(error, getattr(click.exceptions, "NoArgsIsHelpError", ())):  # since click 8.2
        error.show()
        return MISUSE
    hint = f'; see "{error.ctx.command_path} --help"' if error.ctx else ""
    return _complain(error.format_message().rstrip(".") + hint, MISUSE)


def _complain(message: str, status: int) -> int:
    """Print one line, whatever the message was; where nobody reads it, the status says that something was wrong."""
    with contextlib.suppress(OSError):
        click.echo(f"autoblas: error: {' '.join(message.split())}", err=True)
    return status


def _drop_output() -> None:
    """Send what is still buffered nowhere, so that Python's own flush at exit has nothing to complain of."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
