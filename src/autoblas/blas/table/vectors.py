"""Rows of routines on vectors."""

from __future__ import annotations

from autoblas.blas.table.routine import (
    ACCUMULATOR_OF_SUMS,
    FLOATS,
    IN_MEMORY,
    SCALAR,
    Argument,
    Routine,
    argument,
    factor,
    offsets,
    option,
    result,
    vector,
)

__all__ = ["VECTORS"]

# fmt: off

FACTOR_OF_X = factor("alpha", "The factor of x, a number; a real one where x is real.")
BEFORE = "Both right sides use the elements from before the call."
DTYPE_OF_SUM = option("dtype", "The type of the result; by default the type of the elements.")
SINGLE_X = argument("x", "Vector of shape ``(n,)``, an array of float32.")
SINGLE_Y = argument("y", "Vector of shape ``(n,)``, of float32, in the same kind of memory as ``x``.")
DTYPE_OF_REAL_SUM = option("dtype", "The type of the result; by default the type of the elements, or of "
    "their real parts.")
OF_EQUALS = (
    "A complex element counts as |re| + |im|. Of equal elements the first is meant. As in Netlib's BLAS, NaN is "
    "ignored, except that the result is 0 where x[0] is NaN."
)

OF_VECTOR = Argument("x", f"Vector of shape ``(n,)`` and any stride, an array of {FLOATS}; with ``axis`` a matrix of "
    "any strides.")
AXIS = option("axis", "The axis of a matrix that disappears: 0 for a result of each column, 1 for one of each row. "
    "None of a vector.", annotation="Integer | None")
SCALAR_OR_VECTOR = f"{SCALAR}; with ``axis`` a vector, ``out`` or a new one"

