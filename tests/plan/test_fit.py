"""What does not fit a device or the host is refused at once, with the bytes; what fits is not."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from autoblas.cli import main
from autoblas.cli.routines.table import ROUTINES, call_of
from autoblas.devices.recording import PLAIN_CPU, PLAIN_GPU
from autoblas.errors import ArgumentError
from autoblas.plan import fit
from autoblas.plan.fit import CALL, TRIAL, refuse_what_does_not_fit
from autoblas.plan.results import user_results
from autoblas.precision import FLOAT32, FLOAT64
from autoblas.problems import Matmul, Problem
from autoblas.problems.blas.notation import written

GIB = 1 << 30
ROOMY = replace(PLAIN_GPU, memory_bytes=64 * GIB, max_alloc_bytes=16 * GIB, host_shared=False)


@pytest.mark.parametrize(
    ("problem", "facts", "words"),
    [
        (Matmul(1 << 17, 1 << 17, 8, FLOAT32), ROOMY, r"17179869184 bytes \(16 GiB\).*largest allocation of.*68719476736 bytes"),
        (Matmul(60000, 60000, 60000, FLOAT32), ROOMY, r"68719476736 bytes .* in total, the memory of .*86400000000 bytes"),
        (Matmul(20000, 20000, 20000, FLOAT64), ROOMY, r"in total, the memory of this machine.*38400000000 bytes"),
    ],
)  # fmt: skip
def test_each_limit_has_its_sentence(problem, facts, words, monkeypatch):
    """One array, all of them on the device, and what the host holds."""
    limited = "this machine" in words
    monkeypatch.setattr(fit, "host_memory", lambda: 32 * GIB if limited else 1024 * GIB)
    with pytest.raises(ArgumentError, match=words) as caught:
        refuse_what_does_not_fit(problem, facts, TRIAL)
    assert written(problem) in str(caught.value)


def test_a_device_in_the_host_s_memory_takes_its_share_of_it(monkeypatch):
    """There the same bytes count twice."""
    monkeypatch.setattr(fit, "host_memory", lambda: 2 * GIB)
    problem = Matmul(11000, 11000, 11000, FLOAT32)
    refuse_what_does_not_fit(problem, ROOMY, CALL)
    with pytest.raises(ArgumentError, match="this machine"):
        refuse_what_does_not_fit(problem, replace(ROOMY, host_shared=True), CALL)


def _problems() -> Iterator[Problem]:
    for name in sorted(set(ROUTINES) - {"gemm"}):
        convolution = any(option.name == "channels" for option in ROUTINES[name].options)
        size = ("--channels", "3", "--size", "8") if convolution else ("-n", "50")
        batch = ("--items", "2") if name.endswith("_batched") else ()
        yield from call_of(name, *size, *batch).launches(PLAIN_CPU)


def test_every_problem_of_the_command_line_is_weighed(monkeypatch):
    """Small ones fit small devices, and none fits one without memory; a machine that does not tell has enough."""
    monkeypatch.delattr("os.sysconf")
    small = replace(PLAIN_CPU, memory_bytes=1 << 20, max_alloc_bytes=1 << 18)
    for problem in _problems():
        refuse_what_does_not_fit(problem, small, TRIAL)
        if fit.sizes(problem)[0] <= 16:  # as of one element
            continue
        with pytest.raises(ArgumentError, match="sizes: expected arrays of at most 16 bytes"):
            refuse_what_does_not_fit(problem, replace(small, max_alloc_bytes=16), TRIAL)


@pytest.mark.parametrize(
    "command", ["tune gemm", "bench gemm", "check gemm", "tune dot", "bench gemv", "check syrk"]
)
def test_commands_refuse_before_they_begin(command, pocl, own_results, tmp_path, capsys):
    """The error names the bytes, not trials that timed out; nothing is searched and no peak measured."""
    assert main([*command.split(), "-n", "999999999999", "--device", "Portable"]) == 2
    message = capsys.readouterr().err
    assert re.fullmatch(
        r"autoblas: error: sizes: expected arrays .* needs at least \d+ bytes \(.+ GiB\)\n", message
    )
    assert not list(tmp_path.rglob("*.jsonl"))
    assert not list(user_results().records())
