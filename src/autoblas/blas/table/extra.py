"""Rows of copies of matrices and of convolutions."""

from __future__ import annotations

from autoblas.blas.table.routine import FLOATS, Routine, argument, factor, option

__all__ = ["EXTRA"]

# fmt: off

FACTOR_OF_COPY = factor("alpha", "The factor, a number; with 0, A is not read.")
TRANS_OF_COPY = option("trans", 'op(A) is A (``"N"``), its transpose (``"T"``), its conjugate transpose '
    '(``"C"``) or its conjugate (``"R"``).', "'N'", "CopyOp")
IMAGE = argument("image", "Array of shape ``(items, channels, height, width)``, or ``(channels, height, "
    f"width)`` for one image; an array of {FLOATS}, of any strides.")
KERNEL = option("kernel", "Rows and columns of the window; one number, or a pair.", "", "Pair")
PAD = option("pad", "Rows and columns of zeros on each side of a plane; one number, or a pair.", "0", "Pair")
STRIDE = option("stride", "Rows and columns from one position of the window to the next; one number, or a "
    "pair.", "1", "Pair")
DILATION = option("dilation", "Rows and columns from one tap of the window to the next; one number, or a "
    "pair.", "1", "Pair")
MODE = option("mode", '``"cross-correlation"``, or ``"convolution"``, which counts the taps from the last.',
    "'cross-correlation'", "Mode")

