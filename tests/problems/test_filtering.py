"""Minimal filtering in numbers: matrices that are exact, texts that say what they are, and the bound of its error."""

import itertools
import re
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from autoblas.checks.verify import compare, gamma, product_bound, product_reference, reals
from autoblas.emit.opencl_c import OPENCL_C
from autoblas.emit.source import Source
from autoblas.kernels.convolution.winograd.linear import apply
from autoblas.precision import COMPLEX64, FLOAT16, FLOAT32, FLOAT64
from autoblas.problems.convolution import Convolution
from autoblas.problems.filtering import ROUNDINGS, TAPS, TILES, Rows, growth, matrices

parametrize_tiles = pytest.mark.parametrize("tile", TILES)


def _product(matrix: Rows, vector: list[Fraction]) -> list[Fraction]:
    return [sum((x * y for x, y in zip(row, vector, strict=True)), Fraction(0)) for row in matrix]


@parametrize_tiles
def test_a_filter_is_what_its_products_make(tile):
    """For each tap and each input alone, hence for all of them, in exact numbers."""
    side, made = tile + TAPS - 1, matrices(tile)
    assert [len(matrix) for matrix in made] == [side, side, tile]
    for tap, position in itertools.product(range(TAPS), range(side)):
        taps = _product(made.taps, [Fraction(i == tap) for i in range(TAPS)])
        data = _product(made.data, [Fraction(i == position) for i in range(side)])
        out = _product(made.output, [x * y for x, y in zip(taps, data, strict=True)])
        assert out == [Fraction(y + tap == position) for y in range(tile)]


@parametrize_tiles
@pytest.mark.parametrize("which", ["data", "taps", "output"])
def test_texts_compute_the_products_of_matrices(tile, which):
    """Each statement, computed in its turn, gives the matrix times numbers that nothing else would give."""
    matrix = getattr(matrices(tile), which)
    inputs = [f"x{i}" for i in range(len(matrix[0]))]
    values: dict[str, Any] = {name: 1.0 + 7.0**i for i, name in enumerate(inputs)}
    source = Source(OPENCL_C)
    names = apply(source, matrix, "float", inputs, "y", lambda number: f"{float(number)!r}f")
    for line in source.lines:
        name, text = re.fullmatch(r"const float (\w+) = (.+);", line).groups()  # type: ignore[union-attr]
        values[name] = eval(re.sub(r"(\d)f\b", r"\1", text), {}, values)  # what was just written
    floats = np.array([[float(x) for x in row] for row in matrix])
    expected = floats @ [values[name] for name in inputs]
    assert np.allclose([values[name] for name in names], expected, rtol=1e-12)
    plain = 2 * np.count_nonzero(floats) - len(floats)
    assert sum(line.count(" * ") + line.count(" + ") + line.count(" - ") for line in source.lines) < plain


def _problem(**fields: Any) -> Convolution:
    window = {"kernel_h": 3, "kernel_w": 3, "pad_h": 1, "pad_w": 2, "items": 2, "kernels": 7}
    return Convolution(21, 9, 13, FLOAT32, **window | fields, accuracy="fast")


@parametrize_tiles
@pytest.mark.parametrize("flipped", [False, True])
def test_errors_keep_to_the_bound(tile, flipped):
    """Random data in single precision, against the bound; and the bound against its form with norms."""
    q = _problem(flipped=flipped)
    rng = np.random.default_rng(tile)
    images, kernels = reals(rng, (2, 21, 9, 13), FLOAT32), reals(rng, (7, q.depth), FLOAT32)
    result = q.filtered(tile, images, kernels)
    reference, _ = product_reference(kernels, q.patches(images), 1, 0, None)
    magnitude = q.fast_magnitude(images, kernels)
    bound = product_bound(magnitude, reference, q.channels + ROUNDINGS, FLOAT32)
    verdict = compare(result, reference, bound)
    assert verdict.ok, str(verdict)
    norms = np.abs(kernels).reshape(7, 21, 9).max(axis=2).sum(axis=1)[:, None] * np.abs(images).max()
    assert np.all(magnitude <= growth(4) ** 2 * norms)
    size = np.abs(kernels) @ q.patches(np.abs(images))
    assert np.all(magnitude >= size * (1 - gamma(q.depth, FLOAT64.roundoff)))


def test_growth_is_that_of_the_matrices():
    """By hand: F(2, 3) makes 8 of ones, F(4, 3) makes 48."""
    assert [growth(tile) for tile in TILES] == [8.0, 48.0]


@pytest.mark.parametrize(
    "fields",
    [{"kernel_w": 2}, {"stride_h": 2}, {"dilation_w": 2}, {"precision": COMPLEX64}, {"accuracy": "strict"}],
    ids=str,
)
def test_what_filtering_does_not_serve_is_of_the_standard_accuracy(fields):
    """So that the same kernels and records serve it as ever, and neither's serve the other."""
    values = {"channels": 3, "height": 9, "width": 9, "precision": FLOAT16, "kernel_h": 3, "kernel_w": 3}
    plain = Convolution(**values | fields | {"accuracy": "standard"})
    assert Convolution(**{**values, "accuracy": "fast"} | fields) == plain
    fast = Convolution(**values, accuracy="fast")  # type: ignore[arg-type]
    assert fast.signature == "float16 3x3 accuracy=fast"
    assert not fast.accepts(plain.signature)
    assert not plain.accepts(fast.signature)
    assert plain.accepts(plain.signature)
