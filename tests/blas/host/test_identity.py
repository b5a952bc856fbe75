"""NumPy's BLAS is named as it names itself, and so are the variables that hold it back."""

import ctypes
import json
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from autoblas.blas.host import identity
from autoblas.blas.host.identity import (
    FORCING,
    LIMITS,
    UNKNOWN,
    BlasIdentity,
    blas_environment,
    blas_of,
    forcing_variables,
    numpy_blas,
    suspicion,
)
from autoblas.tune.compare import CallTiming, speed_ratio


def library(**functions: Any) -> ctypes.CDLL:
    """A library with these functions and no others."""
    return cast("ctypes.CDLL", SimpleNamespace(**functions))


def answer(value: Any) -> Any:
    """A function that returns a value, whatever it is called with."""
    return lambda *_: value


def openblas(prefix: str, suffix: str) -> ctypes.CDLL:
    """OpenBLAS with its functions named as a build names them."""
    functions = {
        "config": b"OpenBLAS 0.3.21 NO_LAPACKE Zen MAX_THREADS=8",
        "corename": b"Zen",
        "num_threads": 8,
    }
    return library(**{f"{prefix}openblas_get_{name}{suffix}": answer(x) for name, x in functions.items()})


def mkl() -> ctypes.CDLL:
    """MKL with the functions that tell its version."""

    def version_string(buffer: Any, _size: int) -> None:
        buffer.value = b"Intel(R) oneAPI Math Kernel Library Version 2024.1-Product Build 20240215"

    def version(facts: Any) -> None:
        facts._obj.processor = b"Intel(R) AVX-512 enabled processors"

    return library(
        MKL_Get_Version_String=version_string, MKL_Get_Version=version, MKL_Get_Max_Threads=answer(4)
    )


def blis(threads: int) -> ctypes.CDLL:
    """BLIS with the functions that tell its version."""
    return library(
        bli_info_get_version_str=answer(b"0.9.0"),
        bli_arch_query_id=answer(3),
        bli_arch_string=lambda number: {3: b"zen3"}[number],
        bli_thread_get_num_threads=answer(threads),
    )


def test_the_blas_of_this_numpy_is_what_its_build_states():
    """Version and architecture stand in NumPy's own description of its build, if that is OpenBLAS."""
    built = cast("dict[str, Any]", np.show_config("dicts"))["Build Dependencies"]["blas"]
    if "openblas" not in built["name"]:
        pytest.skip("NumPy has no OpenBLAS here")
    blas = numpy_blas()
    assert blas.library == "OpenBLAS"
    assert built["version"].startswith(blas.version)
    assert blas.architecture
    assert blas.threads
    assert json.loads(json.dumps(blas._asdict()))["architecture"] == blas.architecture


@pytest.mark.parametrize("names", identity.AFFIXES)
def test_openblas_is_known_by_all_names_of_its_functions(names: tuple[str, str]):
    """Builds differ in prefix and suffix."""
    blas = blas_of(openblas(*names))
    assert blas == ("OpenBLAS", "0.3.21", "Zen", 8)
    assert str(blas) == "OpenBLAS 0.3.21 Zen, 8 threads"


def test_other_libraries_tell_what_they_can():
    """MKL has words for its processor, BLIS a name; Accelerate has nothing but its symbols."""
    assert blas_of(mkl()) == ("MKL", "2024.1", "Intel AVX-512 enabled processors", 4)
    assert blas_of(blis(2)) == ("BLIS", "0.9.0", "zen3", 2)
    assert str(blas_of(blis(-1))) == "BLIS 0.9.0 zen3, 1 thread"
    assert str(blas_of(library(**{"cblas_sdot$NEWLAPACK": answer(0.0)}))) == "Accelerate"
    assert blas_of(library()) == (UNKNOWN, None, None, None)


def test_threadpoolctl_is_asked_where_symbols_tell_nothing(monkeypatch):
    """It finds libraries by their files."""
    pool = {"internal_api": "mkl", "version": "2024.1", "num_threads": 2}
    pools = SimpleNamespace(threadpool_info=lambda: [{"internal_api": "openmp"}, pool])
    monkeypatch.setattr(identity, "import_module", lambda _: pools)
    monkeypatch.setattr(identity, "numpy_handle", lambda: None)
    monkeypatch.setattr(identity, "find_spec", lambda _: None)
    assert numpy_blas() == BlasIdentity(UNKNOWN)
    monkeypatch.setattr(identity, "find_spec", lambda _: True)
    assert numpy_blas() == ("MKL", "2024.1", None, 2)


def test_variables_count_for_the_library_that_reads_them(monkeypatch):
    """Those of an unknown library count all; limits force nothing."""
    for name in (*FORCING, *LIMITS):
        monkeypatch.delenv(name, raising=False)
    assert blas_environment() == {}
    monkeypatch.setenv("OPENBLAS_CORETYPE", "Haswell")
    monkeypatch.setenv("MKL_ENABLE_INSTRUCTIONS", "AVX2")
    monkeypatch.setenv("OMP_NUM_THREADS", "2")
    monkeypatch.setenv("OPENBLAS_L2_SIZE", "")
    environment = blas_environment()
    assert sorted(environment) == ["MKL_ENABLE_INSTRUCTIONS", "OMP_NUM_THREADS", "OPENBLAS_CORETYPE"]
    assert forcing_variables("OpenBLAS", environment) == ["OPENBLAS_CORETYPE=Haswell"]
    assert forcing_variables("Accelerate", environment) == []
    assert len(forcing_variables(UNKNOWN, environment)) == 2


def test_a_slow_library_is_suspicious_at_large_sizes():
    """Small products are slow on any."""
    question = "OpenBLAS reaches 43 % of this processor's peak; is its core type forced?"
    assert suspicion("OpenBLAS", 0.43, 1024) == question
    assert suspicion("OpenBLAS", 0.43, 512) is None
    assert suspicion("OpenBLAS", 0.61, 2048) is None


def test_a_ratio_on_a_busy_machine_is_that_of_the_best_times():
    """Its medians may lie anywhere."""
    steady, late = CallTiming(2.0, 1.9, 2.1, 1.5, 9), CallTiming(6.0, 2.0, 9.0, 3.0, 9)
    assert speed_ratio(steady, CallTiming(3.0, 2.9, 3.1, 2.7, 9)) == (1.5, True)
    assert speed_ratio(steady, late) == (2.0, False)
    assert speed_ratio(late, steady) == (0.5, False)
