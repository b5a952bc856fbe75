"""Rows of routines on matrices."""

from __future__ import annotations

from autoblas.blas.table.routine import (
    ACCUMULATOR_OF_PRODUCTS,
    ANY_STRIDES,
    DEVICES,
    DIAG,
    EVERY,
    FLOATS,
    HERMITIAN,
    Routine,
    argument,
    factor,
    offsets,
    option,
    side,
    trans,
    uplo,
)

__all__ = ["PRODUCTS"]

# fmt: off

DTYPE_OF_C = option("dtype", "Element type of a new C; by default the wider of the types of A and B, float32 "
    "for float16 with bfloat16, and of integers the first of int32, uint32 and int64 that holds both.")
ACCURACY = option("accuracy", '``"standard"``: errors no larger than those of plain arithmetic in the '
    "accumulator's type, by any method; ``\"strict\"``: only IEEE multiplications and additions of that "
    'type; ``"fast"``: float32 operands may be reduced to the 11 significant bits of tf32, and sums of '
    "float16 kept in float16, where that is faster on the device.", "'standard'", "Accuracy")
BY_ROWS = "The matrices are stored by rows."
FACTOR = factor("alpha", "The factor of the product, a number; a real one where A is real.")
FACTOR_OF_C = factor("beta", "The factor of the old C, a number; a real one where A is real.", "0.0")
TRIANGLE = option("c", "Output of shape ``(n, n)``, of the same type and kind of memory as ``a``, of which "
    "one triangle is overwritten and the other is neither read nor written; by default a new row-major array "
    "with zeros in the other triangle.")
ZEROS = "With ``beta`` = 0, C is not read; with ``alpha`` = 0, A and B are not read."
OTHER_MATRIX = argument("b", "Matrix of shape ``(m, n)``, of the same type and kind of memory as ``a``.")
OUTPUT = option("c", "Output of shape ``(m, n)``, of the same type and kind of memory as ``a``, overwritten; "
    "by default a new row-major array.")
RANKED = argument("a", f'Matrix of shape ``(n, k)``, or ``(k, n)`` with ``trans="T"``; an array of {FLOATS}.')
ZEROS_OF_A = "With ``beta`` = 0, C is not read; with ``alpha`` = 0, A is not read."
RANKED_HERMITIAN = argument("a", 'Matrix of shape ``(n, k)``, or ``(k, n)`` with ``trans="C"``; an array of '
    f"{FLOATS}.")
REAL_FACTOR_OF_C = factor("beta", "The factor of the old C, a real number.", "0.0", "RealFactor")
HERMITIAN_TRIANGLE = option("c", "Output of shape ``(n, n)``, of the same type and kind of memory as ``a``, "
    "of which one triangle is overwritten and the other is neither read nor written; by default a new "
    "row-major array with zeros in the other triangle. Imaginary parts of its diagonal are taken as zero and "
    "become zero.")
SECOND = argument("b", "Matrix of the shape, type and kind of memory of ``a``.")
TRIANGULAR = argument("a", 'Triangular matrix of shape ``(m, m)``, or ``(n, n)`` with ``side="R"``; an array '
    f"of {FLOATS}. float16 is summed in float32.")
SINGULAR = (
    "A singular A is not detected: zeros, infinities and NaN spread as by substitution, and no further."
)

