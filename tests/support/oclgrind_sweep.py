"""Checks random points of kernels on Oclgrind; a program for ``test_oclgrind``, which reads what it prints.

Arguments: points a kernel, the first seed, and the kernels' names; with ``--race`` or ``--stray`` a fault is planted.
Oclgrind writes what it finds to the file that ``OCLGRIND_LOG`` names.
"""

import argparse
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pyopencl as cl

from autoblas.checks.product import trial_for
from autoblas.devices.device import Facts
from autoblas.devices.opencl.backend import device_in
from autoblas.kernels import kernels
from autoblas.kernels.kernel import Kernel
from autoblas.precision import COMPLEX64, FLOAT16, FLOAT32, FLOAT64, INT32
from autoblas.problems import Combine, Matmul, Pack, Problem, Split, Texture
from autoblas.problems.convolution import Col2im, Convolution, Im2col
from autoblas.problems.factorization import Factorization, RowExchange
from autoblas.problems.matrix import MatrixCopy, Substitution
from autoblas.problems.matvec import Matvec, RankUpdate, Solve, VectorSum
from autoblas.problems.vector import Map, Reduce
from autoblas.testing.checks import unwrapped
from support.kernel_cases import choice_of, draw, shaped, walk

TYPES = (FLOAT32, FLOAT64, FLOAT16, COMPLEX64, INT32)

LARGEST = (64, 1024)
"""Work-items of a work-group, and of a launch: what a simulator runs in reasonable time."""

TRIES = 8
"""Problems that are tried for each point; kernels serve some of them, and some have no small points."""


SMALL: dict[type[Any], dict[str, int]] = {
    Col2im: {"channels": 2, "height": 9, "width": 8},
    Factorization: {"m": 21, "n": 21, "rhs": 2},
    RowExchange: {"m": 21, "n": 9, "count": 13},
    Convolution: {"kernels": 5, "channels": 2, "height": 9, "width": 8},
    Im2col: {"channels": 2, "height": 9, "width": 8},
    Map: {"n": 150},
    MatrixCopy: {"rows": 13, "cols": 13},
    Matvec: {"m": 9, "n": 22},
    RankUpdate: {"m": 9, "n": 22},
    Reduce: {"n": 150},
    Solve: {"m": 9, "n": 22},
    Substitution: {"m": 21, "n": 7},
    VectorSum: {"n": 150},
}
"""Sizes that a simulator finishes soon, in the place of those of the walk."""


def problem_of(kernel: Kernel, index: int) -> Problem:
    """A small problem of the kernel's family; ``index`` walks through precisions, orders and batches."""
    precision = TYPES[index % len(TYPES)]
    order = ("row", "col", "any")[index % 3]
    items = (1, 2)[index // 2 % 2]
    if kernel.family is Matmul:
        sizes = ((13, 11, 18), (3, 17, 20), (17, 2, 19))[index % 3]
        other = ("col", "row", "row")[index % 3]
        product = Matmul(*sizes, precision, order, other, items=items, listed=index % 4 == 1)  # type: ignore[arg-type]
        if kernel.name == "gemm_epilogue_pass":  # no helper for narrow ones, which prefetches
            product = shaped(kernel, replace(product, m=19, n=17), index)
        return product
    if kernel.family is Pack:
        accumulator = FLOAT32 if precision is FLOAT16 else precision
        return Pack(13, 9, 4, precision, order, to=accumulator, items=items)  # type: ignore[arg-type]
    if kernel.family is Split:
        form = "half" if precision is FLOAT16 else ("half3", "tf32x3", "tf32")[index % 3]
        return Split(13, 9, 64, form, precision, order, items=items, listed=index % 4 == 1)  # type: ignore[arg-type]
    if kernel.family is Combine:
        return Combine(5, 13, 2, FLOAT32, ("row", "any")[index % 2], items=items)
    if kernel.family is Texture:
        return Texture(5, 13, precision, order, back=index % 2 == 1, items=items)  # type: ignore[arg-type]
    walked: Problem = shaped(kernel, walk(kernel.family, index), index)
    small: Problem = replace(walked, **SMALL.get(kernel.family, {}))  # type: ignore[arg-type]  # sizes alone
    return small


def small_point(
    kernel: Kernel,
    problem: Problem,
    facts: Facts,
    rng: np.random.Generator,
    largest: tuple[int, int] = LARGEST,
) -> Any:
    """A legal point with so many work-items at most; None where none was drawn."""
    for _ in range(20_000):
        params = draw(kernel, rng)
        if kernel.refusal(params, problem, facts) is None:
            launch = kernel.geometry(params, problem)
            counts = np.prod(launch.local_size), np.prod(launch.global_size)
            if counts[0] <= largest[0] and counts[1] <= largest[1]:
                return params
    return None


def points(
    kernel: Kernel, facts: Facts, seed: int, count: int, largest: tuple[int, int] = LARGEST
) -> Iterator[tuple[Problem, Any]]:
    """So many problems from number ``seed`` on, each with a legal point; fewer where most problems have none."""
    for index in range(seed, seed + TRIES * count):
        problem = problem_of(kernel, index)
        if count and kernel.space.unmet(problem, facts) is None:
            params = small_point(
                kernel, problem, facts, np.random.default_rng([index, len(kernel.name)]), largest
            )
            if params is not None:
                yield problem, params
                count -= 1


def planted(kernel: Kernel, pattern: str, by: str) -> Kernel:
    """The kernel with a change of its text."""
    return replace(kernel, source=lambda p, q, d: re.sub(pattern, by, unwrapped(kernel.source(p, q, d))))


def main() -> None:
    """Check the points and print one line of JSON for each."""
    parser = argparse.ArgumentParser()
    parser.add_argument("count", type=int)
    parser.add_argument("seed", type=int)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--race", action="store_true")
    parser.add_argument("--stray", action="store_true")
    arguments = parser.parse_args()
    found = [
        d for platform in cl.get_platforms() for d in platform.get_devices() if platform.name == "Oclgrind"
    ]
    context = cl.Context(found[:1])
    device, queue = device_in(context, found[0]), cl.CommandQueue(context)
    device.facts = replace(
        device.facts, kind="cpu"
    )  # it says it is everything; some kernels are for CPUs only
    for name in arguments.names or kernels():
        kernel = planted(kernels()[name], r"__builtin_prefetch\(.*\);", "")  # Oclgrind does not know it
        if arguments.race:
            kernel = planted(kernel, r"barrier\(CLK_LOCAL_MEM_FENCE\);", "")
        if arguments.stray:
            kernel = planted(kernel, r"min\((row|col) \+ (\d+), [mn] - 1\)", r"\1 + \2 + 4096")
        for problem, params in points(kernel, device.facts, arguments.seed, arguments.count):
            verdict = trial_for(device, queue, problem).check(
                choice_of(kernel, params, problem, device.facts)
            )
            line = {"kernel": name, "point": f"{problem} {params}", "verdict": verdict}
            sys.stdout.write(json.dumps(line) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
