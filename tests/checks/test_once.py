"""A recorded text serves after it was run and checked once, by text, device and driver; what was found out is kept."""

import itertools
import math
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace as replaced

from autoblas import gemm
from autoblas.calls.serve import bind
from autoblas.checks import product
from autoblas.checks.small import at_small_size, small
from autoblas.devices.opencl.backend import OpenCLDevice
from autoblas.devices.recording import HOPPER
from autoblas.emit.opencl_c import OPENCL_C
from autoblas.errors import BuildError, DatabaseError, DatabaseWarning, LaunchError, NoKernelError
from autoblas.kernels import kernels
from autoblas.kernels.kernel import Kernel
from autoblas.plan import bound, texts
from autoblas.plan.candidates import SUGGESTED
from autoblas.plan.choose import Choice, choices, choose, with_helpers
from autoblas.plan.layouts.product import ProductLayout
from autoblas.plan.results import forget_plans, user_results
from autoblas.plan.texts import (
    TextVerdict,
    forget_verdicts,
    kernel_text,
    key_of,
    store_verdict,
    verdict_of,
    wrong_on,
)
from autoblas.precision import FLOAT32
from autoblas.problems import Matmul, Pack
from autoblas.problems.views import matrix_view
from autoblas.testing.checks import doing_nothing, rewritten
from support.database_cases import record_at
from support.golden_samples import SAMPLES
from support.loops import over
from support.rig import Rig

pytestmark = pytest.mark.usefixtures("nothing_shipped", "own_results")

PROBLEM = Matmul(64, 64, 64, FLOAT32)
DIRECT, POINT = "gemm_direct", {"rm": 2, "rn": 2}
WRONG = "its text is not right there"


class Runs:
    """Counts the checks of this process, by kernel."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.kernels: list[str] = []
        original = product.trial_for

        def counted(*arguments: Any) -> Any:
            trial = original(*arguments)

            def check(choice: Choice) -> str | None:
                self.kernels.append(choice.kernel.name)
                return trial.check(choice)

            return type("Counted", (), {"check": staticmethod(check)})

        monkeypatch.setattr(product, "trial_for", counted)


@pytest.fixture(name="runs")
def make_runs(monkeypatch):
    """What is checked in this process from here on; nobody was warned of anything yet."""
    monkeypatch.setattr("autoblas.store.folder._warned", set())
    return Runs(monkeypatch)


def record(rig: Rig, problem: Any = PROBLEM, kernel: str = DIRECT, **values: Any) -> None:
    """Let a point be the user's record."""
    user_results().add([record_at(rig.device.facts, problem, kernel, **(values or POINT))])


def another_process() -> None:
    """What this process knows is forgotten; files are not."""
    forget_verdicts()
    forget_plans()


def plant(monkeypatch: pytest.MonkeyPatch, change: Callable[[Kernel], Kernel], name: str = DIRECT) -> None:
    """This version of autoblas has another text for a kernel."""
    monkeypatch.setitem(kernels(), name, change(kernels()[name]))


def served(rig: Rig, n: int = 64) -> Choice:
    """What serves a product of ``n`` x ``n`` matrices that lie by rows, after its results were compared."""
    a = np.arange(n * n, dtype=np.float32).reshape(n, n) % 7
    assert np.array_equal(gemm(a, a, queue=rig.queue), a @ a)
    view = matrix_view("a", a)
    return bind(rig.queue, ProductLayout(view, view, view, FLOAT32)).choice


def test_a_record_is_checked_once(any_device, runs):
    """Whatever the sizes; a later process reads what this one found out."""
    record(any_device)
    for _ in range(2):
        assert served(any_device).kernel.name == DIRECT
        assert served(any_device, 65).kernel.name == DIRECT
        assert runs.kernels == [DIRECT]
        another_process()


def test_a_suggestion_is_not(any_device, runs):
    """The check is for what was found elsewhere or at another time."""
    assert served(any_device).origin == SUGGESTED
    assert runs.kernels == []


def test_a_changed_text_is_checked_before_it_serves(any_device, runs, monkeypatch):
    """The record is of a text of another version of autoblas."""
    record(any_device)
    served(any_device)
    plant(monkeypatch, lambda kernel: rewritten(kernel, lambda text: f"{text}\n"))
    another_process()
    assert served(any_device).kernel.name == DIRECT
    assert runs.kernels == [DIRECT, DIRECT]


