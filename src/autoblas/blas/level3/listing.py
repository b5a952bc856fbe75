"""The launches of a call of level 3 as a list of problems, for a device that need not be there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autoblas.blas.steps import Operand, Steps
from autoblas.plan.choose import choose
from autoblas.problems.views import MatrixView

if TYPE_CHECKING:
    from autoblas.calls.serve import Bindable
    from autoblas.devices.device import Facts
    from autoblas.plan.choose import Choice
    from autoblas.precision import Precision
    from autoblas.problems.base import Scratch

__all__ = ["Listing", "dense"]


class Listing(Steps):
    """Lists what the launches of a call compute, where ``Steps`` binds them; no memory is taken and nothing runs.

    Args:
        facts: The device.

    Attributes:
        problems: What each launch computes, in order.
    """

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self.problems: list[Any] = []

    @property
    def facts(self) -> Facts:
        """The device."""
        return self._facts

    def memory(self, name: str, needed: Scratch) -> None:
        """No memory."""

    def served_by(self, layout: Bindable) -> Choice:
        """What a launch would run."""
        return choose(layout.problem, self._facts)

    def add(self, layout: Bindable, values: dict[str, Any]) -> None:  # noqa: ARG002  # nothing is launched
        """Put a problem behind those that there are."""
        self.problems.append(layout.problem)


def dense(precision: Precision, rows: int, cols: int, items: int = 1) -> Operand:
    """A matrix as NumPy stores it, or a stack of them, without memory.

    Args:
        precision: Element type.
        rows: Rows.
        cols: Columns.
        items: Matrices of a stack.
    """
    step = rows * cols if items > 1 else 0
    return Operand(MatrixView(precision, rows, cols, max(cols, 1), 1, items, step), None, 0)
