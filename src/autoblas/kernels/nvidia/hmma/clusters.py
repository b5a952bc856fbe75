"""Split-K of ``gemm_hmma`` within a cluster, whose work-groups read each other's local memory.

Each leaves its sums in its own local memory, waits for the cluster, adds those of all for its share of the tile's rows, in the
order of the slices, so that results repeat to the bit, and stores these rows. Nothing goes through global memory, and all
store at the same time.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from autoblas.emit.expressions import times
from autoblas.emit.nvidia.clusters import come_to_cluster, load_from_cluster, meet_cluster, wait_for_cluster

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.emit.source import Source
    from autoblas.kernels.nvidia.hmma.params import HmmaParams

__all__ = ["meeting_in_cluster"]

FOUR = 4
"""Sums that a work-item adds at once: 16 bytes of each work-group."""


@contextmanager
def meeting_in_cluster(src: Source, p: HmmaParams, pitch: int, vec4_at: str) -> Iterator[None]:
    """Context in which the sums of the work-group's rows are those of all slices; nobody ends while others read them.

    Args:
        src: Where the statements go, outside of conditions that work-items do not share.
        p: The parameters.
        pitch: Floats from one row of the sums in local memory to the next.
        vec4_at: The pointer to four of the work-group's sums, those of all its teams, at ``at`` as C.
    """
    d, rows = src.dialect, p.tm // p.slices
    src(meet_cluster())
    with src.loop("e", f"place * {FOUR}", rows * p.tn, p.items * FOUR):
        src(f"const int at = ({times('slice', rows)} + e / {p.tn}) * {pitch} + e % {p.tn};")
        for s in range(p.slices):
            names = [f"{x}{s}" for x in "xyzw"]
            src(f"float {', '.join(names)};")
            src(load_from_cluster(names, "base + at * 4", str(s)))
        for x in "xyzw":
            src(f"const float {x} = {' + '.join(f'{x}{s}' for s in range(p.slices))};")
        src(f"*({vec4_at}) = {d.construct(d.vector('float', FOUR), *'xyzw')};")
    src(come_to_cluster())
    src(d.barrier)
    yield
    src(wait_for_cluster())
