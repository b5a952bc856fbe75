"""Small products on the host: where the crossover comes from, what stays on the device, and BLAS's rules on either side."""

from __future__ import annotations

import dataclasses
import json
import math
import threading
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
import pytest
from layouts import LAYOUTS, place

from autoblas import ArgumentError, BuildError, FallbackWarning, gemm, gemm_batched, gemm_offsets
from autoblas.cli import main, tune
from autoblas.database import Provenance, write_shipped
from autoblas.devices.opencl import OpenCLDevice
from autoblas.devices.recording import PLAIN_CPU, PLAIN_GPU
from autoblas.devices.selection import VARIABLE as DEVICE
from autoblas.errors import NoKernelError
from autoblas.precision import COMPLEX64, FLOAT32, FLOAT64, PRECISIONS
from autoblas.problems import Matmul, Pack
from autoblas.routines import host_products, products
from autoblas.runtime import build, choose, crossover, serve
from autoblas.runtime.choose import choices, user_results
from autoblas.runtime.compare import Timing
from autoblas.runtime.crossover import VARIABLE, held_at, keep, measured_crossover, threshold
from autoblas.runtime.serve import forget_plans
from autoblas.verify import integers, product_bound, product_reference, reals

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from conftest import Rig

    from autoblas.database import Record

LIMIT = 2 * 20**3
"""Operations of a product of matrices of 20 rows."""


