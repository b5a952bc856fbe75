"""Whose arrays and streams objects are: the kind of each class of arrays, and numbers of streams of any library."""

from __future__ import annotations

from typing import Any

import numpy as np

from autoblas.arrays.cuda.array import CudaArray
from autoblas.arrays.cuda.interface import InterfaceArrays, NumbaArrays, OwnArrays
from autoblas.arrays.cuda.shown import JaxArrays, JaxBuffers, ShownArrays
from autoblas.devices.backends import nearest
from autoblas.devices.cuda.streams import CudaQueue

__all__ = ["KINDS", "AnyArray", "AnyStream", "Kinds", "is_array", "stream_handle"]

OF_HOST = (np.ndarray, np.generic)
"""Classes that have DLPack and are the host's."""

ARRAY_PROTOCOLS = ("__cuda_array_interface__", "__dlpack_device__")
"""What arrays in CUDA memory have; PyTorch's and JAX's have both."""


def _torch() -> Any:
    from autoblas.arrays.cuda.pytorch import TorchTensors  # noqa: PLC0415  # only where there are some

    return TorchTensors()


def _cupy() -> Any:
    from autoblas.arrays.cuda.cupy import CupyArrays  # noqa: PLC0415  # likewise

    return CupyArrays()


MAKERS: dict[str, Any] = {
    "torch": _torch,
    "cupy": _cupy,
    "numba": NumbaArrays,
    "jaxlib": JaxArrays,
    "jax": JaxArrays,
    "jax.experimental.buffer_callback": JaxBuffers,
}
"""What makes the kind of a library's arrays, by the package that their classes come from."""


class Kinds(dict[type, Any]):
    """The kind of each class of arrays, found when it is first met; the kinds of one library are one object."""

    def __init__(self) -> None:
        super().__init__({CudaArray: OwnArrays()})
        self._made: dict[Any, Any] = {}

    def __missing__(self, kind: type) -> Any:
        make = nearest(kind, MAKERS)
        if make is None and hasattr(kind, "__cuda_array_interface__"):
            make = InterfaceArrays
        elif make is None:
            make = ShownArrays
        if make not in self._made:
            self._made[make] = make()
        self[kind] = self._made[make]
        return self[kind]


KINDS = Kinds()
"""The kinds that were met."""


class _Arrays(type):
    """Makes ``isinstance`` say of any library's objects whether they are arrays."""

    def __instancecheck__(cls, thing: Any) -> bool:
        return is_array(type(thing))


class AnyArray(metaclass=_Arrays):
    """Stands for the classes of arrays of all libraries."""


class _Streams(type):
    """Makes ``isinstance`` say of any library's objects whether they are streams."""

    def __instancecheck__(cls, thing: Any) -> bool:
        return not is_array(type(thing)) and stream_handle(thing) is not None


class AnyStream(metaclass=_Streams):
    """Stands for the classes of streams of all libraries."""


def is_array(kind: type) -> bool:
    """A class is one of arrays, by the protocols that its objects have."""
    if kind is CudaArray:
        return True
    return not issubclass(kind, OF_HOST) and any(hasattr(kind, name) for name in ARRAY_PROTOCOLS)


def stream_handle(stream: Any) -> int | None:
    """The number of a stream of any library; None of what is none."""
    if isinstance(stream, CudaQueue):
        return stream.handle
    protocol = getattr(stream, "__cuda_stream__", None)
    if protocol is not None:
        found = protocol() if callable(protocol) else protocol
        return int(found[1])
    own = getattr(stream, "cuda_stream", None)  # PyTorch's
    if own is None and "tream" in type(stream).__name__:
        own = getattr(stream, "ptr", None)  # CuPy's
        if own is None:
            own = getattr(getattr(stream, "handle", None), "value", None)  # Numba's
    return None if own is None else int(own)