VECTORS = (
    Routine(
        "swap", 1, "x ↔ y", "Exchange the elements of x and y.",
        (vector("x", "n", FLOATS, written=True), vector("y", "n", like="x", written=True)), "``x`` and ``y``",
        plan="level1.maps:plan_swap", operations="0", nbytes="4*n*s", sizes="n elements a vector",
        example="""
        >>> x, y = np.array([1.0, 2.0]), np.array([3.0, 4.0])
        >>> x, y = autoblas.swap(x, y)
        >>> x, y
        (array([3., 4.]), array([1., 2.]))
        """,
    ),
    Routine(
        "scal", 1, "x ← α x", "Compute x = alpha x.",
        (vector("x", "n", FLOATS, written=True), factor("alpha", "The factor, a number; a real one where x "
            "is real.")), "``x``",
        plan="level1.maps:plan_scal", operations="n", nbytes="2*n*s", sizes="n elements a vector", notes=(
            "As in Netlib's BLAS every element is multiplied, by zero too, so that NaN stays NaN. A real "
            "``alpha`` multiplies real and imaginary parts (csscal, zdscal); a complex one is multiplied as "
            "complex numbers are (cscal, zscal).",),
        example="""
        >>> x = np.arange(6.0)
        >>> autoblas.scal(x[::2], alpha=10.0)
        array([ 0., 20., 40.])
        >>> x
        array([ 0.,  1., 20.,  3., 40.,  5.])
        """,
    ),
    Routine(
        "copy", 1, "y ← x", "Compute y = x.",
        (vector("x", "n", FLOATS), vector("y", "n", like="x", new=True)), "``y``",
        plan="level1.maps:plan_copy", operations="0", nbytes="2*n*s", sizes="n elements a vector",
        example="""
        >>> x, y = np.array([1.0, 2.0, 3.0]), np.zeros(3)
        >>> autoblas.copy(x[::-1], y)
        array([3., 2., 1.])
        """,
    ),
    Routine(
        "axpy", 1, "y ← α x + y", "Compute y = alpha x + y.",
        (vector("x", "n", FLOATS), vector("y", "n", like="x", written=True), FACTOR_OF_X), "``y``",
        plan="level1.maps:plan_axpy", operations="2*n", nbytes="3*n*s", sizes="n elements a vector", notes=(
            "With ``alpha`` = 0 nothing is done, whatever x holds.",), short="axpy_fast_path",
        example="""
        >>> x, y = np.array([1.0, 2.0, 3.0]), np.ones(3)
        >>> autoblas.axpy(x, y, alpha=2.0)
        array([3., 5., 7.])
        """,
    ),
    Routine(
        "axpby", 1, "y ← α x + β y", "Compute y = alpha x + beta y.",
        (vector("x", "n", FLOATS), vector("y", "n", like="x", written=True), FACTOR_OF_X, factor("beta",
            "The factor of the old y, a number; a real one where x is real.")), "``y``",
        plan="level1.maps:plan_axpby", operations="3*n", nbytes="3*n*s", sizes="n elements a vector", notes=(
            "With ``alpha`` = 0, infinities and NaN in x have no effect; with ``beta`` = 0, those in y have "
            "none.",),
        example="""
        >>> x, y = np.array([1.0, 2.0, 3.0]), np.ones(3)
        >>> autoblas.axpby(x, y, alpha=2.0, beta=-1.0)
        array([1., 3., 5.])
        """,
    ),
    Routine(
        "had", 1, "zᵢ ← α xᵢ yᵢ + β zᵢ", "Compute z = alpha x y + beta z, element by element: the Hadamard "
            "product.",
        (vector("x", "n", FLOATS), vector("y", "n", like="x"), vector("z", "n", like="x", new=True),
            factor("alpha", "The factor of the products, a number; a real one where x is real."),
            factor("beta", "The factor of the old z, a number; a real one where x is real; 0 where z is "
            "None.", "0.0")), "``z``",
        plan="level1.maps:plan_had", operations="4*n", nbytes="4*n*s", sizes="n elements a vector", notes=(
            "With ``alpha`` = 0, infinities and NaN in x and y have no effect; with ``beta`` = 0, those in z "
            "have none.",),
        example="""
        >>> x, y = np.array([1.0, 2.0, 3.0]), np.array([4.0, 5.0, 6.0])
        >>> autoblas.had(x, y)
        array([ 4., 10., 18.])
        """,
    ),
    Routine(
        "rot", 1, "(x, y) ← (c x + s y, c y − s̄ x)", "Rotate in the plane: x = c x + s y and y = c y - "
            "conj(s) x.",
        (vector("x", "n", FLOATS, written=True), vector("y", "n", like="x", written=True), Argument("c",
            f"The cosine, a real number. {IN_MEMORY}", annotation="RealFactor"), Argument("s", "The sine; of complex "
            f"vectors a real number (csrot, zdrot) or a complex one (crot, zrot). {IN_MEMORY}",
            annotation="Factor")),
            "``x`` and ``y``",
        plan="level1.maps:plan_rot", operations="6*n", nbytes="4*n*s", sizes="n elements a vector",
            notes=(BEFORE,),
        example="""
        >>> x, y = np.array([1.0, 0.0]), np.array([0.0, 1.0])
        >>> autoblas.rot(x, y, c=0.0, s=1.0)
        (array([0., 1.]), array([-1.,  0.]))
        """,
    ),
    Routine(
        "rotm", 1, "(x, y) ← (h₁₁ x + h₁₂ y, h₂₁ x + h₂₂ y)", "Rotate by a modified Givens rotation: x = h11 "
            "x + h12 y and y = h21 x + h22 y.",
        (argument("x", "Vector of shape ``(n,)``, an array of float16, float32 or float64, overwritten."),
            vector("y", "n", like="x", written=True), argument("param", "Five real numbers, as ``rotmg`` "
            "makes them: a flag, h11, h21, h12, h22. Flag -1: all four are used; 0: h11 and h22 are 1; 1: "
            "h12 is 1 and h21 is -1; -2: nothing is done.")), "``x`` and ``y``",
        types="real",
        plan="level1.maps:plan_rotm", operations="6*n", nbytes="4*n*s", sizes="n elements a vector",
            notes=(BEFORE,),
        example="""
        >>> x, y = np.array([1.0, 2.0]), np.array([3.0, 4.0])
        >>> autoblas.rotm(x, y, [0.0, 0.0, -1.0, 2.0, 0.0])
        (array([ 7., 10.]), array([2., 2.]))
        """,
    ),
    Routine(
        "rotg", 1, "[c s; −s̄ c] (a, b)ᵀ = (r, 0)ᵀ", "The plane rotation with c a + s b = r and c b - "
            "conj(s) a = 0, computed on the host.",
        (argument("a", "First coordinate, a real or complex number."), argument("b",
            "Second coordinate, a real or complex number."), option("dtype", "The type of the results; by "
            "default the type that NumPy gives to a and b, float64 for Python's numbers.")),
            "c, s, r and z as a named tuple of NumPy scalars; c and s can be computed from z again, which is "
            "0 for complex numbers.",
        plan="level1.rotation:rotg", operations="", nbytes="", sizes="", cost="A few operations on the host.",
            notes=("Neither squares nor their sum overflow or underflow on the way. As in Netlib's BLAS, r "
            "of real numbers has the sign of the larger one in magnitude, and r of complex numbers the "
            "direction of a.",), raises=("ArgumentError: an argument is not a number.",
            "PrecisionError: the type is not a floating-point type, or a number is complex and the type is "
            "not."), result="Rotation",
        example="""
        >>> [float(v) for v in autoblas.rotg(3.0, 4.0)]
        [0.6, 0.8, 5.0, 1.6666666666666667]
        """,
    ),
    Routine(
        "rotmg", 1, "H (√d₁ x₁, √d₂ y₁)ᵀ = (∗, 0)ᵀ", "The modified rotation H for which the second component "
            "of H (sqrt(d1) x1, sqrt(d2) y1) is zero.",
        (argument("d1", "Factor of the first coordinate, a real number."), argument("d2",
            "Factor of the second coordinate, a real number."), argument("x1",
            "First coordinate, a real number."), argument("y1", "Second coordinate, a real number."),
            option("dtype", "The real type of the results; by default the type that NumPy gives to the "
            "arguments.")), "A named tuple of ``param``, the five numbers that ``rotm`` takes, and the "
            "updated d1, d2 and x1.",
        plan="level1.rotation:rotmg", operations="", nbytes="", sizes="", cost=
            "A few operations on the host.", notes=("It is computed on the host. The algorithm is that of C. "
            'L. Lawson, R. J. Hanson, D. R. Kincaid and F. T. Krogh, "Basic Linear Algebra Subprograms for '
            "Fortran Usage\", ACM TOMS 5, 1979, as Netlib's BLAS has it.",), raises=(
            "ArgumentError: an argument is not a real number.", "PrecisionError: the type is not a real "
            "floating-point type."), result="ModifiedRotation",
        example="""
        >>> param = autoblas.rotmg(1.0, 1.0, 3.0, 4.0).param
        >>> _, y = autoblas.rotm(np.array([3.0]), np.array([4.0]), param)
        >>> round(float(y[0]), 12)
        0.0
        """,
    ),
    Routine(
        "dot", 1, "Σ xᵢ yᵢ", "The sum of x[i] y[i], without conjugation; 0 for empty vectors.",
        (vector("x", "n", FLOATS), vector("y", "n", like="x"), ACCUMULATOR_OF_SUMS, DTYPE_OF_SUM, result()),
            "A NumPy scalar; for device arrays ``out`` or a new array of shape ``(1,)``",
        plan="level1.dots:plan_dot", operations="2*n", nbytes="2*n*s", sizes="n elements a vector",
            lacking="such as sums in float64 on a device that lacks it", short="dot_fast_path",
        example="""
        >>> float(autoblas.dot(np.array([1.0, 2.0]), np.array([3.0, 4.0])))
        11.0
        """,
    ),
    Routine(
        "dotu", 1, "Σ xᵢ yᵢ", "The sum of x[i] y[i], without conjugation: BLAS's name of ``dot`` for complex "
            "vectors.",
        (vector("x", "n", FLOATS), vector("y", "n", like="x"), ACCUMULATOR_OF_SUMS, DTYPE_OF_SUM, result()),
            "A NumPy scalar; for device arrays ``out`` or a new array of shape ``(1,)``",
        plan="level1.dots:plan_dotu", operations="2*n", nbytes="2*n*s", sizes="n elements a vector",
            lacking="such as sums in float64 on a device that lacks it", short="dot_fast_path",
        example="""
        >>> complex(autoblas.dotu(np.array([1j, 2.0]), np.array([1j, 2.0])))
        (3+0j)
        """,
    ),
    Routine(
        "dotc", 1, "Σ x̄ᵢ yᵢ", "The sum of conj(x[i]) y[i]; for real vectors the same as ``dot``. 0 for "
            "empty vectors.",
        (vector("x", "n", FLOATS), vector("y", "n", like="x"), ACCUMULATOR_OF_SUMS, DTYPE_OF_SUM, result()),
            "A NumPy scalar; for device arrays ``out`` or a new array of shape ``(1,)``",
        plan="level1.dots:plan_dotc", operations="2*n", nbytes="2*n*s", sizes="n elements a vector",
            lacking="such as sums in float64 on a device that lacks it",
        example="""
        >>> complex(autoblas.dotc(np.array([1j, 2.0]), np.array([1j, 2.0])))
        (5+0j)
        """,
    ),
    Routine(
        "sdsdot", 1, "α + Σ xᵢ yᵢ", "Compute alpha + the sum of x[i] y[i] of float32 vectors, summed in "
            "float64 and rounded to float32.",
        (SINGLE_X, SINGLE_Y, factor("alpha", "The number that is added to the sum.", "0.0", "RealFactor"),
            result("float32")), "A NumPy scalar; for device arrays ``out`` or a new array of shape ``(1,)``",
        types="single",
        plan="level1.dots:plan_sdsdot", operations="2*n", nbytes="2*n*s", sizes="n elements a vector",
            lacking="as where it lacks float64",
        example="""
        >>> x = np.array([1.0, 2.0], np.float32)
        >>> float(autoblas.sdsdot(x, x, alpha=0.5))
        5.5
        """,
    ),
    Routine(
        "dsdot", 1, "Σ xᵢ yᵢ", "The sum of x[i] y[i] of float32 vectors, in float64; 0 for empty vectors.",
        (SINGLE_X, SINGLE_Y, result("float64")), "A NumPy scalar; for device arrays ``out`` or a new array "
            "of shape ``(1,)``",
        types="single",
        plan="level1.dots:plan_dsdot", operations="2*n", nbytes="2*n*s", sizes="n elements a vector",
            lacking="as where it lacks float64",
        example="""
        >>> x = np.array([1.0, 2.0], np.float32)
        >>> autoblas.dsdot(x, x).dtype
        dtype('float64')
        """,
    ),
    Routine(
        "nrm2", 1, "√Σ |xᵢ|²", "The Euclidean norm of x, without overflow or underflow on the way; real, for "
            "complex vectors too.",
        (OF_VECTOR, AXIS, DTYPE_OF_REAL_SUM, result("real", along=True)), SCALAR_OR_VECTOR,
        plan="level1.reductions:plan_nrm2", operations="2*n", nbytes="n*s", sizes="n elements a vector",
            notes=("Squares of float32 are summed in float64 where the device has it. Other squares that "
            "might leave their type's range are summed separately, scaled (E. Anderson, \"Algorithm 978\", "
            "ACM TOMS 44, 2017). The norm is NaN where an element is.",),
        example="""
        >>> float(autoblas.nrm2(np.array([3.0, -4.0])))
        5.0
        """,
    ),
    Routine(
        "asum", 1, "Σ (|Re xᵢ| + |Im xᵢ|)", "The sum of |x[i]|, where a complex element has the magnitude "
            "|re| + |im|; real.",
        (OF_VECTOR, AXIS, ACCUMULATOR_OF_SUMS, DTYPE_OF_REAL_SUM, result("real", along=True)),
            SCALAR_OR_VECTOR,
        plan="level1.reductions:plan_asum", operations="n", nbytes="n*s", sizes="n elements a vector",
            lacking="such as sums in float64 on a device that lacks it",
        example="""
        >>> float(autoblas.asum(np.array([3.0, -4.0])))
        7.0
        """,
    ),
    Routine(
        "sum", 1, "Σ xᵢ", "The sum of x[i]; 0 for an empty vector.",
        (OF_VECTOR, AXIS, ACCUMULATOR_OF_SUMS, DTYPE_OF_SUM, result(along=True)), SCALAR_OR_VECTOR,
        plan="level1.reductions:plan_sum", operations="n", nbytes="n*s", sizes="n elements a vector",
            lacking="such as sums in float64 on a device that lacks it",
        example="""
        >>> float(autoblas.sum(np.array([3.0, -4.0])))
        -1.0
        """,
    ),
    Routine(
        "iamax", 1, "the first i with the largest |Re xᵢ| + |Im xᵢ|", "The index, counted from 0, of the "
            "largest |x[i]|; -1 for an empty vector.",
        (OF_VECTOR, AXIS, result("int64", along=True)), SCALAR_OR_VECTOR.replace("scalar;", "scalar of int64;"),
        plan="level1.reductions:plan_iamax", operations="n", nbytes="n*s", sizes="n elements a vector", cost=
            "Operations are comparisons.", notes=(OF_EQUALS,),
        example="""
        >>> int(autoblas.iamax(np.array([3.0, -4.0, 2.0])))
        1
        """,
    ),
    Routine(
        "iamin", 1, "the first i with the least |Re xᵢ| + |Im xᵢ|", "The index, counted from 0, of the "
            "smallest |x[i]|; -1 for an empty vector.",
        (OF_VECTOR, AXIS, result("int64", along=True)), SCALAR_OR_VECTOR.replace("scalar;", "scalar of int64;"),
        plan="level1.reductions:plan_iamin", operations="n", nbytes="n*s", sizes="n elements a vector", cost=
            "Operations are comparisons.", notes=(OF_EQUALS,),
        example="""
        >>> int(autoblas.iamin(np.array([3.0, -4.0, 2.0])))
        2
        """,
    ),
    Routine(
        "imax", 1, "the first i with the largest xᵢ", "The index, counted from 0, of the largest x[i]; -1 "
            "for an empty vector.",
        (OF_VECTOR, AXIS, result("int64", along=True)), SCALAR_OR_VECTOR.replace("scalar;", "scalar of int64;"),
        plan="level1.reductions:plan_imax", operations="n", nbytes="n*s", sizes="n elements a vector", cost=
            "Operations are comparisons.", notes=(OF_EQUALS,),
        example="""
        >>> int(autoblas.imax(np.array([3.0, -4.0, 2.0])))
        0
        """,
    ),
    Routine(
        "imin", 1, "the first i with the least xᵢ", "The index, counted from 0, of the smallest x[i]; -1 for "
            "an empty vector.",
        (OF_VECTOR, AXIS, result("int64", along=True)), SCALAR_OR_VECTOR.replace("scalar;", "scalar of int64;"),
        plan="level1.reductions:plan_imin", operations="n", nbytes="n*s", sizes="n elements a vector", cost=
            "Operations are comparisons.", notes=(OF_EQUALS,),
        example="""
        >>> int(autoblas.imin(np.array([3.0, -4.0, 2.0])))
        1
        """,
    ),
    Routine(
        "axpy_batched", 1, "yᵢ ← αᵢ xᵢ + yᵢ", "y[i] = alpha x[i] + y[i] for every vector of a stack, in one "
            "launch.",
        (argument("x", "Stack of shape ``(items, n)``, or one vector of shape ``(n,)`` that is added to "
            f"every y[i]; an array of {FLOATS}."), argument("y", "Stack of shape ``(items, n)``, of the same "
            "type and kind of memory as ``x``, overwritten."), factor("alpha", "The factor, or a vector of "
            "``items`` factors.", "1.0", "Factors")), "``y``",
        plan="level1.batched:plan_axpy_batched", operations="2*b*n", nbytes="3*b*n*s", sizes=
            "b items, n elements a vector",
        example="""
        >>> x, y = np.ones((2, 3)), np.zeros((2, 3))
        >>> autoblas.axpy_batched(x, y, alpha=[1.0, -2.0])
        array([[ 1.,  1.,  1.],
               [-2., -2., -2.]])
        """,
    ),
    Routine(
        "axpy_offsets", 1, "yᵢ ← αᵢ xᵢ + yᵢ", "y_i = alpha_i x_i + y_i for vectors at any offsets in one "
            "array each, in one launch.",
        (argument("x", f"Dense vector that contains every x_i, an array of {FLOATS}."), Argument("x_offsets",
            "Where each x_i begins, in elements: a vector of whole numbers, or one number that all share.",
            annotation="Offsets"), argument("y", "Dense vector that contains every y_i, of the same type and kind of memory as "
            "``x``, overwritten."), offsets("y", output=True), option("n", "Number of elements of each x_i "
            "and y_i.", "", "Integer"), option("x_step", "Elements from one element of an x_i to the next; 0 and "
            "negative numbers are allowed.", "1", "Integer"), option("y_step", "Elements from one element of a "
            "y_i to the next; not 0.", "1", "Integer"), factor("alpha", "The factor, or a vector of one factor "
            "for each item.", "1.0", "Factors")), "``y``",
        plan="level1.batched:plan_axpy_offsets", operations="2*b*n", nbytes="3*b*n*s", sizes=
            "b items, n elements a vector", within=True,
        example="""
        >>> x, y = np.arange(6.0), np.zeros(6)
        >>> autoblas.axpy_offsets(x, [0, 3], y, [3, 0], n=3)
        array([3., 4., 5., 0., 1., 2.])
        """,
    ),
)
"""Rows of routines on vectors."""
