"""Searches CLBlast's own parameters of its SGEMM, within the rules of its tuner, and leaves it with the best.

CLBlast's database has no row for every card, so its defaults say little of what it can do. Points of its kernel with
work-group tiles are drawn at random, half of them neighbours of the best so far, and timed by the caller.
"""

from __future__ import annotations

import ctypes
import random
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    import pyopencl as cl

__all__ = ["search"]

VALUES = {
    "GEMMK": (0,), "KREG": (1,), "KWG": (16, 32), "KWI": (2,),
    "MDIMA": (8, 16, 32), "MDIMC": (8, 16, 32), "MWG": (16, 32, 64, 128),
    "NDIMB": (8, 16, 32), "NDIMC": (8, 16, 32), "NWG": (16, 32, 64, 128),
    "SA": (0, 1), "SB": (0, 1), "STRM": (0, 1), "STRN": (0, 1), "VWM": (1, 2, 4, 8), "VWN": (1, 2, 4, 8),
}  # fmt: skip
"""The values that CLBlast's tuner tries."""

LOCAL_BYTES = 48 << 10
SINGLE = 32
STARTS = (
    (0, 1, 32, 2, 16, 16, 128, 16, 16, 128, 1, 1, 0, 0, 4, 4),
    (0, 1, 16, 2, 16, 16, 128, 16, 16, 128, 1, 1, 1, 1, 4, 4),
    (0, 1, 16, 2, 32, 16, 128, 32, 16, 128, 1, 1, 0, 0, 4, 4),
    (0, 1, 32, 2, 16, 16, 128, 8, 8, 64, 1, 1, 0, 0, 4, 4),
    (0, 1, 32, 2, 8, 8, 64, 8, 8, 64, 1, 1, 0, 0, 4, 4),
)
"""Large square tiles in local memory, which other cards like."""

Point = dict[str, int]


def legal(p: Point) -> bool:
    """Whether CLBlast's kernel can be built so."""
    threads = p["MDIMC"] * p["NDIMC"]
    divides = (
        (p["MWG"], p["MDIMC"] * p["VWM"]), (p["NWG"], p["NDIMC"] * p["VWN"]),
        (p["MWG"], p["MDIMA"] * p["VWM"]), (p["NWG"], p["NDIMB"] * p["VWN"]),
        (threads, p["MDIMA"]), (threads, p["NDIMB"]),
    )  # fmt: skip
    if any(whole % part for whole, part in divides):
        return False
    if any(p["KWG"] % (threads // p[name]) for name in ("MDIMA", "NDIMB")):
        return False
    return 4 * p["KWG"] * (p["SA"] * p["MWG"] + p["SB"] * p["NWG"]) <= LOCAL_BYTES


def drawn(rng: random.Random, best: Point) -> Point:
    """A legal point: anywhere, or the best one with three values drawn anew."""
    while True:
        near = rng.random() < 0.5
        changed = rng.sample(sorted(VALUES), 3) if near else sorted(VALUES)
        point = {**best, **{name: rng.choice(VALUES[name]) for name in changed}}
        if legal(point):
            return point


def use(library: ctypes.CDLL, device: cl.Device, point: Point) -> bool:
    """Let CLBlast run with a point from now on; whether it accepted it."""
    names = (ctypes.c_char_p * len(point))(*(name.encode() for name in point))
    values = (ctypes.c_size_t * len(point))(*point.values())
    held = ctypes.c_void_p(device.int_ptr)
    return not library.CLBlastOverrideParameters(
        held, b"Xgemm", SINGLE, ctypes.c_size_t(len(point)), names, values
    )


def search(
    library: ctypes.CDLL, device: cl.Device, timed: Callable[[], float], seconds: float
) -> tuple[Point, int]:
    """Try points for so many seconds and leave CLBlast with the fastest.

    Args:
        library: CLBlast.
        device: Where it runs.
        timed: Seconds of a call with the point in use; raises RuntimeError where CLBlast fails.
        seconds: Begin no trial later than this.

    Returns:
        The fastest point, and how many were timed.
    """
    rng = random.Random(0)  # noqa: S311  # a search, not a secret
    starts = [dict(zip(VALUES, start, strict=True)) for start in STARTS]
    best, least, tried = starts[0], float("inf"), 0
    ending = time.perf_counter() + seconds
    while time.perf_counter() < ending:
        point = starts.pop(0) if starts else drawn(rng, best)
        if not use(library, device, point):
            continue
        try:
            taken = timed()
        except RuntimeError as failure:
            print(f"  {point}: {failure}")
            continue
        tried += 1
        if taken < least:
            best, least = point, taken
    use(library, device, best)
    return best, tried
