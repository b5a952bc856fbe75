"""Rows of routines on a matrix and vectors."""

from __future__ import annotations

from autoblas.blas.table.routine import (
    BAND_ORDER,
    COMPLEX,
    DIAG,
    FLOATS,
    HERMITIAN,
    PACKED_ORDER,
    Routine,
    argument,
    factor,
    offsets,
    option,
    trans,
    uplo,
    vector,
)

__all__ = ["MATRICES"]

# fmt: off

X_OF_COLUMNS = argument("x", "Vector of as many elements as op(A) has columns, of the same type and kind of "
    "memory as ``a``.")
Y_OF_ROWS = argument("y", "Vector of as many elements as op(A) has rows, of the same type and kind of memory "
    "as ``a``, overwritten; by default a new vector.", "None")
FACTOR_OF_PRODUCT = factor("alpha", "The factor of the product; with 0, A and x are not read.")
FACTOR_OF_Y = factor("beta", "The factor of the old y; with 0, y is not read.", "0.0")
SQUARE = argument("a", f"Matrix of shape ``(n, n)`` and any strides, an array of {FLOATS}; the other "
    "triangle is not read.")
DIAGONALS = argument("a", f"The k + 1 diagonals of the triangle, an array of {FLOATS}. Its shape is ``(k + "
    "1, n)``, with element (i, j) of A at ``[k + i - j, j]`` for an upper triangle and at ``[i - j, j]`` for "
    'a lower one; with order ``"C"``, the shape is ``(n, k + 1)`` and the element at ``[i, j - i]`` or ``[i, '
    "k + j - i]``.")
PACKED = argument("ap", f"Vector of n (n + 1) / 2 elements, an array of {FLOATS}: the columns of the "
    'triangle one after the other, or with order ``"C"`` its rows.')
RIGHT_SIDE = argument("x", "Vector of shape ``(n,)``, of the same type and kind of memory as ``a``, that "
    "holds b, overwritten by the solution.")
SINGULAR = (
    "A singular A is not detected: zeros, infinities and NaN spread as by substitution, and no further."
)
UPDATED = argument("a", "Matrix of shape ``(m, n)``, of the same type and kind of memory as ``x``, "
    "overwritten; by default a new matrix, zero before the update.", "None")
FACTOR_OF_UPDATE = factor("alpha", "The factor of the product; with 0, A stays as it is.")
UPDATED_TRIANGLE = argument("a", "Matrix of shape ``(n, n)``, of the same type and kind of memory as ``x``, "
    "of which one triangle is read and overwritten.")
FACTOR_OF_TRIANGLE = factor("alpha", "The factor; with 0, A stays as it is.")
UPDATED_HERMITIAN = argument("a", "Matrix of shape ``(n, n)``, of the same type and kind of memory as ``x``, "
    "of which one triangle is read and overwritten. Imaginary parts of the diagonal are taken as zero and "
    "become zero.")
REAL_FACTOR = factor("alpha", "The factor, a real number; with 0, A stays as it is.", "1.0", "RealFactor")
UPDATED_PACKED = argument("ap", "Vector of n (n + 1) / 2 elements, of the same type and kind of memory as "
    '``x``, overwritten: the columns of the triangle one after the other, or with order ``"C"`` its rows.')
UPDATED_PACKED_HERMITIAN = argument("ap", "Vector of n (n + 1) / 2 elements, of the same type and kind of "
    'memory as ``x``, overwritten: the columns of the triangle one after the other, or with order ``"C"`` '
    "its rows. Imaginary parts of the diagonal are taken as zero and become zero.")
BY_ROWS = "The matrices are stored by rows."

