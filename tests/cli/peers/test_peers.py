"""Peers that ``autoblas bench gemm`` times: their products are right, what is copied is what was asked for, errors are sentences."""

from __future__ import annotations

import ctypes
import json
import sys
import types
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from autoblas.blas.host.identity import numpy_blas
from autoblas.checks.verify import reals
from autoblas.cli import main
from autoblas.cli.commands.bench import PEERS
from autoblas.cli.options import Product
from autoblas.cli.peers import clblast as clblast_module
from autoblas.cli.peers import cublas as cublas_module
from autoblas.cli.peers.clblast import CLBlast
from autoblas.cli.peers.cublas import CuBLASByCuPy, CuBLASByPyTorch
from autoblas.cli.peers.peer import BenchSetting, NumPyBLAS
from autoblas.errors import ArgumentError, LaunchError
from autoblas.precision import BFLOAT16, COMPLEX64, FLOAT32, FLOAT64, INT32, Precision
from autoblas.report import read_bench

if TYPE_CHECKING:
    from pathlib import Path

    from support.rig import Rig

M, N, K = 7, 5, 3
CALLS = [(trans_a, trans_b, items) for trans_a in "NTC" for trans_b in "NT" for items in (1, 2)]


def _product(trans: str = "NN", kind: Precision = COMPLEX64, items: int = 1) -> Product:
    return Product(trans[0], trans[1], kind, kind, kind, kind, items)


def _operands(product: Product) -> tuple[Any, Any]:
    rng = np.random.default_rng(1)
    batch = (product.items,) if product.items > 1 else ()
    a, b = ((M, K) if product.trans_a == "N" else (K, M)), ((K, N) if product.trans_b == "N" else (N, K))
    return reals(rng, (*batch, *a), product.type_a), reals(rng, (*batch, *b), product.type_b)


def _wanted(product: Product, a: Any, b: Any) -> Any:
    op = {"N": lambda x: x, "T": lambda x: x.swapaxes(-1, -2), "C": lambda x: x.swapaxes(-1, -2).conj()}
    return op[product.trans_a](a) @ op[product.trans_b](b)


class Tensor(np.ndarray[Any, Any]):
    """Stand-in for a tensor or an array of CuPy's on a card, which only copies read."""

    copies: tuple[str, ...] = ()

    def to(self, device: str) -> Tensor:
        """A copy on a card."""
        Tensor.copies += (f"to {device}",)
        return self.copy()

    def cpu(self) -> Any:
        """A copy on the host."""
        Tensor.copies += ("from",)
        return np.array(self)

    get = cpu


def _torch() -> Any:
    """Stand-in for PyTorch, with a card that computes by NumPy."""

    def synchronize(device: str) -> None:
        Tensor.copies += (f"waited for {device}",)

    cuda = types.SimpleNamespace(
        synchronize=synchronize, device_count=lambda: 2, get_device_name=lambda ordinal: f"card {ordinal}"
    )
    return types.SimpleNamespace(
        __version__="9.9", cuda=cuda, matmul=np.matmul, bfloat16=np.int16, from_numpy=lambda x: x.view(Tensor),
        backends=types.SimpleNamespace(cuda=types.SimpleNamespace(matmul=types.SimpleNamespace())),
    )  # fmt: skip


def _cupy() -> Any:
    """Stand-in for CuPy, with a card that computes by NumPy."""

    class Device:
        def __init__(self, ordinal: int) -> None:
            self.ordinal = ordinal

        def __enter__(self) -> None:
            pass

        def __exit__(self, *exception: object) -> None:
            pass

        def synchronize(self) -> None:
            Tensor.copies += (f"waited for cuda:{self.ordinal}",)

    runtime = types.SimpleNamespace(
        getDeviceCount=lambda: 2, getDeviceProperties=lambda ordinal: {"name": f"card {ordinal}".encode()}
    )
    cuda = types.SimpleNamespace(Device=Device, runtime=runtime)
    return types.SimpleNamespace(
        __version__="9.9", cuda=cuda, matmul=np.matmul, asarray=lambda x: x.view(Tensor).to("cuda:1")
    )


