"""The extension by which a loader reaches a driver: without it nothing of the driver is touched."""

import subprocess
import sys

import pytest

from autoblas.devices.opencl.drivers import icd, trials
from autoblas.devices.opencl.drivers.icd import UnusableDriverError, platforms_of
from support.marks import needs_compiler

pytestmark = pytest.mark.usefixtures("own_results")


@pytest.mark.skipif(sys.platform != "linux", reason="the files of a process are told as Linux does")
def test_a_driver_without_the_extension_is_refused(pocl_library, monkeypatch):
    """The driver tells its extensions itself; without a dispatch table nothing of it is touched."""
    assert [platform.name for platform in platforms_of(pocl_library)]
    monkeypatch.setattr(icd, "EXTENSION", "cl_khr_none")
    with pytest.raises(UnusableDriverError, match="lacks cl_khr_none"):
        platforms_of(pocl_library)


FOREIGN = """
#include <string.h>
#include <stddef.h>
static int object;
int clIcdGetPlatformIDsKHR(unsigned count, void **ids, unsigned *number)
{
  if (ids) *ids = &object;
  if (number) *number = 1;
  return 0;
}
int clGetPlatformInfo(void *id, unsigned what, size_t size, void *out, size_t *needed)
{
  if (out) memcpy(out, "cl_khr_fp64", 12);
  if (needed) *needed = 12;
  return 0;
}
"""


@needs_compiler
def test_a_driver_whose_objects_have_no_table(tmp_path):
    """A library that lists a platform, which no loader could call, is refused before anything is called through it."""
    source, library = tmp_path / "driver.c", tmp_path / "libforeign.so"
    source.write_text(FOREIGN)
    subprocess.run(["cc", "-shared", "-fPIC", "-o", str(library), str(source)], check=True)
    assert trials.fault_of(library) == "lacks cl_khr_icd, without which no OpenCL loader can call it"
