"""Instructions of NVIDIA's Hopper architecture as assembly: bulk copies, their barriers, warpgroup products.

Functions return statements unless they say otherwise. Those that begin with the dialect's ``newest`` exist on compute
capability 9.0 alone. Addresses in local memory are 32-bit numbers, those in global memory are pointers. The instructions,
their operands and the layout of descriptors: https://docs.nvidia.com/cuda/parallel-thread-execution/, "Asynchronous
warpgroup level matrix instructions".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoblas.emit.nvidia.ptx import assembly

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.emit.dialect import Dialect

__all__ = [
    "SHAPES",
    "UPPER",
    "any_in_team",
    "any_in_warp",
    "arrive",
    "arrive_after_copies",
    "arrive_expecting",
    "arrive_named_barrier",
    "begin_products",
    "commit_products",
    "copy_bulk",
    "descriptor",
    "fence_async_proxy",
    "fence_barrier_init",
    "make_barrier",
    "product_macro",
    "set_max_registers",
    "sync_named_barrier",
    "wait_barrier",
    "wait_products",
    "wait_team",
]

SHAPES = {"half": (16, "f16", ", 0, 0"), "bfloat16": (16, "bf16", ", 0, 0"), "tf32": (8, "tf32", "")}
"""Depth of a product instruction, its name for the type, and the flags of two operands stored along the depth, which tf32
always are."""


UPPER = 1 << 30 | 1024 // 16
"""The upper half of descriptors: chunks of 16 bytes are swizzled in lines of 128, of which 8 have 1024 bytes."""


def make_barrier(address: str, arrivals: int | str) -> str:
    """Make a barrier of 8 bytes whose phase ends when so many work-items have arrived, and expected bytes too."""
    return assembly("mbarrier.init.shared::cta.b64 [%0], %1;", inputs=[("r", address), ("r", str(arrivals))])


def fence_barrier_init() -> str:
    """Make new barriers visible to the copy engine."""
    return assembly("fence.mbarrier_init.release.cluster;", memory=True)


def arrive(address: str) -> str:
    """Arrive at a barrier."""
    return assembly("mbarrier.arrive.shared::cta.b64 _, [%0];", inputs=[("r", address)], memory=True)


def arrive_after_copies(address: str) -> str:
    """Arrive at a barrier when the copies that this work-item has started are complete, without waiting for them."""
    return assembly(
        "cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];", inputs=[("r", address)], memory=True
    )


def arrive_expecting(address: str, nbytes: int | str) -> str:
    """Arrive at a barrier whose phase is to end only after so many bytes of copies have arrived."""
    instruction = "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
    return assembly(instruction, inputs=[("r", address), ("r", str(nbytes))], memory=True)


def wait_barrier(address: str, parity: str, *, cluster: bool = False) -> str:
    """Wait until the phase of this parity, 0 for the first, has ended; with stores of the cluster made visible."""
    test = f"mbarrier.try_wait.parity{'.acquire.cluster' if cluster else ''}.shared::cta.b64 p, [%1], %2;"
    poll = assembly(
        f"{{ .reg .pred p; {test} selp.u32 %0, 1, 0, p; }}",
        [("=r", "ended")],
        [("r", address), ("r", parity)],
        memory=True,
    )
    return f"for (uint ended = 0; !ended;) {poll}"


def fence_async_proxy() -> str:
    """Proxy fence: makes stores and copies to local memory, as this work-item sees them, visible to matrix units."""
    return assembly("fence.proxy.async.shared::cta;", memory=True)


def copy_bulk(to: str, source: str, nbytes: int, barrier: str) -> str:
    """Start a copy of a multiple of 16 bytes from global memory to local memory that a barrier expects."""
    instruction = "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
    inputs = [("r", to), ("l", source), ("r", str(nbytes)), ("r", barrier)]
    return assembly(instruction, inputs=inputs, memory=True)


def sync_named_barrier(barrier: str, items: int) -> str:
    """Wait at the named barrier of this number for ``arrive_named_barrier``; ``items`` are the work-items of both sides."""
    return assembly(f"bar.sync %0, {items};", inputs=[("r", barrier)], memory=True)


def arrive_named_barrier(barrier: str, items: int) -> str:
    """Arrive at the named barrier of this number without waiting, which releases those that wait there."""
    return assembly(f"bar.arrive %0, {items};", inputs=[("r", barrier)], memory=True)


def set_max_registers(d: Dialect, count: int, *, increase: bool) -> str:
    """Change the registers of each work-item of a warpgroup to a number, a multiple of 8 from 24 to 240.

    Args:
        d: The dialect.
        count: The number.
        increase: It is larger than before, so that another warpgroup must have released registers.
    """
    return assembly(f"{d.newest}setmaxnreg.{'inc' if increase else 'dec'}.sync.aligned.u32 {count};")


def any_in_warp(result: str, condition: str) -> str:
    """Set a ``uint`` to 1 if a number is not zero in any work-item of a sub-group of 32, else to 0."""
    vote = "setp.ne.u32 p, %1, 0; vote.sync.any.pred p, p, 0xffffffff; selp.u32 %0, 1, 0, p;"
    return assembly(f"{{ .reg .pred p; {vote} }}", [("=r", result)], [("r", condition)])


def any_in_team(result: str, condition: str, barrier: str, items: int) -> str:
    """Set a ``uint`` to 1 if a number is not zero in any of the work-items that share a barrier, else to 0; waits for them."""
    vote = f"setp.ne.u32 p, %1, 0; barrier.cta.red.or.aligned.pred p, %2, {items}, p; selp.u32 %0, 1, 0, p;"
    inputs = [("r", condition), ("r", barrier)]
    return assembly(f"{{ .reg .pred p; {vote} }}", [("=r", result)], inputs, memory=True)


def wait_team(barrier: str, items: int) -> str:
    """Wait until all work-items that share a barrier have arrived, with local memory made visible."""
    return assembly(f"barrier.cta.sync.aligned %0, {items};", inputs=[("r", barrier)], memory=True)


def descriptor(address: str, apart: int = 16) -> str:
    """Lower half of a matrix's descriptor for the product instructions, an expression of type ``uint``.

    Its lines have 128 bytes, follow each other, and are swizzled by chunks of 16 bytes; 8 of them, 1024 bytes, are
    aligned to their size. Sixteenths of further bytes may be added to it. The upper half, ``UPPER``, is the same for all.

    Args:
        address: Where it begins.
        apart: If lines run across the depth, bytes from the first 64 elements of all lines to the next 64; else unused.
    """
    return f"(({address} & 0x3ffff) >> 4) | {apart // 16 << 16:#x}"


def begin_products(d: Dialect) -> str:
    """Fence before the first product: orders it after accesses to registers and local memory."""
    return assembly(f"{d.newest}wgmma.fence.sync.aligned;", memory=True)


def commit_products(d: Dialect) -> str:
    """Make a group of the products begun since the last group."""
    return assembly(f"{d.newest}wgmma.commit_group.sync.aligned;", memory=True)


def wait_products(d: Dialect, pending: int, sums: Sequence[str] = ()) -> str:
    """Wait until at most the last ``pending`` groups are in flight.

    Args:
        d: The dialect.
        pending: Their number.
        sums: Registers that are read afterwards; outputs here, because the compiler does not know what the wait does.
    """
    outputs = [("+f", name) for name in sums]
    return assembly(f"{d.newest}wgmma.wait_group.sync.aligned {pending};", outputs, memory=True)


def product_macro(
    d: Dialect, name: str, kind: str, sums: Sequence[str], across: Sequence[bool] = (False, False)
) -> str:
    """The definition of ``name(left, right, keep)``: starts a product of two matrices that is added to the sums.

    Args:
        d: The dialect.
        name: The macro's name. ``left`` and ``right`` are descriptors of matrices of 64 rows and of as many as there
            are columns (``descriptor``); if ``keep`` is 0 the sums are overwritten.
        kind: A key of ``SHAPES``.
        sums: The registers of a work-item, half as many as there are columns.
        across: For each matrix, True if its lines run across the depth, as those of types of 16 bits may.
    """
    depth, of, flags = SHAPES[kind]
    if flags:
        flags = "".join(f", {int(turned)}" for turned in across)
    count = len(sums)
    registers = ", ".join(f"%{index}" for index in range(count))
    instruction = f"{d.newest}wgmma.mma_async.sync.aligned.m64n{2 * count}k{depth}.f32.{of}.{of}"
    predicate = f".reg .pred p; setp.ne.b32 p, %{count + 2}, 0;"
    names = f".reg .b64 a, b; mov.b64 a, {{%{count}, {UPPER:#x}}}; mov.b64 b, {{%{count + 1}, {UPPER:#x}}};"
    operands = f"{{{registers}}}, a, b, p, 1, 1{flags};\\n }}"
    text = assembly(
        f"{{ {predicate} {names}\\n {instruction} {operands}",
        [("+f", register) for register in sums],
        [("r", "left"), ("r", "right"), ("r", "keep")],
    )
    return f"#define {name}(left, right, keep) {text.rstrip(';')}"
