"""Probe of ``vec_type_hint``, a hint that compilers may fail at, for each type and length of vector that kernels sum in.

The attribute may be ignored, but compilers have been seen to fail at it (C. Jang's GATLAS, 2010, on Cell), so each kind
of vector has a small kernel that is built and run in a process of its own, with the hint and, where that fails, without.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import numpy as np
import pyopencl as cl

from autoblas.devices.opencl.compiler import built
from autoblas.devices.opencl.doctor.probe import PATIENCE
from autoblas.devices.opencl.pocl.processor import match_library
from autoblas.devices.opencl.selection import listing
from autoblas.emit.opencl_c import OPENCL_C
from autoblas.isolate.run import is_transient, run

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from autoblas.devices.device import Facts
    from autoblas.devices.selftest_results import HintOutcome

__all__ = ["VECTORS", "kernel_text", "probe_hints", "summary", "wrong_vector"]

TYPES = {"float": np.float32, "double": np.float64, "half": np.float16, "uint": np.uint32}
"""Types that kernels sum in: complex numbers by parts, integers without sign."""

LENGTHS = (1, 2, 4, 8, 16)

VECTORS = {f"{kind}{length if length > 1 else ''}": (kind, length) for kind in TYPES for length in LENGTHS}
"""The type and the length of each vector, by its name in C."""

ITEMS = 32


def probe_hints(index: int, facts: Facts, seconds: float = PATIENCE) -> dict[str, HintOutcome]:
    """Outcome of the hint with a device's compiler, for each vector of ``VECTORS``.

    Args:
        index: The device's position in the listing.
        facts: The device.
        seconds: Limit of a process.
    """
    lacking = {kind for kind, present in (("double", facts.fp64), ("half", facts.fp16)) if not present}
    names = [name for name, (kind, _) in VECTORS.items() if kind not in lacking]
    outcomes: dict[str, HintOutcome] = dict.fromkeys(VECTORS, "unknown")
    if (failure := _failure(index, "hinted", names, seconds)) is None:
        return outcomes | dict.fromkeys(names, "ok")
    for name in () if is_transient(failure) else names:
        if (failure := _failure(index, "hinted", [name], seconds)) is None:
            outcomes[name] = "ok"
        elif not is_transient(failure) and _failure(index, "plain", [name], seconds) is None:
            outcomes[name] = "fail"
    return outcomes


def _failure(index: int, mode: str, names: Sequence[str], seconds: float) -> str | None:
    return run(f"{__name__}:try_vectors", index, mode, names, seconds=seconds).failure


def summary(outcomes: Mapping[str, HintOutcome]) -> str:
    """The outcomes in words: by type where all lengths are alike, else by vector."""
    words: dict[HintOutcome, list[str]] = {"ok": [], "fail": [], "unknown": []}
    for kind in TYPES:
        of_kind = {name: outcome for name, outcome in outcomes.items() if VECTORS.get(name, ("",))[0] == kind}
        for outcome, names in words.items():
            alike = [name for name, outcome_of_name in of_kind.items() if outcome_of_name == outcome]
            names.extend([f"{alike[0]} to {alike[-1]}"] if len(alike) == len(LENGTHS) else alike)
    return "; ".join(f"{outcome}: {', '.join(names)}" for outcome, names in words.items() if names)


def kernel_text(name: str, *, hinted: bool) -> str:
    """A kernel that computes 3 x + i in vectors of that name, i being the work-item's position."""
    kind = name.rstrip("0123456789")
    attribute = f"{OPENCL_C.vector_hint(name)} " if hinted else ""
    return (
        f"{OPENCL_C.prelude(kind)}\n__kernel {attribute}void probe_{name}(__global {name} *x)\n"
        f"{{\n  const uint i = get_global_id(0);\n  x[i] = x[i] * ({kind})3 + ({kind})i;\n}}\n"
    )


def wrong_vector(device: cl.Device, names: Sequence[str], *, hinted: bool) -> str | None:
    """The first vector whose kernel computes wrong numbers, None where there is none.

    Raises:
        pyopencl.Error: a kernel does not build, launch or finish.
    """
    match_library(device)
    context = cl.Context([device])
    queue = cl.CommandQueue(context)
    text = "".join(kernel_text(name, hinted=hinted) for name in names)
    program = built(cl.Program(context, text), device, cached=False)
    for name in names:
        kind, length = VECTORS[name]
        x = (np.arange(ITEMS * length) * 7 % 16).astype(TYPES[kind]).reshape(ITEMS, length)
        buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=x)
        cl.Kernel(program, f"probe_{name}")(queue, (ITEMS,), None, buffer)
        result = np.empty_like(x)
        cl.enqueue_copy(queue, result, buffer)
        if not np.array_equal(result, 3 * x + np.arange(ITEMS, dtype=x.dtype)[:, None]):
            return name
    return None


def try_vectors(_: object, index: int, mode: str, names: Sequence[str]) -> None:
    """Entry of the process: try vectors on the device of an index."""
    wrong = wrong_vector(listing()[index], names, hinted=mode == "hinted")
    if wrong is not None:
        sys.exit(f"computed wrong numbers in vectors of type {wrong}")
