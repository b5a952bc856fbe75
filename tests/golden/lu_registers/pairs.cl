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
  __local uint highs[32], lows[32], place_ofs[32];
  __local uint headers[8] __attribute__((aligned(16)));
  __local double lines[12] __attribute__((aligned(16)));
  const int item = get_local_id(0);
  const int rank = 0;
  pivots += pivots_offset + first;
  info += info_offset;
  const size_t set = get_group_id(0);
  a += set * a_step; pivots += set * pivots_step; info += set;
  int failed = 0;
  const int row0 = item;
  int place0 = row0;
  bool waits0 = row0 < m;
  double x0_0_0 = 0, x0_0_1 = 0;
  if (waits0) { x0_0_0 = a[a_offset + (size_t)row0].x; x0_0_1 = a[a_offset + (size_t)row0].y; }
  double x0_1_0 = 0, x0_1_1 = 0;
  if (waits0) { x0_1_0 = a[a_offset + (size_t)row0 + a_col].x; x0_1_1 = a[a_offset + (size_t)row0 + a_col].y; }
  double x0_2_0 = 0, x0_2_1 = 0;
  if (waits0)
      { x0_2_0 = a[a_offset + (size_t)row0 + (size_t)2 * a_col].x;
          x0_2_1 = a[a_offset + (size_t)row0 + (size_t)2 * a_col].y; }
  const int row1 = item + 32;
  int place1 = row1;
  bool waits1 = row1 < m;
  double x1_0_0 = 0, x1_0_1 = 0;
  if (waits1) { x1_0_0 = a[a_offset + (size_t)row1].x; x1_0_1 = a[a_offset + (size_t)row1].y; }
  double x1_1_0 = 0, x1_1_1 = 0;
  if (waits1) { x1_1_0 = a[a_offset + (size_t)row1 + a_col].x; x1_1_1 = a[a_offset + (size_t)row1 + a_col].y; }
  double x1_2_0 = 0, x1_2_1 = 0;
  if (waits1)
      { x1_2_0 = a[a_offset + (size_t)row1 + (size_t)2 * a_col].x;
          x1_2_1 = a[a_offset + (size_t)row1 + (size_t)2 * a_col].y; }
  const int row2 = item + 64;
  int place2 = row2;
  bool waits2 = row2 < m;
  double x2_0_0 = 0, x2_0_1 = 0;
  if (waits2) { x2_0_0 = a[a_offset + (size_t)row2].x; x2_0_1 = a[a_offset + (size_t)row2].y; }
  double x2_1_0 = 0, x2_1_1 = 0;
  if (waits2) { x2_1_0 = a[a_offset + (size_t)row2 + a_col].x; x2_1_1 = a[a_offset + (size_t)row2 + a_col].y; }
  double x2_2_0 = 0, x2_2_1 = 0;
  if (waits2)
      { x2_2_0 = a[a_offset + (size_t)row2 + (size_t)2 * a_col].x;
          x2_2_1 = a[a_offset + (size_t)row2 + (size_t)2 * a_col].y; }
  const int row3 = item + 96;
  int place3 = row3;
  bool waits3 = row3 < m;
  double x3_0_0 = 0, x3_0_1 = 0;
  if (waits3) { x3_0_0 = a[a_offset + (size_t)row3].x; x3_0_1 = a[a_offset + (size_t)row3].y; }
  double x3_1_0 = 0, x3_1_1 = 0;
  if (waits3) { x3_1_0 = a[a_offset + (size_t)row3 + a_col].x; x3_1_1 = a[a_offset + (size_t)row3 + a_col].y; }
  double x3_2_0 = 0, x3_2_1 = 0;
  if (waits3)
      { x3_2_0 = a[a_offset + (size_t)row3 + (size_t)2 * a_col].x;
          x3_2_1 = a[a_offset + (size_t)row3 + (size_t)2 * a_col].y; }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  {
    uint high = 0, low = 0, place_of = 0x7fffffffu;
    if (waits0) {
      const double size = fabs(x0_0_0) + fabs(x0_0_1);
      const ulong bits = as_ulong(size);
      uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
      if (isnan(size)) { high_of = place0 == 0 ? 0xffffffffu : 0; low_of = 0; }
      if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)place0 < place_of)))) {
        high = high_of; low = low_of; place_of = (uint)place0;
      }
    }
    if (waits1) {
      const double size = fabs(x1_0_0) + fabs(x1_0_1);
      const ulong bits = as_ulong(size);
      uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
      if (isnan(size)) { high_of = place1 == 0 ? 0xffffffffu : 0; low_of = 0; }
      if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)place1 < place_of)))) {
        high = high_of; low = low_of; place_of = (uint)place1;
      }
    }
    if (waits2) {
      const double size = fabs(x2_0_0) + fabs(x2_0_1);
      const ulong bits = as_ulong(size);
      uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
      if (isnan(size)) { high_of = place2 == 0 ? 0xffffffffu : 0; low_of = 0; }
      if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)place2 < place_of)))) {
        high = high_of; low = low_of; place_of = (uint)place2;
      }
    }
    if (waits3) {
      const double size = fabs(x3_0_0) + fabs(x3_0_1);
      const ulong bits = as_ulong(size);
      uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
      if (isnan(size)) { high_of = place3 == 0 ? 0xffffffffu : 0; low_of = 0; }
      if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)place3 < place_of)))) {
        high = high_of; low = low_of; place_of = (uint)place3;
      }
    }
    highs[item] = high; lows[item] = low; place_ofs[item] = place_of;
    for (int half_size = 16; half_size > 0; half_size /= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      if (item < half_size) {
        if (highs[item + half_size] > high
            || (highs[item + half_size] == high && (lows[item + half_size] > low
            || (lows[item + half_size] == low && place_ofs[item + half_size] < place_of)))) {
          high = highs[item + half_size]; low = lows[item + half_size]; place_of = place_ofs[item + half_size];
        }
        highs[item] = high; lows[item] = low; place_ofs[item] = place_of;
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    high = highs[0]; low = lows[0]; place_of = place_ofs[0];
    if (waits0 && place0 == (int)place_of) {
      lines[0] = x0_0_0;
      lines[1] = x0_0_1;
      lines[2] = x0_1_0;
      lines[3] = x0_1_1;
      lines[4] = x0_2_0;
      lines[5] = x0_2_1;
    }
    if (waits1 && place1 == (int)place_of) {
      lines[0] = x1_0_0;
      lines[1] = x1_0_1;
      lines[2] = x1_1_0;
      lines[3] = x1_1_1;
      lines[4] = x1_2_0;
      lines[5] = x1_2_1;
    }
    if (waits2 && place2 == (int)place_of) {
      lines[0] = x2_0_0;
      lines[1] = x2_0_1;
      lines[2] = x2_1_0;
      lines[3] = x2_1_1;
      lines[4] = x2_2_0;
      lines[5] = x2_2_1;
    }
    if (waits3 && place3 == (int)place_of) {
      lines[0] = x3_0_0;
      lines[1] = x3_0_1;
      lines[2] = x3_1_0;
      lines[3] = x3_1_1;
      lines[4] = x3_2_0;
      lines[5] = x3_2_1;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const double pivot0 = lines[0];
    const double pivot1 = lines[1];
    const bool zero = pivot0 == 0 && pivot1 == 0;
    if (zero && !failed) failed = first + 1;
    if (item == 0 && rank == 0) pivots[0] = first + (int)place_of;
    const bool wide = fabs(pivot0) >= fabs(pivot1);
    const double ratio = zero ? 0 : wide ? pivot1 / pivot0 : pivot0 / pivot1;
    const double divisor = zero ? 1 : wide ? pivot0 + pivot1 * ratio : pivot0 * ratio + pivot1;
    const double w0 = wide ? 1 : ratio, w1 = wide ? ratio : 1;
    const double inverse = 1 / divisor;
    const bool normal = isnormal(inverse);
    if (waits0) {
      if (place0 == (int)place_of) {
        place0 = 0;
        waits0 = false;
      }
      else {
        if (place0 == 0) place0 = (int)place_of;
        const double re = x0_0_0 * w0 + x0_0_1 * w1, im = x0_0_1 * w0 - x0_0_0 * w1;
        x0_0_0 = normal ? re * inverse : re / divisor; x0_0_1 = normal ? im * inverse : im / divisor;
        x0_1_0 -= x0_0_0 * lines[2]; x0_1_0 += x0_0_1 * lines[3];
        x0_1_1 -= x0_0_0 * lines[3]; x0_1_1 -= x0_0_1 * lines[2];
        x0_2_0 -= x0_0_0 * lines[4]; x0_2_0 += x0_0_1 * lines[5];
        x0_2_1 -= x0_0_0 * lines[5]; x0_2_1 -= x0_0_1 * lines[4];
      }
    }
    if (waits1) {
      if (place1 == (int)place_of) {
        place1 = 0;
        waits1 = false;
      }
      else {
        if (place1 == 0) place1 = (int)place_of;
        const double re = x1_0_0 * w0 + x1_0_1 * w1, im = x1_0_1 * w0 - x1_0_0 * w1;
        x1_0_0 = normal ? re * inverse : re / divisor; x1_0_1 = normal ? im * inverse : im / divisor;
        x1_1_0 -= x1_0_0 * lines[2]; x1_1_0 += x1_0_1 * lines[3];
        x1_1_1 -= x1_0_0 * lines[3]; x1_1_1 -= x1_0_1 * lines[2];
        x1_2_0 -= x1_0_0 * lines[4]; x1_2_0 += x1_0_1 * lines[5];
        x1_2_1 -= x1_0_0 * lines[5]; x1_2_1 -= x1_0_1 * lines[4];
      }
    }
    if (waits2) {
      if (place2 == (int)place_of) {
        place2 = 0;
        waits2 = false;
      }
      else {
        if (place2 == 0) place2 = (int)place_of;
        const double re = x2_0_0 * w0 + x2_0_1 * w1, im = x2_0_1 * w0 - x2_0_0 * w1;
        x2_0_0 = normal ? re * inverse : re / divisor; x2_0_1 = normal ? im * inverse : im / divisor;
        x2_1_0 -= x2_0_0 * lines[2]; x2_1_0 += x2_0_1 * lines[3];
        x2_1_1 -= x2_0_0 * lines[3]; x2_1_1 -= x2_0_1 * lines[2];
        x2_2_0 -= x2_0_0 * lines[4]; x2_2_0 += x2_0_1 * lines[5];
        x2_2_1 -= x2_0_0 * lines[5]; x2_2_1 -= x2_0_1 * lines[4];
      }
    }
    if (waits3) {
      if (place3 == (int)place_of) {
        place3 = 0;
        waits3 = false;
      }
      else {
        if (place3 == 0) place3 = (int)place_of;
        const double re = x3_0_0 * w0 + x3_0_1 * w1, im = x3_0_1 * w0 - x3_0_0 * w1;
        x3_0_0 = normal ? re * inverse : re / divisor; x3_0_1 = normal ? im * inverse : im / divisor;
        x3_1_0 -= x3_0_0 * lines[2]; x3_1_0 += x3_0_1 * lines[3];
        x3_1_1 -= x3_0_0 * lines[3]; x3_1_1 -= x3_0_1 * lines[2];
        x3_2_0 -= x3_0_0 * lines[4]; x3_2_0 += x3_0_1 * lines[5];
        x3_2_1 -= x3_0_0 * lines[5]; x3_2_1 -= x3_0_1 * lines[4];
      }
    }
  }
  {
    uint high = 0, low = 0, place_of = 0x7fffffffu;
    if (waits0) {
      const double size = fabs(x0_1_0) + fabs(x0_1_1);
      const ulong bits = as_ulong(size);
      uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
      if (isnan(size)) { high_of = place0 == 1 ? 0xffffffffu : 0; low_of = 0; }
      if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)place0 < place_of)))) {
        high = high_of; low = low_of; place_of = (uint)place0;
      }
    }
    if (waits1) {
      const double size = fabs(x1_1_0) + fabs(x1_1_1);
      const ulong bits = as_ulong(size);
      uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
      if (isnan(size)) { high_of = place1 == 1 ? 0xffffffffu : 0; low_of = 0; }
      if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)place1 < place_of)))) {
        high = high_of; low = low_of; place_of = (uint)place1;
      }
    }
    if (waits2) {
      const double size = fabs(x2_1_0) + fabs(x2_1_1);
      const ulong bits = as_ulong(size);
      uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
      if (isnan(size)) { high_of = place2 == 1 ? 0xffffffffu : 0; low_of = 0; }
      if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)place2 < place_of)))) {
        high = high_of; low = low_of; place_of = (uint)place2;
      }
    }
    if (waits3) {
      const double size = fabs(x3_1_0) + fabs(x3_1_1);
      const ulong bits = as_ulong(size);
      uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
      if (isnan(size)) { high_of = place3 == 1 ? 0xffffffffu : 0; low_of = 0; }
      if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)place3 < place_of)))) {
        high = high_of; low = low_of; place_of = (uint)place3;
      }
    }
    highs[item] = high; lows[item] = low; place_ofs[item] = place_of;
    for (int half_size = 16; half_size > 0; half_size /= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      if (item < half_size) {
        if (highs[item + half_size] > high
            || (highs[item + half_size] == high && (lows[item + half_size] > low
            || (lows[item + half_size] == low && place_ofs[item + half_size] < place_of)))) {
          high = highs[item + half_size]; low = lows[item + half_size]; place_of = place_ofs[item + half_size];
        }
        highs[item] = high; lows[item] = low; place_ofs[item] = place_of;
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    high = highs[0]; low = lows[0]; place_of = place_ofs[0];
    if (waits0 && place0 == (int)place_of) {
      lines[8] = x0_1_0;
      lines[9] = x0_1_1;
      lines[10] = x0_2_0;
      lines[11] = x0_2_1;
    }
    if (waits1 && place1 == (int)place_of) {
      lines[8] = x1_1_0;
      lines[9] = x1_1_1;
      lines[10] = x1_2_0;
      lines[11] = x1_2_1;
    }
    if (waits2 && place2 == (int)place_of) {
      lines[8] = x2_1_0;
      lines[9] = x2_1_1;
      lines[10] = x2_2_0;
      lines[11] = x2_2_1;
    }
    if (waits3 && place3 == (int)place_of) {
      lines[8] = x3_1_0;
      lines[9] = x3_1_1;
      lines[10] = x3_2_0;
      lines[11] = x3_2_1;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const double pivot0 = lines[8];
    const double pivot1 = lines[9];
    const bool zero = pivot0 == 0 && pivot1 == 0;
    if (zero && !failed) failed = first + 2;
    if (item == 0 && rank == 0) pivots[1] = first + (int)place_of;
    const bool wide = fabs(pivot0) >= fabs(pivot1);
    const double ratio = zero ? 0 : wide ? pivot1 / pivot0 : pivot0 / pivot1;
    const double divisor = zero ? 1 : wide ? pivot0 + pivot1 * ratio : pivot0 * ratio + pivot1;
    const double w0 = wide ? 1 : ratio, w1 = wide ? ratio : 1;
    const double inverse = 1 / divisor;
    const bool normal = isnormal(inverse);
    if (waits0) {
      if (place0 == (int)place_of) {
        place0 = 1;
        waits0 = false;
      }
      else {
        if (place0 == 1) place0 = (int)place_of;
        const double re = x0_1_0 * w0 + x0_1_1 * w1, im = x0_1_1 * w0 - x0_1_0 * w1;
        x0_1_0 = normal ? re * inverse : re / divisor; x0_1_1 = normal ? im * inverse : im / divisor;
        x0_2_0 -= x0_1_0 * lines[10]; x0_2_0 += x0_1_1 * lines[11];
        x0_2_1 -= x0_1_0 * lines[11]; x0_2_1 -= x0_1_1 * lines[10];
      }
    }
    if (waits1) {
      if (place1 == (int)place_of) {
        place1 = 1;
        waits1 = false;
      }
      else {
        if (place1 == 1) place1 = (int)place_of;
        const double re = x1_1_0 * w0 + x1_1_1 * w1, im = x1_1_1 * w0 - x1_1_0 * w1;
        x1_1_0 = normal ? re * inverse : re / divisor; x1_1_1 = normal ? im * inverse : im / divisor;
        x1_2_0 -= x1_1_0 * lines[10]; x1_2_0 += x1_1_1 * lines[11];
        x1_2_1 -= x1_1_0 * lines[11]; x1_2_1 -= x1_1_1 * lines[10];
      }
    }
    if (waits2) {
      if (place2 == (int)place_of) {
        place2 = 1;
        waits2 = false;
      }
      else {
        if (place2 == 1) place2 = (int)place_of;
        const double re = x2_1_0 * w0 + x2_1_1 * w1, im = x2_1_1 * w0 - x2_1_0 * w1;
        x2_1_0 = normal ? re * inverse : re / divisor; x2_1_1 = normal ? im * inverse : im / divisor;
        x2_2_0 -= x2_1_0 * lines[10]; x2_2_0 += x2_1_1 * lines[11];
        x2_2_1 -= x2_1_0 * lines[11]; x2_2_1 -= x2_1_1 * lines[10];
      }
    }
    if (waits3) {
      if (place3 == (int)place_of) {
        place3 = 1;
        waits3 = false;
      }
      else {
        if (place3 == 1) place3 = (int)place_of;
        const double re = x3_1_0 * w0 + x3_1_1 * w1, im = x3_1_1 * w0 - x3_1_0 * w1;
        x3_1_0 = normal ? re * inverse : re / divisor; x3_1_1 = normal ? im * inverse : im / divisor;
        x3_2_0 -= x3_1_0 * lines[10]; x3_2_0 += x3_1_1 * lines[11];
        x3_2_1 -= x3_1_0 * lines[11]; x3_2_1 -= x3_1_1 * lines[10];
      }
    }
  }
  {
    uint high = 0, low = 0, place_of = 0x7fffffffu;
    if (waits0) {
      const double size = fabs(x0_2_0) + fabs(x0_2_1);
      const ulong bits = as_ulong(size);
      uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
      if (isnan(size)) { high_of = place0 == 2 ? 0xffffffffu : 0; low_of = 0; }
      if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)place0 < place_of)))) {
        high = high_of; low = low_of; place_of = (uint)place0;
      }
    }
    if (waits1) {
      const double size = fabs(x1_2_0) + fabs(x1_2_1);
      const ulong bits = as_ulong(size);
      uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
      if (isnan(size)) { high_of = place1 == 2 ? 0xffffffffu : 0; low_of = 0; }
      if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)place1 < place_of)))) {
        high = high_of; low = low_of; place_of = (uint)place1;
      }
    }
    if (waits2) {
      const double size = fabs(x2_2_0) + fabs(x2_2_1);
      const ulong bits = as_ulong(size);
      uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
      if (isnan(size)) { high_of = place2 == 2 ? 0xffffffffu : 0; low_of = 0; }
      if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)place2 < place_of)))) {
        high = high_of; low = low_of; place_of = (uint)place2;
      }
    }
    if (waits3) {
      const double size = fabs(x3_2_0) + fabs(x3_2_1);
      const ulong bits = as_ulong(size);
      uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
      if (isnan(size)) { high_of = place3 == 2 ? 0xffffffffu : 0; low_of = 0; }
      if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)place3 < place_of)))) {
        high = high_of; low = low_of; place_of = (uint)place3;
      }
    }
    highs[item] = high; lows[item] = low; place_ofs[item] = place_of;
    for (int half_size = 16; half_size > 0; half_size /= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      if (item < half_size) {
        if (highs[item + half_size] > high
            || (highs[item + half_size] == high && (lows[item + half_size] > low
            || (lows[item + half_size] == low && place_ofs[item + half_size] < place_of)))) {
          high = highs[item + half_size]; low = lows[item + half_size]; place_of = place_ofs[item + half_size];
        }
        highs[item] = high; lows[item] = low; place_ofs[item] = place_of;
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    high = highs[0]; low = lows[0]; place_of = place_ofs[0];
    if (waits0 && place0 == (int)place_of) {
      lines[4] = x0_2_0;
      lines[5] = x0_2_1;
    }
    if (waits1 && place1 == (int)place_of) {
      lines[4] = x1_2_0;
      lines[5] = x1_2_1;
    }
    if (waits2 && place2 == (int)place_of) {
      lines[4] = x2_2_0;
      lines[5] = x2_2_1;
    }
    if (waits3 && place3 == (int)place_of) {
      lines[4] = x3_2_0;
      lines[5] = x3_2_1;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const double pivot0 = lines[4];
    const double pivot1 = lines[5];
    const bool zero = pivot0 == 0 && pivot1 == 0;
    if (zero && !failed) failed = first + 3;
    if (item == 0 && rank == 0) pivots[2] = first + (int)place_of;
    const bool wide = fabs(pivot0) >= fabs(pivot1);
    const double ratio = zero ? 0 : wide ? pivot1 / pivot0 : pivot0 / pivot1;
    const double divisor = zero ? 1 : wide ? pivot0 + pivot1 * ratio : pivot0 * ratio + pivot1;
    const double w0 = wide ? 1 : ratio, w1 = wide ? ratio : 1;
    const double inverse = 1 / divisor;
    const bool normal = isnormal(inverse);
    if (waits0) {
      if (place0 == (int)place_of) {
        place0 = 2;
        waits0 = false;
      }
      else {
        if (place0 == 2) place0 = (int)place_of;
        const double re = x0_2_0 * w0 + x0_2_1 * w1, im = x0_2_1 * w0 - x0_2_0 * w1;
        x0_2_0 = normal ? re * inverse : re / divisor; x0_2_1 = normal ? im * inverse : im / divisor;
      }
    }
    if (waits1) {
      if (place1 == (int)place_of) {
        place1 = 2;
        waits1 = false;
      }
      else {
        if (place1 == 2) place1 = (int)place_of;
        const double re = x1_2_0 * w0 + x1_2_1 * w1, im = x1_2_1 * w0 - x1_2_0 * w1;
        x1_2_0 = normal ? re * inverse : re / divisor; x1_2_1 = normal ? im * inverse : im / divisor;
      }
    }
    if (waits2) {
      if (place2 == (int)place_of) {
        place2 = 2;
        waits2 = false;
      }
      else {
        if (place2 == 2) place2 = (int)place_of;
        const double re = x2_2_0 * w0 + x2_2_1 * w1, im = x2_2_1 * w0 - x2_2_0 * w1;
        x2_2_0 = normal ? re * inverse : re / divisor; x2_2_1 = normal ? im * inverse : im / divisor;
      }
    }
    if (waits3) {
      if (place3 == (int)place_of) {
        place3 = 2;
        waits3 = false;
      }
      else {
        if (place3 == 2) place3 = (int)place_of;
        const double re = x3_2_0 * w0 + x3_2_1 * w1, im = x3_2_1 * w0 - x3_2_0 * w1;
        x3_2_0 = normal ? re * inverse : re / divisor; x3_2_1 = normal ? im * inverse : im / divisor;
      }
    }
  }
  if (row0 < m) a[a_offset + (size_t)place0] = (double2)(x0_0_0, x0_0_1);
  if (row0 < m) a[a_offset + (size_t)place0 + a_col] = (double2)(x0_1_0, x0_1_1);
  if (row0 < m) a[a_offset + (size_t)place0 + (size_t)2 * a_col] = (double2)(x0_2_0, x0_2_1);
  if (row1 < m) a[a_offset + (size_t)place1] = (double2)(x1_0_0, x1_0_1);
  if (row1 < m) a[a_offset + (size_t)place1 + a_col] = (double2)(x1_1_0, x1_1_1);
  if (row1 < m) a[a_offset + (size_t)place1 + (size_t)2 * a_col] = (double2)(x1_2_0, x1_2_1);
  if (row2 < m) a[a_offset + (size_t)place2] = (double2)(x2_0_0, x2_0_1);
  if (row2 < m) a[a_offset + (size_t)place2 + a_col] = (double2)(x2_1_0, x2_1_1);
  if (row2 < m) a[a_offset + (size_t)place2 + (size_t)2 * a_col] = (double2)(x2_2_0, x2_2_1);
  if (row3 < m) a[a_offset + (size_t)place3] = (double2)(x3_0_0, x3_0_1);
  if (row3 < m) a[a_offset + (size_t)place3 + a_col] = (double2)(x3_1_0, x3_1_1);
  if (row3 < m) a[a_offset + (size_t)place3 + (size_t)2 * a_col] = (double2)(x3_2_0, x3_2_1);
  if (item == 0 && rank == 0 && (first == 0 || (failed && info[0] == 0))) {
    info[0] = failed;
  }
}
