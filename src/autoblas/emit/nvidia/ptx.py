"""Instructions of NVIDIA's devices as assembly: asynchronous copies to local memory, matrix units, clusters.

Functions return statements unless they say otherwise. Addresses in local memory are 32-bit numbers, those in global
memory are pointers. The instructions and their operands: https://docs.nvidia.com/cuda/parallel-thread-execution/

Clusters are work-groups that reach each other's local memory, from compute capability 9.0 on. Functions that take another
work-group, by its number in the cluster, mean the same address in the memory of that one ("mapa").
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "arrive_in_cluster",
    "assembly",
    "ballot",
    "bits_of_all",
    "cluster_arrive",
    "cluster_sync",
    "cluster_wait",
    "commit_copies",
    "copy_async",
    "count_bits",
    "fence",
    "from_lane",
    "from_lane_across",
    "largest_of_all",
    "least_of_all",
    "load_from_cluster",
    "load_local",
    "load_matrices",
    "load_pair",
    "load_past_first_cache",
    "lowest_bit",
    "map_to_cluster",
    "mma",
    "pair_of_halves",
    "store_in_cluster",
    "store_local",
    "sum_of_all",
    "sync_sub_group",
    "wait_copies",
]

CONSTRAINTS = {"f64": "d", "f32": "f", "tf32": "r", "f16": "r", "bf16": "r", "b32": "r", "b64": "l"}
"""Register constraints of the types of PTX; halves come in pairs."""


def assembly(
    instruction: str,
    outputs: Sequence[tuple[str, str]] = (),
    inputs: Sequence[tuple[str, str]] = (),
    *,
    volatile: bool = True,
    memory: bool = False,
) -> str:
    """One instruction, or several.

    Args:
        instruction: The text, with ``%0`` and so on for the operands, outputs first.
        outputs: Constraint and variable of each operand that is written.
        inputs: Constraint and expression of each operand that is only read.
        volatile: It has effects beside its outputs, so that the compiler must neither drop nor reorder it.
        memory: The compiler must not keep values of memory in registers across it.
    """
    operands = [", ".join(f'"{kind}"({value})' for kind, value in pairs) for pairs in (outputs, inputs)]
    clobbered = '"memory"' if memory else ""
    sections = "".join(f" : {section}".rstrip() for section in (*operands, clobbered)).rstrip(" :")
    return f'asm{" volatile" if volatile else ""}("{instruction}"{sections});'


def fence() -> str:
    """Order accesses to global memory before it and after it, as all work-groups of the device see them."""
    return assembly("fence.acq_rel.gpu;", memory=True)


def copy_async(to: str, source: str, nbytes: int = 16, existing: str = "") -> str:
    """Start a copy of 4, 8 or 16 bytes, aligned to their number, from global memory to local memory.

    Args:
        to: The address in local memory.
        source: The pointer to global memory.
        nbytes: Bytes that are written.
        existing: Bytes that are read, if not all; the others become zero. With 0 the pointer is not dereferenced.
    """
    cache = "cg" if nbytes == 16 else "ca"  # only 16 bytes may bypass the first-level cache
    size = f"{nbytes}, %2" if existing else f"{nbytes}"
    inputs = [("r", to), ("l", source), *([("r", existing)] if existing else [])]
    return assembly(f"cp.async.{cache}.shared.global [%0], [%1], {size};", inputs=inputs)


def commit_copies() -> str:
    """Make a group of the copies that this work-item has started since the last group."""
    return assembly("cp.async.commit_group;")


def wait_copies(pending: int) -> str:
    """Wait until at most the last ``pending`` groups of this work-item's copies are in flight."""
    return assembly(f"cp.async.wait_group {pending};")


def load_local(registers: Sequence[str], address: str, offset: int = 0, kind: str = "f64") -> str:
    """Load adjacent values from local memory into one, two or four registers, at an address aligned to all of them.

    Written as assembly because the compiler may move a load in C among the others.
    """
    count = len(registers)
    names = ", ".join(f"%{index}" for index in range(count))
    vector, names = (f".v{count}", f"{{{names}}}") if count > 1 else ("", names)
    outputs = [(f"={CONSTRAINTS[kind]}", register) for register in registers]
    at = f"[%{count} + {offset}]" if offset else f"[%{count}]"
    return assembly(f"ld.shared{vector}.{kind} {names}, {at};", outputs, [("r", address)])


def load_matrices(registers: Sequence[str], address: str, offset: int = 0, *, turned: bool = False) -> str:
    """Load fragments of two or four matrices of 8 x 8 elements of two bytes, a register of each, for a sub-group.

    Work-item ``8 i + r`` gives the address of line ``r`` of matrix ``i``, a multiple of 16 bytes. Work-item ``l`` gets
    elements ``2 (l % 4)`` and ``2 (l % 4) + 1`` of line ``l / 4``; where ``turned``, of that column instead.
    """
    count = len(registers)
    names = ", ".join(f"%{index}" for index in range(count))
    at = f"[%{count} + {offset}]" if offset else f"[%{count}]"
    outputs = [("=r", register) for register in registers]
    kind = f"x{count}{'.trans' if turned else ''}"
    instruction = f"ldmatrix.sync.aligned.m8n8.{kind}.shared.b16 {{{names}}}, {at};"
    return assembly(instruction, outputs, [("r", address)])


