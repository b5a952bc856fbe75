"""Products of which one triangle is computed, the updates of rank k among them: gemmt, syrk, herk, syr2k, her2k.

Only the named triangle of C is read and written; the imaginary parts of a Hermitian diagonal are taken as zero and
become zero. Arrays may be NumPy's or in device memory, of any strides, and all of one type; with ``beta`` = 0, C is not
read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autoblas.blas.arguments import option
from autoblas.blas.level3.updates import update_triangle

if TYPE_CHECKING:
    from autoblas.calls.call_plan import CallPlan, Done

__all__ = ["plan_gemmt", "plan_her2k", "plan_herk", "plan_syr2k", "plan_syrk"]


def plan_gemmt(
    a: Any,
    b: Any,
    *,
    alpha: Any,
    beta: Any,
    c: Any,
    uplo: Any,
    trans_a: Any,
    trans_b: Any,
    queue: Any,
    devices: Any,
    wait_for: Any,
) -> CallPlan | Done:
    """The plan of ``gemmt``."""
    letters = [option(name, letter, "NTC") for name, letter in (("trans_a", trans_a), ("trans_b", trans_b))]
    return update_triangle(
        ({"a": a, "b": b}, c),
        (alpha, beta),
        uplo,
        (letters[0], letters[1]),
        "gemmt",
        queue,
        wait_for,
        devices,
    )


def plan_syrk(a: Any, **options: Any) -> CallPlan | Done:
    """The plan of ``syrk``."""
    return _ranked("syrk", {"a": a}, **options)


def plan_herk(a: Any, **options: Any) -> CallPlan | Done:
    """The plan of ``herk``."""
    return _ranked("herk", {"a": a}, **options)


def plan_syr2k(a: Any, b: Any, **options: Any) -> CallPlan | Done:
    """The plan of ``syr2k``."""
    return _ranked("syr2k", {"a": a, "b": b}, **options)


def plan_her2k(a: Any, b: Any, **options: Any) -> CallPlan | Done:
    """The plan of ``her2k``."""
    return _ranked("her2k", {"a": a, "b": b}, **options)


def _ranked(
    name: str,
    inputs: dict[str, Any],
    *,
    alpha: Any,
    beta: Any,
    c: Any,
    uplo: Any,
    trans: Any,
    queue: Any,
    devices: Any,
    wait_for: Any,
) -> CallPlan | Done:
    """The plan of an update of rank k or 2k."""
    return update_triangle((inputs, c), (alpha, beta), uplo, (trans,), name, queue, wait_for, devices)
