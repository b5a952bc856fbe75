"""CUDA C++ as texts have it: shared memory that is declared or given, limits of registers, lanes."""

import re

import pytest

from autoblas.emit.cuda_c import (
    BEGIN,
    CUDA_C,
    DECLARED,
    PRELUDE,
    begins_early,
    dynamic_bytes,
    large_clusters,
    program,
)
from autoblas.emit.opencl_c import OPENCL_C
from autoblas.emit.source import Source


def kernel_with(*arrays: tuple[str, str, int]) -> str:
    """The text of a kernel that declares these arrays: type, declarator and alignment of each."""
    src = Source(CUDA_C)
    with src.kernel("f", (), (64, 2)), src.block():
        for kind, declarator, align in arrays:
            src.local_array(kind, declarator, align=align)
        src("g();")
    return str(src)


def test_shared_memory_that_every_device_has_is_declared():
    """In the scope where the kernel asks for it, with its alignment."""
    text = kernel_with(("float", f"tile[{DECLARED // 4 - 1}]", 64), ("int", "ticket", 0))
    assert (
        f"    __shared__ __align__(64) float tile[{DECLARED // 4 - 1}];\n    __shared__ int ticket;\n" in text
    )
    assert dynamic_bytes(text) == 0
    assert text.startswith('extern "C" __global__ void __launch_bounds__(128)\nf(const launch_part launched)')


def test_more_shared_memory_is_dynamic_and_the_text_says_how_much():
    """One byte too many, and every array of the kernel is a place in what the launch gives, aligned as it must be."""
    text = kernel_with(
        ("float", f"tile[{DECLARED // 4}]", 64),
        ("int", "ticket", 0),
        ("vec<uint,4>", "blocks[3][5]", 128),
        ("vec<double,2>", "sums[2]", 0),
    )
    assert "__shared__" not in text
    assert f"auto &tile = local_at<float[{DECLARED // 4}]>(0);" in text
    assert f"auto &ticket = local_at<int>({DECLARED});" in text
    assert f"auto &blocks = local_at<vec<uint,4>[3][5]>({DECLARED + 128});" in text
    assert f"auto &sums = local_at<vec<double,2>[2]>({DECLARED + 128 + 240});" in text
    assert dynamic_bytes(text) == DECLARED + 128 + 240 + 32
    assert dynamic_bytes(program(text)) == dynamic_bytes(text)


def test_arrays_of_one_kernel_are_not_those_of_the_next():
    """Two kernels of one text have memory of their own."""
    src = Source(CUDA_C)
    for name in "fg":
        with src.kernel(name, (), (1, 1)):
            src.local_array("double", f"tile[{DECLARED // 16 + 1}]")
    assert dynamic_bytes(str(src)) == 0
    assert str(src).count("__shared__") == 2


def test_a_limit_of_registers_stands_in_the_text():
    """Compilers ignore the option where bounds of the launch are given, and take only one of both attributes."""
    entry = CUDA_C.entry_point((256, 1), CUDA_C.most_registers(96))
    assert entry == 'extern "C" __global__ void __maxnreg__(96)'


def test_kernels_begin_by_waiting_for_earlier_ones():
    """In CUDA C++ alone, before their own first statement."""
    src, opencl = Source(CUDA_C), Source(OPENCL_C)
    for source in (src, opencl):
        with source.kernel("f", (), (1, 1)):
            source("g();")
    assert f"{{\n  {BEGIN}\n  g();\n}}" in str(src)
    assert begins_early(str(src))
    assert "{\n  g();\n}" in str(opencl)
    assert not begins_early(str(opencl))


def test_clusters_are_attributes_beside_the_bounds():
    """Along any dimension; more than eight work-groups are more than all cards have."""
    entry = CUDA_C.entry_point((64, 1), CUDA_C.cluster(8, 2))
    assert entry == 'extern "C" __global__ void __launch_bounds__(64) __cluster_dims__(1, 1, 8)'
    assert CUDA_C.cluster(2) == "__cluster_dims__(2, 1, 1)"
    assert not large_clusters(entry)
    assert large_clusters(CUDA_C.cluster(16, 2))
    assert not large_clusters("no attribute")


@pytest.mark.parametrize(("name", "lane"), [("x", 2), ("y", 5)])
def test_parts_of_an_element_taken_from_a_vector_may_be_assigned_to(name, lane):
    """They are lanes of the vector, not of a copy."""
    assert CUDA_C.component(CUDA_C.lanes("v", (2, 5)), name) == f"v.s[{lane}]"
    assert CUDA_C.component("z", name) == f"z.{name}"
    assert CUDA_C.lanes("v", (3,)) == CUDA_C.lane("v", 4, 3) == "v.s[3]"


def test_the_prelude_includes_nothing():
    """NVRTC comes without the toolkit's headers."""
    assert not re.search(r"^\s*#\s*include", PRELUDE, re.MULTILINE)
    assert program("text").startswith(PRELUDE)
    assert program("text").endswith("\ntext")


def test_launches_of_several_know_where_they_stand():
    """Along the dimensions of which a launch has few work-groups; the first has as many as any size asks for."""
    d = CUDA_C
    assert [d.group_id(axis) for axis in range(2)] == [
        "(ulong)blockIdx.x",
        "(ulong)(blockIdx.y + launched.first_y)",
    ]
    assert d.group_count(2) == "(ulong)(gridDim.z + launched.more_z)"
    assert d.group_count(0) == "(ulong)gridDim.x"
    assert d.global_id(1) == "((ulong)(blockIdx.y + launched.first_y) * blockDim.y + threadIdx.y)"
