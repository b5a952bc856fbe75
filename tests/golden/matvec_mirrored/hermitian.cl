// matvec m=500 n=500 complex64 hermitian lower conjugate: items=128 tile=32 ahead=4
float2 times(float2 a, float2 b) {
  return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
float2 scale(float2 a, float2 b) {
  return a.y == 0 ? (float2)(a.x * b.x, a.x * b.y) : times(a, b);
}
float2 conj(float2 a) {
  return (float2)(a.x, -a.y);
}
__kernel __attribute__((reqd_work_group_size(128, 1, 1))) void
matvec_mirrored(
    const int m, const int n,
    __global const float2 *restrict a, const ulong a_offset, const ulong a_row,
    __global const float2 *restrict x, const ulong x_offset, const float2 alpha, const float2 beta,
    __global float2 *restrict y, const ulong y_offset,
    __global float2 *restrict partial,
    volatile __global int *state)
{
  x += x_offset;
  y += y_offset;
  __local float2 along[1056];
  __local float2 down[128];
  __local int before[2];
  const int item = get_local_id(0), side = item % 32, line = item / 32;
  const int count = (n + 31) / 32, half_count = get_num_groups(1);
  const int from_middle = get_group_id(1), along_line = get_group_id(0);
  const bool below = along_line <= half_count + from_middle;
  const int high = below ? half_count + from_middle : half_count - 1 - from_middle;
  const int low = below ? along_line : along_line - half_count - from_middle - 1;
  if (high >= count) return;
  const int first_row = high * 32, first_col = low * 32;
  float2 x0 = (float2)(0), sum0 = (float2)(0);
  if (first_col + side < n) x0 = *(x + first_col + side);
  if (high != low && high * 32 + 32 <= n) {
    #pragma unroll
    for (int s = 0; s < 8; s += 4) {
      const int row0 = first_row + line + 4 * s;
      __global const float2 *stored0 = a + (a_offset + (size_t)row0 * a_row);
      const float2 a0_0 = *(stored0 + first_col + side);
      const int row1 = first_row + line + 4 + 4 * s;
      __global const float2 *stored1 = a + (a_offset + (size_t)row1 * a_row);
      const float2 a1_0 = *(stored1 + first_col + side);
      const int row2 = first_row + line + 8 + 4 * s;
      __global const float2 *stored2 = a + (a_offset + (size_t)row2 * a_row);
      const float2 a2_0 = *(stored2 + first_col + side);
      const int row3 = first_row + line + 12 + 4 * s;
      __global const float2 *stored3 = a + (a_offset + (size_t)row3 * a_row);
      const float2 a3_0 = *(stored3 + first_col + side);
      {
        const float2 factor = *(x + row0);
        float2 total = (float2)(0);
        total += times(conj(a0_0), x0);
        sum0 += times(a0_0, factor);
        along[(line + 4 * (s)) * 33 + side] = total;
      }
      {
        const float2 factor = *(x + row1);
        float2 total = (float2)(0);
        total += times(conj(a1_0), x0);
        sum0 += times(a1_0, factor);
        along[(line + 4 * (s + 1)) * 33 + side] = total;
      }
      {
        const float2 factor = *(x + row2);
        float2 total = (float2)(0);
        total += times(conj(a2_0), x0);
        sum0 += times(a2_0, factor);
        along[(line + 4 * (s + 2)) * 33 + side] = total;
      }
      {
        const float2 factor = *(x + row3);
        float2 total = (float2)(0);
        total += times(conj(a3_0), x0);
        sum0 += times(a3_0, factor);
        along[(line + 4 * (s + 3)) * 33 + side] = total;
      }
    }
  }
  else {
    for (int s = 0; s < 8; ++s) {
      const int row = first_row + line + 4 * s;
      if (row < n) {
        __global const float2 *stored = a + (a_offset + (size_t)row * a_row);
        const bool has0 = first_col + side < n && (first_col + side < row + 1);
        const bool mirrors0 = has0 && first_col + side != row;
        float2 a0 = (float2)(0);
        if (has0) a0 = *(stored + first_col + side);
        if (!mirrors0) a0.y = 0;
        {
          const float2 factor = *(x + row);
          float2 total = (float2)(0);
          if (has0) total += times(conj(a0), x0);
          if (mirrors0) sum0 += times(a0, factor);
          along[(line + 4 * (s)) * 33 + side] = total;
        }
      }
      else {
        along[(line + 4 * (s)) * 33 + side] = (float2)(0);
      }
    }
  }
  down[line * 32 + side] = sum0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (item < 32) {
    float2 of_row = (float2)(0), of_col = (float2)(0);
    #pragma unroll
    for (int t = 0; t < 32; ++t) of_row += along[item * 33 + t];
    #pragma unroll
    for (int t = 0; t < 4; ++t) of_col += down[t * 32 + item];
    if (high == low) {
      partial[((size_t)high * count + low) * 32 + item] = of_row + of_col;
    }
    else {
      partial[((size_t)high * count + low) * 32 + item] = of_row;
      partial[((size_t)low * count + high) * 32 + item] = of_col;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (item == 0) {
    asm volatile("fence.acq_rel.gpu;" : : : "memory");
    before[0] = atomic_inc(state + high);
    before[1] = high == low ? -1 : atomic_inc(state + low);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int which = 0; which < 2; ++which) {
    const int block = which == 0 ? high : low;
    if (before[which] == count - 1) {
      asm volatile("fence.acq_rel.gpu;" : : : "memory");
      const int own = item % 32, sharer = item / 32;
      float2 total = (float2)(0);
      #pragma unroll 8
      for (int other = sharer; other < count; other += 4) {
        total += *(volatile __global const float2 *)&partial[((size_t)block * count + other) * 32 + own];
      }
      down[sharer * 32 + own] = total;
      barrier(CLK_LOCAL_MEM_FENCE);
      if (item < 32 && block * 32 + item < n) {
        total += down[32 + item];
        total += down[64 + item];
        total += down[96 + item];
        const int row = block * 32 + item;
        *(y + row) = scale(alpha, total) + ((beta.x == 0 && beta.y == 0) ? (float2)(0) : scale(beta, *(y + row)));
      }
      if (item == 0) *(state + block) = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
