"""The width of the blocks that trsm substitutes in: by default, measured and kept, or of a target."""

import json
import time
from dataclasses import replace

import numpy as np
import pyopencl.array as cl_array
import pytest
from click.testing import CliRunner

from autoblas import trsm
from autoblas.blas.cached_calls import plan_of
from autoblas.calls.dispatch import bound_call
from autoblas.calls.serve import target_of
from autoblas.cli.commands.tune import command
from autoblas.cli.routines.level3 import LEVEL3_ROUTINES
from autoblas.cli.routines.table import call_of
from autoblas.devices.recording import HOPPER, PLAIN_CPU, PLAIN_GPU
from autoblas.plan.block_width import CHOLESKY, PANELS, WIDTHS, block_width, store_width
from autoblas.plan.results import user_results
from autoblas.precision import COMPLEX128, FLOAT32, FLOAT64
from autoblas.problems import problem_from
from autoblas.tune.compare import measured_width
from support.loops import over


@pytest.mark.usefixtures("own_results")
def test_without_measurements_the_default_is_taken():
    """It differs with the kind of device and the width of the elements."""
    assert block_width(PLAIN_CPU, FLOAT32, 1024, 1024) == 256
    assert block_width(PLAIN_CPU, COMPLEX128, 1024, 1024) == 128
    assert block_width(HOPPER, FLOAT32, 1024, 1024) == 128
    assert block_width(PLAIN_GPU, FLOAT32, 1024, 1024) == 64


@pytest.mark.usefixtures("nothing_compiled", "own_results")
def test_a_target_has_a_width_of_its_own(pocl):
    """A system of one block is one launch; with each halving of the width, every block becomes two and a product."""
    a, b = (cl_array.zeros(pocl.queue, shape, np.float32) for shape in ((256, 256), (256, 8)))
    target = target_of(pocl.queue)
    counts = [
        len(bound_call(plan_of(trsm)(a, b), target._replace(block_width=width)).launches) for width in WIDTHS
    ]
    assert counts == [15, 7, 3, 1]


@pytest.mark.usefixtures("own_results")
def test_no_small_block_is_left_on_a_cpu():
    """A system that is a little larger than a block is one block; a larger one, or one of a GPU, has several."""
    widths = {n: block_width(PLAIN_CPU, FLOAT32, n, 100) for n in (256, 257, 300, 307, 308)}
    assert widths == {256: 256, 257: 288, 300: 320, 307: 320, 308: 256}
    assert block_width(PLAIN_GPU, FLOAT32, 70, 100) == 64


@pytest.mark.usefixtures("own_results")
def test_the_fastest_width_is_kept_for_sizes_near_by():
    """Records serve their device and type, up to a distance; the nearest one first."""
    waits = {32: 3e-4, 64: 0.0, 128: 4e-4, 256: 5e-4}
    heard = []

    def run(width):
        return lambda: time.sleep(waits[width] * 10)

    record = measured_width(
        PLAIN_CPU, FLOAT32, (512, 512), run, rounds=1, on_width=lambda width, _: heard.append(width)
    )
    assert heard == list(WIDTHS)
    assert record.parameters == {"width": 64}
    store_width(record)
    assert block_width(PLAIN_CPU, FLOAT32, 512, 512) == 64
    assert block_width(PLAIN_CPU, FLOAT32, 1000, 300) == 64
    assert block_width(PLAIN_CPU, FLOAT32, 8192, 8192) == 256
    assert block_width(PLAIN_CPU, FLOAT64, 512, 512) == 128
    assert block_width(replace(PLAIN_CPU, name="another"), FLOAT32, 512, 512) == 256


@pytest.mark.budget(3)
@pytest.mark.usefixtures("own_results")
def test_the_command_line_measures_and_keeps_a_width():
    """Every width is timed, and the best one is kept."""
    done = CliRunner().invoke(command, ["trsm", "-n", "40", "-m", "8", "--trials", "1"])
    assert done.exit_code == 0, done.output
    assert all(f"blocks of {width:4d} rows" in done.output for width in WIDTHS)
    assert "kept in" in done.output


@pytest.mark.budget(3)
@pytest.mark.usefixtures("own_results")
@pytest.mark.parametrize(("name", "blocks"), [("potrf-width", CHOLESKY), ("getrf-width", PANELS)])
def test_the_command_line_measures_and_keeps_a_width_of_factors(name, blocks):
    """Of these and of no others: a width of triangular systems stays."""
    done = CliRunner().invoke(command, [name, "-n", "70", "--trials", "1", "--json"])
    assert done.exit_code == 0, done.output
    document = json.loads(done.output)
    assert [record["width"] for record in document["widths"]] == list(blocks.widths)
    (record,) = user_results().records()
    assert record.family == blocks.family
    assert record.parameters == {"width": document["best"]}


@pytest.mark.usefixtures("own_results")
def test_panels_may_be_narrower_than_blocks():
    """A panel of 8 columns serves where it was measured, and blocks of Cholesky's factors do not heed it."""
    record = measured_width(
        PLAIN_CPU, FLOAT32, (512, 1), lambda _: lambda: None, PANELS, widths=(8,), rounds=1
    )
    store_width(record)
    assert block_width(PLAIN_CPU, FLOAT32, 512, 1, PANELS) == 8
    assert block_width(PLAIN_CPU, FLOAT32, 512, 1, CHOLESKY) == 128


@pytest.mark.usefixtures("own_results")
def test_factors_have_widths_of_their_own():
    """By default as many rows as there is room for on a CPU, and 64 on a GPU."""
    assert block_width(PLAIN_CPU, FLOAT32, 1024, 1, CHOLESKY) == 128
    assert block_width(HOPPER, FLOAT64, 1024, 1, CHOLESKY) == 64
    record = measured_width(
        PLAIN_CPU, FLOAT32, (512, 1), lambda _: lambda: None, CHOLESKY, widths=(32,), rounds=1
    )
    store_width(record)
    assert block_width(PLAIN_CPU, FLOAT32, 512, 1, CHOLESKY) == 32
    assert block_width(PLAIN_CPU, FLOAT32, 512, 1) == 256


@over("dtype", ["float32", "complex64", "float16"])
@over("name", LEVEL3_ROUTINES)
def test_routines_pose_problems_that_can_be_written_down(name, dtype):
    """The child process of the tuner gets a problem in words, and reads the same one."""
    for problem in call_of(name, "-n", "48", "--dtype", dtype).problems(PLAIN_CPU):
        assert problem_from(problem.words()) == problem
        assert problem.flops() >= 0
        assert problem.min_bytes() > 0
