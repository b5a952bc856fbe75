"""The examples of docs/contributing/testing.md pass the tests that they inherit."""

from typing import Any

import pytest

from autoblas import testing
from support.page_examples import page, run_examples

NAMES = run_examples("contributing/testing.md", __name__)

TestBackwards: Any = NAMES["TestBackwards"]
TestRecordingDevice: Any = NAMES["TestRecordingDevice"]
test_every_launch_may_fail: Any = NAMES["test_every_launch_may_fail"]


class TestScale(NAMES["TestScale"]):  # type: ignore[misc, valid-type]  # no type checker reads the page
    """The example of a kernel, on every runtime that was chosen."""

    @pytest.fixture
    def device(self, any_device):
        """Another device than the one that serves by default."""
        return any_device.device


def test_the_page_names_all_that_the_package_offers():
    """Whoever looks for a class finds it there."""
    assert [name for name in testing.__all__ if name not in page("contributing/testing.md")] == []
