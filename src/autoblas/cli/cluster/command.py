"""The options of ``autoblas tune all`` for a cluster, what it prints, and what it keeps."""

from __future__ import annotations

import functools
import importlib.util
import logging
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from autoblas.calls.several.members import hardware_of
from autoblas.cli.options import Whole, with_options
from autoblas.cli.output.text import count_text
from autoblas.cli.tuning.progress import Interrupted, continuation
from autoblas.database import write_json
from autoblas.devices.recording import PLAIN_CPU
from autoblas.plan.candidates import kernels_for
from autoblas.plan.results import forget_plans, user_results
from autoblas.store.folder import must_be_writable
from autoblas.tune.task import must_have_work

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from autoblas.devices.device import Facts
    from autoblas.tune.sweep import Wanted
    from autoblas.tune.tune import Budget

__all__ = ["cluster_options", "tune_on_cluster"]


def cluster_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Pass what says which workers tune, as ``cluster``."""
    options = (
        click.option(
            "--scheduler",
            metavar="ADDRESS",
            help="Tune on all workers of the Dask cluster there, such as tcp://host:8786, each kind of device at once.",
        ),
        click.option(
            "--workers",
            type=Whole(min=1),
            help="Tune on so many worker processes of this machine, each with a device of its own of --device.",
        ),
        click.option(
            "--bundle",
            type=click.Path(path_type=Path, dir_okay=False),
            help="With --scheduler or --workers: write all that was found to this file too, as db export does.",
        ),
    )

    @functools.wraps(function)
    def with_cluster(
        *args: Any, scheduler: str | None, workers: int | None, bundle: Path | None, **kwargs: Any
    ) -> Any:
        cluster = {"scheduler": scheduler, "workers": workers, "bundle": bundle}
        on_cluster = scheduler is not None or workers is not None
        if bundle is not None and not on_cluster:
            raise click.UsageError("--bundle goes with --scheduler or --workers")
        if on_cluster and kwargs["as_json"]:
            raise click.UsageError(
                "with --scheduler and --workers there is no --json: what is found goes to --bundle"
            )
        return function(*args, cluster=cluster if on_cluster else None, **kwargs)

    return with_options(with_cluster, options)


def tune_on_cluster(
    wanted: Callable[[Facts], Sequence[Wanted]],
    device: str | None,
    budget: Budget,
    *,
    fixed: Mapping[str, Any],
    fresh: bool,
    scheduler: str | None,
    workers: int | None,
    bundle: Path | None,
) -> None:
    """Tune problems on the workers of a cluster, and keep what they found with the user's results.

    Args:
        wanted: The problems of a device, and what each counts.
        device: Which device of each worker, or which devices the workers of this machine share out.
        budget: How each is searched; its seconds are those of all.
        fixed: Parameters held at a value.
        fresh: Measure what journals know again.
        scheduler: Where the cluster is; without it, it is made here.
        workers: Of how many processes.
        bundle: A file for the records too.

    Raises:
        ArgumentError: what names the problems is wrong, one is empty, or no kernel has what is fixed; no worker was started
            or asked.
        DatabaseError: what is found could not be written, here or to the bundle.
        Interrupted: the user broke it off, and was told what is kept.
    """
    if scheduler is not None and workers is not None:
        raise click.UsageError("give --scheduler or --workers, not both")
    store = user_results()
    store.must_be_writable()
    if bundle is not None:
        must_be_writable(bundle)
    if importlib.util.find_spec("distributed") is None:
        raise click.ClickException('this needs Dask: python -m pip install "autoblas[distributed]"')
    for entry in wanted(PLAIN_CPU):  # raises here, before a worker is started or asked
        must_have_work(entry.problem)
        kernels_for(entry.problem, fixed)

    with ExitStack() as stack:
        client, device = _client(stack, scheduler, workers, device)
        from autoblas.cli.cluster.listener import ProgressPrinter  # noqa: PLC0415  # Dask is wanted here alone
        from autoblas.dask.tuning import ClusterTuning  # noqa: PLC0415

        progress = ProgressPrinter()
        click.echo(f"{client.dashboard_link or 'the cluster has no dashboard'}")
        run = ClusterTuning(client, wanted, budget, fixed, fresh, device, progress)
        run.run()
    records = list(run.records.values())
    changes = store.add(records)
    forget_plans()
    for job, why in run.failed:
        click.echo(f"autoblas: {job} on {job.kind}: {why}", err=True)
    if run.remaining:
        why = "they were broken off" if run.interrupted else "the time was up, or workers were gone"
        click.echo(f"not held: {count_text(len(run.remaining), 'search')}; {why}")
    if bundle is not None:
        write_json(bundle, records)
        click.echo(f"{count_text(len(records), 'result')} written to {bundle}")
    word = "Interrupted" if run.interrupted else "Broken off" if run.scheduler_lost else "Done"
    click.echo(
        f"{word}: {count_text(progress.searches, 'search')}, {count_text(progress.trials, 'trial')},"
        f" {count_text(len(records), 'result')}; new in {store.path}: {changes.new + changes.replaced}"
    )
    if run.failed and not records:
        raise click.ClickException("no problem could be tuned")
    if run.scheduler_lost:
        raise click.ClickException(
            "the scheduler was lost; what was found since is in the folders of results of the workers"
        )
    if run.interrupted:
        click.echo(f"what was found is kept; {continuation(fresh=fresh)}")
        raise Interrupted


def _client(
    stack: ExitStack, scheduler: str | None, workers: int | None, device: str | None
) -> tuple[Any, str | None]:
    """A client of the cluster, and which device its workers are to tune on."""
    import distributed  # noqa: PLC0415  # where it is asked for

    # It prints a traceback where the scheduler is lost, which the command says in a sentence.
    logging.getLogger("distributed.batched").setLevel(logging.CRITICAL)
    if scheduler is not None:
        try:
            return stack.enter_context(
                distributed.Client(scheduler, timeout="10s", set_as_default=False)
            ), device
        except (OSError, TimeoutError, ValueError) as error:
            raise click.ClickException(f"no scheduler answers at {scheduler}: {error}") from error
    from autoblas.dask.plugins import OwnDevice, Uninterrupted  # noqa: PLC0415

    words = device or "all"
    for word in words.split(","):
        hardware_of(word.strip())  # raises here, once, in place of on every worker
    cluster = stack.enter_context(
        distributed.LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=":0")
    )
    client = stack.enter_context(distributed.Client(cluster, set_as_default=False))
    client.register_plugin(OwnDevice(words))
    client.register_plugin(Uninterrupted())
    return client, None
