"""PyTorch's own samples and checks of its products, with everything served: on the host's dispatch key and on a card."""

from __future__ import annotations

import functools
import math
import warnings
from typing import TYPE_CHECKING, Any

import pytest

from autoblas.blas.host.crossover import fixed_crossover
from autoblas.torch import control

torch: Any = pytest.importorskip("torch")

from autoblas.torch.switch import VARIANTS  # noqa: E402
from support.torch_switch import DTYPES, SWITCH, matrix, options, without  # noqa: E402

if TYPE_CHECKING:
    from autoblas.torch.switch import Switch

DEVICES = [pytest.param("cpu", marks=pytest.mark.torch), pytest.param("cuda", marks=pytest.mark.card)]

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

TOLERANCES = {torch.float16: 4e-3, torch.bfloat16: 3e-2, torch.float32: 2e-5, torch.complex64: 2e-5}
"""Of elements of a few terms between -9 and 9, by type; of double precision 1e-12."""


@functools.cache
def operators() -> dict[str, Any]:
    """PyTorch's descriptions of its operators, which bring samples."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of PyTorch's own tests
        module = pytest.importorskip("torch.testing._internal.common_methods_invocations")
    return {operator.name: operator for operator in module.op_db if operator.name in NAMES}


@pytest.fixture(name="served_device", params=DEVICES)
def make_served_device(request):
    """Where tensors are, and the switch of their dispatch key while it serves everything there."""
    if request.param == "cuda" and not torch.cuda.is_available():
        pytest.skip("PyTorch sees no card")
    switch = SWITCH if request.param == "cpu" else control.SWITCH
    switch.set(options())
    switch.reset()
    try:
        with fixed_crossover(
            math.inf
        ):  # NumPy where it can: on the host the way to a product and back is what is tried
            yield request.param, switch
    finally:
        switch.set(None)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", NAMES)
def test_samples(served_device, name):
    """Results and gradients are near PyTorch's, of equal shape, strides and type; each type is served."""
    operator, (device, switch) = operators()[name], served_device
    for dtype in DTYPES:
        if not operator.supports_dtype(dtype, device):
            continue
        switch.reset()
        for sample in operator.sample_inputs(device, dtype, requires_grad=True):
            compare(switch, operator, sample, TOLERANCES.get(dtype, 1e-12))
        assert switch.report().served
        assert not switch.report().faults


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", [f"{base}{end}" for base, ends in VARIANTS.items() for end in ends])
def test_operators_pass_the_checks_of_pytorch(served_device, name):
    """Of schemas, registration for gradients, shapes without memory, and traces: every overload that is overridden."""
    device, switch = served_device
    base, _, overload = name.partition(".")
    stack = (3,) if "bmm" in base else ()
    a, b, c = (matrix(*stack, *shape).to(device) for shape in ((7, 5), (5, 6), (7, 6)))
    arguments = (c, a, b) if "add" in base else (a, b)
    operator = getattr(getattr(torch.ops.aten, base), overload or "default")
    torch.library.opcheck(operator, arguments, {"out": torch.empty_like(c)} if overload else {})
    assert switch.report().served
    assert not switch.report().faults


def compare(switch: Switch, operator: Any, sample: Any, tolerance: float) -> None:
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

    (ours, gradients), (theirs, expected) = run(), without(switch, run)
    assert ours.dtype is theirs.dtype
    assert ours.stride() == theirs.stride()
    for got, right in zip((ours, *gradients), (theirs, *expected), strict=True):
        if right is None:
            assert got is None
        else:
            scale = float(right.abs().max()) if right.numel() else 1.0
            torch.testing.assert_close(got, right, rtol=tolerance, atol=tolerance * max(scale, 1.0))
