"""Where no kernel serves: the host computes with a warning, the next kernel is taken, or an error is raised."""

import dataclasses
import warnings
from inspect import signature

import numpy as np
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas import BuildError, FallbackWarning, gemm, gemm_batched, gemm_offsets
from autoblas.blas.host.crossover import fixed_crossover
from autoblas.calls import bound_call, dispatch, serve
from autoblas.devices.opencl.backend import OpenCLDevice
from autoblas.devices.recording import PLAIN_CPU
from autoblas.errors import AllocationError, LaunchError, NoKernelError
from autoblas.plan import bound, choose
from autoblas.plan.bound import BoundPlan
from autoblas.plan.choose import choices
from autoblas.plan.results import forget_plans
from autoblas.precision import FLOAT32
from autoblas.problems import Matmul, Pack
from support import routine_calls
from support.host_cases import matrices
from support.routine_calls import Numbers, wrong
from support.routine_cases import CASES


@pytest.fixture
def no_compiler(here, monkeypatch):
    """A device whose compiler refuses everything."""

    def refuse(_, text, options):
        raise BuildError(f"no, not with {options}\nand so on", text)

    monkeypatch.setattr(OpenCLDevice, "build", refuse)
    monkeypatch.setattr(bound, "_programs", {})
    forget_plans()
    yield here
    forget_plans()


def test_without_a_kernel_the_host_computes_and_says_so(no_compiler):
    """The warning is the caller's, with the compiler's reason; on device arrays or a chosen queue it is an error."""
    a, b, c = matrices((30, 40), (40, 20), (30, 20))
    with pytest.warns(FallbackWarning, match=r"host computed .* refused a kernel: no, not with") as caught:
        result = gemm(a, b, alpha=2, beta=-1, c=c.copy())
    assert np.array_equal(result, 2 * (a @ b) - c)
    assert caught[0].filename == __file__
    assert "and so on" not in str(caught[0].message)
    with pytest.raises(BuildError) as raised:
        gemm(a, b, queue=no_compiler.queue)
    assert "and so on" in raised.value.log
    left, right = (cl_array.to_device(no_compiler.queue, x) for x in (a, b))
    with pytest.raises(BuildError):
        gemm(left, right)


@pytest.mark.parametrize("uplo", "UL")
@pytest.mark.parametrize(("name", "shape"), [("spmv", (6,)), ("sbmv", (3, 3))])
def test_the_host_multiplies_nothing_by_zeros_of_its_own(no_compiler, name, shape, uplo):
    """An infinity in a vector gives infinities, as on a device."""
    stored, x = np.ones(shape, np.float32), np.array([1, np.inf, 1], np.float32)
    with pytest.warns(FallbackWarning):
        result = getattr(autoblas, name)(stored, x, uplo=uplo)
    np.testing.assert_array_equal(result, np.full(3, np.inf))


def test_every_routine_has_a_case():
    """All that can run on a queue is tried below."""
    routines = {
        name
        for name in autoblas.__all__
        if name[0].islower() and name not in {"mapped_empty", "pinned_empty", "pool_results"}
    }
    assert {name for name in routines if "queue" in signature(getattr(autoblas, name)).parameters} == {*CASES}


@pytest.mark.budget(each="name")
@pytest.mark.parametrize("dtype", ["float32", "complex64", "float64", "float16", "complex128"])
@pytest.mark.parametrize("name", CASES)
def test_every_routine_falls_back(no_compiler, name, dtype):
    """The host computes, with one warning at the line of the call; where the caller chose a queue, it is an error."""
    for seed in range(5):
        case = CASES[name](Numbers(seed, dtype))
        wanted = case.wanted
        with fixed_crossover(0), pytest.warns(FallbackWarning) as caught:
            found = case.call(name)
        assert wrong(wanted, found) == []
        assert len(caught) == 1
        assert caught[0].filename == routine_calls.__file__
    untouched = CASES[name](Numbers(5, dtype))
    before = {key: array.copy() for key, array in untouched.arrays.items()}
    with pytest.raises((BuildError, NoKernelError)):
        untouched.call(name, queue=no_compiler.queue)
    assert wrong(before, untouched.arrays) == []


