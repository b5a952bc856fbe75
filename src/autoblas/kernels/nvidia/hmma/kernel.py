"""GEMM of halves, bfloat16 or floats on NVIDIA's devices, for every shape: fragments of registers, as ``mma.sync`` has them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from autoblas.emit.source import Source
from autoblas.kernels.gemm.epilogue import arguments as epilogue_arguments
from autoblas.kernels.gemm.epilogue import functions as epilogue_functions
from autoblas.kernels.gemm.shared import arguments as product_arguments
from autoblas.kernels.gemm.shared import entry, launch, tile_traffic, tiles
from autoblas.kernels.gemm.split_k import tile_arguments, tile_memory
from autoblas.kernels.kernel import Kernel
from autoblas.kernels.nvidia.hmma.floats import bfloat16_function, tf32_function
from autoblas.kernels.nvidia.hmma.load import copy_functions
from autoblas.kernels.nvidia.hmma.model import predict
from autoblas.kernels.nvidia.hmma.params import SPACE, HmmaParams, copies_of
from autoblas.kernels.nvidia.hmma.text import HmmaText
from autoblas.kernels.nvidia.hmma.tiles import suggestions
from autoblas.problems import Matmul

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autoblas.devices.device import Launch
    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect
    from autoblas.problems.base import Scratch

__all__ = ["KERNEL"]

SPLIT_FUNCTIONS = {"parts": bfloat16_function, "tf32x3": tf32_function}
"""The functions of forms that cut floats."""


def arguments(p: HmmaParams, q: Matmul) -> tuple[Argument, ...]:
    """Those of a product, the memory through which slices come together, and those of the epilogue."""
    split_k = () if p.cluster else tile_arguments(p)
    return (*product_arguments(q), *split_k, *epilogue_arguments(q))


def memory(p: HmmaParams, q: Matmul) -> Mapping[str, Scratch]:
    """Memory of partial sums and arrival counters, where slices are not added in a cluster."""
    if p.cluster:
        return {}
    return tile_memory(p, math.prod(tiles(p, q)) * q.items, p.tm * p.tn)


def geometry(p: HmmaParams, q: Matmul) -> Launch:
    """A work-group for each tile of C and slice of the depth."""
    groups = tiles(p, q)
    return launch(q, p.slices, groups if p.band == 1 else (math.prod(groups), 1), (p.items, 1))


def source(p: HmmaParams, q: Matmul, d: Dialect) -> str:
    """The text of the kernel."""
    src = Source(d)
    functions = copy_functions(d, copies_of(p, q))
    if p.form in SPLIT_FUNCTIONS:
        functions += SPLIT_FUNCTIONS[p.form](d)
    functions += epilogue_functions(d, q)
    cluster = d.cluster(p.slices, 2) if p.cluster else ""
    with entry(src, q, "gemm_hmma", arguments(p, q), (p.items, 1), functions, cluster):
        HmmaText(src, p, q).write()
    return str(src)


KERNEL = Kernel(
    name="gemm_hmma",
    family=Matmul,
    space=SPACE,
    arguments=arguments,
    geometry=geometry,
    traffic=lambda p, q: tile_traffic(q, tiles(p, q), p.slices),
    source=source,
    memory=memory,
    made_for=frozenset({"gpu"}),
    suggestions=suggestions,
    predict=predict,
)
