"""What all tests share: devices with queues, a folder of results of their own, and golden files."""

import gc
import importlib.util
import os
import re
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # others spin on for a tenth of a second after a product
if (package := importlib.util.find_spec("pyopencl")) and (
    drivers := sorted(Path(str(package.origin)).parent.glob(".libs/libpocl*.so"))
):
    os.environ["OCL_ICD_VENDORS"] = str(drivers[0])  # PoCL as pip brings it; no other driver changes results
    os.environ.pop("OCL_ICD_FILENAMES", None)
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # hundreds of processes import the package

from contextlib import nullcontext
from dataclasses import replace

import pyopencl as cl
import pytest
from hypothesis import settings

from autoblas.blas.host.crossover import forget_crossovers
from autoblas.database import Shipped
from autoblas.devices.opencl.backend import device_in
from autoblas.devices.opencl.selection import VARIABLE, listing
from autoblas.plan import results
from autoblas.plan.results import forget_plans
from autoblas.plan.workspace import WORKSPACE
from support.as_written import AsWritten, compiled_as_written, recorded
from support.budget import budget, outside, set_budget, today
from support.rig import Rig
from support.short_header import short_headers

RUNTIMES = {"pocl": "Portable Computing Language", "intel": "Intel(R) OpenCL"}
"""The platforms that the tests know, by the word that ``--runtime`` takes."""

RUNTIME_VARIABLE = "AUTOBLAS_TEST_RUNTIME"

INSTALLED = (
    "browser",
    "card",
    "clblast",
    "cuda",
    "dask",
    "intel",
    "jax",
    "kernel_tuner",
    "oclgrind",
    "quiet",
    "torch",
)
"""The marks of tests that need more than the README installs: what happens to be there changes no ordinary run."""

SITE = "pages"
"""The fixture of tests that read the site, which ``--site`` names."""

PROCESSES, GIGABYTES = 8, 2
"""At most so many processes run the tests, each with so much memory: PoCL has threads for all cores in every one."""

