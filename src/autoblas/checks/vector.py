"""Test data for maps, reductions and the last steps of reductions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.checks.stored import CANARY, Guarded, device_list, poison
from autoblas.checks.verify import compare, integers, product_bound, reals
from autoblas.devices.backends import device_of
from autoblas.plan.bound import BoundPlan
from autoblas.plan.layouts.vector import MapLayout, ReduceLayout
from autoblas.problems.vector import extreme_indices
from autoblas.problems.views import VectorView

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.devices.device import Device, Event, Queue
    from autoblas.plan.choose import Choice
    from autoblas.precision import Precision
    from autoblas.problems.vector import Finish, Map, Reduce

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["FinishTrial", "MapTrial", "ReduceTrial", "StoredVector"]

MARGIN = 32
SLACK = 3
"""Difference between the full length and that of the ragged check."""

LOGARITHM = 6
"""Roundings of a logarithm: OpenCL C lets it err by 3 units in the last place."""

COMPARED = 50_000
"""Elements that the check of the bound compares: references in extended precision are slow."""


class StoredVector(Guarded):
    """A stack of vectors in device memory, with canaries around them and between their elements.

    Args:
        queue: The queue that copies it.
        stack: The vectors, of shape (items, n).
        precision: Their element type.
        step: Distance from an element to the next; negative for descending addresses.
        interleaved: The vectors lie side by side, whatever the step.

    Attributes:
        memory: The device memory.
        offset: Offset of the first element of the first vector, in elements.
        offsets: Offsets of the vectors relative to that.
    """

    def __init__(
        self, queue: Queue, stack: Array, precision: Precision, step: int = 1, *, interleaved: bool = False
    ) -> None:
        self.items, n = stack.shape
        self.precision = precision
        if interleaved:
            buffer = np.empty((n, self.items + 2 * MARGIN), precision.dtype)
            inner = buffer[:, MARGIN : MARGIN + self.items].T
            self.offset, self.step, self.distance = MARGIN, buffer.shape[1], 1
        else:
            reach = (n - 1) * abs(step) + 1 if n else 0
            buffer = np.empty((self.items, reach + 2 * MARGIN), precision.dtype)
            inner = buffer[:, MARGIN : MARGIN + reach : abs(step)]
            inner = inner[:, ::-1] if step < 0 else inner
            self.offset = MARGIN + (reach - 1 if step < 0 and n else 0)
            self.step, self.distance = step, buffer.shape[1]
        self.offsets = self.distance * np.arange(self.items, dtype=np.uint64)
        super().__init__(queue, precision, buffer, inner, stack)

    def view(self, n: int) -> VectorView:
        """The layout of the first ``n`` elements of the vectors."""
        return VectorView(self.precision, n, self.step, self.items, self.distance if self.items > 1 else 0)


STEPS = {"x": 2, "y": -3, "z": 1}
"""Steps of vectors whose elements are not adjacent."""

SCALARS = {"alpha": 2, "beta": -1, "c": 2, "s": -3, "h11": 2, "h12": -1, "h21": 3, "h22": 1}


class MapTrial:
    """Vectors of integers, whose right result is known exactly, and of reals with an error bound."""

    def __init__(self, device: Device, queue: Queue, q: Map, rng: np.random.Generator) -> None:
        self.device, self.queue, self.problem = device, queue, q
        names = q.kind.vectors
        self.integers = {name: integers(rng, (q.items, q.n), q.precision) for name in names}
        self.fractions = {name: reals(rng, (q.items, q.n), q.precision) for name in names}
        self.stored = {
            name: StoredVector(queue, self.integers[name], q.precision, STEPS[name] if q.strided else 1)
            for name in names
        }
        self.scalars = {
            name: SCALARS[name] + (1j if q.factors[name].is_complex else 0) for name in q.kind.scalars
        }

    def check(self, choice: Choice) -> str | None:
        """The fault: integers to the bit, at the full and a ragged length; reals; and zero factors that mask NaN."""
        q = self.problem
        for n in dict.fromkeys((q.n, max(q.n - SLACK, 1))):
            wrong = self._judge(choice, n, self.integers, self.scalars, exact=True)
            if wrong:
                return wrong
        fractions = {name: value * 0.375 for name, value in self.scalars.items()}
        wrong = self._judge(choice, min(q.n, COMPARED), self.fractions, fractions, exact=False)
        for name in () if q.kind.idle and not q.listed else q.kind.vanishing:
            terms = [term for output in q.kind.outputs.values() for term in output if name in term.factors]
            bad = {
                x: np.full((q.items, q.n), poison(q.precision)) for term in terms for x in term.factors[-1:]
            }
            zero = self.scalars | {name: 0}
            wrong = wrong or self._judge(choice, min(q.n, COMPARED), self.integers | bad, zero, exact=True)
        return wrong

    def timed(self, choice: Choice) -> Callable[[], list[Event]]:
        """One map at the full length."""
        for name, stored in self.stored.items():
            stored.write(self.integers[name])
        return self._bind(choice, self.problem.n, dict.fromkeys(self.scalars, 1))

    def _judge(
        self, choice: Choice, n: int, vectors: dict[str, Array], scalars: dict[str, complex], *, exact: bool
    ) -> str | None:
        q = self.problem
        for name, stored in self.stored.items():
            stored.write(vectors[name])
        self._bind(choice, n, scalars)()[-1].wait()
        before = {name: vector[:, :n] for name, vector in vectors.items()}
        with np.errstate(invalid="ignore"):
            expected, magnitudes = q.reference({**before, **scalars})
        for name, stored in self.stored.items():
            got, outside_changed = stored.read()
            tail_changed = got[:, n:].tobytes() != vectors[name][:, n:].tobytes()
            if outside_changed or tail_changed:
                return f"at n={n}: memory outside {name} was written"
            if name not in expected:
                if got.tobytes() != vectors[name].tobytes():
                    return f"at n={n}: {name}, which is only read, was written"
                continue
            bound: Any = 0.0
            reference: Array = expected[name].astype(q.precision.dtype)
            if not exact:
                reference = expected[name]
                bound = product_bound(magnitudes[name], reference, q.roundings, q.precision, q.worked)
            verdict = compare(got[:, :n], reference, bound)
            if not verdict.ok:
                return f"at n={n} with {scalars}: {name}: {verdict}"
        return None

    def _bind(self, choice: Choice, n: int, scalars: dict[str, complex]) -> Callable[[], list[Event]]:
        q = self.problem
        views = tuple(self.stored[name].view(n) for name in q.kind.vectors)
        layout = MapLayout(q.operation, views, q.real, q.items, q.listed)
        plan = BoundPlan(self.device, self.queue, replace(choice, problem=replace(q, n=n)), layout.constants)
        values: dict[str, Any] = dict(scalars)
        for name, stored in self.stored.items():
            values |= {name: stored.memory, f"{name}_offset": stored.offset}
            if q.listed:
                values[f"{name}_offsets"] = device_list(self.queue, stored.offsets)
        for name, value in scalars.items() if q.listed else ():
            values[f"{name}s"] = device_list(self.queue, np.full(q.items, q.factors[name].scalar(value)))
        return lambda: plan.launch(values)


class _Result:
    """The memory of a reduction's results, between canaries."""

    def __init__(self, queue: Queue, q: Reduce | Finish) -> None:
        self.dtype = np.dtype(q.index) if q.kind.kind == "index" else q.result.dtype
        self._buffer = np.full(q.items + 2 * MARGIN, CANARY % 256, self.dtype)
        self._queue = queue
        self._device = device_of(queue)
        self.memory = self._device.allocate(self._buffer.nbytes)

    def clear(self) -> None:
        """Fill it with canaries."""
        self._buffer[...] = CANARY % 256
        self._device.copy(self._queue, self.memory, self._buffer)

    def read(self) -> tuple[Array, bool]:
        """The results, and True if a canary changed."""
        self._device.copy(self._queue, self._buffer, self.memory)
        beside = np.concatenate([self._buffer[:MARGIN], self._buffer[-MARGIN:]])
        return self._buffer[MARGIN:-MARGIN].copy(), bool(np.any(beside != CANARY % 256))


