// gemm m=2 n=4096 k=4096 float32 row*row=row: lanes=16 each=1 held=16 tiles=32 items=1 deep=1 unroll=2 slices=1
// last=False multiply=plain prefetch=True
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
gemm_skinny(
    const int m, const int n, const int k, const float alpha, const float beta,
    __global const float *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global const float *restrict b, const ulong b_offset, const int b_row, const int b_col,
    __global float *restrict c, const ulong c_offset, const int c_row, const int c_col)
{
  const int fresh = get_group_id(0) * 512;
  const int start = min(fresh, n - 512);  // where the last work-group ends, C does
  float sums[1024];
  for (int i = 0; i < 1024; ++i) {
    sums[i] = 0;
  }
  int l = 0;
  const int stop2 = k - 1;
  for (; l < stop2; l += 2) {
    const float y0_0 = *(a + a_offset + (size_t)l);
    const float y0_1 = *(a + a_offset + (size_t)(l + 1));
    const float y1_0 = *(a + a_offset + a_row + (size_t)l);
    const float y1_1 = *(a + a_offset + a_row + (size_t)(l + 1));
    for (int j = 0; j < 512; j += 16) {
      __builtin_prefetch(b + b_offset + (size_t)l * b_row + (size_t)(start + j + 128), 1);
      const float16 x0_0 = vload16(0, b + b_offset + (size_t)l * b_row + (size_t)(start + j));
      __builtin_prefetch(b + b_offset + (size_t)(l + 1) * b_row + (size_t)(start + j + 128), 1);
      const float16 x1_0 = vload16(0, b + b_offset + (size_t)(l + 1) * b_row + (size_t)(start + j));
      {
        float16 sum = vload16(0, sums + j);
        sum += y0_0 * x0_0;
        sum += y0_1 * x1_0;
        vstore16(sum, 0, sums + j);
      }
      {
        float16 sum = vload16(0, sums + j + 512);
        sum += y1_0 * x0_0;
        sum += y1_1 * x1_0;
        vstore16(sum, 0, sums + j + 512);
      }
    }
  }
  for (; l < k; l += 1) {
    const float y0_0 = *(a + a_offset + (size_t)l);
    const float y1_0 = *(a + a_offset + a_row + (size_t)l);
    for (int j = 0; j < 512; j += 16) {
      __builtin_prefetch(b + b_offset + (size_t)l * b_row + (size_t)(start + j + 128), 1);
      const float16 x0_0 = vload16(0, b + b_offset + (size_t)l * b_row + (size_t)(start + j));
      {
        float16 sum = vload16(0, sums + j);
        sum += y0_0 * x0_0;
        vstore16(sum, 0, sums + j);
      }
      {
        float16 sum = vload16(0, sums + j + 512);
        sum += y1_0 * x0_0;
        vstore16(sum, 0, sums + j + 512);
      }
    }
  }
  for (int i = 0; i < 2; ++i) {
    for (int j = fresh - start; j < 512; ++j) {
      float total = sums[i * 512 + j];
      c[c_offset + (size_t)i * c_row + (size_t)(start + j)] = beta == 0
          ? alpha * total : alpha * total + beta * c[c_offset + (size_t)i * c_row + (size_t)(start + j)];
    }
  }
}
