"""Points of every kernel whose texts are kept in files."""

from __future__ import annotations

import hashlib
import textwrap
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autoblas.contrib.presets import find
from autoblas.emit.opencl_c import OPENCL_C
from autoblas.emit.wrapping import WIDTH
from autoblas.kernels import kernels
from autoblas.kernels.kernel import source_hash
from autoblas.precision import COMPLEX64, COMPLEX128, FLOAT16, FLOAT32, FLOAT64
from autoblas.problems import Combine, Matmul, Pack, Split, Texture
from autoblas.problems.convolution import Col2im, Convolution, Im2col
from autoblas.problems.matrix import Invert, MatrixCopy
from autoblas.problems.matvec import Matvec, RankUpdate, Solve, VectorSum
from autoblas.problems.vector import Finish, Map, Reduce
from autoblas.space import parameters

if TYPE_CHECKING:
    from autoblas.problems import Problem

__all__ = ["GOLDEN", "SAMPLES", "Sample", "hash_of_samples"]

GOLDEN = Path(__file__).parents[1] / "golden"


@dataclass(frozen=True)
class Sample:
    """A point whose text is kept in a file.

    Attributes:
        kernel: Name of the kernel.
        label: Name of the file, in words.
        problem: What it computes.
        values: The parameters that are not at their defaults.
    """

    kernel: str
    label: str
    problem: Problem
    values: dict[str, Any]

    @property
    def path(self) -> Path:
        """Where the text is kept."""
        return GOLDEN / self.kernel / f"{self.label.replace(' ', '_')}.cl"

    @property
    def params(self) -> Any:
        """The point."""
        return kernels()[self.kernel].space.point(self.values)

    def text(self) -> str:
        """What the kernel generates, below a comment that names the point."""
        words = " ".join(f"{name}={value}" for name, value in parameters(self.params).items())
        named = textwrap.wrap(f"{self.problem}: {words}", WIDTH - len("// "), break_on_hyphens=False)
        text = kernels()[self.kernel].source(self.params, self.problem, OPENCL_C)
        return "".join(f"// {line}\n" for line in named) + text

    def flags(self) -> tuple[str, ...]:
        """What the compiler is given with it."""
        return OPENCL_C.flags(kernels()[self.kernel].options(self.params))


