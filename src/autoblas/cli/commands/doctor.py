"""``autoblas doctor``: say which OpenCL devices are seen and work, and why others are not."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from autoblas.cli.options import json_option
from autoblas.cli.output.devices import card_lines, self_test_text
from autoblas.cli.output.documents import print_document
from autoblas.cli.output.text import count_text, tell
from autoblas.cli.record_checks import check_document, check_lines, check_on_devices
from autoblas.database import health
from autoblas.devices.named import named_card
from autoblas.devices.opencl.doctor.diagnosis import diagnose
from autoblas.devices.opencl.doctor.findings import Finding, findings_of
from autoblas.devices.opencl.doctor.hints import probe_hints, summary
from autoblas.devices.opencl.facts import facts_of
from autoblas.devices.opencl.selection import listing
from autoblas.devices.selftest.results import selftest_result
from autoblas.devices.selftest_results import store_hints
from autoblas.errors import DatabaseError, DeviceError
from autoblas.isolate.run import reason_of
from autoblas.plan.results import all_records

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.checks.records import CheckedRecords
    from autoblas.database import Health
    from autoblas.devices.device import Facts
    from autoblas.devices.opencl.doctor.diagnosis import Diagnosis
    from autoblas.devices.selftest_results import HintOutcome, SelfTestResult

__all__ = ["command"]


@click.command("doctor", short_help="Check drivers and devices, and say how to repair them.")
@click.option(
    "--again", is_flag=True, help="Test every device and kernel again, also those with a known verdict."
)
@json_option
def command(again: bool, as_json: bool) -> None:
    """Check the OpenCL drivers and devices, and say how to repair what is wrong.

    Each device is tested in a process of its own: it computes the operations that kernels consist of, and the results
    are compared bit by bit. The kernels that results of tuning name are run once, too. The verdicts are kept. The exit
    status is 0 where at least one device passes, else 1.
    """
    diagnosis = diagnose()
    devices = listing() if diagnosis.devices else []
    proofs = [selftest_result(devices[device.index], again=again) for device in diagnosis.devices]
    hints = [
        {} if proof.refusal else hints_of(device.index)
        for device, proof in zip(diagnosis.devices, proofs, strict=True)
    ]
    cuda = card_lines(lambda name: _self_test_of_card(name, again=again))
    results = health()
    texts = [] if diagnosis.failure else check_on_devices(all_records(), again=again)
    findings = [
        *findings_of(diagnosis),
        *_findings_on_devices(diagnosis, proofs),
        *_findings_on_results(results),
        *_findings_on_kernels(texts),
    ]
    if as_json:
        documents = [
            asdict(device) | _self_test_document(proof) | {"vector_hints": hint}
            for device, proof, hint in zip(diagnosis.devices, proofs, hints, strict=True)
        ]
        record = asdict(diagnosis) | {"devices": documents, "results": asdict(results)}
        record["kernels"] = [check_document(facts, checked) for facts, checked in texts]
        record["cuda"] = cuda
        record["findings"] = [asdict(f) for f in findings]
        print_document(**record)
    else:
        hint_lines = [
            f"hints {d.index}   {summary(h)}" for d, h in zip(diagnosis.devices, hints, strict=True) if h
        ]
        serving = [
            device for device, proof in zip(diagnosis.devices, proofs, strict=True) if not proof.refusal
        ]
        facts_lines = [
            *_fact_lines(diagnosis, proofs),
            *hint_lines,
            *cuda,
            _results_line(results),
            *_kernel_lines(texts),
        ]
        for line in (*_conclusion(len(serving), findings), "", *facts_lines):
            tell(line)
    click.get_current_context().exit(0 if any(proof.refusal is None for proof in proofs) else 1)


def _self_test_document(proof: SelfTestResult) -> dict[str, object]:
    return {
        "works": proof.refusal is None,
        "failures": dict(proof.failures),
        "gflops": proof.gflops,
        "launch_seconds": proof.launch_seconds,
        "proved": proof.date,
    }


def _self_test_of_card(name: str, *, again: bool) -> str:
    """Result of a card's self-test, in words."""
    try:
        return self_test_text(selftest_result(named_card(name), again=again))
    except DeviceError as error:
        return f"cannot be tested: {error}"


def hints_of(index: int) -> dict[str, HintOutcome]:
    """Verdicts on the vector hints of a device's compiler; they are stored for kernels with such hints."""
    facts = facts_of(listing()[index])
    verdicts = probe_hints(index, facts)
    try:
        store_hints(facts.name, facts.platform, facts.driver, verdicts)
    except DatabaseError as error:
        click.echo(f"the verdicts on vector hints could not be kept: {error}", err=True)
    return verdicts


