"""Unchanged PyTorch programs on a card with their products served: streams, graphs, memory, threads and several cards."""

import gc
import threading
from collections.abc import Callable
from typing import Any

import pytest

from autoblas.torch import control
from support.data_parallel import losses_apart
from support.tensor_kinds import KINDS, STEP, errors

pytestmark = [pytest.mark.card, pytest.mark.filterwarnings("default")]


@pytest.fixture
def torch(arrays):
    """PyTorch, with products of any size served."""
    control.enable(accuracy="standard", decide="always", min_flops=0)
    control.report(reset=True)
    yield arrays.torch
    control.disable()
    arrays.torch.cuda.empty_cache()


def near(result: Any, a: Any, b: Any) -> bool:
    """Whether a product lies near that of double precision."""
    exact = a.double() @ b.double()
    return float((result - exact).norm() / exact.norm()) < 2e-6


def step_of(torch: Any, rows: int = 512) -> tuple[Any, Callable[[], Any]]:
    """A model, and a function that computes its gradients anew."""
    torch.manual_seed(0)
    layers = torch.nn.Linear(256, 1024), torch.nn.GELU(), torch.nn.Linear(1024, 256)
    model = torch.nn.Sequential(*layers).cuda()
    x, y = torch.randn(2, rows, 256, device="cuda")

    def step() -> Any:
        model.zero_grad(set_to_none=True)
        loss = torch.nn.functional.mse_loss(model(x), y)
        loss.backward()
        return loss.detach()

    return model, step


def gradients(model: Any) -> list[Any]:
    """Copies of a model's gradients."""
    return [p.grad.clone() for p in model.parameters()]


def served() -> int:
    """Products that were served, without a fault."""
    counts = control.report()
    assert not counts.faults
    return counts.served


def test_products_run_on_the_current_stream(torch):
    """Behind the work that is there, and before what follows, with an event between two streams."""
    first, second = torch.cuda.Stream(), torch.cuda.Stream()
    a, b = torch.randn(2, 1024, 1024, device="cuda")
    large = torch.randn(4096, 4096, device="cuda")
    torch.cuda.synchronize()
    with torch.cuda.stream(first):
        for _ in range(20):
            large = large @ large * 1e-2
        doubled = 2 * a
        product = doubled @ b
        mark = first.record_event()
    with torch.cuda.stream(second):
        second.wait_event(mark)
        again = product @ b
    torch.cuda.synchronize()
    assert near(product, 2 * a, b)
    assert near(again, product, b)
    assert served() == 22


def test_a_captured_step_is_replayed(torch):
    """A hundred times, equal to the bit, after the switch is off too; so is a graph that followed it on the stream."""
    model, step = step_of(torch)
    stream, graph, other = torch.cuda.Stream(), torch.cuda.CUDAGraph(), torch.cuda.CUDAGraph()
    with torch.cuda.stream(stream):
        for _ in range(3):
            step()
        expected = gradients(model)
    torch.cuda.synchronize()
    before = served()
    with torch.cuda.graph(graph, stream=stream):
        step()
    assert served() == before + 5
    a, b = torch.randn(2, 300, 300, device="cuda")
    expected_product = a @ b
    with torch.cuda.graph(other, stream=stream):
        product = a @ b
    control.disable()
    for _ in range(100):
        graph.replay()
        other.replay()
    torch.cuda.synchronize()
    assert all(torch.equal(p.grad, x) for p, x in zip(model.parameters(), expected, strict=True))
    assert near(product, a, b)
    assert near(expected_product, a, b)


def test_a_layout_that_a_capture_meets_first_is_pytorchs(torch):
    """Nothing is built or timed in a capture."""
    a, b = torch.randn(517, 203, device="cuda"), torch.randn(203, 311, device="cuda")
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        product = a @ b
    graph.replay()
    torch.cuda.synchronize()
    assert near(product, a, b)
    assert served() == 0