def test_what_is_wrong_never_serves(any_device, runs, monkeypatch):
    """It is said once, other candidates serve, statements of the candidates say why, and no process tries it again."""
    record(any_device)
    plant(monkeypatch, doing_nothing)
    with pytest.warns(DatabaseWarning, match=WRONG) as caught:
        assert served(any_device).kernel.name != DIRECT
    assert len(caught) == 1
    for _ in range(2):
        assert served(any_device, 65).kernel.name != DIRECT
        choice = choose(PROBLEM, any_device.device.facts)
        (sentence,) = (why for label, why in choice.excluded.items() if label.startswith(DIRECT))
        assert "right when it was checked on this device" in sentence
        another_process()
    assert runs.kernels == [DIRECT]
    assert [(each.kernel, each.state) for each in wrong_on(any_device.device.facts)] == [(DIRECT, "wrong")]


def test_a_driver_that_computes_something_else(any_device, runs, monkeypatch):
    """The text is as it was; what this driver makes of it is wrong, and does not serve."""
    record(any_device)
    original = OpenCLDevice.build

    def lying(device, text, flags):
        return original(device, text.replace("{", "{ if (1) return;", 1) if DIRECT in text else text, flags)

    monkeypatch.setattr(OpenCLDevice, "build", lying)
    monkeypatch.setattr(bound, "_programs", {})
    with pytest.warns(DatabaseWarning, match=WRONG):
        assert served(any_device).kernel.name != DIRECT


def test_without_another_candidate_there_is_no_kernel(any_device, runs, monkeypatch):
    """The error says so, which lets NumPy compute where the caller named no queue."""
    record(any_device)
    plant(monkeypatch, doing_nothing)
    (only,) = itertools.islice(choices(PROBLEM, any_device.device.facts), 1)
    monkeypatch.setattr("autoblas.calls.serve.choices", lambda *_: iter([only]))
    a = np.ones((64, 64), np.float32)
    view = matrix_view("a", a)
    with (
        pytest.warns(DatabaseWarning, match=WRONG),
        pytest.raises(NoKernelError, match="its results are right"),
    ):
        bind(any_device.queue, ProductLayout(view, view, view, FLOAT32))


@pytest.mark.parametrize(
    "change", [lambda facts: replace(facts, driver="another"), lambda facts: replace(facts, build="another")]
)
def test_another_driver_is_another_question(change, any_device, runs, monkeypatch):
    """A verdict holds for the driver, its compiler and the processor that it was found with."""
    record(any_device)
    served(any_device)
    monkeypatch.setitem(any_device.device.__dict__, "facts", change(any_device.device.facts))
    another_process()
    assert served(any_device).kernel.name == DIRECT
    assert runs.kernels == [DIRECT, DIRECT]


def test_a_helper_that_is_wrong_gives_way(any_device, runs, monkeypatch):
    """A recorded product keeps serving, with another kernel or point to pack its operands."""
    facts = any_device.device.facts
    record(any_device, kernel="gemm_panel", rm=4, depth=128)
    packs = [helper.problem for helper, _ in choose(PROBLEM, facts).helpers]
    assert {type(each) for each in packs} == {Pack}
    record(any_device, packs[-1], "pack", depth=64, panels=1)
    wrong = choose(packs[-1], facts)
    assert wrong.recorded
    original = wrong.kernel.source

    def source(params, problem, d):
        text = original(params, problem, d)
        return text.replace("{", "{ if (1) return;", 1) if params == wrong.params else text

    plant(monkeypatch, lambda kernel: replace(kernel, source=source), "pack")
    with pytest.warns(DatabaseWarning, match=WRONG):
        choice = served(any_device)
    assert choice.kernel.name == "gemm_panel"
    assert all(helping.params != wrong.params for _, helping in choice.helpers)
    assert runs.kernels[0] == "pack"


def test_what_cannot_be_kept_is_known_to_the_process(any_device, runs, monkeypatch):
    """A folder that cannot be written stops no call, and asks for one check a process."""
    record(any_device)

    def full(*_):
        raise DatabaseError("texts.json", "No space left on device")

    monkeypatch.setattr("autoblas.store.table.replace_file", full)
    for count in (1, 2):
        for n in (64, 65):
            assert served(any_device, n).kernel.name == DIRECT
        assert runs.kernels == [DIRECT] * count
        another_process()


