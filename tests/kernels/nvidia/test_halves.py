"""GEMM of halves straight from A and B: copies to the places that matrix units expect, rules, launches, suggestions."""

import itertools
import math
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from autoblas.devices.opencl.compiler import needs_specific_target
from autoblas.devices.recording import HOPPER, PLAIN_GPU
from autoblas.emit.cuda_c import CUDA_C
from autoblas.emit.dialect import CompilerOptions
from autoblas.emit.opencl_c import OPENCL_C
from autoblas.emit.source import Source
from autoblas.kernels import kernels
from autoblas.kernels.nvidia.halves.params import local_bytes
from autoblas.kernels.nvidia.halves.text import HalvesText
from autoblas.kernels.nvidia.hopper.launch import ITEMS, ROWS
from autoblas.plan.choose import choose
from autoblas.precision import BFLOAT16, FLOAT16, FLOAT32, FLOAT64
from autoblas.problems import Matmul
from autoblas.testing.checks import assert_whole, unwrapped
from support import nvrtc
from support.cuda_samples import CARD
from support.declarations import evaluated
from support.emulated_kernels import RuleConformance
from support.kernel_cases import draw_legal, of_one_type, walk, with_lines
from support.kernel_checks import declared_bytes
from support.nvrtc import needs_nvrtc

KERNEL = kernels()["gemm_halves"]

LARGE = Matmul(4096, 4096, 4096, FLOAT16, accumulator=FLOAT32)

ORDERS: Any = tuple(itertools.product(("row", "col"), repeat=2))

all_orders = pytest.mark.parametrize(("a", "b"), ORDERS)


