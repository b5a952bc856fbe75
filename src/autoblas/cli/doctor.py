"""``autoblas doctor``: say which OpenCL devices are seen and work, and why others are not."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from autoblas.cli.options import json_option
from autoblas.devices.diagnosis import diagnose
from autoblas.devices.facts import facts_of
from autoblas.devices.findings import Finding, findings_of
from autoblas.devices.hints import probe_hints, summary
from autoblas.devices.kept_hints import keep_hints
from autoblas.devices.probe import probe
from autoblas.devices.selection import listing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.devices.diagnosis import Diagnosis, Driver
    from autoblas.devices.kept_hints import Verdict
    from autoblas.devices.probe import Probe

__all__ = ["command"]


@click.command("doctor")
@json_option
def command(as_json: bool) -> None:
    """Check the OpenCL drivers and devices, and say how to repair what is wrong.

    The exit status is 0 where at least one device builds and runs a kernel, else 1.
    """
    diagnosis = diagnose()
    probes = [probe(device.index) for device in diagnosis.devices]
    hints = [
        hints_of(device.index) if p.works else {} for device, p in zip(diagnosis.devices, probes, strict=True)
    ]
    findings = [*findings_of(diagnosis), *_failing(diagnosis, probes)]
    if as_json:
        devices = [
            asdict(d) | asdict(p) | {"vector_hints": h}
            for d, p, h in zip(diagnosis.devices, probes, hints, strict=True)
        ]
        record = asdict(diagnosis) | {"devices": devices, "findings": [asdict(f) for f in findings]}
        click.echo(json.dumps(record, indent=2))
    else:
        said = [f"hints {d.index}   {summary(h)}" for d, h in zip(diagnosis.devices, hints, strict=True) if h]
        for line in (*_report(diagnosis, probes), *said, *_cures(findings)):
            click.echo(line)
    click.get_current_context().exit(0 if any(p.works for p in probes) else 1)


def hints_of(index: int) -> dict[str, Verdict]:
    """Whether the compiler of a device stands hints on vectors, which is kept for kernels that may have one."""
    facts = facts_of(listing()[index])
    verdicts = probe_hints(index, facts)
    try:
        keep_hints(facts.name, facts.platform, facts.driver, verdicts)
    except OSError as error:
        click.echo(f"what was found of hints is not kept: {error}", err=True)
    return verdicts


def _failing(diagnosis: Diagnosis, probes: Sequence[Probe]) -> list[Finding]:
    return [
        Finding(
            f"Device {device.index}, {device.name}, does not work: it {result.reason}.",
            "update or reinstall its driver, and choose another device with --device or AUTOBLAS_DEVICE until then",
        )
        for device, result in zip(diagnosis.devices, probes, strict=True)
        if not result.works
    ]


def _report(d: Diagnosis, probes: Sequence[Probe]) -> list[str]:
    origin = "pyopencl's own" if d.bundled else "not pyopencl's own"
    loader = f"{d.loader} ({origin}{', ocl-icd' * d.ocl_icd})" if d.loader else "unknown"
    lines = [f"pyopencl  {d.pyopencl}", f"loader    {loader}"]
    lines += [f"variable  {name}={value}" for name, value in d.variables.items()]
    lines += [f"searched  {place}{'' if Path(place).exists() else ' (not there)'}" for place in d.searched]
    lines += [f"driver    {_driver(driver)}" for driver in (*d.drivers, *([d.intel] if d.intel else []))]
    lines += [f"package   {name} {version or 'is not installed'}" for name, version in d.packages.items()]
    lines += [f"library   {name}" for name in d.vendor_libraries]
    lines += [f"platform  {platform.name}, {platform.version}" for platform in d.platforms]
    for device, result in zip(d.devices, probes, strict=True):
        verdict = "works" if result.works else "does not work"
        lines.append(
            f"device {device.index}  {device.platform}, {device.name}: {verdict}, it {result.reason}"
        )
    return lines


def _cures(findings: Sequence[Finding]) -> list[str]:
    lines = []
    for number, finding in enumerate(findings, 1):
        lines += ["", f"{number}. {finding.problem}", f"   Cure: {finding.cure}."]
    return lines or ["", "Nothing is wrong."]


def _driver(driver: Driver) -> str:
    return f"{driver.source} -> {driver.library}: {driver.error or 'it loads'}"
