"""What one thread looks up while another one adds to it, or forgets all of it because there are new results."""

from typing import Any

import pytest

from autoblas.blas.host import crossover
from autoblas.devices.recording import PLAIN_CPU
from autoblas.plan import block_width
from autoblas.plan.texts import verdicts
from autoblas.precision import FLOAT32
from autoblas.store.folder import data_folder

pytestmark = pytest.mark.usefixtures("own_results")


class Forgotten(dict[Any, Any]):
    """What is put into it another thread takes out at once."""

    def __setitem__(self, key: Any, value: Any) -> None:
        pass

    def setdefault(self, key: Any, default: Any = None) -> Any:
        """What is given."""
        del key
        return default


@pytest.mark.parametrize(
    ("module", "ask"),
    [
        (crossover, lambda: crossover.crossover(PLAIN_CPU, FLOAT32, "copy").size > 0),
        (block_width, lambda: block_width.block_width(PLAIN_CPU, FLOAT32, 64, 64) > 0),
        (verdicts, lambda: verdicts.known("a text") is None),
    ],
    ids=["crossover", "block width", "verdict"],
)
def test_what_is_forgotten_meanwhile_is_told_all_the_same(module, ask, monkeypatch):
    """Nobody looks a second time for what was just found."""
    monkeypatch.delenv("AUTOBLAS_HOST_BELOW", raising=False)
    monkeypatch.setattr(module, "_known", Forgotten())
    assert ask()


def test_verdicts_may_be_added_while_they_are_listed(monkeypatch):
    """As by a thread whose first call checks a text."""

    class Slow:
        @property
        def state(self):
            verdicts.keep(f"text {len(everything)}", verdicts.Verdict(), lasting=False)
            return "right"

    everything: dict[str, Any] = {"text": Slow(), "other": Slow()}
    monkeypatch.setattr(verdicts, "_known", {str(data_folder()): everything})
    assert verdicts.wrong_on(PLAIN_CPU) == []
    assert len(everything) == 4
