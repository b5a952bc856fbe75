// factorization m=16 n=16 rhs=0 float32 cholesky factor a=row lower: items=1 lanes=4 vectors=1 rows=2
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
cholesky_block(
    const int n,
    __global float *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global int *restrict info, const ulong info_offset, const int first)
{
  __local float u[320] __attribute__((aligned(16)));
  const int size = ((n + 1) / 2) * 2;
  int failed = 0;
  for (int start = 0; start < n; start += 16) {
    const int stop = min(start + 16, n);
    for (int i = 0; i < stop; ++i) {
      for (int j = max(start, i); j < stop; ++j) {
        u[i * 20 + j] = a[a_offset + (size_t)j * a_row + (size_t)i];
      }
    }
  }
  for (int i = 0; i < size; ++i) {
    for (int j = max(i, n); j < 20; ++j) {
      u[i * 20 + j] = 0;
    }
    if (i >= n) u[i * 20 + i] = 1;
  }
  for (int k = 0; k < size; k += 2) {
    float root0, near0;
    float root1, near1;
    float u0_1;
    int col = (k / 4) * 4;
    for (; col < size; col += 4) {
      float4 x0_0 = *(__local const float4 *)(u + k * 20 + col);
      float4 x1_0 = *(__local const float4 *)(u + (k + 1) * 20 + col);
      for (int s = 0; s < k; ++s) {
        const float4 b0 = *(__local const float4 *)(u + s * 20 + col);
        const float a0 = u[s * 20 + k];
        const float a1 = u[s * 20 + k + 1];
        x0_0 -= a0 * b0;
        x1_0 -= a1 * b0;
      }
      if (col <= k) {
        *(__local float4 *)(u + k * 20 + col) = x0_0;
        *(__local float4 *)(u + (k + 1) * 20 + col) = x1_0;
        root0 = u[k * 20 + k];
        u0_1 = u[k * 20 + k + 1];
        root1 = u[(k + 1) * 20 + k + 1];
        if (failed == 0 && !(root0 > 0)) failed = first + k + 1;
        root0 = sqrt(root0);
        near0 = 1 / root0;
        u0_1 *= near0;
        root1 -= u0_1 * u0_1;
        if (failed == 0 && !(root1 > 0)) failed = first + k + 2;
        root1 = sqrt(root1);
        near1 = 1 / root1;
      }
      x0_0 *= near0;
      x1_0 -= u0_1 * x0_0;
      x1_0 *= near1;
      *(__local float4 *)(u + k * 20 + col) = x0_0;
      *(__local float4 *)(u + (k + 1) * 20 + col) = x1_0;
    }
    u[k * 20 + k] = root0;
    u[(k + 1) * 20 + k + 1] = root1;
  }
  for (int start = 0; start < n; start += 16) {
    const int stop = min(start + 16, n);
    for (int i = 0; i < stop; ++i) {
      for (int j = max(start, i); j < stop; ++j) {
        a[a_offset + (size_t)j * a_row + (size_t)i] = u[i * 20 + j];
      }
    }
  }
  if ((first == 0 || info[info_offset] == 0)) {
    info[info_offset] = failed;
  }
}
