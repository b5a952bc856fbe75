"""What users hold is pickled and copied by its values or its name, or refused in words that say what to send instead."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas.compat import pyclblast, scipy_blas, scipy_lapack
from autoblas.devices.access import OfThisProcess
from autoblas.devices.cuda.streams import CudaQueue

TRAVELS: tuple[Callable[[Any], Any], ...] = (
    lambda thing: pickle.loads(pickle.dumps(thing)),
    lambda thing: pickle.loads(pickle.dumps(thing, 0)),
    copy.copy,
    copy.deepcopy,
)


def test_arrays_travel_as_plain_ones(pocl):
    """Mapped or not, with what the device was given to do before."""
    x = autoblas.mapped_empty((5, 7), "float32", queue=pocl.queue)
    values = np.arange(35, dtype=np.float32).reshape(5, 7)
    with x.mapped() as view:
        view[...] = values
        arrays: list[Any] = [view, x, autoblas.pinned_empty((5, 7), "float32", queue=pocl.queue)]
        arrays[-1][...] = values
        _check_plain(arrays, values)
    y = autoblas.mapped_empty((5, 7), "float32", queue=pocl.queue)
    identity = cl_array.to_device(pocl.queue, np.eye(7, dtype=np.float32))
    autoblas.gemm(x, identity, c=y, alpha=2.0, beta=0.0)
    _check_plain([y], 2 * values)
    assert not y.is_mapped
    if pocl.device.facts.images:
        x = autoblas.mapped_empty((5, 7), "float32", image=True, queue=pocl.queue)
        with x.mapped() as view:
            view[...] = values
            _check_plain([x], values)
        _check_plain([x], values)


def _check_plain(arrays: list[Any], values: np.ndarray[Any, Any]) -> None:
    for array in arrays:
        for travel in TRAVELS:
            back = travel(array)
            assert type(back) is np.ndarray
            assert np.array_equal(back, values)


def test_what_belongs_to_a_process_is_refused(pocl):
    """With what to do instead, also within other objects."""
    a = cl_array.to_device(pocl.queue, np.ones((4, 4), np.float32))
    devices = autoblas.devices(pocl.queue)
    with autoblas.pool_results(pocl.queue) as pool:
        for thing in (devices, next(iter(devices)), pool, autoblas.prepare(autoblas.gemm, a, a)):
            for travel in TRAVELS:
                with pytest.raises(
                    autoblas.AutoblasError, match=r"belongs to this process .*; (send|call) .* there$"
                ):
                    travel([thing] if travel is not copy.copy else thing)
    kinds: list[type[OfThisProcess]] = OfThisProcess.__subclasses__()
    assert CudaQueue in kinds
    for kind in kinds:
        assert kind.noun
        assert kind.instead


def test_routines_and_values_travel(pocl):
    """Functions by name, also those of the compatibility layers; facts and schedules as they are."""
    del pocl
    named = [getattr(autoblas, name) for name in autoblas.__all__]
    named += [
        *scipy_blas.FUNCTIONS.values(),
        *scipy_lapack.FUNCTIONS.values(),
        *(getattr(pyclblast, name) for name in pyclblast.__all__),
    ]
    for thing in named:
        for travel in TRAVELS:
            assert travel(thing) is thing or isinstance(thing, str)
    schedule = autoblas.devices("cpu").schedule(100, 100, 100)
    assert all(travel(schedule) == schedule for travel in TRAVELS)
