"""Products of plain tensors, below autograd: operands, bias and result as ``gemm`` takes them."""

from __future__ import annotations

import sys
from itertools import accumulate
from threading import get_ident
from typing import TYPE_CHECKING, Any, NamedTuple

import autoblas
from autoblas.routines.call.launcher import UNUSUAL
from autoblas.routines.call.prepared import prepare
from autoblas.runtime.adapters.cuda.array import ALIGNED

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from autoblas.problems import Accuracy

__all__ = ["Declined", "Product", "fits"]

LAUNCHERS = 64
"""Prepared launches of a layout: threads times streams, factors and alignments."""


class Declined(Exception):  # noqa: N818  # no error: PyTorch is to compute the call
    """A call that PyTorch is to compute, with the reason in words."""


def fits(ndim: int, a: Any, b: Any, c: Any) -> bool:
    """Whether shapes and types are those of a product: of others PyTorch says what is wrong.

    Args:
        ndim: 2 for matrices, 3 for stacks.
        a: Left operand.
        b: Right operand.
        c: Bias; None for none.
    """
    if a.ndim != ndim or b.ndim != ndim or a.shape[-1] != b.shape[-2] or a.shape[:-2] != b.shape[:-2]:
        return False
    if b.dtype is not a.dtype or b.device != a.device:
        return False
    if c is None:
        return True
    shape = (*a.shape[:-1], b.shape[-1])
    lengths = zip(reversed(c.shape), reversed(shape), strict=False)
    return (
        c.dtype is a.dtype
        and c.device == a.device
        and c.ndim <= ndim
        and all(length in {1, full} for length, full in lengths)
    )


class Launcher(NamedTuple):
    """A prepared launch, and the workspace that it takes.

    Attributes:
        launch: See ``PreparedCall.launcher``.
        starts: Where each buffer of workspace begins in memory that has all of them.
        nbytes: Bytes of that.
    """

    launch: Callable[[Sequence[Any], Sequence[Any]], Any]
    starts: tuple[int, ...]
    nbytes: int


class Product:
    """Products of tensors of one layout: a prepared launch for each thread, stream and pair of factors.

    Args:
        accuracy: As in ``gemm``.
    """

    __slots__ = ("_launchers", "accuracy")

    def __init__(self, accuracy: Accuracy) -> None:
        self.accuracy = accuracy
        self._launchers: dict[tuple[Any, ...], Launcher] = {}

    def compute(self, a: Any, b: Any, c: Any, out: Any, factors: tuple[Any, Any]) -> Any:
        """The product of two matrices or stacks, with a bias.

        Args:
            a: Tensor of shape ``(m, k)`` or ``(items, m, k)``.
            b: Tensor of shape ``(k, n)`` or ``(items, k, n)``, of the same type.
            c: Bias that broadcasts to the result; None for none.
            out: Tensor that takes the result, which may be ``c``; None for a new one.
            factors: Of the product, and of the bias.

        Returns:
            ``out``, or a new dense tensor.

        Raises:
            Declined: ``out`` has another shape or type, or shares memory with an operand.
            AutoblasError: ``gemm`` refuses the call; nothing was written but, perhaps, the bias to a new tensor.
        """
        shape = (*a.shape[:-1], b.shape[-1])
        alpha, beta = factors
        if out is None:
            result = a.new_empty(shape)
        else:
            _check_output(a, b, c, out, shape)
            result = out
        bias = None
        if c is None or beta == 0:
            beta = 0
        elif beta == 1 and len(shape) == 2 and c.ndim and c.numel() < result.numel() and not c.is_complex():
            bias, beta = c, 0  # a vector, which is added to the sums
        elif result is not c:
            result.copy_(c.expand(shape))
        arrays = (a, b, result) if bias is None else (a, b, result, bias)
        if a.is_cuda and not (a.is_complex() or a.is_conj()):
            self._launch(arrays, alpha, beta)
        else:
            self._call(arrays, alpha, beta)
        return result

    def _launch(self, arrays: tuple[Any, ...], alpha: Any, beta: Any) -> None:
        """Launch what is prepared for this thread and stream."""
        result = arrays[2]
        stream = sys.modules["torch"]._C._cuda_getCurrentRawStream(result.get_device())  # noqa: SLF001  # a tenth of the public way's time
        pointers = [x.data_ptr() for x in arrays]
        key = get_ident(), stream, alpha, beta, result.stride(), *[x % ALIGNED for x in pointers]
        launcher, memory = self._launchers.get(key), [x & -ALIGNED for x in pointers]
        if launcher is None or _launched(launcher, arrays, memory) is UNUSUAL:
            named = {"alpha": float(alpha), "beta": float(beta), "accuracy": self.accuracy}
            a, b, *outputs = (x.detach() for x in arrays)
            call = prepare(_routine(result), a, b, **dict(zip(("c", "bias"), outputs, strict=False)), **named)
            launch, needed = call.launcher()
            *starts, nbytes = accumulate((-(-size // ALIGNED) * ALIGNED for size in needed), initial=0)
            if len(self._launchers) >= LAUNCHERS:
                self._launchers.clear()
            launcher = self._launchers[key] = Launcher(launch, tuple(starts), nbytes)
            if _launched(launcher, arrays, memory) is UNUSUAL:  # there are new records again
                self._call(arrays, alpha, beta)

    def _call(self, arrays: tuple[Any, ...], alpha: Any, beta: Any) -> None:
        """Call the routine."""
        number = complex if arrays[0].is_complex() else float
        (a, trans_a), (b, trans_b) = map(_operand, arrays[:2])
        outputs = [_memory(x.detach()) for x in arrays[2:]]
        _routine(arrays[2])(
            a,
            b,
            alpha=number(alpha),
            beta=number(beta),
            trans_a=trans_a,
            trans_b=trans_b,
            accuracy=self.accuracy,
            **dict(zip(("c", "bias"), outputs, strict=False)),
        )


def _launched(launcher: Launcher, arrays: tuple[Any, ...], memory: list[int]) -> Any:
    """Launch, with workspace from PyTorch's allocator, which may use it again on the current stream at once.

    A storage is no tensor: it takes half as long to make, and is not filled in deterministic mode.
    """
    launch, starts, nbytes = launcher
    if not nbytes:
        return launch(arrays, memory)
    workspace = sys.modules["torch"].UntypedStorage(nbytes, device=arrays[0].device)
    address = workspace.data_ptr()
    return launch(arrays, [*memory, *[address + start for start in starts]])


def _routine(result: Any) -> Callable[..., Any]:
    """The routine for matrices or for stacks."""
    return autoblas.gemm_batched if len(result.shape) == 3 else autoblas.gemm


def _check_output(a: Any, b: Any, c: Any, out: Any, shape: tuple[int, ...]) -> None:
    """Refuse what PyTorch resizes or warns of, and outputs that operands would change with."""
    if out.shape != shape or out.dtype is not a.dtype or out.device != a.device:
        raise Declined("an output of another shape or type")
    alias = sys.modules["torch"]._C._is_alias_of  # noqa: SLF001  # the public way compares storages in four calls
    if (
        out.is_conj()
        or out.is_neg()
        or alias(out, a)
        or alias(out, b)
        or (c is not None and c is not out and alias(out, c))
    ):
        raise Declined("an output that shares memory with an operand")


def _operand(tensor: Any) -> tuple[Any, str]:
    """The array as it lies in memory, and the letter with which ``gemm`` reads it."""
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
