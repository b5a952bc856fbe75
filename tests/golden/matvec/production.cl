// matvec m=4096 n=4096 float32 general: items=1 lanes=16 rows=4 vectors=2 parts=32 run=16 strips=1
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
matvec(
    const int m, const int n,
    __global const float *restrict a, const ulong a_offset, const ulong a_row,
    __global const float *restrict x, const ulong x_offset, const float alpha, const float beta,
    __global float *restrict y, const ulong y_offset)
{
  x += x_offset;
  y += y_offset;
  for (int run = get_group_id(0) * 64; run < m; run += get_num_groups(0) * 64) {
    const int stop = min(run + 64, m);
    for (int row = run; row < stop; row += 4) {
      if (row + 4 <= stop) {
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
        const int first = 0, last = n;
        for (int c = first; c < last; c += 16) {
          for (; c + 32 <= last; c += 32) {
            {
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
            {
              const float16 v = vload16(0, x + c + 16);
              const float16 a0 = vload16(0, row0 + c + 16);
              sum0 += a0 * v;
              const float16 a1 = vload16(0, row1 + c + 16);
              sum1 += a1 * v;
              const float16 a2 = vload16(0, row2 + c + 16);
              sum2 += a2 * v;
              const float16 a3 = vload16(0, row3 + c + 16);
              sum3 += a3 * v;
            }
          }
          if (c + 16 <= last) {
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
            for (int e = c; e < min(c + 16, last); ++e) {
              {
                float s = *(row0 + e);
                total0 += s * *(x + e);
              }
              {
                float s = *(row1 + e);
                total1 += s * *(x + e);
              }
              {
                float s = *(row2 + e);
                total2 += s * *(x + e);
              }
              {
                float s = *(row3 + e);
                total3 += s * *(x + e);
              }
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
        *(y + row) = alpha * total0 + (beta == 0 ? 0 : beta * *(y + row));
        *(y + row + 1) = alpha * total1 + (beta == 0 ? 0 : beta * *(y + row + 1));
        *(y + row + 2) = alpha * total2 + (beta == 0 ? 0 : beta * *(y + row + 2));
        *(y + row + 3) = alpha * total3 + (beta == 0 ? 0 : beta * *(y + row + 3));
      }
      else {
        for (int single = row; single < stop; ++single) {
          __global const float *row0 = a + (a_offset + (size_t)single * a_row);
          float total0 = 0;
          float16 sum0 = (float16)(0);
          const int first = 0, last = n;
          for (int c = first; c < last; c += 16) {
            for (; c + 32 <= last; c += 32) {
              {
                const float16 v = vload16(0, x + c);
                const float16 a0 = vload16(0, row0 + c);
                sum0 += a0 * v;
              }
              {
                const float16 v = vload16(0, x + c + 16);
                const float16 a0 = vload16(0, row0 + c + 16);
                sum0 += a0 * v;
              }
            }
            if (c + 16 <= last) {
              const float16 v = vload16(0, x + c);
              const float16 a0 = vload16(0, row0 + c);
              sum0 += a0 * v;
            }
            else {
              for (int e = c; e < min(c + 16, last); ++e) {
                {
                  float s = *(row0 + e);
                  total0 += s * *(x + e);
                }
              }
            }
          }
          const float8 sum0_8 = sum0.lo + sum0.hi;
          const float4 sum0_4 = sum0_8.lo + sum0_8.hi;
          const float2 sum0_2 = sum0_4.lo + sum0_4.hi;
          const float sum0_1 = sum0_2.lo + sum0_2.hi;
          total0 += sum0_1;
          *(y + single) = alpha * total0 + (beta == 0 ? 0 : beta * *(y + single));
        }
      }
    }
  }
}
