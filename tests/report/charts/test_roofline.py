"""The roofline: its axes name numbers however little or much they span."""

import re

import pytest

from autoblas.report.charts.drawing import round_numbers
from autoblas.report.charts.roofline import roofline_chart
from autoblas.report.speeds import fastest
from support.report_cases import records


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (60.0, 370.0, [70, 100, 150, 200, 300]),
        (76.0, 165.0, [80, 100, 120, 140, 160]),
        (1.5, 2500.0, [10, 100, 1000]),
        (9.0, 110.0, [10, 30, 100]),
        (0.01, 20000.0, [0.01, 0.1, 1, 10, 100, 1000, 10000]),
    ],
)
def test_round_numbers(low, high, expected):
    """Three or more of them, powers of ten where much is shown, and even steps where little is."""
    assert round_numbers(low, high) == pytest.approx(expected)


def test_axes_that_span_little_name_three_numbers():
    """Two problems whose rates and intensities differ by less than ten times."""
    speeds = [each for each in fastest(records((256, 512))) if each.work.family == "gemm"]
    drawn = roofline_chart("roofline", speeds, None, None).svg
    named = [
        text
        for text in re.findall(r"<text[^>]*>\s*([^<]*?)\s*</text>", drawn)
        if re.fullmatch(r"[\d.]+", text)
    ]
    assert len(named) >= 6
