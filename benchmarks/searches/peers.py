"""Replays searches of Kernel Tuner and Optuna on recorded spaces, through their own packages.

Both see parameters as numbers; words and truth values are counted through. Kernel Tuner runs in its simulation mode on a
cache file. Optuna knows no rules of legality: what it suggests stands for the nearest legal point, and points that were
evaluated before cost nothing.
"""

from __future__ import annotations

import contextlib
import io
import math
import random
import tempfile
import time
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.exchange import Found, Trial, cache_text
from autoblas.version import __version__

if TYPE_CHECKING:
    from benchmarks.searches.replay import Course, Goal
    from benchmarks.searches.space import RecordedSpace

__all__ = ["KERNEL_TUNER", "OPTUNA", "KernelTunerSpace", "OptunaSpace"]

KERNEL_TUNER = (
    "random_sample", "greedy_ils", "mls", "genetic_algorithm", "pso", "simulated_annealing", "dual_annealing", "bayes_opt"
)  # fmt: skip
REPEATED = 10
"""Suggestions in a row that bring nothing new, after which a point is drawn at random."""


class _Table:
    """Points as rows of codes: the positions among the values of parameters that have several."""

    def __init__(self, space: RecordedSpace) -> None:
        self.space = space
        self.values: dict[str, list[Any]] = {}
        for name in space.points[0]:
            values = list(dict.fromkeys(point[name] for point in space.points))
            if len(values) > 1:
                self.values[name] = values if isinstance(values[0], str) else sorted(values)
        codes = {name: {value: n for n, value in enumerate(values)} for name, values in self.values.items()}
        self.codes = np.array(
            [[codes[name][point[name]] for name in self.values] for point in space.points], dtype=np.int64
        )

    def number(self, name: str, code: int) -> float | int:
        """The number that a package gets for a value."""
        value = self.values[name][code]
        return code if isinstance(value, str | bool) else value


class KernelTunerSpace:
    """A space as Kernel Tuner sees it: a cache file, values, and a rule that only points of the file keep.

    Args:
        space: The space.
    """

    def __init__(self, space: RecordedSpace) -> None:
        table = _Table(space)
        self.numbers = [
            {name: table.number(name, int(code)) for name, code in zip(table.values, row, strict=True)}
            for row in table.codes
        ]
        self.values = {
            name: [table.number(name, code) for code in range(len(values))]
            for name, values in table.values.items()
        }
        self.index = {tuple(numbers.values()): n for n, numbers in enumerate(self.numbers)}
        origin = space.origin
        trials = tuple(Trial("recorded", numbers, space.outcome(n)) for n, numbers in enumerate(self.numbers))
        results = Found(None, origin.device, "", origin.driver, "gemm f 1x1x1", origin.date, "", trials)
        self._folder = tempfile.TemporaryDirectory()
        self.cache = Path(self._folder.name) / "cache.json"
        self.cache.write_text(cache_text(results, "recorded", __version__), encoding="utf-8")
        self.sizes = list(results.words[2])

    def replay(self, strategy: str, seed: int, goal: Goal) -> Course:
        """The course of a strategy, with its own options.

        Args:
            strategy: Its name there.
            seed: The seed of its random numbers.
            goal: The goal that ends it.
        """
        import kernel_tuner  # noqa: PLC0415  # an optional peer

        random.seed(seed)
        np.random.seed(seed)  # noqa: NPY002  # its strategies draw from there
        index, watched = self.index, _Watched(strategy, self.index, goal)

        def legal(point: dict[str, Any]) -> bool:  # no method: it is copied with all that it belongs to
            return tuple(point.values()) in index

        with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
            warnings.simplefilter("ignore")
            kernel_tuner.tune_kernel(
                "recorded", "", self.sizes, [], self.values, restrictions=legal, lang="C", cache=str(self.cache),
                simulation_mode=True, quiet=True, strategy=watched, strategy_options={"max_fevals": goal.most}, seed=seed,
            )  # fmt: skip
        return goal.course


