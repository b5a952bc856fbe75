// rank_update m=64 n=64 float32 general rank=1: items=1 lanes=1 rows=1 vectors=1 parts=1 run=1 strips=1
extern "C" __global__ void __launch_bounds__(1)
rank_update(
    const int m, const int n, const float alpha,
    float *__restrict__ a, const ulong a_offset, const ulong a_row,
    const float *__restrict__ x, const ulong x_offset,
    const float *__restrict__ y, const ulong y_offset,
    const launch_part launched)
{
  wait_for_earlier();
  x += x_offset;
  y += y_offset;
  for (int row = (ulong)blockIdx.x; row < m; row += (ulong)gridDim.x) {
    float *row0 = a + (a_offset + (ulong)row * a_row);
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
