"""How rankings change with the size: who won where, how fast winners are elsewhere, how alike sizes rank."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from autoblas.report.ranking import _spearman, rankings
from support.report_cases import make_search


def test_winners_and_their_speed_elsewhere(tmp_path):
    """The tile that wins grows with the size; each winner is 1 where it won and below elsewhere."""
    searches = [make_search(tmp_path, n, failures=False) for n in (256, 64, 128)]
    (found,) = rankings(searches)
    assert found.sizes == ("64x64x64", "128x128x128", "256x256x256")
    assert [winner.parameters["tile"] for winner in found.winners] == [16, 64]
    assert found.speeds[0][:2] == (1.0, 1.0)
    assert found.speeds[1][2] == 1.0
    assert found.speeds[0][2] == pytest.approx(1.05 / 3.05)
    assert len(found.agreements) == 3
    assert found.agreements[0].correlation == pytest.approx(1)
    assert found.agreements[1].correlation < 0.9
    assert found.agreements[0].points == 48


def test_classes_do_not_mix(tmp_path):
    """Searches of one size, or of different classes, have no ranking between them."""
    assert rankings([make_search(tmp_path, 64), make_search(tmp_path, 128, kind="float64")]) == []
    assert rankings([]) == []


@given(st.lists(st.tuples(st.floats(0, 9), st.floats(0, 9)), min_size=2, max_size=30))
def test_correlation_is_scipys(pairs):
    """Spearman's coefficient with equals at the mean of their ranks; 0 where one side is all equal."""
    left, right = ([pair[side] for pair in pairs] for side in (0, 1))
    if len(set(left)) > 1 and len(set(right)) > 1:
        assert _spearman(left, right) == pytest.approx(stats.spearmanr(left, right).statistic, abs=1e-9)
    else:
        assert _spearman(left, right) == 0
