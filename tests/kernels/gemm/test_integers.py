"""Kernels of products on integers of every size: random points, exact, with operands that are narrower than sums."""

import itertools
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from autoblas.checks.product import trial_for
from autoblas.emit.cuda_c import CUDA_C
from autoblas.emit.opencl_c import OPENCL_C
from autoblas.emit.scalars import convert
from autoblas.kernels import kernels
from autoblas.kernels.kernel import Kernel
from autoblas.precision import INT8, INT16, INT32, INT64, UINT8, UINT32, Precision
from autoblas.problems import Matmul
from support.as_written import AsWritten
from support.kernel_cases import choice_of, draw_legal, portable, shaped, walk
from support.rig import Rig

NAMES = [name for name in portable() if kernels()[name].family is Matmul]

MIXES: tuple[tuple[Precision, Precision, Precision], ...] = (
    (INT8, INT8, INT32),
    (UINT8, INT16, INT32),
    (INT64, INT64, INT64),
    (INT32, UINT8, INT64),
    (UINT32, UINT32, INT64),
    (UINT8, UINT32, UINT32),
    (INT16, INT32, INT32),
)
"""Types of A, B and C."""

POINTS = 14
"""Points of each kernel: each mix with two."""


def problems(kernel: Kernel, rig: Rig) -> Any:
    """Products of integers that a kernel serves, in the batches, orders and memories of the walk."""
    for index in itertools.count():
        a, b, c = MIXES[index % len(MIXES)]
        types: dict[str, Any] = {"type_a": a, "type_b": b, "precision": c, "accumulator": c}
        types |= {"conjugate": "", "hermitian": False, "activation": ""}
        problem = shaped(kernel, replace(walk(Matmul, index), **types), index)
        if kernel.space.unmet(problem, rig.device.facts) is None:
            yield problem


@pytest.mark.budget(one_in=2)
@pytest.mark.parametrize("name", NAMES)
def test_integers_are_exact_at_random_points(as_written, name):
    """Signs are extended where operands are read, sums wrap, and nothing else is written."""
    kernel, rng = kernels()[name], np.random.default_rng(0)
    choices = [
        choice_of(
            kernel,
            draw_legal(kernel, problem, as_written.device.facts, rng),
            problem,
            as_written.device.facts,
        )
        for problem in itertools.islice(problems(kernel, as_written), POINTS)
    ]
    assert isinstance(as_written.device, AsWritten)
    as_written.device.build_together(choices)
    for choice in choices:
        wrong = trial_for(as_written.device, as_written.queue, choice.problem).check(choice)
        assert wrong is None, f"{choice.problem} {choice.params}: {wrong}"


def test_conversions_extend_the_sign():
    """Numbers below zero stay what they are; int32 is held as ``uint``, which has no sign to extend."""
    assert convert(OPENCL_C, INT8, INT32, 4, "x") == "as_uint4(convert_int4(x))"
    assert convert(OPENCL_C, INT32, INT64, 2, "x") == "as_ulong2(convert_long2(as_int2(x)))"
    assert convert(OPENCL_C, UINT8, INT64, 1, "x") == "convert_ulong(x)"
    assert convert(OPENCL_C, UINT32, INT32, 1, "x") == "x"
    assert convert(CUDA_C, INT16, INT64, 2, "x") == "bits_of<vec<ulong,2>>(convert<vec<int64,2>>(x))"
    assert CUDA_C.element(INT8) == "signed char"
