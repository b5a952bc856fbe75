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

__all__ = ["Told"]


class Told(Listener):
    """Tells the user.

    Attributes:
        searches: Searches that ended.
        trials: Trials that were run in them.
    """

    def __init__(self) -> None:
        self.searches = self.trials = 0

    def refused(self, address: str, device: WorkerDevice) -> None:
        """Say why a device gets nothing."""
        click.echo(f"autoblas: the worker at {address} gets no problems: {device.refusal}", err=True)

    def joined(self, device: WorkerDevice, jobs: int) -> None:
        """Say that a device takes part."""
        click.echo(f"{device.name} takes part; left for its kind: {count_text(jobs, 'problem')}")

    def begun(self, job: Job, device: WorkerDevice, seconds: float) -> None:
        """Say what is searched where."""
        limit = f", for {seconds:.1f} s" if math.isfinite(seconds) else ""
        click.echo(f"  {job}: begun on {device.name}{limit}")

    def ended(self, job: Job, device: WorkerDevice, result: SearchResult) -> None:
        """Print the number of trials and the best time."""
        self.searches += 1
        self.trials += result.evaluated
        if result.error:
            click.echo(f"  {job}: failed on {device.name}: {result.error}")
            return
        known = f", {result.replayed} known before" if result.replayed else ""
        asked = job.problem.family, job.problem.signature, job.problem.sizes  # the others are of its helpers
        own = [each for each in result.records if (each.family, each.signature, each.sizes) == asked]
        best = min((record.seconds for record in own), default=0.0)
        flops = job.problem.flops()
        rate = f" = {flops / best / 1e9:.1f} GFLOP/s" if flops and best else ""
        click.echo(
            f"  {job}: {count_text(result.evaluated, 'trial')}{known}; best {best * 1e6:.1f} us{rate}, on {device.name}"
        )

    def lost(self, job: Job, device: WorkerDevice) -> None:
        """Say so, and whether the problem is dealt again."""
        again = "; the problem is dealt again" if job.attempts < ATTEMPTS else ""
        click.echo(f"  {job}: the worker on {device.name} is lost{again}", err=True)
