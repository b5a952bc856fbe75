"""From a problem to a choice: which kernel is served and why."""

import dataclasses
from typing import Any

import msgspec
import pytest

from autoblas.database import Provenance, Shipped
from autoblas.devices.recording import AVX2_CPU, HOPPER, NEON_CPU, PLAIN_CPU, PLAIN_GPU, SMALL_GPU, SSE_CPU
from autoblas.emit.opencl_c import OPENCL_C
from autoblas.errors import NoKernelError
from autoblas.kernels import kernels, serving
from autoblas.kernels.space import parameters
from autoblas.plan.candidates import DEFAULT, SUGGESTED
from autoblas.plan.choose import choices, choose
from autoblas.plan.results import place_of, user_results
from autoblas.precision import COMPLEX64, COMPLEX128, FLOAT16, FLOAT32, FLOAT64, INT32
from autoblas.problems import Matmul, Pack
from autoblas.problems.vector import Map
from autoblas.tune.points import starts
from support.database_cases import record_at

PROBLEM = Matmul(64, 64, 64, FLOAT32)

pytestmark = pytest.mark.usefixtures("nothing_shipped")


@pytest.mark.usefixtures("own_results")
@pytest.mark.parametrize("facts", [PLAIN_CPU, PLAIN_GPU, SMALL_GPU], ids=lambda f: f.name)
@pytest.mark.parametrize("sizes", [(1, 1, 0), (1, 1, 1), (64, 64, 64), (1000, 3, 70)])
def test_there_is_a_kernel_for_everything_by_default(facts, sizes: tuple[int, int, int]):
    """Where nothing was measured, something legal is served, with its packing."""
    for order in ("row", "col", "any"):
        choice = choose(Matmul(*sizes, FLOAT32, order, order), facts)
        assert choice.origin in {SUGGESTED, DEFAULT}
        assert choice.kernel.refusal(choice.params, choice.problem, facts) is None
        wanted = choice.kernel.helpers(choice.params, choice.problem)
        assert tuple(helper for helper, _ in choice.helpers) == wanted
        for helper, helping in choice.helpers:
            assert helping.problem == helper.problem
            assert helping.kernel.refusal(helping.params, helping.problem, facts) is None


@pytest.mark.usefixtures("own_results")
def test_a_choice_says_whether_it_was_measured():
    """A record's time is that of the choice; what kernels suggest has none, and neither has to be proved first."""
    suggested = choose(PROBLEM, PLAIN_CPU)
    assert (suggested.recorded, suggested.seconds, suggested.unproved) == (False, 0.0, False)
    user_results().add([record_at(PLAIN_CPU, PROBLEM, "gemm_direct", 2e-6, rm=4)])
    recorded = choose(PROBLEM, PLAIN_CPU)
    assert recorded.kernel.name == "gemm_direct"
    assert (recorded.recorded, recorded.seconds, recorded.unproved) == (True, 2e-6, False)


@pytest.mark.usefixtures("own_results")
def test_without_a_kernel_every_candidate_says_why():
    """A device without doubles serves none; the error names each kernel and the rule."""
    with pytest.raises(NoKernelError) as caught:
        choose(Matmul(8, 8, 8, FLOAT64), SMALL_GPU)
    for kernel in serving(Matmul):
        assert any(label.startswith(kernel.name) for label in caught.value.excluded)
    assert caught.value.excluded["gemm_direct"] == "the device computes in this precision"
    assert "computes dgemm NN 8x8x8" in str(caught.value)


@pytest.mark.usefixtures("own_results")
@pytest.mark.parametrize(
    ("types", "fp64", "fp16", "served"),
    [
        ((FLOAT64, FLOAT64, FLOAT64, FLOAT32), False, True, False),
        ((FLOAT32, FLOAT32, FLOAT32, FLOAT64), False, True, False),
        ((COMPLEX128, COMPLEX128, COMPLEX128, COMPLEX128), False, True, False),
        ((COMPLEX64, COMPLEX64, COMPLEX64, COMPLEX64), False, False, True),
        ((FLOAT16, FLOAT16, FLOAT16, FLOAT32), False, False, True),
        ((FLOAT16, FLOAT32, FLOAT32, FLOAT32), True, False, True),
        ((FLOAT16, FLOAT16, FLOAT16, FLOAT16), True, False, False),
        ((FLOAT16, FLOAT16, FLOAT16, FLOAT16), True, True, True),
        ((INT32, INT32, INT32, INT32), False, False, True),
    ],
)
def test_a_device_serves_what_it_can_compute_in(types, fp64, fp16, served):
    """Doubles are needed wherever they occur; halves only where they are multiplied, for they are a format too."""
    a, b, c, summed = types
    problem = Matmul(8, 8, 8, c, type_a=a, type_b=b, accumulator=summed)
    facts = dataclasses.replace(PLAIN_GPU, fp64=fp64, fp16=fp16)
    if served:
        choice = choose(problem, facts)
        assert choice.kernel.refusal(choice.params, problem, facts) is None
        return
    with pytest.raises(NoKernelError, match="the device computes in this precision"):
        choose(problem, facts)


