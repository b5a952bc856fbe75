"""Parameters of ``conv_winograd``, their rules, their cost model, and the points to try where nothing was measured."""

from __future__ import annotations

import functools
import itertools
import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from autoblas.emit.scalars import MULTIPLY_FORMS
from autoblas.kernels.convolution.shared import FILTERS, product_of
from autoblas.kernels.gemm.panel.params import ON_CPUS, tile_rules
from autoblas.kernels.kernel import COMPUTES
from autoblas.kernels.space import Rule, Space, param, parameters
from autoblas.problems.filtering import TAPS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.devices.device import Facts
    from autoblas.problems.convolution import Convolution

__all__ = ["QUAD", "SPACE", "WinogradParams", "extent", "preference", "suggestions"]

QUAD = 4
"""Tiles whose elements are read together, and so stand side by side in a vector."""

DEPTHS = (16, 32, 64, 128, 256, 512)
"""Planes that a panel may have room for."""

GAIN = 0.9
"""Largest share of a direct convolution's multiply-adds for which Winograd's algorithm is the better guess."""


READ = 1.2
"""Cost of a read in multiply-adds, with which it overlaps."""


class TransformCosts(NamedTuple):
    """Costs of the transforms of vectors, in multiply-adds of vectors.

    Attributes:
        taps: The taps of a kernel, in as many planes as a vector has lanes.
        image: The input tiles of a vector, in one plane.
        products: The inverse transform of a vector of tiles' products with a kernel.
    """

    taps: int
    image: int
    products: int


TRANSFORM_COSTS = {2: TransformCosts(250, 400, 350), 4: TransformCosts(440, 900, 800)}
"""By the tile; measured on a Zen 5 with PoCL, by leaving each of them out."""


@dataclass(frozen=True)
class WinogradParams:
    """Tuning parameters of ``conv_winograd``."""

    tile: int = param(4, 2, 4, doc="rows and columns of the result that a tile covers", group="form")
    rm: int = param(8, 4, 6, 8, 12, 14, 16, 24, doc="kernels in the register tile")
    lanes: int = param(8, 4, 8, 16, doc="elements of a vector")
    vectors: int = param(2, 1, 2, 3, 4, doc="vectors of tiles in a row of the register tile")
    depth: int = param(64, *DEPTHS, doc="planes that are transformed at once")
    block_m: int = param(
        4, 1, 2, 4, 8, 16, 32, 64, 128, doc="register tiles that a work-item computes along the kernels"
    )
    block_n: int = param(1, 1, 2, 4, 8, 16, doc="register tiles that a work-item computes along the tiles")
    hold: str = param(
        "image",
        "image",
        "taps",
        doc="what of a block is kept transformed while the other passes by",
        group="form",
    )
    multiply: str = param("plain", *MULTIPLY_FORMS, doc="how a multiply-add is written", group="form")

    batch = "loop"
    """Tiles of all images stand in one row, so that images of few tiles fill vectors, and taps serve all of them."""

    @property
    def rn(self) -> int:
        """Tiles in the register tile."""
        return self.lanes * self.vectors

    @property
    def side(self) -> int:
        """Rows and columns of an input tile."""
        return self.tile + TAPS - 1

    @property
    def taps_step(self) -> int:
        """Elements from the transformed taps of one product to those of the next; no power of 2, which would alias in caches."""
        return self.rm * self.depth + self.lanes

    @property
    def image_step(self) -> int:
        """Elements from the transformed input tiles of one product to those of the next."""
        return self.depth * self.rn + self.lanes

    @property
    def products_step(self) -> int:
        """Elements from the sums of one product to those of the next."""
        return self.rm * self.rn + self.lanes

    @property
    def transformed_tiles(self) -> tuple[int, int]:
        """Numbers of register tiles whose taps, and whose input tiles, stay transformed in local memory."""
        return (self.block_m, 1) if self.hold == "taps" else (1, self.block_n)

    @property
    def elements(self) -> int:
        """Elements of local memory."""
        taps, images = self.transformed_tiles
        per_product = taps * self.taps_step + images * self.image_step + self.products_step
        return self.side**2 * per_product


