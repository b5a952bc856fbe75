// matvec m=64 n=64 float32 general: items=1 lanes=1 rows=1 vectors=1 parts=1 run=1 strips=1
extern "C" __global__ void __launch_bounds__(1)
matvec(
    const int m, const int n,
    const float *__restrict__ a, const ulong a_offset, const ulong a_row,
    const float *__restrict__ x, const ulong x_offset, const float alpha, const float beta,
    float *__restrict__ y, const ulong y_offset,
    const launch_part launched)
{
  wait_for_earlier();
  x += x_offset;
  y += y_offset;
  for (int row = (ulong)blockIdx.x; row < m; row += (ulong)gridDim.x) {
    const float *row0 = a + (a_offset + (ulong)row * a_row);
    float total0 = 0;
    float sum0 = 0;
    const int first = 0, last = n;
    for (int c = first; c < last; c += 1) {
      const float v = *(x + c);
      const float a0 = *(row0 + c);
      sum0 += a0 * v;
    }
    total0 += sum0;
    *(y + row) = alpha * total0 + (beta == 0 ? 0 : beta * *(y + row));
  }
}
