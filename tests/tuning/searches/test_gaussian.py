"""The Gaussian process against the textbook's formulas, and that its scales go where the likelihood is higher."""

import math

import numpy as np
import pytest
from scipy.stats import multivariate_normal

from autoblas.tuning.searches import gaussian
from autoblas.tuning.searches.features import Features, Matrix
from autoblas.tuning.searches.gaussian import GaussianProcess

OWNER = np.array([0, 1, 1, 2])
"""Three parameters, the second with two columns."""


def data(count: int, seed: int = 0) -> tuple[Matrix, Matrix]:
    """Rows, and standardised values there that depend on the first two parameters, on the first most."""
    random = np.random.default_rng(seed)
    rows = random.normal(size=(count, len(OWNER)))
    values = np.sin(2 * rows[:, 0]) + 0.3 * rows[:, 1] + 0.05 * random.normal(size=count)
    return rows, (values - values.mean()) / values.std()


def process_of(rows: Matrix) -> GaussianProcess:
    """One that has seen nothing yet."""
    return GaussianProcess(Features(rows, OWNER, 3))


def matern(distances: Matrix) -> Matrix:
    """Matern-5/2 of distances in lengths."""
    root5 = math.sqrt(5)
    covariances: Matrix = (1 + root5 * distances + 5 / 3 * distances**2) * np.exp(-root5 * distances)
    return covariances


def covariance(left: Matrix, right: Matrix, log_scales: Matrix, share: float = 0.0) -> Matrix:
    """Matern-5/2 over all columns and, for a share of it, the mean of those along each, element by element."""
    lengths = np.exp(-log_scales)[OWNER]
    over_all = np.array([[math.dist(a / lengths, b / lengths) for b in right] for a in left])
    along = [np.abs(left[:, [c]] - right[:, c]) / lengths[c] * math.sqrt(3) for c in range(len(OWNER))]
    mean: Matrix = np.mean([matern(each) for each in along], axis=0)
    return (1 - share) * matern(over_all) + share * mean


def posterior(
    rows: Matrix, values: Matrix, log_scales: Matrix, noise: float, prior: Matrix, share: float = 0.0
) -> float:
    """Log likelihood at the most likely amplitude, plus the log prior of the scales, but for a constant."""
    shape = covariance(rows, rows, log_scales, share) + noise * np.eye(len(rows))
    amplitude = values @ np.linalg.solve(shape, values) / len(rows)
    likelihood = multivariate_normal(cov=amplitude * shape).logpdf(values)
    return float(likelihood - ((log_scales - prior) ** 2).sum() / (2 * 0.7**2))


@pytest.mark.parametrize("adapted", [False, True])
@pytest.mark.parametrize("noisy", [False, True])
@pytest.mark.parametrize("place", range(len(gaussian._SHARES)))
def test_predictions_are_the_closed_form(adapted, noisy, place):
    """Mean and deviation of what is between observations, near them and far away."""
    rows, values = data(12)
    at = np.concatenate([data(5, seed=1)[0], rows[:2], rows[:1] + 100])
    process = process_of(np.concatenate([rows, at]))
    scales, noise = np.full(3, -0.5 * math.log(3)), 1e-2
    if adapted:
        process.adapt(rows, values, 3, afresh=True)
        scales, noise = process._log_scales, process._noise
    process._share, share = place, gaussian._SHARES[place]
    across = covariance(at, rows, scales, share)
    inverse = np.linalg.inv(covariance(rows, rows, scales, share) + noise * np.eye(len(rows)))
    amplitude = values @ inverse @ values / len(rows)
    left = 1 - np.diag(across @ inverse @ across.T) + noise * noisy
    mean, deviation = process.predict(rows, values, at, **({"noisy": True} if noisy else {}))
    np.testing.assert_allclose(mean, across @ inverse @ values, rtol=1e-7, atol=1e-9)
    np.testing.assert_allclose(deviation, np.sqrt(amplitude * left), rtol=1e-7)
    assert mean[-1] == pytest.approx(0, abs=1e-12), "far away the mean is that of all values"


def test_values_that_are_all_equal_leave_a_little_doubt():
    """Without spread the amplitude is not zero, so that improvements can be divided by it."""
    rows, values = data(6)
    mean, deviation = process_of(rows).predict(rows, np.zeros_like(values), rows)
    assert (mean == 0).all()
    assert ((deviation > 0) & (deviation < 1e-5)).all()
    process_of(rows).adapt(rows, np.zeros_like(values), 3, afresh=True)


