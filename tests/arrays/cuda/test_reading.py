"""Calls on tensors that look like earlier ones: read and repeated by functions that are made for them, as the general way does."""

# mypy: disable-error-code="type-var"
# Arguments that do not fit, and letters out of lists.

import random
from typing import Any

import numpy as np
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas.calls import reader as reader_module
from autoblas.calls.reader import reader
from autoblas.calls.repeatable import RepeatableCall
from autoblas.devices.cuda.backend import card_device
from support.cuda_arrays import Shown, Tensor
from support.emulated_card import Kernel
from support.repeated_calls import replace_runs

A = np.arange(64, dtype=np.float32).reshape(8, 8)
B = np.eye(8, dtype=np.float32)[::-1] * 2


@pytest.fixture
def works(monkeypatch):
    """Calls that were captured."""
    captured: list[RepeatableCall] = []

    def noted(work):
        captured.append(work)
        return work.run

    replace_runs(monkeypatch, noted)
    return captured


def changed(tensor: Tensor, **values: Any) -> Tensor:
    """A tensor with other attributes."""
    copy = tensor.view(tensor.values)
    copy.__dict__.update(values)
    return copy


def plain(part: Any) -> Any:
    """A sequence as a list."""
    return list(part) if isinstance(part, (tuple, list)) else part


@pytest.mark.usefixtures("torch")
def test_what_is_read_of_tensors_is_what_the_form_says(driver):
    """Of tensors that overlap, are on another card, record gradients or are conjugated, and of such as have nothing of that."""
    driver.count = 2
    whole = Tensor(np.zeros((4, 8, 8), np.float32))
    parts = [whole.view(whole.values[i]) for i in range(4)]
    odd = [
        whole.view(whole.values[0, 1:]),
        whole.view(whole.values[0].T),
        Tensor(np.zeros((8, 8), np.complex64)),
    ]
    unusual = [
        changed(parts[0], requires_grad=True),
        changed(parts[1], device=1),
        changed(odd[2], conjugate=True),
    ]
    mixed, pick = random.Random(3), random.Random(4).choice
    read = 0
    for _ in range(600):
        pool = parts if mixed.random() < 0.5 else [*parts, *odd, *unusual, *odd]
        arguments: dict[str, Any] = {f"x{index}": pick(pool) for index in range(mixed.randint(1, 3))}
        arguments |= {"alpha": pick((0.5, 1.0))} if mixed.random() < 0.3 else {}
        signature: Any = reader_module._signature_of("routine", list(arguments), list(arguments.values()))
        expected, read_call = (
            signature.read(*arguments.values()),
            reader(signature, [*arguments])((), arguments),
        )
        if expected is None:
            assert read_call is None
            continue
        read += 1
        assert read_call is not None
        assert [plain(part) for part in read_call] == [plain(part) for part in expected]
    assert read > 300


def test_tensors_and_buffers_take_turns(pocl, torch, works):
    """Calls on the arrays of one library are never repeated by what was made for another's."""
    del torch
    there = [cl_array.to_device(pocl.queue, x) for x in (A, B, A)]
    tensors = [Tensor(x) for x in (A, B, A)]
    shown = [Shown(x) for x in (A, B, A)]
    for _ in range(5):
        for a, b, c in (there, tensors, shown):
            (c.values if not isinstance(c, cl_array.Array) else c)[...] = 0
            product = autoblas.gemm(a, b, c=c)
            assert product is c
            pocl.queue.finish()
            assert np.array_equal(c.get() if isinstance(c, cl_array.Array) else c.values, A @ B)
    assert [work.run == work.general for work in works] == [False, False, True]


def test_the_current_stream_is_asked_for_in_every_call(torch, works, monkeypatch):
    """A call that is repeated runs where the library is now, and has a capture of its own for each stream."""
    used: list[int] = []
    original = Kernel.launch

    def launch(self, queue, *arguments):
        used.append(queue.handle)
        return original(self, queue, *arguments)

    monkeypatch.setattr(Kernel, "launch", launch)
    a, b, c = Tensor(A), Tensor(B), Tensor(A)
    call = autoblas.prepare(autoblas.gemm, a, b, c=c)
    used.clear()
    for _ in range(4):
        for stream in (16, 32):
            torch.stream = stream
            autoblas.gemm(a, b, c=c)
            call()
    assert used == [16, 16, 32, 32] * 4
    assert {work.queue for work in works} >= {card_device(0).queue_for(stream) for stream in (16, 32)}
    assert c.written == 16


@pytest.mark.usefixtures("torch")
def test_a_tensor_that_is_given_twice_is_refused():
    """By its place and by its name, or one too many, in every call."""
    a, b, c = Tensor(A), Tensor(B), Tensor(A)
    gemm: Any = autoblas.gemm
    for _ in range(3):
        gemm(a, b, c=c)
        with pytest.raises(TypeError, match="multiple values for argument 'b'"):
            gemm(a, b, b=c)
        with pytest.raises(TypeError, match="positional argument"):
            gemm(a, b, c)


@pytest.mark.usefixtures("torch")
def test_new_tensors_are_the_callers(driver, works):
    """Of calls that are repeated too, each with memory of its own."""
    del driver
    a, b = Tensor(A), Tensor(B)
    products = [autoblas.gemm(a, b) for _ in range(5)]
    assert all(type(product) is Tensor for product in products)
    assert len({product.data_ptr() for product in products}) == 5
    assert all(np.array_equal(product.values, A @ B) for product in products)
    assert len(works) == 1
    assert works[0].run != works[0].general
