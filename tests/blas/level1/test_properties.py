"""Random legal calls of routines on vectors, and vectors of more elements than 32 bits count."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import autoblas
from autoblas.checks.verify import compare, product_bound
from autoblas.devices.recording import PLAIN_CPU, PLAIN_GPU
from autoblas.emit.opencl_c import OPENCL_C
from autoblas.kernels import kernels
from autoblas.plan.choose import choose
from autoblas.plan.layouts.vector import MapLayout, ReduceLayout
from autoblas.precision import FLOAT32, FLOAT64
from autoblas.problems.vector import MAPS, REDUCTIONS, Map, Reduce
from autoblas.problems.views import VectorView
from support.budget import examples
from support.layouts import Placed
from support.memories import on_host
from support.vector_cases import (
    MAP_CALLS,
    assert_mapped,
    numbers,
    place_vector,
    precisions,
    reduction_problem,
    steps,
)

if TYPE_CHECKING:
    from autoblas.plan.symbols import Bindable
    from autoblas.precision import Precision
    from support.rig import Rig

pytestmark = pytest.mark.usefixtures("all_as_written")

EASY = settings(
    deadline=None, max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture]
)
HUGE = 3 << 31


@st.composite
def placements(draw: st.DrawFn) -> tuple[int, list[tuple[int, int]], bool]:
    """A length, a step and a margin for each of three vectors, and whether they are on the device."""
    pairs = [(draw(steps()), draw(st.integers(0, 5))) for _ in range(3)]
    return draw(st.integers(0, 5000)), pairs, draw(st.booleans())


def _place(
    rig: Rig, names: tuple[str, ...], precision: Precision, where: Any
) -> tuple[Any, dict[str, Placed]]:
    n, pairs, on_device = where
    values = {name: numbers(n, precision, n + i) for i, name in enumerate(names)}
    queue = rig.queue if on_device else None
    placed = {
        name: place_vector(values[name], pair[0], pair[1], queue)
        for name, pair in zip(names, pairs, strict=False)
    }
    return values, placed


@pytest.mark.budget(3)
@EASY
@given(
    st.sampled_from(tuple(MAPS)),
    precisions(),
    placements(),
    st.lists(st.sampled_from([0.0, 1.0, -1.0, 0.37, 2.5]), min_size=4, max_size=4),
)
def test_random_maps(
    any_device: Rig, operation: str, precision: Precision, where: Any, factors: list[float]
) -> None:
    """Any length, step, offset and factor: within the bound, and nothing beside the outputs is touched."""
    if operation == "rotm":
        precision = precision.real
    names = MAPS[operation].vectors
    values, placed = _place(any_device, names, precision, where)
    scalars = dict(zip(MAPS[operation].scalars, factors, strict=False))
    MAP_CALLS[operation]({name: v.view for name, v in placed.items()}, scalars, queue=any_device.queue)
    assert_mapped(operation, precision, values, placed, scalars)


@pytest.mark.budget(3)
@EASY
@given(st.sampled_from([name for name in REDUCTIONS if name != "sdsdot"]), precisions(), placements())
def test_random_reductions(any_device: Rig, name: str, precision: Precision, where: Any) -> None:
    """Any length, step and offset: within the bound, or the very place."""
    problem = reduction_problem(name, where[0], precision)
    values, placed = _place(any_device, problem.kind.vectors, precision, where)
    result = getattr(autoblas, name)(*(v.view for v in placed.values()), queue=any_device.queue)
    got = np.atleast_1d(on_host(result))
    reference, magnitude = problem.reference(*values.values())
    if problem.kind.kind == "index":
        assert got[0] == reference
        return
    bound = product_bound(magnitude, reference, where[0], problem.result, problem.accumulator)
    expected = reference if got.dtype.kind == "c" else reference.real
    assert compare(got, np.atleast_1d(expected), np.atleast_1d(bound)).ok


@pytest.mark.budget(3)
@EASY
@given(precisions(), st.integers(1, 2000), st.integers(0, 100), st.sampled_from([0.5, -2.0, 3.0]))
def test_sums_are_linear_and_norms_scale(
    any_device: Rig, precision: Precision, n: int, seed: int, factor: float
) -> None:
    """dot(x, x) = nrm2(x)^2; asum and nrm2 of a x are |a| times those of x; places do not mind a factor."""
    queue, x = any_device.queue, numbers(n, precision, seed)
    wide = "float32" if precision.part in {"half", "float"} else "float64"
    norm, total = (call(x, dtype=wide, queue=queue) for call in (autoblas.nrm2, autoblas.asum))
    scaled = x.copy()
    autoblas.scal(scaled, alpha=factor, queue=queue)
    tolerance = {"half": 2e-3, "float": 1e-4, "double": 1e-12}[precision.part]
    assert np.isclose(autoblas.nrm2(scaled, dtype=wide, queue=queue), abs(factor) * norm, rtol=tolerance)
    assert np.isclose(autoblas.asum(scaled, dtype=wide, queue=queue), abs(factor) * total, rtol=tolerance)
    summed = autoblas.dotc(x, x, dtype=None if precision.is_complex else wide, queue=queue)
    assert np.isclose(summed.real, norm.astype(np.float64) ** 2, rtol=tolerance)


@pytest.mark.parametrize("facts", [PLAIN_CPU, PLAIN_GPU], ids=lambda facts: facts.kind)
@pytest.mark.parametrize("step", [1, -1, 5])
def test_more_elements_than_32_bits_count(facts: Any, step: int) -> None:
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
def test_blocks_cover_every_element_once(n: int, groups: int) -> None:
    """What the text computes from the number of groups reaches the end, and every block begins before it."""
    kernel = kernels()["map"]
    params = kernel.space.point({"items": 64, "lanes": 4, "vectors": 2, "groups": groups})
    launch = kernel.geometry(params, Map("axpy", n, FLOAT32))
    count = launch.global_size[0] // 64
    spans = count * 64 * 4 * 2
    block = (n + spans - 1) // spans * (64 * 4 * 2)
    assert count * block >= n
    assert (count - 1) * block < n


def test_places_far_beyond_32_bits_fit_their_type() -> None:
    """A place is written as 64 bits, or as 32 where that was asked for."""
    kernel = kernels()["reduce"]
    for index, ctype in (("int64", "long"), ("uint32", "uint")):
        problem = Reduce("iamax", HUGE, FLOAT32, index=index)  # type: ignore[arg-type]  # a loop over both
        text = kernel.source(kernel.space.point({}), problem, OPENCL_C)
        assert f"__global {ctype} *restrict result" in text
        assert f"result[result_offset] = ({ctype})where;" in text
