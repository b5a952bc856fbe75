"""How candidates are told of: where they come from, and what they are of as people write it."""

import pytest

from autoblas.cli.output.candidates import candidate_lines, excluded_text, origin_text
from autoblas.cli.output.text import wrapped, wrapped_below
from autoblas.devices.recording import PLAIN_CPU
from autoblas.plan.candidates import Excluded, candidates
from autoblas.plan.choose import choose
from autoblas.plan.results import user_results
from autoblas.precision import FLOAT32
from autoblas.problems import Matmul
from support.database_cases import record_at

HERE, TURNED = Matmul(300, 300, 300, FLOAT32), Matmul(300, 300, 300, FLOAT32, b="col")


@pytest.mark.usefixtures("own_results")
@pytest.mark.parametrize(
    ("measured", "words"),
    [
        (HERE, "measured here at this size"),
        (Matmul(310, 300, 300, FLOAT32), "measured here for sgemm NN 310x300x300"),
        (TURNED, "measured here for sgemm NT 300x300x300"),
    ],
)
def test_origins_name_what_was_measured(measured: Matmul, words: str) -> None:
    """The size where it is another, and the class where that is another one."""
    user_results().add([record_at(PLAIN_CPU, measured, "gemm_direct", 1e-6, rm=4)])
    assert origin_text(choose(HERE, PLAIN_CPU)) == words


@pytest.mark.usefixtures("own_results")
def test_lines_fit_and_stand_below_where_they_come_from() -> None:
    """In narrow terminals too; what is passed over has its name."""
    user_results().add([record_at(PLAIN_CPU, TURNED, "gemm_direct", 1e-6, rm=5)])
    tried = list(candidates(HERE, PLAIN_CPU))
    for width in (50, 80, 200):
        lines = list(candidate_lines(tried, HERE, PLAIN_CPU, width))
        assert "  measured here:" in lines
        assert max(map(len, lines)) <= width
        assert "  what kernels suggest:" in lines
    passed = [excluded_text(candidate) for candidate in tried if isinstance(candidate, Excluded)]
    assert "gemm_direct, sgemm NT 300x300x300 (measured here)" in passed
    assert "gemm_wgmma" in passed


@pytest.mark.usefixtures("own_results")
def test_times_of_records_are_told() -> None:
    """In microseconds."""
    user_results().add([record_at(PLAIN_CPU, HERE, "gemm_direct", 2.5e-5, rm=4)])
    lines = list(candidate_lines(list(candidates(HERE, PLAIN_CPU)), HERE, PLAIN_CPU, 200))
    assert any("took 25.0 us" in line for line in lines)


def test_sentences_are_broken_between_words() -> None:
    """Words that are wider stay whole."""
    assert wrapped("one two", 5, 1, 2) == [" one", "   two"]
    assert wrapped("a-longer-word", 5) == ["a-longer-word"]


def test_lines_with_columns_keep_them() -> None:
    """Words that do not fit stand below, further in; lines that fit are left alone."""
    assert wrapped_below("new     one", 11) == ["new     one"]
    assert wrapped_below("new     one two three", 12) == ["new     one", "    two", "    three"]
    assert wrapped_below("  there  one two", 10) == ["  there", "      one", "      two"]
    assert wrapped_below("a-longer-word", 5) == ["a-longer-word"]
