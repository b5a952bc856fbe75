"""Products of JAX's programs on a processor, whose callbacks go the way of a card's up to the arrays."""

import contextlib
import importlib
import os
import subprocess
import sys
import threading
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import autoblas.jax
from autoblas.errors import ArgumentError, DeviceError, LaunchError, NoDeviceError
from autoblas.jax import control, disable, enable, matmul
from autoblas.jax import product as products
from autoblas.problems.contraction import contraction_of, dense, layout_of, multiplications
from support.page_examples import run_examples

Array = np.ndarray[Any, np.dtype[Any]]

UNIT = {"float16": 2.0**-11, "bfloat16": 2.0**-8, "float32": 2.0**-24, "complex64": 2.0**-24}
"""Unit roundoff; of other types it is that of double precision."""


@st.composite
def contractions(draw: Any) -> tuple[Any, tuple[int, ...], tuple[int, ...]]:
    """Axes of a product, and shapes of its operands."""
    sizes = st.lists(st.integers(1, 4), max_size=2)
    stacks, terms, rows, columns = (draw(sizes) for _ in range(4))
    orders = [draw(st.permutations(range(len([*stacks, *terms, *free])))) for free in (rows, columns)]
    axes, shapes = [], []
    for free, order in zip((rows, columns), orders, strict=True):
        lengths = [*stacks, *terms, *free]
        shapes.append(tuple(lengths[i] for i in order))
        positions = [order.index(i) for i in range(len(lengths))]
        axes.append((tuple(positions[len(stacks) :][: len(terms)]), tuple(positions[: len(stacks)])))
    (terms_a, stacks_a), (terms_b, stacks_b) = axes
    return ((terms_a, terms_b), (stacks_a, stacks_b)), shapes[0], shapes[1]


def contracted(dims: Any, a: Array, b: Array) -> Array:
    """The product by its definition."""
    (terms_a, terms_b), (stacks_a, stacks_b) = dims
    names_a, names_b = list(range(a.ndim)), list(range(20, 20 + b.ndim))
    for axis_a, axis_b in zip(terms_a + stacks_a, terms_b + stacks_b, strict=True):
        names_b[axis_b] = names_a[axis_a]
    free_a = [x for i, x in enumerate(names_a) if i not in terms_a + stacks_a]
    free_b = [x for i, x in enumerate(names_b) if i not in terms_b + stacks_b]
    product: Array = np.einsum(a, names_a, b, names_b, [*(names_a[i] for i in stacks_a), *free_a, *free_b])
    return product


@given(contractions())
def test_operands_are_stacks_of_matrices_where_they_lie(case):
    """Merged axes give the product; those that have no common stride are found."""
    dims, shape_a, shape_b = case
    a, b = (np.arange(np.prod(shape, dtype=int)).reshape(shape) for shape in (shape_a, shape_b))
    form = contraction_of(dims, shape_a, shape_b)
    views = []
    for x, groups in ((a, form.axes_a), (b, form.axes_b)):
        moved = x.transpose(sum(groups, ()))
        sizes = [int(np.prod([x.shape[i] for i in group])) for group in groups]
        layout = layout_of(x.shape, groups)
        if layout is None:
            assert x.size > 1
            layout, x = dense(*sizes), np.ascontiguousarray(moved)  # noqa: PLW2901
        view = np.lib.stride_tricks.as_strided(
            x, layout.shape, [x.itemsize * step for step in layout.strides]
        )
        assert np.array_equal(view, moved.reshape(sizes))
        views.append(view)
    exact = contracted(dims, a, b)
    assert form.shape == exact.shape
    assert np.array_equal((views[0] @ views[1]).reshape(form.shape), exact)
    assert multiplications(dims, shape_a, shape_b) == exact.size * views[0].shape[2]


def test_without_jax_it_says_so(monkeypatch):
    """Importing the module needs nothing; using it needs JAX."""
    monkeypatch.setitem(sys.modules, "jax", None)
    for call in (enable, disable, partial(matmul, 1, 2)):
        with pytest.raises(DeviceError, match="import jax first"):
            call()


@pytest.fixture(name="jax", scope="module")
def make_jax():
    """JAX on the processor, with double precision."""
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    jax = pytest.importorskip("jax")
    with jax.enable_x64(True):
        yield jax


