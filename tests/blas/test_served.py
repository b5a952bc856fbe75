"""Every routine by programs that its users are served: optimised, which those of the other files here are not at first."""

import pytest

from support.routine_calls import wrong
from support.routine_cases import CASES
from support.samples import Sample


@pytest.mark.budget(one_in=8)
@pytest.mark.parametrize("routine", CASES)
def test_optimised_programs(routine):
    """More elements than a vector of any processor has."""
    case = Sample(routine, "float32", 33, "usual", 1).case()
    assert wrong(case.wanted, case.call(routine)) == []