def load_pair(first: str, second: str, source: str, count: str) -> str:
    """Load two adjacent elements of two bytes from global memory, as many as exist; the others become zero.

    The kernel must not write them. Written as assembly because the compiler may move a load in C to where it is used.
    """
    tests = "setp.gt.u32 p, %3, 0; setp.gt.u32 q, %3, 1; mov.b16 %0, 0; mov.b16 %1, 0;"
    loads = "@p ld.global.nc.b16 %0, [%2]; @q ld.global.nc.b16 %1, [%2 + 2];"
    outputs = [("=&h", first), ("=&h", second)]
    return assembly(f"{{ .reg .pred p, q; {tests} {loads} }}", outputs, [("l", source), ("r", count)])


def load_past_first_cache(registers: Sequence[str], source: str) -> str:
    """Load four adjacent floats that another work-group may have written, from the cache that all share."""
    names = ", ".join(f"%{index}" for index in range(4))
    outputs = [("=f", register) for register in registers]
    return assembly(f"ld.global.cg.v4.f32 {{{names}}}, [%4];", outputs, [("l", source)], memory=True)


def store_local(values: Sequence[str], address: str, offset: int = 0, kind: str = "f64") -> str:
    """Store one, two or four adjacent values to local memory, at an address aligned to all of them."""
    names = ", ".join(f"%{index + 1}" for index in range(len(values)))
    vector, names = (f".v{len(values)}", f"{{{names}}}") if len(values) > 1 else ("", names)
    inputs = [("r", address), *((CONSTRAINTS[kind], value) for value in values)]
    at = f"[%0 + {offset}]" if offset else "[%0]"
    return assembly(f"st.shared{vector}.{kind} {at}, {names};", inputs=inputs)


def pair_of_halves(name: str, x: str, y: str, *, brain: bool) -> str:
    """The declaration of a ``uint`` of two floats rounded to halves, or to bfloat16."""
    convert = f"cvt.rn.{'bf16x2' if brain else 'f16x2'}.f32 %0, %1, %2;"
    return f"uint {name}; {assembly(convert, [('=r', name)], [('f', y), ('f', x)], volatile=False)}"


def bits_of_all(name: str, value: str) -> str:
    """The statement that sets ``name`` to the bitwise or of ``value`` over the sub-group."""
    return assembly("redux.sync.or.b32 %0, %1, 0xffffffff;", [("=r", name)], [("r", value)])


def sync_sub_group(*, memory: bool = False) -> str:
    """Synchronise the work-items of the sub-group, as instructions of the whole sub-group need; with memory made visible."""
    return assembly("bar.warp.sync 0xffffffff;", memory=memory)


def sum_of_all(name: str, value: str) -> str:
    """The statement that sets ``name``, a ``uint``, to the sum of ``value`` over the sub-group."""
    return assembly("redux.sync.add.u32 %0, %1, 0xffffffff;", [("=r", name)], [("r", value)])


def largest_of_all(name: str, value: str, members: str = "") -> str:
    """The statement that sets ``name``, a ``uint``, to the largest ``value`` of the sub-group, or of the lanes of a mask."""
    return _reduced("max", name, value, members)


def least_of_all(name: str, value: str, members: str = "") -> str:
    """The statement that sets ``name``, a ``uint``, to the least ``value`` of the sub-group, or of the lanes of a mask."""
    return _reduced("min", name, value, members)


def _reduced(operation: str, name: str, value: str, members: str) -> str:
    """The statement that sets ``name`` to a reduction of ``value`` over lanes."""
    inputs = [("r", value), *([("r", members)] if members else [])]
    mask = "%2" if members else "0xffffffff"
    return assembly(f"redux.sync.{operation}.u32 %0, %1, {mask};", [("=r", name)], inputs)


def ballot(name: str, condition: str) -> str:
    """The statement that sets bit l of ``name`` where a number is not zero in work-item l of the sub-group."""
    vote = "setp.ne.u32 p, %1, 0; vote.sync.ballot.b32 %0, p, 0xffffffff;"
    return assembly(f"{{ .reg .pred p; {vote} }}", [("=r", name)], [("r", condition)])


def from_lane(name: str, value: str, lane: str, kind: str = "b32") -> str:
    """The statement that sets ``name`` to ``value`` of work-item ``lane`` of the sub-group."""
    shuffle = "shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;"
    return assembly(shuffle, [(f"={CONSTRAINTS[kind]}", name)], [(CONSTRAINTS[kind], value), ("r", lane)])


