"""PyTorch's tensors in CUDA memory."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from autoblas.arrays.cuda.array import ALIGNED, CudaArray
from autoblas.arrays.cuda.library import ReaderLines
from autoblas.devices.cuda.backend import card_device, used_card
from autoblas.errors import ArgumentError, PrecisionError
from autoblas.precision import MULTIPLIED, TYPES, listed
from autoblas.problems.views import reach_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np

    from autoblas.arrays.cuda.library import Template

__all__ = ["TorchTensors"]


class TorchTensors:
    """Implementation of ``ArrayLibrary``, which documents methods that have no docstring here."""

    has_current_stream = True

    def __init__(self) -> None:
        self._torch: Any = sys.modules["torch"]
        self._types = {getattr(self._torch, name): name for name in TYPES if hasattr(self._torch, name)}
        self._torch_dtypes: dict[np.dtype[Any], Any] = {}
        self._complex = frozenset(dtype for dtype, name in self._types.items() if name.startswith("complex"))
        self._dtypes: dict[Any, np.dtype[Any]] = {}
        raw = getattr(self._torch._C, "_cuda_getCurrentRawStream", None)  # noqa: SLF001  # takes a tenth of the time
        self._stream = raw or (lambda ordinal: self._torch.cuda.current_stream(ordinal).cuda_stream)
        self._count_write = getattr(self._torch._C, "_increment_version", None)  # noqa: SLF001  # counts writes for autograd

    def read(self, parts: list[Any], arrays: Sequence[Any], ordinal: int) -> list[int] | None:
        """Read tensors; None where one records gradients, or has elements that are negated or conjugated when read."""
        pointers, may_conjugate, aligned = [], self._complex, ALIGNED
        for array in arrays:
            if array.get_device() != ordinal or array.requires_grad or array.is_neg():
                return None
            dtype, pointer = array.dtype, array.data_ptr()
            if dtype in may_conjugate and array.is_conj():
                return None
            parts += dtype, array.shape, array.stride(), pointer % aligned
            pointers.append(pointer)
        return pointers

    def reader_lines(self, array: str) -> ReaderLines:
        """See ``read``."""
        dtype = f"d{array}"
        conjugated = f"({dtype} := {array}.dtype) in may_conjugate and {array}.is_conj()"
        queue = f"ordinal = {array}.get_device()\ncard = used_card(ordinal)\n"
        queue += "queue = None if card is None else card.streams.get(current(ordinal))"
        unusual = (
            f"{array}.get_device() != ordinal or {array}.requires_grad or {array}.is_neg() or {conjugated}"
        )
        parts = f"{dtype}, {array}.shape, {array}.stride(), p{array} % {ALIGNED}, "
        names = {"used_card": used_card, "current": self._stream, "may_conjugate": self._complex}
        return ReaderLines(queue, "", unusual, f"{array}.data_ptr()", parts, names)

    def reach(self, array: Any) -> tuple[int, int]:
        """Strides are in elements; there are no negative ones."""
        shape, size = array.shape, array.element_size()
        return reach_of(size, shape, tuple(size * step for step in array.stride()))

    def contains(self, view: CudaArray, first: int, end: int) -> bool:
        """PyTorch guarantees it, except for tensors whose storage was freed."""
        del first, end
        return view.pointer != 0

    def pointer(self, array: Any) -> int:
        """The address of the first element."""
        return int(array.data_ptr())

    def ordinal(self, array: Any) -> int:
        """The number of its card."""
        return int(array.get_device())

    def queue(self, array: Any) -> Any:
        """PyTorch's current stream on the tensor's card."""
        ordinal = array.get_device()
        return card_device(ordinal).queue_for(self._stream(ordinal)) if ordinal >= 0 else None

    def staying(self, queue: Any) -> Callable[[], bool]:
        """The number of the stream is the same."""
        stream, ordinal, handle = self._stream, queue.ordinal, queue.handle
        return lambda: bool(stream(ordinal) == handle)

    def view(self, argument: str, array: Any, queue: Any) -> CudaArray:
        """The tensor without a copy.

        Raises:
            ArgumentError: it is not a plain tensor in CUDA memory, or records gradients.
        """
        torch = self._torch
        if not array.is_cuda or array.layout is not torch.strided:
            dense = array.layout is torch.strided
            raise ArgumentError(
                argument,
                "a dense tensor in CUDA memory, or the NumPy array of one on the host",
                f"one on {array.device}" if dense else f"one of layout {array.layout}",
            )
        if array.requires_grad and torch.is_grad_enabled():
            raise ArgumentError(
                argument,
                "a tensor that records no gradients: detach it, compute under torch.no_grad(), or use "
                "autoblas.torch.matmul",
                "one that does",
            )
        if array.is_conj() or array.is_neg():
            raise ArgumentError(
                argument,
                'a tensor as it lies in memory: give the other one with "C" for its conjugate transpose, or call '
                "resolve_conj() and resolve_neg()",
                "one that is conjugated or negated when it is read",
            )
        if array.dtype not in self._types:
            raise PrecisionError(argument, listed(MULTIPLIED), str(array.dtype))
        dtype = self._dtype(array.dtype)
        strides = tuple(step * dtype.itemsize for step in array.stride())
        return CudaArray(
            array.data_ptr(),
            tuple(array.shape),
            dtype,
            queue=queue,
            library=self,
            owner=array,
            strides=strides,
        )

    def _dtype(self, torch_dtype: Any) -> np.dtype[Any]:
        if torch_dtype not in self._dtypes:
            name = self._types[torch_dtype]
            self._dtypes[torch_dtype] = TYPES[name].dtype
        return self._dtypes[torch_dtype]

    def _torch_dtype(self, dtype: np.dtype[Any]) -> Any:
        """PyTorch's type, cached because NumPy takes microseconds to name one."""
        torch_dtype = self._torch_dtypes.get(dtype)
        if torch_dtype is None:
            torch_dtype = self._torch_dtypes[dtype] = getattr(self._torch, dtype.name)
        return torch_dtype

    def new(self, queue: Any, shape: tuple[int, ...], dtype: np.dtype[Any]) -> CudaArray:
        """A tensor from PyTorch's allocator, whose memory no work on other streams than the queue's still uses."""
        torch, ordinal, torch_dtype = self._torch, queue.ordinal, self._torch_dtype(dtype)
        if self._stream(ordinal) == queue.handle:
            tensor = torch.empty(shape, dtype=torch_dtype, device=ordinal)
        else:
            with torch.cuda.stream(torch.cuda.ExternalStream(queue.handle, ordinal)):
                tensor = torch.empty(shape, dtype=torch_dtype, device=ordinal)
        return CudaArray(tensor.data_ptr(), tuple(shape), dtype, queue=queue, library=self, owner=tensor)

    def like(self, array: Any, template: Template) -> Any:
        """A tensor from PyTorch's allocator, if the queue is that of the current stream."""
        queue, shape, dtype = template
        if self._stream(queue.ordinal) != queue.handle:
            return None
        torch_dtype = self._torch_dtype(dtype)
        return (
            array.new_empty(shape)
            if torch_dtype is array.dtype
            else array.new_empty(shape, dtype=torch_dtype)
        )

    def unwrap(self, view: CudaArray) -> Any:
        """The tensor, or one over its memory for a view of another shape."""
        tensor: Any = view.owner
        if tuple(tensor.shape) == view.shape:
            return tensor
        steps = [step // view.dtype.itemsize for step in view.strides]
        return tensor.as_strided(view.shape, steps, tensor.storage_offset())

    def was_written(self, array: Any) -> None:
        """Count a write, after which autograd refuses to use values of the tensor that it saved before."""
        if self._count_write is not None:
            try:
                self._count_write([array])
            except RuntimeError:
                if not array.is_inference():  # those are not counted
                    raise
