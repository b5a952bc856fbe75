"""Arguments of a routine's call for sizes and letters: arrays as NumPy stores them, without memory; and the call's launches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import autoblas
from autoblas.arrays.unbacked import unbacked
from autoblas.blas.cached_calls import plan_of
from autoblas.blas.host.rows import ROWS
from autoblas.calls.call_plan import Done
from autoblas.plan.choose import choose
from autoblas.plan.symbols import Target
from autoblas.precision import precision_of
from autoblas.problems.vector import MAPS, REDUCTIONS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autoblas.devices.device import Facts
    from autoblas.problems import Problem

__all__ = ["launches", "matrix_arguments", "vector_arguments"]


def launches(name: str, facts: Facts, arguments: Mapping[str, Any], *, items: int = 1) -> tuple[Problem, ...]:
    """The problems of the launches that a call makes on a device, which need not be present.

    Args:
        name: The routine.
        facts: The device.
        arguments: The arguments of the call.
        items: Items of a batch; with more than one, the routine for batches is called.
    """
    routine = getattr(autoblas, f"{name}_batched" if items > 1 else name)
    plan = plan_of(routine)(**arguments)
    if isinstance(plan, Done):
        return ()
    target = Target(facts, lambda layout: choose(layout.problem, facts))
    placed = {operand: (array, None, 0) for operand, array in plan.arrays.items()}
    return tuple(launch.layout.problem for launch in plan.launches(target, placed))


def vector_arguments(
    name: str, n: int, dtype: str, *, strided: bool = False, items: int = 1
) -> dict[str, Any]:
    """Arguments of a routine on vectors.

    Args:
        name: The routine.
        n: Elements of a vector.
        dtype: Their type.
        strided: They are not adjacent.
        items: Vectors of a batch.
    """
    kind = precision_of(dtype).dtype
    operation = {"dotu": "dot", "dotc": "dot", "dsdot": "dot"}.get(name, name)
    vectors = MAPS[name].vectors if name in MAPS else REDUCTIONS[operation].vectors
    shape = (items, n) if items > 1 else (n,)
    arrays = {vector: unbacked(shape, kind, step=2 if strided else 1) for vector in vectors}
    factor = 0.5 + 0.5j if precision_of(dtype).is_complex else 0.5
    factors: dict[str, dict[str, Any]] = {
        "scal": {"alpha": factor},
        "axpby": {"alpha": factor, "beta": factor},
        "rot": {"c": 0.5, "s": factor},
        "rotm": {"param": [-1.0, 0.5, 0.5, 0.5, 0.5]},
    }
    return {**arrays, **factors.get(name, {})}


def matrix_arguments(
    name: str, dtype: str, sizes: Mapping[str, int], letters: Mapping[str, str], *, items: int = 1
) -> dict[str, Any]:
    """Arguments of a routine on matrices, with its output.

    Args:
        name: The routine, one of ``ROWS``.
        dtype: Type of the elements.
        sizes: Those that the row has, and ``k``, the diagonals on each side, of a band.
        letters: The letters of BLAS, by argument.
        items: Items of a batch.
    """
    kind, arguments = precision_of(dtype).dtype, dict[str, Any](letters)
    side = sizes["m" if letters.get("side", "L") == "L" else "n"] if "side" in letters else 0
    for operand in ROWS[name].operands.split():
        argument, _, form = operand.rstrip("=?!~+.").partition(":")
        storage, _, letter = form.partition("/")
        extents = {**sizes, "s": side}
        if letters.get(letter, "N") != "N" and len(storage) == 1:  # a vector is as long as the other side
            extents |= {"m": sizes["n"], "n": sizes["m"]}
        diagonals = 0
        if storage == "band":
            diagonals = sizes["k"] * (2 if name == "gbmv" else 1) + 1
            # An array of two diagonals alone would have steps of 1 along the rows and the columns of A.
            shape: tuple[int, ...] = (diagonals + 1, sizes["n"])
        elif storage == "packed":
            shape = (sizes["n"] * (sizes["n"] + 1) // 2,)
        else:
            shape = tuple(extents[extent] for extent in storage)
        if storage:  # it is no factor
            order = "F" if storage == "band" else "C"  # as LAPACK's band storage mostly is
            shape = shape[::-1] if letters.get(letter, "N") != "N" else shape
            array = unbacked((items, *shape) if items > 1 else shape, kind, order=order)
            arguments[argument] = array[:diagonals] if diagonals else array
    if name == "gbmv":
        arguments |= {"kl": sizes["k"], "ku": sizes["k"], "shape": (sizes["m"], sizes["n"])}
    return arguments
