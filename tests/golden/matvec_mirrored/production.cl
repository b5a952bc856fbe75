// matvec m=4096 n=4096 float32 symmetric upper: items=256 tile=128 ahead=4
__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void
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
  __local float along[4224];
  __local float down[1024];
  __local int before[2];
  const int item = get_local_id(0), side = item % 32, line = item / 32;
  const int count = (n + 127) / 128, half_count = get_num_groups(1);
  const int from_middle = get_group_id(1), along_line = get_group_id(0);
  const bool below = along_line <= half_count + from_middle;
  const int high = below ? half_count + from_middle : half_count - 1 - from_middle;
  const int low = below ? along_line : along_line - half_count - from_middle - 1;
  if (high >= count) return;
  const int first_row = low * 128, first_col = high * 128;
  float x0 = 0, sum0 = 0;
  if (first_col + side < n) x0 = *(x + first_col + side);
  float x1 = 0, sum1 = 0;
  if (first_col + side + 32 < n) x1 = *(x + first_col + side + 32);
  float x2 = 0, sum2 = 0;
  if (first_col + side + 64 < n) x2 = *(x + first_col + side + 64);
  float x3 = 0, sum3 = 0;
  if (first_col + side + 96 < n) x3 = *(x + first_col + side + 96);
  if (high != low && high * 128 + 128 <= n) {
    #pragma unroll
    for (int s = 0; s < 16; s += 4) {
      const int row0 = first_row + line + 8 * s;
      __global const float *stored0 = a + (a_offset + (size_t)row0 * a_row);
      const float a0_0 = *(stored0 + first_col + side);
      const float a0_1 = *(stored0 + first_col + side + 32);
      const float a0_2 = *(stored0 + first_col + side + 64);
      const float a0_3 = *(stored0 + first_col + side + 96);
      const int row1 = first_row + line + 8 + 8 * s;
      __global const float *stored1 = a + (a_offset + (size_t)row1 * a_row);
      const float a1_0 = *(stored1 + first_col + side);
      const float a1_1 = *(stored1 + first_col + side + 32);
      const float a1_2 = *(stored1 + first_col + side + 64);
      const float a1_3 = *(stored1 + first_col + side + 96);
      const int row2 = first_row + line + 16 + 8 * s;
      __global const float *stored2 = a + (a_offset + (size_t)row2 * a_row);
      const float a2_0 = *(stored2 + first_col + side);
      const float a2_1 = *(stored2 + first_col + side + 32);
      const float a2_2 = *(stored2 + first_col + side + 64);
      const float a2_3 = *(stored2 + first_col + side + 96);
      const int row3 = first_row + line + 24 + 8 * s;
      __global const float *stored3 = a + (a_offset + (size_t)row3 * a_row);
      const float a3_0 = *(stored3 + first_col + side);
      const float a3_1 = *(stored3 + first_col + side + 32);
      const float a3_2 = *(stored3 + first_col + side + 64);
      const float a3_3 = *(stored3 + first_col + side + 96);
      {
        const float factor = *(x + row0);
        float total = 0;
        total += a0_0 * x0;
        sum0 += a0_0 * factor;
        total += a0_1 * x1;
        sum1 += a0_1 * factor;
        total += a0_2 * x2;
        sum2 += a0_2 * factor;
        total += a0_3 * x3;
        sum3 += a0_3 * factor;
        along[(line + 8 * (s)) * 33 + side] = total;
      }
      {
        const float factor = *(x + row1);
        float total = 0;
        total += a1_0 * x0;
        sum0 += a1_0 * factor;
        total += a1_1 * x1;
        sum1 += a1_1 * factor;
        total += a1_2 * x2;
        sum2 += a1_2 * factor;
        total += a1_3 * x3;
        sum3 += a1_3 * factor;
        along[(line + 8 * (s + 1)) * 33 + side] = total;
      }
      {
        const float factor = *(x + row2);
        float total = 0;
        total += a2_0 * x0;
        sum0 += a2_0 * factor;
        total += a2_1 * x1;
        sum1 += a2_1 * factor;
        total += a2_2 * x2;
        sum2 += a2_2 * factor;
        total += a2_3 * x3;
        sum3 += a2_3 * factor;
        along[(line + 8 * (s + 2)) * 33 + side] = total;
      }
      {
        const float factor = *(x + row3);
        float total = 0;
        total += a3_0 * x0;
        sum0 += a3_0 * factor;
        total += a3_1 * x1;
        sum1 += a3_1 * factor;
        total += a3_2 * x2;
        sum2 += a3_2 * factor;
        total += a3_3 * x3;
        sum3 += a3_3 * factor;
        along[(line + 8 * (s + 3)) * 33 + side] = total;
      }
    }
  }
  else {
    for (int s = 0; s < 16; ++s) {
      const int row = first_row + line + 8 * s;
      if (row < n) {
        __global const float *stored = a + (a_offset + (size_t)row * a_row);
        const bool has0 = first_col + side < n && (first_col + side >= row);
        const bool mirrors0 = has0 && first_col + side != row;
        float a0 = 0;
        if (has0) a0 = *(stored + first_col + side);
        const bool has1 = first_col + side + 32 < n && (first_col + side + 32 >= row);
        const bool mirrors1 = has1 && first_col + side + 32 != row;
        float a1 = 0;
        if (has1) a1 = *(stored + first_col + side + 32);
        const bool has2 = first_col + side + 64 < n && (first_col + side + 64 >= row);
        const bool mirrors2 = has2 && first_col + side + 64 != row;
        float a2 = 0;
        if (has2) a2 = *(stored + first_col + side + 64);
        const bool has3 = first_col + side + 96 < n && (first_col + side + 96 >= row);
        const bool mirrors3 = has3 && first_col + side + 96 != row;
        float a3 = 0;
        if (has3) a3 = *(stored + first_col + side + 96);
        {
          const float factor = *(x + row);
          float total = 0;
          if (has0) total += a0 * x0;
          if (mirrors0) sum0 += a0 * factor;
          if (has1) total += a1 * x1;
          if (mirrors1) sum1 += a1 * factor;
          if (has2) total += a2 * x2;
          if (mirrors2) sum2 += a2 * factor;
          if (has3) total += a3 * x3;
          if (mirrors3) sum3 += a3 * factor;
          along[(line + 8 * (s)) * 33 + side] = total;
        }
      }
      else {
        along[(line + 8 * (s)) * 33 + side] = 0;
      }
    }
  }
  down[line * 128 + side] = sum0;
  down[line * 128 + side + 32] = sum1;
  down[line * 128 + side + 64] = sum2;
  down[line * 128 + side + 96] = sum3;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (item < 128) {
    float of_row = 0, of_col = 0;
    #pragma unroll
    for (int t = 0; t < 32; ++t) of_row += along[item * 33 + t];
    #pragma unroll
    for (int t = 0; t < 8; ++t) of_col += down[t * 128 + item];
    if (high == low) {
      partial[((size_t)high * count + low) * 128 + item] = of_row + of_col;
    }
    else {
      partial[((size_t)low * count + high) * 128 + item] = of_row;
      partial[((size_t)high * count + low) * 128 + item] = of_col;
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
      const int own = item % 128, sharer = item / 128;
      float total = 0;
      #pragma unroll 8
      for (int other = sharer; other < count; other += 2) {
        total += *(volatile __global const float *)&partial[((size_t)block * count + other) * 128 + own];
      }
      down[sharer * 128 + own] = total;
      barrier(CLK_LOCAL_MEM_FENCE);
      if (item < 128 && block * 128 + item < n) {
        total += down[128 + item];
        const int row = block * 128 + item;
        *(y + row) = alpha * total + (beta == 0 ? 0 : beta * *(y + row));
      }
      if (item == 0) *(state + block) = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