class _Watched:
    """A strategy of Kernel Tuner that writes down what its runner is asked for, and the time of everything else."""

    def __init__(self, strategy: str, index: dict[tuple[Any, ...], int], goal: Goal) -> None:
        self.strategy, self.index, self.goal = strategy, index, goal

    def tune(self, searchspace: Any, runner: Any, tuning_options: Any) -> Any:
        """Let the strategy search."""
        from kernel_tuner.interface import strategy_map  # noqa: PLC0415  # an optional peer
        from kernel_tuner.util import StopCriterionReached  # noqa: PLC0415

        began, run = time.process_time(), runner.run
        outside = 0.0

        def watched(elements: Any, options: Any) -> Any:
            nonlocal outside
            entered = time.process_time()
            for element in elements:
                self.goal.ask(self.index[tuple(element)], entered - began - outside)
            if self.goal.over:
                raise StopCriterionReached("everything is known that is wanted")
            results = run(elements, options)
            outside += time.process_time() - entered
            return results

        runner.run = watched
        return strategy_map[self.strategy].tune(searchspace, runner, tuning_options)


OPTUNA: dict[str, tuple[str, dict[str, bool]]] = {
    "random": ("RandomSampler", {}),
    "TPE": ("TPESampler", {}),
    "TPE multivariate": ("TPESampler", {"multivariate": True}),
}
"""Samplers with their options."""


class OptunaSpace:
    """A space as Optuna sees it: codes for numbers, and values for words.

    Args:
        space: The space.
    """

    def __init__(self, space: RecordedSpace) -> None:
        self.table, self.space = _Table(space), space
        self.spans = np.array([len(values) - 1 for values in self.table.values.values()], dtype=np.float64)
        self.ordered = [not isinstance(values[0], str) for values in self.table.values.values()]

    def replay(self, sampler: str, seed: int, goal: Goal) -> Course:
        """The course of a sampler; see ``KernelTunerSpace.replay``."""
        import optuna  # noqa: PLC0415  # an optional peer

        draw = np.random.default_rng(seed)
        began = time.process_time()
        order = goal.order
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            optuna.logging.set_verbosity(optuna.logging.ERROR)
            name, options = OPTUNA[sampler]
            study = optuna.create_study(sampler=getattr(optuna.samplers, name)(seed=seed, **options))
            repeated = 0
            while not goal.over:
                if repeated == REPEATED:
                    fresh = draw.choice(np.setdiff1d(np.arange(len(self.space.points)), list(order)))
                    study.enqueue_trial(self._words(self.table.codes[fresh]))
                trial = study.ask()
                index = self._nearest(self._suggested(trial))
                repeated = repeated + 1 if index in order else 0
                goal.ask(index, time.process_time() - began)
                study.tell(trial, self._score(index, order))
        return goal.course

    def _suggested(self, trial: Any) -> list[int]:
        """The codes that a trial suggests."""
        codes = []
        for (name, values), ordered in zip(self.table.values.items(), self.ordered, strict=True):
            if ordered:
                codes.append(trial.suggest_int(name, 0, len(values) - 1))
            else:
                codes.append(values.index(trial.suggest_categorical(name, values)))
        return codes

    def _words(self, codes: Any) -> dict[str, Any]:
        """The suggestion that a point is."""
        pairs = zip(self.table.values.items(), codes, self.ordered, strict=True)
        return {name: int(code) if ordered else values[code] for (name, values), code, ordered in pairs}

    def _nearest(self, codes: list[int]) -> int:
        """The legal point that is nearest: steps as parts of each parameter's range, and 1 for another word."""
        apart = np.abs(self.table.codes - np.array(codes))
        words = ~np.array(self.ordered)
        return int(np.argmin(np.where(words, np.sign(apart), apart / self.spans).sum(1)))

    def _score(self, index: int, order: dict[int, float]) -> float:
        """The logarithm of the time; of a failure, of e times the longest so far."""
        seconds = self.space.seconds[index]
        if math.isfinite(seconds):
            return math.log(seconds)
        longest = max((s for i in order if math.isfinite(s := self.space.seconds[i])), default=1.0)
        return math.log(longest) + 1
