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
  __shared__ uint highs[64], lows[64], pivot_rows[64];
  __shared__ __align__(16) float lines[16];
  const int item = (ulong)threadIdx.x;
  const int rank = 0;
  pivots += pivots_offset + first;
  info += info_offset;
  int failed = 0;
  const int row0 = item;
  int position0 = row0;
  bool active0 = row0 < m;
  float x0_0 = 0, x0_1 = 0, x0_2 = 0, x0_3 = 0;
  if (active0) { x0_0 = a[a_offset + (ulong)row0 * a_row]; }
  if (active0) { x0_1 = a[a_offset + (ulong)row0 * a_row + (ulong)1]; }
  if (active0) { x0_2 = a[a_offset + (ulong)row0 * a_row + (ulong)2]; }
  if (active0) { x0_3 = a[a_offset + (ulong)row0 * a_row + (ulong)3]; }
  __syncthreads();
  uint high, low, pivot_row;
  high = 0; low = 0; pivot_row = 0x7fffffffu;
  if (active0) {
    const float size = fabs(x0_0);
    uint high_of = bits_of<uint>(size), low_of = 0;
    if (isnan(size)) { high_of = position0 == 0 ? 0xffffffffu : 0; low_of = 0; }
    if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)position0 < pivot_row)))) {
      high = high_of; low = low_of; pivot_row = (uint)position0;
    }
  }
  #pragma unroll 1
  for (int start = 0; start < 4; start += 8) {
    {
      highs[item] = high; lows[item] = low; pivot_rows[item] = pivot_row;
      for (int half_size = 32; half_size > 0; half_size /= 2) {
        __syncthreads();
        if (item < half_size) {
          if (highs[item + half_size] > high
              || (highs[item + half_size] == high && (lows[item + half_size] > low
              || (lows[item + half_size] == low && pivot_rows[item + half_size] < pivot_row)))) {
            high = highs[item + half_size]; low = lows[item + half_size]; pivot_row = pivot_rows[item + half_size];
          }
          highs[item] = high; lows[item] = low; pivot_rows[item] = pivot_row;
        }
      }
      __syncthreads();
      high = highs[0]; low = lows[0]; pivot_row = pivot_rows[0];
      if (active0 && position0 == (int)pivot_row) {
        lines[4] = x0_0;
        lines[5] = x0_1;
        lines[6] = x0_2;
        lines[7] = x0_3;
      }
      __syncthreads();
      const float *line = lines + 4;
      const float pivot0 = line[0];
      const bool zero = pivot0 == 0;
      if (zero && !failed) failed = first + start + 1;
      if (item == 0 && rank == 0) pivots[start] = first + (int)pivot_row;
      const float divisor = zero ? 1 : pivot0;
      const float inverse = 1 / divisor;
      const bool normal = isnormal(inverse);
      if (active0) {
        if (position0 == (int)pivot_row) { position0 = start; active0 = false; }
        else if (position0 == start) position0 = (int)pivot_row;
      }
      if (active0) {
        x0_0 = normal ? x0_0 * inverse : x0_0 / divisor;
        x0_1 -= x0_0 * line[1];
      }
      high = 0; low = 0; pivot_row = 0x7fffffffu;
      if (active0) {
        const float size = fabs(x0_1);
        uint high_of = bits_of<uint>(size), low_of = 0;
        if (isnan(size)) { high_of = position0 == start + 1 ? 0xffffffffu : 0; low_of = 0; }
        if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)position0 < pivot_row)))) {
          high = high_of; low = low_of; pivot_row = (uint)position0;
        }
      }
      if (active0) {
        x0_2 -= x0_0 * line[2];
        x0_3 -= x0_0 * line[3];
      }
    }
    {
      highs[item] = high; lows[item] = low; pivot_rows[item] = pivot_row;
      for (int half_size = 32; half_size > 0; half_size /= 2) {
        __syncthreads();
        if (item < half_size) {
          if (highs[item + half_size] > high
              || (highs[item + half_size] == high && (lows[item + half_size] > low
              || (lows[item + half_size] == low && pivot_rows[item + half_size] < pivot_row)))) {
            high = highs[item + half_size]; low = lows[item + half_size]; pivot_row = pivot_rows[item + half_size];
          }
          highs[item] = high; lows[item] = low; pivot_rows[item] = pivot_row;
        }
      }
      __syncthreads();
      high = highs[0]; low = lows[0]; pivot_row = pivot_rows[0];
      if (active0 && position0 == (int)pivot_row) {
        lines[13] = x0_1;
        lines[14] = x0_2;
        lines[15] = x0_3;
      }
      __syncthreads();
      const float *line = lines + 12;
      const float pivot0 = line[1];
      const bool zero = pivot0 == 0;
      if (zero && !failed) failed = first + start + 2;
      if (item == 0 && rank == 0) pivots[start + 1] = first + (int)pivot_row;
      const float divisor = zero ? 1 : pivot0;
      const float inverse = 1 / divisor;
      const bool normal = isnormal(inverse);
      if (active0) {
        if (position0 == (int)pivot_row) { position0 = start + 1; active0 = false; }
        else if (position0 == start + 1) position0 = (int)pivot_row;
      }
      if (active0) {
        x0_1 = normal ? x0_1 * inverse : x0_1 / divisor;
        x0_2 -= x0_1 * line[2];
      }
      high = 0; low = 0; pivot_row = 0x7fffffffu;
      if (active0) {
        const float size = fabs(x0_2);
        uint high_of = bits_of<uint>(size), low_of = 0;
        if (isnan(size)) { high_of = position0 == start + 2 ? 0xffffffffu : 0; low_of = 0; }
        if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)position0 < pivot_row)))) {
          high = high_of; low = low_of; pivot_row = (uint)position0;
        }
      }
      if (active0) {
        x0_3 -= x0_1 * line[3];
      }
    }
    {
      highs[item] = high; lows[item] = low; pivot_rows[item] = pivot_row;
      for (int half_size = 32; half_size > 0; half_size /= 2) {
        __syncthreads();
        if (item < half_size) {
          if (highs[item + half_size] > high
              || (highs[item + half_size] == high && (lows[item + half_size] > low
              || (lows[item + half_size] == low && pivot_rows[item + half_size] < pivot_row)))) {
            high = highs[item + half_size]; low = lows[item + half_size]; pivot_row = pivot_rows[item + half_size];
          }
          highs[item] = high; lows[item] = low; pivot_rows[item] = pivot_row;
        }
      }
      __syncthreads();
      high = highs[0]; low = lows[0]; pivot_row = pivot_rows[0];
      if (active0 && position0 == (int)pivot_row) {
        lines[6] = x0_2;
        lines[7] = x0_3;
      }
      __syncthreads();
      const float *line = lines + 4;
      const float pivot0 = line[2];
      const bool zero = pivot0 == 0;
      if (zero && !failed) failed = first + start + 3;
      if (item == 0 && rank == 0) pivots[start + 2] = first + (int)pivot_row;
      const float divisor = zero ? 1 : pivot0;
      const float inverse = 1 / divisor;
      const bool normal = isnormal(inverse);
      if (active0) {
        if (position0 == (int)pivot_row) { position0 = start + 2; active0 = false; }
        else if (position0 == start + 2) position0 = (int)pivot_row;
      }
      if (active0) {
        x0_2 = normal ? x0_2 * inverse : x0_2 / divisor;
        x0_3 -= x0_2 * line[3];
      }
      high = 0; low = 0; pivot_row = 0x7fffffffu;
      if (active0) {
        const float size = fabs(x0_3);
        uint high_of = bits_of<uint>(size), low_of = 0;
        if (isnan(size)) { high_of = position0 == start + 3 ? 0xffffffffu : 0; low_of = 0; }
        if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)position0 < pivot_row)))) {
          high = high_of; low = low_of; pivot_row = (uint)position0;
        }
      }
      if (active0) {
      }
    }
    {
      highs[item] = high; lows[item] = low; pivot_rows[item] = pivot_row;
      for (int half_size = 32; half_size > 0; half_size /= 2) {
        __syncthreads();
        if (item < half_size) {
          if (highs[item + half_size] > high
              || (highs[item + half_size] == high && (lows[item + half_size] > low
              || (lows[item + half_size] == low && pivot_rows[item + half_size] < pivot_row)))) {
            high = highs[item + half_size]; low = lows[item + half_size]; pivot_row = pivot_rows[item + half_size];
          }
          highs[item] = high; lows[item] = low; pivot_rows[item] = pivot_row;
        }
      }
      __syncthreads();
      high = highs[0]; low = lows[0]; pivot_row = pivot_rows[0];
      if (active0 && position0 == (int)pivot_row) {
        lines[15] = x0_3;
      }
      __syncthreads();
      const float *line = lines + 12;
      const float pivot0 = line[3];
      const bool zero = pivot0 == 0;
      if (zero && !failed) failed = first + start + 4;
      if (item == 0 && rank == 0) pivots[start + 3] = first + (int)pivot_row;
      const float divisor = zero ? 1 : pivot0;
      const float inverse = 1 / divisor;
      const bool normal = isnormal(inverse);
      if (active0) {
        if (position0 == (int)pivot_row) { position0 = start + 3; active0 = false; }
        else if (position0 == start + 3) position0 = (int)pivot_row;
      }
      if (active0) {
        x0_3 = normal ? x0_3 * inverse : x0_3 / divisor;
      }
      if (active0) {
      }
    }
  }
  if (row0 < m) a[a_offset + (ulong)position0 * a_row] = x0_0;
  if (row0 < m) a[a_offset + (ulong)position0 * a_row + (ulong)1] = x0_1;
  if (row0 < m) a[a_offset + (ulong)position0 * a_row + (ulong)2] = x0_2;
  if (row0 < m) a[a_offset + (ulong)position0 * a_row + (ulong)3] = x0_3;
  if (item == 0 && rank == 0 && (first == 0 || (failed && info[0] == 0))) {
    info[0] = failed;
  }
}
