"""Hashes of the texts of golden points and of random legal points of every kernel, in every language that serves it."""

import hashlib
import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from autoblas.devices.device import Facts
from autoblas.devices.recording import HOPPER, INTEL_GPU, PLAIN_CPU, PLAIN_GPU
from autoblas.emit.cuda_c import CUDA_C
from autoblas.emit.dialect import Dialect
from autoblas.emit.opencl_c import OPENCL_C
from autoblas.kernels import kernels
from autoblas.kernels.kernel import Kernel
from autoblas.kernels.space import parameters
from support.cuda_samples import CARD, CUDA_SAMPLES
from support.golden_sample import GOLDEN
from support.golden_samples import SAMPLES
from support.kernel_cases import shaped, walk

PATH = GOLDEN / "hashes.txt"

POINTS = 40
"""Random points a kernel and language."""

PROBLEMS = 60
"""Problems that they are spread over, of as many steps of a walk as it takes to meet them."""

STEPS = 600
"""Steps of that walk at most."""

DEVICES: dict[Dialect, tuple[Facts, ...]] = {
    OPENCL_C: tuple(replace(facts, fp16=True) for facts in (PLAIN_CPU, PLAIN_GPU, HOPPER, INTEL_GPU)),
    CUDA_C: (replace(CARD, fp16=True),),
}
"""Devices whose rules say which points are legal, by their language."""


def hashes() -> list[str]:
    """A line for each text: kernel, language, point, the hash of the point's words, and that of the text."""
    samples = (*SAMPLES, *CUDA_SAMPLES)
    lines = [
        line(kernels()[s.kernel], s.params, s.problem, s.dialect, s.label.replace(" ", "_")) for s in samples
    ]
    for kernel, dialect in itertools.product(kernels().values(), DEVICES):
        for number, (params, problem) in enumerate(itertools.islice(points(kernel, dialect), POINTS)):
            lines.append(line(kernel, params, problem, dialect, f"random_{number}"))
    return lines


def line(kernel: Kernel, params: Any, problem: Any, dialect: Dialect, label: str) -> str:
    """What is kept of one text; the first hash tells whether another point was drawn, or its text changed."""
    words = f"{problem.words()} {parameters(params)}"
    text = "\n".join((kernel.source(params, problem, dialect), *dialect.flags(kernel.options(params))))
    point = hashlib.sha256(words.encode()).hexdigest()[:8]
    return f"{kernel.name} {dialect.extension} {label} {point} {hashlib.sha256(text.encode()).hexdigest()}"


def points(kernel: Kernel, dialect: Dialect) -> Iterator[tuple[Any, Any]]:
    """Legal points that differ, each of the next problem and device; the same ones in every process."""
    served = [
        (problem, facts)
        for problem, facts in zip(problems(kernel), itertools.cycle(DEVICES[dialect]), strict=False)
        if kernel.space.unmet(problem, facts) is None
    ][:PROBLEMS]
    seen = set()
    for seed, (problem, facts) in zip(range(4 * POINTS), itertools.cycle(served), strict=False):
        first = kernel.suggested(problem, facts)
        sample = kernel.space.sample(problem, facts, 4, seed=seed, start=() if first is None else (first,))
        if sample and (problem, sample[-1]) not in seen:
            seen.add((problem, sample[-1]))
            yield sample[-1], problem


def problems(kernel: Kernel) -> Iterator[Any]:
    """Those of the golden points, for each device once, and those of a walk through types, orders and batches."""
    most = max(map(len, DEVICES.values()))
    for sample in SAMPLES:
        if sample.kernel == kernel.name:
            yield from itertools.repeat(sample.problem, most)
    for index in range(STEPS):
        yield from itertools.repeat(shaped(kernel, walk(kernel.family, index), index), most)
