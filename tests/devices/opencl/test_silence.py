"""Compilers print nothing that reaches a user; what they say is in the log where somebody listens."""

import logging
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from autoblas.cli import main
from autoblas.errors import BuildError
from support.rig import Rig

LOG = "autoblas.devices.opencl.compiler"

PLANTED = "__kernel void planted(__global int *x) { x[0] = x[0] + 2 >> 1; }"
"""A text that compilers warn of: does the sum or the shift come first?"""

COMPILER_WARNING = "operator '>>' has lower precedence than '+'"

CALLS = """
import numpy as np
import autoblas
a, b = np.eye(9, dtype="float32"), np.ones((9, 7), "float32")
assert np.array_equal(autoblas.gemm(a, b), b)
assert autoblas.sum(b[:, 0].astype("complex128")) == 9
assert autoblas.nrm2(a[0]) == 1
"""

BUILD = f"""
from autoblas.plan.queues import default_queue, queue_device
queue_device(default_queue()).build({PLANTED!r}, ())
"""

LISTEN = f"""
import logging, sys
logging.basicConfig(stream=sys.stdout)
logging.getLogger({LOG!r}).setLevel(sys.argv[1])
"""


def run(arguments: Sequence[str], rig: Rig, folder: Path) -> tuple[str, str]:
    """Output of this interpreter on its descriptors, with empty caches of compiled kernels."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONWARNINGS"} | {
        "POCL_CACHE_DIR": str(folder),
        "XDG_CACHE_HOME": str(folder),
        "AUTOBLAS_DEVICE": rig.choice,
        "AUTOBLAS_HOST_BELOW": "0",
    }
    done = subprocess.run(
        [sys.executable, *arguments], env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout, done.stderr


def test_first_calls_print_nothing(any_device, tmp_path):
    """Neither pyopencl nor the compiler, on whatever thread it runs."""
    assert run(["-c", CALLS], any_device, tmp_path) == ("", "")


@pytest.mark.budget(one_in=2)
@pytest.mark.parametrize("program", [BUILD, LISTEN + BUILD], ids=["no log", "a log of what matters more"])
def test_a_text_that_compilers_warn_of_prints_nothing(any_device, tmp_path, program):
    """This is not because texts are flawless: another one is built in silence too."""
    assert run(["-c", program, "INFO"], any_device, tmp_path) == ("", "")


@pytest.mark.parametrize("level", ["INFO", "DEBUG"])
def test_a_text_that_is_refused_prints_nothing(any_device, tmp_path, level):
    """Compilers count errors past all that the exception says, which carries the log."""
    refused = BUILD.replace("x[0] + 2", "missing + 2")
    program = f"try:{refused.replace(chr(10), chr(10) + '    ')}\nexcept Exception as error: print(error.log)"
    answer, printed = run(["-c", LISTEN + program, level], any_device, tmp_path)
    assert "undeclared identifier 'missing'" in answer
    assert printed == ""


def test_what_the_compiler_says_is_logged(any_device, tmp_path):
    """Who listens reads the warning, below the name of the kernel."""
    answer, _ = run(["-c", LISTEN + BUILD, "DEBUG"], any_device, tmp_path)
    assert f"DEBUG:{LOG}:planted: built in " in answer
    assert COMPILER_WARNING in answer


def test_an_error_carries_the_log(any_device):
    """The error of a refused text says why; a warning has one line of it."""
    text = PLANTED.replace("x[0] + 2", "missing + absent")
    with pytest.raises(BuildError, match="missing") as caught:
        any_device.device.build(text, ())
    assert "absent" in caught.value.log
    assert re.search(r"error: .*(missing|absent)", str(caught.value))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("verbose", [False, True])
def test_verbose_commands_tell_on_stderr(any_device, tmp_path, verbose):
    """The device, the kernel and the compiler's words where they are asked for, else nothing but the answer."""
    options = ["--verbose"] if verbose else []
    answer, printed = run(["-m", "autoblas", *options, "check", "gemm", "-n", "9"], any_device, tmp_path)
    assert "worst error" in answer
    words = (
        "autoblas.devices.selftest.serving_device: device ",
        "autoblas.calls.serve: sgemm NN 9x9x9",
        f"{LOG}: gemm_",
    )
    assert [word in printed for word in words] == [verbose] * len(words)
    assert verbose or not printed


def test_verbose_ends_with_the_command(capsys):
    """A program that runs two commands gets the log of the first alone."""
    log = logging.getLogger("autoblas")
    before = list(log.handlers), log.level, log.propagate
    assert main(["-v", "devices"]) == 0
    assert (list(log.handlers), log.level, log.propagate) == before
    capsys.readouterr()
    assert main(["devices"]) == 0
    assert not capsys.readouterr().err
