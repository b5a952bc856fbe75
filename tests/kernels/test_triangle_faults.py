"""Faults planted in the texts of triangles, copies and triangular systems are found by the check that every candidate passes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from autoblas.precision import COMPLEX64, FLOAT32
from autoblas.problems import Combine, Matmul
from autoblas.problems.matrix import MatrixCopy, Substitution
from support.kernel_checks import Fault

if TYPE_CHECKING:
    from support.rig import Rig

pytestmark = pytest.mark.usefixtures("all_as_written")

POINTS: dict[str, dict[str, Any]] = {
    "gemm_direct": {},
    "gemm_tile": {"tm": 16, "tn": 16, "tk": 16, "rm": 4, "rn": 4, "va": 1, "vb": 1},
    "gemm_panel": {"rm": 4, "vectors": 2, "depth": 128, "block_m": 2, "block_n": 2},
    "combine": {"items": 1, "elements": 16},
    "copy_matrix": {"wx": 1, "wy": 1, "tile": 4},
    "substitute": {"lanes": 4, "rows": 4},
}

LOWER = Matmul(46, 46, 44, FLOAT32, part="lower")
UPPER = Matmul(46, 46, 44, FLOAT32, part="upper")
WIDE = Matmul(70, 90, 44, FLOAT32, part="lower")
TALL = Matmul(90, 70, 44, FLOAT32, part="upper")
HERMITIAN = Matmul(46, 46, 44, COMPLEX64, part="lower", hermitian=True)
SHORT = Matmul(46, 46, 46, FLOAT32, zeros="a_upper")
LATE = Matmul(46, 46, 46, FLOAT32, zeros="b_upper")
PARTS = Combine(37, 41, 4, COMPLEX64, part="lower", hermitian=True)
SYMMETRIC = MatrixCopy(45, 45, COMPLEX64, form="hermitian")
TURNED = MatrixCopy(45, 45, FLOAT32, "col", form="triangular", lower=False, unit=True)
SYSTEM = Substitution(45, 10, FLOAT32)
PAIRS = Substitution(45, 9, COMPLEX64, items=3, lower=False)


FAULTS = (
    Fault("the diagonal is left out", "gemm_direct", LOWER, r"(col\d) <= (row\d)", r"\1 < \2"),
    Fault("the other triangle is written", "gemm_direct", LOWER, r" && col\d <= row\d", ""),
    Fault("a tile on the diagonal is skipped", "gemm_direct", LOWER, r"row \+ 2 <= col", "row <= col"),
    Fault("the diagonal stays complex", "gemm_direct", HERMITIAN, r"diagonal \? 0 : z.y", "z.y"),
    Fault("the diagonal is left out", "gemm_tile", UPPER, r"row <= col", "row < col"),
    Fault("the other triangle is written", "gemm_tile", UPPER, r" && row <= col(?: \+ \d)?\)", ")"),
    Fault("a tile is skipped", "gemm_tile", UPPER, r"col0 \+ 16 <= row0", "col0 <= row0"),
    Fault("the diagonal is left out", "gemm_panel", LOWER, r"row \+ i - col \+ 1", "row + i - col"),
    Fault("the diagonal is left out", "gemm_panel", UPPER, r"max\(0, row \+ i - col\)", "max(0, row + i - col + 1)"),
    Fault("a tile is taken for the inside", "gemm_panel", LOWER, r" && col \+ 16 <= row\)", ")"),
    Fault("a tile is skipped", "gemm_panel", LOWER, r"row \+ 4 <= col", "row <= col"),
    Fault("blocks of a column are counted from its top", "gemm_panel", LOWER, r"row_block \+= first_block;", ""),
    Fault("columns begin a block too low", "gemm_panel", WIDE, r"(\+\+col_block \* \d+ / \d+);", r"\1 + 1;"),
    Fault("columns have a block too few", "gemm_panel", TALL, r"row_block >= blocks", "row_block >= blocks - 1"),
    Fault("the diagonal stays complex", "gemm_panel", HERMITIAN, r"diagonal \? 0 : z.y", "z.y", (("vectors", 1),)),
    Fault("the last term is left out", "gemm_direct", SHORT, r"min\(row \+ 2, k\)", "min(row + 1, k)"),
    Fault("the last terms are left out", "gemm_tile", SHORT, r"min\(row0 \+ 16, k\)", "min(row0 + 8, k)"),
    Fault("the last terms are left out", "gemm_panel", SHORT, r"min\(row_stop \* 4, k\)", "min(row_stop * 3, k)"),
    Fault("columns are counted from beyond the last", "gemm_panel", LATE, r"\(col_tiles - 1\)", "(col_tiles + 1)"),
    Fault("the other triangle is written", "combine", PARTS, r"if \(!\(col <= row\)\) continue;", ""),
    Fault("the diagonal stays complex", "combine", PARTS, r"diagonal \? 0 : z.y", "z.y"),
    Fault("the mirror image is not conjugated", "copy_matrix", SYMMETRIC, r" \* \(float8\)\(1, -1.*?\)", ""),
    Fault("the mirror image is not conjugated at the diagonal", "copy_matrix", SYMMETRIC, r"value = conj\((.*)\);", r"value = \1;"),
    Fault("the diagonal stays complex", "copy_matrix", SYMMETRIC, r"value\.y = 0;", ""),
    Fault("a tile on the diagonal is taken for the inside", "copy_matrix", SYMMETRIC, r"col \+ 4 <= row", "col <= row"),
    Fault("ones are read", "copy_matrix", TURNED, r"value = \(float\)\(1\);", "value = x[x_offset + r + c * x_col];"),
    Fault("zeros are read", "copy_matrix", TURNED, r"value = \(float\)\(0\);", "value = x[x_offset + r + c * x_col];"),
    Fault("columns are taken for rows", "copy_matrix", TURNED, r"x(\d)\.s(\d)", r"x\2.s\1"),
    Fault("a row is forgotten", "substitute", SYSTEM, r"x3_0 -= a3 \* x2_0;", ""),
    Fault("pivots do not count", "substitute", SYSTEM, r"x(\d)_0 = scaled\(x\d_0, near\d\);", ""),
    Fault("the last rows are left out", "substitute", SYSTEM, r"row \+ 1 <= m", "row + 1 < m"),
    Fault("columns beyond the last are written", "substitute", SYSTEM, r"min\(4, n - col\)", "4"),
    Fault("what is infinite is divided by no number", "substitute", SYSTEM, r"x = x / pivot;", "x = x / NAN;"),
    Fault("what left the range is kept", "substitute", PAIRS, r"zeros = [^;]*;", "zeros = 0;"),
    Fault("the inverse of a number is its conjugate's", "substitute", PAIRS, r"\(a\.y - a\.x \* r\)", "(a.y + a.x * r)"),
    Fault("a product's parts are exchanged", "substitute", PAIRS, r"even -= y0_0\.odd", "even += y0_0.odd"),
    Fault("the item's place is dropped", "substitute", PAIRS, r"a \+= item \* a_step;", ""),
)  # fmt: skip


@pytest.mark.budget(each=lambda case: case["fault"].kernel, one_in=3)
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.kernel}-{fault.name}")
def test_planted_faults_are_found(pocl: Rig, fault: Fault) -> None:
    """The text as it is passes its check; the changed one does not."""
    fault.assert_found(pocl, POINTS[fault.kernel])
