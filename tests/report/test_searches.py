"""What journals tell: trials in order, the best so far, and the problems that keys name."""

import math

import pytest

from autoblas.precision import FLOAT32
from autoblas.problems import Matmul
from autoblas.problems.vector import Reduce
from autoblas.report import ProblemWork, read_searches
from autoblas.report.work import work_from_key
from support.report_cases import journal_at, make_search


def test_a_journal_is_read_in_the_order_of_its_trials(tmp_path):
    """Every trial is there with what came of it; the best so far never grows and ends at the best."""
    search = make_search(tmp_path)
    assert (search.device, search.platform, search.driver) == ("Zen 3", "PoCL", "3.0")
    assert search.work == ProblemWork("gemm", "float32 row*row=row", (64, 64, 64), 2 * 64**3, 3 * 64 * 64 * 4)
    assert len(search.trials) == 48
    assert len(search.failed) == 4
    assert [trial.parameters["tile"] for trial in search.trials[:12]] == [8] * 6 + [16] * 6
    line = search.best_so_far
    assert line == sorted(line, reverse=True)
    assert search.best is not None
    assert line[-1] == search.best.seconds
    assert search.best.parameter_text == "tile=16 vector=1 form=plain packed=True"
    assert set(search.kernels) == {"gemm_tile", "gemm_direct"}
    assert all(math.isinf(trial.seconds) and trial.message for trial in search.failed)


def test_a_folder_is_read_whatever_else_is_in_it(tmp_path):
    """Files that are no journals are told of, empty journals are left out, and a missing folder has none."""
    journal_at(tmp_path, 256)
    journal_at(tmp_path, 64)
    (tmp_path / "other.jsonl").write_text("no journal\n", encoding="utf-8")
    (tmp_path / "empty.jsonl").write_text('{"journal": 1, "key": {"problem": "gemm"}}\n', encoding="utf-8")
    found, complaints = read_searches(tmp_path)
    assert [search.work.sizes[0] for search in found] == [64, 256]
    assert len(complaints) == 1
    assert "other.jsonl" in complaints[0]
    assert read_searches(tmp_path / "missing") == ([], [])


@pytest.mark.parametrize(
    "problem",
    [
        Matmul(64, 32, 16, FLOAT32),
        Matmul(8, 8, 8, FLOAT32, items=5, accuracy="fast"),
        Reduce("dot", 1000, FLOAT32),
    ],
    ids=str,
)
def test_keys_name_problems(problem):
    """The words of a key are read back as the problem, with its operations and bytes."""
    work = work_from_key(str(problem))
    assert (work.family, work.signature, work.sizes) == (problem.family, problem.signature, problem.sizes)
    assert (work.flops, work.nbytes) == (problem.flops(), problem.min_bytes())


@pytest.mark.parametrize(
    "words",
    ["", "gemm", "fft n=64 float32", "gemm m=64 float32 row*row=row", "gemm m=9999999999999999999999 x"],
)
def test_words_of_no_problem_are_a_class_of_their_own(words):
    """Journals of other versions are shown, without operations."""
    work = work_from_key(words)
    assert work.title == work.title.strip()
    assert not work.flops
    assert words.startswith(work.family)
    assert work.edge >= 1


def test_a_batch_has_its_items_beside_its_sides():
    """The number of items is no side; with one, a size is more than one number."""
    batch = ProblemWork("gemm", "float32 row*row=row batched", (32, 32, 32, 4096))
    assert not batch.regular
    assert ProblemWork("gemm", "float32 row*row=row", (32, 32, 32)).regular
    assert batch.edge == pytest.approx(32)
    assert not ProblemWork("gemm", "float32 row*row=row", (32, 32, 64)).regular