PRODUCTS = (
    Routine(
        "gemm", 3, "C ← α op(A) op(B) + β C", "C = alpha op(A) op(B) + beta C, with a bias and an activation "
            "if they are given.",
        (argument("a", 'Matrix of shape ``(m, k)``, or ``(k, m)`` where ``trans_a`` is not ``"N"``; an array '
            f"of {EVERY}. Integers wrap."), argument("b", "Matrix of shape ``(k, n)``, or ``(n, k)`` where "
            '``trans_b`` is not ``"N"``; in the same kind of memory as ``a``, and of the same type unless '
            "both are real floating-point types or both integers."), factor("alpha", "The factor of the product."),
            factor("beta", "The factor of the old C.", "0.0"), option("c", "Output of shape ``(m, n)``, "
            "overwritten and returned; by default a new row-major array."), trans("trans_a", "A"),
            trans("trans_b", "B"), DTYPE_OF_C, ACCUMULATOR_OF_PRODUCTS, ACCURACY, option("bias",
            "Vector of the type of C and of any strides, broadcast as by NumPy: of shape ``(n,)`` or ``(1, "
            "n)`` a number for each column of C, of shape ``(m, 1)`` one for each row."),
            option("activation", 'A function f of real floating-point numbers: ``"relu"``, max(x, 0); '
            '``"gelu"``, x times the normal distribution function of x; ``"gelu_tanh"``, its usual '
            'approximation with tanh; ``"silu"``, x / (1 + exp(-x)).', "None", "Activation | None"),
            option("invariant", "A row of C has the same bits however many rows there are: it depends on that row of A, "
            "on B, the other options and the device. With ``alpha`` 1, ``beta`` 0, and without bias, activation and "
            "``devices``. NumPy arrays are multiplied on the device.", "False", "bool"), DEVICES),
            "C",
        plan="level3.gemm:plan_gemm", operations="2*m*n*k", nbytes="(m*k + k*n + m*n)*s", sizes=
            "C of shape (m, n), sums of k terms", notes=("NumPy arrays give a NumPy array, complete on "
            "return; a device that works in the host's memory reads and writes them in place. A "
            "``pyopencl.array.Array`` gives one whose ``events`` end with the event of this call, and "
            "nothing is waited for. Any strides and offsets are accepted, negative strides too. Small "
            "products of NumPy arrays are computed by NumPy's BLAS where that is faster, unless ``queue`` is "
            "given.", "As in BLAS: with ``beta`` = 0, C is not read; with ``alpha`` = 0 or k = 0, A and B "
            "are not read and C becomes ``beta`` C; an empty C is returned at once.",
            "With ``bias`` and ``activation``, C = f(alpha op(A) op(B) + beta C + bias). Both are applied "
            "before C is rounded to its type, also where the product vanishes."), short="gemm_fast_path",
        example="""
        >>> a, b = np.array([[1.0, 2.0], [3.0, 4.0]]), np.eye(2)
        >>> autoblas.gemm(a, b, trans_a="T", alpha=2.0)
        array([[2., 6.],
               [4., 8.]])
        >>> autoblas.gemm(a, b, bias=np.array([-2.0, 1.0]), activation="relu")
        array([[0., 3.],
               [1., 5.]])
        """,
    ),
    Routine(
        "gemm_batched", 3, "Cᵢ ← αᵢ op(Aᵢ) op(Bᵢ) + βᵢ Cᵢ", "C[i] = alpha op(A[i]) op(B[i]) + beta C[i] for "
            "every item of a stack, in one launch.",
        (argument("a", "Stack of shape ``(items, m, k)``, or one matrix of shape ``(m, k)`` that all items "
            f'share; rows and columns exchanged where ``trans_a`` is not ``"N"``. An array of {EVERY}. '
            "Integers wrap."), argument("b", "Stack of shape ``(items, k, n)``, or one matrix of shape ``(k, "
            'n)`` that all items share; rows and columns exchanged where ``trans_b`` is not ``"N"``. In the '
            "same kind of memory as ``a``, and of the same type unless both are real floating-point types or both integers."),
            factor("alpha", "The factor of the products, or a vector of ``items`` factors; where one is 0, A "
            "and B of that item are not read.", "1.0", "Factors"), factor("beta", "The factor of the old C, or a "
            "vector of ``items`` factors; where one is 0, C of that item is not read.", "0.0", "Factors"),
            option("c", "Output of shape ``(items, m, n)``, overwritten and returned; by default a new "
            "stack."), trans("trans_a", "A[i]"), trans("trans_b", "B[i]"), DTYPE_OF_C,
            ACCUMULATOR_OF_PRODUCTS, ACCURACY), "C",
        plan="level3.gemm:plan_gemm_batched", operations="2*b*m*n*k", nbytes="b*(m*k + k*n + m*n)*s", sizes=
            "b items, each C of shape (m, n), sums of k terms", cost="An operand that all items share is "
            "read once.", notes=("At least one of A, B and C is a stack. Stacks may have any strides. NumPy "
            "arrays give a NumPy array, complete on return; a device that works in the host's memory reads "
            "and writes them in place. A ``pyopencl.array.Array`` gives one whose ``events`` end with the "
            "event of this call, and nothing is waited for. Any strides and offsets are accepted, negative "
            "strides too. Small products of NumPy arrays are computed by NumPy's BLAS where that is faster, "
            "unless ``queue`` is given.",),
        example="""
        >>> a, b = np.stack([np.eye(2), 2 * np.eye(2)]), np.ones((2, 2))
        >>> autoblas.gemm_batched(a, b)[1]
        array([[2., 2.],
               [2., 2.]])
        """,
    ),
    Routine(
        "gemm_offsets", 3, "Cᵢ ← αᵢ op(Aᵢ) op(Bᵢ) + βᵢ Cᵢ", "C_i = alpha_i op(A_i) op(B_i) + beta_i C_i for "
            "matrices at any offsets in one array each, in one launch.",
        (argument("a", f"Dense vector that contains every A_i; an array of {EVERY}. Integers wrap."),
            offsets("A"), argument("b", "Dense vector that contains every B_i; in the same kind of memory as "
            "``a``, and of the same type unless both are real floating-point types or both integers."), offsets("B"),
            argument("c", "Dense vector that contains every C_i, overwritten."), offsets("C", output=True),
            option("m", "Rows of each C_i.", "", "Integer"), option("n", "Columns of each C_i.", "", "Integer"),
            option("k", "Columns of each op(A_i), and rows of each op(B_i).", "", "Integer"), option("lda",
            "Elements from one row of an A_i as it is stored to the next; by default the length of a row.",
            "None", "Integer | None"), option("ldb", "Elements from one row of a B_i as it is stored to the "
            "next; by default the length of a row.", "None", "Integer | None"), option("ldc",
            "Elements from one row of a C_i to the next; by default ``n``.", "None", "Integer | None"),
            factor("alpha", "The factor of the products, or a vector of one factor for each item; where one "
            "is 0, A_i and B_i are not read.", "1.0", "Factors"), factor("beta", "The factor of the old C, or a "
            "vector of one factor for each item; where one is 0, C_i is not read.", "0.0", "Factors"),
            trans("trans_a", "A_i"), trans("trans_b", "B_i"), ACCUMULATOR_OF_PRODUCTS, ACCURACY), "``c``",
        plan="level3.gemm:plan_gemm_offsets", operations="2*b*m*n*k", nbytes="b*(m*k + k*n + m*n)*s", sizes=
            "b items, each C of shape (m, n), sums of k terms", cost="An operand that all items share is "
            "read once.", notes=(BY_ROWS,), within=True,
        example="""
        >>> a, b, c = np.arange(8.0), np.eye(2).ravel(), np.zeros(8)
        >>> autoblas.gemm_offsets(a, [0, 4], b, 0, c, [4, 0], m=2, n=2, k=2)
        array([4., 5., 6., 7., 0., 1., 2., 3.])
        """,
    ),
    Routine(
        "gemmt", 3, "a triangle of C ← α op(A) op(B) + β C", "One triangle of C = alpha op(A) op(B) + beta "
            "C.",
        (argument("a", 'Matrix of shape ``(n, k)``, or ``(k, n)`` where ``trans_a`` is not ``"N"``; an array '
            f"of {FLOATS}."), argument("b", "Matrix of shape ``(k, n)``, or ``(n, k)`` where ``trans_b`` is "
            'not ``"N"``, of the same type and kind of memory as ``a``.'), FACTOR, FACTOR_OF_C, TRIANGLE,
            uplo("C", "computed"), trans("trans_a", "A"), trans("trans_b", "B"), DEVICES), "C",
        title="one triangle of the product A B",
        plan="level3.rank_k:plan_gemmt", operations="n*n*k", nbytes="(2*n*k + n*n/2)*s", sizes=
            "C of shape (n, n), sums of k terms", notes=("The product may be symmetric or not: only the "
            "elements of one triangle are computed and written.", ANY_STRIDES, ZEROS),
        example="""
        >>> a = np.array([[1.0, 2.0], [3.0, 4.0]])
        >>> autoblas.gemmt(a, a, c=np.zeros((2, 2)), uplo="L")
        array([[ 7.,  0.],
               [15., 22.]])
        """,
    ),
    Routine(
        "symm", 3, "C ← α A B + β C  or  α B A + β C,  Aᵀ = A", "C = alpha A B + beta C for a symmetric A, "
            "or alpha B A + beta C.",
        (argument("a", 'Symmetric matrix of shape ``(m, m)``, or ``(n, n)`` with ``side="R"``, of which one '
            f"triangle is read; an array of {FLOATS}."), OTHER_MATRIX, FACTOR, FACTOR_OF_C, OUTPUT,
            side("A B", "B A"), uplo("A", "read"), DEVICES), "C",
        title="the product of a symmetric A and B",
        plan="level3.symmetric:plan_symm", operations="2*m*m*n", nbytes="(m*m/2 + 2*m*n)*s", sizes=
            "A of shape (m, m), B of shape (m, n)", notes=(ANY_STRIDES, ZEROS),
        example="""
        >>> a = np.array([[1.0, 2.0], [np.nan, 3.0]])  # the lower triangle is not read
        >>> autoblas.symm(a, np.eye(2))
        array([[1., 2.],
               [2., 3.]])
        """,
    ),
    Routine(
        "hemm", 3, "C ← α A B + β C  or  α B A + β C,  Aᴴ = A", "C = alpha A B + beta C for a Hermitian A, "
            "or alpha B A + beta C.",
        (argument("a", 'Hermitian matrix of shape ``(m, m)``, or ``(n, n)`` with ``side="R"``, of which one '
            f"triangle is read; an array of {FLOATS}. Imaginary parts of the diagonal are taken as zero. A "
            "real A is symmetric."), OTHER_MATRIX, FACTOR, FACTOR_OF_C, OUTPUT, side("A B", "B A"),
            uplo("A", "read"), DEVICES), "C",
        title="the product of a Hermitian A and B",
        plan="level3.symmetric:plan_hemm", operations="8*m*m*n", nbytes="(m*m/2 + 2*m*n)*s", sizes=
            "A of shape (m, m), B of shape (m, n)", cost=HERMITIAN, notes=(ANY_STRIDES, ZEROS),
        example="""
        >>> a = np.array([[1.0, 1j], [np.nan, 2.0]])  # the lower triangle is not read
        >>> autoblas.hemm(a, np.eye(2, dtype=complex))
        array([[1.+0.j, 0.+1.j],
               [0.-1.j, 2.+0.j]])
        """,
    ),
    Routine(
        "syrk", 3, "a triangle of C ← α A Aᵀ + β C  or  α Aᵀ A + β C", "One triangle of C = alpha A A^T + "
            "beta C, or alpha A^T A + beta C.",
        (RANKED, FACTOR, FACTOR_OF_C, TRIANGLE, uplo("C", "computed"), option("trans",
            '``"N"`` for A A^T, ``"T"`` for A^T A; for real matrices ``"C"`` means the same as ``"T"``.',
            "'N'", "Op", "NT"), DEVICES), "C",
        title="one triangle of A A^T",
        plan="level3.rank_k:plan_syrk", operations="n*n*k", nbytes="(n*k + n*n/2)*s", sizes=
            "C of shape (n, n), sums of k terms", notes=(ANY_STRIDES, ZEROS_OF_A),
        example="""
        >>> autoblas.syrk(np.array([[1.0, 2.0], [3.0, 4.0]]), c=np.zeros((2, 2)))
        array([[ 5., 11.],
               [ 0., 25.]])
        """,
    ),
    Routine(
        "herk", 3, "a triangle of C ← α A Aᴴ + β C  or  α Aᴴ A + β C", "One triangle of C = alpha A A^H + "
            "beta C, or alpha A^H A + beta C, which is Hermitian.",
        (RANKED_HERMITIAN, factor("alpha", "The factor of the product, a real number.", "1.0",
            "RealFactor"), REAL_FACTOR_OF_C, HERMITIAN_TRIANGLE, uplo("C", "computed"), option("trans",
            '``"N"`` for A A^H, ``"C"`` for A^H A; for real matrices ``"T"`` means the same as ``"C"``.',
            "'N'", "Op", "NC"), DEVICES), "C",
        title="one triangle of A A^H",
        plan="level3.rank_k:plan_herk", operations="4*n*n*k", nbytes="(n*k + n*n/2)*s", sizes=
            "C of shape (n, n), sums of k terms", cost=HERMITIAN, notes=(ANY_STRIDES, ZEROS_OF_A),
        example="""
        >>> autoblas.herk(np.array([[1.0, 1j], [1.0, 0.0]]), c=np.zeros((2, 2), complex))
        array([[2.+0.j, 1.+0.j],
               [0.+0.j, 1.+0.j]])
        """,
    ),
    Routine(
        "syr2k", 3, "a triangle of C ← α (A Bᵀ + B Aᵀ) + β C  or  α (Aᵀ B + Bᵀ A) + β C",
            "One triangle of C = alpha (A B^T + B A^T) + beta C, or alpha (A^T B + B^T A) + beta C.",
        (RANKED, SECOND, FACTOR, FACTOR_OF_C, TRIANGLE, uplo("C", "computed"), option("trans",
            '``"N"`` for A B^T, ``"T"`` for A^T B; for real matrices ``"C"`` means the same as ``"T"``.',
            "'N'", "Op", "NT"), DEVICES), "C",
        title="one triangle of A B^T + B A^T",
        plan="level3.rank_k:plan_syr2k", operations="2*n*n*k", nbytes="(2*n*k + n*n/2)*s", sizes=
            "C of shape (n, n), sums of k terms", notes=(ANY_STRIDES, ZEROS),
        example="""
        >>> a, b = np.array([[1.0, 2.0], [3.0, 4.0]]), np.eye(2)
        >>> autoblas.syr2k(a, b, c=np.zeros((2, 2)))
        array([[2., 5.],
               [0., 8.]])
        """,
    ),
    Routine(
        "her2k", 3, "a triangle of C ← α A Bᴴ + ᾱ B Aᴴ + β C  or  α Aᴴ B + ᾱ Bᴴ A + β C",
            "One triangle of C = alpha A B^H + conj(alpha) B A^H + beta C, or alpha A^H B + conj(alpha) B^H "
            "A + beta C.",
        (RANKED_HERMITIAN, SECOND, factor("alpha", "The factor of the first product, a number; its conjugate "
            "is the factor of the second."), REAL_FACTOR_OF_C, HERMITIAN_TRIANGLE, uplo("C", "computed"),
            option("trans", '``"N"`` for A B^H, ``"C"`` for A^H B; for real matrices ``"T"`` means the same '
            'as ``"C"``.', "'N'", "Op", "NC"), DEVICES), "C",
        title="one triangle of A B^H + B A^H",
        plan="level3.rank_k:plan_her2k", operations="8*n*n*k", nbytes="(2*n*k + n*n/2)*s", sizes=
            "C of shape (n, n), sums of k terms", cost=HERMITIAN, notes=(ANY_STRIDES, ZEROS),
        example="""
        >>> a, b = np.array([[1.0, 1j], [1.0, 0.0]]), np.eye(2, dtype=complex)
        >>> autoblas.her2k(a, b, c=np.zeros((2, 2), complex))
        array([[2.+0.j, 1.+1.j],
               [0.+0.j, 0.+0.j]])
        """,
    ),
    Routine(
        "trmm", 3, "B ← α op(A) B  or  α B op(A)", "B = alpha op(A) B for a triangular A, or alpha B op(A).",
        (TRIANGULAR, argument("b", "Matrix of shape ``(m, n)``, of the same type and kind of memory as "
            "``a``, overwritten."), factor("alpha", "The factor of the product; with 0, neither A nor B is "
            "read."), side("op(A) B", "B op(A)"), uplo("A", "read"), trans("trans", "A"), DIAG, DEVICES),
            "``b``",
        title="the product of a triangular A and B",
        plan="level3.trmm:plan_trmm", operations="m*m*n", nbytes="(m*m/2 + 2*m*n)*s", sizes=
            "A of shape (m, m), B of shape (m, n)", notes=(ANY_STRIDES, "Products with A's zero triangle are "
            "left out, except in tiles that meet the diagonal: as in other libraries, an infinity in B may "
            "be multiplied by a zero beside A's diagonal and give NaN."),
        example="""
        >>> a = np.array([[1.0, 2.0], [np.nan, 3.0]])  # the lower triangle is not read
        >>> autoblas.trmm(a, np.eye(2))
        array([[1., 2.],
               [0., 3.]])
        """,
    ),
    Routine(
        "trsm", 3, "B ← α op(A)⁻¹ B  or  α B op(A)⁻¹", "Solve op(A) X = alpha B for X, or X op(A) = alpha B, "
            "with a triangular A; X is stored in B.",
        (TRIANGULAR, argument("b", "Matrix of shape ``(m, n)``, of the same type and kind of memory as "
            "``a``, overwritten by X."), factor("alpha", "The factor of B; with 0, neither A nor B is read."),
            side("op(A) X", "X op(A)"), uplo("A", "read"), trans("trans", "A"), DIAG, DEVICES), "``b``",
        title="the solution of a triangular system with many right-hand sides",
        plan="level3.trsm:plan_trsm", operations="m*m*n", nbytes="(m*m/2 + 2*m*n)*s", sizes=
            "A of shape (m, m), B of shape (m, n)", notes=(ANY_STRIDES, SINGULAR),
        example="""
        >>> a = np.array([[1.0, 2.0], [np.nan, 4.0]])  # the lower triangle is not read
        >>> autoblas.trsm(a, np.array([[5.0], [8.0]]))
        array([[1.],
               [2.]])
        """,
    ),
    Routine(
        "trsm_batched", 3, "Bᵢ ← α op(Aᵢ)⁻¹ Bᵢ  or  α Bᵢ op(Aᵢ)⁻¹", "Solve op(A[i]) X[i] = alpha B[i] for "
            "every item of a stack, all items in the same launches.",
        (argument("a", "Stack of shape ``(items, m, m)``, or one matrix of shape ``(m, m)`` that all items "
            f'share; n in place of m with ``side="R"``. An array of {FLOATS}. float16 is summed in float32.'),
            argument("b", "Stack of shape ``(items, m, n)``, of the same type and kind of memory as ``a``, "
            "overwritten by X."), factor("alpha", "The factor of every B[i]; with 0, neither A nor B is "
            "read."), side("op(A[i]) X[i]", "X[i] op(A[i])"), uplo("each A[i]", "read"),
            trans("trans", "A[i]"), option("diag", '``"U"`` where the diagonals of A consist of ones and are '
            'not read, else ``"N"``.', "'N'", "Diagonal", "NU")), "``b``",
        plan="level3.trsm:plan_trsm_batched", operations="b*m*m*n", nbytes="b*(m*m/2 + 2*m*n)*s", sizes=
            "b items, each A of shape (m, m), B of shape (m, n)", notes=(ANY_STRIDES, SINGULAR),
        example="""
        >>> a = np.array([[[1.0, 2.0], [0.0, 4.0]], [[2.0, 0.0], [0.0, 2.0]]])
        >>> autoblas.trsm_batched(a, np.array([[[5.0], [8.0]], [[2.0], [4.0]]]))[:, :, 0]
        array([[1., 2.],
               [1., 2.]])
        """,
    ),
)
"""Rows of routines on matrices."""
