"""Steps of PyTorch programs: training, and inference of single tokens."""

from __future__ import annotations

from benchmarks.cases.group import Choice, Group
from benchmarks.record import Case

__all__ = ["TRAINING", "program_words", "training"]

Sizes = tuple[int, ...]

ON_CARD: dict[str, tuple[tuple[Sizes, ...], tuple[str, ...]]] = {
    "mlp": (((2048, 8192, 2048, 8192),), ("eager", "compiled", "captured")),
    "gpt2": (((12, 768, 12, 8, 1024, 50257),), ("eager", "compiled")),
    "resnet50": (((32,),), ("eager",)),
    "gpt2-token": (tuple((12, 768, 12, items, 1024, 50257) for items in (1, 8)), ("eager", "captured")),
}
"""Sizes of each program, and how it runs.

A network of two layers has its widths and rows; GPT-2 its blocks, width, heads, items, tokens and vocabulary; the
convolutions of ResNet-50 the number of images.
"""

ON_HOST: dict[str, tuple[tuple[Sizes, ...], tuple[str, ...]]] = {
    "mlp": (((16, 32, 16, 24),), ("eager",)),
    "gpt2": (((2, 16, 2, 2, 8, 31),), ("eager",)),
    "gpt2-token": (((2, 16, 2, 2, 8, 31),), ("eager",)),
}
"""Sizes of the programs without a card: small ones, which test the harness."""

STEPS = {"mlp": 20, "gpt2": 20}
"""Steps whose losses are compared."""


def program_words(case: Case) -> tuple[str, str]:
    """The name of a program, and its sizes in words.

    Args:
        case: A case of this group.
    """
    *sizes, _ = case.sizes
    if case.routine == "mlp":
        terms, width, columns, rows = sizes
        return "MLP", f"training of two layers, {terms} to {width} to {columns} numbers, {rows} rows"
    if case.routine == "resnet50":
        return "ResNet-50", f"its 1 x 1 convolutions, forward and backward, {sizes[0]} images"
    blocks, width, _, items, tokens, _ = sizes
    network = f"{blocks} blocks of width {width}"
    if case.routine == "gpt2":
        return "GPT-2", f"training, {network}, {items} x {tokens} tokens"
    return f"GPT-2 token, {items}", f"inference of the next token, {network}, {items} item{'s' * (items > 1)}"


def training(choice: Choice) -> list[Case]:
    """Each program in float32, and eager in bfloat16 by autocast; behind its sizes the steps whose losses are compared."""
    cases = []
    for name, (all_sizes, kinds) in (ON_CARD if choice.card else ON_HOST).items():
        for sizes in all_sizes if name in (choice.routines or ON_CARD) else ():
            for dtype in choice.dtypes or ("float32", "bfloat16"):
                for kind in kinds if dtype == "float32" else ("eager",):
                    if kind not in (choice.kinds or kinds):
                        continue
                    steps = (choice.count or STEPS.get(name, 0)) * (kind == "eager" and name in STEPS)
                    cases.append(Case("training", name, dtype, (*sizes, steps), kind=kind))
    return cases


TRAINING = Group(
    "Steps of PyTorch programs", training, ("pytorch-host", "autoblas-torch-host"),
    ("pytorch-float64", "pytorch", "pytorch-tf32", "autoblas-torch", "autoblas-torch-auto"), 4.0,
)  # fmt: skip
