// factorization m=128 n=128 rhs=0 float64 cholesky factor a=row lower: items=1 lanes=8 vectors=2 rows=4
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
cholesky_block(
    const int n,
    __global double *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global int *restrict info, const ulong info_offset, const int first)
{
  __local double u[17408] __attribute__((aligned(64)));
  const int size = ((n + 3) / 4) * 4;
  int failed = 0;
  for (int start = 0; start < n; start += 16) {
    const int stop = min(start + 16, n);
    for (int i = 0; i < stop; ++i) {
      for (int j = max(start, i); j < stop; ++j) {
        u[i * 136 + j] = a[a_offset + (size_t)j * a_row + (size_t)i];
      }
    }
  }
  for (int i = 0; i < size; ++i) {
    for (int j = max(i, n); j < 136; ++j) {
      u[i * 136 + j] = 0;
    }
    if (i >= n) u[i * 136 + i] = 1;
  }
  for (int k = 0; k < size; k += 4) {
    double root0, near0;
    double root1, near1;
    double root2, near2;
    double root3, near3;
    double u0_1, u0_2, u0_3, u1_2, u1_3, u2_3;
    int col = (k / 8) * 8;
    for (; col + 8 < size; col += 16) {
      double8 x0_0 = *(__local const double8 *)(u + k * 136 + col);
      double8 x0_1 = *(__local const double8 *)(u + k * 136 + col + 8);
      double8 x1_0 = *(__local const double8 *)(u + (k + 1) * 136 + col);
      double8 x1_1 = *(__local const double8 *)(u + (k + 1) * 136 + col + 8);
      double8 x2_0 = *(__local const double8 *)(u + (k + 2) * 136 + col);
      double8 x2_1 = *(__local const double8 *)(u + (k + 2) * 136 + col + 8);
      double8 x3_0 = *(__local const double8 *)(u + (k + 3) * 136 + col);
      double8 x3_1 = *(__local const double8 *)(u + (k + 3) * 136 + col + 8);
      for (int s = 0; s < k; ++s) {
        const double8 b0 = *(__local const double8 *)(u + s * 136 + col);
        const double8 b1 = *(__local const double8 *)(u + s * 136 + col + 8);
        const double a0 = u[s * 136 + k];
        const double a1 = u[s * 136 + k + 1];
        const double a2 = u[s * 136 + k + 2];
        const double a3 = u[s * 136 + k + 3];
        x0_0 -= a0 * b0;
        x0_1 -= a0 * b1;
        x1_0 -= a1 * b0;
        x1_1 -= a1 * b1;
        x2_0 -= a2 * b0;
        x2_1 -= a2 * b1;
        x3_0 -= a3 * b0;
        x3_1 -= a3 * b1;
      }
      if (col <= k) {
        *(__local double8 *)(u + k * 136 + col) = x0_0;
        *(__local double8 *)(u + (k + 1) * 136 + col) = x1_0;
        *(__local double8 *)(u + (k + 2) * 136 + col) = x2_0;
        *(__local double8 *)(u + (k + 3) * 136 + col) = x3_0;
        root0 = u[k * 136 + k];
        u0_1 = u[k * 136 + k + 1];
        u0_2 = u[k * 136 + k + 2];
        u0_3 = u[k * 136 + k + 3];
        root1 = u[(k + 1) * 136 + k + 1];
        u1_2 = u[(k + 1) * 136 + k + 2];
        u1_3 = u[(k + 1) * 136 + k + 3];
        root2 = u[(k + 2) * 136 + k + 2];
        u2_3 = u[(k + 2) * 136 + k + 3];
        root3 = u[(k + 3) * 136 + k + 3];
        if (failed == 0 && !(root0 > 0)) failed = first + k + 1;
        root0 = sqrt(root0);
        near0 = 1 / root0;
        u0_1 *= near0;
        u0_2 *= near0;
        u0_3 *= near0;
        root1 -= u0_1 * u0_1;
        if (failed == 0 && !(root1 > 0)) failed = first + k + 2;
        root1 = sqrt(root1);
        near1 = 1 / root1;
        u1_2 -= u0_1 * u0_2;
        u1_2 *= near1;
        u1_3 -= u0_1 * u0_3;
        u1_3 *= near1;
        root2 -= u0_2 * u0_2;
        root2 -= u1_2 * u1_2;
        if (failed == 0 && !(root2 > 0)) failed = first + k + 3;
        root2 = sqrt(root2);
        near2 = 1 / root2;
        u2_3 -= u0_2 * u0_3;
        u2_3 -= u1_2 * u1_3;
        u2_3 *= near2;
        root3 -= u0_3 * u0_3;
        root3 -= u1_3 * u1_3;
        root3 -= u2_3 * u2_3;
        if (failed == 0 && !(root3 > 0)) failed = first + k + 4;
        root3 = sqrt(root3);
        near3 = 1 / root3;
      }
      x0_0 *= near0;
      x0_1 *= near0;
      x1_0 -= u0_1 * x0_0;
      x1_0 *= near1;
      x1_1 -= u0_1 * x0_1;
      x1_1 *= near1;
      x2_0 -= u0_2 * x0_0;
      x2_0 -= u1_2 * x1_0;
      x2_0 *= near2;
      x2_1 -= u0_2 * x0_1;
      x2_1 -= u1_2 * x1_1;
      x2_1 *= near2;
      x3_0 -= u0_3 * x0_0;
      x3_0 -= u1_3 * x1_0;
      x3_0 -= u2_3 * x2_0;
      x3_0 *= near3;
      x3_1 -= u0_3 * x0_1;
      x3_1 -= u1_3 * x1_1;
      x3_1 -= u2_3 * x2_1;
      x3_1 *= near3;
      *(__local double8 *)(u + k * 136 + col) = x0_0;
      *(__local double8 *)(u + k * 136 + col + 8) = x0_1;
      *(__local double8 *)(u + (k + 1) * 136 + col) = x1_0;
      *(__local double8 *)(u + (k + 1) * 136 + col + 8) = x1_1;
      *(__local double8 *)(u + (k + 2) * 136 + col) = x2_0;
      *(__local double8 *)(u + (k + 2) * 136 + col + 8) = x2_1;
      *(__local double8 *)(u + (k + 3) * 136 + col) = x3_0;
      *(__local double8 *)(u + (k + 3) * 136 + col + 8) = x3_1;
    }
    for (; col < size; col += 8) {
      double8 x0_0 = *(__local const double8 *)(u + k * 136 + col);
      double8 x1_0 = *(__local const double8 *)(u + (k + 1) * 136 + col);
      double8 x2_0 = *(__local const double8 *)(u + (k + 2) * 136 + col);
      double8 x3_0 = *(__local const double8 *)(u + (k + 3) * 136 + col);
      for (int s = 0; s < k; ++s) {
        const double8 b0 = *(__local const double8 *)(u + s * 136 + col);
        const double a0 = u[s * 136 + k];
        const double a1 = u[s * 136 + k + 1];
        const double a2 = u[s * 136 + k + 2];
        const double a3 = u[s * 136 + k + 3];
        x0_0 -= a0 * b0;
        x1_0 -= a1 * b0;
        x2_0 -= a2 * b0;
        x3_0 -= a3 * b0;
      }
      if (col <= k) {
        *(__local double8 *)(u + k * 136 + col) = x0_0;
        *(__local double8 *)(u + (k + 1) * 136 + col) = x1_0;
        *(__local double8 *)(u + (k + 2) * 136 + col) = x2_0;
        *(__local double8 *)(u + (k + 3) * 136 + col) = x3_0;
        root0 = u[k * 136 + k];
        u0_1 = u[k * 136 + k + 1];
        u0_2 = u[k * 136 + k + 2];
        u0_3 = u[k * 136 + k + 3];
        root1 = u[(k + 1) * 136 + k + 1];
        u1_2 = u[(k + 1) * 136 + k + 2];
        u1_3 = u[(k + 1) * 136 + k + 3];
        root2 = u[(k + 2) * 136 + k + 2];
        u2_3 = u[(k + 2) * 136 + k + 3];
        root3 = u[(k + 3) * 136 + k + 3];
        if (failed == 0 && !(root0 > 0)) failed = first + k + 1;
        root0 = sqrt(root0);
        near0 = 1 / root0;
        u0_1 *= near0;
        u0_2 *= near0;
        u0_3 *= near0;
        root1 -= u0_1 * u0_1;
        if (failed == 0 && !(root1 > 0)) failed = first + k + 2;
        root1 = sqrt(root1);
        near1 = 1 / root1;
        u1_2 -= u0_1 * u0_2;
        u1_2 *= near1;
        u1_3 -= u0_1 * u0_3;
        u1_3 *= near1;
        root2 -= u0_2 * u0_2;
        root2 -= u1_2 * u1_2;
        if (failed == 0 && !(root2 > 0)) failed = first + k + 3;
        root2 = sqrt(root2);
        near2 = 1 / root2;
        u2_3 -= u0_2 * u0_3;
        u2_3 -= u1_2 * u1_3;
        u2_3 *= near2;
        root3 -= u0_3 * u0_3;
        root3 -= u1_3 * u1_3;
        root3 -= u2_3 * u2_3;
        if (failed == 0 && !(root3 > 0)) failed = first + k + 4;
        root3 = sqrt(root3);
        near3 = 1 / root3;
      }
      x0_0 *= near0;
      x1_0 -= u0_1 * x0_0;
      x1_0 *= near1;
      x2_0 -= u0_2 * x0_0;
      x2_0 -= u1_2 * x1_0;
      x2_0 *= near2;
      x3_0 -= u0_3 * x0_0;
      x3_0 -= u1_3 * x1_0;
      x3_0 -= u2_3 * x2_0;
      x3_0 *= near3;
      *(__local double8 *)(u + k * 136 + col) = x0_0;
      *(__local double8 *)(u + (k + 1) * 136 + col) = x1_0;
      *(__local double8 *)(u + (k + 2) * 136 + col) = x2_0;
      *(__local double8 *)(u + (k + 3) * 136 + col) = x3_0;
    }
    u[k * 136 + k] = root0;
    u[(k + 1) * 136 + k + 1] = root1;
    u[(k + 2) * 136 + k + 2] = root2;
    u[(k + 3) * 136 + k + 3] = root3;
  }
  for (int start = 0; start < n; start += 16) {
    const int stop = min(start + 16, n);
    for (int i = 0; i < stop; ++i) {
      for (int j = max(start, i); j < stop; ++j) {
        a[a_offset + (size_t)j * a_row + (size_t)i] = u[i * 136 + j];
      }
    }
  }
  if ((first == 0 || info[info_offset] == 0)) {
    info[info_offset] = failed;
  }
}
