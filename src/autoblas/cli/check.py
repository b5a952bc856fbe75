"""``autoblas check``: products of random matrices against a reference in higher precision."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
import numpy as np
import pyopencl.array as cl_array

from autoblas.cli._presets import check_preset, preset_options
from autoblas.cli.options import device_option, dtype_option, transpose_options
from autoblas.errors import VerificationError
from autoblas.precision import default_accumulator, precision_of
from autoblas.routines.matmul import gemm as product
from autoblas.runtime.context import default_queue
from autoblas.runtime.stored import poison
from autoblas.verify import (
    Verdict,
    compare,
    product_bound,
    product_reference,
    reals,
    reference_rows,
    sample_rows,
)

if TYPE_CHECKING:
    import pyopencl as cl

    from autoblas.precision import Precision
    from autoblas.presets.preset import Preset

__all__ = ["command"]


@click.group("check")
def command() -> None:
    """Compare results with a reference in higher precision."""


@command.command("gemm")
@preset_options
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
    preset: Preset | None, m: int, n: int, k: int, dtype: str, trans_a: str, trans_b: str, device: str | None,
    rounds: int, seed: int,
) -> None:  # fmt: skip
    """Check C = alpha op(A) op(B) + beta C with random operands, alpha and beta, from NumPy and from device arrays.

    The reference is computed in float64 for types of at most 32 bits a part and in extended precision for wider ones;
    each element has a bound of its own, derived from the operands; integers must be exact, modulo 2^32. Reports the
    worst element of each round. Of a preset the kernel itself is checked, with the operands that its problem has.
    """
    queue = default_queue(device)
    if preset is not None:
        check_preset(preset, queue, seed)
        return
    precision = precision_of(dtype)
    click.echo(f"{queue.device.name.strip()}, {dtype}, m={m} n={n} k={k}, seed {seed}")
    rng = np.random.default_rng(seed)
    failed = 0
    for number in range(1, rounds + 1):
        whole = precision.kind == "integer"
        alpha, beta = (rng.integers(-9, 9, 2) if whole else rng.uniform(-2, 2, 2)).tolist()
        beta = 0 if number == rounds > 1 else beta  # the last round must not read the old C
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
    """The verdict on one product with new operands; a C that must not be read is full of poison."""
    m, n, k = sizes
    (trans_a, trans_b), (alpha, beta) = transposes, factors
    a = reals(rng, (m, k) if trans_a == "N" else (k, m), precision)
    b = reals(rng, (k, n) if trans_b == "N" else (n, k), precision)
    c = reals(rng, (m, n), precision) if beta else np.full((m, n), poison(precision))
    op_a, op_b = ({"N": x, "T": x.T, "C": np.conj(x.T)}[letter] for x, letter in ((a, trans_a), (b, trans_b)))
    summed = default_accumulator(precision, precision, precision)
    rows = sample_rows(rng, m, reference_rows(n, k, summed))
    reference, magnitude = product_reference(op_a[rows], op_b, alpha, beta, c[rows])
    bound = product_bound(magnitude, reference, k, precision, summed)
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
