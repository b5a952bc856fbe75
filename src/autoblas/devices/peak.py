"""Peak performance of a device, where its facts tell, and the hardware threads of a launch.

A peak is 2 x lanes x FPUs x compute units x clock: a multiply-add counts as two operations. Lanes and FPUs are those of
a compute unit as the driver counts them, which is why the table below is read by platform and device name. Ordinary
processors are not in it: their clock under load is not what they report.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autoblas.devices.device import Facts, Launch
    from autoblas.precision import Precision

__all__ = ["ARCHITECTURES", "Architecture", "hardware_threads", "peak_gflops", "tabulated_peak"]

LOWEST_CLOCK = 100
"""MHz; some drivers of Mali state 5 MHz, which is a placeholder of the kernel's, not a clock."""


@dataclass(frozen=True)
class Architecture:
    """Devices whose compute units are alike.

    Attributes:
        platform: Beginning of the platform's name; drivers differ in what they count as a compute unit.
        device: A regular expression that is found in the device's name.
        multiply_adds: Multiply-adds that a compute unit begins in a cycle (lanes x FPUs), by the type in C of a number;
            absent types are unknown.
    """

    platform: str
    device: str
    multiply_adds: Mapping[str, int]


NVIDIA, AMD = "NVIDIA CUDA", "AMD Accelerated Parallel Processing"
INTEL, ARM = "Intel(R) OpenCL", "ARM Platform"

ARCHITECTURES = (
    # NVIDIA, a multiprocessor: CUDA C++ Programming Guide, "Throughput of Native Arithmetic Instructions", by compute
    # capability: 7.0 (Volta), 7.5 (Turing), 8.0 and 8.6 (Ampere), 8.9 (Ada), 9.0 (Hopper).
    Architecture(NVIDIA, r"\b(V100S?|GV100|TITAN V)\b", {"half": 128, "float": 64, "double": 32, "uint": 64}),
    Architecture(
        NVIDIA,
        r"\b(T4|TITAN RTX|Quadro RTX [34568]000|RTX 20[678]0|GTX 16[356]0)\b",
        {"half": 128, "float": 64, "double": 2, "uint": 64},
    ),
    Architecture(NVIDIA, r"\b(A100|A30)\b", {"half": 256, "float": 64, "double": 32, "uint": 64}),
    Architecture(
        NVIDIA,
        r"\b(A2|A10G?|A16|A40|RTX A[2-6][05]00|RTX 30[5-9]0)\b",
        {"float": 128, "double": 2, "uint": 64},
    ),
    Architecture(
        NVIDIA, r"\b(L4|L40S?|Ada Generation|RTX 40[5-9]0)\b", {"float": 128, "double": 2, "uint": 64}
    ),
    Architecture(NVIDIA, r"\b(H100|G?H200)\b", {"half": 256, "float": 128, "double": 64, "uint": 64}),
    # AMD, a compute unit of four SIMDs with 16 lanes each: "AMD Graphics Cores Next (GCN) Architecture" (2012). Doubles
    # go at 1/16 in Fiji, Polaris and Vega 10 (product pages of Radeon R9 Fury X, RX 480, Instinct MI25); in gfx906
    # their rate depends on the product. Halves are packed in pairs from Vega on: "Radeon's next-generation Vega
    # architecture" (2017).
    Architecture(AMD, r"^(gfx803|Fiji|Ellesmere|Baffin)\b", {"float": 64, "double": 4}),
    Architecture(AMD, r"^gfx900\b", {"half": 128, "float": 64, "double": 4}),
    Architecture(AMD, r"^gfx906\b", {"half": 128, "float": 64}),
    Architecture(AMD, r"^(gfx701|gfx802|Tahiti|Pitcairn|Bonaire|Hawaii|Tonga)\b", {"float": 64}),
    # White papers of CDNA (2020), CDNA 2 (2021) and CDNA 3 (2023); from CDNA 2 on floats are packed in pairs.
    Architecture(AMD, r"^gfx908\b", {"float": 64, "double": 32}),
    Architecture(AMD, r"^(gfx90a|gfx942)\b", {"float": 128, "double": 64}),
    # "RDNA Architecture" (2019): AMD's runtime counts work-group processors, which are pairs of compute units with 64
    # lanes each (github.com/ROCm/hip/issues/2687). RDNA 3 issues two operations at once. Doubles: product pages of
    # Radeon Pro W5700, W6800 and W7900.
    Architecture(AMD, r"^(gfx101[0-2]|gfx103[0-6])\b", {"float": 128, "double": 8}),
    Architecture(AMD, r"^gfx110[0-3]\b", {"float": 256, "double": 8}),
    # Intel, an execution unit with two FPUs of four lanes, one of which does doubles at half its rate: "The Compute
    # Architecture of Intel Processor Graphics Gen9" (2015); Apollo Lake and Gemini Lake (500, 505, 600, 605) differ.
    Architecture(INTEL, r"Graphics P?(5[1-8][05]|6[1-5][05]|617)\b", {"half": 16, "float": 8, "double": 2}),
    # "oneAPI GPU Optimization Guide", chapter "Intel Xe GPU Architecture": eight lanes in Xe-LP and Xe-HPG, sixteen in
    # Xe-HPC and Xe2-HPG.
    Architecture(INTEL, r"Iris\(R\) Xe Graphics|UHD Graphics 7[1357]0\b", {"half": 16, "float": 8}),
    Architecture(INTEL, r"Arc\(TM\) A\d+M? Graphics|Data Center GPU Flex", {"float": 8}),
    Architecture(INTEL, r"Arc\(TM\) B\d+ Graphics", {"float": 16}),
    Architecture(INTEL, r"Data Center GPU Max", {"float": 16, "double": 16}),
    # The other generations from Gen7 to Xe-LP have as many lanes: "The Compute Architecture of Intel Processor Graphics"
    # for Gen7.5 and Gen8 (2014), and the two guides above.
    Architecture(INTEL, r"\b(HD|UHD|Iris)\b.* Graphics\b", {"float": 8}),
    # Arm, a shader core: "Arm Mali GPU Datasheet" (2021), which counts a multiply-add as two operations. Mali-G52 comes
    # with two or three engines, under one name. Qualcomm publishes no such figures for Adreno.
    Architecture(ARM, r"Mali-G(71|72|51)\b", {"half": 24, "float": 12}),
    Architecture(ARM, r"Mali-G31\b", {"half": 16, "float": 8}),
    Architecture(ARM, r"Mali-G76\b", {"half": 48, "float": 24}),
    Architecture(ARM, r"Mali-G(57|68|77|78)\b", {"half": 64, "float": 32}),
)
"""Architectures from the vendors' own documents; the first row that fits a device counts."""


