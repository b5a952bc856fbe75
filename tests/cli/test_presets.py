"""``autoblas print`` of a kernel by the name that another project gave it."""

import pytest

from autoblas.cli import main
from autoblas.contrib import presets
from support.preset_cases import SEED, text_of


def test_names_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    """One a line, with no size asked for."""
    assert main(["print", "gemm", "--presets"]) == 0
    assert tuple(capsys.readouterr().out.split()) == presets.names()


def test_a_preset_is_printed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """With its own sizes, and without a device."""
    monkeypatch.setattr("pyopencl.get_platforms", lambda: pytest.fail("a device was looked for"))
    assert main(["print", "gemm", "--preset", SEED]) == 0
    assert text_of(presets.parse(SEED)) in capsys.readouterr().out