@pytest.fixture(name="calls")
def count_calls(jax, here, monkeypatch):
    """The type of each product that a callback computes."""
    types: list[str] = []

    def counted(layouts, accuracy, context, out, *operands):
        types.append(out.dtype.name)
        compute(layouts, accuracy, context, out, *operands)

    compute = products.compute
    monkeypatch.setattr(products, "compute", counted)
    jax.clear_caches()
    yield types
    disable()
    jax.clear_caches()


@pytest.fixture(name="serving")
def serve_all(calls):
    """The types of calls while products of unchanged programs are served, whatever their size."""
    control.serve("cpu", control.ServingOptions(0, "standard"))
    return calls


def values(*shape: int, dtype: Any = "float32", seed: int = 0) -> Array:
    """Numbers between -1 and 1."""
    rng = np.random.default_rng([seed, *shape])
    real = rng.uniform(-1, 1, shape)
    complex_type = str(dtype).startswith("complex")
    return (real + 1j * rng.uniform(-1, 1, shape) if complex_type else real).astype(dtype)


def assert_close(result: Any, exact: Array, terms: int) -> None:
    """Compare with a product of higher precision."""
    unit = UNIT.get(result.dtype.name, 2.0**-53)
    wide = np.asarray(result).astype(exact.dtype)
    assert result.shape == exact.shape
    assert np.abs(wide - exact).max(initial=0) <= 8 * terms * (unit + min(unit, 2.0**-24) * terms)


@pytest.mark.jax
@pytest.mark.parametrize("dtype", products.TYPES)
def test_products_of_every_type(jax, calls, dtype):
    """Of matrices and stacks, in compiled functions and outside."""
    for stack in ((), (3,), (2, 3), (0,)):
        a, b = (jax.numpy.asarray(values(*stack, *shape)).astype(dtype) for shape in ((7, 5), (5, 6)))
        wide = np.complex128 if dtype.startswith("complex") else np.float64
        exact = np.asarray(a).astype(wide) @ np.asarray(b).astype(wide)
        for function in (
            matmul,
            jax.jit(matmul),
            jax.jit(lambda x, y: matmul(x * 1, y, accuracy="strict") + 0),
        ):
            result = function(a, b)
            assert result.dtype.name == dtype
            assert_close(result, exact, 5)
    assert calls == [dtype] * 9  # none for a stack of nothing


@pytest.mark.jax
@pytest.mark.parametrize("dtype", ["float64", "complex128"])
def test_derivatives(jax, calls, dtype):
    """Forward and backward, twice, compared with differences."""
    check: Any = importlib.import_module("jax.test_util").check_grads

    for stack in ((), (2,)):
        check(matmul, (values(*stack, 2, 3, dtype=dtype), values(*stack, 3, 2, dtype=dtype)), 2)
    assert len(calls) > 20


@pytest.mark.jax
@pytest.mark.parametrize(("in_axes", "served"), [((0, 0), 3), ((2, None), 3), ((None, 1), 3), ((-1, 1), 3)])
def test_vmap(jax, calls, in_axes, served):
    """Over either operand or both, of products and derivatives: one launch for each product."""
    a, b = values(4, 5, 3, dtype="float64"), values(4, 3, 6, dtype="float64")
    operands = [
        x[0] if axis is None else np.moveaxis(x, 0, axis) for x, axis in zip((a, b), in_axes, strict=True)
    ]

    def steps(product):
        def loss(x, y):
            return (product(x, y) ** 3).sum()

        return jax.jit(jax.vmap(jax.grad(loss, (0, 1)), in_axes))(*operands)

    for ours, theirs in zip(steps(matmul), steps(jax.numpy.matmul), strict=True):
        assert np.allclose(ours, theirs, 1e-13, 1e-13)
    assert len(calls) == served
    nested = jax.vmap(jax.vmap(matmul, (None, 0)), (0, None))(a, b)
    assert np.allclose(nested, a[:, None] @ b[None], 1e-14, 1e-14)


