// gemm m=64 n=64 k=64 items=16 complex64 row*row=row conjugate=a batched shared=b: wx=8 wy=8 rm=2 rn=1 apart=False
// slices=1 multiply=plain
float2 times(float2 a, float2 b) {
  return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
float2 scale(float2 a, float2 b) {
  return a.y == 0 ? (float2)(a.x * b.x, a.x * b.y) : times(a, b);
}
float2 conj(float2 a) {
  return (float2)(a.x, -a.y);
}
__kernel __attribute__((reqd_work_group_size(8, 8, 1))) void
gemm_direct(
    const int m, const int n, const int k, const float2 alpha, const float2 beta,
    __global const float2 *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global const float2 *restrict b, const ulong b_offset, const int b_row, const int b_col,
    __global float2 *restrict c, const ulong c_offset, const int c_row, const int c_col, const ulong a_step,
        const ulong c_step)
{
  const size_t item = get_group_id(2);
  a += item * a_step;
  c += item * c_step;
  const int col = get_global_id(0);
  const int row = get_global_id(1) * 2;
  const int row0 = min(row, m - 1);
  const int row1 = min(row + 1, m - 1);
  const int col0 = min(col, n - 1);
  float2 sum0_0 = 0;
  float2 sum1_0 = 0;
  for (int l = 0; l < k; ++l) {
    const float2 a0 = conj(*(a + a_offset + (size_t)row0 * a_row + (size_t)l));
    const float2 a1 = conj(*(a + a_offset + (size_t)row1 * a_row + (size_t)l));
    const float2 b0 = b[b_offset + (size_t)l * b_row + (size_t)col0];
    sum0_0.x += a0.x * b0.x; sum0_0.x += -a0.y * b0.y; sum0_0.y += a0.x * b0.y; sum0_0.y += a0.y * b0.x;
    sum1_0.x += a1.x * b0.x; sum1_0.x += -a1.y * b0.y; sum1_0.y += a1.x * b0.y; sum1_0.y += a1.y * b0.x;
  }
  if (row < m && col < n) {
    c[c_offset + (size_t)row0 * c_row + (size_t)col0] = (beta.x == 0 && beta.y == 0) ? scale(alpha, sum0_0)
        : scale(alpha, sum0_0) + scale(beta, c[c_offset + (size_t)row0 * c_row + (size_t)col0]);
  }
  if (row + 1 < m && col < n) {
    c[c_offset + (size_t)row1 * c_row + (size_t)col0] = (beta.x == 0 && beta.y == 0) ? scale(alpha, sum1_0)
        : scale(alpha, sum1_0) + scale(beta, c[c_offset + (size_t)row1 * c_row + (size_t)col0]);
  }
}
