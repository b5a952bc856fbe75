"""Rows of factorizations, solutions of systems and inverses."""

from __future__ import annotations

from autoblas.blas.table.routine import (
    COMPLETE_TYPES,
    DEVICES,
    DIAG,
    SCALAR,
    Routine,
    argument,
    option,
    result,
    side,
    trans,
    uplo,
)

__all__ = ["FACTORIZATIONS"]

# fmt: off

INFO = option("info", "An array of int32 for LAPACK's number of the first row without a pivot, from 1, or 0: of "
    "one element, or of one an item. Without it, such a row of a NumPy array is an error, and of an array in "
    "device memory leaves NaN.", "None", "Array | None")
HERMITIAN_MATRIX = argument("a", f"Matrix of shape ``(n, n)`` and any strides, an array of {COMPLETE_TYPES}, "
    "symmetric or Hermitian, of which one triangle is read and overwritten.")
CHOLESKY_FACTOR = argument("a", f"Matrix of shape ``(n, n)`` and any strides, an array of {COMPLETE_TYPES}, of which one "
    "triangle is read: Cholesky's factor, as ``potrf`` leaves it.")
RIGHT_SIDES = argument("b", "Right-hand sides of shape ``(n, m)``, or ``(n,)`` for one, of the type of ``a``, overwritten "
    "by the solutions.")
TALL_MATRIX = argument("a", f"Matrix of shape ``(m, n)`` with m >= n and any strides, an array of {COMPLETE_TYPES}.")
DEPENDENT = option("info", "An array of int32 with one element: 0, or another number where the columns are too near to "
    "dependent ones for this method, so that the result is none. Of NumPy arrays, ``geqrf`` and ``orgqr`` then compute it, "
    "unless ``info`` is given.", "None", "Array | None")
SHIFTED = (
    "By Cholesky's factors of three products (shifted CholeskyQR3): Q is orthonormal, and Q R is A, to a few units of "
    "rounding."
)
CONDITION = (
    "This holds for condition numbers below 1 / (6 u n sqrt(m + n)), u the unit roundoff, and often for larger ones, if "
    "squares of A's elements stay in range. The test is made of the result, and ``info`` says what it showed. Of any other "
    "matrix in device memory, ``geqrf`` and ``orgqr`` compute factors."
)
REFLECTORS = ("Q is a product of reflectors 1 - tau[k] v v^H; element k of v is 1, those before it are 0, and those behind "
    "it are in column k of ``a``.")
TAU = "A vector with adjacent elements, of the type of ``a``: the factors of the reflectors{}."
FACTORS_OF_Q = "those of reflectors, as ``geqrf`` leaves them"
NOT_POSITIVE_DEFINITE = (
    "NotPositiveDefiniteError: a NumPy array has no such factor, and no ``info`` was given; its ``row`` says where."
)
SINGULAR_MATRIX = (
    "SingularError: a pivot of a NumPy array is zero, and no ``info`` was given; its ``row`` says where."
)
FACTORED = argument("a", f"Matrix of shape ``(m, n)`` and any strides, an array of {COMPLETE_TYPES}, overwritten by L, whose "
    "diagonal of ones is not stored, and U.")
SYSTEM = argument("a", f"Matrix of shape ``(n, n)`` and any strides, an array of {COMPLETE_TYPES}, overwritten by its "
    "factors as of ``getrf``.")
FACTORS = argument("a", f"Matrix of shape ``(n, n)`` and any strides, an array of {COMPLETE_TYPES}: the factors, as "
    "``getrf`` leaves them.")
PIVOTS = ("of int32 with adjacent elements, of shape ``(min(m, n),)``: row k was exchanged with row ``pivots[k]``, both "
    "counted from 0")
NEW_PIVOTS = f"A vector {PIVOTS}; by default a new one."

STACK = "Stack of shape ``(items, n, n)`` and any strides, an array of {}"
HERMITIAN_STACK = argument("a", STACK.format(COMPLETE_TYPES) + ", of symmetric or Hermitian matrices, of which one "
    "triangle is read and overwritten.")
STACK_OF_FACTORS = argument("a", STACK.format(COMPLETE_TYPES) + ": the factors.")
SIDES_OF_STACK = argument("b", "Right-hand sides of shape ``(items, n, m)``, or ``(items, n)`` for one of each, of the type of "
    "``a``, overwritten by the solutions.")
