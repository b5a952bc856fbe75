"""Faults planted in the kernels of images, each of which their checks must find."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from autoblas.precision import COMPLEX64, FLOAT32
from autoblas.problems.convolution import Col2im, Convolution, Im2col
from support.kernel_checks import Fault

if TYPE_CHECKING:
    from support.rig import Rig

pytestmark = pytest.mark.usefixtures("all_as_written")

WINDOW: dict[str, Any] = {
    "kernel_h": 3,
    "kernel_w": 2,
    "pad_h": 2,
    "pad_w": 1,
    "stride_h": 1,
    "stride_w": 1,
    "items": 2,
}
PATCHES = Im2col(5, 9, 24, FLOAT32, **WINDOW | {"stride_w": 2})
SUMS = Col2im(5, 9, 23, FLOAT32, **WINDOW | {"stride_w": 2})
EDGES = Col2im(5, 9, 23, FLOAT32, **WINDOW | {"pad_w": 0})
PRODUCT = Convolution(5, 9, 21, FLOAT32, **WINDOW, kernels=19)
STEPS = Convolution(5, 9, 75, FLOAT32, **WINDOW | {"stride_w": 2}, kernels=19)
COMPLEX = Convolution(5, 9, 23, COMPLEX64, **WINDOW, kernels=19)
SMALL = Convolution(23, 7, 7, FLOAT32, kernel_h=3, kernel_w=3, pad_h=1, pad_w=1, items=2, kernels=19)
PANEL = {"rm": 4, "lanes": 8, "depth": 64, "block_m": 4, "block_n": 2, "pack_a": False}
TILE = {"wx": 4, "wy": 4, "rm": 2, "rn": 2, "depth": 8}
ROWS = {"items": 8, "rows": 4}


FAULTS = (
    Fault("the left padding is not written", "im2col", PATCHES, r"x < \(outside \? out_w : left\)", "x < 0"),
    Fault("the right padding is read from the next row", "im2col", PATCHES, r"right = max\(left, inside\)", "right = out_w"),
    Fault("rows above the plane are read", "im2col", PATCHES, r"outside = y < 0 \|\|", "outside ="),
    Fault("the item's place is dropped", "im2col", PATCHES, r"item \* image_step", "0"),
    Fault("patches of items lie on top of each other", "im2col", PATCHES, r"item \* patches_step", "0"),
    Fault("the last row is skipped", "im2col", PATCHES, r"4, out_h\)", "4, out_h - 1)"),
    Fault("a tap is skipped", "col2im", SUMS, r"j < kernel_w", "j + 1 < kernel_w"),
    Fault("positions between strides count", "col2im", SUMS, r"from_x % stride_w", "false"),
    Fault("the old image is lost", "col2im", SUMS, r"sum \+ \*", "sum + 0 * *"),
    Fault("the guard at the right is missing", "col2im", EDGES, r"place_x >= out_w", "false"),
    Fault("the padding is not zero", "conv_panel", PRODUCT, r"inside = place < n && y >= 0 &&", "inside = place < n &&"),
    Fault("rows that share a vector are one", "conv_panel", PRODUCT, r"later = out_y != out_y\.s0", "later = out_y != out_y"),
    Fault("every second element is every one", "conv_panel", STEPS, r"first\.even, second\.odd", "first.lo, first.hi"),
    Fault("planes are counted from the first", "conv_panel", replace(PRODUCT, channels=23), r"\(size_t\)\(start / taps\)", "(size_t)0"),
    Fault("the item's place is dropped", "conv_panel", PRODUCT, r"item \* image_step", "0"),
    Fault("results of items lie on top of each other", "conv_panel", PRODUCT, r"c \+= item \* c_step;", ""),
    Fault("imaginary parts are real ones", "conv_panel", COMPLEX, r"pairs\.odd", "pairs.even", (("vectors", 1),)),
    Fault("neighbours of a plane count", "conv_panel", replace(SMALL, height=1, width=30, kernel_h=1, pad_h=0), r"select\(\(float8\)\(0\), run, mask\)", "run"),
    Fault("terms that fill no vector are dropped", "conv_panel", SMALL, r"for \(; l < terms; \+\+l\)", "for (; false; ++l)"),
    Fault("the last column sees the padding", "conv_panel", SMALL, r"inside \? \*met : 0", "*met"),
    Fault("half a tile is a whole one", "conv_panel", replace(SMALL, height=5, width=11), r"\? 1 : 2;", "? 0 : 2;"),
    Fault("both barriers are missing", "conv_tile", PRODUCT, r"barrier\(CLK_LOCAL_MEM_FENCE\);", ""),
    Fault("the edge is not guarded", "conv_tile", PRODUCT, r"&& first_col \+ local_x \+ \d < n", ""),
    Fault("the padding is not zero", "conv_tile", PRODUCT, r"x >= 0 && x < width", "true"),
    Fault("terms beyond the last count", "conv_tile", PRODUCT, r"start \+ l < k|term < k", "true"),
    Fault("taps are exchanged", "conv_tile", PRODUCT, r"tap / kernel_w", "tap / kernel_h"),
)  # fmt: skip


@pytest.mark.budget(each=lambda case: case["fault"].kernel, one_in=3)
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.kernel}-{fault.name}")
def test_planted_faults_are_found(pocl: Rig, fault: Fault) -> None:
    """The text as it is passes its check; the changed one does not."""
    fault.assert_found(pocl, {"conv_panel": PANEL, "conv_tile": TILE}.get(fault.kernel, ROWS))
