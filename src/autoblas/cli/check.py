"""``autoblas check``: products of random matrices against a reference in higher precision."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
import numpy as np
import pyopencl.array as cl_array

from autoblas.cli.options import device_option, dtype_option, sizes_options, transpose_options
from autoblas.errors import VerificationError
from autoblas.precision import precision_of
from autoblas.routines.matmul import gemm as product
from autoblas.runtime.context import default_queue
from autoblas.verify import Verdict, compare, product_bound, product_reference, reference_rows, sample_rows

if TYPE_CHECKING:
    import pyopencl as cl

    from autoblas.precision import Precision

__all__ = ["command"]


@click.group("check")
def command() -> None:
    """Compare results with a reference in higher precision."""


@command.command("gemm")
@sizes_options
@dtype_option
@transpose_options
@device_option
@click.option(
    "--rounds",
    type=click.IntRange(min=1),
    default=3,
    show_default=True,
    help="Products with new random data.",
)
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Of the random data.")
def gemm(
    m: int, n: int, k: int, dtype: str, trans_a: str, trans_b: str, device: str | None, rounds: int, seed: int
) -> None:
    """Check C = alpha op(A) op(B) + beta C with random operands, alpha and beta, from NumPy and from device arrays.

    The reference is computed in float64 for float32 and in extended precision for float64; each element has a bound
    of its own, derived from the operands. Reports the worst element of each round.
    """
    precision = precision_of(dtype)
    queue = default_queue(device)
    click.echo(f"{queue.device.name.strip()}, {dtype}, m={m} n={n} k={k}, seed {seed}")
    rng = np.random.default_rng(seed)
    failed = 0
    for number in range(1, rounds + 1):
        alpha, beta = map(float, rng.uniform(-2, 2, 2))
        beta = 0.0 if number == rounds > 1 else beta  # the last round must not read the old C
        for where in ("NumPy arrays", "device arrays"):
            verdict = one_round(rng, precision, (m, n, k), (trans_a, trans_b), (alpha, beta), queue, where)
            failed += not verdict.ok
            word = "within" if verdict.ok else "OUTSIDE"
            click.echo(
                f"round {number}, {where}, alpha={alpha:.3f} beta={beta:.3f}: worst error {verdict.ratio:.3f} of its bound, {word}"
            )
            if not verdict.ok:
                click.echo(f"  {verdict}")
    if failed:
        raise VerificationError(
            f"{failed} of {2 * rounds} products are wrong; the lines above name the worst elements"
        )


def one_round(
    rng: np.random.Generator,
    precision: Precision,
    sizes: tuple[int, int, int],
    transposes: tuple[str, str],
    factors: tuple[float, float],
    queue: cl.CommandQueue,
    where: str,
) -> Verdict:
    """The verdict on one product with new operands; a C that must not be read is full of NaN."""
    m, n, k = sizes
    (trans_a, trans_b), (alpha, beta) = transposes, factors
    a = rng.standard_normal((m, k) if trans_a == "N" else (k, m)).astype(precision.dtype)
    b = rng.standard_normal((k, n) if trans_b == "N" else (n, k)).astype(precision.dtype)
    c = (
        rng.standard_normal((m, n)).astype(precision.dtype)
        if beta
        else np.full((m, n), np.nan, precision.dtype)
    )
    op_a, op_b = a if trans_a == "N" else a.T, b if trans_b == "N" else b.T
    rows = sample_rows(rng, m, reference_rows(n, k, precision))
    reference, magnitude = product_reference(op_a[rows], op_b, alpha, beta, c[rows])
    bound = product_bound(magnitude, reference, k, precision)
    options: dict[str, Any] = {
        "alpha": alpha,
        "beta": beta,
        "trans_a": trans_a,
        "trans_b": trans_b,
        "queue": queue,
    }
    if where == "NumPy arrays":
        result = product(a, b, c=c, **options)
    else:
        on_device = [cl_array.to_device(queue, x) for x in (a, b, c)]
        result = product(*on_device[:2], c=on_device[2], **options).get()
    return compare(result[rows], reference, bound)