EXTRA = (
    Routine(
        "omatcopy", "extra", "B ← α op(A)", "B = alpha op(A).",
        (argument("a", f"Matrix of shape ``(m, n)``, an array of {FLOATS}."), argument("b",
            "Output of the shape of op(A) in the kind of memory of ``a``, overwritten; real or complex like "
            "``a``, of any floating-point type. By default a new row-major array.", "None"), FACTOR_OF_COPY, TRANS_OF_COPY,
            option("uplo", 'The triangle of op(A) that is copied with its diagonal: ``"U"``, ``"L"``, or None for '
            "all of op(A).", annotation="Triangle | None"), option("dtype", "The type of a new B; by default that "
            "of A.")), "B",
        title="the transpose or copy of a matrix",
        plan="extra.copies:plan_omatcopy", operations="0", nbytes="2*m*n*s", sizes="A of shape (m, n)",
            notes=("Any strides and offsets are accepted. B may be stored in another order than A. Elements are "
            "rounded to the type of B, float64 to float16 by way of float32.", "With ``uplo`` a new B has zeros in the rest, as NumPy's ``triu`` and "
            "``tril`` make them; the rest of a B that is given stays as it is. Neither matrix need be square."),
        example="""
        >>> autoblas.omatcopy(np.array([[1.0, 2.0, 3.0]]), trans="T", alpha=10.0)
        array([[10.],
               [20.],
               [30.]])
        """,
    ),
    Routine(
        "imatcopy", "extra", "A ← α op(A)", "A = alpha op(A), in A's own memory.",
        (argument("a", f"Matrix of shape ``(m, n)``, an array of {FLOATS}, overwritten."), FACTOR_OF_COPY,
            TRANS_OF_COPY), "``a`` itself, or an array of shape ``(n, m)`` that shares its memory",
        title="the transpose of a matrix, in place",
        plan="extra.copies:plan_imatcopy", operations="0", nbytes="2*m*n*s", sizes="A of shape (m, n)",
            notes=("A square matrix may have any layout, and keeps it. A matrix that is not square and is "
            "transposed must fill its memory without gaps; its transpose then fills the same memory in the "
            "same order, by rows or by columns.",),
        example="""
        >>> a = np.array([[1.0, 2.0], [3.0, 4.0]])
        >>> autoblas.imatcopy(a, trans="T")
        array([[1., 3.],
               [2., 4.]])
        """,
    ),
    Routine(
        "im2col", "extra", "the patches of an image, as columns", "Copy what a window sees of an image, at "
            "each of its positions, to a column of a matrix.",
        (IMAGE, argument("out", "Dense array of shape ``(items, channels * kh * kw, out_h * out_w)``, "
            "without ``items`` for one image, overwritten; by default a new array.", "None"), KERNEL, PAD,
            STRIDE, DILATION, MODE), "The matrix",
        title="the patches of images as columns of a matrix",
        plan="extra.convolution:plan_im2col", operations="0", nbytes="(c*h*w + c*t*p)*s", sizes=
            "c channels of (h, w), t taps a window, p positions", notes=("Row ``(c * kh + i) * kw + j`` of "
            "the matrix holds what tap (i, j) sees of channel ``c``, zeros outside the image; column ``y * "
            "out_w + x`` belongs to position (y, x). A window has ``out_h = (height + 2 pad - dilation (kh - "
            "1) - 1) // stride + 1`` positions along the rows, and ``out_w`` likewise.",),
        example="""
        >>> image = np.arange(9.0).reshape(1, 3, 3)
        >>> autoblas.im2col(image, kernel=2)
        array([[0., 1., 3., 4.],
               [1., 2., 4., 5.],
               [3., 4., 6., 7.],
               [4., 5., 7., 8.]])
        """,
    ),
    Routine(
        "col2im", "extra", "image ← image + the columns, where they came from", "Add the columns of a matrix "
            "to an image, at the positions that ``im2col`` reads them from.",
        (argument("patches", "Dense array of shape ``(items, channels * kh * kw, out_h * out_w)``, without "
            "``items`` for one image: the layout of the result of ``im2col``."), argument("image",
            "Array of shape ``(items, channels, height, width)``, or ``(channels, height, width)`` for one "
            f"image; an array of {FLOATS}, of any strides, added to."), KERNEL, PAD, STRIDE, DILATION, MODE),
            "``image``",
        title="the columns of a matrix added to images",
        plan="extra.convolution:plan_col2im", operations="c*t*p", nbytes="(c*t*p + 2*c*h*w)*s", sizes=
            "c channels of (h, w), t taps a window, p positions",
        example="""
        >>> patches = np.ones((4, 4))  # of a plane of 3 x 3 under a window of 2 x 2
        >>> autoblas.col2im(patches, np.zeros((1, 3, 3)), kernel=2)
        array([[[1., 2., 1.],
                [2., 4., 2.],
                [1., 2., 1.]]])
        """,
    ),
    Routine(
        "convgemm", "extra", "out[k] ← Σ kernels[k] · what the window sees", "Convolve images with kernels: "
            "out[i, k, y, x] sums kernels[k] times what its window sees of image i.",
        (IMAGE, argument("kernels", "Array of shape ``(count, channels, kh, kw)``, of the same type and kind "
            "of memory as ``image``; dense where it is in device memory."), argument("out",
            "Dense array of shape ``(items, count, out_h, out_w)``, without ``items`` for one image, "
            "overwritten; by default a new array.", "None"), PAD, STRIDE, DILATION, option("mode",
            '``"cross-correlation"``, as neural networks use it, or ``"convolution"``, which flips the '
            "kernels.", "'cross-correlation'", "Mode"), option("accuracy", '``"standard"``: the error of '
            'every element is at most that of a plain sum of its products; ``"strict"``: the same here; '
            '``"fast"``: real 3 x 3 windows with stride 1 and no dilation may be computed with 2.25 or 4 '
            "times fewer multiplications where that is faster. The error of an element is then proportional "
            "to the largest tap times the largest element that its tile of up to 4 x 4 results sees, summed "
            "over channels; ``autoblas.problems.filtering`` has the bound.", "'standard'", "Accuracy")),
            "The result",
        title="the convolution of images with kernels",
        plan="extra.convolution:plan_convgemm", operations="2*q*c*t*p", nbytes="(c*h*w + q*c*t + q*p)*s",
            sizes="c channels of (h, w), q kernels of t taps, p positions", notes=(
            "The matrix of ``im2col`` is multiplied without being written to memory. A 1 x 1 window with "
            "stride 1 is a plain matrix product, which devices other than CPUs compute as such.",),
        example="""
        >>> image, kernels = np.arange(9.0).reshape(1, 3, 3), np.ones((1, 1, 2, 2))
        >>> autoblas.convgemm(image, kernels)
        array([[[ 8., 12.],
                [20., 24.]]])
        """,
    ),
)
"""Rows of copies of matrices and of convolutions."""
