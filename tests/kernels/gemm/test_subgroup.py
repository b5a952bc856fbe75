"""GEMM by sub-groups: every exchange computes the same numbers, the fallback is explicit, and faults are found."""

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from autoblas.checks.product import MatmulTrial, trial_for
from autoblas.devices.device import Facts
from autoblas.devices.recording import INTEL_GPU, PLAIN_CPU, PLAIN_GPU, SMALL_GPU
from autoblas.emit.opencl_c import OPENCL_C
from autoblas.kernels import kernels
from autoblas.kernels.gemm.subgroup.params import REGISTER_BUDGET, exchanges, register_bytes
from autoblas.precision import COMPLEX64, FLOAT16, FLOAT32, FLOAT64
from autoblas.problems import Matmul
from autoblas.testing.checks import Fault, rewritten
from support.kernel_cases import choice_of
from support.kernel_checks import BARRIER, verdict, without_barrier
from support.rig import Rig

KERNEL = kernels()["gemm_subgroup"]

PRODUCT = Matmul(46, 46, 44, FLOAT32)
COLUMNS = Matmul(46, 46, 44, FLOAT32, "col", "col", "any")
TINY = Matmul(6, 11, 44, FLOAT32)

KHRONOS = replace(INTEL_GPU, extensions=("cl_intel_required_subgroup_size", "cl_khr_subgroups"))
"""A device whose sub-groups are only the standard's."""

WAYS = (
    {"exchange": "local"},
    {"exchange": "local", "load": "image"},
    {"exchange": "broadcast"},
    {"exchange": "broadcast", "load": "image"},
    {"exchange": "intel"},
    {"exchange": "intel", "load": "block"},
    {"exchange": "intel", "load": "image"},
)
"""Every exchange with everything that it may read from."""


def _product(rig: Rig, values: dict[str, Any], problem: Matmul) -> np.ndarray[Any, Any]:
    """1.25 A B - 0.75 C of the same random numbers for every point and device."""
    choice = choice_of(KERNEL, KERNEL.space.point(values), problem, rig.device.facts)
    trial = trial_for(rig.device, rig.queue, problem)
    assert isinstance(trial, MatmulTrial)
    trial.stored_c.write(trial.fractions.c)
    sizes = (problem.m, problem.n, problem.k)
    plan, call = trial._bind(choice, sizes, trial.fractions, trial.stored_c, 1.25, -0.75)
    plan(call).wait()
    return trial.stored_c.read()[0]


def _ways(facts: Facts, problem: Matmul, **values: Any) -> list[dict[str, Any]]:
    """Those of ``WAYS`` that are legal on a device."""
    points = [{**values, **way} for way in WAYS]
    return [values for values in points if KERNEL.refusal(KERNEL.space.point(values), problem, facts) is None]


@pytest.mark.budget(one_in=2)
@pytest.mark.parametrize("orders", [("row", "row"), ("col", "col")], ids="*".join)
def test_all_exchanges_compute_the_same_numbers(as_written, orders: tuple[Any, Any]):
    """To the bit, since all add the same terms in the same order, with one rounding each."""
    problem = Matmul(41, 45, 75, FLOAT32, *orders)
    ways = _ways(as_written.device.facts, problem, rm=8, rn=2, groups_m=4, multiply="fma")
    with_sub_groups = as_written.device.facts.sub_groups
    assert len(ways) == (2 if not with_sub_groups else len(WAYS) - (orders[1] == "col"))
    first, *further = (_product(as_written, way, problem) for way in ways)
    for result in further:
        assert np.array_equal(first, result)


def test_pocl_computes_what_intel_computes(pocl, intel):
    """Through local memory on one, with Intel's own exchange and blocks on the other, to the bit."""
    form = {"multiply": "fma", "width": 16}
    there = _product(intel, {**form, "exchange": "intel", "load": "block"}, PRODUCT)
    assert np.array_equal(_product(pocl, form, PRODUCT), there)


@pytest.mark.budget(one_in=3)
@pytest.mark.parametrize("width", [8, 16, 32])
def test_all_widths_of_sub_groups_work(as_written, width):
    """8, 16 and 32 lanes, in the best exchange of the device, with two spans a step where compilers accept it."""
    exchange = exchanges(as_written.device.facts)[0]
    values = {"width": width, "rm": 4, "rn": 1, "exchange": exchange, "spans": 2, "groups_m": 4}
    assert verdict(as_written, KERNEL, values, Matmul(46, 46, 75, FLOAT32, "row", "row", "any")) is None


