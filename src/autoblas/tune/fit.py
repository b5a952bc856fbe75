"""Coefficients of time models, fitted to the times that searches measured on a device.

What is least is the sum of squares of logarithms of predicted over measured times, large ones counted as by Huber's loss,
with a weak pull of each coefficient to the value that it has: so those that no time depends on stay. Shapes are divided
into those that are fitted and those, a third, that judge: coefficients are better only if those say so.
"""

from __future__ import annotations

import hashlib
import math
import statistics
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from autoblas.errors import DatabaseError
from autoblas.kernels import kernels
from autoblas.kernels.models.coefficients import coefficients_of, family_of, replace_coefficients, shipped
from autoblas.problems.notation import problem_called
from autoblas.records.search_results import found_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from autoblas.devices.device import Facts
    from autoblas.problems import Problem

__all__ = ["Errors", "ModelFit", "Sample", "fit_model", "models_of", "samples_in"]

FEWEST = 12
"""Times that a model is fitted to, at least."""

OUTLIER = 0.25
"""Logarithm of a ratio beyond which errors count less."""

PULL = 0.05
"""Weight of the logarithm of a coefficient's change beside that of a ratio of times."""


class Sample(NamedTuple):
    """A point that was timed.

    Attributes:
        kernel: The kernel's name.
        params: The point.
        problem: The problem.
        seconds: Its median time.
    """

    kernel: str
    params: Any
    problem: Problem
    seconds: float

    @property
    def judges(self) -> bool:
        """Its shape is one of those that judge."""
        return hashlib.sha256(str(self.problem).encode()).digest()[0] % 3 == 0


class Errors(NamedTuple):
    """Factors between predicted and measured times, those that half and nine tenths of the samples are within."""

    half: float
    most: float


@dataclass(frozen=True)
class ModelFit:
    """Coefficients of a model on a device.

    Attributes:
        model: The model.
        values: The fitted values, in the form of the shipped ones.
        times: How many times they were fitted to, and how many judge.
        shapes: Problems among all of them.
        before: Errors of the coefficients that serve, of the samples that judge.
        after: Errors of the fitted ones.
    """

    model: str
    values: Mapping[str, Any]
    times: tuple[int, int]
    shapes: int
    before: Errors
    after: Errors

    @property
    def better(self) -> bool:
        """The samples that judge are predicted better."""
        return self.after.half < self.before.half


def samples_in(journals: Iterable[Path], f: Facts) -> list[Sample]:
    """The timed points of a device in journals of searches, of kernels with a model.

    Raises:
        DatabaseError: a file is no journal.
    """
    samples = []
    for path in journals:
        search = found_in(path)
        problem = problem_called(*search.words)
        if problem is None or (search.device, search.platform) != (f.name, f.platform):
            continue
        for trial in search.trials:
            kernel = kernels().get(trial.kernel)
            if kernel is None or kernel.predict is None or trial.outcome.kind != "ok":
                continue
            params = kernel.space.point(dict(trial.parameters))
            if kernel.refusal(params, problem, f) is None and kernel.expected(params, problem, f) is not None:
                samples.append(Sample(trial.kernel, params, problem, trial.outcome.median))
    return samples


def models_of(samples: Sequence[Sample], f: Facts) -> list[str]:
    """The models of the kernels of samples."""
    names = {sample.kernel for sample in samples}
    return [model for model, document in shipped(family_of(f)).items() if names & set(document["kernels"])]


def fit_model(model: str, samples: Sequence[Sample], f: Facts) -> ModelFit:
    """Fit the coefficients of one model, those of others as they are.

    Args:
        model: The model.
        samples: Timed points; those of other models' kernels are left out.
        f: The device.

    Raises:
        DatabaseError: there are too few.
        ModuleNotFoundError: SciPy is not installed.
    """
    from scipy.optimize import least_squares  # noqa: PLC0415 -- no call needs it

    served = set(shipped(family_of(f))[model]["kernels"])
    samples = [sample for sample in samples if sample.kernel in served]
    fitted = [sample for sample in samples if not sample.judges]
    judging = [sample for sample in samples if sample.judges]
    if len(fitted) < FEWEST or not judging:
        shapes = len({str(sample.problem) for sample in samples})
        raise DatabaseError(model, f"it has {len(samples)} times of {shapes} shapes, and needs more")
    present = coefficients_of(model, f)
    paths = [path for path, value in leaves(present) if value > 0]
    start = [math.log(dict(leaves(present))[path]) for path in paths]

    def values_at(x: Sequence[float]) -> Mapping[str, Any]:
        values: Mapping[str, Any] = with_leaves(present, dict(zip(paths, map(math.exp, x), strict=True)))
        return values

    def residuals(x: Sequence[float]) -> list[float]:
        replace_coefficients(model, f.name, values_at(x))
        pulls = [PULL * (new - old) for new, old in zip(x, start, strict=True)]
        return [*ratios(fitted, f), *pulls]

    try:
        before = errors(judging, f)
        solution = least_squares(residuals, start, loss="huber", f_scale=OUTLIER, max_nfev=40)
        values = values_at(solution.x)
        replace_coefficients(model, f.name, values)
        after = errors(judging, f)
    finally:
        replace_coefficients(model, f.name, present)
    shapes = len({str(sample.problem) for sample in samples})
    return ModelFit(model, values, (len(fitted), len(judging)), shapes, before, after)


def ratios(samples: Sequence[Sample], f: Facts) -> list[float]:
    """Logarithms of predicted over measured times."""
    expected = (kernels()[s.kernel].expected(s.params, s.problem, f) for s in samples)
    return [math.log((seconds or math.inf) / s.seconds) for seconds, s in zip(expected, samples, strict=True)]


def errors(samples: Sequence[Sample], f: Facts) -> Errors:
    """The errors of predictions."""
    sizes = sorted(map(abs, ratios(samples, f)))
    return Errors(math.exp(statistics.median(sizes)), math.exp(sizes[(9 * len(sizes) - 1) // 10]))


def leaves(values: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], float]]:
    """The numbers of a model with their paths."""
    if isinstance(values, (int, float)):
        yield path, values
        return
    for key, inner in values.items() if isinstance(values, dict) else enumerate(values):
        yield from leaves(inner, (*path, key))


def with_leaves(values: Any, numbers: Mapping[tuple[Any, ...], float], path: tuple[Any, ...] = ()) -> Any:
    """The values of a model with other numbers at some paths."""
    if isinstance(values, (int, float)):
        return numbers.get(path, values)
    if isinstance(values, dict):
        return {key: with_leaves(inner, numbers, (*path, key)) for key, inner in values.items()}
    return [with_leaves(inner, numbers, (*path, index)) for index, inner in enumerate(values)]
