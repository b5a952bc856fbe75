"""Sources of a sweep's problems: a range of sizes, a file of problems, a network, a log of calls."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any, NamedTuple

import click
import msgspec

from autoblas.cli.options import Whole, with_options
from autoblas.cli.routines.worded import call_in
from autoblas.errors import ArgumentError, DatabaseError
from autoblas.problems.blas.words import sizes_in
from autoblas.records.log import read_log
from autoblas.store.folder import utf8
from autoblas.tune.sweep import Wanted
from autoblas.tune.task import must_have_work

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from autoblas.devices.device import Facts
    from autoblas.problems import Problem
    from autoblas.records.log import CallLog, Share

__all__ = [
    "Layer",
    "LoggedProblems",
    "logged_calls",
    "merged_entries",
    "network_layers",
    "problems_in",
    "range_options",
    "sweep_sizes",
]

MOST = 10_000
"""Problems of a sweep, so that a wrong step is an error and no endless list."""


class Layer(msgspec.Struct, forbid_unknown_fields=True):
    """A layer of a network.

    Attributes:
        problem: What it computes, as people write it.
        count: How often, in one pass.
        name: What it is called.
    """

    problem: str
    count: int = 1
    name: str = ""


class Network(msgspec.Struct, forbid_unknown_fields=True):
    """The file of a network.

    Attributes:
        layers: Its layers.
        network: What it is called.
    """

    layers: list[Layer]
    network: str = ""


class LoggedProblems(NamedTuple):
    """Problems of a log of calls.

    Attributes:
        wanted: Its problems, what took the most time first.
        shares: The problems with calls and times.
        log: The log.
    """

    wanted: list[Wanted]
    shares: Sequence[Share]
    log: CallLog

    @property
    def seconds(self) -> float:
        """Seconds of all calls, without choosing and compiling kernels."""
        return sum(share.seconds for share in self.shares)


def range_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Pass ``sizes``, from ``--start``, ``--stop`` and ``--step`` or ``--times``; empty where none of them is given."""
    size = Whole(min=1)
    options = (
        click.option("--start", type=size, help="First -n of a sweep."),
        click.option("--stop", type=size, help="Last -n of a sweep, at most."),
        click.option("--step", type=size, help="From one -n of a sweep to the next.  [default: as --start]"),
        click.option(
            "--times",
            type=click.FloatRange(min=1, min_open=True, max=1e6),
            help="From one -n to the next by this factor, in place of --step.",
        ),
    )

    def with_sizes(
        *args: Any, start: int | None, stop: int | None, step: int | None, times: float | None, **kwargs: Any
    ) -> Any:
        return function(*args, sizes=sweep_sizes(start, stop, step, times), **kwargs)

    with_sizes.__doc__ = function.__doc__
    if hasattr(function, "__click_params__"):
        with_sizes.__click_params__ = function.__click_params__  # type: ignore[attr-defined]  # what click's decorators keep
    return with_options(with_sizes, options)


def sweep_sizes(
    start: int | None, stop: int | None, step: int | None, times: float | None
) -> tuple[int, ...]:
    """The sizes of a sweep.

    Args:
        start: The first.
        stop: None is larger.
        step: From one to the next; by default as large as the first.
        times: The factor from one to the next, instead; sizes are rounded, and grow by one at least.

    Raises:
        ArgumentError: they fit no sweep, or are too many.
    """
    if start is None and stop is None:
        if step is not None or times is not None:
            raise ArgumentError("--step", "--start and --stop too", "neither")
        return ()
    if start is None or stop is None:
        raise ArgumentError("--start", "--start and --stop together", "one of them")
    if stop < start:
        raise ArgumentError("--stop", f"at least {start}, where the sweep starts", str(stop))
    if step is not None and times is not None:
        raise ArgumentError("--times", "--step or --times, not both", "both")
    if times is not None and not times > 1:
        raise ArgumentError("--times", "a factor above 1", str(times))
    progression = range(start, stop + 1, step or start) if times is None else _grown(start, stop, times)
    sizes = tuple(itertools.islice(progression, MOST + 1))
    if len(sizes) > MOST:
        raise ArgumentError(
            "--step", f"a step that makes at most {MOST} sizes", f"more, from {start} to {stop}"
        )
    return sizes


def _grown(start: int, stop: int, times: float) -> Iterable[int]:
    """Sizes that grow by a factor, by one at least."""
    size = start
    while size <= stop:
        yield size
        size = max(round(size * times), size + 1)


