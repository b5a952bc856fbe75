// gemm m=512 n=2 k=512 items=16 complex64 row*row=row conjugate=b batched shared=b: lanes=2 each=1 held=16 tiles=1
// items=8 deep=32 unroll=1 slices=2 last=False multiply=plain prefetch=False
float2 times(float2 a, float2 b) {
  return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
float2 scale(float2 a, float2 b) {
  return a.y == 0 ? (float2)(a.x * b.x, a.x * b.y) : times(a, b);
}
float2 conj(float2 a) {
  return (float2)(a.x, -a.y);
}
__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void
gemm_skinny(
    const int m, const int n, const int k,
    __global const float2 *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global const float *restrict b, const ulong b_offset, const int b_row, const int b_col,
    __global float2 *restrict c, const ulong c_offset, const int c_row, const int c_col, const ulong a_step)
{
  const size_t item = get_group_id(2) / 2;
  const int slice = get_group_id(2) % 2;
  a += item * a_step;
  c += (item * 2 + slice) * m * n;
  const int length = (k + 3) / 4 * 2;
  const int first = slice * length, last = min(first + length, k);
  const int fresh = get_group_id(0) * 8;
  const int start = min(fresh, m - 8);  // where the last work-group ends, C does
  const int place = get_local_id(0), near = place % 32, far = place / 32;
  __local float2 sums[512];
  {
    __global const float2 *row0 = a + a_offset + (size_t)(start + far) * a_row;
    {
      float4 sum0_0 = (float4)(0); float4 imag0_0 = (float4)(0);
      float4 sum1_0 = (float4)(0); float4 imag1_0 = (float4)(0);
      int l = first + near * 2;
      const int stop1 = last - 1;
      for (; l < stop1; l += 64) {
        {
          const float4 x0 = vload4(0, (__global const float *)(row0 + l));
          const float4 y0 = vload4(0, b + l * 2);
          const float4 z0 = y0.s1032;
          sum0_0 += x0 * y0;
          imag0_0 += x0 * z0;
          const float4 y1 = vload4(0, b + (k + l) * 2);
          const float4 z1 = y1.s1032;
          sum1_0 += x0 * y1;
          imag1_0 += x0 * z1;
        }
      }
      float2 total0_0;
      {
        const float2 sum0_0_2 = sum0_0.lo + sum0_0.hi;
        const float2 imag0_0_2 = imag0_0.lo + imag0_0.hi;
        total0_0 = (float2)(sum0_0_2.x - sum0_0_2.y, imag0_0_2.x + imag0_0_2.y);
      }
      float2 total1_0;
      {
        const float2 sum1_0_2 = sum1_0.lo + sum1_0.hi;
        const float2 imag1_0_2 = imag1_0.lo + imag1_0.hi;
        total1_0 = (float2)(sum1_0_2.x - sum1_0_2.y, imag1_0_2.x + imag1_0_2.y);
      }
      const int rest = last - (last - first) % 2;
      for (l = rest + near; l < last; l += 32) {
        const float2 x0 = *(row0 + l);
        const float2 y0 = vload2(0, b + l * 2);
        total0_0.x += x0.x * y0.x; total0_0.x += -x0.y * y0.y; total0_0.y += x0.x * y0.y; total0_0.y += x0.y * y0.x;
        const float2 y1 = vload2(0, b + (k + l) * 2);
        total1_0.x += x0.x * y1.x; total1_0.x += -x0.y * y1.y; total1_0.y += x0.x * y1.y; total1_0.y += x0.y * y1.x;
      }
      sums[(near * 2) * 8 + far] = total0_0;
      sums[(near * 2 + 1) * 8 + far] = total1_0;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int j = fresh - start + place; j < 8; j += 256) {
    for (int i = 0; i < 2; ++i) {
      float2 total = sums[i * 8 + j];
      for (int other = 1; other < 32; ++other) {
        total += sums[other * 16 + i * 8 + j];
      }
      c[c_offset + (size_t)(start + j) * c_row + (size_t)i] = total;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
}
