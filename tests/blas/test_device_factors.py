"""Factors in device memory: what numbers compute, whatever the routine, and no wait of the host."""

import functools
from dataclasses import replace
from typing import Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas.emit.arguments import ScalarMemory
from autoblas.emit.opencl_c import OPENCL_C
from autoblas.emit.scalars import from_memory
from autoblas.errors import ArgumentError, DeviceMismatchError, PrecisionError, ShapeError
from autoblas.kernels import kernels
from autoblas.precision import COMPLEX64, FLOAT16, FLOAT32, Precision
from support import nvrtc
from support.cuda_samples import IN_FILES
from support.golden_samples import SAMPLES
from support.kernel_cases import portable
from support.loops import over
from support.routine_calls import Case, Numbers
from support.routine_cases import CASES

pytestmark = pytest.mark.usefixtures("all_as_written")


@pytest.fixture
def device(pocl):
    """A function that copies an array to PoCL."""
    return functools.partial(cl_array.to_device, pocl.queue)


NAMES = ("alpha", "beta", "c", "s")


def numbers(case: Case) -> dict[str, Any]:
    """The factors of a case that are single numbers."""
    return {x: case.options[x] for x in NAMES if isinstance(case.options.get(x), (int, float, complex))}


WITH_FACTORS = [name for name in CASES if numbers(CASES[name](Numbers(3, "complex64")))]


def in_memory(queue: Any, value: Any, dtype: Any) -> Any:
    """A factor in device memory, behind another number; a real one as such."""
    dtype = np.dtype(dtype) if isinstance(value, complex) else np.zeros(0, dtype).real.dtype
    return cl_array.to_device(queue, np.array([np.nan, value], dtype))[1:]


def outputs(case: Case, queue: Any, routine: str, factors: dict[str, Any], times: int = 3) -> list[bytes]:
    """Bits of what a case computes, so often, each time from the operands as they were."""
    written = []
    for _ in range(times):
        arrays: dict[str, Any] = {
            x: cl_array.to_device(queue, np.array(a, order="C")) for x, a in case.arrays.items()
        }
        there = case._replace(arrays=arrays, options={**case.options, **factors})
        result = there.call(routine)
        written.append(b"".join(result[name].get().tobytes() for name in case.expected))
    return written


@pytest.mark.parametrize("routine", WITH_FACTORS)
def test_a_factor_in_memory_is_the_number(pocl, routine):
    """To the bit, in first and in repeated calls, real or complex; where beta is 0, whatever the output holds."""
    for dtype in ("float32", "complex64"):
        case = CASES[routine](Numbers(3, dtype))
        own = numbers(case)
        zeros = [{"beta": type(own["beta"])(0)}] if "beta" in own else []
        for changed in ({}, *zeros):
            factors = {**own, **changed}
            kind = next(iter(case.arrays.values())).dtype
            there = {name: in_memory(pocl.queue, x, kind) for name, x in factors.items()}
            expected, *_ = outputs(case, pocl.queue, routine, factors, times=1)
            assert set(outputs(case, pocl.queue, routine, there)) == {expected}, dtype


def test_zeros_in_memory_leave_nan_out_where_numbers_do(device):
    """Beta of products and sums of vectors; alpha of sums of vectors. A product is multiplied, by 0 too."""
    zero, nan = device(np.zeros(1)), np.full(5, np.nan)
    ones = device(np.ones(5))
    for routine, options in (
        ("axpy", {"alpha": zero}),
        ("axpby", {"alpha": zero}),
        ("had", {"alpha": zero, "beta": 1.0}),
    ):
        arrays = [device(nan), ones, ones] if routine == "had" else [device(nan), ones]
        arrays[-1] = device(np.ones(5))
        assert np.all(getattr(autoblas, routine)(*arrays, **options).get() == 1), routine
    matrix = device(np.eye(5))
    assert np.all(autoblas.gemv(matrix, ones, device(nan), beta=zero).get() == 1)
    assert np.all(
        autoblas.gemm(matrix, matrix, c=device(np.full((5, 5), np.nan)), beta=zero).get() == np.eye(5)
    )
    assert np.all(np.isnan(autoblas.gemv(device(np.full((5, 5), np.nan)), ones, alpha=zero).get()))


def test_halves_and_batches_take_factors_in_memory(device):
    """Float16 as what dot returns of float16 vectors, or float32; of batches one for all items."""
    x = np.arange(8, dtype=np.float16)
    for kind in (np.float16, np.float32):
        factor = device(np.array(0.5, kind))
        y = autoblas.axpy(device(x), device(x), alpha=factor)
        assert np.array_equal(y.get(), x + x / 2)
    a = np.arange(24, dtype=np.float32).reshape(2, 3, 4)
    factor = device(np.array([2], np.float32))
    stack = device(a)
    y = device(a[0])
    assert np.array_equal(autoblas.axpy_batched(y, device(a[0]), alpha=factor).get(), 3 * a[0])
    product = autoblas.gemm_batched(stack, stack, trans_b="T", alpha=factor)
    assert np.array_equal(product.get(), 2 * a @ a.swapaxes(1, 2))
    vectors = autoblas.gemv_batched(stack, device(a[0, 0]), alpha=factor)
    assert np.array_equal(vectors.get(), 2 * a @ a[0, 0])


