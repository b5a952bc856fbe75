// factorization m=40 n=4 rhs=0 float32 lu factor a=row: items=64 rows=1 cluster=1 sub_groups=False
extern "C" __global__ void __launch_bounds__(64)
lu_registers(
    const int m, const int n, const int first,
    float *__restrict__ a, const ulong a_offset, const int a_row, const int a_col,
    uint *__restrict__ pivots, const ulong pivots_offset,
    uint *__restrict__ info, const ulong info_offset,
    const launch_part launched)
{
  wait_for_earlier();
  __shared__ uint highs[64], lows[64], place_ofs[64];
  __shared__ __align__(16) uint headers[8];
  __shared__ __align__(16) float lines[8];
  const int item = (ulong)threadIdx.x;
  const int rank = 0;
  pivots += pivots_offset + first;
  info += info_offset;
  int failed = 0;
  const int row0 = item;
  int place0 = row0;
  bool waits0 = row0 < m;
  float x0_0 = 0;
  if (waits0) { x0_0 = a[a_offset + (ulong)row0 * a_row]; }
  float x0_1 = 0;
  if (waits0) { x0_1 = a[a_offset + (ulong)row0 * a_row + (ulong)1]; }
  float x0_2 = 0;
  if (waits0) { x0_2 = a[a_offset + (ulong)row0 * a_row + (ulong)2]; }
  float x0_3 = 0;
  if (waits0) { x0_3 = a[a_offset + (ulong)row0 * a_row + (ulong)3]; }
  __syncthreads();
  {
    uint high = 0, low = 0, place_of = 0x7fffffffu;
    if (waits0) {
      const float size = fabs(x0_0);
      uint high_of = bits_of<uint>(size), low_of = 0;
      if (isnan(size)) { high_of = place0 == 0 ? 0xffffffffu : 0; low_of = 0; }
      if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)place0 < place_of)))) {
        high = high_of; low = low_of; place_of = (uint)place0;
      }
    }
    highs[item] = high; lows[item] = low; place_ofs[item] = place_of;
    for (int half_size = 32; half_size > 0; half_size /= 2) {
      __syncthreads();
      if (item < half_size) {
        if (highs[item + half_size] > high
            || (highs[item + half_size] == high && (lows[item + half_size] > low
            || (lows[item + half_size] == low && place_ofs[item + half_size] < place_of)))) {
          high = highs[item + half_size]; low = lows[item + half_size]; place_of = place_ofs[item + half_size];
        }
        highs[item] = high; lows[item] = low; place_ofs[item] = place_of;
      }
    }
    __syncthreads();
    high = highs[0]; low = lows[0]; place_of = place_ofs[0];
    if (waits0 && place0 == (int)place_of) {
      lines[0] = x0_0;
      lines[1] = x0_1;
      lines[2] = x0_2;
      lines[3] = x0_3;
    }
    __syncthreads();
    const float pivot0 = lines[0];
    const bool zero = pivot0 == 0;
    if (zero && !failed) failed = first + 1;
    if (item == 0 && rank == 0) pivots[0] = first + (int)place_of;
    const float divisor = zero ? 1 : pivot0;
    const float inverse = 1 / divisor;
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
      }
    }
  }
  {
    uint high = 0, low = 0, place_of = 0x7fffffffu;
    if (waits0) {
      const float size = fabs(x0_1);
      uint high_of = bits_of<uint>(size), low_of = 0;
      if (isnan(size)) { high_of = place0 == 1 ? 0xffffffffu : 0; low_of = 0; }
      if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)place0 < place_of)))) {
        high = high_of; low = low_of; place_of = (uint)place0;
      }
    }
    highs[item] = high; lows[item] = low; place_ofs[item] = place_of;
    for (int half_size = 32; half_size > 0; half_size /= 2) {
      __syncthreads();
      if (item < half_size) {
        if (highs[item + half_size] > high
            || (highs[item + half_size] == high && (lows[item + half_size] > low
            || (lows[item + half_size] == low && place_ofs[item + half_size] < place_of)))) {
          high = highs[item + half_size]; low = lows[item + half_size]; place_of = place_ofs[item + half_size];
        }
        highs[item] = high; lows[item] = low; place_ofs[item] = place_of;
      }
    }
    __syncthreads();
    high = highs[0]; low = lows[0]; place_of = place_ofs[0];
    if (waits0 && place0 == (int)place_of) {
      lines[5] = x0_1;
      lines[6] = x0_2;
      lines[7] = x0_3;
    }
    __syncthreads();
    const float pivot0 = lines[5];
    const bool zero = pivot0 == 0;
    if (zero && !failed) failed = first + 2;
    if (item == 0 && rank == 0) pivots[1] = first + (int)place_of;
    const float divisor = zero ? 1 : pivot0;
    const float inverse = 1 / divisor;
    const bool normal = isnormal(inverse);
    if (waits0) {
      if (place0 == (int)place_of) {
        place0 = 1;
        waits0 = false;
      }
      else {
        if (place0 == 1) place0 = (int)place_of;
        x0_1 = normal ? x0_1 * inverse : x0_1 / divisor;
        x0_2 -= x0_1 * lines[6];
        x0_3 -= x0_1 * lines[7];
      }
    }
  }
  {
    uint high = 0, low = 0, place_of = 0x7fffffffu;
    if (waits0) {
      const float size = fabs(x0_2);
      uint high_of = bits_of<uint>(size), low_of = 0;
      if (isnan(size)) { high_of = place0 == 2 ? 0xffffffffu : 0; low_of = 0; }
      if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)place0 < place_of)))) {
        high = high_of; low = low_of; place_of = (uint)place0;
      }
    }
    highs[item] = high; lows[item] = low; place_ofs[item] = place_of;
    for (int half_size = 32; half_size > 0; half_size /= 2) {
      __syncthreads();
      if (item < half_size) {
        if (highs[item + half_size] > high
            || (highs[item + half_size] == high && (lows[item + half_size] > low
            || (lows[item + half_size] == low && place_ofs[item + half_size] < place_of)))) {
          high = highs[item + half_size]; low = lows[item + half_size]; place_of = place_ofs[item + half_size];
        }
        highs[item] = high; lows[item] = low; place_ofs[item] = place_of;
      }
    }
    __syncthreads();
    high = highs[0]; low = lows[0]; place_of = place_ofs[0];
    if (waits0 && place0 == (int)place_of) {
      lines[2] = x0_2;
      lines[3] = x0_3;
    }
    __syncthreads();
    const float pivot0 = lines[2];
    const bool zero = pivot0 == 0;
    if (zero && !failed) failed = first + 3;
    if (item == 0 && rank == 0) pivots[2] = first + (int)place_of;
    const float divisor = zero ? 1 : pivot0;
    const float inverse = 1 / divisor;
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
      }
    }
  }
  {
    uint high = 0, low = 0, place_of = 0x7fffffffu;
    if (waits0) {
      const float size = fabs(x0_3);
      uint high_of = bits_of<uint>(size), low_of = 0;
      if (isnan(size)) { high_of = place0 == 3 ? 0xffffffffu : 0; low_of = 0; }
      if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)place0 < place_of)))) {
        high = high_of; low = low_of; place_of = (uint)place0;
      }
    }
    highs[item] = high; lows[item] = low; place_ofs[item] = place_of;
    for (int half_size = 32; half_size > 0; half_size /= 2) {
      __syncthreads();
      if (item < half_size) {
        if (highs[item + half_size] > high
            || (highs[item + half_size] == high && (lows[item + half_size] > low
            || (lows[item + half_size] == low && place_ofs[item + half_size] < place_of)))) {
          high = highs[item + half_size]; low = lows[item + half_size]; place_of = place_ofs[item + half_size];
        }
        highs[item] = high; lows[item] = low; place_ofs[item] = place_of;
      }
    }
    __syncthreads();
    high = highs[0]; low = lows[0]; place_of = place_ofs[0];
    if (waits0 && place0 == (int)place_of) {
      lines[7] = x0_3;
    }
    __syncthreads();
    const float pivot0 = lines[7];
    const bool zero = pivot0 == 0;
    if (zero && !failed) failed = first + 4;
    if (item == 0 && rank == 0) pivots[3] = first + (int)place_of;
    const float divisor = zero ? 1 : pivot0;
    const float inverse = 1 / divisor;
    const bool normal = isnormal(inverse);
    if (waits0) {
      if (place0 == (int)place_of) {
        place0 = 3;
        waits0 = false;
      }
      else {
        if (place0 == 3) place0 = (int)place_of;
        x0_3 = normal ? x0_3 * inverse : x0_3 / divisor;
      }
    }
  }
  if (row0 < m) a[a_offset + (ulong)place0 * a_row] = x0_0;
  if (row0 < m) a[a_offset + (ulong)place0 * a_row + (ulong)1] = x0_1;
  if (row0 < m) a[a_offset + (ulong)place0 * a_row + (ulong)2] = x0_2;
  if (row0 < m) a[a_offset + (ulong)place0 * a_row + (ulong)3] = x0_3;
  if (item == 0 && rank == 0 && (first == 0 || (failed && info[0] == 0))) {
    info[0] = failed;
  }
}
