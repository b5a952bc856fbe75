"""Generation and vendor of a graphics processor, from the names that drivers report."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autoblas.devices.device import Facts

__all__ = ["ALL", "MAKERS", "generation_of", "lineage"]

ALL = "all GPUs"
"""Group of all graphics processors, of any vendor."""

MAKERS = {
    "NVIDIA": r"nvidia",
    "AMD": r"advanced micro devices|\bamd\b|\bati\b|radeon",
    "Intel": r"\bintel\b",
    "ARM": r"\barm\b|mali|immortalis",
    "Qualcomm": r"qualcomm|adreno",
    "Apple": r"\bapple\b",
    "Imagination": r"imagination|powervr",
}
"""Patterns in the vendor or the name of a device, in lower case, by vendor."""

CAPABILITIES = {
    (2,): "Fermi", (3,): "Kepler", (5,): "Maxwell", (6,): "Pascal", (7, 0): "Volta", (7, 2): "Volta", (7, 5): "Turing",
    (8, 9): "Ada", (8,): "Ampere", (9,): "Hopper", (10,): "Blackwell", (11,): "Blackwell", (12,): "Blackwell",
}  # fmt: skip
"""NVIDIA's architectures by compute capability (CUDA C++ Programming Guide); major and minor number before major alone."""

PATTERNS: dict[str, tuple[tuple[str, str], ...]] = {
    "AMD": (
        ("CDNA", r"\bgfx9(?:08|0a|4\d|50)\b|instinct mi[1-3]\d\d\b"),
        ("RDNA 1", r"\bgfx101\d\b|\bnavi1\d\b|\brx 5[3-7]00"),
        ("RDNA 2", r"\bgfx103\d\b|\bnavi2\d\b|vangogh|rembrandt|\brx 6\d\d\d|\bw6\d00"),
        ("RDNA 3", r"\bgfx11\d\d\b|\bnavi3\d\b|phoenix|strix|\brx 7\d\d\d|\bw7\d00|\b7[468]0m\b"),
        ("RDNA 4", r"\bgfx12\d\d\b|\bnavi4\d\b|\brx 90\d\d"),
        ("TeraScale", r"turks|vancouver|cayman|barts|caicos|cypress|juniper|redwood|cedar|\bhd [56]\d\d\d"),
        (
            "GCN",
            (
                r"\bgfx[6789]\d?[0-9a-f]{2}\b|tahiti|pitcairn|oland|verde|hainan|hawaii|bonaire|kalindi|spectre|tonga|fiji|"
                r"iceland|carrizo|ellesmere|baffin|polaris|vega|raven|renoir|\brx ?[45]\d\d\b|\br[579] |\bhd [78]\d\d\d|"
                r"radeon vii|\bpro [45]\d\d\b|instinct mi\d\d\b"
            ),
        ),
    ),
    "Intel": (
        ("Xe-HPC", r"data center gpu max|ponte vecchio"),
        ("Xe2", r"\barc\S* (?:pro )?b\d\d|\barc\S* 1[34]\dv|lunar ?lake|battlemage"),
        ("Xe-HPG", r"\barc\b|data center gpu flex|alchemist|\bdg2\b"),
        ("Xe-LP", r"\biris\S* xe\b|uhd graphics 7\d\d|(?:tiger|rocket|alder|raptor) ?lake|\bdg1\b"),
        ("Gen 11", r"ice ?lake|jasper ?lake|elkhart ?lake"),
        (
            "Gen 9",
            (
                r"sky ?lake|kaby ?lake|coffee ?lake|comet ?lake|gemini ?lake|\bhd graphics p?[56]\d\d\b|uhd graphics p?6\d\d|"
                r"iris\S* (?:plus |pro )?graphics p?[56]\d\d\b"
            ),
        ),
        ("Gen 8", r"broadwell|hd graphics p?(?:5[3567]00|6000)|iris\S* (?:pro )?graphics p?6[123]00"),
        (
            "Gen 7",
            r"ivy ?bridge|haswell|bay ?trail|hd graphics p?(?:2500|4[0246]00|5000)|iris\S* (?:pro )?graphics p?5[12]00",
        ),
    ),
    "ARM": (
        ("Midgard", r"mali-t\d"),
        ("Bifrost", r"mali-g(?:31|51|52|71|72|76)\b"),
        ("Valhall", r"mali-g(?:57|68|77|78|[3567]10)\b"),
        ("5th generation", r"immortalis|mali-g(?:615|620|625|715|720|725|925)\b|mali-g1\b"),
    ),
    "Qualcomm": tuple((f"Adreno {digit}xx", rf"adreno\D*{digit}\d\d") for digit in "345678"),
}
"""Patterns in names of each generation, in lower case; the first match counts.

AMD: the compiler's targets (LLVM's "User Guide for AMDGPU Backend"), code names and series; those of Mesa's drivers are in
brackets behind the name. Intel: "Intel graphics processors" by the names of OpenCL drivers, Linux and Windows. ARM: "Mali
GPU Best Practices"' table of products.
"""


def lineage(facts: Facts) -> tuple[str, ...]:
    """Groups of a graphics processor, the narrowest first: generation, vendor, all; empty for other kinds of device."""
    if facts.kind != "gpu":
        return ()
    maker, generation = generation_of(facts.vendor, facts.name, facts.compute_capability)
    return tuple(group for group in (generation, maker, ALL) if group)


def generation_of(vendor: str, name: str, capability: tuple[int, ...] = ()) -> tuple[str, str]:
    """Vendor and generation of a graphics processor, each empty where the names do not tell.

    Args:
        vendor: As the driver reports it.
        name: As the driver reports it.
        capability: Compute capability of an NVIDIA device, major and minor number; zeros or nothing where unknown.

    Returns:
        "NVIDIA" and "NVIDIA Turing", for example.
    """
    device_name = name.casefold()
    # Platforms for several vendors, such as Mesa, name the vendor in the device's name alone.
    texts = (vendor.casefold(), device_name)
    maker = next(
        (maker for text in texts for maker, pattern in MAKERS.items() if re.search(pattern, text)), ""
    )
    if maker == "NVIDIA":
        generation = CAPABILITIES.get(capability[:2]) or CAPABILITIES.get(capability[:1], "")
    else:
        patterns = PATTERNS.get(maker, ())
        generation = next(
            (generation for generation, pattern in patterns if re.search(pattern, device_name)), ""
        )
    return maker, f"{maker} {generation}" if generation else ""
