"""Arrays of libraries for the tests of a card, and stand-ins for them on an emulated one, which every machine has."""

import pytest

from autoblas.devices.cuda.backend import card_device
from autoblas.errors import NoDeviceError
from support.as_written import compiled_as_written
from support.cuda_arrays import fake_torch
from support.emulated_card import emulated_card
from support.libraries import Emulated, Libraries

ON_CARD = [pytest.mark.card, pytest.mark.filterwarnings("default")]  # libraries warn of what is theirs


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run what asks for ``any_arrays`` on the card, and some of it, in the ordinary run, on an emulated one."""
    if "any_arrays" in metafunc.fixturenames:
        values = [
            pytest.param("emulated", marks=pytest.mark.budget(one_in=10)),
            pytest.param("card", marks=ON_CARD),
        ]
        metafunc.parametrize("any_arrays", values, indirect=True)


@pytest.fixture
def card():
    """The first card, through CUDA."""
    try:
        return card_device(0)
    except NoDeviceError as error:
        pytest.skip(str(error))


@pytest.fixture(scope="session")
def installed():
    """PyTorch, and the other libraries that are here."""
    pytest.importorskip("torch")
    return Libraries()


@pytest.fixture
def arrays(card, installed):
    """Those libraries, where there is a card."""
    return installed


@pytest.fixture
def any_arrays(request):
    """Those libraries, or stand-ins."""
    if request.param == "card":
        yield request.getfixturevalue("arrays")
        return
    with compiled_as_written(), fake_torch(), emulated_card(request.getfixturevalue("pocl")):
        yield Emulated()
