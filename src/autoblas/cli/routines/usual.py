"""The problems that ``autoblas tune all`` tunes: every family of routines at a usual size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoblas.cli.routines.table import call_of
from autoblas.precision import default_accumulator, precision_of
from autoblas.problems import Matmul

if TYPE_CHECKING:
    from autoblas.devices.device import Facts
    from autoblas.problems import Problem

__all__ = ["usual_problems"]

LONG = 1_000_000
SIDE = 1024


def usual_problems(dtype: str, facts: Facts) -> list[Problem]:
    """The problems for one type; what others need beside their own launches is tuned with them.

    Args:
        dtype: Type of the elements.
        facts: The device.
    """
    precision = precision_of(dtype)
    summed = default_accumulator(precision, precision, precision)
    found: list[Problem] = [
        Matmul(SIDE, SIDE, SIDE, precision, accumulator=summed),
        Matmul(SIDE, SIDE, SIDE, precision, "row", "col", accumulator=summed),
        Matmul(64, 64, 64, precision, accumulator=summed, items=64),
    ]
    conjugated = precision.is_complex
    symmetric = "he" if conjugated else "sy"
    vectors = ("axpy", "scal", "copy", "swap", "rot", "had", "dot", "asum", "nrm2", "iamax", "sum")
    matrices = [
        f"{symmetric}rk",
        "trmm",
        "symmetric_copy",
        "substitution",
        "gemv",
        f"{symmetric}mv",
        "trmv",
        "trsv",
    ]
    matrices += ["gerc" if conjugated else "ger", f"{symmetric}r"]
    image = ("--channels", "64", "--size", "56")
    calls = [call_of(name, "-n", str(LONG), "--dtype", dtype) for name in vectors]
    calls += [call_of(name, "-n", str(SIDE), "--dtype", dtype) for name in matrices]
    calls += [
        call_of("gemv", "-n", str(SIDE), "--trans", "T", "--dtype", dtype),
        call_of("convgemm", *image, "--dtype", dtype),
        call_of("convgemm", "--channels", "256", "--size", "14", "--kernels", "256", "--dtype", dtype),
        call_of("im2col", *image, "--dtype", dtype),
        call_of("col2im", *image, "--dtype", dtype),
    ]
    return found + [call.problems(facts)[0] for call in calls]