@pytest.mark.parametrize(
    "types", [(FLOAT64, FLOAT64, FLOAT64), (FLOAT16, FLOAT32, FLOAT32)], ids=["doubles", "halves and floats"]
)
def test_vectors_that_have_no_word_are_exchanged_by_a_function(intel, types):
    """Doubles go lane by lane, halves become floats before they go; blocks are read of what has 4 or 8 bytes."""
    problem = Matmul(46, 46, 44, types[2], type_a=types[0], type_b=types[1])
    for exchange, load in (("intel", "plain"), ("broadcast", "plain"), ("intel", "block")):
        if load == "plain" or types[0] is FLOAT64:
            assert verdict(intel, KERNEL, {"exchange": exchange, "load": load}, problem) is None


def test_a_barrier_changes_nothing_but_the_pace(intel):
    """With and without it the numbers are the same, and it stands in every step."""
    values = {"exchange": "intel", "groups_m": 8, "rn": 4, "multiply": "fma"}
    problem = Matmul(70, 46, 44, FLOAT32)
    plain, in_step = (_product(intel, {**values, "barrier": barrier}, problem) for barrier in (False, True))
    assert np.array_equal(plain, in_step)
    text = KERNEL.source(KERNEL.space.point({**values, "barrier": True}), problem, OPENCL_C)
    assert text.count(BARRIER) == 1
    assert text.index("for (int start") < text.index(BARRIER) < text.index("intel_sub_group_shuffle(a0_0, 0)")


@pytest.mark.parametrize(
    ("facts", "order"),
    [
        (INTEL_GPU, ("intel", "broadcast", "local")),
        (KHRONOS, ("broadcast", "local")),
        (PLAIN_GPU, ("local",)),
        (PLAIN_CPU, ("local",)),
    ],
    ids=["Intel", "Khronos", "GPU", "CPU"],
)
def test_the_best_exchange_of_a_device_is_suggested(facts, order):
    """Intel's extension, then Khronos' sub-groups, then local memory; each of a device's ways can be forced."""
    problem = Matmul(512, 512, 512, FLOAT32)
    assert exchanges(facts) == order
    assert KERNEL.suggested(replace(problem, b="any"), facts).exchange == order[0]
    assert KERNEL.suggested(problem, facts).exchange == order[0]
    for exchange in ("intel", "broadcast", "local"):
        refusal = KERNEL.refusal(KERNEL.space.point({"exchange": exchange}), problem, facts)
        assert refusal == (None if exchange in order else "the device has this method of exchange")


def test_all_products_of_real_numbers_have_a_suggestion():
    """From one element on, in every order, and on the least of devices."""
    for facts in (INTEL_GPU, KHRONOS, PLAIN_CPU, SMALL_GPU):
        for sizes in ((1, 1, 1), (1, 300, 0), (300, 1, 7), (2000, 2000, 2000)):
            for orders in (("row", "row"), ("col", "any")):
                assert KERNEL.suggested(Matmul(*sizes, FLOAT32, *orders), facts) is not None


def test_the_width_is_required_and_never_assumed():
    """The attribute asks for it; a device that cannot be asked, and does not say its only one, takes local memory."""
    for exchange, requested in (("intel", True), ("broadcast", True), ("local", False)):
        text = KERNEL.source(KERNEL.space.point({"exchange": exchange, "width": 16}), PRODUCT, OPENCL_C)
        assert ("intel_reqd_sub_group_size(16)" in text) is requested
        assert ("get_sub_group_local_id" in text) is requested
    silent, certain = replace(KHRONOS, sub_group_sizes=()), replace(KHRONOS, sub_group_sizes=(32,))
    assert KERNEL.suggested(PRODUCT, silent).exchange == "local"
    assert KERNEL.suggested(PRODUCT, certain).exchange == "broadcast"
    assert KERNEL.suggested(PRODUCT, certain).width == 32


def test_the_standard_that_has_sub_groups_is_asked_for():
    """Khronos' came with OpenCL C 2.0; Intel's work in the version that compilers take by default."""
    for exchange in ("intel", "broadcast", "local"):
        flags = OPENCL_C.flags(KERNEL.options(KERNEL.space.point({"exchange": exchange})))
        assert ("-cl-std=CL2.0" in flags) is (exchange == "broadcast")


def test_intels_runtime_tells_its_widths(intel):
    """A question that pyopencl does not know is answered."""
    assert {8, 16, 32} <= set(intel.device.facts.sub_group_sizes)


