"""From a problem to launches: which kernel is served and why, plans made once, memory between steps."""

from __future__ import annotations

import dataclasses
import threading
import weakref
from typing import TYPE_CHECKING, Any

import numpy as np
import pyopencl as cl
import pytest
from database_cases import make_record
from kernel_cases import choice_of

from autoblas import gemm
from autoblas.arrays import matrix_view
from autoblas.database import Provenance, Record, Shipped
from autoblas.devices.device import Launch
from autoblas.devices.opencl import OpenCLDevice, device_of
from autoblas.devices.recording import PLAIN_CPU, PLAIN_GPU, SMALL_GPU
from autoblas.errors import BuildError, LaunchError, NoKernelError
from autoblas.kernels import kernels, serving
from autoblas.precision import FLOAT32, FLOAT64, precision_of
from autoblas.problems import Matmul, Pack, problem_from
from autoblas.runtime import build, serve
from autoblas.runtime import choose as choosing
from autoblas.runtime.choose import SUGGESTED, choices, choose, known_points, place_of, user_results
from autoblas.runtime.plan import WORKSPACE, BoundPlan, steps_of
from autoblas.runtime.serve import Layout, bind, forget_plans
from autoblas.space import parameters

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from conftest import Rig

    from autoblas.devices.device import Facts

PROBLEM = Matmul(64, 64, 64, FLOAT32)


@pytest.fixture(autouse=True)
def nothing_shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Choices depend on the records of the test alone, not on those that ship."""
    nothing = Shipped(tmp_path)
    monkeypatch.setattr(choosing, "_shipped", lambda: nothing)
    forget_plans()
    yield
    forget_plans()


@pytest.fixture
def own_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A results folder of this test alone; plans made from it are forgotten."""
    monkeypatch.setenv("AUTOBLAS_DATA_DIR", str(tmp_path))
    forget_plans()
    yield
    forget_plans()


class Builds:
    """Counts the texts that are compiled, and forgets the programs known before."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.texts: list[str] = []
        original = OpenCLDevice.build

        def counted(device: OpenCLDevice, text: str, options: tuple[str, ...]) -> Any:
            self.texts.append(text)
            return original(device, text, options)

        monkeypatch.setattr(OpenCLDevice, "build", counted)
        monkeypatch.setattr(build, "_programs", {})
        forget_plans()


@pytest.fixture
def builds(monkeypatch: pytest.MonkeyPatch) -> Builds:
    """What is compiled from here on."""
    return Builds(monkeypatch)


def _record(facts: Facts, problem: Any, kernel: str, seconds: float = 1e-6, **values: Any) -> Record:
    """A measurement of a kernel on this device."""
    point = {**parameters(kernels()[kernel].space.point({})), **values}
    return make_record(
        device=facts.name,
        vendor=facts.vendor,
        platform=facts.platform,
        driver=facts.driver,
        kind=facts.kind,
        signature=problem.signature,
        sizes=problem.sizes,
        family=problem.family,
        kernel=kernel,
        parameters=point,
        seconds=seconds,
    )


def _layout(a: Any, b: Any, c: Any) -> Layout:
    """How three arrays of one type lie."""
    return Layout(matrix_view("a", a), matrix_view("b", b), matrix_view("c", c), precision_of(c.dtype))


def _dense(problem: Matmul) -> Layout:
    """The layout of dense matrices of a problem's sizes."""
    shapes = ((problem.m, problem.k), (problem.k, problem.n), (problem.m, problem.n))
    return _layout(*(np.empty(shape, problem.precision.dtype) for shape in shapes))


@pytest.mark.usefixtures("own_results")
@pytest.mark.parametrize("facts", [PLAIN_CPU, PLAIN_GPU, SMALL_GPU], ids=lambda f: f.name)
@pytest.mark.parametrize("sizes", [(1, 1, 0), (1, 1, 1), (64, 64, 64), (1000, 3, 70)])
def test_there_is_a_kernel_for_everything_by_default(facts: Facts, sizes: tuple[int, int, int]) -> None:
    """Where nothing was measured, something legal is served, with its packing."""
    for order in ("row", "col", "any"):
        choice = choose(Matmul(*sizes, FLOAT32, order, order), facts)
        assert choice.origin == SUGGESTED
        assert choice.kernel.refusal(choice.params, choice.problem, facts) is None
        wanted = choice.kernel.helpers(choice.params, choice.problem)
        assert tuple(helper for helper, _ in choice.helpers) == wanted
        for helper, helping in choice.helpers:
            assert helping.problem == helper.problem
            assert helping.kernel.refusal(helping.params, helping.problem, facts) is None