def _judged(q: Reduce | Finish, got: Array, expected: tuple[Array, Array], terms: int) -> str | None:
    """The fault of results; None where they are right."""
    reference, magnitude = expected
    if q.kind.kind == "index":
        with np.errstate(invalid="ignore"):
            verdict = compare(got.astype(np.int64), reference.astype(np.int64), 0.0)
    else:
        terms += LOGARITHM if q.kind.logarithm else 0
        bound = product_bound(magnitude, reference, terms, q.result, q.accumulator, (q.precision,))
        if not q.result.is_complex and reference.dtype.kind == "c":
            reference = reference.real
        with np.errstate(over="ignore"):
            inside = np.where(np.abs(reference) > float(np.finfo(q.result.dtype).max), got, reference)
        verdict = compare(got, inside, bound)
    return None if verdict.ok else str(verdict)


class ReduceTrial:
    """Vectors of integers with many ties, of reals, and of numbers whose squares leave the range."""

    def __init__(self, device: Device, queue: Queue, q: Reduce, rng: np.random.Generator) -> None:
        self.device, self.queue, self.problem = device, queue, q
        names, shape = q.kind.vectors, (q.items, q.n)
        self.data = {
            "integers": {name: integers(rng, shape, q.precision) for name in names},
            "reals": {name: reals(rng, shape, q.precision) for name in names},
        }
        if q.kind.logarithm:
            self.data = {label: {"x": _positive(data["x"])} for label, data in self.data.items()}
        if q.guarded:
            info = np.finfo(q.precision.dtype)
            for label, size in (("large", info.max / 1e3), ("small", info.tiny * 1e3)):
                vector = self.data["reals"]["x"][:, : min(q.n, COMPARED)].copy()
                vector[:, ::7] *= q.precision.scalar(size / 10)
                self.data[label] = {"x": np.resize(vector, shape)}
        self.stored = {
            name: StoredVector(
                queue,
                self.data["reals"][name],
                q.precision,
                STEPS[name] if q.strided else 1,
                interleaved=q.interleaved,
            )
            for name in names
        }
        self.result = _Result(queue, q)
        self.alpha = 3.0 if q.kind.scalars else 0

    def check(self, choice: Choice) -> str | None:
        """The fault with any data at the full length or a ragged one; None where there is none."""
        q = self.problem
        for label, vectors in self.data.items():
            for name, stored in self.stored.items():
                stored.write(vectors[name])
            lengths = [n for n in dict.fromkeys((q.n, q.n - SLACK)) if n > 0 and self._legal(choice, n)]
            for n in lengths:
                self.result.clear()
                self._bind(choice, n)()[-1].wait()
                got, outside_changed = self.result.read()
                operands = [vectors[name][:, :n] for name in q.kind.vectors]
                wrong = _judged(q, got, q.reference(*operands, alpha=self.alpha), n)
                if wrong or outside_changed:
                    return f"{label} at n={n}: {wrong or 'memory beside the result was written'}"
        return None

    def _legal(self, choice: Choice, n: int) -> bool:
        cut = replace(self.problem, n=n)
        return choice.kernel.refusal(choice.params, cut, self.device.facts) is None

    def timed(self, choice: Choice) -> Callable[[], list[Event]]:
        """One reduction of reals at the full length."""
        for name, stored in self.stored.items():
            stored.write(self.data["reals"][name])
        return self._bind(choice, self.problem.n)

    def _bind(self, choice: Choice, n: int) -> Callable[[], list[Event]]:
        q = self.problem
        views = tuple(self.stored[name].view(n) for name in q.kind.vectors)
        layout = ReduceLayout(q.operation, views, q.accumulator, q.result, q.items, q.listed, q.index)
        plan = BoundPlan(self.device, self.queue, replace(choice, problem=replace(q, n=n)), layout.constants)
        values: dict[str, Any] = {"result": self.result.memory, "result_offset": MARGIN, "alpha": self.alpha}
        for name, stored in self.stored.items():
            values |= {name: stored.memory, f"{name}_offset": stored.offset}
            if q.listed:
                values[f"{name}_offsets"] = device_list(self.queue, stored.offsets)
        return lambda: plan.launch(values)