def merged_entries(problems: Iterable[tuple[Problem, float]]) -> list[Wanted]:
    """Problems and their weights, each problem once."""
    weights: dict[Problem, float] = {}
    for problem, weight in problems:
        weights[problem] = weights.get(problem, 0.0) + weight
    return [Wanted(problem, weight) for problem, weight in weights.items()]


def problems_in(
    path: Path, facts: Facts, product: Callable[[int, int, int], Problem] | None = None
) -> list[Wanted]:
    """The problems of a file with one a line; what follows a # is a comment.

    Args:
        path: The file.
        facts: The device.
        product: Makes a product of sizes, where a line may be just ``1024x512x256``.

    Raises:
        ArgumentError: a line is no problem, with its number.
        DatabaseError: the file cannot be read.
    """
    weighted: list[tuple[Problem, float]] = []
    for number, line in enumerate(_text(path).splitlines(), 1):
        text = line.partition("#")[0].strip()
        if not text:
            continue
        try:
            problems = _on_line(text, facts, product)
            for problem in problems:
                must_have_work(problem)
        except ArgumentError as error:
            raise ArgumentError(f"{path}, line {number}", *_parts(error)) from None
        weighted += [(problem, 1.0) for problem in problems]
    if not weighted:
        raise ArgumentError(str(path), "a problem a line", "no problem")
    return merged_entries(weighted)


def _on_line(
    text: str, facts: Facts, product: Callable[[int, int, int], Problem] | None
) -> Sequence[Problem]:
    """The problems that a line names.

    Raises:
        ArgumentError: it names none.
    """
    sizes = None if product is None else sizes_in(text)
    if product is None or sizes is None:
        return call_in(text).problems(facts)
    if len(sizes) not in {1, 3}:
        raise ArgumentError("problem", "sizes MxNxK, or one for all three", repr(text))
    m, n, k = sizes if len(sizes) == 3 else sizes * 3
    return (product(m, n, k),)


def _parts(error: ArgumentError) -> tuple[str, str]:
    """The expected and the actual value of an error, to be raised again under another name."""
    message = str(error).partition(": expected ")[2] or str(error)
    expected, _, got = message.rpartition("; got ")
    return expected, got


def network_layers(path: Path, facts: Facts, seconds_of: Callable[[Problem], float]) -> list[Wanted]:
    """The problems of a network, each with its share of the time that a pass is expected to take.

    Args:
        path: A JSON file; docs/guide/tuning.md describes it.
        facts: The device.
        seconds_of: What a problem is expected to take as it is served.

    Raises:
        ArgumentError: it is no such file, or a layer is no problem, with its place.
        DatabaseError: it cannot be read.
    """
    try:
        network = msgspec.json.decode(_text(path).encode(), type=Network)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise ArgumentError(str(path), 'an object such as {"layers": [{"problem": "sgemm NN 8x8x8", "count": 2}]}',
                            str(error)) from None  # fmt: skip
    weighted: list[tuple[Problem, float]] = []
    for number, layer in enumerate(network.layers, 1):
        where = f"{path}, layer {number}{layer.name and f' ({layer.name})'}"
        if not 1 <= layer.count < 1 << 53:
            raise ArgumentError(where, "a count of at least 1", str(layer.count))
        try:
            launches = _launches(layer, facts)
        except ArgumentError as error:
            raise ArgumentError(where, *_parts(error)) from None
        weighted += [(problem, layer.count * seconds_of(problem)) for problem in launches]
    if not weighted:
        raise ArgumentError(str(path), "layers", "none")
    return merged_entries(weighted)


def _launches(layer: Layer, facts: Facts) -> Sequence[Problem]:
    """The problems that a layer consists of.

    Raises:
        ArgumentError: it is no problem, or one without work.
    """
    launches = call_in(layer.problem).launches(facts)
    if not launches:
        raise ArgumentError("problem", "a problem with work to do", repr(layer.problem))
    for problem in launches:
        must_have_work(problem)
    return launches


def logged_calls(path: Path) -> LoggedProblems:
    """The problems of a log of calls, each with its time.

    Raises:
        ArgumentError: there is no call in it.
        DatabaseError: it cannot be read, or is no such log.
    """
    log = read_log(path)
    shares = log.shares()
    if not shares:
        raise ArgumentError(str(path), "calls", "none that this version knows")
    return LoggedProblems(
        [Wanted(share.problem, share.seconds, share.calls) for share in shares], shares, log
    )


def _text(path: Path) -> str:
    try:
        return utf8(path.read_bytes()).decode()
    except OSError as error:
        raise DatabaseError(path, f"it cannot be read: {error.strerror}") from error
    except UnicodeError as error:
        raise DatabaseError(path, "it is no text in UTF-8") from error
