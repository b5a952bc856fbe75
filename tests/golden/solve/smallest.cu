// solve m=64 n=64 float32 triangular lower: items=1 lanes=1 rows=1
extern "C" __global__ void __launch_bounds__(1)
solve(
    const int n,
    const float *__restrict__ a, const ulong a_offset, const ulong a_row,
    float *__restrict__ x, const ulong x_offset,
    const launch_part launched)
{
  wait_for_earlier();
  x += x_offset;
  int row = 0;
  for (; row + 1 <= n; row += 1) {
    const float *row0 = a + (a_offset + (ulong)row * a_row);
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
