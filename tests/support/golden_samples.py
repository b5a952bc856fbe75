"""Points of every kernel whose texts are kept in files; those of products are in ``golden_products``."""

import hashlib

from autoblas.kernels.kernel import source_hash
from autoblas.precision import COMPLEX64, COMPLEX128, FLOAT16, FLOAT32, FLOAT64
from autoblas.problems import Combine, Pack, Split, Texture
from autoblas.problems.convolution import Col2im, Convolution, Im2col
from autoblas.problems.factorization import Factorization, RowExchange
from autoblas.problems.matrix import MatrixCopy, Substitution
from autoblas.problems.matvec import Matvec, RankUpdate, Solve, VectorSum
from autoblas.problems.vector import Finish, Map, Reduce
from support.golden_products import PRODUCTS
from support.golden_sample import Sample

SAMPLES: tuple[Sample, ...] = (
    *PRODUCTS,
    Sample("pack", "smallest", Pack(64, 64, 4, FLOAT32, "col"), {"depth": 16, "lanes": 1, "panels": 1}),
    Sample("pack", "production", Pack(1024, 1024, 12, FLOAT32, "row"), {"lanes": 8}),
    Sample("texture", "smallest", Texture(64, 64, FLOAT32), {"wx": 1, "wy": 1}),
    Sample("texture", "production", Texture(512, 500, FLOAT64, "any", back=True, items=4), {"wx": 64, "texels": 4}),
    Sample("combine", "smallest", Combine(64, 64, 2, FLOAT32), {}),
    Sample("combine", "production", Combine(256, 256, 8, COMPLEX64, "any", items=16, listed=True), {"items": 1, "elements": 16}),
    Sample("pack", "complex conjugate", Pack(64, 64, 8, COMPLEX128, "col", conjugate=True), {"depth": 64, "lanes": 4}),
    Sample("map", "smallest", Map("axpy", 100, FLOAT32), {"items": 1}),
    Sample("map", "production", Map("axpy", 1 << 20, FLOAT32), {"items": 1, "lanes": 16, "vectors": 4, "groups": 2}),
    Sample("map", "complex list", Map("axpby", 4096, COMPLEX64, real="beta", items=16, listed=True), {"lanes": 4, "vectors": 2}),
    Sample("map", "strided rotation", Map("rot", 4096, COMPLEX128, strided=True, real="c"), {}),
    Sample("reduce", "smallest", Reduce("dot", 100, FLOAT32), {"items": 1}),
    Sample("reduce", "production", Reduce("dot", 1 << 20, FLOAT32), {"items": 256, "lanes": 4, "groups": 64}),
    Sample("reduce", "last", Reduce("iamax", 1 << 20, FLOAT32, items=2), {"items": 128, "lanes": 4, "groups": 64, "last": True}),
    Sample("reduce", "guarded norm", Reduce("nrm2", 4096, FLOAT64), {"items": 1, "lanes": 8, "vectors": 4}),
    Sample("reduce", "logarithms", Reduce("sumlog", 1000, COMPLEX64, COMPLEX128, strided=True), {"items": 1, "vectors": 4}),
    Sample("reduce", "first zero", Reduce("izero", 1000, FLOAT32, strided=True, index="int32"), {"items": 64, "groups": 2}),
    Sample("reduce_sets", "smallest", Reduce("sum", 10, FLOAT32, items=100), {"items": 8, "vectors": 1}),
    Sample("reduce_sets", "production", Reduce("imin", 1000, FLOAT32, strided=True, items=4096, interleaved=True), {"items": 32, "lines": 8}),
    Sample("reduce_sets", "lanes", Reduce("asum", 1000, FLOAT32, strided=True, items=4096, interleaved=True), {"items": 1, "lanes": 8}),
    Sample("reduce", "place", Reduce("iamax", 1 << 20, COMPLEX64), {"items": 64, "lanes": 4, "vectors": 2, "groups": 8}),
    Sample("finish", "smallest", Finish("dot", 2, FLOAT32), {"items": 1}),
    Sample("finish", "production", Finish("iamax", 64, FLOAT32), {"items": 64}),
    Sample("finish", "guarded norm", Finish("nrm2", 8, FLOAT64, items=4), {"items": 1}),
    Sample("split", "smallest", Split(64, 64, 64, "tf32"), {"items": 64}),
    Sample("split", "production", Split(4096, 4096, 128, "half3", FLOAT32, "col", 2), {}),
    Sample("split", "list of halves", Split(512, 512, 256, "half", FLOAT16, "any", items=16, listed=True), {"items": 128, "steps": 2}),
    Sample("matvec", "smallest", Matvec(64, 64, FLOAT32), {"lanes": 1, "rows": 1}),
    Sample("matvec", "production", Matvec(4096, 4096, FLOAT32), {"lanes": 16, "rows": 4, "vectors": 2, "parts": 32, "run": 16}),
    Sample("matvec", "complex Hermitian band", Matvec(512, 512, COMPLEX64, "hermitian", "band", "upper", ku=64), {"items": 64, "lanes": 2, "rows": 2, "parts": 8}),
    Sample("matvec", "transpose in strips", Matvec(4096, 4096, FLOAT64, across=True), {"lanes": 8, "strips": 2}),
    Sample("matvec_columns", "smallest", Matvec(64, 64, FLOAT32, across=True), {"items": 64, "lines": 1, "rows": 1}),
    Sample("matvec_columns", "production", Matvec(8192, 8192, FLOAT32, across=True), {"items": 32, "lines": 32, "rows": 8}),
    Sample(
        "matvec_columns",
        "complex in parts",
        Matvec(512, 512, COMPLEX64, across=True, conjugate=True, strided=True),
        {"lines": 4, "lanes": 2, "rows": 2, "parts": 8},
    ),
    Sample("matvec_mirrored", "smallest", Matvec(64, 64, FLOAT32, form="symmetric", triangle="lower"), {"items": 64, "tile": 32, "ahead": 1}),
    Sample("matvec_mirrored", "production", Matvec(4096, 4096, FLOAT32, form="symmetric", triangle="upper"), {"items": 256, "tile": 128, "ahead": 4}),
    Sample("matvec_mirrored", "hermitian", Matvec(500, 500, COMPLEX64, form="hermitian", triangle="lower", conjugate=True), {"items": 128, "tile": 32}),
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
    Sample("solve_chain", "production", Solve(4096, 4096, FLOAT32, triangle="upper", across=True), {"block": 128}),
    Sample("solve_chain", "packed complex", Solve(512, 512, COMPLEX64, storage="packed", conjugate=True, strided=True), {"block": 32}),
    Sample("im2col", "smallest", Im2col(8, 8, 8, FLOAT32, 3, 3, 1, 1), {"items": 1, "rows": 1}),
    Sample("im2col", "production", Im2col(64, 56, 56, FLOAT32, 3, 3, 1, 1), {"items": 64}),
    Sample("im2col", "flipped halves with strides", Im2col(8, 8, 8, FLOAT16, 3, 3, flipped=True, strided=True), {"items": 1, "rows": 64}),
    Sample("col2im", "smallest", Col2im(8, 8, 8, FLOAT32, 3, 3, 1, 1), {"items": 1, "rows": 1}),
    Sample("col2im", "production", Col2im(64, 56, 56, COMPLEX64, 3, 3, 1, 1, items=4), {}),
    Sample(
        "conv_panel",
        "smallest",
        Convolution(8, 8, 8, FLOAT32, 3, 3, 1, 1, kernels=8),
        {"rm": 4, "lanes": 4, "depth": 64, "block_m": 4, "block_n": 1, "pack_a": False},
    ),
    Sample("conv_panel", "production", Convolution(64, 56, 56, FLOAT32, 3, 3, 1, 1, kernels=64), {"rm": 8, "lanes": 16, "block_m": 8, "pack_a": False}),
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
    Sample("conv_winograd", "production", Convolution(64, 56, 56, FLOAT32, 3, 3, 1, 1, kernels=64, accuracy="fast"), {"lanes": 16, "vectors": 1, "block_m": 8}),
    Sample(
        "conv_winograd",
        "flipped doubles with strides",
        Convolution(
            64, 56, 56, FLOAT64, 3, 3, 1, 1, flipped=True, strided=True, items=4, kernels=64, accuracy="fast"
        ),
        {"lanes": 4, "depth": 32},
    ),
    Sample("conv_winograd_tile", "smallest", Convolution(8, 8, 8, FLOAT32, 3, 3, kernels=8, accuracy="fast"), {"tm": 8, "tn": 8, "rm": 8, "rn": 1, "depth": 1}),
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
    Sample("conv_tile", "smallest", Convolution(8, 8, 8, FLOAT32, 3, 3, 1, 1, kernels=8), {"wx": 1, "wy": 1, "rm": 1, "rn": 1, "depth": 4}),
    Sample("conv_tile", "production", Convolution(64, 56, 56, FLOAT64, 3, 3, 1, 1, items=16, kernels=64), {}),
    Sample("combine", "lower triangle", Combine(64, 64, 2, COMPLEX64, part="lower", hermitian=True), {}),
    Sample("copy_matrix", "smallest", MatrixCopy(64, 64, FLOAT32), {"wx": 1, "wy": 1}),
    Sample("copy_matrix", "triangle", MatrixCopy(64, 64, FLOAT32, form="triangular", unit=True, partial=True), {"wx": 1, "wy": 1, "tile": 4}),
    Sample("copy_matrix", "production", MatrixCopy(1024, 1024, COMPLEX64, "col", form="hermitian", scaled=True), {"wx": 1, "wy": 1, "tile": 4, "tiles": 16}),
    Sample("substitute", "smallest", Substitution(16, 16, FLOAT32), {"rows": 2}),
    Sample("substitute", "small systems", Substitution(4, 1, FLOAT32, items=1000), {"items": 16}),
    Sample("substitute", "production", Substitution(256, 4096, COMPLEX64, "col", lower=False), {"lanes": 8, "rows": 4}),
    Sample("lu_panel", "smallest", Factorization(40, 8, 0, FLOAT32, "lu"), {"block": 2}),
    Sample("lu_panel", "production", Factorization(2048, 32, 0, FLOAT64, "lu"), {"lanes": 8, "vectors": 2, "block": 8}),
    Sample("lu_panel", "in a group", Factorization(1000, 32, 0, COMPLEX64, "lu", a="col", items=3), {"items": 256, "block": 4}),
    Sample("qr_panel", "smallest", Factorization(40, 8, 0, FLOAT32, "qr"), {"block": 1}),
    Sample("qr_panel", "production", Factorization(2048, 32, 0, FLOAT64, "qr"), {"lanes": 8, "block": 4}),
    Sample("qr_panel", "in a group", Factorization(1000, 32, 0, COMPLEX64, "qr", a="col", items=3), {"items": 256, "team": 32, "block": 2}),
    Sample("lu_registers", "smallest", Factorization(40, 4, 0, FLOAT32, "lu"), {"items": 64, "rows": 1}),
    Sample("lu_registers", "production", Factorization(1000, 8, 0, FLOAT64, "lu"), {"items": 512, "rows": 2, "sub_groups": True}),
    Sample("lu_registers", "pairs", Factorization(100, 3, 0, COMPLEX128, "lu", a="col", items=3), {"items": 32, "rows": 4}),
    Sample("exchange_rows", "smallest", RowExchange(40, 50, 8, FLOAT32), {}),
    Sample("exchange_rows", "production", RowExchange(2048, 1024, 512, FLOAT64), {"lanes": 8, "vectors": 8}),
    Sample("exchange_rows", "in a group", RowExchange(2048, 1024, 512, COMPLEX64, reverse=True, items=3, beside=True), {"items": 256, "exchanges": 32, "teams": 8}),
    Sample("cholesky_block", "smallest", Factorization(16, 16, 0, FLOAT32), {"lanes": 4, "rows": 2}),
    Sample("cholesky_block", "production", Factorization(128, 128, 0, FLOAT64), {"lanes": 8, "vectors": 2, "rows": 4}),
    Sample("cholesky_block", "in a group", Factorization(64, 64, 0, COMPLEX64, a="col", items=3, lower=False), {"items": 64, "lanes": 4, "rows": 4}),
    Sample("factor_items", "smallest", Factorization(4, 4, 1, FLOAT32, task="both", items=9), {}),
    Sample("factor_items", "production", Factorization(12, 12, 1, FLOAT32, "lu", "both", items=1000), {"lanes": 8}),
    Sample("factor_items", "complex inverse", Factorization(6, 6, 0, COMPLEX128, "lu", "inverse", "col", items=1000), {"lanes": 4, "columns": 2}),
    Sample("factor_items", "in registers", Factorization(8, 8, 0, FLOAT64, a="any", lower=False, items=1000), {"items": 64, "unroll": True}),
    Sample("factor_teams", "smallest", Factorization(6, 6, 1, FLOAT32, task="both", items=9), {"team": 8, "unroll": False}),
    Sample("factor_teams", "production", Factorization(24, 24, 1, FLOAT32, "lu", "both", items=1000), {"team": 32, "matrices": 2, "sub_groups": True}),
    Sample("factor_teams", "complex adjoint", Factorization(12, 12, 3, COMPLEX64, "lu", "solve", "col", trans="C", items=1000), {"team": 16, "matrices": 4, "columns": 2}),
    Sample("substitute_teams", "smallest", Substitution(6, 1, FLOAT32, items=9), {"team": 8, "unroll": False}),
    Sample("substitute_teams", "production", Substitution(24, 2, COMPLEX64, "col", lower=False, conjugate=True, items=1000), {"matrices": 2, "columns": 2, "sub_groups": True}),
    Sample("substitute_items", "smallest", Substitution(4, 1, FLOAT32, items=9), {}),
    Sample("substitute_items", "production", Substitution(12, 4, COMPLEX64, "col", lower=False, conjugate=True, items=1000), {"lanes": 8, "columns": 2, "staged": True}),
    Sample("substitute", "in teams", Substitution(64, 4096, FLOAT64), {"items": 256, "teams": 8, "rows": 8}),
)  # fmt: skip


def hash_of_samples() -> str:
    """What identifies all texts together with their flags."""
    hashes = [source_hash(s.text(), s.flags()) for s in SAMPLES]
    return hashlib.sha256("".join(hashes).encode()).hexdigest()
