"""Small points of every kernel on a card through CUDA, alone or watched by compute-sanitizer.

    compute-sanitizer --tool memcheck --error-exitcode 1 python -m pytest -n 0 -m card tests/card/test_kernels.py

Kernels for matrix units have no small points but the golden ones. ``racecheck`` reports loads of a stage of ``gemm_wgmma``
against the bulk copies that fill it later, which that stage's barrier orders.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from autoblas.checks.product import trial_for
from autoblas.devices.device import Facts
from autoblas.errors import AutoblasError
from autoblas.kernels import kernels
from support.budget import examples
from support.cuda_samples import CUDA_SAMPLES
from support.kernel_cases import choice_of
from support.oclgrind_sweep import points

MOST = (1024, 1 << 16)
"""Work-items of a work-group, and of a launch, of drawn points: racecheck takes a thousand times as long."""

MOST_OPERATIONS = 1 << 32
"""Golden points of larger problems are left out."""


def points_of(name: str, facts: Facts, seed: int) -> Iterator[tuple[Any, Any]]:
    """The golden points of a kernel that are legal on the card, then drawn ones."""
    kernel = kernels()[name]
    for sample in CUDA_SAMPLES:
        small = sample.kernel == name and sample.problem.flops() <= MOST_OPERATIONS
        if small and kernel.refusal(sample.params, sample.problem, facts) is None:
            yield sample.problem, sample.params
    yield from points(kernel, facts, seed, examples(1), MOST)


@pytest.mark.card
@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("name", kernels())
def test_small_points(card, name, request):
    """Results lie within their bounds, and nothing beside them is written; the card may refuse points, but not all of them."""
    tried = list(points_of(name, card.facts, request.config.getoption("--seed")))
    if not tried:
        pytest.skip("no small point is legal on this card")
    queue, verdicts, refused = card.queue(), [], []
    for problem, params in tried:
        choice = choice_of(kernels()[name], params, problem, card.facts)
        try:
            verdict = trial_for(card, queue, problem).check(choice)
        except AutoblasError as error:  # too many registers, for instance
            refused.append(f"{problem} {params}: {error}")
        else:
            verdicts.append(verdict and f"{problem} {params}: {verdict}")
    assert verdicts, refused
    assert [verdict for verdict in verdicts if verdict] == []
