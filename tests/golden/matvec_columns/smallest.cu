// matvec m=64 n=64 float32 general across: items=64 lines=1 lanes=1 rows=1 parts=1
extern "C" __global__ void __launch_bounds__(64)
matvec_columns(
    const int m, const int n,
    const float *__restrict__ a, const ulong a_offset, const ulong a_row,
    const float *__restrict__ x, const ulong x_offset, const float alpha, const float beta,
    float *__restrict__ y, const ulong y_offset,
    const launch_part launched)
{
  wait_for_earlier();
  x += x_offset;
  y += y_offset;
  const int column = (ulong)blockIdx.x * 64 + (ulong)threadIdx.x;
  const int c = min(column, n - 1);
  const int part = (ulong)(blockIdx.y + launched.first_y), parts = (ulong)(gridDim.y + launched.more_y);
  const int share = (m + parts - 1) / parts;
  float sum = 0;
  int row = part * share;
  const int stop = min((part + 1) * share, m);
  for (; row < stop; row += 1) {
    const float *row0 = a + (a_offset + (ulong)row * a_row);
    const float a0 = *(row0 + c);
    const float x0 = *(x + row);
    const float factor0 = x0;
    sum += a0 * factor0;
  }
  if (c >= column) {
    *(y + c) = alpha * sum + (beta == 0 ? 0 : beta * *(y + c));
  }
}
