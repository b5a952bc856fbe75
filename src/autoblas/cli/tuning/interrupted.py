"""How ``tune`` ends where the user, or the system, breaks it off: what was found is kept and said, then the status says so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from autoblas.cli.options import json_context
from autoblas.cli.output.documents import print_document
from autoblas.interruption import as_interrupts

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Interrupted", "ending_as_asked", "goes_on", "say_interrupted"]


class Interrupted(KeyboardInterrupt):
    """What was found before the interruption is kept and said; only the exit status is left."""


def goes_on(*, fresh: bool = False) -> str:
    """How to go on, as the end of a sentence.

    Args:
        fresh: The command is to measure again what is known.
    """
    return f"the same command {'without --fresh ' if fresh else ''}goes on"


def say_interrupted() -> None:
    """Say that no search was under way that says for itself what it found."""
    click.echo(f"autoblas: interrupted; trials that were done are known: {goes_on()}", err=True)


def ending_as_asked(ctx: click.Context, invoke: Callable[[], Any]) -> Any:
    """Call a command, and end it with the status of the signal that broke it off: 130 for Ctrl-C, 143 for SIGTERM.

    Args:
        ctx: Where the command stands.
        invoke: Calls it.
    """
    with as_interrupts() as heard:
        try:
            return invoke()
        except Interrupted:  # which said all that there is to say
            ctx.exit(heard.status)
        except KeyboardInterrupt:  # before or after all that a search can keep by itself
            say_interrupted()
            for_json = json_context(ctx)
            if for_json is not None:
                with for_json.scope(cleanup=False):
                    print_document(interrupted=True, problems=[])
            ctx.exit(heard.status)