def _findings_on_devices(diagnosis: Diagnosis, proofs: Sequence[SelfTestResult]) -> list[Finding]:
    findings = []
    for device, proof in zip(diagnosis.devices, proofs, strict=True):
        if not proof.failures:
            continue
        if proof.is_transient:
            title = f"Device {device.index}, {device.name} ({device.platform}), could not be tested"
            cure = 'see to that, and run "autoblas doctor" again; no verdict is kept of it'
            findings.append(Finding(f"{title}: {reason_of(proof.refusal)}.", cure))
            continue
        faults = "; ".join(f"{case}: it {how}" for case, how in proof.failures.items())
        use = (
            "choose another device with --device or AUTOBLAS_DEVICE until then"
            if proof.refusal
            else "it serves without them until then"
        )
        findings.append(
            Finding(
                f"Device {device.index}, {device.name} ({device.platform}), failed its self-test at {faults}.",
                f'update or reinstall its driver and run "autoblas doctor --again"; {use}',
            )
        )
    return findings


def _findings_on_results(results: Health) -> list[Finding]:
    """Findings on the user's results."""
    folder = (
        f"set AUTOBLAS_DATA_DIR to a folder that you may write, with room in it, or repair {results.path}"
    )
    findings = []
    if results.reading is not None:
        cure = f"rename or remove {results.path}, and tune again" if results.writing is None else folder
        findings.append(
            Finding(f"Your results cannot be read, and calls are served without: {results.reading}.", cure)
        )
    if results.writing is not None:
        findings.append(Finding(f"No result can be kept: {results.writing}.", folder))
    if results.unreadable:
        findings.append(
            Finding(
                f"{results.unreadable} of your results cannot be read by this version of autoblas.",
                "use the version that wrote them, or tune again",
            )
        )
    return findings


def _findings_on_kernels(texts: Sequence[tuple[Facts, CheckedRecords]]) -> list[Finding]:
    """Findings on kernels of results."""
    return [
        Finding(
            f"A result of {failure.kernel} for {failure.problem} is not used on {facts.name} ({facts.platform}), because its "
            f"kernel is not right there: {failure.wrong}.",
            'update the driver and run "autoblas doctor --again", or tune again; other kernels serve until then',
        )
        for facts, checked in texts
        for failure in checked.wrong
    ]


def _kernel_lines(texts: Sequence[tuple[Facts, CheckedRecords]]) -> list[str]:
    """The lines on kernels of results."""
    return [f"kernels   {line}" for facts, checked in texts for line in check_lines(facts, checked)[:1]]


def _results_line(results: Health) -> str:
    """The line on the user's results."""
    return f"results   {results.path or 'nowhere'}: {results.records} that can be read"


def _fact_lines(d: Diagnosis, proofs: Sequence[SelfTestResult]) -> list[str]:
    origin = "pyopencl's own" if d.bundled else "not pyopencl's own"
    loader = f"{d.loader} ({origin}{', ocl-icd' * d.ocl_icd})" if d.loader else "unknown"
    lines = [f"pyopencl  {d.pyopencl}", f"loader    {loader}"]
    lines += [f"variable  {name}={value}" for name, value in d.variables.items()]
    lines += [f"searched  {folder}{'' if Path(folder).exists() else ' (not there)'}" for folder in d.searched]
    lines += [
        f"driver    {driver.source} -> {driver.library}: {driver.error or 'it loads'}" for driver in d.drivers
    ]
    lines += [
        f"driver    {driver.driver} -> {driver.library}: it {driver.fault or 'is used'}"
        for driver in d.unlisted
    ]
    lines += [f"package   {name} {version or 'is not installed'}" for name, version in d.packages.items()]
    lines += [f"library   {name}" for name in d.vendor_libraries]
    lines += [f"platform  {platform.name}, {platform.version}" for platform in d.platforms]
    for device, proof in zip(d.devices, proofs, strict=True):
        lines.append(f"device {device.index}  {device.platform}, {device.name}: {self_test_text(proof)}")
    return lines


def _conclusion(serving: int, findings: Sequence[Finding]) -> list[str]:
    """Lines on whether autoblas works here, and on each finding with its cure."""
    works = (
        f"autoblas works here, on {count_text(serving, 'device')}." if serving else "No device works here."
    )
    if not findings:
        return [f"{works} Nothing is wrong."]
    lines = [f"{works} {count_text(len(findings), 'finding')} with a cure:"]
    for number, finding in enumerate(findings, 1):
        lines += [f"{number}. {finding.problem}", f"   Cure: {finding.cure}."]
    return lines
