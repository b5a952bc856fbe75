"""CLBlast's parameters as points here: what they mean, and that every value is one that a parameter may have."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoblas.contrib.clblast import families, family_called, points_of
from autoblas.devices.recording import PLAIN_GPU
from autoblas.kernels import kernels
from autoblas.precision import FLOAT32
from autoblas.problems import Matmul

XGEMM = {"KWG": 32, "MDIMC": 16, "MWG": 128, "NDIMC": 8, "NWG": 64, "SA": 1, "SB": 1, "VWM": 4, "VWN": 2}


def test_tiles_of_a_product():
    """CLBlast's M runs along rows here: its tile of 128 x 64 is one of 64 rows and 128 columns."""
    family, points = points_of("xgemm", XGEMM)
    assert family == "gemm"
    (first, tile), (second, direct) = points
    assert (first, second) == ("gemm_tile", "gemm_direct")
    assert (tile["tm"], tile["tn"], tile["tk"], tile["rm"], tile["rn"]) == (64, 128, 32, 8, 8)
    assert (direct["wx"], direct["wy"]) == (16, 8)
    kernel = kernels()[first]
    assert (
        kernel.refusal(kernel.space.point(dict(tile)), Matmul(1024, 1024, 1024, FLOAT32), PLAIN_GPU) is None
    )


def test_without_local_memory_the_kernel_without_it_comes_first():
    """As CLBlast reads operands from global memory then."""
    _, points = points_of("xgemm", {**XGEMM, "SA": 0, "SB": 0})
    assert [kernel for kernel, _ in points] == ["gemm_direct", "gemm_tile"]


@given(
    st.sampled_from(families()),
    st.dictionaries(st.text("MNKWGDIVCSAB12PT", max_size=6), st.integers(-9, 2**40)),
)
def test_any_numbers_give_points_of_the_space(family, drawn):
    """Whatever a file says: values that parameters may have, or no point at all."""
    names = [*XGEMM, "WGD", "MDIMCD", "NDIMCD", "WGS", "VW", "WPT", "WGS1", "WPT1"]
    for parameters in (drawn, dict(zip(names, [*drawn.values(), *[4] * len(names)], strict=False))):
        _, points = points_of(family, parameters)
        for kernel, values in points:
            kernels()[kernel].space.point(dict(values))


def test_a_number_beyond_all_floats_is_the_largest_that_there_is():
    """As a damaged file may have it."""
    _, points = points_of("xgemm", {**XGEMM, "KWG": 10**400})
    assert dict(points[0][1])["tk"] == max(kernels()["gemm_tile"].space.choices()["tk"])


def test_missing_parameters_give_no_point():
    """Nor do sizes of work-groups that nothing can be divided by."""
    assert points_of("xgemm", {"MWG": 64})[1] == []
    assert points_of("xgemm", {**XGEMM, "MDIMC": 0})[1] == []


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("Xgemm", "xgemm"),
        ("XgemmDirectTN", "xgemm_direct"),
        ("Xaxpy", "xaxpy"),
        ("Xdot", "xdot"),
        ("XgemvFast", "xgemv"),
        ("gemm", None),
    ],
)
def test_names_of_kernels(name, family):
    """Caches name the kernel as CLBlast's texts do."""
    assert family_called(name) == family
