"""Capsules of DLPack, made and read: how libraries show each other arrays in the memory of a device."""

from __future__ import annotations

import ctypes
from typing import Any, NamedTuple

import numpy as np

from autoblas.errors import PrecisionError
from autoblas.precision import BFLOAT16

__all__ = ["Shown", "capsule_of", "shown_in"]

NAME, USED = b"dltensor", b"used_dltensor"

CODES = {"i": 0, "u": 1, "f": 2, "c": 5}
"""DLPack's codes of kinds of elements, by NumPy's; that of bfloat16 is 4."""

BFLOAT = 4

TYPES = {
    (CODES[letter], 8 * size): np.dtype(f"{letter}{size}")
    for letter, sizes in {"i": (1, 2, 4, 8), "u": (1, 2, 4, 8), "f": (2, 4, 8), "c": (8, 16)}.items()
    for size in sizes
}
"""NumPy's types, by code and bits. Libraries have others, such as integers of 4 bits."""


class _Device(ctypes.Structure):
    _fields_ = (("type", ctypes.c_int32), ("id", ctypes.c_int32))


class _Type(ctypes.Structure):
    _fields_ = (("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16))


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device", _Device),
        ("ndim", ctypes.c_int32),
        ("dtype", _Type),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


class _Managed(ctypes.Structure):
    pass


_DELETER = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Managed))
_Managed._fields_ = (
    ("tensor", _Tensor),
    ("context", ctypes.c_void_p),
    ("deleter", _DELETER),
)  # as ctypes has it

_api = ctypes.pythonapi
_new = _api.PyCapsule_New
_new.restype, _new.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
_pointer = _api.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
_rename = _api.PyCapsule_SetName
_rename.restype, _rename.argtypes = ctypes.c_int, (ctypes.py_object, ctypes.c_char_p)
_raw_pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", ctypes.pythonapi)
)
_raw_valid = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)(
    ("PyCapsule_IsValid", ctypes.pythonapi)
)

_shown: dict[int, tuple[Any, ...]] = {}
"""What capsules point to, by the address of their tensors, until the deleter of each is called."""


def _delete(managed: Any) -> None:
    _shown.pop(ctypes.addressof(managed.contents), None)


def _dropped(capsule: int) -> None:
    """A capsule that nobody took is gone: what it points to is, too."""
    if _raw_valid(capsule, NAME):
        _shown.pop(_raw_pointer(capsule, NAME), None)


DELETE = _DELETER(_delete)
DROPPED = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)(_dropped)
"""What C calls."""


def capsule_of(
    owner: object,
    pointer: int,
    shape: tuple[int, ...],
    strides: tuple[int, ...],
    dtype: np.dtype[Any],
    device: tuple[int, int],
) -> Any:
    """A capsule that shows an array.

    Args:
        owner: What is held as long as anybody uses the capsule.
        pointer: The address of the first element.
        shape: The sizes.
        strides: Of each axis, in bytes.
        dtype: The element type.
        device: The kind of device and its number, as DLPack counts.
    """
    count = len(shape)
    sizes = (ctypes.c_int64 * count)(*shape)
    steps = (ctypes.c_int64 * count)(*(stride // dtype.itemsize for stride in strides))
    code = BFLOAT if dtype.name == BFLOAT16.name else CODES[dtype.kind]
    managed = _Managed()
    managed.tensor = _Tensor(
        pointer, _Device(*device), count, _Type(code, dtype.itemsize * 8, 1), sizes, steps, 0
    )
    managed.deleter = DELETE
    address = ctypes.addressof(managed)
    _shown[address] = (managed, sizes, steps, owner)
    return _new(address, NAME, ctypes.cast(DROPPED, ctypes.c_void_p))


class Shown(NamedTuple):
    """An array as a capsule shows it.

    Attributes:
        pointer: The address of its first element.
        shape: Its sizes.
        strides: Of each axis, in bytes.
        dtype: Its element type.
        device: The kind of device and its number.
        held: What gives the array back to its library when nobody holds it any more.
    """

    pointer: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    dtype: np.dtype[Any]
    device: tuple[int, int]
    held: object


class _Taken:
    """A tensor that was taken out of a capsule; given back with the last reference to this object."""

    def __init__(self, address: int) -> None:
        self.managed = _Managed.from_address(address)

    def __del__(self) -> None:
        if self.managed.deleter:
            self.managed.deleter(ctypes.byref(self.managed))


def shown_in(argument: str, capsule: Any) -> Shown:
    """What a capsule shows, which is taken out of it.

    Args:
        argument: The argument that an error names.
        capsule: The capsule.

    Raises:
        PrecisionError: the element type has no kernels.
    """
    taken = _Taken(_pointer(capsule, NAME))
    _rename(capsule, USED)
    tensor = taken.managed.tensor
    shape = tuple(tensor.shape[axis] for axis in range(tensor.ndim))
    kind = tensor.dtype
    dtype = BFLOAT16.dtype if kind.code == BFLOAT else TYPES.get((kind.code, kind.bits))
    if dtype is None or kind.lanes != 1:
        given = f"code {kind.code} of DLPack with {kind.lanes} x {kind.bits} bits"
        raise PrecisionError(argument, "real or complex floating-point numbers", given)
    steps: list[int] = []
    for axis in reversed(range(tensor.ndim)):
        if tensor.strides:
            steps.append(tensor.strides[axis])
        else:
            steps.append(steps[-1] * shape[axis + 1] if steps else 1)
    strides = tuple(step * dtype.itemsize for step in reversed(steps))
    pointer = (tensor.data or 0) + tensor.byte_offset
    return Shown(pointer, shape, strides, dtype, (tensor.device.type, tensor.device.id), taken)
