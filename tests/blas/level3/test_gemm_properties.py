"""Products against integer arithmetic and against their error bound, for any sizes, layouts, factors and batches."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from autoblas import gemm, gemm_batched
from autoblas.checks.verify import compare, integers, product_bound, product_reference
from autoblas.kernels import kernels
from autoblas.plan import candidates
from autoblas.plan.results import forget_plans
from autoblas.precision import COMPLEX64, FLOAT32, FLOAT64, INT32
from support.budget import examples
from support.layouts import Layout, Stacking, layouts, place, stackings

pytestmark = pytest.mark.usefixtures("all_as_written")

sizes = st.one_of(st.integers(0, 8), st.integers(1, 70))
halves = st.integers(-6, 6).map(lambda number: number / 2)
precisions = st.sampled_from([FLOAT32, FLOAT64])

ANY_ORDER_COMPILES = settings(
    deadline=None,  # the first call of a layout compiles
    max_examples=examples(20),
    suppress_health_check=[HealthCheck.too_slow],
)


@ANY_ORDER_COMPILES
@given(
    st.tuples(sizes, sizes, sizes),
    precisions,
    st.tuples(layouts(), layouts(), layouts()),
    halves,
    halves,
    st.data(),
)
def test_integers_are_multiplied_exactly(any_device, shape, precision, placing, alpha, beta, data):
    """The result is right to the bit, A and B stay as they were, and nothing outside C is written."""
    m, n, k = shape
    rng = np.random.default_rng(data.draw(st.integers(0, 1000)))
    flip_a, flip_b = data.draw(st.booleans()), data.draw(st.booleans())
    queue = any_device.queue if data.draw(st.booleans()) and 0 not in shape else None
    a, b, c = (integers(rng, s, precision) for s in ((m, k), (k, n), (m, n)))
    old = np.full_like(c, np.nan) if beta == 0 else c
    left, right, out = (
        place(x, layout, queue)
        for x, layout in zip((a.T if flip_a else a, b.T if flip_b else b, old), placing, strict=True)
    )
    result = gemm(
        left.view,
        right.view,
        alpha=alpha,
        beta=beta,
        c=out.view,
        trans_a="T" if flip_a else "N",
        trans_b="T" if flip_b else "N",
        queue=any_device.queue,
    )
    assert result is out.view
    assert np.array_equal(out.values(), alpha * (a @ b) + beta * c)
    assert out.intact()
    assert left.intact()
    assert right.intact()
    assert np.array_equal(left.values(), a.T if flip_a else a)
    assert np.array_equal(right.values(), b.T if flip_b else b)


@pytest.mark.budget(3)
@ANY_ORDER_COMPILES
@given(
    st.tuples(st.integers(1, 60), st.integers(1, 60), st.integers(1, 300)),
    precisions,
    st.floats(-1e3, 1e3, width=32),
    st.floats(-1e3, 1e3, width=32),
    st.integers(0, 1000),
    st.integers(0, 12),
)
def test_reals_stay_within_the_bound(any_device, shape, precision, alpha, beta, seed, scale):
    """Every element's error is at most what the analysis allows, for factors of any size."""
    m, n, k = shape
    rng = np.random.default_rng(seed)
    a, b, c = (
        (rng.standard_normal(s) * 10.0 ** rng.uniform(-scale / 4, scale / 4, s)).astype(precision.dtype)
        for s in ((m, k), (k, n), (m, n))
    )
    reference, magnitude = product_reference(a, b, alpha, beta, c)
    result = gemm(a, b, alpha=alpha, beta=beta, c=c.copy(), queue=any_device.queue)
    verdict = compare(result, reference, product_bound(magnitude, reference, k, precision))
    assert verdict.ok, str(verdict)


@pytest.fixture(scope="module")
def plain_kernel():
    """The kernel that compiles fastest serves everything, so that many layouts can be tried."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(candidates, "serving", lambda family: (kernels()["gemm_direct"],))
        forget_plans()
        yield
    forget_plans()


numbers = st.integers(-3, 3)


@pytest.mark.usefixtures("plain_kernel")
@ANY_ORDER_COMPILES
@given(
    st.tuples(st.integers(0, 5), *[st.integers(0, 20)] * 3),
    st.sampled_from([FLOAT32, FLOAT32, COMPLEX64, INT32]),
    st.tuples(stackings(), stackings(), stackings()),
    st.sampled_from(["", "", "a", "b"]),
    st.data(),
)
def test_batches_of_integers_are_multiplied_exactly(any_device, shape, precision, placing, shared, data):
    """Every item is right to the bit, whatever is shared and whatever factors each has; all else stays as it was."""
    items, m, n, k = shape
    rng = np.random.default_rng(data.draw(st.integers(0, 1000)))
    queue = any_device.queue if data.draw(st.booleans()) and 0 not in shape else None
    letters = data.draw(st.tuples(*[st.sampled_from("NTC")] * 2))
    alpha, beta = (data.draw(numbers | st.lists(numbers, min_size=items, max_size=items)) for _ in "ab")
    stacks = (integers(rng, (items, *each), precision) for each in ((m, k), (k, n), (m, n)))
    a, b, c = (x.astype(complex if precision is COMPLEX64 else float) for x in stacks)
    alphas, betas = (np.broadcast_to(np.array(x), items)[:, None, None] for x in (alpha, beta))
    old = c.copy()
    if precision is not INT32:
        old[betas.ravel() == 0] = np.nan
    placed = []
    for name, stack, letter, layout in zip("ab", (a, b), letters, placing[:2], strict=True):
        turned = stack if letter == "N" else stack.swapaxes(1, 2)
        given_stack = np.conj(turned) if letter == "C" else turned.copy()
        if precision is not INT32 and name not in shared:
            given_stack[alphas.ravel() == 0] = np.nan  # must not be read
        lies: Layout | Stacking = layout
        if name in shared and items:
            given_stack, lies = given_stack[0], Layout(margin=1)
            stack[:] = stack[0]
        placed.append(place(given_stack.astype(precision.dtype), lies, queue))
    out = place(old.astype(precision.dtype), placing[2], queue)
    left, right = placed
    result = gemm_batched(
        left.view,
        right.view,
        alpha=alpha,
        beta=beta,
        c=out.view,
        trans_a=letters[0],
        trans_b=letters[1],
        queue=any_device.queue,
    )
    assert result is out.view
    assert np.array_equal(out.values(), alphas * (a @ b) + betas * c)
    assert out.intact()
    assert left.intact()
    assert right.intact()