@pytest.mark.parametrize("dtype", ["float16", "float64", "complex64", "int32", "uint32"])
@pytest.mark.usefixtures("no_compiler")
def test_the_host_can_compute_whatever_a_device_can(dtype):
    """Halves are summed in floats, integers wrap, lists have factors for each item, items begin anywhere."""
    a, b, c = matrices((3, 6, 5), (5, 4), (3, 6, 4), dtype=dtype)
    wide = np.complex128 if dtype == "complex64" else np.float64
    signed = [x.view(np.int32) if dtype == "uint32" else x for x in (a, b, c)]
    exact = signed[0].astype(wide) @ signed[1].astype(wide)
    factors, kept = np.array([2, 0, -1]), np.array([0, 3, 1])
    expected = factors[:, None, None] * exact + kept[:, None, None] * signed[2].astype(wide)
    expected = (
        expected.astype(np.int64).astype(dtype)
        if dtype.endswith("32") and "int" in dtype
        else expected.astype(dtype)
    )
    old = c.copy()
    poison = a.copy()
    if dtype.startswith(("float", "complex")):
        poison[1] = np.nan  # alpha of that item is 0
        old[0] = np.nan  # and beta of this one
    with pytest.warns(FallbackWarning):
        assert np.array_equal(gemm_batched(poison, b, alpha=factors, beta=kept, c=old.copy()), expected)
    store = np.zeros(200, a.dtype)
    places = np.array([60, 0, 120])
    for place_of_item, item in zip(places, a, strict=True):
        store[place_of_item : place_of_item + 48].reshape(6, 8)[:, :5] = item
    out = np.zeros(100, a.dtype)
    with pytest.warns(FallbackWarning):
        gemm_offsets(
            store, places, np.ascontiguousarray(b.T).ravel(), 0, out, [50, 0, 25], m=6, n=4, k=5, lda=8, trans_b="T",
        )  # fmt: skip
    plain = exact.astype(np.int64).astype(dtype) if "int" in dtype else exact.astype(dtype)
    for start, item in zip((50, 0, 25), plain, strict=True):
        assert np.array_equal(out[start : start + 24].reshape(6, 4), item)


@pytest.mark.usefixtures("no_compiler")
def test_the_host_sums_narrow_integers_in_wider_ones():
    """Sums of int8 and int16 wrap in int32, and do not in int64."""
    a, b = np.full((2, 9), -128, np.int8), np.full((9, 3), -(2**15), np.int16)
    for dtype, kind in ((None, np.int32), ("int64", np.int64)):
        with pytest.warns(FallbackWarning):
            result = gemm(a, b, dtype=dtype, alpha=2**9)
        assert result.dtype == kind
        assert np.all(result == np.int64(9 * 2**31).astype(kind))


def test_doubles_on_a_device_without_them(here, monkeypatch):
    """The host computes them with a warning that names the rule; where the caller chose the device, an error is raised."""
    facts = dataclasses.replace(here.device.facts, fp64=False)
    monkeypatch.setitem(here.device.__dict__, "facts", facts)
    monkeypatch.setattr(dispatch, "default_queue", lambda: here.queue)
    forget_plans()
    a, b = matrices((8, 9), (9, 7), dtype="float64")
    with pytest.warns(FallbackWarning, match="the device computes in this precision"):
        assert np.array_equal(gemm(a, b), a @ b)
    with pytest.raises(NoKernelError, match="the device computes in this precision"):
        gemm(a, b, queue=here.queue)
    forget_plans()


def test_what_a_device_has_no_room_for(here, monkeypatch):
    """The host computes it; where the caller chose the device, or something ran already, an error is raised."""

    def full(*_, **__):
        raise AllocationError("no room")

    a, b = matrices((8, 9), (9, 7))
    monkeypatch.setattr(dispatch, "default_queue", lambda: here.queue)
    with monkeypatch.context() as patch:
        patch.setattr(OpenCLDevice, "lend", full)
        with pytest.warns(FallbackWarning, match="the host computed what the device could not: no room"):
            assert np.array_equal(gemm(a, b), a @ b)
        with pytest.raises(AllocationError, match="no room"):
            gemm(a, b, queue=here.queue)
    monkeypatch.setattr(BoundPlan, "launch", full)
    with pytest.raises(LaunchError, match="no room"):
        gemm(a, b)


def test_nothing_is_enqueued_twice(here, monkeypatch):
    """Where only a part of a list has a kernel, the host computes all of it from the C that there was."""
    original, refused = serve.bind, []

    def picky(queue, layout):
        if layout.problem.k == 0:
            refused.append(1)
            raise BuildError("not without terms", "")
        return original(queue, layout)

    monkeypatch.setattr(bound_call, "bind", picky)
    a, b, c = matrices((2, 5, 6), (6, 4), (2, 5, 4))
    with pytest.warns(FallbackWarning):
        result = gemm_batched(a, b, alpha=[0, 2], beta=[3, 1], c=c.copy())
    assert refused
    assert np.array_equal(result, np.stack([3 * c[0], 2 * (a[1] @ b) + c[1]]))


@pytest.mark.usefixtures("nothing_shipped", "own_results")
def test_a_kernel_whose_helper_has_none_is_passed_over(monkeypatch):
    """What can be computed without packing is; the reason is kept with the choice."""
    original = choose.choose

    def without_packing(problem, facts):
        if isinstance(problem, Pack):
            raise NoKernelError(str(problem), {"pack": "a rule"})
        return original(problem, facts)

    monkeypatch.setattr(choose, "choose", without_packing)
    found = list(choices(Matmul(700, 700, 700, FLOAT32, "col", "col"), PLAIN_CPU))
    assert found
    assert all(not isinstance(helper.problem, Pack) for choice in found for helper, _ in choice.helpers)
    assert "a rule" in found[-1].excluded["gemm_panel"]


def test_the_warning_can_be_made_an_error(no_compiler):
    """It has a category of its own."""
    a = np.ones((30, 30), np.float32)
    with warnings.catch_warnings():
        warnings.simplefilter("error", FallbackWarning)
        with pytest.raises(FallbackWarning):
            gemm(a, a)
