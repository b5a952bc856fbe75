"""Coefficients of time models: every one has a meaning, and those of a device take the place of the shipped ones."""

from collections.abc import Iterator
from typing import Any

import pytest

from autoblas.devices.recording import HOPPER, PLAIN_CPU
from autoblas.kernels import kernels
from autoblas.kernels.models.coefficients import coefficients, replace_coefficients, shipped
from autoblas.precision import FLOAT64
from autoblas.problems import Matmul

FAMILIES = ("nvidia", "processors")

FITTED = (
    *("device", "driver", "date", "shapes", "times", "span"),
    *("half_within", "nine_tenths_within", "texts", "note"),
)
"""Fields of what a model was fitted to; null where it is not known any more."""


def leaves(values: Any, path: str = "") -> Iterator[tuple[str, float]]:
    """The numbers of a model with their paths."""
    if isinstance(values, (int, float)):
        yield path, values
        return
    for name, inner in values.items() if isinstance(values, dict) else enumerate(values):
        yield from leaves(inner, f"{path}.{name}".lstrip("."))


@pytest.mark.parametrize(
    ("family", "model"), [(family, model) for family in FAMILIES for model in shipped(family)]
)
def test_every_coefficient_is_a_number_with_a_meaning(family, model):
    """Numbers of a table or of like groups share the meaning of the first of them."""
    document = shipped(family)[model]
    numbers = dict(leaves(document["values"]))
    meanings = document["meanings"]
    assert set(meanings) <= set(numbers)
    assert all(value >= 0 for value in numbers.values())
    groups = {path.partition(".")[0] for path in meanings}
    words = {path.rpartition(".")[2] for path in meanings}
    assert not [p for p in numbers if p.partition(".")[0] not in groups and p.rpartition(".")[2] not in words]
    assert set(document["fitted"]) == set(FITTED)


def test_coefficients_of_a_device_take_the_place_of_the_shipped_ones():
    """On that device alone, and until they are taken back."""
    kernel, q = kernels()["gemm_dmma"], Matmul(512, 512, 512, FLOAT64)
    params = kernel.suggested(q, HOPPER)
    before = kernel.expected(params, q, HOPPER)
    assert before is not None
    values = shipped("nvidia")["gemm_dmma"]["values"]
    replace_coefficients("gemm_dmma", HOPPER.name, values | {"launch": values["launch"] + HOPPER.clock_mhz})
    try:
        assert kernel.expected(params, q, HOPPER) == pytest.approx(before + 1e-6, rel=1e-12)
    finally:
        replace_coefficients("gemm_dmma", HOPPER.name, None)
    assert kernel.expected(params, q, HOPPER) == before


def test_a_model_has_one_object_a_device():
    """Tables that are prepared for it are used again."""
    assert coefficients("cores", PLAIN_CPU) is coefficients("cores", PLAIN_CPU)