@pytest.mark.usefixtures("own_results")
def test_problems_that_differ_in_more_than_size_have_records_of_their_own():
    """Types, accumulators, conjugates, batches and what is shared are classes; the number of items is a size.

    A record of a class that is related, with the same types and sizes, is better than none, and is named.
    """
    batch = dataclasses.replace(PROBLEM, items=10)
    user_results().add([record_at(PLAIN_CPU, batch, "gemm_direct", rm=4)])
    changes: list[dict[str, Any]] = [
        {"listed": True},
        {"shared": "a"},
        {"accumulator": FLOAT64},
        {"a": "col"},
    ]
    for change in changes:
        related = choose(dataclasses.replace(batch, **change), PLAIN_CPU)
        assert related.origin == f"measured here at this size for {batch.signature}"
    changes = [{"items": 1}, {"type_b": FLOAT64}, {"precision": FLOAT64}]
    for change in changes:
        assert choose(dataclasses.replace(batch, **change), PLAIN_CPU).origin == SUGGESTED
    assert choose(batch, PLAIN_CPU).origin == "measured here at this size"
    assert choose(dataclasses.replace(PROBLEM, items=12), PLAIN_CPU).params.rm == 4
    whole, conjugated = (Matmul(64, 64, 64, COMPLEX64, conjugate=x) for x in ("", "b"))
    user_results().add([record_at(PLAIN_CPU, whole, "gemm_direct", rm=4)])
    assert choose(whole, PLAIN_CPU).origin == "measured here at this size"
    assert choose(conjugated, PLAIN_CPU).origin == f"measured here at this size for {whole.signature}"


@pytest.mark.usefixtures("own_results")
def test_a_measured_point_is_served_first():
    """The fastest record of this problem comes before slower ones and before the defaults; near sizes serve too."""
    assert choose(PROBLEM, PLAIN_CPU).kernel.name != "gemm_direct"
    user_results().add(
        [
            record_at(PLAIN_CPU, PROBLEM, "gemm_direct", 2e-6, rm=4, rn=8),
            record_at(PLAIN_CPU, PROBLEM, "gemm_direct", 3e-6, rm=1),
        ]
    )
    choice = choose(PROBLEM, PLAIN_CPU)
    assert (choice.kernel.name, choice.params.rm, choice.params.rn) == ("gemm_direct", 4, 8)
    assert (choice.origin, choice.seconds) == ("measured here at this size", 2e-6)
    assert choice.excluded == {}
    near = choose(Matmul(65, 64, 64, FLOAT32), PLAIN_CPU)
    assert (near.params, near.origin) == (choice.params, "measured here at 64x64x64")
    assert choose(Matmul(64, 64, 64, FLOAT64), PLAIN_CPU).origin == SUGGESTED
    assert [start.params.rm for start in starts(PROBLEM, PLAIN_CPU)[:2]] == [4, 1]


@pytest.mark.usefixtures("own_results")
@pytest.mark.parametrize(
    ("kernel", "values", "reason"),
    [
        ("gemm_tile", {"va": 4, "vb": 4, "rm": 8, "rn": 8}, "vectors of A need adjacent elements"),
        ("gemm_direct", {"rm": 3}, "rm: expected one of 1, 2, 4, 8; got 3"),
        ("gemm_direct", {"depth": 3}, "depth: expected one of the parameters"),
        ("gemm_lost", {}, "this version has such a kernel"),
        ("pack", {}, "this version has such a kernel"),
    ],
)
def test_a_record_that_is_not_legal_here_is_skipped_with_its_reason(kernel, values, reason):
    """A record of another version or layout does no harm, and the choice says why it was not taken."""
    problem = Matmul(64, 64, 64, FLOAT32, "any")
    name = kernel if kernel in kernels() else "gemm_direct"
    record = record_at(PLAIN_CPU, problem, name, 1e-9)
    broken = msgspec.structs.replace(record, kernel=kernel, parameters={**record.parameters, **values})
    user_results().add([broken, record_at(PLAIN_CPU, problem, "gemm_direct", 1.4e-9)])
    choice = choose(problem, PLAIN_CPU)
    assert choice.kernel.name == "gemm_direct"
    assert choice.seconds == 1.4e-9
    ((label, sentence),) = choice.excluded.items()
    assert label == f"{kernel} (measured here at this size)"
    assert reason in sentence


