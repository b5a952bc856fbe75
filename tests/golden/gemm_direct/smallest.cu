// gemm m=64 n=64 k=64 float32 row*row=row: wx=1 wy=1 rm=1 rn=1 apart=False slices=1 multiply=plain
extern "C" __global__ void __launch_bounds__(1)
gemm_direct(
    const int m, const int n, const int k, const float alpha, const float beta,
    const float *__restrict__ a, const ulong a_offset, const int a_row, const int a_col,
    const float *__restrict__ b, const ulong b_offset, const int b_row, const int b_col,
    float *__restrict__ c, const ulong c_offset, const int c_row, const int c_col,
    const launch_part launched)
{
  wait_for_earlier();
  const int col = ((ulong)blockIdx.x * blockDim.x + threadIdx.x);
  const int row = ((ulong)(blockIdx.y + launched.first_y) * blockDim.y + threadIdx.y);
  const int row0 = min(row, m - 1);
  const int col0 = min(col, n - 1);
  float sum0_0 = 0;
  for (int l = 0; l < k; ++l) {
    const float a0 = a[a_offset + (ulong)row0 * a_row + (ulong)l];
    const float b0 = b[b_offset + (ulong)l * b_row + (ulong)col0];
    sum0_0 += a0 * b0;
  }
  if (row < m && col < n) {
    c[c_offset + (ulong)row0 * c_row + (ulong)col0] = beta == 0
        ? alpha * sum0_0 : alpha * sum0_0 + beta * c[c_offset + (ulong)row0 * c_row + (ulong)col0];
  }
}
