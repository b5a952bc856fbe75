"""The OpenCL back-end: the devices, their facts, how runtimes are found and devices are chosen."""

from autoblas.store.caches import provide

provide()  # before pyopencl is imported, which makes folders at once
