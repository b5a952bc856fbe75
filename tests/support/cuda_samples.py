"""Points of every kernel that NVIDIA's devices can be served by without images, in CUDA C++."""

from dataclasses import replace

from autoblas.devices.languages import CUDA
from autoblas.devices.recording import HOPPER
from autoblas.emit.cuda_c import CUDA_C
from autoblas.kernels import kernels
from autoblas.precision import FLOAT32
from autoblas.problems import Matmul
from autoblas.problems.factorization import Factorization
from support.golden_sample import Sample
from support.golden_samples import SAMPLES

CARD = replace(HOPPER, images=False, extensions=(CUDA,))
"""What a card of compute capability 9.0 is to kernels that are compiled by CUDA."""

ARCHITECTURES = {
    "sm_80": replace(CARD, compute_capability=(8, 0), local_bytes=166912),
    "sm_90a": replace(CARD, local_bytes=232448),
    "sm_120": replace(CARD, compute_capability=(12, 0), local_bytes=101376),
}
"""Cards of three architectures, with all the local memory that their work-groups may ask for."""


def served(sample: Sample) -> bool:
    """Whether its point is legal there."""
    return kernels()[sample.kernel].refusal(sample.params, sample.problem, CARD) is None


PANEL = Sample(
    "lu_registers",
    "clusters",
    Factorization(8192, 8, 0, FLOAT32, "lu"),
    {"items": 512, "cluster": 16, "sub_groups": True},
    CUDA_C,
)
"""Another one."""

CLUSTERS = Sample(
    "gemm_hmma",
    "clusters",
    Matmul(101, 94, 3444, FLOAT32),
    {"tm": 32, "tn": 32, "tk": 64, "wm": 32, "wn": 32, "teams": 2, "slices": 16, "cluster": True}
    | {"a_bytes": 16, "b_bytes": 8, "form": "tf32x3"},
    CUDA_C,
)
"""A point that OpenCL has no words for."""

CUDA_SAMPLES = (*(replace(sample, dialect=CUDA_C) for sample in SAMPLES if served(sample)), CLUSTERS, PANEL)
"""All of the golden points that are legal there."""

LONG = frozenset({"conv_winograd_tile", "gemm_ffma", "gemm_small"})
"""Kernels whose texts are long and have nothing that shorter ones lack."""

IN_FILES = tuple(
    sample
    for sample in CUDA_SAMPLES
    if (sample.label == "smallest" and sample.kernel not in LONG)
    or (sample.kernel, sample.label)
    in {
        ("solve_chain", "packed complex"),
        ("reduce", "place"),
        ("gemm_direct", "shared batch"),
        ("gemm_hmma", "clusters"),
        ("lu_registers", "clusters"),
    }
)
"""Those whose texts are kept in files: the smallest of a kernel, and some with complex numbers."""


def architectures(sample: Sample) -> tuple[str, ...]:
    """Those on whose cards a point is legal."""
    kernel = kernels()[sample.kernel]
    return tuple(
        name
        for name, facts in ARCHITECTURES.items()
        if kernel.refusal(sample.params, sample.problem, facts) is None
    )
