"""Epilogues of products, as devices compute them: each function on all kinds of numbers."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pyopencl as cl
import pytest
from scipy.special import erf

from autoblas.devices.device import Launch
from autoblas.emit.arguments import buffer
from autoblas.emit.opencl_c import OPENCL_C
from autoblas.emit.source import Source
from autoblas.kernels.gemm.epilogue import functions as epilogue_functions
from autoblas.kernels.gemm.epilogue import with_activation
from autoblas.precision import FLOAT32, FLOAT64
from autoblas.problems import Activation, Matmul

Array = np.ndarray[Any, np.dtype[Any]]

UNITS = {FLOAT32: 3, FLOAT64: 12}
"""Roundings of a function, relative to its argument, at most; the error function of doubles may err by 16 units."""

SPECIAL = (np.nan, np.inf, -np.inf, 0.0, -0.0, 1e-42, -1e-42, 1e20, -1e20, 3e38, -3e38)


def defined(name: Activation, x: Array) -> Array:
    """A function as PyTorch's documentation defines it, of doubles."""
    functions: dict[str, Callable[[Array], Array]] = {
        "relu": lambda x: np.where(x < 0, 0, x),
        "gelu": lambda x: 0.5 * x * (1 + erf(x * np.sqrt(0.5))),
        "gelu_tanh": lambda x: 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3))),
        "silu": lambda x: x / (1 + np.exp(-x)),
    }
    with np.errstate(all="ignore"):
        return functions[name](x)


@pytest.mark.parametrize("precision", [FLOAT32, FLOAT64], ids=lambda x: x.name)
@pytest.mark.parametrize("name", ["relu", "gelu", "gelu_tanh", "silu"])
def test_functions_are_right_for_all_numbers(any_device, name, precision):
    """Within a few units of their argument; NaN stays, and infinities become what the definitions make of them."""
    steps = np.concatenate([np.linspace(0, 20, 50_000), np.geomspace(1e-30, 1e30, 20_000)])
    x = np.concatenate([steps, -steps, SPECIAL]).astype(precision.dtype)
    q = Matmul(1, 1, 1, precision, activation=name)
    src = Source(OPENCL_C)
    declared = (buffer("x", precision), buffer("y", precision, "both"))
    with src.kernel("apply", declared, (1, 1), precision, functions=epilogue_functions(OPENCL_C, q)):
        src("const int i = get_global_id(0);")
        src(f"y[i] = {with_activation(OPENCL_C, q, 'x[i]', '')};")
    queue, got = any_device.queue, np.empty_like(x)
    flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
    memory = [cl.Buffer(queue.context, flags, hostbuf=array) for array in (x, got)]
    kernel = any_device.device.build(str(src), ()).kernel("apply")
    for index, array_memory in enumerate(memory):
        kernel.set_memory(index, array_memory)
    kernel.launch(queue, Launch(x.shape, (1,)))
    cl.enqueue_copy(queue, got, memory[1])
    expected = defined(name, x.astype(np.float64))
    finite = np.isfinite(expected)
    np.testing.assert_array_equal(got[~finite], expected[~finite])
    bound = UNITS[precision] * precision.roundoff * np.abs(x[finite].astype(np.float64)) + precision.tiny
    error = np.abs(got[finite] - expected[finite])
    assert np.all(error <= bound), (x[finite][np.argmax(error / bound)], np.max(error / bound))