@pytest.mark.parametrize("mode", ["default", "reduce-overhead"])
def test_compiled_steps_have_the_same_gradients(torch, mode):
    """Those of the eager step; products are served in each."""
    pytest.importorskip("triton")
    model, step = step_of(torch)
    step()
    expected, before = gradients(model), served()
    model.compile(mode=mode)
    for _ in range(4):
        step()
    assert served() > before
    for one, other in zip(gradients(model), expected, strict=True):
        torch.testing.assert_close(one, other, rtol=1e-4, atol=1e-6)


def test_without_memory_pytorch_computes(torch):
    """With 96 MiB left for a product that needs more beside its operands: right, and at most a fault."""
    a = torch.randn(6000, 6000, device="cuda")
    out = torch.empty_like(a)
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        torch.cuda.current_blas_handle()  # which PyTorch needs memory outside its own for
    torch.cuda.empty_cache()
    filler = torch.empty(torch.cuda.mem_get_info()[0] - 96 * 2**20, dtype=torch.uint8, device="cuda")
    try:
        with torch.cuda.stream(stream):
            torch.mm(a, a, out=out)
        stream.synchronize()
    finally:
        del filler
    torch.cuda.empty_cache()
    assert near(out, a, a)


def test_deterministic_runs_are_equal_to_the_bit(torch, monkeypatch):
    """Losses and gradients of two runs from one seed."""
    monkeypatch.setenv("CUBLAS_WORKSPACE_CONFIG", ":4096:8")  # which PyTorch wants for its own products
    runs = []
    torch.use_deterministic_algorithms(True)  # PyTorch's own form
    try:
        for _ in range(2):
            model, step = step_of(torch)
            runs.append([torch.stack([step() for _ in range(5)]), *gradients(model)])
    finally:
        torch.use_deterministic_algorithms(False)  # likewise
    assert all(torch.equal(one, other) for one, other in zip(*runs, strict=True))
    assert served() > 0


def test_the_thread_of_the_backward_pass_serves(torch):
    """PyTorch's own thread of the card; also for a thread of the program that ended before."""
    model, step = step_of(torch)
    worker = threading.Thread(target=step)
    worker.start()
    worker.join()
    torch.cuda.synchronize()
    expected = gradients(model)
    step()
    assert all(torch.equal(one, other) for one, other in zip(gradients(model), expected, strict=True))
    assert control.report().threads == 3
    assert served() == 10


def test_a_stack_of_more_elements_than_32_bits_count(torch):
    """Its last items are right; 26 GB in all."""
    items, side = 2**31 // 2**20 + 3, 1024
    if torch.cuda.mem_get_info()[0] < 30e9:
        pytest.skip("the card has not enough memory")
    a = torch.randn(items, side, side, device="cuda")
    b = torch.randn(1, side, side, device="cuda").expand(items, side, side)
    product = torch.bmm(a, b)
    assert served() == 1
    for item in (0, items // 2, items - 2, items - 1):
        assert near(product[item], a[item], b[item])


def test_memory_is_constant_over_thousands_of_steps(torch):
    """Inside PyTorch's allocator and outside, from the hundredth step on."""
    _, step = step_of(torch, rows=64)
    used = []
    for count in (100, 1900):
        for _ in range(count):
            step()
        torch.cuda.synchronize()
        gc.collect()
        free, whole = torch.cuda.mem_get_info()
        used.append((torch.cuda.memory_allocated(), torch.cuda.memory_reserved(), whole - free))
    assert used[0] == used[1]
    assert served() == 10_000


@pytest.mark.parametrize("kind", KINDS)
def test_errors_are_within_their_bound(torch, kind):
    """Of a training step's products of any numbers, in roundings of the sum of magnitudes: one a term, and a few more."""
    control.enable(accuracy="standard", decide="always", dtypes=[torch.float32])
    for product, (_, terms, _, _) in STEP.items():
        assert errors(torch, product, kind, {"": torch.mm})[""] <= terms + 8, product
    assert served() == len(STEP)


def test_two_cards_train_as_one(torch, tmp_path):
    """Data-parallel by PyTorch's own means: equal losses but for rounding, and both processes are served."""
    if torch.cuda.device_count() < 2:
        pytest.skip("there is one card")
    apart, products, faults = losses_apart(tmp_path, "cuda", 2)
    assert apart < 1e-5
    assert products == [100, 100]
    assert faults == [{}, {}]
