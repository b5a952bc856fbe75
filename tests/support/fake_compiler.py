"""A compiler of CUDA C++ whose programs are the texts that it was given, and which refuses them where planted."""

import ctypes
import types
from typing import Any

from support.fake_driver import Code


class FakeCompiler(types.ModuleType):
    """Stands for ``cuda.bindings.nvrtc``: what it compiles is the text behind the letters of a program.

    Attributes:
        version: Its version.
        compiled: The texts.
        refuses: What is said of every text, which is then refused.
        known: The architectures.
    """

    def __init__(self) -> None:
        super().__init__("cuda.bindings.nvrtc")
        self.version, self.refuses = (13, 0), ""
        self.known = [75, 80, 86, 87, 89, 90, 100, 120]
        self.compiled: list[tuple[str, tuple[str, ...]]] = []

    def nvrtcVersion(self) -> tuple[int, int, int]:  # noqa: N802
        """Its version."""
        return (0, *self.version)

    def nvrtcGetSupportedArchs(self) -> tuple[int, list[int]]:  # noqa: N802
        """Architectures."""
        return 0, self.known

    def nvrtcCreateProgram(self, text: bytes, *_: Any) -> tuple[int, dict[str, Any]]:  # noqa: N802
        """A program."""
        return 0, {"text": text.decode()}

    def nvrtcCompileProgram(self, program: dict[str, Any], count: int, options: list[bytes]) -> tuple[Any]:  # noqa: N802
        """Compile."""
        assert count == len(options)
        self.compiled.append((program["text"], tuple(each.decode() for each in options)))
        return (Code(6 if self.refuses else 0),)

    def nvrtcGetProgramLogSize(self, program: dict[str, Any]) -> tuple[int, int]:  # noqa: N802
        """Bytes of what it said."""
        program["log"] = self.refuses.encode() + b"\0"
        return 0, len(program["log"])

    def nvrtcGetProgramLog(self, program: dict[str, Any], buffer: bytes | bytearray) -> tuple[int]:  # noqa: N802
        """What it said."""
        return _fill(buffer, program["log"])

    def nvrtcGetCUBINSize(self, program: dict[str, Any]) -> tuple[int, int]:  # noqa: N802
        """Bytes of the program."""
        program["cubin"] = b"\x7fELF" + program["text"].encode()
        return 0, len(program["cubin"])

    def nvrtcGetCUBIN(self, program: dict[str, Any], buffer: bytes | bytearray) -> tuple[int]:  # noqa: N802
        """The program."""
        return _fill(buffer, program["cubin"])

    def nvrtcDestroyProgram(self, program: dict[str, Any]) -> tuple[int]:  # noqa: N802
        """Nothing."""
        program.clear()
        return (0,)


def _fill(buffer: bytes | bytearray, content: bytes) -> tuple[int]:
    """Write into a buffer, as the bindings do: into bytes too."""
    if isinstance(buffer, bytearray):
        start = ctypes.addressof((ctypes.c_char * len(buffer)).from_buffer(buffer))
    else:
        start = ctypes.cast(ctypes.c_char_p(buffer), ctypes.c_void_p).value or 0
    ctypes.memmove(start, content, len(content))
    return (0,)
