"""Table of OpenCL drivers by vendor, and the files of their libraries and hardware; it loads no library.

Loaders find a driver by an ``.icd`` file or, on Windows, by the registry. Containers with a card often have the driver
without the file, and so have Intel's wheels, whose file names a folder of the machine that it was built on. Libraries
are searched where the dynamic linker searches, and in the folders of each vendor.
"""

from __future__ import annotations

import glob
import os
import site
import struct
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "DRIVERS",
    "INTEL_CPU",
    "VendorDriver",
    "hidden_by",
    "libraries_of",
    "located",
    "nodes_of",
    "proves_hardware",
]

WINDOWS = os.name == "nt"

CARDS = "/dev/dri/renderD*"
"""Device files of graphics cards of any vendor, which ``/sys`` tells."""

WSL = "/dev/dxg"
"""Device file of Windows' graphics cards, of any vendor, under WSL."""

CACHE = Path("/etc/ld.so.cache")

MULTIARCH = f"/usr/lib/{getattr(sys.implementation, '_multiarch', '')}".rstrip("/")
"""Folder of libraries for one processor architecture on Debian and related systems."""


@dataclass(frozen=True)
class VendorDriver:
    """One vendor's driver.

    Attributes:
        name: Its name in sentences.
        platforms: Names of its platform: if a loader lists one of them, the driver needs no search.
        libraries: Names of its library, except on Windows.
        folders: Patterns of folders of the library, besides those of the linker.
        windows: Patterns of its file's path below Windows' folder ``System32``, or absolute ones.
        nodes: Patterns of the device files of its hardware; none where it needs no hardware of its own. They are not
            searched on Windows.
        vendor: PCI's number of its cards' vendor; empty where it serves cards of several vendors.
        variables: Environment variables by which users hide devices from it, or show some.
    """

    name: str
    platforms: tuple[str, ...]
    libraries: tuple[str, ...]
    folders: tuple[str, ...] = ()
    windows: tuple[str, ...] = ()
    nodes: tuple[str, ...] = ()
    vendor: str = ""
    variables: tuple[str, ...] = ()

    @property
    def needs_nodes(self) -> bool:
        """True if it can serve nothing without a device file."""
        return bool(self.nodes) and not WINDOWS


def _environments(*parts: str) -> tuple[str, ...]:
    """A folder of each Python environment that packages of this interpreter may lie in."""
    roots = (sys.prefix, sys.base_prefix, site.getuserbase())
    return tuple(dict.fromkeys(str(Path(glob.escape(root), *parts)) for root in roots))


INTEL_CPU = VendorDriver(
    name="Intel's OpenCL runtime for CPUs",
    platforms=("Intel(R) OpenCL",),
    libraries=("libintelocl.so",),
    folders=_environments("lib"),
    windows=_environments("Library", "bin", "intelocl64.dll"),
)
"""The runtime that pip installs: ``intel-opencl-rt``, which needs ``intel-cmplr-lib-rt``."""

STORE = "DriverStore/FileRepository"
"""Windows' folder with a folder for each version of each driver."""

DRIVERS = (
    VendorDriver(
        name="NVIDIA's OpenCL driver",
        platforms=("NVIDIA CUDA",),
        libraries=("libnvidia-opencl.so.1",),
        folders=("/usr/local/nvidia/lib64", "/usr/lib/wsl/lib"),
        windows=("nvopencl64.dll", f"{STORE}/nv*.inf_amd64_*/nvopencl64.dll"),
        nodes=("/dev/nvidia[0-9]*", WSL),
        vendor="0x10de",
        variables=("CUDA_VISIBLE_DEVICES",),
    ),
    VendorDriver(
        name="AMD's OpenCL driver",
        platforms=("AMD Accelerated Parallel Processing",),
        libraries=("libamdocl64.so",),
        folders=("/opt/rocm/lib", "/opt/rocm*/lib", "/opt/rocm*/opencl/lib", "/opt/amdgpu-pro/lib/*"),
        windows=("amdocl64.dll", f"{STORE}/u*.inf_amd64_*/B*/amdocl64.dll"),
        nodes=(CARDS,),  # /dev/kfd alone is there on any machine that knows AMD's cards
        vendor="0x1002",
        variables=("ROCR_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES", "GPU_DEVICE_ORDINAL"),
    ),
    VendorDriver(
        name="Intel's OpenCL driver for graphics",
        platforms=("Intel(R) OpenCL Graphics", "Intel(R) OpenCL HD Graphics"),
        libraries=("libigdrcl.so", "libigdrcl_legacy1.so"),
        folders=tuple(
            f"{folder}/intel-opencl" for folder in (MULTIARCH, "/usr/lib64", "/usr/lib", "/usr/local/lib")
        ),
        windows=("igdrcl64.dll", f"{STORE}/i*.inf_amd64_*/igdrcl64.dll"),
        nodes=(CARDS, WSL),
        vendor="0x8086",
        variables=("ZE_AFFINITY_MASK",),
    ),
    VendorDriver(
        name="Arm's OpenCL driver for Mali",
        platforms=("ARM Platform",),
        libraries=("libMaliOpenCL.so.1", "libmali.so.1", "libmali.so", "libGLES_mali.so"),
        folders=(f"{MULTIARCH}/mali", "/vendor/lib64", "/vendor/lib64/egl"),
        nodes=("/dev/mali[0-9]*",),
    ),
    VendorDriver(
        name="Qualcomm's OpenCL driver for Adreno",
        platforms=("QUALCOMM Snapdragon(TM)",),
        libraries=("libOpenCL_adreno.so.1", "libOpenCL_adreno.so"),
        folders=("/vendor/lib64", "/system/vendor/lib64"),
        nodes=("/dev/kgsl-3d0",),
    ),
    VendorDriver(
        name="Mesa's OpenCL driver, rusticl",
        platforms=("rusticl",),
        libraries=("libRusticlOpenCL.so.1",),
        nodes=(CARDS,),
        variables=("RUSTICL_ENABLE",),
    ),
    INTEL_CPU,
)
"""All drivers, in the order in which their platforms follow those that the loader lists."""


