"""Facts of graphics processors that nobody here has, as their drivers are known to report them."""

from dataclasses import replace

from autoblas.devices.device import Facts
from autoblas.devices.recording import PLAIN_GPU


def gpu(
    vendor: str,
    name: str,
    *,
    items: int = 256,
    local: int = 32,
    units: int = 16,
    capability: tuple[int, int] = (0, 0),
) -> Facts:
    """A device with local memory of so many KiB and work-groups of so many work-items."""
    return replace(
        PLAIN_GPU,
        name=name,
        vendor=vendor,
        platform=f"{vendor} OpenCL",
        compute_units=units,
        max_items=items,
        max_item_sizes=(items, items, items),
        local_bytes=local << 10,
        fp16=True,
        compute_capability=capability,
    )


AMD, INTEL, NVIDIA = "Advanced Micro Devices, Inc.", "Intel(R) Corporation", "NVIDIA Corporation"

_KNOWN = {
    "AMD GCN": gpu(AMD, "Hawaii", units=40),
    "AMD RDNA 2": gpu(AMD, "gfx1030", units=36, local=64),
    "AMD RDNA 3": gpu(AMD, "gfx1100", units=48, local=64),
    "AMD": gpu(AMD, "gfx90a:sramecc+:xnack-", units=104, items=1024, local=64),
    "Intel Gen 9": gpu(INTEL, "Intel(R) HD Graphics 530", units=24, local=64),
    "Intel Xe-LP": gpu(INTEL, "Intel(R) Iris(R) Xe Graphics", units=96, items=512, local=64),
    "Intel Xe-HPG": gpu(INTEL, "Intel(R) Arc(TM) A770 Graphics", units=512, items=1024, local=64),
    "ARM Valhall": gpu("ARM", "Mali-G610 r0p0", units=4, items=1024),
    "ARM Midgard": gpu("ARM", "Mali-T760", units=8),
    "Qualcomm Adreno 7xx": gpu("QUALCOMM", "QUALCOMM Adreno(TM) 735", units=3, items=1024),
    "Qualcomm": gpu("QUALCOMM", "QUALCOMM Adreno(TM)", units=3, items=1024),
    "Apple": gpu("Apple", "Apple M1", units=8),
    "Imagination": gpu("Imagination Technologies", "PowerVR B-Series BXE-4-32", units=1, items=512, local=4),
    "NVIDIA Kepler": gpu(NVIDIA, "Tesla K20m", items=1024, local=48, units=13, capability=(3, 5)),
    "NVIDIA Pascal": gpu(NVIDIA, "GeForce GTX 1080", items=1024, local=48, units=20, capability=(6, 1)),
    "NVIDIA Turing": gpu(NVIDIA, "NVIDIA TITAN RTX", items=1024, local=48, units=72, capability=(7, 5)),
    "NVIDIA": gpu(NVIDIA, "NVIDIA H100 PCIe", items=1024, local=48, units=114, capability=(9, 0)),
    "all GPUs": gpu("VeriSilicon", "Vivante OpenCL Device GC7000XSVX", units=1, items=512),
}  # fmt: skip

PLANTED = tuple(_KNOWN.items())
"""The row that serves a device, and the device."""