@pytest.mark.usefixtures("own_results")
def test_what_packs_columns_is_no_guess_for_rows():
    """A record of another panel serves where the matrix is read in the same order, and not where it is read across."""
    measured = Pack(512, 512, 8, FLOAT32, "col")
    user_results().add([record_at(PLAIN_CPU, measured, "pack", depth=64, lanes=1)])
    assert choose(Pack(512, 512, 16, FLOAT32, "col"), PLAIN_CPU).params.lanes == 1
    across = choose(Pack(512, 512, 16, FLOAT32, "row"), PLAIN_CPU)
    assert (across.origin, across.params.lanes) == (SUGGESTED, 16)


@pytest.mark.usefixtures("own_results")
def test_where_images_are_gone_the_next_best_serves():
    """The fastest records read images; of the others the fastest is taken, and each that was passed over says why."""
    images = {"a_memory": "image", "b_memory": "image"}
    user_results().add(
        [
            record_at(PLAIN_GPU, PROBLEM, "gemm_block", 1e-6, **images),
            record_at(PLAIN_GPU, PROBLEM, "gemm_block", 1.1e-6, b_memory="image"),
            record_at(PLAIN_GPU, PROBLEM, "gemm_block", 1.3e-6, rm=2),
            record_at(PLAIN_GPU, PROBLEM, "gemm_block", 1.2e-6, rm=8),
        ]
    )
    assert choose(PROBLEM, PLAIN_GPU).params.images == "ab"
    choice = choose(PROBLEM, dataclasses.replace(PLAIN_GPU, images=False))
    assert (choice.params.images, choice.params.rm, choice.seconds) == ("", 8, 1.2e-6)
    assert set(choice.excluded.values()) == {"the device has images where the parameters need one"}


@pytest.mark.usefixtures("own_results")
def test_a_record_with_numbers_of_another_type_does_no_harm():
    """JSON written by hand may say 2.0 for 2; it is skipped, or read as 2."""
    user_results().add([record_at(PLAIN_CPU, PROBLEM, "gemm_direct", rm=2.0)])
    choice = choose(PROBLEM, PLAIN_CPU)
    assert choice.kernel.source(choice.params, PROBLEM, OPENCL_C)


@pytest.mark.usefixtures("own_results")
def test_choices_go_on_after_the_best(any_device):
    """Behind the records come the suggestions, each legal, the last resort among them."""
    facts = any_device.device.facts
    user_results().add(
        [record_at(facts, PROBLEM, "gemm_direct", seconds=s, rm=r) for s, r in ((1e-6, 1), (1.4e-6, 4))]
    )
    served = list(choices(PROBLEM, facts))
    assert [(c.kernel.name, c.params.rm) for c in served[:2]] == [("gemm_direct", 1), ("gemm_direct", 4)]
    assert {c.kernel.name for c in served if c.origin == SUGGESTED} >= {"gemm_direct", "gemm_tile"}
    assert all(c.kernel.refusal(c.params, PROBLEM, facts) is None for c in served)


@pytest.mark.usefixtures("own_results")
def test_a_record_of_all_of_c_gives_way_where_a_triangle_needs_other_tiles():
    """136 tiles of 128 rows take a device of 132 multiprocessors two rounds, as all 256 do; smaller ones take less."""
    whole = Matmul(2048, 2048, 2048, FLOAT64)
    user_results().add([record_at(HOPPER, whole, "gemm_dmma", 2.9e-4)])
    assert choose(whole, HOPPER).origin == "measured here at this size"
    for order in ("row", "col"):
        chosen = choose(dataclasses.replace(whole, a=order, part="lower"), HOPPER)
        assert (chosen.kernel.name, chosen.origin) == ("gemm_dmma", SUGGESTED)
        assert chosen.params.tm < kernels()["gemm_dmma"].space.point({}).tm


