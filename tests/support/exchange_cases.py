"""What searches found, and files of others, for the tests of exchange."""

from typing import Any

from hypothesis import strategies as st

from autoblas.exchange import Found, Trial
from autoblas.tuning import Outcome
from support.database_cases import make_record
from support.outcome_strategies import outcome_strategy

PLACE = make_record().place

PROBLEM = "gemm m=64 n=64 k=64 float32 row*row=row"

FOREIGN_CACHE: dict[str, Any] = {
    "schema_version": "1.1.0",
    "device_name": "NVIDIA RTX A4000",
    "kernel_name": "Xgemm",
    "problem_size": [4096, 4096],
    "tune_params_keys": ["MWG", "NWG", "KWG", "MDIMC", "NDIMC", "VWM", "VWN", "SA", "SB", "PRECISION"],
    "tune_params": {"MWG": [64, 128]},
    "objective": "time",
    "cache": {
        "128,64,32,16,8,4,2,1,1,32": {
            "MWG": 128, "NWG": 64, "KWG": 32, "MDIMC": 16, "NDIMC": 8, "VWM": 4, "VWN": 2, "SA": 1, "SB": 1, "PRECISION": 32,
            "time": 20.5, "times": [20.0, 20.5, 21.0], "compile_time": 440.5, "verification_time": 0, "benchmark_time": 60.1,
            "strategy_time": 0, "framework_time": 0.5, "timestamp": "2025-02-21 10:11:12",
        },
        "64,64,16,8,8,2,2,0,0,32": {
            "MWG": 64, "NWG": 64, "KWG": 16, "MDIMC": 8, "NDIMC": 8, "VWM": 2, "VWN": 2, "SA": 0, "SB": 0, "PRECISION": 32,
            "time": "RuntimeFailedConfig", "compile_time": 400, "verification_time": 0, "benchmark_time": 0,
            "strategy_time": 0, "framework_time": 0.5, "timestamp": "2025-02-21 10:11:13",
        },
    },
}  # fmt: skip
"""A cache as Kernel Tuner writes it, of CLBlast's kernel with made-up times."""

FOREIGN_T4: dict[str, Any] = {
    "schema_version": "1.0.0",
    "results": [
        {
            "timestamp": "2025-02-21 10:11:12", "configuration": {"MWG": 128, "kernel": "Xgemm", "NWG": 64, "KWG": 32,
            "MDIMC": 16, "NDIMC": 8}, "objectives": ["time"], "times": {"compilation": 440.5, "benchmark": 60.1, "framework": 0.5,
            "search_algorithm": 0, "validation": 0, "runtimes": [20.0, 20.5, 21.0]}, "invalidity": "correct", "correctness": 1,
            "measurements": [{"name": "time", "value": 20.5, "unit": "ms"}],
        },
        {"configuration": {"MWG": 64, "kernel": "Xgemm"}, "times": {}, "invalidity": "compile", "correctness": 1},
    ],
}  # fmt: skip
"""Results as Kernel Tuner writes them, which calls the compiler's time otherwise than the form does."""

CLBLAST: dict[str, Any] = {
    "kernel_family": "xgemm_1", "precision": "32", "best_kernel": "Xgemm", "best_time": "1.5", "best_parameters": "KWG=32",
    "arg_m": "1024", "arg_n": "1024", "arg_k": "1024", "arg_alpha": "2.00", "arg_beta": "2.00",
    "clblast_device_type": "GPU", "clblast_device_vendor": "NVIDIA", "clblast_device_architecture": "SM8.6",
    "clblast_device_name": "NVIDIA RTX A4000", "device": "NVIDIA RTX A4000", "platform_vendor": "NVIDIA Corporation",
    "platform_version": "OpenCL 3.0", "device_vendor": "NVIDIA Corporation", "device_type": "GPU", "device_core_clock": "1560",
    "device_compute_units": "48", "device_extra_info": "",
    "results": [
        {"kernel": "Xgemm", "time": 1.5, "parameters": {"GEMMK": 0, "KREG": 1, "KWG": 32, "KWI": 2, "MDIMA": 16, "MDIMC": 16,
         "MWG": 128, "NDIMB": 8, "NDIMC": 8, "NWG": 64, "SA": 1, "SB": 1, "STRM": 0, "STRN": 0, "VWM": 4, "VWN": 2, "PRECISION": 32}},
        {"kernel": "Xgemm", "time": 0.75, "parameters": {"GEMMK": 0, "KREG": 1, "KWG": 16, "KWI": 2, "MDIMA": 8, "MDIMC": 8,
         "MWG": 64, "NDIMB": 8, "NDIMC": 8, "NWG": 64, "SA": 0, "SB": 0, "STRM": 0, "STRN": 0, "VWM": 4, "VWN": 4, "PRECISION": 32}},
    ],
}  # fmt: skip
"""A file as CLBlast's tuner of products writes it, with made-up times."""


def make_found(*trials: Trial, **changes: Any) -> Found:
    """A search on a device, with three points of a kernel of autoblas's unless others are named."""
    point: dict[str, int | str] = {"wx": 8, "wy": 8, "rm": 2, "rn": 2, "slices": 1, "multiply": "plain"}
    own = (
        Trial("gemm_direct", point, Outcome("ok", (2e-4, 2.5e-4, 3e-4), source="hash", build_seconds=0.5)),
        Trial("gemm_direct", {**point, "rm": 4}, Outcome("ok", (1e-4,), source="other")),
        Trial(
            "gemm_direct",
            {**point, "rn": 4},
            Outcome("wrong", (), "check", "element (1, 2) is 3, not 4", "third"),
        ),
    )
    values: dict[str, Any] = {
        "place": PLACE, "device": PLACE.device, "platform": PLACE.platform, "driver": PLACE.driver, "problem": PROBLEM,
        "date": "2026-11-23T10:00:00+00:00", "version": "0.1.0", "trials": trials or own,
    }  # fmt: skip
    return Found(**{**values, **changes})


def found_strategy() -> st.SearchStrategy[Found]:
    """Any search of one kernel whose points have the same parameters, as those of a space do."""
    names = st.lists(st.text("abcxyz_", min_size=1, max_size=5), min_size=1, max_size=4, unique=True).filter(
        lambda found: not {"x"} & set(found)
    )
    values = st.integers(-(2**53), 2**53) | st.booleans() | st.text("abc", max_size=3)

    @st.composite
    def made(draw: st.DrawFn) -> Found:
        words = draw(names)
        points = draw(
            st.lists(st.tuples(*[values] * len(words)), max_size=6, unique_by=lambda p: ",".join(map(str, p)))
        )
        outcomes = [
            draw(outcome_strategy().filter(lambda o: o.kind != "ok" or min(o.seconds) > 1e-9)) for _ in points
        ]
        trials = [
            Trial("kernel", dict(zip(words, point, strict=True)), outcome)
            for point, outcome in zip(points, outcomes, strict=True)
        ]
        return make_found(*trials) if trials else make_found(trials=())

    return made()
