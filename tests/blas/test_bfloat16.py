"""bfloat16, a format of matrices: what is read, written, rounded and refused, on devices that know nothing of it."""

# mypy: disable-error-code="call-overload"
# Arguments that do not fit, and letters out of lists.

import copy
import itertools
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas.checks.product import trial_for
from autoblas.devices.recording import HOPPER
from autoblas.emit.nvidia.wgmma import SHAPES
from autoblas.emit.opencl_c import OPENCL_C
from autoblas.errors import NoKernelError, PrecisionError
from autoblas.kernels import kernels
from autoblas.plan.choose import Choice, choose, with_helpers
from autoblas.precision import BFLOAT16, FLOAT16, FLOAT32, default_accumulator, precision_of
from autoblas.problems import Matmul, Split
from autoblas.testing.checks import unwrapped

ml_dtypes = pytest.importorskip("ml_dtypes")

pytestmark = pytest.mark.usefixtures("all_as_written")

BF16: Any = ml_dtypes.bfloat16


def test_its_type_is_that_of_ml_dtypes():
    """Known by name and by dtype, one object, with a float's range and 8 digits; summed in floats."""
    assert precision_of(BF16) is precision_of("bfloat16") is BFLOAT16 is copy.deepcopy(BFLOAT16)
    assert BFLOAT16.dtype == np.dtype(BF16)
    assert BFLOAT16.tiny == float(ml_dtypes.finfo(BF16).tiny)
    assert BFLOAT16.roundoff == float(ml_dtypes.finfo(BF16).eps) / 2
    assert default_accumulator(BFLOAT16, BFLOAT16, BFLOAT16) is FLOAT32
    assert default_accumulator(BFLOAT16, FLOAT16, FLOAT32) is FLOAT32


def test_without_the_package_it_says_what_is_missing(monkeypatch):
    """Nothing else needs it."""

    def missing(name):
        raise ModuleNotFoundError(name)

    monkeypatch.setattr("autoblas.precision.importlib.import_module", missing)
    with pytest.raises(PrecisionError, match="ml_dtypes"):
        _ = BFLOAT16.dtype


def _reference(a: Any, b: Any, c: Any, trans: str) -> tuple[Any, Any]:
    """1.5 op(A) op(B) - 0.5 C and the magnitudes of the products."""
    a, b = (x.astype(float) if t == "N" else x.astype(float).T for x, t in zip((a, b), trans, strict=True))
    return 1.5 * a @ b - 0.5 * c.astype(float), 1.5 * np.abs(a) @ np.abs(b) + 0.5 * np.abs(c.astype(float))


def test_results_are_checked_like_those_of_other_types(any_device):
    """To the bit, within the bound, and with no numbers around a ragged result, whose type NumPy does not know."""
    device, queue = any_device
    choice = choose(Matmul(67, 45, 70, BFLOAT16, accumulator=FLOAT32), device.facts)
    assert trial_for(device, queue, choice.problem).check(choice) is None


@pytest.mark.parametrize("trans", ["NN", "TN", "NT", "TT"])
@pytest.mark.parametrize("device_arrays", [False, True])
def test_products_are_summed_in_floats_and_rounded_once(any_device, trans, device_arrays):
    """Half a unit of the last of 8 digits is all that the result loses beside single precision; ragged, with beta."""
    rng = np.random.default_rng(1)
    for m, n, k in ((33, 45, 27), (1, 70, 130)):
        shapes = ((m, k) if trans[0] == "N" else (k, m), (k, n) if trans[1] == "N" else (n, k), (m, n))
        a, b, c = (rng.standard_normal(shape).astype(BF16) for shape in shapes)
        expected, size = _reference(a, b, c, trans)
        given: list[Any] = [
            cl_array.to_device(any_device.queue, x) if device_arrays else x for x in (a, b, c)
        ]
        autoblas.gemm(
            given[0], given[1], c=given[2], alpha=1.5, beta=-0.5, trans_a=trans[0], trans_b=trans[1],
            queue=any_device.queue,
        )  # fmt: skip
        got = given[2].get() if device_arrays else given[2]
        bound = np.abs(expected) * BFLOAT16.roundoff + (k + 8) * FLOAT32.roundoff * size
        assert np.all(np.abs(got.astype(float) - expected) <= bound)


