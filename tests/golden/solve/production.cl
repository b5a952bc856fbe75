// solve m=4096 n=4096 float32 triangular upper: items=1 lanes=16 rows=4
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
solve(
    const int n,
    __global const float *restrict a, const ulong a_offset, const ulong a_row,
    __global float *restrict x, const ulong x_offset)
{
  x += x_offset;
  int row = n - 4;
  for (; row >= 0; row -= 4) {
    __global const float *row0 = a + (a_offset + (size_t)row * a_row);
    __global const float *row1 = a + (a_offset + (size_t)(row + 1) * a_row);
    __global const float *row2 = a + (a_offset + (size_t)(row + 2) * a_row);
    __global const float *row3 = a + (a_offset + (size_t)(row + 3) * a_row);
    float total0 = 0;
    float16 sum0 = (float16)(0);
    float total1 = 0;
    float16 sum1 = (float16)(0);
    float total2 = 0;
    float16 sum2 = (float16)(0);
    float total3 = 0;
    float16 sum3 = (float16)(0);
    const int first = row + 3 + 1, last = n;
    for (int c = first / 16 * 16; c < last; c += 16) {
      if (c >= first && c + 16 <= last) {
        const float16 v = vload16(0, x + c);
        const float16 a0 = vload16(0, row0 + c);
        sum0 += a0 * v;
        const float16 a1 = vload16(0, row1 + c);
        sum1 += a1 * v;
        const float16 a2 = vload16(0, row2 + c);
        sum2 += a2 * v;
        const float16 a3 = vload16(0, row3 + c);
        sum3 += a3 * v;
      }
      else {
        for (int e = max(c, first); e < min(c + 16, last); ++e) {
          total0 += *(row0 + e) * *(x + e);
          total1 += *(row1 + e) * *(x + e);
          total2 += *(row2 + e) * *(x + e);
          total3 += *(row3 + e) * *(x + e);
        }
      }
    }
    const float8 sum0_8 = sum0.lo + sum0.hi;
    const float4 sum0_4 = sum0_8.lo + sum0_8.hi;
    const float2 sum0_2 = sum0_4.lo + sum0_4.hi;
    const float sum0_1 = sum0_2.lo + sum0_2.hi;
    total0 += sum0_1;
    const float8 sum1_8 = sum1.lo + sum1.hi;
    const float4 sum1_4 = sum1_8.lo + sum1_8.hi;
    const float2 sum1_2 = sum1_4.lo + sum1_4.hi;
    const float sum1_1 = sum1_2.lo + sum1_2.hi;
    total1 += sum1_1;
    const float8 sum2_8 = sum2.lo + sum2.hi;
    const float4 sum2_4 = sum2_8.lo + sum2_8.hi;
    const float2 sum2_2 = sum2_4.lo + sum2_4.hi;
    const float sum2_1 = sum2_2.lo + sum2_2.hi;
    total2 += sum2_1;
    const float8 sum3_8 = sum3.lo + sum3.hi;
    const float4 sum3_4 = sum3_8.lo + sum3_8.hi;
    const float2 sum3_2 = sum3_4.lo + sum3_4.hi;
    const float sum3_1 = sum3_2.lo + sum3_2.hi;
    total3 += sum3_1;
    {
      float x3 = *(x + row + 3);
      x3 -= total3;
      x3 = x3 / *(row3 + row + 3);
      *(x + row + 3) = x3;
      float x2 = *(x + row + 2);
      x2 -= total2;
      x2 -= *(row2 + row + 3) * x3;
      x2 = x2 / *(row2 + row + 2);
      *(x + row + 2) = x2;
      float x1 = *(x + row + 1);
      x1 -= total1;
      x1 -= *(row1 + row + 3) * x3;
      x1 -= *(row1 + row + 2) * x2;
      x1 = x1 / *(row1 + row + 1);
      *(x + row + 1) = x1;
      float x0 = *(x + row);
      x0 -= total0;
      x0 -= *(row0 + row + 3) * x3;
      x0 -= *(row0 + row + 2) * x2;
      x0 -= *(row0 + row + 1) * x1;
      x0 = x0 / *(row0 + row);
      *(x + row) = x0;
    }
  }
  for (row += 3; row >= 0; --row) {
    __global const float *row0 = a + (a_offset + (size_t)row * a_row);
    float total0 = 0;
    float16 sum0 = (float16)(0);
    const int first = row + 1, last = n;
    for (int c = first / 16 * 16; c < last; c += 16) {
      if (c >= first && c + 16 <= last) {
        const float16 v = vload16(0, x + c);
        const float16 a0 = vload16(0, row0 + c);
        sum0 += a0 * v;
      }
      else {
        for (int e = max(c, first); e < min(c + 16, last); ++e) {
          total0 += *(row0 + e) * *(x + e);
        }
      }
    }
    const float8 sum0_8 = sum0.lo + sum0.hi;
    const float4 sum0_4 = sum0_8.lo + sum0_8.hi;
    const float2 sum0_2 = sum0_4.lo + sum0_4.hi;
    const float sum0_1 = sum0_2.lo + sum0_2.hi;
    total0 += sum0_1;
    {
      float x0 = *(x + row);
      x0 -= total0;
      x0 = x0 / *(row0 + row);
      *(x + row) = x0;
    }
  }
}
