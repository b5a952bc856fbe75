"""Faults planted in the text of a kernel are found by the check that every candidate of the tuner must pass."""

import re
from dataclasses import replace
from typing import Any

import pytest

from autoblas.emit.opencl_c import OPENCL_C
from autoblas.kernels import kernels
from autoblas.precision import COMPLEX64, FLOAT16, FLOAT32, FLOAT64, INT32
from autoblas.problems import Combine, Matmul, Pack
from autoblas.problems.convolution import Col2im, Convolution, Im2col
from autoblas.problems.factorization import Factorization, RowExchange
from autoblas.problems.matrix import MatrixCopy, Substitution
from autoblas.testing.checks import rewritten
from support.kernel_checks import BARRIER, Fault, verdict, without_barrier

SMALL: dict[str, dict[str, Any]] = {
    "gemm_direct": {},
    "gemm_tile": {"tm": 16, "tn": 16, "tk": 16, "rm": 4, "rn": 4, "va": 1, "vb": 1},
    "gemm_panel": {"rm": 4, "vectors": 2, "depth": 128, "block_m": 2, "block_n": 2},
    "gemm_skinny": {"lanes": 4, "tiles": 1, "unroll": 2},
    "pack": {"depth": 16, "lanes": 1, "panels": 1},
    "combine": {"items": 1, "elements": 16},
    "copy_matrix": {"wx": 1, "wy": 1, "tile": 4},
    "substitute": {"lanes": 4, "rows": 4},
    "im2col": {"items": 8, "rows": 4},
    "col2im": {"items": 8, "rows": 4},
    "conv_panel": {"rm": 4, "lanes": 8, "depth": 64, "block_m": 4, "block_n": 2, "pack_a": False},
    "conv_tile": {"wx": 4, "wy": 4, "rm": 2, "rn": 2, "depth": 8},
    "cholesky_block": {},
    "factor_items": {"lanes": 2},
    "factor_teams": {"team": 16, "matrices": 2, "columns": 2, "unroll": False},
    "substitute_teams": {"team": 16, "matrices": 2, "columns": 2, "unroll": False},
    "substitute_items": {"lanes": 2, "columns": 2},
    "lu_panel": {"lanes": 4, "block": 4},
    "lu_registers": {"items": 32, "rows": 2},
    "qr_panel": {"lanes": 4, "block": 4},
    "exchange_rows": {"lanes": 4, "vectors": 2},
}
"""Points whose tiles stay, without an edge guard, within the canaries around C."""

PRODUCT = Matmul(46, 46, 44, FLOAT32)
EVEN = Matmul(48, 48, 48, FLOAT32)
DEEP = Matmul(46, 46, 150, FLOAT32)
SQUARE = Matmul(46, 46, 46, FLOAT32, "any", "row", "any")
LONG = Matmul(46, 46, 300, FLOAT32)
BATCH = Matmul(46, 46, 44, FLOAT32, items=3)
LIST = Matmul(46, 46, 44, FLOAT32, items=3, listed=True)
DOUBLES = Matmul(46, 46, 44, FLOAT64)
COMPLEX = Matmul(46, 46, 44, COMPLEX64, conjugate="a")
CONJUGATE = Matmul(46, 46, 44, COMPLEX64, conjugate="b")
HALVES = Matmul(46, 46, 44, FLOAT16)
WHOLE = Matmul(46, 46, 44, INT32)
SLICED = (("slices", 2),)
FLAT = Matmul(3, 46, 45, FLOAT32)
ROWS = Matmul(46, 3, 46, FLOAT32, "row", "col")
TURNED = Matmul(46, 3, 46, FLOAT32, items=3)
FLAT_COMPLEX = Matmul(3, 46, 45, COMPLEX64, conjugate="a")
ROWS_COMPLEX = Matmul(46, 3, 46, COMPLEX64, "row", "col", conjugate="b")
WAITING = (("tiles", 8),)
GROUP = (("items", 8), ("deep", 8))
PACKED = Pack(41, 37, 8, FLOAT32)
PACKED_ROWS = Pack(41, 37, 6, COMPLEX64)
PACKED_LIST = Pack(41, 37, 8, COMPLEX64, conjugate=True, items=3, listed=True)
PARTS = Combine(37, 41, 4, COMPLEX64, items=3, listed=True)
PACKED_ANY = Pack(41, 41, 8, FLOAT32, "any")
PARTS_ANY = Combine(41, 41, 4, FLOAT32, "any")
FLAT_ANY = Matmul(3, 46, 46, FLOAT32, "row", "any")
NARROW = (("vectors", 1),)
"""A tile of complex numbers that sixteen registers hold."""

UNPACKED = (("pack_a", False),)
SQUARES = (("lanes", 4),)