@pytest.mark.usefixtures("own_results")
def test_without_a_kernel_every_candidate_says_why() -> None:
    """A device without doubles serves none; the error names each kernel and the rule."""
    with pytest.raises(NoKernelError) as caught:
        choose(Matmul(8, 8, 8, FLOAT64), SMALL_GPU)
    for kernel in serving(Matmul):
        assert any(label.startswith(kernel.name) for label in caught.value.excluded)
    assert caught.value.excluded["gemm_direct"] == "the device computes in this precision"
    assert "float64" in str(caught.value)


@pytest.mark.usefixtures("own_results")
def test_a_measured_point_is_served_first() -> None:
    """The fastest record of this problem comes before slower ones and before the defaults; near sizes serve too."""
    assert choose(PROBLEM, PLAIN_CPU).kernel.name != "gemm_direct"
    user_results().add(
        [
            _record(PLAIN_CPU, PROBLEM, "gemm_direct", 2e-6, rm=4, rn=8),
            _record(PLAIN_CPU, PROBLEM, "gemm_direct", 3e-6, rm=1),
        ]
    )
    choice = choose(PROBLEM, PLAIN_CPU)
    assert (choice.kernel.name, choice.params.rm, choice.params.rn) == ("gemm_direct", 4, 8)
    assert (choice.origin, choice.seconds) == ("measured here at this size", 2e-6)
    assert choice.excluded == {}
    near = choose(Matmul(65, 64, 64, FLOAT32), PLAIN_CPU)
    assert (near.params, near.origin) == (choice.params, "measured here at 64x64x64")
    assert choose(Matmul(64, 64, 64, FLOAT64), PLAIN_CPU).origin == SUGGESTED
    assert [point["rm"] for point in known_points(PROBLEM, PLAIN_CPU)[:2]] == [4, 1]


@pytest.mark.usefixtures("own_results")
@pytest.mark.parametrize(
    ("kernel", "values", "reason"),
    [
        ("gemm_tile", {"va": 4, "vb": 4, "rm": 8, "rn": 8}, "vectors of A need adjacent elements"),
        ("gemm_direct", {"rm": 3}, "rm: expected one of 1, 2, 4, 8; got 3"),
        ("gemm_direct", {"depth": 3}, "depth: expected a parameter among"),
        ("gemm_lost", {}, "this version has no such kernel"),
        ("pack", {}, "this version has no such kernel"),
    ],
)
def test_a_record_that_is_not_legal_here_is_skipped_with_its_reason(
    kernel: str, values: dict[str, Any], reason: str
) -> None:
    """A record of another version or layout does no harm, and the choice says why it was not taken."""
    problem = Matmul(64, 64, 64, FLOAT32, "any")
    known = kernel if kernel in kernels() else "gemm_direct"
    record = _record(PLAIN_CPU, problem, known, 1e-9)
    broken = make_record(
        **{
            name: getattr(record, name)
            for name in record.__struct_fields__
            if name not in ("place", "provenance")
        }
        | {name: getattr(record.place, name) for name in record.place.__struct_fields__}
        | {"kernel": kernel, "parameters": {**record.parameters, **values}}
    )
    user_results().add([broken, _record(PLAIN_CPU, problem, "gemm_direct", 1.4e-9)])
    choice = choose(problem, PLAIN_CPU)
    assert choice.kernel.name == "gemm_direct"
    assert choice.seconds == 1.4e-9
    ((label, sentence),) = choice.excluded.items()
    assert label == f"{kernel} (measured here at this size)"
    assert reason in sentence


@pytest.mark.usefixtures("own_results")
def test_a_record_with_numbers_of_another_type_does_no_harm() -> None:
    """JSON written by hand may say 2.0 for 2; it is skipped, or read as 2."""
    user_results().add([_record(PLAIN_CPU, PROBLEM, "gemm_direct", rm=2.0)])
    choice = choose(PROBLEM, PLAIN_CPU)
    assert choice.kernel.source(choice.params, PROBLEM, OpenCLDevice.dialect)


