// gemm m=1 n=64 k=64 float32 row*row=row: lanes=1 each=1 held=16 tiles=1 items=1 deep=1 unroll=1 slices=1 last=False
// multiply=plain prefetch=False
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
gemm_skinny(
    const int m, const int n, const int k, const float alpha, const float beta,
    __global const float *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global const float *restrict b, const ulong b_offset, const int b_row, const int b_col,
    __global float *restrict c, const ulong c_offset, const int c_row, const int c_col)
{
  const int fresh = get_group_id(0);
  const int start = min(fresh, n - 1);  // where the last work-group ends, C does
  float sums[1];
  {
    float sum0_0 = 0;
    int l = 0;
    for (; l < k; l += 1) {
      {
        const float x0 = *(b + b_offset + (size_t)l * b_row + (size_t)start);
        const float y0 = *(a + a_offset + (size_t)l);
        sum0_0 += y0 * x0;
      }
    }
    *sums = sum0_0;
  }
  for (int i = 0; i < 1; ++i) {
    for (int j = fresh - start; j < 1; ++j) {
      float total = sums[i + j];
      c[c_offset + (size_t)i * c_row + (size_t)(start + j)] = beta == 0
          ? alpha * total : alpha * total + beta * c[c_offset + (size_t)i * c_row + (size_t)(start + j)];
    }
  }
}