SAMPLES: tuple[Sample, ...] = (
    Sample("gemm_direct", "smallest", Matmul(64, 64, 64, FLOAT32), {"wx": 1, "wy": 1, "rm": 1, "rn": 1}),
    Sample("gemm_direct", "production", Matmul(64, 64, 64, FLOAT64, "any", "col", "any"), {}),
    Sample(
        "gemm_tile",
        "smallest",
        Matmul(64, 64, 64, FLOAT32),
        {"tm": 16, "tn": 16, "rm": 2, "rn": 2, "chunk": 2, "va": 1, "vb": 1},
    ),
    Sample(
        "gemm_tile",
        "production",
        Matmul(4096, 4096, 4096, FLOAT32, "col", "row"),
        {"tm": 256, "tn": 128, "rm": 16, "rn": 8, "pad": 4},
    ),
    Sample(
        "gemm_panel",
        "smallest",
        Matmul(64, 64, 64, FLOAT32),
        {"rm": 4, "lanes": 4, "vectors": 2, "depth": 128, "block_m": 2, "block_n": 2}
        | {"pack_a": False, "pack_b": False},
    ),
    Sample("gemm_panel", "production", Matmul(1024, 1024, 1024, FLOAT32), {"rm": 6, "depth": 512}),
    Sample(
        "gemm_skinny",
        "smallest",
        Matmul(1, 64, 64, FLOAT32),
        {"lanes": 1, "each": 1, "tiles": 1, "unroll": 1},
    ),
    Sample(
        "gemm_skinny",
        "production",
        Matmul(2, 4096, 4096, FLOAT32),
        {"lanes": 16, "tiles": 32, "unroll": 2, "prefetch": True},
    ),
    Sample(
        "gemm_skinny",
        "complex rows in a group",
        Matmul(512, 2, 512, COMPLEX64, "row", "row", conjugate="b", items=16, shared="b"),
        {"lanes": 2, "tiles": 1, "items": 8, "deep": 32, "unroll": 1, "slices": 2},
    ),
    Sample("gemm_block", "smallest", Matmul(64, 64, 64, FLOAT32), {"rm": 1, "rn": 1, "rk": 1}),
    Sample(
        "gemm_block",
        "production",
        Matmul(1000, 1000, 1000, FLOAT64, "col", "row", "any"),
        {"va": 4, "vb": 4, "vc": 4, "a_way": "local", "b_way": "local", "pad": 1, "statement": "vector"},
    ),
    Sample("gemm_subgroup", "smallest", Matmul(64, 64, 64, FLOAT32), {"rm": 4, "rn": 1}),
    Sample(
        "gemm_subgroup",
        "production",
        Matmul(1024, 1024, 1024, FLOAT32, "col", "row"),
        {"rm": 16, "rn": 2, "groups_m": 4, "load": "image"},
    ),
    Sample("pack", "smallest", Pack(64, 64, 4, FLOAT32, "col"), {"depth": 16, "lanes": 1, "panels": 1}),
    Sample("pack", "production", Pack(1024, 1024, 12, FLOAT32, "row"), {"lanes": 8}),
    Sample("texture", "smallest", Texture(64, 64, FLOAT32), {"wx": 1, "wy": 1}),
    Sample(
        "texture",
        "production",
        Texture(512, 500, FLOAT64, "any", back=True, items=4),
        {"wx": 64, "texels": 4},
    ),
    Sample("combine", "smallest", Combine(64, 64, 2, FLOAT32), {}),
    Sample(
        "combine",
        "production",
        Combine(256, 256, 8, COMPLEX64, "any", items=16, listed=True),
        {"items": 1, "elements": 16},
    ),
    Sample(
        "gemm_direct",
        "shared batch",
        Matmul(64, 64, 64, COMPLEX64, conjugate="a", items=16, shared="b"),
        {"rn": 1},
    ),
    Sample(
        "gemm_tile",
        "complex list in slices",
        Matmul(64, 64, 512, COMPLEX64, "row", "col", conjugate="b", items=16, listed=True),
        {"tm": 32, "tn": 32, "rm": 4, "rn": 4, "slices": 4},
    ),
    Sample(
        "gemm_panel",
        "halves in a batch",
        Matmul(512, 512, 512, FLOAT16, items=16, shared="a"),
        {"rm": 6, "depth": 1024},
    ),
    Sample(
        "pack",
        "complex conjugate",
        Pack(64, 64, 8, COMPLEX128, "col", conjugate=True),
        {"depth": 64, "lanes": 4},
    ),
)
SAMPLES += (
    Sample("map", "smallest", Map("axpy", 100, FLOAT32), {"items": 1}),
    Sample(
        "map",
        "production",
        Map("axpy", 1 << 20, FLOAT32),
        {"items": 1, "lanes": 16, "vectors": 4, "groups": 2},
    ),
    Sample(
        "map",
        "complex list",
        Map("axpby", 4096, COMPLEX64, real="beta", items=16, listed=True),
        {"lanes": 4, "vectors": 2},
    ),
    Sample("map", "strided rotation", Map("rot", 4096, COMPLEX128, strided=True, real="c"), {}),
    Sample("reduce", "smallest", Reduce("dot", 100, FLOAT32), {"items": 1}),
    Sample("reduce", "production", Reduce("dot", 1 << 20, FLOAT32), {"items": 256, "lanes": 4, "groups": 64}),
    Sample("reduce", "guarded norm", Reduce("nrm2", 4096, FLOAT64), {"items": 1, "lanes": 8, "vectors": 4}),
    Sample(
        "reduce",
        "place",
        Reduce("iamax", 1 << 20, COMPLEX64),
        {"items": 64, "lanes": 4, "vectors": 2, "groups": 8},
    ),
    Sample("finish", "smallest", Finish("dot", 2, FLOAT32), {"items": 1}),
    Sample("finish", "production", Finish("iamax", 64, FLOAT32), {"items": 64}),
    Sample("finish", "guarded norm", Finish("nrm2", 8, FLOAT64, items=4), {"items": 1}),
)
SAMPLES += (
    Sample(
        "gemm_dmma",
        "smallest",
        Matmul(64, 64, 64, FLOAT64),
        {"tm": 32, "tn": 32, "wm": 16, "wn": 16, "stages": 2, "band": 1, "ahead": "nothing"},
    ),
    Sample("gemm_dmma", "production", Matmul(4096, 4096, 4096, FLOAT64), {}),
    Sample(
        "gemm_dmma",
        "complex list in slices",
        Matmul(24, 64, 512, COMPLEX128, "col", "any", "any", conjugate="b", items=16, listed=True),
        {"tm": 32, "tn": 32, "wm": 16, "wn": 16, "slices": 4},
    ),
)
SAMPLES += (
    Sample("split", "smallest", Split(64, 64, 64, "tf32"), {"items": 64}),
    Sample("split", "production", Split(4096, 4096, 128, "half3", FLOAT32, "col", 2), {}),
    Sample(
        "split",
        "list of halves",
        Split(512, 512, 256, "half", FLOAT16, "any", items=16, listed=True),
        {"items": 128, "steps": 2},
    ),
    Sample(
        "gemm_wgmma",
        "smallest",
        Matmul(64, 64, 64, FLOAT16),
        {"form": "half", "tn": 64, "stages": 2, "turns": False},
    ),
    Sample("gemm_wgmma", "production", Matmul(4096, 4096, 4096, FLOAT32), {"joint": 2}),
    Sample(
        "gemm_wgmma",
        "list of tf32 pairs",
        Matmul(512, 512, 512, FLOAT32, "any", "col", "any", items=16, listed=True),
        {"form": "tf32x3", "tn": 64},
    ),
)
PRESETS = {
    "gatlas buffers": "gatlas2:float4:1:1:1024:1024:1024:0:0:8:8:4:4:11",
    "gatlas images": "gatlas1:gemm_image:1:0:5120:5120:5120:8:4:0",
    "chai": "evergreenmatmul_4_8_4_2_0_0_10_0_400_400_400_1_0_10_10_4_4_23",
    "adreno 8x4": "adreno_8x4",
    "intel naive": "naive",
    "intel 8x8 in local memory": "L3_SLM_8x8_16x16",
}
"""Names of other projects whose texts their authors should recognise."""

