"""``autoblas check``: results of random operands against references in higher precision."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click
import numpy as np

from autoblas.arrays.adapter import to_device
from autoblas.blas.routines import gemm as multiply
from autoblas.blas.routines import gemm_batched as multiply_all
from autoblas.checks.stored import poison
from autoblas.checks.verify import (
    Comparison,
    compare,
    product_with_epilogue,
    reals,
    reference_rows,
    sample_rows,
)
from autoblas.cli.options import Whole, device_option, json_option, limit_option, product_options, seed_option
from autoblas.cli.output.documents import print_document, problem_words
from autoblas.cli.output.text import device_text, percent, tell
from autoblas.cli.peers.peer import op
from autoblas.cli.presets import check_preset, preset_options
from autoblas.cli.problem_runs import RIGHT, check_options, check_problem
from autoblas.cli.routines.group import RoutineGroup
from autoblas.cli.routines.table import each_problem, quiet
from autoblas.cli.verbose import is_verbose
from autoblas.errors import VerificationError
from autoblas.isolate.progress import heartbeat
from autoblas.plan.fit import CALL, refuse_what_does_not_fit
from autoblas.plan.queues import default_queue, queue_device
from autoblas.problems.blas.notation import written

if TYPE_CHECKING:
    from autoblas.cli.options import Product
    from autoblas.contrib.presets import Preset
    from autoblas.devices.device import Queue

__all__ = ["command"]


@click.group("check", cls=RoutineGroup)
def command() -> None:
    """Compare results with a reference in higher precision."""


@command.command("gemm")
@preset_options
@product_options
@device_option
@limit_option
@click.option(
    "--rounds",
    type=Whole(min=1),
    default=3,
    show_default=True,
    help="Number of products, each with new random data.",
)
@seed_option
@json_option
def gemm(
    preset: Preset | None, m: int, n: int, k: int, product: Product, device: str | None, rounds: int, seed: int,
    *, as_json: bool,
) -> None:  # fmt: skip
    """Check C = alpha op(A) op(B) + beta C with random operands, alpha and beta, from NumPy and from device arrays.

    The reference is computed in float64 for types of up to 32 bits (of a complex type, per part), and in extended
    precision for wider ones. Each element has an error bound of its own, derived from the operands; integers must be
    exact, modulo 2^32. With -v the worst element of each round is printed. With --preset, only that kernel is checked.
    """
    queue = default_queue(device)
    if preset is not None:
        check_preset(preset, queue, seed, as_json=as_json)
        return
    echo = quiet if as_json else tell
    refuse_what_does_not_fit(product.problem(m, n, k), queue_device(queue).facts, CALL)
    problem, outcomes = product.problem(m, n, k), list[dict[str, Any]]()
    facts = queue_device(queue).facts
    echo(f"{written(problem)} on {device_text(facts)}")
    details = echo if is_verbose() else quiet
    details(f"seed {seed}; errors in percent of their bounds")
    rng = np.random.default_rng(seed)
    failed = 0
    for number in range(1, rounds + 1):
        whole = product.type_c.kind == "integer"
        alpha, beta = (rng.integers(-9, 9, 2) if whole else rng.uniform(-2, 2, 2)).tolist()
        beta = 0 if number == rounds > 1 else beta  # the last round must not read the old C
        for where in ("NumPy arrays", "device arrays"):
            heartbeat()
            verdict = check_round(rng, product, (m, n, k), (alpha, beta), queue, where)
            failed += not verdict.ok
            outcomes.append(
                {
                    "round": number,
                    "arrays": where,
                    "alpha": alpha,
                    "beta": beta,
                    "ratio": verdict.ratio,
                    "right": verdict.ok,
                }
            )
            details(
                f"round {number}, {where}, alpha={alpha:.3f} beta={beta:.3f}: worst error {percent(verdict.ratio)}"
            )
            if not verdict.ok:
                echo(f"round {number}, {where}: {verdict}")
                outcomes[-1]["fault"] = str(verdict)
    if as_json:
        words = {**problem_words(problem), "seed": seed, "rounds": outcomes}
        print_document(facts, routine="gemm", problems=[words])
    if failed:
        raise VerificationError(
            f"{failed} of {2 * rounds} products are wrong; the lines above name the worst elements"
        )
    echo(f"right: worst error is {percent(max(outcome['ratio'] for outcome in outcomes))} of the bound")


def check_round(
    rng: np.random.Generator,
    product: Product,
    sizes: tuple[int, int, int],
    factors: tuple[float, float],
    queue: Queue,
    where: str,
) -> Comparison:
    """The verdict on one product with new operands; a C that must not be read is full of poison."""
    (m, n, k), (alpha, beta), p = sizes, factors, product
    a, b = p.operands(partial(reals, rng), m, n, k)
    shape = (*p.batch, m, n)
    c = reals(rng, shape, p.type_c) if beta else np.full(shape, poison(p.type_c))
    op_a, op_b = op(a, p.trans_a), op(b, p.trans_b)
    widest = max(p.type_a, p.type_b, p.accumulator, key=lambda precision: precision.size)
    rows = sample_rows(rng, m, reference_rows(n, k * p.items, widest))
    epilogue = p.epilogue(lambda shape: reals(rng, shape, p.type_c), m, n)
    bias = epilogue.get("bias")
    some = None if bias is None else np.broadcast_to(bias, (m, n))[rows]
    reference, bound = product_with_epilogue(
        (op_a[..., rows, :], op_b, c[..., rows, :], some),
        (alpha, beta),
        p.activation,
        (p.type_a, p.type_b, p.type_c, p.accumulator),
        fast=p.accuracy == "fast",
    )
    options: dict[str, Any] = {
        "alpha": alpha,
        "beta": beta,
        "trans_a": p.trans_a,
        "trans_b": p.trans_b,
        "accumulator": p.accumulator.dtype,
        "accuracy": p.accuracy,
        "queue": queue,
        **epilogue,
    }
    call = multiply_all if p.batch else multiply
    if where == "NumPy arrays":
        result = call(a, b, c=c, **options)
    else:
        on_device = [to_device(queue, x) for x in (a, b, c)]
        if bias is not None:
            options["bias"] = to_device(queue, bias)
        result = call(*on_device[:2], c=on_device[2], **options).get()
    return compare(result[..., rows, :], reference, bound)


command.add_routines("Check", check_options, each_problem(check_problem, conclusion=RIGHT))