def test_an_observation_twice_at_one_place_is_no_error():
    """The mean goes between the two, as the noise explains their difference."""
    rows, values = data(6)
    rows[1], values[0], values[1] = rows[0], 0.5, 0.7
    mean, deviation = process_of(rows).predict(rows, values, rows[:1])
    assert 0.5 < mean[0] < 0.7
    assert 0 < deviation[0] < 0.2


@pytest.mark.parametrize("seed", range(3))
def test_it_starts_afresh_from_the_likeliest_of_a_grid(seed):
    """Common lengths and noises, then a step of the noise where that is better."""
    rows, values = data(15, seed)
    neutral = -0.5 * math.log(3)
    grid = [
        (np.full(3, neutral - math.log(length)), noise)
        for length in (0.5, 1.0, 2.0, 4.0)
        for noise in (1e-4, 1e-3, 1e-2, 1e-1)
    ]
    scales, noise = max(grid, key=lambda each: posterior(rows, values, each[0], each[1], each[0]))
    noise = max((noise, 3 * noise, noise / 3), key=lambda n: posterior(rows, values, scales, n, scales))
    process = process_of(rows)
    process._log_scales += 5  # what it believed before does not matter
    process._share = 2
    process.adapt(rows, values, 0, afresh=True)
    assert process._share in (0, 1)
    np.testing.assert_allclose(process._log_scales, scales)
    assert process._noise == pytest.approx(noise)


@pytest.mark.parametrize(("noise", "bound"), [(1e-6, 1e-6), (1.0, 1.0)])
def test_the_noise_stays_in_its_bounds(noise, bound):
    """Values without any noise, or of nothing else, do not take it further."""
    rows = data(20)[0]
    values = rows[:, 0].copy() if bound < 1 else np.random.default_rng(3).normal(size=20)
    process = process_of(rows)
    process._noise = noise
    for _ in range(3):
        process.adapt(rows, (values - values.mean()) / values.std(), 0, afresh=False)
    assert process._noise == bound


@pytest.mark.parametrize(("count", "seed"), [(25, 0), (9, 1), (8, 2), (8, 3), (7, 4)])
def test_parameters_take_turns_by_steps_that_are_better(count, seed):
    """A call changes the scales whose turn it is, by 1.8 or not at all, and never for the worse."""
    rows, values = data(count, seed)
    process = process_of(rows)
    process.adapt(rows, values, 0, afresh=True)
    prior, moved = process._log_scales.copy(), set()
    for call in range(1, 10):
        before, noise, part = process._log_scales.copy(), process._noise, process._share
        process.adapt(rows, values, 1, afresh=False)
        changed = np.flatnonzero(process._log_scales != before)
        assert set(changed) <= {call % 3}
        moved |= set(changed)
        turns = np.abs(process._log_scales - before)[changed]
        np.testing.assert_allclose(turns, math.log(1.8))
        share = gaussian._SHARES[process._share]
        after = posterior(rows, values, process._log_scales, process._noise, prior, share)
        assert after >= posterior(rows, values, before, noise, prior, gaussian._SHARES[part]) - 1e-9
        steps = [before + sign * math.log(1.8) * np.eye(3)[call % 3] for sign in (0, 1, -1)]
        best = max(posterior(rows, values, each, process._noise, prior, share) for each in steps)
        assert after == pytest.approx(best, abs=1e-5)
    if count == 25:
        assert moved
        assert process._log_scales[0] > process._log_scales[2], "what says nothing gets a longer length"


def test_a_call_tries_every_parameter_once_at_most():
    """However many steps it may take."""
    rows, values = data(25)
    process, other = process_of(rows), process_of(rows)
    process.adapt(rows, values, 100, afresh=True)
    other.adapt(rows, values, 3, afresh=True)
    assert (process._log_scales == other._log_scales).all()
    assert (np.abs(process._log_scales - process._prior) < math.log(1.8) + 1e-9).all()
    assert process._turn == 0


def test_what_parameters_do_alone_is_learnt_from_few_observations():
    """A sum of functions of single parameters raises the share that they have each for themselves; a product does not."""
    random = np.random.default_rng(0)
    rows = random.integers(0, 4, size=(40, len(OWNER))).astype(float)
    for values, least, most in (
        (np.sin(rows).sum(1), 2, 3),
        (np.sin(3 * rows[:, 0] * (1 + rows[:, 3])), 0, 1),
    ):
        process = process_of(rows)
        for call in range(6):
            process.adapt(rows, (values - values.mean()) / values.std(), 3, afresh=call == 0)
        assert least <= process._share <= most
