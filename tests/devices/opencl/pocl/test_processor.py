"""PoCL compiles for the processor whose library of functions it links, whatever LLVM calls the processor at hand."""

import ctypes
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from autoblas.devices.opencl.pocl import processor as pocl_processor
from autoblas.devices.opencl.pocl.processor import (
    LIBRARIES,
    SIMILAR,
    RecordUnknownError,
    compile_for,
    foreign_name,
    library_for,
    match_library,
)
from autoblas.devices.opencl.selection import listing
from autoblas.devices.opencl.x86_features import BITS, FeaturesUnknownError
from autoblas.errors import DeviceError

TRIPLE = "x86_64-unknown-linux-gnu"
AVX = {"sse2", "ssse3", "sse4.1", "cx16", "popcnt", "avx"}
AVX2 = AVX | {"f16c", "fma", "avx2", "bmi", "bmi2", "lzcnt"}
AVX512 = AVX2 | {"avx512f"}
POCL_3 = "OpenCL 3.0 PoCL 3.0-rc2  Linux, Release, RELOC, LLVM 14.0.6, SLEEF, DISTRO, POCL_DEBUG"
POCL_31 = (
    "OpenCL 3.0 PoCL 3.1+debian  Linux, None+Asserts, RELOC, SPIR, LLVM 15.0.6, SLEEF, DISTRO, POCL_DEBUG"
)
POCL_5 = "OpenCL 3.0 PoCL 5.0  Linux, Release, RELOC, SPIR-V, LLVM 16.0.6, SLEEF, DISTRO, POCL_DEBUG"
NATIVE_BUILD = "OpenCL 3.0 PoCL 3.0  Linux, Release, RELOC, LLVM 14.0.6, SLEEF, POCL_DEBUG"

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has PoCL with these libraries")


class Record:
    """A device with a record as PoCL keeps it: words, among them pointers to the triple and the processor's name."""

    def __init__(
        self, name: str = "znver3", build: str = POCL_3, floats: int = 8, llvm: str = "", copies: int = 1
    ) -> None:
        self.texts = [
            ctypes.create_string_buffer(text.encode())
            for text in (TRIPLE, name, "generically", *([TRIPLE] * (copies - 1)))
        ]
        triple, processor, unrelated, *again = map(ctypes.addressof, self.texts)
        pointers = (
            [8, unrelated, 2**63, 0, triple, processor, unrelated, *again] if copies else [0, processor]
        )
        self.words = (ctypes.c_uint64 * 512)(*pointers)
        self.before = list(self.words)
        self.device: Any = SimpleNamespace(
            platform=SimpleNamespace(name="Portable Computing Language", version=build),
            version=f"OpenCL 3.0 PoCL HSTR: pthread-{TRIPLE}-{llvm or name}",
            native_vector_width_float=floats,
            int_ptr=ctypes.addressof(self.words),
        )

    def name(self) -> str:
        """The processor's name that PoCL would read."""
        return ctypes.string_at(self.words[5]).decode()


@pytest.fixture(autouse=True)
def _forgetful(monkeypatch):
    """Records of one test are not taken for those of another at the same address, and nothing was compiled."""
    monkeypatch.setattr(pocl_processor, "_overridden", set())
    monkeypatch.setattr(pocl_processor, "_addresses", {})
    monkeypatch.setattr(pocl_processor, "_has_compiled", lambda: False)
    for variable in pocl_processor.SELECTORS:
        monkeypatch.delenv(variable, raising=False)


@pytest.fixture
def avx2(monkeypatch):
    """The processor has AVX2."""
    monkeypatch.setattr(pocl_processor, "x86_features", lambda: AVX2)


