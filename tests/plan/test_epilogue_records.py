"""Records of products with a bias or an activation: what they are called, whom they serve, where they go, who skips them."""

from dataclasses import replace
from typing import Any, get_args

import msgspec
import pytest

from autoblas.cli.exchange import merging
from autoblas.database import Record
from autoblas.devices.recording import PLAIN_CPU
from autoblas.exchange import cache_in, cache_text, load, t4_in, t4_text
from autoblas.plan.choose import choose
from autoblas.plan.record_rules import measured_problem
from autoblas.plan.results import user_results
from autoblas.precision import FLOAT16, FLOAT32
from autoblas.problems import Activation, Bias, Matmul, problem_from
from autoblas.problems.blas.notation import read, record_text, written
from autoblas.problems.notation import problem_called
from support.database_cases import record_at
from support.exchange_cases import make_found

pytestmark = pytest.mark.usefixtures("own_results")

BARE = Matmul(300, 300, 300, FLOAT32)
GELU = replace(BARE, bias="cols", activation="gelu")


@pytest.mark.parametrize("bias", get_args(Bias))
@pytest.mark.parametrize("activation", get_args(Activation))
def test_every_form_is_read_back(bias, activation):
    """From records' words, from what people write, and from JSON; no two are called alike."""
    problem = Matmul(7, 9, 5, FLOAT16, "col", bias=bias, activation=activation)
    words = {f"bias={bias}" * bool(bias), f"activation={activation}" * bool(activation)} - {""}
    assert set(problem.signature.split()[-2:]) >= words
    assert problem_called("gemm", problem.signature, problem.sizes) == problem
    assert read(written(problem)) == problem_from(problem.words()) == problem


def test_records_of_the_bare_product_serve_its_part():
    """The product that runs first has its own record; that of the whole says how the pass runs, near by too."""
    user_results().add([record_at(PLAIN_CPU, BARE, "gemm_panel", 1e-3, rm=4)])
    choice = choose(GELU, PLAIN_CPU)
    ((_, first),) = choice.helpers
    assert choice.kernel.name == "gemm_epilogue_pass"
    assert not choice.recorded
    assert (first.recorded, first.params.rm) == (True, 4)
    user_results().add([record_at(PLAIN_CPU, GELU, "gemm_epilogue_pass", 1e-3, items=1, elements=16, rows=4)])
    for near in (GELU, replace(GELU, m=310, activation="silu", bias="rows")):
        choice = choose(near, PLAIN_CPU)
        assert (choice.recorded, choice.params.elements) == (True, 16)
    assert choose(BARE, PLAIN_CPU).kernel.name == "gemm_panel"


def test_a_record_is_compared_with_the_problem_that_it_is_of():
    """One of the bare product with the bare product, whatever is to be served."""
    bare, whole = (record_at(PLAIN_CPU, problem, "gemm_epilogue_pass") for problem in (BARE, GELU))
    wanted = replace(GELU, m=64)
    assert measured_problem(bare, wanted) == BARE
    assert measured_problem(whole, wanted) == GELU
    assert measured_problem(whole, replace(BARE, m=64)) == BARE


def test_what_another_version_knows_is_skipped():
    """A function or a kernel that this one lacks: the record is listed by its words, and serves nothing."""
    later = record_at(PLAIN_CPU, GELU, "gemm_epilogue_pass", 1e-9, items=1, elements=16, rows=4)
    unknown = replace_words(later, "gelu", "swish")
    assert problem_called("gemm", unknown.signature, unknown.sizes) is None
    assert "activation=swish" in record_text("gemm", unknown.signature, unknown.sizes)
    assert merging._fault(unknown) == "no such problem is known"
    strange = replace_words(later, "gemm_epilogue_pass", "gemm_swish")
    user_results().add([strange])
    choice = choose(GELU, PLAIN_CPU)
    assert not choice.recorded
    assert "this version has such a kernel" in choice.excluded.values()


def replace_words(record: Record, old: str, new: str) -> Record:
    """A record with a word in place of another."""
    return msgspec.json.decode(msgspec.json.encode(record).replace(old.encode(), new.encode()), type=Record)


def test_searches_are_exchanged(tmp_path):
    """Caches of Kernel Tuner and results in the T4 form name the problem with its bias and its function."""
    results = make_found(problem=str(GELU))
    path = tmp_path / "file.json"
    forms: Any = ((cache_text(results, "gemm_direct", "0.1.0"), cache_in), (t4_text(results, "0.1.0"), t4_in))
    for text, searches_in in forms:
        path.write_text(text, encoding="utf-8")
        back = searches_in(path, load(path))
        assert problem_called(*back.words) == GELU
        assert {record.signature for record in back.records(path, "autoblas")} == {GELU.signature}
