"""Reads the facts of an OpenCL device, also from drivers that are too old for some queries."""

from __future__ import annotations

import ctypes
import hashlib
import platform
from typing import TYPE_CHECKING, Any, Literal

import pyopencl as cl

from autoblas.devices.device import Facts
from autoblas.devices.opencl.pocl.processor import foreign_name
from autoblas.devices.opencl.x86_features import FeaturesUnknownError, x86_features
from autoblas.devices.selftest_results import selftest_key, stored_hints, stored_result, without_failures

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

__all__ = ["claims_of", "facts_of"]

SUB_GROUP_EXTENSIONS = frozenset({"cl_khr_subgroups", "cl_intel_subgroups"})

MANY_REGISTERS = frozenset({"aarch64", "arm64", "loongarch64", "ppc64le", "riscv64", "s390x"})
"""Architectures whose vector instructions have 32 registers whatever the length of their vectors."""

SUB_GROUP_SIZES = 0x4108
"""CL_DEVICE_SUB_GROUP_SIZES_INTEL of cl_intel_required_subgroup_size, which pyopencl lacks."""

GET_DEVICE_INFO = 3
"""Index of clGetDeviceInfo in the dispatch table that begins every object of a driver with cl_khr_icd."""


def facts_of(device: cl.Device) -> Facts:
    """Facts about a device, without abilities that its self-test found broken.

    Args:
        device: A device of any OpenCL version; it must answer the queries of OpenCL 1.0.
    """
    claims = claims_of(device)
    return without_failures(claims, stored_result(selftest_key(claims)))


def _processor(kind: str) -> str:
    """Features that distinguish CPUs of one name; empty for other devices, and where they are unknown."""
    try:
        return " ".join(sorted(x86_features())) if kind == "cpu" else ""
    except FeaturesUnknownError:
        return ""


def claims_of(device: cl.Device) -> Facts:
    """The facts that a device claims.

    Args:
        device: A device of any OpenCL version; it must answer the queries of OpenCL 1.0.
    """
    extensions = tuple(sorted(set(device.extensions.split())))
    kind = _kind(device.type)
    images = bool(device.image_support)
    svm = _query(device, "svm_capabilities", 0)  # OpenCL 2.0
    vector_bytes = 4 * max(_query(device, "native_vector_width_float", 4), 4)  # a query since OpenCL 1.1
    names = (_fold(device.name), _fold(device.platform.name), _fold(device.driver_version))
    foreign = foreign_name(device)  # results for the usual name do not hold for it
    build = "\0".join(
        (device.platform.version, _processor(kind), str(vector_bytes), *([foreign] if foreign else []))
    )
    return Facts(
        name=names[0],
        vendor=_fold(device.vendor),
        platform=names[1],
        driver=names[2],
        kind=kind,
        compute_units=device.max_compute_units,
        clock_mhz=_query(device, "max_clock_frequency", 0),  # deprecated in some drivers of OpenCL 3
        max_items=device.max_work_group_size,
        max_item_sizes=tuple(device.max_work_item_sizes),
        local_bytes=device.local_mem_size,
        memory_bytes=device.global_mem_size,
        max_alloc_bytes=device.max_mem_alloc_size,
        fp64=not {"cl_khr_fp64", "cl_amd_fp64"}.isdisjoint(extensions)
        or bool(_query(device, "double_fp_config", 0)),  # a query since OpenCL 1.2
        fp16="cl_khr_fp16" in extensions,
        images=images,
        max_image=(device.image2d_max_width, device.image2d_max_height) if images else (0, 0),
        sub_groups=_sub_groups(device, frozenset(extensions)),
        host_shared=kind == "cpu" or bool(_query(device, "host_unified_memory", False)),  # OpenCL 1.1 to 2.2
        system_svm=bool(svm & cl.device_svm_capabilities.FINE_GRAIN_SYSTEM),
        extensions=extensions,
        vector_bytes=vector_bytes,
        vector_registers=_vector_registers(vector_bytes),
        cache_bytes=_query(device, "global_mem_cache_size", 0),
        sub_group_sizes=_sub_group_sizes(device, frozenset(extensions)),
        compute_capability=_compute_capability(device, extensions),
        failing_hints=tuple(
            sorted(name for name, outcome in stored_hints(*names).items() if outcome == "fail")
        ),
        build=hashlib.sha256(build.encode()).hexdigest()[:12],
    )


def _kind(bits: int) -> Literal["cpu", "gpu", "acc"]:
    if bits & cl.device_type.GPU:
        return "gpu"
    return "cpu" if bits & cl.device_type.CPU else "acc"


def _vector_registers(vector_bytes: int) -> int:
    """Vector registers of a CPU of this machine, which no driver reports: x86 has 32 with AVX-512 and 16 before."""
    return 32 if vector_bytes >= 64 or platform.machine().lower() in MANY_REGISTERS else 16


def _compute_capability(device: cl.Device, extensions: tuple[str, ...]) -> tuple[int, int]:
    if "cl_nv_device_attribute_query" not in extensions:
        return (0, 0)
    return (
        _query(device, "compute_capability_major_nv", 0),
        _query(device, "compute_capability_minor_nv", 0),
    )


def _sub_groups(device: cl.Device, extensions: AbstractSet[str]) -> bool:
    """True if the device has sub-groups: an extension in OpenCL 2.x, a feature with a size since 3.0."""
    return bool(SUB_GROUP_EXTENSIONS & extensions) or _query(device, "max_num_sub_groups", 0) > 0


def _sub_group_sizes(device: cl.Device, extensions: AbstractSet[str]) -> tuple[int, ...]:
    """Sizes that a kernel's attribute can require; of AMD's devices, which offer no choice, the only one."""
    if "cl_intel_required_subgroup_size" in extensions:
        return _required_sizes(device)
    width = _query(device, "wavefront_width_amd", 0) if "cl_khr_subgroups" in extensions else 0
    return (width,) if width else ()


def _required_sizes(device: cl.Device) -> tuple[int, ...]:
    """Answer to the query ``SUB_GROUP_SIZES``, through the dispatch table; empty where there is none."""
    if "cl_khr_icd" not in device.platform.extensions.split():
        return ()
    table = ctypes.cast(device.int_ptr, ctypes.POINTER(ctypes.POINTER(ctypes.c_void_p))).contents
    size_t = ctypes.c_size_t
    arguments = (ctypes.c_void_p, ctypes.c_uint32, size_t, ctypes.c_void_p, ctypes.POINTER(size_t))
    get_device_info = ctypes.CFUNCTYPE(ctypes.c_int32, *arguments)(table[GET_DEVICE_INFO])
    nbytes = size_t()
    if get_device_info(device.int_ptr, SUB_GROUP_SIZES, 0, None, ctypes.byref(nbytes)) != 0:
        return ()
    sizes = (size_t * (nbytes.value // ctypes.sizeof(size_t)))()
    if get_device_info(device.int_ptr, SUB_GROUP_SIZES, nbytes.value, sizes, None) != 0:
        return ()
    return tuple(sorted(sizes))


def _query(device: cl.Device, name: str, fallback: Any) -> Any:
    """Answer to a query; ``fallback`` from a driver that does not know it."""
    try:
        return getattr(device, name)
    except cl.LogicError:  # INVALID_VALUE of older versions, INVALID_OPERATION of some drivers
        return fallback


def _fold(text: str) -> str:
    return " ".join(text.replace("\0", " ").split())
