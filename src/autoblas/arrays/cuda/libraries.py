"""Libraries of arrays in CUDA memory, by the classes of their arrays; their streams, and writes that they are told of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.arrays.cuda.array import CudaArray
from autoblas.arrays.cuda.dlpack import DLPackArrays, JaxArrays, JaxBuffers
from autoblas.arrays.cuda.interface import AutoblasArrays, InterfaceArrays, NumbaArrays
from autoblas.devices.backends import nearest
from autoblas.devices.cuda.streams import CudaQueue

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "LIBRARIES",
    "AnyArray",
    "AnyStream",
    "Libraries",
    "foreign_queues",
    "is_array",
    "report_writes",
    "stream_handle",
]

OF_HOST = (np.ndarray, np.generic)
"""Classes that have DLPack and are the host's."""

ARRAY_PROTOCOLS = ("__cuda_array_interface__", "__dlpack_device__")
"""Attributes of arrays in CUDA memory; PyTorch's and JAX's have both."""


def _torch() -> Any:
    from autoblas.arrays.cuda.pytorch import TorchTensors  # noqa: PLC0415  # only where tensors are

    return TorchTensors()


def _cupy() -> Any:
    from autoblas.arrays.cuda.cupy import CupyArrays  # noqa: PLC0415  # only where its arrays are

    return CupyArrays()


FACTORIES: dict[str, Any] = {
    "torch": _torch,
    "cupy": _cupy,
    "numba": NumbaArrays,
    "jaxlib": JaxArrays,
    "jax": JaxArrays,
    "jax.experimental.buffer_callback": JaxBuffers,
}
"""Constructors of libraries, by the package of their arrays' classes."""


class Libraries(dict[type, Any]):
    """The library of each class of arrays, entered at its first use; one object a library."""

    def __init__(self) -> None:
        super().__init__({CudaArray: AutoblasArrays()})
        self._libraries: dict[Any, Any] = {}

    def __missing__(self, array_class: type) -> Any:
        factory = nearest(array_class, FACTORIES)
        if factory is None and hasattr(array_class, "__cuda_array_interface__"):
            factory = InterfaceArrays
        elif factory is None:
            factory = DLPackArrays
        if factory not in self._libraries:
            self._libraries[factory] = factory()
        self[array_class] = self._libraries[factory]
        return self[array_class]


LIBRARIES = Libraries()
"""Libraries of all classes of arrays so far."""


class _Arrays(type):
    """Lets ``isinstance`` recognise arrays of any library."""

    def __instancecheck__(cls, candidate: Any) -> bool:
        return is_array(type(candidate))


class AnyArray(metaclass=_Arrays):
    """Stands for the classes of arrays of all libraries."""


class _Streams(type):
    """Lets ``isinstance`` recognise streams of any library."""

    def __instancecheck__(cls, candidate: Any) -> bool:
        return not is_array(type(candidate)) and stream_handle(candidate) is not None


class AnyStream(metaclass=_Streams):
    """Stands for the classes of streams of all libraries."""


def is_array(candidate: type) -> bool:
    """True of a class of arrays, by the protocols of its objects."""
    if candidate is CudaArray:
        return True
    return not issubclass(candidate, OF_HOST) and any(hasattr(candidate, name) for name in ARRAY_PROTOCOLS)


def stream_handle(stream: Any) -> int | None:
    """Handle of a stream of any library; None of any other object."""
    if isinstance(stream, CudaQueue):
        return stream.handle
    protocol = getattr(stream, "__cuda_stream__", None)
    if protocol is not None:
        value = protocol() if callable(protocol) else protocol
        return int(value[1])
    handle = getattr(stream, "cuda_stream", None)  # PyTorch's
    if handle is None and "tream" in type(stream).__name__:
        handle = getattr(stream, "ptr", None)  # CuPy's
        if handle is None:
            handle = getattr(getattr(stream, "handle", None), "value", None)  # Numba's
    return None if handle is None else int(handle)


def report_writes(written: Iterable[Any]) -> None:
    """Report writes of arrays to their libraries, which may count them."""
    for array in written:
        if type(array) is not CudaArray:
            LIBRARIES[type(array)].was_written(array)
        elif not hasattr(array.owner, "used_on"):
            array.library.was_written(array.owner)


def foreign_queues(arrays: Iterable[Any], queue: CudaQueue) -> Iterable[CudaQueue]:
    """Streams of the operands' libraries that differ from the stream of the call.

    Empty if all operands are of one library with a current stream. A call runs on that stream, unless the caller named
    another, and so is responsible for the order.
    """
    owners = [
        (array.library, array.owner) if type(array) is CudaArray else (LIBRARIES[type(array)], array)
        for array in arrays
    ]
    first = owners[0][0]
    if first.has_current_stream and all(library is first for library, _ in owners):
        return ()
    streams = (
        library.queue(array)
        for library, array in owners
        if not (type(array) is tuple or hasattr(array, "used_on"))
    )
    return list(dict.fromkeys(stream for stream in streams if stream is not None and stream != queue))
