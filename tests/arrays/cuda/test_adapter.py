"""Arrays in CUDA memory: their streams and results, and refused arguments; with stand-ins for libraries."""

# mypy: disable-error-code="call-overload"
# Arguments that do not fit, and letters out of lists.

import gc
import sys
from typing import Any, cast

import numpy as np
import pytest

import autoblas
from autoblas.arrays.adapter import to_device
from autoblas.arrays.cuda import capsule as capsules
from autoblas.arrays.cuda.adapter import ADAPTER
from autoblas.arrays.cuda.array import CudaArray
from autoblas.arrays.cuda.capsule import exported_capsule, imported_tensor
from autoblas.arrays.cuda.dlpack import JaxArrays
from autoblas.arrays.cuda.libraries import LIBRARIES, stream_handle
from autoblas.devices.cuda.backend import card_device
from autoblas.errors import ArgumentError, PrecisionError, ShapeError
from support.cuda_arrays import Exchanged, Shown, Tensor

A = np.arange(64, dtype=np.float32).reshape(8, 8)
B = np.eye(8, dtype=np.float32)[::-1] * 2

pytestmark = pytest.mark.usefixtures("driver")


def streams_used(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Where kernels are launched from now on, by the number of the stream."""
    from support.emulated_card import Kernel

    used: list[int] = []
    original = Kernel.launch

    def launch(self: Kernel, queue: Any, *arguments: Any) -> Any:
        used.append(queue.handle)
        return original(self, queue, *arguments)

    monkeypatch.setattr(Kernel, "launch", launch)
    return used


# Whose arrays and streams.


def test_streams_are_known_by_what_they_have():
    """By the protocol, or by the names that libraries have."""

    class Protocol:
        def __cuda_stream__(self):
            return 0, 11

    class Stream:
        ptr = 12

    class Torch:
        cuda_stream = 13

    assert [stream_handle(candidate) for candidate in (Protocol(), Stream(), Torch(), A, None)] == [
        11,
        12,
        13,
        None,
        None,
    ]


def test_calls_run_on_the_current_stream(torch, monkeypatch):
    """First ones as repeated ones, prepared ones too, whichever stream they were prepared on."""
    used = streams_used(monkeypatch)
    a, b, c = Tensor(A), Tensor(B), Tensor(A)
    for stream in (0, 7):
        torch.stream = stream
        for _ in range(3):
            autoblas.gemm(a, b, c=c)
        assert set(used[-3:]) == {stream}
    call = autoblas.prepare(autoblas.gemm, a, b, c=c)
    assert call() is c
    assert used[-1] == 7
    torch.stream = 9
    assert call() is c
    assert used[-1] == 9
    assert np.array_equal(c.values, A @ B)


def test_a_call_runs_on_the_stream_that_is_named(torch, monkeypatch):
    """Streams may be of any library; the card waits for events of any library."""
    used = streams_used(monkeypatch)

    class Stream:
        def __cuda_stream__(self):
            return 0, 21

    class Event:
        cuda_event = 5

    a, b, c = Tensor(A), Tensor(B), Tensor(A)
    for _ in range(4):
        options: dict[str, Any] = {"queue": Stream(), "wait_for": [Event()]}
        autoblas.gemm(a, b, c=c, **options)
    assert set(used[-4:]) == {21}
    none: Any = ["an event"]
    with pytest.raises(ArgumentError, match="wait_for"):
        autoblas.gemm(a, b, c=c, wait_for=none)


def test_results_are_made_for_the_stream_that_is_named(torch):
    """Memory that the current stream gave back may still be used by its work, which nothing waits for."""

    class Stream:
        def __cuda_stream__(self):
            return 0, 21

    a, b, stream = Tensor(A), Tensor(B), cast("Any", Stream())
    for _ in range(4):
        assert autoblas.gemm(a, b).made_on in {torch.stream, None}
        assert autoblas.gemm(a, b, queue=stream).made_on == 21
        assert torch.stream == 0


def test_the_interface_names_a_stream(monkeypatch, driver):
    """Of several, each is waited for, and waits for the call."""
    used = streams_used(monkeypatch)
    autoblas.gemm(Shown(A, 31), Shown(B, 31), c=Shown(A, 31))
    assert used[-1] == 31
    driver.calls.clear()
    autoblas.gemm(Shown(A, 31), Shown(B, 32), c=Shown(A, 31))
    assert used[-1] == 31
    assert driver.calls.count("cuStreamWaitEvent") == 2


def test_nothing_is_waited_for(torch, driver):
    """A repeated call on tensors asks the driver for nothing but the launch."""
    a, b, c = Tensor(A), Tensor(B), Tensor(A)
    for _ in range(3):
        driver.calls.clear()
        autoblas.gemm(a, b, c=c)
    assert driver.calls == []  # the emulated card launches by itself


# Results.


def test_results_are_of_the_first_operands_library(torch):
    """Tensors of tensors, our own arrays of arrays that are only shown; outputs are what was given."""
    for _ in range(3):
        assert type(autoblas.gemm(Tensor(A), Shown(B))) is Tensor
        assert type(autoblas.gemm(Shown(A), Tensor(B))) is CudaArray
        c = Shown(A)
        assert autoblas.gemm(Tensor(A), Tensor(B), c=c) is c
        assert np.array_equal(c.values, A @ B)


def test_our_own_arrays_are_arrays_like_others():
    """They go into further calls, to the host, and to other libraries."""
    queue = ADAPTER.any_queue([Shown(A)])
    for values in (A, A.T, A[:3]):
        there = to_device(queue, values)
        assert np.array_equal(there.get(), values)
        assert np.array_equal(autoblas.gemm(there, there, trans_b="T").get(), values @ values.T)
    shown = to_device(queue, A).__cuda_array_interface__
    assert (shown["shape"], shown["typestr"], shown["stream"]) == ((8, 8), "<f4", 1)
    assert to_device(queue, A.T).__cuda_array_interface__["strides"] == A.T.strides
    assert to_device(queue, A).__dlpack_device__() == (2, 0)
    assert np.array_equal(to_device(queue, A).reshape(64).get(), A.ravel())
    with pytest.raises(ArgumentError, match="elements follow each other"):
        to_device(queue, A.T).reshape(64)


@pytest.mark.parametrize("shape", [(65,), (-1,), (-8, -8), (8, 9), ()])
def test_a_shape_of_other_elements_is_refused(shape: tuple[int, ...]):
    """Kernels would read and write beyond the array."""
    array = to_device(ADAPTER.any_queue([Shown(A)]), A)
    with pytest.raises(ShapeError, match="a shape of 64 elements"):
        array.reshape(*shape)
    assert np.array_equal(array.reshape(4, 16).get(), A.reshape(4, 16))


def test_autograd_hears_of_writes(torch):
    """Once a call for each tensor that is written, in first calls as in repeated ones."""
    a, b, c = Tensor(A), Tensor(B), Tensor(A)
    for _ in range(4):
        autoblas.gemm(a, b, c=c)
    assert (a.written, b.written, c.written) == (0, 0, 4)


def test_overlapping_arrays_are_told_apart(torch):
    """A call whose operands share memory is not repeated for one whose operands do not, nor the other way round."""
    whole = Tensor(np.arange(40, dtype=np.float32))
    before = whole.values.copy()
    apart, over = whole.view(whole.values[20:30]), whole.view(whole.values[5:15])
    x = whole.view(whole.values[:10])
    for _ in range(3):
        autoblas.axpy(x, apart)
    assert np.array_equal(apart.values, before[20:30] + 3 * before[:10])
    for _ in range(2):
        with pytest.raises(ArgumentError, match="overlaps"):
            autoblas.axpy(x, over)
        autoblas.axpy(x, apart)  # between the others, at addresses that were seen before
    assert np.array_equal(apart.values, before[20:30] + 5 * before[:10])


# What is refused.


def test_arrays_that_cannot_be_written_are_refused(torch):
    """In every call, also after one with the same layout that could."""
    a, b = Shown(A), Shown(B)
    for _ in range(3):
        autoblas.gemm(a, b, c=Shown(A))
        with pytest.raises(ArgumentError, match=r"c: expected an array that can be written.*read-only"):
            autoblas.gemm(a, b, c=Shown(A, read_only=True))


def test_a_number_goes_nowhere_that_cannot_be_written(torch):
    """The array for the result of a reduction is an output like others."""
    x = Shown(A[0])
    for _ in range(3):
        assert autoblas.asum(x, out=Shown(A[0, :1])).values == A[0].sum()
        with pytest.raises(ArgumentError, match=r"out: expected an array that can be written.*read-only"):
            autoblas.asum(x, out=Shown(A[0, :1], read_only=True))


def test_tensors_that_record_gradients_are_refused(torch):
    """The gradient would be lost; where none is recorded they are taken."""
    a = Tensor(A)
    autoblas.gemm(a, Tensor(B))
    a.requires_grad = True
    with pytest.raises(ArgumentError, match="a: expected a tensor that records no gradients: detach it"):
        autoblas.gemm(a, Tensor(B))
    torch.grad = False
    assert np.array_equal(autoblas.gemm(a, Tensor(B)).values, A @ B)


def test_conjugated_tensors_are_refused(torch):
    """Their elements are not what lies in memory."""
    a = Tensor(A.astype(np.complex64))
    autoblas.gemm(a, a)
    a.conjugate = True
    with pytest.raises(ArgumentError, match="resolve_conj"):
        autoblas.gemm(a, a)


@pytest.mark.parametrize("first", [True, False])
def test_tensors_on_the_host_are_refused(torch, first):
    """And what would do is said."""
    there, here = Tensor(A), Tensor(A, -1)
    operands = (here, there) if first else (there, here)
    with pytest.raises(ArgumentError, match="a dense tensor in CUDA memory, or the NumPy array of one"):
        autoblas.gemm(*operands)


def test_pools_of_results_are_for_opencl():
    """Libraries of CUDA pool memory themselves."""
    with pytest.raises(ArgumentError, match="pool memory themselves"):
        autoblas.pool_results(ADAPTER.any_queue([Shown(A)]))


# DLPack.


def test_capsules_say_what_they_were_told():
    """Address, layout, type and device, for memory of the host, which NumPy reads."""
    for values in (A, A.T, A[::2, 1:5], A.astype(np.complex128), np.arange(3, dtype=np.int32)):
        capsule = exported_capsule(
            values, values.ctypes.data, values.shape, values.strides, values.dtype, (1, 0)
        )
        shown = imported_tensor("a", capsule)
        assert shown[:5] == (values.ctypes.data, values.shape, values.strides, values.dtype, (1, 0))

    class Host:
        def __dlpack__(self, **_):
            return exported_capsule(self, A.ctypes.data, A.shape, A.strides, A.dtype, (1, 0))

        def __dlpack_device__(self):
            return 1, 0

    assert np.array_equal(np.from_dlpack(Host()), A)


@pytest.mark.parametrize(("bits", "lanes"), [(4, 1), (12, 1), (32, 4)])
def test_capsules_of_other_types_are_refused(bits, lanes, monkeypatch):
    """Libraries have integers of 4 bits and vectors, which NumPy has no types for."""
    original = capsules._DLDataType
    monkeypatch.setattr(capsules, "_DLDataType", lambda code, *_: original(code, bits, lanes))
    capsule = exported_capsule(A, A.ctypes.data, A.shape, A.strides, np.dtype(np.int32), (1, 0))
    with pytest.raises(PrecisionError, match=f"code 0 of DLPack with {lanes} x {bits} bits"):
        imported_tensor("a", capsule)


def test_what_capsules_show_is_held_as_long_as_they_are_used():
    """By the consumer, or by a capsule that nobody took."""

    class Owner:
        pass

    for taken in (True, False):
        owner = Owner()
        before = sys.getrefcount(owner)
        capsule = exported_capsule(owner, A.ctypes.data, A.shape, A.strides, A.dtype, (1, 0))
        assert sys.getrefcount(owner) == before + 1
        shown = imported_tensor("a", capsule) if taken else None
        del capsule
        gc.collect()
        assert sys.getrefcount(owner) == before + taken
        del shown
        gc.collect()
        assert sys.getrefcount(owner) == before


def test_arrays_with_dlpack_alone_are_taken():
    """They are shown for the stream of the call, and held until it has come so far."""
    queue = ADAPTER.any_queue([Shown(A)])
    a, b = Exchanged(to_device(queue, A)), Exchanged(to_device(queue, B))
    result = autoblas.gemm(a, b)
    assert np.array_equal(result.get(), A @ B)
    assert a.streams == [result.queue.handle]
    c = Exchanged(to_device(queue, A))
    assert autoblas.gemm(a, b, c=c) is c


def test_what_is_only_shown_is_held_until_the_card_has_read_it(driver, monkeypatch):
    """As long as the driver says that the call has not ended; a later call gives it back."""
    queue = ADAPTER.any_queue([Shown(A)])
    a, b = (Exchanged(to_device(queue, values)) for values in (A, B))
    with monkeypatch.context() as patch:
        patch.setattr(driver, "cuEventQuery", lambda event: (600,))  # not ready
        for calls in (1, 2):
            autoblas.gemm(a, b)
            assert len(ADAPTER._in_use) == calls
    autoblas.gemm(a, b)
    assert not ADAPTER._in_use


def test_arrays_of_jax_are_no_outputs(monkeypatch):
    """And results become arrays of JAX, after the work on them was enqueued."""
    import types

    class Array(Exchanged):
        pass

    jax: Any = types.ModuleType("jax")
    jax.dlpack = types.SimpleNamespace(from_dlpack=Array)
    monkeypatch.setitem(sys.modules, "jax", jax)
    monkeypatch.setitem(LIBRARIES, Array, JaxArrays())
    queue = ADAPTER.any_queue([Shown(A)])
    a, b = Array(to_device(queue, A)), Array(to_device(queue, B))
    result = autoblas.gemm(a, b)
    assert type(result) is Array
    assert np.array_equal(result._array.get(), A @ B)
    with pytest.raises(ArgumentError, match="c: expected an array that can be written; got an array of JAX"):
        autoblas.gemm(a, b, c=b)


# NumPy arrays.


def test_numpy_arrays_go_to_a_card_that_is_named(monkeypatch):
    """Copies of them do, dense or not, and results come back; arrays of its memory are not mapped."""
    monkeypatch.setenv("AUTOBLAS_DEVICE", "cuda")
    monkeypatch.setenv("AUTOBLAS_HOST_BELOW", "0")
    used = streams_used(monkeypatch)
    out = np.zeros((16, 8), np.float32)
    assert autoblas.gemm(A[::-1], B.T, c=out[::2], alpha=2.0).base is out
    assert len(used) > 0
    assert np.array_equal(out[::2], 2 * A[::-1] @ B.T)
    assert not out[1::2].any()
    with pytest.raises(ArgumentError, match="CUDA's memory is not mapped"):
        autoblas.mapped_empty((4, 4), "float32")


class Reaching:
    """An array of memory of the driver with the shape and strides that somebody gave it."""

    def __init__(self, memory: CudaArray, rows: int, step: int, start: int = 0) -> None:
        self._layout = rows, step, memory.pointer + start

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        """Version 3."""
        rows, step, start = self._layout
        whole = {"version": 3, "shape": (rows, 8), "typestr": "<f4"}
        return whole | {"strides": (step, 4), "data": (start, False)}


def test_arrays_beyond_their_allocation_are_refused(driver):
    """In first calls, and where a call is repeated with memory that is smaller."""
    del driver
    queue = card_device(0).main_queue
    memory, small = to_device(queue, A), to_device(queue, A[:7])
    right = Reaching(memory, 8, 32)
    wrong = [Reaching(small, 8, 32), Reaching(memory, 9, 32), Reaching(memory, 8, 32, start=4)]
    wrong += [Reaching(memory, 8, -32), Reaching(memory, 8, 36)]
    for first in wrong:
        for _ in range(3):
            autoblas.gemm(right, right, queue=queue)
            with pytest.raises(ArgumentError, match="a: expected an array that lies within its memory"):
                autoblas.gemm(first, right, queue=queue)


def test_tensors_without_storage_are_refused(torch):
    """Those whose memory was given back, as ``resize_`` of their storage does."""
    del torch
    tensor = Tensor(A)
    tensor.data_ptr = lambda: 0  # type: ignore[method-assign]  # as PyTorch says it
    with pytest.raises(ArgumentError, match="lies within its memory"):
        autoblas.gemm(tensor, Tensor(A))