LOWER = Matmul(46, 46, 44, FLOAT32, part="lower")
UPPER = Matmul(46, 46, 44, FLOAT32, part="upper")
WIDE = Matmul(70, 90, 44, FLOAT32, part="lower")
TALL = Matmul(90, 70, 44, FLOAT32, part="upper")
HERMITIAN = Matmul(46, 46, 44, COMPLEX64, part="lower", hermitian=True)
SHORT = Matmul(46, 46, 46, FLOAT32, zeros="a_upper")
LATE = Matmul(46, 46, 46, FLOAT32, zeros="b_upper")
HALF = Combine(37, 41, 4, COMPLEX64, part="lower", hermitian=True)
SYMMETRIC = MatrixCopy(45, 45, COMPLEX64, form="hermitian")
TURNED_COPY = MatrixCopy(45, 45, FLOAT32, "col", form="triangular", lower=False, unit=True)
PARTIAL_COPY = MatrixCopy(45, 45, FLOAT32, form="triangular", unit=True, partial=True)
SYSTEM = Substitution(45, 10, FLOAT32)
PAIRS = Substitution(45, 9, COMPLEX64, items=3, lower=False)
PANEL = Factorization(61, 19, 0, FLOAT32, "lu")
PANEL_PAIRS = Factorization(61, 19, 0, COMPLEX64, "lu", items=3, a="col")
IN_TEAMS = (("items", 64), ("lanes", 1))
IN_ROWS = (("items", 64), ("team", 32), ("lanes", 1))
HOUSEHOLDER = Factorization(61, 19, 0, FLOAT32, "qr")
HOUSEHOLDER_PAIRS = Factorization(61, 19, 0, COMPLEX64, "qr", items=3, a="col")
NARROW_PANEL = Factorization(61, 6, 0, FLOAT32, "lu")
NARROW_PAIRS = Factorization(61, 6, 0, COMPLEX64, "lu", items=3, a="col")
EXCHANGE = RowExchange(61, 45, 37, FLOAT32)
EXCHANGE_BACK = RowExchange(61, 45, 37, COMPLEX64, reverse=True, items=3)
AT_ONCE = (("items", 64), ("lanes", 1), ("vectors", 1), ("exchanges", 16), ("teams", 4))
DEFINITE = Factorization(45, 45, 0, FLOAT32)
SMALL_DEFINITE = Factorization(9, 9, 3, COMPLEX64, task="both", items=5, lower=False)
SMALL_SQUARE = Factorization(9, 9, 3, FLOAT32, "lu", "both", items=5)
SMALL_FACTORS = Factorization(9, 9, 3, COMPLEX64, "lu", "solve", trans="C", items=5)
SMALL_INVERSE = Factorization(9, 9, 0, FLOAT64, "lu", "inverse", items=5)
SMALL_SYSTEM = Substitution(9, 5, FLOAT32, items=5, lower=False)
SMALL_PAIRS = Substitution(9, 5, COMPLEX64, items=5, conjugate=True)
DEFINITE_PAIRS = Factorization(45, 45, 0, COMPLEX64, items=3, lower=False)

SHAPE = ("kernel_h", "kernel_w", "pad_h", "pad_w", "stride_h", "stride_w", "items")
WINDOW: dict[str, Any] = dict(zip(SHAPE, (3, 2, 2, 1, 1, 1, 2), strict=True))
PATCHES = Im2col(5, 9, 24, FLOAT32, **WINDOW | {"stride_w": 2})
SUMS = Col2im(5, 9, 23, FLOAT32, **WINDOW | {"stride_w": 2})
SIDES = Col2im(5, 9, 23, FLOAT32, **WINDOW | {"pad_w": 0})
CONVOLUTION = Convolution(5, 9, 21, FLOAT32, **WINDOW, kernels=19)
STEPS = Convolution(5, 9, 75, FLOAT32, **WINDOW | {"stride_w": 2}, kernels=19)
COMPLEX_IMAGES = Convolution(5, 9, 23, COMPLEX64, **WINDOW, kernels=19)
PLANES = Convolution(23, 7, 7, FLOAT32, kernel_h=3, kernel_w=3, pad_h=1, pad_w=1, items=2, kernels=19)

SCALED = r"\bbeta == 0 \? "
ELEMENT_GUARD = r"if \((row(?: \+ \d+)?) < m && (col(?: \+ \d+)?) < n\)"