SAMPLES += tuple(
    Sample(preset.kernel, label, preset.problem, dict(preset.parameters))
    for label, preset in ((label, find(name)) for label, name in PRESETS.items())
)
SAMPLES += (
    Sample(
        "gemm_ffma",
        "smallest",
        Matmul(64, 64, 64, FLOAT32),
        {"tm": 64, "tn": 64, "rn": 8, "tk": 8, "stages": 2, "registers": 128},
    ),
    Sample(
        "gemm_ffma",
        "production",
        Matmul(4096, 4096, 4096, FLOAT32, "col", "col"),
        {"rn": 8, "tk": 8, "registers": 128},
    ),
    Sample(
        "gemm_ffma",
        "complex list in slices",
        Matmul(64, 64, 512, COMPLEX64, "col", "row", conjugate="b", items=16, listed=True),
        {"tm": 64, "tn": 64, "rn": 8, "tk": 8, "registers": 168, "slices": 4, "loop": "advanced"},
    ),
)
SAMPLES += (
    Sample("matvec", "smallest", Matvec(64, 64, FLOAT32), {"lanes": 1, "rows": 1}),
    Sample(
        "matvec",
        "production",
        Matvec(4096, 4096, FLOAT32),
        {"lanes": 16, "rows": 4, "vectors": 2, "parts": 32, "run": 16},
    ),
    Sample(
        "matvec",
        "complex Hermitian band",
        Matvec(512, 512, COMPLEX64, "hermitian", "band", "upper", ku=64),
        {"items": 64, "lanes": 2, "rows": 2, "parts": 8},
    ),
    Sample(
        "matvec", "transpose in strips", Matvec(4096, 4096, FLOAT64, across=True), {"lanes": 8, "strips": 2}
    ),
    Sample(
        "matvec_columns",
        "smallest",
        Matvec(64, 64, FLOAT32, across=True),
        {"items": 64, "lines": 1, "rows": 1},
    ),
    Sample(
        "matvec_columns",
        "production",
        Matvec(8192, 8192, FLOAT32, across=True),
        {"items": 32, "lines": 32, "rows": 8},
    ),
    Sample(
        "matvec_columns",
        "complex in parts",
        Matvec(512, 512, COMPLEX64, across=True, conjugate=True, strided=True),
        {"lines": 4, "lanes": 2, "rows": 2, "parts": 8},
    ),
    Sample("vector_sum", "smallest", VectorSum(64, 0, FLOAT32), {"items": 1}),
    Sample("vector_sum", "production", VectorSum(4096, 3, COMPLEX64), {}),
    Sample("rank_update", "smallest", RankUpdate(64, 64, FLOAT32), {"lanes": 1, "rows": 1}),
    Sample(
        "rank_update",
        "production",
        RankUpdate(4096, 4096, COMPLEX64, "hermitian", "packed", "lower", rank=2, conjugate="rows"),
        {"lanes": 4, "rows": 2, "parts": 32},
    ),
    Sample("solve", "smallest", Solve(64, 64, FLOAT32), {"lanes": 1, "rows": 1}),
    Sample("solve", "production", Solve(4096, 4096, FLOAT32, triangle="upper"), {"lanes": 16, "rows": 4}),
    Sample(
        "solve",
        "complex transpose in a group",
        Solve(512, 512, COMPLEX64, storage="packed", across=True, conjugate=True),
        {"items": 64, "lanes": 1, "rows": 2},
    ),
    Sample("solve_chain", "smallest", Solve(100, 100, FLOAT64), {"items": 128, "block": 32, "rows": 2}),
    Sample(
        "solve_chain", "production", Solve(4096, 4096, FLOAT32, triangle="upper", across=True), {"block": 128}
    ),
    Sample(
        "solve_chain",
        "packed complex",
        Solve(512, 512, COMPLEX64, storage="packed", conjugate=True, strided=True),
        {"block": 32},
    ),
)
SAMPLES += (
    Sample("gemm_small", "smallest", Matmul(32, 32, 32, FLOAT32, "row", "col", items=512), {"tk": 8}),
    Sample(
        "gemm_small",
        "production",
        Matmul(64, 64, 64, FLOAT32, "col", "row", items=4096, listed=True),
        {"tm": 64, "tn": 64},
    ),
)

