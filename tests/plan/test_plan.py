"""From a layout to launches: plans made once, programs shared, steps in order."""

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
import pytest

from autoblas import gemm
from autoblas.calls import serve
from autoblas.calls.serve import bind
from autoblas.devices.device import Launch
from autoblas.devices.opencl.backend import OpenCLDevice, OpenCLKernel, device_of
from autoblas.devices.recording import PLAIN_CPU, RecordingDevice
from autoblas.emit.arguments import scalar
from autoblas.errors import BuildError, LaunchError
from autoblas.kernels import kernels
from autoblas.plan import bound
from autoblas.plan.bound import BoundPlan, scalar_type, steps_of
from autoblas.plan.layouts.product import ProductLayout
from autoblas.plan.layouts.vector import MapLayout
from autoblas.plan.results import forget_plans, user_results
from autoblas.precision import COMPLEX64, FLOAT32, FLOAT64, precision_of
from autoblas.problems import Combine, Matmul, Pack, Texture, problem_from
from autoblas.problems.vector import Map
from autoblas.problems.views import VectorView, matrix_view
from support.database_cases import record_at
from support.kernel_cases import TYPES, choice_of, walk
from support.rig import Rig
from support.threads import in_threads

PROBLEM = Matmul(64, 64, 64, FLOAT32)

pytestmark = pytest.mark.usefixtures("nothing_shipped")


class Builds:
    """Counts the texts that are compiled, and forgets the programs known before."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.texts: list[str] = []
        original = OpenCLDevice.build

        def counted(device: OpenCLDevice, text: str, options: tuple[str, ...]) -> Any:
            self.texts.append(text)
            return original(device, text, options)

        monkeypatch.setattr(OpenCLDevice, "build", counted)
        monkeypatch.setattr(bound, "_programs", {})
        forget_plans()


@pytest.fixture
def builds(monkeypatch):
    """What is compiled from here on."""
    return Builds(monkeypatch)


def _layout(a: Any, b: Any, c: Any) -> ProductLayout:
    """How three arrays of one type lie."""
    return ProductLayout(matrix_view("a", a), matrix_view("b", b), matrix_view("c", c), precision_of(c.dtype))


def _dense(problem: Matmul) -> ProductLayout:
    """The layout of dense matrices of a problem's sizes."""
    shapes = ((problem.m, problem.k), (problem.k, problem.n), (problem.m, problem.n))
    return _layout(*(np.empty(shape, problem.precision.dtype) for shape in shapes))


@pytest.mark.usefixtures("own_results")
def test_results_are_served_when_plans_are_forgotten(any_device):
    """A plan stays until ``forget_plans``; then the new record decides, and its kernel computes the same."""
    facts, queue = any_device.device.facts, any_device.queue
    layout = _dense(PROBLEM)
    before = bind(queue, layout)
    user_results().add([record_at(facts, PROBLEM, "gemm_direct", rm=4)])
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
def test_a_record_that_does_not_compile_is_passed_over(any_device, monkeypatch, caplog):
    """Another driver may refuse what was measured: the next choice serves, and the log says so."""
    user_results().add([record_at(any_device.device.facts, PROBLEM, "gemm_direct")])
    original = OpenCLDevice.build

    def picky(device, text, options):
        if "gemm_direct" in text:
            raise BuildError("this driver cannot\nand says so at length", text)
        return original(device, text, options)

    monkeypatch.setattr(OpenCLDevice, "build", picky)
    monkeypatch.setattr(bound, "_programs", {})
    plan = bind(any_device.queue, _dense(PROBLEM))
    assert plan.choice.kernel.name != "gemm_direct"
    assert "gemm_direct (measured here at this size) was skipped" in caplog.text
    assert "this driver cannot" in caplog.text
    assert "at length" not in caplog.text
    a = np.arange(64 * 64, dtype=np.float32).reshape(64, 64) % 7
    assert np.array_equal(gemm(a, a, queue=any_device.queue), a @ a)


@pytest.mark.usefixtures("own_results")
def test_a_kernel_built_for_smaller_work_groups_is_passed_over(any_device, monkeypatch, caplog):
    """What registers leave room for is known only of the built kernel; the next choice serves, and the log says so."""
    user_results().add([record_at(any_device.device.facts, PROBLEM, "gemm_direct", wx=8, wy=8)])
    limit: Any = OpenCLKernel.__dict__["most_items"]
    assert _kernel(any_device, "gemm_direct").most_items >= 64

    def few(kernel):
        return 63 if kernel.name == "gemm_direct" else int(limit.fget(kernel))

    forget_plans()
    monkeypatch.setattr(OpenCLKernel, "most_items", property(few))
    served = bind(any_device.queue, _dense(PROBLEM))
    assert served.choice.kernel.name != "gemm_direct"
    assert "gemm_direct was built for at most 63 work-items, not 64" in caplog.text


