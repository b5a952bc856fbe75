// matvec m=512 n=512 complex64 general across conjugate strided: items=32 lines=4 lanes=2 rows=2 parts=8
float2 times(float2 a, float2 b) {
  return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
float2 scale(float2 a, float2 b) {
  return a.y == 0 ? (float2)(a.x * b.x, a.x * b.y) : times(a, b);
}
float2 conj(float2 a) {
  return (float2)(a.x, -a.y);
}
__kernel __attribute__((reqd_work_group_size(32, 4, 1))) void
matvec_columns(
    const int m, const int n,
    __global const float2 *restrict a, const ulong a_offset, const ulong a_row,
    __global const float2 *restrict x, const ulong x_offset, const ulong x_inc,
    __global float2 *restrict partial)
{
  x += x_offset;
  const int line = get_local_id(1);
  const int column = (get_group_id(0) * 32 + get_local_id(0)) * 2;
  const int c = min(column, n - 2);
  const int part = get_group_id(1), parts = get_num_groups(1);
  const int share = (m + parts - 1) / parts;
  float4 sum = (float4)(0);
  int row = part * share + line;
  const int stop = min((part + 1) * share, m);
  for (; row + 4 < stop; row += 8) {
    __global const float2 *row0 = a + (a_offset + (size_t)row * a_row);
    const float4 a0 = vload4(0, (__global const float *)(row0 + c));
    __global const float2 *row1 = a + (a_offset + (size_t)(row + 4) * a_row);
    const float4 a1 = vload4(0, (__global const float *)(row1 + c));
    const float2 x0 = *(x + row * (size_t)x_inc);
    const float4 factor0 = (float4)(x0.x, -x0.x, x0.x, -x0.x);
    const float4 factor0_turned = (float4)(x0.y, x0.y, x0.y, x0.y);
    sum += a0 * factor0;
    sum += a0.s1032 * factor0_turned;
    const float2 x1 = *(x + (row + 4) * (size_t)x_inc);
    const float4 factor1 = (float4)(x1.x, -x1.x, x1.x, -x1.x);
    const float4 factor1_turned = (float4)(x1.y, x1.y, x1.y, x1.y);
    sum += a1 * factor1;
    sum += a1.s1032 * factor1_turned;
  }
  for (; row < stop; row += 4) {
    __global const float2 *row0 = a + (a_offset + (size_t)row * a_row);
    const float4 a0 = vload4(0, (__global const float *)(row0 + c));
    const float2 x0 = *(x + row * (size_t)x_inc);
    const float4 factor0 = (float4)(x0.x, -x0.x, x0.x, -x0.x);
    const float4 factor0_turned = (float4)(x0.y, x0.y, x0.y, x0.y);
    sum += a0 * factor0;
    sum += a0.s1032 * factor0_turned;
  }
  __local float4 sums_of[4][32];
  const int item = get_local_id(0);
  sums_of[line][item] = sum;
  for (int half_size = 2; half_size > 0; half_size /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (line < half_size) {
      sums_of[line][item] += sums_of[line + half_size][item];
    }
  }
  sum = sums_of[line][item];
  if (line == 0) {
    if (c >= column) {
      partial[(size_t)part * n + c] = sum.s01;
    }
    if (c + 1 >= column) {
      partial[(size_t)part * n + c + 1] = sum.s23;
    }
  }
}
