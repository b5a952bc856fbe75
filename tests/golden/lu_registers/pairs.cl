// factorization m=100 n=3 rhs=0 items=3 complex128 lu factor a=col batched: items=32 rows=4 cluster=1 sub_groups=False
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
double2 times(double2 a, double2 b) {
  return (double2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
double2 scale(double2 a, double2 b) {
  return a.y == 0 ? (double2)(a.x * b.x, a.x * b.y) : times(a, b);
}
double2 conj(double2 a) {
  return (double2)(a.x, -a.y);
}
__kernel __attribute__((reqd_work_group_size(32, 1, 1))) void
lu_registers(
    const int m, const int n, const int first,
    __global double2 *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global uint *restrict pivots, const ulong pivots_offset,
    __global uint *restrict info, const ulong info_offset, const ulong a_step, const ulong pivots_step)
{
  __local uint highs[32], lows[32], pivot_rows[32];
  __local double lines[16] __attribute__((aligned(16)));
  const int item = get_local_id(0);
  const int rank = 0;
  pivots += pivots_offset + first;
  info += info_offset;
  const size_t set = get_group_id(0);
  a += set * a_step; pivots += set * pivots_step; info += set;
  int failed = 0;
  const int row0 = item;
  int position0 = row0;
  bool active0 = row0 < m;
  double x0_0_0 = 0, x0_0_1 = 0, x0_1_0 = 0, x0_1_1 = 0, x0_2_0 = 0, x0_2_1 = 0;
  if (active0) { x0_0_0 = a[a_offset + (size_t)row0].x; x0_0_1 = a[a_offset + (size_t)row0].y; }
  if (active0) { x0_1_0 = a[a_offset + (size_t)row0 + a_col].x; x0_1_1 = a[a_offset + (size_t)row0 + a_col].y; }
  if (active0)
      { x0_2_0 = a[a_offset + (size_t)row0 + (size_t)2 * a_col].x;
          x0_2_1 = a[a_offset + (size_t)row0 + (size_t)2 * a_col].y; }
  const int row1 = item + 32;
  int position1 = row1;
  bool active1 = row1 < m;
  double x1_0_0 = 0, x1_0_1 = 0, x1_1_0 = 0, x1_1_1 = 0, x1_2_0 = 0, x1_2_1 = 0;
  if (active1) { x1_0_0 = a[a_offset + (size_t)row1].x; x1_0_1 = a[a_offset + (size_t)row1].y; }
  if (active1) { x1_1_0 = a[a_offset + (size_t)row1 + a_col].x; x1_1_1 = a[a_offset + (size_t)row1 + a_col].y; }
  if (active1)
      { x1_2_0 = a[a_offset + (size_t)row1 + (size_t)2 * a_col].x;
          x1_2_1 = a[a_offset + (size_t)row1 + (size_t)2 * a_col].y; }
  const int row2 = item + 64;
  int position2 = row2;
  bool active2 = row2 < m;
  double x2_0_0 = 0, x2_0_1 = 0, x2_1_0 = 0, x2_1_1 = 0, x2_2_0 = 0, x2_2_1 = 0;
  if (active2) { x2_0_0 = a[a_offset + (size_t)row2].x; x2_0_1 = a[a_offset + (size_t)row2].y; }
  if (active2) { x2_1_0 = a[a_offset + (size_t)row2 + a_col].x; x2_1_1 = a[a_offset + (size_t)row2 + a_col].y; }
  if (active2)
      { x2_2_0 = a[a_offset + (size_t)row2 + (size_t)2 * a_col].x;
          x2_2_1 = a[a_offset + (size_t)row2 + (size_t)2 * a_col].y; }
  const int row3 = item + 96;
  int position3 = row3;
  bool active3 = row3 < m;
  double x3_0_0 = 0, x3_0_1 = 0, x3_1_0 = 0, x3_1_1 = 0, x3_2_0 = 0, x3_2_1 = 0;
  if (active3) { x3_0_0 = a[a_offset + (size_t)row3].x; x3_0_1 = a[a_offset + (size_t)row3].y; }
  if (active3) { x3_1_0 = a[a_offset + (size_t)row3 + a_col].x; x3_1_1 = a[a_offset + (size_t)row3 + a_col].y; }
  if (active3)
      { x3_2_0 = a[a_offset + (size_t)row3 + (size_t)2 * a_col].x;
          x3_2_1 = a[a_offset + (size_t)row3 + (size_t)2 * a_col].y; }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  uint high, low, pivot_row;
  high = 0; low = 0; pivot_row = 0x7fffffffu;
  if (active0) {
    const double size = fabs(x0_0_0) + fabs(x0_0_1);
    const ulong bits = as_ulong(size);
    uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
    if (isnan(size)) { high_of = position0 == 0 ? 0xffffffffu : 0; low_of = 0; }
    if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)position0 < pivot_row)))) {
      high = high_of; low = low_of; pivot_row = (uint)position0;
    }
  }
  if (active1) {
    const double size = fabs(x1_0_0) + fabs(x1_0_1);
    const ulong bits = as_ulong(size);
    uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
    if (isnan(size)) { high_of = position1 == 0 ? 0xffffffffu : 0; low_of = 0; }
    if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)position1 < pivot_row)))) {
      high = high_of; low = low_of; pivot_row = (uint)position1;
    }
  }
  if (active2) {
    const double size = fabs(x2_0_0) + fabs(x2_0_1);
    const ulong bits = as_ulong(size);
    uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
    if (isnan(size)) { high_of = position2 == 0 ? 0xffffffffu : 0; low_of = 0; }
    if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)position2 < pivot_row)))) {
      high = high_of; low = low_of; pivot_row = (uint)position2;
    }
  }
  if (active3) {
    const double size = fabs(x3_0_0) + fabs(x3_0_1);
    const ulong bits = as_ulong(size);
    uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
    if (isnan(size)) { high_of = position3 == 0 ? 0xffffffffu : 0; low_of = 0; }
    if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)position3 < pivot_row)))) {
      high = high_of; low = low_of; pivot_row = (uint)position3;
    }
  }
  #pragma unroll 1
  for (int start = 0; start < 3; start += 8) {
    {
      highs[item] = high; lows[item] = low; pivot_rows[item] = pivot_row;
      for (int half_size = 16; half_size > 0; half_size /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < half_size) {
          if (highs[item + half_size] > high
              || (highs[item + half_size] == high && (lows[item + half_size] > low
              || (lows[item + half_size] == low && pivot_rows[item + half_size] < pivot_row)))) {
            high = highs[item + half_size]; low = lows[item + half_size]; pivot_row = pivot_rows[item + half_size];
          }
          highs[item] = high; lows[item] = low; pivot_rows[item] = pivot_row;
        }
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      high = highs[0]; low = lows[0]; pivot_row = pivot_rows[0];
      if (active0 && position0 == (int)pivot_row) {
        lines[2] = x0_0_0;
        lines[3] = x0_0_1;
        lines[4] = x0_1_0;
        lines[5] = x0_1_1;
        lines[6] = x0_2_0;
        lines[7] = x0_2_1;
      }
      if (active1 && position1 == (int)pivot_row) {
        lines[2] = x1_0_0;
        lines[3] = x1_0_1;
        lines[4] = x1_1_0;
        lines[5] = x1_1_1;
        lines[6] = x1_2_0;
        lines[7] = x1_2_1;
      }
      if (active2 && position2 == (int)pivot_row) {
        lines[2] = x2_0_0;
        lines[3] = x2_0_1;
        lines[4] = x2_1_0;
        lines[5] = x2_1_1;
        lines[6] = x2_2_0;
        lines[7] = x2_2_1;
      }
      if (active3 && position3 == (int)pivot_row) {
        lines[2] = x3_0_0;
        lines[3] = x3_0_1;
        lines[4] = x3_1_0;
        lines[5] = x3_1_1;
        lines[6] = x3_2_0;
        lines[7] = x3_2_1;
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      const __local double *line = lines + 2;
      const double pivot0 = line[0];
      const double pivot1 = line[1];
      const bool zero = pivot0 == 0 && pivot1 == 0;
      if (zero && !failed) failed = first + start + 1;
      if (item == 0 && rank == 0) pivots[start] = first + (int)pivot_row;
      const bool wide = fabs(pivot0) >= fabs(pivot1);
      const double ratio = zero ? 0 : wide ? pivot1 / pivot0 : pivot0 / pivot1;
      const double divisor = zero ? 1 : wide ? pivot0 + pivot1 * ratio : pivot0 * ratio + pivot1;
      const double w0 = wide ? 1 : ratio, w1 = wide ? ratio : 1;
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
      if (active2) {
        if (position2 == (int)pivot_row) { position2 = start; active2 = false; }
        else if (position2 == start) position2 = (int)pivot_row;
      }
      if (active3) {
        if (position3 == (int)pivot_row) { position3 = start; active3 = false; }
        else if (position3 == start) position3 = (int)pivot_row;
      }
      if (active0) {
        const double re = x0_0_0 * w0 + x0_0_1 * w1, im = x0_0_1 * w0 - x0_0_0 * w1;
        x0_0_0 = normal ? re * inverse : re / divisor; x0_0_1 = normal ? im * inverse : im / divisor;
        x0_1_0 -= x0_0_0 * line[2]; x0_1_0 += x0_0_1 * line[3];
        x0_1_1 -= x0_0_0 * line[3]; x0_1_1 -= x0_0_1 * line[2];
      }
      if (active1) {
        const double re = x1_0_0 * w0 + x1_0_1 * w1, im = x1_0_1 * w0 - x1_0_0 * w1;
        x1_0_0 = normal ? re * inverse : re / divisor; x1_0_1 = normal ? im * inverse : im / divisor;
        x1_1_0 -= x1_0_0 * line[2]; x1_1_0 += x1_0_1 * line[3];
        x1_1_1 -= x1_0_0 * line[3]; x1_1_1 -= x1_0_1 * line[2];
      }
      if (active2) {
        const double re = x2_0_0 * w0 + x2_0_1 * w1, im = x2_0_1 * w0 - x2_0_0 * w1;
        x2_0_0 = normal ? re * inverse : re / divisor; x2_0_1 = normal ? im * inverse : im / divisor;
        x2_1_0 -= x2_0_0 * line[2]; x2_1_0 += x2_0_1 * line[3];
        x2_1_1 -= x2_0_0 * line[3]; x2_1_1 -= x2_0_1 * line[2];
      }
      if (active3) {
        const double re = x3_0_0 * w0 + x3_0_1 * w1, im = x3_0_1 * w0 - x3_0_0 * w1;
        x3_0_0 = normal ? re * inverse : re / divisor; x3_0_1 = normal ? im * inverse : im / divisor;
        x3_1_0 -= x3_0_0 * line[2]; x3_1_0 += x3_0_1 * line[3];
        x3_1_1 -= x3_0_0 * line[3]; x3_1_1 -= x3_0_1 * line[2];
      }
      high = 0; low = 0; pivot_row = 0x7fffffffu;
      if (active0) {
        const double size = fabs(x0_1_0) + fabs(x0_1_1);
        const ulong bits = as_ulong(size);
        uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
        if (isnan(size)) { high_of = position0 == start + 1 ? 0xffffffffu : 0; low_of = 0; }
        if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)position0 < pivot_row)))) {
          high = high_of; low = low_of; pivot_row = (uint)position0;
        }
      }
      if (active1) {
        const double size = fabs(x1_1_0) + fabs(x1_1_1);
        const ulong bits = as_ulong(size);
        uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
        if (isnan(size)) { high_of = position1 == start + 1 ? 0xffffffffu : 0; low_of = 0; }
        if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)position1 < pivot_row)))) {
          high = high_of; low = low_of; pivot_row = (uint)position1;
        }
      }
      if (active2) {
        const double size = fabs(x2_1_0) + fabs(x2_1_1);
        const ulong bits = as_ulong(size);
        uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
        if (isnan(size)) { high_of = position2 == start + 1 ? 0xffffffffu : 0; low_of = 0; }
        if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)position2 < pivot_row)))) {
          high = high_of; low = low_of; pivot_row = (uint)position2;
        }
      }
      if (active3) {
        const double size = fabs(x3_1_0) + fabs(x3_1_1);
        const ulong bits = as_ulong(size);
        uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
        if (isnan(size)) { high_of = position3 == start + 1 ? 0xffffffffu : 0; low_of = 0; }
        if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)position3 < pivot_row)))) {
          high = high_of; low = low_of; pivot_row = (uint)position3;
        }
      }
      if (active0) {
        x0_2_0 -= x0_0_0 * line[4]; x0_2_0 += x0_0_1 * line[5];
        x0_2_1 -= x0_0_0 * line[5]; x0_2_1 -= x0_0_1 * line[4];
      }
      if (active1) {
        x1_2_0 -= x1_0_0 * line[4]; x1_2_0 += x1_0_1 * line[5];
        x1_2_1 -= x1_0_0 * line[5]; x1_2_1 -= x1_0_1 * line[4];
      }
      if (active2) {
        x2_2_0 -= x2_0_0 * line[4]; x2_2_0 += x2_0_1 * line[5];
        x2_2_1 -= x2_0_0 * line[5]; x2_2_1 -= x2_0_1 * line[4];
      }
      if (active3) {
        x3_2_0 -= x3_0_0 * line[4]; x3_2_0 += x3_0_1 * line[5];
        x3_2_1 -= x3_0_0 * line[5]; x3_2_1 -= x3_0_1 * line[4];
      }
    }
    {
      highs[item] = high; lows[item] = low; pivot_rows[item] = pivot_row;
      for (int half_size = 16; half_size > 0; half_size /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < half_size) {
          if (highs[item + half_size] > high
              || (highs[item + half_size] == high && (lows[item + half_size] > low
              || (lows[item + half_size] == low && pivot_rows[item + half_size] < pivot_row)))) {
            high = highs[item + half_size]; low = lows[item + half_size]; pivot_row = pivot_rows[item + half_size];
          }
          highs[item] = high; lows[item] = low; pivot_rows[item] = pivot_row;
        }
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      high = highs[0]; low = lows[0]; pivot_row = pivot_rows[0];
      if (active0 && position0 == (int)pivot_row) {
        lines[12] = x0_1_0;
        lines[13] = x0_1_1;
        lines[14] = x0_2_0;
        lines[15] = x0_2_1;
      }
      if (active1 && position1 == (int)pivot_row) {
        lines[12] = x1_1_0;
        lines[13] = x1_1_1;
        lines[14] = x1_2_0;
        lines[15] = x1_2_1;
      }
      if (active2 && position2 == (int)pivot_row) {
        lines[12] = x2_1_0;
        lines[13] = x2_1_1;
        lines[14] = x2_2_0;
        lines[15] = x2_2_1;
      }
      if (active3 && position3 == (int)pivot_row) {
        lines[12] = x3_1_0;
        lines[13] = x3_1_1;
        lines[14] = x3_2_0;
        lines[15] = x3_2_1;
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      const __local double *line = lines + 10;
      const double pivot0 = line[2];
      const double pivot1 = line[3];
      const bool zero = pivot0 == 0 && pivot1 == 0;
      if (zero && !failed) failed = first + start + 2;
      if (item == 0 && rank == 0) pivots[start + 1] = first + (int)pivot_row;
      const bool wide = fabs(pivot0) >= fabs(pivot1);
      const double ratio = zero ? 0 : wide ? pivot1 / pivot0 : pivot0 / pivot1;
      const double divisor = zero ? 1 : wide ? pivot0 + pivot1 * ratio : pivot0 * ratio + pivot1;
      const double w0 = wide ? 1 : ratio, w1 = wide ? ratio : 1;
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
      if (active2) {
        if (position2 == (int)pivot_row) { position2 = start + 1; active2 = false; }
        else if (position2 == start + 1) position2 = (int)pivot_row;
      }
      if (active3) {
        if (position3 == (int)pivot_row) { position3 = start + 1; active3 = false; }
        else if (position3 == start + 1) position3 = (int)pivot_row;
      }
      if (active0) {
        const double re = x0_1_0 * w0 + x0_1_1 * w1, im = x0_1_1 * w0 - x0_1_0 * w1;
        x0_1_0 = normal ? re * inverse : re / divisor; x0_1_1 = normal ? im * inverse : im / divisor;
        x0_2_0 -= x0_1_0 * line[4]; x0_2_0 += x0_1_1 * line[5];
        x0_2_1 -= x0_1_0 * line[5]; x0_2_1 -= x0_1_1 * line[4];
      }
      if (active1) {
        const double re = x1_1_0 * w0 + x1_1_1 * w1, im = x1_1_1 * w0 - x1_1_0 * w1;
        x1_1_0 = normal ? re * inverse : re / divisor; x1_1_1 = normal ? im * inverse : im / divisor;
        x1_2_0 -= x1_1_0 * line[4]; x1_2_0 += x1_1_1 * line[5];
        x1_2_1 -= x1_1_0 * line[5]; x1_2_1 -= x1_1_1 * line[4];
      }
      if (active2) {
        const double re = x2_1_0 * w0 + x2_1_1 * w1, im = x2_1_1 * w0 - x2_1_0 * w1;
        x2_1_0 = normal ? re * inverse : re / divisor; x2_1_1 = normal ? im * inverse : im / divisor;
        x2_2_0 -= x2_1_0 * line[4]; x2_2_0 += x2_1_1 * line[5];
        x2_2_1 -= x2_1_0 * line[5]; x2_2_1 -= x2_1_1 * line[4];
      }
      if (active3) {
        const double re = x3_1_0 * w0 + x3_1_1 * w1, im = x3_1_1 * w0 - x3_1_0 * w1;
        x3_1_0 = normal ? re * inverse : re / divisor; x3_1_1 = normal ? im * inverse : im / divisor;
        x3_2_0 -= x3_1_0 * line[4]; x3_2_0 += x3_1_1 * line[5];
        x3_2_1 -= x3_1_0 * line[5]; x3_2_1 -= x3_1_1 * line[4];
      }
      high = 0; low = 0; pivot_row = 0x7fffffffu;
      if (active0) {
        const double size = fabs(x0_2_0) + fabs(x0_2_1);
        const ulong bits = as_ulong(size);
        uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
        if (isnan(size)) { high_of = position0 == start + 2 ? 0xffffffffu : 0; low_of = 0; }
        if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)position0 < pivot_row)))) {
          high = high_of; low = low_of; pivot_row = (uint)position0;
        }
      }
      if (active1) {
        const double size = fabs(x1_2_0) + fabs(x1_2_1);
        const ulong bits = as_ulong(size);
        uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
        if (isnan(size)) { high_of = position1 == start + 2 ? 0xffffffffu : 0; low_of = 0; }
        if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)position1 < pivot_row)))) {
          high = high_of; low = low_of; pivot_row = (uint)position1;
        }
      }
      if (active2) {
        const double size = fabs(x2_2_0) + fabs(x2_2_1);
        const ulong bits = as_ulong(size);
        uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
        if (isnan(size)) { high_of = position2 == start + 2 ? 0xffffffffu : 0; low_of = 0; }
        if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)position2 < pivot_row)))) {
          high = high_of; low = low_of; pivot_row = (uint)position2;
        }
      }
      if (active3) {
        const double size = fabs(x3_2_0) + fabs(x3_2_1);
        const ulong bits = as_ulong(size);
        uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
        if (isnan(size)) { high_of = position3 == start + 2 ? 0xffffffffu : 0; low_of = 0; }
        if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)position3 < pivot_row)))) {
          high = high_of; low = low_of; pivot_row = (uint)position3;
        }
      }
      if (active0) {
      }
      if (active1) {
      }
      if (active2) {
      }
      if (active3) {
      }
    }
    {
      highs[item] = high; lows[item] = low; pivot_rows[item] = pivot_row;
      for (int half_size = 16; half_size > 0; half_size /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < half_size) {
          if (highs[item + half_size] > high
              || (highs[item + half_size] == high && (lows[item + half_size] > low
              || (lows[item + half_size] == low && pivot_rows[item + half_size] < pivot_row)))) {
            high = highs[item + half_size]; low = lows[item + half_size]; pivot_row = pivot_rows[item + half_size];
          }
          highs[item] = high; lows[item] = low; pivot_rows[item] = pivot_row;
        }
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      high = highs[0]; low = lows[0]; pivot_row = pivot_rows[0];
      if (active0 && position0 == (int)pivot_row) {
        lines[6] = x0_2_0;
        lines[7] = x0_2_1;
      }
      if (active1 && position1 == (int)pivot_row) {
        lines[6] = x1_2_0;
        lines[7] = x1_2_1;
      }
      if (active2 && position2 == (int)pivot_row) {
        lines[6] = x2_2_0;
        lines[7] = x2_2_1;
      }
      if (active3 && position3 == (int)pivot_row) {
        lines[6] = x3_2_0;
        lines[7] = x3_2_1;
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      const __local double *line = lines + 2;
      const double pivot0 = line[4];
      const double pivot1 = line[5];
      const bool zero = pivot0 == 0 && pivot1 == 0;
      if (zero && !failed) failed = first + start + 3;
      if (item == 0 && rank == 0) pivots[start + 2] = first + (int)pivot_row;
      const bool wide = fabs(pivot0) >= fabs(pivot1);
      const double ratio = zero ? 0 : wide ? pivot1 / pivot0 : pivot0 / pivot1;
      const double divisor = zero ? 1 : wide ? pivot0 + pivot1 * ratio : pivot0 * ratio + pivot1;
      const double w0 = wide ? 1 : ratio, w1 = wide ? ratio : 1;
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
      if (active2) {
        if (position2 == (int)pivot_row) { position2 = start + 2; active2 = false; }
        else if (position2 == start + 2) position2 = (int)pivot_row;
      }
      if (active3) {
        if (position3 == (int)pivot_row) { position3 = start + 2; active3 = false; }
        else if (position3 == start + 2) position3 = (int)pivot_row;
      }
      if (active0) {
        const double re = x0_2_0 * w0 + x0_2_1 * w1, im = x0_2_1 * w0 - x0_2_0 * w1;
        x0_2_0 = normal ? re * inverse : re / divisor; x0_2_1 = normal ? im * inverse : im / divisor;
      }
      if (active1) {
        const double re = x1_2_0 * w0 + x1_2_1 * w1, im = x1_2_1 * w0 - x1_2_0 * w1;
        x1_2_0 = normal ? re * inverse : re / divisor; x1_2_1 = normal ? im * inverse : im / divisor;
      }
      if (active2) {
        const double re = x2_2_0 * w0 + x2_2_1 * w1, im = x2_2_1 * w0 - x2_2_0 * w1;
        x2_2_0 = normal ? re * inverse : re / divisor; x2_2_1 = normal ? im * inverse : im / divisor;
      }
      if (active3) {
        const double re = x3_2_0 * w0 + x3_2_1 * w1, im = x3_2_1 * w0 - x3_2_0 * w1;
        x3_2_0 = normal ? re * inverse : re / divisor; x3_2_1 = normal ? im * inverse : im / divisor;
      }
      if (active0) {
      }
      if (active1) {
      }
      if (active2) {
      }
      if (active3) {
      }
    }
  }
  if (row0 < m) a[a_offset + (size_t)position0] = (double2)(x0_0_0, x0_0_1);
  if (row0 < m) a[a_offset + (size_t)position0 + a_col] = (double2)(x0_1_0, x0_1_1);
  if (row0 < m) a[a_offset + (size_t)position0 + (size_t)2 * a_col] = (double2)(x0_2_0, x0_2_1);
  if (row1 < m) a[a_offset + (size_t)position1] = (double2)(x1_0_0, x1_0_1);
  if (row1 < m) a[a_offset + (size_t)position1 + a_col] = (double2)(x1_1_0, x1_1_1);
  if (row1 < m) a[a_offset + (size_t)position1 + (size_t)2 * a_col] = (double2)(x1_2_0, x1_2_1);
  if (row2 < m) a[a_offset + (size_t)position2] = (double2)(x2_0_0, x2_0_1);
  if (row2 < m) a[a_offset + (size_t)position2 + a_col] = (double2)(x2_1_0, x2_1_1);
  if (row2 < m) a[a_offset + (size_t)position2 + (size_t)2 * a_col] = (double2)(x2_2_0, x2_2_1);
  if (row3 < m) a[a_offset + (size_t)position3] = (double2)(x3_0_0, x3_0_1);
  if (row3 < m) a[a_offset + (size_t)position3 + a_col] = (double2)(x3_1_0, x3_1_1);
  if (row3 < m) a[a_offset + (size_t)position3 + (size_t)2 * a_col] = (double2)(x3_2_0, x3_2_1);
  if (item == 0 && rank == 0 && (first == 0 || (failed && info[0] == 0))) {
    info[0] = failed;
  }
}
