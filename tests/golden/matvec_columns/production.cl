// matvec m=8192 n=8192 float32 general across: items=32 lines=32 lanes=1 rows=8 parts=1
__kernel __attribute__((reqd_work_group_size(32, 32, 1))) void
matvec_columns(
    const int m, const int n,
    __global const float *restrict a, const ulong a_offset, const ulong a_row,
    __global const float *restrict x, const ulong x_offset, const float alpha, const float beta,
    __global float *restrict y, const ulong y_offset)
{
  x += x_offset;
  y += y_offset;
  const int line = get_local_id(1);
  const int column = get_group_id(0) * 32 + get_local_id(0);
  const int c = min(column, n - 1);
  const int part = get_group_id(1), parts = get_num_groups(1);
  const int share = (m + parts - 1) / parts;
  float sum = 0;
  int row = part * share + line;
  const int stop = min((part + 1) * share, m);
  for (; row + 224 < stop; row += 256) {
    __global const float *row0 = a + (a_offset + (size_t)row * a_row);
    const float a0 = *(row0 + c);
    __global const float *row1 = a + (a_offset + (size_t)(row + 32) * a_row);
    const float a1 = *(row1 + c);
    __global const float *row2 = a + (a_offset + (size_t)(row + 64) * a_row);
    const float a2 = *(row2 + c);
    __global const float *row3 = a + (a_offset + (size_t)(row + 96) * a_row);
    const float a3 = *(row3 + c);
    __global const float *row4 = a + (a_offset + (size_t)(row + 128) * a_row);
    const float a4 = *(row4 + c);
    __global const float *row5 = a + (a_offset + (size_t)(row + 160) * a_row);
    const float a5 = *(row5 + c);
    __global const float *row6 = a + (a_offset + (size_t)(row + 192) * a_row);
    const float a6 = *(row6 + c);
    __global const float *row7 = a + (a_offset + (size_t)(row + 224) * a_row);
    const float a7 = *(row7 + c);
    const float x0 = *(x + row);
    const float factor0 = x0;
    sum += a0 * factor0;
    const float x1 = *(x + row + 32);
    const float factor1 = x1;
    sum += a1 * factor1;
    const float x2 = *(x + row + 64);
    const float factor2 = x2;
    sum += a2 * factor2;
    const float x3 = *(x + row + 96);
    const float factor3 = x3;
    sum += a3 * factor3;
    const float x4 = *(x + row + 128);
    const float factor4 = x4;
    sum += a4 * factor4;
    const float x5 = *(x + row + 160);
    const float factor5 = x5;
    sum += a5 * factor5;
    const float x6 = *(x + row + 192);
    const float factor6 = x6;
    sum += a6 * factor6;
    const float x7 = *(x + row + 224);
    const float factor7 = x7;
    sum += a7 * factor7;
  }
  for (; row < stop; row += 32) {
    __global const float *row0 = a + (a_offset + (size_t)row * a_row);
    const float a0 = *(row0 + c);
    const float x0 = *(x + row);
    const float factor0 = x0;
    sum += a0 * factor0;
  }
  __local float sums_of[32][32];
  const int item = get_local_id(0);
  sums_of[line][item] = sum;
  for (int half_size = 16; half_size > 0; half_size /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (line < half_size) {
      sums_of[line][item] += sums_of[line + half_size][item];
    }
  }
  sum = sums_of[line][item];
  if (line == 0) {
    if (c >= column) {
      *(y + c) = alpha * sum + (beta == 0 ? 0 : beta * *(y + c));
    }
  }
}