@pytest.mark.usefixtures("own_results")
def test_a_record_of_a_much_smaller_size_is_passed_over():
    """What was best for 16 rows does not serve 1000; beyond the size that fills a device, all are alike."""
    user_results().add([record_at(PLAIN_CPU, Matmul(16, 16, 16, FLOAT32), "gemm_direct")])
    far = choose(Matmul(1000, 1000, 1000, FLOAT32), PLAIN_CPU)
    assert far.origin == SUGGESTED
    assert any(
        "the size it was measured at is at most 3 doublings away" in reason
        for reason in far.excluded.values()
    )
    assert choose(Matmul(30, 20, 10, FLOAT32), PLAIN_CPU).kernel.name == "gemm_direct"
    user_results().add([record_at(PLAIN_CPU, Matmul(2048, 2048, 2048, FLOAT32), "gemm_direct")])
    assert choose(Matmul(10**5, 10**5, 10**5, FLOAT32), PLAIN_CPU).kernel.name == "gemm_direct"


def test_what_is_suggested_suits_the_kind_of_device():
    """Where nothing was measured, a CPU gets packed panels and a GPU staged tiles, whatever bytes they would move."""
    for n in (64, 256, 1024, 4000):
        for facts in (SSE_CPU, NEON_CPU, AVX2_CPU, PLAIN_CPU):
            assert choose(Matmul(n, n, n, FLOAT32), facts).kernel.name == "gemm_panel"
        assert choose(Matmul(n, n, n, FLOAT32), PLAIN_GPU).kernel.name != "gemm_panel"


@pytest.mark.usefixtures("own_results")
def test_a_slow_alternative_does_not_replace_the_best():
    """Where the best record at a size is not legal, another one serves only if it was nearly as fast."""
    narrow = AVX2_CPU
    best = record_at(narrow, PROBLEM, "gemm_panel", 1e-6, rm=14, lanes=16, vectors=2)
    user_results().add([best, record_at(narrow, PROBLEM, "gemm_tile", 1e-4)])
    choice = choose(PROBLEM, narrow)
    assert choice.origin == SUGGESTED
    assert choice.kernel.name == "gemm_panel"
    user_results().add([record_at(narrow, PROBLEM, "gemm_direct", 1.2e-6)])
    assert choose(PROBLEM, narrow).kernel.name == "gemm_direct"


@pytest.mark.usefixtures("own_results")
def test_a_record_of_another_compiler_does_not_serve_a_cpu():
    """What one CPU runtime compiles well may be ten times slower on another; on GPUs any record is a start."""
    for facts, served in ((PLAIN_CPU, False), (PLAIN_GPU, True)):
        elsewhere = dataclasses.replace(facts, name="another", platform="another platform")
        user_results().add([record_at(elsewhere, PROBLEM, "gemm_direct", multiply="mad")])
        assert (choose(PROBLEM, facts).origin != SUGGESTED) is served


def test_a_record_names_this_device(pocl):
    """The database knows a device by what its driver reports."""
    device_key, facts = place_of(pocl.device.facts), pocl.device.facts
    assert (device_key.device, device_key.platform, device_key.driver) == (
        facts.name,
        facts.platform,
        facts.driver,
    )
    assert isinstance(record_at(facts, PROBLEM, "gemm_direct").provenance, Provenance)


POCL = "Portable Computing Language"
PROCESSORS = [dataclasses.replace(f, platform=POCL) for f in (PLAIN_CPU, AVX2_CPU, NEON_CPU, SSE_CPU)]


@pytest.mark.usefixtures("own_results")
@pytest.mark.parametrize("here", PROCESSORS, ids=lambda f: f.name)
@pytest.mark.parametrize("there", PROCESSORS, ids=lambda f: f.name)
def test_records_serve_processors_with_such_vectors(here, there):
    """A tile for others spills here or leaves registers unused, also where the names are the same; the reason is said.

    What says nothing of its rows and vectors, such as how work-items share a vector, is no better off.
    """
    measured = dataclasses.replace(there, name="virtual CPU")
    panel: Any = kernels()["gemm_panel"].suggested(Matmul(1024, 1024, 1024, FLOAT32), there)
    tile = {name: getattr(panel, name) for name in ("rm", "lanes", "vectors", "pack_a")}
    whole, vector = Matmul(1024, 1024, 1024, FLOAT32), Map("axpy", 1 << 20, FLOAT32)
    user_results().add([record_at(measured, whole, "gemm_panel", depth=384, **tile)])
    user_results().add([record_at(measured, vector, "map", vectors=4)])
    for problem in (whole, vector):
        alike, named = choose(problem, here), choose(problem, dataclasses.replace(here, name="virtual CPU"))
        if here is there:
            assert alike.origin == f"measured here on virtual CPU ({POCL}) at this size"
            assert named.origin == "measured here at this size"
            continue
        assert (alike.origin, named.origin) == (SUGGESTED, SUGGESTED)
        for choice in (alike, named):
            (reason,) = choice.excluded.values() if problem is vector else [*choice.excluded.values()][:1]
            assert "registers" in reason


