"""Serving of unchanged PyTorch programs, on the host's dispatch key: its calls go the way of a card's up to the kernel."""

from __future__ import annotations

import copy
import gc
import subprocess
import sys
import threading
import warnings
import weakref
from typing import TYPE_CHECKING, Any

import pytest

from autoblas.errors import AllocationError, ArgumentError, AutoblasError

torch: Any = pytest.importorskip("torch")  # before our operator, which is registered when both are there

from autoblas.torch import control  # noqa: E402
from autoblas.torch.products import Product  # noqa: E402
from support.torch_switch import DTYPES, assert_close, matrix, options, without  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.torch.switch import Switch

pytestmark = pytest.mark.torch
functional = torch.nn.functional

A, B, C, V = ((7, 5), (5, 6), (7, 6), (6,))
STACKS = ((3, 7, 5), (3, 5, 6), (3, 7, 6))

FORMS: dict[str, tuple[str, Callable[..., Any], tuple[tuple[int, ...], ...]]] = {
    "mm": ("mm", torch.mm, (A, B)),
    "operator": ("mm", lambda a, b: a @ b, (A, B)),
    "transposed": ("mm", lambda a, b: a.mT @ b.mT, ((5, 7), (6, 5))),
    "sliced": ("mm", lambda a, b: a[::2, 1:] @ b[:, ::3], ((9, 6), (5, 8))),
    "expanded": ("mm", lambda a, b: a.expand(7, 5) @ b, ((1, 5), B)),
    "linear": ("addmm", functional.linear, (A, (6, 5), V)),
    "linear without bias": ("mm", functional.linear, (A, (6, 5))),
    "linear of a stack": ("addmm", functional.linear, ((2, 7, 5), (6, 5), V)),
    "einsum": ("bmm", lambda a, b: torch.einsum("bik,bkj->bij", a, b), STACKS[:2]),
    "tensordot": ("mm", lambda a, b: torch.tensordot(a, b, dims=([1], [0])), (A, B)),
    "multi_dot": ("mm", lambda *x: torch.linalg.multi_dot(x), (A, B, (6, 4))),
    "bmm": ("bmm", torch.bmm, STACKS[:2]),
    "matmul of stacks": ("bmm", torch.matmul, STACKS[:2]),
    "matmul that broadcasts": ("bmm", torch.matmul, ((3, 1, 7, 5), (2, 5, 6))),
    "addmm with a matrix": ("addmm", lambda c, a, b: torch.addmm(c, a, b, beta=0.5, alpha=-2), (C, A, B)),
    "addmm with a column": ("addmm", torch.addmm, ((7, 1), A, B)),
    "addmm with a number": ("addmm", torch.addmm, ((), A, B)),
    "addmm in place": ("addmm", lambda c, a, b: c.clone().addmm_(a, b, beta=2), (C, A, B)),
    "baddbmm": ("baddbmm", lambda c, a, b: torch.baddbmm(c, a, b, alpha=3), STACKS[::-1][:1] + STACKS[:2]),
    "baddbmm in place": ("baddbmm", lambda c, a, b: c.clone().baddbmm_(a, b), STACKS[::-1][:1] + STACKS[:2]),
    "mm into": ("mm", lambda a, b: torch.mm(a, b, out=a.new_empty(7, 6)), (A, B)),
    "mm into columns": ("mm", lambda a, b: torch.mm(a, b, out=a.new_empty(6, 7).mT), (A, B)),
    "addmm into": ("addmm", lambda c, a, b: torch.addmm(c, a, b, out=a.new_empty(7, 6)), (V, A, B)),
    "bmm into": ("bmm", lambda a, b: torch.bmm(a, b, out=a.new_empty(3, 7, 6)), STACKS[:2]),
    "baddbmm into": (
        "baddbmm",
        lambda c, a, b: torch.baddbmm(c, a, b, out=a.new_empty(3, 7, 6)),
        ((6,), *STACKS[:2]),
    ),
    "conjugated": ("mm", lambda a, b: a.conj() @ b.mH, (A, (6, 5))),
}
"""Programs by name: the operator at which they arrive, the program, and the shapes of its operands."""


