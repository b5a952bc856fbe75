"""Marks that several test modules put on tests."""

from __future__ import annotations

import shutil
import sys

import pytest

__all__ = ["needs_compiler", "on_linux"]

needs_compiler = pytest.mark.skipif(
    shutil.which("cc") is None or sys.platform != "linux",
    reason="there is no C compiler to make a driver with",
)

on_linux = pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux tells which libraries a process has loaded"
)
