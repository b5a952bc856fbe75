// gemm m=64 n=64 k=64 float32 row*row=row: wx=1 wy=1 rm=1 rn=1 apart=False slices=1 multiply=plain
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
gemm_direct(
    const int m, const int n, const int k, const float alpha, const float beta,
    __global const float *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global const float *restrict b, const ulong b_offset, const int b_row, const int b_col,
    __global float *restrict c, const ulong c_offset, const int c_row, const int c_col)
{
  const int col = get_global_id(0);
  const int row = get_global_id(1);
  const int row0 = min(row, m - 1);
  const int col0 = min(col, n - 1);
  float sum0_0 = 0;
  for (int l = 0; l < k; ++l) {
    const float a0 = a[a_offset + (size_t)row0 * a_row + (size_t)l];
    const float b0 = b[b_offset + (size_t)l * b_row + (size_t)col0];
    sum0_0 += a0 * b0;
  }
  if (row < m && col < n) {
    c[c_offset + (size_t)row0 * c_row + (size_t)col0] = beta == 0
        ? alpha * sum0_0 : alpha * sum0_0 + beta * c[c_offset + (size_t)row0 * c_row + (size_t)col0];
  }
}
