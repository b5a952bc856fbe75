"""Tests that the test classes of new kernels, devices and searches inherit; nothing but tests imports it.

It needs pytest (``pip install autoblas[test]``). ``docs/testing.md`` shows how the classes are used.
"""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite("autoblas.testing.searches")

from autoblas.testing.searches import SearchConformance  # noqa: E402  # after what they are read with

__all__ = ["SearchConformance"]
