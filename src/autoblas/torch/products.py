"""Products of plain tensors, below autograd: operands, bias and result as ``gemm`` takes them."""

from __future__ import annotations

import sys
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import autoblas
from autoblas.arrays.cuda.array import ALIGNED
from autoblas.blas.prepared import prepare
from autoblas.calls.launcher import NOT_LAUNCHED

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from autoblas.problems import Accuracy

__all__ = ["Declined", "Product", "fits"]


ATTEMPTS = 4
"""Preparations of a call before it runs with autoblas's own workspace: a failed one may exclude a kernel."""


class Declined(Exception):  # noqa: N818  # no error: PyTorch is to compute the call
    """The reason, in words, why PyTorch computes a call."""


def fits(ndim: int, tensors: Sequence[Any]) -> bool:
    """True if shapes and types are those of a product; otherwise PyTorch raises the error.

    Args:
        ndim: 2 for matrices, 3 for stacks.
        tensors: A bias, where there is one, and the operands.
    """
    *biases, a, b = tensors
    if a.ndim != ndim or b.ndim != ndim or a.shape[-1] != b.shape[-2] or a.shape[:-2] != b.shape[:-2]:
        return False
    shape = (*a.shape[:-1], b.shape[-1])
    return all(x.dtype is a.dtype and x.device == a.device for x in tensors) and all(
        c.ndim <= ndim
        and all(n in {1, full} for n, full in zip(reversed(c.shape), reversed(shape), strict=False))
        for c in biases
    )


class Product:
    """Products of tensors of one layout, by one thread on one stream.

    Args:
        accuracy: As in ``gemm``.
        tensors: A bias that broadcasts to the result, where there is one, and the operands: matrices ``(m, k)`` and
            ``(k, n)``, or stacks of them.
        out: Tensor that takes the result, which may be the bias; None for a new one.
        factors: The factors of the product and of the bias.

    Raises:
        Declined: ``out`` has another shape or type.
    """

    def __init__(
        self, accuracy: Accuracy, tensors: Sequence[Any], out: Any, factors: tuple[Any, Any]
    ) -> None:
        *biases, a, b = tensors
        shape, (alpha, beta) = (*a.shape[:-1], b.shape[-1]), factors
        if out is not None and (out.shape != shape or out.dtype is not a.dtype or out.device != a.device):
            raise Declined("an output of another shape or type")
        vector, copied = False, bool(biases) and beta != 0
        if copied and beta == 1 and len(shape) == 2 and not a.is_complex():
            vector = biases[0].ndim > 0 and biases[0].numel() < shape[0] * shape[1]
        number = (
            complex if a.is_complex() or any(isinstance(factor, complex) for factor in factors) else float
        )
        self._shape, self._vector, self._copied = shape, vector, copied and not vector
        self._options = {
            "alpha": number(alpha),
            "beta": number(beta if self._copied else 0),
            "accuracy": accuracy,
        }
        self._on_card = a.is_cuda and not a.is_complex()  # complex tensors may be conjugated when read
        self._launch: Callable[[Sequence[Any], Sequence[Any]], Any] | None = None

    def compute(self, tensors: Sequence[Any], out: Any) -> Any:
        """The product, with the bias.

        Returns:
            ``out``, or a new dense tensor.

        Raises:
            Declined: ``out`` shares memory with an operand.
            AutoblasError: ``gemm`` refuses the call; nothing was written but, perhaps, the bias to a new tensor.
        """
        c, a, b = tensors[0], tensors[-2], tensors[-1]
        if out is None:
            out = a.new_empty(self._shape)
        else:
            _check_alias(tensors, out)
        if self._copied and out is not c:
            out.copy_(c.expand(self._shape))
        arrays = (a, b, out, c) if self._vector else (a, b, out)
        if not self._on_card:
            self._call(arrays)
            return out
        memory = [x.data_ptr() & -ALIGNED for x in arrays]
        for _ in range(ATTEMPTS):
            if self._launch is not None and self._launch(arrays, memory) is not NOT_LAUNCHED:
                return out
            self._launch = self._prepared(arrays)
        self._on_card = False  # it has no launch of its own
        self._call(arrays)
        return out

    def _prepared(self, arrays: Sequence[Any]) -> Callable[[Sequence[Any], Sequence[Any]], Any]:
        """A function that launches the product, with workspace from PyTorch's allocator.

        The allocator may reuse the workspace at once for later work on the current stream. It is a storage in place of a
        tensor: that takes half as long to create, and is not filled in deterministic mode.
        """
        operands = dict(zip("abc", (x.detach() for x in arrays), strict=False))
        if self._vector:
            operands["bias"] = arrays[3].detach()
        launch, sizes = prepare(_routine(arrays[2]), **operands, **self._options).launcher()
        *offsets, nbytes = accumulate((-(-size // ALIGNED) * ALIGNED for size in sizes), initial=0)
        storage, device = sys.modules["torch"].UntypedStorage, arrays[0].device

        def launch_with_workspace(arrays: Sequence[Any], memory: Sequence[Any]) -> Any:
            workspace = storage(nbytes, device=device)
            address = workspace.data_ptr()
            return launch(arrays, [*memory, *[address + offset for offset in offsets]])

        return launch_with_workspace if nbytes else launch

    def _call(self, arrays: Sequence[Any]) -> None:
        """Call the routine."""
        (a, trans_a), (b, trans_b) = map(_operand, arrays[:2])
        results = dict(zip(("c", "bias"), (_memory(x.detach()) for x in arrays[2:]), strict=False))
        _routine(arrays[2])(a, b, **results, trans_a=trans_a, trans_b=trans_b, **self._options)


def _routine(result: Any) -> Callable[..., Any]:
    """The routine for matrices or for stacks."""
    return autoblas.gemm_batched if len(result.shape) == 3 else autoblas.gemm


def _check_alias(tensors: Sequence[Any], out: Any) -> None:
    """Check that an output shares no memory with operands, and is not read conjugated or negated.

    Raises:
        Declined: it does, or is.
    """
    alias = sys.modules["torch"]._C._is_alias_of  # noqa: SLF001  # the public functions need four calls
    *biases, a, b = tensors
    shared = alias(out, a) or alias(out, b) or any(c is not out and alias(out, c) for c in biases)
    if shared or out.is_conj() or out.is_neg():
        raise Declined("an output that shares memory with an operand")


def _operand(tensor: Any) -> tuple[Any, str]:
    """The array of the stored elements, and the letter with which ``gemm`` reads it."""
    tensor = tensor.detach()
    return (_memory(tensor.conj().mT), "C") if tensor.is_conj() else (_memory(tensor), "N")


def _memory(tensor: Any) -> Any:
    """The tensor in CUDA memory, or a NumPy array of one on the host."""
    if tensor.is_cuda:
        return tensor
    torch: Any = sys.modules["torch"]
    if tensor.dtype is torch.bfloat16:
        import ml_dtypes  # noqa: PLC0415  # for the tests of this type on the host alone

        return tensor.view(torch.int16).numpy().view(ml_dtypes.bfloat16)
    return tensor.numpy()