@pytest.mark.parametrize("name", FORMS)
def test_programs_arrive_and_are_right(switch, name):
    """In every type: served by the operator that is named, and within the bound of double precision."""
    base, program, shapes = FORMS[name]
    for dtype in DTYPES:
        operands = [matrix(*shape, dtype=dtype, seed=i) for i, shape in enumerate(shapes)]
        wide = torch.complex128 if dtype.is_complex else torch.float64
        exact = without(switch, lambda: program(*[x.to(wide) for x in operands]))  # noqa: B023  # called at once
        switch.reset()
        result = program(*operands)
        counts = switch.report()
        assert not counts.faults
        assert [row.operator for row in counts.layouts if row.calls] == [base] * len(counts.layouts)
        assert counts.served >= 1
        assert result.shape == exact.shape
        assert result.dtype is dtype
        assert_close(result, exact, 5, 8.0 * 5 * (5 if name == "multi_dot" else 1))


def test_a_negated_view(switch):
    """PyTorch copies what is to be negated when it is read, before it arrives."""
    z, b = matrix(*A, dtype=torch.complex128), matrix(*B, dtype=torch.float64)
    assert z.conj().imag.is_neg()
    assert torch.allclose(z.conj().imag @ b, without(switch, lambda: -z.imag @ b))
    assert switch.report().served == 1


@pytest.mark.filterwarnings("ignore:`torch.jit:DeprecationWarning")
@pytest.mark.parametrize("dtype", [torch.float64, torch.complex128])
def test_gradients_and_theirs_are_right(switch, dtype):
    """By differences, through every operator; also forward, and by vmap."""
    a, b, c = (matrix(*shape, dtype=dtype).requires_grad_() for shape in ((3, 4), (4, 2), (3, 2)))
    stacks = [matrix(2, *x.shape, dtype=dtype).requires_grad_() for x in (a, b, c)]
    for program, operands in (
        (torch.mm, (a, b)),
        (torch.addmm, (c, a, b)),
        (torch.bmm, stacks[:2]),
        (torch.baddbmm, (stacks[2], *stacks[:2])),
    ):
        assert torch.autograd.gradcheck(program, operands, check_forward_ad=True)
        assert torch.autograd.gradgradcheck(program, operands)
    loss = torch.func.grad(lambda x, y: (x @ y).abs().square().sum())
    stacked = torch.vmap(loss, in_dims=(0, None))(stacks[0].detach(), b.detach())
    single = without(switch, lambda: loss(stacks[0][1].detach(), b.detach()))
    assert torch.allclose(stacked[1], single)
    assert switch.report().served > 50
    assert not switch.report().faults


def test_a_training_step_is_served_eager_and_compiled(switch):
    """Its gradients, in autocast too; a compiled program follows the switch afterwards."""
    torch.manual_seed(0)
    model = torch.nn.Sequential(torch.nn.Linear(16, 32), torch.nn.GELU(), torch.nn.Linear(32, 8))
    x, y = matrix(24, 16), matrix(24, 8)

    def gradients(run):
        model.zero_grad(set_to_none=True)
        functional.mse_loss(run(x).float(), y).backward()
        return [p.grad.clone() for p in model.parameters()]

    def in_autocast(value):
        with torch.autocast("cpu", dtype=torch.bfloat16):
            return model(value)

    pytest.importorskip("filelock")
    compiled = torch.compile(model, backend="aot_eager", fullgraph=True)
    for run, tolerance in ((model, 1e-5), (compiled, 1e-5), (in_autocast, 3e-2)):
        plain = without(switch, lambda: gradients(run))  # noqa: B023  # called at once
        switch.reset()
        served = gradients(run)
        assert switch.report().served == 5
        for got, right in zip(served, plain, strict=True):
            assert torch.allclose(got, right, tolerance, tolerance)


