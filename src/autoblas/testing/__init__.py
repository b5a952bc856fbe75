"""Tests that the test classes of new kernels, devices and searches inherit; nothing but tests imports it.

It needs pytest (``pip install autoblas[test]``). ``docs/contributing/testing.md`` shows how the classes are used.
"""

from __future__ import annotations

import pytest

for _name in (
    "checks",
    "devices",
    "kernels",
    "memory",
    "searches",
    "texts",
):  # so that a failure shows what was compared
    pytest.register_assert_rewrite(f"autoblas.testing.{_name}")

from autoblas.testing.checks import Fault  # noqa: E402
from autoblas.testing.devices import DeviceConformance  # noqa: E402
from autoblas.testing.kernels import KernelConformance  # noqa: E402
from autoblas.testing.memory import MemoryConformance  # noqa: E402
from autoblas.testing.searches import SearchConformance  # noqa: E402
from autoblas.testing.texts import TextConformance  # noqa: E402

__all__ = [
    "DeviceConformance",
    "Fault",
    "KernelConformance",
    "MemoryConformance",
    "SearchConformance",
    "TextConformance",
]
