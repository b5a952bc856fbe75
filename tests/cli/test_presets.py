"""``autoblas print`` and ``autoblas check`` of a kernel by the name that another project gave it."""

from __future__ import annotations

from typing import Any

import pytest

from autoblas.cli import main
from autoblas.contrib import presets
from autoblas.devices.recording import PLAIN_GPU
from autoblas.kernels import kernels
from support.preset_cases import SEED, text_of


def test_names_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    """One a line, with no size asked for."""
    assert main(["print", "gemm", "--presets"]) == 0
    assert tuple(capsys.readouterr().out.split()) == presets.names()


def test_a_preset_is_printed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """With its own sizes or others, and without a device; a parameter may be held at another value."""
    monkeypatch.setattr("pyopencl.get_platforms", lambda: pytest.fail("a device was looked for"))
    assert main(["print", "gemm", "--preset", SEED]) == 0
    assert text_of(presets.parse(SEED)) in capsys.readouterr().out
    assert main(["print", "gemm", "--preset", SEED, "-n", "80", "-k", "40", "--fix", "inline=false"]) == 0
    out = capsys.readouterr().out
    assert "sgemm TN 80x80x40" in out
    assert "const int m" in out
    assert main(["print", "gemm", "--preset", "L3_SIMD_8x4_1x8", "-k", "100"]) == 0
    assert "k=100 is not a multiple of 8" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "status", "sentence"),
    [
        (["print", "gemm", "--preset", "nonsense"], 2, "preset: expected a name like adreno_8x4"),
        (["print", "gemm", "--preset", SEED, "-n", "81"], 2, "m: expected a multiple of 40; got 81"),
        (
            ["print", "gemm", "--preset", SEED, "--fix", "va=4", "--fix", "rm=6"],
            1,
            "vectors of A are adjacent",
        ),
        (["check", "gemm"], 2, "Missing option '-n'"),
    ],
)
def test_a_wrong_preset_is_one_sentence(
    words: list[str], status: int, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is wrong stands on one line, with an exit status."""
    assert main(words) == status
    err = capsys.readouterr().err
    assert sentence in err
    assert err.count("\n") == 1


def test_a_preset_is_checked(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel, its parameters and the verdict; a wrong result fails the command."""
    command = ["check", "gemm", "--preset", "adreno_8x4", "-n", "99", "--device", "Portable"]
    assert main(command) == 0
    out = capsys.readouterr().out
    assert "gemm_block: gy=13 gx=13 rm=8 rn=4" in out
    assert out.rstrip().splitlines()[-1].startswith("right: ")
    monkeypatch.setattr(
        "autoblas.checks.product.MatmulTrial.check", lambda self, choice: "element (1, 2) is off"
    )
    assert main(command) == 1
    assert "adreno_8x4 is wrong: element (1, 2) is off" in capsys.readouterr().err


def test_a_preset_that_a_device_cannot_run_says_why(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rule is the message."""
    real: Any = presets.parse("adreno_8x4_64x64", (4096, 4096, 64))
    kernel = kernels()[real.kernel]
    assert (
        kernel.refusal(kernel.space.point(real.parameters), real.problem, PLAIN_GPU)
        == "the work-group fits the device"
    )
    refusal = type(kernel).refusal
    monkeypatch.setattr(type(kernel), "refusal", lambda self, p, q, facts: refusal(self, p, q, PLAIN_GPU))
    command = [
        "check",
        "gemm",
        "--preset",
        "adreno_8x4_64x64",
        "-n",
        "512",
        "-m",
        "1024",
        "--device",
        "Portable",
    ]
    assert main(command) == 1
    assert "does not run here; it requires that the work-group fits the device" in capsys.readouterr().err
