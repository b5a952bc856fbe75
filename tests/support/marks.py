"""Marks that several test modules put on tests."""

import shutil
import sys

import pytest

from autoblas.blas.host.blas import host_function
from autoblas.precision import FLOAT32

needs_compiler = pytest.mark.skipif(
    shutil.which("cc") is None or sys.platform != "linux",
    reason="there is no C compiler to make a driver with",
)

on_linux = pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux tells which libraries a process has loaded"
)

with_stand_ins = pytest.mark.skipif(
    sys.platform != "linux", reason="files that stand for drivers are made for Linux"
)

needs_host_blas = pytest.mark.skipif(
    host_function("dotu", FLOAT32) is None, reason="NumPy has no BLAS here whose functions can be found"
)
