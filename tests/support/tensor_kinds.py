"""Tensors of ten kinds of numbers, with which errors of products are compared."""

from collections.abc import Callable
from typing import Any

KINDS: dict[str, Callable[[Any, Any], Any]] = {
    "normal": lambda torch, x: x,
    "uniform": lambda torch, x: torch.rand_like(x),
    "graded rows": lambda torch, x: x * 2.0 ** torch.linspace(-20, 20, x.shape[0]).to(x)[:, None],
    "graded columns": lambda torch, x: x * 2.0 ** torch.linspace(-20, 20, x.shape[1]).to(x),
    "exp(3 normal)": lambda torch, x: x * (3 * torch.randn_like(x)).exp(),
    "one huge number": lambda torch, x: x.index_put((torch.tensor(3), torch.tensor(5)), x.new_tensor(1e12)),
    "cancellation": lambda torch, x: (1 + 1e-3 * x) * (1 - 2 * (torch.arange(x.shape[1]).to(x) % 2)),
    "integers": lambda torch, x: torch.randint_like(x, -9, 10),
    "zeros": lambda torch, x: x * (torch.rand_like(x) < 0.05),
    "tiny": lambda torch, x: x * 1e-18,
}
"""Functions of PyTorch and a tensor of normal numbers."""

STEP = {
    "x W1'": (8192, 2048, 8192, "nt"),
    "h W2'": (8192, 8192, 2048, "nt"),
    "G' h": (2048, 8192, 8192, "tn"),
    "G W2": (8192, 2048, 8192, "nn"),
    "dZ' x": (8192, 8192, 2048, "tn"),
}
"""Products of a training step of two layers, 2048 to 8192 to 2048, on 8192 rows: rows, terms, columns, and form."""


def errors(
    torch: Any, product: str, kind: str, ways: dict[str, Callable[[Any, Any], Any]]
) -> dict[str, float]:
    """Errors of several ways to multiply: root of the mean square, in units of u |A| |B|.

    Args:
        torch: PyTorch, with a card.
        product: A key of ``STEP``.
        kind: A key of ``KINDS``.
        ways: Functions of two matrices, by name.
    """
    rows, terms, columns, form = STEP[product]
    torch.manual_seed(0)
    shapes = (rows, terms), (terms, columns)
    a, b = (
        KINDS[kind](torch, torch.randn(shape[:: 1 if letter == "n" else -1], device="cuda"))
        for shape, letter in zip(shapes, form, strict=True)
    )
    a, b = (x if letter == "n" else x.mT for x, letter in zip((a, b), form, strict=True))
    left, right = a.double(), b.double()
    exact, scale = left @ right, left.abs() @ right.abs()
    scale *= 2.0**-24
    scale.clamp_(min=torch.finfo(torch.float32).tiny)
    found = {}
    for name, multiply in ways.items():
        shares = ((multiply(a, b) - exact) / scale).square_()
        found[name] = float(shares.mean().sqrt())
    return found