@pytest.mark.jax
def test_wrong_arguments_are_named(jax):
    """Before anything is compiled."""
    a = jax.numpy.ones((2, 3))
    wrong = [(a, a), (a, a[0]), (a, jax.numpy.ones((1, 3, 2))), (a, a.T.astype("float32"))]
    for operands in wrong:
        with pytest.raises(ArgumentError, match=r"^b: expected"):
            jax.jit(matmul)(*operands)
    for x in (a > 0, a[0]):
        with pytest.raises(ArgumentError, match=r"^a: expected"):
            jax.jit(matmul)(x, x.T)
    with pytest.raises(ArgumentError, match=r"^accuracy: expected"):
        matmul(a, a.T, accuracy="most")  # type: ignore[arg-type]
    refused: tuple[dict[str, Any], ...] = ({"min_flops": -1}, {"min_flops": "1"}, {"accuracy": "auto"})
    for named in refused:
        with pytest.raises(ArgumentError, match="expected"):
            enable(**named)
    with pytest.raises(NoDeviceError, match="JAX sees no such device"):
        enable()


@pytest.mark.jax
def test_a_jax_without_what_is_needed(jax, monkeypatch):
    """One sentence with the version."""
    from autoblas.jax.library import _parts

    monkeypatch.delattr(jax.interpreters.mlir, "_lowerings")
    _parts.cache_clear()
    with pytest.raises(DeviceError, match=r"needs JAX 0.10 or newer, this is .*_lowerings"):
        disable()
    monkeypatch.undo()


@pytest.mark.jax
@given(case=contractions(), seed=st.integers(0, 9))
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_products_of_unchanged_programs(jax, serving, case, seed):
    """Of any axes: a served one has XLA's shape and is right."""
    dims, shape_a, shape_b = case
    a, b = values(*shape_a, seed=seed), values(*shape_b, seed=seed + 1)
    exact = contracted(dims, a.astype(float), b.astype(float))
    count = len(serving)
    result = jax.jit(partial(jax.lax.dot_general, dimension_numbers=dims, precision="highest"))(a, b)
    assert_close(result, exact, 16)
    assert len(serving) == count + 1


@pytest.mark.jax
def test_what_is_not_served(jax, serving, caplog):
    """Less precision, other types and results, small and empty products, and programs that are exported."""
    dot, highest = jax.numpy.matmul, jax.lax.Precision.HIGHEST
    a = values(20, 20)
    asked: dict[str, Any] = {"precision": highest}
    for operands, options in (
        ((a, a), {}),
        ((a, a), {"precision": "high"}),
        ((a, a), {"precision": (highest, jax.lax.Precision.HIGH)}),
        ((a, a), {"precision": jax.lax.DotAlgorithmPreset.F32_F32_F32}),
        ((a, a), {**asked, "preferred_element_type": np.float64}),
        ((a.astype("float64"), a.astype("float64")), asked),
        ((a.astype("float16"), a.astype("float16")), asked),
        ((a[:0], a), asked),
        ((a[:, :0], a[:0]), asked),
    ):
        jax.jit(partial(dot, **options))(*operands)
    jax.export.export(jax.jit(partial(dot, **asked)))(a, a)
    jax.export.export(jax.jit(partial(dot, **asked)), platforms=["cpu", "cuda"])(a, a)
    assert serving == []
    with jax.default_matmul_precision("float32"):
        assert_close(jax.jit(dot)(a, a), a.astype(float) @ a, 20)
    with caplog.at_level("INFO", "autoblas.jax"):
        control.serve("cpu", control.ServingOptions(2 * 20**3, "strict"))
        jax.jit(partial(dot, **asked))(a, a)
        jax.jit(partial(dot, **asked))(a[1:], a)
    assert serving == ["float32"] * 2
    assert caplog.messages == ["serves a product of float32[20,20] and float32[20,20]"]


@pytest.mark.jax
def test_a_program_is_served_while_the_switch_is_on(jax, calls):
    """Loops, branches and derivatives; compiled functions follow the switch, and off they are XLA's to the bit."""
    w, x = values(30, 30), values(8, 30)

    def loss(w):
        def layer(h, _):
            h = jax.lax.cond(h[0, 0] > 2, lambda h: h, lambda h: jax.numpy.tanh(h @ w), h)
            return h, h.sum()

        return jax.lax.scan(jax.checkpoint(layer), x, length=5)[1].sum()

    compiled = jax.grad(jax.jit(loss))

    def computed():
        with jax.default_matmul_precision("highest"):
            return np.asarray(compiled(w))

    before = computed()
    assert calls == []
    control.serve("cpu", control.ServingOptions(0, "standard"))
    assert np.allclose(computed(), before, 1e-4, 1e-5)
    assert len(calls) == 20  # forward, again, and two of each backward
    disable()
    assert np.array_equal(computed(), before)
    assert len(calls) == 20


