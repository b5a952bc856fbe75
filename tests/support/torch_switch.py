"""A switch of PyTorch's products on the host's dispatch key, and numbers to multiply; PyTorch is imported."""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from autoblas.torch.switch import ServingOptions, Switch

DTYPES = (torch.float16, torch.bfloat16, torch.float32, torch.float64, torch.complex64, torch.complex128)

UNIT = {torch.float16: 2.0**-11, torch.bfloat16: 2.0**-8, torch.float32: 2.0**-24, torch.complex64: 2.0**-24}
"""Unit roundoff of element types; of the others it is that of double precision."""

SWITCH = Switch("CPU")
"""One for all tests, since overrides stay registered."""


def options(**changes: Any) -> ServingOptions:
    """Everything is served, whatever its size."""
    return ServingOptions("standard", 0, frozenset(DTYPES), "always")._replace(**changes)


def without(switch: Switch, compute: Callable[[], Any]) -> Any:
    """What PyTorch computes."""
    before = switch.options
    switch.set(None)
    try:
        return compute()
    finally:
        switch.set(before)


def assert_close(result: Any, exact: Any, terms: int, scale: float) -> None:
    """Compare with a product of higher precision, by a bound that grows with the terms."""
    unit = UNIT.get(result.dtype, 2.0**-53)
    error = (result.to(exact.dtype) - exact).abs().max().item()
    accumulated = min(unit, 2.0**-24) * terms
    assert error <= 4 * scale * (unit + accumulated) + 1e-12


def matrix(*shape: int, dtype: Any = torch.float32, seed: int = 0) -> Any:
    """Numbers between -1 and 1, which depend on their position."""
    rng = np.random.default_rng([seed, *shape])
    values = torch.from_numpy(rng.uniform(-1, 1, shape))
    if dtype.is_complex:
        values = values + 1j * torch.from_numpy(rng.uniform(-1, 1, shape))
    return values.to(dtype)
