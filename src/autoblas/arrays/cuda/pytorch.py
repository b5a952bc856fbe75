"""PyTorch's tensors in CUDA memory."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.arrays.cuda.array import ALIGNED, CudaArray
from autoblas.arrays.cuda.kind import Usual
from autoblas.arrays.reach import reach_of
from autoblas.devices.cuda.backend import card_device, used_card
from autoblas.errors import ArgumentError, PrecisionError
from autoblas.precision import BFLOAT16, PRECISIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from autoblas.arrays.cuda.kind import Template

__all__ = ["TorchTensors"]

INDEX = "int64"
"""The type of indices, which ``iamax`` and its like write; no routine takes operands of it."""


class TorchTensors:
    """See ``Kind``, whose sentences hold for all that has none here."""

    one_stream = True

    def __init__(self) -> None:
        self._torch: Any = sys.modules["torch"]
        named = [*PRECISIONS, BFLOAT16.name, INDEX]
        self._types = {getattr(self._torch, name): name for name in named if hasattr(self._torch, name)}
        self._kinds: dict[np.dtype[Any], Any] = {}
        self._complex = frozenset(kind for kind, name in self._types.items() if name.startswith("complex"))
        self._dtypes: dict[Any, np.dtype[Any]] = {}
        raw = getattr(self._torch._C, "_cuda_getCurrentRawStream", None)  # noqa: SLF001  # a tenth of what the other takes
        self._stream = raw or (lambda ordinal: self._torch.cuda.current_stream(ordinal).cuda_stream)
        self._note = getattr(self._torch._C, "_increment_version", None)  # noqa: SLF001  # what autograd counts writes by

    def looks(self, found: list[Any], arrays: Sequence[Any], ordinal: int) -> list[int] | None:
        """None of tensors that record gradients, or whose elements are to be negated or conjugated when read."""
        pointers, may_conjugate, aligned = [], self._complex, ALIGNED
        for array in arrays:
            if array.get_device() != ordinal or array.requires_grad or array.is_neg():
                return None
            kind, pointer = array.dtype, array.data_ptr()
            if kind in may_conjugate and array.is_conj():
                return None
            found += kind, array.shape, array.stride(), pointer % aligned
            pointers.append(pointer)
        return pointers

    def usual(self, array: str) -> Usual:
        """See ``looks``."""
        kind = f"d{array}"
        conjugated = f"({kind} := {array}.dtype) in may_conjugate and {array}.is_conj()"
        queue = f"ordinal = {array}.get_device()\ncard = used_card(ordinal)\n"
        queue += "queue = None if card is None else card.streams.get(current(ordinal))"
        unusual = (
            f"{array}.get_device() != ordinal or {array}.requires_grad or {array}.is_neg() or {conjugated}"
        )
        parts = f"{kind}, {array}.shape, {array}.stride(), p{array} % {ALIGNED}, "
        names = {"used_card": used_card, "current": self._stream, "may_conjugate": self._complex}
        return Usual(queue, "", unusual, f"{array}.data_ptr()", parts, names)

    def reach(self, array: Any) -> tuple[int, int]:
        """Strides are in elements; there are no negative ones."""
        shape, size = array.shape, array.element_size()
        return reach_of(size, shape, tuple(size * step for step in array.stride()))

    def holds(self, view: CudaArray, first: int, end: int) -> bool:
        """PyTorch sees to it, but for tensors whose storage was given back."""
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
            raise PrecisionError(argument, " or ".join(PRECISIONS), str(array.dtype))
        dtype = self._dtype(array.dtype)
        strides = tuple(step * dtype.itemsize for step in array.stride())
        return CudaArray(
            array.data_ptr(), tuple(array.shape), dtype, queue=queue, kind=self, owner=array, strides=strides
        )

    def _dtype(self, kind: Any) -> np.dtype[Any]:
        if kind not in self._dtypes:
            name = self._types[kind]
            self._dtypes[kind] = BFLOAT16.dtype if name == BFLOAT16.name else np.dtype(name)
        return self._dtypes[kind]

    def _kind(self, dtype: np.dtype[Any]) -> Any:
        """PyTorch's type; NumPy takes microseconds for a name."""
        found = self._kinds.get(dtype)
        if found is None:
            found = self._kinds[dtype] = getattr(self._torch, dtype.name)
        return found

    def new(self, queue: Any, shape: tuple[int, ...], dtype: np.dtype[Any]) -> CudaArray:
        """A tensor from PyTorch's allocator, of memory that no work on another stream than the queue's still uses."""
        torch, ordinal, kind = self._torch, queue.ordinal, self._kind(dtype)
        if self._stream(ordinal) == queue.handle:
            tensor = torch.empty(shape, dtype=kind, device=ordinal)
        else:
            with torch.cuda.stream(torch.cuda.ExternalStream(queue.handle, ordinal)):
                tensor = torch.empty(shape, dtype=kind, device=ordinal)
        return CudaArray(tensor.data_ptr(), tuple(shape), dtype, queue=queue, kind=self, owner=tensor)

    def like(self, array: Any, template: Template) -> Any:
        """A tensor of PyTorch's allocator, where it is used on the current stream."""
        queue, shape, dtype = template
        if self._stream(queue.ordinal) != queue.handle:
            return None
        kind = self._kind(dtype)
        return array.new_empty(shape) if kind is array.dtype else array.new_empty(shape, dtype=kind)

    def given_back(self, view: CudaArray) -> Any:
        """The tensor, or one over its memory where the view has another shape."""
        tensor: Any = view.owner
        if tuple(tensor.shape) == view.shape:
            return tensor
        steps = [step // view.dtype.itemsize for step in view.strides]
        return tensor.as_strided(view.shape, steps, tensor.storage_offset())

    def was_written(self, array: Any) -> None:
        """Autograd refuses to use what it saved of a tensor that was written since."""
        if self._note is not None:
            try:
                self._note([array])
            except RuntimeError:
                if not array.is_inference():  # those are not counted
                    raise