@pytest.mark.parametrize(
    ("features", "library"),
    [
        (set(), None),
        ({"sse2"}, "sse2"),
        ({"sse2", "ssse3"}, "sse2"),
        ({"sse2", "ssse3", "cx16"}, "ssse3"),
        ({"sse2", "ssse3", "cx16", "sse4.1"}, "sse41"),
        (AVX - {"popcnt"}, "sse41"),
        (AVX, "avx"),
        (AVX | {"f16c"}, "avx_f16c"),
        (AVX | {"f16c", "fma", "xop", "fma4"}, "avx_fma4"),
        (AVX | {"fma4"}, "avx"),
        (AVX2, "avx2"),
        (AVX2 | {"xop", "fma4"}, "avx2"),
        *((AVX2 - {lacking}, "avx_f16c") for lacking in ("avx2", "fma", "bmi", "bmi2", "lzcnt")),
        (AVX512, "avx512"),
        ({"sse2", "avx512f"}, "avx512"),
    ],
)
def test_the_library_is_the_one_that_pocl_links(features, library):
    """PoCL takes the last in its order whose features are all there, and AVX-512 by one feature alone."""
    assert library_for(features) == library


@on_linux
@pytest.mark.usefixtures("avx2")
def test_a_name_that_is_nobody_s_is_told():
    """Neither LLVM's, a library's, nor what is no name at all."""
    for name, llvm, foreign in [("mine", "znver3", "mine"), ("znver3", "znver3", None), ("haswell", "znver3", None),
                             ("../x", "znver3", None), ("", "znver3", None)]:  # fmt: skip
        record = Record(name, llvm=llvm)
        pocl_processor._addresses.clear()
        assert foreign_name(record.device) == foreign
        assert match_library(record.device) == (
            None if foreign or name in {"haswell", "../x", ""} else "haswell"
        )
    pocl_processor._addresses.clear()
    assert foreign_name(Record("mine", llvm="znver3", build=POCL_5).device) is None


SERVES = """
import sys
from autoblas.devices.selftest_results import selftest_key
from autoblas.devices.opencl.facts import claims_of
from autoblas.devices.opencl.pocl.processor import LIBRARIES, compile_for, foreign_name
from autoblas.devices.opencl.selection import listing
from autoblas.isolate.run import run
from autoblas.devices.selftest.results import CHILD, NOTHING, _processor_suffix
device = listing()[int(sys.argv[1])]
usual = selftest_key(claims_of(device))
compile_for(device, "cascadelake")
seen = selftest_key(claims_of(device))
name = f"{sys.argv[1]}{_processor_suffix(device)}"
print(usual != seen, run(*CHILD, name, NOTHING, seconds=60).results["device"] == seen)
"""


@on_linux
def test_the_self_test_is_told_the_name(pocl):
    """Its process sees the device that the serving one sees, and a verdict on the usual name is none on that."""
    if foreign_name(pocl.device.hardware) is not None or not pocl_processor.BUILD.match(
        pocl.device.hardware.platform.version
    ):
        pytest.skip("this PoCL keeps no name")
    index = str(listing().index(pocl.device.hardware))
    done = subprocess.run(
        [sys.executable, "-P", "-c", SERVES, index], capture_output=True, text=True, check=False
    )
    assert done.stdout == "True True\n", done.stderr


def test_every_feature_that_a_library_needs_is_asked_for():
    """A misspelt feature would never be found."""
    assert set().union(*(needed for _, _, needed in LIBRARIES.values())) <= set(BITS)
    assert set(SIMILAR) <= {processor for processor, _, _ in LIBRARIES.values()}


@on_linux
@pytest.mark.usefixtures("avx2")
@pytest.mark.parametrize("llvm", ["znver3", "goldmont", "generic", "skylake-avx512"])
def test_any_other_name_is_replaced(llvm):
    """Also where LLVM knows the processor; nothing else in the record changes, and a second call finds it done."""
    record = Record(llvm)
    assert match_library(record.device) == "haswell"
    assert record.name() == "haswell"
    assert [word for i, word in enumerate(record.words) if i != 5] == [
        word for i, word in enumerate(record.before) if i != 5
    ]
    assert match_library(record.device) is None
    assert record.name() == "haswell"


