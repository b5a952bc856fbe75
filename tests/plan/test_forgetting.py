"""What one thread looks up while another one adds to it, or forgets all of it because there are new results."""

from typing import Any

import pytest

from autoblas.blas.host import crossover
from autoblas.devices.recording import PLAIN_CPU
from autoblas.plan import block_width, texts
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
    ("module", "cache", "ask"),
    [
        (crossover, "_cached_crossovers", lambda: crossover.crossover(PLAIN_CPU, FLOAT32, "copy").size > 0),
        (block_width, "_cached_widths", lambda: block_width.block_width(PLAIN_CPU, FLOAT32, 64, 64) > 0),
        (texts, "_by_folder", lambda: texts.verdict_of("a text") is None),
    ],
    ids=["crossover", "block width", "verdict"],
)
def test_what_is_forgotten_meanwhile_is_told_all_the_same(module, cache, ask, monkeypatch):
    """Nobody looks a second time for what was just found."""
    monkeypatch.delenv("AUTOBLAS_HOST_BELOW", raising=False)
    monkeypatch.setattr(module, cache, Forgotten())
    assert ask()


def test_verdicts_may_be_added_while_they_are_listed(monkeypatch):
    """As by a thread whose first call checks a text."""

    class Slow:
        @property
        def state(self):
            texts.store_verdict(f"text {len(verdicts)}", texts.TextVerdict(), lasting=False)
            return "right"

    verdicts: dict[str, Any] = {"text": Slow(), "other": Slow()}
    monkeypatch.setattr(texts, "_by_folder", {str(data_folder()): verdicts})
    assert texts.wrong_on(PLAIN_CPU) == []
    assert len(verdicts) == 4
