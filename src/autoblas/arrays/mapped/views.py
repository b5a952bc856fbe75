"""Views of memory that can be taken back: they act as NumPy arrays until then, and raise afterwards."""

from __future__ import annotations

import functools
import gc
import weakref
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from autoblas.devices.access import retain_after_fork
from autoblas.errors import MappingError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["MappedView", "Window"]


class _Region(NamedTuple):
    """Layout of an array in a window, from which NumPy makes it."""

    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    offset: int
    strides: tuple[int, ...]
    writeable: bool


class Window:
    """Memory that views look at until the window is closed.

    The window holds the one reference by which views reach the memory, and they hold it only while an operation
    runs. So closing takes it from all of them at once, and whatever else still holds an array over the memory shows
    as the memory's being held on to.

    Args:
        memory: A plain vector of bytes over the memory; the caller must not keep it.
    """

    def __init__(self, memory: Array) -> None:
        self._memory: Array | None = memory
        retain_after_fork(self)

    def view(
        self, shape: tuple[int, ...], dtype: np.dtype[Any], strides: tuple[int, ...], offset: int = 0
    ) -> MappedView:
        """The view with its first element at ``offset``; strides and offset in bytes."""
        return MappedView(self, _Region(shape, dtype, offset, strides, True))

    def array(self, region: _Region) -> Array:
        """The plain array of a region, for the length of one operation.

        Raises:
            MappingError: the window is closed.
        """
        memory = self._memory
        if memory is None:
            raise MappingError(
                "this view's memory belongs to the device again; map the array to get a new view"
            )
        array = np.ndarray(region.shape, region.dtype, memory, region.offset, region.strides)
        if not region.writeable:
            array.flags.writeable = False
        return array

    def wrap(self, value: Any) -> Any:
        """The result of an operation, with arrays that lie in the window as views."""
        if type(value) in {tuple, list}:
            return type(value)(map(self.wrap, value))
        memory = self._memory
        if type(value) is not np.ndarray or memory is None or not _lies_in(memory, value):
            return value
        offset = value.ctypes.data - memory.ctypes.data if value.size else 0
        return MappedView(
            self, _Region(value.shape, value.dtype, offset, value.strides, value.flags.writeable)
        )

    def close(self) -> None:
        """Take the memory back from all views.

        Raises:
            MappingError: a plain array, a buffer or an operation in another thread uses it; nothing has changed.
        """
        if self._memory is None:
            return
        reference = weakref.ref(self._memory)
        self._memory = None
        if reference() is not None:
            gc.collect()  # garbage may hold it
        self._memory = reference()
        if self._memory is not None:
            raise MappingError(
                "the memory cannot be unmapped while it is in use: a plain array or a buffer over it is held, as"
                " numpy.asarray(view) makes them; copy that, or let go of it first"
            )


class MappedView(NDArrayOperatorsMixin):
    """A NumPy view of a ``MappedArray`` while that is mapped; any use of it afterwards raises.

    It has the operators, the methods and the attributes of ``numpy.ndarray``; NumPy's functions take it, and it may
    be their ``out``. Slices, transposes and all other arrays in the same memory that come out of it are views of the
    same kind, and everything else is a plain array. ``numpy.asarray(view)`` is a plain array in the mapped memory,
    for code that takes nothing else: the array cannot be unmapped while one of those lives.

    So nothing reads memory that has been given back, with one exception that no library could catch: an address
    taken as a number, as ``view.ctypes.data`` gives it, and code in C that keeps one.
    """

    __slots__ = ("_region", "_window")

    def __init__(self, window: Window, region: _Region) -> None:
        self._window, self._region = window, region

    def _array(self) -> Array:
        return self._window.array(self._region)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or not hasattr(np.ndarray, name):
            raise AttributeError(f"a MappedView has no attribute {name!r}", name=name, obj=self)
        if callable(getattr(np.ndarray, name)):
            self._array()
            return functools.partial(self._call, name)
        return self._window.wrap(getattr(self._array(), name))

    def __dir__(self) -> list[str]:
        return [name for name in dir(np.ndarray) if not name.startswith("_")]

    def _call(self, method: str, /, *args: Any, **kwargs: Any) -> Any:
        return self._window.wrap(getattr(self._array(), method)(*_plain(args), **_plain(kwargs)))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        array = self._array()
        converts = dtype is not None and np.dtype(dtype) != array.dtype
        if converts and copy is False:
            raise ValueError(f"a view of {array.dtype} becomes {np.dtype(dtype)} only in a copy")
        return array.astype(array.dtype if dtype is None else dtype) if converts or copy else array

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **kwargs: Any) -> Any:
        result = getattr(ufunc, method)(*_plain(inputs), **_plain(kwargs))
        out = kwargs.get("out")
        if out is None:
            return result
        outputs = tuple(new if old is None else old for new, old in zip(_as_tuple(result), out, strict=True))
        return outputs if ufunc.nout > 1 else outputs[0]

    def __array_function__(
        self, function: Callable[..., Any], types: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        return self._window.wrap(function(*_plain(args), **_plain(kwargs)))

    def __getitem__(self, key: Any) -> Any:
        return self._window.wrap(self._array()[_plain(key)])

    def __setitem__(self, key: Any, value: Any) -> None:
        self._array()[_plain(key)] = _plain(value)

    def __len__(self) -> int:
        return len(self._array())

    def __iter__(self) -> Iterator[Any]:
        return (self[i] for i in range(len(self)))

    def __contains__(self, value: object) -> bool:
        return _plain(value) in self._array()

    def __bool__(self) -> bool:
        return bool(self._array())

    def __int__(self) -> int:
        return int(self._array())

    def __float__(self) -> float:
        return float(self._array())

    def __complex__(self) -> complex:
        return complex(self._array())

    def __repr__(self) -> str:
        array = self._array()
        return (
            f"MappedView({np.array2string(array, separator=', ', prefix='MappedView(')}, dtype={array.dtype})"
        )

    def __str__(self) -> str:
        return str(self._array())

    def __format__(self, spec: str) -> str:
        return format(self._array(), spec)

    def __reduce__(self) -> Any:
        """Copies and pickles are plain arrays."""
        return self._array().__reduce__()


def _lies_in(memory: Array, array: Array) -> bool:
    """True if an array is over the memory; an empty one counts if the memory is its base."""
    return np.may_share_memory(array, memory) if array.size else array.base is memory


def _plain(value: Any) -> Any:
    """An argument with the views in it as the plain arrays that they stand for."""
    if isinstance(value, MappedView):
        return value._array()  # noqa: SLF001 - of the same module
    if type(value) in {tuple, list}:
        return type(value)(map(_plain, value))
    if type(value) is dict:
        return {name: _plain(item) for name, item in value.items()}
    return value


def _as_tuple(result: Any) -> tuple[Any, ...]:
    return result if isinstance(result, tuple) else (result,)