@pytest.mark.parametrize(
    ("rm", "rn", "nbytes"), [(32, 2, 448), (16, 4, 448), (32, 1, 288), (16, 2, 256), (8, 2, 160)]
)
def test_the_register_budget_is_a_filter(rm, rn, nbytes):
    """With 8 lanes, of 512 bytes each, 32x2 and 16x4 fit; with 16, of 256, they do not, yet they are legal there."""
    problem = Matmul(1024, 1024, 1024, FLOAT32)
    eight, sixteen = (KERNEL.space.point({"rm": rm, "rn": rn, "width": width}) for width in (8, 16))
    assert register_bytes(eight, problem) == nbytes
    assert REGISTER_BUDGET.predicate(eight, problem, INTEL_GPU)
    assert REGISTER_BUDGET.predicate(sixteen, problem, INTEL_GPU) is (rm == 8)
    assert KERNEL.refusal(sixteen, problem, INTEL_GPU) is None
    assert REGISTER_BUDGET not in KERNEL.space.rules


LARGE = Matmul(4096, 4096, 4096, FLOAT32)

REFUSED: tuple[tuple[dict[str, Any], Matmul, Facts, str], ...] = (
    ({"exchange": "intel", "width": 32}, PRODUCT, replace(INTEL_GPU, sub_group_sizes=(8, 16)), "the width of sub-groups is certain"),
    ({"width": 32, "groups_m": 8}, LARGE, replace(PLAIN_GPU, max_items=128), "the work-group fits the device"),
    ({"groups_m": 8}, LARGE, replace(PLAIN_GPU, max_item_sizes=(128, 4, 1)), "each side of the work-group"),
    ({"rm": 32, "rn": 4}, LARGE, PLAIN_GPU, "a lane has at most 64 sums"),
    ({"rm": 32, "width": 16, "exchange": "intel"}, LARGE, INTEL_GPU, "a step passes at most 256 elements"),
    ({"barrier": True, "groups_m": 8}, LARGE, PLAIN_GPU, "a barrier keeps together several sub-groups"),
    ({"barrier": True, "exchange": "intel"}, LARGE, INTEL_GPU, "a barrier keeps together several sub-groups"),
    ({"rm": 32, "groups_m": 8, "width": 32, "spans": 2}, LARGE, PLAIN_GPU, "local memory holds the tiles of A"),
    ({"load": "block"}, LARGE, INTEL_GPU, "blocks of memory are read by Intel's extension"),
    ({"load": "block", "exchange": "intel"}, replace(LARGE, type_b=FLOAT16), INTEL_GPU, "blocks are of elements with 4 bytes"),
    ({"load": "block", "exchange": "intel"}, Matmul(64, 64, 64, FLOAT64), INTEL_GPU, "blocks are of elements with 4 bytes"),
    ({"load": "block", "exchange": "intel"}, replace(LARGE, b="col"), INTEL_GPU, "blocks of memory are parts of rows of B, and of rows or columns of A"),
    ({"load": "block", "exchange": "intel"}, replace(LARGE, a="any"), INTEL_GPU, "blocks of memory are parts of rows of B, and of rows or columns of A"),
    ({"load": "image"}, Matmul(7, 16, 44, FLOAT32), PLAIN_CPU, "C has room for a whole tile of blocks"),
    ({"load": "image"}, PRODUCT, SMALL_GPU, "the device has images"),
    ({"load": "image"}, replace(PRODUCT, k=8193), PLAIN_CPU, "the device has images, and they hold A and B"),
    ({"groups_m": 8, "rm": 16}, PRODUCT, PLAIN_GPU, "the tile does not exceed twice C"),
    ({}, Matmul(64, 64, 64, COMPLEX64), PLAIN_GPU, "elements are real numbers"),
)  # fmt: skip


@pytest.mark.parametrize(("values", "problem", "facts", "sentence"), REFUSED)
def test_refusals_name_the_reason(values, problem, facts, sentence):
    """Each rule's sentence is the one that a user reads when it is broken."""
    assert sentence in str(KERNEL.refusal(KERNEL.space.point(values), problem, facts))


def test_doubles_are_read_in_blocks_where_the_device_can():
    """The extension for 64-bit elements is one of its own."""
    facts = replace(INTEL_GPU, extensions=(*INTEL_GPU.extensions, "cl_intel_subgroups_long"))
    point = KERNEL.space.point({"load": "block", "exchange": "intel"})
    assert KERNEL.refusal(point, Matmul(64, 64, 64, FLOAT64), facts) is None


LOCAL = {"rm": 4, "rn": 1}
LANES = {"rm": 4, "rn": 1, "exchange": "intel"}
KHR = {"rm": 4, "rn": 1, "exchange": "broadcast"}
BLOCKS = {"rm": 4, "rn": 2, "exchange": "intel", "load": "block"}
IMAGES = {"rm": 4, "rn": 1, "exchange": "intel", "load": "image"}

