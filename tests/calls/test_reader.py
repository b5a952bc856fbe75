"""Keys of calls: the function that is made for a signature says what the signature itself says."""

import random
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas.calls import reader as module
from autoblas.calls.reader import ArgumentSignature, read_arguments, reader
from autoblas.errors import ArgumentError
from support.rig import Rig

FACTORS = (
    *(
        0.5,
        -0.25,
        0.0,
        -0.0,
        1.0,
        -1.0,
        float("nan"),
        float("inf"),
        1e-30,
        1e30,
        2.0**-24,
        2.0**15,
        -(2.0**15),
    ),
    *(np.float32(0.5), np.float32(0), np.float32(-0.0), np.float32(1), np.float64(3), np.float64("nan")),
    *(0.5 + 0.25j, 1 + 0j, 0j, -0j, complex(0.5, 0), np.complex64(0.5 + 2j), np.complex64(1), complex("nan")),
)
OPTIONS = ("N", 3, True, np.float32, (1, 2), (1, 2.0), (), np.dtype("float64"))


class Arguments:
    """Makes arguments at random, of few arrays, so that they often share memory."""

    def __init__(self, rig: Rig, seed: int) -> None:
        self.random, self.queue = random.Random(seed), rig.queue
        second_queue = cl.CommandQueue(self.queue.context, self.queue.device)
        foreign = cl.Context([self.queue.device])
        whole = cl_array.zeros(self.queue, (3, 64, 8), np.float32)
        memory: Any = whole.base_data
        parts = [memory.get_sub_region(2048 * i, 2048) for i in (0, 0, 1)]
        self.queues = (self.queue, self.queue, second_queue)
        self.arrays = [
            *(cl_array.zeros(self.queue, (8, 8), np.float32) for _ in range(3)),
            *(cl_array.zeros(self.queue, 8, np.float64)[::step] for step in (1, 2)),
            *(cl_array.Array(self.queue, (8, 8), np.float32, data=part) for part in parts),
            *(whole[0], whole[1], whole.T, cl_array.zeros(self.queue, 0, np.float32)),
            cl_array.zeros(second_queue, 8, np.float32),
            cl_array.zeros(self.queue, 8, np.float32).with_queue(None),
            cl_array.zeros(cl.CommandQueue(foreign), 8, np.float32),
        ]

    def draw(self) -> dict[str, Any]:
        """Of a call."""
        pick = self.random.choice
        usual = self.random.random() < 0.4
        arrays = (
            self.random.sample(self.arrays[:5], self.random.randint(1, 4))
            if usual
            else [pick(self.arrays) for _ in range(self.random.randint(1, 4))]
        )
        call_arguments = {f"x{index}": array for index, array in enumerate(arrays)}
        call_arguments |= {
            f"f{index}": pick(FACTORS[:1] if usual else FACTORS) for index in range(pick((0, 1, 2)))
        }
        call_arguments |= {f"o{index}": pick(OPTIONS) for index in range(pick((0, 1)))}
        if pick((True, False, False)):
            call_arguments["queue"] = pick(self.queues) if not usual else self.queue
        if pick((True, False, False)):
            call_arguments["wait_for"] = pick((None, [], "nothing"))
        names = list(call_arguments)
        self.random.shuffle(names)
        return {name: call_arguments[name] for name in names}


@pytest.mark.parametrize("seed", range(3))
def test_what_is_read_is_what_the_form_says(pocl, seed):
    """Of random arguments: key, queue, arrays, memory, factors and events; and most usual calls ask the signature nothing."""
    arguments, asked, usual = Arguments(pocl, seed), 0, 0
    for _ in range(1500):
        call_values = arguments.draw()
        signature = module._signature_of("routine", list(call_values), list(call_values.values()))
        assert signature is not None
        expected, calls = outcome(signature.read, call_values.values()), Counting(signature)
        by_position = arguments.random.randint(0, len(call_values))
        by_index, rest = [*call_values.values()][:by_position], [*call_values.items()][by_position:]
        read = reader(calls, [name for name, _ in rest])
        arguments.random.shuffle(rest)
        assert same(outcome(read, (by_index, dict(rest))), expected), call_values
        asked += calls.asked
        usual += not calls.asked
    assert usual > 300
    assert asked > 300


class Counting(ArgumentSignature):
    """A signature that counts how often it is asked.

    Attributes:
        asked: How often.
    """

    asked: int

    def __init__(self, signature: ArgumentSignature) -> None:
        self.__dict__.update(signature.__dict__, asked=0)

    def read(self, *values: Any) -> Any:
        """Count."""
        self.__dict__["asked"] += 1
        return super().read(*values)


def outcome(read: Callable[..., Any], call_values: Iterable[Any]) -> Any:
    """What was read, or what was raised."""
    try:
        return read(*call_values)
    except ArgumentError as error:
        return str(error)


