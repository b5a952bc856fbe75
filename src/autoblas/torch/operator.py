"""Products of PyTorch's tensors with gradients: an operator of its library, which ``torch.compile`` takes as one piece.

PyTorch is not imported here, but found where the caller imported it.
"""

from __future__ import annotations

import sys
from typing import Any

import autoblas
from autoblas.blas.promotion import wider
from autoblas.errors import ArgumentError
from autoblas.precision import precision_of

__all__ = ["matmul"]

SCHEMA = "(Tensor a, Tensor b, str trans_a, str trans_b, str accuracy) -> Tensor"


def matmul(a: Any, b: Any, *, accuracy: str = "standard") -> Any:
    """The product of two tensors, through which gradients flow back to both.

    Args:
        a: Matrix of shape ``(m, k)``, or a stack of shape ``(items, m, k)``, of float16, bfloat16, float32, float64,
            complex64 or complex128, in CUDA memory or, not of bfloat16, on the host.
        b: Matrix of shape ``(k, n)``, or a stack of as many, of the same type, in the same memory.
        accuracy: As in ``gemm``, also for the gradients.

    Returns:
        A new tensor of shape ``(m, n)``, or ``(items, m, n)``.

    Raises:
        ArgumentError: an argument is no tensor or does not fit.
        DeviceError: the card refused a kernel, or memory.
    """
    for name, x in (("a", a), ("b", b)):
        if not hasattr(x, "is_cuda"):  # PyTorch's own message has six lines
            raise ArgumentError(name, "a tensor of PyTorch", type(x).__name__)
    product = _product or _registered()
    return product(a, b, "N", "N", accuracy)


def _registered() -> Any:
    """The operator, registered with PyTorch once a process."""
    global _product  # noqa: PLW0603  # a name that PyTorch's compiler sees as the operator
    torch: Any = sys.modules["torch"]
    product = torch.library.custom_op("autoblas::matmul", _compute, mutates_args=(), schema=SCHEMA)
    product.register_fake(_like)
    product.register_autograd(_gradients, setup_context=_save)
    _product = product
    return product


def _compute(a: Any, b: Any, trans_a: str, trans_b: str, accuracy: str) -> Any:
    """The product of tensors, or of their conjugate transposes."""
    torch: Any = sys.modules["torch"]
    call = autoblas.gemm_batched if a.ndim == 3 else autoblas.gemm
    options: dict[str, Any] = {"trans_a": trans_a, "trans_b": trans_b, "accuracy": accuracy}
    a, b = (x.detach().resolve_conj().resolve_neg() for x in (a, b))
    if a.is_cuda:
        return call(a, b, **options)
    return torch.from_numpy(call(a.numpy(), b.numpy(), **options))


def _like(a: Any, b: Any, trans_a: str, trans_b: str, accuracy: str) -> Any:
    """A tensor of the result's shape, type and memory, with undefined elements."""
    del accuracy
    rows = a.shape[-2] if trans_a == "N" else a.shape[-1]
    cols = b.shape[-1] if trans_b == "N" else b.shape[-2]
    dtype = wider(*(precision_of(str(x.dtype).removeprefix("torch.")) for x in (a, b))).name
    return a.new_empty((*a.shape[:-2], rows, cols), dtype=getattr(sys.modules["torch"], dtype))


def _save(ctx: Any, inputs: tuple[Any, ...], output: Any) -> None:
    """Store the operands and options for the gradients."""
    del output
    a, b, *ctx.options = inputs
    ctx.save_for_backward(a, b)


def _gradients(ctx: Any, g: Any) -> tuple[Any, ...]:
    """The gradients of C = op(A) op(B) by A and B, from that by C: G op(B)^H and op(A)^H G, or their conjugate transposes."""
    a, b = ctx.saved_tensors
    trans_a, trans_b, accuracy = ctx.options
    by_a = by_b = None
    if ctx.needs_input_grad[0]:
        by_a = (
            _product(g, b, "N", CONJUGATE_TRANSPOSED[trans_b], accuracy)
            if trans_a == "N"
            else _product(b, g, trans_b, "C", accuracy)
        )
    if ctx.needs_input_grad[1]:
        by_b = (
            _product(a, g, CONJUGATE_TRANSPOSED[trans_a], "N", accuracy)
            if trans_b == "N"
            else _product(g, a, "C", trans_a, accuracy)
        )
    return by_a, by_b, None, None, None


CONJUGATE_TRANSPOSED = {"N": "C", "C": "N"}
"""The letter of the conjugate transpose."""

_product: Any = _registered() if "torch" in sys.modules else None
