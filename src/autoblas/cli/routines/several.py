"""Predictions for calls on NumPy arrays that several devices compute together, and the sizes from which on they do."""

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

__all__ = ["expected", "several_document", "several_text", "title_of", "turning_point"]

SIZES = ("m", "n", "k")

LEAST, MOST = 64, 1 << 18
"""Sizes between which the turning point is searched, from which on several devices are faster."""


def expected(call: RoutineCall, devices: DeviceSet) -> Prediction:
    """The prediction for a call.

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
    first = None
    largest = max(call.values[name] or 0 for name in SIZES if name in call.values)
    factor = 1.0
    while largest * factor > LEAST:
        factor /= 2
    while largest * factor <= MOST:
        scaled = _scaled(call, factor)
        if expected(scaled, devices).together:
            first = scaled
            break
        factor *= 2
    return first


def _scaled(call: RoutineCall, factor: float) -> RoutineCall:
    sizes = {name: max(round(call.values[name] * factor), 1) for name in SIZES if call.values.get(name)}
    return replace(call, values={**call.values, **sizes})


def title_of(call: RoutineCall, devices: DeviceSet) -> str:
    """A product in BLAS's words; another routine with its sizes."""
    if call.routine.name == "gemm":
        return written(call.problems(devices.members[0].facts)[0])
    sizes = [f"{name}={call.values[name]}" for name in SIZES if call.values.get(name)]
    return " ".join([call.routine.name, call.values["dtype"], *sizes])


def several_document(prediction: Prediction) -> dict[str, Any]:
    """JSON of a prediction."""
    cut = prediction.cut
    return {
        "together": prediction.together,
        "seconds": prediction.seconds,
        "seconds_alone": prediction.alone,
        "shares": [
            {"device": name, "share": share}
            for name, share in zip(prediction.names, prediction.shares, strict=True)
        ],
        "parts": prediction.parts or None,
        "tile": None if cut is None else {"rows": cut.rows, "cols": cut.cols, "terms": cut.depth},
    }


def several_text(prediction: Prediction) -> str:
    """A prediction in words."""
    cut, how = prediction.cut, ""
    if cut is not None:
        how = f", in tiles of {cut.rows} x {cut.cols}" + f" and {cut.depth} terms"
    elif prediction.parts:
        how = f", in {prediction.parts} parts"
    alone = f"; {time_text(prediction.alone)} on the fastest alone" if prediction.together else ""
    return f"{prediction}\n  expected to take {time_text(prediction.seconds)}{how}{alone}"