FAULTS = (
    Fault("both barriers are missing", "gemm_tile", PRODUCT, re.escape(BARRIER), ""),
    Fault("both barriers are missing", "gemm_tile", PRODUCT, re.escape(BARRIER), "", (("buffers", 2),)),
    Fault("one element of C is skipped", "gemm_direct", PRODUCT, ELEMENT_GUARD, r"\g<0> if (\1 != 5 || \2 != 7)"),
    Fault("one element of C is skipped", "gemm_tile", PRODUCT, r"if \((row < m)", r"if ((row != 45 || col != 44) && \1"),
    Fault("the edge is not guarded", "gemm_direct", PRODUCT, ELEMENT_GUARD, "if (true)", (("rm", 8),)),
    Fault("the edge is not guarded", "gemm_tile", PRODUCT, r"if \(row < m && col(?: \+ \d)? < n\)", ""),
    Fault("the edge is not guarded", "gemm_panel", PRODUCT, r"min\((\d+), [mn] - (?:row|col)\)", r"\1"),
    Fault("the edge is taken for the inside", "gemm_panel", PRODUCT, r"if \(row \+ .* <= n\)", "if (true)"),
    Fault("one element of C is skipped", "gemm_panel", PRODUCT, r"int j = 0;", "int j = (row + i == 5);"),
    Fault("one element of C is skipped", "combine", PARTS, r"(int col = start);", r"\1 + (row == 5 && start == 16);"),
    Fault("one element of the copy is skipped", "pack", PACKED, r"\*\(out \+ 3\) =", "if (row != 8 || l != 5) *(out + 3) ="),
    Fault("the last square ends before the panel", "pack", PACKED_ROWS, r"min\(square, 2\)", "min(square, 1)", SQUARES),
    Fault("rows of a square are mixed with themselves", "pack", PACKED_ROWS, r"upper\(x1\.odd, x3", "upper(x1.odd, x1", SQUARES),
    Fault("columns after the squares are left out", "pack", PACKED_ROWS, r"int l = squares_stop;", "int l = stop;", SQUARES),
    Fault("the edge is not guarded", "combine", PARTS, r"min\(start \+ 16, n\)", "start + 16"),
    Fault("the strides of A are exchanged", "gemm_panel", SQUARE, r"\* a_(row|col)", r"* (a_col + a_row - a_\1)", UNPACKED),
    Fault("the strides of B are exchanged", "gemm_skinny", FLAT_ANY, r"\* b_(row|col)", r"* (b_col + b_row - b_\1)", (("lanes", 1),)),
    Fault("the strides of X are exchanged", "pack", PACKED_ANY, r"\* x_(row|col)", r"* (x_col + x_row - x_\1)"),
    Fault("the strides of C are exchanged", "combine", PARTS_ANY, r"\* c_(row|col)", r"* (c_col + c_row - c_\1)"),
    Fault("C is read where beta is 0", "gemm_direct", PRODUCT, SCALED, "false ? "),
    Fault("C is read where beta is 0", "gemm_tile", PRODUCT, SCALED, "false ? "),
    Fault("C is read where beta is 0 at the edge", "gemm_panel", PRODUCT, SCALED, "false ? "),
    Fault("C is read where beta is 0 inside", "gemm_panel", PRODUCT, r"if \(start == 0 && beta == 0\)", "if (false)"),
    Fault("beta counts for every depth", "gemm_panel", DEEP, r"start == 0 \? beta : 1", "beta"),
    Fault("beta counts for every depth at the edge", "gemm_panel", DEEP, r"= start == 0 \?", "= true ?"),
    Fault("the last depth is taken for whole", "gemm_panel", DEEP, r"min\(128, k - start\)", "min(128, k)"),
    Fault("the strides of A are exchanged", "gemm_direct", SQUARE, r"\* a_(row|col)", r"* (a_col + a_row - a_\1)"),
    Fault("the strides of A are exchanged", "gemm_tile", SQUARE, r"\* a_(row|col)", r"* (a_col + a_row - a_\1)"),
    Fault("alpha is forgotten", "gemm_tile", PRODUCT, r"alpha \*", "1 *"),
    Fault("the last term is left out", "gemm_direct", PRODUCT, r"l < k;", "l < k - 1;"),
    Fault("zeros beyond the depth are missing", "gemm_tile", PRODUCT, r"&& start \+ l < k \? (.*) : 0;", r"? \1 : 0;"),
    Fault("tiles are transposed", "gemm_tile", SQUARE, r"a_tile \+ l \* 16 \+ e\b", "a_tile + e * 16 + l"),
    Fault("whole vectors of C are wrong", "gemm_tile", EVEN, r"(if \(whole && beta == 0\) {\n.*)alpha", r"\1 2 * alpha"),
    Fault("whole vectors of C forget the old", "gemm_tile", EVEN, r"(else if \(whole\) {\n.*)beta", r"\1 0"),
    Fault("whole vectors of C are read where beta is 0", "gemm_tile", EVEN, r"whole && beta == 0", "false"),
    Fault("factors keep ten bits", "gemm_direct", PRODUCT, r"const float a(\d) = (.*);", r"const float a\1 = as_float(as_int(\2) & 0xffffe000);"),
    Fault("doubles are added as floats", "gemm_direct", DOUBLES, r"\bdouble sum", "float sum"),
    Fault("a slice is skipped", "gemm_direct", LONG, r"last = min", "last = slice ? first : min", SLICED),
    Fault("a slice is skipped", "gemm_tile", LONG, r"last = min", "last = slice ? first : min", SLICED),
    Fault("a slice is skipped", "gemm_panel", LONG, r"last = min", "last = slice ? first + 1 : min", SLICED),
    Fault("the first slice is summed twice", "gemm_panel", LONG, r"first = slice \*", "first = 0 *", SLICED),
    Fault("slices lie on top of each other", "gemm_tile", LONG, r"c \+= \(size_t\)slice", "c += (size_t)0", SLICED),
    Fault("slices of items lie on top of each other", "gemm_direct", replace(LONG, items=2), r"\(item \* 2 \+ slice\)", "slice", SLICED),
    Fault("a slice is not added", "combine", PARTS, r"sum \+= partial\[.* \+ 3 \* size\];", ""),
    Fault("slices of the first item are added", "combine", PARTS, r"\(item \* 4\)", "(0 * item)"),
    Fault("beta is that of the first item", "combine", PARTS, r"betas\[item\]", "betas[0]"),
    Fault("the item's place in A is dropped", "gemm_direct", BATCH, r"a \+= .*;", ""),
    Fault("the item's place in B is dropped", "gemm_tile", BATCH, r"b \+= .*;", ""),
    Fault("the item's place in C is dropped", "gemm_tile", LIST, r"c \+= .*;", ""),
    Fault("the items' places in a list are those of a stack", "gemm_direct", LIST, r"a_offsets\[item\]", "a_offsets[1] * item"),
    Fault("the item's packed copy is not found", "gemm_panel", BATCH, r"b \+= item .*;", ""),
    Fault("alpha is that of the first item", "gemm_tile", LIST, r"alphas\[item\]", "alphas[0]"),
    Fault("beta is that of the first item", "gemm_panel", LIST, r"betas\[item\]", "betas[0]"),
    Fault("the item's place is dropped", "pack", PACKED_LIST, r"x \+= .*;", ""),
    Fault("the item's copy goes to the first", "pack", PACKED_LIST, r"packed \+= .*;", ""),
    Fault("the product of imaginary parts has the wrong sign", "gemm_direct", COMPLEX, r"\+= -a", "+= a"),
    Fault("the product of imaginary parts has the wrong sign", "gemm_tile", COMPLEX, r"-left_imag", "left_imag"),
    Fault("the product of imaginary parts has the wrong sign", "gemm_panel", COMPLEX, r"-a_imag", "a_imag", NARROW),
    Fault("alpha's imaginary part is dropped", "gemm_tile", COMPLEX, r"\bscale\(alpha, ", "(alpha.x * "),
    Fault("beta's imaginary part is dropped inside", "gemm_panel", COMPLEX, r"if \(keep\.y != 0\) \{.*\}", "", NARROW),
    Fault("a beta of i is taken for 0", "gemm_direct", COMPLEX, r"beta\.x == 0 && beta\.y == 0", "beta.x < 0"),
    Fault("the conjugate is forgotten", "gemm_direct", COMPLEX, r"= conj\(", "= ("),
    Fault("the conjugate is forgotten", "gemm_tile", CONJUGATE, r"= -(b_next)", r"= \1"),
    Fault("the conjugate is forgotten", "pack", PACKED_LIST, r"= -x", "= x"),
    Fault("halves are read as whole numbers", "gemm_direct", HALVES, r"= vload_half\(0, a", "= *(__global const short *)(a"),
    Fault("halves are rounded toward zero", "gemm_direct", HALVES, r"vstore_half_rte", "vstore_half_rtz"),
    Fault("whole numbers are added as floats", "gemm_direct", WHOLE, r"\buint (sum\w+)", r"float \1"),
    Fault("both barriers are missing", "gemm_skinny", FLAT, re.escape(BARRIER), "", GROUP),
    Fault("both barriers are missing", "gemm_skinny", ROWS, re.escape(BARRIER), "", GROUP),
    Fault("one work-item's sums are left out", "gemm_skinny", FLAT, r"other < 8", "other < 7", GROUP),
    Fault("one element of C is skipped", "gemm_skinny", FLAT, r"int j = fresh - start;", r"int j = fresh - start + (fresh == 8);"),
    Fault("the last work-group goes beyond C", "gemm_skinny", FLAT, r"min\(fresh, n - 4\)", "fresh"),
    Fault("what two work-groups have is written twice", "gemm_skinny", FLAT, r"int j = fresh - start", "int j = 0"),
    Fault("C is read where beta is 0", "gemm_skinny", FLAT, SCALED, "false ? "),
    Fault("the last terms are left out", "gemm_skinny", FLAT, r"; l < k; l \+= 1", "; l + 1 < k; l += 1"),
    Fault("sums do not begin at zero", "gemm_skinny", FLAT, r"sums\[i\] = 0;", "sums[i] = 1;", WAITING),
    Fault("a term is taken twice", "gemm_skinny", FLAT, r"y(\d)_1 \* x1_0", r"y\1_0 * x1_0", WAITING),
    Fault("what is left behind the last vector is forgotten", "gemm_skinny", ROWS, r"l = rest; l < k", "l = rest; l < 0"),
    Fault("half of the lanes are not added", "gemm_skinny", ROWS, r"(sum\d_\d_2) = (sum\d_\d)\.lo \+ .*;", r"\1 = \2.lo;"),
    Fault("rows of C lie too near each other", "gemm_skinny", replace(FLAT, c="any"), r"\* c_row", r"* (c_row - c_col)"),
    Fault("the item's turned copy is not found", "gemm_skinny", TURNED, r"b \+= item .*;", ""),
    Fault("the product of imaginary parts has the wrong sign", "gemm_skinny", FLAT_COMPLEX, r"sum\.x \+ imag", "sum.x - imag"),
    Fault("the conjugate is not taken", "gemm_skinny", ROWS_COMPLEX, r", -imag", ", imag"),
    Fault("padding is not zero", "pack", PACKED, r" : 0;", " : 1;"),
    Fault("padding is not written", "pack", PACKED, r"if \(whole_stop < panel_stop\)", "if (false)"),
    Fault("a depth too many is packed", "pack", PACKED, r"min\(start \+ 16, depth\)", "min(start + 16, depth + 1)"),
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
    Fault("the other triangle is written", "combine", HALF, r"if \(!\(col <= row\)\) continue;", ""),
    Fault("the diagonal stays complex", "combine", HALF, r"diagonal \? 0 : z.y", "z.y"),
    Fault("the mirror image is not conjugated", "copy_matrix", SYMMETRIC, r" \* \(float8\)\(1, -1.*?\)", ""),
    Fault("the mirror image is not conjugated at the diagonal", "copy_matrix", SYMMETRIC, r"value = conj\((.*)\);", r"value = \1;"),
    Fault("the diagonal stays complex", "copy_matrix", SYMMETRIC, r"value\.y = 0;", ""),
    Fault("a tile on the diagonal is taken for the inside", "copy_matrix", SYMMETRIC, r"col \+ 4 <= row", "col <= row"),
    Fault("ones are read", "copy_matrix", TURNED_COPY, r"value = \(float\)\(1\);", "value = x[x_offset + r + c * x_col];"),
    Fault("zeros are read", "copy_matrix", TURNED_COPY, r"value = \(float\)\(0\);", "value = x[x_offset + r + c * x_col];"),
    Fault("the other triangle is written", "copy_matrix", PARTIAL_COPY, r"else continue;", "else value = 0;"),
    Fault("a diagonal of ones is written", "copy_matrix", PARTIAL_COPY, r"if \(r == c\) continue;", "if (r == c) value = 1;"),
    Fault("columns are taken for rows", "copy_matrix", TURNED_COPY, r"x(\d)\.s(\d)", r"x\2.s\1"),
    Fault("a row is forgotten", "substitute", SYSTEM, r"x3_0 -= a3 \* x2_0;", ""),
    Fault("pivots do not count", "substitute", SYSTEM, r"x(\d)_0 = scaled\(x\d_0, near\d\);", ""),
    Fault("the last rows are left out", "substitute", SYSTEM, r"row \+ 1 <= m", "row + 1 < m"),
    Fault("columns beyond the last are written", "substitute", SYSTEM, r"min\(4, n - col\)", "4"),
    Fault("what is infinite is divided by no number", "substitute", SYSTEM, r"x = x / pivot;", "x = x / NAN;"),
    Fault("what left the range is kept", "substitute", PAIRS, r"zeros = [^;]*;", "zeros = 0;"),
    Fault("the inverse of a number is its conjugate's", "substitute", PAIRS, r"\(a\.y - a\.x \* r\)", "(a.y + a.x * r)"),
    Fault("a product's parts are exchanged", "substitute", PAIRS, r"even -= y0_0\.odd", "even += y0_0.odd"),
    Fault("the item's place is dropped", "substitute", PAIRS, r"a \+= item \* a_step;", ""),
    Fault("the left padding is not written", "im2col", PATCHES, r"x < \(outside \? out_w : left\)", "x < 0"),
    Fault("the right padding is read from the next row", "im2col", PATCHES, r"right = max\(left, inside\)", "right = out_w"),
    Fault("rows above the plane are read", "im2col", replace(PATCHES, pad_h=1), r"outside = y < 0 \|\|", "outside ="),
    Fault("the item's place is dropped", "im2col", PATCHES, r"item \* image_step", "0"),
    Fault("patches of items lie on top of each other", "im2col", PATCHES, r"item \* patches_step", "0"),
    Fault("the last row is skipped", "im2col", PATCHES, r"4, out_h\)", "4, out_h - 1)"),
    Fault("a tap is skipped", "col2im", SUMS, r"j < kernel_w", "j + 1 < kernel_w"),
    Fault("positions between strides count", "col2im", SUMS, r"from_x % stride_w", "false"),
    Fault("the old image is lost", "col2im", SUMS, r"sum \+ \*", "sum + 0 * *"),
    Fault("the guard at the right is missing", "col2im", SIDES, r"place_x >= out_w", "false"),
    Fault("the padding is not zero", "conv_panel", replace(CONVOLUTION, pad_h=1), r"inside = place < n && y >= 0 &&", "inside = place < n &&"),
    Fault("rows that share a vector are one", "conv_panel", CONVOLUTION, r"later = out_y != out_y\.s0", "later = out_y != out_y"),
    Fault("every second element is every one", "conv_panel", STEPS, r"first\.even, second\.odd", "first.lo, first.hi"),
    Fault("planes are counted from the first", "conv_panel", replace(CONVOLUTION, channels=23, pad_h=0, pad_w=0), r"\(size_t\)\(start / taps\)", "(size_t)0"),
    Fault("the item's place is dropped", "conv_panel", CONVOLUTION, r"item \* image_step", "0"),
    Fault("results of items lie on top of each other", "conv_panel", CONVOLUTION, r"c \+= item \* c_step;", ""),
    Fault("imaginary parts are real ones", "conv_panel", COMPLEX_IMAGES, r"pairs\.odd", "pairs.even", (("vectors", 1),)),
    Fault("neighbours of a plane count", "conv_panel", replace(PLANES, height=1, width=30, kernel_h=1, pad_h=0), r"select\(\(float8\)\(0\), run, mask\)", "run"),
    Fault("terms that fill no vector are dropped", "conv_panel", PLANES, r"for \(; l < terms; \+\+l\)", "for (; false; ++l)"),
    Fault("the last column sees the padding", "conv_panel", PLANES, r"inside \? \*met : 0", "*met"),
    Fault("half a tile is a whole one", "conv_panel", replace(PLANES, height=5, width=11), r"\? 1 : 2;", "? 0 : 2;"),
    Fault("both barriers are missing", "conv_tile", CONVOLUTION, r"barrier\(CLK_LOCAL_MEM_FENCE\);", ""),
    Fault("the edge is not guarded", "conv_tile", CONVOLUTION, r"&& first_col \+ local_x \+ \d < n", ""),
    Fault("the padding is not zero", "conv_tile", CONVOLUTION, r"x >= 0 && x < width", "true"),
    Fault("terms beyond the last count", "conv_tile", CONVOLUTION, r"start \+ l < k|term < k", "true"),
    Fault("a pivot is missed", "lu_panel", PANEL, r"isnan\(diagonal\) \? k : where\[0\]", "k"),
    Fault("the last of equals is the pivot", "lu_panel", PANEL, r"size > most", "size >= most"),
    Fault("the pivot's sign counts", "lu_panel", PANEL, r"fabs\(c0\)", "c0"),
    Fault("a part of a pivot does not count", "lu_panel", PANEL_PAIRS, r"\+ fabs\(c1\)", ""),
    Fault("an exchange is not told", "lu_panel", PANEL, r"pivots\[k\] = first \+ row;", "pivots[k] = first + k;"),
    Fault("rows are exchanged in one direction", "lu_panel", PANEL, r"\+ row\) = x;", "+ row) = y;"),
    Fault("rows are counted from the panel's first", "lu_panel", PANEL, r"failed = first \+ k \+ 1;", "failed = k + 1;"),
    Fault("zero is a pivot", "lu_panel", PANEL, r"if \(zero && !failed\)", "if (0)"),
    Fault("an earlier failure is forgotten", "lu_panel", PANEL_PAIRS, r"&& info\[0\] == 0", ""),
    Fault("a success is not told", "lu_panel", PANEL, r"first == 0 \|\| ", ""),
    Fault("a row of U is wrong", "lu_panel", PANEL, r"for \(int t = s \+ 1; t < start; \+\+t\)", "for (int t = s + 2; t < start; ++t)"),
    Fault("a column of a block is forgotten", "lu_panel", PANEL, r"for \(int j = k \+ 2; j < stop; \+\+j\)", "for (int j = k + 3; j < stop; ++j)"),
    Fault("earlier columns are forgotten", "lu_panel", PANEL, r"c1_0_0 -= l0_0 \* u1_0;", ""),
    Fault("quotients have the conjugate's weights", "lu_panel", PANEL_PAIRS, r"\(x1 \* w0 - x0 \* w1\)", "(x1 * w0 + x0 * w1)"),
    Fault("the item's place is dropped", "lu_panel", PANEL_PAIRS, r"a \+= set \* a_step;", ""),
    Fault("the pivot is that of some work-items", "lu_panel", PANEL, r"half_size > 0", "half_size > 1", IN_TEAMS),
    Fault("a pivot is missed", "lu_registers", NARROW_PANEL, r"fabs\(x1_\d\)", "fabs(x1_0)"),
    Fault("the last of equals is the pivot", "lu_registers", NARROW_PANEL, r"\(uint\)place1 < place_of", "(uint)place1 > place_of"),
    Fault("a row is eliminated twice", "lu_registers", NARROW_PANEL, r"active0 = false;", ""),
    Fault("a row keeps its place", "lu_registers", NARROW_PANEL, r"else if \(position0 == start[^)]*\) position0 = \(int\)pivot_row;", ""),
    Fault("an exchange is not told", "lu_registers", NARROW_PANEL, r"first \+ \(int\)place_of;", "first;"),
    Fault("rows are counted from the panel's first", "lu_registers", NARROW_PANEL, r"failed = first \+ ", "failed = "),
    Fault("a column is forgotten", "lu_registers", NARROW_PANEL, r"x1_5 -= x1_0 \* lines\[\d+\];", ""),
    Fault("a success is not told", "lu_registers", NARROW_PANEL, r"first == 0 \|\| ", ""),
    Fault("an earlier failure is forgotten", "lu_registers", NARROW_PAIRS, r"&& info\[0\] == 0", ""),
    Fault("quotients have the conjugate's weights", "lu_registers", NARROW_PAIRS, r"\* w0 - ", "* w0 + "),
    Fault("the item's place is dropped", "lu_registers", NARROW_PAIRS, r"a \+= set \* a_step;", ""),
    Fault("the diagonal has the wrong sign", "qr_panel", HOUSEHOLDER, r"alpha0 < 0 \?", "alpha0 > 0 ?"),
    Fault("squares leave the range", "qr_panel", HOUSEHOLDER, r"!\(length > [^)]*\)", "0"),
    Fault("the diagonal stays scaled", "qr_panel", HOUSEHOLDER, r"beta / unit", "beta"),
    Fault("rows above the diagonal count", "qr_panel", HOUSEHOLDER, r"3\) > ", "3) >= "),
    Fault("a vector is not scaled", "qr_panel", HOUSEHOLDER, r"x0 \* s0", "x0"),
    Fault("a column of zeros is reflected", "qr_panel", HOUSEHOLDER, r"none \? 0 : \(beta", "none ? 1 : (beta"),
    Fault("a column is forgotten", "qr_panel", HOUSEHOLDER, r"c1_0 -= l0 \* w1_0;", ""),
    Fault("the last columns are forgotten", "qr_panel", HOUSEHOLDER, r"start < n;", "start + 3 < n;"),
    Fault("a row of R is not written", "qr_panel", HOUSEHOLDER, r"i < k; \+\+i", "i < k - 1; ++i"),
    Fault("sums are those of some work-items", "qr_panel", HOUSEHOLDER, r"half_size > 0", "half_size > 1", IN_ROWS),
    Fault("a team takes all columns", "qr_panel", HOUSEHOLDER, r"item / 32", "0", IN_ROWS),
    Fault("products are not conjugated", "qr_panel", HOUSEHOLDER_PAIRS, r"t0_1 -= l1 \* c0_0;", "t0_1 += l1 * c0_0;"),
    Fault("tau is not conjugated", "qr_panel", HOUSEHOLDER_PAIRS, r"\+ tau1 \*", "- tau1 *"),
    Fault("the item's place is dropped", "qr_panel", HOUSEHOLDER_PAIRS, r"tau \+= set \* tau_step;", ""),
    Fault("exchanges are in the wrong order", "exchange_rows", EXCHANGE, r"for \(int k = 0; k < count; \+\+k\)", "for (int k = count - 1; k >= 0; --k)"),
    Fault("the last columns are forgotten", "exchange_rows", EXCHANGE, r"min\(8, n - col\)", "min(4, n - col)"),
    Fault("the first row is forgotten", "exchange_rows", EXCHANGE, r"row = first \+ k,", "row = k,"),
    Fault("the item's place is dropped", "exchange_rows", EXCHANGE_BACK, r"a \+= set \* a_step;", ""),
    Fault("a batch is followed forward", "exchange_rows", EXCHANGE, r"for \(int t = here - 1; t >= 0; --t\)", "for (int t = 0; t < here; ++t)", AT_ONCE),
    Fault("exchanges back are in the wrong order", "exchange_rows", EXCHANGE_BACK, r"for \(int t = 0; t < here; \+\+t\)", "for (int t = here - 1; t >= 0; --t)", AT_ONCE),
    Fault("a batch is forgotten", "exchange_rows", EXCHANGE, r"start < count;", "start + 16 < count;", AT_ONCE),
    Fault("a column is forgotten", "cholesky_block", DEFINITE, r"u1_3 -= u0_1 \* u0_3;", ""),
    Fault("a row is forgotten", "cholesky_block", DEFINITE, r"x3_0 -= u2_3 \* x2_0;", ""),
    Fault("pivots do not count", "cholesky_block", DEFINITE, r"x(\d)_0 \*= near\d;", ""),
    Fault("zero is a pivot", "cholesky_block", DEFINITE, r"!\(root(\d) > 0\)", r"root\1 < -2"),
    Fault("the last pivot that fails is named", "cholesky_block", DEFINITE, r"failed == 0 && ", ""),
    Fault("rows are counted from the block's first", "cholesky_block", DEFINITE, r"first \+ k", "k"),
    Fault("an earlier failure is forgotten", "cholesky_block", DEFINITE_PAIRS, r"\(first == 0 \|\| info\[[^]]*\] == 0\)", "(true)"),
    Fault("a success is not told", "cholesky_block", DEFINITE, r"first == 0 \|\| ", ""),
    Fault("a left factor is not conjugated", "cholesky_block", DEFINITE_PAIRS, r"even \+= y0_0\.odd", "even -= y0_0.odd"),
    Fault("the diagonal stays complex", "cholesky_block", DEFINITE_PAIRS, r"\(root(\d), 0\)", r"(root\1, 1)"),
    Fault("the item's place is dropped", "cholesky_block", DEFINITE_PAIRS, r"a \+= matrix \* a_step;", ""),
    Fault("all items tell the first one's result", "cholesky_block", DEFINITE_PAIRS, r"info_offset \+ matrix", "info_offset"),
    Fault("a column is forgotten", "factor_items", SMALL_DEFINITE, r"k < j;", "k < j - 1;"),
    Fault("zero is a pivot", "factor_items", SMALL_DEFINITE, r"pivot <= 0 \|\|", "pivot < -2 ||"),
    Fault("the last pivot that fails is named", "factor_items", SMALL_DEFINITE, r"failed == 0 && ", ""),
    Fault("the upper factor is not conjugated", "factor_items", SMALL_DEFINITE, r"factor = conj_of\((.*)\);", r"factor = \1;"),
    Fault("the smallest pivot is chosen", "factor_items", SMALL_SQUARE, r"size > largest", "size < largest"),
    Fault("rows of right-hand sides are not exchanged", "factor_items", SMALL_SQUARE, r"\(size_t\)order\[i\](\.s\d)?", "(size_t)i"),
    Fault("multipliers are not exchanged", "factor_items", SMALL_SQUARE, r"j = 0; j < 9; \+\+j\) \{(?=\n *const float2 x = w)", "j = k; j < 9; ++j) {"),
    Fault("a zero pivot is none", "factor_items", SMALL_SQUARE, r"largest == 0 \? \(int2\)", "largest < 0 ? (int2)"),
    Fault("pivots are counted from the block's first", "factor_items", SMALL_SQUARE, r"= first \+ \(int\)at", "= (int)at"),
    Fault("an earlier failure is forgotten", "factor_items", SMALL_SQUARE, r"if \(first == 0 \|\|.*\)(?=\s+info)", ""),
    Fault("an item's place is dropped", "factor_items", SMALL_SQUARE, r"item_1 \* a_step", "item_0 * a_step"),
    Fault("the last right-hand side is left out", "factor_items", SMALL_SQUARE, r"; c < rhs;", "; c + 1 < rhs;"),
    Fault("the adjoint is the transpose", "factor_items", SMALL_FACTORS, r"t = conj_of\((.*)\);", r"t = \1;"),
    Fault("a quotient is of the conjugate", "factor_items", SMALL_FACTORS, r"\(float2\)\(-r\)", "(float2)(r)"),
    Fault("stored pivots are not read", "factor_items", SMALL_FACTORS, r"pivots_\d\[k\]", "k"),
    Fault("columns of the inverse are not exchanged", "factor_items", SMALL_INVERSE, r"order\[i\] == c", "i == c"),
    Fault("a column is forgotten", "factor_teams", SMALL_DEFINITE, r"j = k \+ 1", "j = k + 2"),
    Fault("zero is a pivot", "factor_teams", SMALL_DEFINITE, r"!\(pivot > 0\)", "pivot < -2"),
    Fault("an earlier failure is forgotten", "factor_teams", SMALL_DEFINITE, r" && \(first == 0 \|\| [^{]*\)\) \{", ") {"),
    Fault("the upper factor is not conjugated", "factor_teams", SMALL_DEFINITE, r"x = conj_of\((complex_number\(\(tile.*)\);", r"x = \1;"),
    Fault("the smallest pivot is chosen", "factor_teams", SMALL_SQUARE, r"sizes\[i\] > largest", "sizes[i] < largest"),
    Fault("the pivot's row stays", "factor_teams", SMALL_SQUARE, r"position == k \? at : position", "position"),
    Fault("pivots are counted from the block's first", "factor_teams", SMALL_SQUARE, r"first \+ exchanged", "exchanged"),
    Fault("an item's place is dropped", "factor_teams", SMALL_SQUARE, r"item \* b_step", "0"),
    Fault("the last right-hand side is left out", "factor_teams", SMALL_SQUARE, r"; c < rhs;", "; c + 1 < rhs;"),
    Fault("the adjoint is the transpose", "factor_teams", SMALL_FACTORS, r"t = conj_of\((.*)\);", r"t = \1;"),
    Fault("exchanges are in the wrong order", "factor_teams", SMALL_FACTORS, r"int k = 8; k >= 0; --k", "int k = 0; k < 9; ++k"),
    Fault("columns of the inverse are not exchanged", "factor_teams", SMALL_INVERSE, r"source == c", "row == c"),
    Fault("a row is forgotten", "substitute_teams", SMALL_SYSTEM, r"int s = 0", "int s = 1"),
    Fault("pivots do not count", "substitute_teams", SMALL_SYSTEM, r" / pivot;", ";"),
    Fault("an item's place is dropped", "substitute_teams", SMALL_SYSTEM, r"item \* b_step", "0"),
    Fault("the triangle is not conjugated", "substitute_teams", SMALL_PAIRS, r"t = conj_of\(", "t = ("),
    Fault("a row is forgotten", "substitute_items", SMALL_SYSTEM, r"q < s;", "q < s - 1;"),
    Fault("pivots do not count", "substitute_items", SMALL_SYSTEM, r" / pivot;", ";"),
    Fault("the last right-hand side is left out", "substitute_items", SMALL_SYSTEM, r"; c < n;", "; c + 1 < n;"),
    Fault("an item's place is dropped", "substitute_items", SMALL_SYSTEM, r"item_1 \* b_step", "item_0 * b_step"),
    Fault("the triangle is not conjugated", "substitute_items", SMALL_PAIRS, r"t = conj_of\(", "t = ("),
    Fault("the factor is real", "substitute_items", SMALL_PAIRS, r"\(float2\)\(alpha\.y\)", "(float2)(0)"),
    Fault("taps are exchanged", "conv_tile", CONVOLUTION, r"tap / kernel_w", "tap / kernel_h"),
)  # fmt: skip


