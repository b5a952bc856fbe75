"""Which back-end a queue belongs to, and which adapter an array: what stands nearest to its class."""

import pytest

from autoblas.arrays.adapter import adapter_of
from autoblas.devices.backends import BACKENDS, device_of, nearest
from autoblas.devices.recording import PLAIN_CPU, RecordingDevice, RecordingQueue

TABLE = {"autoblas": 1, "autoblas.devices": 2, "autoblas.devices.recording": 3}


class Inherited(RecordingQueue):
    """A queue that a test makes of one of the package."""


def test_the_innermost_package_counts_whatever_the_order():
    """A back-end may have queues of its own beside those of another in this package."""
    for table in (TABLE, dict(reversed(TABLE.items()))):
        assert nearest(RecordingQueue, table) == 3
        assert nearest(RecordingQueue, {name: table[name] for name in table if table[name] < 3}) == 2
        assert nearest(Inherited, table) == 3


def test_part_of_a_name_is_no_package():
    """A module whose name begins like another's is another's."""
    assert nearest(RecordingQueue, {"auto": 1, "autoblas.dev": 2, "recording": 3}) is None


def test_what_no_table_has_belongs_to_nobody():
    """Also where it is a class of this package."""
    assert nearest(RecordingDevice, {name: 1 for name in BACKENDS if name == "pyopencl"}) is None
    assert adapter_of(RecordingDevice(PLAIN_CPU)) is None
    with pytest.raises(TypeError, match="Facts is no queue of a back-end"):
        device_of(PLAIN_CPU)