def test_rounding_is_to_even_and_keeps_what_is_no_number(any_device):
    """Stores agree to the bit with those of ml_dtypes: ties, overflow, infinities, subnormals; NaN stays NaN."""
    rng = np.random.default_rng(2)
    words = rng.integers(0, 2**32, 4096, np.uint32)
    words[:1024] = (words[:1024] & 0xFFFF0000) | 0x8000  # ties
    words[1024:1030] = (0x7F7FFFFF, 0xFF7FFFFF, 0x7F800000, 0xFF800000, 0x7FC00001, 0x7F800001)
    values = words.view(np.float32).reshape(64, 64)
    one = np.eye(64, dtype=np.float32)
    normal = (words.reshape(64, 64) >> 23 & 0xFF) > 0  # devices may take smaller numbers for zero
    values = np.where(normal, values, np.float32(1))
    # 1 x = x, and 0 x adds nothing but where x is not finite, so rows are multiplied one by one.
    for row in range(0, 64, 9):
        finite = np.where(np.isfinite(values), values, 0)
        picked = finite.copy()
        picked[row] = values[row]
        column = np.ascontiguousarray(picked[row : row + 1])
        got = autoblas.gemm(one[:1, :1], column, dtype=BF16, queue=any_device.queue)
        with np.errstate(over="ignore", invalid="ignore"):
            expected = column.astype(BF16)
        numbers = ~np.isnan(column)
        assert np.array_equal(got.view(np.uint16)[numbers], expected.view(np.uint16)[numbers])
        assert np.all(np.isnan(got.astype(np.float32)[~numbers]))


def test_it_mixes_with_other_real_types(any_device):
    """Each operand has its own format; the sum is in the widest."""
    rng = np.random.default_rng(3)
    a, b = rng.standard_normal((40, 30)).astype(BF16), rng.standard_normal((30, 20)).astype(np.float32)
    got = autoblas.gemm(a, b, queue=any_device.queue)
    assert got.dtype == np.float32
    exact, size = (x(a.astype(float)) @ x(b.astype(float)) for x in (lambda y: y, np.abs))
    assert np.all(np.abs(got - exact) <= 40 * FLOAT32.roundoff * size)


def test_other_routines_say_that_they_do_not_know_it(any_device):
    """It is a format of products' operands: nothing is computed in it."""
    x = cl_array.to_device(any_device.queue, np.arange(8).astype(BF16))
    matrix = cl_array.to_device(any_device.queue, np.ones((8, 8)).astype(BF16))
    calls: tuple[Callable[[], Any], ...] = (
        lambda: autoblas.dot(x, x),
        lambda: autoblas.gemm(matrix, matrix, accumulator=BF16),
    )
    for call in calls:
        with pytest.raises(NoKernelError, match="computes in this precision"):
            call()


@pytest.mark.parametrize("c", [BFLOAT16, FLOAT32], ids=lambda p: p.name)
def test_matrix_units_take_it_as_they_take_halves(c):
    """The same text with other names of types: blocks are copied as they are."""
    kernel = kernels()["gemm_wgmma"]
    orders: Any = itertools.product(("row", "col"), repeat=2)
    for a, b in orders:
        problem = Matmul(4096, 4096, 4096, c, a, b, "row", BFLOAT16, BFLOAT16, FLOAT32)
        assert choose(problem, HOPPER).kernel.name == "gemm_halves"
        choice = with_helpers(Choice(problem, kernel, kernel.suggested(problem, HOPPER), "suggested"), HOPPER)
        assert choice.params.form == "half"
        assert [helping.problem.precision for _, helping in choice.helpers] == [BFLOAT16, BFLOAT16]
        text = unwrapped(kernel.source(choice.params, problem, OPENCL_C))
        like = Matmul(
            4096, 4096, 4096, FLOAT16 if c is BFLOAT16 else c, a, b, "row", FLOAT16, FLOAT16, FLOAT32
        )
        other = unwrapped(kernel.source(choice.params, like, OPENCL_C))
        assert ".f32.bf16.bf16" in text
        assert "cvt.rn.f16x2" not in text
        assert ("cvt.rn.bf16x2.f32" in text) == (c is BFLOAT16)
        renamed = re.sub(
            r"\bushort\b", "half", text.replace(".bf16.bf16", ".f16.f16").replace("bf16x2", "f16x2")
        )
        assert renamed.count("\n") == other.count("\n")
        for x, problem_x in zip("ab", (helping.problem for _, helping in choice.helpers), strict=True):
            assert isinstance(problem_x, Split), x
            assert problem_x.form_type is BFLOAT16
    assert SHAPES["bfloat16"][0] == SHAPES["half"][0]
