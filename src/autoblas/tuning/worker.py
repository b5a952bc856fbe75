"""The child process: tries points that may crash or hang it, and says before each stage what it is about to do."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from autoblas.tuning.stages import Stages

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autoblas.isolate.channel import Channel
    from autoblas.tuning.evaluator import Evaluator

__all__ = ["serve"]


def serve(channel: Channel, factory: str, arguments: Mapping[str, Any]) -> None:
    """Try the points that the parent sends; ``Child`` says what the arguments are."""
    module, _, function = factory.partition(":")
    evaluator: Evaluator = getattr(importlib.import_module(module), function)(**arguments)
    stages = Stages(evaluator)
    for request in channel.requests():
        outcome = stages(permit=channel.permits, **request)
        channel.reply({"outcome": outcome.to_dict(), "poisoned": stages.poisoned})
