"""``--verbose``: what autoblas logs, and with it what compilers say, goes to stderr while a command runs."""

from __future__ import annotations

import logging
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

__all__ = ["verbose_option"]


def verbose_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command ``--verbose``; the function is not told."""
    return click.option(
        "-v",
        "--verbose",
        is_flag=True,
        expose_value=False,
        callback=_listen,
        help="Print on stderr which device and kernels are chosen, which drivers are not used and why, and what compilers print.",
    )(function)


def _listen(ctx: click.Context, _option: click.Parameter, verbose: bool) -> None:
    if verbose:
        ctx.with_resource(logged_to_stderr())


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
