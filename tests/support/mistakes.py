"""Mistakes that a call of a routine can be made with, each of which must be refused."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array

from autoblas.arrays.mapped.array import MappedArray

Array = np.ndarray[Any, np.dtype[Any]]

LETTERS = ("trans", "trans_a", "trans_b", "uplo", "diag", "side", "order")
"""Arguments that are letters."""


@dataclass
class Attempt:
    """A call before it is made.

    Attributes:
        arrays: The operands, where they are.
        views: The models of their memory.
        outputs: The names of those that are written.
        options: Letters and factors.
        host: The operands are NumPy arrays.
        queue: A queue of their context.
        foreign: One of another context.
        rng: What is open is drawn from it.
        more: A queue and events.
        some: The name of the operand that a mistake is made with, where it is made with one.
    """

    arrays: dict[str, Any]
    views: dict[str, Array]
    outputs: list[str]
    options: dict[str, Any]
    host: bool
    queue: cl.CommandQueue
    foreign: cl.CommandQueue
    rng: np.random.Generator
    more: dict[str, Any] = field(default_factory=dict)
    some: str = ""

    def __post_init__(self) -> None:
        """Draw the operand."""
        names = list(self.arrays)
        self.some = names[int(self.rng.integers(len(names)))]


def _overlap(call: Attempt) -> bool:
    views = call.views
    twins = [
        (out, x)
        for out in call.outputs
        for x in call.arrays
        if x != out and views[x].shape == views[out].shape and views[x].size
    ]
    if not twins:
        return False
    out, other = twins[int(call.rng.integers(len(twins)))]
    call.arrays[out] = call.arrays[other]
    return True


def _context(call: Attempt) -> bool:
    call.more["queue"] = call.foreign
    return not call.host


def _read_only(call: Attempt) -> bool:
    if not call.host or not call.outputs:
        return False
    call.arrays[call.outputs[0]].flags.writeable = False
    return True


def _mixed(call: Attempt) -> bool:
    if len(call.arrays) == 1:
        return False
    values = np.array(call.views[call.some])
    call.arrays[call.some] = cl_array.to_device(call.queue, values) if call.host else values
    return True


def _type(call: Attempt) -> bool:
    zeros = np.zeros(call.views[call.some].shape, np.uint64)
    call.arrays[call.some] = zeros if call.host else cl_array.to_device(call.queue, zeros)
    return True


def _axes(call: Attempt) -> bool:
    if isinstance(call.arrays[call.some], MappedArray):
        return False
    more_axes = (None, None, None)
    call.arrays[call.some] = call.arrays[call.some][more_axes]
    return True


def _letter(call: Attempt) -> bool:
    letters = [x for x in LETTERS if x in call.options]
    if letters:
        call.options[letters[0]] = "X"
    return bool(letters)


MISTAKES: dict[str, Callable[[Attempt], bool]] = {
    "overlap": _overlap,
    "context": _context,
    "read-only": _read_only,
    "mixed": _mixed,
    "type": _type,
    "axes": _axes,
    "letter": _letter,
}
"""Make a mistake; False where the call cannot have it. An output that is an input too, a queue of another context, an output
that cannot be written, arrays of both memories, an element type and a number of axes that no routine knows, a letter that
means nothing."""
