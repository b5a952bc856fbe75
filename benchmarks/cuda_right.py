"""Random calls of every routine on arrays in CUDA memory, and faults, tried on a card; a part of ``cuda_arrays.py``."""

from __future__ import annotations

import contextlib
import sys
import time
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cupy
import numpy as np
import torch
from numba import cuda

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

import autoblas
from autoblas.devices.cuda.backend import card_device
from autoblas.devices.cuda.cards import cards, facts_of
from autoblas.devices.cuda.compiler import compiler_version
from autoblas.devices.cuda.driver import driver_version
from autoblas.devices.device import Launch
from autoblas.errors import ArgumentError, AutoblasError
from support.routine_calls import RETURNED, Numbers, wrong
from support.routine_cases import CASES

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Failures", "Shown", "errors", "facts", "right"]

TYPES = ("float32", "float64", "float16", "complex64", "complex128")

SIZES = (1, 2, 3, 5, 6, 8, 13, 17, 33, 64, 70)


class Failures:
    """What went wrong in a part."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, what: str) -> None:
        """Tell of one; of many, the first."""
        self.count += 1
        if self.count <= 25:
            print(f"  WRONG {what}"[:600])


def facts(fail: Failures) -> None:
    """The card, and the versions of what is used."""
    del fail

    start = time.perf_counter()
    card = cards()[0]
    known = facts_of(card)
    print(f"  {known}")
    print(
        f"  found in {time.perf_counter() - start:.3f} s; CUDA {driver_version()}, NVRTC {compiler_version()}"
    )
    for name in ("torch", "cupy", "numba", "jax", "cuda.bindings", "numpy"):
        with contextlib.suppress(ImportError):
            print(f"  {name} {getattr(__import__(name, fromlist=['x']), '__version__', '?')}")


# Arrays of each library with the layout of a NumPy array.


def in_torch(values: Any) -> Any:
    """A tensor; None of layouts that tensors do not have."""
    if any(step < 0 for step in values.strides):
        return None
    flat, _ = spread(values)
    whole = torch.from_numpy(flat).cuda()
    return whole.as_strided(values.shape, [step // values.itemsize for step in values.strides])


def in_cupy(values: Any) -> Any:
    """An array of CuPy's."""
    flat, start = spread(values)
    whole = cupy.asarray(flat)
    memory = cupy.cuda.MemoryPointer(
        whole.data.mem, whole.data.ptr - whole.data.mem.ptr + start * values.itemsize
    )
    return cupy.ndarray(values.shape, values.dtype, memptr=memory, strides=values.strides)


def in_numba(values: Any) -> Any:
    """An array of Numba's; None of layouts other than dense ones."""
    if min(values.shape, default=1) < 2 or not values.flags.forc:
        return None
    return cuda.to_device(values)


class Shown:
    """An array of no library that is known by name, in memory of CuPy's."""

    def __init__(self, values: Any) -> None:
        self.array = in_cupy(values)

    @property
    def __cuda_array_interface__(self) -> Any:
        """That of CuPy."""
        return self.array.__cuda_array_interface__


KINDS: dict[str, Callable[[Any], Any]] = {
    "torch": in_torch,
    "cupy": in_cupy,
    "numba": in_numba,
    "shown": Shown,
}


def spread(values: Any) -> tuple[Any, int]:
    """The memory that an array reaches as a vector, and where its first element lies there."""
    low = sum(min(0, (n - 1) * s) for n, s in zip(values.shape, values.strides, strict=True))
    high = sum(max(0, (n - 1) * s) for n, s in zip(values.shape, values.strides, strict=True))
    count = (high - low) // values.itemsize + 1 if values.size else 1
    flat, start = np.full(count, 99, values.dtype), -low // values.itemsize
    seen = (
        np.lib.stride_tricks.as_strided(flat[start:], values.shape, values.strides) if values.size else values
    )
    seen[...] = values
    return flat, start


def on_host(array: Any) -> Any:
    """The elements of an array of any library."""
    if isinstance(array, Shown):
        return array.array.get()
    if type(array).__module__.partition(".")[0] == "torch":
        return array.resolve_conj().resolve_neg().cpu().numpy()
    if hasattr(array, "copy_to_host"):
        return array.copy_to_host()
    return array.get() if hasattr(array, "get") else np.asarray(array)


def right(fail: Failures, calls: int, seed: int) -> None:
    """Random calls of every routine."""
    torch.backends.cuda.matmul.allow_tf32 = False
    rng, done, refused = np.random.default_rng(seed), dict.fromkeys([*KINDS, "mixed"], 0), 0
    names = list(CASES)
    for turn in range(calls):
        name, dtype = names[turn % len(names)], TYPES[int(rng.integers(len(TYPES)))]
        case = CASES[name](Numbers(int(rng.integers(1 << 30)), dtype, int(rng.choice(SIZES))))
        kind = str(rng.choice([*KINDS, "mixed"]))
        arrays: dict[str, Any] = {}
        for argument, values in case.arrays.items():
            own = str(rng.choice(list(KINDS))) if kind == "mixed" else kind
            made = KINDS[own](values)
            arrays[argument] = in_cupy(values) if made is None else made
        wanted = case.wanted
        repeats = int(rng.integers(1, 4)) if not set(case.arrays) & set(case.expected) else 1
        try:
            for _ in range(repeats):
                returned = getattr(autoblas, name)(**arrays, **case.options)
            found: dict[str, Any] = {argument: on_host(array) for argument, array in arrays.items()}
            found[RETURNED] = on_host(returned) if RETURNED in case.expected else None
            if RETURNED in wanted and np.ndim(wanted[RETURNED]) == 0 and np.size(found[RETURNED]) == 1:
                found[RETURNED] = np.asarray(found[RETURNED]).reshape(())
            bad = wrong(wanted, found)
        except ArgumentError as error:
            refused += 1
            if refused <= 8:
                print(f"  refused {name} {dtype} {kind}: {error}"[:300])
            continue
        except (AutoblasError, RuntimeError, TypeError, AttributeError, ValueError) as error:
            fail(f"{name} {dtype} {kind}: {type(error).__name__} {error}")
            if fail.count == 1:
                traceback.print_exc()
            if "can use the card no more" in str(error):
                break
            continue
        done[kind] += 1
        if bad:
            fail(
                f"{name} {dtype} {kind} { ({k: (v.shape, v.strides) for k, v in case.arrays.items()}) } {case.options}: {bad}"
            )
    print(f"  calls {done}, refused {refused}, wrong {fail.count}")


def errors(fail: Failures) -> None:
    """A kernel that faults, in this process, and what is said afterwards."""
    device = card_device(0)
    try:
        device.allocate(1 << 50)
    except AutoblasError as error:
        print(f"  {error}")
    else:
        fail("room for a petabyte")
    x, y = torch.ones(64, 64, device="cuda"), torch.ones(64, 64, device="cuda")
    autoblas.gemm(x, y)
    text = 'extern "C" __global__ void bad(float *x) { x[threadIdx.x] = 1; }'
    kernel = device.build(text, ()).kernel("bad")
    kernel.set_memory(0, 64)
    queue = device.queue()
    kernel.launch(queue, Launch((32,), (32,)))
    for what, expected in (
        (queue.finish, device.errors),
        (lambda: autoblas.gemm(x, y), AutoblasError),
        (lambda: autoblas.gemv(x, y[0]), AutoblasError),
    ):
        try:
            what()
        except expected as error:
            print(f"  {type(error).__name__}: {error}"[:400])
        else:
            fail("nothing was said after a fault")
