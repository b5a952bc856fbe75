"""What pages call a problem: as people write it, where this version knows it; else by the words of its record."""

import pytest

from autoblas.problems.blas.notation import class_and_size, read
from autoblas.report import ProblemWork
from autoblas.report.work import work_called, work_from_key

NAMES = [
    ("gemm", "float32 row*col=row", (64, 32, 16), "sgemm NT 64x32x16", "sgemm NT", "64x32x16"),
    ("map", "float64 axpy", (1_000_000,), "daxpy 1e6", "daxpy", "1e6"),
    ("none", "float32 words", (3, 4), "none float32 words 3x4", "none float32 words", "3x4"),
    ("gemm", "float99 row*row=row", (), "gemm float99 row*row=row", "gemm float99 row*row=row", ""),
]


@pytest.mark.parametrize(("family", "signature", "sizes", "title", "called", "extent"), NAMES)
def test_names(family, signature, sizes, title, called, extent):
    """Title, class and size; whoever looks for it finds it by either's words."""
    work = work_called(family, signature, sizes)
    assert (work.title, work.class_name, work.extent) == (title, called, extent)
    assert work.title in work.search_text
    assert f"{family} {signature}".strip() in work.search_text
    assert work == ProblemWork(family, signature, sizes, work.flops, work.nbytes)


def test_journals_name_the_same():
    """What the key of a journal says is called alike."""
    work = work_from_key("gemm m=64 n=64 k=64 float32 row*row=row")
    assert work.title == "sgemm NN 64x64x64"


@pytest.mark.parametrize(
    ("text", "called", "extent"),
    [
        ("sgemm NN 64x64x64 items=16 accuracy=fast", "sgemm NN accuracy=fast", "64x64x64 items=16"),
        ("sgbmv N 99x88 kl=3 ku=2", "sgbmv N kl=3 ku=2", "99x88"),
        (
            "sconvgemm 64x3x224x224 window=7 pad=3 stride=2",
            "sconvgemm window=7 pad=3 stride=2",
            "64x3x224x224",
        ),
        ("spack 1024x1024 width=8", "spack width=8", "1024x1024"),
    ],
)
def test_a_batch_belongs_to_the_size(text, called, extent):
    """All else of a problem is of its class."""
    found_class, found_size = class_and_size(read(text))
    assert (found_class.split(), found_size) == (called.split(), extent)
