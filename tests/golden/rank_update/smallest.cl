// rank_update m=64 n=64 float32 general rank=1: items=1 lanes=1 rows=1 vectors=1 parts=1 run=1 strips=1
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
rank_update(
    const int m, const int n, const float alpha,
    __global float *restrict a, const ulong a_offset, const ulong a_row,
    __global const float *restrict x, const ulong x_offset,
    __global const float *restrict y, const ulong y_offset)
{
  x += x_offset;
  y += y_offset;
  for (int row = get_group_id(0); row < m; row += get_num_groups(0)) {
    __global float *row0 = a + (a_offset + (size_t)row * a_row);
    const float own0_0 = *(x + row);
    const float value0_0 = own0_0 == 0 ? 0 : alpha * own0_0;
    const float factor0_0 = value0_0;
    const int first = 0, last = n;
    for (int c = first; c < last; c += 1) {
      const float v0 = *(y + c);
      float a0 = *(row0 + c);
      a0 += v0 * factor0_0;
      *(row0 + c) = a0;
    }
  }
}
