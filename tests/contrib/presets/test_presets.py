"""Names that other projects gave their kernels: each is read by one grammar, written back, and computes what it should."""

import re
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autoblas.checks.product import trial_for
from autoblas.contrib import presets
from autoblas.contrib.presets import adreno, chai, gatlas
from autoblas.devices.recording import INTEL_GPU, PLAIN_CPU, PLAIN_GPU
from autoblas.errors import ArgumentError
from autoblas.kernels import kernels
from support.budget import examples
from support.damaged_texts import odd_text, refusal
from support.kernel_cases import choice_of
from support.preset_cases import SEED, preset_verdict


@pytest.mark.parametrize("name", presets.names())
def test_a_name_is_a_kernel_and_the_kernel_is_that_name(name):
    """Every name that is listed is found, written back the same, and legal on some device."""
    preset = presets.parse(name)
    grammar = next(each for each in presets._grammars() if each.decode(name, None))
    assert preset.name == name
    assert grammar.encode(preset) == name
    kernel = kernels()[preset.kernel]
    params = kernel.space.point(preset.parameters)
    assert None in [
        kernel.refusal(params, preset.problem, facts) for facts in (PLAIN_CPU, PLAIN_GPU, INTEL_GPU)
    ]


def test_no_name_is_listed_twice():
    """Grammars do not overlap."""
    names = presets.names()
    assert len(set(names)) == len(names)
    for name in names:
        assert sum(grammar.decode(name, None) is not None for grammar in presets._grammars()) == 1


def test_an_unknown_name_is_answered_with_examples():
    """The error names one kernel of every grammar."""
    with pytest.raises(ArgumentError, match=r"adreno_8x4, evergreen.*, gatlas1.*, naive; got gemm_fast"):
        presets.parse("gemm_fast")


def test_sizes_replace_those_of_a_name():
    """Everything else stays."""
    for name, sizes in ((gatlas.NAMES[0], (64, 96, 32)), (SEED, (40, 80, 120)), ("adreno_8x4", (7, 8, 9))):
        own, other = presets.parse(name), presets.parse(name, sizes)
        assert (other.problem.m, other.problem.n, other.problem.k) == sizes
        assert other.parameters == own.parameters


def test_encoding_something_else_is_refused():
    """A grammar writes only what it reads."""
    naive = presets.parse("naive")
    for grammar in (adreno, chai, gatlas):
        with pytest.raises(ArgumentError):
            grammar.encode(naive)


@st.composite
def names(draw: st.DrawFn) -> str:
    """A name with other numbers and words in it, or none at all."""
    parts = re.split(r"([:_x])", draw(st.sampled_from(presets.names())))
    for _ in range(draw(st.integers(0, 3))):
        place = draw(st.integers(0, len(parts) - 1))
        number = st.integers(0, 24).map(str)
        parts[place] = draw(st.one_of(number, number, odd_text(), st.sampled_from(parts)))
    return draw(st.one_of(st.just("".join(parts)), odd_text()))


SIZES = st.integers(0, 9000) | st.sampled_from([2**31, 2**63 - 1])


@settings(max_examples=examples(80))
@given(names(), st.none() | st.tuples(SIZES, SIZES, SIZES))
def test_any_name(name, sizes):
    """It is a kernel that can be written down and found again, or an error says what a name is like."""
    try:
        preset = presets.parse(name, sizes)
    except ArgumentError:
        return
    grammar = next(each for each in presets._grammars() if each.decode(name, sizes))
    again = presets.parse(grammar.encode(preset), sizes)
    assert (again.kernel, again.problem) == (preset.kernel, preset.problem)
    point = kernels()[preset.kernel].space.point
    assert point(again.parameters) == point(preset.parameters)
    for facts in (PLAIN_CPU, INTEL_GPU):
        if refusal(partial(presets.fitted, preset, facts)) is not None:
            continue
        fitted = presets.fitted(preset, facts)
        kernels()[fitted.kernel].refusal(point(fitted.parameters), fitted.problem, facts)
    assert presets.remark(preset) != ""
    assert presets.figures(preset) != ""


SMALL = {
    "gatlas1:gemm_image:1:0:5120:5120:5120:8:4:0": (64, 64, 64),
    "gatlas1:gemm_buffer:0:0:1024:1024:1024:8:5:11": (80, 64, 64),
    "gatlas1:mm_buffer:1:1:5440:5440:5440:10:4:10": (80, 80, 80),
    "gatlas1:mm_image:1:1:2240:2240:2240:8:4:17": (64, 64, 64),
    "gatlas2:floatimg-v:4:1:3520:3520:3520:0:1:8:8:7:4:20": (56, 64, 64),
    "gatlas2:double2:1:0:1024:1024:1024:0:0:8:8:10:2:3": (80, 64, 32),
    "gatlas2:doubleimg:2:0:1024:1024:1024:1:0:4:4:6:2:14": (48, 32, 32),
    "gatlas2:float1:1:1:1024:1024:1024:1:1:16:16:3:1:6": (96, 64, 64),
    "evergreenmatmul_4_4_4_4_1_2_1_1_1024_1024_1024_0_0_8_8_5_4_10": (80, 64, 64),
    "evergreenmatmul_8_4_8_0_2_0_3_1_0_400_400_400_0_1_4_4_5_4_7": (40, 32, 32),
    "evergreenmatmul_1_1_1_0_4_4_3_2_1_400_400_400_1_1_4_4_4_8_18": (32, 64, 32),
    "adreno_8x4": (64, 68, 64),
    "adreno_8x4_8x16": (61, 67, 63),
}
"""Kernels of every kind, and sizes of a test, some smaller than the rules would have them."""


@pytest.mark.budget(one_in=9)
@pytest.mark.parametrize("name", SMALL)
def test_presets_compute_the_right_result(as_written, name):
    """Each name's kernel, with its operands where it wants them, passes the check of the tuner's candidates."""
    preset = presets.parse(name, SMALL[name])
    facts, kernel = as_written.device.facts, kernels()[preset.kernel]
    choice = choice_of(kernel, kernel.space.point(preset.parameters), preset.problem, facts)
    assert trial_for(as_written.device, as_written.queue, preset.problem).check(choice) is None


LISTED = dict.fromkeys((*gatlas.NAMES, *chai.NAMES, *adreno.NAMES), (64, 64, 64)) | {
    "gatlas1:mm_buffer:0:1:5440:5440:5440:10:4:10": (80, 80, 80),
    SEED: (40, 80, 40),
    "evergreenmatmul_8_8_8_0_0_0_10_1_0_400_400_400_0_1_8_8_5_2_7": (80, 64, 32),
}
"""The names that are listed, at sizes for a test; those of Intel have a file of their own."""


@pytest.mark.budget(one_in=9)
@pytest.mark.parametrize("name", LISTED)
def test_every_listed_name_computes_the_right_result(as_written, name):
    """With the work-group of the device where the name leaves it free."""
    preset = presets.fitted(presets.parse(name, LISTED[name]), as_written.device.facts)
    assert preset_verdict(as_written, preset) is None


@pytest.mark.budget(30)
def test_ten_products_of_the_seed(as_written):
    """Chai's kernel at its own sizes: ten products 400 x 400 x 400 of mixed types, packed into one launch."""
    preset = presets.parse(SEED)
    facts, kernel = as_written.device.facts, kernels()[preset.kernel]
    choice = choice_of(kernel, kernel.space.point(preset.parameters), preset.problem, facts)
    assert choice.helpers == ()
    assert trial_for(as_written.device, as_written.queue, preset.problem).check(choice) is None