def _kernel(rig: Rig, name: str) -> Any:
    """The built kernel of that name at its defaults."""
    kernel = kernels()[name]
    return bound.program_for(rig.device, kernel, kernel.space.point({}), PROBLEM).kernel(name)


def test_a_plan_is_made_once(any_device, builds, monkeypatch):
    """A second call with the same layouts compiles nothing, asks no database and binds no new plan."""
    a = np.ones((48, 40), np.float32)
    first = gemm(a, a.T, queue=any_device.queue)
    assert len(builds.texts) >= 1
    plan = bind(any_device.queue, _layout(a, a.T, first))
    count = len(builds.texts)
    with monkeypatch.context() as patch:
        patch.setattr(serve, "choices", lambda *_: pytest.fail("a kernel was looked up again"))
        second = gemm(a + 1, (a + 1).T, queue=any_device.queue, alpha=0.5)
        again = bind(any_device.queue, _layout(a, a.T, second))
    assert again is plan
    assert len(builds.texts) == count
    assert np.array_equal(second, 80 * np.ones((48, 48)))


def test_sizes_share_programs(any_device, builds):
    """Sizes are arguments, not text: another size with the same layouts and parameters compiles nothing new."""
    kernel = kernels()["gemm_direct"]
    params = kernel.space.point({})
    for m in (16, 17, 40):
        problem = Matmul(m, 16, 16, FLOAT32)
        choice = choice_of(kernel, params, problem, any_device.device.facts)
        BoundPlan(any_device.device, any_device.queue, choice, _dense(problem).constants)
    assert len(builds.texts) == 1


def test_threads_wait_for_one_compilation(any_device, builds):
    """Threads whose first calls coincide compile each text once and get equal results."""
    a = np.arange(40 * 40, dtype=np.float64).reshape(40, 40) % 5
    queues = [cl.CommandQueue(any_device.queue.context) for _ in range(6)]
    results = in_threads(6, lambda number: gemm(a, a, queue=queues[number]))
    assert len(builds.texts) == len(set(builds.texts))
    assert all(np.array_equal(result, a @ a) for result in results)


def test_a_failed_compilation_is_told_and_not_kept(pocl, monkeypatch):
    """The compiler's words reach the caller with the text; a later attempt is made anew."""
    text = "__kernel void f(__global float *x) { x[0] = undeclared; }"
    with pytest.raises(BuildError) as caught:
        pocl.device.build(text, ())
    assert "undeclared" in caught.value.log
    assert caught.value.source == text
    kernel, problem = kernels()["gemm_direct"], Matmul(4, 4, 4, FLOAT32)
    point = kernel.space.point({"wx": 1, "wy": 1})
    monkeypatch.setattr(bound, "_programs", {})
    with monkeypatch.context() as patch:

        def refuse(_device, text, _options):
            raise BuildError("no", text)

        patch.setattr(OpenCLDevice, "build", refuse)
        with pytest.raises(BuildError):
            bound.program_for(pocl.device, kernel, point, problem)
    program = bound.program_for(pocl.device, kernel, point, problem)
    built: Any = program.kernel("gemm_direct")
    assert built.kernel.num_args == len(kernel.arguments(point, problem))


def test_a_launch_that_the_device_refuses_is_told(pocl):
    """An impossible launch is a LaunchError that names the kernel."""
    choice = choice_of(kernels()["gemm_direct"], kernels()["gemm_direct"].space.point({}), PROBLEM, PLAIN_CPU)
    plan = BoundPlan(pocl.device, pocl.queue, choice, _dense(PROBLEM).constants)
    step = plan.steps[0]
    plan.steps = (replace(step, launch=Launch((7, 8), (8, 8))),)
    memory = cl.Buffer(pocl.queue.context, cl.mem_flags.READ_WRITE, 64 * 64 * 4)
    values = {"alpha": 1.0, "beta": 0.0} | dict.fromkeys("abc", memory) | {f"{n}_offset": 0 for n in "abc"}
    with pytest.raises(LaunchError, match="refused kernel gemm_direct"):
        plan(values)