@pytest.mark.parametrize(("trans_a", "trans_b", "items"), CALLS)
def test_products_are_right(trans_a: str, trans_b: str, items: int) -> None:
    """Of transposed, conjugated and stacked operands."""
    product = _product(trans_a + trans_b, COMPLEX64, items)
    a, b = _operands(product)
    setting = BenchSetting(None, product, "tofrom")  # type: ignore[arg-type]  # none of these uses the queue
    for peer in (
        NumPyBLAS(setting),
        CuBLASByPyTorch(_torch(), "cuda:1", setting),
        CuBLASByCuPy(_cupy(), 1, setting),
    ):
        np.testing.assert_allclose(np.asarray(peer.call(a, b)()), _wanted(product, a, b), rtol=1e-4)


@pytest.mark.parametrize(
    ("transfer", "expected"),
    [
        ("none", ("waited for cuda:1",)),
        ("to", ("to cuda:1", "to cuda:1", "waited for cuda:1")),
        ("from", ("from",)),
        ("tofrom", ("to cuda:1", "to cuda:1", "from")),
    ],
)
def test_what_is_copied_is_what_was_asked_for(transfer: str, expected: tuple[str, ...]) -> None:
    """With a call, beside what is there before the first; every call is complete when it returns."""
    product = _product("NT", FLOAT32)
    a, b = _operands(product)
    setting = BenchSetting(None, product, transfer)  # type: ignore[arg-type]  # likewise
    for peer in (CuBLASByPyTorch(_torch(), "cuda:1", setting), CuBLASByCuPy(_cupy(), 1, setting)):
        call = peer.call(a, b)
        Tensor.copies = ()
        call()
        assert Tensor.copies == expected


def test_arithmetic_is_that_of_the_call() -> None:
    """PyTorch may use tf32 where ``fast`` says so, and nowhere else."""
    for accuracy in ("standard", "strict", "fast"):
        torch, product = _torch(), replace(_product(kind=FLOAT32), accuracy=accuracy)
        CuBLASByPyTorch(torch, "cuda:0", BenchSetting(None, product, "none")).call(*_operands(product))  # type: ignore[arg-type]
        assert torch.backends.cuda.matmul.allow_tf32 is (accuracy == "fast")


def _card(rig: Rig, monkeypatch: pytest.MonkeyPatch, name: str) -> Any:
    """A queue whose device says that it is a card of that name."""
    facts = replace(rig.device.facts, name=name, vendor="NVIDIA Corporation")
    monkeypatch.setattr(cublas_module, "queue_device", lambda queue: types.SimpleNamespace(facts=facts))
    return rig.queue


