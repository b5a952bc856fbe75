"""Makes functions that make new pyopencl arrays of one layout; see ``Adapter.maker``."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array

from autoblas.errors import AllocationError
from autoblas.runtime.adapters.words import made

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["READ_WRITE", "maker_of", "no_room"]

READ_WRITE: Any = cl.mem_flags.READ_WRITE


def maker_of(
    template: Any, pools: Mapping[Any, Any], memory_for: Callable[[Any], Any], general: Callable[[Any], Any]
) -> Callable[[Any], Any]:
    """What makes arrays of the layout of a template for arrays like that of a call, whose class is pyopencl's own.

    The attributes of pyopencl's class are set one by one: Python keeps those of an object that was filled in this way in
    the object itself, and makes a dictionary for one whose ``vars`` are asked for, which takes three times as long.

    Args:
        template: The template; see ``Adapter.template``.
        pools: The pools of results by queue, as they are at each call.
        memory_for: Gives memory for an array of the template's layout where there are pools.
        general: What does the same for any array.
    """
    if not template.nbytes:
        return general
    own = {"base_data": "memory", "events": "[]"}
    attributes = {name: own.get(name, f"o_{name}") for name in vars(template)}
    lines = [
        "if like.allocator:\n    return general(like)",
        "try:\n    memory = memory_for(template) if pools else buffer(context, read_write, nbytes)",
        "except refused as error:\n    raise no_room(error) from error",
        "array = new(kind)",
        *(f"array.{name} = {value}" for name, value in attributes.items()),
        "return array",
    ]
    names = {value: getattr(template, name) for name, value in attributes.items() if name not in own}
    names |= {"general": general, "pools": pools, "memory_for": memory_for, "template": template}
    names |= {"new": object.__new__, "kind": cl_array.Array, "buffer": cl.Buffer, "refused": cl.Error}
    names |= {"context": template.context, "read_write": READ_WRITE, "nbytes": template.nbytes}
    names["no_room"] = partial(no_room, template.shape, template.dtype)
    found: Callable[[Any], Any] = made("make(like)", lines, names, __name__)
    return found


def no_room(shape: tuple[int, ...], dtype: Any, error: cl.Error) -> AllocationError:
    """The device refused memory for a new array."""
    return AllocationError(
        f"the device has no room for a result of shape {shape} and {np.dtype(dtype)}: {error}"
    )
