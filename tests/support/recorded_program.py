"""A program whose calls are written down: each routine that it is given, on NumPy arrays and on device arrays.

    AUTOBLAS_RECORD=FILE python -m support.recorded_program gemm trsm ...

It prints a JSON object: what came out wrong, by routine and kind of arrays.
"""

import json
import sys
from typing import Any

import numpy as np
import pyopencl.array as cl_array

import autoblas
from support.as_written import compiled_as_written
from support.routine_calls import Numbers, wrong
from support.routine_cases import CASES
from support.short_header import short_headers


def main(names: list[str]) -> None:
    """Make the calls, and print what is wrong."""
    queue, found = autoblas.default_queue(), dict[str, list[str]]()
    for name in names:
        for where in ("NumPy", "device"):
            case = CASES[name](Numbers(3, "float32"))
            wanted = case.wanted
            if where == "device":
                there: dict[str, Any] = {
                    key: cl_array.to_device(queue, np.ascontiguousarray(x)) for key, x in case.arrays.items()
                }
                case = case._replace(arrays=there)
            came = {key: _on_host(value) for key, value in case.call(name).items()}
            wanted = {key: np.reshape(value, np.shape(came[key])) for key, value in wanted.items()}
            found[f"{name} {where}"] = wrong(wanted, came)
    a, b = (cl_array.to_device(queue, np.ones((64, 64), np.float32)) for _ in range(2))
    prepared = autoblas.prepare(autoblas.gemm, a, b)
    for _ in range(5):
        prepared()
        autoblas.gemm(a, b, alpha=2.0)
    sys.stdout.write(json.dumps({key: names for key, names in found.items() if names}))


def _on_host(value: Any) -> Any:
    """What a device array holds; of several, each."""
    if isinstance(value, tuple):
        return tuple(map(_on_host, value))
    return value.get() if isinstance(value, cl_array.Array) else value


if __name__ == "__main__":
    with short_headers(), compiled_as_written():
        main(sys.argv[1:])
