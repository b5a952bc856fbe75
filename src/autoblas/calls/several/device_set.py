"""Sets of devices that compute calls on NumPy arrays together: how users name them, and what is expected of them."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.calls.several.members import members_of
from autoblas.calls.several.prediction import predict_product
from autoblas.calls.streamed.schedule import Extents
from autoblas.devices.access import PROCESS, OfThisProcess, check_access
from autoblas.errors import ArgumentError, shown
from autoblas.precision import precision_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.calls.several.members import Member
    from autoblas.calls.several.prediction import Prediction

__all__ = ["DeviceSet", "device_set", "devices"]


class DeviceSet(OfThisProcess):
    """Devices that compute together; what ``devices=`` of products and of the rest of level 3 takes.

    Args:
        members: The devices.
        left_out: Why others that the user's words mean are not among them, in sentences.
    """

    noun = "a set of devices"
    instead = "send the words that autoblas.devices was given, and call it there"

    def __init__(self, members: list[Member], left_out: list[str]) -> None:
        self.members, self.left_out = tuple(members), tuple(left_out)

    def schedule(self, m: int, n: int, k: int, dtype: Any = "float32") -> Prediction:
        """The prediction for a product of so many rows, columns and terms; printed, it says who computes how much.

        Speeds are those of earlier calls of this process, else of the devices' self-tests.

        Args:
            m: Rows of A and of C.
            n: Columns of B and of C.
            k: Columns of A, and rows of B.
            dtype: Type of the elements.

        Raises:
            ArgumentError: a size is no whole number, or negative; or the type is none of ours.
        """
        sizes: tuple[tuple[str, Any], ...] = (("m", m), ("n", n), ("k", k))
        for name, size in sizes:
            if not isinstance(size, (int, np.integer)) or size < 0:
                raise ArgumentError(name, "a size of 0 or more", shown(size))
        kind = precision_of(dtype)
        extents = Extents(m, n, k, (kind.size,) * 3)
        flops = 8 if kind.is_complex else 2
        return predict_product(extents, self.members, f"gemm {kind.name}", flops, double=kind.double)

    def __len__(self) -> int:
        return len(self.members)

    def __iter__(self) -> Iterator[Member]:
        return iter(self.members)

    def __repr__(self) -> str:
        return f"<{len(self)} devices: {', '.join(member.name for member in self)}>"


_sets: dict[tuple[Any, ...], DeviceSet] = {}
_guard = threading.Lock()

MAX_SETS = 16
"""Sets that are remembered by their words, with their queues and speeds."""


def devices(*choices: Any) -> DeviceSet:
    """The devices that compute calls together.

    A device that failed its self-test is left out, and so are runtimes of a processor that a faster one of them serves,
    unless they are named themselves; ``left_out`` says so. What was measured of a set's devices is kept with it, and equal
    words give the same set.

    Args:
        choices: ``"gpu"``, ``"acc"`` or ``"cpu"`` for all devices of that kind, ``"cuda"`` for all cards that are
            reached through CUDA, ``"all"`` for all that OpenCL lists; ``"gpu1"``, ``"cuda:1"``, an index of ``autoblas
            devices`` or a part of a name for one of them, or several, where names are alike; commas between such words;
            and command queues, whose devices then compute on them. Without any, all.

    Raises:
        NoDeviceError: there is no such device.
        DeviceError: all that fit failed their self-tests, or this process was forked from one that used a device, whose
            threads are not in it.
        ArgumentError: something is neither a word nor a queue.
    """
    if PROCESS.barred:
        check_access()
    choices = choices or ("all",)
    with _guard:
        if all(isinstance(choice, (str, int)) for choice in choices):
            if choices not in _sets:
                _sets[choices] = DeviceSet(*members_of(choices))
                while len(_sets) > MAX_SETS:
                    del _sets[next(iter(_sets))]
            return _sets[choices]
    return DeviceSet(*members_of(choices))


def device_set(value: Any) -> DeviceSet:
    """The set of devices that a caller gave as ``devices``: a set, or arguments that make one.

    Raises:
        ArgumentError: it is neither, or a list of nothing.
        DeviceError: as of ``devices``.
    """
    if PROCESS.barred:
        check_access()
    if isinstance(value, DeviceSet):
        return value
    if not isinstance(value, (list, tuple)):
        return devices(value)
    if not value:
        raise ArgumentError("devices", "at least one device", shown(value))
    return devices(*value)
