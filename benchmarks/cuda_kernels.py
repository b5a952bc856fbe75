"""Checks small points of every kernel on a card through CUDA, alone or watched by compute-sanitizer.

    python benchmarks/cuda_kernels.py                          # golden points, and four drawn ones a kernel
    compute-sanitizer --tool racecheck python benchmarks/cuda_kernels.py --count 1 gemm_tile reduce

Products that were made for matrix units have no small points but the golden ones. The exit status is 1 where a point is
wrong. Needs a card, and the tests' requirements.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from autoblas.devices.cuda.backend import card_device
from autoblas.errors import AutoblasError
from autoblas.kernels import kernels
from autoblas.runtime.checks.product import trial_for
from support.cuda_samples import CUDA_SAMPLES
from support.kernel_cases import choice_of
from support.oclgrind_sweep import points

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.devices.device import Facts

MOST = (1024, 1 << 16)
"""Work-items of a work-group, and of a launch, of drawn points: racecheck takes a thousand times as long."""

MOST_OPERATIONS = 1 << 32
"""Golden points of larger problems are left out."""


def points_of(name: str, facts: Facts, seed: int, count: int) -> Iterator[tuple[Any, Any]]:
    """The golden points of a kernel that are legal on the card, then drawn ones."""
    kernel = kernels()[name]
    for sample in CUDA_SAMPLES:
        if (
            sample.kernel == name
            and sample.problem.flops() <= MOST_OPERATIONS
            and kernel.refusal(sample.params, sample.problem, facts) is None
        ):
            yield sample.problem, sample.params
    yield from points(kernel, facts, seed, count, MOST)


@click.command()
@click.argument("names", nargs=-1)
@click.option("--count", default=4, help="Drawn points of each kernel.")
@click.option("--seed", default=0, help="The first problem that is drawn.")
@click.option("--part", default="0/1", help="Of the kernels, every so manieth from that one on: 2/8.")
def main(names: tuple[str, ...], count: int, seed: int, part: str) -> None:
    """Check small points of kernels through CUDA."""
    device = card_device(0)
    queue = device.queue()
    first, step = map(int, part.split("/"))
    wrong = 0
    for name in (names or tuple(kernels()))[first::step]:
        found: dict[str, int] = {"right": 0, "wrong": 0, "refused": 0}
        for problem, params in points_of(name, device.facts, seed, count):
            choice = choice_of(kernels()[name], params, problem, device.facts)
            try:
                verdict = trial_for(device, queue, problem).check(choice)
            except AutoblasError as error:
                found["refused"] += 1
                print(f"  {name} {problem} {params}: {error}"[:300])
                continue
            found["right" if verdict is None else "wrong"] += 1
            if verdict is not None:
                print(f"  WRONG {name} {problem} {params}: {verdict}"[:500])
        wrong += found["wrong"]
        print(f"{name}: {', '.join(f'{count} {what}' for what, count in found.items() if count)}", flush=True)
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