NOT_GUARDED = {"gemm_skinny": "the last work-group goes beyond C", "pack": "padding is not zero"}
"""Names of the fault of a missing guard, in kernels that do not guard an edge element by element."""


@pytest.mark.parametrize("name", ["gemm_direct", "gemm_tile", "gemm_panel", "gemm_skinny", "pack", "combine"])
def test_every_kernel_has_the_four_faults(name):
    """A skipped element, exchanged strides, a missing guard, and barriers where it has any."""
    names = {fault.name for fault in FAULTS if fault.kernel == name}
    text = kernels()[name].source(
        kernels()[name].space.point(SMALL[name]),
        next(f.problem for f in FAULTS if f.kernel == name),
        OPENCL_C,
    )
    assert any(re.fullmatch(r"one element of (C|the copy) is skipped", fault) for fault in names)
    assert any(re.fullmatch(r"the strides of [ABCX] are exchanged", fault) for fault in names)
    assert {"the edge is not guarded", NOT_GUARDED.get(name)} & names
    assert BARRIER not in text or "both barriers are missing" in names


@pytest.mark.budget(each=lambda case: case["fault"].kernel)
@pytest.mark.parametrize("fault", FAULTS, ids=lambda f: f"{f.kernel}: {f.name}")
def test_a_planted_fault_is_found(as_written, fault):
    """A text that computes something else, or writes elsewhere, fails its check; the same text as it was passes."""
    fault.assert_found(as_written, SMALL[fault.kernel])


