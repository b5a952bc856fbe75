"""Coefficients of time models, fitted to the times that searches measured on a device.

What is least is the sum of squares of logarithms of predicted over measured times, large ones counted as by Huber's loss.
Slow points count by their part of the best speed for the problem, since choices are among fast ones. Each coefficient is
pulled to the value that it has, so that those stay which no time depends on. Shapes are divided into those that are fitted
and those, a third, that judge: coefficients are better only if these are predicted better.
"""

from __future__ import annotations

import math
import statistics
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from autoblas.errors import DatabaseError
from autoblas.kernels import kernels
from autoblas.kernels.models.coefficients import coefficients_of, family_of, replace_coefficients, shipped

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from autoblas.devices.device import Facts
    from autoblas.tune.samples import Sample

__all__ = [
    "Errors",
    "ModelFit",
    "Selection",
    "errors",
    "fit_models",
    "models_of",
    "quality",
    "samples_of",
    "selections",
]

FEWEST = 12
"""Times that a model is fitted to, at least."""

OUTLIER = 0.25
"""Logarithm of a ratio beyond which errors count less."""

PULL = 0.4
"""Weight of the logarithm of a coefficient's change beside that of a ratio of times: of 0.02 to 0.4 the one with which most
models of an H200 predicted the shapes held back better."""


STEP = 0.01
"""Relative change of a coefficient that differences are taken over: numbers of resident work-groups jump at smaller ones."""

MOST_STEPS = 40
"""Steps of the method of least squares."""


class Errors(NamedTuple):
    """Factors between predicted and measured times, those that half and nine tenths of the samples are within."""

    half: float
    most: float


@dataclass(frozen=True)
class ModelFit:
    """Coefficients of models that share kernels, fitted together on a device.

    Attributes:
        values: The fitted values of each model, in the form of the shipped ones.
        times: How many times they were fitted to, and how many judge.
        shapes: Problems among all of them.
        before: Errors of the coefficients that serve, of the samples that judge.
        after: Errors of the fitted ones.
    """

    values: Mapping[str, Mapping[str, Any]]
    times: tuple[int, int]
    shapes: int
    before: Errors
    after: Errors

    @property
    def better(self) -> bool:
        """The samples that judge are predicted better, nine tenths of them too."""
        return self.after.half < self.before.half and self.after.most < self.before.most

    def serve(self, f: Facts) -> None:
        """Let models have these coefficients on the device, in this process."""
        for model, values in self.values.items():
            replace_coefficients(model, f.name, values)


class Selection(NamedTuple):
    """The timed point of a problem that models expect to be fastest.

    Attributes:
        sample: The point.
        share: The part of the fastest one's speed that it has.
    """

    sample: Sample
    share: float


def models_of(samples: Sequence[Sample], f: Facts, only: Collection[str] = ()) -> list[list[str]]:
    """The models of the kernels of samples, in groups that share kernels.

    Args:
        samples: Timed points.
        f: The device.
        only: Models to choose among; empty for all.
    """
    timed = {sample.kernel for sample in samples}
    groups: list[tuple[set[str], list[str]]] = []
    for model, document in shipped(family_of(f)).items():
        served = set(document["kernels"])
        if (only and model not in only) or not served & timed:
            continue
        joined = [group for group in groups if group[0] & served]
        groups = [group for group in groups if group not in joined]
        names = [name for _, members in joined for name in members]
        groups.append((served.union(*(kernel for kernel, _ in joined)), [*names, model]))
    return [members for _, members in groups]


def fit_models(models: Sequence[str], samples: Sequence[Sample], f: Facts) -> ModelFit:
    """Fit the coefficients of models together, those of others as they are.

    Args:
        models: The models.
        samples: Timed points; those of other models' kernels only show which are fast.
        f: The device.

    Raises:
        DatabaseError: there are too few.
        ModuleNotFoundError: SciPy is not installed.
    """
    from scipy.optimize import least_squares  # noqa: PLC0415 -- no call needs it

    fastest = fastest_times(samples)
    samples = samples_of(models, samples, f)
    fitted = [sample for sample in samples if not sample.judges]
    judging = [sample for sample in samples if sample.judges]
    shapes = len({str(sample.problem) for sample in samples})
    if len(fitted) < FEWEST or not judging:
        raise DatabaseError(", ".join(models), f"{len(samples)} times of {shapes} shapes, too few to fit")
    present = {model: coefficients_of(model, f) for model in models}
    numbers = {path: value for path, value in leaves(present) if value > 0}
    weights = [fastest[str(sample.problem)] / sample.seconds for sample in fitted]

    def fit_at(x: Sequence[float]) -> ModelFit:
        changed = {path: numbers[path] * math.exp(step - 1) for path, step in zip(numbers, x, strict=True)}
        values = with_leaves(present, changed)
        return ModelFit(values, (len(fitted), len(judging)), shapes, before, before)

    def residuals(x: Sequence[float]) -> list[float]:
        fit_at(x).serve(f)
        pulls = [PULL * (step - 1) for step in x]
        return [*(weight * ratio for weight, ratio in zip(weights, ratios(fitted, f), strict=True)), *pulls]

    before = errors(judging, f)
    try:
        start = [1.0] * len(numbers)  # which steps of differences are relative to
        solution = least_squares(
            residuals, start, diff_step=STEP, loss="huber", f_scale=OUTLIER, max_nfev=MOST_STEPS
        )
        fit = fit_at(solution.x)
        fit.serve(f)
        return replace(fit, after=errors(judging, f))
    finally:
        for model, values in present.items():
            replace_coefficients(model, f.name, values)


def samples_of(models: Collection[str], samples: Sequence[Sample], f: Facts) -> list[Sample]:
    """The samples of the kernels of models."""
    documents = shipped(family_of(f))
    served = {kernel for model in models for kernel in documents[model]["kernels"]}
    return [sample for sample in samples if sample.kernel in served]


def ratios(samples: Sequence[Sample], f: Facts) -> list[float]:
    """Logarithms of predicted over measured times."""
    return [math.log(expected_seconds(sample, f) / sample.seconds) for sample in samples]


def errors(samples: Sequence[Sample], f: Facts) -> Errors:
    """The errors of predictions."""
    sizes = sorted(map(abs, ratios(samples, f)))
    return Errors(math.exp(statistics.median(sizes)), math.exp(sizes[(9 * len(sizes) - 1) // 10]))


def selections(samples: Sequence[Sample], f: Facts) -> dict[str, Selection]:
    """The selections of models by problem."""
    fastest = fastest_times(samples)
    chosen: dict[str, tuple[float, Sample]] = {}
    for sample in samples:
        name, seconds = str(sample.problem), expected_seconds(sample, f)
        if name not in chosen or seconds < chosen[name][0]:
            chosen[name] = seconds, sample
    return {name: Selection(sample, fastest[name] / sample.seconds) for name, (_, sample) in chosen.items()}


def fastest_times(samples: Sequence[Sample]) -> dict[str, float]:
    """The time of the fastest point of each problem."""
    fastest: dict[str, float] = {}
    for sample in samples:
        name = str(sample.problem)
        fastest[name] = min(fastest.get(name, math.inf), sample.seconds)
    return fastest


def quality(selected: Mapping[str, Selection]) -> float:
    """Geometric mean of the shares of selections for problems that judge, 1 without any."""
    return statistics.geometric_mean([x.share for x in selected.values() if x.sample.judges] or [1.0])


def expected_seconds(sample: Sample, f: Facts) -> float:
    """The time that a point's model expects."""
    return kernels()[sample.kernel].expected(sample.params, sample.problem, f) or math.inf


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
