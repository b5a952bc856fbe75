"""Prints what happens while a cluster tunes, a line an event."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import click

from autoblas.cli.output.text import count_text
from autoblas.dask.tuning import ATTEMPTS, Listener

if TYPE_CHECKING:
    from autoblas.dask.tuning import Job
    from autoblas.dask.worker import SearchResult, WorkerDevice

__all__ = ["ProgressPrinter"]


class ProgressPrinter(Listener):
    """Prints a line for each event.

    Attributes:
        searches: Searches that ended.
        trials: Trials that were run in them.
    """

    def __init__(self) -> None:
        self.searches = self.trials = 0

    def refused(self, address: str, device: WorkerDevice) -> None:
        """Print why a device gets no problems."""
        click.echo(f"autoblas: the worker at {address} gets no problems: {device.refusal}", err=True)

    def joined(self, device: WorkerDevice, jobs: int) -> None:
        """Print that a device takes part."""
        click.echo(f"{device.name} takes part; left for its kind: {count_text(jobs, 'problem')}")

    def begun(self, job: Job, device: WorkerDevice, seconds: float) -> None:
        """Print which search begins, and on which device."""
        limit = f", for {seconds:.1f} s" if math.isfinite(seconds) else ""
        click.echo(f"  {job}: begun on {device.name}{limit}")

    def ended(self, job: Job, device: WorkerDevice, result: SearchResult) -> None:
        """Print the best time of a search."""
        self.searches += 1
        self.trials += result.evaluated
        if result.error:
            click.echo(f"  {job}: failed on {device.name}: {result.error}")
            return
        replayed = f", {result.replayed} known before" if result.replayed else ""
        # Further records are those of its helpers.
        searched = job.problem.family, job.problem.signature, job.problem.sizes
        records = [
            record for record in result.records if (record.family, record.signature, record.sizes) == searched
        ]
        best = min((record.seconds for record in records), default=0.0)
        flops = job.problem.flops()
        rate = f" = {flops / best / 1e9:.1f} GFLOP/s" if flops and best else ""
        click.echo(
            f"  {job}: {count_text(result.evaluated, 'trial')}{replayed}; best {best * 1e6:.1f} us{rate}, on {device.name}"
        )

    def lost(self, job: Job, device: WorkerDevice) -> None:
        """Print that a worker is lost, and if its problem is assigned again."""
        again = "; the problem is dealt again" if job.attempts < ATTEMPTS else ""
        click.echo(f"  {job}: the worker on {device.name} is lost{again}", err=True)
