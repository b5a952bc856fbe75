"""Writes fitted coefficients as the shipped ones are: with what they were fitted to, in ``kernels/models/data``."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from typing import TYPE_CHECKING, Any

from autoblas.devices.languages import dialect_for
from autoblas.errors import DatabaseError
from autoblas.kernels import kernels
from autoblas.kernels.kernel import source_hash
from autoblas.store.folder import replace_file
from autoblas.tune.fit import errors, samples_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from autoblas.devices.device import Facts
    from autoblas.tune.fit import ModelFit
    from autoblas.tune.samples import Sample

__all__ = ["write_shipped"]

DIGITS = 4
"""Significant digits of a coefficient; times differ by more."""


def write_shipped(path: Path, fits: Sequence[ModelFit], samples: Sequence[Sample], f: Facts) -> None:
    """Replace models in a file of shipped ones by fitted ones that serve.

    Args:
        path: The file.
        fits: The models.
        samples: Times that they were fitted to, and of other models.
        f: The device.

    Raises:
        DatabaseError: it cannot be read or written, or lacks one of the models.
    """
    try:
        models = json.loads(path.read_text(encoding="utf-8"))
        for model, values in ((model, values) for fit in fits for model, values in fit.values.items()):
            document = models[model]
            document["fitted"] = _origin(samples_of([model], samples, f), f, document["fitted"]["note"])
            document["values"] = _rounded(values)
    except (OSError, ValueError, KeyError) as error:
        raise DatabaseError(path, f"it has no such models: {error}") from error
    replace_file(path, json.dumps(models, indent=2) + "\n")


def _origin(samples: Sequence[Sample], f: Facts, note: str) -> dict[str, Any]:
    """Description of the times that a model was fitted to, and of its errors for the shapes that judged."""
    extents = zip(*(sample.problem.sizes[:3] for sample in samples), strict=True)
    half, most = errors([sample for sample in samples if sample.judges], f)
    return {
        "device": f.name,
        "driver": f.driver,
        "date": dt.datetime.now(dt.UTC).date().isoformat(),
        "shapes": len({str(sample.problem) for sample in samples}),
        "times": len(samples),
        "span": [[min(sizes), max(sizes)] for sizes in extents],
        "half_within": round(half - 1, 3),
        "nine_tenths_within": round(most - 1, 3),
        "texts": _texts(samples, f),
        "note": note,
    }


def _texts(samples: Sequence[Sample], f: Facts) -> str:
    """Hash of the texts that were timed."""
    d = dialect_for(f.extensions)
    points = ((kernels()[s.kernel], s.params, s.problem) for s in samples)
    texts = {source_hash(*kernel.written(params, problem, d)) for kernel, params, problem in points}
    return hashlib.sha256("".join(sorted(texts)).encode()).hexdigest()[:16]


def _rounded(values: Any) -> Any:
    """Coefficients with few digits."""
    if isinstance(values, dict):
        return {name: _rounded(inner) for name, inner in values.items()}
    if isinstance(values, (list, tuple)):
        return [_rounded(inner) for inner in values]
    return float(f"{values:.{DIGITS}g}") if isinstance(values, float) else values
