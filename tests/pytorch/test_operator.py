"""Products of PyTorch's tensors with gradients, on the host and, where there is one, on a card."""

import importlib
import sys
from typing import Any

import pytest

from autoblas.errors import ArgumentError


def matmul() -> Any:
    """The function, of a module that was imported after PyTorch, or without."""
    return importlib.import_module("autoblas.torch").matmul


def test_without_pytorch_it_says_so(monkeypatch):
    """Importing the module needs nothing; calling it needs tensors."""
    function = matmul()
    monkeypatch.setattr("autoblas.torch.operator._product", None)
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(ArgumentError, match="a: expected a tensor of PyTorch; got int"):
        function(1, 2)


DEVICES = [pytest.param("cpu", marks=pytest.mark.torch), pytest.param("cuda", marks=pytest.mark.card)]


@pytest.fixture(name="torch_on", params=DEVICES)
def make_torch_on(request):
    """PyTorch, and where its tensors are to lie."""
    torch: Any = pytest.importorskip("torch")
    if request.param == "cuda" and not torch.cuda.is_available():
        pytest.skip("PyTorch sees no card")
    return torch, request.param


@pytest.mark.parametrize("dtype", ["float64", "complex128"])
@pytest.mark.parametrize("items", [0, 2])
def test_gradients_are_those_of_the_product(torch_on, dtype, items):
    """By both operands, and their gradients again, compared with differences."""
    torch, device = torch_on
    stack = (items,) if items else ()
    options = {"dtype": getattr(torch, dtype), "device": device, "requires_grad": True}
    a, b = torch.randn(*stack, 2, 3, **options), torch.randn(*stack, 3, 4, **options)
    assert torch.allclose(matmul()(a, b), a @ b)
    assert torch.autograd.gradcheck(matmul(), (a, b))
    assert torch.autograd.gradgradcheck(matmul(), (a, b))


def test_a_compiled_training_step_has_the_gradients_of_pytorch(torch_on):
    """The operator is one piece of the compiled graph, whole and without breaks."""
    torch, device = torch_on
    pytest.importorskip("filelock")  # PyTorch's compiler needs it
    x, w = (torch.randn(*shape, device=device, requires_grad=True) for shape in ((64, 32), (32, 16)))
    product = matmul()

    def loss(product):
        return (product(x, w).relu() ** 2).sum()

    torch.compile(lambda: loss(product), backend="aot_eager", fullgraph=True)().backward()
    compiled = [tensor.grad.clone() for tensor in (x, w)]
    x.grad = w.grad = None
    loss(torch.matmul).backward()
    assert all(
        torch.allclose(gradient, tensor.grad, 1e-4, 1e-4)
        for gradient, tensor in zip(compiled, (x, w), strict=True)
    )
    arguments = (x.detach(), w.detach(), "N", "N", "strict")
    torch.library.opcheck(torch.ops.autoblas.matmul, arguments)


def test_a_compiled_product_of_short_integers_is_of_int32(torch_on):
    """The compiler is told so, too."""
    torch, device = torch_on
    a, b = (
        torch.randint(-128, 128, shape, dtype=torch.int8, device=device) for shape in ((64, 32), (32, 16))
    )
    assert torch.equal(matmul()(a, b).cpu(), a.cpu().int() @ b.cpu().int())
    torch.library.opcheck(torch.ops.autoblas.matmul, (a, b, "N", "N", "standard"))