def test_conjugates_of_factors_in_memory(pocl):
    """A product with conj(alpha), as a symbol says, is that of the number."""
    case = CASES["her2k"](Numbers(3, "complex64"))
    factors = {**numbers(case), "alpha": 2 - 3j}
    there = {name: in_memory(pocl.queue, x, np.complex64) for name, x in factors.items()}
    expected, *_ = outputs(case, pocl.queue, "her2k", factors, times=1)
    assert set(outputs(case, pocl.queue, "her2k", there)) == {expected}


def test_calls_follow_what_writes_the_factor(pocl):
    """In queues without an order, before the factor is there: nothing waits on the host."""
    queue = cl.CommandQueue(
        pocl.queue.context, properties=cl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE
    )
    x = cl_array.to_device(queue, np.arange(100.0))
    for _ in range(4):
        y, gate = cl_array.to_device(queue, np.ones(100)), cl.UserEvent(pocl.queue.context)
        factor = autoblas.dot(x, x, wait_for=[gate])
        autoblas.axpy(x, y, alpha=factor)
        assert y.events[-1].command_execution_status != cl.command_execution_status.COMPLETE
        gate.set_status(cl.command_execution_status.COMPLETE)
        assert np.array_equal(y.get(), 1 + 328350.0 * np.arange(100))


def test_prepared_calls_take_factors_in_memory(device):
    """The prepared one, another one, and none of another type."""
    x, half, two = (device(np.array(v, np.float32)) for v in ([1, 2, 3], [0.5], [2]))
    y = device(np.zeros(3, np.float32))
    call = autoblas.prepare(autoblas.axpy, x, y, alpha=half)
    for _ in range(3):
        call()
        call(alpha=two)
        half.set(half.get() * 2)
    assert np.array_equal(y.get(), (0.5 + 1 + 2 + 6) * x.get())
    with pytest.raises(ArgumentError):
        call(alpha=device(np.ones(1)))


def test_factors_that_do_not_fit_are_refused(pocl, device):
    """By the name of the argument, with nothing written."""
    x, y = (device(np.ones(3, np.float32)) for _ in range(2))
    one = device(np.ones(1, np.float32))
    wrong = (
        (device(np.ones(2, np.float32)), ShapeError),
        (device(np.ones(1)), PrecisionError),
        (device(np.ones(1, np.complex64)), PrecisionError),
        (device(np.ones(1, np.int32)), PrecisionError),
        (
            cl_array.to_device(cl.CommandQueue(cl.Context([pocl.queue.device])), np.ones(1, np.float32)),
            DeviceMismatchError,
        ),
    )
    for factor, error in wrong:
        with pytest.raises(error) as raised:
            autoblas.axpy(x, y, alpha=factor)
        assert raised.value.argument == "alpha"
    with pytest.raises(ArgumentError, match="y: expected memory that alpha does not use"):
        autoblas.axpy(x, y, alpha=y[1:2])
    host = np.ones(3, np.float32)
    for call in (
        lambda: autoblas.axpy(host, host.copy(), alpha=one),
        lambda: autoblas.gemm(np.eye(3, dtype=np.float32), np.eye(3, dtype=np.float32), alpha=one),
        lambda: autoblas.gemv(np.eye(3, dtype=np.float32), host, alpha=one, queue=pocl.queue),
    ):
        with pytest.raises(
            DeviceMismatchError, match=r"^alpha: expected a number where operands are NumPy arrays"
        ):
            call()
    assert np.array_equal(y.get(), x.get())


def with_numbers_in_memory(sample: Any) -> str:
    """The text of a golden sample whose factors are all in memory."""
    kernel = kernels()[sample.kernel]
    arguments = kernel.arguments(sample.params, sample.problem)
    in_memory = tuple(
        ScalarMemory(x.name, x.type)
        for x in arguments
        if x.kind == "scalar" and isinstance(x.type, Precision)
    )
    return kernel.source(sample.params, sample.problem, replace(sample.dialect, in_memory=in_memory))


@pytest.mark.cuda
@nvrtc.needs_nvrtc
def test_texts_with_factors_in_memory_compile_for_cuda():
    """The smallest ones of all kernels."""
    for sample in IN_FILES:
        nvrtc.checked(with_numbers_in_memory(sample), sample.flags())


@pytest.mark.budget(one_in=6)
@over("sample", [sample for sample in SAMPLES if sample.kernel in portable() and "asm" not in sample.text()])
def test_texts_with_factors_in_memory_compile(sample, pocl):
    """Every portable kernel's."""
    pocl.device.build(with_numbers_in_memory(sample), sample.flags())


def test_a_number_in_memory_is_read_as_the_kernels_type():
    """Float16 as float32, a real number as a complex one, and the conjugate of a complex one."""
    texts = [
        from_memory(OPENCL_C, ScalarMemory("alpha", stored, conjugate), target)
        for stored, target, conjugate in (
            (FLOAT16, FLOAT32, False), (FLOAT32, COMPLEX64, False), (COMPLEX64, COMPLEX64, True),
        )
    ]  # fmt: skip
    assert "vload_half" in texts[0]
    assert texts[1] == "(float2)(alpha_memory[alpha_offset], 0)"
    assert texts[2] == "(float2)(alpha_memory[alpha_offset].x, -alpha_memory[alpha_offset].y)"