def from_lane_across(name: str, value: str, distance: int, kind: str = "b32") -> str:
    """The statement that sets ``name`` to ``value`` of the work-item whose lane differs in the bits of ``distance``: a butterfly."""
    shuffle = f"shfl.sync.bfly.b32 %0, %1, {distance}, 0x1f, 0xffffffff;"
    return assembly(shuffle, [(f"={CONSTRAINTS[kind]}", name)], [(CONSTRAINTS[kind], value)])


def count_bits(name: str, value: str) -> str:
    """The statement that sets ``name`` to the number of bits that are set."""
    return assembly("popc.b32 %0, %1;", [("=r", name)], [("r", value)], volatile=False)


def lowest_bit(name: str, value: str) -> str:
    """The statement that sets ``name`` to the index of the lowest bit that is set; to 32 if there is none."""
    count = "{ .reg .b32 turned; brev.b32 turned, %1; clz.b32 %0, turned; }"
    return assembly(count, [("=r", name)], [("r", value)], volatile=False)


def mma(
    shape: str,
    kinds: tuple[str, str, str],
    sums: Sequence[str],
    a: Sequence[str],
    b: Sequence[str],
    *,
    anew: bool = False,
) -> str:
    """A sub-group's product of two small matrices, added to its sums; each work-item holds a fragment of all three.

    Args:
        shape: Sizes of the product, as ``m16n8k8``.
        kinds: Types of the sums, of A and of B.
        sums: The registers of the fragment that is added to.
        a: Those of A, which is stored by rows.
        b: Those of B, which is stored by columns.
        anew: The sums are overwritten instead of added to.
    """
    of_sums, of_a, of_b = kinds
    operands = [f"%{index}" for index in range(len(sums) + len(a) + len(b))]
    c_words, a_words, b_words = (
        f"{{{', '.join(operands[start : start + len(fragment)])}}}"
        for start, fragment in ((0, sums), (len(sums), a), (len(sums) + len(a), b))
    )
    constraint = CONSTRAINTS[of_sums]
    outputs = [(f"{'=' if anew else '+'}{constraint}", x) for x in sums]
    inputs = [(CONSTRAINTS[of_a], x) for x in a] + [(CONSTRAINTS[of_b], x) for x in b]
    added = c_words
    if anew:
        added = f"{{{', '.join([f'%{len(operands)}'] * len(sums))}}}"
        inputs.append((constraint, "0.0f"))
    name = f"mma.sync.aligned.{shape}.row.col.{of_sums}.{of_a}.{of_b}.{of_sums}"
    return assembly(f"{name} {c_words}, {a_words}, {b_words}, {added};", outputs, inputs, volatile=False)


def cluster_sync() -> str:
    """Wait for all work-items of the cluster, with local memory made visible: arrival and wait."""
    instructions = "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;"
    return assembly(f"bar.warp.sync 0xffffffff; {instructions}", memory=True)


def cluster_arrive() -> str:
    """Arrive at the cluster's barrier without waiting."""
    return assembly("bar.warp.sync 0xffffffff; barrier.cluster.arrive.aligned;", memory=True)


def cluster_wait() -> str:
    """Wait until all work-items of the cluster have arrived, after this one has."""
    return assembly("bar.warp.sync 0xffffffff; barrier.cluster.wait.aligned;", memory=True)


def arrive_in_cluster(address: str, group: str) -> str:
    """Arrive at the barrier at the same address of another work-group of the cluster, or of this one."""
    body = "mapa.shared::cluster.u32 there, %0, %1; mbarrier.arrive.shared::cluster.b64 _, [there];"
    inputs = [("r", address), ("r", group)]
    return assembly(f"{{ .reg .b32 there; {body} }}", inputs=inputs, memory=True)


def load_from_cluster(registers: Sequence[str], address: str, group: str) -> str:
    """Load four floats from an address in the local memory of a work-group of the cluster."""
    load = "ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [there];"
    body = f"{{ .reg .b32 there; mapa.shared::cluster.u32 there, %4, %5; {load} }}"
    outputs = [("=f", register) for register in registers]
    return assembly(body, outputs, [("r", address), ("r", group)], memory=True)


def map_to_cluster(name: str, address: str, group: str) -> str:
    """The statement that sets ``name`` to an address in the local memory of a work-group of the cluster."""
    inputs = [("r", address), ("r", group)]
    return assembly("mapa.shared::cluster.u32 %0, %1, %2;", [("=r", name)], inputs, volatile=False)


def store_in_cluster(values: Sequence[str], address: str, barrier: str) -> str:
    """Store four words in the local memory of a work-group, where a barrier counts their bytes; both by mapped addresses."""
    kind = "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.b32"
    inputs = [("r", address), *(("r", value) for value in values), ("r", barrier)]
    return assembly(f"{kind} [%0], {{%1, %2, %3, %4}}, [%5];", inputs=inputs, memory=True)