def test_pytorch_is_right_about_wrong_calls(switch):
    """Equal exceptions and sentences with the switch and without it."""
    a, b = matrix(*A), matrix(*B)
    wrong: list[Callable[[], Any]] = [
        lambda: torch.mm(a, a),
        lambda: torch.mm(a, b.double()),
        lambda: torch.mm(a, b[0]),
        lambda: torch.mm(torch.tensor(1.0), b),
        lambda: torch.mm(a, torch.tensor(1.0)),
        lambda: torch.mm(a, b, out=torch.empty(7, 6, dtype=torch.float64)),
        lambda: torch.mm(a, b, out=torch.empty(7, 6).expand(2, 7, 6)[0].int()),
        lambda: torch.addmm(matrix(5), a, b),
        lambda: torch.addmm(matrix(*C).double(), a, b),
        lambda: torch.bmm(a, b),
        lambda: torch.bmm(matrix(2, 7, 5), matrix(3, 5, 6)),
        lambda: matrix(7, 1).addmm_(a, b),
        lambda: torch.addmm(matrix(*C), a, b, alpha=1j),
        lambda: torch.addmm(matrix(*C), a, b, beta=1e40),
        lambda: torch.mm(a, b, out=torch.empty(6).expand(7, 6)),
    ]
    for call in wrong:
        with pytest.raises(Exception) as theirs:  # noqa: PT011  # whatever it is
            without(switch, call)
        with pytest.raises(type(theirs.value)) as ours:
            call()
        assert str(ours.value) == str(theirs.value)
    assert not switch.report().faults


def test_errors_of_pytorch_hold_no_memory(switch):
    """Tensors of a failed call are free at once: programs try again with less where memory ran out."""

    def failed_call():
        a = matrix(*A)
        with pytest.raises(RuntimeError):
            a.mm(a)
        return weakref.ref(a)

    gc.disable()
    try:
        assert failed_call()() is None
    finally:
        gc.enable()


def outcome(off: Switch | None, program: Callable[[Any], Any], values: Any) -> Any:
    """Elements that a program leaves in its argument, or what it says is wrong with it."""
    try:
        if off is None:
            program(values)
        else:
            without(off, lambda: program(values))
    except RuntimeError as error:
        return str(error)
    return values.tolist()


def test_results_that_share_memory_are_pytorchs(switch):
    """An output that is an operand, or of another shape, is left to PyTorch."""
    for program in (
        lambda x: torch.addmm(x[0], x, x, out=x),
        lambda x: torch.addmm(x.mT, x, x, out=x),
        lambda x: x.addmm_(x, x),
    ):
        values = matrix(6, 6)
        results = [outcome(switch, program, values.clone()), outcome(None, program, values.clone())]
        assert results[0] == results[1]
    with pytest.warns(UserWarning, match="resized"):
        torch.mm(matrix(*A), matrix(*B), out=torch.ones(3))


def test_bias_is_not_read_where_its_factor_is_zero(switch):
    """As in BLAS, and in PyTorch."""
    c = torch.full(C, torch.nan)
    assert torch.isfinite(torch.addmm(c, matrix(*A), matrix(*B), beta=0)).all()
    before = c._version
    assert torch.isfinite(c.addmm_(matrix(*A), matrix(*B), beta=0)).all()
    assert torch.mm(matrix(*A), matrix(*B), out=c) is c
    assert c._version == before + 2  # PyTorch counts writes above the override
    assert switch.report().served == 3


def test_empty_products(switch):
    """Zeros where there are no terms; a result without elements."""
    assert torch.equal(torch.empty(3, 0) @ torch.empty(0, 4), torch.zeros(3, 4))
    assert (torch.empty(0, 3) @ torch.empty(3, 4)).shape == (0, 4)
    assert torch.equal(torch.addmm(torch.ones(4), torch.empty(3, 0), torch.empty(0, 4)), torch.ones(3, 4))
    switch.set(options(decide="records"))
    assert torch.equal(torch.empty(3, 0) @ torch.empty(0, 4), torch.zeros(3, 4))
    assert switch.report().faults == {}


def fail(error: Exception) -> Callable[..., Any]:
    """A function that raises it."""

    def raises(*_: Any, **__: Any) -> None:
        raise error

    return raises


@pytest.mark.parametrize("step", ["Product.compute", "fits", "Switch._bind"])
@pytest.mark.parametrize("error", [ZeroDivisionError("planted"), ArgumentError("a", "planted", "no")])
def test_faults_are_never_the_programs(switch, step, error, monkeypatch):
    """Whatever fails, PyTorch computes, and the layout is given back, which the report says."""
    a, b, message = matrix(*A), matrix(*B), f"{type(error).__name__}: {error}"
    with monkeypatch.context() as patch:
        patch.setattr(f"autoblas.torch.switch.{step}", fail(error))
        for _ in range(2):
            assert torch.equal(a @ b, without(switch, lambda: a @ b))
    assert switch.report().faults == {message: 1}
    assert f"given back: mm float32 7 x 5 x 6 nn: {message}" in str(switch.report())
    a @ b
    assert switch.report().left == {message: 2}
    assert switch.report().served == 0