def test_what_a_process_did_not_survive_is_run_apart(any_device, runs):
    """A check that was begun and has no end took its process; a child runs it, and what it says is kept."""
    record(any_device)
    facts = any_device.device.facts
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    choice = choose(PROBLEM, facts)
    key = key_of(choice.kernel, choice.params, choice.problem, facts)
    store_verdict(key, TextVerdict("begun", pid=ended.pid))
    another_process()
    assert served(any_device).kernel.name == DIRECT
    assert runs.kernels == []
    another_process()
    found = verdict_of(key)
    assert found is not None
    assert found.state == "right"


def test_what_failed_here_is_tried_apart_by_the_next(any_device, runs, monkeypatch):
    """A refused launch may be the fault of this process, which does without; it is no verdict for others."""
    record(any_device)

    def refused(*_):
        raise LaunchError("out of resources")

    with monkeypatch.context() as patch:
        patch.setattr(product, "trial_for", refused)
        with pytest.warns(DatabaseWarning, match="out of resources"):
            assert served(any_device).kernel.name != DIRECT
        assert served(any_device, 65).kernel.name != DIRECT
    another_process()
    (left,) = texts._verdicts().values()
    assert left.state == "begun"
    assert left.lost
    assert replaced(left, pid=1 << 70).lost  # the file may hold any number
    assert not replaced(left, pid=1).lost


def test_a_text_that_does_not_compile_is_no_verdict(any_device, runs, monkeypatch):
    """What is wrong with a compiler, or its cache, may be mended."""
    record(any_device)
    original = OpenCLDevice.build

    def picky(device, text, flags):
        if DIRECT in text:
            raise BuildError("no room", text)
        return original(device, text, flags)

    with monkeypatch.context() as patch:
        patch.setattr(OpenCLDevice, "build", picky)
        patch.setattr(bound, "_programs", {})
        assert served(any_device).kernel.name != DIRECT
    another_process()
    assert served(any_device).kernel.name == DIRECT


def test_a_long_sum_stays_long_in_a_small_problem():
    """A shipped point of squares of 8192 rows has no legal small square; its whole problem would take 20 s to check."""
    kernel, problem = kernels()["gemm_wgmma"], Matmul(8192, 8192, 8192, FLOAT32, b="col", part="lower")
    values = {"form": "half3", "tn": 128, "joint": 4, "stages": 3, "band": 8, "groups": 132, "turns": True}
    params = kernel.space.point(values)
    assert kernel.refusal(params, problem, HOPPER) is None
    cut = small(kernel, params, problem, HOPPER)
    assert cut.k == 8192
    assert cut.flops() < problem.flops() / 50


@over("sample", SAMPLES)
def test_the_small_problem_runs_the_same_text(sample, any_device):
    """It is legal, has several work-groups where sizes are free, and does not depend on the size that is served."""
    facts = any_device.device.facts
    kernel, params, problem = kernels()[sample.kernel], sample.params, sample.problem
    if kernel.refusal(params, problem, facts) is not None:
        return  # no point of this device
    cut = small(kernel, params, problem, facts)
    assert cut.signature == problem.signature
    assert kernel.refusal(params, cut, facts) is None
    assert (
        kernel_text(kernel, params, cut, OPENCL_C).digest
        == kernel_text(kernel, params, problem, OPENCL_C).digest
    )
    assert cut.flops() < 5e8 or cut == problem  # a text with sizes in it is that of one problem
    choice = with_helpers(Choice(problem, kernel, params, "a test", 1.0), facts)
    wanted = kernel.helpers(params, cut)
    assert tuple(helper for helper, _ in at_small_size(choice, facts).helpers) == wanted
    if problem.family in {"gemm", "pack", "copy_matrix"} and problem.batched is False:
        launches = [kernel.geometry(params, each) for each in (cut, problem)]
        few, most = (math.prod(each.global_size) // math.prod(each.local_size) for each in launches)
        assert few >= min(2, most)


@pytest.mark.budget(one_in=6)
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: f"{sample.kernel} {sample.label}")
def test_a_right_text_is_judged_right(sample, as_written):
    """Bounds and legal sizes are those of the small problem."""
    facts = as_written.device.facts
    kernel, params, problem = kernels()[sample.kernel], sample.params, sample.problem
    if kernel.refusal(params, problem, facts) is not None:
        pytest.skip("no point of this device")
    cut = at_small_size(with_helpers(Choice(problem, kernel, params, "a test", 1.0), facts), facts)
    if cut.problem == problem and problem.flops() > 1e9:
        pytest.skip("its text is that of one large problem")
    assert product.trial_for(as_written.device, as_written.queue, cut.problem).check(cut) is None
