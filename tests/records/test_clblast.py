"""Files of CLBlast's tuners: numbers in words, times in milliseconds, stages of one family."""

from pathlib import Path
from typing import Any

import pytest

from autoblas.errors import DatabaseError
from autoblas.exchange import clblast_in
from support.exchange_cases import CLBLAST

PATH = Path("clblast_xgemm_1_32.json")


def test_a_file():
    """The fastest point comes first; the precision is no parameter."""
    found = clblast_in(PATH, CLBLAST)
    assert (found.family, found.element_type, found.sizes) == ("xgemm", "float32", (1024, 1024, 1024))
    assert (found.device, found.vendor) == ("NVIDIA RTX A4000", "NVIDIA")
    assert [seconds for _, seconds in found.points] == [0.75e-3, 1.5e-3]
    assert "PRECISION" not in found.points[0][0]
    assert clblast_in(PATH, {**CLBLAST, "kernel_family": "xgemm_direct_2"}).family == "xgemm_direct"


WRONG: list[tuple[str, Any]] = [
    ("precision", "31"), ("results", []), ("results", [{"time": 0.0, "parameters": {}}]), ("results", [{"time": 1.0}]),
    ("results", [{"time": 1.0, "parameters": {"MWG": "x"}}]), ("kernel_family", 3),
]  # fmt: skip


@pytest.mark.parametrize(("field", "value"), WRONG, ids=repr)
def test_wrong_files(field, value):
    """Each is refused in a sentence."""
    with pytest.raises(DatabaseError, match=r"^clblast_xgemm_1_32\.json: "):
        clblast_in(PATH, {**CLBLAST, field: value})
