"""Infinities, NaN, subnormal and huge numbers in products: what docs/guide/accuracy.md promises of each accuracy.

Each kernel that can compute a problem on a device does, at what it suggests. The tests with ``hopper`` need a device of
NVIDIA's compute capability 9.0 and are skipped without one.
"""

from collections.abc import Iterator
from typing import Any

import pyopencl as cl
import pytest

from autoblas.devices.opencl.backend import device_in
from autoblas.devices.opencl.facts import facts_of
from autoblas.devices.opencl.selection import listing
from autoblas.errors import BuildError
from autoblas.kernels import serving
from autoblas.precision import FLOAT16, FLOAT32, FLOAT64, Precision, default_accumulator
from autoblas.problems import Accuracy, Matmul
from support.rig import Rig
from support.special_values import SIZES, computed, judge, operands, plan_of


@pytest.fixture(scope="module")
def hopper():
    """A device of compute capability 9.0."""
    for device in listing():
        if facts_of(device).compute_capability == (9, 0):
            context = cl.Context([device])
            return Rig(device_in(context, device), cl.CommandQueue(context, device))
    pytest.skip("there is no device of compute capability 9.0")


def results(rig: Rig, problem: Matmul) -> Iterator[tuple[str, Any]]:
    """The product of ``operands`` by each kernel that can compute it, with the kernel's name and form."""
    facts, built = rig.device.facts, 0
    a, b = operands(problem.type_a)
    for kernel in serving(Matmul):
        if kernel.space.unmet(problem, facts) is not None:
            continue
        forms = kernel.space.choices().get("form", (None,))
        for form in forms:
            wanted = (
                kernel.space.point(values)
                for values in kernel.suggestions(problem, facts)
                if form in (None, values.get("form", forms[0]))
            )
            legal = (p for p in wanted if kernel.refusal(p, problem, facts) is None)
            params = next(legal, None)
            if params is None:
                continue
            try:
                plan = plan_of(rig, kernel, params, problem)
            except BuildError:
                continue
            yield f"{kernel.name} {form or ''}", computed(rig, plan, a, b, problem)
            built += 1
    assert built


def problem_of(precision: Precision, accuracy: Accuracy = "standard") -> Matmul:
    """The product of ``operands``."""
    summed = default_accumulator(precision, precision, precision)
    return Matmul(*SIZES, precision, accumulator=summed, accuracy=accuracy)


ACCURACIES: tuple[tuple[Precision, Accuracy], ...] = (
    (FLOAT32, "standard"),
    (FLOAT32, "strict"),
    (FLOAT32, "fast"),
    (FLOAT64, "standard"),
)
"""Those with kernels of their own."""


@pytest.mark.budget(30)
@pytest.mark.parametrize(("precision", "accuracy"), ACCURACIES, ids=str)
def test_special_values_on_a_processor(precision, accuracy, pocl):
    """Every kernel gives infinities and NaN where plain arithmetic does, and nowhere else."""
    problem = problem_of(precision, accuracy)
    honoured = bool(pocl.device.hardware.single_fp_config & cl.device_fp_config.DENORM)
    for name, result in results(pocl, problem):
        judge(name, result, problem, subnormals=honoured)


@pytest.mark.parametrize(("precision", "accuracy"), [*ACCURACIES, (FLOAT16, "standard")], ids=str)
def test_special_values_on_matrix_units(precision, accuracy, hopper):
    """The same on NVIDIA's matrix units; ``fast`` alone may lose subnormal numbers."""
    problem = problem_of(precision, accuracy)
    names = []
    for name, result in results(hopper, problem):
        judge(name, result, problem, subnormals=accuracy != "fast")
        names.append(name)
    assert ("gemm_wgmma half3" in names) == (precision is FLOAT32 and accuracy == "standard"), names
    assert ("gemm_dmma " in names) == (precision is FLOAT64), names