@on_linux
@pytest.mark.usefixtures("avx2")
@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (Record(build=NATIVE_BUILD), "no PoCL for any processor"),
        (Record(build="OpenCL 3.0 LINUX"), "no PoCL for any processor"),
        (Record(build=POCL_5), "compiles for its library"),
        (Record(floats=16), "the library avx2, but PoCL's vectors are of 16 floats"),
        (Record("strange", llvm="znver3"), "'strange' is no name that is known"),
        (Record(copies=0), "0 pointers"),
        (Record(copies=2), "2 pointers"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_not_as_expected_stays(record, reason, caplog):
    """The record is left alone, and the reason is logged."""
    caplog.set_level("DEBUG")
    assert match_library(record.device) is None
    assert list(record.words) == record.before
    assert reason in caplog.text


@pytest.mark.usefixtures("avx2")
def test_other_runtimes_are_not_looked_at():
    """Their handles may point to anything."""
    record = Record()
    record.device.platform.name = "Intel(R) OpenCL"
    assert match_library(record.device) is None
    assert list(record.words) == record.before


@on_linux
@pytest.mark.usefixtures("avx2")
def test_a_version_that_tells_no_target():
    """Without the target the place cannot be found."""
    record = Record()
    record.device.version = "OpenCL 3.0 PoCL HSTR: cuda-sm_90"
    assert match_library(record.device) is None
    with pytest.raises(RecordUnknownError, match="no target"):
        compile_for(record.device, "haswell")
    assert list(record.words) == record.before


@on_linux
@pytest.mark.usefixtures("avx2")
def test_a_record_at_an_address_that_is_not_there():
    """It is not read, and this process lives on."""
    record = Record()
    record.device.int_ptr = 4096
    assert match_library(record.device) is None


@on_linux
@pytest.mark.usefixtures("avx2")
def test_unreadable_words_are_passed_over():
    """Only a pointer that leads to the triple counts."""
    record = Record()
    for i in (*range(4), *range(8, 100)):
        record.words[i] = (0x1000, 2**47 - 8, 2**64 - 1, ctypes.addressof(record.words) + 4090)[i % 4]
    assert match_library(record.device) == "haswell"


@on_linux
def test_features_that_cannot_be_asked_for(monkeypatch, caplog):
    """Where the system forbids to ask, or no library fits, the name stays."""
    caplog.set_level("DEBUG")

    def refused():
        raise FeaturesUnknownError("the system refuses executable memory")

    record = Record("generic")
    monkeypatch.setattr(pocl_processor, "x86_features", refused)
    assert match_library(record.device) is None
    assert "refuses executable memory" in caplog.text
    monkeypatch.setattr(pocl_processor, "x86_features", frozenset)
    assert match_library(record.device) is None
    assert record.name() == "generic"


@on_linux
@pytest.mark.usefixtures("avx2")
@pytest.mark.parametrize("variable", pocl_processor.SELECTORS)
def test_a_choice_of_the_user_stays(variable, monkeypatch):
    """From 3.1 on some builds let users choose library and name; before, the variables have no effect."""
    monkeypatch.setenv(variable, "x86-64")
    assert match_library(Record("ivybridge", POCL_31).device) is None
    assert match_library(Record("ivybridge", POCL_3).device) == "haswell"
    monkeypatch.delenv(variable)
    assert match_library(Record("ivybridge", POCL_31).device) == "haswell"


@on_linux
@pytest.mark.usefixtures("avx2")
def test_a_name_set_on_purpose_stays():
    """Any name can be set, and is not replaced by the right one."""
    record = Record()
    compile_for(record.device, "goldmont")
    assert record.name() == "goldmont"
    assert match_library(record.device) is None
    assert record.name() == "goldmont"
    compile_for(record.device, "skylake")
    assert record.name() == "skylake"


@on_linux
@pytest.mark.usefixtures("avx2")
def test_after_programs_of_a_processor_that_does_not_mix(monkeypatch):
    """PoCL keeps code generators for the first name; another name is then refused unless the two go together."""
    monkeypatch.setattr(pocl_processor, "_has_compiled", lambda: True)
    record = Record("goldmont")
    with pytest.raises(DeviceError, match=r"'goldmont'.*'haswell'"):
        match_library(record.device)
    assert record.name() == "goldmont"
    assert match_library(Record("haswell").device) is None
    assert match_library(Record("znver3").device) == "haswell"


# The PoCL that is there

BEGINNING = """
import os
import sys
import warnings
from pathlib import Path
import numpy as np
import pyopencl as cl
from autoblas.devices.opencl.pocl import processor as pocl_processor
from autoblas.devices.opencl.backend import OpenCLDevice
from autoblas.devices.opencl.selection import listing
from autoblas.errors import DeviceError

warnings.simplefilter("ignore", cl.CompilerWarning)
TEXT = "__kernel void f(__global float16 *x) { size_t i = get_global_id(0); x[i] = fmin(x[i], (float16)(100)); }"
device = next(d for d in listing() if d.platform.name == "Portable Computing Language")
context = cl.Context([device])

def run(program):
    x = np.arange(256, dtype=np.float32)
    memory = cl.Buffer(context, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=x)
    queue = cl.CommandQueue(context)
    cl.Kernel(program, "f")(queue, (16,), (4,), memory)
    result = np.empty_like(x)
    cl.enqueue_copy(queue, result, memory)
    return bool(np.array_equal(result, np.minimum(x, 100)))

def programs():
    return len([*Path(os.environ["POCL_CACHE_DIR"]).rglob("program.bc")])
"""


def _printed(cache: Path, code: str) -> list[str]:
    """Output of a process that runs ``code`` with a cache of its own."""
    done = subprocess.run(
        [sys.executable, "-c", BEGINNING + code],
        env=os.environ | {"POCL_CACHE_DIR": str(cache)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.fixture
def pocl_name(pocl):
    """Processor that this machine's PoCL compiles for; skips where PoCL needs no help."""
    try:
        return pocl_processor._name_pointer(pocl.device.hardware).name
    except RecordUnknownError as reason:
        pytest.skip(str(reason))


def test_a_device_that_autoblas_met_has_a_name_of_a_library(pocl_name, pocl):
    """And of one with vectors as long as the device's."""
    floats = {name: floats for name, floats, _ in LIBRARIES.values()}
    assert floats[pocl_name] == pocl.device.hardware.native_vector_width_float


def test_compiled_programs_are_told_apart(pocl_name, tmp_path):
    """A text that was compiled for one name is compiled anew for another, or a cache would serve wrong numbers."""
    code = """
ours = OpenCLDevice(context, device)
right = pocl_processor._name_pointer(device).name
for name in (right, "x86-64", right):
    pocl_processor.compile_for(device, name)
    program = ours.build(TEXT, ()).program
    print(programs())
print(run(program), programs())
"""
    assert _printed(tmp_path, code) == ["1", "2", "2", "True", "2"]


def test_it_is_known_whether_pocl_has_compiled(pocl_name, tmp_path):
    """A user's own program for another processor came first; on a device that does not mix, autoblas says so."""
    code = """
pocl_processor.compile_for(device, "x86-64")
pocl_processor._overridden.clear()
print(pocl_processor._has_compiled())
run(cl.Program(context, TEXT.replace("fmin(x[i], (float16)(100))", "x[i]")).build())
print(pocl_processor._has_compiled())
try:
    OpenCLDevice(context, device)
except DeviceError as error:
    print("x86-64" in str(error))
"""
    assert _printed(tmp_path, code) == ["False", "True", "True"]
