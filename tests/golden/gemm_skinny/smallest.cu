// gemm m=1 n=64 k=64 float32 row*row=row: lanes=1 each=1 held=16 tiles=1 items=1 deep=1 unroll=1 slices=1 last=False
// multiply=plain prefetch=False
extern "C" __global__ void __launch_bounds__(1)
gemm_skinny(
    const int m, const int n, const int k, const float alpha, const float beta,
    const float *__restrict__ a, const ulong a_offset, const int a_row, const int a_col,
    const float *__restrict__ b, const ulong b_offset, const int b_row, const int b_col,
    float *__restrict__ c, const ulong c_offset, const int c_row, const int c_col,
    const launch_part launched)
{
  wait_for_earlier();
  const int fresh = (ulong)blockIdx.x;
  const int start = min(fresh, n - 1);  // where the last work-group ends, C does
  float sums[1];
  {
    float sum0_0 = 0;
    int l = 0;
    for (; l < k; l += 1) {
      {
        const float x0 = *(b + b_offset + (ulong)l * b_row + (ulong)start);
        const float y0 = *(a + a_offset + (ulong)l);
        sum0_0 += y0 * x0;
      }
    }
    *sums = sum0_0;
  }
  for (int i = 0; i < 1; ++i) {
    for (int j = fresh - start; j < 1; ++j) {
      float total = sums[i + j];
      c[c_offset + (ulong)i * c_row + (ulong)(start + j)] = beta == 0
          ? alpha * total : alpha * total + beta * c[c_offset + (ulong)i * c_row + (ulong)(start + j)];
    }
  }
}