def test_the_card_is_found_by_its_name(here: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """PyTorch comes first, CuPy where it is not there or sees no such card; else a sentence says what is missing."""
    queue = _card(here, monkeypatch, "card 1")
    there = {"torch": _torch(), "cupy": _cupy()}
    monkeypatch.setattr(cublas_module, "find_spec", there.get)
    for name, module in there.items():
        monkeypatch.setitem(sys.modules, name, module)
    setting = BenchSetting(queue, _product(kind=FLOAT64), "none")
    peer = PEERS["cublas"](setting)
    assert peer.words == "cuBLAS through PyTorch 9.9"
    del there["torch"]
    assert PEERS["cublas"](setting).words == "cuBLAS through CuPy 9.9"
    with pytest.raises(ArgumentError, match=r"torch installed.*neither"):
        PEERS["cublas"](BenchSetting(queue, _product(kind=BFLOAT16), "none"))
    _card(here, monkeypatch, "card 7")
    with pytest.raises(ArgumentError, match="torch or cupy installed, with CUDA and this card"):
        PEERS["cublas"](setting)


def test_products_that_a_peer_has_not_are_refused(here: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """Types that cuBLAS and CLBlast do not know, mixed ones, and other devices."""
    mixed = Product("N", "N", FLOAT32, FLOAT32, FLOAT64, FLOAT64)
    with pytest.raises(ArgumentError, match="--compare cublas: expected a device of NVIDIA's"):
        PEERS["cublas"](BenchSetting(here.queue, _product(), "none"))
    monkeypatch.setattr(clblast_module, "_library", object)
    queue = _card(here, monkeypatch, "card 0")
    for product in (mixed, _product(kind=INT32)):
        for name in ("cublas", "clblast"):
            with pytest.raises(ArgumentError, match="matrices of one type"):
                PEERS[name](BenchSetting(queue, product, "none"))
    with pytest.raises(ArgumentError, match="a device of OpenCL"):
        PEERS["clblast"](BenchSetting(types.SimpleNamespace(), _product(), "none"))
    monkeypatch.setattr(clblast_module, "_library", lambda: "libclblast.so.1: no such file")
    with pytest.raises(ArgumentError, match=r"got libclblast\.so\.1: no such file"):
        PEERS["clblast"](BenchSetting(queue, _product(), "none"))


class Library:
    """Stand-in for CLBlast, which keeps the arguments of its function.

    Args:
        status: What the function returns.
    """

    def __init__(self, status: int = 0) -> None:
        self.call: tuple[Any, ...] = ()
        self.status = status

    def __getattr__(self, name: str) -> Any:
        def function(*arguments: Any) -> int:
            self.call = (
                name,
                *(word.value if isinstance(word, ctypes.c_size_t) else word for word in arguments),
            )
            return self.status

        return function


def test_clblast_is_told_of_rows(here: Rig) -> None:
    """Leading dimensions are the columns that are stored, strides whole matrices; a status is an error."""
    product = _product("TN", FLOAT32, items=2)
    a, b = _operands(product)
    library = Library()
    CLBlast(library, BenchSetting(here.queue, product, "none")).call(a, b)()
    name, layout, trans_a, trans_b, *sizes = library.call[:7]
    assert (name, layout, trans_a, trans_b, sizes) == ("CLBlastSgemmStridedBatched", 101, 112, 111, [M, N, K])
    numbers = [argument for argument in library.call[8:] if isinstance(argument, int)]
    assert numbers == [0, M, K * M, 0, N, K * N, 0, N, M * N, 2]
    with pytest.raises(LaunchError, match="CLBlastSgemm returned -1011"):
        CLBlast(Library(status=-1011), BenchSetting(here.queue, _product(kind=FLOAT32), "none")).call(
            *_operands(_product(kind=FLOAT32))
        )()


@pytest.mark.clblast
@pytest.mark.skipif(isinstance(clblast_module._library(), str), reason="needs CLBlast's shared library")
@pytest.mark.parametrize(("trans_a", "trans_b", "items"), CALLS)
def test_clblast_is_right(here: Rig, trans_a: str, trans_b: str, items: int) -> None:
    """Its products are NumPy's."""
    product = _product(trans_a + trans_b, COMPLEX64, items)
    a, b = _operands(product)
    result = PEERS["clblast"](BenchSetting(here.queue, product, "tofrom")).call(a, b)()
    np.testing.assert_allclose(np.asarray(result), _wanted(product, a, b), rtol=1e-4)


def test_several_peers_in_one_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each has a line of its own and its ratio, and the report reads them all."""
    monkeypatch.setitem(PEERS, "clblast", NumPyBLAS)
    words = str(numpy_blas())
    command = ["bench", "gemm", "-n", "16", "24", "--device", "Portable", "--trials", "1", "--peak", "9"]
    command += ["--compare", "openblas", "--compare", "clblast"]
    assert main(command) == 0
    out = capsys.readouterr().out
    assert out.count("geometric mean of the ratios to ") == 2
    assert f"openblas: {words}\n" in out
    assert max(map(len, out.splitlines())) <= 80
    assert main([*command, "--json"]) == 0
    file = tmp_path / "bench.json"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    document = json.loads(file.read_text(encoding="utf-8"))
    assert document["peers"] == {"openblas": words, "clblast": words}
    file.write_text(json.dumps(document | {"peers": {"openblas": "A", "clblast": "B"}}), encoding="utf-8")
    assert list(dict.fromkeys(speed.series for speed in read_bench(file).speeds)) == [
        "autoblas, calls",
        "A",
        "B",
    ]
