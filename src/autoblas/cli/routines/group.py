"""Groups whose subcommands are routines: listed by level, and found by what BLAS calls them (``sgemm NT 512x512x512``).

A group may have a subcommand of its own for a routine, as all have for gemm; the table of routines then still says what a
call is.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from autoblas.cli.options import SizesCommand
from autoblas.cli.routines.routine import RoutineCall
from autoblas.cli.routines.table import ROUTINES
from autoblas.cli.routines.worded import BLAS_NAMES, call_in, known_head, option_words
from autoblas.errors import ArgumentError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from autoblas.cli.routines.routine import Routine

__all__ = ["RoutineGroup"]

PROBLEM = "problem"
"""The subcommand for a call that no options describe."""

TITLES = {
    "": "Commands",
    "1": "Level 1, vectors",
    "2": "Level 2, a matrix and vectors",
    "3": "Level 3, matrices",
    "lapack": "LAPACK, factors and systems",
    "extra": "Beyond BLAS",
    "step": "Steps of other routines",
}
"""The sections of the help, by the level of the routines."""

NOTE = (
    "In place of a routine and its options a problem may stand as in BLAS: type and routine, letters, sizes, more as "
    "NAME=VALUE. Examples: sgemm NT 1024x1024x1024, dgemv T 4096x1024, saxpy 1e6, hgemm NN 64x64x64 items=16."
)


class RoutineGroup(click.Group):
    """A group with a subcommand for each routine, whose help lists them by level."""

    command_class = SizesCommand

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"epilog": NOTE, **kwargs})

    def add_routines(
        self,
        verb: str,
        options: Callable[[Callable[..., Any]], Callable[..., Any]],
        callback: Callable[..., None],
    ) -> None:
        """Add a subcommand for every routine that there is none for, as there is for gemm, and one for any problem.

        Args:
            verb: What is done, the first word of the help texts.
            options: The decorator that adds the options that ``callback`` takes.
            callback: Called with a ``RoutineCall`` and those options.
        """

        def run(words: Sequence[str], **given: Any) -> None:
            callback(call_in(" ".join(words)), **given)

        text = f"{verb} a problem in BLAS's words, or as autoblas prints it: sgemm NT 1024x1024x1024."
        command: click.Command = click.command(
            PROBLEM, cls=SizesCommand, help=text, short_help=f"{verb} a problem in BLAS's words."
        )(options(run))
        command.params.insert(0, click.Argument(["words"], nargs=-1, required=True, metavar="WORDS..."))
        self.add_command(command)
        for routine in ROUTINES.values():
            name = routine.name.replace("_", "-")
            if name not in self.commands:
                self.add_command(_subcommand(routine, name, verb, options, callback))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The subcommand, also where a problem stands in its place."""
        if args and self.get_command(ctx, args[0]) is None:
            leading = list(itertools.takewhile(lambda word: not word.startswith("-"), args))
            words = " ".join(leading).split()
            if words and (known_head(words[0]) or len(words) > 1):
                try:
                    args = [*self._translated(words), *args[len(leading) :]]
                except ArgumentError as error:
                    raise click.UsageError(str(error), ctx) from None
        return super().resolve_command(ctx, args)

    def _translated(self, words: list[str]) -> list[str]:
        """The subcommand and its arguments for a problem.

        Raises:
            ArgumentError: there is no such problem.
        """
        arguments = option_words(words)
        if arguments is not None:
            command = self.commands.get(arguments[0])
            options = {name for option in command.params for name in option.opts} if command else set()
            if options.issuperset(word for word in arguments[1:] if word.startswith("-")):
                return arguments
        if PROBLEM not in self.commands:
            raise ArgumentError("problem", "one that options of its routine describe", repr(" ".join(words)))
        call_in(" ".join(words))
        return [PROBLEM, *words]

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Subcommands, and what BLAS calls routines."""
        completions = super().shell_complete(ctx, incomplete)
        heads = sorted(head for head in BLAS_NAMES if incomplete and head.startswith(incomplete.lower()))
        return [*completions, *(CompletionItem(head) for head in heads if head not in self.commands)]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the subcommands in sections."""
        sections: dict[str, list[tuple[str, str]]] = {level: [] for level in TITLES}
        for name in self.list_commands(ctx):
            command = self.get_command(ctx, name)
            if command is None or command.hidden:
                continue
            routine = ROUTINES.get(name.replace("-", "_"))
            level = routine.level if routine else ""
            sections[level].append((name, routine.title if routine else command.get_short_help_str(60)))
        for section, rows in sections.items():
            if rows:
                with formatter.section(TITLES[section]):
                    formatter.write_dl(rows)


def _subcommand(
    routine: Routine,
    name: str,
    verb: str,
    options: Callable[[Callable[..., Any]], Callable[..., Any]],
    callback: Callable[..., None],
) -> click.Command:
    own = [str(option.name) for option in routine.options]

    def run(**given: Any) -> None:
        callback(RoutineCall(routine, {key: given.pop(key) for key in own}), **given)

    command: click.Command = click.command(name, cls=SizesCommand, help=f"{verb} {routine.title}.")(
        options(run)
    )
    command.params[:0] = routine.options
    return command