settings.register_profile(
    "any machine",
    deadline=None,  # a busy one is slow, and first calls compile
    derandomize=True,
)
settings.register_profile("drawn anew", settings.get_profile("any machine"), derandomize=False)
settings.load_profile("any machine")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of this test suite."""
    group = parser.getgroup("autoblas")
    group.addoption(
        "--runtime",
        choices=[*RUNTIMES, "all"],
        default=os.environ.get(RUNTIME_VARIABLE, "pocl"),
        help=f"OpenCL runtimes to test on; {RUNTIME_VARIABLE} sets the default, which is pocl",
    )
    group.addoption(
        "--update-golden",
        action="store_true",
        help="rewrite the golden kernels instead of comparing with them",
    )
    group.addoption("--site", metavar="FOLDER", help="test the documentation's site that was built there")
    group.addoption(
        "--budget",
        type=budget,
        default=1,
        metavar="NUMBERx",
        help="so many times the cases of the ordinary run: 3x",
    )
    group.addoption(
        "--seed",
        type=int,
        help="whose turn it is of the cases that a budget adds; the date without it, as 20250131",
    )


@pytest.hookimpl(tryfirst=True)  # before Hypothesis reads its options
def pytest_configure(config: pytest.Config) -> None:
    """Say what the run may take, before test files are read.

    Nothing that reading them makes is garbage: looking for some takes as long as the reading.
    """
    gc.disable()
    times, seed = config.option.budget, config.option.seed
    if seed is None:
        seed = config.option.seed = 0 if times == 1 else today()  # workers are told
    set_budget(times, seed)
    if times > 1:
        settings.load_profile("drawn anew")
        config.option.hypothesis_seed = config.option.hypothesis_seed or str(seed)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop() -> None:
    """Look for garbage again, but not among what stays, which every collection that a test asks for would go through."""
    gc.freeze()
    gc.enable()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One process more than cores for a run of everything, where memory is enough; none for files that are named."""
    named = [Path(word.partition("::")[0]) for word in config.args]
    if all(path.suffix == ".py" for path in named):
        return 0
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try:
        gigabytes = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") >> 30
    except (AttributeError, ValueError):  # systems that do not tell
        gigabytes = PROCESSES * GIGABYTES
    return max(min(cores + 1, gigabytes // GIGABYTES, PROCESSES), 1)  # some wait for processes of their own


def _wanted(config: pytest.Config) -> list[str]:
    chosen = config.getoption("--runtime")
    return list(RUNTIMES) if chosen == "all" else [str(chosen)]


def pytest_report_header(config: pytest.Config) -> str:
    """What repeats the choice of cases and of examples."""
    return f"budget: --budget {config.option.budget}x --seed {config.option.seed}"


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, exitstatus: int, config: pytest.Config
) -> None:
    """The same where a test failed, since the first lines are far above."""
    if exitstatus == pytest.ExitCode.TESTS_FAILED and config.option.budget > 1:
        terminalreporter.write_line(f"to repeat it: {pytest_report_header(config).partition(': ')[2]}")


@pytest.hookimpl(tryfirst=True)  # before -m selects
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what needs Intel's runtime, and leave out what was not asked for: what is skipped lacks something here."""
    for item in items:
        if "intel" in getattr(item, "fixturenames", ()):
            item.add_marker("intel")
    gone = {id(item) for item in (*unnamed(config, items), *outside(items, config.args))}
    config.hook.pytest_deselected(items=[item for item in items if id(item) in gone])
    items[:] = [item for item in items if id(item) not in gone]


def unnamed(config: pytest.Config, items: list[pytest.Item]) -> list[pytest.Item]:
    """The tests of what not every machine has, unless ``-m`` or their own names ask for them; those of the site without one."""
    asked = {mark for mark in INSTALLED if re.search(rf"\b{mark}\b", config.option.markexpr)}
    asked |= {"intel"} & {*_wanted(config)}
    return [
        item
        for item in items
        if any(mark not in asked and item.get_closest_marker(mark) for mark in INSTALLED)
        if not any("::" in word and item.nodeid.partition("[")[0] in word for word in config.args)
    ] + [
        item for item in items if SITE in getattr(item, "fixturenames", ()) and not config.getoption("--site")
    ]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run what asks for ``any_device`` once on every runtime that was chosen."""
    if "any_device" in metafunc.fixturenames:
        marks = {"intel": [pytest.mark.intel]}
        values = [pytest.param(name, marks=marks.get(name, [])) for name in _wanted(metafunc.config)]
        metafunc.parametrize("any_device", values, indirect=True, scope="session")


def _rig(name: str) -> Rig:
    device = _first(name)
    if device is None:
        pytest.skip(f"there is no device of the platform {RUNTIMES[name]}")
    context = cl.Context([device])
    return Rig(device_in(context, device), cl.CommandQueue(context))


def _first(name: str) -> cl.Device | None:
    """The first device of a runtime."""
    return next((device for device in listing() if device.platform.name == RUNTIMES[name]), None)


def _place(device: cl.Device) -> str | None:
    """The numbers of its platform and of the device, by which pyopencl chooses; None of one that no loader was told of."""
    platform, platforms = device.platform, cl.get_platforms()
    if platform not in platforms:
        return None
    return f"{platforms.index(platform)}:{platform.get_devices().index(device)}"


@pytest.fixture(scope="session")
def pocl():
    """PoCL's CPU device."""
    return _rig("pocl")


@pytest.fixture(scope="session")
def intel():
    """The CPU device of Intel's runtime; tests that ask for it are marked ``intel``."""
    return _rig("intel")


@pytest.fixture(scope="session")
def any_device(request):
    """Each device that ``--runtime`` names."""
    rig: Rig = request.getfixturevalue(request.param)
    return rig


@pytest.fixture
def here(any_device, monkeypatch):
    """Each such device, as the default one."""
    monkeypatch.setenv(VARIABLE, any_device.choice)
    return any_device


@pytest.fixture(scope="session")
def as_written(any_device):
    """The same devices with their optimisers switched off, for tests of what texts say."""
    device = any_device.device
    return any_device._replace(device=AsWritten(device.context, device.hardware))


@pytest.fixture(scope="session")
def emulating(pocl):
    """PoCL's device, which says that it has NVIDIA's instructions; its kernels have to emulate them."""
    device = AsWritten(pocl.device.context, pocl.device.hardware)
    device.facts = replace(device.facts, compute_capability=(9, 0))
    return Rig(device, pocl.queue)


@pytest.fixture(scope="module")
def all_as_written():
    """Every device compiles a whole file's programs so; files without it show what users are served."""
    with compiled_as_written():
        yield


@pytest.fixture(scope="module")
def as_written_at_first(request):
    """The same in the ordinary run alone; with a greater budget a file's programs are those that users are served."""
    with compiled_as_written() if request.config.option.budget == 1 else nullcontext():
        yield


@pytest.fixture
def own_memory():
    """Memory that launches share is given back after the test, which may leave counters in it that should be zeros."""
    yield
    WORKSPACE.release()


@pytest.fixture
def nothing_compiled():
    """Programs are recorded and never run, for tests of which launches a call makes."""
    with recorded():
        yield


@pytest.fixture(scope="session", autouse=True)
def _results_apart(request, tmp_path_factory):
    """Results of this run go to a folder of its own, never to the user's; nothing is left to the host's BLAS.

    The default device is that of the first runtime that was chosen, whatever else the machine has.
    """
    device = _first(_wanted(request.config)[0])
    with pytest.MonkeyPatch.context() as patch:
        if device is not None:
            patch.setenv(VARIABLE, str(listing().index(device)))
            if (place := _place(device)) is not None:
                patch.setenv("PYOPENCL_CTX", place)  # what pyopencl itself chooses
        patch.setenv("AUTOBLAS_DATA_DIR", str(tmp_path_factory.mktemp("results")))
        patch.setenv("AUTOBLAS_HOST_BELOW", "0")
        yield


@pytest.fixture(scope="session", autouse=True)
def _short_headers():
    """PoCL parses what a text names of OpenCL's functions, not all of them, in a sixth of the time."""
    with short_headers():
        yield


@pytest.fixture(autouse=True)
def _crossovers_of_one_test():
    """What a test with another environment decided is not for the next one: kernels stay tested."""
    yield
    forget_crossovers()


@pytest.fixture
def nothing_shipped(tmp_path, monkeypatch):
    """Choices depend on the user's results alone, not on those that ship; plans made from others are forgotten."""
    folder = tmp_path / "shipped"  # the folder itself may be where results go
    folder.mkdir()
    nothing = Shipped(folder)
    monkeypatch.setattr(results, "shipped_results", lambda: nothing)
    forget_plans()
    yield
    forget_plans()


@pytest.fixture
def own_results(tmp_path, monkeypatch):
    """A results folder of this test alone; plans made from it are forgotten."""
    monkeypatch.setenv("AUTOBLAS_DATA_DIR", str(tmp_path))
    forget_plans()
    yield
    forget_plans()


@pytest.fixture
def wide_terminal(monkeypatch):
    """No line that a command prints is broken."""
    monkeypatch.setenv("COLUMNS", "1000")


@pytest.fixture(scope="session")
def update_golden(request):
    """Golden files are to be written rather than compared."""
    return bool(request.config.getoption("--update-golden"))
