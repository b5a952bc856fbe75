"""``autoblas tune trsm``: measures how wide the blocks are to be that trsm solves by substitution, and keeps it."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from autoblas.arrays.adapter import to_device
from autoblas.blas.keyed import plan_of
from autoblas.blas.routines import trsm
from autoblas.calls.dispatch import bound_call, enqueue
from autoblas.calls.serve import target_of
from autoblas.cli.options import device_option, json_option, limit_option, turns_option
from autoblas.cli.output.documents import print_document
from autoblas.cli.routines.routine import dtype_choice, size
from autoblas.cli.routines.table import quiet
from autoblas.plan import block_width
from autoblas.plan.fit import CALL, refuse_what_does_not_fit
from autoblas.plan.queues import default_queue, queue_device
from autoblas.plan.results import user_results
from autoblas.precision import precision_of
from autoblas.problems import Matmul
from autoblas.tune.compare import measured_width

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.tune.compare import CallTiming

__all__ = ["width_command"]


@click.command("trsm")
@device_option
@limit_option
@turns_option
@json_option
def width_command(
    n: int, m: int | None, dtype: str, device: str | None, trials: int, *, as_json: bool
) -> None:
    """Measure which size of diagonal blocks is fastest for trsm, and keep it.

    Tune the kernels that trsm uses first, with "autoblas tune gemm" and "autoblas tune substitution".
    """
    measure_width((n, n if m is None else m), dtype, device, trials, as_json=as_json)


width_command.params[:0] = [
    size("-n", "Unknowns of each right-hand side.", required=True),
    size("-m", "Number of right-hand sides.  [default: as -n]"),
    dtype_choice(),
]


def measure_width(
    sizes: tuple[int, int], dtype: str, device: str | None, trials: int, *, as_json: bool = False
) -> None:
    """Time trsm on device arrays with blocks of every width, print the times and keep the best width."""
    import numpy as np  # noqa: PLC0415  # with pyopencl's arrays, only where something is measured

    user_results().must_be_writable()
    queue = default_queue(device)
    facts, kind = queue_device(queue).facts, precision_of(dtype)
    unknowns, sides = sizes
    refuse_what_does_not_fit(Matmul(unknowns, sides, unknowns, kind), facts, CALL)
    rng = np.random.default_rng(0)
    matrix = (rng.standard_normal((unknowns, unknowns)) / unknowns).astype(dtype)
    np.fill_diagonal(matrix, 1)
    a = to_device(queue, matrix)
    b = to_device(queue, rng.standard_normal((unknowns, sides)).astype(dtype))

    def timed(width: int) -> Callable[[], object]:
        call = bound_call(plan_of(trsm)(a, b), target_of(queue)._replace(block_width=width))

        def solve() -> None:
            enqueue(call, None)
            queue.finish()

        return solve

    echo, widths = quiet if as_json else click.echo, list[dict[str, Any]]()

    def show(width: int, timing: CallTiming) -> None:
        widths.append({"width": width, "seconds": asdict(timing)})
        rate = unknowns**2 * sides * (4 if kind.is_complex else 1) / timing.median / 1e9
        echo(f"blocks of {width:4d} rows  {timing.median * 1e6:10.1f} us  {rate:8.1f} GFLOP/s")

    echo(f"{facts.name} ({facts.platform}, {facts.driver}), trsm {unknowns} x {sides} {dtype}")
    record = measured_width(facts, kind, sizes, timed, rounds=trials, on_width=show)
    block_width.keep_width(record)
    best, path = record.parameters["width"], str(user_results().path)
    echo(f"blocks of {best} rows; kept in {path}")
    if as_json:
        print_document(
            facts, routine="trsm", sizes=list(sizes), dtype=dtype, widths=widths, best=best, results=path
        )
