"""Points of the GEMM family whose texts are kept in files, and those of other projects' names."""

from autoblas.contrib.presets import parse
from autoblas.precision import BFLOAT16, COMPLEX64, COMPLEX128, FLOAT16, FLOAT32, FLOAT64
from autoblas.problems import Matmul
from support.golden_sample import Sample

PRESETS = {
    "gatlas buffers": "gatlas2:float4:1:1:1024:1024:1024:0:0:8:8:4:4:11",
    "gatlas images": "gatlas1:gemm_image:1:0:5120:5120:5120:8:4:0",
    "chai": "evergreenmatmul_4_8_4_2_0_0_10_0_400_400_400_1_0_10_10_4_4_23",
    "adreno 8x4": "adreno_8x4",
    "intel naive": "naive",
    "intel 8x8 in local memory": "L3_SLM_8x8_16x16",
}
"""Names of other projects whose texts their authors should recognise."""

PRODUCTS: tuple[Sample, ...] = (
    Sample("gemm_direct", "smallest", Matmul(64, 64, 64, FLOAT32), {"wx": 1, "wy": 1, "rm": 1, "rn": 1}),
    Sample("gemm_direct", "production", Matmul(64, 64, 64, FLOAT64, "any", "col", "any"), {}),
    Sample("gemm_tile", "smallest", Matmul(64, 64, 64, FLOAT32), {"tm": 16, "tn": 16, "rm": 2, "rn": 2, "chunk": 2, "va": 1, "vb": 1}),
    Sample("gemm_tile", "production", Matmul(4096, 4096, 4096, FLOAT32, "col", "row"), {"tm": 256, "tn": 128, "rm": 16, "rn": 8, "pad": 4}),
    Sample(
        "gemm_panel",
        "smallest",
        Matmul(64, 64, 64, FLOAT32),
        {"rm": 4, "lanes": 4, "vectors": 2, "depth": 128, "block_m": 2, "block_n": 2}
        | {"pack_a": False, "pack_b": False},
    ),
    Sample("gemm_panel", "production", Matmul(1024, 1024, 1024, FLOAT32), {"rm": 6, "depth": 512}),
    Sample("gemm_skinny", "smallest", Matmul(1, 64, 64, FLOAT32), {"lanes": 1, "each": 1, "tiles": 1, "unroll": 1}),
    Sample("gemm_skinny", "production", Matmul(2, 4096, 4096, FLOAT32), {"lanes": 16, "tiles": 32, "unroll": 2, "prefetch": True}),
    Sample(
        "gemm_skinny",
        "complex rows in a group",
        Matmul(512, 2, 512, COMPLEX64, "row", "row", conjugate="b", items=16, shared="b"),
        {"lanes": 2, "tiles": 1, "items": 8, "deep": 32, "unroll": 1, "slices": 2},
    ),
    Sample(
        "gemm_skinny",
        "slices meet",
        Matmul(1, 4000, 4000, COMPLEX128, items=2),
        {"lanes": 1, "tiles": 1, "items": 8, "deep": 32, "unroll": 2, "slices": 4, "last": True},
    ),
    Sample("gemm_epilogue_pass", "smallest", Matmul(64, 64, 64, FLOAT32, bias="cols", activation="relu"), {"items": 1, "elements": 64}),
    Sample(
        "gemm_epilogue_pass",
        "production",
        Matmul(3072, 8192, 768, FLOAT16, "row", "col", bias="rows", activation="gelu"),
        {"items": 256, "elements": 4, "rows": 4},
    ),
    Sample("gemm_block", "smallest", Matmul(64, 64, 64, FLOAT32), {"rm": 1, "rn": 1, "rk": 1}),
    Sample(
        "gemm_block",
        "production",
        Matmul(1000, 1000, 1000, FLOAT64, "col", "row", "any"),
        {"va": 4, "vb": 4, "vc": 4, "a_way": "local", "b_way": "local", "pad": 1, "statement": "vector"},
    ),
    Sample("gemm_subgroup", "smallest", Matmul(64, 64, 64, FLOAT32), {"rm": 4, "rn": 1}),
    Sample("gemm_subgroup", "production", Matmul(1024, 1024, 1024, FLOAT32, "col", "row"), {"rm": 16, "rn": 2, "groups_m": 4, "load": "image"}),
    Sample("gemm_direct", "columns apart", Matmul(4000, 4000, 3, FLOAT64, "row", "col"), {"wx": 32, "wy": 4, "rm": 2, "rn": 2, "apart": True}),
    Sample("gemm_direct", "shared batch", Matmul(64, 64, 64, COMPLEX64, conjugate="a", items=16, shared="b"), {"rn": 1}),
    Sample(
        "gemm_tile",
        "complex list in slices",
        Matmul(64, 64, 512, COMPLEX64, "row", "col", conjugate="b", items=16, listed=True),
        {"tm": 32, "tn": 32, "rm": 4, "rn": 4, "slices": 4},
    ),
    Sample("gemm_panel", "halves in a batch", Matmul(512, 512, 512, FLOAT16, items=16, shared="a"), {"rm": 6, "depth": 1024}),
    Sample("gemm_dmma", "smallest", Matmul(64, 64, 64, FLOAT64), {"tm": 32, "tn": 32, "wm": 16, "wn": 16, "stages": 2, "band": 1, "ahead": "nothing"}),
    Sample("gemm_dmma", "production", Matmul(4096, 4096, 4096, FLOAT64), {}),
    Sample(
        "gemm_dmma",
        "complex list in slices",
        Matmul(24, 64, 512, COMPLEX128, "col", "any", "any", conjugate="b", items=16, listed=True),
        {"tm": 32, "tn": 32, "wm": 16, "wn": 16, "slices": 4},
    ),
    Sample("gemm_wgmma", "smallest", Matmul(64, 64, 64, FLOAT16), {"form": "half", "tn": 64, "stages": 2, "turns": False}),
    Sample("gemm_wgmma", "production", Matmul(4096, 4096, 4096, FLOAT32), {"joint": 2}),
    Sample(
        "gemm_wgmma",
        "bias and gelu of halves",
        Matmul(64, 64, 64, FLOAT16, accumulator=FLOAT32, bias="cols", activation="gelu"),
        {"form": "half", "tn": 64, "stages": 2, "turns": False},
    ),
    Sample("gemm_wgmma", "bias and gelu", Matmul(8192, 3072, 768, FLOAT32, "row", "col", pure=True, bias="cols", activation="gelu"), {}),
    Sample("gemm_wgmma", "slices", Matmul(172, 937, 4614, FLOAT32, items=3), {"tn": 64, "stages": 4, "slices": 4}),
    Sample("gemm_wgmma", "list of tf32 pairs", Matmul(512, 512, 512, FLOAT32, "any", "col", "any", items=16, listed=True), {"form": "tf32x3", "tn": 64}),
    Sample("gemm_ffma", "smallest", Matmul(64, 64, 64, FLOAT32), {"tm": 64, "tn": 64, "rn": 8, "tk": 8, "stages": 2, "registers": 128}),
    Sample("gemm_ffma", "production", Matmul(4096, 4096, 4096, FLOAT32, "col", "col"), {"rn": 8, "tk": 8, "registers": 128}),
    Sample(
        "gemm_ffma",
        "complex list in slices",
        Matmul(64, 64, 512, COMPLEX64, "col", "row", conjugate="b", items=16, listed=True),
        {"tm": 64, "tn": 64, "rn": 8, "tk": 8, "registers": 168, "slices": 4, "loop": "advanced"},
    ),
    Sample("gemm_small", "smallest", Matmul(32, 32, 32, FLOAT32, "row", "col", items=512), {"tk": 8}),
    Sample("gemm_small", "production", Matmul(64, 64, 64, FLOAT32, "col", "row", items=4096, listed=True), {"tm": 64, "tn": 64}),
    Sample("gemm_direct", "hermitian triangle", Matmul(64, 64, 64, COMPLEX64, "row", "col", conjugate="b", part="lower", hermitian=True), {"rm": 1, "rn": 1}),
    Sample("gemm_panel", "upper triangle", Matmul(512, 512, 512, FLOAT32, "row", "col", part="upper"), {"rm": 4, "depth": 256}),
    Sample("gemm_tile", "triangular operand", Matmul(512, 512, 512, FLOAT32, zeros="a_upper"), {"tm": 32, "tn": 32, "rm": 4, "rn": 4}),
    Sample(
        "gemm_hmma",
        "smallest",
        Matmul(16, 8, 16, FLOAT16, accumulator=FLOAT32, pure=True),
        {"tm": 16, "tn": 8, "tk": 16, "wm": 16, "wn": 8, "stages": 2, "band": 1},
    ),
    Sample(
        "gemm_hmma",
        "production",
        Matmul(5, 77, 30001, FLOAT16, accumulator=FLOAT32),
        {
            "tm": 8,
            "tn": 32,
            "tk": 64,
            "wm": 8,
            "wn": 16,
            "teams": 2,
            "stages": 2,
            "turned": True,
            "slices": 24,
        }
        | {"a_bytes": 2, "b_bytes": 2},
    ),
    Sample(
        "gemm_hmma",
        "lower triangles of bfloat16",
        Matmul(500, 500, 300, BFLOAT16, "col", "row", accumulator=FLOAT32, items=8, part="lower"),
        {"a_bytes": 8, "b_bytes": 8},
    ),
    Sample(
        "gemm_hmma",
        "floats in parts",
        Matmul(7, 90, 3000, FLOAT32, "row", "col"),
        {"tm": 8, "tn": 32, "tk": 64, "wm": 8, "wn": 16, "teams": 2, "stages": 2, "turned": True}
        | {"slices": 6, "a_bytes": 4, "b_bytes": 8, "form": "parts"},
    ),
    Sample(
        "gemm_hmma",
        "floats in pairs",
        Matmul(427, 427, 427, FLOAT32),
        {"tm": 64, "tn": 32, "tk": 64, "wm": 32, "wn": 32, "teams": 2, "a_bytes": 4, "b_bytes": 4}
        | {"form": "tf32x3"},
    ),
    Sample(
        "gemm_hmma",
        "floats in pairs by slices",
        Matmul(30, 700, 900, FLOAT32, "col", "col", pure=True),
        {"tm": 16, "tn": 32, "tk": 32, "wm": 16, "wn": 16, "teams": 2, "turned": True, "slices": 8}
        | {"a_bytes": 8, "b_bytes": 16, "form": "tf32x3"},
    ),
    Sample(
        "gemm_hmma",
        "floats as they are",
        Matmul(300, 200, 9, FLOAT32, "col", "row", accuracy="strict"),
        {"tm": 32, "tn": 16, "tk": 16, "wm": 16, "wn": 16, "stages": 2, "a_bytes": 16, "b_bytes": 4}
        | {"form": "plain"},
    ),
    Sample(
        "gemm_hmma",
        "bias",
        Matmul(16, 8, 16, FLOAT32, bias="rows"),
        {"tm": 16, "tn": 8, "tk": 16, "wm": 16, "wn": 8, "stages": 2, "band": 1, "form": "plain"}
        | {"a_bytes": 4, "b_bytes": 4},
    ),
    Sample("gemm_hmma", "bias and silu", Matmul(512, 768, 768, BFLOAT16, "row", "col", accumulator=FLOAT32, pure=True, bias="cols", activation="silu"), {}),
    Sample("gemm_halves", "smallest", Matmul(128, 64, 64, FLOAT32, "row", "col", "row", FLOAT16, FLOAT16, FLOAT32, pure=True), {"tn": 64, "stages": 3}),
    Sample("gemm_halves", "production", Matmul(4096, 4096, 4096, FLOAT16, "col", "row", accumulator=FLOAT32), {"tn": 128, "stages": 6}),
    Sample("gemm_halves", "slices", Matmul(640, 720, 24000, FLOAT16, accumulator=FLOAT32), {"tn": 128, "stages": 6, "slices": 4}),
    Sample("gemm_halves", "maps", Matmul(2048, 2048, 2048, BFLOAT16, accumulator=FLOAT32, items=2, pure=True), {"copies": "tensor", "slices": 2}),
    *(Sample(preset.kernel, label, preset.problem, dict(preset.parameters)) for label, preset in ((label, parse(name)) for label, name in PRESETS.items())),
)  # fmt: skip
