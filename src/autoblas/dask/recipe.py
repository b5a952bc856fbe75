"""Recipe of one task: a block of a result, by calls of routines on blocks, on the device of the worker that runs it."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import autoblas

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Recipe", "Term"]

_compute_lock = threading.Lock()
"""One task of a process computes at a time: a device runs products in turn, and its memory may suffice for one alone.
Other tasks load and send blocks meanwhile."""


@dataclass(frozen=True)
class Term:
    """A call of a routine whose result is added to the block.

    Attributes:
        routine: Its name in ``autoblas``; ``"add"`` for a block itself.
        operands: The positions of its operands among the blocks of the task.
        options: Its other arguments.
    """

    routine: str
    operands: tuple[int, ...]
    options: Mapping[str, Any]


@dataclass(frozen=True)
class Recipe:
    """A block of a result; called with the blocks that it needs.

    Attributes:
        terms: The terms of the sum, in the order of addition.
        solve: Arguments of ``trsm``, whose right side is the sum, and whose matrix is the last block; or None.
    """

    terms: tuple[Term, ...]
    solve: Mapping[str, Any] | None = None

    def __call__(self, *blocks: Any) -> Any:
        """The block, a new array of the class of its operands."""
        with _compute_lock:
            total: Any = None
            for term in self.terms:
                total = _added(total, term, [blocks[position] for position in term.operands])
            if self.solve is not None:
                total = autoblas.trsm(blocks[-1], total, **self.solve)
            return total


def _added(total: Any, term: Term, operands: list[Any]) -> Any:
    """The sum with a further term; the array of the sum may be overwritten."""
    if term.routine == "add":
        (block,) = operands
        scaled = block * block.dtype.type(term.options["factor"])
        if total is None:
            return scaled
        total += scaled
        return total
    if term.routine == "trmm":  # which overwrites its operand
        product = operands[1].copy()
        autoblas.trmm(operands[0], product, **term.options)
        if total is None:
            return product
        total += product
        return total
    routine = getattr(autoblas, term.routine)
    if total is None:
        return routine(*operands, **term.options)
    return routine(*operands, c=total, beta=1.0, **term.options)
