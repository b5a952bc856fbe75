// solve m=64 n=64 float32 triangular lower: items=1 lanes=1 rows=1
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
solve(
    const int n,
    __global const float *restrict a, const ulong a_offset, const ulong a_row,
    __global float *restrict x, const ulong x_offset)
{
  x += x_offset;
  int row = 0;
  for (; row + 1 <= n; row += 1) {
    __global const float *row0 = a + (a_offset + (size_t)row * a_row);
    float total0 = 0;
    float sum0 = 0;
    const int first = 0, last = row;
    for (int c = first; c < last; c += 1) {
      const float v = *(x + c);
      const float a0 = *(row0 + c);
      sum0 += a0 * v;
    }
    total0 += sum0;
    {
      float x0 = *(x + row);
      x0 -= total0;
      x0 = x0 / *(row0 + row);
      *(x + row) = x0;
    }
  }
}