@pytest.mark.parametrize("error", [AllocationError("no room"), torch.OutOfMemoryError("CUDA out of memory")])
def test_memory_may_be_free_another_time(switch, error, monkeypatch):
    """Once more without what PyTorch keeps; then PyTorch computes this call, and autoblas the next one."""
    a, b = matrix(*A), matrix(*B)
    emptied: list[int] = []
    monkeypatch.setattr(
        torch.cuda, "empty_cache", lambda: emptied.append(sum(x() is not None for x in results))
    )
    results: list[Any] = []
    compute = Product.compute

    def once(product, *args):
        if not emptied:
            result = matrix(*C)
            results.append(weakref.ref(result))
            raise type(error)(*error.args)
        return compute(product, *args)

    with monkeypatch.context() as patch:
        patch.setattr(Product, "compute", once)
        a @ b
        assert (switch.report().served, emptied) == (1, [0])  # the first trial holds nothing
        patch.setattr(Product, "compute", fail(error))
        assert torch.equal(a @ b, without(switch, lambda: a @ b))
        patch.setattr(switch, "_captures", lambda: True)
        a @ b
    assert len(emptied) == 2  # nothing is freed in a capture
    a @ b
    assert switch.report().served == 2
    assert list(switch.report().faults.values()) == [2]


def test_interruptions_reach_the_program(switch, monkeypatch):
    """Ctrl-C is no fault."""

    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("autoblas.torch.switch.Product.compute", interrupt)
    with pytest.raises(KeyboardInterrupt):
        matrix(*A) @ matrix(*B)
    assert switch.options is not None


def test_what_is_left_to_pytorch(switch):
    """Small products, other types, and subclasses."""

    class Tagged(torch.Tensor):  # type: ignore[misc]  # PyTorch is untyped here
        @classmethod
        def __torch_function__(cls, function, types, args=(), kwargs=None):
            return super().__torch_function__(function, types, args, kwargs or {})

    a, b = matrix(*A), matrix(*B)
    switch.set(options(dtypes=frozenset([torch.float64])))
    assert torch.equal(a @ b, without(switch, lambda: a @ b))
    assert switch.report().left == {"another type": 1}
    switch.set(options())
    (a.as_subclass(Tagged) @ b).sum()
    assert switch.report().left == {"a subclass of tensors": 1}
    switch.set(options(min_flops=2 * 7 * 5 * 6 + 1))
    a @ b
    switch.set(options(min_flops=2 * 7 * 5 * 6))
    a @ b
    assert switch.report().served == 1


def test_threads_flip_the_switch_and_stay_right(switch):
    """Eight of them, one of which turns it off and on."""
    a = matrix(30, 20, dtype=torch.float64)
    exact, wrong = without(switch, lambda: a @ a.mT), []

    def work(number):
        for turn in range(20):
            if number == 0:
                switch.set(options() if turn % 2 else None)
            if not torch.allclose(a @ a.mT, exact):
                wrong.append(number)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    assert not switch.report().faults


def test_another_library_may_override_and_go_away(switch):
    """The one that came last is called; ours is reached through it, and alone once it is gone."""
    calls = []
    below = torch.library.get_kernel("aten::mm", "CPU").call_boxed
    library = torch.library.Library("aten", "IMPL")

    def counted(keys, *args):
        calls.append(1)
        return below(keys, *args)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        library.impl("mm", counted, "CPU", with_keyset=True, allow_override=True)
    a, b = matrix(*A), matrix(*B)
    over = a @ b
    library._destroy()
    alone = a @ b
    assert calls == [1]
    assert torch.equal(over, alone)
    assert switch.report().served == 2


