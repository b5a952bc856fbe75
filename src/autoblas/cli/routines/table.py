"""The table of routines, from which ``tune``, ``check``, ``bench``, ``explain`` and ``print`` take their subcommands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import click

from autoblas.blas.host.crossover import PRODUCTS
from autoblas.blas.host.products import ERRORS_AT_ONCE
from autoblas.cli.options import Product, product_options, sizes_options
from autoblas.cli.output.documents import print_document, problem_words
from autoblas.cli.output.text import tell
from autoblas.cli.routines.convolutions import CONVOLUTION_ROUTINES
from autoblas.cli.routines.lapack import LAPACK_ROUTINES
from autoblas.cli.routines.level3 import LEVEL3_ROUTINES
from autoblas.cli.routines.matrices import MATRIX_ROUTINES
from autoblas.cli.routines.routine import HostWork, Routine, RoutineCall
from autoblas.cli.routines.vectors import VECTOR_ROUTINES
from autoblas.devices.selftest.serving_device import select_device

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from autoblas.devices.device import Facts
    from autoblas.errors import AutoblasError
    from autoblas.problems import Matmul

__all__ = ["ROUTINES", "ProblemReport", "call_of", "each_problem", "quiet"]


def _product(_facts: Facts, *, m: int, n: int, k: int, product: Product) -> Sequence[Matmul]:
    return (product.problem(m, n, k),) if m and n else ()


def _product_work(*, m: int, n: int, k: int, product: Product) -> HostWork | None:
    problem = product.problem(m, n, k)
    if not problem.uniform or (problem.activation == "gelu" and m * n > ERRORS_AT_ONCE):
        return None
    return HostWork(PRODUCTS, problem.precision, problem.flops())


class ProblemReport(NamedTuple):
    """The report of a command on a problem.

    Attributes:
        document: Its JSON.
        error: The error that the command is to end with, or None.
    """

    document: dict[str, Any]
    error: AutoblasError | None = None


ROUTINES: dict[str, Routine] = {
    **VECTOR_ROUTINES,
    **MATRIX_ROUTINES,
    "gemm": Routine(
        "gemm", "3", "C = alpha op(A) op(B) + beta C", (), _product, _product_work, ("m", "n", "k")
    ),
    **LEVEL3_ROUTINES,
    **LAPACK_ROUTINES,
    **CONVOLUTION_ROUTINES,
}
"""Every routine that computes with kernels, and every step that can be tuned by itself, by its name."""


@click.command("gemm")
@sizes_options
@product_options
def _gemm_call(m: int, n: int, k: int, product: Product) -> RoutineCall:
    """A call of gemm."""
    return RoutineCall(ROUTINES["gemm"], {"m": m, "n": n, "k": k, "product": product})


def call_of(name: str, *words: str) -> RoutineCall:
    """The call of a routine that words on the command line describe.

    Args:
        name: The routine.
        words: Its options, such as ``-n``, ``1024``.

    Raises:
        click.UsageError: they do not fit.
        ArgumentError: they do not fit each other.
    """
    if name == "gemm":
        call: RoutineCall = _gemm_call.main(list(words), name, standalone_mode=False)
        return call
    routine = ROUTINES[name]
    parsed = click.Command(name, params=list(routine.options)).make_context(name, list(words))
    return RoutineCall(routine, parsed.params)


def each_problem(
    callback: Callable[..., ProblemReport], heading: str = "", conclusion: str = ""
) -> Callable[..., None]:
    """A function that runs a command on every problem of a call, from one that runs it on a problem.

    Args:
        callback: Called with a problem, ``device``, ``say``, which prints lines for people, and further options.
        heading: A line that is printed above.
        conclusion: A line that is printed at the end where nothing failed.
    """

    def run(call: RoutineCall, device: str | None, *, as_json: bool, **how: Any) -> None:
        facts, documents = select_device(device).facts, list[dict[str, Any]]()
        failure: AutoblasError | None = None
        say = quiet if as_json else tell
        say(f"{call.title(facts)} on {facts.name} ({facts.platform}, {facts.driver})")
        if heading:
            say(heading)
        for problem in call.problems(facts):
            report = callback(problem, device=device, say=say, **how)
            documents.append({**problem_words(problem), **report.document})
            failure = report.error or failure
            if report.error is not None and not as_json:
                break
        if as_json:
            print_document(facts, routine=call.routine.name, problems=documents)
        if failure is not None:
            raise failure
        if conclusion:
            say(conclusion)

    return run


def quiet(_line: str) -> None:
    """Print nothing."""