SAMPLES += (
    Sample("im2col", "smallest", Im2col(8, 8, 8, FLOAT32, 3, 3, 1, 1), {"items": 1, "rows": 1}),
    Sample("im2col", "production", Im2col(64, 56, 56, FLOAT32, 3, 3, 1, 1), {"items": 64}),
    Sample(
        "im2col",
        "flipped halves with strides",
        Im2col(8, 8, 8, FLOAT16, 3, 3, flipped=True, strided=True),
        {"items": 1, "rows": 64},
    ),
    Sample("col2im", "smallest", Col2im(8, 8, 8, FLOAT32, 3, 3, 1, 1), {"items": 1, "rows": 1}),
    Sample("col2im", "production", Col2im(64, 56, 56, COMPLEX64, 3, 3, 1, 1, items=4), {}),
    Sample(
        "conv_panel",
        "smallest",
        Convolution(8, 8, 8, FLOAT32, 3, 3, 1, 1, kernels=8),
        {"rm": 4, "lanes": 4, "depth": 64, "block_m": 4, "block_n": 1, "pack_a": False},
    ),
    Sample(
        "conv_panel",
        "production",
        Convolution(64, 56, 56, FLOAT32, 3, 3, 1, 1, kernels=64),
        {"rm": 8, "lanes": 16, "block_m": 8, "pack_a": False},
    ),
    Sample(
        "conv_panel",
        "complex with strides",
        Convolution(64, 56, 56, COMPLEX64, 3, 3, 1, 1, flipped=True, strided=True, items=4, kernels=64),
        {"rm": 4, "vectors": 1, "block_m": 8},
    ),
    Sample(
        "conv_winograd",
        "smallest",
        Convolution(8, 8, 8, FLOAT32, 3, 3, kernels=8, accuracy="fast"),
        {"tile": 2, "rm": 8, "lanes": 4, "vectors": 1, "depth": 16, "block_m": 1, "hold": "taps"},
    ),
    Sample(
        "conv_winograd",
        "production",
        Convolution(64, 56, 56, FLOAT32, 3, 3, 1, 1, kernels=64, accuracy="fast"),
        {"lanes": 16, "vectors": 1, "block_m": 8},
    ),
    Sample(
        "conv_winograd",
        "flipped doubles with strides",
        Convolution(
            64, 56, 56, FLOAT64, 3, 3, 1, 1, flipped=True, strided=True, items=4, kernels=64, accuracy="fast"
        ),
        {"lanes": 4, "depth": 32},
    ),
    Sample(
        "conv_winograd_tile",
        "smallest",
        Convolution(8, 8, 8, FLOAT32, 3, 3, kernels=8, accuracy="fast"),
        {"tm": 8, "tn": 8, "rm": 8, "rn": 1, "depth": 1},
    ),
    Sample(
        "conv_winograd_tile",
        "production",
        Convolution(64, 56, 56, FLOAT32, 3, 3, 1, 1, kernels=64, accuracy="fast"),
        {"tm": 32, "tn": 32, "rm": 8, "rn": 8, "depth": 8},
    ),
    Sample(
        "conv_winograd_tile",
        "flipped halves with strides",
        Convolution(
            64, 56, 56, FLOAT16, 3, 3, 1, 1, flipped=True, strided=True, items=4, kernels=64, accuracy="fast"
        ),
        {"tile": 4, "tm": 16, "tn": 8, "rm": 2, "rn": 4},
    ),
    Sample(
        "conv_tile",
        "smallest",
        Convolution(8, 8, 8, FLOAT32, 3, 3, 1, 1, kernels=8),
        {"wx": 1, "wy": 1, "rm": 1, "rn": 1, "depth": 4},
    ),
    Sample("conv_tile", "production", Convolution(64, 56, 56, FLOAT64, 3, 3, 1, 1, items=16, kernels=64), {}),
)
SAMPLES += (
    Sample(
        "gemm_direct",
        "hermitian triangle",
        Matmul(64, 64, 64, COMPLEX64, "row", "col", conjugate="b", part="lower", hermitian=True),
        {"rm": 1, "rn": 1},
    ),
    Sample(
        "gemm_panel",
        "upper triangle",
        Matmul(512, 512, 512, FLOAT32, "row", "col", part="upper"),
        {"rm": 4, "depth": 256},
    ),
    Sample(
        "gemm_tile",
        "triangular operand",
        Matmul(512, 512, 512, FLOAT32, zeros="a_upper"),
        {"tm": 32, "tn": 32, "rm": 4, "rn": 4},
    ),
    Sample("combine", "lower triangle", Combine(64, 64, 2, COMPLEX64, part="lower", hermitian=True), {}),
    Sample("copy_matrix", "smallest", MatrixCopy(64, 64, FLOAT32), {"wx": 1, "wy": 1}),
    Sample(
        "copy_matrix",
        "production",
        MatrixCopy(1024, 1024, COMPLEX64, "col", form="hermitian", scaled=True),
        {"wx": 1, "wy": 1, "tile": 4, "tiles": 16},
    ),
    Sample("invert", "smallest", Invert(64, 16, FLOAT32), {"rows": 1}),
    Sample("invert", "production", Invert(1024, 128, COMPLEX64, "col"), {"lanes": 8, "rows": 4}),
)
SAMPLES += (
    Sample(
        "gemm_halves",
        "smallest",
        Matmul(128, 64, 64, FLOAT32, "row", "col", "row", FLOAT16, FLOAT16, FLOAT32, pure=True),
        {"tn": 64, "stages": 3},
    ),
    Sample(
        "gemm_halves",
        "production",
        Matmul(4096, 4096, 4096, FLOAT16, "col", "row", accumulator=FLOAT32),
        {"tn": 128, "stages": 6},
    ),
)


def hash_of_samples() -> str:
    """What identifies all texts together with their flags."""
    hashes = [source_hash(s.text(), s.flags()) for s in SAMPLES]
    return hashlib.sha256("".join(hashes).encode()).hexdigest()