GONE = """
import warnings, torch
from autoblas.torch import switch as module
from autoblas.torch.switch import ServingOptions, Switch
module.BOUND = 1
warnings.simplefilter("ignore")
below = torch.library.get_kernel("aten::mm", "CPU").call_boxed
theirs = torch.library.Library("aten", "IMPL")
theirs.impl("mm", lambda keys, *args: below(keys, *args), "CPU", with_keyset=True, allow_override=True)
switch = Switch("CPU")
switch.set(ServingOptions("standard", 1e6, frozenset([torch.float32]), "always"))
a = torch.arange(12.0).reshape(3, 4)
wanted = [a @ a.mT]
theirs._destroy()
wanted.append(a @ a.mT)
switch.set(None)
a[:2] @ a.mT
wanted.append(a @ a.mT)
assert len(switch._orphans) == 1
assert all(torch.equal(x, wanted[0]) for x in wanted)
(message,) = switch.report().faults
print(message)
try:
    torch.mm(a, a)
except RuntimeError as error:
    print(error)
"""


def test_another_library_may_have_overridden_before_and_go_away():
    """PyTorch's kernel cannot be reached then: autoblas computes, also while it is off, and the report names the place."""
    run = subprocess.run([sys.executable, "-c", GONE], check=True, capture_output=True, text=True)
    first, second, *_ = run.stdout.splitlines()
    assert first.startswith("the library that overrode mm before went away (registered at <string>:")
    assert "SafeKernelFunction has been invalidated" in second


def test_off_is_pytorch_to_the_bit(switch, monkeypatch):
    """After ``disable``, and after a block."""
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    a, b = matrix(40, 50), matrix(50, 60)
    control.disable()
    plain = a @ b
    assert not control.report().on
    with control.serving(min_flops=0, decide="always"):
        a @ b
    assert torch.equal(plain, a @ b)
    assert control.report(reset=True).served == 1
    assert control.report().served == 0


def test_warming_leaves_the_model_alone(switch):
    """Layouts of forward and backward are decided; parameters, gradients and random numbers are as they were."""
    model, x = torch.nn.Sequential(torch.nn.Linear(5, 6), torch.nn.Dropout()), matrix(7, 5).requires_grad_()
    before, state = copy.deepcopy(model.state_dict()), torch.random.get_rng_state()
    control.warm(model, x)
    assert len(switch.report().layouts) == 3
    assert x.grad is None
    assert torch.equal(torch.random.get_rng_state(), state)
    assert all(torch.equal(value, before[name]) for name, value in model.state_dict().items())
    assert all(p.grad is None for p in model.parameters())
    control.disable()
    with pytest.raises(AutoblasError, match=r"enable\(\) before"):
        control.warm(model, matrix(7, 5))


def test_options_are_checked():
    """In a sentence each, before anything is registered."""
    for wrong in (
        {"accuracy": "exact"},
        {"decide": "now"},
        {"min_flops": -1},
        {"min_flops": "9"},
        {"dtypes": [torch.int8]},
    ):
        (name,) = wrong
        arguments: dict[str, Any] = {
            "accuracy": "auto",
            "min_flops": 1,
            "dtypes": None,
            "decide": "measure",
            **wrong,
        }
        with pytest.raises(ArgumentError, match=name):
            control._options(torch, *arguments.values())
    if not torch.cuda.is_available():
        with pytest.raises(AutoblasError, match="no usable card"):
            control.enable()


def test_a_program_that_cannot_be_edited_runs(tmp_path):
    """With its arguments and the modules beside it; without a card in one sentence."""
    (tmp_path / "beside.py").write_text("WORD = 'beside'\n")
    program = tmp_path / "program.py"
    program.write_text("import sys, beside\nprint(beside.WORD, sys.argv[1:], __name__)\n")
    command = [sys.executable, "-m", "autoblas.torch"]
    for words in (["absent.py"], ["--measure", "1", "absent/file"]):
        run = subprocess.run([*command, *words], check=False, capture_output=True, text=True, cwd=tmp_path)
        assert (run.returncode, run.stdout) == (2, "")
        assert run.stderr.endswith(f"{words[-1]}\n")
    if torch.cuda.is_available():
        run = subprocess.run([*command, str(program), "-a", "1"], check=True, capture_output=True, text=True)
        assert run.stdout == "beside ['-a', '1'] __main__\n"
        assert "served 0 calls" in run.stderr
    else:
        run = subprocess.run([*command, str(program)], check=False, capture_output=True, text=True)
        assert (run.returncode, run.stdout) == (1, "")
        assert run.stderr.endswith("PyTorch sees no usable card\n")
