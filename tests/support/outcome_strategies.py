"""Random outcomes and points for the tests of the tuner."""

from hypothesis import strategies as st

from autoblas.tuning import Outcome
from autoblas.tuning.outcome import KINDS

SECONDS = st.lists(st.floats(0, 1e3, allow_nan=False), min_size=1, max_size=9).map(tuple)


def outcome_strategy() -> st.SearchStrategy[Outcome]:
    """Any outcome."""
    text = st.text(max_size=20)
    kinds = st.sampled_from([kind for kind in KINDS if kind != "ok"])
    bad = st.builds(Outcome, kinds, st.just(()), text, text, text, st.floats(0, 1e6))
    ok = st.builds(
        Outcome, st.just("ok"), SECONDS, source=text, build_seconds=st.floats(0, 1e6), cut=st.booleans()
    )
    return bad | ok


def point_strategy() -> st.SearchStrategy[dict[str, str | int | bool | float]]:
    """Any point."""
    values = (
        st.text(max_size=9) | st.integers() | st.booleans() | st.floats(allow_nan=False, allow_infinity=False)
    )
    return st.dictionaries(st.text(max_size=9), values, max_size=5)
