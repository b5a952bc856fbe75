"""Names of other projects' kernels for the tests of presets: their texts and whether they are right."""

from autoblas.contrib.presets import Preset
from autoblas.emit.opencl_c import OPENCL_C
from autoblas.kernels import kernels
from support.kernel_checks import verdict
from support.rig import Rig

SEED = "evergreenmatmul_4_8_4_2_0_0_10_0_400_400_400_1_0_10_10_4_4_23"
"""The kernel that Chai's text shows: ten products, floats by doubles, one operand in a buffer and two in images."""


def text_of(preset: Preset) -> str:
    """The text that stands behind a name."""
    kernel = kernels()[preset.kernel]
    return kernel.source(kernel.space.point(preset.parameters), preset.problem, OPENCL_C)


def preset_verdict(rig: Rig, preset: Preset) -> str | None:
    """What the check that candidates of the tuner must pass says about a name's kernel."""
    return verdict(rig, kernels()[preset.kernel], dict(preset.parameters), preset.problem)
