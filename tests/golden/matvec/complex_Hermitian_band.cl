// matvec m=512 n=512 complex64 hermitian band 0+64 upper: items=64 lanes=2 rows=2 vectors=1 parts=8 run=1 strips=1
float2 times(float2 a, float2 b) {
  return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
float2 scale(float2 a, float2 b) {
  return a.y == 0 ? (float2)(a.x * b.x, a.x * b.y) : times(a, b);
}
float2 conj(float2 a) {
  return (float2)(a.x, -a.y);
}
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void
matvec(
    const int m, const int n,
    __global const float2 *restrict a, const ulong a_offset, const ulong a_row, const int kl, const int ku,
    __global const float2 *restrict x, const ulong x_offset,
    __global float2 *restrict partial)
{
  x += x_offset;
  const int item = get_local_id(0);
  __local float2 sums_of[128];
  __global float2 *dots = partial + (size_t)get_num_groups(0) * n;
  partial += (size_t)get_group_id(0) * n;
  for (int c = item * 2; c < n; c += 128) {
    for (int e = c; e < min(c + 2, n); ++e) {
      partial[e] = (float2)(0);
    }
  }
  for (int run = get_group_id(0) * 2; run < m; run += get_num_groups(0) * 2) {
    const int stop = min(run + 2, m);
    for (int row = run; row < stop; row += 2) {
      if (row + 2 <= stop) {
        __global const float2 *row0 = a + (a_offset + (size_t)row * a_row);
        __global const float2 *row1 = a + (a_offset + (size_t)(row + 1) * a_row);
        const float2 x0 = *(x + row);
        const float4 factor0 = (float4)(x0.x, -x0.x, x0.x, -x0.x);
        const float4 factor0_turned = (float4)(x0.y, x0.y, x0.y, x0.y);
        const float2 x1 = *(x + row + 1);
        const float4 factor1 = (float4)(x1.x, -x1.x, x1.x, -x1.x);
        const float4 factor1_turned = (float4)(x1.y, x1.y, x1.y, x1.y);
        float2 total0 = (float2)(0);
        float4 sum0 = (float4)(0);
        float4 sum0_turned = (float4)(0);
        float2 total1 = (float2)(0);
        float4 sum1 = (float4)(0);
        float4 sum1_turned = (float4)(0);
        const int first = row, last = (row + 1) + 1 + min(ku, n - 1 - (row + 1));
        const int inside_first = row + 1 + 1, inside_last = row + 1 + min(ku, n - 1 - row);
        for (int c = first / 128 * 128 + item * 2; c < last; c += 128) {
          if (c >= inside_first && c + 2 <= inside_last) {
            const float4 v = vload4(0, (__global const float *)(x + c));
            const float4 v_turned = v.s1032;
            float4 sum = vload4(0, (__global const float *)(partial + c));
            const float4 a0 = vload4(0, (__global const float *)(row0 + c));
            sum0 += a0 * v;
            sum0_turned += a0 * v_turned;
            sum += a0 * factor0;
            sum += a0.s1032 * factor0_turned;
            const float4 a1 = vload4(0, (__global const float *)(row1 + c));
            sum1 += a1 * v;
            sum1_turned += a1 * v_turned;
            sum += a1 * factor1;
            sum += a1.s1032 * factor1_turned;
            vstore4(sum, 0, (__global float *)(partial + c));
          }
          else {
            for (int e = max(c, first); e < min(c + 2, last); ++e) {
              if (e >= row && e < row + 1 + min(ku, n - 1 - row)) {
                float2 s = *(row0 + e);
                if (e == row) s.y = 0;
                total0 += times(s, *(x + e));
                if (e != row) {
                  partial[e] += times(conj(s), x0);
                }
              }
              if (e >= row + 1 && e < (row + 1) + 1 + min(ku, n - 1 - (row + 1))) {
                float2 s = *(row1 + e);
                if (e == row + 1) s.y = 0;
                total1 += times(s, *(x + e));
                if (e != row + 1) {
                  partial[e] += times(conj(s), x1);
                }
              }
            }
          }
        }
        const float2 sum0_2 = sum0.lo + sum0.hi;
        const float2 sum0_turned_2 = sum0_turned.lo + sum0_turned.hi;
        total0 += (float2)(sum0_2.x - sum0_2.y, sum0_turned_2.x + sum0_turned_2.y);
        const float2 sum1_2 = sum1.lo + sum1.hi;
        const float2 sum1_turned_2 = sum1_turned.lo + sum1_turned.hi;
        total1 += (float2)(sum1_2.x - sum1_2.y, sum1_turned_2.x + sum1_turned_2.y);
        sums_of[item] = total0;
        sums_of[item + 64] = total1;
        for (int half_size = 32; half_size > 0; half_size /= 2) {
          barrier(CLK_LOCAL_MEM_FENCE);
          if (item < half_size) {
            sums_of[item] += sums_of[item + half_size];
            sums_of[item + 64] += sums_of[item + half_size + 64];
          }
        }
        if (item == 0) {
          dots[row] = sums_of[0];
          dots[row + 1] = sums_of[64];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      else {
        for (int single = row; single < stop; ++single) {
          __global const float2 *row0 = a + (a_offset + (size_t)single * a_row);
          const float2 x0 = *(x + single);
          const float4 factor0 = (float4)(x0.x, -x0.x, x0.x, -x0.x);
          const float4 factor0_turned = (float4)(x0.y, x0.y, x0.y, x0.y);
          float2 total0 = (float2)(0);
          float4 sum0 = (float4)(0);
          float4 sum0_turned = (float4)(0);
          const int first = single, last = single + 1 + min(ku, n - 1 - single);
          const int inside_first = single + 1, inside_last = single + 1 + min(ku, n - 1 - single);
          for (int c = first / 128 * 128 + item * 2; c < last; c += 128) {
            if (c >= inside_first && c + 2 <= inside_last) {
              const float4 v = vload4(0, (__global const float *)(x + c));
              const float4 v_turned = v.s1032;
              float4 sum = vload4(0, (__global const float *)(partial + c));
              const float4 a0 = vload4(0, (__global const float *)(row0 + c));
              sum0 += a0 * v;
              sum0_turned += a0 * v_turned;
              sum += a0 * factor0;
              sum += a0.s1032 * factor0_turned;
              vstore4(sum, 0, (__global float *)(partial + c));
            }
            else {
              for (int e = max(c, first); e < min(c + 2, last); ++e) {
                if (e >= single && e < single + 1 + min(ku, n - 1 - single)) {
                  float2 s = *(row0 + e);
                  if (e == single) s.y = 0;
                  total0 += times(s, *(x + e));
                  if (e != single) {
                    partial[e] += times(conj(s), x0);
                  }
                }
              }
            }
          }
          const float2 sum0_2 = sum0.lo + sum0.hi;
          const float2 sum0_turned_2 = sum0_turned.lo + sum0_turned.hi;
          total0 += (float2)(sum0_2.x - sum0_2.y, sum0_turned_2.x + sum0_turned_2.y);
          sums_of[item] = total0;
          for (int half_size = 32; half_size > 0; half_size /= 2) {
            barrier(CLK_LOCAL_MEM_FENCE);
            if (item < half_size) {
              sums_of[item] += sums_of[item + half_size];
            }
          }
          if (item == 0) {
            dots[single] = sums_of[0];
          }
          barrier(CLK_LOCAL_MEM_FENCE);
        }
      }
    }
  }
}
