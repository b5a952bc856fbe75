"""A host that runs texts for Hopper."""

import pytest

from support.wgmma_on_host import planted


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Where programs are compiled."""
    return tmp_path_factory.mktemp("programs")


@pytest.fixture(scope="module")
def host(folder):
    """A device that runs the texts as they are."""
    return planted(folder)
