"""The subcommands for products and systems with structured matrices, and the problems that these routines pose."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from autoblas.cli.options import device_option, limit_option
from autoblas.matrix_problems import Invert, MatrixCopy
from autoblas.precision import PRECISIONS, default_accumulator, precision_of
from autoblas.problems import Matmul
from autoblas.routines.triangular_systems import trsm
from autoblas.runtime import block_width
from autoblas.runtime.choose import user_results
from autoblas.runtime.context import default_queue, queue_device

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.problems import Problem
    from autoblas.runtime.compare import Timing

__all__ = ["LEVEL3_ROUTINES", "level3_command", "level3_problem", "width_command"]

LEVEL3_ROUTINES = {
    "gemmt": "one triangle of the product A B",
    "syrk": "one triangle of A A^T",
    "herk": "one triangle of A A^H",
    "trmm": "the product of a triangular A and B",
    "symmetric_copy": "the copy of a symmetric matrix of which a triangle is stored, as symm needs it",
    "triangular_copy": "the copy of a triangular matrix with zeros, as trmm needs it",
    "omatcopy": "the transpose of a matrix",
    "invert": "the inverses of the blocks on the diagonal of a triangular matrix, as trsm needs them",
}
"""What every routine that has subcommands of its own computes, by name."""


def level3_problem(name: str, n: int, k: int | None, dtype: str) -> Problem:
    """What a routine computes for dense row-major matrices.

    Args:
        name: The routine.
        n: Rows and columns of the result.
        k: Terms of the sums, where there are any; as ``n`` where it is None.
        dtype: Type of the elements.
    """
    kind = precision_of(dtype)
    summed = default_accumulator(kind, kind, kind)
    half = kind.part == "half"
    depth = n if k is None else k
    if name == "gemmt":
        return Matmul(n, n, depth, kind, accumulator=summed, part="upper")
    if name in {"syrk", "herk"}:
        conjugate = "b" if name == "herk" and kind.is_complex else ""
        hermitian = bool(conjugate)
        return Matmul(
            n,
            n,
            depth,
            kind,
            "row",
            "col",
            accumulator=summed,
            conjugate=conjugate,
            part="upper",
            hermitian=hermitian,
        )
    if name == "trmm":
        return Matmul(n, depth, n, kind, accumulator=summed, zeros="a_lower")
    if name == "omatcopy":
        return MatrixCopy(n, depth, kind, "col", scaled=half)
    if name == "invert":
        return Invert(n, block_width.WIDTHS[-2], kind, to=summed)
    form: Any = name.partition("_")[0]
    return MatrixCopy(n, n, kind, form=form, lower=False, scaled=half)


def level3_command(
    name: str,
    verb: str,
    options: Callable[[Callable[..., Any]], Callable[..., Any]],
    act: Callable[..., None],
) -> click.Command:
    """The subcommand that does something to the problem of one routine.

    Args:
        name: The routine.
        verb: What is done, the first word of the help text.
        options: The decorator that adds the options that ``act`` takes.
        act: Called with the problem and those options.
    """

    def run(n: int, k: int | None, dtype: str, **how: Any) -> None:
        act(level3_problem(name, n, k, dtype), **how)

    whole = click.IntRange(min=1)
    chosen: Callable[..., Any] = _dtype_option(options(run))
    chosen = click.option("-k", type=whole, help="Terms of the sums, or columns.  [default: as -n]")(chosen)
    chosen = click.option("-n", type=whole, required=True, help="Rows of the result.")(chosen)
    return click.command(name.replace("_", "-"), help=f"{verb} {LEVEL3_ROUTINES[name]}.")(chosen)


def _dtype_option(function: Callable[..., Any]) -> Callable[..., Any]:
    floats = [p.name for p in PRECISIONS.values() if p.kind != "integer"]
    kinds = click.Choice(floats)
    words = "Type of the elements."
    return click.option("--dtype", type=kinds, default=floats[0], show_default=True, help=words)(function)


def width_command() -> click.Command:
    """``tune trsm``: the width of the blocks that are inverted."""

    def run(n: int, m: int | None, dtype: str, device: str | None, trials: int) -> None:
        """Measure which blocks of the triangular matrix trsm should invert, and keep it.

        The kernels that it uses are tuned as gemm and invert, and should be tuned before.
        """
        measure_width((n, n if m is None else m), dtype, device, trials)

    whole = click.IntRange(min=1)
    rounds = click.option(
        "--trials", type=whole, default=5, show_default=True, help="Turns; each counts several calls."
    )
    chosen: Callable[..., Any] = _dtype_option(device_option(limit_option(rounds(run))))
    chosen = click.option("-m", type=whole, help="Right sides.  [default: as -n]")(chosen)
    chosen = click.option("-n", type=whole, required=True, help="Unknowns of each.")(chosen)
    return click.command("trsm")(chosen)


def measure_width(sizes: tuple[int, int], dtype: str, device: str | None, trials: int) -> None:
    """Time trsm on device arrays with blocks of every width, print the times and keep the best width."""
    import numpy as np  # noqa: PLC0415  # with pyopencl's arrays, only where something is measured
    import pyopencl.array as cl_array  # noqa: PLC0415

    queue = default_queue(device)
    facts, kind = queue_device(queue).facts, precision_of(dtype)
    unknowns, sides = sizes
    rng = np.random.default_rng(0)
    matrix = (rng.standard_normal((unknowns, unknowns)) / unknowns).astype(dtype)
    np.fill_diagonal(matrix, 1)
    a = cl_array.to_device(queue, matrix)
    b = cl_array.to_device(queue, rng.standard_normal((unknowns, sides)).astype(dtype))

    def timed(width: int) -> Callable[[], object]:
        def solve() -> None:
            with block_width.held_at(width):
                trsm(a, b)
            queue.finish()

        return solve

    def show(width: int, timing: Timing) -> None:
        rate = unknowns**2 * sides * (4 if kind.is_complex else 1) / timing.median / 1e9
        click.echo(f"blocks of {width:4d} rows  {timing.median * 1e6:10.1f} us  {rate:8.1f} GFLOP/s")

    click.echo(f"{facts.name} ({facts.platform}, {facts.driver}), trsm {unknowns} x {sides} {dtype}")
    record = block_width.measured_width(facts, kind, sizes, timed, rounds=trials, on_width=show)
    block_width.keep_width(record)
    click.echo(f"blocks of {record.parameters['width']} rows; kept in {user_results().path}")