STACK_OF_PIVOTS = "An array of int32 of shape ``(items, n)`` with adjacent rows, as of ``getrf`` for each item"
NAMED_ITEM = " its ``row`` and ``item`` say where."
SYSTEMS_SIZES = "b items, each A of shape (n, n), B of shape (n, rhs)"

FACTORIZATIONS = (
    Routine(
        "potrf", "lapack", "A = L Lᴴ or Uᴴ U", "Compute Cholesky's factor of a positive definite matrix, in "
            "its place.",
        (HERMITIAN_MATRIX, uplo("A", "read and overwritten: by L for lower, U for upper"), INFO), "``a``",
        title="Cholesky's factor of a positive definite matrix", types="full",
        plan="lapack.cholesky:plan_potrf", operations="n**3/3", nbytes="n*n*s", sizes="A of shape (n, n)",
        failure=NOT_POSITIVE_DEFINITE,
        example="""
        >>> a = np.array([[4.0, 2.0], [np.nan, 10.0]])  # the lower triangle is not read
        >>> autoblas.potrf(a)
        array([[ 2.,  1.],
               [nan,  3.]])
        """,
    ),
    Routine(
        "getrf", "lapack", "P A = L U", "Compute the factors L and U of a matrix with partial pivoting, in its place.",
        (FACTORED, argument("pivots", NEW_PIVOTS, "None"), INFO), "``a`` and ``pivots``", result="tuple[ArrayT, Array]",
        title="the factors L and U of a matrix", types="full",
        plan="lapack.lu:plan_getrf", operations="min(m, n)**2*(max(m, n) - min(m, n)/3)", nbytes="2*m*n*s",
        sizes="A of shape (m, n)", failure=SINGULAR_MATRIX,
        notes=("The pivot of a column is the first of its elements with the largest sum of the magnitudes of both parts, "
            "as ``iamax`` finds it. A zero pivot does not end the factorization.",),
        example="""
        >>> a = np.array([[1.0, 4.0], [2.0, 2.0]])
        >>> factors, pivots = autoblas.getrf(a)
        >>> factors, pivots
        (array([[2. , 2. ],
               [0.5, 3. ]]), array([1, 1], dtype=int32))
        """,
    ),
    Routine(
        "getrs", "lapack", "op(A) X = B, P A = L U", "Solve systems with a matrix, from its factors, in place of B.",
        (FACTORS, argument("pivots", f"The vector {PIVOTS}."), RIGHT_SIDES, trans("trans", "A"), DEVICES), "``b``",
        title="solutions of systems from L and U", types="full",
        plan="lapack.lu:plan_getrs", operations="2*n*n*rhs", nbytes="n*n*s + 2*n*rhs*s",
        sizes="A of shape (n, n) and B of shape (n, rhs)",
        example="""
        >>> a, b = np.array([[1.0, 4.0], [2.0, 2.0]]), np.array([5.0, 4.0])
        >>> factors, pivots = autoblas.getrf(a)
        >>> autoblas.getrs(factors, pivots, b)
        array([1., 1.])
        """,
    ),
    Routine(
        "gesv", "lapack", "A X = B", "Solve systems with a matrix, in place of B.",
        (SYSTEM, RIGHT_SIDES, option("pivots", NEW_PIVOTS, "None", "Array | None"), INFO), "``b``",
        title="solutions of systems", types="full",
        plan="lapack.lu:plan_gesv", operations="2*n**3/3 + 2*n*n*rhs", nbytes="2*n*n*s + 2*n*rhs*s",
        sizes="A of shape (n, n) and B of shape (n, rhs)", failure=SINGULAR_MATRIX,
        notes=("Where a pivot is zero, ``b`` is undefined, while LAPACK leaves it as it was.",),
        example="""
        >>> a, b = np.array([[1.0, 4.0], [2.0, 2.0]]), np.array([5.0, 4.0])
        >>> autoblas.gesv(a, b)
        array([1., 1.])
        """,
    ),
    Routine(
        "potrs", "lapack", "A X = B, A = L Lᴴ or Uᴴ U", "Solve systems with a positive definite matrix, from its Cholesky "
            "factor, in place of B.",
        (CHOLESKY_FACTOR, RIGHT_SIDES, uplo("A", "read: L for lower, U for upper"), DEVICES), "``b``",
        title="solutions of systems from Cholesky's factor", types="full", plan="lapack.solve:plan_potrs",
        operations="2*n*n*rhs", nbytes="n*n*s/2 + 2*n*rhs*s", sizes="A of shape (n, n) and B of shape (n, rhs)",
        example="""
        >>> u, b = np.array([[2.0, 1.0], [0.0, 3.0]]), np.array([2.0, 10.0])
        >>> autoblas.potrs(u, b)  # of the matrix with rows (4, 2) and (2, 10)
        array([0., 1.])
        """,
    ),
    Routine(
        "posv", "lapack", "A X = B", "Solve systems with a symmetric or Hermitian positive definite matrix, in place of B.",
        (HERMITIAN_MATRIX, RIGHT_SIDES, uplo("A", "read and overwritten: by L for lower, U for upper"), INFO), "``b``",
        title="solutions of systems with a positive definite matrix", types="full", plan="lapack.solve:plan_posv",
        operations="n**3/3 + 2*n*n*rhs", nbytes="n*n*s + 2*n*rhs*s", sizes="A of shape (n, n) and B of shape (n, rhs)",
        failure=NOT_POSITIVE_DEFINITE,
        notes=("A then has Cholesky's factor in the named triangle, as of ``potrf``. Where A is not positive definite, "
            "``b`` is undefined, while LAPACK leaves it as it was.",),
        example="""
        >>> a, b = np.array([[4.0, 2.0], [2.0, 10.0]]), np.array([2.0, 10.0])
        >>> autoblas.posv(a, b)
        array([0., 1.])
        """,
    ),
    Routine(
        "qr", "lapack", "A = Q R", "Compute the factors of a matrix with orthonormal columns Q and an upper triangle R.",
        (TALL_MATRIX, argument("q", "Array of shape ``(m, n)`` for Q, by default a new one.", "None"),
            argument("r", "Array of shape ``(n, n)`` for R, whose diagonal is positive, by default a new one.", "None"),
            DEPENDENT), "Q and R",
        title="orthonormal columns and the triangle that a matrix is the product of", types="full",
        plan="lapack.orthogonal:plan_qr", operations="6*m*n*n", nbytes="2*m*n*s + n*n*s", sizes="A of shape (m, n)",
        notes=(SHIFTED, CONDITION), result="tuple[Any, Any]",
        example="""
        >>> q, r = autoblas.qr(np.array([[3.0, 1.0], [4.0, 3.0]]))
        >>> r.round(6)
        array([[5., 3.],
               [0., 1.]])
        """,
    ),
    Routine(
        "gels", "lapack", "X with the least |B - A X|", "Solve least-squares problems with a matrix of full rank that has "
            "at least as many rows as columns.",
        (TALL_MATRIX, argument("b", "Right-hand sides of shape ``(m, k)``, or ``(m,)`` for one, of the type of ``a``."),
            argument("x", "Array of shape ``(n, k)`` or ``(n,)`` for X, by default a new one.", "None"), DEPENDENT), "X",
        title="solutions of least-squares problems", types="full", plan="lapack.orthogonal:plan_gels",
        operations="6*m*n*n + 2*m*n*rhs", nbytes="m*n*s + (m + n)*rhs*s", sizes="A of shape (m, n) and B of shape (m, rhs)",
        notes=("The factors are those of ``qr``, whose conditions hold. Other than LAPACK's, ``a`` and ``b`` stay as they are.",),
        failure="SingularError: a NumPy array has dependent columns, and no ``info`` was given; its ``row`` says which.",
        example="""
        >>> t = np.array([0.0, 1.0, 2.0, 3.0])
        >>> autoblas.gels(np.stack([np.ones(4), t], axis=1), 1 + 2 * t).round(6)
        array([1., 2.])
        """,
    ),
    Routine(
        "geqrf", "lapack", "A = Q R", "Compute the factors Q and R of a matrix by Householder's reflectors, in its place.",
        (argument("a", f"Matrix of shape ``(m, n)`` and any strides, an array of {COMPLETE_TYPES}, overwritten by R, and by "
            "reflectors below its diagonal."),
            argument("tau", TAU.format(", min(m, n) of them") + " By default a new one.", "None")),
        "``a`` and ``tau``", result="tuple[ArrayT, Any]",
        title="the factors Q and R of a matrix by Householder's reflectors", types="full",
        plan="lapack.householder:plan_geqrf", operations="2*min(m, n)**2*(max(m, n) - min(m, n)/3)", nbytes="2*m*n*s",
        sizes="A of shape (m, n)",
        notes=(REFLECTORS, "``orgqr`` makes Q itself, and ``ormqr`` multiplies by it. All columns are served, dependent ones "
            "too. Numbers below the least normal one count as zeros, and sums of a column's magnitudes must not overflow."),
        example="""
        >>> factors, tau = autoblas.geqrf(np.array([[3.0, 1.0], [4.0, 3.0]]))
        >>> np.triu(factors).round(6)
        array([[-5., -3.],
               [ 0.,  1.]])
        """,
    ),
    Routine(
        "ormqr", "lapack", "C = op(Q) C or C op(Q)", "Multiply a matrix by Q of Householder's factors, in its place.",
        (argument("a", f"Matrix whose first columns are {FACTORS_OF_Q}, an array of {COMPLETE_TYPES}."),
            argument("tau", TAU.format(", no more than ``a`` has columns")),
            argument("c", "Matrix with as many rows as ``a``, or columns where Q stands right of it, or a vector for one "
                "column; of the type of ``a``, overwritten."),
            side("op(Q) C", "C op(Q)"),
            option("trans", 'op(Q) is Q (``"N"``), or its conjugate transpose (``"C"``; of real matrices ``"T"`` too).',
                "'N'", "Op", "NC")), "``c``",
        title="products with Q of Householder's factors", types="full", plan="lapack.householder:plan_ormqr",
        operations="2*n*rhs*(2*m - n)", nbytes="m*n*s + 2*m*rhs*s", sizes="A of shape (m, n) and C of shape (m, rhs)",
        notes=(REFLECTORS,),
        example="""
        >>> a, c = np.array([[3.0, 1.0], [4.0, 3.0]]), np.array([3.0, 4.0])
        >>> factors, tau = autoblas.geqrf(a)
        >>> autoblas.ormqr(factors, tau, c, trans="C").round(6) + 0
        array([-5.,  0.])
        """,
    ),
    Routine(
        "orgqr", "lapack", "A = Q", "Compute Q of Householder's factors, in their place.",
        (argument("a", f"Matrix of shape ``(m, n)`` with m >= n and any strides, an array of {COMPLETE_TYPES}, whose first "
            f"columns are {FACTORS_OF_Q}; overwritten by the first ``n`` columns of Q."),
            argument("tau", TAU.format(", no more than ``a`` has columns"))), "``a``",
        title="Q of Householder's factors", types="full", plan="lapack.householder:plan_orgqr",
        operations="2*m*n**2 - 2*n**3/3", nbytes="2*m*n*s", sizes="A of shape (m, n)", notes=(REFLECTORS,),
        example="""
        >>> factors, tau = autoblas.geqrf(np.array([[3.0, 1.0], [4.0, 3.0]]))
        >>> autoblas.orgqr(factors, tau).round(6)
        array([[-0.6, -0.8],
               [-0.8,  0.6]])
        """,
    ),
    Routine(
        "trtri", "lapack", "A = A⁻¹", "Compute the inverse of a triangular matrix, in its place.",
        (argument("a", f"Matrix of shape ``(n, n)`` and any strides, an array of {COMPLETE_TYPES}, of which one triangle is "
            "read and overwritten."), uplo("A", "inverted"), DIAG, INFO), "``a``",
        title="the inverse of a triangular matrix", types="full", plan="lapack.inverse:plan_trtri", operations="n**3/3",
        nbytes="n*n*s", sizes="A of shape (n, n)",
        failure="SingularError: a NumPy array has a zero on its diagonal, and no ``info`` was given; its ``row`` says where.",
        example="""
        >>> a = np.array([[2.0, 1.0], [np.nan, 4.0]])  # the lower triangle is not read
        >>> autoblas.trtri(a)
        array([[ 0.5  , -0.125],
               [   nan,  0.25 ]])
        """,
    ),
    Routine(
        "potri", "lapack", "A = (L Lᴴ)⁻¹ or (Uᴴ U)⁻¹", "Compute the inverse of a positive definite matrix from its Cholesky "
            "factor, in the factor's place.",
        (argument("a", f"Matrix of shape ``(n, n)`` and any strides, an array of {COMPLETE_TYPES}, of which one triangle is "
            "read, Cholesky's factor, and overwritten by that of the inverse."),
            uplo("A", "read and overwritten: L for lower, U for upper")), "``a``",
        title="the inverse of a positive definite matrix from Cholesky's factor", types="full",
        plan="lapack.inverse:plan_potri", operations="2*n**3/3", nbytes="n*n*s", sizes="A of shape (n, n)",
        example="""
        >>> u = np.array([[2.0, 1.0], [np.nan, 0.5]])
        >>> autoblas.potri(u)  # of the matrix with rows (4, 2) and (2, 1.25)
        array([[ 1.25, -2.  ],
               [  nan,  4.  ]])
        """,
    ),
    Routine(
        "logdet", "lapack", "log det L Lᴴ", "Compute the logarithm of the determinant of a positive definite matrix, from its "
            "Cholesky factor.",
        (argument("a", f"Matrix of shape ``(n, n)`` and any strides, an array of {COMPLETE_TYPES}, whose diagonal is that of "
            "Cholesky's factor; nothing else is read."), result("real")), SCALAR,
        title="the logarithm of a determinant from Cholesky's factor", types="full", plan="lapack.determinant:plan_logdet",
        operations="n", nbytes="n*s", sizes="A of shape (n, n)",
        notes=("Logarithms of float32 are summed in float64 where the device has that. The result is NaN or minus infinity "
            "where an element of the diagonal is not positive.",),
        example="""
        >>> u = np.array([[2.0, 1.0], [np.nan, 0.5]])
        >>> autoblas.logdet(u)
        np.float64(0.0)
        """,
    ),
    Routine(
        "potrf_batched", "lapack", "Aᵢ = Lᵢ Lᵢᴴ or Uᵢᴴ Uᵢ", "Compute Cholesky's factors of many positive definite matrices, "
            "in their place.",
        (HERMITIAN_STACK, uplo("A", "read and overwritten: by L for lower, U for upper"), INFO, DEVICES), "``a``",
        title="Cholesky's factors of many matrices", types="full", plan="lapack.batched:plan_potrf_batched",
        operations="b*n**3/3", nbytes="b*n*n*s", sizes="b items, each of shape (n, n)",
        failure=NOT_POSITIVE_DEFINITE.replace(" its ``row`` says where.", NAMED_ITEM),
        example="""
        >>> a = np.array([[[4.0, 2.0], [0.0, 10.0]], [[9.0, 3.0], [0.0, 2.0]]])
        >>> autoblas.potrf_batched(a)
        array([[[2., 1.],
                [0., 3.]],
        <BLANKLINE>
               [[3., 1.],
                [0., 1.]]])
        """,
    ),
    Routine(
        "potrs_batched", "lapack", "Aᵢ Xᵢ = Bᵢ, Aᵢ = Lᵢ Lᵢᴴ or Uᵢᴴ Uᵢ", "Solve many systems with positive definite matrices, "
            "from their Cholesky factors, in place of B.",
        (STACK_OF_FACTORS, SIDES_OF_STACK, uplo("A", "read: L for lower, U for upper"), DEVICES), "``b``",
        title="solutions of many systems from Cholesky's factors", types="full", plan="lapack.batched:plan_potrs_batched",
        operations="b*2*n*n*rhs", nbytes="b*(n*n/2 + 2*n*rhs)*s", sizes=SYSTEMS_SIZES,
        example="""
        >>> u = np.array([[[2.0, 1.0], [0.0, 3.0]], [[3.0, 1.0], [0.0, 1.0]]])
        >>> autoblas.potrs_batched(u, np.array([[2.0, 10.0], [9.0, 3.0]]))
        array([[0., 1.],
               [1., 0.]])
        """,
    ),
    Routine(
        "posv_batched", "lapack", "Aᵢ Xᵢ = Bᵢ", "Solve many systems with symmetric or Hermitian positive definite matrices, in "
            "place of B.",
        (HERMITIAN_STACK, SIDES_OF_STACK, uplo("A", "read and overwritten: by L for lower, U for upper"), INFO, DEVICES), "``b``",
        title="solutions of many systems with positive definite matrices", types="full",
        plan="lapack.batched:plan_posv_batched", operations="b*(n**3/3 + 2*n*n*rhs)", nbytes="b*(n*n + 2*n*rhs)*s",
        sizes=SYSTEMS_SIZES, failure=NOT_POSITIVE_DEFINITE.replace(" its ``row`` says where.", NAMED_ITEM),
        notes=("Where a matrix is not positive definite, its solutions are undefined.",),
        example="""
        >>> a = np.array([[[4.0, 2.0], [2.0, 10.0]], [[9.0, 3.0], [3.0, 2.0]]])
        >>> autoblas.posv_batched(a, np.array([[2.0, 10.0], [9.0, 3.0]]))
        array([[0., 1.],
               [1., 0.]])
        """,
    ),
    Routine(
        "getrf_batched", "lapack", "Pᵢ Aᵢ = Lᵢ Uᵢ", "Compute the factors L and U of many matrices with partial pivoting, in "
            "their place.",
        (argument("a", STACK.format(COMPLETE_TYPES) + ", overwritten by the factors."),
            argument("pivots", f"{STACK_OF_PIVOTS}; by default a new one.", "None"), INFO, DEVICES), "``a`` and ``pivots``", result="tuple[ArrayT, Array]",
        title="the factors L and U of many matrices", types="full", plan="lapack.batched:plan_getrf_batched",
        operations="b*2*n**3/3", nbytes="b*2*n*n*s", sizes="b items, each of shape (n, n)",
        failure=SINGULAR_MATRIX.replace(" its ``row`` says where.", NAMED_ITEM),
        example="""
        >>> a = np.array([[[1.0, 4.0], [2.0, 2.0]], [[2.0, 0.0], [0.0, 1.0]]])
        >>> factors, pivots = autoblas.getrf_batched(a)
        >>> pivots
        array([[1, 1],
               [0, 1]], dtype=int32)
        """,
    ),
    Routine(
        "getrs_batched", "lapack", "op(Aᵢ) Xᵢ = Bᵢ, Pᵢ Aᵢ = Lᵢ Uᵢ", "Solve many systems, from the factors of their matrices, "
            "in place of B.",
        (STACK_OF_FACTORS, argument("pivots", f"{STACK_OF_PIVOTS}."), SIDES_OF_STACK, trans("trans", "A"), DEVICES), "``b``",
        title="solutions of many systems from L and U", types="full", plan="lapack.batched:plan_getrs_batched",
        operations="b*2*n*n*rhs", nbytes="b*(n*n + 2*n*rhs)*s", sizes=SYSTEMS_SIZES,
        example="""
        >>> a = np.array([[[1.0, 4.0], [2.0, 2.0]], [[2.0, 0.0], [0.0, 1.0]]])
        >>> factors, pivots = autoblas.getrf_batched(a)
        >>> autoblas.getrs_batched(factors, pivots, np.array([[5.0, 4.0], [2.0, 3.0]]))
        array([[1., 1.],
               [1., 3.]])
        """,
    ),
    Routine(
        "gesv_batched", "lapack", "Aᵢ Xᵢ = Bᵢ", "Solve many systems, in place of B.",
        (argument("a", STACK.format(COMPLETE_TYPES) + ", overwritten by the factors."), SIDES_OF_STACK,
            option("pivots", f"{STACK_OF_PIVOTS}.", "None", "Array | None"), INFO, DEVICES), "``b``",
        title="solutions of many systems", types="full", plan="lapack.batched:plan_gesv_batched",
        operations="b*(2*n**3/3 + 2*n*n*rhs)", nbytes="b*(2*n*n + 2*n*rhs)*s", sizes=SYSTEMS_SIZES,
        failure=SINGULAR_MATRIX.replace(" its ``row`` says where.", NAMED_ITEM),
        notes=("Where a pivot is zero, the solutions of its item are undefined.",),
        example="""
        >>> a = np.array([[[1.0, 4.0], [2.0, 2.0]], [[2.0, 0.0], [0.0, 1.0]]])
        >>> autoblas.gesv_batched(a, np.array([[5.0, 4.0], [2.0, 3.0]]))
        array([[1., 1.],
               [1., 3.]])
        """,
    ),
    Routine(
        "inv_batched", "lapack", "Aᵢ = Aᵢ⁻¹", "Compute the inverses of many matrices, in their place.",
        (argument("a", STACK.format(COMPLETE_TYPES) + ", overwritten by the inverses."), INFO, DEVICES), "``a``",
        title="inverses of many matrices", types="full", plan="lapack.batched:plan_inv_batched",
        operations="b*2*n**3", nbytes="b*2*n*n*s", sizes="b items, each of shape (n, n)",
        failure=SINGULAR_MATRIX.replace(" its ``row`` says where.", NAMED_ITEM),
        notes=("Rows are exchanged as by ``getrf``. Where a pivot is zero, the inverse is undefined.",),
        example="""
        >>> autoblas.inv_batched(np.array([[[0.0, 4.0], [2.0, 0.0]], [[2.0, 0.0], [0.0, 1.0]]]))
        array([[[0.  , 0.5 ],
                [0.25, 0.  ]],
        <BLANKLINE>
               [[0.5 , 0.  ],
                [0.  , 1.  ]]])
        """,
    ),
)
