// factorization m=1000 n=8 rhs=0 float64 lu factor a=row: items=512 rows=2 cluster=1 sub_groups=True
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel __attribute__((reqd_work_group_size(512, 1, 1))) void
lu_registers(
    const int m, const int n, const int first,
    __global double *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global uint *restrict pivots, const ulong pivots_offset,
    __global uint *restrict info, const ulong info_offset)
{
  __local uint highs[16], lows[16], place_ofs[16];
  __local uint headers[8] __attribute__((aligned(16)));
  __local double lines[16] __attribute__((aligned(16)));
  const int item = get_local_id(0);
  const int rank = 0;
  pivots += pivots_offset + first;
  info += info_offset;
  int failed = 0;
  const int row0 = item;
  int place0 = row0;
  bool waits0 = row0 < m;
  double x0_0 = 0;
  if (waits0) { x0_0 = a[a_offset + (size_t)row0 * a_row]; }
  double x0_1 = 0;
  if (waits0) { x0_1 = a[a_offset + (size_t)row0 * a_row + (size_t)1]; }
  double x0_2 = 0;
  if (waits0) { x0_2 = a[a_offset + (size_t)row0 * a_row + (size_t)2]; }
  double x0_3 = 0;
  if (waits0) { x0_3 = a[a_offset + (size_t)row0 * a_row + (size_t)3]; }
  double x0_4 = 0;
  if (waits0) { x0_4 = a[a_offset + (size_t)row0 * a_row + (size_t)4]; }
  double x0_5 = 0;
  if (waits0) { x0_5 = a[a_offset + (size_t)row0 * a_row + (size_t)5]; }
  double x0_6 = 0;
  if (waits0) { x0_6 = a[a_offset + (size_t)row0 * a_row + (size_t)6]; }
  double x0_7 = 0;
  if (waits0) { x0_7 = a[a_offset + (size_t)row0 * a_row + (size_t)7]; }
  const int row1 = item + 512;
  int place1 = row1;
  bool waits1 = row1 < m;
  double x1_0 = 0;
  if (waits1) { x1_0 = a[a_offset + (size_t)row1 * a_row]; }
  double x1_1 = 0;
  if (waits1) { x1_1 = a[a_offset + (size_t)row1 * a_row + (size_t)1]; }
  double x1_2 = 0;
  if (waits1) { x1_2 = a[a_offset + (size_t)row1 * a_row + (size_t)2]; }
  double x1_3 = 0;
  if (waits1) { x1_3 = a[a_offset + (size_t)row1 * a_row + (size_t)3]; }
  double x1_4 = 0;
  if (waits1) { x1_4 = a[a_offset + (size_t)row1 * a_row + (size_t)4]; }
  double x1_5 = 0;
  if (waits1) { x1_5 = a[a_offset + (size_t)row1 * a_row + (size_t)5]; }
  double x1_6 = 0;
  if (waits1) { x1_6 = a[a_offset + (size_t)row1 * a_row + (size_t)6]; }
  double x1_7 = 0;
  if (waits1) { x1_7 = a[a_offset + (size_t)row1 * a_row + (size_t)7]; }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  {
    uint high = 0, low = 0, place_of = 0x7fffffffu;
    if (waits0) {
      const double size = fabs(x0_0);
      const ulong bits = as_ulong(size);
      uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
      if (isnan(size)) { high_of = place0 == 0 ? 0xffffffffu : 0; low_of = 0; }
      if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)place0 < place_of)))) {
        high = high_of; low = low_of; place_of = (uint)place0;
      }
    }
    if (waits1) {
      const double size = fabs(x1_0);
      const ulong bits = as_ulong(size);
      uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
      if (isnan(size)) { high_of = place1 == 0 ? 0xffffffffu : 0; low_of = 0; }
      if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)place1 < place_of)))) {
        high = high_of; low = low_of; place_of = (uint)place1;
      }
    }
    {
      uint most, next = 0, least;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
      const uint second = high == most ? low : 0;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(next) : "r"(second));
      const uint third = high == most && low == next ? place_of : 0x7fffffffu;
      asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
      high = most; low = next; place_of = least;
    }
    if (item % 32 == 0) {
      highs[item / 32] = high; lows[item / 32] = low; place_ofs[item / 32] = place_of;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const int other = item % 32;
    high = other < 16 ? highs[other] : 0; low = other < 16 ? lows[other] : 0;
    place_of = other < 16 ? place_ofs[other] : 0x7fffffffu;
    {
      uint most, next = 0, least;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
      const uint second = high == most ? low : 0;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(next) : "r"(second));
      const uint third = high == most && low == next ? place_of : 0x7fffffffu;
      asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
      high = most; low = next; place_of = least;
    }
    if (waits0 && place0 == (int)place_of) {
      lines[0] = x0_0;
      lines[1] = x0_1;
      lines[2] = x0_2;
      lines[3] = x0_3;
      lines[4] = x0_4;
      lines[5] = x0_5;
      lines[6] = x0_6;
      lines[7] = x0_7;
    }
    if (waits1 && place1 == (int)place_of) {
      lines[0] = x1_0;
      lines[1] = x1_1;
      lines[2] = x1_2;
      lines[3] = x1_3;
      lines[4] = x1_4;
      lines[5] = x1_5;
      lines[6] = x1_6;
      lines[7] = x1_7;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const double pivot0 = lines[0];
    const bool zero = pivot0 == 0;
    if (zero && !failed) failed = first + 1;
    if (item == 0 && rank == 0) pivots[0] = first + (int)place_of;
    const double divisor = zero ? 1 : pivot0;
    const double inverse = 1 / divisor;
    const bool normal = isnormal(inverse);
    if (waits0) {
      if (place0 == (int)place_of) {
        place0 = 0;
        waits0 = false;
      }
      else {
        if (place0 == 0) place0 = (int)place_of;
        x0_0 = normal ? x0_0 * inverse : x0_0 / divisor;
        x0_1 -= x0_0 * lines[1];
        x0_2 -= x0_0 * lines[2];
        x0_3 -= x0_0 * lines[3];
        x0_4 -= x0_0 * lines[4];
        x0_5 -= x0_0 * lines[5];
        x0_6 -= x0_0 * lines[6];
        x0_7 -= x0_0 * lines[7];
      }
    }
    if (waits1) {
      if (place1 == (int)place_of) {
        place1 = 0;
        waits1 = false;
      }
      else {
        if (place1 == 0) place1 = (int)place_of;
        x1_0 = normal ? x1_0 * inverse : x1_0 / divisor;
        x1_1 -= x1_0 * lines[1];
        x1_2 -= x1_0 * lines[2];
        x1_3 -= x1_0 * lines[3];
        x1_4 -= x1_0 * lines[4];
        x1_5 -= x1_0 * lines[5];
        x1_6 -= x1_0 * lines[6];
        x1_7 -= x1_0 * lines[7];
      }
    }
  }
  {
    uint high = 0, low = 0, place_of = 0x7fffffffu;
    if (waits0) {
      const double size = fabs(x0_1);
      const ulong bits = as_ulong(size);
      uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
      if (isnan(size)) { high_of = place0 == 1 ? 0xffffffffu : 0; low_of = 0; }
      if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)place0 < place_of)))) {
        high = high_of; low = low_of; place_of = (uint)place0;
      }
    }
    if (waits1) {
      const double size = fabs(x1_1);
      const ulong bits = as_ulong(size);
      uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
      if (isnan(size)) { high_of = place1 == 1 ? 0xffffffffu : 0; low_of = 0; }
      if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)place1 < place_of)))) {
        high = high_of; low = low_of; place_of = (uint)place1;
      }
    }
    {
      uint most, next = 0, least;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
      const uint second = high == most ? low : 0;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(next) : "r"(second));
      const uint third = high == most && low == next ? place_of : 0x7fffffffu;
      asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
      high = most; low = next; place_of = least;
    }
    if (item % 32 == 0) {
      highs[item / 32] = high; lows[item / 32] = low; place_ofs[item / 32] = place_of;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const int other = item % 32;
    high = other < 16 ? highs[other] : 0; low = other < 16 ? lows[other] : 0;
    place_of = other < 16 ? place_ofs[other] : 0x7fffffffu;
    {
      uint most, next = 0, least;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
      const uint second = high == most ? low : 0;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(next) : "r"(second));
      const uint third = high == most && low == next ? place_of : 0x7fffffffu;
      asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
      high = most; low = next; place_of = least;
    }
    if (waits0 && place0 == (int)place_of) {
      lines[9] = x0_1;
      lines[10] = x0_2;
      lines[11] = x0_3;
      lines[12] = x0_4;
      lines[13] = x0_5;
      lines[14] = x0_6;
      lines[15] = x0_7;
    }
    if (waits1 && place1 == (int)place_of) {
      lines[9] = x1_1;
      lines[10] = x1_2;
      lines[11] = x1_3;
      lines[12] = x1_4;
      lines[13] = x1_5;
      lines[14] = x1_6;
      lines[15] = x1_7;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const double pivot0 = lines[9];
    const bool zero = pivot0 == 0;
    if (zero && !failed) failed = first + 2;
    if (item == 0 && rank == 0) pivots[1] = first + (int)place_of;
    const double divisor = zero ? 1 : pivot0;
    const double inverse = 1 / divisor;
    const bool normal = isnormal(inverse);
    if (waits0) {
      if (place0 == (int)place_of) {
        place0 = 1;
        waits0 = false;
      }
      else {
        if (place0 == 1) place0 = (int)place_of;
        x0_1 = normal ? x0_1 * inverse : x0_1 / divisor;
        x0_2 -= x0_1 * lines[10];
        x0_3 -= x0_1 * lines[11];
        x0_4 -= x0_1 * lines[12];
        x0_5 -= x0_1 * lines[13];
        x0_6 -= x0_1 * lines[14];
        x0_7 -= x0_1 * lines[15];
      }
    }
    if (waits1) {
      if (place1 == (int)place_of) {
        place1 = 1;
        waits1 = false;
      }
      else {
        if (place1 == 1) place1 = (int)place_of;
        x1_1 = normal ? x1_1 * inverse : x1_1 / divisor;
        x1_2 -= x1_1 * lines[10];
        x1_3 -= x1_1 * lines[11];
        x1_4 -= x1_1 * lines[12];
        x1_5 -= x1_1 * lines[13];
        x1_6 -= x1_1 * lines[14];
        x1_7 -= x1_1 * lines[15];
      }
    }
  }
  {
    uint high = 0, low = 0, place_of = 0x7fffffffu;
    if (waits0) {
      const double size = fabs(x0_2);
      const ulong bits = as_ulong(size);
      uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
      if (isnan(size)) { high_of = place0 == 2 ? 0xffffffffu : 0; low_of = 0; }
      if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)place0 < place_of)))) {
        high = high_of; low = low_of; place_of = (uint)place0;
      }
    }
    if (waits1) {
      const double size = fabs(x1_2);
      const ulong bits = as_ulong(size);
      uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
      if (isnan(size)) { high_of = place1 == 2 ? 0xffffffffu : 0; low_of = 0; }
      if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)place1 < place_of)))) {
        high = high_of; low = low_of; place_of = (uint)place1;
      }
    }
    {
      uint most, next = 0, least;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
      const uint second = high == most ? low : 0;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(next) : "r"(second));
      const uint third = high == most && low == next ? place_of : 0x7fffffffu;
      asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
      high = most; low = next; place_of = least;
    }
    if (item % 32 == 0) {
      highs[item / 32] = high; lows[item / 32] = low; place_ofs[item / 32] = place_of;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const int other = item % 32;
    high = other < 16 ? highs[other] : 0; low = other < 16 ? lows[other] : 0;
    place_of = other < 16 ? place_ofs[other] : 0x7fffffffu;
    {
      uint most, next = 0, least;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
      const uint second = high == most ? low : 0;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(next) : "r"(second));
      const uint third = high == most && low == next ? place_of : 0x7fffffffu;
      asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
      high = most; low = next; place_of = least;
    }
    if (waits0 && place0 == (int)place_of) {
      lines[2] = x0_2;
      lines[3] = x0_3;
      lines[4] = x0_4;
      lines[5] = x0_5;
      lines[6] = x0_6;
      lines[7] = x0_7;
    }
    if (waits1 && place1 == (int)place_of) {
      lines[2] = x1_2;
      lines[3] = x1_3;
      lines[4] = x1_4;
      lines[5] = x1_5;
      lines[6] = x1_6;
      lines[7] = x1_7;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const double pivot0 = lines[2];
    const bool zero = pivot0 == 0;
    if (zero && !failed) failed = first + 3;
    if (item == 0 && rank == 0) pivots[2] = first + (int)place_of;
    const double divisor = zero ? 1 : pivot0;
    const double inverse = 1 / divisor;
    const bool normal = isnormal(inverse);
    if (waits0) {
      if (place0 == (int)place_of) {
        place0 = 2;
        waits0 = false;
      }
      else {
        if (place0 == 2) place0 = (int)place_of;
        x0_2 = normal ? x0_2 * inverse : x0_2 / divisor;
        x0_3 -= x0_2 * lines[3];
        x0_4 -= x0_2 * lines[4];
        x0_5 -= x0_2 * lines[5];
        x0_6 -= x0_2 * lines[6];
        x0_7 -= x0_2 * lines[7];
      }
    }
    if (waits1) {
      if (place1 == (int)place_of) {
        place1 = 2;
        waits1 = false;
      }
      else {
        if (place1 == 2) place1 = (int)place_of;
        x1_2 = normal ? x1_2 * inverse : x1_2 / divisor;
        x1_3 -= x1_2 * lines[3];
        x1_4 -= x1_2 * lines[4];
        x1_5 -= x1_2 * lines[5];
        x1_6 -= x1_2 * lines[6];
        x1_7 -= x1_2 * lines[7];
      }
    }
  }
  {
    uint high = 0, low = 0, place_of = 0x7fffffffu;
    if (waits0) {
      const double size = fabs(x0_3);
      const ulong bits = as_ulong(size);
      uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
      if (isnan(size)) { high_of = place0 == 3 ? 0xffffffffu : 0; low_of = 0; }
      if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)place0 < place_of)))) {
        high = high_of; low = low_of; place_of = (uint)place0;
      }
    }
    if (waits1) {
      const double size = fabs(x1_3);
      const ulong bits = as_ulong(size);
      uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
      if (isnan(size)) { high_of = place1 == 3 ? 0xffffffffu : 0; low_of = 0; }
      if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)place1 < place_of)))) {
        high = high_of; low = low_of; place_of = (uint)place1;
      }
    }
    {
      uint most, next = 0, least;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
      const uint second = high == most ? low : 0;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(next) : "r"(second));
      const uint third = high == most && low == next ? place_of : 0x7fffffffu;
      asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
      high = most; low = next; place_of = least;
    }
    if (item % 32 == 0) {
      highs[item / 32] = high; lows[item / 32] = low; place_ofs[item / 32] = place_of;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const int other = item % 32;
    high = other < 16 ? highs[other] : 0; low = other < 16 ? lows[other] : 0;
    place_of = other < 16 ? place_ofs[other] : 0x7fffffffu;
    {
      uint most, next = 0, least;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
      const uint second = high == most ? low : 0;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(next) : "r"(second));
      const uint third = high == most && low == next ? place_of : 0x7fffffffu;
      asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
      high = most; low = next; place_of = least;
    }
    if (waits0 && place0 == (int)place_of) {
      lines[11] = x0_3;
      lines[12] = x0_4;
      lines[13] = x0_5;
      lines[14] = x0_6;
      lines[15] = x0_7;
    }
    if (waits1 && place1 == (int)place_of) {
      lines[11] = x1_3;
      lines[12] = x1_4;
      lines[13] = x1_5;
      lines[14] = x1_6;
      lines[15] = x1_7;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const double pivot0 = lines[11];
    const bool zero = pivot0 == 0;
    if (zero && !failed) failed = first + 4;
    if (item == 0 && rank == 0) pivots[3] = first + (int)place_of;
    const double divisor = zero ? 1 : pivot0;
    const double inverse = 1 / divisor;
    const bool normal = isnormal(inverse);
    if (waits0) {
      if (place0 == (int)place_of) {
        place0 = 3;
        waits0 = false;
      }
      else {
        if (place0 == 3) place0 = (int)place_of;
        x0_3 = normal ? x0_3 * inverse : x0_3 / divisor;
        x0_4 -= x0_3 * lines[12];
        x0_5 -= x0_3 * lines[13];
        x0_6 -= x0_3 * lines[14];
        x0_7 -= x0_3 * lines[15];
      }
    }
    if (waits1) {
      if (place1 == (int)place_of) {
        place1 = 3;
        waits1 = false;
      }
      else {
        if (place1 == 3) place1 = (int)place_of;
        x1_3 = normal ? x1_3 * inverse : x1_3 / divisor;
        x1_4 -= x1_3 * lines[12];
        x1_5 -= x1_3 * lines[13];
        x1_6 -= x1_3 * lines[14];
        x1_7 -= x1_3 * lines[15];
      }
    }
  }
  {
    uint high = 0, low = 0, place_of = 0x7fffffffu;
    if (waits0) {
      const double size = fabs(x0_4);
      const ulong bits = as_ulong(size);
      uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
      if (isnan(size)) { high_of = place0 == 4 ? 0xffffffffu : 0; low_of = 0; }
      if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)place0 < place_of)))) {
        high = high_of; low = low_of; place_of = (uint)place0;
      }
    }
    if (waits1) {
      const double size = fabs(x1_4);
      const ulong bits = as_ulong(size);
      uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
      if (isnan(size)) { high_of = place1 == 4 ? 0xffffffffu : 0; low_of = 0; }
      if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)place1 < place_of)))) {
        high = high_of; low = low_of; place_of = (uint)place1;
      }
    }
    {
      uint most, next = 0, least;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
      const uint second = high == most ? low : 0;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(next) : "r"(second));
      const uint third = high == most && low == next ? place_of : 0x7fffffffu;
      asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
      high = most; low = next; place_of = least;
    }
    if (item % 32 == 0) {
      highs[item / 32] = high; lows[item / 32] = low; place_ofs[item / 32] = place_of;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const int other = item % 32;
    high = other < 16 ? highs[other] : 0; low = other < 16 ? lows[other] : 0;
    place_of = other < 16 ? place_ofs[other] : 0x7fffffffu;
    {
      uint most, next = 0, least;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
      const uint second = high == most ? low : 0;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(next) : "r"(second));
      const uint third = high == most && low == next ? place_of : 0x7fffffffu;
      asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
      high = most; low = next; place_of = least;
    }
    if (waits0 && place0 == (int)place_of) {
      lines[4] = x0_4;
      lines[5] = x0_5;
      lines[6] = x0_6;
      lines[7] = x0_7;
    }
    if (waits1 && place1 == (int)place_of) {
      lines[4] = x1_4;
      lines[5] = x1_5;
      lines[6] = x1_6;
      lines[7] = x1_7;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const double pivot0 = lines[4];
    const bool zero = pivot0 == 0;
    if (zero && !failed) failed = first + 5;
    if (item == 0 && rank == 0) pivots[4] = first + (int)place_of;
    const double divisor = zero ? 1 : pivot0;
    const double inverse = 1 / divisor;
    const bool normal = isnormal(inverse);
    if (waits0) {
      if (place0 == (int)place_of) {
        place0 = 4;
        waits0 = false;
      }
      else {
        if (place0 == 4) place0 = (int)place_of;
        x0_4 = normal ? x0_4 * inverse : x0_4 / divisor;
        x0_5 -= x0_4 * lines[5];
        x0_6 -= x0_4 * lines[6];
        x0_7 -= x0_4 * lines[7];
      }
    }
    if (waits1) {
      if (place1 == (int)place_of) {
        place1 = 4;
        waits1 = false;
      }
      else {
        if (place1 == 4) place1 = (int)place_of;
        x1_4 = normal ? x1_4 * inverse : x1_4 / divisor;
        x1_5 -= x1_4 * lines[5];
        x1_6 -= x1_4 * lines[6];
        x1_7 -= x1_4 * lines[7];
      }
    }
  }
  {
    uint high = 0, low = 0, place_of = 0x7fffffffu;
    if (waits0) {
      const double size = fabs(x0_5);
      const ulong bits = as_ulong(size);
      uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
      if (isnan(size)) { high_of = place0 == 5 ? 0xffffffffu : 0; low_of = 0; }
      if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)place0 < place_of)))) {
        high = high_of; low = low_of; place_of = (uint)place0;
      }
    }
    if (waits1) {
      const double size = fabs(x1_5);
      const ulong bits = as_ulong(size);
      uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
      if (isnan(size)) { high_of = place1 == 5 ? 0xffffffffu : 0; low_of = 0; }
      if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)place1 < place_of)))) {
        high = high_of; low = low_of; place_of = (uint)place1;
      }
    }
    {
      uint most, next = 0, least;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
      const uint second = high == most ? low : 0;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(next) : "r"(second));
      const uint third = high == most && low == next ? place_of : 0x7fffffffu;
      asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
      high = most; low = next; place_of = least;
    }
    if (item % 32 == 0) {
      highs[item / 32] = high; lows[item / 32] = low; place_ofs[item / 32] = place_of;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const int other = item % 32;
    high = other < 16 ? highs[other] : 0; low = other < 16 ? lows[other] : 0;
    place_of = other < 16 ? place_ofs[other] : 0x7fffffffu;
    {
      uint most, next = 0, least;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
      const uint second = high == most ? low : 0;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(next) : "r"(second));
      const uint third = high == most && low == next ? place_of : 0x7fffffffu;
      asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
      high = most; low = next; place_of = least;
    }
    if (waits0 && place0 == (int)place_of) {
      lines[13] = x0_5;
      lines[14] = x0_6;
      lines[15] = x0_7;
    }
    if (waits1 && place1 == (int)place_of) {
      lines[13] = x1_5;
      lines[14] = x1_6;
      lines[15] = x1_7;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const double pivot0 = lines[13];
    const bool zero = pivot0 == 0;
    if (zero && !failed) failed = first + 6;
    if (item == 0 && rank == 0) pivots[5] = first + (int)place_of;
    const double divisor = zero ? 1 : pivot0;
    const double inverse = 1 / divisor;
    const bool normal = isnormal(inverse);
    if (waits0) {
      if (place0 == (int)place_of) {
        place0 = 5;
        waits0 = false;
      }
      else {
        if (place0 == 5) place0 = (int)place_of;
        x0_5 = normal ? x0_5 * inverse : x0_5 / divisor;
        x0_6 -= x0_5 * lines[14];
        x0_7 -= x0_5 * lines[15];
      }
    }
    if (waits1) {
      if (place1 == (int)place_of) {
        place1 = 5;
        waits1 = false;
      }
      else {
        if (place1 == 5) place1 = (int)place_of;
        x1_5 = normal ? x1_5 * inverse : x1_5 / divisor;
        x1_6 -= x1_5 * lines[14];
        x1_7 -= x1_5 * lines[15];
      }
    }
  }
  {
    uint high = 0, low = 0, place_of = 0x7fffffffu;
    if (waits0) {
      const double size = fabs(x0_6);
      const ulong bits = as_ulong(size);
      uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
      if (isnan(size)) { high_of = place0 == 6 ? 0xffffffffu : 0; low_of = 0; }
      if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)place0 < place_of)))) {
        high = high_of; low = low_of; place_of = (uint)place0;
      }
    }
    if (waits1) {
      const double size = fabs(x1_6);
      const ulong bits = as_ulong(size);
      uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
      if (isnan(size)) { high_of = place1 == 6 ? 0xffffffffu : 0; low_of = 0; }
      if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)place1 < place_of)))) {
        high = high_of; low = low_of; place_of = (uint)place1;
      }
    }
    {
      uint most, next = 0, least;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
      const uint second = high == most ? low : 0;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(next) : "r"(second));
      const uint third = high == most && low == next ? place_of : 0x7fffffffu;
      asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
      high = most; low = next; place_of = least;
    }
    if (item % 32 == 0) {
      highs[item / 32] = high; lows[item / 32] = low; place_ofs[item / 32] = place_of;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const int other = item % 32;
    high = other < 16 ? highs[other] : 0; low = other < 16 ? lows[other] : 0;
    place_of = other < 16 ? place_ofs[other] : 0x7fffffffu;
    {
      uint most, next = 0, least;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
      const uint second = high == most ? low : 0;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(next) : "r"(second));
      const uint third = high == most && low == next ? place_of : 0x7fffffffu;
      asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
      high = most; low = next; place_of = least;
    }
    if (waits0 && place0 == (int)place_of) {
      lines[6] = x0_6;
      lines[7] = x0_7;
    }
    if (waits1 && place1 == (int)place_of) {
      lines[6] = x1_6;
      lines[7] = x1_7;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const double pivot0 = lines[6];
    const bool zero = pivot0 == 0;
    if (zero && !failed) failed = first + 7;
    if (item == 0 && rank == 0) pivots[6] = first + (int)place_of;
    const double divisor = zero ? 1 : pivot0;
    const double inverse = 1 / divisor;
    const bool normal = isnormal(inverse);
    if (waits0) {
      if (place0 == (int)place_of) {
        place0 = 6;
        waits0 = false;
      }
      else {
        if (place0 == 6) place0 = (int)place_of;
        x0_6 = normal ? x0_6 * inverse : x0_6 / divisor;
        x0_7 -= x0_6 * lines[7];
      }
    }
    if (waits1) {
      if (place1 == (int)place_of) {
        place1 = 6;
        waits1 = false;
      }
      else {
        if (place1 == 6) place1 = (int)place_of;
        x1_6 = normal ? x1_6 * inverse : x1_6 / divisor;
        x1_7 -= x1_6 * lines[7];
      }
    }
  }
  {
    uint high = 0, low = 0, place_of = 0x7fffffffu;
    if (waits0) {
      const double size = fabs(x0_7);
      const ulong bits = as_ulong(size);
      uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
      if (isnan(size)) { high_of = place0 == 7 ? 0xffffffffu : 0; low_of = 0; }
      if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)place0 < place_of)))) {
        high = high_of; low = low_of; place_of = (uint)place0;
      }
    }
    if (waits1) {
      const double size = fabs(x1_7);
      const ulong bits = as_ulong(size);
      uint high_of = (uint)(bits >> 32), low_of = (uint)bits;
      if (isnan(size)) { high_of = place1 == 7 ? 0xffffffffu : 0; low_of = 0; }
      if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)place1 < place_of)))) {
        high = high_of; low = low_of; place_of = (uint)place1;
      }
    }
    {
      uint most, next = 0, least;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
      const uint second = high == most ? low : 0;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(next) : "r"(second));
      const uint third = high == most && low == next ? place_of : 0x7fffffffu;
      asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
      high = most; low = next; place_of = least;
    }
    if (item % 32 == 0) {
      highs[item / 32] = high; lows[item / 32] = low; place_ofs[item / 32] = place_of;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const int other = item % 32;
    high = other < 16 ? highs[other] : 0; low = other < 16 ? lows[other] : 0;
    place_of = other < 16 ? place_ofs[other] : 0x7fffffffu;
    {
      uint most, next = 0, least;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
      const uint second = high == most ? low : 0;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(next) : "r"(second));
      const uint third = high == most && low == next ? place_of : 0x7fffffffu;
      asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
      high = most; low = next; place_of = least;
    }
    if (waits0 && place0 == (int)place_of) {
      lines[15] = x0_7;
    }
    if (waits1 && place1 == (int)place_of) {
      lines[15] = x1_7;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const double pivot0 = lines[15];
    const bool zero = pivot0 == 0;
    if (zero && !failed) failed = first + 8;
    if (item == 0 && rank == 0) pivots[7] = first + (int)place_of;
    const double divisor = zero ? 1 : pivot0;
    const double inverse = 1 / divisor;
    const bool normal = isnormal(inverse);
    if (waits0) {
      if (place0 == (int)place_of) {
        place0 = 7;
        waits0 = false;
      }
      else {
        if (place0 == 7) place0 = (int)place_of;
        x0_7 = normal ? x0_7 * inverse : x0_7 / divisor;
      }
    }
    if (waits1) {
      if (place1 == (int)place_of) {
        place1 = 7;
        waits1 = false;
      }
      else {
        if (place1 == 7) place1 = (int)place_of;
        x1_7 = normal ? x1_7 * inverse : x1_7 / divisor;
      }
    }
  }
  if (row0 < m) a[a_offset + (size_t)place0 * a_row] = x0_0;
  if (row0 < m) a[a_offset + (size_t)place0 * a_row + (size_t)1] = x0_1;
  if (row0 < m) a[a_offset + (size_t)place0 * a_row + (size_t)2] = x0_2;
  if (row0 < m) a[a_offset + (size_t)place0 * a_row + (size_t)3] = x0_3;
  if (row0 < m) a[a_offset + (size_t)place0 * a_row + (size_t)4] = x0_4;
  if (row0 < m) a[a_offset + (size_t)place0 * a_row + (size_t)5] = x0_5;
  if (row0 < m) a[a_offset + (size_t)place0 * a_row + (size_t)6] = x0_6;
  if (row0 < m) a[a_offset + (size_t)place0 * a_row + (size_t)7] = x0_7;
  if (row1 < m) a[a_offset + (size_t)place1 * a_row] = x1_0;
  if (row1 < m) a[a_offset + (size_t)place1 * a_row + (size_t)1] = x1_1;
  if (row1 < m) a[a_offset + (size_t)place1 * a_row + (size_t)2] = x1_2;
  if (row1 < m) a[a_offset + (size_t)place1 * a_row + (size_t)3] = x1_3;
  if (row1 < m) a[a_offset + (size_t)place1 * a_row + (size_t)4] = x1_4;
  if (row1 < m) a[a_offset + (size_t)place1 * a_row + (size_t)5] = x1_5;
  if (row1 < m) a[a_offset + (size_t)place1 * a_row + (size_t)6] = x1_6;
  if (row1 < m) a[a_offset + (size_t)place1 * a_row + (size_t)7] = x1_7;
  if (item == 0 && rank == 0 && (first == 0 || (failed && info[0] == 0))) {
    info[0] = failed;
  }
}
