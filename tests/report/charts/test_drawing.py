"""The colours of pages: contrast to their ground, and differences that every kind of colour vision sees."""

import itertools
from typing import Any

import numpy as np
import pytest

from autoblas.report.charts.drawing import DARK, GRID, GROUND, INK, LIGHT, MUTED, SERIES, variables

Vector = np.ndarray[Any, np.dtype[np.float64]]

VISION = {
    "usual": np.eye(3),
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
}  # fmt: skip
"""What is seen of linear RGB: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, IEEE Trans. Vis. Comput. Graph. 15 (2009)."""

LMS = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
LAB = np.array(
    [
        [0.2104542553, 0.793617785, -0.0040720468],
        [1.9779984951, -2.428592205, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.808675766],
    ]
)
"""From linear RGB to OKLab: B. Ottosson, "A perceptual color space for image processing" (2020)."""

both = pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])


def _linear(text: str) -> Vector:
    value = np.array([int(text[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def _contrast(one: str, other: str) -> float:
    """As WCAG 2 defines it."""
    weights = np.array([0.2126, 0.7152, 0.0722])
    low, high = sorted(float(_linear(each) @ weights) for each in (one, other))
    return (high + 0.05) / (low + 0.05)


def _seen(text: str, vision: str) -> Vector:
    light = np.clip(np.asarray(VISION[vision]) @ _linear(text), 0, 1)
    seen: Vector = LAB @ np.cbrt(LMS @ light)
    return seen


@both
def test_contrast(colours):
    """Text and links have 4.5 to 1, lines 3 to 1; lines that only lead the eye less than text."""
    for name in (INK, MUTED, SERIES[0]):
        assert _contrast(colours[name], colours[GROUND]) >= 4.5
    for name in SERIES:
        assert _contrast(colours[name], colours[GROUND]) >= 3
    assert _contrast(colours[GRID], colours[GROUND]) < _contrast(colours[MUTED], colours[GROUND])


@both
@pytest.mark.parametrize("vision", VISION)
def test_series_are_told_apart(colours, vision):
    """No two series look alike; 0.02 is about the least difference that is seen, and the first four are farther apart."""
    for count, least in ((4, 0.08), (6, 0.055)):
        apart = [
            float(np.linalg.norm(_seen(colours[a], vision) - _seen(colours[b], vision)))
            for a, b in itertools.combinations(SERIES[:count], 2)
        ]
        assert min(apart) > least


def test_both_have_the_same_names():
    """What a chart draws in one is there in the other; no two colours of one are equal, as they are exchanged by value."""
    assert LIGHT.keys() == DARK.keys()
    assert len(set(LIGHT.values())) == len(LIGHT)
    assert "--ink: #17181c;" in variables(LIGHT)
