"""The option ``--verbose`` of every command: details on stdout, and on stderr what autoblas logs and compilers print."""

from __future__ import annotations

import logging
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["is_verbose", "verbose_everywhere", "verbose_option"]

_KEY = "autoblas.cli.verbose"


def is_verbose() -> bool:
    """True if the running command was called with ``--verbose``."""
    context = click.get_current_context(silent=True)
    return context is not None and _KEY in context.meta


def _listen(ctx: click.Context, _option: click.Parameter, verbose: bool) -> None:
    if verbose and _KEY not in ctx.meta:
        ctx.meta[_KEY] = True
        ctx.find_root().with_resource(logged_to_stderr())


verbose_option = click.option(
    "-v",
    "--verbose",
    is_flag=True,
    expose_value=False,
    callback=_listen,
    help="Print details too, and on stderr which device and kernels are chosen and what compilers print.",
)
"""Passes no argument."""


def verbose_everywhere(command: click.Command) -> None:
    """Give the option to a command, or to all commands of a group, unless they have it.

    Args:
        command: The command.
    """
    if isinstance(command, click.Group):
        for subcommand in command.commands.values():
            verbose_everywhere(subcommand)
    elif not any("--verbose" in parameter.opts for parameter in command.params):
        verbose_option(command)


@contextmanager
def logged_to_stderr() -> Iterator[None]:
    """Everything that autoblas logs goes to stderr."""
    log = logging.getLogger("autoblas")
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(name)s: %(message)s"))
    level, propagates = log.level, log.propagate
    log.addHandler(handler)
    log.setLevel(logging.DEBUG)
    log.propagate = False  # or a program that logs to stderr itself says everything twice
    try:
        yield
    finally:
        log.removeHandler(handler)
        log.setLevel(level)
        log.propagate = propagates
