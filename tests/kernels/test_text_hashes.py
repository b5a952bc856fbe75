"""No kernel's text changes unnoticed: neither those kept in files nor those of random legal points."""

import pytest

from autoblas.kernels import kernels
from support.text_hashes import PATH, POINTS, hashes


@pytest.fixture(scope="module")
def here():
    """The hashes of what is generated now."""
    return hashes()


def test_texts_have_the_hashes_that_are_kept(here, update_golden):
    """A change of any text is one of ``tests/golden/hashes.txt``, which a commit explains."""
    if update_golden:
        PATH.write_text("".join(f"{line}\n" for line in here), encoding="utf-8", newline="\n")
    golden = PATH.read_text(encoding="utf-8").splitlines()
    changed = {line.split()[0] for line in set(here) ^ set(golden)}
    assert not changed, f"texts of {len(changed)} kernels differ from tests/golden/hashes.txt"
    assert here == golden


def test_every_kernel_has_random_points_in_every_language_that_serves_it(here):
    """As many as are asked for, but in small spaces; kernels for CPUs and images have no text in CUDA C++."""
    counts: dict[tuple[str, str], int] = {}
    for line in here:
        name, language, label = line.split()[:3]
        counts[name, language] = counts.get((name, language), 0) + label.startswith("random_")
    assert {name for name, _ in counts} == set(kernels())
    assert set(kernels()) - {name for name, language in counts if language == "cu"} == {
        "conv_panel",
        "conv_winograd",
        "gemm_panel",
        "texture",
    }
    assert set(counts.values()) == {POINTS}