@pytest.mark.jax
def test_an_error_in_a_callback_is_one_of_jax(jax, serving, monkeypatch):
    """It has our sentence, and the same program computes when the cause is gone."""
    product = jax.jit(partial(jax.numpy.matmul, precision="highest"))
    a = values(9, 9)

    def refused(*_, **options):
        raise LaunchError("the card refused the kernel")

    with monkeypatch.context() as patch:
        patch.setattr(autoblas, "gemm", refused)
        with pytest.raises(jax.errors.JaxRuntimeError, match="LaunchError: the card refused the kernel"):
            product(a, a).block_until_ready()
    assert_close(product(a, a), a.astype(float) @ a, 9)


@pytest.mark.jax
def test_threads(jax, serving):
    """Several compute at once, each its own products."""
    product = jax.jit(partial(jax.numpy.matmul, precision="highest"))
    wrong: list[int] = []

    def work(number):
        a = values(30 + number % 2, 30, seed=number)
        for _ in range(20):
            with contextlib.suppress(AssertionError):
                assert_close(product(a, a.T), a.astype(float) @ a.T, 30)
                continue
            wrong.append(number)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    assert len(serving) == 80


@pytest.mark.jax
def test_the_examples_of_the_page(jax, calls, monkeypatch):
    """Both ways of serving; with NumPy in CuPy's place."""
    monkeypatch.setattr(
        autoblas.jax, "enable", partial(control.serve, "cpu", control.ServingOptions(0, "standard"))
    )
    monkeypatch.setitem(sys.modules, "cupy", np)
    precision = jax.config.jax_default_matmul_precision
    with jax.enable_x64(False):
        names = run_examples("guide/jax.md", __name__)
    jax.config.update("jax_default_matmul_precision", precision)
    assert len(calls) == 3
    assert names["step"].shape == (256, 128)


PROGRAM = """
import sys
import jax
import numpy as np
from jax.sharding import PartitionSpec as P
from autoblas.jax import control, matmul

for name, value in (("cache_dir", sys.argv[1]), ("persistent_cache_min_compile_time_secs", 0)):
    jax.config.update(f"jax_{'compilation_' * (name == 'cache_dir')}{name}", value)
calls, compute = [], control.by_callback
def counted(*operands, **options):
    calls.append(operands[1].shape)
    return compute(*operands, **options)
control.by_callback = counted
if sys.argv[2] == "served":
    control.serve("cpu", control.ServingOptions(0, "standard"))
x, w = np.random.default_rng(0).standard_normal((2, 16, 16)).astype(np.float32)
def product(x):
    with jax.default_matmul_precision("highest"):
        return x @ w
mesh = jax.sharding.Mesh(jax.devices(), ("i",))
place = jax.NamedSharding(mesh, P("i"))
parallel = jax.shard_map(matmul, mesh=mesh, in_specs=(P("i"), P()), out_specs=P("i"))
gradient = jax.jit(jax.grad(lambda w: parallel(x, w).sum()))(w)
assert np.allclose(gradient, np.repeat(x.sum(0), 16).reshape(16, 16), 1e-5, 1e-5)
for f, operand in (
    (product, x),
    (product, jax.device_put(x, place)),
    (jax.shard_map(product, mesh=mesh, in_specs=P("i"), out_specs=P("i")), x),
    (lambda x: parallel(x, w), x),
):
    assert np.allclose(jax.jit(f)(operand), np.float64(x) @ w, 1e-5, 1e-5)
print(calls)
"""


@pytest.mark.jax
def test_other_processes_and_several_devices(jax, tmp_path):
    """A stored program never has a callback of another process; only what one device has whole is served."""
    environment = os.environ | {
        "XLA_FLAGS": "--xla_force_host_platform_device_count=2",
        "JAX_PLATFORMS": "cpu",
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    for served, shapes in (
        ("served", "[(16, 16), (8, 16)]"),
        ("plain", "[]"),
        ("served", "[(16, 16), (8, 16)]"),
    ):
        run = [sys.executable, "-c", PROGRAM, str(tmp_path), served]
        done = subprocess.run(run, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert done.stdout.strip() == shapes
    assert list(tmp_path.iterdir())
