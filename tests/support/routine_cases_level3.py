"""Calls of the routines on matrices alone and on images, with what must come of them."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from support.routine_calls import Case, Numbers, entering, op, times, wide
from support.stored_cases import stored_as, symmetric, triangle, with_unread_parts

Array = np.ndarray[Any, np.dtype[Any]]

# Matrices.


def _gemm(d: Numbers) -> Case:
    (m, n, k), first, second = (d.n + 3, d.n + 1, d.n), d.letter("NTC"), d.letter("NTC")
    a, b, c = d.matrix(*entering(m, k, first)), d.matrix(*entering(k, n, second)), d.matrix(m, n)
    alpha, beta = d.factor(2, a, b), d.factor(-1, c)
    expected = times(alpha, op(a, first) @ op(b, second)) + times(beta, c)
    options = {"alpha": alpha, "beta": beta, "trans_a": first, "trans_b": second}
    return Case({"a": a, "b": b, "c": c}, options, {"c": expected})


def _gemm_batched(d: Numbers) -> Case:
    shared, first, second = d.letter("abn"), d.letter("NTC"), d.letter("NTC")
    items = {name: () if name == shared else (3,) for name in "ab"}
    a = d.array(*items["a"], *entering(d.n, d.n + 2, first))
    b, c = d.array(*items["b"], *entering(d.n + 2, d.n, second)), d.array(3, d.n, d.n)
    alpha, beta = np.array([[[2]], [[0]], [[1]]]), np.array([[[1]], [[3]], [[0]]])
    options = {"alpha": [2, 0, 1], "beta": [1, 3, 0], "trans_a": first, "trans_b": second}
    expected = alpha * (op(a, first) @ op(b, second)) + beta * c
    return Case({"a": a, "b": b, "c": c}, options, {"c": expected})


def _gemm_offsets(d: Numbers) -> Case:
    n, first, second = d.n, d.letter("NTC"), d.letter("NTC")
    pitches = {"lda": n + 1, "ldb": n + 2, "ldc": n + 3}
    a, b, c = (d.array(items * n * pitch) for items, pitch in zip((2, 1, 3), pitches.values(), strict=True))
    expected = c.copy()
    outputs = expected.reshape(3, n, n + 3)[:, :, :n]
    left = op(a.reshape(2, n, n + 1)[:, :, :n], first)
    outputs[2], outputs[0] = left[::-1] @ op(b.reshape(n, n + 2)[:, :n], second)
    places = {"a_offsets": [n * (n + 1), 0], "b_offsets": 0, "c_offsets": [2 * n * (n + 3), 0]}
    options = {**places, **pitches, "m": n, "n": n, "k": n, "trans_a": first, "trans_b": second}
    return Case({"a": a, "b": b, "c": c}, options, {"c": expected})


def _expanded(*, hermitian: bool) -> Callable[[Numbers], Case]:
    def make(d: Numbers) -> Case:
        side, uplo = d.letter("LR"), d.letter("UL")
        whole = symmetric(d.array(d.n, d.n), hermitian=hermitian)
        stored = with_unread_parts(d, whole) if hermitian else whole
        arrays, options = stored_as(d, stored, "full", uplo)
        b, c = (d.matrix(*entering(d.n, d.n + 2, "N" if side == "L" else "T")) for _ in "bc")
        alpha, beta = d.factor(2, *arrays.values(), b), d.factor(-1, c)
        product = whole @ b if side == "L" else b @ whole
        options |= {"side": side, "alpha": alpha, "beta": beta}
        return Case({**arrays, "b": b, "c": c}, options, {"c": times(alpha, product) + times(beta, c)})

    return make


def _ranked(name: str) -> Callable[[Numbers], Case]:
    hermitian, two = name.startswith("her"), name.endswith("2k")

    def make(d: Numbers) -> Case:
        uplo, n, trans = d.letter("UL"), d.n, d.letter("NC" if hermitian else "NT")
        shape = (n, n + 2) if trans == "N" else (n + 2, n)
        arrays = {x: d.matrix(*shape) for x in "ab"[: 2 if two else 1]}
        old, kept = d.matrix(), (np.triu if uplo == "U" else np.tril)(np.ones((n, n), bool))
        usual = 2 - 1j if d.is_complex and name != "herk" else 2
        alpha: Any = d.factor(usual, *arrays.values(), real=name == "herk")
        beta = d.factor(-1, old, real=hermitian)
        before = old.copy()
        if hermitian and d.is_complex:
            before[np.arange(n), np.arange(n)] = before.diagonal().real
            old[...] = with_unread_parts(d, before)
        left = {x: op(y, trans) for x, y in arrays.items()}
        right = {x: (y.conj() if hermitian else y).T for x, y in left.items()}
        last = "b" if two else "a"
        product = times(alpha, left["a"] @ right[last])
        if two:
            product = product + times(np.conj(alpha) if hermitian else alpha, left["b"] @ right["a"])
        options = {"uplo": uplo, "trans": trans, "alpha": alpha, "beta": beta}
        expected = np.where(kept, product + times(beta, before), before)
        return Case({**arrays, "c": old}, options, {"c": expected})

    return make


def _gemmt(d: Numbers) -> Case:
    uplo, first, second = d.letter("UL"), d.letter("NTC"), d.letter("NTC")
    a, b = d.matrix(*entering(d.n, d.n + 2, first)), d.matrix(*entering(d.n + 2, d.n, second))
    c = d.matrix()
    kept = (np.triu if uplo == "U" else np.tril)(np.ones((d.n, d.n), bool))
    alpha, beta = d.factor(2, a, b), d.factor(-1, c)
    expected = np.where(kept, times(alpha, op(a, first) @ op(b, second)) + times(beta, c), c)
    options = {"uplo": uplo, "trans_a": first, "trans_b": second, "alpha": alpha, "beta": beta}
    return Case({"a": a, "b": b, "c": c}, options, {"c": expected})


def _beside(*, solve: bool, items: int = 0) -> Callable[[Numbers], Case]:
    def make(d: Numbers) -> Case:
        side, uplo, trans, diag = (d.letter(letters) for letters in ("LR", "UL", "NTC", "NU"))
        stored, whole = triangle(d, uplo, diag)
        arrays, options = stored_as(d, stored, "full", uplo)
        if items and d.letter("1N") == "N":  # a matrix of its own for each item
            arrays["a"] = np.stack([arrays["a"], *(-arrays["a"] for _ in range(items - 1))])
            whole = np.stack([whole, *(diagonal_kept(-whole, diag) for _ in range(items - 1))])
        shape = entering(d.n, d.n + 2, "N" if side == "L" else "T")
        matrix, b = wide(op(whole, trans)), d.array(items, *shape) if items else d.matrix(*shape)
        alpha = d.factor(2, *arrays.values(), b)
        factor = np.linalg.inv(matrix) if solve else matrix
        product = factor @ wide(b) if side == "L" else wide(b) @ factor
        options |= {"side": side, "trans": trans, "diag": diag, "alpha": alpha}
        return Case({**arrays, "b": b}, options, {"b": times(alpha, product)})

    return make


def diagonal_kept(matrix: Array, diag: str) -> Array:
    """A triangle with ones on its diagonal where that is what the letter means."""
    if diag == "U":
        np.fill_diagonal(matrix, 1)
    return matrix


def _omatcopy(d: Numbers) -> Case:
    a, trans = d.matrix(d.n, d.n + 2), d.letter("NTCR")
    b, alpha = d.matrix(*op(a, trans).shape), d.factor(2, a)
    return Case({"a": a, "b": b}, {"trans": trans, "alpha": alpha}, {"b": times(alpha, op(a, trans))})


def _imatcopy(d: Numbers) -> Case:
    a, trans = d.matrix(), d.letter("NTCR")
    alpha = d.factor(2, a)
    return Case({"a": a}, {"trans": trans, "alpha": alpha}, {"a": times(alpha, op(a, trans))})


LEVEL3: dict[str, Callable[[Numbers], Case]] = {
    "gemm": _gemm,
    "gemm_batched": _gemm_batched,
    "gemm_offsets": _gemm_offsets,
    "gemmt": _gemmt,
    "symm": _expanded(hermitian=False),
    "hemm": _expanded(hermitian=True),
    **{name: _ranked(name) for name in ("syrk", "herk", "syr2k", "her2k")},
    "trmm": _beside(solve=False),
    "trsm": _beside(solve=True),
    "trsm_batched": _beside(solve=True, items=3),
    "omatcopy": _omatcopy,
    "imatcopy": _imatcopy,
}


# Images.


class Window(NamedTuple):
    """A window that slides over images.

    Attributes:
        kernel: Its rows and columns.
        pad: Rows and columns of zeros on each side of an image.
        stride: From one position to the next.
        dilation: From one tap to the next.
        mode: Whether the taps are flipped.
    """

    kernel: tuple[int, int]
    pad: tuple[int, int] = (0, 0)
    stride: tuple[int, int] = (1, 1)
    dilation: tuple[int, int] = (1, 1)
    mode: str = "cross-correlation"

    @property
    def options(self) -> dict[str, Any]:
        """The arguments of all routines."""
        return {name: value for name, value in self._asdict().items() if name != "kernel"}

    def patches(self, images: Array) -> tuple[Array, tuple[int, int]]:
        """What the window sees, of shape (items, channels times taps, positions), and the positions along each axis."""
        (up, left), taps = self.pad, [range(size) for size in self.kernel]
        padded = np.pad(images, ((0, 0), (0, 0), (up, up), (left, left)))
        reach = [(size - 1) * step + 1 for size, step in zip(self.kernel, self.dilation, strict=True)]
        rows, cols = (
            np.arange(0, size - length + 1, step)
            for size, length, step in zip(padded.shape[2:], reach, self.stride, strict=True)
        )
        (dy, dx), (step_y, step_x) = taps, self.dilation
        seen = [padded[:, :, y * step_y + rows][..., x * step_x + cols] for y in dy for x in dx]
        stack = np.stack(seen[::-1] if self.mode == "convolution" else seen, axis=2)
        return stack.reshape(len(images), -1, len(rows) * len(cols)), (len(rows), len(cols))


WINDOWS = {
    "3": Window((3, 3), pad=(1, 1)),
    "5": Window((5, 2), pad=(3, 1), stride=(2, 3), dilation=(2, 1), mode="convolution"),
    "1": Window((1, 1)),
    "2": Window((3, 2), pad=(1, 0), stride=(2, 1), mode="convolution"),
}
"""Those that slide over images of at least three rows and columns, by the letter that is drawn."""


def _images(d: Numbers) -> tuple[Window, Array]:
    n = max(d.n, 3)
    return WINDOWS[d.letter("3512")], d.array(2, 3, 2 * n, n)[:, :, ::-2]


def _im2col(d: Numbers) -> Case:
    window, image = _images(d)
    patches, _ = window.patches(image)
    options = {**window.options, "kernel": window.kernel}
    return Case({"image": image, "out": d.array(*patches.shape)}, options, {"out": patches})


def _col2im(d: Numbers) -> Case:
    window, image = _images(d)
    numbered = np.arange(1, image.size + 1, dtype=np.float64).reshape(image.shape)
    places, _ = window.patches(numbered)
    patches, expected, inside = d.array(*places.shape), wide(image).ravel(), places > 0
    np.add.at(expected, places[inside].astype(int) - 1, patches[inside])
    options = {**window.options, "kernel": window.kernel}
    return Case({"patches": patches, "image": image}, options, {"image": expected.reshape(image.shape)})


def _convgemm(d: Numbers) -> Case:
    window, image = _images(d)
    kernels, (patches, positions) = d.array(4, 3, *window.kernel), window.patches(image)
    expected = (kernels.reshape(4, -1) @ patches).reshape(2, 4, *positions)
    arrays = {"image": image, "kernels": kernels, "out": d.array(*expected.shape)}
    return Case(arrays, window.options, {"out": expected})


IMAGES: dict[str, Callable[[Numbers], Case]] = {"im2col": _im2col, "col2im": _col2im, "convgemm": _convgemm}
