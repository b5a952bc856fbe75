"""Tests of a table as loops: every row is tried, and all that fail are named in one assertion."""

import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any

SHOWN = 2000
"""So many letters of a failure are shown."""


def over(names: str, rows: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """What makes a test of one row a test of all rows, which has the other arguments of the first.

    It stands where a case of its own costs more than what it tests: pytest collects it in every process.

    Args:
        names: The arguments that a row gives, with commas between them, as ``pytest.mark.parametrize`` takes them.
        rows: A value each, or a tuple of several.
    """
    words = [word.strip() for word in names.split(",")]

    def loop(test: Callable[..., None]) -> Callable[..., None]:
        signature = inspect.signature(test)

        @functools.wraps(test)
        def whole(**others: Any) -> None:
            failures, count = [], 0
            for count, row in enumerate(rows, 1):  # noqa: B007 -- the last one is their number
                values = dict(zip(words, [row] if len(words) == 1 else row, strict=True))
                try:
                    test(**values, **others)
                except AssertionError as error:
                    failures.append(f"{values}: {str(error)[:SHOWN]}")
            assert count, "there is no row"
            assert not failures, "\n".join([f"{len(failures)} of {count} fail", *failures])

        arguments = [argument for name, argument in signature.parameters.items() if name not in words]
        whole.__signature__ = signature.replace(parameters=arguments)  # type: ignore[attr-defined]
        del whole.__wrapped__  # pytest would read its arguments
        return whole

    return loop