@pytest.fixture
def undecided(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The suite keeps everything on the device; these tests do not."""
    monkeypatch.delenv(VARIABLE)
    crossover.forget_crossovers()
    yield
    crossover.forget_crossovers()


@pytest.fixture
def here(any_device: Rig, monkeypatch: pytest.MonkeyPatch) -> Rig:
    """The device under test is the default one."""
    monkeypatch.setenv(DEVICE, any_device.device.facts.platform)
    return any_device


@pytest.fixture
def on_host(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Grows with every product that the host computes."""
    calls: list[int] = []
    original = host_products.multiply_on_host

    def counted(*arguments: Any) -> None:
        calls.append(1)
        original(*arguments)

    monkeypatch.setattr(products, "multiply_on_host", counted)
    return calls


def _matrices(*shapes: tuple[int, ...], dtype: str = "float32") -> list[Any]:
    rng = np.random.default_rng(len(dtype))
    return [integers(rng, shape, PRECISIONS[dtype]) for shape in shapes]


# --- where it comes from ---


@pytest.mark.usefixtures("undecided", "own_results")
def test_by_default_the_kind_of_memory_decides() -> None:
    """Copies to a device and back make the host worth more; nobody has to measure."""
    shared, apart = (crossover.crossover(facts, FLOAT32) for facts in (PLAIN_CPU, PLAIN_GPU))
    assert 2 * 24**3 <= shared.operations < apart.operations
    assert "default" in shared.origin
    assert "default" in apart.origin


@pytest.mark.usefixtures("undecided", "own_results")
@pytest.mark.parametrize(("text", "operations"), [("0", 0), (" 5e4 ", 5e4), ("inf", math.inf), ("12", 12)])
def test_the_variable_overrules(monkeypatch: pytest.MonkeyPatch, text: str, operations: float) -> None:
    """A number of operations, as Python reads numbers, takes the place of everything that is known."""
    keep(_record(999))
    monkeypatch.setenv(VARIABLE, text)
    assert crossover.crossover(PLAIN_CPU, FLOAT32) == (operations, f"from {VARIABLE}")
    monkeypatch.setenv(VARIABLE, "  ")
    assert crossover.crossover(PLAIN_CPU, FLOAT32).operations == 999


@pytest.mark.parametrize("text", ["small", "-1", "nan", "1,000", "0x10"])
def test_a_variable_that_is_no_number_is_named(
    here: Rig, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    """The message says which variable, what it takes and what it holds; nothing is computed."""
    monkeypatch.setenv(VARIABLE, text)
    expected = f"{VARIABLE}: expected a number of operations, 0 or more; got {text!r}"
    a, c = np.ones((4, 4), np.float32), np.full((4, 4), 7, np.float32)
    with pytest.raises(ArgumentError) as caught:
        gemm(a, a, c=c)
    assert str(caught.value) == expected
    assert np.all(c == 7)
    assert main(["explain", "gemm", "-n", "9", "--device", here.device.facts.platform]) == 2
    assert expected in capsys.readouterr().err


def _record(operations: int, date: str = "2026-01-02", **changes: Any) -> Record:
    """A measured crossover of the plain CPU."""
    timing = Timing(1e-5, 1e-5, 1e-5, 1e-5, 9)
    record = _measured(lambda _: timing, lambda _: timing, (8,))
    return _altered(
        record,
        sizes=(changes.pop("units", PLAIN_CPU.compute_units), operations),
        provenance=Provenance("0", date, "sweep", 1, 1),
        **changes,
    )


def _altered(record: Record, **changes: Any) -> Record:
    fields = {name: getattr(record, name) for name in record.__struct_fields__}
    return type(record)(**{**fields, **changes})


def _measured(
    host: Callable[[int], Timing], device: Callable[[int], Timing], sizes: tuple[int, ...]
) -> Record:
    """What is measured where both sides take known times."""

    def planted(runs: Mapping[str, Callable[[], Any]], **_: Any) -> dict[str, Timing]:
        return {name: run() for name, run in runs.items()}

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(crossover, "side_by_side", planted)
        return measured_crossover(
            PLAIN_CPU, FLOAT32, lambda n: {"host": lambda: host(n), "device": lambda: device(n)}, sizes=sizes
        )


@pytest.mark.usefixtures("undecided", "own_results")
def test_what_was_measured_is_kept_and_found(tmp_path: Path) -> None:
    """The newest of this device with as many compute units; of another type where there is none; never shipped."""
    for record in (
        _record(1000, "2026-02-01"),
        _record(2000, "2026-03-01"),
        _record(3000, "2026-01-01"),
        _record(4000, "2026-04-01", units=PLAIN_CPU.compute_units + 1),
    ):
        keep(record)
    assert crossover.crossover(PLAIN_CPU, FLOAT32) == (2000, "measured on 2026-03-01")
    assert crossover.crossover(PLAIN_CPU, COMPLEX64) == (2000, "measured on 2026-03-01 with float32")
    keep(_record(77, "2026-02-02", signature="complex64"))
    assert crossover.crossover(PLAIN_CPU, COMPLEX64) == (77, "measured on 2026-02-02")
    assert "default" in crossover.crossover(PLAIN_GPU, FLOAT32).origin
    other = dataclasses.replace(PLAIN_CPU, driver="1")
    assert "default" in crossover.crossover(other, FLOAT32).origin
    assert write_shipped(user_results().records(), tmp_path / "shipped") == []


def _timing(seconds: float) -> Timing:
    return Timing(seconds, seconds * 0.9, seconds * 1.1, seconds * 0.8, 30)


@pytest.mark.parametrize("disturbed", [None, 16, 48, 64])
def test_one_disturbed_size_does_not_move_the_crossover(disturbed: int | None) -> None:
    """A device of 40 us a call and a host of 0.2 us a thousand operations meet at some 46 rows."""

    def host(n: int) -> Timing:
        return _timing(2e-10 * 2 * n**3 + (50e-6 if n == disturbed == 16 else 0))

    def device(n: int) -> Timing:
        return _timing(40e-6 + (30e-6 if n == disturbed else 0))

    record = _measured(host, device, (8, 16, 24, 32, 48, 64, 96, 128))
    lower, upper = {None: (32, 48), 16: (32, 48), 48: (48, 64), 64: (32, 48)}[disturbed]
    assert record.sizes == (PLAIN_CPU.compute_units, round(2 * math.sqrt(lower**3 * upper**3)))
    assert record.seconds == device(upper).median
    assert (record.family, record.signature, record.samples) == ("crossover", "float32", 30)


def test_a_side_that_is_always_faster_computes_everything() -> None:
    """The device from the first operation on, or the host up to the largest size that was timed."""
    sizes = [1000, 2000, 3000]
    assert threshold(sizes, [3, 3, 3], [1, 2, 2.9]) == (0, 0)
    assert threshold(sizes, [1, 2, 2.9], [3, 3, 3]) == (3001, 3)
    assert threshold(sizes, [1, 2, 3], [2, 2, 2]) == (round(math.sqrt(2e6)), 1)


@pytest.mark.usefixtures("undecided", "own_results")
def test_the_command_measures_and_keeps(
    here: Rig, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """``tune crossover`` prints each size, and from then on calls and ``explain`` go by what it found."""
    original = measured_crossover
    monkeypatch.setattr(
        tune, "measured_crossover", lambda *args, **options: original(*args, sizes=(4, 12), **options)
    )
    platform = ["--device", here.device.facts.platform]
    assert main(["tune", "crossover", "--dtype", "float64", "--trials", "1", *platform]) == 0
    printed = capsys.readouterr().out
    (record,) = user_results().records(family="crossover")
    assert record.signature == "float64"
    assert f"below {record.sizes[1]} operations" in printed
    assert printed.count(" us") == 4
    assert crossover.crossover(here.device.facts, FLOAT64).operations == record.sizes[1]
    keep(
        _altered(record, sizes=(record.sizes[0], LIMIT), provenance=Provenance("0", "2099-01-01", "x", 1, 1))
    )
    for n, host in ((19, True), (20, False)):
        assert main(["explain", "gemm", "-n", str(n), "--dtype", "float64", *platform]) == 0
        assert ("NumPy arrays: the host's BLAS" in capsys.readouterr().out) is host
    assert main(["explain", "gemm", "-n", "19", "--dtype", "float64", "--json", *platform]) == 0
    words = json.loads(capsys.readouterr().out)
    assert words["host"] == {"below": LIMIT, "origin": "measured on 2099-01-01"}
    assert words["operations"] == 2 * 19**3
    assert main(["tune", "crossover", "--dtype", "int32", *platform]) == 2
    assert "--dtype: expected what NumPy's BLAS multiplies" in capsys.readouterr().err


# --- what goes to the host, and what does not ---


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64", "complex128"])
def test_at_the_crossover_the_device_takes_over(here: Rig, on_host: list[int], dtype: str) -> None:
    """Fewer operations stay on the host, as many go to the device, and the result is the same."""
    limit = LIMIT * (4 if dtype.startswith("complex") else 1)
    for (m, n, k), hosted in (
        ((20, 20, 19), True), ((20, 20, 20), False), ((1, 7999, 1), True), ((1, 8000, 1), False),
    ):  # fmt: skip
        a, b = _matrices((m, k), (k, n), dtype=dtype)
        on_host.clear()
        with held_at(limit):
            result = gemm(a, b)
        assert bool(on_host) is hosted
        assert result.dtype == a.dtype
        assert np.array_equal(result, a @ b)


def test_batches_count_all_their_items(here: Rig, on_host: list[int]) -> None:
    """A stack goes to the host as a whole, or not."""
    a, b = _matrices((10, 4, 20), (20, 5))
    for limit, hosted in ((2 * 10 * 4 * 20 * 5, False), (2 * 10 * 4 * 20 * 5 + 1, True)):
        on_host.clear()
        with held_at(limit):
            assert np.array_equal(gemm_batched(a, b), a @ b)
        assert bool(on_host) is hosted


def test_device_arrays_and_chosen_queues_stay(here: Rig, on_host: list[int]) -> None:
    """Whoever names a queue, or has put the operands on a device, wants it to compute."""
    a, b = _matrices((6, 5), (5, 7))
    left, right = (cl_array.to_device(here.queue, x) for x in (a, b))
    with held_at(math.inf):
        assert np.array_equal(gemm(a, b, queue=here.queue), a @ b)
        assert np.array_equal(gemm(left, right).get(), a @ b)
        assert on_host == []
        assert np.array_equal(gemm(a, b), a @ b)
        assert on_host == [1]


def test_types_that_blas_does_not_know_stay(here: Rig, on_host: list[int]) -> None:
    """Halves, whole numbers, mixes and wider sums are the device's at any size; so are lists."""
    with held_at(math.inf):
        for dtype in ("float16", "int32", "uint32"):
            a, b = _matrices((4, 5), (5, 3), dtype=dtype)
            assert np.array_equal(gemm(a, b), (a.astype(np.int64) @ b.astype(np.int64)).astype(dtype))
        a, b = _matrices((4, 5), (5, 3))
        assert np.array_equal(gemm(a, b.astype(np.float64)), a @ b)
        assert np.array_equal(gemm(a, b, dtype="float64"), a @ b)
        assert np.array_equal(gemm(a, b, accumulator="float64"), a @ b)
        stack = np.stack([a, a])
        assert np.array_equal(gemm_batched(stack, b, alpha=[1, 2]), np.stack([a @ b, 2 * (a @ b)]))
    assert on_host == []


def test_the_suite_keeps_small_products_on_the_device(here: Rig, on_host: list[int]) -> None:
    """0 in the variable switches the host off, so that tests test kernels."""
    a, b = _matrices((2, 3), (3, 2))
    assert np.array_equal(gemm(a, b), a @ b)
    assert on_host == []


# --- the rules on the host ---


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64", "complex128"])
@pytest.mark.parametrize("letters", ["NN", "TN", "NC", "CT", "CC"])
def test_the_host_keeps_the_same_bound(dtype: str, letters: str) -> None:
    """Random numbers, transposes, conjugates and factors: every element within the bound that devices have."""
    precision = PRECISIONS[dtype]
    rng = np.random.default_rng([len(dtype), *map(ord, letters)])
    m, n, k = 13, 17, 29
    a, b, c = (
        reals(rng, shape, precision)
        for shape in (
            (m, k) if letters[0] == "N" else (k, m),
            (k, n) if letters[1] == "N" else (n, k),
            (m, n),
        )
    )
    alpha, beta = (1.5 - 0.25j, -0.5 + 2j) if precision.is_complex else (1.5, -0.5)
    op_a, op_b = (
        {"N": x, "T": x.T, "C": np.conj(x.T)}[letter] for x, letter in zip((a, b), letters, strict=True)
    )
    reference, magnitude = product_reference(op_a, op_b, alpha, beta, c)
    with held_at(math.inf):
        result = gemm(a, b, alpha=alpha, beta=beta, c=c, trans_a=letters[0], trans_b=letters[1])
    assert result is c
    assert np.all(np.abs(c - reference) <= product_bound(magnitude, reference, k, precision))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_host_honours_every_layout(here: Rig, on_host: list[int], layout: str) -> None:
    """Sliced, stepped and reversed operands and outputs, with nothing around them touched."""
    a, b, old = _matrices((9, 14), (14, 11), (9, 11))
    x, y, out = (place(values, LAYOUTS[layout]) for values in (a, b, old))
    with held_at(math.inf):
        result = gemm(x.view, y.view, alpha=3, beta=-2, c=out.view)
    assert result is out.view
    assert np.array_equal(out.matrix(), 3 * (a @ b) - 2 * old)
    assert all(each.intact() for each in (x, y, out))
    assert on_host == [1]


@pytest.mark.usefixtures("here", "on_host")
def test_on_the_host_what_must_not_be_read_is_not() -> None:
    """NaN in C does not survive beta = 0, nor NaN in A and B alpha = 0; everywhere else it spreads."""
    a, b, c = _matrices((5, 6), (6, 4), (5, 4))
    bad, lost = np.full((5, 6), np.nan, np.float32), np.full((5, 4), np.nan, np.float32)
    with held_at(math.inf):
        assert np.array_equal(gemm(a, b, beta=-0.0, c=lost.copy()), a @ b)
        assert np.array_equal(gemm(a, b, alpha=2, c=lost.copy()), 2 * (a @ b))
        assert np.all(np.isnan(gemm(a, b, beta=1, c=lost.copy())))
        assert np.array_equal(gemm(bad, b, alpha=0, beta=-3, c=c.copy()), -3 * c)
        assert np.array_equal(gemm(bad, b, alpha=0, c=lost.copy()), np.zeros((5, 4)))
        assert np.array_equal(gemm(bad[:, :0], b[:0], beta=2, c=c.copy()), 2 * c)
        assert np.all(np.isnan(gemm(bad, b)))
        assert np.all(np.isnan(gemm(a, b, alpha=math.nan)))
        assert gemm(a[:0], b).shape == (0, 4)
        huge = np.full((2, 2), 3e38, np.float32)
        assert np.all(np.isinf(gemm(huge, huge)))


@pytest.mark.usefixtures("here")
def test_on_the_host_arguments_are_checked_as_ever() -> None:
    """An output that overlaps an operand, itself, or cannot be written; events are waited for."""
    a, b, c = _matrices((6, 6), (6, 6), (6, 6))
    with held_at(math.inf):
        with pytest.raises(ArgumentError, match=r"^c: expected memory that neither a nor b uses"):
            gemm(a, b, c=a)
        with pytest.raises(ArgumentError, match=r"^c: "):
            gemm(a, b, c=np.broadcast_to(c[0], (6, 6)))
        c.flags.writeable = False
        with pytest.raises(ArgumentError, match=r"^c: expected an array that can be written"):
            gemm(a, b, c=c)
        with pytest.raises(ArgumentError, match=r"^wait_for: "):
            gemm(a, b, wait_for=[1])  # type: ignore[list-item]  # that is the mistake


def test_the_host_waits_for_events(here: Rig) -> None:
    """What was to happen before has happened when the call returns."""
    gate = cl.UserEvent(here.queue.context)
    timer = threading.Timer(0.05, gate.set_status, [cl.command_execution_status.COMPLETE])
    a, b = _matrices((3, 4), (4, 5))
    timer.start()
    with held_at(math.inf):
        result = gemm(a, b, wait_for=[gate])
    assert gate.command_execution_status == cl.command_execution_status.COMPLETE
    assert np.array_equal(result, a @ b)
    timer.join()


def test_threads_hold_crossovers_of_their_own(here: Rig) -> None:
    """On host and device at once, each thread gets its own product, and another's crossover is not seen."""
    wrong: list[object] = []
    start = threading.Barrier(8)

    def work(number: int) -> None:
        try:
            start.wait()
            for turn in range(20):
                a, b = (integers(np.random.default_rng([number, turn, s]), (16, 16), FLOAT32) for s in (1, 2))
                with held_at(math.inf if number % 2 else 0):
                    limit = crossover.crossover(here.device.facts, FLOAT32).operations
                    if limit != (math.inf if number % 2 else 0) or not np.array_equal(gemm(a, b), a @ b):
                        wrong.append((number, turn))
        except Exception as error:  # noqa: BLE001  # a thread's exception is reported below
            wrong.append(error)

    pool = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in pool:
        thread.start()
    for thread in pool:
        thread.join()
    assert wrong == []
    assert crossover.crossover(here.device.facts, FLOAT32).origin == f"from {VARIABLE}"


# --- where no kernel serves ---


@pytest.fixture
def no_compiler(here: Rig, monkeypatch: pytest.MonkeyPatch) -> Iterator[Rig]:
    """A device whose compiler refuses everything."""

    def refuse(_: OpenCLDevice, text: str, options: tuple[str, ...]) -> Any:
        raise BuildError(f"no, not with {options}", text)

    monkeypatch.setattr(OpenCLDevice, "build", refuse)
    monkeypatch.setattr(build, "_programs", {})
    forget_plans()
    yield here
    forget_plans()


def test_without_a_kernel_the_host_computes_and_says_so(no_compiler: Rig) -> None:
    """The warning is the caller's, with the compiler's reason; on device arrays or a chosen queue it is an error."""
    a, b, c = _matrices((30, 40), (40, 20), (30, 20))
    with pytest.warns(FallbackWarning, match=r"host computed .* refused a kernel: no, not with") as caught:
        result = gemm(a, b, alpha=2, beta=-1, c=c.copy())
    assert np.array_equal(result, 2 * (a @ b) - c)
    assert caught[0].filename == __file__
    with pytest.raises(BuildError):
        gemm(a, b, queue=no_compiler.queue)
    left, right = (cl_array.to_device(no_compiler.queue, x) for x in (a, b))
    with pytest.raises(BuildError):
        gemm(left, right)


@pytest.mark.parametrize("dtype", ["float16", "float64", "complex64", "int32", "uint32"])
@pytest.mark.usefixtures("no_compiler")
def test_the_host_can_compute_whatever_a_device_can(dtype: str) -> None:
    """Halves are summed in floats, integers wrap, lists have factors for each item, items begin anywhere."""
    a, b, c = _matrices((3, 6, 5), (5, 4), (3, 6, 4), dtype=dtype)
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


def test_doubles_on_a_device_without_them(here: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """The host computes them with a warning that names the rule; whoever chose the device hears an error."""
    facts = dataclasses.replace(here.device.facts, fp64=False)
    monkeypatch.setitem(here.device.__dict__, "facts", facts)
    monkeypatch.setattr(products, "default_queue", lambda: here.queue)
    forget_plans()
    a, b = _matrices((8, 9), (9, 7), dtype="float64")
    with pytest.warns(FallbackWarning, match="the device computes in this precision"):
        assert np.array_equal(gemm(a, b), a @ b)
    with pytest.raises(NoKernelError, match="the device computes in this precision"):
        gemm(a, b, queue=here.queue)
    forget_plans()


def test_nothing_is_enqueued_twice(here: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where only a part of a list has a kernel, the host computes all of it from the C that there was."""
    original, refused = serve.bind, []

    def picky(queue: Any, layout: Any) -> Any:
        if layout.problem.k == 0:
            refused.append(1)
            raise BuildError("not without terms", "")
        return original(queue, layout)

    monkeypatch.setattr(products, "bind", picky)
    a, b, c = _matrices((2, 5, 6), (6, 4), (2, 5, 4))
    with pytest.warns(FallbackWarning):
        result = gemm_batched(a, b, alpha=[0, 2], beta=[3, 1], c=c.copy())
    assert refused
    assert np.array_equal(result, np.stack([3 * c[0], 2 * (a[1] @ b) + c[1]]))


@pytest.mark.usefixtures("nothing_shipped", "own_results")
def test_a_kernel_whose_helper_has_none_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """What can be computed without packing is; the reason is kept with the choice."""
    original = choose.choose

    def without_packing(problem: Any, facts: Any) -> Any:
        if isinstance(problem, Pack):
            raise NoKernelError(str(problem), {"pack": "a rule"})
        return original(problem, facts)

    monkeypatch.setattr(choose, "choose", without_packing)
    found = list(choices(Matmul(700, 700, 700, FLOAT32, "col", "col"), PLAIN_CPU))
    assert found
    assert all(not isinstance(helper.problem, Pack) for choice in found for helper, _ in choice.helpers)
    assert "a rule" in found[-1].excluded["gemm_panel"]


def test_the_warning_can_be_made_an_error(no_compiler: Rig) -> None:
    """It has a category of its own."""
    a = np.ones((30, 30), np.float32)
    with warnings.catch_warnings():
        warnings.simplefilter("error", FallbackWarning)
        with pytest.raises(FallbackWarning):
            gemm(a, a)
