"""``autoblas devices``: the devices there are, with the INDEX to choose each by."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from autoblas.cli.options import json_option
from autoblas.cli.output.devices import card_documents, cuda_cards
from autoblas.cli.output.documents import print_document
from autoblas.cli.output.text import bytes_text, columns, tell, wrapped
from autoblas.cli.verbose import is_verbose
from autoblas.devices.opencl import selection
from autoblas.devices.opencl.drivers import runtimes
from autoblas.devices.peak import tabulated_peak
from autoblas.devices.selftest.serving_device import standings
from autoblas.precision import FLOAT32, FLOAT64

if TYPE_CHECKING:
    from autoblas.devices.device import Facts
    from autoblas.devices.selftest.serving_device import Standing

__all__ = ["command"]


@click.command("devices", short_help="List the devices, and say which is used.")
@json_option
def command(as_json: bool) -> None:
    """List the devices, and say which is used where none is named, and why; with -v all that is known of each."""
    for line in runtimes.search().complaints:
        click.echo(line, err=True)
    devices = standings(all_devices=True)
    if as_json:
        rows = [
            {
                "index": standing.index,
                **asdict(standing.facts),
                "peak_gflops": _peaks(standing.facts),
                "default": standing.chosen,
                "standing": standing.reason,
                "failures": dict(standing.verdict.failures),
            }
            for standing in devices
        ]
        rows += card_documents()
        print_document(devices=rows)
    else:
        for standing in devices:
            _print(standing)
        for name, facts in cuda_cards():
            click.echo(f"{name}: {facts.name}, reached through CUDA, for its arrays and where it is named")


def _print(standing: Standing) -> None:
    """A device in a sentence; every fact of it where details are asked for."""
    facts = standing.facts
    status = f"{'default, ' if standing.chosen else ''}{standing.reason}"
    for line in wrapped(
        f"{standing.index}: {facts.name} ({facts.platform}), {selection.KINDS[facts.kind]}: {status}",
        columns(),
    ):
        click.echo(line)
    if is_verbose():
        for label, value in _facts(facts).items():
            tell(f"    {label:<14}{value}")


def _facts(facts: Facts) -> dict[str, str]:
    return {
        "vendor": facts.vendor,
        "driver": facts.driver,
        "compute units": str(facts.compute_units),
        "peak": _rates(_peaks(facts)),
        "memory": bytes_text(facts.memory_bytes),
        "local memory": bytes_text(facts.local_bytes),
        "fp64": _yes(facts.fp64),
        "fp16": _yes(facts.fp16),
        "images": _yes(facts.images),
        "sub-groups": _yes(facts.sub_groups),
    }


def _peaks(facts: Facts) -> dict[str, float]:
    """GFLOP/s by precision, of those that the facts tell; ``autoblas bench`` measures the others."""
    peaks = {precision.name: tabulated_peak(facts, precision) for precision in (FLOAT32, FLOAT64)}
    return {name: peak for name, peak in peaks.items() if peak is not None}


def _rates(peaks: dict[str, float]) -> str:
    return ", ".join(f"{peak:.0f} GFLOP/s {name}" for name, peak in peaks.items()) or "not known"


def _yes(fact: bool) -> str:
    return "yes" if fact else "no"
