"""Reduces vectors to one number: sums, dot products, norms, and the indices of extreme elements."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoblas.emit.arguments import Argument, buffer, offsets
from autoblas.emit.dialect import CompilerOptions
from autoblas.emit.nvidia.arrivals import ArrivalCounter, arrive, last_to_arrive
from autoblas.emit.source import Source
from autoblas.emit.vectors import Blocks, VectorArithmetic
from autoblas.kernels.kernel import COMPUTES, FITS, GROUP_FENCES, Helper, Kernel, batch_launch
from autoblas.kernels.space import Rule, Space, param
from autoblas.kernels.vector.groups import first_item_only, merge_parts, reduce_group, store_state
from autoblas.kernels.vector.reading import Reader, operands, stream
from autoblas.kernels.vector.shared import ADJACENT, BLOCK, GROUPS, NARROW, batch_arguments, begin
from autoblas.kernels.vector.shared import suggestions as for_vectors
from autoblas.kernels.vector.states import result, result_arguments, slots, state_type
from autoblas.precision import INT32
from autoblas.problems.base import Scratch
from autoblas.problems.vector import Finish, Reduce

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from autoblas.devices.device import Facts, Launch
    from autoblas.emit.dialect import Dialect

__all__ = ["KERNEL", "ReduceParams"]

SEARCH_BLOCK = 16 * BLOCK
"""Elements of a block of a search for an extreme: comparing lanes at its end takes longer than adding sums."""


@dataclass(frozen=True)
class ReduceParams:
    """Tuning parameters of ``reduce``."""

    items: int = param(64, 1, 32, 64, 128, 256, 512, doc="work-items of a work-group")
    lanes: int = param(1, 1, 2, 4, 8, 16, doc="adjacent elements that are read at once")
    vectors: int = param(1, 1, 2, 4, 8, doc="vectors that a work-item takes at once")
    groups: int = param(1, *GROUPS, doc="work-groups that the elements are distributed to")
    turns: int = param(
        16,
        1,
        4,
        16,
        64,
        doc="vectors read between two checks of a norm's range, or two comparisons of an extreme",
    )
    last: bool = param(False, False, True, doc="the work-group that ends last merges what all have found out")


SPACE = Space(
    ReduceParams,
    (
        FITS,
        ADJACENT,
        NARROW,
        Rule(
            "every work-group can have a block",
            lambda p, q, f: p.groups == 1 or q.n >= p.groups * blocks(p).span,
        ),
        Rule(
            "guarded norms are checked after several vectors, searches for extremes after one or several, others never",
            lambda p, q, f: p.turns == 16 or q.kind.kind == "index" or (q.guarded and p.turns > 1),
        ),
        Rule(
            "there is something to merge, and a work-group to do it",
            lambda p, q, f: not p.last or (p.groups > 1 and p.items > 1),
        ),
        GROUP_FENCES,
    ),
    requirements=(COMPUTES,),
)


def blocks(p: ReduceParams) -> Blocks:
    """Distribution of the elements."""
    return Blocks(p.items, p.lanes, p.vectors)


def geometry(p: ReduceParams, q: Reduce) -> Launch:
    """All work-groups, some of which may have nothing to do; sets of a batch along the third dimension."""
    extent = (p.groups * p.items, 1)
    return batch_launch(q, extent, (p.items, 1))


def arguments(p: ReduceParams, q: Reduce) -> tuple[Argument, ...]:
    """The length, vectors, their offsets in a batch, and the result, or the states from which the last step computes it."""
    vectors = operands(q)
    vector_arguments = (argument for x in vectors for argument in x.arguments)
    states = (buffer("partial", state_type(q), "both" if p.last else "write"),) if p.groups > 1 else ()
    count = (Argument("state", "buffer", "int", "both", shared=True),) if p.last else ()
    results = result_arguments(q) if p.groups == 1 or p.last else ()
    return (*offsets("n"), *vector_arguments, *batch_arguments(q, vectors), *states, *count, *results)


def memory(p: ReduceParams, q: Reduce) -> Mapping[str, Scratch]:
    """If the last work-group merges: the states of the work-groups, and of each set a counter of ended work-groups."""
    if not p.last:
        return {}
    states = last_step(p, q).scratch
    return {"partial": states, "state": Scratch(4 * q.items, None, INT32, cleared=True)}


def source(p: ReduceParams, q: Reduce, d: Dialect) -> str:
    """The text of the kernel."""
    src, worked = Source(d), operands(q)[0].worked
    readers = {width: Reader(q, VectorArithmetic(d, worked, width)) for width in dict.fromkeys((1, p.lanes))}
    needed = {"times"} if len(q.kind.vectors) == 2 else set()
    needed |= {"conj"} if q.kind.conjugate else set()
    functions = [line for reader in readers.values() for line in reader.arithmetic.functions(needed)]
    with src.kernel("reduce", arguments(p, q), (p.items, 1), *q.computed, functions=functions):
        begin(src, q, operands(q))
        blocks(p).begin(src)
        stream(src, q, blocks(p), readers[p.lanes], readers[1], p.turns)
        reduce_group(src, q, p.items)
        if p.last:
            merge_last(src, p, q)
        else:
            with first_item_only(src, p.items):
                if p.groups > 1:
                    store_state(src, q, p.groups)
                else:
                    result(src, q)
    return str(src)


def merge_last(src: Source, p: ReduceParams, q: Reduce) -> None:
    """Store the work-group's state and count it; the last work-group to arrive merges all states, in order."""
    location = "state + set" if q.batched else "state"
    counter = ArrivalCounter("before", location, f"{p.groups - 1}")
    src.local_array("int", "before")
    with src.block("if (item == 0)"):
        store_state(src, q, p.groups)
    arrive(src, counter)
    with last_to_arrive(src, counter):
        for slot in slots(src.dialect, q):
            src(f"{slot.name} = {slot.start};")
        merge_parts(src, q, p.groups, p.items, anew=True)
        reduce_group(src, q, p.items, again=True)
        with src.block("if (item == 0)"):
            result(src, q)


