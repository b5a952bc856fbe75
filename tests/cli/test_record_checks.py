"""Kernels of records are checked when records come in and by the doctor, in a process that may be lost to them."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from autoblas.checks import records as module
from autoblas.checks.apart import checked_in_child
from autoblas.cli import main
from autoblas.database import write_json
from autoblas.devices.opencl.selection import listing
from autoblas.devices.recording import PLAIN_CPU
from autoblas.kernels import kernels
from autoblas.plan.choose import choose
from autoblas.plan.texts.verdicts import Verdict, forget_verdicts, key_of, known
from autoblas.precision import FLOAT32, FLOAT64
from autoblas.problems import Matmul
from support.database_cases import make_record, record_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from support.rig import Rig

pytestmark = pytest.mark.usefixtures("nothing_shipped", "own_results")

PROBLEM = Matmul(64, 64, 64, FLOAT32)


class Judge:
    """A child that says of kernels what it is told to say.

    Attributes:
        asked: Names of the kernels that it was asked about.
        answers: What it says, by the kernel; it is right where nothing is named.
    """

    def __init__(self, **answers: Verdict) -> None:
        self.asked: list[str] = []
        self.answers = answers

    def __call__(self, index: int, asked: Sequence[Any]) -> Iterator[Verdict]:
        """What comes of each, one after the other."""
        for kernel, _, problem in asked:
            self.asked.append(kernel.name)
            yield self.answers.get(kernel.name, Verdict("right", "", kernel.name, str(problem)))


@pytest.fixture(name="judge")
def make_judge(monkeypatch: pytest.MonkeyPatch) -> Judge:
    """The child of this test: it finds ``gemm_tile`` wrong."""
    wrong = Verdict("wrong", "C[3, 4] is 7, not 8", "gemm_tile", str(PROBLEM))
    judge = Judge(gemm_tile=wrong)
    monkeypatch.setattr(module, "checked_in_child", judge)
    return judge


def file_of(rig: Rig, folder: Path) -> Path:
    """A file of records: two of this device, one of another, one of another family, and one of a kernel of no version."""
    facts = rig.device.facts
    records = [record_at(facts, PROBLEM, name) for name in ("gemm_direct", "gemm_tile")]
    records += [record_at(PLAIN_CPU, PROBLEM, "gemm_panel"), make_record(), make_record(family="peak")]
    file = folder / "records.json"
    write_json(file, records)
    return file


def test_imported_records_are_checked(
    any_device: Rig, judge: Judge, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Those of devices of this machine, once; what is wrong is said, and does not serve."""
    file, facts = file_of(any_device, tmp_path), any_device.device.facts
    assert main(["db", "import", str(file)]) == 0
    said = capsys.readouterr().out
    assert judge.asked == ["gemm_direct", "gemm_tile"]
    assert f"checked on {facts.name} ({facts.platform}): 1 right, 1 wrong" in said
    assert f"gemm_tile for {PROBLEM}: C[3, 4] is 7, not 8" in said
    served = choose(PROBLEM, facts)
    assert served.kernel.name == "gemm_direct"
    assert main(["db", "import", str(file)]) == 0
    assert "1 right, 1 wrong" in capsys.readouterr().out
    assert len(judge.asked) == 2
    forget_verdicts()
    found = known(key_of(served.kernel, served.params, PROBLEM, facts))
    assert found is not None
    assert found.state == "right"


@pytest.mark.usefixtures("wide_terminal")
def test_the_doctor_tells_of_kernels_that_are_wrong(
    here: Rig, judge: Judge, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With a cure, in words and as JSON; ``--again`` asks the child again."""
    facts = here.device.facts
    main(["db", "import", str(file_of(here, tmp_path))])
    capsys.readouterr()
    assert main(["doctor"]) == 0
    said = capsys.readouterr().out
    assert f"kernels   checked on {facts.name} ({facts.platform}): 1 right, 1 wrong" in said
    assert f"A result of gemm_tile for {PROBLEM} is not used on {facts.name}" in said
    assert "autoblas doctor --again" in said
    assert main(["doctor", "--json"]) == 0
    (told,) = json.loads(capsys.readouterr().out)["kernels"]
    assert (told["right"], told["left"], told["wrong"][0]["kernel"]) == (1, 0, "gemm_tile")
    assert main(["explain", "gemm", "-n", "64", "--all"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "excluded: gemm_tile, sgemm NN 64x64x64: it requires that its results were right" in said
    assert len(judge.asked) == 2


def test_what_there_is_no_time_for_is_left(
    any_device: Rig,
    judge: Judge,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is checked when it is first to serve."""
    monkeypatch.setattr("autoblas.cli.record_checks.SECONDS", -1.0)
    assert main(["db", "import", str(file_of(any_device, tmp_path))]) == 0
    assert "1 right, 0 wrong, 1 to be checked when they are first to serve" in capsys.readouterr().out


def test_a_child_judges(any_device: Rig) -> None:
    """The real one: a text that is right, and one that no rule of the device allows."""
    facts = any_device.device.facts
    choice = choose(PROBLEM, facts)
    dmma = kernels()["gemm_dmma"]
    asked = [
        (choice.kernel, choice.params, PROBLEM),
        (dmma, dmma.space.point({}), replace(PROBLEM, precision=FLOAT64)),
    ]
    states = [
        each.state for each in checked_in_child(str(listing().index(any_device.device.hardware)), asked)
    ]
    assert states == ["right", "unknown"]
