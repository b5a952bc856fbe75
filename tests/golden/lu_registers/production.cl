// factorization m=1000 n=8 rhs=0 float64 lu factor a=row: items=512 rows=2 cluster=1 sub_groups=True
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel __attribute__((reqd_work_group_size(512, 1, 1))) void
lu_registers(
    const int m, const int n, const int first,
    __global double *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global uint *restrict pivots, const ulong pivots_offset,
    __global uint *restrict info, const ulong info_offset)
{
  __local uint highs[32], lows[32], pivot_rows[32];
  __local double lines[20] __attribute__((aligned(16)));
  const int item = get_local_id(0);
  const int rank = 0;
  const int lane = item % 32;
  __local double stage[2560] __attribute__((aligned(16)));
  pivots += pivots_offset + first;
  info += info_offset;
  int failed = 0;
  const int row0 = item;
  int position0 = row0;
  bool active0 = row0 < m;
  double x0_0 = 0, x0_1 = 0, x0_2 = 0, x0_3 = 0, x0_4 = 0, x0_5 = 0, x0_6 = 0, x0_7 = 0;
  for (int line = lane / 4; line < 32; line += 8) {
    if (row0 - lane + line < m)
        stage[(item - lane + line) * 5 + lane % 4]
            = a[a_offset + (size_t)(row0 - lane + line) * a_row + (size_t)(lane % 4)];
  }
  asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
  if (active0) { x0_0 = stage[item * 5]; }
  if (active0) { x0_1 = stage[item * 5 + 1]; }
  if (active0) { x0_2 = stage[item * 5 + 2]; }
  if (active0) { x0_3 = stage[item * 5 + 3]; }
  asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
  for (int line = lane / 4; line < 32; line += 8) {
    if (row0 - lane + line < m)
        stage[(item - lane + line) * 5 + lane % 4]
            = a[a_offset + (size_t)(row0 - lane + line) * a_row + (size_t)(lane % 4 + 4)];
  }
  asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
  if (active0) { x0_4 = stage[item * 5]; }
  if (active0) { x0_5 = stage[item * 5 + 1]; }
  if (active0) { x0_6 = stage[item * 5 + 2]; }
  if (active0) { x0_7 = stage[item * 5 + 3]; }
  asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
  const int row1 = item + 512;
  int position1 = row1;
  bool active1 = row1 < m;
  double x1_0 = 0, x1_1 = 0, x1_2 = 0, x1_3 = 0, x1_4 = 0, x1_5 = 0, x1_6 = 0, x1_7 = 0;
  for (int line = lane / 4; line < 32; line += 8) {
    if (row1 - lane + line < m)
        stage[(item - lane + line) * 5 + lane % 4]
            = a[a_offset + (size_t)(row1 - lane + line) * a_row + (size_t)(lane % 4)];
  }
  asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
  if (active1) { x1_0 = stage[item * 5]; }
  if (active1) { x1_1 = stage[item * 5 + 1]; }
  if (active1) { x1_2 = stage[item * 5 + 2]; }
  if (active1) { x1_3 = stage[item * 5 + 3]; }
  asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
  for (int line = lane / 4; line < 32; line += 8) {
    if (row1 - lane + line < m)
        stage[(item - lane + line) * 5 + lane % 4]
            = a[a_offset + (size_t)(row1 - lane + line) * a_row + (size_t)(lane % 4 + 4)];
  }
  asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
  if (active1) { x1_4 = stage[item * 5]; }
  if (active1) { x1_5 = stage[item * 5 + 1]; }
  if (active1) { x1_6 = stage[item * 5 + 2]; }
  if (active1) { x1_7 = stage[item * 5 + 3]; }
  asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  uint high, low, pivot_row;
  high = 0; low = 0; pivot_row = 0x7fffffffu;
  if (active0) {
    const double size = fabs(x0_0);
    const ulong bits = as_ulong(size);
    uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
    if (isnan(size)) { high_of = position0 == 0 ? 0xffffffffu : 0; low_of = 0; }
    if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)position0 < pivot_row)))) {
      high = high_of; low = low_of; pivot_row = (uint)position0;
    }
  }
  if (active1) {
    const double size = fabs(x1_0);
    const ulong bits = as_ulong(size);
    uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
    if (isnan(size)) { high_of = position1 == 0 ? 0xffffffffu : 0; low_of = 0; }
    if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)position1 < pivot_row)))) {
      high = high_of; low = low_of; pivot_row = (uint)position1;
    }
  }
  {
    uint most, next = 0, least;
    asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
    const uint second = high == most ? low : 0;
    asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(next) : "r"(second));
    const uint third = high == most && low == next ? pivot_row : 0x7fffffffu;
    asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
    high = most; low = next; pivot_row = least;
  }
  #pragma unroll 1
  for (int start = 0; start < 8; start += 8) {
    {
      if (lane == 0) { highs[item / 32] = high; lows[item / 32] = low; pivot_rows[item / 32] = pivot_row; }
      barrier(CLK_LOCAL_MEM_FENCE);
      high = lane < 16 ? highs[lane] : 0; low = lane < 16 ? lows[lane] : 0;
      pivot_row = lane < 16 ? pivot_rows[lane] : 0x7fffffffu;
      {
        uint most, next = 0, least;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
        const uint second = high == most ? low : 0;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(next) : "r"(second));
        const uint third = high == most && low == next ? pivot_row : 0x7fffffffu;
        asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
        high = most; low = next; pivot_row = least;
      }
      if (active0 && position0 == (int)pivot_row) {
        lines[2] = x0_0;
        lines[3] = x0_1;
        lines[4] = x0_2;
        lines[5] = x0_3;
        lines[6] = x0_4;
        lines[7] = x0_5;
        lines[8] = x0_6;
        lines[9] = x0_7;
      }
      if (active1 && position1 == (int)pivot_row) {
        lines[2] = x1_0;
        lines[3] = x1_1;
        lines[4] = x1_2;
        lines[5] = x1_3;
        lines[6] = x1_4;
        lines[7] = x1_5;
        lines[8] = x1_6;
        lines[9] = x1_7;
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      const __local double *line = lines + 2;
      const double pivot0 = line[0];
      const bool zero = pivot0 == 0;
      if (zero && !failed) failed = first + start + 1;
      if (item == 0 && rank == 0) pivots[start] = first + (int)pivot_row;
      const double divisor = zero ? 1 : pivot0;
      const double inverse = 1 / divisor;
      const bool normal = isnormal(inverse);
      if (active0) {
        if (position0 == (int)pivot_row) { position0 = start; active0 = false; }
        else if (position0 == start) position0 = (int)pivot_row;
      }
      if (active1) {
        if (position1 == (int)pivot_row) { position1 = start; active1 = false; }
        else if (position1 == start) position1 = (int)pivot_row;
      }
      if (active0) {
        x0_0 = normal ? x0_0 * inverse : x0_0 / divisor;
        x0_1 -= x0_0 * line[1];
      }
      if (active1) {
        x1_0 = normal ? x1_0 * inverse : x1_0 / divisor;
        x1_1 -= x1_0 * line[1];
      }
      high = 0; low = 0; pivot_row = 0x7fffffffu;
      if (active0) {
        const double size = fabs(x0_1);
        const ulong bits = as_ulong(size);
        uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
        if (isnan(size)) { high_of = position0 == start + 1 ? 0xffffffffu : 0; low_of = 0; }
        if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)position0 < pivot_row)))) {
          high = high_of; low = low_of; pivot_row = (uint)position0;
        }
      }
      if (active1) {
        const double size = fabs(x1_1);
        const ulong bits = as_ulong(size);
        uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
        if (isnan(size)) { high_of = position1 == start + 1 ? 0xffffffffu : 0; low_of = 0; }
        if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)position1 < pivot_row)))) {
          high = high_of; low = low_of; pivot_row = (uint)position1;
        }
      }
      {
        uint most, next = 0, least;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
        const uint second = high == most ? low : 0;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(next) : "r"(second));
        const uint third = high == most && low == next ? pivot_row : 0x7fffffffu;
        asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
        high = most; low = next; pivot_row = least;
      }
      if (active0) {
        x0_2 -= x0_0 * line[2];
        x0_3 -= x0_0 * line[3];
        x0_4 -= x0_0 * line[4];
        x0_5 -= x0_0 * line[5];
        x0_6 -= x0_0 * line[6];
        x0_7 -= x0_0 * line[7];
      }
      if (active1) {
        x1_2 -= x1_0 * line[2];
        x1_3 -= x1_0 * line[3];
        x1_4 -= x1_0 * line[4];
        x1_5 -= x1_0 * line[5];
        x1_6 -= x1_0 * line[6];
        x1_7 -= x1_0 * line[7];
      }
    }
    {
      if (lane == 0)
          { highs[item / 32 + 16] = high; lows[item / 32 + 16] = low; pivot_rows[item / 32 + 16] = pivot_row; }
      barrier(CLK_LOCAL_MEM_FENCE);
      high = lane < 16 ? highs[lane + 16] : 0; low = lane < 16 ? lows[lane + 16] : 0;
      pivot_row = lane < 16 ? pivot_rows[lane + 16] : 0x7fffffffu;
      {
        uint most, next = 0, least;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
        const uint second = high == most ? low : 0;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(next) : "r"(second));
        const uint third = high == most && low == next ? pivot_row : 0x7fffffffu;
        asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
        high = most; low = next; pivot_row = least;
      }
      if (active0 && position0 == (int)pivot_row) {
        lines[13] = x0_1;
        lines[14] = x0_2;
        lines[15] = x0_3;
        lines[16] = x0_4;
        lines[17] = x0_5;
        lines[18] = x0_6;
        lines[19] = x0_7;
      }
      if (active1 && position1 == (int)pivot_row) {
        lines[13] = x1_1;
        lines[14] = x1_2;
        lines[15] = x1_3;
        lines[16] = x1_4;
        lines[17] = x1_5;
        lines[18] = x1_6;
        lines[19] = x1_7;
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      const __local double *line = lines + 12;
      const double pivot0 = line[1];
      const bool zero = pivot0 == 0;
      if (zero && !failed) failed = first + start + 2;
      if (item == 0 && rank == 0) pivots[start + 1] = first + (int)pivot_row;
      const double divisor = zero ? 1 : pivot0;
      const double inverse = 1 / divisor;
      const bool normal = isnormal(inverse);
      if (active0) {
        if (position0 == (int)pivot_row) { position0 = start + 1; active0 = false; }
        else if (position0 == start + 1) position0 = (int)pivot_row;
      }
      if (active1) {
        if (position1 == (int)pivot_row) { position1 = start + 1; active1 = false; }
        else if (position1 == start + 1) position1 = (int)pivot_row;
      }
      if (active0) {
        x0_1 = normal ? x0_1 * inverse : x0_1 / divisor;
        x0_2 -= x0_1 * line[2];
      }
      if (active1) {
        x1_1 = normal ? x1_1 * inverse : x1_1 / divisor;
        x1_2 -= x1_1 * line[2];
      }
      high = 0; low = 0; pivot_row = 0x7fffffffu;
      if (active0) {
        const double size = fabs(x0_2);
        const ulong bits = as_ulong(size);
        uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
        if (isnan(size)) { high_of = position0 == start + 2 ? 0xffffffffu : 0; low_of = 0; }
        if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)position0 < pivot_row)))) {
          high = high_of; low = low_of; pivot_row = (uint)position0;
        }
      }
      if (active1) {
        const double size = fabs(x1_2);
        const ulong bits = as_ulong(size);
        uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
        if (isnan(size)) { high_of = position1 == start + 2 ? 0xffffffffu : 0; low_of = 0; }
        if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)position1 < pivot_row)))) {
          high = high_of; low = low_of; pivot_row = (uint)position1;
        }
      }
      {
        uint most, next = 0, least;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
        const uint second = high == most ? low : 0;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(next) : "r"(second));
        const uint third = high == most && low == next ? pivot_row : 0x7fffffffu;
        asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
        high = most; low = next; pivot_row = least;
      }
      if (active0) {
        x0_3 -= x0_1 * line[3];
        x0_4 -= x0_1 * line[4];
        x0_5 -= x0_1 * line[5];
        x0_6 -= x0_1 * line[6];
        x0_7 -= x0_1 * line[7];
      }
      if (active1) {
        x1_3 -= x1_1 * line[3];
        x1_4 -= x1_1 * line[4];
        x1_5 -= x1_1 * line[5];
        x1_6 -= x1_1 * line[6];
        x1_7 -= x1_1 * line[7];
      }
    }
    {
      if (lane == 0) { highs[item / 32] = high; lows[item / 32] = low; pivot_rows[item / 32] = pivot_row; }
      barrier(CLK_LOCAL_MEM_FENCE);
      high = lane < 16 ? highs[lane] : 0; low = lane < 16 ? lows[lane] : 0;
      pivot_row = lane < 16 ? pivot_rows[lane] : 0x7fffffffu;
      {
        uint most, next = 0, least;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
        const uint second = high == most ? low : 0;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(next) : "r"(second));
        const uint third = high == most && low == next ? pivot_row : 0x7fffffffu;
        asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
        high = most; low = next; pivot_row = least;
      }
      if (active0 && position0 == (int)pivot_row) {
        lines[4] = x0_2;
        lines[5] = x0_3;
        lines[6] = x0_4;
        lines[7] = x0_5;
        lines[8] = x0_6;
        lines[9] = x0_7;
      }
      if (active1 && position1 == (int)pivot_row) {
        lines[4] = x1_2;
        lines[5] = x1_3;
        lines[6] = x1_4;
        lines[7] = x1_5;
        lines[8] = x1_6;
        lines[9] = x1_7;
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      const __local double *line = lines + 2;
      const double pivot0 = line[2];
      const bool zero = pivot0 == 0;
      if (zero && !failed) failed = first + start + 3;
      if (item == 0 && rank == 0) pivots[start + 2] = first + (int)pivot_row;
      const double divisor = zero ? 1 : pivot0;
      const double inverse = 1 / divisor;
      const bool normal = isnormal(inverse);
      if (active0) {
        if (position0 == (int)pivot_row) { position0 = start + 2; active0 = false; }
        else if (position0 == start + 2) position0 = (int)pivot_row;
      }
      if (active1) {
        if (position1 == (int)pivot_row) { position1 = start + 2; active1 = false; }
        else if (position1 == start + 2) position1 = (int)pivot_row;
      }
      if (active0) {
        x0_2 = normal ? x0_2 * inverse : x0_2 / divisor;
        x0_3 -= x0_2 * line[3];
      }
      if (active1) {
        x1_2 = normal ? x1_2 * inverse : x1_2 / divisor;
        x1_3 -= x1_2 * line[3];
      }
      high = 0; low = 0; pivot_row = 0x7fffffffu;
      if (active0) {
        const double size = fabs(x0_3);
        const ulong bits = as_ulong(size);
        uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
        if (isnan(size)) { high_of = position0 == start + 3 ? 0xffffffffu : 0; low_of = 0; }
        if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)position0 < pivot_row)))) {
          high = high_of; low = low_of; pivot_row = (uint)position0;
        }
      }
      if (active1) {
        const double size = fabs(x1_3);
        const ulong bits = as_ulong(size);
        uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
        if (isnan(size)) { high_of = position1 == start + 3 ? 0xffffffffu : 0; low_of = 0; }
        if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)position1 < pivot_row)))) {
          high = high_of; low = low_of; pivot_row = (uint)position1;
        }
      }
      {
        uint most, next = 0, least;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
        const uint second = high == most ? low : 0;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(next) : "r"(second));
        const uint third = high == most && low == next ? pivot_row : 0x7fffffffu;
        asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
        high = most; low = next; pivot_row = least;
      }
      if (active0) {
        x0_4 -= x0_2 * line[4];
        x0_5 -= x0_2 * line[5];
        x0_6 -= x0_2 * line[6];
        x0_7 -= x0_2 * line[7];
      }
      if (active1) {
        x1_4 -= x1_2 * line[4];
        x1_5 -= x1_2 * line[5];
        x1_6 -= x1_2 * line[6];
        x1_7 -= x1_2 * line[7];
      }
    }
    {
      if (lane == 0)
          { highs[item / 32 + 16] = high; lows[item / 32 + 16] = low; pivot_rows[item / 32 + 16] = pivot_row; }
      barrier(CLK_LOCAL_MEM_FENCE);
      high = lane < 16 ? highs[lane + 16] : 0; low = lane < 16 ? lows[lane + 16] : 0;
      pivot_row = lane < 16 ? pivot_rows[lane + 16] : 0x7fffffffu;
      {
        uint most, next = 0, least;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
        const uint second = high == most ? low : 0;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(next) : "r"(second));
        const uint third = high == most && low == next ? pivot_row : 0x7fffffffu;
        asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
        high = most; low = next; pivot_row = least;
      }
      if (active0 && position0 == (int)pivot_row) {
        lines[15] = x0_3;
        lines[16] = x0_4;
        lines[17] = x0_5;
        lines[18] = x0_6;
        lines[19] = x0_7;
      }
      if (active1 && position1 == (int)pivot_row) {
        lines[15] = x1_3;
        lines[16] = x1_4;
        lines[17] = x1_5;
        lines[18] = x1_6;
        lines[19] = x1_7;
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      const __local double *line = lines + 12;
      const double pivot0 = line[3];
      const bool zero = pivot0 == 0;
      if (zero && !failed) failed = first + start + 4;
      if (item == 0 && rank == 0) pivots[start + 3] = first + (int)pivot_row;
      const double divisor = zero ? 1 : pivot0;
      const double inverse = 1 / divisor;
      const bool normal = isnormal(inverse);
      if (active0) {
        if (position0 == (int)pivot_row) { position0 = start + 3; active0 = false; }
        else if (position0 == start + 3) position0 = (int)pivot_row;
      }
      if (active1) {
        if (position1 == (int)pivot_row) { position1 = start + 3; active1 = false; }
        else if (position1 == start + 3) position1 = (int)pivot_row;
      }
      if (active0) {
        x0_3 = normal ? x0_3 * inverse : x0_3 / divisor;
        x0_4 -= x0_3 * line[4];
      }
      if (active1) {
        x1_3 = normal ? x1_3 * inverse : x1_3 / divisor;
        x1_4 -= x1_3 * line[4];
      }
      high = 0; low = 0; pivot_row = 0x7fffffffu;
      if (active0) {
        const double size = fabs(x0_4);
        const ulong bits = as_ulong(size);
        uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
        if (isnan(size)) { high_of = position0 == start + 4 ? 0xffffffffu : 0; low_of = 0; }
        if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)position0 < pivot_row)))) {
          high = high_of; low = low_of; pivot_row = (uint)position0;
        }
      }
      if (active1) {
        const double size = fabs(x1_4);
        const ulong bits = as_ulong(size);
        uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
        if (isnan(size)) { high_of = position1 == start + 4 ? 0xffffffffu : 0; low_of = 0; }
        if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)position1 < pivot_row)))) {
          high = high_of; low = low_of; pivot_row = (uint)position1;
        }
      }
      {
        uint most, next = 0, least;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
        const uint second = high == most ? low : 0;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(next) : "r"(second));
        const uint third = high == most && low == next ? pivot_row : 0x7fffffffu;
        asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
        high = most; low = next; pivot_row = least;
      }
      if (active0) {
        x0_5 -= x0_3 * line[5];
        x0_6 -= x0_3 * line[6];
        x0_7 -= x0_3 * line[7];
      }
      if (active1) {
        x1_5 -= x1_3 * line[5];
        x1_6 -= x1_3 * line[6];
        x1_7 -= x1_3 * line[7];
      }
    }
    {
      if (lane == 0) { highs[item / 32] = high; lows[item / 32] = low; pivot_rows[item / 32] = pivot_row; }
      barrier(CLK_LOCAL_MEM_FENCE);
      high = lane < 16 ? highs[lane] : 0; low = lane < 16 ? lows[lane] : 0;
      pivot_row = lane < 16 ? pivot_rows[lane] : 0x7fffffffu;
      {
        uint most, next = 0, least;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
        const uint second = high == most ? low : 0;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(next) : "r"(second));
        const uint third = high == most && low == next ? pivot_row : 0x7fffffffu;
        asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
        high = most; low = next; pivot_row = least;
      }
      if (active0 && position0 == (int)pivot_row) {
        lines[6] = x0_4;
        lines[7] = x0_5;
        lines[8] = x0_6;
        lines[9] = x0_7;
      }
      if (active1 && position1 == (int)pivot_row) {
        lines[6] = x1_4;
        lines[7] = x1_5;
        lines[8] = x1_6;
        lines[9] = x1_7;
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      const __local double *line = lines + 2;
      const double pivot0 = line[4];
      const bool zero = pivot0 == 0;
      if (zero && !failed) failed = first + start + 5;
      if (item == 0 && rank == 0) pivots[start + 4] = first + (int)pivot_row;
      const double divisor = zero ? 1 : pivot0;
      const double inverse = 1 / divisor;
      const bool normal = isnormal(inverse);
      if (active0) {
        if (position0 == (int)pivot_row) { position0 = start + 4; active0 = false; }
        else if (position0 == start + 4) position0 = (int)pivot_row;
      }
      if (active1) {
        if (position1 == (int)pivot_row) { position1 = start + 4; active1 = false; }
        else if (position1 == start + 4) position1 = (int)pivot_row;
      }
      if (active0) {
        x0_4 = normal ? x0_4 * inverse : x0_4 / divisor;
        x0_5 -= x0_4 * line[5];
      }
      if (active1) {
        x1_4 = normal ? x1_4 * inverse : x1_4 / divisor;
        x1_5 -= x1_4 * line[5];
      }
      high = 0; low = 0; pivot_row = 0x7fffffffu;
      if (active0) {
        const double size = fabs(x0_5);
        const ulong bits = as_ulong(size);
        uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
        if (isnan(size)) { high_of = position0 == start + 5 ? 0xffffffffu : 0; low_of = 0; }
        if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)position0 < pivot_row)))) {
          high = high_of; low = low_of; pivot_row = (uint)position0;
        }
      }
      if (active1) {
        const double size = fabs(x1_5);
        const ulong bits = as_ulong(size);
        uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
        if (isnan(size)) { high_of = position1 == start + 5 ? 0xffffffffu : 0; low_of = 0; }
        if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)position1 < pivot_row)))) {
          high = high_of; low = low_of; pivot_row = (uint)position1;
        }
      }
      {
        uint most, next = 0, least;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
        const uint second = high == most ? low : 0;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(next) : "r"(second));
        const uint third = high == most && low == next ? pivot_row : 0x7fffffffu;
        asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
        high = most; low = next; pivot_row = least;
      }
      if (active0) {
        x0_6 -= x0_4 * line[6];
        x0_7 -= x0_4 * line[7];
      }
      if (active1) {
        x1_6 -= x1_4 * line[6];
        x1_7 -= x1_4 * line[7];
      }
    }
    {
      if (lane == 0)
          { highs[item / 32 + 16] = high; lows[item / 32 + 16] = low; pivot_rows[item / 32 + 16] = pivot_row; }
      barrier(CLK_LOCAL_MEM_FENCE);
      high = lane < 16 ? highs[lane + 16] : 0; low = lane < 16 ? lows[lane + 16] : 0;
      pivot_row = lane < 16 ? pivot_rows[lane + 16] : 0x7fffffffu;
      {
        uint most, next = 0, least;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
        const uint second = high == most ? low : 0;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(next) : "r"(second));
        const uint third = high == most && low == next ? pivot_row : 0x7fffffffu;
        asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
        high = most; low = next; pivot_row = least;
      }
      if (active0 && position0 == (int)pivot_row) {
        lines[17] = x0_5;
        lines[18] = x0_6;
        lines[19] = x0_7;
      }
      if (active1 && position1 == (int)pivot_row) {
        lines[17] = x1_5;
        lines[18] = x1_6;
        lines[19] = x1_7;
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      const __local double *line = lines + 12;
      const double pivot0 = line[5];
      const bool zero = pivot0 == 0;
      if (zero && !failed) failed = first + start + 6;
      if (item == 0 && rank == 0) pivots[start + 5] = first + (int)pivot_row;
      const double divisor = zero ? 1 : pivot0;
      const double inverse = 1 / divisor;
      const bool normal = isnormal(inverse);
      if (active0) {
        if (position0 == (int)pivot_row) { position0 = start + 5; active0 = false; }
        else if (position0 == start + 5) position0 = (int)pivot_row;
      }
      if (active1) {
        if (position1 == (int)pivot_row) { position1 = start + 5; active1 = false; }
        else if (position1 == start + 5) position1 = (int)pivot_row;
      }
      if (active0) {
        x0_5 = normal ? x0_5 * inverse : x0_5 / divisor;
        x0_6 -= x0_5 * line[6];
      }
      if (active1) {
        x1_5 = normal ? x1_5 * inverse : x1_5 / divisor;
        x1_6 -= x1_5 * line[6];
      }
      high = 0; low = 0; pivot_row = 0x7fffffffu;
      if (active0) {
        const double size = fabs(x0_6);
        const ulong bits = as_ulong(size);
        uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
        if (isnan(size)) { high_of = position0 == start + 6 ? 0xffffffffu : 0; low_of = 0; }
        if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)position0 < pivot_row)))) {
          high = high_of; low = low_of; pivot_row = (uint)position0;
        }
      }
      if (active1) {
        const double size = fabs(x1_6);
        const ulong bits = as_ulong(size);
        uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
        if (isnan(size)) { high_of = position1 == start + 6 ? 0xffffffffu : 0; low_of = 0; }
        if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)position1 < pivot_row)))) {
          high = high_of; low = low_of; pivot_row = (uint)position1;
        }
      }
      {
        uint most, next = 0, least;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
        const uint second = high == most ? low : 0;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(next) : "r"(second));
        const uint third = high == most && low == next ? pivot_row : 0x7fffffffu;
        asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
        high = most; low = next; pivot_row = least;
      }
      if (active0) {
        x0_7 -= x0_5 * line[7];
      }
      if (active1) {
        x1_7 -= x1_5 * line[7];
      }
    }
    {
      if (lane == 0) { highs[item / 32] = high; lows[item / 32] = low; pivot_rows[item / 32] = pivot_row; }
      barrier(CLK_LOCAL_MEM_FENCE);
      high = lane < 16 ? highs[lane] : 0; low = lane < 16 ? lows[lane] : 0;
      pivot_row = lane < 16 ? pivot_rows[lane] : 0x7fffffffu;
      {
        uint most, next = 0, least;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
        const uint second = high == most ? low : 0;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(next) : "r"(second));
        const uint third = high == most && low == next ? pivot_row : 0x7fffffffu;
        asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
        high = most; low = next; pivot_row = least;
      }
      if (active0 && position0 == (int)pivot_row) {
        lines[8] = x0_6;
        lines[9] = x0_7;
      }
      if (active1 && position1 == (int)pivot_row) {
        lines[8] = x1_6;
        lines[9] = x1_7;
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      const __local double *line = lines + 2;
      const double pivot0 = line[6];
      const bool zero = pivot0 == 0;
      if (zero && !failed) failed = first + start + 7;
      if (item == 0 && rank == 0) pivots[start + 6] = first + (int)pivot_row;
      const double divisor = zero ? 1 : pivot0;
      const double inverse = 1 / divisor;
      const bool normal = isnormal(inverse);
      if (active0) {
        if (position0 == (int)pivot_row) { position0 = start + 6; active0 = false; }
        else if (position0 == start + 6) position0 = (int)pivot_row;
      }
      if (active1) {
        if (position1 == (int)pivot_row) { position1 = start + 6; active1 = false; }
        else if (position1 == start + 6) position1 = (int)pivot_row;
      }
      if (active0) {
        x0_6 = normal ? x0_6 * inverse : x0_6 / divisor;
        x0_7 -= x0_6 * line[7];
      }
      if (active1) {
        x1_6 = normal ? x1_6 * inverse : x1_6 / divisor;
        x1_7 -= x1_6 * line[7];
      }
      high = 0; low = 0; pivot_row = 0x7fffffffu;
      if (active0) {
        const double size = fabs(x0_7);
        const ulong bits = as_ulong(size);
        uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
        if (isnan(size)) { high_of = position0 == start + 7 ? 0xffffffffu : 0; low_of = 0; }
        if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)position0 < pivot_row)))) {
          high = high_of; low = low_of; pivot_row = (uint)position0;
        }
      }
      if (active1) {
        const double size = fabs(x1_7);
        const ulong bits = as_ulong(size);
        uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
        if (isnan(size)) { high_of = position1 == start + 7 ? 0xffffffffu : 0; low_of = 0; }
        if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)position1 < pivot_row)))) {
          high = high_of; low = low_of; pivot_row = (uint)position1;
        }
      }
      {
        uint most, next = 0, least;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
        const uint second = high == most ? low : 0;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(next) : "r"(second));
        const uint third = high == most && low == next ? pivot_row : 0x7fffffffu;
        asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
        high = most; low = next; pivot_row = least;
      }
      if (active0) {
      }
      if (active1) {
      }
    }
    {
      if (lane == 0)
          { highs[item / 32 + 16] = high; lows[item / 32 + 16] = low; pivot_rows[item / 32 + 16] = pivot_row; }
      barrier(CLK_LOCAL_MEM_FENCE);
      high = lane < 16 ? highs[lane + 16] : 0; low = lane < 16 ? lows[lane + 16] : 0;
      pivot_row = lane < 16 ? pivot_rows[lane + 16] : 0x7fffffffu;
      {
        uint most, next = 0, least;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
        const uint second = high == most ? low : 0;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(next) : "r"(second));
        const uint third = high == most && low == next ? pivot_row : 0x7fffffffu;
        asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
        high = most; low = next; pivot_row = least;
      }
      if (active0 && position0 == (int)pivot_row) {
        lines[19] = x0_7;
      }
      if (active1 && position1 == (int)pivot_row) {
        lines[19] = x1_7;
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      const __local double *line = lines + 12;
      const double pivot0 = line[7];
      const bool zero = pivot0 == 0;
      if (zero && !failed) failed = first + start + 8;
      if (item == 0 && rank == 0) pivots[start + 7] = first + (int)pivot_row;
      const double divisor = zero ? 1 : pivot0;
      const double inverse = 1 / divisor;
      const bool normal = isnormal(inverse);
      if (active0) {
        if (position0 == (int)pivot_row) { position0 = start + 7; active0 = false; }
        else if (position0 == start + 7) position0 = (int)pivot_row;
      }
      if (active1) {
        if (position1 == (int)pivot_row) { position1 = start + 7; active1 = false; }
        else if (position1 == start + 7) position1 = (int)pivot_row;
      }
      if (active0) {
        x0_7 = normal ? x0_7 * inverse : x0_7 / divisor;
      }
      if (active1) {
        x1_7 = normal ? x1_7 * inverse : x1_7 / divisor;
      }
      if (active0) {
      }
      if (active1) {
      }
    }
  }
  stage[item * 5] = x0_0;
  stage[item * 5 + 1] = x0_1;
  stage[item * 5 + 2] = x0_2;
  stage[item * 5 + 3] = x0_3;
  asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
  for (int first = 0; first < 32; first += 8) {
    const int line = first + lane / 4;
    int to;
    asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=r"(to) : "r"(position0), "r"(line));
    if (row0 - lane + line < m)
        a[a_offset + (size_t)to * a_row + (size_t)(lane % 4)] = stage[(item - lane + line) * 5 + lane % 4];
  }
  asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
  stage[item * 5] = x0_4;
  stage[item * 5 + 1] = x0_5;
  stage[item * 5 + 2] = x0_6;
  stage[item * 5 + 3] = x0_7;
  asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
  for (int first = 0; first < 32; first += 8) {
    const int line = first + lane / 4;
    int to;
    asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=r"(to) : "r"(position0), "r"(line));
    if (row0 - lane + line < m)
        a[a_offset + (size_t)to * a_row + (size_t)(lane % 4 + 4)] = stage[(item - lane + line) * 5 + lane % 4];
  }
  asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
  stage[item * 5] = x1_0;
  stage[item * 5 + 1] = x1_1;
  stage[item * 5 + 2] = x1_2;
  stage[item * 5 + 3] = x1_3;
  asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
  for (int first = 0; first < 32; first += 8) {
    const int line = first + lane / 4;
    int to;
    asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=r"(to) : "r"(position1), "r"(line));
    if (row1 - lane + line < m)
        a[a_offset + (size_t)to * a_row + (size_t)(lane % 4)] = stage[(item - lane + line) * 5 + lane % 4];
  }
  asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
  stage[item * 5] = x1_4;
  stage[item * 5 + 1] = x1_5;
  stage[item * 5 + 2] = x1_6;
  stage[item * 5 + 3] = x1_7;
  asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
  for (int first = 0; first < 32; first += 8) {
    const int line = first + lane / 4;
    int to;
    asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=r"(to) : "r"(position1), "r"(line));
    if (row1 - lane + line < m)
        a[a_offset + (size_t)to * a_row + (size_t)(lane % 4 + 4)] = stage[(item - lane + line) * 5 + lane % 4];
  }
  asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
  if (item == 0 && rank == 0 && (first == 0 || (failed && info[0] == 0))) {
    info[0] = failed;
  }
}