def _positive(x: Array) -> Array:
    """Vectors whose real parts are positive, beside which NaN must not be read."""
    positive = x.copy()
    positive.real = np.abs(x.real) + 0.25
    if x.dtype.kind == "c":
        positive.imag = np.nan
    return positive


class FinishTrial:
    """States of work-groups, from vectors of as many elements as there are groups."""

    def __init__(self, device: Device, queue: Queue, q: Finish, rng: np.random.Generator) -> None:
        self.device, self.queue, self.problem = device, queue, q
        self.result = _Result(queue, q)
        shape = (q.items, q.parts)
        values = integers(rng, shape, q.summed)
        if q.kind.kind == "index":
            values = np.abs(values) if q.kind.zero else values
            self.state = [np.broadcast_to(np.arange(q.parts, dtype=np.uint64), shape), values]
            extreme = extreme_indices(q.kind._replace(magnitude=False), values)
            self.expected = (extreme, np.zeros(q.items))
        elif q.kind.kind == "norm":
            self.state = [np.zeros(shape, q.summed.dtype), np.abs(values), np.zeros(shape, q.summed.dtype)]
            self.state = self.state if q.guarded else self.state[1:2]
            norm = np.sqrt(np.abs(values).sum(axis=-1, dtype=np.longdouble))
            self.expected = (norm, norm)
        else:
            self.state = [values]
            wide = np.clongdouble if q.summed.is_complex else np.longdouble
            total = values.sum(axis=-1, dtype=wide) + (3 if q.kind.scalars else 0)
            total = 2 * total if q.kind.logarithm else total
            self.expected = (total, np.abs(values).sum(axis=-1).astype(np.longdouble) + 3)
        flat = np.concatenate([np.ascontiguousarray(x).reshape(-1).view(np.uint8) for x in self.state])
        self.memory = device_list(queue, flat)

    def check(self, choice: Choice) -> str | None:
        """The merged state's result, with nothing written beside it."""
        self.result.clear()
        self.timed(choice)()[-1].wait()
        got, outside_changed = self.result.read()
        wrong = _judged(self.problem, got, self.expected, self.problem.parts)
        return wrong or ("memory beside the result was written" if outside_changed else None)

    def timed(self, choice: Choice) -> Callable[[], list[Event]]:
        """One last step."""
        plan = BoundPlan(self.device, self.queue, choice, {})
        values = {"partial": self.memory, "result": self.result.memory, "result_offset": MARGIN, "alpha": 3.0}
        return lambda: plan.launch(values)