def libraries_of(driver: VendorDriver) -> list[Path]:
    """Files of a driver on this machine, without links and repetitions, in the linker's order."""
    if sys.platform == "darwin":  # its loader takes no other drivers
        return []
    if WINDOWS:
        system = Path(glob.escape(os.environ.get("SYSTEMROOT", r"C:\Windows")), "System32")
        files = [path for pattern in driver.windows for path in _newest(_matching(str(system / pattern)))]
    else:
        folders = [folder for pattern in driver.folders for folder in _matching(pattern)]
        files = [path for name in driver.libraries for path in located(name)]
        files += [
            path for folder in folders for name in driver.libraries if (path := folder / name).is_file()
        ]
    return list(dict.fromkeys(path.resolve() for path in files if _fits(path)))


def _matching(pattern: str) -> list[Path]:
    """The files and folders of an absolute pattern, in order."""
    anchor = Path(pattern).anchor
    return sorted(Path(anchor).glob(pattern.removeprefix(anchor)))


def _newest(paths: list[Path]) -> list[Path]:
    """Paths by date, the newest first: Windows keeps older versions."""
    return sorted(paths, key=lambda path: path.stat().st_mtime, reverse=True)


def located(name: str) -> Iterator[Path]:
    """Files that the dynamic linker would find for a library: by ``LD_LIBRARY_PATH``, in its cache, in system folders.

    The cache's file is searched for the name instead of asking ``ldconfig -p``, which starts a process, and which not
    every system has.
    """
    for folder in os.environ.get("LD_LIBRARY_PATH", "").split(os.pathsep):
        if folder and (path := Path(folder, name)).is_file():
            yield path
    yield from (path for path in _cached(name) if path.is_file())
    for folder in ("/usr/local/lib", MULTIARCH, "/usr/lib64", "/usr/lib", "/lib64", "/lib"):
        if (path := Path(folder, name)).is_file():
            yield path


def _cached(name: str) -> Iterator[Path]:
    """The files of that name in the linker's cache, which holds their paths, each ended by a zero."""
    try:
        cache = CACHE.read_bytes()
    except OSError:
        return
    end = f"/{name}\0".encode()
    position = cache.find(end)
    while position >= 0:
        yield Path(os.fsdecode(cache[cache.rfind(b"\0", 0, position) + 1 : position + len(end) - 1]))
        position = cache.find(end, position + 1)


def _fits(path: Path) -> bool:
    """True if a library is for this processor architecture, as far as its head tells; systems may have several."""
    theirs, ours = _machine(path), _machine(Path(sys.executable))
    return theirs is None or ours is None or theirs == ours


def _machine(path: Path) -> tuple[int, ...] | None:
    """Word length, byte order and processor of an ELF file; None for others."""
    try:
        with path.open("rb") as file:
            head = file.read(20)
    except OSError:
        return None
    if len(head) < 20 or not head.startswith(b"\x7fELF"):
        return None
    return (head[4], head[5], *struct.unpack("2B", head[18:20]))


def nodes_of(driver: VendorDriver) -> tuple[str, ...]:
    """Existing device files that may belong to hardware of a driver."""
    nodes = [str(node) for pattern in driver.nodes for node in _matching(pattern)]
    return tuple(node for node in nodes if not driver.vendor or _vendor(node) in (driver.vendor, None))


def proves_hardware(driver: VendorDriver, node: str) -> bool:
    """True if a device file certainly belongs to hardware of a driver, so that a driver without devices is faulty."""
    if node == WSL:
        return False
    if Path(node).match(CARDS):
        return bool(driver.vendor) and _vendor(node) == driver.vendor
    return True


def _vendor(node: str) -> str | None:
    """PCI's number of the vendor of the card behind ``/dev/dri/renderD*``; None where it is unknown."""
    try:
        return Path("/sys/class/drm", Path(node).name, "device/vendor").read_text("ascii").strip()
    except OSError:
        return None


def hidden_by(driver: VendorDriver) -> tuple[str, ...]:
    """Variables in the environment that may hide devices from a driver."""
    return tuple(name for name in driver.variables if name in os.environ)
