"""Times products of floats whose magnitudes spread over many binades, on a card through CUDA, and checks them.

    python benchmarks/wide_ranges.py
    python benchmarks/wide_ranges.py --sizes 4096 --binades 60 --calls 20

``binades`` are those that exponents are uniform over, around 1, in A and in B; ``normal`` are normally distributed numbers.
Rates are TFLOP/s by the card's clock, the median of several turns of ``standard`` and ``strict`` one after the other.
Errors are those of the worst element in some of the rows, against float64, relative to the sum of the magnitudes of its
products; the exit status is 1 where one is larger than docs/accuracy.md promises. Needs PyTorch's tensors on a card.
"""

from __future__ import annotations

import statistics
import sys
from typing import TYPE_CHECKING

import click
import torch

import autoblas

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDOFF = 2.0**-24
ROWS = 128
"""Rows whose errors are looked at."""

PROMISED = {"standard": lambda n: 2.0**-21 + 2 * n * ROUNDOFF, "strict": lambda n: n * ROUNDOFF}
"""Errors of an element relative to the sum of magnitudes, by the number of its terms."""


def drawn(seed: int, n: int, binades: float) -> torch.Tensor:
    """Numbers with uniform exponents and random signs, or normal ones where there are no binades."""
    made = torch.Generator(device="cuda").manual_seed(seed)
    normal = torch.randn(n, n, device="cuda", generator=made)
    if not binades:
        return normal
    exponents = (torch.rand(n, n, device="cuda", generator=made, dtype=torch.float64) - 0.5) * binades
    return torch.copysign(torch.exp2(exponents).float(), normal)


def worst_error(a: torch.Tensor, b: torch.Tensor, c: torch.Tensor) -> float:
    """The largest of some rows' elements."""
    rows = torch.linspace(0, len(a) - 1, min(ROWS, len(a)), device="cuda").long()
    left, right = a[rows].double(), b.double()
    return float(((c[rows].double() - left @ right).abs() / (left.abs() @ right.abs())).max())


def seconds(do: Callable[[], object], calls: int) -> float:
    """Seconds of a call, of some in a row."""
    start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    torch.cuda.synchronize()
    start.record()
    for _ in range(calls):
        do()
    end.record()
    torch.cuda.synchronize()
    return float(start.elapsed_time(end)) * 1e-3 / calls


def measure(n: int, binades: float, calls: int, turns: int) -> bool:
    """Print a line about a size and a spread; whether its errors are as promised."""
    a, b = drawn(1, n, binades), drawn(2, n, binades)
    c = torch.empty(n, n, device="cuda")
    do = {
        accuracy: autoblas.prepare(autoblas.gemm, a, b, c=c, accuracy=accuracy)
        for accuracy in ("standard", "strict")
    }
    errors = {}
    for accuracy, call in do.items():
        c.fill_(torch.nan)
        call()
        torch.cuda.synchronize()
        errors[accuracy] = worst_error(a, b, c)
    taken: dict[str, list[float]] = {accuracy: [] for accuracy in do}
    for _ in range(turns):
        for accuracy, call in do.items():
            taken[accuracy].append(seconds(call, calls))
    told = [f"{n:6} {f'{binades:g} binades' if binades else 'normal':>12}"]
    for accuracy, times in taken.items():
        rate = 2 * n**3 / statistics.median(times) * 1e-12
        told.append(f"{accuracy} {rate:7.1f} TFLOP/s, error {errors[accuracy]:.1e}")
    right = all(errors[accuracy] <= PROMISED[accuracy](n) for accuracy in do)
    print("   ".join([*told, *([] if right else ["WRONG"])]), flush=True)
    return right


@click.command()
@click.option("--sizes", default="2048,4096,8192", help="Rows, columns and depths.")
@click.option(
    "--binades", default="0,30,60,90,120", help="Binades of A's and B's numbers; 0 for normal ones."
)
@click.option("--calls", default=10, help="Calls of a turn.")
@click.option("--turns", default=5, help="Turns of which the median is told.")
def main(sizes: str, binades: str, calls: int, turns: int) -> None:
    """Time and check products of numbers that spread over many binades."""
    print(f"{torch.cuda.get_device_name()}, PyTorch {torch.__version__}, autoblas {autoblas.__version__}")
    right = [
        measure(n, each, calls, turns)
        for n in map(int, sizes.split(","))
        for each in map(float, binades.split(","))
    ]
    sys.exit(not all(right))


if __name__ == "__main__":
    main()
