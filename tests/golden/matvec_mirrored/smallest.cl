// matvec m=64 n=64 float32 symmetric lower: items=64 tile=32 ahead=1
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void
matvec_mirrored(
    const int m, const int n,
    __global const float *restrict a, const ulong a_offset, const ulong a_row,
    __global const float *restrict x, const ulong x_offset, const float alpha, const float beta,
    __global float *restrict y, const ulong y_offset,
    __global float *restrict partial,
    volatile __global int *state)
{
  x += x_offset;
  y += y_offset;
  __local float along[1056];
  __local float down[64];
  __local int before[2];
  const int item = get_local_id(0), side = item % 32, line = item / 32;
  const int count = (n + 31) / 32, half_count = get_num_groups(1);
  const int from_middle = get_group_id(1), along_line = get_group_id(0);
  const bool below = along_line <= half_count + from_middle;
  const int high = below ? half_count + from_middle : half_count - 1 - from_middle;
  const int low = below ? along_line : along_line - half_count - from_middle - 1;
  if (high >= count) return;
  const int first_row = high * 32, first_col = low * 32;
  float x0 = 0, sum0 = 0;
  if (first_col + side < n) x0 = *(x + first_col + side);
  if (high != low && high * 32 + 32 <= n) {
    #pragma unroll
    for (int s = 0; s < 16; ++s) {
      const int row0 = first_row + line + 2 * s;
      __global const float *stored0 = a + (a_offset + (size_t)row0 * a_row);
      const float a0_0 = *(stored0 + first_col + side);
      {
        const float factor = *(x + row0);
        float total = 0;
        total += a0_0 * x0;
        sum0 += a0_0 * factor;
        along[(line + 2 * (s)) * 33 + side] = total;
      }
    }
  }
  else {
    for (int s = 0; s < 16; ++s) {
      const int row = first_row + line + 2 * s;
      if (row < n) {
        __global const float *stored = a + (a_offset + (size_t)row * a_row);
        const bool has0 = first_col + side < n && (first_col + side < row + 1);
        const bool mirrors0 = has0 && first_col + side != row;
        float a0 = 0;
        if (has0) a0 = *(stored + first_col + side);
        {
          const float factor = *(x + row);
          float total = 0;
          if (has0) total += a0 * x0;
          if (mirrors0) sum0 += a0 * factor;
          along[(line + 2 * (s)) * 33 + side] = total;
        }
      }
      else {
        along[(line + 2 * (s)) * 33 + side] = 0;
      }
    }
  }
  down[line * 32 + side] = sum0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (item < 32) {
    float of_row = 0, of_col = 0;
    #pragma unroll
    for (int t = 0; t < 32; ++t) of_row += along[item * 33 + t];
    #pragma unroll
    for (int t = 0; t < 2; ++t) of_col += down[t * 32 + item];
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
      float total = 0;
      #pragma unroll 8
      for (int other = sharer; other < count; other += 2) {
        total += *(volatile __global const float *)&partial[((size_t)block * count + other) * 32 + own];
      }
      down[sharer * 32 + own] = total;
      barrier(CLK_LOCAL_MEM_FENCE);
      if (item < 32 && block * 32 + item < n) {
        total += down[32 + item];
        const int row = block * 32 + item;
        *(y + row) = alpha * total + (beta == 0 ? 0 : beta * *(y + row));
      }
      if (item == 0) *(state + block) = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
