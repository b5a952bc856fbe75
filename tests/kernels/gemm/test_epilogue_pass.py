"""A bias and an activation of a product: faults planted in the pass are found, and its text is that of the function."""

from dataclasses import replace

import pytest

from autoblas.devices.recording import PLAIN_CPU
from autoblas.kernels import kernels
from autoblas.kernels.gemm.epilogue import SUMS_ONLY, WHOLE_PRODUCT
from autoblas.plan.bound import steps_of
from autoblas.precision import COMPLEX64, FLOAT16, FLOAT32, FLOAT64, INT32
from autoblas.problems import Matmul
from support.kernel_cases import choice_of
from support.kernel_checks import Fault, verdict

KERNEL = kernels()["gemm_epilogue_pass"]
POINT = {"items": 1, "elements": 16, "rows": 4}

COLS = Matmul(46, 46, 44, FLOAT32, bias="cols")
ROWS = Matmul(46, 46, 44, COMPLEX64, "row", "col", "any", bias="rows")
GELU = Matmul(46, 46, 44, FLOAT64, bias="cols", activation="gelu")
TANH = Matmul(46, 46, 44, FLOAT32, activation="gelu_tanh")
SILU = Matmul(46, 46, 44, FLOAT32, activation="silu")
RELU = Matmul(46, 46, 44, FLOAT32, bias="rows", activation="relu")
HALVES = Matmul(46, 46, 44, FLOAT16, bias="cols", activation="silu")
WHOLE = Matmul(46, 46, 44, INT32, bias="rows")

SUM = r"(float|double|uint) sum = "

FAULTS = (
    Fault("one element of C is skipped", "gemm_epilogue_pass", COLS, r"(int col = start);", r"\1 + (row == 5 && start == 16);"),
    Fault("the edge is not guarded", "gemm_epilogue_pass", COLS, r"min\(start \+ 16, n\)", "start + 16"),
    Fault("rows behind the last are written", "gemm_epilogue_pass", COLS, r"min\(first \+ 4, m\)", "first + 4"),
    Fault("the strides of C are exchanged", "gemm_epilogue_pass", ROWS, r"\* c_(row|col)", r"* (c_col + c_row - c_\1)"),
    Fault("the bias is forgotten", "gemm_epilogue_pass", WHOLE, r" \+ (\*\()?bias \+ .* \* bias_inc\)", ""),
    Fault("the bias has no increment", "gemm_epilogue_pass", COLS, r" \* bias_inc", ""),
    Fault("the bias has no offset", "gemm_epilogue_pass", ROWS, r"bias \+ bias_offset", "bias"),
    Fault("the bias runs along the other axis", "gemm_epilogue_pass", COLS, r"\(size_t\)col \* bias_inc", "(size_t)row * bias_inc"),
    Fault("the old C is added after the function", "gemm_epilogue_pass", GELU, r"if \(!\(beta == 0\)\) sum \+= (.*);", r"const double old = beta == 0 ? 0 : \1; sum += old * 1e-9;"),
    Fault("the old C is read where beta is 0", "gemm_epilogue_pass", COLS, r"if \(!\(beta == 0\)\)", "if (true)"),
    Fault("the function is that of floats", "gemm_epilogue_pass", GELU, r"erf\((.*)\)\);", r"erf((float)(\1)));"),
    Fault("the cube is forgotten", "gemm_epilogue_pass", TANH, r" \+ \S+ \* x \* x", ""),
    Fault("the exponent has the wrong sign", "gemm_epilogue_pass", SILU, r"-1\.44", "1.44"),
    Fault("the tail has another coefficient", "gemm_epilogue_pass", replace(GELU, precision=FLOAT32, type_a=FLOAT32, type_b=FLOAT32, accumulator=FLOAT32), r"0\.4592082f", "0.4591f"),
    Fault("the function is the identity", "gemm_epilogue_pass", RELU, r"x < 0 \? 0 : x", "x"),
    Fault("the sums are rounded to halves first", "gemm_epilogue_pass", HALVES, SUM + "(.*);", r"const float whole = \2; float sum = as_float(as_int(whole) & 0xffffe000);"),
)  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS, ids=lambda f: f.name)
def test_a_planted_fault_is_detected(as_written, fault):
    """A text that computes something else fails its check; the same text as it was passes."""
    fault.assert_found(as_written, POINT)


@pytest.mark.parametrize("beta", [False, True])
def test_the_product_runs_before_the_pass_with_all_that_it_needs(as_written, beta):
    """A kernel that packs its operands runs its copies first; the sums go to memory of their own."""
    problem = replace(GELU, m=300, n=300, k=300, pure=beta)
    choice = choice_of(KERNEL, KERNEL.space.point(POINT), problem, as_written.device.facts)
    steps = [step.choice.kernel.name for step in steps_of(choice)]
    assert steps[-1] == "gemm_epilogue_pass"
    assert steps[-2].startswith("gemm_")
    assert set(steps[:-2]) <= {"pack"}
    assert verdict(as_written, KERNEL, POINT, problem) is None


def test_a_kernel_applies_bias_and_activation_to_a_whole_product_or_none_at_all():
    """The pass applies what a kernel does not; parts of products and batches are refused by all."""
    for kernel in kernels().values():
        if kernel.family is Matmul:
            required = {SUMS_ONLY, WHOLE_PRODUCT} & set(kernel.space.requirements)
            assert len(required) == 1
            assert all(rule.predicate(None, GELU, PLAIN_CPU) == (rule is WHOLE_PRODUCT) for rule in required)
    for part in ({"items": 2}, {"part": "lower"}, {"c_in": "image"}, {"zeros": "a_lower"}):
        assert not WHOLE_PRODUCT.predicate(None, replace(GELU, **part), PLAIN_CPU)
        assert WHOLE_PRODUCT.predicate(None, replace(GELU, bias="", activation="", **part), PLAIN_CPU)
    assert KERNEL.space.unmet(replace(COLS, bias=""), PLAIN_CPU) == "the product has a bias or an activation"