@pytest.mark.usefixtures("own_results")
def test_a_record_that_does_not_say_its_vectors_serves_its_own_device():
    """What an earlier version measured here still serves; on another processor it is not used."""
    record = record_at(AVX2_CPU, PROBLEM, "gemm_direct", rm=4)
    silent = msgspec.structs.replace(record.place, vector_bytes=0, vector_registers=0, cache_bytes=0)
    user_results().add([msgspec.structs.replace(record, place=silent)])
    assert choose(PROBLEM, AVX2_CPU).origin == "measured here at this size"
    choice = choose(PROBLEM, dataclasses.replace(AVX2_CPU, name="another"))
    assert choice.origin == SUGGESTED
    assert any("does not say which it had" in reason for reason in choice.excluded.values())


@pytest.mark.usefixtures("own_results")
def test_the_nearest_caches_serve_an_unmeasured_processor():
    """Of processors with such vectors the one whose cache is nearest in powers of two, of any vendor."""
    here = dataclasses.replace(AVX2_CPU, cache_bytes=32 << 20)
    for maker, megabytes, rm in (("nobody", 4, 1), ("somebody", 24, 2), ("nobody", 128, 4), ("nobody", 0, 8)):
        there = dataclasses.replace(here, name=f"{megabytes} MiB", vendor=maker, cache_bytes=megabytes << 20)
        user_results().add([record_at(there, PROBLEM, "gemm_direct", rm=rm)])
    assert choose(PROBLEM, here).params.rm == 2
    assert choose(PROBLEM, dataclasses.replace(here, cache_bytes=100 << 20)).params.rm == 4


@pytest.mark.parametrize("facts", PROCESSORS, ids=lambda f: f.name)
@pytest.mark.parametrize("precision", [FLOAT32, FLOAT64, COMPLEX64, COMPLEX128], ids=lambda p: p.name)
def test_what_ships_serves_only_processors_like_those_it_was_measured_on(facts, precision, monkeypatch):
    """A processor without records is served by those of one with the same vectors, or by suggestions."""
    shipped = Shipped()
    monkeypatch.setattr("autoblas.plan.results.shipped_results", lambda: shipped)
    for name in ("an unmeasured one", "pthread-AMD EPYC"):
        here = dataclasses.replace(facts, name=name)
        alike = [r for r in shipped.records() if r.place.vectors == place_of(here).vectors]
        for sizes in ((64, 64, 64), (1024, 1024, 1024), (1000, 3, 1000)):
            whole = choose(Matmul(*sizes, precision), here)
            for choice in (whole, *(helping for _, helping in whole.helpers)):
                point = parameters(choice.params).items()
                assert choice.kernel.refusal(choice.params, choice.problem, here) is None
                assert choice.origin == SUGGESTED or any(
                    r.kernel == choice.kernel.name and r.parameters.items() <= point for r in alike
                )


@pytest.mark.usefixtures("own_results")
def test_what_two_cores_shared_does_not_serve_many():
    """Two work-groups were best for two cores; more cores, or fewer columns, would leave some without work."""
    two = dataclasses.replace(AVX2_CPU, compute_units=2)
    record = record_at(two, Matmul(4, 2048, 2048, FLOAT32), "gemm_skinny", lanes=8, tiles=128, prefetch=True)
    user_results().add([record])
    assert choose(Matmul(4, 2048, 2048, FLOAT32), two).params.tiles == 128
    assert choose(Matmul(4, 3000, 2048, FLOAT32), two).params.tiles == 128
    for problem, facts in (
        (Matmul(4, 1024, 2048, FLOAT32), two),
        (Matmul(4, 2048, 2048, FLOAT32), dataclasses.replace(two, compute_units=64)),
    ):
        choice = choose(problem, facts)
        assert choice.origin == SUGGESTED
        assert any(f"of {facts.compute_units} cores busy" in reason for reason in choice.excluded.values())
    unsaid = msgspec.structs.replace(record, place=msgspec.structs.replace(record.place, compute_units=0))
    user_results().clear()
    user_results().add([unsaid])
    assert choose(Matmul(4, 1024, 2048, FLOAT32), two).origin != SUGGESTED
