"""What is expected of a call on NumPy arrays that several devices compute together, and from which sizes on they do."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from autoblas.calls.several.division import panel_pattern, triangle_pattern
from autoblas.calls.several.prediction import predict_parts, predict_product
from autoblas.calls.streamed.schedule import Extents
from autoblas.cli.output.text import time_text
from autoblas.cli.routines.level3 import RANKED, SYMMETRIC, TRIANGULAR, result_shape
from autoblas.errors import ArgumentError
from autoblas.precision import precision_of
from autoblas.problems import Matmul
from autoblas.problems.blas.notation import written

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.calls.several.device_set import DeviceSet
    from autoblas.calls.several.members import Member
    from autoblas.calls.several.prediction import Prediction
    from autoblas.cli.routines.routine import RoutineCall

__all__ = ["expected", "several_text", "several_words", "title_of", "turning_point"]

SIZES = ("m", "n", "k")

LEAST, MOST = 64, 1 << 18
"""Sizes between which the one is looked for from which on several devices are faster."""


def expected(call: RoutineCall, devices: DeviceSet) -> Prediction:
    """What is expected of a call.

    Raises:
        ArgumentError: several devices do not compute this routine.
    """
    members, name = devices.members, call.routine.name
    if name == "gemm":
        return _product(call, members)
    if name not in (*RANKED, *SYMMETRIC, *TRIANGULAR):
        raise ArgumentError("--devices", "gemm or another routine of level 3", name)
    kind, size = precision_of(call.values["dtype"]), precision_of(call.values["dtype"]).size
    work = call.host
    operations = 0 if work is None else work.size
    n = call.values["n"]
    if name in RANKED:
        k = call.values["k"] or n
        pattern: Any = triangle_pattern(n, k, 2 if name.endswith("2k") else 1, size, len(members))
    else:
        cols = result_shape(name, call.values)[1]
        pattern = panel_pattern(cols, operations, n * n * size, 2 * n * size, len(members))
        if call.values.get("items", 1) > 1:  # stacks are not divided
            pattern = None
    return predict_parts(pattern, operations, members, f"{name} {kind.name}", double=kind.double)


def _product(call: RoutineCall, members: Sequence[Member]) -> Prediction:
    q = call.problems(members[0].facts)[0]
    if not isinstance(q, Matmul):
        raise ArgumentError("--devices", "one product", call.routine.name)
    sizes = q.type_a.size, q.type_b.size, q.precision.size
    extents = Extents(q.m, q.n, q.k, sizes, q.precision is not q.accumulator)
    flops = 8 if q.accumulator.is_complex else 2
    return predict_product(extents, members, f"gemm {q.precision.name}", flops, double=q.accumulator.double)


def turning_point(call: RoutineCall, devices: DeviceSet) -> RoutineCall | None:
    """The smallest call of these proportions, by powers of two, that several devices compute; None where there is none."""
    found = None
    largest = max(call.values[name] or 0 for name in SIZES if name in call.values)
    factor = 1.0
    while largest * factor > LEAST:
        factor /= 2
    while largest * factor <= MOST:
        scaled = _scaled(call, factor)
        if expected(scaled, devices).together:
            found = scaled
            break
        factor *= 2
    return found


def _scaled(call: RoutineCall, factor: float) -> RoutineCall:
    sizes = {name: max(round(call.values[name] * factor), 1) for name in SIZES if call.values.get(name)}
    return replace(call, values={**call.values, **sizes})


def title_of(call: RoutineCall, devices: DeviceSet) -> str:
    """A product in BLAS's words; another routine with its sizes."""
    if call.routine.name == "gemm":
        return written(call.problems(devices.members[0].facts)[0])
    sizes = [f"{name}={call.values[name]}" for name in SIZES if call.values.get(name)]
    return " ".join([call.routine.name, call.values["dtype"], *sizes])


def several_words(found: Prediction) -> dict[str, Any]:
    """What is expected, as JSON can hold it."""
    cut = found.cut
    return {
        "together": found.together,
        "seconds": found.seconds,
        "seconds_alone": found.alone,
        "shares": [
            {"device": name, "share": each} for name, each in zip(found.names, found.shares, strict=True)
        ],
        "parts": found.parts or None,
        "tile": None if cut is None else {"rows": cut.rows, "cols": cut.cols, "terms": cut.depth},
    }


def several_text(found: Prediction) -> str:
    """The same in words."""
    cut, how = found.cut, ""
    if cut is not None:
        how = f", in tiles of {cut.rows} x {cut.cols}" + f" and {cut.depth} terms"
    elif found.parts:
        how = f", in {found.parts} parts"
    alone = f"; {time_text(found.alone)} on the fastest alone" if found.together else ""
    return f"{found}\n  expected to take {time_text(found.seconds)}{how}{alone}"
