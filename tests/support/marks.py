"""Marks that several test modules put on tests."""

from __future__ import annotations

import shutil
import sys

import pytest

__all__ = ["needs_compiler"]

needs_compiler = pytest.mark.skipif(
    shutil.which("cc") is None or sys.platform != "linux",
    reason="there is no C compiler to make a driver with",
)
