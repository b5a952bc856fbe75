"""``autoblas fit``: fits the time models of kernels to times of points that were measured on a device."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from autoblas.cli.options import device_option, json_option
from autoblas.cli.output.documents import print_document
from autoblas.cli.output.text import device_text
from autoblas.cli.routines.table import quiet
from autoblas.database import data_path
from autoblas.devices.selftest.serving_device import select_device
from autoblas.errors import DatabaseError
from autoblas.plan.fitted import load_fitted, store_fitted
from autoblas.tune.fit import ModelFit, Selection, fit_models, models_of, quality, selections
from autoblas.tune.samples import device_in, samples_in
from autoblas.tune.shipped_models import write_shipped

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from autoblas.devices.device import Facts

__all__ = ["command"]


@click.command("fit")
@click.argument("files", nargs=-1, type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--model", "only", multiple=True, help="Fit this model alone. May be repeated.")
@click.option("--dry-run", is_flag=True, help="Store nothing.")
@click.option(
    "--reset", is_flag=True, help="Drop what was fitted on the device, so that shipped models serve."
)
@click.option(
    "--into",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Write models into this file of shipped ones, and what they were fitted to; serve none.",
)
@device_option
@json_option
def command(
    files: tuple[Path, ...],
    only: tuple[str, ...],
    into: Path | None,
    device: str | None,
    *,
    dry_run: bool,
    reset: bool,
    as_json: bool,
) -> None:
    """Fit the time models of kernels to times of their points.

    Models choose a kernel where nothing was measured. FILES are journals of "autoblas tune", without them all of the
    device, or files of times, which name their device. A third of the shapes is held back. A model is stored if these are
    predicted better than before, and none if slower points would be chosen for them.
    """
    facts = (None if device else device_in(files)) or select_device(device).facts
    if reset:
        path = store_fitted(facts, {})
        click.echo(f"{device_text(facts)}: shipped models serve, {path}", err=as_json)
        return
    if find_spec("scipy") is None:
        raise click.ClickException("scipy is not installed: python -m pip install scipy")
    if into is None:
        load_fitted(facts)
    samples = samples_in(files or sorted((data_path().parent / "journals").glob("*.jsonl")), facts)
    groups = models_of(samples, facts, only)
    if not groups:
        raise DatabaseError(
            ", ".join(map(str, files)) or "journals", "no times of a kernel with such a model"
        )
    echo = quiet if as_json else click.echo
    echo(device_text(facts))
    echo(f"{'models':36} {'times':>6} {'shapes':>6}  {'half within':>16}  {'nine tenths within':>18}")
    before = selections(samples, facts)
    fits = [fit for models in groups if (fit := _fitted(models, samples, facts, echo)) is not None]
    after = selections(samples, facts)
    changed = _changed(before, after, echo)
    better = [fit for fit in fits if fit.better]
    if quality(after) < quality(before):
        echo("nothing is stored: slower points would be chosen")
        better = []
    fitted = {model: values for fit in better for model, values in fit.values.items()}
    if better and not dry_run:
        if into is not None:
            write_shipped(into, better, samples, facts)
        path = into or store_fitted(facts, fitted)
        echo(f"stored {', '.join(fitted)}: {path}")
    if as_json:
        stored = [] if dry_run else sorted(fitted)
        print_document(facts, fits=[_document(fit) for fit in fits], changed=changed, stored=stored)


def _changed(
    before: Mapping[str, Selection], after: Mapping[str, Selection], echo: Callable[[str], None]
) -> list[dict[str, object]]:
    """Problems for which models select another timed point, and their lines."""
    changed = [name for name, selected in before.items() if after[name].sample is not selected.sample]
    if changed:
        echo(f"other points for {len(changed)} of {len(before)} shapes, and their parts of the best speed:")
    for name in changed:
        old, new = before[name], after[name]
        echo(f"  {name}: {old.sample.kernel} {old.share:.2f} -> {new.sample.kernel} {new.share:.2f}")
    echo(
        f"speed of choices among timed points, shapes held back, geometric mean: {quality(before):.3f} -> {quality(after):.3f}"
    )
    return [{"problem": name, "before": before[name].share, "after": after[name].share} for name in changed]


def _fitted(
    models: list[str], samples: list[Any], facts: Facts, echo: Callable[[str], None]
) -> ModelFit | None:
    """Models that are fitted, and their line; None where there are too few times.

    If they are better they serve from here on.
    """
    try:
        fit = fit_models(models, samples, facts)
    except DatabaseError as error:
        echo(str(error))
        return None
    if fit.better:
        fit.serve(facts)
    half, most = (f"{_percent(a)} -> {_percent(b)}" for a, b in zip(fit.before, fit.after, strict=True))
    echo(f"{', '.join(models):36} {sum(fit.times):6} {fit.shapes:6}  {half:>16}  {most:>18}")
    return fit


def _percent(factor: float) -> str:
    """A factor between predicted and measured times in words."""
    return f"{100 * (factor - 1):.0f} %"


def _document(fit: ModelFit) -> dict[str, object]:
    """A fit as JSON."""
    return {
        "values": fit.values, "times": fit.times, "shapes": fit.shapes,
        "before": fit.before._asdict(), "after": fit.after._asdict(), "better": fit.better,
    }  # fmt: skip