def last_step(p: ReduceParams, q: Reduce) -> Finish:
    """The problem of merging the states of the work-groups."""
    return Finish(q.operation, p.groups, q.precision, q.accumulator, q.result, q.items, q.index)


def helpers(p: ReduceParams, q: Reduce) -> tuple[Helper, ...]:
    """The last step as a launch of its own, if there are several work-groups and none of them merges."""
    if p.groups == 1 or p.last:
        return ()
    return (Helper(last_step(p, q), "partial", {}, {}, after=True),)


def traffic(p: ReduceParams, q: Reduce) -> int:
    """Bytes read, and those of the states for the last step."""
    return q.min_bytes() + (q.items * p.groups * q.state_bytes if p.groups > 1 else 0)


def suggestions(q: Reduce, f: Facts) -> Iterator[dict[str, Any]]:
    """The suggestions for all vector operations, with at most as many work-groups as there are blocks."""
    block = SEARCH_BLOCK if q.kind.kind == "index" else BLOCK
    for point in (*for_nvidia(q, f), *for_vectors(q, f, block)):
        span = point["items"] * point["lanes"] * point["vectors"]
        most = max(1, min(point["groups"], q.n // (4 * span)))
        groups = max(g for g in GROUPS if g <= most)
        yield {**point, "groups": groups, "last": groups > 1 and point["items"] > 1 and f.groups_may_wait}


def for_nvidia(q: Reduce, f: Facts) -> Iterator[dict[str, Any]]:
    """Few large work-groups with short vectors: of an H200's pace at copies 1.0 for dot and 0.93 for nrm2 of 2^26 floats.

    A search compares turn by turn: iamax of 2^20 and of 2^24 floats takes 6.4 and 22.8 us so, 8.4 and 47 by rounds.
    """
    if f.compute_capability > (0, 0):
        if q.kind.kind == "index":
            lanes = max(16 // q.precision.size, 1) if q.precision.size <= 4 else 1
            large = q.n >= 1 << 22
            form = {"items": 512 if large else 256, "vectors": 1 if large else 2, "turns": 1}
            groups = max(g for g in GROUPS if g <= (4 if large else 2) * f.compute_units)
            yield from ({**form, "lanes": width, "groups": groups} for width in dict.fromkeys((lanes, 1)))
        groups = max(g for g in GROUPS if g <= 8 * f.compute_units)
        for lanes in (4, 2, 1):
            if lanes * q.precision.size <= 8:  # bytes
                yield {"items": 512, "lanes": lanes, "vectors": 1, "groups": groups}


KERNEL = Kernel(
    name="reduce",
    family=Reduce,
    space=SPACE,
    arguments=arguments,
    geometry=geometry,
    traffic=traffic,
    source=source,
    options=lambda p: CompilerOptions(contract=True),
    helpers=helpers,
    memory=memory,
    suggestions=suggestions,
)