def _of(index: int) -> Matmul:
    """Problem ``index`` of the walk, of halves or bfloat16, in buffers, with orders that the kernel serves."""
    problem = with_lines(of_one_type(walk(Matmul, index), (FLOAT16, BFLOAT16)[index % 2]), "ab")
    kinds: dict[str, Any] = {"precision": (problem.type_a, FLOAT32)[index // 2 % 2]}
    kinds |= {"part": ("", "lower", "upper")[index % 5 % 3], "accumulator": FLOAT32, "conjugate": ""}
    return replace(problem, m=max(problem.m, 64), k=max(problem.k, 1), **kinds)


def _text(values: dict[str, Any], problem: Matmul) -> str:
    params = KERNEL.space.point(values)
    assert KERNEL.refusal(params, problem, HOPPER) is None
    return unwrapped(KERNEL.source(params, problem, OPENCL_C))


def test_texts_are_whole_at_random_points():
    """Arguments are those named, brackets pair up, local memory is what the rule counts, nothing is marked in vain."""
    rng = np.random.default_rng(1)
    for index in range(40):
        problem = _of(index)
        params = draw_legal(KERNEL, problem, HOPPER, rng)
        text = assert_whole(KERNEL, params, problem)
        assert declared_bytes(text) <= local_bytes(params) <= HOPPER.declared_local_bytes
        assert needs_specific_target(text)
        launch = KERNEL.geometry(params, problem)
        tiles = math.ceil(problem.m / 128) * math.ceil(problem.n / params.tn)
        assert launch.global_size[0] // launch.local_size[0] == min(tiles, params.groups)
        kind = {FLOAT16: "f16", BFLOAT16: "bf16"}[problem.type_a]
        assert f"m64n{params.tn}k16.f32.{kind}.{kind}" in text


@all_orders
@pytest.mark.parametrize("tn", [64, 128, 256])
def test_chunks_are_copied_once_to_where_the_swizzle_expects_them(tn, a, b):
    """Lines of 64 elements, along the depth or across it; chunk c of line l at c xor l mod 8; none is left out."""
    params, problem = KERNEL.space.point({"tn": tn}), replace(LARGE, a=a, b=b)
    for operand in HalvesText(Source(OPENCL_C), params, problem).copied_operands:
        src, name = Source(OPENCL_C), operand.x.name
        operand.declare(src)
        operand.copy(src)
        declared = dict(re.findall(rf"const uint ({name}_to\d) = (.*);", unwrapped(str(src))))
        copies = re.findall(r'\], 16;" : : "r"\((.*?)\), "l"\((.*?)\)\);', unwrapped(str(src)))
        assert len(copies) == len(operand.rounds)
        chunks = {}
        for item in range(128):
            scope = {"base": 0, "at": 0, "own": item}
            scope |= {f"{name}_line": item // operand.chunks, f"{name}_chunk": item % operand.chunks}
            scope |= {key: evaluated(text, **scope) for key, text in declared.items()}
            for (to, source), line_offset in zip(copies, operand.rounds, strict=True):
                ahead = re.search(rf"\(long\)(?:{name}_more)?(\d+) \*", source)
                assert int(ahead[1] if ahead else 0) == line_offset
                line, chunk = scope[f"{name}_line"] + line_offset, scope[f"{name}_chunk"]
                chunks[evaluated(to, **scope)] = (line, chunk)
        assert sorted(chunks) == list(range(operand.start, operand.start + operand.nbytes, 16))
        for address, (line, chunk) in chunks.items():
            atom = chunk // 8 * 8192 if operand.across else 0
            assert address == operand.start + atom + line * 128 + (chunk % 8 ^ line % 8) * 16


@all_orders
def test_products_go_through_the_depth_of_the_operands(a, b):
    """Sixteen terms at a time: 32 bytes of lines along the depth, 16 lines across it; the instruction knows which."""
    text = _text({}, replace(LARGE, a=a, b=b))
    calls = re.findall(r"MULTIPLY\(left(?: \+ (\d+))?, right(?: \+ (\d+))?, (.*)\);", text)
    assert [accumulate for *_, accumulate in calls] == ["step ? 1 : 0", "1", "1", "1"]
    for piece, (left, right, _) in enumerate(calls):
        assert int(left or 0) * 16 == piece * (2048 if a == "col" else 32)
        assert int(right or 0) * 16 == piece * (2048 if b == "row" else 32)
    assert f"p, 1, 1, {int(a == 'col')}, {int(b == 'row')};" in text
    for name, across in (("lefts", a == "col"), ("rights", b == "row")):
        match = re.search(rf"const uint {name} = .* \| (\w+);", text)
        assert match is not None
        assert int(match[1], 16) == (512 if across else 1) << 16


BOX = re.compile(
    r'cp\.async\.bulk\.tensor\S* \[%0\], .*?;" : : "r"\((.*?)\), "l"\((.*?)\), "r"\((.*?)\), "r"\((.*?)\), "r"'
)


@all_orders
@pytest.mark.parametrize(("tn", "cluster"), [(64, 1), (128, 2), (256, 1), (256, 2)])
def test_boxes_fill_all_stages_of_all_groups_once(tn, cluster, a, b):
    """Blocks of A are a group's own, parts of B come from all of a cluster; lines of a box begin where its place says."""
    params = KERNEL.space.point({"tn": tn, "copies": "tensor", "cluster": cluster})
    problem = replace(LARGE, a=a, b=b)
    text = unwrapped(KERNEL.source(params, problem, CUDA_C))
    copies = [(match[0], *match.groups()) for match in BOX.finditer(text)]
    boxes = dict(
        re.findall(r'box_dim\.\S* \[%0\], 1, %1;" : : "r"\((made\S*(?: \+ 128)?)\), "r"\((\d+)\)', text)
    )
    lines = {"own_maps": int(boxes["made"]), "own_maps + 32": int(boxes["made + 128"])}
    filled: dict[tuple[int, int], tuple[str, int, int]] = {}
    for rank, (instruction, to, by, x, y) in itertools.product(range(cluster), copies):
        scope = {"at": 0, "rank": rank, "l": 0, "tile_row": 0, "tile_col": 0}
        address, corner = evaluated(to, **scope), (evaluated(x, **scope), evaluated(y, **scope))
        shared = "multicast::cluster" in instruction
        assert shared == (cluster > 1 and by != "own_maps")
        for group in range(cluster) if shared else (rank,):
            for line in range(lines[by]):
                at = (group, address + 128 * line)
                assert at not in filled
                filled[at] = (by, corner[0], corner[1] + line)
    size = (ROWS + tn) * 128
    assert sorted(filled) == [(g, at) for g in range(cluster) for at in range(0, size, 128)]
    for (_, start), (by, first, line) in filled.items():
        nth = (start if by == "own_maps" else start - ROWS * 128) // 128
        across = a == "col" if by == "own_maps" else b == "row"
        assert (first, line) == ((nth // 64 * 64, nth % 64) if across else (0, nth))
    assert f'"r"({size}) : "memory"' in text


@needs_nvrtc
@pytest.mark.cuda
def test_groups_of_a_cluster_wait_for_the_cluster():
    """Before the first copy and at the end; a stage is empty when all teams of the cluster say so, of which each tells all."""
    params = KERNEL.space.point({"copies": "tensor", "cluster": 2})
    text = unwrapped(KERNEL.source(params, LARGE, CUDA_C))
    nvrtc.checked(text, CUDA_C.flags(CompilerOptions()))
    assert "__cluster_dims__(2, 1, 1)" in text
    assert text.count("barrier.cluster.arrive") == 2
    body = text[text.index("const int place") :]
    assert body.index("barrier.cluster.arrive") < body.index("mbarrier.try_wait")
    assert "barrier.cluster" in body.rstrip("}\n ").rpartition("\n")[2]
    assert text.count('"r"(mapped ? 16 : 8)') == params.stages
    releases = re.findall(
        r"if \((?:step > 0 && )?lane < \(mapped \? 2 : 1\)\)\s+asm volatile\(.*mapa.*mapped \? lane : rank",
        text,
    )
    assert len(releases) == 2
    assert KERNEL.geometry(params, replace(LARGE, m=129, n=2049, k=64)).global_size[0] == 18 * ITEMS
    assert KERNEL.geometry(params, replace(LARGE, m=64, n=512)).global_size[0] == 4 * ITEMS


def test_all_who_copy_release_a_stage_once():
    """By the copies themselves where all are of 16 bytes; after its stores where elements were loaded one by one."""
    text = _text({}, LARGE)
    copying = text[text.index("if (place >= 256)") : text.index("const int team")]
    arrivals = re.search(r"if \(a_whole && b_whole\) \{\n(.*?)\}\n\s+else \{\n(.*?)\}", copying, re.DOTALL)
    assert arrivals is not None
    assert "mbarrier.arrive.noinc" in arrivals[1]
    words = [
        word
        for word in ("commit_group", "wait_group 0", "fence.proxy", "mbarrier.arrive.shared")
        if word in arrivals[2]
    ]
    assert words == ["commit_group", "wait_group 0", "fence.proxy", "mbarrier.arrive.shared"]
    assert text.count('(full), "r"(128)') == 1
    multiplying = text[text.index("const int team") :]
    assert multiplying.index("fence.proxy.async") < multiplying.index("MULTIPLY(")


REFUSED: tuple[tuple[dict[str, Any], Matmul, Any, str], ...] = (
    ({}, Matmul(4096, 4096, 4096, FLOAT32), HOPPER, "A and B are of halves"),
    ({}, replace(LARGE, accumulator=FLOAT16), replace(HOPPER, fp16=True), "A and B are of halves"),
    ({}, replace(LARGE, type_b=BFLOAT16), HOPPER, "A and B are of halves"),
    ({}, replace(LARGE, precision=FLOAT64), replace(HOPPER, fp64=False), "the device computes in this precision"),
    ({}, replace(LARGE, a="any"), HOPPER, "A and B have adjacent elements"),
    ({}, replace(LARGE, c="any"), HOPPER, ""),
    ({}, replace(LARGE, a_in="image"), HOPPER, "no operand is held in an image"),
    ({}, replace(LARGE, zeros="a_upper", spread=True), HOPPER, "C is not what the same product made"),
    ({}, replace(LARGE, accuracy="strict"), HOPPER, "arithmetic other than IEEE multiply-adds"),
    ({}, replace(LARGE, k=0), HOPPER, "at least one term"),
    ({}, LARGE, PLAIN_GPU, "compute capability 9.0"),
    ({"stages": 6}, LARGE, HOPPER, "local memory holds all stages"),
    ({"cluster": 2}, LARGE, CARD, "clusters copy by maps"),
    ({"cluster": 2, "copies": "tensor", "slices": 2}, LARGE, CARD, "clusters copy by maps"),
    ({"cluster": 2, "copies": "tensor"}, LARGE, HOPPER, "clusters are launched by CUDA"),
    ({"slices": 3}, replace(LARGE, k=128), HOPPER, "blocks of the depth for every slice"),
    ({}, replace(LARGE, m=63), HOPPER, "at least 64 rows"),
    ({}, replace(LARGE, n=127), HOPPER, "do not exceed twice C's"),
)  # fmt: skip


@all_orders
def test_large_products_are_served(a, b):
    """Where dense lines begin at multiples of 16 bytes; where not, blocks are copied first, for another kernel."""
    for kind in (FLOAT16, BFLOAT16):
        for n in (1024, 2048, 4096, 8192):
            problem = Matmul(n, n, n, kind, a, b, accumulator=FLOAT32)
            choice = choose(problem, HOPPER)
            assert choice.kernel is KERNEL
            assert choice.params.tn == (128 if n < 2048 else 256) or n == 1024
            odd = replace(problem, m=n - 1, n=n - 1, k=n - 1)
            assert choose(odd, HOPPER).kernel.name == "gemm_wgmma"


class TestKernel(RuleConformance):
    """The kernel's rules."""

    kernel, refused = KERNEL, REFUSED
