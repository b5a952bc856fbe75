"""The chart of GATLAS: a table for each kernel and figure, a line a size, a column for each way of calling.

GATLAS (C. Jang, 2010) drew its charts from such files: sixteen columns, operands as they are or transposed times what is
copied with a call. Its kernels had three parameters, each with a table of its own; here each parameter of a kernel has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoblas.report.tables import plain
from autoblas.report.work import work_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from autoblas.database import Record
    from autoblas.report.speeds import Bench
    from autoblas.report.tables import Cell

__all__ = ["HEADER", "gatlas_chart"]

TRANSPOSES = {"NN": "A B", "TN": "At B", "NT": "A Bt", "TT": "At Bt"}
TRANSFERS = {"none": "", "to": "to ", "from": "from ", "tofrom": "tofrom "}

HEADER = (
    "kernel type", "description", "matrix size",
    *(f"{transfer}{column}" for transfer in TRANSFERS.values() for column in TRANSPOSES.values()),
)  # fmt: skip
"""The columns."""

_LETTERS = {"row": "N", "col": "T"}

Cells = dict[tuple[str, str], dict[int, dict[str, "Cell"]]]
"""Cells by table (kernel with element type, figure), then size, then column."""


def gatlas_chart(records: Iterable[Record], benches: Iterable[Bench]) -> str:
    """The chart of square products: of records, which copy nothing, and of calls; empty where there are none.

    Args:
        records: Records of one device; of several of one size the fastest counts.
        benches: Files of ``autoblas bench gemm``.
    """
    cells: Cells = {}
    for record in sorted(records, key=lambda record: -record.seconds):
        column, work = _column(record.signature), work_of(record)
        if column is None or record.family != "gemm" or not (work.regular and len(work.sizes) == 3):
            continue
        kernel, size = f"{record.kernel} {work.element_type}", work.sizes[0]
        for (table_name, _), sizes in cells.items():
            if table_name.partition(" ")[2] == work.element_type and size in sizes:
                sizes[size].pop(column, None)  # a slower one, perhaps of another kernel
        figures = {"gflops": work.gflops(record.seconds), **record.parameters}
        for figure, value in figures.items():
            cells.setdefault((kernel, figure), {}).setdefault(size, {})[column] = value
    for bench in benches:
        if bench.trans not in TRANSPOSES or bench.transfer not in TRANSFERS:
            continue  # conjugated operands, which GATLAS had none of
        column = TRANSFERS[bench.transfer] + TRANSPOSES[bench.trans]
        for speed in bench.speeds:
            if speed.kernel and speed.work.regular:
                table = cells.setdefault((f"{speed.kernel} {speed.work.element_type}", "gflops"), {})
                table.setdefault(speed.work.sizes[0], {})[column] = speed.work.gflops(speed.seconds)
    return "\n".join(
        _table(*name, sizes) for name, sizes in sorted(cells.items(), key=_order) if any(sizes.values())
    )


def _order(item: tuple[tuple[str, str], object]) -> tuple[str, bool, str]:
    """Kernel by kernel, speed before parameters."""
    (kernel, figure), _ = item
    return (kernel, figure != "gflops", figure)


def _table(kernel: str, figure: str, sizes: dict[int, dict[str, Cell]]) -> str:
    lines = ["\t".join(HEADER)]
    for size, cells in sorted(sizes.items()):
        if cells:
            lines.append(
                "\t".join((kernel, figure, str(size), *(plain(cells.get(name)) for name in HEADER[3:])))
            )
    return "\n".join(lines) + "\n"


def _column(signature: str) -> str | None:
    """The column of a class of products; None of one that GATLAS had none of."""
    tokens = signature.split()
    orders = tokens[-1].partition("=")[0].split("*") if tokens else []
    letters = "".join(_LETTERS.get(order, "") for order in orders)
    return TRANSPOSES.get(letters) if len(tokens) == 2 else None
