"""Vectors of more elements than 32 bits count."""

import re

import numpy as np
import pytest

from autoblas.devices.recording import PLAIN_CPU, PLAIN_GPU
from autoblas.emit.opencl_c import OPENCL_C
from autoblas.kernels import kernels
from autoblas.plan.choose import choose
from autoblas.plan.layouts.vector import MapLayout, ReduceLayout
from autoblas.plan.symbols import Bindable
from autoblas.precision import FLOAT32, FLOAT64
from autoblas.problems.vector import MAPS, REDUCTIONS, Map, Reduce
from autoblas.problems.views import VectorView

pytestmark = pytest.mark.usefixtures("all_as_written")

HUGE = 3 << 31


@pytest.mark.parametrize("facts", [PLAIN_CPU, PLAIN_GPU], ids=lambda facts: facts.kind)
@pytest.mark.parametrize("step", [1, -1, 5])
def test_more_elements_than_32_bits_count(facts, step):
    """Lengths, increments and indices have 64 bits, and the launch covers every element."""
    view = VectorView(FLOAT32, HUGE, step)
    layouts: list[Bindable] = [MapLayout(name, (view,) * len(kind.vectors)) for name, kind in MAPS.items()]
    layouts += [
        ReduceLayout(name, (view,) * len(kind.vectors), FLOAT64, FLOAT32) for name, kind in REDUCTIONS.items()
    ]
    for layout in layouts:
        choice = choose(layout.problem, facts)
        text = choice.kernel.source(choice.params, layout.problem, OPENCL_C)
        assert layout.constants["n"].dtype == np.uint64
        assert int(layout.constants["x_inc"]) == step % 2**64
        assert not re.search(r"\bint (n|i|at|first|last|stop|turn|block|spans)\b", text)
        assert re.search(r"const ulong n\b", text)
        launch = choice.kernel.geometry(choice.params, layout.problem)
        groups = launch.global_size[0] // launch.local_size[0]
        assert groups <= 65536
        assert "const size_t block = (n + spans - 1) / spans" in text


@pytest.mark.parametrize("n", [1, 63, 64, 65, 1000, HUGE, HUGE + 1])
@pytest.mark.parametrize("groups", [1, 2, 64, 65536])
def test_blocks_cover_every_element_once(n, groups):
    """What the text computes from the number of groups reaches the end, and every block begins before it."""
    kernel = kernels()["map"]
    params = kernel.space.point({"items": 64, "lanes": 4, "vectors": 2, "groups": groups})
    launch = kernel.geometry(params, Map("axpy", n, FLOAT32))
    count = launch.global_size[0] // 64
    spans = count * 64 * 4 * 2
    block = (n + spans - 1) // spans * (64 * 4 * 2)
    assert count * block >= n
    assert (count - 1) * block < n


def test_places_far_beyond_32_bits_fit_their_type():
    """A place is written as 64 bits, or as 32 where that was asked for."""
    kernel = kernels()["reduce"]
    for index, ctype in (("int64", "long"), ("uint32", "uint")):
        problem = Reduce("iamax", HUGE, FLOAT32, index=index)  # type: ignore[arg-type]  # a loop over both
        text = kernel.source(kernel.space.point({}), problem, OPENCL_C)
        assert f"__global {ctype} *restrict result" in text
        assert f"result[result_offset] = ({ctype})where;" in text