MATRICES = (
    Routine(
        "gemv", 2, "y ← α op(A) x + β y", "Compute y = alpha op(A) x + beta y.",
        (argument("a", f"Matrix of shape ``(m, n)`` and any strides, an array of {FLOATS}. float16 is summed "
            "in float32. Without rows or columns it leaves y unchanged."), X_OF_COLUMNS, Y_OF_ROWS,
            FACTOR_OF_PRODUCT, FACTOR_OF_Y, trans("trans", "A")), "``y``",
        plan="level2.products:plan_gemv", operations="2*m*n", nbytes="(m*n + m + n)*s", sizes=
            "A of shape (m, n)", short="gemv_fast_path",
        example="""
        >>> a, x = np.array([[1.0, 2.0], [3.0, 4.0]]), np.ones(2)
        >>> autoblas.gemv(a, x)
        array([3., 7.])
        >>> autoblas.gemv(a, x, trans="T")
        array([4., 6.])
        """,
    ),
    Routine(
        "gbmv", 2, "y ← α op(A) x + β y", "Compute y = alpha op(A) x + beta y for a band matrix A, whose "
            "other diagonals are zero.",
        (argument("a", f"The diagonals, an array of {FLOATS}. The shape is ``(kl + ku + 1, n)``, with "
            'element (i, j) of A at ``[ku + i - j, j]``; with order ``"C"`` it is ``(m, kl + ku + 1)``, and '
            "the element is at ``[i, kl + j - i]``. Elements of the array that lie outside A are not read."),
            X_OF_COLUMNS, Y_OF_ROWS, option("kl", "Number of diagonals below the main one.", "", "Integer"),
            option("ku", "Number of diagonals above the main one.", "", "Integer"), option("shape",
            "``(m, n)``, the shape of A; where it is None, A is square.", "None", "Sequence[Integer] | None"),
            FACTOR_OF_PRODUCT, FACTOR_OF_Y, trans("trans", "A"), BAND_ORDER), "``y``",
        title="y = alpha op(A) x + beta y for a band matrix",
        plan="level2.products:plan_gbmv", operations="2*n*(2*k + 1)", nbytes="(n*(2*k + 1) + 2*n)*s", sizes=
            "A of shape (n, n), k diagonals beside the main one on each side",
        example="""
        >>> diagonals = np.array([[0.0, 1.0, 1.0], [2.0, 2.0, 2.0], [1.0, 1.0, 0.0]])
        >>> autoblas.gbmv(diagonals, np.ones(3), kl=1, ku=1)
        array([3., 4., 3.])
        """,
    ),
    Routine(
        "symv", 2, "y ← α A x + β y,  Aᵀ = A", "Compute y = alpha A x + beta y for a symmetric matrix A, of "
            "which one triangle is read.",
        (SQUARE, vector("x", "n", like="a"), vector("y", "n", like="a", new=True), FACTOR_OF_PRODUCT,
            FACTOR_OF_Y, uplo("A", "stored and read")), "``y``",
        title="y = alpha A x + beta y for a symmetric matrix",
        plan="level2.products:plan_symv", operations="2*n*n", nbytes="(n*n/2 + 2*n)*s", sizes=
            "A of shape (n, n)",
        example="""
        >>> a = np.array([[1.0, 2.0], [np.nan, 3.0]])  # the lower triangle is not read
        >>> autoblas.symv(a, np.array([1.0, 1.0]))
        array([3., 5.])
        """,
    ),
    Routine(
        "hemv", 2, "y ← α A x + β y,  Aᴴ = A", "Compute y = alpha A x + beta y for a Hermitian matrix A, of "
            "which one triangle is read.",
        (argument("a", f"Matrix of shape ``(n, n)``, an array of {COMPLEX}; the other triangle is not read. "
            "Imaginary parts of the diagonal are taken as zero."), vector("x", "n", like="a"),
            vector("y", "n", like="a", new=True), FACTOR_OF_PRODUCT, FACTOR_OF_Y,
            uplo("A", "stored and read")), "``y``",
        title="y = alpha A x + beta y for a Hermitian matrix", types="complex",
        plan="level2.products:plan_hemv", operations="8*n*n", nbytes="(n*n/2 + 2*n)*s", sizes=
            "A of shape (n, n)", cost=HERMITIAN,
        example="""
        >>> a = np.array([[1.0, 1j], [0.0, 2.0]])  # the lower triangle is not read
        >>> autoblas.hemv(a, np.array([1.0, 0j]))
        array([1.+0.j, 0.-1.j])
        """,
    ),
    Routine(
        "sbmv", 2, "y ← α A x + β y,  Aᵀ = A", "Compute y = alpha A x + beta y for a symmetric band matrix "
            "A, of which one triangle is stored.",
        (DIAGONALS, vector("x", "n", like="a"), vector("y", "n", like="a", new=True), FACTOR_OF_PRODUCT,
            FACTOR_OF_Y, uplo("A", "stored and read"), BAND_ORDER), "``y``",
        title="y = alpha A x + beta y for a symmetric band matrix",
        plan="level2.products:plan_sbmv", operations="4*n*(k + 1)", nbytes="(n*(k + 1) + 2*n)*s", sizes=
            "A of shape (n, n), k diagonals beside the main one",
        example="""
        >>> diagonals = np.array([[0.0, 1.0, 1.0], [2.0, 2.0, 2.0]])
        >>> autoblas.sbmv(diagonals, np.ones(3))
        array([3., 4., 3.])
        """,
    ),
    Routine(
        "hbmv", 2, "y ← α A x + β y,  Aᴴ = A", "Compute y = alpha A x + beta y for a Hermitian band matrix "
            "A, of which one triangle is stored.",
        (argument("a", f"The k + 1 diagonals of the triangle, an array of {COMPLEX}. Its shape is ``(k + 1, "
            "n)``, with element (i, j) of A at ``[k + i - j, j]`` for an upper triangle and at ``[i - j, "
            'j]`` for a lower one; with order ``"C"``, the shape is ``(n, k + 1)`` and the element at ``[i, '
            "j - i]`` or ``[i, k + j - i]``. Imaginary parts of the diagonal are taken as zero."),
            vector("x", "n", like="a"), vector("y", "n", like="a", new=True), FACTOR_OF_PRODUCT, FACTOR_OF_Y,
            uplo("A", "stored and read"), BAND_ORDER), "``y``",
        title="y = alpha A x + beta y for a Hermitian band matrix", types="complex",
        plan="level2.products:plan_hbmv", operations="16*n*(k + 1)", nbytes="(n*(k + 1) + 2*n)*s", sizes=
            "A of shape (n, n), k diagonals beside the main one", cost=HERMITIAN,
        example="""
        >>> diagonals = np.array([[0.0, 1j, 1j], [2.0, 2.0, 2.0]])
        >>> autoblas.hbmv(diagonals, np.array([1.0, 0.0, 0j]))
        array([2.+0.j, 0.-1.j, 0.+0.j])
        """,
    ),
    Routine(
        "spmv", 2, "y ← α A x + β y,  Aᵀ = A", "Compute y = alpha A x + beta y for a symmetric matrix A, of "
            "which one triangle is packed.",
        (PACKED, vector("x", "n", like="ap"), vector("y", "n", like="ap", new=True), FACTOR_OF_PRODUCT,
            FACTOR_OF_Y, uplo("A", "stored and read"), PACKED_ORDER), "``y``",
        title="y = alpha A x + beta y for a packed symmetric matrix",
        plan="level2.products:plan_spmv", operations="2*n*n", nbytes="(n*n/2 + 2*n)*s", sizes=
            "A of shape (n, n)",
        example="""
        >>> packed = np.array([1.0, 2.0, 3.0])  # the matrix [[1, 2], [2, 3]]
        >>> autoblas.spmv(packed, np.ones(2))
        array([3., 5.])
        """,
    ),
    Routine(
        "hpmv", 2, "y ← α A x + β y,  Aᴴ = A", "Compute y = alpha A x + beta y for a Hermitian matrix A, of "
            "which one triangle is packed.",
        (argument("ap", f"Vector of n (n + 1) / 2 elements, an array of {COMPLEX}: the columns of the "
            'triangle one after the other, or with order ``"C"`` its rows. Imaginary parts of the diagonal '
            "are taken as zero."), vector("x", "n", like="ap"), vector("y", "n", like="ap", new=True),
            FACTOR_OF_PRODUCT, FACTOR_OF_Y, uplo("A", "stored and read"), PACKED_ORDER), "``y``",
        title="y = alpha A x + beta y for a packed Hermitian matrix", types="complex",
        plan="level2.products:plan_hpmv", operations="8*n*n", nbytes="(n*n/2 + 2*n)*s", sizes=
            "A of shape (n, n)", cost=HERMITIAN,
        example="""
        >>> packed = np.array([1.0, 1j, 3.0])  # the matrix [[1, i], [-i, 3]]
        >>> autoblas.hpmv(packed, np.array([1.0, 0j]))
        array([1.+0.j, 0.-1.j])
        """,
    ),
    Routine(
        "trmv", 2, "x ← op(A) x", "Compute x = op(A) x for a triangular matrix A.",
        (SQUARE, vector("x", "n", like="a", written=True), uplo("A", "read"), trans("trans", "A"), DIAG),
            "``x``",
        title="x = op(A) x for a triangular matrix",
        plan="level2.triangular:plan_trmv", operations="n*n", nbytes="(n*n/2 + 2*n)*s", sizes=
            "A of shape (n, n)",
        example="""
        >>> a = np.array([[1.0, 2.0], [np.nan, 3.0]])  # the lower triangle is not read
        >>> autoblas.trmv(a, np.ones(2))
        array([3., 3.])
        """,
    ),
    Routine(
        "tbmv", 2, "x ← op(A) x", "Compute x = op(A) x for a triangular band matrix A.",
        (DIAGONALS, vector("x", "n", like="a", written=True), uplo("A", "read"), trans("trans", "A"), DIAG,
            BAND_ORDER), "``x``",
        title="x = op(A) x for a triangular band matrix",
        plan="level2.triangular:plan_tbmv", operations="2*n*(k + 1)", nbytes="(n*(k + 1) + 2*n)*s", sizes=
            "A of shape (n, n), k diagonals beside the main one",
        example="""
        >>> diagonals = np.array([[0.0, 1.0, 1.0], [2.0, 2.0, 2.0]])
        >>> autoblas.tbmv(diagonals, np.ones(3))
        array([3., 3., 2.])
        """,
    ),
    Routine(
        "tpmv", 2, "x ← op(A) x", "Compute x = op(A) x for a triangular matrix A that is packed.",
        (PACKED, vector("x", "n", like="ap", written=True), uplo("A", "read"), trans("trans", "A"), DIAG,
            PACKED_ORDER), "``x``",
        title="x = op(A) x for a packed triangular matrix",
        plan="level2.triangular:plan_tpmv", operations="n*n", nbytes="(n*n/2 + 2*n)*s", sizes=
            "A of shape (n, n)",
        example="""
        >>> packed = np.array([1.0, 2.0, 3.0])  # the matrix [[1, 2], [0, 3]]
        >>> autoblas.tpmv(packed, np.ones(2))
        array([3., 3.])
        """,
    ),
    Routine(
        "trsv", 2, "x ← op(A)⁻¹ x", "Solve op(A) x = b for a triangular matrix A; x holds b before and the "
            "solution after.",
        (SQUARE, RIGHT_SIDE, uplo("A", "read"), trans("trans", "A"), DIAG), "``x``",
        title="the solution of op(A) x = b for a triangular matrix",
        plan="level2.triangular:plan_trsv", operations="n*n", nbytes="(n*n/2 + 2*n)*s", sizes=
            "A of shape (n, n)", notes=(SINGULAR,),
        example="""
        >>> a = np.array([[1.0, 2.0], [np.nan, 4.0]])  # the lower triangle is not read
        >>> autoblas.trsv(a, np.array([5.0, 8.0]))
        array([1., 2.])
        """,
    ),
    Routine(
        "tbsv", 2, "x ← op(A)⁻¹ x", "Solve op(A) x = b for a triangular band matrix A; x holds b before and "
            "the solution after.",
        (DIAGONALS, RIGHT_SIDE, uplo("A", "read"), trans("trans", "A"), DIAG, BAND_ORDER), "``x``",
        title="the solution of op(A) x = b for a triangular band matrix",
        plan="level2.triangular:plan_tbsv", operations="2*n*(k + 1)", nbytes="(n*(k + 1) + 2*n)*s", sizes=
            "A of shape (n, n), k diagonals beside the main one", notes=(SINGULAR,),
        example="""
        >>> diagonals = np.array([[0.0, 1.0, 1.0], [2.0, 2.0, 2.0]])
        >>> autoblas.tbsv(diagonals, np.array([3.0, 3.0, 2.0]))
        array([1., 1., 1.])
        """,
    ),
    Routine(
        "tpsv", 2, "x ← op(A)⁻¹ x", "Solve op(A) x = b for a packed triangular matrix A; x holds b before "
            "and the solution after.",
        (PACKED, argument("x", "Vector of shape ``(n,)``, of the same type and kind of memory as ``ap``, "
            "that holds b, overwritten by the solution."), uplo("A", "read"), trans("trans", "A"), DIAG,
            PACKED_ORDER), "``x``",
        title="the solution of op(A) x = b for a packed triangular matrix",
        plan="level2.triangular:plan_tpsv", operations="n*n", nbytes="(n*n/2 + 2*n)*s", sizes=
            "A of shape (n, n)", notes=(SINGULAR,),
        example="""
        >>> packed = np.array([1.0, 2.0, 4.0])  # the matrix [[1, 2], [0, 4]]
        >>> autoblas.tpsv(packed, np.array([5.0, 8.0]))
        array([1., 2.])
        """,
    ),
    Routine(
        "ger", 2, "A ← α x yᵀ + A", "Compute A = alpha x y^T + A.",
        (vector("x", "m", FLOATS), vector("y", "n", like="x"), UPDATED, FACTOR_OF_UPDATE), "The matrix",
        plan="level2.rank_update:plan_ger", operations="2*m*n", nbytes="(2*m*n + m + n)*s", sizes=
            "A of shape (m, n)",
        example="""
        >>> autoblas.ger(np.array([1.0, 2.0]), np.array([3.0, 4.0]))
        array([[3., 4.],
               [6., 8.]])
        """,
    ),
    Routine(
        "geru", 2, "A ← α x yᵀ + A", "Compute A = alpha x y^T + A, without conjugation: BLAS's name of "
            "``ger`` for complex vectors.",
        (vector("x", "m", FLOATS), vector("y", "n", like="x"), UPDATED, FACTOR_OF_UPDATE), "The matrix",
        title="A = alpha x y^T + A for complex types", types="complex",
        plan="level2.rank_update:plan_geru", operations="8*m*n", nbytes="(2*m*n + m + n)*s", sizes=
            "A of shape (m, n)", cost=HERMITIAN,
        example="""
        >>> autoblas.geru(np.array([1.0, 1j]), np.array([1.0, 1j]))
        array([[ 1.+0.j,  0.+1.j],
               [ 0.+1.j, -1.+0.j]])
        """,
    ),
    Routine(
        "gerc", 2, "A ← α x yᴴ + A", "Compute A = alpha x y^H + A, with the conjugates of y; for real "
            "vectors the same as ``ger``.",
        (vector("x", "m", FLOATS), vector("y", "n", like="x"), UPDATED, FACTOR_OF_UPDATE), "The matrix",
        title="A = alpha x y^H + A for complex types", types="complex",
        plan="level2.rank_update:plan_gerc", operations="8*m*n", nbytes="(2*m*n + m + n)*s", sizes=
            "A of shape (m, n)", cost=HERMITIAN,
        example="""
        >>> autoblas.gerc(np.array([1.0, 1j]), np.array([1.0, 1j]))
        array([[1.+0.j, 0.-1.j],
               [0.+1.j, 1.+0.j]])
        """,
    ),
    Routine(
        "syr", 2, "A ← α x xᵀ + A", "Compute A = alpha x x^T + A for a symmetric matrix A, of which one "
            "triangle is updated.",
        (vector("x", "n", FLOATS), UPDATED_TRIANGLE, FACTOR_OF_TRIANGLE, uplo("A", "read and written")),
            "``a``",
        title="A = alpha x x^T + A for a symmetric matrix",
        plan="level2.rank_update:plan_syr", operations="n*n", nbytes="(n*n + n)*s", sizes="A of shape (n, n)",
        example="""
        >>> autoblas.syr(np.array([1.0, 2.0]), np.zeros((2, 2)))
        array([[1., 2.],
               [0., 4.]])
        """,
    ),
    Routine(
        "her", 2, "A ← α x xᴴ + A", "Compute A = alpha x x^H + A for a Hermitian matrix A, of which one "
            "triangle is updated.",
        (vector("x", "n", COMPLEX), UPDATED_HERMITIAN, REAL_FACTOR, uplo("A", "read and written")), "``a``",
        title="A = alpha x x^H + A for a Hermitian matrix", types="complex",
        plan="level2.rank_update:plan_her", operations="4*n*n", nbytes="(n*n + n)*s", sizes=
            "A of shape (n, n)", cost=HERMITIAN,
        example="""
        >>> autoblas.her(np.array([1.0, 1j]), np.zeros((2, 2), np.complex128))
        array([[1.+0.j, 0.-1.j],
               [0.+0.j, 1.+0.j]])
        """,
    ),
    Routine(
        "spr", 2, "A ← α x xᵀ + A", "Compute A = alpha x x^T + A for a symmetric matrix A, of which one "
            "triangle is packed.",
        (vector("x", "n", FLOATS), UPDATED_PACKED, FACTOR_OF_TRIANGLE, uplo("A", "stored"), PACKED_ORDER),
            "``ap``",
        title="A = alpha x x^T + A for a packed symmetric matrix",
        plan="level2.rank_update:plan_spr", operations="n*n", nbytes="(n*n + n)*s", sizes="A of shape (n, n)",
        example="""
        >>> autoblas.spr(np.array([1.0, 2.0]), np.zeros(3))
        array([1., 2., 4.])
        """,
    ),
    Routine(
        "hpr", 2, "A ← α x xᴴ + A", "Compute A = alpha x x^H + A for a Hermitian matrix A, of which one "
            "triangle is packed.",
        (vector("x", "n", COMPLEX), UPDATED_PACKED_HERMITIAN, REAL_FACTOR, uplo("A", "stored"), PACKED_ORDER),
            "``ap``",
        title="A = alpha x x^H + A for a packed Hermitian matrix", types="complex",
        plan="level2.rank_update:plan_hpr", operations="4*n*n", nbytes="(n*n + n)*s", sizes="A of shape (n, n)",
            cost=HERMITIAN,
        example="""
        >>> autoblas.hpr(np.array([1.0, 1j]), np.zeros(3, np.complex128))
        array([1.+0.j, 0.-1.j, 1.+0.j])
        """,
    ),
    Routine(
        "syr2", 2, "A ← α (x yᵀ + y xᵀ) + A", "Compute A = alpha (x y^T + y x^T) + A for a symmetric matrix "
            "A, of which one triangle is updated.",
        (vector("x", "n", FLOATS), vector("y", "n", like="x"), UPDATED_TRIANGLE, FACTOR_OF_TRIANGLE,
            uplo("A", "read and written")), "``a``",
        title="A = alpha (x y^T + y x^T) + A for a symmetric matrix",
        plan="level2.rank_update:plan_syr2", operations="2*n*n", nbytes="(n*n + 2*n)*s", sizes=
            "A of shape (n, n)",
        example="""
        >>> autoblas.syr2(np.array([1.0, 2.0]), np.array([1.0, 0.0]), np.zeros((2, 2)))
        array([[2., 2.],
               [0., 0.]])
        """,
    ),
    Routine(
        "her2", 2, "A ← α x yᴴ + ᾱ y xᴴ + A", "Compute A = alpha x y^H + conj(alpha) y x^H + A for a "
            "Hermitian matrix A, of which one triangle is updated.",
        (vector("x", "n", COMPLEX), vector("y", "n", like="x"), UPDATED_HERMITIAN, FACTOR_OF_TRIANGLE,
            uplo("A", "read and written")), "``a``",
        title="A = alpha x y^H + conj(alpha) y x^H + A for a Hermitian matrix", types="complex",
        plan="level2.rank_update:plan_her2", operations="8*n*n", nbytes="(n*n + 2*n)*s", sizes=
            "A of shape (n, n)", cost=HERMITIAN,
        example="""
        >>> autoblas.her2(np.array([1.0, 1j]), np.array([1.0, 0j]), np.zeros((2, 2), np.complex128))
        array([[2.+0.j, 0.-1.j],
               [0.+0.j, 0.+0.j]])
        """,
    ),
    Routine(
        "spr2", 2, "A ← α (x yᵀ + y xᵀ) + A", "Compute A = alpha (x y^T + y x^T) + A for a symmetric matrix "
            "A, of which one triangle is packed.",
        (vector("x", "n", FLOATS), vector("y", "n", like="x"), UPDATED_PACKED, FACTOR_OF_TRIANGLE,
            uplo("A", "stored"), PACKED_ORDER), "``ap``",
        title="A = alpha (x y^T + y x^T) + A for a packed symmetric matrix",
        plan="level2.rank_update:plan_spr2", operations="2*n*n", nbytes="(n*n + 2*n)*s", sizes="A of shape (n, n)",
        example="""
        >>> autoblas.spr2(np.array([1.0, 2.0]), np.array([1.0, 0.0]), np.zeros(3))
        array([2., 2., 0.])
        """,
    ),
    Routine(
        "hpr2", 2, "A ← α x yᴴ + ᾱ y xᴴ + A", "Compute A = alpha x y^H + conj(alpha) y x^H + A for a "
            "Hermitian matrix A, of which one triangle is packed.",
        (vector("x", "n", COMPLEX), vector("y", "n", like="x"), UPDATED_PACKED_HERMITIAN, FACTOR_OF_TRIANGLE,
            uplo("A", "stored"), PACKED_ORDER), "``ap``",
        title="A = alpha x y^H + conj(alpha) y x^H + A for a packed Hermitian matrix", types="complex",
        plan="level2.rank_update:plan_hpr2", operations="8*n*n", nbytes="(n*n + 2*n)*s", sizes="A of shape (n, n)",
            cost=HERMITIAN,
        example="""
        >>> autoblas.hpr2(np.array([1.0, 1j]), np.array([1.0, 0j]), np.zeros(3, np.complex128))
        array([2.+0.j, 0.-1.j, 0.+0.j])
        """,
    ),
    Routine(
        "gemv_batched", 2, "yᵢ ← αᵢ op(Aᵢ) xᵢ + βᵢ yᵢ", "y[i] = alpha op(A[i]) x[i] + beta y[i] for every "
            "item of a stack, in one launch.",
        (argument("a", "Stack of shape ``(items, m, n)``, or one matrix of shape ``(m, n)`` that all items "
            f"share; an array of {FLOATS}."), argument("x", "Stack of shape ``(items, n)``, with a "
            "transposed A ``(items, m)``; or one vector that all items share."), argument("y",
            "Stack of shape ``(items, m)``, with a transposed A ``(items, n)``, overwritten; by default a "
            "new stack.", "None"), factor("alpha", "The factor of the products, or a vector of ``items`` "
            "factors; where one is 0, A and x of that item are not read.", "1.0", "Factors"), factor("beta",
            "The factor of the old y, or a vector of ``items`` factors; where one is 0, y of that item is "
            "not read.", "0.0", "Factors"), trans("trans", "A[i]")), "``y``",
        plan="level2.batched:plan_gemv_batched", operations="2*b*m*n", nbytes="b*(m*n + m + n)*s", sizes=
            "b items, each A of shape (m, n)",
        example="""
        >>> a, x = np.stack([np.eye(2), 2 * np.eye(2)]), np.ones((2, 2))
        >>> autoblas.gemv_batched(a, x)
        array([[1., 1.],
               [2., 2.]])
        """,
    ),
    Routine(
        "gemv_offsets", 2, "yᵢ ← αᵢ op(Aᵢ) xᵢ + βᵢ yᵢ", "y_i = alpha_i op(A_i) x_i + beta_i y_i for items at "
            "any offsets in one array each, in one launch.",
        (argument("a", f"Dense vector that contains every A_i, an array of {FLOATS}."), offsets("A"),
            argument("x", "Dense vector that contains every x_i."), offsets("x"), argument("y",
            "Dense vector that contains every y_i, overwritten."), offsets("y", output=True), option("m",
            "Rows of each A_i as it is stored.", "", "Integer"), option("n", "Columns of each A_i as it is "
            "stored.", "", "Integer"), option("lda", "Elements from one row of an A_i to the next, at least "
            "``n``, which is the default.", "None", "Integer | None"), option("x_step",
            "Elements from one element of an x_i to the next, at least 1.", "1", "Integer"), option("y_step",
            "Elements from one element of a y_i to the next, at least 1.", "1", "Integer"), factor("alpha",
            "The factor of the products, or a vector of one factor for each item; where one is 0, A_i and "
            "x_i are not read.", "1.0", "Factors"), factor("beta", "The factor of the old y, or a vector of one "
            "factor for each item; where one is 0, y_i is not read.", "0.0", "Factors"), trans("trans", "A_i")),
            "``y``",
        plan="level2.batched:plan_gemv_offsets", operations="2*b*m*n", nbytes="b*(m*n + m + n)*s", sizes=
            "b items, each A of shape (m, n)", notes=(BY_ROWS,), within=True,
        example="""
        >>> a, x, y = np.arange(8.0), np.ones(2), np.zeros(4)
        >>> autoblas.gemv_offsets(a, [0, 4], x, [0, 0], y, [0, 2], m=2, n=2)
        array([ 1.,  5.,  9., 13.])
        """,
    ),
)
"""Rows of routines on a matrix and vectors."""