OUTSIDE = (
    Fault("an element before C", "gemm_direct", PRODUCT, r"\A((?s:.*?)\n{\n)", r"\1  c[c_offset - 1] = 0;\n"),
    Fault(
        "an element behind the copy",
        "pack",
        PACKED,
        r"\A((?s:.*?)\n{\n)",
        r"\1  packed[(rows + 7) / 8 * 8 * depth] = 0;\n",
    ),
)


@pytest.mark.parametrize("fault", OUTSIDE, ids=lambda f: f"{f.kernel}: {f.name}")
def test_what_is_written_beside_a_right_result_is_found(as_written, fault):
    """By the canaries on its sides alone."""
    fault.assert_found(as_written, SMALL[fault.kernel])


@pytest.mark.parametrize("buffers", [1, 2])
@pytest.mark.parametrize("which", [0, 1], ids=["first", "second"])
def test_a_missing_barrier_is_found(intel, which, buffers):
    """Each barrier around a staged tile is needed; Intel's runtime shows it, the loops that PoCL makes hide it."""
    faulty = rewritten(kernels()["gemm_tile"], without_barrier(which))
    wrong = verdict(intel, faulty, SMALL["gemm_tile"] | {"buffers": buffers}, PRODUCT)
    assert "elements are wrong" in str(wrong)
