"""What arrays of every library have to do: the same tests for pyopencl's, mapped ones, our own in CUDA memory, and stand-ins."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas.arrays.adapter import adapter_of, to_device
from autoblas.arrays.cuda.adapter import ADAPTER
from autoblas.arrays.cuda.array import CudaArray
from autoblas.arrays.mapped.array import MappedArray
from autoblas.errors import ArgumentError, DeviceMismatchError, PrecisionError, ShapeError
from support.cuda_arrays import Exchanged, Shown, Tensor, fake_torch
from support.emulated_card import emulated_card
from support.rig import Rig

pytestmark = pytest.mark.usefixtures("all_as_written")

A = np.arange(12, dtype=np.float32).reshape(3, 4)
B = np.eye(4, dtype=np.float32)[::-1] * 2


def mapped(rig: Rig, values: Any) -> Any:
    """An array that the host maps."""
    array = autoblas.mapped_empty(values.shape, values.dtype, queue=rig.queue)
    if values.size:
        with array.mapped() as view:
            view[...] = values
    return array


def ours(values: Any) -> Any:
    """An array of our own in CUDA memory."""
    return to_device(ADAPTER.any_queue([Shown(A)]), values)


class Library(NamedTuple):
    """A library.

    Attributes:
        make: Makes an array of its with these elements.
        result: The class of new results.
        on_card: Its arrays are in memory of the emulated card.
        lays: It has arrays of any strides.
        indices: It has arrays of int64.
    """

    make: Callable[[Rig, Any], Any]
    result: type
    on_card: bool = True
    lays: bool = True
    indices: bool = True


LIBRARIES = {
    "pyopencl": Library(lambda rig, x: cl_array.to_device(rig.queue, x), cl_array.Array, on_card=False),
    "mapped": Library(mapped, cl_array.Array, on_card=False, lays=False, indices=False),
    "our own": Library(lambda _, x: ours(x), CudaArray),
    "interface alone": Library(lambda _, x: Shown(x), CudaArray),
    "DLPack alone": Library(lambda _, x: Exchanged(ours(x)), CudaArray),
    "PyTorch": Library(lambda _, x: Tensor(x), Tensor),
}


@contextmanager
def memory_of(library: Library, rig: Rig) -> Iterator[None]:
    """An emulated card, and a stand-in for PyTorch, for arrays that are there."""
    if not library.on_card:
        yield
        return
    with emulated_card(rig), fake_torch():
        yield


def on_host(array: Any) -> Any:
    """The elements of an array of any library."""
    if isinstance(array, MappedArray):
        with array.mapped(write=False) as view:
            return np.array(view)
    array = getattr(array, "_array", array)  # what stands for DLPack
    return array.get() if hasattr(array, "get") else array.values


@pytest.mark.parametrize("name", LIBRARIES)
class TestEveryLibrary:
    """The contract of an adapter, in first calls and in repeated ones."""

    @pytest.fixture
    def make(self, name: str, pocl: Rig) -> Iterator[Callable[[Any], Any]]:
        """Makes arrays of the library."""
        with memory_of(LIBRARIES[name], pocl):
            yield lambda values: LIBRARIES[name].make(pocl, values)

    def test_an_adapter_knows_them(self, name, make):
        """And no array of NumPy's, nor a number."""
        assert adapter_of(make(A)) is not None
        assert adapter_of(A) is adapter_of(np.float32(1)) is adapter_of("text") is None

    def test_new_results_are_the_librarys(self, name, make):
        """Outputs are what was given."""
        c = make(np.full((3, 4), np.nan, np.float32))
        for _ in range(3):
            made = autoblas.gemm(make(A), make(B))
            assert type(made) is LIBRARIES[name].result
            assert np.array_equal(on_host(made), A @ B)
            assert autoblas.gemm(make(A), make(B), c=c) is c
            assert np.array_equal(on_host(c), A @ B)

    def test_views_are_read_as_they_lie(self, name, make):
        """Transposes, where the library has such arrays."""
        if not LIBRARIES[name].lays:
            pytest.skip("the library has dense arrays alone")
        for _ in range(2):
            assert np.array_equal(on_host(autoblas.gemm(make(A.T), make(A), trans_a="N")), A.T @ A)

    @pytest.mark.parametrize("order", ["C", "F"])
    def test_a_transpose_in_place_has_the_memory_of_the_matrix(self, name, make, order):
        """Square ones are the array itself."""
        if order == "F" and not LIBRARIES[name].lays:
            pytest.skip("the library has dense arrays alone")
        for _ in range(3):
            a = make(np.array(A, order=order))
            result = autoblas.imatcopy(a, trans="T", alpha=2.0)
            assert type(result) is LIBRARIES[name].result
            assert np.array_equal(on_host(result), 2 * A.T)
            adapter = adapter_of(a)
            assert adapter is not None
            assert adapter.overlap(*adapter.views({"a": a, "b": result}).values())
        square = make(A[:, :3].copy())
        assert autoblas.imatcopy(square, trans="T") is square

    def test_vectors_of_a_batch_may_be_new(self, name, make):
        """They are a stack of vectors, also where there is nothing in it."""
        for items in (2, 0):
            a, x = np.array([A] * items, np.float32).reshape(items, 3, 4), np.ones((items, 4), np.float32)
            for _ in range(3):
                y = autoblas.gemv_batched(make(a), make(x))
                assert y.shape == (items, 3)
                assert np.array_equal(on_host(y), a.sum(axis=2))

    @pytest.mark.parametrize(("routine", "indices"), [("iamax", (1, 3)), ("imin", (1, 3))])
    def test_indices_go_where_the_caller_says(self, name, make, routine, indices):
        """Into an array of int64, and into no other type."""
        if not LIBRARIES[name].indices:
            pytest.skip("the library has no array of int64")
        out, call = make(np.full(1, 99, np.int64)), getattr(autoblas, routine)
        for values, index in zip(([3, -4, 2, 2.5], [1, 3, -2, -4]), indices, strict=True):
            x = make(np.array(values, np.float32))
            assert call(x, out=out) is out
            assert on_host(out) == on_host(call(x)) == [index]
        with pytest.raises(PrecisionError, match=r"^out: expected int64; got int32"):
            call(x, out=make(np.zeros(1, np.int32)))
        with pytest.raises(PrecisionError, match=r"^x: expected float16, .*int64"):
            call(out)

    def test_they_do_not_mix_with_the_hosts(self, name, make):
        """Whichever comes first."""
        with pytest.raises(DeviceMismatchError, match=r"^b: expected an? .* like a; got ndarray"):
            autoblas.gemm(make(A), B)
        with pytest.raises(DeviceMismatchError, match=r"^b: expected a NumPy array like a; got"):
            autoblas.gemm(A, make(B))

    def test_types_without_kernels_are_refused(self, name, make):
        """With those that have some."""
        if not LIBRARIES[name].indices:
            pytest.skip("the library has no array of int64")
        with pytest.raises(PrecisionError, match="x: expected float16, float32"):
            autoblas.axpy(make(A[0].astype(np.int64)), make(B[0]))

    def test_an_output_may_not_be_an_input(self, name, make):
        """Nor in a call after one with arrays that are apart."""
        square = make(B)
        for _ in range(3):
            autoblas.gemm(square, make(B), c=make(B))
            with pytest.raises(ArgumentError, match=r"^c: .*overlaps"):
                autoblas.gemm(square, make(B), c=square)

    def test_factors_may_be_arrays_of_one_element(self, name, make):
        """Those that a call returned too; not in the memory of the output, and not beside NumPy arrays."""
        x, factors = np.array([1, 2, 3], np.float32), make(np.array([7, 0.5], np.float32))
        for _ in range(3):
            y = make(x)
            assert autoblas.axpy(make(x), y, alpha=make(np.array([0.5], np.float32))) is y
            assert np.array_equal(on_host(y), 1.5 * x)
            autoblas.axpy(make(x), y, alpha=autoblas.dot(make(x), make(x)))
            assert np.array_equal(on_host(y), 15.5 * x)
            single = make(x[:1])
            with pytest.raises(ArgumentError, match=r"^y: .*alpha"):
                autoblas.axpy(make(x[:1]), single, alpha=single)
        with pytest.raises(DeviceMismatchError, match=r"^alpha: expected a number"):
            autoblas.axpy(x, x.copy(), alpha=make(x[:1]))
        with pytest.raises(ShapeError, match=r"^alpha: .*one element"):
            autoblas.axpy(make(x), make(x), alpha=factors)

    def test_reductions_along_an_axis_are_the_librarys(self, name, make):
        """Vectors of results, of either axis."""
        for axis in (0, 1, 0):
            result = autoblas.sum(make(A), axis=axis)
            assert type(result) is LIBRARIES[name].result
            assert np.array_equal(on_host(result), A.sum(axis))
            if LIBRARIES[name].indices:
                assert np.array_equal(on_host(autoblas.imax(make(A), axis=axis)), A.argmax(axis))