@pytest.mark.usefixtures("own_results")
def test_results_are_served_when_plans_are_forgotten(any_device: Rig) -> None:
    """A plan stays until ``forget_plans``; then the new record decides, and its kernel computes the same."""
    facts, queue = any_device.device.facts, any_device.queue
    layout = _dense(PROBLEM)
    before = bind(queue, layout)
    user_results().add([_record(facts, PROBLEM, "gemm_direct", rm=4)])
    assert bind(queue, layout) is before
    forget_plans()
    after = bind(queue, layout).choice
    assert (after.kernel.name, after.params.rm, after.origin) == (
        "gemm_direct",
        4,
        "measured here at this size",
    )
    a = np.arange(64 * 64, dtype=np.float32).reshape(64, 64) % 7
    assert np.array_equal(gemm(a, a, queue=queue), a @ a)
    user_results().clear()
    forget_plans()
    assert bind(queue, layout).choice.kernel is before.choice.kernel


@pytest.mark.usefixtures("own_results")
def test_choices_go_on_after_the_best(any_device: Rig) -> None:
    """Behind the records come the suggestions, each legal, the last resort among them."""
    facts = any_device.device.facts
    user_results().add(
        [_record(facts, PROBLEM, "gemm_direct", seconds=s, rm=r) for s, r in ((1e-6, 1), (1.4e-6, 4))]
    )
    found = list(choices(PROBLEM, facts))
    assert [(c.kernel.name, c.params.rm) for c in found[:2]] == [("gemm_direct", 1), ("gemm_direct", 4)]
    assert {c.kernel.name for c in found if c.origin == SUGGESTED} >= {"gemm_direct", "gemm_tile"}
    assert all(c.kernel.refusal(c.params, PROBLEM, facts) is None for c in found)


