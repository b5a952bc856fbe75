// rank_update m=4096 n=4096 complex64 hermitian packed lower rank=2 conjugate=rows: items=1 lanes=4 rows=2 vectors=1
// parts=32 run=1 strips=1
float2 times(float2 a, float2 b) {
  return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
float2 scale(float2 a, float2 b) {
  return a.y == 0 ? (float2)(a.x * b.x, a.x * b.y) : times(a, b);
}
float2 conj(float2 a) {
  return (float2)(a.x, -a.y);
}
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
rank_update(
    const int m, const int n, const float2 alpha,
    __global float2 *restrict a, const ulong a_offset,
    __global const float2 *restrict x, const ulong x_offset,
    __global const float2 *restrict y, const ulong y_offset)
{
  x += x_offset;
  y += y_offset;
  for (int run = get_group_id(0) * 2; run < m; run += get_num_groups(0) * 2) {
    const int stop = min(run + 2, m);
    for (int row = run; row < stop; row += 2) {
      if (row + 2 <= stop) {
        __global float2 *row0 = a + (a_offset + (size_t)row * ((size_t)row + 1) / 2);
        const float2 own0_0 = conj(*(x + row));
        const float2 value0_0 = (own0_0.x == 0 && own0_0.y == 0) ? (float2)(0) : scale(alpha, own0_0);
        const float8 factor0_0
            = (float8)(value0_0.x, value0_0.x, value0_0.x, value0_0.x, value0_0.x, value0_0.x, value0_0.x, value0_0.x);
        const float8 factor0_0_turned = (float8)(-value0_0.y, value0_0.y, -value0_0.y, value0_0.y, -value0_0.y,
            value0_0.y, -value0_0.y, value0_0.y);
        const float2 own1_0 = conj(*(y + row));
        const float2 value1_0 = (own1_0.x == 0 && own1_0.y == 0) ? (float2)(0) : scale(conj(alpha), own1_0);
        const float8 factor1_0
            = (float8)(value1_0.x, value1_0.x, value1_0.x, value1_0.x, value1_0.x, value1_0.x, value1_0.x, value1_0.x);
        const float8 factor1_0_turned = (float8)(-value1_0.y, value1_0.y, -value1_0.y, value1_0.y, -value1_0.y,
            value1_0.y, -value1_0.y, value1_0.y);
        __global float2 *row1 = a + (a_offset + (size_t)(row + 1) * ((size_t)(row + 1) + 1) / 2);
        const float2 own0_1 = conj(*(x + row + 1));
        const float2 value0_1 = (own0_1.x == 0 && own0_1.y == 0) ? (float2)(0) : scale(alpha, own0_1);
        const float8 factor0_1
            = (float8)(value0_1.x, value0_1.x, value0_1.x, value0_1.x, value0_1.x, value0_1.x, value0_1.x, value0_1.x);
        const float8 factor0_1_turned = (float8)(-value0_1.y, value0_1.y, -value0_1.y, value0_1.y, -value0_1.y,
            value0_1.y, -value0_1.y, value0_1.y);
        const float2 own1_1 = conj(*(y + row + 1));
        const float2 value1_1 = (own1_1.x == 0 && own1_1.y == 0) ? (float2)(0) : scale(conj(alpha), own1_1);
        const float8 factor1_1
            = (float8)(value1_1.x, value1_1.x, value1_1.x, value1_1.x, value1_1.x, value1_1.x, value1_1.x, value1_1.x);
        const float8 factor1_1_turned = (float8)(-value1_1.y, value1_1.y, -value1_1.y, value1_1.y, -value1_1.y,
            value1_1.y, -value1_1.y, value1_1.y);
        const int first = 0, last = row + 1 + 1;
        const int inside_first = 0, inside_last = row;
        for (int c = first / 4 * 4; c < last; c += 4) {
          if (c >= inside_first) {
            for (; c + 4 <= inside_last; c += 4) {
              const float8 v0 = vload8(0, (__global const float *)(y + c));
              const float8 v1 = vload8(0, (__global const float *)(x + c));
              float8 a0 = vload8(0, (__global const float *)(row0 + c));
              a0 += v0 * factor0_0;
              a0 += v0.s10325476 * factor0_0_turned;
              a0 += v1 * factor1_0;
              a0 += v1.s10325476 * factor1_0_turned;
              vstore8(a0, 0, (__global float *)(row0 + c));
              float8 a1 = vload8(0, (__global const float *)(row1 + c));
              a1 += v0 * factor0_1;
              a1 += v0.s10325476 * factor0_1_turned;
              a1 += v1 * factor1_1;
              a1 += v1.s10325476 * factor1_1_turned;
              vstore8(a1, 0, (__global float *)(row1 + c));
            }
          }
          for (int e = max(c, first); e < min(c + 4, last); ++e) {
            if (e < row + 1) {
              float2 s = *(row0 + e);
              s += times(value0_0, *(y + e));
              s += times(value1_0, *(x + e));
              if (e == row) s.y = 0;
              *(row0 + e) = s;
            }
            if (e < row + 1 + 1) {
              float2 s = *(row1 + e);
              s += times(value0_1, *(y + e));
              s += times(value1_1, *(x + e));
              if (e == row + 1) s.y = 0;
              *(row1 + e) = s;
            }
          }
        }
      }
      else {
        for (int single = row; single < stop; ++single) {
          __global float2 *row0 = a + (a_offset + (size_t)single * ((size_t)single + 1) / 2);
          const float2 own0_0 = conj(*(x + single));
          const float2 value0_0 = (own0_0.x == 0 && own0_0.y == 0) ? (float2)(0) : scale(alpha, own0_0);
          const float8 factor0_0 = (float8)(value0_0.x, value0_0.x, value0_0.x, value0_0.x, value0_0.x, value0_0.x,
              value0_0.x, value0_0.x);
          const float8 factor0_0_turned = (float8)(-value0_0.y, value0_0.y, -value0_0.y, value0_0.y, -value0_0.y,
              value0_0.y, -value0_0.y, value0_0.y);
          const float2 own1_0 = conj(*(y + single));
          const float2 value1_0 = (own1_0.x == 0 && own1_0.y == 0) ? (float2)(0) : scale(conj(alpha), own1_0);
          const float8 factor1_0 = (float8)(value1_0.x, value1_0.x, value1_0.x, value1_0.x, value1_0.x, value1_0.x,
              value1_0.x, value1_0.x);
          const float8 factor1_0_turned = (float8)(-value1_0.y, value1_0.y, -value1_0.y, value1_0.y, -value1_0.y,
              value1_0.y, -value1_0.y, value1_0.y);
          const int first = 0, last = single + 1;
          const int inside_first = 0, inside_last = single;
          for (int c = first / 4 * 4; c < last; c += 4) {
            if (c >= inside_first) {
              for (; c + 4 <= inside_last; c += 4) {
                const float8 v0 = vload8(0, (__global const float *)(y + c));
                const float8 v1 = vload8(0, (__global const float *)(x + c));
                float8 a0 = vload8(0, (__global const float *)(row0 + c));
                a0 += v0 * factor0_0;
                a0 += v0.s10325476 * factor0_0_turned;
                a0 += v1 * factor1_0;
                a0 += v1.s10325476 * factor1_0_turned;
                vstore8(a0, 0, (__global float *)(row0 + c));
              }
            }
            for (int e = max(c, first); e < min(c + 4, last); ++e) {
              if (e < single + 1) {
                float2 s = *(row0 + e);
                s += times(value0_0, *(y + e));
                s += times(value1_0, *(x + e));
                if (e == single) s.y = 0;
                *(row0 + e) = s;
              }
            }
          }
        }
      }
    }
  }
}
