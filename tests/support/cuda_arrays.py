"""Arrays that stand for those of libraries in CUDA memory; their elements lie in the host's."""

from __future__ import annotations

import sys
import types
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from support.fake_driver import DeviceMemory


def on_card(values: Any) -> Any:
    """The elements of an array in memory of the card, in its layout; what lies between them is not theirs."""
    ends = [(size - 1) * step for size, step in zip(values.shape, values.strides, strict=True)]
    low, high = sum(min(0, end) for end in ends), sum(max(0, end) for end in ends)
    if not values.size:
        return DeviceMemory(0).values.view(values.dtype).reshape(values.shape)
    held = DeviceMemory(high - low + values.itemsize).values.view(values.dtype)
    held[...] = 99
    there = np.lib.stride_tricks.as_strided(held[-low // values.itemsize :], values.shape, values.strides)
    there[...] = values
    return there


class Shown:
    """An array with CUDA's array interface.

    Args:
        values: Its elements.
        stream: The stream that it names.
        read_only: It says that it cannot be written.

    Attributes:
        values: Its elements, as NumPy sees them.
        dtype: Their type.
    """

    def __init__(self, values: Any, stream: int | None = None, *, read_only: bool = False) -> None:
        self.values = on_card(values)
        self.dtype, self._stream, self._read_only = values.dtype, stream, read_only

    def seen(self, values: Any) -> Shown:
        """The same memory in another layout."""
        other = Shown.__new__(Shown)
        other.values, other.dtype = values, self.dtype
        other._stream, other._read_only = self._stream, self._read_only
        return other

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        """Version 3."""
        own = self.values.__array_interface__
        data = own["data"][0], self._read_only
        return {
            "version": 3,
            **{k: own[k] for k in ("shape", "typestr", "strides")},
            "data": data,
            "stream": self._stream,
        }


class Exchanged:
    """An array with DLPack alone.

    Args:
        array: Makes the capsules.

    Attributes:
        streams: The streams that capsules were asked for.
    """

    def __init__(self, array: Any) -> None:
        self._array = array
        self.streams: list[int | None] = []

    def __dlpack__(self, *, stream: int | None = None) -> Any:
        """A capsule."""
        self.streams.append(stream)
        return self._array.__dlpack__(stream=-1)

    def __dlpack_device__(self) -> tuple[int, int]:
        """A card."""
        kind, number = self._array.__dlpack_device__()
        return int(kind), int(number)


class Tensor:
    """Stands for ``torch.Tensor``.

    Attributes:
        values: Its elements.
        requires_grad: It records gradients.
        device: Where it is.
        written: How often it was said to have been written.
        made_on: The stream that its memory belongs to, of one that the library made.
    """

    made_on: int | None = None

    layout = "strided"

    def __init__(self, values: Any, device: int = 0) -> None:
        self.values = on_card(values)
        self.requires_grad, self.conjugate, self.device, self.written = False, False, device, 0
        self.dtype = DTYPES[values.dtype.name]

    @property
    def shape(self) -> tuple[int, ...]:
        """Its sizes."""
        return self.values.shape  # type: ignore[no-any-return]  # NumPy's

    @property
    def is_cuda(self) -> bool:
        """It is on a card."""
        return self.device >= 0

    def stride(self) -> tuple[int, ...]:
        """In elements."""
        return tuple(step // self.values.itemsize for step in self.values.strides)

    def element_size(self) -> int:
        """Bytes."""
        return int(self.values.itemsize)

    def data_ptr(self) -> int:
        """Its address."""
        return int(self.values.ctypes.data)

    def get_device(self) -> int:
        """The card."""
        return self.device

    def __dlpack_device__(self) -> tuple[int, int]:
        """As tensors have it."""
        return (2, self.device) if self.is_cuda else (1, 0)

    def is_conj(self) -> bool:
        """It is conjugated when it is read."""
        return self.conjugate

    @property
    def ndim(self) -> int:
        """Its dimensions."""
        return int(self.values.ndim)

    def numel(self) -> int:
        """Its elements."""
        return int(self.values.size)

    def is_complex(self) -> bool:
        """Its elements are."""
        return str(self.dtype.name).startswith("complex")

    def detach(self) -> Tensor:
        """The same elements, without gradients."""
        return self.view(self.values)

    def is_neg(self) -> bool:
        """It never is."""
        return False

    def new_empty(self, shape: tuple[int, ...], dtype: Any = None) -> Tensor:
        """Another."""
        return Tensor(np.zeros(shape, (dtype or self.dtype).name))

    def reshape(self, *shape: int) -> Tensor:
        """The same elements in another shape."""
        return self.view(self.values.reshape(shape))

    def storage_offset(self) -> int:
        """Where it begins among its elements."""
        return 0

    def as_strided(self, shape: tuple[int, ...], steps: list[int], offset: int) -> Tensor:
        """The same memory in another layout; steps are in elements."""
        assert offset == 0
        strides = [step * self.values.itemsize for step in steps]
        return self.view(np.lib.stride_tricks.as_strided(self.values, shape, strides))

    def view(self, values: Any) -> Tensor:
        """The same memory in another layout."""
        other = Tensor.__new__(Tensor)
        other.__dict__.update(self.__dict__, values=values)
        return other


Tensor.__module__ = "torch"


class _Type(types.SimpleNamespace):
    """A type of elements, which can be a key."""

    def __hash__(self) -> int:  # type: ignore[override]  # its base has none
        return hash(self.name)


DTYPES = {
    name: _Type(name=name)
    for name in ("float16", "float32", "float64", "complex64", "complex128", "int32", "int64")
}


@contextmanager
def fake_torch() -> Iterator[types.ModuleType]:
    """A module that stands for PyTorch, whose ``stream`` is the current one's number and ``grad`` says whether gradients count."""
    from autoblas.arrays import adapter
    from autoblas.arrays.cuda import libraries as cuda
    from autoblas.calls.reader import forget_signatures

    torch: Any = types.ModuleType("torch")
    torch.stream, torch.grad, torch.strided, torch.Tensor = 0, True, "strided", Tensor
    for name, kind in DTYPES.items():
        setattr(torch, name, kind)

    def increment(tensors: list[Tensor]) -> None:
        for tensor in tensors:
            tensor.written += 1

    torch._C = types.SimpleNamespace(
        _cuda_getCurrentRawStream=lambda ordinal: torch.stream + 0 * ordinal, _increment_version=increment
    )
    torch.is_grad_enabled = lambda: torch.grad

    def empty(shape: tuple[int, ...], dtype: Any, device: int) -> Tensor:
        made = Tensor(np.zeros(shape, dtype.name), device)
        made.made_on = torch.stream
        return made

    @contextmanager
    def current(stream: int) -> Iterator[None]:
        before, torch.stream = torch.stream, stream
        try:
            yield
        finally:
            torch.stream = before

    class UntypedStorage:
        """Bytes of the library's allocator, which counts them."""

        def __init__(self, nbytes: int, device: int) -> None:
            torch.storages.append((nbytes, device))
            self._memory = DeviceMemory(nbytes)
            self.data_ptr = lambda: int(self._memory.values.ctypes.data)

    torch.empty, torch.UntypedStorage, torch.storages = empty, UntypedStorage, []
    torch.cuda = types.SimpleNamespace(
        stream=current, ExternalStream=lambda handle, ordinal: handle + 0 * ordinal
    )
    before = sys.modules.get("torch")
    sys.modules["torch"] = torch
    try:
        yield torch
    finally:
        for known in (adapter._adapters, cuda.LIBRARIES):
            known.pop(Tensor, None)
        forget_signatures()  # they ask this one
        for make in [make for make in cuda.LIBRARIES._libraries if getattr(make, "__name__", "") == "_torch"]:
            del cuda.LIBRARIES._libraries[make]
        if before is None:
            del sys.modules["torch"]
        else:
            sys.modules["torch"] = before
