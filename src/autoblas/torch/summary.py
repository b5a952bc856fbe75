"""Report of the products that were served, and of those that PyTorch computed."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

__all__ = ["LayoutReport", "Report"]

ROWS = 12
"""Layouts that the printed table shows: those that saved most."""


@dataclass(frozen=True)
class LayoutReport:
    """Calls of one operator on tensors of one layout.

    Attributes:
        operator: ``"mm"``, ``"addmm"``, ``"bmm"`` or ``"baddbmm"``.
        dtype: Element type.
        items: Items of the stack; 1 for matrices.
        rows: Rows of the result.
        terms: Terms of each sum.
        columns: Columns of the result.
        form: Two letters, ``"n"`` for an operand whose last dimension is contiguous, ``"t"`` for another one.
        served: Whether autoblas computes them.
        returned: Whether it did before, and they were given back to PyTorch.
        reason: Why it does not, in words; empty where it does.
        calls: Calls that autoblas computed.
        ours: Seconds of autoblas, 0 where nothing was timed.
        theirs: Seconds of PyTorch, 0 where nothing was timed.
    """

    operator: str
    dtype: str
    items: int
    rows: int
    terms: int
    columns: int
    form: str
    served: bool
    returned: bool
    reason: str
    calls: int
    ours: float
    theirs: float

    @property
    def saved(self) -> float:
        """Seconds that its calls saved; 0 where nothing was timed."""
        return self.calls * (self.theirs - self.ours)

    @property
    def shape(self) -> str:
        """Rows, terms and columns, with the items of a stack."""
        shape = f"{self.rows} x {self.terms} x {self.columns}"
        return f"{self.items} of {shape}" if self.items > 1 else shape

    def __str__(self) -> str:
        times = (
            f"{self.ours * 1e6:10.1f} {self.theirs * 1e6:10.1f}" if self.theirs else f"{'-':>10} {'-':>10}"
        )
        last = f"{self.saved:9.3f}" if self.served else f"  {self.reason}"
        return (
            f"  {self.operator:<9}{self.dtype:<10}{self.shape:<26}{self.form:<5}{self.calls:>8} {times}{last}"
        )


@dataclass(frozen=True)
class Report:
    """Counts of products since serving began, or since the last reset.

    Attributes:
        on: Whether products are served now.
        accuracy: The accuracy that was asked for.
        left: Calls that PyTorch computed, by reason. Small ones are not counted.
        faults: Calls that autoblas could not compute, by message; PyTorch computed them.
        threads: Threads whose calls were served.
        layouts: One row for each operator and layout, those that saved most first.
    """

    on: bool
    accuracy: str
    left: dict[str, int]
    faults: dict[str, int]
    threads: int
    layouts: tuple[LayoutReport, ...] = field(repr=False)

    @property
    def served(self) -> int:
        """Calls that autoblas computed."""
        return sum(row.calls for row in self.layouts)

    @property
    def saved(self) -> float:
        """Seconds saved, of layouts that were timed: an estimate without the host's time."""
        return sum(row.saved for row in self.layouts)

    def as_dict(self) -> dict[str, Any]:
        """All of it as dictionaries, lists and numbers."""
        return {**asdict(self), "served": self.served, "saved": self.saved}

    def __str__(self) -> str:
        declined = ", ".join(f"{reason} {count}" for reason, count in sorted(self.left.items()))
        lines = [
            f"autoblas.torch: {f'on, accuracy {self.accuracy!r}' if self.on else 'off'}",
            f"  served {self.served} calls in {self.threads} threads, about {self.saved:.3f} s saved",
            f"  left to PyTorch besides small products: {declined or 'none'}",
        ]
        lines += [f"  fault, {count} times: {message}" for message, count in self.faults.items()]
        lines += [
            f"  given back: {row.operator} {row.dtype} {row.shape} {row.form}: {row.reason}"
            for row in self.layouts
            if row.returned
        ]
        if self.layouts:
            heading = f"  {'operator':<9}{'type':<10}{'rows x terms x columns':<26}{'form':<5}{'calls':>8} "
            lines.append(f"{heading}{'ours us':>10} {'theirs us':>10}  saved s")
            lines += map(str, self.layouts[:ROWS])
            if len(self.layouts) > ROWS:
                lines.append(f"  and {len(self.layouts) - ROWS} more layouts")
        return "\n".join(lines)