@pytest.mark.usefixtures("own_results")
def test_a_record_that_does_not_compile_is_passed_over(
    any_device: Rig, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Another driver may refuse what was measured: the next choice serves, and the log says so."""
    user_results().add([_record(any_device.device.facts, PROBLEM, "gemm_direct")])
    original = OpenCLDevice.build

    def picky(device: OpenCLDevice, text: str, options: tuple[str, ...]) -> Any:
        if "gemm_direct" in text:
            raise BuildError("this driver cannot", text)
        return original(device, text, options)

    monkeypatch.setattr(OpenCLDevice, "build", picky)
    monkeypatch.setattr(build, "_programs", {})
    plan = bind(any_device.queue, _dense(PROBLEM))
    assert plan.choice.kernel.name != "gemm_direct"
    assert "gemm_direct (measured here at this size) was passed over" in caplog.text
    a = np.arange(64 * 64, dtype=np.float32).reshape(64, 64) % 7
    assert np.array_equal(gemm(a, a, queue=any_device.queue), a @ a)


def test_a_plan_is_made_once(any_device: Rig, builds: Builds, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second call with the same layouts compiles nothing, asks no database and binds no new plan."""
    a = np.ones((48, 40), np.float32)
    first = gemm(a, a.T, queue=any_device.queue)
    assert len(builds.texts) >= 1
    known = bind(any_device.queue, _layout(a, a.T, first))
    count = len(builds.texts)
    with monkeypatch.context() as patch:
        patch.setattr(serve, "choices", lambda *_: pytest.fail("a kernel was looked up again"))
        second = gemm(a + 1, (a + 1).T, queue=any_device.queue, alpha=0.5)
        again = bind(any_device.queue, _layout(a, a.T, second))
    assert again is known
    assert len(builds.texts) == count
    assert np.array_equal(second, 80 * np.ones((48, 48)))


def test_sizes_share_programs(any_device: Rig, builds: Builds) -> None:
    """Sizes are arguments, not text: another size with the same layouts and parameters compiles nothing new."""
    kernel = kernels()["gemm_direct"]
    params = kernel.space.point({})
    for m in (16, 17, 40):
        problem = Matmul(m, 16, 16, FLOAT32)
        choice = choice_of(kernel, params, problem, any_device.device.facts)
        BoundPlan(any_device.device, any_device.queue, choice, _dense(problem).constants)
    assert len(builds.texts) == 1


def test_threads_wait_for_one_compilation(any_device: Rig, builds: Builds) -> None:
    """Threads whose first calls coincide compile each text once and get equal results."""
    a = np.arange(40 * 40, dtype=np.float64).reshape(40, 40) % 5
    results: list[Any] = []
    start = threading.Barrier(6)

    def call() -> None:
        queue = cl.CommandQueue(any_device.queue.context)
        start.wait()
        results.append(gemm(a, a, queue=queue))

    threads = [threading.Thread(target=call) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(builds.texts) == len(set(builds.texts))
    assert len(results) == 6
    assert all(np.array_equal(result, a @ a) for result in results)


def test_a_failed_compilation_is_told_and_not_kept(pocl: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiler's words reach the caller with the text; a later attempt is made anew."""
    text = "__kernel void f(__global float *x) { x[0] = undeclared; }"
    with pytest.raises(BuildError) as caught:
        pocl.device.build(text, ())
    assert "undeclared" in caught.value.log
    assert caught.value.source == text
    kernel, problem = kernels()["gemm_direct"], Matmul(4, 4, 4, FLOAT32)
    point = kernel.space.point({"wx": 1, "wy": 1})
    monkeypatch.setattr(build, "_programs", {})
    with monkeypatch.context() as patch:

        def refuse(_device: OpenCLDevice, text: str, _options: tuple[str, ...]) -> Any:
            raise BuildError("no", text)

        patch.setattr(OpenCLDevice, "build", refuse)
        with pytest.raises(BuildError):
            build.program_for(pocl.device, kernel, point, problem)
    program = build.program_for(pocl.device, kernel, point, problem)
    assert program.kernel("gemm_direct").num_args == len(kernel.arguments(point, problem))


def test_a_launch_that_the_device_refuses_is_told(pocl: Rig) -> None:
    """An impossible launch is a LaunchError that names the kernel."""
    choice = choice_of(kernels()["gemm_direct"], kernels()["gemm_direct"].space.point({}), PROBLEM, PLAIN_CPU)
    plan = BoundPlan(pocl.device, pocl.queue, choice, _dense(PROBLEM).constants)
    step = plan.steps[0]
    plan.steps = (type(step)(step.choice, Launch((7, 8), (8, 8)), step.sources),)
    memory = cl.Buffer(pocl.queue.context, cl.mem_flags.READ_WRITE, 64 * 64 * 4)
    values = {"alpha": 1.0, "beta": 0.0} | dict.fromkeys("abc", memory) | {f"{n}_offset": 0 for n in "abc"}
    with pytest.raises(LaunchError, match="refused kernel gemm_direct"):
        plan(values)


def test_operands_are_packed_before_the_product() -> None:
    """Steps come in order; B is packed across its columns, and each argument has a source."""
    kernel = kernels()["gemm_panel"]
    problem = Matmul(50, 60, 70, FLOAT32, "col", "row")
    choice = choice_of(kernel, kernel.space.point({}), problem, PLAIN_CPU)
    steps = steps_of(choice)
    assert [step.choice.kernel.name for step in steps] == ["pack", "pack", "gemm_panel"]
    sources = [
        dict(
            zip(
                step.choice.kernel.arguments(step.choice.params, step.choice.problem),
                step.sources,
                strict=True,
            )
        )
        for step in steps
    ]
    assert (sources[0]["rows"], sources[0]["x_row"], sources[0]["packed"]) == ("m", "a_row", "packed_a")
    assert (sources[1]["rows"], sources[1]["x_row"], sources[1]["packed"]) == ("n", "b_col", "packed_b")
    assert (sources[2]["a"], sources[2]["b"], sources[2]["c"]) == ("packed_a", "packed_b", "c")
    assert steps[1].choice.problem == Pack(60, 70, choice.params.rn, FLOAT32, "col")


def test_layouts_become_problems_and_constants() -> None:
    """A problem has the sizes and orders of its views; the constants have the strides."""
    a, b = np.empty((5, 7), np.float32).T, np.empty((10, 24), np.float32)[::2, ::3]
    layout = _layout(a, b, np.empty((7, 8), np.float32))
    assert layout.problem == Matmul(7, 8, 5, FLOAT32, "col", "any", "row")
    assert layout.constants == {
        "m": 7, "n": 8, "k": 5, "a_row": 1, "a_col": 7, "b_row": 48, "b_col": 3, "c_row": 8, "c_col": 1,
        "a_step": 0, "b_step": 0, "c_step": 0,
    }  # fmt: skip


@pytest.mark.parametrize("problem", [PROBLEM, Matmul(0, 1, 2, FLOAT64, "any"), Pack(3, 4, 8, FLOAT64, "col")])
def test_problems_survive_json(problem: Any) -> None:
    """What goes to the tuner's child process comes back equal."""
    assert problem_from(problem.words()) == problem


def test_a_record_names_this_device(pocl: Rig) -> None:
    """The database knows a device by what its driver reports."""
    place, facts = place_of(pocl.device.facts), pocl.device.facts
    assert (place.device, place.platform, place.driver) == (facts.name, facts.platform, facts.driver)
    assert isinstance(_record(facts, PROBLEM, "gemm_direct").provenance, Provenance)


def test_one_device_object_serves_a_context(pocl: Rig) -> None:
    """Programs are shared because device objects are."""
    assert device_of(pocl.queue.context, pocl.queue.device) is pocl.device
    other = cl.Context([pocl.queue.device])
    assert device_of(other, pocl.queue.device) is not pocl.device


def test_memory_for_packed_operands_is_kept_and_grows(pocl: Rig) -> None:
    """The same memory serves calls that need no more, larger memory those that do."""
    small = WORKSPACE.take(pocl.queue, "test", 64)
    assert WORKSPACE.take(pocl.queue, "test", 32) is small
    large = WORKSPACE.take(pocl.queue, "test", 128)
    assert large.size == 128
    assert WORKSPACE.take(pocl.queue, "test", 64) is large
    assert WORKSPACE.take(pocl.queue, "other", 64) is not large
    WORKSPACE.release()
    assert WORKSPACE.take(pocl.queue, "test", 64) is not large
    WORKSPACE.release()


def test_a_queue_with_memory_is_kept(pocl: Rig) -> None:
    """The handle of a queue that is gone may come back with another context, so it must not go before its memory."""

    class Queue:
        int_ptr, context = -1, pocl.queue.context

    queue: Any = Queue()
    alive = weakref.ref(queue)
    WORKSPACE.take(queue, "test", 64)
    del queue
    assert alive() is not None
    WORKSPACE.release()
    assert alive() is None


@pytest.mark.usefixtures("own_results")
def test_a_record_of_a_much_smaller_size_is_passed_over() -> None:
    """What was best for 16 rows does not serve 1000; beyond the size that fills a device, all are alike."""
    user_results().add([_record(PLAIN_CPU, Matmul(16, 16, 16, FLOAT32), "gemm_direct")])
    far = choose(Matmul(1000, 1000, 1000, FLOAT32), PLAIN_CPU)
    assert far.origin == SUGGESTED
    assert any("the size it was measured at is near" in reason for reason in far.excluded.values())
    assert choose(Matmul(30, 20, 10, FLOAT32), PLAIN_CPU).kernel.name == "gemm_direct"
    user_results().add([_record(PLAIN_CPU, Matmul(2048, 2048, 2048, FLOAT32), "gemm_direct")])
    assert choose(Matmul(10**5, 10**5, 10**5, FLOAT32), PLAIN_CPU).kernel.name == "gemm_direct"


def test_what_is_suggested_suits_the_kind_of_device() -> None:
    """Where nothing was measured, a CPU gets packed panels and a GPU staged tiles, whatever bytes they would move."""
    for n in (64, 256, 1024, 4000):
        for vector_bytes in (16, 32, 64):
            facts = dataclasses.replace(PLAIN_CPU, vector_bytes=vector_bytes)
            assert choose(Matmul(n, n, n, FLOAT32), facts).kernel.name == "gemm_panel"
        assert choose(Matmul(n, n, n, FLOAT32), PLAIN_GPU).kernel.name != "gemm_panel"


@pytest.mark.usefixtures("own_results")
def test_a_slow_alternative_does_not_replace_the_best() -> None:
    """Where the best record at a size is not legal, another one serves only if it was nearly as fast."""
    narrow = dataclasses.replace(PLAIN_CPU, vector_bytes=32)
    best = _record(narrow, PROBLEM, "gemm_panel", 1e-6, rm=14, lanes=16, vectors=2)
    user_results().add([best, _record(narrow, PROBLEM, "gemm_tile", 1e-4)])
    choice = choose(PROBLEM, narrow)
    assert choice.origin == SUGGESTED
    assert choice.kernel.name == "gemm_panel"
    user_results().add([_record(narrow, PROBLEM, "gemm_direct", 1.2e-6)])
    assert choose(PROBLEM, narrow).kernel.name == "gemm_direct"


@pytest.mark.usefixtures("own_results")
def test_a_record_of_another_compiler_does_not_serve_a_cpu() -> None:
    """What one CPU runtime compiles well may be ten times slower on another; on GPUs any record is a start."""
    for facts, served in ((PLAIN_CPU, False), (PLAIN_GPU, True)):
        elsewhere = dataclasses.replace(facts, name="another", platform="another platform")
        user_results().add([_record(elsewhere, PROBLEM, "gemm_direct", multiply="mad")])
        assert (choose(PROBLEM, facts).origin != SUGGESTED) is served