def test_operands_are_packed_before_the_product():
    """Steps come in order; B is packed across its columns, and each argument has a source."""
    kernel = kernels()["gemm_panel"]
    problem = Matmul(50, 60, 70, FLOAT32, "col", "row")
    choice = choice_of(kernel, kernel.space.point({}), problem, PLAIN_CPU)
    steps = steps_of(choice)
    assert [step.choice.kernel.name for step in steps] == ["pack", "pack", "gemm_panel"]
    sources = [
        dict(zip((argument.name for argument in step.arguments), step.sources, strict=True)) for step in steps
    ]
    assert (sources[0]["rows"], sources[0]["x_row"], sources[0]["packed"]) == ("m", "a_row", "packed_a")
    assert (sources[1]["rows"], sources[1]["x_row"], sources[1]["packed"]) == ("n", "b_col", "packed_b")
    assert (sources[2]["a"], sources[2]["b"], sources[2]["c"]) == ("packed_a", "packed_b", "c")
    assert steps[1].choice.problem == Pack(60, 70, choice.params.rn, FLOAT32, "col")


def test_numbers_have_the_types_that_kernels_declare():
    """By what an argument says of itself: its name tells nothing, and 64 bits wrap without a sign."""
    made = [
        scalar_type(scalar("x", kind))(3) for kind in ("int", "offset", "uint", "long", FLOAT64, COMPLEX64)
    ]
    kinds = [np.int32, np.uint64, np.uint32, np.int64, np.float64, np.complex64]
    assert [type(value) for value in made] == kinds
    assert all(value == 3 for value in made)


def test_a_constant_below_zero_wraps(pocl):
    """An increment of an operand that goes backwards is a 64-bit number without a sign to the kernel."""
    problem = Map("axpy", 4, FLOAT32, strided=True)
    kernel = kernels()["map"]
    choice = choice_of(kernel, kernel.space.point({"items": 1}), problem, pocl.device.facts)
    x, y = np.arange(4, dtype=np.float32), np.zeros(4, np.float32)
    memory = [cl_array.to_device(pocl.queue, array) for array in (x, y)]
    plan = BoundPlan(pocl.device, pocl.queue, choice, {"n": 4, "x_inc": -1, "y_inc": 1})
    offsets = {"x_offset": 3, "y_offset": 0}
    plan({"alpha": 2.0, "x": memory[0].data, "y": memory[1].data, **offsets}).wait()
    assert np.array_equal(memory[1].get(), 2 * x[::-1])


def test_layouts_become_problems_and_constants():
    """A problem has the sizes and orders of its views; the constants have the strides."""
    a, b = np.empty((5, 7), np.float32).T, np.empty((10, 24), np.float32)[::2, ::3]
    layout = _layout(a, b, np.empty((7, 8), np.float32))
    assert layout.problem == Matmul(7, 8, 5, FLOAT32, "col", "any", "row")
    assert layout.constants == {
        "m": 7, "n": 8, "k": 5, "a_row": 1, "a_col": 7, "b_row": 48, "b_col": 3, "c_row": 8, "c_col": 1,
        "a_step": 0, "b_step": 0, "c_step": 0,
    }  # fmt: skip


@pytest.mark.parametrize("family", [Matmul, Pack, Combine, Texture])
def test_problems_survive_json(family):
    """What goes to the tuner's child process comes back equal, whatever its types, batch and memory."""
    for index in range(4 * len(TYPES)):
        problem = walk(family, index)
        assert problem_from(json.loads(json.dumps(problem.words()))) == problem
    signatures = {walk(family, index).signature for index in range(4 * len(TYPES))}
    assert len(signatures) > len(TYPES)


def test_one_device_object_serves_a_context(pocl):
    """Programs are shared because device objects are."""
    assert device_of(pocl.queue) is pocl.device
    second_context = cl.Context([pocl.queue.device])
    assert device_of(cl.CommandQueue(second_context)) is not pocl.device


def test_what_was_set_before_an_interruption_is_set_again():
    """Between setting an argument and remembering it, too: the next call does not take the number for the old one."""

    class Interrupted(dict[str, Any]):
        armed = True

        def __setitem__(self, name, value):
            if self.armed and name == "alpha":
                raise KeyboardInterrupt
            super().__setitem__(name, value)

    device = RecordingDevice(PLAIN_CPU)
    layout = MapLayout("axpy", (VectorView(FLOAT32, 100), VectorView(FLOAT32, 100)))
    plan = bind(device.queue(), layout)
    x, y = np.zeros(100, np.float32), np.zeros(100, np.float32)
    values = {"alpha": 1.0, "x": x, "y": y, "x_offset": 0, "y_offset": 0}
    plan(values)
    note = Interrupted(plan.states[0].numbers)
    plan.states[0].numbers = note
    with pytest.raises(KeyboardInterrupt):
        plan({**values, "alpha": 2.0})
    note.armed = False
    plan(values)
    assert device.launches[-1].arguments[plan.steps[0].sources.index("alpha")] == 1.0
