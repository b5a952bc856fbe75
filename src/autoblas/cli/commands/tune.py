"""``autoblas tune``: searches for the fastest kernels on a device, and keeps them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from autoblas.cli.cluster.command import cluster_options, tune_on_cluster
from autoblas.cli.options import Seconds, Whole, device_option, json_option, product_options, shapes_of
from autoblas.cli.output.text import count_text, time_text
from autoblas.cli.routines.group import RoutineGroup
from autoblas.cli.routines.table import call_of
from autoblas.cli.tuning.progress import with_signal_status
from autoblas.cli.tuning.search import budget_of, search_options, search_problems
from autoblas.cli.tuning.sources import (
    logged_calls,
    merged_entries,
    network_layers,
    problems_in,
    range_options,
)
from autoblas.cli.tuning.sweeping import run_sweep
from autoblas.cli.tuning.thresholds import (
    crossover_command,
    factor_width_command,
    panel_width_command,
    width_command,
)
from autoblas.devices.selftest.serving_device import select_device
from autoblas.plan.orientation import orientations
from autoblas.precision import PRECISIONS, default_accumulator, precision_of
from autoblas.problems import Matmul
from autoblas.problems.blas.notation import written
from autoblas.tune.expectation import expected_gain

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autoblas.cli.options import Product
    from autoblas.cli.routines.routine import RoutineCall
    from autoblas.cli.tuning.sources import LoggedProblems
    from autoblas.devices.device import Facts
    from autoblas.problems import Problem
    from autoblas.tune.sweep import Wanted

__all__ = ["command", "usual_problems"]

SOURCES = ("--like", "--shapes", "--from-log")
"""Options of ``tune all`` that may stand right behind ``tune``: they say all that is to be tuned."""


class TuneGroup(RoutineGroup):
    """The subcommands of ``tune``; ``tune --from-log FILE`` is ``tune all --from-log FILE``."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put ``all`` in front of the options that are its own."""
        if args and args[0].partition("=")[0] in SOURCES:
            args = ["all", *args]
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the subcommand; where a signal breaks it off, the exit status says so."""
        return with_signal_status(ctx, lambda: super(TuneGroup, self).invoke(ctx))


@click.group(cls=TuneGroup)
def command() -> None:
    """Search for the fastest kernel on a device."""


EXAMPLE = "autoblas tune gemm -n 1024"

_SIZE = Whole(min=1)
_FILE = click.Path(path_type=Path, dir_okay=False)


@command.command("gemm")
@click.option("-m", type=_SIZE, multiple=True, help="Rows of A and C.  [default: as -n]")
@click.option(
    "-n", type=_SIZE, multiple=True, help="Columns of B and C. May be repeated, and so may -m and -k."
)
@click.option("-k", type=_SIZE, multiple=True, help="Columns of A and rows of B.  [default: as -n]")
@range_options
@click.option(
    "--shapes",
    type=_FILE,
    help="A file with a problem a line: MxNxK, or any other as in sgemm NT 1024x512x256.",
)
@product_options
@cluster_options
@search_options
def gemm(
    m: tuple[int, ...], n: tuple[int, ...], k: tuple[int, ...], sizes: tuple[int, ...], shapes: Path | None,
    product: Product, cluster: Mapping[str, Any] | None, **how: Any,
) -> None:  # fmt: skip
    """Tune C = alpha op(A) op(B) + beta C at one size or many, and keep the best kernels.

    -n alone means square matrices. Many sizes are given by repeating -n, by --start, --stop and --step, or in a file;
    they share --seconds, and the searches that are expected to gain the most come first. Candidates run in a separate
    process, so that one that crashes or hangs does not end the search, and each is checked before it is timed. Ctrl-C
    ends the run with status 130 and keeps what was found; the same command continues a run that was broken off. With
    --scheduler or --workers the devices of a Dask cluster share the problems.
    """
    sources = [bool(n), bool(sizes), shapes is not None]
    if not any(sources):
        raise click.UsageError(f'give the size, for example "{EXAMPLE}"', click.get_current_context())
    if sum(sources) > 1 or (shapes is not None and (m or k)):
        raise click.UsageError(
            "give sizes with -n, a sweep with --start and --stop, or --shapes, not several"
        )
    problems = [product.problem(*shape) for shape in shapes_of(m, n or sizes, k)] if shapes is None else []

    def wanted(facts: Facts) -> list[Wanted]:
        if shapes is not None:
            return problems_in(shapes, facts, product.problem)
        return merged_entries((x, 1.0) for problem in problems for x in orientations(problem, facts))

    if cluster is not None:
        budget = budget_of(how["strategy"], how["seconds"], how)
        if how["seconds"] is None:
            budget = replace(budget, seconds=None)  # each has a limit of its own
        tune_on_cluster(wanted, how["device"], budget, fixed=how["fixed"], fresh=how["fresh"], **cluster)
        return
    if len(problems) != 1:
        run_sweep(wanted(select_device(how["device"]).facts), **how)
        return
    facts = select_device(how["device"]).facts
    search_problems(problems if how["fixed"] else orientations(problems[0], facts), **how)


def search(
    call: RoutineCall, device: str | None, seconds: float | None, fixed: Mapping[str, Any], **how: Any
) -> None:
    """Tune the problems that a call consists of, each for its share of the time, and print what was found.

    Parameters that are held at a value are those of a kernel for the problem that takes the most work; the others are
    left alone then.
    """
    facts = select_device(device).facts
    problems = [x for problem in call.problems(facts) for x in orientations(problem, facts)]
    search_problems(problems[: 1 if fixed else None], device, seconds, fixed=fixed, **how)


@command.command("all", short_help="Tune usual sizes of every family, or what a program calls.")
@click.option(
    "--dtype",
    "dtypes",
    type=click.Choice([name for name, precision in PRECISIONS.items() if precision.kind != "integer"]),
    multiple=True,
    default=["float32", "float64"],
    show_default=True,
    help="Type of the elements of the usual problems. May be repeated.",
)
@click.option(
    "--like", type=_FILE, help="Tune the layers of a network, a JSON file, in place of usual problems."
)
@click.option(
    "--shapes", type=_FILE, help="Tune the problems of a file with one a line, such as sgemm NT 64x64x64."
)
@click.option(
    "--from-log", type=_FILE, help="Tune what a program calls, which AUTOBLAS_RECORD=FILE wrote down."
)
@device_option
@click.option(
    "--seconds",
    type=Seconds(min=0, min_open=True),
    default=600.0,
    show_default=True,
    help="Seconds in total; the searches that are expected to gain the most come first.",
)
@click.option("--evaluations", type=Whole(min=1), help="Maximum number of trials per problem.")
@click.option(
    "--fresh", is_flag=True, help="Try points again that earlier runs tried, also those that failed."
)
@cluster_options
@json_option
def tune_all(
    dtypes: tuple[str, ...], like: Path | None, shapes: Path | None, from_log: Path | None, device: str | None,
    seconds: float, evaluations: int | None, cluster: Mapping[str, Any] | None, *, fresh: bool, as_json: bool,
) -> None:  # fmt: skip
    """Tune every family of routines at usual sizes, or what a network, a file or a program asks for.

    Known measurements are used again. Time that a search does not need goes to the others. Ctrl-C ends the run with
    status 130 and keeps what was found; the same command continues a run that was broken off. With --scheduler or
    --workers the devices of a Dask cluster share the problems.
    """
    sources = [source for source in (like, shapes, from_log) if source is not None]
    if len(sources) > 1:
        raise click.UsageError("give one of --like, --shapes and --from-log")
    how: dict[str, Any] = {"strategy": "model", "seconds": seconds, "evaluations": evaluations, "fixed": {}, "trials": 5,
                           "top": 5, "seed": 0, "limit": 60.0, "fresh": fresh, "as_json": as_json, "strict": shapes is not None}  # fmt: skip
    logged = None if from_log is None else logged_calls(from_log)
    if logged is not None:
        if not as_json:
            _tell(logged)
        how |= {"took": logged.seconds, "further": {"log": _log_document(logged)}}

    def wanted(facts: Facts) -> list[Wanted]:
        if logged is not None:
            return logged.wanted
        if like is not None:
            return network_layers(like, facts, lambda problem: _seconds_of(problem, facts))
        if shapes is not None:
            return problems_in(shapes, facts)
        return merged_entries((problem, 1.0) for dtype in dtypes for problem in usual_problems(dtype, facts))

    if cluster is not None:
        tune_on_cluster(wanted, device, budget_of("model", seconds, how), fixed={}, fresh=fresh, **cluster)
        return
    run_sweep(wanted(select_device(device).facts), device, **how)


RATE, PACE = 1e11, 2e10
"""Operations and bytes in a second that layers are weighed by of which nothing is known; only their ratios count."""


def _seconds_of(problem: Problem, facts: Facts) -> float:
    """Seconds that a problem is expected to take as it is served now."""
    now = expected_gain(problem, facts).now
    return now if now > 0 else max(problem.flops() / RATE, problem.min_bytes() / PACE)


def _tell(logged: LoggedProblems) -> None:
    """Say which problems took which part of the time, the heaviest first."""
    log, total = logged.log, logged.seconds or 1.0
    click.echo(f"{count_text(log.calls, 'call')} took {time_text(logged.seconds)}; their problems:")
    for share in logged.shares:
        host = f", {share.host / share.calls:.0%} on the host" if share.host else ""
        click.echo(
            f"{share.seconds / total:6.1%}  {written(share.problem)}  ({count_text(share.calls, 'time')}{host})"
        )
    if log.unread:
        click.echo(f"{log.unread} more calls are of problems that this version does not know", err=True)
    if log.damaged:
        click.echo(f"{log.damaged} damaged lines are left out", err=True)


def _log_document(logged: LoggedProblems) -> dict[str, Any]:
    """JSON of a log's problems with their calls and times."""
    log, total = logged.log, logged.seconds or 1.0
    shares = [
        {"problem": written(share.problem), "calls": share.calls, "seconds": share.seconds, "host_calls": share.host,
         "share": share.seconds / total}
        for share in logged.shares
    ]  # fmt: skip
    return {"calls": log.calls, "seconds": logged.seconds, "damaged_lines": log.damaged, "unread_calls": log.unread,
            "shares": shares}  # fmt: skip