def smallest_bytes(q: Convolution) -> float:
    """Bytes of local memory that every point needs; infinite if no panel has room for the whole sum."""
    deep = [depth for depth in DEPTHS if q.precision is q.worked or depth >= q.channels]
    lanes = max(16 // q.worked.size, QUAD)
    points = [WinogradParams(2, 8, lanes, 1, depth, 1) for depth in deep[:1]]
    return points[0].elements * q.worked.size if points else math.inf


TILE_RULES = tile_rules(product_of)

SPACE = Space(
    WinogradParams,
    (
        *TILE_RULES,
        Rule(
            "a panel has room for at most twice the planes", lambda p, q, f: p.depth < 2 * max(q.channels, 16)
        ),
        Rule(
            "a panel has room for the whole sum where C is narrower than its accumulator",
            lambda p, q, f: q.precision is q.worked or p.depth >= q.channels,
        ),
        Rule(
            "what is transformed fits local memory",
            lambda p, q, f: p.elements * q.worked.size <= f.local_bytes,
        ),
    ),
    requirements=(
        COMPUTES,
        ON_CPUS,
        FILTERS,
        Rule(
            "some panels fit local memory, those for the whole sum where C is narrower than its accumulator",
            lambda p, q, f: smallest_bytes(q) <= f.local_bytes,
        ),
    ),
)


def extent(p: WinogradParams, q: Convolution) -> tuple[int, int]:
    """Register tiles along the kernels and along the tiles of all items."""
    quads = math.ceil(q.out_h / p.tile) * math.ceil(q.out_w / (p.tile * QUAD)) * q.items
    return math.ceil(q.kernels / p.rm), math.ceil(quads * QUAD / p.rn)


def cost(p: WinogradParams, q: Convolution, f: Facts) -> float:
    """Multiply-adds of vectors on the busiest core, transforms included."""
    rows, cols = extent(p, q)
    tall, wide = min(p.block_m, rows), min(p.block_n, cols)
    share = math.ceil(math.ceil(rows / tall) * math.ceil(cols / wide) / f.compute_units)
    chunks, work = math.ceil(q.channels / p.depth), TRANSFORM_COSTS[p.tile]
    sums = p.rm * p.vectors
    # A plane reads an element of the taps for each kernel, which serves all vectors, and these from the larger cache.
    per_product = q.channels * max(sums, READ * (p.rm + 2 * p.vectors)) + chunks * (2 * sums + 20)
    products = tall * wide * (p.side**2 * per_product + chunks * sums * work.products)
    taps = tall * p.rm * chunks * math.ceil(min(p.depth, q.channels) / p.lanes) * work.taps
    image = wide * p.vectors * q.channels * work.image
    return share * (products + taps + image)


def preference(q: Convolution, f: Facts) -> int:
    """1 if fewer multiplications are expected to repay the transforms, else -1; 0 where the kernel cannot run."""
    if f.kind != "cpu" or SPACE.unmet(q, f) is not None:
        return 0
    best = next((point for point in suggested(q, f) if SPACE.broken(point, q, f) is None), None)
    vectors = math.ceil(q.positions / lanes_of(q, f)) * q.items
    plain = q.kernels * q.depth * vectors / f.compute_units
    return 1 if best is not None and cost(best, q, f) < GAIN * plain else -1


def lanes_of(q: Convolution, f: Facts) -> int:
    """Elements of a vector."""
    return min(max(f.vector_bytes // q.worked.size, QUAD), 64 // q.worked.size, 16)


def suggestions(q: Convolution, f: Facts) -> Iterator[dict[str, Any]]:
    """The points that fit local memory, by increasing cost."""
    for point in suggested(q, f):
        yield parameters(point)


@functools.lru_cache(maxsize=64)
def suggested(q: Convolution, f: Facts) -> list[WinogradParams]:
    """The points that fit local memory, by increasing cost, as records."""
    deep = [depth for depth in (32, 64, 128, 256, 512) if depth < 2 * max(q.channels, 16)] or [16]
    if q.precision is not q.worked:
        deep = [depth for depth in DEPTHS if depth >= q.channels][:1]
    heights = itertools.product((16, 14, 12, 8, 6, 4), (2, 1))
    tiles = [WinogradParams(rm=rm, lanes=lanes_of(q, f), vectors=vectors) for rm, vectors in heights]
    fit = [p for p in tiles if all(rule.predicate(p, q, f) for rule in TILE_RULES)]
    blocks = itertools.product(
        fit, (4, 2), deep, (128, 32, 16, 8, 4, 2, 1), (1, 2, 4, 8, 16), ("image", "taps")
    )
    candidates = [
        replace(p, tile=tile, depth=depth, block_m=block_m, block_n=block_n, hold=hold)
        for p, tile, depth, block_m, block_n, hold in blocks
    ]
    fitting = [p for p in candidates if p.elements * q.worked.size <= f.local_bytes]
    return sorted(fitting, key=lambda p: cost(p, q, f))