EVERYWHERE = (
    Fault("both barriers are missing", PRODUCT, re.escape(BARRIER), "", LOCAL),
    Fault("two lanes exchange their columns", PRODUCT, r"tile \+ lane \* 4", "tile + (lane ^ 1) * 4", LOCAL),
    Fault("two lanes exchange their rows", COLUMNS, r"\+ lane\] = a0", "+ (lane ^ 1)] = a0", LOCAL),
    Fault("sub-groups share a tile of local memory", PRODUCT, r"tile = get_local_id\(1\)", "tile = 0", {**LOCAL, "groups_m": 4}),
    Fault("what two tiles have is written twice", PRODUCT, r"i = own_row - row", "i = 0", {**LOCAL, "rm": 8}),
    Fault("one element of C is skipped", PRODUCT, r"\{\n( +c\[)", r"{ if (row + i != 5)\n\1", LOCAL),
    Fault("the edge is not guarded", TINY, r"min\(8, m - row\)", "8", {**LOCAL, "rm": 8}),
    Fault("the terms that fill no step are left out", PRODUCT, r"l = whole; l < k", "l = whole; l < whole", LOCAL),
    Fault("the last step is left out", PRODUCT, r"start < whole", "start + 8 < whole", LOCAL),
    Fault("C is read where beta is 0", PRODUCT, r"\bbeta == 0 \? ", "false ? ", LOCAL),
    Fault("the strides of A are exchanged", replace(PRODUCT, a="any"), r"\* a_(row|col)", r"* (a_col + a_row - a_\1)", LOCAL),
    Fault("the item's image is not found", replace(PRODUCT, items=3), r"a_top = item", "a_top = 0", {**LOCAL, "load": "image"}),
)  # fmt: skip

WITH_SUB_GROUPS = (
    Fault("what two tiles have is written twice", PRODUCT, r"row( \+ \d)? >= own_row", "true", {**LANES, "rm": 8}),
    Fault("one element of C is skipped", PRODUCT, r"if \((row \+ 1) >= own_row\)", r"if (\1 >= own_row && \1 != 5)", LANES),
    Fault("the edge is not guarded", TINY, r"row \+ (\d) < m", "true", {**LANES, "rm": 8}),
    Fault("a lane's column comes from its neighbour", PRODUCT, r"shuffle\((\w+), 3\)", r"shuffle(\1, 2)", LANES),
    Fault("a lane's column comes from its neighbour", PRODUCT, r"from_lane\((\w+), 3\)", r"from_lane(\1, 2)", KHR),
    Fault("a row comes from its neighbour", COLUMNS, r"lane \+ 3\)", "lane + 2)", LANES),
    Fault("a row comes from its neighbour", COLUMNS, r"lane \+ 3\)", "lane + 2)", KHR),
    Fault("sub-groups compute the same rows", PRODUCT, r"sub_group_broadcast\(get_sub_group_id\(\), 0\)", "0", {**LANES, "groups_m": 4}),
    Fault("a block is read twice", PRODUCT, r"\(start \+ 1\)", "(start)", BLOCKS),
    Fault("the columns of a block are exchanged", PRODUCT, r"right\.s([01])", r"right.s1", BLOCKS),
    Fault("blocks of images are placed by elements", PRODUCT, r"start \* 4", "start", IMAGES),
    Fault("a row of B's block is taken twice", PRODUCT, r"b0_0\.s3", "b0_0.s2", IMAGES),
    Fault("blocks cross the edge", PRODUCT, r"min\(own_col, n - 8\)", "own_col", IMAGES),
)  # fmt: skip


@pytest.mark.budget(one_in=12)
@pytest.mark.parametrize("fault", EVERYWHERE, ids=lambda fault: fault.name)
def test_a_planted_fault_is_detected(as_written, fault):
    """A text that computes something else, or writes elsewhere, fails its check; the same text as it was passes."""
    fault.assert_found(as_written.device, as_written.queue, KERNEL)


@pytest.mark.parametrize(
    "fault", WITH_SUB_GROUPS, ids=lambda fault: f"{fault.name}, {fault.values['exchange']}"
)
def test_a_planted_fault_of_an_exchange_is_detected(intel, fault):
    """A wrong lane, a wrong block."""
    fault.assert_found(intel.device, intel.queue, KERNEL)


@pytest.mark.parametrize("which", [0, 1], ids=["first", "second"])
def test_a_missing_barrier_is_detected(intel, which):
    """Each barrier around the tile is needed; Intel's runtime shows it, the loops that PoCL makes may hide it."""
    faulty = rewritten(KERNEL, without_barrier(which))
    wrong = verdict(intel, faulty, LOCAL | {"width": 32}, Matmul(46, 46, 150, FLOAT32))
    assert "elements are wrong" in str(wrong)