command.add_command(width_command)
command.add_command(factor_width_command)
command.add_command(panel_width_command)
command.add_command(crossover_command)
command.add_routines("Tune", search_options, search)


LONG = 1_000_000
SIDE = 1024


def usual_problems(dtype: str, facts: Facts) -> list[Problem]:
    """The problems for one type; what others need beside their own launches is tuned with them.

    Args:
        dtype: Type of the elements.
        facts: The device.
    """
    precision = precision_of(dtype)
    summed = default_accumulator(precision, precision, precision)
    products: list[Problem] = [
        Matmul(SIDE, SIDE, SIDE, precision, accumulator=summed),
        Matmul(SIDE, SIDE, SIDE, precision, "row", "col", accumulator=summed),
        Matmul(64, 64, 64, precision, accumulator=summed, items=64),
    ]
    conjugated = precision.is_complex
    symmetric = "he" if conjugated else "sy"
    vectors = ("axpy", "scal", "copy", "swap", "rot", "had", "dot", "asum", "nrm2", "iamax", "sum")
    matrices = [
        f"{symmetric}rk",
        "trmm",
        "symmetric_copy",
        "substitution",
        "gemv",
        f"{symmetric}mv",
        "trmv",
        "trsv",
    ]
    matrices += ["gerc" if conjugated else "ger", f"{symmetric}r"]
    image = ("--channels", "64", "--size", "56")
    calls = [call_of(name, "-n", str(LONG), "--dtype", dtype) for name in vectors]
    calls += [call_of(name, "-n", str(SIDE), "--dtype", dtype) for name in matrices]
    calls += [
        call_of("gemv", "-n", str(SIDE), "--trans", "T", "--dtype", dtype),
        call_of("convgemm", *image, "--dtype", dtype),
        call_of("convgemm", "--channels", "256", "--size", "14", "--kernels", "256", "--dtype", dtype),
        call_of("im2col", *image, "--dtype", dtype),
        call_of("col2im", *image, "--dtype", dtype),
    ]
    return products + [call.problems(facts)[0] for call in calls]