LINEAGES: tuple[tuple[str, str, tuple[int, int], str, str], ...] = (
    (NVIDIA, "Tesla V100-SXM2-16GB", (7, 0), "NVIDIA", "NVIDIA Volta"),
    (NVIDIA, "NVIDIA A100-SXM4-40GB", (8, 0), "NVIDIA", "NVIDIA Ampere"),
    (NVIDIA, "NVIDIA GeForce RTX 4090", (8, 9), "NVIDIA", "NVIDIA Ada"),
    (NVIDIA, "NVIDIA H200", (9, 0), "NVIDIA", "NVIDIA Hopper"),
    (NVIDIA, "NVIDIA GeForce RTX 5080", (12, 0), "NVIDIA", "NVIDIA Blackwell"),
    (NVIDIA, "GeForce GT 610", (0, 0), "NVIDIA", ""),
    (AMD, "gfx906:sramecc+:xnack-", (0, 0), "AMD", "AMD GCN"),
    (AMD, "gfx90c", (0, 0), "AMD", "AMD GCN"),
    (AMD, "gfx803", (0, 0), "AMD", "AMD GCN"),
    (AMD, "gfx908:sramecc+:xnack-", (0, 0), "AMD", "AMD CDNA"),
    (AMD, "gfx90a:sramecc+:xnack-", (0, 0), "AMD", "AMD CDNA"),
    (AMD, "gfx942:sramecc+:xnack-", (0, 0), "AMD", "AMD CDNA"),
    (AMD, "gfx1010:xnack-", (0, 0), "AMD", "AMD RDNA 1"),
    (AMD, "gfx1036", (0, 0), "AMD", "AMD RDNA 2"),
    (AMD, "gfx1151", (0, 0), "AMD", "AMD RDNA 3"),
    (AMD, "gfx1201", (0, 0), "AMD", "AMD RDNA 4"),
    (AMD, "Ellesmere", (0, 0), "AMD", "AMD GCN"),
    (AMD, "Turks", (0, 0), "AMD", "AMD TeraScale"),
    ("AMD", "AMD Radeon Pro 580 Compute Engine", (0, 0), "AMD", "AMD GCN"),
    ("AMD", "AMD Radeon RX 7900 XTX (radeonsi, navi31, LLVM 17.0.6, DRM 3.57)", (0, 0), "AMD", "AMD RDNA 3"),
    ("Mesa", "AMD Radeon RX 6700 XT (radeonsi, navi22, ACO, DRM 3.57)", (0, 0), "AMD", "AMD RDNA 2"),
    (INTEL, "Intel(R) HD Graphics IvyBridge M GT2", (0, 0), "Intel", "Intel Gen 7"),
    (INTEL, "Intel(R) HD Graphics 4600", (0, 0), "Intel", "Intel Gen 7"),
    (INTEL, "Intel(R) HD Graphics 5500", (0, 0), "Intel", "Intel Gen 8"),
    (INTEL, "Intel(R) HD Graphics 6000 BroadWell U-Processor GT3", (0, 0), "Intel", "Intel Gen 8"),
    (INTEL, "Intel(R) UHD Graphics 630", (0, 0), "Intel", "Intel Gen 9"),
    (INTEL, "Intel(R) Iris(R) Plus Graphics 640", (0, 0), "Intel", "Intel Gen 9"),
    (INTEL, "Intel(R) UHD Graphics 770", (0, 0), "Intel", "Intel Xe-LP"),
    (INTEL, "Intel(R) Graphics", (0, 0), "Intel", ""),
    (INTEL, "Intel(R) Arc(TM) A380 Graphics", (0, 0), "Intel", "Intel Xe-HPG"),
    (INTEL, "Intel(R) Arc(TM) B580 Graphics", (0, 0), "Intel", "Intel Xe2"),
    (INTEL, "Intel(R) Arc(TM) 140V GPU (16GB)", (0, 0), "Intel", "Intel Xe2"),
    (INTEL, "Intel(R) Data Center GPU Max 1550", (0, 0), "Intel", "Intel Xe-HPC"),
    ("ARM", "Mali-T628", (0, 0), "ARM", "ARM Midgard"),
    ("ARM", "Mali-G76 r0p0", (0, 0), "ARM", "ARM Bifrost"),
    ("ARM", "Mali-G710 r0p0", (0, 0), "ARM", "ARM Valhall"),
    ("ARM", "Mali-G615 MC6 r1p3", (0, 0), "ARM", "ARM 5th generation"),
    ("QUALCOMM", "QUALCOMM Adreno(TM) 830", (0, 0), "Qualcomm", "Qualcomm Adreno 8xx"),
    ("Apple", "Apple M2 Max", (0, 0), "Apple", ""),
    ("nobody", "plain GPU", (0, 0), "", ""),
)  # fmt: skip
"""Vendor, name, compute capability; maker and generation."""
