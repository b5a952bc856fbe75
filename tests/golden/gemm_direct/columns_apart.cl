// gemm m=4000 n=4000 k=3 float64 row*col=row: wx=32 wy=4 rm=2 rn=2 apart=True slices=1 multiply=plain
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel __attribute__((reqd_work_group_size(32, 4, 1))) void
gemm_direct(
    const int m, const int n, const int k, const double alpha, const double beta,
    __global const double *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global const double *restrict b, const ulong b_offset, const int b_row, const int b_col,
    __global double *restrict c, const ulong c_offset, const int c_row, const int c_col)
{
  const int col = get_group_id(0) * 64 + get_local_id(0);
  const int row = get_global_id(1) * 2;
  const int row0 = min(row, m - 1);
  const int row1 = min(row + 1, m - 1);
  const int col0 = min(col, n - 1);
  const int col1 = min(col + 32, n - 1);
  double sum0_0 = 0; double sum0_1 = 0;
  double sum1_0 = 0; double sum1_1 = 0;
  #pragma unroll 4
  for (int l = 0; l < k; ++l) {
    const double a0 = a[a_offset + (size_t)row0 * a_row + (size_t)l];
    const double a1 = a[a_offset + (size_t)row1 * a_row + (size_t)l];
    const double b0 = b[b_offset + (size_t)l + (size_t)col0 * b_col];
    const double b1 = b[b_offset + (size_t)l + (size_t)col1 * b_col];
    sum0_0 += a0 * b0; sum0_1 += a0 * b1;
    sum1_0 += a1 * b0; sum1_1 += a1 * b1;
  }
  if (row < m && col < n) {
    c[c_offset + (size_t)row0 * c_row + (size_t)col0] = beta == 0
        ? alpha * sum0_0 : alpha * sum0_0 + beta * c[c_offset + (size_t)row0 * c_row + (size_t)col0];
  }
  if (row < m && col + 32 < n) {
    c[c_offset + (size_t)row0 * c_row + (size_t)col1] = beta == 0
        ? alpha * sum0_1 : alpha * sum0_1 + beta * c[c_offset + (size_t)row0 * c_row + (size_t)col1];
  }
  if (row + 1 < m && col < n) {
    c[c_offset + (size_t)row1 * c_row + (size_t)col0] = beta == 0
        ? alpha * sum1_0 : alpha * sum1_0 + beta * c[c_offset + (size_t)row1 * c_row + (size_t)col0];
  }
  if (row + 1 < m && col + 32 < n) {
    c[c_offset + (size_t)row1 * c_row + (size_t)col1] = beta == 0
        ? alpha * sum1_1 : alpha * sum1_1 + beta * c[c_offset + (size_t)row1 * c_row + (size_t)col1];
  }
}
