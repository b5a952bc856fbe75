"""PyTorch's own samples of its products, and their gradients, with everything served on the host's dispatch key."""

from __future__ import annotations

import functools
import math
import warnings
from typing import Any

import pytest

from autoblas.runtime.host.crossover import held_at
from pytorch.test_switch import SWITCH, options, without

torch: Any = pytest.importorskip("torch")
pytestmark = pytest.mark.torch

NAMES = (
    "mm",
    "addmm",
    "bmm",
    "baddbmm",
    "matmul",
    "nn.functional.linear",
    "einsum",
    "tensordot",
    "linalg.multi_dot",
)

DTYPES = (torch.float16, torch.bfloat16, torch.float32, torch.float64, torch.complex64, torch.complex128)

TOLERANCES = {torch.float16: 4e-3, torch.bfloat16: 3e-2, torch.float32: 2e-5, torch.complex64: 2e-5}
"""Of elements of a few terms between -9 and 9, by type; of double precision 1e-12."""


@functools.cache
def operators() -> dict[str, Any]:
    """PyTorch's descriptions of its operators, which bring samples."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of PyTorch's own tests
        module = pytest.importorskip("torch.testing._internal.common_methods_invocations")
    return {operator.name: operator for operator in module.op_db if operator.name in NAMES}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", NAMES)
def test_samples(name: str) -> None:
    """Results and gradients are near PyTorch's, of equal shape, strides and type; each type is served."""
    operator = operators()[name]
    for dtype in DTYPES:
        if not operator.supports_dtype(dtype, "cpu"):
            continue
        SWITCH.reset()
        SWITCH.set(options())
        try:
            with held_at(math.inf):  # NumPy where it can: what is tried here is the way to a product and back
                for sample in operator.sample_inputs("cpu", dtype, requires_grad=True):
                    compare(operator, sample, TOLERANCES.get(dtype, 1e-12))
            counts = SWITCH.report()
        finally:
            SWITCH.set(None)
        assert counts.served
        assert not counts.faults


def compare(operator: Any, sample: Any, tolerance: float) -> None:
    """One sample with and without the switch."""

    def run() -> tuple[Any, list[Any]]:
        leaves = [
            x
            for value in (sample.input, *sample.args)
            for x in (value if isinstance(value, (list, tuple)) else [value])
        ]
        wanted = [x for x in leaves if torch.is_tensor(x) and x.requires_grad]
        result = operator(sample.input, *sample.args, **sample.kwargs)
        if not result.requires_grad:
            return result, []
        return result, list(torch.autograd.grad(result.abs().sum(), wanted, allow_unused=True))

    (ours, gradients), (theirs, expected) = run(), without(SWITCH, run)
    assert ours.dtype is theirs.dtype
    assert ours.stride() == theirs.stride()
    for one, other in zip((ours, *gradients), (theirs, *expected), strict=True):
        if other is None:
            assert one is None
        else:
            scale = float(other.abs().max()) if other.numel() else 1.0
            torch.testing.assert_close(one, other, rtol=tolerance, atol=tolerance * max(scale, 1.0))
