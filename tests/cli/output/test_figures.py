"""Figures as commands print them."""

from __future__ import annotations

import pytest

from autoblas.cli.output.figures import bytes_text


@pytest.mark.parametrize(
    ("size", "text"),
    [(512, "512 B"), (49152, "48 KiB"), (1 << 21, "2 MiB"), (3 << 29, "1.5 GiB"), (1 << 41, "2048 GiB")],
)
def test_sizes(size: int, text: str) -> None:
    """Sizes are told in the largest unit that leaves a number of at least one."""
    assert bytes_text(size) == text
