"""Capsules of DLPack, by which libraries exchange arrays in device memory: export and import."""

from __future__ import annotations

import ctypes
from typing import Any, NamedTuple

import numpy as np

from autoblas.errors import PrecisionError
from autoblas.precision import BFLOAT16

__all__ = ["ImportedTensor", "exported_capsule", "imported_tensor"]

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


class _DLDevice(ctypes.Structure):
    _fields_ = (("type", ctypes.c_int32), ("id", ctypes.c_int32))


class _DLDataType(ctypes.Structure):
    _fields_ = (("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16))


class _DLTensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device", _DLDevice),
        ("ndim", ctypes.c_int32),
        ("dtype", _DLDataType),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


class _DLManagedTensor(ctypes.Structure):
    pass


_DELETER = ctypes.CFUNCTYPE(None, ctypes.POINTER(_DLManagedTensor))
_DLManagedTensor._fields_ = (
    ("tensor", _DLTensor),
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

_exports: dict[int, tuple[Any, ...]] = {}
"""Exported tensors with their owners, by address, until their deleter is called."""


def _delete(managed: Any) -> None:
    _exports.pop(ctypes.addressof(managed.contents), None)


def _destroy(capsule: int) -> None:
    """Drop the tensor of a capsule that no consumer has taken."""
    if _raw_valid(capsule, NAME):
        _exports.pop(_raw_pointer(capsule, NAME), None)


DELETER = _DELETER(_delete)
DESTRUCTOR = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)(_destroy)
"""Callbacks for C: of a tensor, and of a capsule."""


def exported_capsule(
    owner: object,
    pointer: int,
    shape: tuple[int, ...],
    strides: tuple[int, ...],
    dtype: np.dtype[Any],
    device: tuple[int, int],
) -> Any:
    """A capsule that exports an array.

    Args:
        owner: The object that is held while the capsule or its consumer is alive.
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
    managed = _DLManagedTensor()
    managed.tensor = _DLTensor(
        pointer, _DLDevice(*device), count, _DLDataType(code, dtype.itemsize * 8, 1), sizes, steps, 0
    )
    managed.deleter = DELETER
    address = ctypes.addressof(managed)
    _exports[address] = (managed, sizes, steps, owner)
    return _new(address, NAME, ctypes.cast(DESTRUCTOR, ctypes.c_void_p))


class ImportedTensor(NamedTuple):
    """An array from a capsule.

    Attributes:
        pointer: The address of its first element.
        shape: Its sizes.
        strides: Of each axis, in bytes.
        dtype: Its element type.
        device: The kind of device and its number.
        owner: The object whose end returns the array to its library.
    """

    pointer: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    dtype: np.dtype[Any]
    device: tuple[int, int]
    owner: object


class _TensorOwner:
    """Owner of an imported tensor: its end calls the tensor's deleter."""

    def __init__(self, address: int) -> None:
        self.managed = _DLManagedTensor.from_address(address)

    def __del__(self) -> None:
        if self.managed.deleter:
            self.managed.deleter(ctypes.byref(self.managed))


def imported_tensor(argument: str, capsule: Any) -> ImportedTensor:
    """The tensor of a capsule, which is marked as used.

    Args:
        argument: The argument that an error names.
        capsule: The capsule.

    Raises:
        PrecisionError: the element type has no kernels.
    """
    owner = _TensorOwner(_pointer(capsule, NAME))
    _rename(capsule, USED)
    tensor = owner.managed.tensor
    shape = tuple(tensor.shape[axis] for axis in range(tensor.ndim))
    element = tensor.dtype
    dtype = BFLOAT16.dtype if element.code == BFLOAT else TYPES.get((element.code, element.bits))
    if dtype is None or element.lanes != 1:
        received = f"code {element.code} of DLPack with {element.lanes} x {element.bits} bits"
        raise PrecisionError(argument, "real or complex floating-point numbers", received)
    steps: list[int] = []
    for axis in reversed(range(tensor.ndim)):
        if tensor.strides:
            steps.append(tensor.strides[axis])
        else:
            steps.append(steps[-1] * shape[axis + 1] if steps else 1)
    strides = tuple(step * dtype.itemsize for step in reversed(steps))
    pointer = (tensor.data or 0) + tensor.byte_offset
    return ImportedTensor(pointer, shape, strides, dtype, (tensor.device.type, tensor.device.id), owner)
