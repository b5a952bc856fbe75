"""Programs in plain PyTorch whose steps are timed; this module is imported where PyTorch is."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.convolution import POINTWISE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["PROGRAMS", "Program"]

torch: Any = import_module("torch")
nn: Any = torch.nn
functional: Any = nn.functional


class Program(NamedTuple):
    """A model with its data.

    Attributes:
        model: The model.
        inputs: The arguments of its forward pass.
        loss: The loss of its results; None where nothing is trained.
        update: The optimizer; None where nothing is trained.
    """

    model: Any
    inputs: Any
    loss: Callable[[Any], Any] | None = None
    update: Any = None


class Block(nn.Module):  # type: ignore[misc]  # PyTorch is untyped here
    """A block of GPT-2: attention and a network of two layers, each behind a normalization.

    Args:
        width: Numbers of a token.
        heads: Heads of the attention.
    """

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.before, self.between = nn.LayerNorm(width), nn.LayerNorm(width)
        self.attention, self.projection = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x: Any) -> Any:
        """Tokens of shape ``(items, tokens, width)``, from the same."""
        items, tokens, width = x.shape
        q, k, v = self.attention(self.before(x)).view(items, tokens, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        y = functional.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.projection(y.transpose(1, 2).reshape(items, tokens, width))
        return x + self.down(functional.gelu(self.up(self.between(x)), approximate="tanh"))


class GPT2(nn.Module):  # type: ignore[misc]  # PyTorch is untyped here
    """GPT-2, whose last layer has the weights of the first one.

    A. Radford et al., "Language models are unsupervised multitask learners", 2019.

    Args:
        blocks: Blocks.
        width: Numbers of a token.
        heads: Heads of the attention.
        tokens: Tokens of an item.
        vocabulary: Different tokens.
    """

    def __init__(self, blocks: int, width: int, heads: int, tokens: int, vocabulary: int) -> None:
        super().__init__()
        self.words, self.positions = nn.Embedding(vocabulary, width), nn.Embedding(tokens, width)
        self.blocks, self.end = (
            nn.Sequential(*(Block(width, heads) for _ in range(blocks))),
            nn.LayerNorm(width),
        )
        self.head = nn.Linear(width, vocabulary, bias=False)
        for embedding in (self.words, self.positions):
            nn.init.normal_(embedding.weight, std=0.02)
        self.head.weight = self.words.weight

    def forward(self, x: Any) -> Any:
        """Scores of each next token, from numbers of tokens."""
        y = self.words(x) + self.positions.weight[: x.shape[1]]
        return self.head(self.end(self.blocks(y)))


class Pointwise(nn.Module):  # type: ignore[misc]  # PyTorch is untyped here
    """Convolutions with windows of one element, as products of images whose channels lie together.

    Args:
        layers: Channels of images and results.
    """

    def __init__(self, layers: Sequence[tuple[int, int]]) -> None:
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(*channels, bias=False) for channels in layers)

    def forward(self, images: Sequence[Any]) -> Any:
        """The sum of mean squares of all layers' results."""
        leaves = (
            x.detach().requires_grad_().permute(0, 2, 3, 1) for x in images
        )  # whose gradients nobody sums
        return sum(layer(x).square().mean() for layer, x in zip(self.layers, leaves, strict=True))


def mlp(sizes: Sequence[int], dtype: Any) -> Program:
    """Two layers that are fitted to random numbers."""
    terms, width, columns, rows = sizes
    model = nn.Sequential(nn.Linear(terms, width), nn.ReLU(), nn.Linear(width, columns)).to(dtype)
    x, y = torch.randn(rows, terms).to(dtype), torch.randn(rows, columns).to(dtype)
    update = torch.optim.SGD(model.parameters(), lr=2.0, foreach=True)
    return Program(model, x, lambda result: functional.mse_loss(result, y), update)


def gpt2(sizes: Sequence[int], dtype: Any) -> Program:
    """GPT-2 124M, which learns a batch of random tokens."""
    blocks, width, heads, items, tokens, vocabulary = sizes
    model = GPT2(blocks, width, heads, tokens, vocabulary).to(dtype)
    x, y = torch.randint(vocabulary, (2, items, tokens))
    update = torch.optim.AdamW(model.parameters(), lr=3e-4, fused=True)
    return Program(
        model, x, lambda result: functional.cross_entropy(result.flatten(0, 1), y.flatten()), update
    )


def gpt2_token(sizes: Sequence[int], dtype: Any) -> Program:
    """The next token from one token of each item."""
    blocks, width, heads, items, tokens, vocabulary = sizes
    model = GPT2(blocks, width, heads, tokens, vocabulary).to(dtype).requires_grad_(False)
    return Program(model, torch.randint(vocabulary, (items, 1)))


def resnet50(sizes: Sequence[int], dtype: Any) -> Program:
    """The convolutions of ResNet-50 whose window has one element, forward and backward."""
    (items,) = sizes
    model = Pointwise([(channels, kernels) for channels, _, kernels in POINTWISE]).to(dtype)
    images = [
        torch.randn(items, channels, size, size).to(dtype, memory_format=torch.channels_last)
        for channels, size, _ in POINTWISE
    ]
    return Program(model, images, lambda loss: loss, torch.optim.SGD(model.parameters(), lr=1e-3))


PROGRAMS: dict[str, Callable[[Sequence[int], Any], Program]] = {
    "mlp": mlp,
    "gpt2": gpt2,
    "gpt2-token": gpt2_token,
    "resnet50": resnet50,
}
"""Programs by the routine of a case; each is made on the device that is PyTorch's default, from numbers by its seed."""