def same(result: Any, expected: Any) -> bool:
    """Two outcomes are equal, with the same objects where there are objects."""
    if not (isinstance(result, tuple) and isinstance(expected, tuple)):
        return bool(result == expected)
    key, adapter, queue, arrays, memory, factors, wait_for = zip(result, expected, strict=True)
    return (
        key[0] == key[1]
        and hash(key[0]) == hash(key[1])
        and adapter[0] is adapter[1]
        and queue[0] is queue[1]
        and [*map(id, arrays[0])] == [*map(id, arrays[1])]
        and [*map(id, memory[0])] == [*map(id, memory[1])]
        and factors[0] == factors[1]
        and wait_for[0] is wait_for[1]
    )


def test_a_closed_queue_is_refused_by_what_is_made(pocl):
    """In the words of the general way, whatever filters of warnings a program has set since."""
    with cl.CommandQueue(pocl.queue.context, pocl.queue.device) as queue:
        x, y = (cl_array.zeros(queue, 8, np.float32) for _ in range(2))
        assert read_arguments("axpy", ("x", "y"), (x, y), {}) is not None
    with pytest.raises(ArgumentError, match="open command queue"):
        read_arguments("axpy", ("x", "y"), (x, y), {})


def test_forms_of_several_adapters_are_their_own(pocl):
    """The classes of arrays are part of what a signature is found by."""
    x = cl_array.zeros(pocl.queue, 8, np.float32)
    call_arguments = read_arguments("routine", ("x",), (x,), {})
    assert call_arguments is not None
    assert read_arguments("routine", ("x",), (np.zeros(8),), {}) is None
    assert read_arguments("routine", ("x",), (x,), {}) is not None
    assert ("routine", cl_array.Array) in module.READERS
    assert ("routine", np.ndarray) in module._without


def test_arguments_of_other_classes_are_not_read(pocl):
    """Whichever of them it is; what is asked first is what was looked for last, whatever came between."""
    x, mapped = (
        cl_array.zeros(pocl.queue, 8, np.float32),
        autoblas.mapped_empty(8, np.float32, queue=pocl.queue),
    )
    signature = module._signature_of("routine", ["x", "alpha", "trans"], [x, 0.5, "N"])
    assert signature is not None
    values = (x, 0.5, "N")
    for by_position in range(4):
        names = ("x", "alpha", "trans")[by_position:]
        read = reader(signature, names)
        call_arguments = read(values[:by_position], dict(zip(names, values[by_position:], strict=True)))
        assert call_arguments is not module.NO_MATCH
        for mismatch in ((mapped, 0.5, "N"), (x, np.float32(0.5), "N"), (x, None, "N"), (x, 0.5, True)):
            call_values = mismatch[:by_position], dict(zip(names, mismatch[by_position:], strict=True))
            assert read(*call_values) is module.NO_MATCH
    starts = []
    for alpha in (0.5, np.float32(0.5), 0.5, 0.5 + 0.25j, np.float32(0.25)):
        call_arguments = read_arguments("routine", ("x",), (x,), {"alpha": alpha})
        assert call_arguments is not None
        assert call_arguments[5] == {"alpha": alpha}
        assert module.LATEST_READERS["routine"]((x,), {"alpha": alpha}) is not module.NO_MATCH
        starts.append(call_arguments[0][0])
    assert starts[0] is starts[2]
    assert starts[1] is starts[4]
    assert len(set(starts)) == 3


def test_arguments_of_other_names_are_not_read(pocl):
    """Nor more or fewer of them; calls that take turns are each read by their own reader."""
    x, y = (cl_array.zeros(pocl.queue, 8, np.float32) for _ in range(2))
    signature = module._signature_of("routine", ["x", "y"], [x, y])
    assert signature is not None
    read = reader(signature, ["y"])
    assert read((x,), {"y": y}) is not module.NO_MATCH
    for args, kwargs in (
        ((x,), {"z": y}),
        ((x,), {}),
        ((x, y), {}),
        ((x, y), {"y": y}),
        ((x,), {"y": y, "z": y}),
    ):
        assert read(args, kwargs) is module.NO_MATCH
    ways: list[tuple[Any, dict[str, Any]]] = [((x, y), {}), ((x,), {"y": y}), ((x, y), {"queue": pocl.queue})]
    readers = []
    for args, kwargs in ways * 2:
        assert read_arguments("routine", ("x", "y"), args, kwargs) is not None
        assert module.LATEST_READERS["routine"](args, kwargs) is not module.NO_MATCH
        readers.append(module.LATEST_READERS["routine"])
    assert readers[:3] == readers[3:]
    assert len(set(readers)) == 3
