"""Settings in the environment: what they may be, and that calls say which of them cannot be understood."""

import math
import re
import threading
from pathlib import Path

import numpy as np
import pytest

import autoblas
from autoblas.errors import ArgumentError
from autoblas.plan import settings

NUMBERS = (settings.DEVICE_MEMORY, settings.HOST_BELOW)

WORDS = {"AUTOBLAS_COMPLETE", "AUTOBLAS_DATA_DIR", "AUTOBLAS_DEVICE", "AUTOBLAS_RECORD"}
"""Variables of a shell, a folder, a device and a file, of which whoever reads them says what is wrong."""


@pytest.mark.parametrize("setting", NUMBERS, ids=lambda setting: setting.name)
def test_numbers_are_read_in_one_way(monkeypatch, setting):
    """With blanks around them, with exponents, and not at all; anything else is refused by the variable's name."""
    for text, value in (("", None), ("  ", None), (" 12 ", 12), ("1e9", 1e9)):
        monkeypatch.setenv(setting.name, text)
        assert settings.number(setting) == value
    monkeypatch.setenv(setting.name, "inf")
    assert not setting.infinite or settings.number(setting) == math.inf
    for text in (
        "abc",
        "-1",
        "nan",
        "1 GB",
        "0x10",
        "-inf",
        "x" * 500,
        *(["inf"] if not setting.infinite else []),
    ):
        monkeypatch.setenv(setting.name, text)
        with pytest.raises(ArgumentError, match=f"^{setting.name}: expected a number of") as raised:
            settings.check()
        assert len(str(raised.value)) < 200


@pytest.mark.parametrize("setting", NUMBERS, ids=lambda setting: setting.name)
def test_a_first_call_refuses_what_it_does_not_understand(any_device, monkeypatch, setting):
    """Also where it would never have asked for that setting; queues are a thread's own, so this one is new."""
    del any_device
    monkeypatch.setenv(setting.name, "much")
    caught: list[BaseException] = []

    def call():
        try:
            autoblas.had(np.ones(3), np.ones(3))
        except ArgumentError as error:
            caught.append(error)

    thread = threading.Thread(target=call)
    thread.start()
    thread.join()
    assert [error.argument for error in caught if isinstance(error, ArgumentError)] == [setting.name]


def test_every_variable_is_listed_here():
    """One that is added is a number, which is checked, or words whose reader says what is wrong."""
    package = Path(autoblas.__file__).parent
    texts = [path.read_text(encoding="utf-8") for path in package.rglob("*.py")]
    named = {name for text in texts for name in re.findall(r"\"(AUTOBLAS_[A-Z_]+)\"", text)}
    assert named <= WORDS | {setting.name for setting in NUMBERS}