def peak_gflops(lanes: int, fpus: int, units: int, ghz: float) -> float:
    """The peak in GFLOP/s: two operations for each lane of each FPU of each compute unit, every cycle.

    Args:
        lanes: Numbers that an FPU works on in a cycle.
        fpus: FPUs of a compute unit.
        units: Compute units of the device.
        ghz: Clock.
    """
    return 2 * lanes * fpus * units * ghz


def tabulated_peak(facts: Facts, precision: Precision) -> float | None:
    """The peak of a device in GFLOP/s at its highest clock, or None where facts and table do not tell.

    Args:
        facts: The device.
        precision: Type of the computation; for complex numbers the peak counts operations on their parts.
    """
    if facts.kind != "gpu" or facts.clock_mhz < LOWEST_CLOCK:
        return None
    for row in ARCHITECTURES:
        if facts.platform.startswith(row.platform) and re.search(row.device, facts.name):
            rate = row.multiply_adds.get(precision.part)
            return None if rate is None else peak_gflops(rate, 1, facts.compute_units, facts.clock_mhz / 1e3)
    return None


def hardware_threads(launch: Launch, simd_width: int) -> int:
    """Number of hardware threads (warps, wavefronts, threads of an execution unit) for the work-items of a launch.

    A thread runs ``simd_width`` work-items of one work-group at a time, so that there are as many as the global size
    divided by that width; a work-group that does not fill its last thread takes it all the same.
    """
    groups = math.prod(
        total // local for total, local in zip(launch.global_size, launch.local_size, strict=True)
    )
    return groups * math.ceil(math.prod(launch.local_size) / simd_width)
